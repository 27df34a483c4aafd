"""The viewer's turn: only what may be answered is offered, each form of an ask in its own way."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from markupsafe import Markup

from houseway.play.come_come import COME_COME
from houseway.play.player_dealer import DECLINE
from houseway.pricing.coach import Advice, Answer
from houseway.rules.money import cents, shown
from houseway.rules.resolved import Rules
from houseway.serve.pages.naming import words_of
from houseway.serve.pages.placing import Placing, PotSize
from houseway.serve.pages.templates import capital, kept, render, signed
from houseway.serve.pages.views import (
    AmountForm,
    AskView,
    CardsForm,
    FormView,
    MovesForm,
    NumberForm,
    PurchaseForm,
    SettingForm,
    WagersForm,
    WordsForm,
)

CHIP_VALUES = (100, 500, 2_500, 10_000, 50_000)
_KINDS = {100: "w1", 500: "r5", 2_500: "g25", 10_000: "k100", 50_000: "p5"}
_QUESTIONS = {COME_COME: "Lay Come-Come money in the bank?"}  # where the ask's own name does not say enough
_GIVING_UP = ("fold", "sit out", "no bet", "surrender", "decline", "muck")
_MANY = 9  # answers that the coach shows at once
_BASIS = (
    "The whole round's expected result at your stakes, exact to the cent; wagers that no decision changes are left out."
)


# The coach


class Worth(NamedTuple):
    """An answer, what it is worth and what it costs, as a row."""

    answer: str
    worth: str
    cost: str
    best: bool


def advice(told: Advice | None) -> Markup:
    """What the coach says; nothing is known yet while it counts."""
    if told is None:
        return kept("asking/advice.html", known=False)
    answers: Sequence[Answer] = told.answers
    if len(answers) > _MANY:  # as of 32 ways to hold five cards: the best are in sight, the others a click away
        answers = sorted(answers, key=lambda one: one.cost)
    pot = bool(told.basis)
    rows = [_worth(one, told.amount, pot) for one in answers]
    return render(
        "asking/advice.html",
        known=True,
        pot=pot,
        best=_said(told.best.text),
        facts=told.facts,
        first=rows[:_MANY],
        others=rows[_MANY:],
        basis=told.basis or _BASIS,
    )


def _worth(one: Answer, unit: int, pot: bool) -> Worth:
    best = "most" if pot else "best"
    return Worth(_said(one.text), signed(round(one.worth * unit)), best if one.best else _cost(one, unit), one.best)


def _cost(one: Answer, unit: int) -> str:
    """What an answer costs beside the best one; there may be two that are as good, or all but."""
    if amount := round(one.cost * unit):
        return f"costs {shown(amount)}"
    return "costs under a cent" if one.cost else "as good"


def _said(answer: str) -> str:
    return capital(answer.replace("-", " "))


# The bar


@dataclass(frozen=True, slots=True)
class Help:
    """What else is known when an ask is drawn."""

    last: str = ""  # the wagers of the round before
    wrong: str = ""  # why what lies there would be refused
    best: str = ""  # what the coach would say
    coach: bool = False  # may be asked
    leave: bool = False  # one may get up
    lie: Mapping[str, int] = field(default_factory=dict)  # how many cards lie in each group already
    named: Mapping[str, str] = field(default_factory=dict)  # what whole groups come to; all cards, under no name
    pot: PotSize | None = None  # what a bet is measured by


class AnswerButton(NamedTuple):
    text: str
    label: str
    note: str
    kind: str
    keys: str
    hint: str
    best: bool


class Answers(NamedTuple):
    """Answers in words, each on its button."""

    answers: tuple[AnswerButton, ...]


class Purchase(NamedTuple):
    """Chips to be bought at this moment."""

    buys: int


Part = Answers | Purchase | Markup


def bar(ask: AskView, rules: Rules, placing: Placing, help: Help) -> Markup:
    """All that may be answered to an ask."""
    offered_only = ask.default == DECLINE  # nobody has to take it, and who says nothing does not
    forms = ask.forms or ()
    in_order = sorted(forms, key=lambda form: not isinstance(form, WordsForm)) if offered_only else forms
    buttons = _Buttons(help.best, default=DECLINE if offered_only else "")
    return kept(
        "asking/bar.html",
        question=_question(ask),
        spot=ask.spot,
        clause=ask.clause,
        parts=tuple(_form(form, ask, rules, placing, buttons, help) for form in in_order),
        coach=help.coach,
        leave=help.leave,
    )


def _question(ask: AskView) -> str:
    if ask.wagers:
        return "Place your wagers"
    if form := ask.setting:
        return f"Choose what to {form.alone}" if form.alone else "Set your cards"
    return _QUESTIONS.get(ask.what) or f"Your turn: {ask.words}"


class _Buttons:
    """Buttons with their keys: the first nine answers are on 1 to 9, giving up is on 0, so that no finger that is used to
    an answer gives up by mistake, and `default` is on Enter besides."""

    def __init__(self, best: str, *, default: str = "") -> None:
        self._count, self._best, self.default = 0, best, default

    def answer(self, text: str, label: str, note: str = "") -> AnswerButton:
        gives_up = text in _GIVING_UP
        self._count += not gives_up
        number = 0 if gives_up else self._count
        on_enter = bool(text) and text == self.default
        return AnswerButton(
            text,
            label,
            note or ("Enter, or say nothing" if on_enter else ""),
            kind="go" if on_enter else "quiet" if gives_up else "",
            keys=" ".join([str(number)] * (number < 10) + ["Enter"] * on_enter),
            hint=str(number) if number < 10 else "",
            best=text == self._best,
        )


def _form(form: FormView, ask: AskView, rules: Rules, placing: Placing, buttons: _Buttons, help: Help) -> Part:
    match form:
        case WagersForm():
            return _wagers(form, ask, placing, rules, help)
        case WordsForm():
            words = sorted(form.words, key=lambda word: word in _GIVING_UP)
            return Answers(tuple(buttons.answer(word, word.capitalize()) for word in words))
        case MovesForm():
            label = _times if form.times else _move
            return Answers(tuple(buttons.answer(word, *label(word, amount)) for word, amount in form.words))
        case AmountForm():
            whole = any(_has_word(other, form.word) for other in ask.forms or ())  # and this is for less
            return _amount(form, help.pot, kind="plain" if buttons.default or whole else "go", less=whole)
        case NumberForm():
            return kept("asking/number.html", low=form.low, high=form.high)
        case PurchaseForm():
            return Purchase(form.amount)
        case SettingForm():
            return _setting(form, ask, placing, help)
        case CardsForm():
            return kept("asking/cards.html", count=form.count, place=form.place)
    known = rules.game.asks.get(ask.what)
    return kept("asking/anything.html", hint=" · ".join(known.answers) if known else "", default=ask.default)


def _has_word(form: FormView, word: str) -> bool:
    match form:
        case WordsForm():
            return word in form.words
        case MovesForm():
            return word in dict(form.words)
    return False


def _times(word: str, amount: int) -> tuple[str, str]:
    return word.replace("-", " ").capitalize() + "×", shown(amount)


def _move(word: str, costs: int) -> tuple[str, str]:
    """What is on the button of a move, and what it takes from the stack where the word does not say so: `Raise to $12`,
    `$8 more`."""
    verb, _, amount = word.rpartition(" ")
    if not (verb and amount.replace(".", "", 1).isdigit()):
        return word.capitalize(), shown(costs) if costs else ""
    more = f"{shown(costs)} more" if costs not in (0, cents(amount)) else ""
    return f"{verb.capitalize()} {shown(cents(amount))}", more


class TrayChip(NamedTuple):
    value: int
    kind: str
    chosen: bool


class Also(NamedTuple):
    """What may be said with the wagers."""

    text: str
    label: str
    chosen: bool


def _wagers(form: WagersForm, ask: AskView, placing: Placing, rules: Rules, help: Help) -> Markup:
    values = [value for value in CHIP_VALUES if value % rules.chip == 0] or [rules.chip]
    words = {f"take down {wager}": f"Take down {wager.replace('-', ' ')}" for wager in form.take_down}
    words |= {call: f"Bets {call}" for call in form.calls}
    placed, offered = bool(placing.steps or placing.also), ask.offered
    before = Placing()
    before.repeat(help.last, offered)
    return kept(
        "asking/wagers.html",
        tray=tuple(TrayChip(value, _KINDS.get(value, "c1"), value == placing.chip) for value in values),
        also=tuple(Also(text, label, text in placing.also) for text, label in words.items()),
        again=before.cost(offered) if before.steps and not placed else 0,
        placed=placed,
        cost=placing.cost(offered) if placing.steps else None,
        words=placing.words(words_of(rules).short),
        wrong=help.wrong,
    )


def _amount(form: AmountForm, pot: PotSize | None, *, kind: str, less: bool) -> Markup:
    """An amount to be chosen, from its minimum up; `less` says that the whole has a button of its own, and this begins
    at half of it."""
    low, high, step = form.low, form.high, form.step
    shares = {"Half": low + (high - low) // 2}
    if pot is not None:
        shares = {"½ pot": pot.raised_to(Fraction(1, 2)), "Pot": pot.raised_to(Fraction(1))}
    most = "All in" if pot and high == pot.put_in + pot.stack else "Max"
    quick = {"Min": low, **{name: low + (to - low) // step * step for name, to in shares.items()}, most: high}
    return kept(
        "asking/amount.html",
        word=form.word,
        low=low,
        high=high,
        start=low + (high - low) // 2 // step * step if less else low,
        picks=tuple((name, amount) for name, amount in quick.items() if low <= amount <= high),
        kind=kind,
    )


class Group(NamedTuple):
    """A group that cards are put into, with how many it has and what those come to."""

    name: str
    has: int
    size: int
    comes_to: str
    chosen: bool


class PickCard(NamedTuple):
    name: str
    group: str
    up: bool


def _setting(form: SettingForm, ask: AskView, placing: Placing, help: Help) -> Markup:
    chosen = placing.group or form.groups[0][0]
    put = list(placing.groups.values())
    ready = bool(not help.wrong and placing.groups)
    said = any(_has_word(other, ask.default) for other in ask.forms or () if isinstance(other, WordsForm))
    suggests = "As the house sets it" if form.arranges else "Suggest"  # looked at before it is said
    return kept(
        "asking/setting.html",
        groups=tuple(
            Group(
                name,
                help.lie.get(name, 0) + put.count(name),
                help.lie.get(name, 0) + size,
                help.named.get(name, ""),
                name == chosen,
            )
            for name, size in form.groups
        ),
        rest=form.rest,
        rest_comes_to=help.named.get(form.rest, "") if form.rest else "",
        comes_to=help.named.get("", ""),
        cards=tuple(
            PickCard(name, placing.groups.get(at, form.rest), at in placing.groups)
            for at, name in enumerate(form.cards)
        ),
        ready=ready,
        answer=placing.arranged(form) if ready else "",
        alone=form.alone,
        suggests="" if said else suggests,
        wrong=help.wrong if placing.groups else "",
    )
