"""Beside the felt: the story in words, what pays what, earlier rounds step by step, and the shuffle's proof."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

from nicegui import ui

from houseway.play.view import history, story
from houseway.prove.placard import betting, fees
from houseway.rules.money import shown
from houseway.rules.resolved import Rules
from houseway.serve.history import round_of, rounds_of
from houseway.serve.pages import felt, wheels
from houseway.serve.pages.faces import hand
from houseway.serve.pages.frame import html
from houseway.serve.pages.scene import counts, scene
from houseway.serve.people import Person
from houseway.serve.rail import lies
from houseway.serve.store import Store
from houseway.serve.table import Table

_TABS = {"story": "Story", "pays": "Pays", "history": "History", "fair": "Fair"}


class Side:
    """The column beside the felt, one tab at a time."""

    def __init__(
        self, store: Store, table: int, rules: Rules, person: Person | None, *, tabs: Iterable[str] = ()
    ) -> None:
        self.store, self.table, self.rules, self.person = store, table, rules, person
        self.tabs = {id: _TABS[id] for id in tabs or _TABS}
        self._tab = next(iter(self.tabs))
        self._view: Mapping[str, Any] = {}
        self._told: list[str] = []
        self._events: Sequence[Mapping[str, Any]] = ()
        self._rounds: list[dict[str, Any]] = []
        self._replay: tuple[int, list[dict[str, Any]], list[str], list[dict[str, Any]]] | None = None
        self._step = 0

    def build(self) -> None:
        self._tabs = html("", "tabs")
        self._panel = html("", "panel").props('role="region" aria-label="About this table" tabindex="0"')

    def draw(self, view: Mapping[str, Any], told: list[str], events: Sequence[Mapping[str, Any]]) -> None:
        self._view, self._told, self._events = view, told, events
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
                self._rounds = await rounds_of(self.store, self.table)
        elif what == "replay":
            number = int(data["round"])
            driver, eyes = await round_of(self.store, self.table, self.person, number)
            lay = [lies(driver, eyes, upto=step + 1) for step in range(len(driver.events))]
            self._replay = (number, history(driver.events, eyes), story(driver.events, eyes), lay)
            self._step = 0
        elif what == "step" and self._replay is not None:
            self._step = max(0, min(len(self._replay[1]) - 1, int(data["to"])))
        elif what == "live":
            self._replay = None

    def _story(self) -> str:
        lines = "".join(f"<li>{_line(line)}</li>" for line in self._told)
        return (
            '<div class="scroll" role="log" aria-live="polite" aria-label="The round so far" tabindex="0">'
            f'<ol class="story">{lines}</ol></div>'
        )

    def _pays(self) -> str:
        return placard(self.rules)

    def _history(self) -> str:
        if self._replay is None:
            rows = "".join(
                f'<li><button class="link" data-hw="replay" data-round="{one["round"]}">Round {one["round"]}</button>'
                f"<time>{escape(one['began'][:19].replace('T', ' '))}</time><span>{one['seats']} seated</span></li>"
                for one in self._rounds
            )
            return f'<ol class="rounds">{rows or "<li>No round has been played here yet.</li>"}</ol>'
        number, events, lines, lay = self._replay
        rules, at = self.rules, self._step
        before = {place: cards.split() for place, cards in lay[max(0, at - 1)]["cards"].items()}
        now = scene(events[: at + 1], lay[at], before)
        now.counts = counts(rules.game.id, now.cards)
        last = len(events) - 1
        seats = "".join(
            f'<div class="place"><span class="cards">{hand(now.cards[place], new=now.new.get(place))}</span>'
            f'<span class="placename">{escape(place)}</span></div>'
            for place in now.cards
            if place.startswith("seat ") and place not in now.gone
        )
        told = "".join(
            f"<li{' aria-current=step' if index == at else ''}>{_line(line)}</li>"
            for index, line in enumerate(lines[: at + 1])
        )
        return (
            f'<div class="replay"><h2>Round {number}</h2><div class="steps">'
            f'<button class="do plain" data-hw="step" data-to="0" aria-label="To the start">«</button>'
            f'<button class="do plain" data-hw="step" data-to="{at - 1}" data-key="ArrowLeft" aria-label="Back">‹</button>'
            f"<span>{at + 1} of {last + 1}</span>"
            f'<button class="do plain" data-hw="step" data-to="{at + 1}" data-key="ArrowRight" aria-label="On">›</button>'
            f'<button class="do plain" data-hw="step" data-to="{last}" aria-label="To the end">»</button>'
            f'<button class="link" data-hw="live">All rounds</button></div>'
            f'<div class="small felted">{felt.middle(rules, now)}<div class="row">{seats}</div></div>'
            f'<div class="scroll" role="group" aria-label="Up to this step" tabindex="0"><ol class="story">{told}</ol></div></div>'
        )

    def _fair(self) -> str:
        view = self._view
        began = next((one for one in self._events if one["event"] == "roundBegan"), None)
        lines = [line for line in self._told if "committed" in line or "seed" in line or "shuffle" in line.lower()]
        own = (
            '<form class="fill" data-hw="entropy"><label>Your own words for the shuffle '
            '<input name="value" maxlength="200"></label><button class="do plain">Add</button></form>'
            if view["viewer"] in view["seats"] and view["stage"] == "wagers" and view["open"]
            else ""
        )
        commitment = f"<dt>Commitment</dt><dd><code>{escape(began['commitment'])}</code></dd>" if began else ""
        told = "".join(f"<li>{escape(line)}</li>" for line in lines)
        return (
            '<div class="fair"><p>The shuffle is committed to before the bets close; its seed is shown when it can tell nobody '
            "a card that is still to come. Anybody can deal the cards again from it.</p>"
            f"<dl>{commitment}<dt>Journal</dt><dd>record {view['number']}<br><code>{escape(view['hash'])}</code></dd></dl>"
            f'{own}<ol class="story">{told}</ol></div>'
        )


def _line(line: str) -> str:
    """A sentence with its clause set apart."""
    if not line.endswith(")."):
        return escape(line)
    depth, at = 1, len(line) - 2
    while depth and at:
        at -= 1
        depth += {")": 1, "(": -1}.get(line[at], 0)
    if depth or not line[:at].strip():
        return escape(line)
    return f"{escape(line[:at].rstrip())}. <cite>{escape(line[at + 1 : -2])}</cite>"


def placard(rules: Rules) -> str:
    """What hangs beside the table: limits and pays."""
    limits = "".join(
        f"<tr><th>{escape(wager.name)}</th><td>{_range(rules, name)}</td><td><cite>{escape(wager.clause)}</cite></td></tr>"
        for name, wager in rules.wagers.items()
    )
    tables = []
    for table in {table.name: table for table in rules.pay_tables.values()}.values():
        lines = "".join(
            f"<tr><th>{escape(line.label[:1].upper() + line.label[1:])}</th><td>{line.pays or 'push'}</td>"
            f"<td><cite>{escape(line.clause)}</cite></td></tr>"
            for line in table.lines
        )
        tables.append(f"<h2>{escape(table.name)}</h2><table>{lines}</table>")
    for section in (*betting(rules), *fees(rules)):
        rows = "".join(f"<tr><th>{escape(what)}</th><td>{escape(told)}</td></tr>" for what, told in section.rows)
        about = f'<p class="quiet">{escape(section.subtitle)}</p>' if section.subtitle else ""
        tables.append(
            f"<h2>{escape(section.title)}</h2>{about}<table>{rows}</table><cite>{escape(section.clause)}</cite>"
        )
    wagers = f"<h2>Wagers</h2><table>{limits}</table>" if limits else ""
    book = ", version ".join(filter(None, (rules.game.rulebook.document, rules.game.rulebook.version)))
    stops = wheels.wheels(rules)
    spun = f'<h2>Wheels</h2><div class="standing">{stops}</div>' if stops else ""
    return (
        f'<div class="placard"><p class="quiet">{escape(rules.game.summary)}</p>{wagers}{"".join(tables)}'
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
    if person.role not in ("dealer", "floor"):
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
    return f'<div class="answers">{begin}{call}</div><div class="answers duties"><h2>Duties</h2>{opening}{duties}</div>'


def _set(element: ui.html, content: str) -> None:
    if element.content != content:
        element.content = content
