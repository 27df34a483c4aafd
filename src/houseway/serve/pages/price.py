"""The price pages: pick a game, change what it pays, and watch the edge change."""

from collections.abc import Mapping
from fractions import Fraction
from html import escape
from typing import Any
from urllib.parse import quote, urlencode

from fastapi import Request, Response
from nicegui import ui
from nicegui.events import GenericEventArguments

from houseway.errors import BadInput, Denied
from houseway.games import catalogue
from houseway.pricing import can_price
from houseway.pricing.papers.document import percent
from houseway.pricing.papers.sheet import Sheet, WagerPrice
from houseway.record import books
from houseway.rules.submission import Submission
from houseway.serve.api.desk import Desk
from houseway.serve.api.price import LONGEST_CHOICE, MOST_CHOICES, asked, may_count, rules_of, visitor_of
from houseway.serve.pages import price_parts as parts
from houseway.serve.pages.frame import head, html
from houseway.serve.pages.plain import Plain, Way, lasting_page, missing
from houseway.serve.pages.templates import static
from houseway.serve.people.sessions import Session
from houseway.serve.web import limits
from houseway.serve.workers.counts import Count, key_of

MOST_ROUNDS = 10_000
EQUITY = (
    "What a hand is worth against others is its equity: the coach at a table counts it, and so does “houseway equity”"
)
_LOOK = 0.25  # seconds between two looks at a count


_INDEX = Plain("prices.html", "Prices", then="/price", place="/price", what="games")


async def price_index(desk: Desk, request: Request, session: Session | None) -> Response:
    """Every game that has a price."""
    submission, counted = desk.house.submission, desk.counts.sheets()
    made_of = (desk.house.version, len(catalogue()), *sorted(counted))

    def make() -> dict[str, Any]:
        games = [(id, game.rules) for id, game in catalogue().items() if can_price(id)]
        return {"games": [(rules, _edges(submission, id, counted)) for id, rules in games]}

    return await lasting_page(desk, request, session, _INDEX, made_of, make)


def _edges(submission: Submission, game: str, counted: Mapping[str, Sheet]) -> list[tuple[str, str]]:
    """The first wagers of a game with their house edge, if it was counted already."""
    try:
        sheet = counted.get(key_of(rules_of(submission, game, [])))
    except Denied:  # as this house has it there is no table to price: its page says why
        return []
    return [(wager.name, percent(wager.headline_edge, 3)) for wager in sheet.wagers[:3]] if sheet else []


class PricePage:
    """One visitor's look at a game: the house's own table, and the same with the visitor's changes."""

    def __init__(self, desk: Desk, session: Session | None, game: str, who: str) -> None:
        self.desk, self.session, self.game, self.who = desk, session, game, who
        self.own = rules_of(desk.house.submission, game, [])
        self.edits: dict[str, str] = {}
        self.rules = self.own
        self._own_count: Count | None = None
        self._count: Count | None = None
        self._session_count: Count | None = None
        self._asked: tuple[int, Fraction] = (100, Fraction(100))
        self._shown: Sheet | None = None  # what stands on the page, perhaps of an earlier edit
        self._wager = ""
        self._wrong = ""
        self._wrong_fields: dict[str, str] = {}  # why, by the name of what was changed

    async def build(self, settings: list[str]) -> None:
        for setting in settings[:MOST_CHOICES]:
            name, equals, value = setting.partition("=")
            if equals:
                self._edit(name.strip(), value.strip())
        rules = self.own.game
        balance = await self.desk.accounts.balance(self.session.person) if self.session else 0
        crumbs = (("/price", "Prices"), ("", rules.name))
        head(self.session, balance, crumbs, title=f"{rules.name}, price", then=self.link(), place="/price")
        ui.add_body_html(f'<script src="{static("papers.js")}" defer></script>')
        with ui.element("div").props('id="main"').classes("papers pricing"):
            tables = [table for table in await self.desk.house.lobby() if table["game"] == self.game]
            html(parts.title(self.own) + parts.played_at(self.game, tables), "heading")
            with ui.element("section").classes("edits").props('aria-label="What the table pays"'):
                self._bar = html("", "editbar")
                self._pays = html("", "paytables")
                self._options = html("", "options")
                self._marks = html("")
            with ui.element("div").classes("figures"):
                self._alert = html("", "notice").props('role="alert"')
                self._state = html("", "state").props('role="status"')
                self._edge = html("", "edge").props('aria-live="polite"')
                self._wagers = html("", "wagertable")
                self._detail = html("", "detail")
                self._session = html("", "sessions")
                self._strategy = html("", "strategy")
                self._foot = html("", "sheetfoot")
        ui.on("hw", self._clicked)
        ui.context.client.on_delete(self._gone)
        self._timer = ui.timer(_LOOK, self._look)
        self._draw_edits()
        self._price()

    def _gone(self) -> None:
        self._hold(None)
        if self._own_count is not None:
            self._own_count.release()
        self._forget_session()

    # Counting

    def _price(self) -> None:
        """Have the changed table counted; what is on the page stands until the new figures are there."""
        self._wrong, self._wrong_fields = "", {}
        try:
            self.rules = rules_of(self.desk.house.submission, self.game, self.settings)
            if self._own_count is None:
                self._own_count = asked(self.desk, self.own, self.who).hold()
            self._hold(asked(self.desk, self.rules, self.who))
        except Denied as denied:
            self._hold(None)
            self._wrong, self._wrong_fields = denied.why, self._refused()
        self._timer.activate()
        self._look()

    def _refused(self) -> dict[str, str]:
        """The changes that could not stand even alone, and why."""
        refused = {}
        for setting in self.settings:
            try:
                rules_of(self.desk.house.submission, self.game, [setting])
            except Denied as denied:
                refused[setting.partition("=")[0]] = denied.why
        return refused

    def _hold(self, count: Count | None) -> None:
        before, self._count = self._count, count.hold() if count else None
        if before is not None:
            before.release()

    def _look(self) -> None:
        """See how far the counts are, and draw what is new."""
        counts = [one for one in (self._own_count, self._count, self._session_count) if one is not None]
        if all(one.over for one in counts):
            self._timer.deactivate()
        for one in counts:
            if one.over and one.wrong:
                self._wrong = one.wrong
        self.draw()

    # Drawing

    @property
    def settings(self) -> list[str]:
        return [f"{name}={value}" for name, value in self.edits.items()]

    def link(self) -> str:
        asked = urlencode([("set", one) for one in self.settings], quote_via=quote, safe=":.=")
        return f"/price/{self.game}" + (f"?{asked}" if asked else "")

    def _draw_edits(self) -> None:
        """The fields to edit: drawn anew only where what is offered has changed, so that nobody loses the cursor."""
        shown = self.rules if not self._wrong else self.own
        _set(self._pays, parts.pay_tables(self.own, shown, self.edits))
        _set(self._options, parts.options(self.own, self.edits))

    def draw(self) -> None:
        own = _answer(self._own_count)
        new = _answer(self._count)
        running = next((one for one in (self._count, self._own_count) if one is not None and not one.over), None)
        if new is not None and own is not None and new is not self._shown:
            self._shown = new
            self._show_what_moved(own, new)
        shown = self._shown
        _set(self._bar, parts.edit_bar(self.edits))
        _set(self._marks, parts.marks(self._wrong_fields))
        _set(self._alert, f"<p>{escape(self._wrong)}</p>" if self._wrong else "")
        _set(self._state, parts.progress(running, self.desk.counts.ahead(running)) if running is not None else "")
        stale = shown is not None and new is None
        for element in (self._edge, self._wagers, self._detail, self._strategy):
            element.classes(add="stale") if stale else element.classes(remove="stale")
        if shown is None:
            return
        if self._wager not in {wager.wager for wager in shown.wagers}:
            self._wager = shown.wagers[0].wager
        wager = shown.wager(self._wager)
        before = _priced(own, self._wager)
        changed = bool(self.edits)
        _set(self._edge, parts.edge(wager, before if changed else None))
        _set(self._wagers, parts.wager_table(shown, own if changed else None, self._wager))
        _set(self._detail, parts.detail(wager))
        _set(self._session, parts.sessions(wager, *self._asked, self._session_count))
        _set(self._strategy, parts.strategy(shown))
        _set(self._foot, parts.foot(shown, self.game, self.link()))

    def _show_what_moved(self, own: Sheet, new: Sheet) -> None:
        """Look at a wager that the changes have moved, unless the one looked at has."""
        moved = [
            wager.wager
            for wager in new.wagers
            if (before := _priced(own, wager.wager)) is None or before.headline_edge != wager.headline_edge
        ]
        if moved and self._wager not in moved:
            self._wager = moved[0]

    # What the visitor does

    async def _clicked(self, event: GenericEventArguments) -> None:
        data = event.args if isinstance(event.args, dict) else {}
        said = {str(key): str(value)[:1000] for key, value in data.items()}
        try:
            self.desk.limits.use(limits.EDITS, self.who)
            self._do(said.get("hw", ""), said)
        except Denied as denied:
            self._wrong = denied.why
        except (KeyError, ValueError, ZeroDivisionError):
            self._wrong = "that was not understood"
        self.draw()

    def _do(self, what: str, data: Mapping[str, str]) -> None:
        match what:
            case "edit":
                redraw = not data["name"].startswith("pays.")
                self._edit(data["name"], data["value"])
                self._changed(redraw=redraw)
            case "undo-edits":
                self.edits.clear()
                self._changed(redraw=True)
            case "stop":
                self._hold(None)
                self._wrong = "The count was stopped: change something to count again."
            case "wager":
                self._forget_session()
                self._wager = data["wager"]
            case "rounds":
                self._many_rounds(data)

    def _edit(self, name: str, value: str) -> None:
        """Take a change, or take it back where it is what the house has anyway."""
        if len(name) + len(value) >= LONGEST_CHOICE or (name not in self.edits and len(self.edits) >= MOST_CHOICES):
            raise BadInput(f"up to {MOST_CHOICES} changes of {LONGEST_CHOICE} characters can be made")
        value = parts.odds_typed(value) if name.startswith("pays.") else value.strip()
        own = parts.own_value(self.own, name)
        if not value or (own is not None and value.lower() == own.lower()):
            self.edits.pop(name, None)
        else:
            self.edits[name] = value

    def _forget_session(self) -> None:
        if self._session_count is not None:
            self._session_count.release()
            self._session_count = None

    def _changed(self, *, redraw: bool) -> None:
        self._forget_session()
        self._price()
        if redraw:
            self._draw_edits()
        ui.navigate.history.replace(self.link())

    def _many_rounds(self, data: Mapping[str, str]) -> None:
        rounds, bankroll = data["rounds"].strip(), data["bankroll"].strip()
        if not rounds.isdecimal() or not 0 < int(rounds) <= MOST_ROUNDS:
            raise BadInput(f"{rounds!r} is not a number of rounds: 1 to {MOST_ROUNDS:,}")
        if not bankroll.isdecimal() or not 0 < int(bankroll) <= 10**6:
            raise BadInput(f"{bankroll!r} is not a bankroll: a whole number up to 1,000,000")
        if self._shown is None:
            return
        self._wrong = ""
        self._asked = (int(rounds), Fraction(int(bankroll)))
        before = self._session_count
        wager = self._shown.wager(self._wager)
        allowed = lambda: may_count(self.desk, self.who)  # noqa: E731
        self._session_count = self.desk.counts.session(
            self._shown, wager, *self._asked, self.who, allowed=allowed
        ).hold()
        if before is not None:
            before.release()
        self._timer.activate()


def _answer(count: Count | None) -> Sheet | None:
    return count.answer if count is not None and count.over and not count.wrong else None


def _priced(sheet: Sheet | None, wager: str) -> WagerPrice | None:
    return next((one for one in sheet.wagers if one.wager == wager), None) if sheet else None


def _set(element: ui.html, content: str) -> None:
    if element.content != content:
        element.content = content


async def price_page(
    desk: Desk, session: Session | None, request: Request, game: str, settings: list[str]
) -> Response | None:
    try:
        page = PricePage(desk, session, game, visitor_of(request, session))
        await page.build([one[:LONGEST_CHOICE] for one in settings])
    except Denied as denied:
        return await _no_price(desk, session, game, denied.why)
    return None


async def _no_price(desk: Desk, session: Session | None, game: str, why: str) -> Response:
    """Why there is none, and what there is instead: how the game is played, and where its hands are weighed."""
    found = catalogue().get(game)
    ways: tuple[Way, ...] = (Way("/price", "All prices"),)
    if found is not None:
        ways = (Way(f"/learn/{game}", f"How to play {found.rules.name}"), *ways)
    if found is not None and found.rules.bank == "pot":
        why = f"{why}. {EQUITY}"
        tables = await desk.house.store.read(lambda c: books.tables_of(c, game))
        ways = (*(Way(f"/table/{id}", f"To {name}", "pill") for id, name in tables[:1]), *ways)
    title = found.rules.name if found else "No such price"
    return await missing(desk, session, why, title=title, crumbs=(("/price", "Prices"),), place="/price", ways=ways)
