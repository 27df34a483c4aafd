"""The school in the browser: what there is to learn, and lessons question by question, by keyboard alone if one likes."""

import asyncio
import contextlib
from collections.abc import Mapping
from html import escape
from typing import Any

from fastapi import Request, Response
from markupsafe import Markup
from nicegui import ui
from nicegui.events import GenericEventArguments
from sqlalchemy.exc import SQLAlchemyError

from houseway.errors import UNREACHABLE, BadInput, Denied, NotSignedIn
from houseway.games import catalogue
from houseway.record.person import Person
from houseway.rules.money import MoneyError, cents
from houseway.school.exam import exam_of
from houseway.school.question import Choice, Judged, SchoolError, Setting, Settlement, written
from houseway.serve.api.desk import Desk
from houseway.serve.pages import school_parts as parts
from houseway.serve.pages.frame import head, html, styled
from houseway.serve.pages.layouts import layout_of
from houseway.serve.pages.plain import Plain, Way, lasting_page, missing, own_page
from houseway.serve.pages.templates import render, static
from houseway.serve.people.sessions import Session
from houseway.serve.school import School, Standing, Waiting, rules_for, skills_of
from houseway.serve.web import limits

LESSON = 20  # questions, before one is told how it went
_MANY = 9  # options that have a key each


_INDEX = Plain(
    "school.html", "School", then="/school", place="/school", what="games", sheets=("school",), scripts=("school",)
)


async def school_index(desk: Desk, request: Request, session: Session | None) -> Response:
    """Every game, what can be drilled in it, and how one does."""
    if session is None:
        return await lasting_page(desk, request, None, _INDEX, len(catalogue()), lambda: _subjects([]))
    school = School(desk.house)
    shown = _subjects(await school.standings(session.person), signed_in=True)
    if session.person.role == "operator":
        staff = parts.staff(await school.of_staff(), await school.exams_sat(), await school.classes())
        shown["staff"] = Markup(staff)
    return await own_page(desk, session, _INDEX, render(_INDEX.template, **shown))


def _subjects(standings: list[Standing], *, signed_in: bool = False) -> dict[str, Any]:
    known = {(one.game, one.skill): one for one in standings}
    subjects = (parts.subject(id, game.rules, skills_of(id), known) for id, game in catalogue().items())
    welcome = parts.welcome(standings, signed_in=signed_in)
    return {"welcome": Markup(welcome), "staff": "", "subjects": [Markup(one) for one in subjects]}


async def lesson_page(desk: Desk, session: Session | None, game: str, skill: str) -> Response | None:
    if game not in catalogue() or skill not in skills_of(game):
        return await _no_lesson(desk, session, f"There is no {skill[:20]} of {game[:60]} here.")
    await LessonPage(desk, session, game, skill).build()
    return None


async def exam_page(desk: Desk, session: Session | None, code: str) -> Response | None:
    try:
        exam = exam_of(code)
        rules_for(desk.house, exam.game)
    except (SchoolError, Denied) as error:
        return await _no_lesson(desk, session, str(error))
    await LessonPage(desk, session, exam.game, exam.skill, exam=exam.code).build()
    return None


async def _no_lesson(desk: Desk, session: Session | None, why: str) -> Response:
    where = (("/school", "School"),)
    ways = (Way("/school", "To the school"),)
    return await missing(desk, session, why, title="No such lesson", crumbs=where, place="/school", ways=ways)


def _style() -> None:
    ui.add_head_html(styled("school"))
    ui.add_body_html(f'<script src="{static("school.js")}" defer></script>')


class LessonPage:
    """One lesson: a question on the felt, its answer, why it is so, and the next."""

    def __init__(self, desk: Desk, session: Session | None, game: str, skill: str, *, exam: str = "") -> None:
        self.desk, self.session, self.game, self.skill, self.exam = desk, session, game, skill, exam
        self.school = School(desk.house)
        self.rules = rules_for(desk.house, game)
        self.waiting: Waiting | None = None
        self.done: Judged | None = None
        self.entries: dict[str, int] = {}  # of a settlement, as far as it is said
        self.picked = ""
        self.chosen: list[int] = []  # cards of a setting
        self.answered: list[Judged] = []
        self.over = False
        self._notice = ""
        self._counting = False
        self._busy = asyncio.Lock()

    @property
    def person(self) -> Person | None:
        return self.session.person if self.session else None

    async def build(self) -> None:
        name, laid = self.rules.game.name, layout_of(self.game)
        balance = await self.desk.accounts.balance(self.person) if self.person else 0
        crumbs = (("/school", "School"), ("", f"{name}, {self.skill}"))
        path = f"/school/exam?code={escape(self.exam)}" if self.exam else f"/school/{self.game}/{self.skill}"
        head(self.session, balance, crumbs, title=f"{name}, {self.skill}", then=path, place="/school")
        _style()
        with (
            ui.element("div")
            .props(f'id="main" data-clauses="/api/v1/school/{self.game}/clauses"')
            .classes("room lesson")
        ):
            with ui.element("div").classes("play"):
                with ui.element("div").classes(f"felt {laid.cloth} {laid.shape}{' tall' if laid.tall else ''}"):
                    self._top = html("", "topline")
                    self._middle = html("", "middle")
                    self._seats = html("", "seats").props('role="group" aria-label="Seats" tabindex="0"')
                    self._own = html("", "own")
                with ui.element("section").classes("desk").props('aria-label="The question"'):
                    self._bar = html("", "bar")
                    self._alert = html("", "notice").props('role="alert"')
            with ui.element("aside").classes("side"):
                self._side = html("", "panel").props('role="region" aria-label="This lesson" tabindex="0"')
        html(render("side/clause.html"))
        ui.on("hw", self._clicked)
        self._told: Any = None
        self.draw()
        if self.person is not None:
            ui.timer(0.01, self._begin, once=True)  # the first question may take a moment: the page is there before

    async def _begin(self) -> None:
        async with self._busy:
            await self._attempt(self._next())
            await self._standing()
            self.draw()

    # Drawing

    def draw(self) -> None:
        if self.waiting is not None:
            felt = parts.felt_of(self.rules, self.waiting.question)
            for element, content in zip((self._middle, self._seats, self._own), felt, strict=True):
                _set(element, content)
        _set(self._top, parts.topline(self.rules, self.skill, len(self.answered), LESSON, self._exam_number()))
        _set(self._bar, self._desk())
        _set(self._alert, f"<p>{escape(self._notice)}</p>" if self._notice else "")
        _set(self._side, parts.beside(self.rules, self.skill, self.answered, self._told, self.waiting))
        ui.run_javascript("window.lesson?.()")

    def _exam_number(self) -> str:
        if not self.exam or self.waiting is None:
            return ""
        return f"{self.waiting.spec.number} of {exam_of(self.exam).questions}"

    def _desk(self) -> str:
        if self.person is None:
            return parts.SIGN_IN
        if self.over:
            return self._summary
        if self.waiting is None:
            return parts.DEALING if not self._notice else ""
        question = self.waiting.question
        asked = parts.asked(question)
        if self._counting:
            return f'{asked}<p class="hint" role="status">The coach is counting…</p>'
        if self.done is not None:
            return asked + parts.verdict(self.done, last=len(self.answered) % LESSON == 0)
        form = question.form
        if isinstance(form, Settlement):
            return asked + parts.settlement(form, self.entries, self.picked)
        if isinstance(form, Setting):
            return asked + parts.setting(form, self.chosen)
        if isinstance(form, Choice) and len(form.options) <= _MANY:
            return asked + parts.options(form)
        return asked + parts.field(form)

    # What the visitor does

    async def _clicked(self, event: GenericEventArguments) -> None:
        data = event.args if isinstance(event.args, dict) else {}
        if self._busy.locked():
            return  # what was pressed twice counts once
        async with self._busy:
            self._notice = ""
            await self._attempt(
                self._do(str(data.get("hw", "")), {key: str(value)[:400] for key, value in data.items()})
            )
            self.draw()

    async def _attempt(self, work: Any) -> None:
        try:
            await work
        except Denied as denied:
            self._notice = denied.why
        except (LookupError, ValueError) as error:
            self._notice = f"that was not understood: {error}"
        except SQLAlchemyError:
            self._notice = UNREACHABLE

    async def _do(self, what: str, data: Mapping[str, str]) -> None:
        form = self.waiting.question.form if self.waiting else None
        match what:
            case "next" if self.done is not None or self.over:
                await self._next()
            case _ if self.done is not None or self.over or form is None:
                return
            case "say":
                await self._answer(data.get("text") or data.get("value", ""))
            case "pick" if isinstance(form, Settlement) and data["name"] in form.names:
                self.picked = data["name"]
            case "amount" if isinstance(form, Settlement):
                await self._amount(form, data.get("value", "").strip())
            case "again":
                self.entries, self.picked, self.chosen = {}, "", []
            case "card" if isinstance(form, Setting):
                at = int(data["at"])
                if at in self.chosen:
                    self.chosen.remove(at)
                elif len(self.chosen) < form.count and 0 <= at < len(form.cards):
                    self.chosen.append(at)
            case "set" if isinstance(form, Setting):
                await self._answer(parts.named(form, self.chosen))

    async def _amount(self, form: Settlement, said: str) -> None:
        """What one wager comes to; a bare minus takes all that lies there."""
        name = self.picked or parts.only_left(form, self.entries)
        if not name:
            raise BadInput("say first which is settled next")
        stake = form.stakes[form.names.index(name)] if form.stakes else 0
        try:
            amount = -stake if said in ("-", "−") else cents(said.lstrip("+-−$") or "")
        except MoneyError as error:
            raise BadInput(str(error)) from None
        if said[:1] in "-−" and amount > 0:
            amount = -amount
        if amount < 0 and not form.signed:
            raise BadInput("an amount is nothing or more")
        self.entries[name], self.picked = amount, ""
        if len(self.entries) == form.count:
            await self._answer(written(self.entries))

    async def _answer(self, text: str) -> None:
        assert self.waiting is not None and self.person is not None
        await self._still_in()
        self.desk.limits.use(limits.DRAWING, self.person.id)
        if self.waiting.question.decision is not None:
            self._counting = True
            self.draw()
        try:
            _, done, spec = await self.school.answer(self.person, self.waiting.id, text)
        except Denied:
            self.entries, self.picked = {}, ""
            raise
        finally:
            self._counting = False
        self.answered.append(done)
        if spec.exam:
            await self._next()
            return
        self.done = done
        await self._standing()

    async def _next(self) -> None:
        assert self.person is not None
        await self._still_in()
        self.desk.limits.use(limits.DRAWING, self.person.id)
        if not self.exam and self.answered and len(self.answered) % LESSON == 0 and not self.over:
            self.over, self._summary = True, parts.summary(self.rules, self.skill, self.answered[-LESSON:])
            return
        if self.exam:
            waiting = await self.school.ask_exam(self.person, self.exam)
            if waiting is None:
                held = await self.school.class_of(self.exam)
                if held is not None and not held.over:
                    self._summary = parts.told_at(held.closes)
                else:
                    self._summary = parts.result(await self.school.result(self.person, self.exam))
                self.over = True
                return
        else:
            waiting = await self.school.ask(self.person, self.game, self.skill)
        self.waiting, self.done, self.over = waiting, None, False
        self.entries, self.picked, self.chosen = {}, "", []

    async def _still_in(self) -> None:
        session = await self.desk.accounts.session_by_id(self.session.id) if self.session is not None else None
        if session is None:
            raise NotSignedIn("your session is over: sign in again")
        await self.desk.accounts.sessions.acts(session)

    async def _standing(self) -> None:
        if self.person is not None and not self.exam:
            with contextlib.suppress(SQLAlchemyError):
                mine = await self.school.standings(self.person)
                self._told = next((one for one in mine if (one.game, one.skill) == (self.game, self.skill)), None)


def _set(element: ui.html, content: str) -> None:
    if element.content != content:
        element.content = content
