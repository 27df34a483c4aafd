"""The viewer's turn: only what may be answered is offered, each form of an ask in its own way."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from html import escape
from typing import Any

from houseway.rules.money import cents, dollars, shown
from houseway.rules.resolved import Rules
from houseway.serve.pages.faces import face

Asked = Mapping[str, Any]
CHIP_VALUES = (100, 500, 2_500, 10_000, 50_000)
_GIVING_UP = ("fold", "sit out", "no bet", "surrender", "decline", "muck")


@dataclass
class Placing:
    """What the viewer is about to answer: chips on spots, or cards in groups. Nothing of it is said yet."""

    chip: int = 500
    steps: list[tuple[str, int]] = field(default_factory=list)
    also: list[str] = field(default_factory=list)  # said with the wagers: what is taken down, what is called
    groups: dict[int, str] = field(default_factory=dict)  # by the card's position in the ask
    group: str = ""

    def placed(self) -> dict[str, int]:
        total: dict[str, int] = {}
        for wager, amount in self.steps:
            total[wager] = total.get(wager, 0) + amount
        return total

    def text(self) -> str:
        return ", ".join([*(f"{wager} {dollars(amount)}" for wager, amount in self.placed().items()), *self.also])

    def cost(self, ask: "Asked | None") -> int:
        """What the chips on the spots take from the stack: a wager may make several equal bets."""
        spots = offered(ask)
        return sum(amount * spots.get(wager, {}).get("bets", 1) for wager, amount in self.placed().items())

    def add(self, offer: Mapping[str, Any], smallest: int) -> None:
        """A chip on a spot: the first one is at least the minimum, and none goes above the maximum."""
        wager, low, high = offer["wager"], cents(offer["minimum"]), cents(offer["maximum"])
        lies = self.placed().get(wager, 0)
        if amounts := [cents(amount) for amount in offer.get("amounts", ())]:  # a device takes these and no others
            more = [amount for amount in sorted(amounts) if amount > lies]
            self.steps += [(wager, more[0] - lies)] if more else []
            return
        step = self.chip if lies else max(self.chip, low)
        step = min(step, high - lies) // smallest * smallest
        if step > 0:
            self.steps.append((wager, step))

    def arranged(self, form: Mapping[str, Any]) -> str:
        cards = form["cards"].split()
        named = []
        for name, _ in segments(form):
            chosen = [cards[at] for at, group in sorted(self.groups.items()) if group == name]
            if chosen or form["form"] == "arrangement":
                named.append(f"{name} {' '.join(chosen)}")
        return ", ".join(named)

    def toggle(self, form: Mapping[str, Any], at: int) -> None:
        """A card goes to the chosen group, or the next one with room; or back."""
        if self.groups.pop(at, None) is not None or not 0 <= at < len(form["cards"].split()):
            return
        room = [name for name, size in segments(form) if list(self.groups.values()).count(name) < size]
        if room:
            self.group = self.group if self.group in room else room[0]
            self.groups[at] = self.group


def setting(ask: Asked) -> Mapping[str, Any] | None:
    """The form that sets cards into groups, if the ask has one."""
    return next((form for form in ask["forms"] if form["form"] in ("arrangement", "placement")), None)


def segments(form: Mapping[str, Any]) -> list[tuple[str, int]]:
    """The groups that cards are named for, with their size; of an arrangement the last takes what is left."""
    if form["form"] == "placement":
        return [(name, room) for name, room in form["room"].items() if room]
    return [(name, size) for name, size in form["groups"][:-1]]


def forms(ask: Asked, kind: str) -> list[Mapping[str, Any]]:
    return [form for form in ask["forms"] if form["form"] == kind]


def offered(ask: Asked | None) -> dict[str, Mapping[str, Any]]:
    """The spots that chips may be put on now."""
    if ask is None:
        return {}
    return {spot["wager"]: spot for form in forms(ask, "wagers") for spot in form["spots"]}


def advice(told: Mapping[str, Any] | None, *, unit: int) -> str:
    """What the coach says; nothing is known yet while it counts."""
    if told is None:
        return '<section class="advice" role="status"><p class="hint">The coach is counting…</p></section>'
    rows = "".join(
        f'<tr{" class=best" if one["best"] else ""}><th scope="row">{"★ " if one["best"] else ""}'
        f"{escape(_said(one['answer']))}</th><td>{_worth(one['expectation']['fraction'], unit)}</td>"
        f"<td>{'best' if one['best'] else 'costs $' + one['cost_amount']}</td></tr>"
        for one in told["answers"]
    )
    return (
        f'<section class="advice" role="status" aria-label="The coach"><p><b>★ {escape(_said(told["best"]))}</b> is best.</p>'
        '<table><thead><tr><th scope="col">Answer</th><th scope="col">Expected</th><th scope="col">Against the best</th></tr>'
        f"</thead><tbody>{rows}</tbody></table><p class=quiet>The whole round's expected result at your stakes, exact to the "
        "cent; wagers that no decision changes are left out.</p></section>"
    )


def _said(answer: str) -> str:
    return answer[:1].upper() + answer[1:].replace("-", " ")


def _worth(fraction: str, unit: int) -> str:
    amount = round(Fraction(fraction) * unit)
    return f"−{shown(-amount)}" if amount < 0 else f"+{shown(amount)}" if amount else "even"


def bar(
    ask: Asked,
    rules: Rules,
    placing: Placing,
    *,
    last: str,
    wrong: str,
    best: str = "",
    more: str = "",
    lie: Mapping[str, int] | None = None,
) -> str:
    """All that may be answered to an ask; `best` is what the coach would say, `more` what else is offered, `lie` how
    many cards lie in each group already."""
    about = f" · {escape(ask['spot'])}" if ask.get("spot") else ""
    clause = f"<cite>{escape(ask['clause'])}</cite>" if ask["clause"] else ""
    head = f'<h2 class="asked">{escape(_question(ask))}{about} {clause}</h2>'
    buttons = _Buttons(best)
    parts = [_form(form, ask, rules, placing, buttons, last=last, wrong=wrong, lie=lie or {}) for form in ask["forms"]]
    return head + f'<div class="answers">{"".join(parts)}{more}</div>'


def _question(ask: Asked) -> str:
    if forms(ask, "wagers"):
        return "Place your wagers"
    if setting(ask):
        return "Set your cards"
    return f"Your turn: {ask['what'].replace('-', ' ')}"


class _Buttons:
    """Buttons with their keys: the first nine answers are on 1 to 9."""

    def __init__(self, best: str) -> None:
        self._count, self._best = 0, best

    def answer(self, text: str, label: str, *, note: str = "", kind: str = "") -> str:
        self._count += 1
        key = f' data-key="{self._count}"' if self._count < 10 else ""
        hint = f"<kbd>{self._count}</kbd>" if self._count < 10 else ""
        under = f"<small>{note}</small>" if note else ""
        quiet = "quiet" if text in _GIVING_UP else kind
        best = text == self._best
        star = '<i class="star" aria-label="best">★</i>' if best else ""
        return (
            f'<button class="do {quiet}{" advised" if best else ""}" data-hw="say" data-text="{escape(text)}"{key}>{hint}'
            f"<span>{escape(label)}{star}</span>{under}</button>"
        )


def _form(
    form: Mapping[str, Any],
    ask: Asked,
    rules: Rules,
    placing: Placing,
    buttons: _Buttons,
    *,
    last: str,
    wrong: str,
    lie: Mapping[str, int],
) -> str:
    match form["form"]:
        case "wagers":
            return _wagers(form, placing, rules, last=last, wrong=wrong)
        case "words":
            return "".join(buttons.answer(word, word.capitalize()) for word in form["words"])
        case "moves":
            return "".join(
                buttons.answer(word, word.capitalize(), note=shown(cents(amount)) if cents(amount) else "")
                for word, amount in form["words"].items()
            )
        case "times":
            return "".join(
                buttons.answer(word, word.replace("-", " ").capitalize() + "×", note=shown(cents(amount)))
                for word, amount in form["words"].items()
            )
        case "amount":
            return _amount(form)
        case "number":
            return _number(form)
        case "arrangement" | "placement":
            return _arrangement(form, ask, placing, wrong=wrong, lie=lie)
        case "cards":
            return _cards(form)
        case _:
            return _anything(ask, rules, buttons)


def _wagers(form: Mapping[str, Any], placing: Placing, rules: Rules, *, last: str, wrong: str) -> str:
    values = [value for value in CHIP_VALUES if value % rules.chip == 0] or [rules.chip]
    tray = "".join(
        f'<button class="chip pick {_chip_kind(value)}{" chosen" if value == placing.chip else ""}" data-hw="chip" '
        f'data-value="{value}" aria-pressed="{str(value == placing.chip).lower()}" aria-label="{shown(value)} chip">'
        f"<span>{value // 100}</span></button>"
        for value in values
    )
    placed = placing.placed() or placing.also
    words = [*(f"take down {wager}" for wager in form.get("take_down", ())), *form.get("calls", ())]
    also = "".join(
        f'<button class="do plain{" chosen" if word in placing.also else ""}" data-hw="also" data-text="{escape(word)}" '
        f'aria-pressed="{str(word in placing.also).lower()}">{escape(word.capitalize())}</button>'
        for word in words
    )
    again = '<button class="do plain" data-hw="again">Same again</button>' if last and not placed else ""
    undo = (
        '<button class="do plain" data-hw="undo" data-key="u">Undo</button>'
        '<button class="do plain" data-hw="clear">Clear</button>'
        if placed
        else '<button class="do plain" data-hw="minimum" data-key="m">Minimum</button>'
    )
    go = (
        f'<button class="do go" data-hw="place" data-key="Enter"{" disabled" if wrong else ""}>'
        f"<span>Deal me in</span><small>{escape(placing.text())}</small></button>"
        if placed
        else ""
    )
    why = f'<p class="wrong" role="status">{escape(wrong)}</p>' if wrong and placed else ""
    hint = '<p class="hint place">Pick a chip, then a spot.</p>' if not placed else ""
    return f'<div class="tray">{tray}</div>{also}{again}{undo}{go}{hint}{why}'


def _chip_kind(value: int) -> str:
    return {100: "w1", 500: "r5", 2_500: "g25", 10_000: "k100", 50_000: "p5"}.get(value, "c1")


def _amount(form: Mapping[str, Any]) -> str:
    word = escape(form["word"])
    low, high = cents(form["low"]), cents(form["high"])
    step = cents(form.get("step", "0.01")) or 1
    quick = {"Min": low, "Half": low + (high - low) // 2 // step * step, "Max": high}
    picks = "".join(
        f'<button type="button" class="do plain" data-set="{dollars(amount)}">{name}</button>'
        for name, amount in quick.items()
        if low <= amount <= high
    )
    bounds = f'min="{form["low"]}" max="{form["high"]}" step="any" value="{form["low"]}"'
    return (
        f'<form class="fill" data-hw="fill" data-word="{word}"><label>{word.capitalize()} '
        f'<input type="range" data-mirror {bounds} aria-label="{word}, amount">'
        f'<input name="value" inputmode="decimal" value="{form["low"]}" size="7" aria-label="{word}, in dollars"></label>'
        f'<span class="amounts">{picks}</span><button class="do go"><span>{word.capitalize()}</span>'
        f"<small>{shown(cents(form['low']))}–{shown(cents(form['high']))}</small></button></form>"
    )


def _number(form: Mapping[str, Any]) -> str:
    return (
        f'<form class="fill" data-hw="fill" data-word=""><input name="value" type="number" min="{form["low"]}" '
        f'max="{form["high"]}" value="{form["low"]}" aria-label="a number from {form["low"]} to {form["high"]}">'
        f'<button class="do go"><span>Say</span><small>{form["low"]}–{form["high"]}</small></button></form>'
    )


def _arrangement(form: Mapping[str, Any], ask: Asked, placing: Placing, *, wrong: str, lie: Mapping[str, int]) -> str:
    groups = segments(form)
    rest = form["groups"][-1][0] if form["form"] == "arrangement" else "–"
    chosen = placing.group or groups[0][0]
    tabs = "".join(
        f'<button class="do plain{" chosen" if name == chosen else ""}" data-hw="group" data-group="{escape(name)}" '
        f'aria-pressed="{str(name == chosen).lower()}">{escape(name.capitalize())} '
        f"({lie.get(name, 0) + list(placing.groups.values()).count(name)} of {lie.get(name, 0) + size})</button>"
        for name, size in groups
    )
    cards = "".join(
        f'<button class="pickcard{" up" if at in placing.groups else ""}" data-hw="card" data-at="{at}" '
        f'aria-pressed="{str(at in placing.groups).lower()}">{face(name, extra="mid")}'
        f"<small>{escape(placing.groups.get(at, rest))}</small></button>"
        for at, name in enumerate(form["cards"].split())
    )
    text = placing.arranged(form)
    ready = not wrong and placing.groups
    said = any(ask["default"] in other["words"] for other in forms(ask, "words"))  # offered as a word already
    return (
        f'<div class="arrange"><div class="tabs">{tabs}</div><div class="pickrow">{cards}</div></div>'
        f'<button class="do go" data-hw="arrange" data-key="Enter"{"" if ready else " disabled"}><span>Set</span>'
        f"<small>{escape(text if ready else 'choose cards')}</small></button>"
        + (
            ""
            if said
            else f'<button class="do plain" data-hw="say" data-text="{escape(ask["default"])}"><span>As the house sets it</span></button>'
        )
        + (f'<p class="wrong" role="status">{escape(wrong)}</p>' if wrong and placing.groups else "")
    )


def _cards(form: Mapping[str, Any]) -> str:
    """For the dealer beside a real table: which cards were turned over."""
    picks = "".join(
        f'<button type="button" class="mini" data-append="{rank}{suit}" aria-label="{rank}{suit}">{face(rank + suit, extra="tiny")}</button>'
        for suit in "shdc"
        for rank in "AKQJT98765432"
    )
    many = f"{form['count']} card{'s' * (form['count'] > 1)}"
    return (
        f'<form class="fill cardsform" data-hw="fill" data-word=""><label>{many} for {escape(form["place"])} '
        '<input name="value" autocomplete="off" placeholder="Kh 5d" size="12"></label>'
        f'<button class="do go"><span>Enter</span></button><div class="deck">{picks}</div></form>'
    )


def _anything(ask: Asked, rules: Rules, buttons: _Buttons) -> str:
    """A form this page has not met: in words, as the rule file writes them."""
    known = rules.game.asks.get(ask["what"])
    hint = " · ".join(known.answers) if known else ""
    return (
        f'<form class="fill" data-hw="fill" data-word=""><label>{escape(hint)} '
        f'<input name="value" value="{escape(ask["default"])}"></label><button class="do go"><span>Say</span></button></form>'
    )
