"""The viewer's turn: only what may be answered is offered, each form of an ask in its own way."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from html import escape
from typing import Any

from houseway.play.come_come import COME_COME
from houseway.play.player_dealer import DECLINE
from houseway.rules.money import cents, dollars, shown
from houseway.rules.resolved import Rules
from houseway.serve.pages.faces import face
from houseway.serve.pages.naming import words_of
from houseway.serve.pages.telling import cited, laid, suited

Asked = Mapping[str, Any]
CHIP_VALUES = (100, 500, 2_500, 10_000, 50_000)
_SUGGESTS = {"arrangement": "As the house sets it", "placement": "Suggest"}  # both are looked at before they are said
_QUESTIONS = {COME_COME: "Lay Come-Come money in the bank?"}  # where the ask's own name does not say enough
_GIVING_UP = ("fold", "sit out", "no bet", "surrender", "decline", "muck")


@dataclass(frozen=True)
class PotSize:
    """What a bet is measured by: all that lies in the middle and before players, the bet to be called, and what the
    viewer has put in already and has left."""

    holds: int
    level: int
    put_in: int
    stack: int

    def raised_to(self, share: Fraction) -> int:
        """The bet that raises by a share of the pot as it is after a call."""
        return self.level + int(share * (self.holds + self.level - self.put_in))


@dataclass
class Placing:
    """What the viewer is about to answer: chips on spots, or cards in groups. Nothing of it is said yet."""

    chip: int = 500
    steps: list[tuple[str, int]] = field(default_factory=list)
    marks: list[int] = field(default_factory=list)  # how many steps there were before each thing that can be undone
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

    def words(self, called: Mapping[str, str]) -> str:
        """The same for somebody to read."""
        named = {wager: called.get(wager, wager.replace("-", " ")) for wager in self.placed()}
        lie = [f"{named[wager]} {shown(amount)}" for wager, amount in self.placed().items()]
        return ", ".join([*lie, *(said.replace("-", " ") for said in self.also)])

    def cost(self, ask: "Asked | None") -> int:
        """What the chips on the spots take from the stack: a wager may make several equal bets."""
        spots = offered(ask)
        return sum(amount * spots.get(wager, {}).get("bets", 1) for wager, amount in self.placed().items())

    def mark(self) -> None:
        """What follows is undone at once."""
        self.marks.append(len(self.steps))

    def undo(self) -> None:
        del self.steps[self.marks.pop() if self.marks else len(self.steps) - 1 :]

    def repeat(self, last: str, ask: "Asked | None") -> None:
        """The same wagers as the last ones, as far as they can be placed now."""
        self.mark()
        spots = offered(ask)
        for part in last.split(", "):
            wager, _, amount = part.rpartition(" ")
            if wager in spots:
                self.steps.append((wager, cents(amount)))

    def double(self, ask: "Asked | None", *, stack: int, smallest: int) -> bool:
        """As much again on every spot, as far as its maximum allows; False if the stack does not pay for it."""
        spots, more = offered(ask), []
        for wager, lies in self.placed().items():
            high, amounts = cents(spots[wager]["maximum"]), [cents(one) for one in spots[wager].get("amounts", ())]
            to = min(2 * lies, high) // smallest * smallest
            if to > lies and (not amounts or to in amounts):
                more.append((wager, to - lies))
        if self.cost(ask) + sum(amount * spots[wager].get("bets", 1) for wager, amount in more) > stack:
            return False
        self.mark()
        self.steps += more
        return True

    def add(self, offer: Mapping[str, Any], smallest: int) -> None:
        """A chip on a spot: the first one is at least the minimum, and none goes above the maximum."""
        self.mark()
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

    def lying(self, form: Mapping[str, Any]) -> dict[str, list[str]]:
        """Which cards lie in each group, and those that were put nowhere in the last one of an arrangement."""
        rest = form["groups"][-1][0] if form["form"] == "arrangement" else ""
        lying: dict[str, list[str]] = {}
        for at, name in enumerate(form["cards"].split()):
            lying.setdefault(self.groups.get(at, rest), []).append(name)
        return lying

    def fill(self, form: Mapping[str, Any], text: str) -> None:
        """Lay the cards as an answer has them, to be looked at before it is said."""
        cards = form["cards"].split()
        self.groups.clear()
        for part in text.split(","):
            name, *named = part.split()
            for one in named:
                at = next((at for at, card in enumerate(cards) if card == one and at not in self.groups), None)
                if at is not None:
                    self.groups[at] = name

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


def _alone(form: Mapping[str, Any]) -> str:
    """The one group that cards may go to, where all the others stay as they are: `discard`."""
    groups = segments(form)
    return groups[0][0] if form["form"] == "placement" and len(groups) == 1 else ""


def forms(ask: Asked, kind: str) -> list[Mapping[str, Any]]:
    return [form for form in ask["forms"] if form["form"] == kind]


def offered(ask: Asked | None) -> dict[str, Mapping[str, Any]]:
    """The spots that chips may be put on now."""
    if ask is None:
        return {}
    return {spot["wager"]: spot for form in forms(ask, "wagers") for spot in form["spots"]}


_MANY = 9  # answers that the coach shows at once


def advice(told: Mapping[str, Any] | None, *, unit: int) -> str:
    """What the coach says; nothing is known yet while it counts."""
    if told is None:
        return '<section class="advice" role="status"><p class="hint">The coach is counting…</p></section>'
    answers, pot = told["answers"], bool(told.get("basis"))
    if len(answers) > _MANY:  # as of 32 ways to hold five cards: the best are in sight, the others a click away
        answers = sorted(answers, key=lambda one: Fraction(one["cost"]["fraction"]))
    beside = "other" if pot else "best"
    head = (
        f'<thead><tr><th scope="col">Answer</th><th scope="col">Expected</th><th scope="col">Against the {beside}</th></tr>'
        "</thead>"
    )
    first, others = ("".join(_told(one, unit, pot) for one in some) for some in (answers[:_MANY], answers[_MANY:]))
    more = (
        f"<details><summary>{len(answers) - _MANY} more</summary><table>{head}<tbody>{others}</tbody></table></details>"
    )
    facts = "".join(
        f"<dt>{escape(fact['name'])}</dt><dd>{suited(escape(fact['text']))}</dd>" for fact in told.get("facts", ())
    )
    verdict = "is worth most, if nobody bets any more" if pot else "is best"
    basis = told.get("basis") or (
        "The whole round's expected result at your stakes, exact to the cent; wagers that no decision changes are left out."
    )
    return (
        f'<section class="advice" role="status" aria-label="The coach"><p><b>★ {laid(_said(told["best"]))}</b> {verdict}.</p>'
        f"{f'<dl>{facts}</dl>' if facts else ''}<table>{head}<tbody>{first}</tbody></table>{more if others else ''}"
        f'<details class="basis"><summary>What this rests on</summary><p>{escape(basis)}</p></details></section>'
    )


def _told(one: Mapping[str, Any], unit: int, pot: bool) -> str:
    """An answer, what it is worth and what it costs, as a row."""
    most = "most" if pot else "best"
    return (
        f'<tr{" class=best" if one["best"] else ""}><th scope="row">{"★ " if one["best"] else ""}'
        f"{laid(_said(one['answer']))}</th><td>{_worth(one['expectation']['fraction'], unit)}</td>"
        f"<td>{most if one['best'] else _cost(one)}</td></tr>"
    )


def _cost(one: Mapping[str, Any]) -> str:
    """What an answer costs beside the best one; there may be two that are as good, or all but."""
    if cents(one["cost_amount"]):
        return f"costs ${one['cost_amount']}"
    return "costs under a cent" if Fraction(one["cost"]["fraction"]) else "as good"


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
    named: Mapping[str, str] | None = None,
    pot: PotSize | None = None,
) -> str:
    """All that may be answered to an ask; `best` is what the coach would say, `more` what else is offered, `lie` how
    many cards lie in each group already, `named` what the cards of a whole group come to (of all cards under no name),
    `pot` what a bet is measured by."""
    about = f" · {escape(ask['spot'])}" if ask.get("spot") else ""
    offered_only = ask["default"] == DECLINE  # nobody has to take it, and who says nothing does not
    in_order = sorted(ask["forms"], key=lambda form: form["form"] != "words") if offered_only else ask["forms"]
    head = f'<h2 class="asked"><span>{escape(_question(ask))}{about}</span> {cited(ask["clause"])}</h2>'
    buttons = _Buttons(best, default=DECLINE if offered_only else "")
    parts = [
        _form(
            form,
            ask,
            rules,
            placing,
            buttons,
            last=last,
            wrong=wrong,
            lie=lie or {},
            named=named or {},
            pot=pot,
        )
        for form in in_order
    ]
    return head + f'<div class="answers">{"".join(parts)}{more}</div>'


def _question(ask: Asked) -> str:
    if forms(ask, "wagers"):
        return "Place your wagers"
    if form := setting(ask):
        alone = _alone(form)
        return f"Choose what to {alone}" if alone else "Set your cards"
    return _QUESTIONS.get(ask["what"]) or f"Your turn: {ask['what'].replace('-', ' ')}"


class _Buttons:
    """Buttons with their keys: the first nine answers are on 1 to 9, giving up is on 0, so that no finger that is used to
    an answer gives up by mistake, and `default` is on Enter besides."""

    def __init__(self, best: str, *, default: str = "") -> None:
        self._count, self._best, self.default = 0, best, default

    def answer(self, text: str, label: str, note: str = "", *, kind: str = "") -> str:
        gives_up = text in _GIVING_UP
        self._count += not gives_up
        number = 0 if gives_up else self._count
        on_enter = bool(text) and text == self.default
        keys = [str(number)] * (number < 10) + ["Enter"] * on_enter
        key = f' data-key="{" ".join(keys)}"' if keys else ""
        hint = f"<kbd>{number}</kbd>" if number < 10 else ""
        note = note or ("Enter, or say nothing" if on_enter else "")
        under = f"<small>{note}</small>" if note else ""
        quiet = "go" if on_enter else "quiet" if gives_up else kind
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
    named: Mapping[str, str],
    pot: PotSize | None,
) -> str:
    match form["form"]:
        case "wagers":
            return _wagers(form, ask, placing, rules, last=last, wrong=wrong)
        case "words":
            words = sorted(form["words"], key=lambda word: word in _GIVING_UP)
            return "".join(buttons.answer(word, word.capitalize()) for word in words)
        case "moves":
            return "".join(buttons.answer(word, *_move(word, cents(amount))) for word, amount in form["words"].items())
        case "times":
            return "".join(
                buttons.answer(word, word.replace("-", " ").capitalize() + "×", note=shown(cents(amount)))
                for word, amount in form["words"].items()
            )
        case "amount":
            whole = any(form["word"] in other.get("words", ()) for other in ask["forms"])  # and this is for less
            return _amount(form, pot, kind="plain" if buttons.default or whole else "go", less=whole)
        case "number":
            return _number(form)
        case "purchase":
            buy = f"Buy {shown(cents(form['amount']))} and bet"
            return (
                f'<button class="do" data-hw="chips" data-amount="{cents(form["amount"])}"><span>{buy}</span></button>'
            )
        case "arrangement" | "placement":
            return _arrangement(form, ask, placing, wrong=wrong, lie=lie, named=named)
        case "cards":
            return _cards(form)
        case _:
            return _anything(ask, rules, buttons)


def _move(word: str, costs: int) -> tuple[str, str]:
    """What is on the button of a move, and what it takes from the stack where the word does not say so: `Raise to $12`,
    `$8 more`."""
    verb, _, amount = word.rpartition(" ")
    if not (verb and amount.replace(".", "", 1).isdigit()):
        return word.capitalize(), shown(costs) if costs else ""
    return f"{verb.capitalize()} {shown(cents(amount))}", f"{shown(costs)} more" if costs not in (
        0,
        cents(amount),
    ) else ""


def _wagers(form: Mapping[str, Any], ask: Asked, placing: Placing, rules: Rules, *, last: str, wrong: str) -> str:
    values = [value for value in CHIP_VALUES if value % rules.chip == 0] or [rules.chip]
    tray = "".join(
        f'<button class="chip pick {_chip_kind(value)}{" chosen" if value == placing.chip else ""}" data-hw="chip" '
        f'data-value="{value}" aria-pressed="{str(value == placing.chip).lower()}" aria-label="{shown(value)} chip">'
        f"<span>{value // 100}</span></button>"
        for value in values
    )
    placed = placing.placed() or placing.also
    words = {f"take down {wager}": f"Take down {wager.replace('-', ' ')}" for wager in form.get("take_down", ())}
    words |= {call: f"Bets {call}" for call in form.get("calls", ())}
    also = "".join(
        f'<button class="do plain{" chosen" if word in placing.also else ""}" data-hw="also" data-text="{escape(word)}" '
        f'aria-pressed="{str(word in placing.also).lower()}">{escape(label)}</button>'
        for word, label in words.items()
    )
    before = Placing()
    before.repeat(last, ask)
    again = _with_key("again", "r", f"Rebet {shown(before.cost(ask))}") if before.steps and not placed else ""
    undo = (
        _with_key("double", "d", "Double") + _with_key("undo", "u", "Undo") + _with_key("clear", "x", "Clear")
        if placed
        else _with_key("minimum", "m", "Minimum")
    )
    staked = f" · {shown(placing.cost(ask))}" if placing.steps else ""
    go = (
        f'<button class="do go" data-hw="place" data-key="Enter"{" disabled" if wrong else ""}>'
        f"<span>Deal me in{staked}</span><small>{escape(placing.words(words_of(rules).short))}</small></button>"
        if placed
        else ""
    )
    why = f'<p class="wrong" role="status">{escape(wrong[:1].upper() + wrong[1:])}</p>' if wrong and placed else ""
    hint = '<p class="hint place">Pick a chip, then a spot.</p>' if not placed else ""
    return f'<div class="tray">{tray}</div>{also}{again}{undo}{go}{hint}{why}'


def _with_key(what: str, key: str, label: str) -> str:
    shown_key = f"<kbd>{key.upper()}</kbd>"
    return (
        f'<button class="do plain" data-hw="{what}" data-key="{key}">{shown_key}<span>{escape(label)}</span></button>'
    )


def _chip_kind(value: int) -> str:
    return {100: "w1", 500: "r5", 2_500: "g25", 10_000: "k100", 50_000: "p5"}.get(value, "c1")


def _amount(form: Mapping[str, Any], pot: PotSize | None, *, kind: str, less: bool) -> str:
    """An amount to be chosen, from its minimum up; `less` says that the whole has a button of its own, and this begins
    at half of it."""
    word = escape(form["word"])
    low, high = cents(form["low"]), cents(form["high"])
    step = cents(form.get("step", "0.01")) or 1
    shares = {"Half": low + (high - low) // 2}
    if pot is not None:
        shares = {"½ pot": pot.raised_to(Fraction(1, 2)), "Pot": pot.raised_to(Fraction(1))}
    most = "All in" if pot and high == pot.put_in + pot.stack else "Max"
    quick = {"Min": low, **{name: low + (to - low) // step * step for name, to in shares.items()}, most: high}
    picks = "".join(
        f'<button type="button" class="do plain" data-set="{dollars(amount)}">{name}</button>'
        for name, amount in quick.items()
        if low <= amount <= high
    )
    start = low + (high - low) // 2 // step * step if less else low
    bounds = f'min="{form["low"]}" max="{form["high"]}" step="any" value="{dollars(start)}"'
    return (
        f'<form class="fill" data-hw="fill" data-word="{word}"><label><span class="aside">{word.capitalize()}</span> '
        f'<input type="range" data-mirror {bounds} aria-label="{word}, amount">'
        f'<input name="value" inputmode="decimal" value="{dollars(start)}" size="7" aria-label="{word}, in dollars"></label>'
        f'<span class="amounts">{picks}</span><button class="do {kind}"><span>{word.capitalize()} '
        f"<output>{shown(start)}</output></span><small>{shown(low)}–{shown(high)}</small></button></form>"
    )


def _number(form: Mapping[str, Any]) -> str:
    return (
        f'<form class="fill" data-hw="fill" data-word=""><input name="value" type="number" min="{form["low"]}" '
        f'max="{form["high"]}" value="{form["low"]}" aria-label="a number from {form["low"]} to {form["high"]}">'
        f'<button class="do go"><span>Say</span><small>{form["low"]}–{form["high"]}</small></button></form>'
    )


def _arrangement(
    form: Mapping[str, Any],
    ask: Asked,
    placing: Placing,
    *,
    wrong: str,
    lie: Mapping[str, int],
    named: Mapping[str, str],
) -> str:
    groups = segments(form)
    rest = form["groups"][-1][0] if form["form"] == "arrangement" else ""
    chosen = placing.group or groups[0][0]

    def count(name: str, size: int) -> str:
        told = f"<small>{escape(named[name])}</small>" if name in named else ""
        lies = lie.get(name, 0)
        return (
            f"<span>{escape(name.capitalize())} "
            f'<span class="of">({lies + list(placing.groups.values()).count(name)} of {lies + size})</span></span>{told}'
        )

    tabs = "".join(
        f'<button class="do plain{" chosen" if name == chosen else ""}" data-hw="group" data-group="{escape(name)}" '
        f'aria-pressed="{str(name == chosen).lower()}">{count(name, size)}</button>'
        for name, size in groups
    )
    if rest and rest in named:
        tabs += (
            f'<span class="do rest"><span>{escape(rest.capitalize())}</span><small>{escape(named[rest])}</small></span>'
        )
    elif "" in named:
        tabs += f'<span class="count">{escape(named[""])}</span>'
    cards = "".join(
        f'<button class="pickcard{" up" if at in placing.groups else ""}" data-hw="card" data-at="{at}" '
        f'aria-pressed="{str(at in placing.groups).lower()}">{face(name, extra="mid")}'
        f"<small>{escape(placing.groups.get(at, rest))}</small></button>"
        for at, name in enumerate(form["cards"].split())
    )
    ready = not wrong and placing.groups
    said = any(ask["default"] in other["words"] for other in forms(ask, "words"))  # offered as a word already
    return (
        f'<div class="arrange"><div class="groups">{tabs}</div><div class="pickrow">{cards}</div></div>'
        f'<button class="do go" data-hw="arrange" data-key="Enter"{"" if ready else " disabled"}>'
        f"<span>{escape(_alone(form).capitalize()) or 'Set'}</span>"
        f"<small>{laid(placing.arranged(form)) if ready else 'choose cards'}</small></button>"
        + (
            ""
            if said
            else f'<button class="do plain" data-hw="suggest" data-key="h"><span>{_SUGGESTS[form["form"]]}</span></button>'
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
