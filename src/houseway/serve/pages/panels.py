"""Beside the felt: the story in words, what pays what, earlier rounds step by step, and the shuffle's proof."""

from collections.abc import Mapping
from html import escape
from typing import Any

from nicegui import ui

from houseway.play.view import history, story
from houseway.rules.money import shown
from houseway.rules.resolved import Rules
from houseway.serve.history import round_of, rounds_of
from houseway.serve.pages import felt, wheels
from houseway.serve.pages.faces import hand
from houseway.serve.pages.frame import html
from houseway.serve.pages.scene import counts, scene
from houseway.serve.people import Person
from houseway.serve.rail import lies
from houseway.serve.table import Table

_TABS = {"story": "Story", "pays": "Pays", "history": "History", "fair": "Fair"}


class Side:
    """The column beside the felt, one tab at a time."""

    def __init__(self, table: Table, person: Person | None) -> None:
        self.table, self.person = table, person
        self._tab = "story"
        self._rounds: list[dict[str, Any]] = []
        self._replay: tuple[int, list[dict[str, Any]], list[str], list[dict[str, Any]]] | None = None
        self._step = 0

    def build(self) -> None:
        self._tabs = html("", "tabs")
        self._panel = html("", "panel")

    def draw(self, view: Mapping[str, Any], told: list[str], person: Person | None) -> None:
        self._view, self._told = view, told
        tabs = "".join(
            f'<button role="tab" aria-selected="{str(id == self._tab).lower()}" data-hw="tab" data-tab="{id}">{name}</button>'
            for id, name in _TABS.items()
        )
        _set(self._tabs, f'<div role="tablist" aria-label="About this table">{tabs}</div>')
        drawn = {"story": self._story, "pays": self._pays, "history": self._history, "fair": self._fair}
        _set(self._panel, drawn[self._tab]())

    async def clicked(self, what: str, data: Mapping[str, str]) -> None:
        if what == "tab" and data["tab"] in _TABS:
            self._tab, self._replay = data["tab"], None
            if self._tab == "history":
                self._rounds = await rounds_of(self.table.house.store, self.table.id)
        elif what == "replay":
            number = int(data["round"])
            driver, eyes = await round_of(self.table.house.store, self.table.id, self.person, number)
            lay = [lies(driver, eyes, upto=step + 1) for step in range(len(driver.events))]
            self._replay = (number, history(driver.events, eyes), story(driver.events, eyes), lay)
            self._step = 0
        elif what == "step" and self._replay is not None:
            self._step = max(0, min(len(self._replay[1]) - 1, int(data["to"])))
        elif what == "live":
            self._replay = None

    def _story(self) -> str:
        lines = "".join(f"<li>{_line(line)}</li>" for line in self._told)
        return f'<ol class="story" role="log" aria-live="polite" aria-label="The round so far">{lines}</ol>'

    def _pays(self) -> str:
        return placard(self.table.rules)

    def _history(self) -> str:
        if self._replay is None:
            rows = "".join(
                f'<li><button class="link" data-hw="replay" data-round="{one["round"]}">Round {one["round"]}</button>'
                f"<time>{escape(one['began'][:19].replace('T', ' '))}</time><span>{one['seats']} seated</span></li>"
                for one in self._rounds
            )
            return f'<ol class="rounds">{rows or "<li>No round has been played here yet.</li>"}</ol>'
        number, events, lines, lay = self._replay
        rules, at = self.table.rules, self._step
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
            f'<ol class="story" reversed>{told}</ol></div>'
        )

    def _fair(self) -> str:
        view = self._view
        began = next((one for one in view["events"] if one["event"] == "roundBegan"), None)
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
    text = escape(line)
    if text.endswith(").") and " (" in text:
        said, _, clause = text[:-2].rpartition(" (")
        while clause.count(")") > clause.count("(") and " (" in said:
            said, _, more = said.rpartition(" (")
            clause = f"{more} ({clause}"
        return f"{said}. <cite>{clause}</cite>"
    return text


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
        tables.append(f"<h3>{escape(table.name)}</h3><table>{lines}</table>")
    book = rules.game.rulebook
    stops = wheels.wheels(rules)
    spun = f'<h3>Wheels</h3><div class="standing">{stops}</div>' if stops else ""
    return (
        f'<div class="placard"><p class="quiet">{escape(rules.game.summary)}</p><h3>Wagers</h3><table>{limits}</table>{"".join(tables)}'
        f"{spun}"
        f'<p class="quiet">{escape(book.document)}, version {escape(book.version)}</p></div>'
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
    return f'<div class="answers">{begin}{call}</div><div class="answers duties"><h3>Duties</h3>{opening}{duties}</div>'


def _set(element: ui.html, content: str) -> None:
    if element.content != content:
        element.content = content
