"""The operator's desk: the submission checked as it is edited, tables opened from it, results, placards."""

import asyncio
import json
import logging
from collections.abc import Mapping
from html import escape
from typing import Any

from fastapi import Request, Response
from markupsafe import Markup
from nicegui import ui
from nicegui.events import GenericEventArguments
from sqlalchemy.exc import SQLAlchemyError

from houseway.errors import UNREACHABLE, Denied, Forbidden, NotSignedIn
from houseway.prove.check import Checked
from houseway.prove.placard import placard
from houseway.record import books, listing
from houseway.record.first_signatures import First
from houseway.record.listing import Opened
from houseway.record.person import Person
from houseway.rules.strict import RulesError
from houseway.serve import submissions
from houseway.serve.api.desk import Desk
from houseway.serve.api.operator import asked_for, found, opened
from houseway.serve.api.people import waits_for
from houseway.serve.house import choices_of, resolved
from houseway.serve.pages import operator_forms
from houseway.serve.pages import operator_parts as parts
from houseway.serve.pages.frame import head, html
from houseway.serve.pages.plain import Plain, lasting_page, refused
from houseway.serve.pages.templates import own_place, static
from houseway.serve.people.roles import MAKE_EFFECTIVE
from houseway.serve.people.sessions import Session
from houseway.serve.submissions import Version
from houseway.serve.web import limits

log = logging.getLogger("houseway.serve")
_SHOW_REFUSED = "setTimeout(() => document.querySelector('.acts .wrong')?.scrollIntoView({block: 'nearest'}), 50)"


async def headed(desk: Desk, session: Session | None, path: str, title: str, roles: tuple[str, ...]) -> Response | None:
    """The frame of a live page of the desk; the answer if this visitor may not see it."""
    if session is None or session.person.role not in roles:
        return await refused(desk, session, title, path, roles=roles)
    place = own_place(session)
    head(session, 0, title=title, then=path, place=place)
    ui.add_body_html(f'<script src="{static("papers.js")}" defer></script>')
    return None


async def still(desk: Desk, session: Session, *roles: str) -> Person:
    """Who acts: the session must hold, and the role with it."""
    now = await desk.accounts.session_by_id(session.id)
    if now is None:
        raise NotSignedIn("your session is over: sign in again")
    if now.person.role not in roles:
        raise Forbidden(f"a {now.person.role} can't do this: the {' or '.join(roles)} does")
    await desk.accounts.sessions.acts(now)
    desk.limits.use(limits.REQUESTS, now.person.id)
    return now.person


class SubmissionPage:
    """One operator at the submission: text on one side, findings on the other, versions and tables below."""

    def __init__(self, desk: Desk, session: Session) -> None:
        self.desk, self.session = desk, session
        self.text = ""
        self.checked: Checked = submissions.checked("")
        self.versions: list[Version] = []
        self.tables: list[dict[str, Any]] = []
        self._notice = ""
        self._done = ""
        self._refused = ("", "")  # a table that could not be opened or closed, and why
        self._picked = 0  # the table whose choices are beside the text
        self._turn = asyncio.Lock()  # what is typed and chosen is taken in the order in which it comes

    async def build(self) -> None:
        self._client = ui.context.client
        await self._load()
        latest = self.versions[0] if self.versions else None
        self.text = latest.text if latest else ""
        self.checked = await asyncio.to_thread(submissions.checked, self.text)
        with ui.element("div").props('id="main"').classes("papers desk-page submitted"):
            html(parts.heading(self.desk.house.submission.facility, "/operator", "operator"), "heading")
            with ui.element("section").classes("card-sheet editor").props('aria-label="Submission"'):
                self._bar = html("", "editorbar")
                self._area = html(parts.editor(self.text), "area")
                self._alert = html("", "notice").props('role="alert"')
                self._told = html("", "done").props('role="status"')
            with ui.element("div").classes("beside"):
                self._findings = html("", "card-sheet findings")
                self._forms = html("", "card-sheet choices")
            self._tables = html("", "card-sheet tablelist")
            self._versions = html("", "card-sheet versions")
        ui.on("hw", self._clicked)
        self.draw()

    async def _load(self) -> None:
        house = self.desk.house
        await submissions.follow(house)
        self.versions = await house.store.read(submissions.versions)
        rows = {table["name"]: table for table in await house.lobby()}
        kept = await house.store.read(listing.open_tables)
        self.tables = []
        for submitted in house.submission.tables:
            row = rows.pop(submitted.name, None)
            same = row is not None and kept.get(submitted.name) == Opened(submitted.game, choices_of(submitted))
            self.tables.append({"name": submitted.name, "game": submitted.game, "open": row, "same": same})
        self.tables += [{"name": row["name"], "game": row["game"], "open": row, "same": None} for row in rows.values()]

    @property
    def _saved(self) -> Version | None:
        """The version that has this text, the newest if several do."""
        return next((one for one in self.versions if one.text == self.text), None)

    def draw(self) -> None:
        _set(self._bar, parts.editor_bar(self.checked, self._saved))
        _set(self._findings, parts.findings(self.checked))
        _set(self._forms, operator_forms.forms(self.text, self._picked, self.checked))
        _set(self._tables, parts.tables(self.tables, self._refused))
        _set(self._versions, parts.versions(self.versions, self._saved))
        _set(self._alert, f"<p>{escape(self._notice)}</p>" if self._notice else "")
        _set(self._told, f"<p>{escape(self._done)}</p>" if self._done else "")

    async def _clicked(self, event: GenericEventArguments) -> None:
        async with self._turn:
            await self._take(event.args if isinstance(event.args, dict) else {})

    async def _take(self, data: Mapping[str, Any]) -> None:
        self._notice = self._done = ""
        self._refused = ("", "")
        what = str(data.get("hw", ""))
        try:
            person = await still(self.desk, self.session, "operator")
            await self._do(what, data, person)
        except Denied as denied:
            if denied.needs == "password":
                self._client.run_javascript(f"confirmed_first({json.dumps({'hw': what})})")
            elif what in ("open-table", "close-table"):
                self._refused = (str(data["table"]), denied.why)  # beside the button, which may be far from the top
            else:
                self._notice = denied.why
        except RulesError as error:
            self._notice = str(error)
        except (LookupError, ValueError, ArithmeticError):
            self._notice = "that was not understood"
        except SQLAlchemyError:
            log.exception("the operator's page could not be served")
            self._notice = UNREACHABLE
        self.draw()
        if self._refused[1]:
            self._client.run_javascript(_SHOW_REFUSED)

    async def _do(self, what: str, data: Mapping[str, Any], person: Person) -> None:
        house = self.desk.house
        match what:
            case "text":
                self.text = str(data["text"])
                self.checked = await asyncio.to_thread(submissions.checked, self.text)
            case "pick":
                self._picked = int(data["table"])
            case "choose":
                at, value = str(data["at"]), str(data["value"])[:200]
                await self._rewrite(operator_forms.written(self._typed(data), self._picked, at, value))
            case "new-table":
                await self._rewrite(operator_forms.added(self._typed(data), str(data["name"]), str(data["game"])))
                self._picked = max(0, len(operator_forms.tables_of(self.text) or ()) - 1)
            case "save":
                kept = await submissions.save(house, self.text, person)
                self._done = f"Version {kept.id} is kept."
                await self._load()
            case "effect":
                await self.desk.accounts.require(self.session, MAKE_EFFECTIVE)
                kept = await submissions.save(house, self.text, person)
                await self._load()
                done = await self.desk.countersigning.make_effective(kept.id, person)
                self._done = f"Version {kept.id} is in effect: tables opened from now on follow it."
                if isinstance(done, First):
                    self._done = f"Version {kept.id} waits {waits_for(self.desk, done)}."
                await self._load()
            case "version":
                wanted = await house.store.read(lambda c: submissions.version(c, int(data["version"])))
                if wanted is not None:
                    self.text = wanted.text
                    self.checked = await asyncio.to_thread(submissions.checked, self.text)
                    self._area.content = parts.editor(self.text)
            case "open-table":
                await opened(self.desk, person, str(data["table"]))
                self._done = f"{data['table']} is open."
                await self._load()
            case "close-table":
                try:
                    await house.close_table(int(data["table"]), person)
                    self._done = "The table is closed; its journal stays."
                finally:
                    await self._load()  # also if it is refused: somebody may sit there since the list was drawn

    def _typed(self, data: Mapping[str, Any]) -> str:
        """The text as it stands: as the browser sends it if somebody has typed there, else as the last choice left it."""
        return self.text if data.get("text") is None else str(data["text"])

    async def _rewrite(self, text: str) -> None:
        """A form has changed the text: the browser is told, and keeps its place in it."""
        self.text = text
        self.checked = await asyncio.to_thread(submissions.checked, text)
        self._client.run_javascript(f"rewritten({json.dumps(text)})")


class ResultsPage:
    """Fees and results by table and day."""

    def __init__(self, desk: Desk, session: Session) -> None:
        self.desk, self.session = desk, session
        self._wanted = asked_for(session.person, "", "", None)
        self._by = "table and day"
        self._notice = ""

    async def build(self) -> None:
        with ui.element("div").props('id="main"').classes("papers desk-page results"):
            facility = self.desk.house.submission.facility
            html(parts.heading(facility, "/operator/results", self.session.person.role), "heading")
            self._form = html("", "card-sheet asked-for")
            self._alert = html("", "notice").props('role="alert"')
            self._table = html("", "card-sheet result-table")
        ui.on("hw", self._clicked)
        await self.draw()

    async def draw(self) -> None:
        rows, total = await found(self.desk, self._wanted)
        tables = await self.desk.house.store.read(listing.with_results)
        _set(self._form, parts.results_form(self._wanted, self._by, tables))
        _set(self._alert, f"<p>{escape(self._notice)}</p>" if self._notice else "")
        _set(self._table, parts.results_table(rows, total, self._by))

    async def _clicked(self, event: GenericEventArguments) -> None:
        data = event.args if isinstance(event.args, dict) else {}
        said = {str(key): str(value)[:100] for key, value in data.items()}
        self._notice = ""
        try:
            person = await still(self.desk, self.session, "operator", "surveillance")
            if said.get("hw") == "days":
                table = said.get("table", "")
                number = int(table) if table.isdecimal() and len(table) < 10 else None
                self._wanted = asked_for(person, said.get("first", ""), said.get("last", ""), number)
                self._by = said.get("by", "") if said.get("by") in parts.GROUPS else self._by
        except Denied as denied:
            self._notice = denied.why
        await self.draw()


async def submission_page(desk: Desk, session: Session | None) -> Response | None:
    no = await headed(desk, session, "/operator", "Operator", ("operator",))
    if no is None and session is not None:
        await SubmissionPage(desk, session).build()
    return no


async def results_page(desk: Desk, session: Session | None) -> Response | None:
    no = await headed(desk, session, "/operator/results", "Results", ("operator", "surveillance"))
    if no is None and session is not None:
        await ResultsPage(desk, session).build()
    return no


_PLACARDS = Plain("placards.html", "Placards", then="/operator/placards", place="/operator", scripts=("papers",))


async def placards_page(desk: Desk, request: Request, session: Session | None) -> Response:
    """The sign of every open table, small; a click opens it whole. They are drawn away from the event loop."""
    if session is None or session.person.role != "operator":
        return await refused(desk, session, _PLACARDS.title, _PLACARDS.then, roles=("operator",))
    facility = desk.house.submission.facility
    rows = [row for row, _ in await desk.house.store.read(books.lobby)]
    tables = tuple((row["id"], row["name"], row["game"], row["choices"]) for row in rows)

    def make() -> dict[str, Any]:
        hung = sorted(tables, key=lambda table: parts.by_number(table[1]))
        return {
            "heading": Markup(parts.heading(facility, "/operator/placards", "operator")),
            "signs": [
                (id, placard(resolved(game, choices), facility=facility, table=name))
                for id, name, game, choices in hung
            ],
        }

    return await lasting_page(desk, request, session, _PLACARDS, (facility, tables), make)


def _set(element: ui.html, content: str) -> None:
    if element.content != content:
        element.content = content
