"""Asks: who may answer, what may be answered, and why everything else is refused.

An ask holds forms. A form reads an answer's text into a value, and knows the answers it takes without their being
tried: they can be listed, drawn at random or shown as buttons.
"""

import re
from collections.abc import Callable, Generator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import combinations
from math import lcm
from random import Random
from typing import Any, Protocol, TypeVar

from houseway.cards import card
from houseway.cards.card import Card
from houseway.errors import HousewayError, instead, nearest
from houseway.play.value import value
from houseway.rules.money import MoneyError, cents, dollars, shown

_LONGEST_ANSWER = 1000
_SHOWN_PROMPT = 120  # where an ask shows itself on one line
_LONGEST_PROMPT = 300  # of what may be answered, in a refusal


class Refused(HousewayError, ValueError):
    """An answer or a call that is not allowed now; nothing has changed."""


@value
class Choice:
    """An answer in words, with what it stakes."""

    word: str
    amount: int = 0


class Form(Protocol):
    """One shape an answer can have."""

    def read(self, text: str) -> Any:
        """The answer's value; None if the text has another shape; Refused if it has this one and is not allowed."""

    def answers(self) -> tuple[str, ...]:
        """The answers it takes: all of them, or where they are many, the ends of the range."""

    def random(self, rng: Random) -> str: ...
    def prompt(self) -> str: ...
    def data(self) -> dict[str, Any]: ...


@value
class Words:
    """Plain words: fold, check, stand. `stakes` says what a word puts up, where only that amount will do: `double 10`
    is then `double`."""

    words: tuple[str, ...]
    stakes: tuple[tuple[str, int], ...] = ()

    def read(self, text: str) -> Choice | None:
        if text in self.words:
            return _choice(text)
        for word, stake in self.stakes:
            if text.startswith(word + " "):
                if _amount(text[len(word) + 1 :]) == stake:
                    return _choice(word)
                raise Refused(f"{text!r} is not allowed: {word} puts up {shown(stake)}")
        return None

    def answers(self) -> tuple[str, ...]:
        return self.words

    def random(self, rng: Random) -> str:
        return _pick(self.words, rng)

    def prompt(self) -> str:
        return ", ".join(self.words)

    def data(self) -> dict[str, Any]:
        return {"form": "words", "words": list(self.words)}


@value
class Purchase:
    """Chips that may be bought at this moment of the round. They come by a buy-in of this amount, not by an answer."""

    amount: int

    def read(self, text: str) -> None:
        if text.split(" ", maxsplit=1)[0] == "buy":
            raise Refused(f"chips come by a buy-in of {shown(self.amount)}, not by an answer")

    def answers(self) -> tuple[str, ...]:
        return ()

    def random(self, rng: Random) -> str:
        return ""

    def prompt(self) -> str:
        return f"or a buy-in of {shown(self.amount)}"

    def data(self) -> dict[str, Any]:
        return {"form": "purchase", "amount": dollars(self.amount)}


BUY_CHIPS = Choice("buy chips")  # what a round is told when somebody has bought what a purchase offers
_choice = cache(Choice)


def _amount(text: str) -> int:
    try:
        return cents(text)
    except MoneyError as error:
        raise Refused(str(error)) from None


def _pick(words: tuple[str, ...], rng: Random) -> str:
    return words[int(rng.random() * len(words))] if words else ""


@value
class Times:
    """A bet of so many times a wager: `across 3`."""

    wager: str
    of: str
    times: tuple[int, ...]
    unit: int
    affordable: int  # how many of `times` the stack can pay for
    clause: str
    words: dict[str, Choice]

    def read(self, text: str) -> Choice | None:
        if text == self.wager and len(self.times) == 1:
            text = f"{text} {self.times[0]}"
        if found := self.words.get(text):
            return found
        if not text.startswith(self.wager):
            return None
        shape = re.fullmatch(rf"{re.escape(self.wager)} (\d{{1,9}})x?", text)
        if not shape:
            return None
        many = int(shape[1])
        if many not in self.times:
            raise Refused(
                f"bet {many}x is not allowed: {self.wager} takes {_or(map(str, self.times))} times the {self.of} "
                f"({self.clause})"
            )
        if f"{self.wager} {many}" not in self.words:
            raise Refused(f"{self.wager} {many} needs {shown(many * self.unit)}, and the stack is too small")
        return self.words[f"{self.wager} {many}"]

    def answers(self) -> tuple[str, ...]:
        return tuple(self.words)

    def random(self, rng: Random) -> str:
        return _pick(self.answers(), rng)

    def prompt(self) -> str:
        return ", ".join(f"{word} ({shown(choice.amount)})" for word, choice in self.words.items())

    def data(self) -> dict[str, Any]:
        words = {word: dollars(choice.amount) for word, choice in self.words.items()}
        return {"form": "times", "wager": self.wager, "of": self.of, "words": words}


@value
class Amount:
    """A bet of any amount within bounds: `raise to 60`."""

    word: str
    low: int
    high: int
    step: int = 1
    clause: str = ""
    why: str = ""  # there is no more than `high`

    def read(self, text: str) -> Choice | None:
        if not text.startswith(self.word + " "):
            return None
        amount = _amount(text[len(self.word) + 1 :])
        if not self.low <= amount <= self.high:
            bounds = f"from {shown(self.low)} to {shown(self.high)}"
            if self.low == self.high:
                bounds = f"only {self.word} {dollars(self.low)} is"
            why = f", since {self.why}" if self.why and amount > self.high else ""
            raise Refused(
                f"{self.word} {dollars(amount)} is not allowed: {bounds}{why}"
                f"{f' ({self.clause})' if self.clause else ''}"
            )
        if amount != self.high and (amount - self.low) % self.step:
            raise Refused(f"{self.word} {dollars(amount)} is not allowed: in steps of {shown(self.step)}")
        return Choice(f"{self.word} {dollars(amount)}", amount)

    def answers(self) -> tuple[str, ...]:
        return tuple(f"{self.word} {dollars(amount)}" for amount in sorted({self.low, self.high}))

    def random(self, rng: Random) -> str:
        steps = (self.high - self.low) // self.step
        return f"{self.word} {dollars(self.low + self.step * rng.randint(0, steps))}"

    def prompt(self) -> str:
        to = f" to {dollars(self.high)}" if self.low < self.high else ""
        return f"{self.word} {dollars(self.low)}{to}"

    def data(self) -> dict[str, Any]:
        bounds = {"low": dollars(self.low), "high": dollars(self.high), "step": dollars(self.step)}
        return {"form": "amount", "word": self.word, **bounds}


@value
class Number:
    """A whole number within bounds: how deep the cut, how many cards in the stub."""

    low: int
    high: int

    def read(self, text: str) -> int | None:
        if not re.fullmatch(r"\d{1,9}", text):
            return None
        if not self.low <= int(text) <= self.high:
            raise Refused(f"{text} is not allowed: from {self.low} to {self.high}")
        return int(text)

    def answers(self) -> tuple[str, ...]:
        return tuple(map(str, sorted({self.low, self.high})))

    def random(self, rng: Random) -> str:
        return str(rng.randint(self.low, self.high))

    def prompt(self) -> str:
        return f"{self.low} to {self.high}"

    def data(self) -> dict[str, Any]:
        return {"form": "number", "low": self.low, "high": self.high}


@value
class Spot:
    """A wager that may be placed now, with its limits; `bets` is how many equal bets it makes."""

    wager: str
    low: int
    high: int
    bets: int = 1
    required: bool = False
    needs: str | None = None
    clause: str = ""
    amounts: tuple[int, ...] = ()  # the only ones there are: it is placed by a device, not in chips
    step: int = 0  # it takes multiples of this only
    needs_any: tuple[str, ...] = ()  # it stands only beside one of these
    one_of: str = ""  # only one of the wagers that share this word may be placed
    low_clause: str = ""  # where its least is printed, if not in its own clause
    high_clause: str = ""


@value
class Wagers:
    """Wagers placed together: `ante 10, five-card-bonus 5`. The value is an amount in cents for each."""

    spots: Mapping[str, Spot]
    stack: int
    chip: int = 1

    def read(self, text: str) -> dict[str, int] | None:
        named = _named_amounts(text)
        if named is None:
            return None
        for wager, _ in named:
            if wager not in self.spots:
                raise Refused(f"{wager!r} is not a wager here: {instead(wager, self.spots)}")
        placed = dict(named)
        if len(placed) < len(named):
            names = [wager for wager, _ in named]
            raise Refused(f"{max(names, key=names.count)} is named twice")
        self.check(placed)
        return placed

    def check(self, placed: dict[str, int]) -> None:
        cost = 0
        for spot in self.spots.values():
            amount = placed.get(spot.wager)
            if amount is None:
                if spot.required:
                    raise Refused(f"{spot.wager} must be wagered to take part ({spot.clause})")
                continue
            if spot.needs is not None and spot.needs not in placed:
                raise Refused(f"{spot.wager} can only be wagered with {spot.needs} ({spot.clause})")
            if spot.needs_any and placed.keys().isdisjoint(spot.needs_any):
                raise Refused(f"{spot.wager} can only be wagered with {_or(spot.needs_any)} ({spot.clause})")
            if spot.one_of and (rivals := [wager for wager in placed if wager in self._rivals(spot)]):
                raise Refused(f"{spot.wager} and {rivals[0]} can't be wagered together ({spot.clause})")
            if amount < spot.low:
                least = f"{shown(spot.low)} ({spot.low_clause or spot.clause})"
                raise Refused(f"{spot.wager} {dollars(amount)} is below the minimum of {least}")
            if amount > spot.high:
                most = f"{shown(spot.high)} ({spot.high_clause or spot.clause})"
                raise Refused(f"{spot.wager} {dollars(amount)} is above the maximum of {most}")
            if spot.amounts:
                if amount not in spot.amounts:
                    takes = _or(map(shown, spot.amounts))
                    raise Refused(
                        f"{spot.wager} {dollars(amount)} is not allowed: its device takes {takes} ({spot.clause})"
                    )
            elif spot.step and amount % spot.step:
                raise Refused(
                    f"{spot.wager} {dollars(amount)} is not allowed: in steps of {shown(spot.step)} ({spot.clause})"
                )
            elif amount % self.chip:
                raise Refused(f"{spot.wager} {dollars(amount)} is not a whole number of {shown(self.chip)} chips")
            cost += amount * spot.bets
        if cost > self.stack:
            raise Refused(f"these wagers need {shown(cost)}, and the stack is {shown(self.stack)}")

    def answers(self) -> tuple[str, ...]:
        """The least that can be wagered, if the stack allows it; of wagers that only one may be placed of, on each."""
        spots = list(self.spots.values())
        required = [spot for spot in spots if spot.required] or spots[:1]
        if all(len(self._rivals(spot)) == len(spots) - 1 for spot in spots):
            return tuple(text for spot in spots if (text := self._at_least([spot])))
        return (text,) if (text := self._at_least(required)) else ()

    def _at_least(self, spots: Sequence[Spot]) -> str:
        """The least wager on each of these, as text; nothing where that can't be placed."""
        least = {spot.wager: self._least(spot) for spot in spots}
        try:
            self.check(least)
        except Refused:
            return ""
        return written(least)

    def _rivals(self, spot: Spot) -> list[str]:
        """The wagers that may not be placed beside this one."""
        return [wager for wager, other in self.spots.items() if spot.one_of == other.one_of != "" and other != spot]

    def _unit(self, spot: Spot) -> int:
        """What an amount is a multiple of: the table's smallest chip, and the wager's own step."""
        return lcm(self.chip, spot.step or self.chip)

    def _least(self, spot: Spot) -> int:
        return -(-spot.low // self._unit(spot)) * self._unit(spot)

    def random(self, rng: Random) -> str:
        """Any legal wagers: what the rules require, and some of the rest that the stack allows."""
        left, placed = self.stack, dict[str, int]()
        for spot in self.spots.values():
            unit = self._unit(spot)
            low, high = self._least(spot), min(spot.high, left // spot.bets) // unit * unit
            if high < low and spot.required:
                return ""
            if high < low or (spot.needs and spot.needs not in placed):
                continue
            alone = spot.needs_any and placed.keys().isdisjoint(spot.needs_any)
            if alone or not placed.keys().isdisjoint(self._rivals(spot)):
                continue
            if not spot.required and placed and rng.random() < 0.5:
                continue
            if spot.amounts:
                placed[spot.wager] = spot.amounts[int(rng.random() * len(spot.amounts))]
                if placed[spot.wager] > left:
                    del placed[spot.wager]
                left -= placed.get(spot.wager, 0)
                continue
            # Mostly small bets, so that a seat lasts for more than a round.
            high = min(high, low * 4) if rng.random() < 0.9 else high
            placed[spot.wager] = low + int(rng.random() * ((high - low) // unit + 1)) * unit
            left -= placed[spot.wager] * spot.bets
        return written(placed)

    def prompt(self) -> str:
        return ", ".join(
            f"{spot.wager} {_or(map(dollars, spot.amounts))}"
            if spot.amounts
            else f"{spot.wager} {dollars(spot.low)} to {dollars(spot.high)}"
            for spot in self.spots.values()
        )

    def data(self) -> dict[str, Any]:
        spots = [
            {
                "wager": spot.wager,
                "minimum": dollars(spot.low),
                "maximum": dollars(spot.high),
                "bets": spot.bets,
                "required": spot.required,
                "needs": spot.needs,
                "clause": spot.clause,
            }
            | ({"amounts": [dollars(amount) for amount in spot.amounts]} if spot.amounts else {})
            | ({"step": dollars(spot.step)} if spot.step else {})
            | ({"needs_any": list(spot.needs_any)} if spot.needs_any else {})
            | ({"one_of": spot.one_of} if spot.one_of else {})
            for spot in self.spots.values()
        ]
        return {"form": "wagers", "spots": spots, "stack": dollars(self.stack)}


@lru_cache(maxsize=4096)
def _named_amounts(text: str) -> tuple[tuple[str, int], ...] | None:
    """`ante 10, five-card-bonus 5` taken apart; None where the text has another shape. Players repeat their wagers."""
    named = []
    for part in " ".join(text.lower().split()).split(", "):
        wager, _, amount = part.rpartition(" ")
        if not wager or not amount[-1:].isdigit():
            return None
        try:
            named.append((wager, cents(amount)))
        except MoneyError as error:
            raise Refused(str(error)) from None
    return tuple(named)


def written(placed: dict[str, int]) -> str:
    """Wagers as the text that `Wagers` reads."""
    return ", ".join(f"{wager} {dollars(amount)}" for wager, amount in placed.items())


@value
class Arrangement:
    """Cards to be set: some of them named for each group, the rest left for the last: `front Kh Qd`."""

    cards: tuple[Card, ...]
    groups: tuple[tuple[str, int], ...]
    allowed: Callable[[dict[str, tuple[Card, ...]]], str | None] = lambda groups: None

    def read(self, text: str) -> dict[str, tuple[Card, ...]] | None:
        parts = [part.strip().partition(" ") for part in text.split(",")]
        names = [name for name, _ in self.groups]
        if any(name not in names for name, _, _ in parts):
            return None
        groups: dict[str, tuple[Card, ...]] = {}
        left = list(self.cards)
        for name, _, line in parts:
            try:
                groups[name] = card.hand(line)
            except card.CardError as error:
                raise Refused(str(error)) from None
            for one in groups[name]:
                if one not in left:
                    raise Refused(f"{card.NAMES[one]} is not there to be set")
                left.remove(one)
        if missing := [name for name in names if name not in groups]:
            if len(missing) > 1:
                raise Refused(f"say which cards go to {_or(missing[:-1])}")
            groups[missing[0]] = tuple(left)
        for name, size in self.groups:
            if len(groups[name]) != size:
                raise Refused(f"{name} takes {size} card{'s' * (size > 1)}, {len(groups[name])} given")
        if problem := self.allowed(groups):
            raise Refused(problem)
        return groups

    def answers(self) -> tuple[str, ...]:
        """All of them where two groups are made; of more groups they are too many to list."""
        if len(self.groups) != 2:
            return ()
        (name, size), (rest, _) = self.groups
        fronts = combinations(self.cards, size)
        ways = ({name: front, rest: card.without(self.cards, front)} for front in fronts)
        return tuple(self.written(groups) for groups in ways if self.allowed(groups) is None)

    def written(self, groups: Mapping[str, Sequence[Card]]) -> str:
        """Cards as set, as the text that is read: what is left for the last group goes without saying."""
        return ", ".join(f"{name} {card.text(groups[name])}" for name, _ in self.groups[:-1])

    def random(self, rng: Random) -> str:
        while True:
            cards = list(self.cards)
            rng.shuffle(cards)
            groups = {}
            for name, size in self.groups:
                groups[name] = tuple(cards[:size])
                cards = cards[size:]
            if self.allowed(groups) is None:
                return self.written(groups)

    def prompt(self) -> str:
        return ", ".join(f"{name} of {size}" for name, size in self.groups) + f" from {card.text(self.cards)}"

    def data(self) -> dict[str, Any]:
        return {
            "form": "arrangement",
            "cards": card.text(self.cards),
            "groups": [list(group) for group in self.groups],
        }


@value
class CardsNamed:
    """Cards that the dealer turned over, from those that can still come."""

    count: int
    available: tuple[Card, ...]
    place: str

    def read(self, text: str) -> tuple[Card, ...] | None:
        try:
            cards = card.hand(text)
        except card.CardError as error:
            raise Refused(str(error)) from None
        if len(cards) != self.count:
            raise Refused(f"{self.place} takes {self.count} card{'s' * (self.count > 1)}, {len(cards)} given")
        left = list(self.available)
        for one in cards:
            if one not in left:
                raise Refused(f"{card.NAMES[one]} can't come: every one of them is on the table, or not in the pack")
            left.remove(one)
        return cards

    def answers(self) -> tuple[str, ...]:
        return ()

    def random(self, rng: Random) -> str:
        return card.text(rng.sample(self.available, self.count))

    def prompt(self) -> str:
        return f"{self.count} card{'s' * (self.count > 1)} for {self.place}"

    def data(self) -> dict[str, Any]:
        return {"form": "cards", "count": self.count, "place": self.place}


@value
class Ask:
    """One question to one person. `default` is what is taken from someone who can't or won't answer; `spot` says which
    box or hand it is about, where that is not plain from who is asked; an `optional` ask is an offer that may be let
    pass without a word."""

    who: str
    what: str
    forms: tuple[Form, ...]
    clause: str
    default: str
    spot: str = ""
    optional: bool = False

    def __repr__(self) -> str:
        prompt = self.prompt()
        prompt = prompt if len(prompt) <= _SHOWN_PROMPT else prompt[:_SHOWN_PROMPT].rpartition(", ")[0] + ", …"
        at = f" for {self.spot}" if self.spot else ""
        return f"<Ask to {self.who}{at}: {self.what}? {prompt} ({self.clause})>"

    def read(self, text: str) -> Any:
        if len(text) > _LONGEST_ANSWER:
            raise Refused(f"an answer has up to {_LONGEST_ANSWER} characters, not {len(text)}")
        if (value := self.understood(text)) is not None:
            return value
        given = text if len(text) <= 40 else text[:40] + "…"
        if near := [answer for answer in nearest(text, self.answers()) if text not in answer]:  # a part is no slip
            raise Refused(f"{given!r} is not an answer to {self.what}: did you mean {_or(near)}? ({self.clause})")
        prompt = self.prompt()
        if len(prompt) > _LONGEST_PROMPT:
            prompt = prompt[:_LONGEST_PROMPT].rpartition(", ")[0] + " and so on"
        raise Refused(f"{given!r} is not an answer to {self.what}: {prompt} ({self.clause})")

    def understood(self, text: str) -> Any:
        """The answer's value; None if it is no answer to this; Refused if it is one that is not allowed."""
        for form in self.forms:
            value = form.read(text)
            if value is not None:
                return value
        tidy = " ".join(text.lower().split())
        if tidy != text:
            return self.understood(tidy)
        meant = self._meant(text)
        return self.understood(meant) if meant else None

    def _meant(self, word: str) -> str | None:
        """The one answer that a word can mean: `bet` where only second-bet can be made, `double` for double-down."""
        listed = (form.answers() for form in self.forms if isinstance(form, Words | Times | Amount))
        fitting = [answer for some in listed for answer in some if word in answer.split(" ")[0].split("-")]
        return fitting[0] if len(fitting) == 1 and fitting[0] != word else None

    def answers(self) -> tuple[str, ...]:
        return tuple(answer for form in self.forms for answer in form.answers())

    def random(self, rng: Random) -> str:
        forms = self.forms
        answer = forms[int(rng.random() * len(forms))].random(rng)
        return answer or self.default

    def prompt(self) -> str:
        return ", ".join(filter(None, (form.prompt() for form in self.forms)))

    def data(self) -> dict[str, Any]:
        return {
            **self.outline(),
            "default": self.default,
            "forms": [form.data() for form in self.forms],
        }

    def outline(self) -> dict[str, Any]:
        """What everybody may know of it: who is asked what."""
        outline = {"who": self.who, "what": self.what, "clause": self.clause}
        return outline | ({"spot": self.spot} if self.spot else {}) | ({"optional": True} if self.optional else {})


def _or(words: Any) -> str:
    listed = list(words)
    return " or ".join(filter(None, [", ".join(listed[:-1]), listed[-1]])) if listed else "nothing"


_FOLD = Words(("fold",))


@lru_cache(maxsize=4096)
def bet_or_fold(
    wager: str, of: str, times: tuple[int, ...], unit: int, affordable: int, clause: str
) -> tuple[Form, ...]:
    """The forms of an ask to bet so many times a wager or to fold. Kept: the same few come again round after round."""
    words = {f"{wager} {many}": Choice(f"{wager} {many}", many * unit) for many in times[:affordable]}
    return (Times(wager, of, times, unit, affordable, clause, words), _FOLD)


@lru_cache(maxsize=4096)
def step(who: str, word: str, clause: str) -> Ask:
    """The ask for a step that can be taken in one way only, when it is time: `deal`, `settle`."""
    return Ask(who, word, (Words((word,)),), clause, word)


T = TypeVar("T")
Play = Generator[tuple[Ask, ...], tuple[str, Any], T]


def asked(one: Ask) -> Play[Any]:
    """Put one ask and wait for its answer."""
    _, value = yield (one,)
    return value


def asked_together(asks: Sequence[Ask]) -> Generator[tuple[Ask, ...], tuple[str, Any], dict[str, Any]]:
    """Put several asks at once; the answers come in any order."""
    left = {one.who: one for one in asks}
    answers: dict[str, Any] = {}
    while left:
        who, value = yield tuple(left.values())
        answers[who] = value
        del left[who]
    return answers
