"""What a question is: a situation, what is asked, what may be answered, what is right and why, and what a mistake
costs whom."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Protocol

from houseway.cards import card
from houseway.play.ask import Refused
from houseway.play.sentences import Cards, Part, Sentence, Text
from houseway.pricing.coach import Advice, Decision
from houseway.rules.money import MoneyError, cents, dollars, shown
from houseway.rules.strict import RulesError
from houseway.school.table import Plan

PAYOUTS, HANDS, PROCEDURE, DECISIONS = "payouts", "hands", "procedure", "decisions"
SKILLS = {
    PAYOUTS: "What each wager is paid or takes, in order.",
    HANDS: "Which hand it is, who wins, what is a foul, how the house way sets it.",
    PROCEDURE: "What comes next, who is asked, which fee is taken, what an irregularity does.",
    DECISIONS: "What to do with a hand, scored by what mistakes cost an hour.",
}
HOUSE = "the house"
_LONGEST = 400  # characters of an answer


class SchoolError(RulesError):
    """Something that the school can't do, in one sentence."""


@dataclass(frozen=True)
class Cost:
    """What a mistake would have cost somebody, in cents."""

    who: str
    amount: int

    def words(self) -> str:
        return f"it would have cost {self.who} {shown(self.amount)}"


class Form(Protocol):
    """What may be answered: it reads an answer into the one way of writing it, or refuses it in a sentence."""

    @property
    def kind(self) -> str: ...
    def read(self, text: str) -> str: ...
    def prompt(self) -> str: ...
    def data(self) -> dict[str, Any]: ...


def _tidy(text: str) -> str:
    if len(text) > _LONGEST:
        raise Refused(f"an answer has up to {_LONGEST} characters, not {len(text)}")
    return " ".join(text.split())


@dataclass(frozen=True)
class Choice:
    """One of a few things, by its words or its letter: a for the first."""

    options: tuple[str, ...]
    kind: str = "choice"

    def read(self, text: str) -> str:
        said = _tidy(text)
        for option in self.options:
            if option.lower() == said.lower() or sorted(option.lower().split()) == sorted(said.lower().split()):
                return option
        letter = ord(said.lower()) - ord("a") if len(said) == 1 else -1
        if 0 <= letter < len(self.options):
            return self.options[letter]
        raise Refused(f"{said[:40]!r} is not an answer: {self.prompt()}")

    def prompt(self) -> str:
        return ", ".join(self.options[:12]) + (" and so on" if len(self.options) > 12 else "")

    def data(self) -> dict[str, Any]:
        return {"form": self.kind, "options": list(self.options)}


@dataclass(frozen=True)
class Money:
    """An amount."""

    kind: str = "money"

    def read(self, text: str) -> str:
        return dollars(_amount(_tidy(text)))

    def prompt(self) -> str:
        return "an amount, as in 2.50"

    def data(self) -> dict[str, Any]:
        return {"form": self.kind}


@dataclass(frozen=True)
class Settlement:
    """What each of these is paid (12.50), takes (-10) or gets back (0), in the order they are settled."""

    names: tuple[str, ...]
    count: int
    ordered: bool = True
    signed: bool = True  # what is taken is below nothing; else every amount goes to who is named
    stakes: tuple[int, ...] = ()  # what lies there, by name
    kind: str = "settlement"

    def read(self, text: str) -> str:
        parts = [part.strip() for part in _tidy(text).split(",") if part.strip()]
        said: dict[str, int] = {}
        for part in parts:
            name, _, amount = part.rpartition(" ")
            known = {chr(ord("a") + at): one for at, one in enumerate(self.names)}
            known |= {one.lower(): one for one in self.names}
            if name.lower() not in known:
                raise Refused(f"{(name or part)[:60]!r} is not here: {', '.join(self.names)}")
            if known[name.lower()] in said:
                raise Refused(f"{known[name.lower()]} is named twice")
            said[known[name.lower()]] = _amount(amount, signed=self.signed)
        if len(said) != self.count:
            raise Refused(f"{self.count} {'are' if self.count > 1 else 'is'} settled here, {len(said)} given")
        if not self.ordered:
            said = {name: said[name] for name in self.names if name in said}
        return written(said)

    def amounts(self, text: str) -> dict[str, int]:
        """What an answer that was read says of each."""
        found = (part.strip().rpartition(" ") for part in text.split(","))
        return {name: _amount(amount, signed=True) for name, _, amount in found}

    def prompt(self) -> str:
        order = " in the order of settlement" if self.ordered and self.count > 1 else ""
        return f"name and amount{order}, as in: {self.names[0]} 12.50" + (
            "; what is taken with a minus, what goes back is 0" if self.signed else ""
        )

    def data(self) -> dict[str, Any]:
        return {
            "form": self.kind,
            "names": list(self.names),
            "stakes": [dollars(stake) for stake in self.stakes],
            "count": self.count,
            "ordered": self.ordered,
            "signed": self.signed,
        }


@dataclass(frozen=True)
class Setting:
    """Cards that are named for the front; the others stay in back."""

    cards: tuple[int, ...]
    name: str
    count: int
    kind: str = "setting"

    def read(self, text: str) -> str:
        said = _tidy(text)
        said = said[len(self.name) :].strip() if said.lower().startswith(f"{self.name} ") else said
        try:
            named = card.hand(said)
        except card.CardError as error:
            raise Refused(str(error)) from None
        left = list(self.cards)
        for one in named:
            if one not in left:
                raise Refused(f"{card.NAMES[one]} is not there to be set")
            left.remove(one)
        if len(named) != self.count:
            raise Refused(f"{self.name} takes {self.count} card{'s' * (self.count > 1)}, {len(named)} given")
        return card.text(tuple(sorted(named)))

    def prompt(self) -> str:
        return f"the {self.count} card{'s' * (self.count > 1)} that go{'es' * (self.count == 1)} in {self.name}"

    def data(self) -> dict[str, Any]:
        return {"form": self.kind, "cards": card.text(self.cards), "name": self.name, "count": self.count}


def written(amounts: Mapping[str, int]) -> str:
    """Amounts as the text that a settlement is read from."""
    return ", ".join(f"{name} {'-' * (amount < 0)}{dollars(abs(amount))}" for name, amount in amounts.items())


def _amount(text: str, *, signed: bool = False) -> int:
    plain = text.strip().replace("−", "-").removeprefix("+")
    below = plain.startswith("-")
    if below and not signed:
        raise Refused(f"{text[:40]!r} is not an amount: it is nothing or more")
    try:
        amount = cents(plain.removeprefix("-").removeprefix("$"))
    except MoneyError as error:
        raise Refused(str(error)) from None
    return -amount if below else amount


@dataclass(frozen=True)
class Situation:
    """The table at a moment, as the trainee may see it."""

    viewer: str
    view: Mapping[str, Any]
    told: tuple[Sentence, ...]  # what happened last


@dataclass(frozen=True)
class Question:
    """One question of one game."""

    game: str
    skill: str
    topic: str
    level: int
    situation: Situation
    asked: str
    form: Form
    right: str  # as its form writes it; of a decision the coach says it, once it is answered
    why: tuple[Sentence, ...]
    clauses: tuple[str, ...]
    costs: Mapping[str, tuple[Cost, ...]] = field(default_factory=dict)  # of a wrong choice, where that costs money
    whose: Mapping[str, str] = field(default_factory=dict)  # the player behind each name of a settlement
    banker: str = HOUSE  # who pays what is paid too much
    payer: str = ""  # who pays a fee
    about: str = ""  # the seat to look at
    also: tuple[str, ...] = ()  # answers that come to the same
    decision: Decision | None = None
    rounds: int = 0  # an hour
    plan: Plan | None = None  # the round that it is of
    at: int = 0  # and the moment: when so many events have happened

    def data(self, *, answered: bool = False) -> dict[str, Any]:
        """For a program; what is right only where it has been answered, or a trainer asks."""
        view = self.situation.view
        plain = {
            "game": self.game,
            "skill": self.skill,
            "topic": self.topic if answered else None,
            "level": self.level,
            "asked": self.asked,
            "answer": self.form.data(),
            "viewer": self.situation.viewer,
            "cards": view["cards"],
            "seats": view["seats"],
            "spots": view["spots"],
            "bank": view["bank"],
            "told": [*map(str, self.situation.told)],
            "events": view["events"],
        }
        right = {"right": self.right, "why": [*map(str, self.why)], "clauses": list(self.clauses)}
        return plain | (right if answered else {})


@dataclass(frozen=True)
class Judged:
    """What an answer was worth."""

    right: bool
    said: str
    expected: str
    why: tuple[Sentence, ...]
    clauses: tuple[str, ...]
    costs: tuple[Cost, ...] = ()
    an_hour: int | None = None  # what it costs an hour, in cents, where a decision is judged
    worths: tuple[tuple[str, str, str], ...] = ()  # each answer, its worth and what it costs

    @property
    def cost(self) -> int:
        return sum(cost.amount for cost in self.costs)

    def words(self) -> str:
        """Right or not, and what it would have cost."""
        if self.right:
            return "Right."
        costs = "; ".join(cost.words() for cost in self.costs)
        return f"Not right: {costs}." if costs else "Not right."

    def data(self) -> dict[str, Any]:
        return {
            "right": self.right,
            "said": self.said,
            "expected": self.expected,
            "words": self.words(),
            "why": [*map(str, self.why)],
            "clauses": list(self.clauses),
            "costs": [{"who": cost.who, "amount": dollars(cost.amount)} for cost in self.costs],
            "an_hour": None if self.an_hour is None else dollars(self.an_hour),
            "worths": [{"answer": answer, "worth": worth, "costs": costs} for answer, worth, costs in self.worths],
        }


def judged(question: Question, text: str, advice: Advice | None = None) -> Judged:
    """What an answer is worth; Refused if it is none. A decision is judged by the coach's advice."""
    said = question.form.read(text)
    if question.decision is not None:
        if advice is None:
            raise SchoolError("a decision is judged by the coach's advice")
        return _decided(question, said, advice)
    right = said == question.right or said in question.also
    costs: tuple[Cost, ...] = ()
    if not right:
        costs = _costs(question, said)
    return Judged(right, said, question.right, question.why, question.clauses, costs)


def _costs(question: Question, said: str) -> tuple[Cost, ...]:
    form = question.form
    if isinstance(form, Settlement):
        return _merged(_settled_wrong(question, form, said))
    if isinstance(form, Money) and question.payer:
        short = cents(question.right) - cents(said)
        return (Cost(HOUSE, short),) if short > 0 else (Cost(question.payer, -short),)
    return question.costs.get(said, ())


def _settled_wrong(question: Question, form: Settlement, said: str) -> Sequence[Cost]:
    """Paid too much costs the bank, paid too little the player; what is pushed to the wrong seat costs who had it."""
    right, given = form.amounts(question.right), form.amounts(said)
    costs = []
    for name in {**right, **given}:
        short = right.get(name, 0) - given.get(name, 0)
        if short > 0:
            costs.append(Cost(question.whose.get(name, name), short))
        elif short < 0 and form.signed:
            costs.append(Cost(question.banker, -short))
    return costs


def _merged(costs: Sequence[Cost]) -> tuple[Cost, ...]:
    found: dict[str, int] = {}
    for cost in costs:
        found[cost.who] = found.get(cost.who, 0) + cost.amount
    return tuple(Cost(who, amount) for who, amount in found.items())


def _decided(question: Question, said: str, advice: Advice) -> Judged:
    """A decision: what it costs against the best answer, and what that comes to in an hour."""
    found = next((answer for answer in advice.answers if _same(answer.text, said)), None)
    if found is None:
        raise Refused(f"{said!r} is not among what the coach weighs here")
    unit = Fraction(advice.amount)
    cost = round(found.cost * unit)
    hour = round(found.cost * unit * question.rounds)
    best = advice.best
    why = [f"{best.text} is worth {_signed(best.worth * unit)} on average, the most of all answers."]
    if not found.best:
        why.append(f"{found.text} is worth {_signed(found.worth * unit)}.")
    if advice.basis:
        why.append(advice.basis)
    why += [fact.text for fact in advice.facts[:2]]
    because = tuple(Sentence(tuple(_with_cards(line))) for line in why)
    ranked = sorted(advice.answers, key=lambda one: one.cost)[:8]
    worths = tuple((one.text, _signed(one.worth * unit), dollars(round(one.cost * unit))) for one in ranked)
    costs = (Cost(advice.who, cost),) if cost else ()
    return Judged(found.best, said, best.text, because, (advice.clause,), costs, hour, worths)


def _with_cards(line: str) -> Iterator[Part]:
    """What the coach says. An answer is text that names cards: `front Kh Qd`."""
    for at, word in enumerate(line.split(" ")):
        bare = word.rstrip(".,:;")
        yield Text(" " * bool(at))
        if bare in card.NAMES and bare != "??":
            yield Cards(bare, (card.parse(bare),))
            yield Text(word.removeprefix(bare))
        else:
            yield Text(word)


def _signed(worth: Fraction) -> str:
    amount = round(worth)
    return f"−{shown(-amount)}" if amount < 0 else shown(amount)


def _same(one: str, other: str) -> bool:
    return one == other or sorted(one.split()) == sorted(other.split())
