"""Beside the felt: the story in words, what pays what, earlier rounds step by step, and the shuffle's proof."""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from html import escape
from typing import Any

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
from houseway.serve.pages.scene import scene
from houseway.serve.pages.telling import cited, cleared_once, line, named
from houseway.serve.pages.words import OWN_WORDS
from houseway.serve.people.roles import CALL, RECALL, may
from houseway.serve.tables.history import AT_ONCE, Round, replays, results_of, round_of, rounds_of
from houseway.serve.tables.rail import lies
from houseway.serve.tables.table import Table

_OF_THE_SHUFFLE = (RoundBegan, WordsSealed, WordsOpened, Shuffled, SeedRevealed)
_TABS = {"story": "Story", "pays": "Pays", "history": "History", "fair": "Fair"}

CLAUSE = (  # it opens at its title: the button at its end would have the focus otherwise, and a long one would begin there
    '<dialog id="clause" aria-labelledby="clause-title"><h2 id="clause-title" tabindex="-1" autofocus></h2>'
    '<p class="applied"></p>'
    '<dl class="rule"></dl><div class="read"></div><p class="quiet"></p>'
    '<button class="pill" data-do="close-clause">Close</button></dialog>'
)


# A round step by step: its number, its events as data and as they are told, how the cards lie after each, who sat there,
# and where whoever looks at it sat.
Steps = tuple[int, list[dict[str, Any]], list[Event], list[dict[str, Any]], dict[str, str], str]


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
        self._view: Mapping[str, Any] = {}
        self._names: dict[str, str] = {}  # of all who sat there in this round, also of those who have left since
        self._told: Sequence[Event] = ()
        self._events: Sequence[Mapping[str, Any]] = ()
        self._rounds: list[dict[str, Any]] = []
        self._won: dict[int, int] = {}  # by this viewer, in each of them
        self._replay: Steps | None = None
        self._step = 0

    def build(self) -> None:
        self._tabs = html("", "tabs")
        self._panel = html("", "panel").props('role="region" aria-label="About this table" tabindex="0"')

    def draw(self, view: Mapping[str, Any], story: Sequence[Event], events: Sequence[Mapping[str, Any]]) -> None:
        """The table as it stands, and the part of its story that is for this viewer."""
        if view["round"] != self._view.get("round"):
            self._names = {}
        self._names |= {who: one["name"] for who, one in view["seats"].items()}
        self._view, self._told, self._events = view, story, events
        self.redraw()

    def redraw(self) -> None:
        tabs = "".join(
            f'<button role="tab" aria-selected="{str(id == self._tab).lower()}" data-hw="tab" data-tab="{id}">{name}</button>'
            for id, name in self.tabs.items()
        )
        _set(self._tabs, f'<div role="tablist" aria-label="About this table">{tabs}</div>')
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

    @property
    def _reader(self) -> str:
        """The viewer's seat, if there is one: that is who is told "you"."""
        viewer: str = self._view["viewer"]
        return viewer if viewer in self._names else ""

    def _story(self) -> str:
        words = words_of(self.rules)
        lines = "".join(
            f"<li>{line(event, self._names, words, reader=self._reader)}</li>" for event in cleared_once(self._told)
        )
        return (
            '<div class="scroll" role="log" aria-live="polite" aria-label="The round so far" tabindex="0">'
            f'<ol class="story">{lines}</ol></div>'
        )

    def _pays(self) -> str:
        return placard(self.rules)

    def _history(self) -> str:
        if self._replay is None:
            rows = "".join(map(self._row, self._rounds)) or "<li>No round has been played here yet.</li>"
            return f'{self._session()}<ol class="rounds">{rows}</ol>'
        number, events, story, lay, names, eyes = self._replay
        rules, at = self.rules, self._step
        before = {place: cards.split() for place, cards in lay[max(0, at - 1)]["cards"].items()}
        now = scene(events[: at + 1], lay[at], before, rules)
        last, words = len(events) - 1, words_of(rules)
        seats = "".join(
            f'<div class="place"><span class="cards">{hand(now.cards[place], new=now.new.get(place))}</span>'
            f'<span class="placename">{named(place, names)}</span></div>'
            for place in now.cards
            if place.startswith("seat ") and (now.over or place not in now.gone)
        )
        told = "".join(
            f"<li{' aria-current=step' if index == at else ''}>{line(event, names, words, reader=eyes)}</li>"
            for index, event in enumerate(story[: at + 1])
        )
        return (
            f'<div class="replay"><h2>Round {number}</h2><div class="steps">'
            f'<button class="do plain" data-hw="step" data-to="0" aria-label="To the start">«</button>'
            f'<button class="do plain" data-hw="step" data-to="{at - 1}" data-key="ArrowLeft" aria-label="Back">‹</button>'
            f"<span>{at + 1} of {last + 1}</span>"
            f'<button class="do plain" data-hw="step" data-to="{at + 1}" data-key="ArrowRight" aria-label="On">›</button>'
            f'<button class="do plain" data-hw="step" data-to="{last}" aria-label="To the end">»</button>'
            f'<button class="link" data-hw="live">All rounds</button>'
            f'<a class="link" href="/table/{self.table}?round={number}">Link to this round</a>'
            f'<a class="link" target="_blank" href="/verify?table={self.table}&round={number}">Verify its shuffle</a></div>'
            f'<div class="small felted">{felt.middle(rules, now)}<div class="row">{seats}</div></div>'
            f'<div class="scroll" role="group" aria-label="Up to this step" tabindex="0"><ol class="story">{told}</ol></div></div>'
        )

    def _row(self, one: Mapping[str, Any]) -> str:
        number, won = one["round"], self._won.get(one["round"])
        kind = "" if not won else "won" if won > 0 else "lost"
        result = f"{one['seats']} seated" if won is None else f'<b class="{kind}">{felt.signed(won)}</b>'
        return (
            f'<li><button class="link" data-hw="replay" data-round="{number}">Round {number}</button>'
            f'<time datetime="{escape(one["began"])}">{escape(one["began"][5:16].replace("T", " "))}</time><span>{result}</span>'
            f'<a class="link" target="_blank" href="/verify?table={self.table}&round={number}" title="Verify the shuffle of round {number}" aria-label="Verify round {number}">verify</a>'
            f'<a class="link" href="/table/{self.table}?round={number}" title="Link to round {number}" aria-label="Link to round {number}">link</a></li>'
        )

    def _session(self) -> str:
        """What the viewer's last rounds in a row came to: since sitting down, as far as the list goes."""
        if not self._won:
            return ""
        last = max(self._won)
        run = [number for at, number in enumerate(sorted(self._won, reverse=True)) if number == last - at]
        total = sum(self._won[number] for number in run)
        many = "one round" if len(run) == 1 else f"{len(run)} rounds"
        called = f"Your last {len(run)} rounds" if len(run) == AT_ONCE else f"This session, {many}"
        return f'<p class="total">{called}: <b>{felt.signed(total)}</b></p>'

    def _fair(self) -> str:
        view = self._view
        began = next((one for one in self._events if one["event"] == "roundBegan"), None)
        about = [event for event in self._told if isinstance(event, _OF_THE_SHUFFLE)]
        names = {who: one["name"] for who, one in view["seats"].items()}
        own = OWN_WORDS if view["viewer"] in view["seats"] else ""
        commitment = f"<dt>Commitment</dt><dd><code>{escape(began['commitment'])}</code></dd>" if began else ""
        told = "".join(f"<li>{line(event, names, reader=self._reader)}</li>" for event in about)
        return (
            '<div class="fair"><p>The house commits to its deck when the round begins. Your browser has sealed words before '
            "that, and opens them when the bets are closed: they decide how the deck is mixed once more, so that neither the "
            "house nor a player can choose the cards. What was committed to is shown when it can tell nobody a card that is "
            "still to come, or card by card.</p>"
            f"<dl>{commitment}<dt>Journal</dt><dd>record {view['number']}<br><code>{escape(view['hash'])}</code></dd></dl>"
            f'{own}<p><a class="link" target="_blank" href="/verify?table={self.table}&round={view["round"] or 1}">Verify the shuffle in your browser</a></p>'
            f'<ol class="story">{told}</ol></div>'
        )


def _steps(kept: Round) -> Steps:
    """A round played again, as this viewer may see it."""
    driver, eyes = kept.played(), kept.eyes
    lay = [lies(driver, eyes, upto=step + 1) for step in range(len(driver.events))]
    names = dict(driver.table.seats)
    reader = eyes if eyes in names else ""
    return kept.number, history(driver.events, eyes), seen(driver.events, eyes), lay, names, reader


def _pays(table: PayTable, line: PayLine) -> str:
    if line.pays is None:
        return "push"
    return points_text(line.pays) if table.points else str(line.pays)


def placard(rules: Rules) -> str:
    """What hangs beside the table: limits and pays."""
    limits = "".join(
        f"<tr><th>{escape(wager.name)}</th><td>{_range(rules, name)}</td><td>{cited(wager.clause)}</td></tr>"
        for name, wager in rules.wagers.items()
    )
    tables = []
    for table in {table.name: table for table in rules.pay_tables.values()}.values():
        lines = "".join(
            f"<tr><th>{escape(line.label[:1].upper() + line.label[1:])}</th><td>{_pays(table, line)}</td>"
            f"<td>{cited(line.clause)}</td></tr>"
            for line in table.lines
        )
        tables.append(f"<h2>{escape(table.name)}</h2><table>{lines}</table>")
    stakes = posted_of(rules).stakes if rules.game.bank == "pot" else ()
    for section in (*stakes, *fees(rules)):
        rows = "".join(f"<tr><th>{escape(what)}</th><td>{escape(told)}</td></tr>" for what, told in section.rows)
        about = f'<p class="quiet">{escape(section.subtitle)}</p>' if section.subtitle else ""
        tables.append(f"<h2>{escape(section.title)}</h2>{about}<table>{rows}</table>{cited(section.clause)}")
    wagers = f"<h2>Wagers</h2><table>{limits}</table>" if limits else ""
    book = source_of(rules.game.rulebook)
    stops = wheels.wheels(rules)
    worth = (
        f'<p><a class="link" target="_blank" href="/price/{escape(rules.game.id)}">What each wager is worth</a></p>'
        if can_price(rules.game.id)
        else ""
    )
    spun = f'<h2>Wheels</h2><div class="standing">{stops}</div>' if stops else ""
    return (
        f'<div class="placard"><p class="quiet">{escape(rules.game.summary)}</p>{worth}{wagers}{"".join(tables)}'
        f"{spun}"
        f'<p class="quiet">{escape(book)}</p></div>'
    )


def _range(rules: Rules, name: str) -> str:
    wager = rules.wagers[name]
    if wager.times:
        return f"{', '.join(map(str, wager.times))} × {escape(wager.of or '')}"
    limit = rules.limits.get(name)
    return f"{shown(limit.minimum)}–{shown(limit.maximum)}" if limit else ""


# Staff


def staff_bar(table: Table, view: Mapping[str, Any], person: Person) -> str:
    """What the dealer and the floor do at a table; surveillance and the operator only look."""
    if not may(person, CALL):
        return f'<p class="hint">You watch as {escape(person.role)}.</p>'
    rules = table.rules
    begin = (
        '<button class="do go" data-hw="begin"><span>Begin a round</span></button>'
        if not view["open"] and view["seats"]
        else ""
    )
    seats = "".join(f'<option value="{who}">{who}</option>' for who in view["seats"])
    calls = "".join(
        f'<option value="{escape(id)}">{escape(id)}: {escape(one.name)}</option>'
        for id, one in rules.irregularities.items()
    )
    call = (
        '<form class="fill staff" data-hw="call"><label>Irregularity <select name="irregularity">'
        f'{calls}</select></label><label>At <select name="who"><option value="">the table</option>{seats}</select></label>'
        '<button class="do"><span>Call it</span></button></form>'
        if calls and view["open"]
        else ""
    )
    first = table.signatures.waiting
    at = f" at {escape(first.act['who'])}" if first is not None and first.act["who"] else ""
    signed = (
        f'<p class="hint" role="status">{escape(first.by.name)} has called {escape(first.act["irregularity"])}'
        f"{at}. It stands when a second person calls it too; one of the two "
        "must be the floor.</p>"
        if first is not None
        else ""
    )
    opening = (
        '<button class="do plain" data-hw="open"><span>Decks have come</span><small>open the table</small></button>'
        if not view["open"]
        else ""
    )
    duties = "".join(
        f'<button class="do plain" data-hw="duty" data-duty="{escape(one["duty"])}"><span>{escape(one["what"])}</span>'
        f"<small>{'' if one['state'] == 'not due' else one['state'] + ' · '}{escape(one['clause'])}</small></button>"
        for one in view.get("duties", ())
    )
    recall = (
        f'<a class="link" href="/operator/recall?table={table.id}">Recall a player\'s rounds</a>'
        if may(person, RECALL)
        else ""
    )
    return f'<div class="answers">{begin}{call}{signed}{recall}</div><div class="answers duties"><h2>Duties</h2>{opening}{duties}</div>'


def _set(element: ui.html, content: str) -> None:
    if element.content != content:
        element.content = content
