"""Beside the felt: the story in words, what pays what, earlier rounds step by step, and the shuffle's proof."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any, NamedTuple

from markupsafe import Markup
from nicegui import ui

from houseway.play.event import Event, RoundBegan, SeedRevealed, Shuffled, WordsOpened, WordsSealed
from houseway.play.view import history, seen
from houseway.pricing import can_price
from houseway.prove.placard import fees
from houseway.record.person import Person
from houseway.record.store import Store
from houseway.rules.models import PayLine, PayTable
from houseway.rules.money import points_text, shown
from houseway.rules.posted import posted_of
from houseway.rules.resolved import Rules
from houseway.rules.source import source_of
from houseway.serve.pages import felt, wheels
from houseway.serve.pages.faces import hand
from houseway.serve.pages.frame import html
from houseway.serve.pages.naming import words_of
from houseway.serve.pages.quoting import line
from houseway.serve.pages.scene import scene
from houseway.serve.pages.telling import cleared_once
from houseway.serve.pages.templates import joined, kept, render
from houseway.serve.pages.views import Lies, TableView
from houseway.serve.people.roles import CALL, RECALL, may
from houseway.serve.tables.history import AT_ONCE, Round, replays, results_of, round_of, rounds_of
from houseway.serve.tables.rail import lies
from houseway.serve.tables.table import Table

_TABS = {"story": "Story", "pays": "Pays", "history": "History", "fair": "Fair"}

_OF_THE_SHUFFLE = (RoundBegan, WordsSealed, WordsOpened, Shuffled, SeedRevealed)

# A round step by step: its number, its events as data and as they are told, how the cards lie after each, who sat there,
# and where whoever looks at it sat.
Steps = tuple[int, list[dict[str, Any]], list[Event], list[Lies], dict[str, str], str]


def clauses(table: int) -> str:
    """Where a page's clauses are looked up."""
    return f'data-clauses="/api/v1/tables/{table}/clauses"'


class Side:
    """The column beside the felt, one tab at a time."""

    def __init__(
        self, store: Store, table: int, rules: Rules, person: Person | None, *, tabs: Iterable[str] = ()
    ) -> None:
        self.store, self.table, self.rules, self.person = store, table, rules, person
        self.tabs = {id: _TABS[id] for id in tabs or _TABS}
        self._tab = next(iter(self.tabs))
        self._view = TableView("")
        self._names: dict[str, str] = {}  # of all who sat there in this round, also of those who have left since
        self._told: Sequence[Event] = ()
        self._lines: dict[
            int, tuple[Event, Markup]
        ] = {}  # of the story, by the identity of the event that is held there
        self._events: Sequence[Mapping[str, Any]] = ()
        self._rounds: list[dict[str, Any]] = []
        self._won: dict[int, int] = {}  # by this viewer, in each of them
        self._replay: Steps | None = None
        self._step = 0

    def build(self) -> None:
        self._tabs = html("", "tabs")
        self._panel = html("", "panel").props('role="region" aria-label="About this table" tabindex="0"')

    def draw(self, view: TableView, story: Sequence[Event], events: Sequence[Mapping[str, Any]]) -> None:
        """The table as it stands, and the part of its story that is for this viewer."""
        if view.round != self._view.round:
            self._names, self._lines = {}, {}
        if not view.names.items() <= self._names.items():
            self._names |= view.names
            self._lines = {}
        self._view, self._told, self._events = view, story, events
        self.redraw()

    def redraw(self) -> None:
        _set(self._tabs, kept("side/tabs.html", tabs=tuple(self.tabs.items()), chosen=self._tab))
        drawn = {"story": self._story, "pays": self._pays, "history": self._history, "fair": self._fair}
        _set(self._panel, drawn[self._tab]())

    async def clicked(self, what: str, data: Mapping[str, str]) -> None:
        if what == "tab" and data["tab"] in self.tabs:
            self._tab, self._replay = data["tab"], None
            if self._tab == "history":
                await self._look_back()
        elif what == "replay":
            number = int(data["round"])
            kept = await round_of(self.store, self.table, self.person, number)
            self._replay = await replays.played(partial(_steps, kept))
            self._step = 0
        elif what == "step" and self._replay is not None:
            self._step = max(0, min(len(self._replay[1]) - 1, int(data["to"])))
        elif what == "live":
            self._replay = None

    async def _look_back(self) -> None:
        self._rounds = await rounds_of(self.store, self.table)
        self._won = await results_of(self.store, self.table, self.person, known=self._won)

    async def open_round(self, number: int) -> None:
        """Begin with an earlier round, as a link to it asks."""
        self._tab = "history"
        await self._look_back()
        await self.clicked("replay", {"round": str(number)})

    def _story(self) -> Markup:
        lines = joined(map(self._line, cleared_once(self._told)))
        return render("side/story.html", lines=lines)

    @property
    def _reader(self) -> str:
        """The viewer's seat, if there is one: that is who is told "you"."""
        return self._view.viewer if self._view.viewer in self._names else ""

    def _line(self, event: Event) -> Markup:
        """A line of the story. Each is written once, as long as its event is held."""
        known = self._lines.get(id(event))
        if known is None or known[0] is not event:
            said = line(event, self._names, words_of(self.rules), reader=self._reader)
            known = self._lines[id(event)] = event, kept("side/line.html", said=said)
        return known[1]

    def _pays(self) -> Markup:
        return placard(self.rules)

    def _history(self) -> Markup:
        if self._replay is None:
            called, total = self._session()
            rounds = [
                Earlier(one["round"], one["began"], one["seats"], self._won.get(one["round"])) for one in self._rounds
            ]
            return render("side/rounds.html", rounds=rounds, table=self.table, called=called, total=total)
        number, events, story, lay, names, eyes = self._replay
        rules, at = self.rules, self._step
        now = scene(events[: at + 1], lay[at], lay[max(0, at - 1)].cards, rules)
        words = words_of(rules)
        return render(
            "side/replay.html",
            number=number,
            table=self.table,
            at=at,
            last=len(events) - 1,
            middle=felt.middle(rules, now),
            hands=[
                (_named(place, names), hand(cards, now.new.get(place)))
                for place, cards in now.cards.items()
                if place.startswith("seat ") and (now.over or place not in now.gone)
            ],
            lines=[line(event, names, words, reader=eyes) for event in story[: at + 1]],
        )

    def _session(self) -> tuple[str, int | None]:
        """What the viewer's last rounds in a row came to: since sitting down, as far as the list goes."""
        if not self._won:
            return "", None
        last = max(self._won)
        run = [number for at, number in enumerate(sorted(self._won, reverse=True)) if number == last - at]
        many = "one round" if len(run) == 1 else f"{len(run)} rounds"
        called = f"Your last {len(run)} rounds" if len(run) == AT_ONCE else f"This session, {many}"
        return called, sum(self._won[number] for number in run)

    def _fair(self) -> Markup:
        view = self._view
        began = next((one for one in self._events if one["event"] == "roundBegan"), None)
        about = [event for event in self._told if isinstance(event, _OF_THE_SHUFFLE)]
        return render(
            "side/fair.html",
            commitment=began["commitment"] if began else None,
            number=view.number,
            hash=view.hash,
            own_words=view.seat is not None,
            table=self.table,
            round=view.round,
            lines=[line(event, view.names, reader=self._reader) for event in about],
        )


class Earlier(NamedTuple):
    """A round that was played, and what the viewer won in it."""

    number: int
    began: str
    seats: int
    won: int | None


def _named(place: str, names: Mapping[str, str]) -> str:
    """Whose cards lie at a place, by name."""
    who, seat = next(((who, name) for who, name in names.items() if f"{place} ".startswith(f"{who} ")), (place, place))
    return seat + place.removeprefix(who)


def _steps(kept: Round) -> Steps:
    """A round played again, as this viewer may see it."""
    driver, eyes = kept.played(), kept.eyes
    lay = [Lies.read(lies(driver, eyes, upto=step + 1)) for step in range(len(driver.events))]
    names = dict(driver.table.seats)
    reader = eyes if eyes in names else ""
    return kept.number, history(driver.events, eyes), seen(driver.events, eyes), lay, names, reader


class WagerLine(NamedTuple):
    """A wager with what may be placed on it."""

    name: str
    range: str
    clause: str


class PaysLine(NamedTuple):
    """A line of a pay table."""

    label: str
    pays: str
    clause: str


def _pays(table: PayTable, line: PayLine) -> str:
    if line.pays is None:
        return "push"
    return points_text(line.pays) if table.points else str(line.pays)


@lru_cache(maxsize=512)
def placard(rules: Rules) -> Markup:
    """What hangs beside the table: limits and pays."""
    tables = {table.name: table for table in rules.pay_tables.values()}
    stakes = posted_of(rules).stakes if rules.game.bank == "pot" else ()
    return render(
        "side/placard.html",
        game=rules.game,
        priced=can_price(rules.game.id),
        wagers=[WagerLine(one.name, _range(rules, name), one.clause) for name, one in rules.wagers.items()],
        tables=[
            (name, [PaysLine(line.label, _pays(table, line), line.clause) for line in table.lines])
            for name, table in tables.items()
        ],
        sections=(*stakes, *fees(rules)),
        wheels=wheels.wheels(rules),
        book=source_of(rules.game.rulebook),
    )


def _range(rules: Rules, name: str) -> str:
    wager = rules.wagers[name]
    if wager.times:
        return f"{', '.join(map(str, wager.times))} × {wager.of or ''}"
    limit = rules.limits.get(name)
    return f"{shown(limit.minimum)}–{shown(limit.maximum)}" if limit else ""


# Staff


class FirstCall(NamedTuple):
    """A call that waits for a second signature."""

    by: str
    irregularity: str
    who: str


def staff_bar(table: Table, view: TableView, person: Person) -> Markup:
    """What the dealer and the floor do at a table; surveillance and the operator only look."""
    first = table.signatures.waiting
    return render(
        "table/staff.html",
        may_call=may(person, CALL),
        may_recall=may(person, RECALL),
        may_begin=not view.open and bool(view.seats),
        role=person.role,
        open=view.open,
        calls=[(id, one.name) for id, one in table.rules.irregularities.items()],
        seats=view.seats,
        first=FirstCall(first.by.name, first.act["irregularity"], first.act["who"]) if first is not None else None,
        duties=view.duties,
        table=table.id,
    )


def _set(element: ui.html, content: Markup) -> None:
    if element.content != content:
        element.content = str(content)
