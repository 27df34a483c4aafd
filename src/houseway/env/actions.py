"""What a program may do: an answer to an ask, said in parts that come from one short list for each game.

The list is made from the rule file's asks and the table's wagers, so an action means the same at every moment:

- a word that is answered as it stands: `fold`, `hit`, `play 3`;
- an amount by its level, where any amount may be answered: `raise to: pot`, `ante: 2 x minimum`;
- wagers that are placed together are named one after the other, and `done` ends them;
- cards that are set or placed are gone through one by one as they lie: each goes to a group (`front`), or is left.

A part that can go on in one way only is said without being asked for.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import lcm
from typing import Any

from houseway.cards.card import Card, hand, text
from houseway.play.ask import Ask, Refused
from houseway.play.driver import STAFF
from houseway.play.ledger import Holds
from houseway.play.places import BoxWager
from houseway.play.table import Table
from houseway.rules.money import cents, dollars
from houseway.rules.resolved import Rules

MINIMUM, DOUBLE, FIVE_TIMES, HALF_POT, POT, TWO_POTS, MAXIMUM = (
    "minimum", "2 x minimum", "5 x minimum", "half pot", "pot", "2 x pot", "maximum",
)  # fmt: skip
MULTIPLES = {MINIMUM: 1, DOUBLE: 2, FIVE_TIMES: 5}
POTS = {HALF_POT: (1, 2), POT: (1, 1), TWO_POTS: (2, 1)}  # numerator and denominator
LOWEST, MIDDLE, HIGHEST = "lowest", "middle", "highest"
DONE, LEAVE = "done", "leave"
TAKE_DOWN = "take down "


@dataclass(frozen=True)
class Action:
    """One action: a word, an amount for something by its level, a number by its level, or where a card goes."""

    kind: str  # "word", "amount", "number", "card" or "done"
    word: str = ""
    level: str = ""

    def __str__(self) -> str:
        return f"{self.word}: {self.level}" if self.level else self.word


@dataclass(frozen=True)
class Said:
    """The parts of an answer that were said so far: wagers as text, or where the first cards go."""

    wagers: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.wagers or self.groups)


NOTHING = Said()
Next = Said | str  # what an action leads to: more parts, or the whole answer


@dataclass(frozen=True)
class Pot:
    """What pot fractions are reckoned from: all chips in the middle and in front, what it takes to call, and what the
    player has in front."""

    chips: int = 0
    to_call: int = 0
    in_front: int = 0

    def raised(self, share: tuple[int, int]) -> int:
        """The bet that raises by a share of the pot as it is after a call."""
        return self.in_front + self.to_call + (self.chips + self.to_call) * share[0] // share[1]


class Actions:
    """Every action of one table, in a fixed order, and what each of them means at an ask."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.all = tuple(dict.fromkeys(_listed(rules)))
        self.index = {action: at for at, action in enumerate(self.all)}
        self.groups = tuple(action.word for action in self.all if action.kind == "card" and action.word != LEAVE)
        self._verbs = sorted({action.word for action in self.all if action.kind == "amount"}, key=len, reverse=True)
        self._last: tuple[Ask, Said, Pot | None, dict[int, Next]] | None = None  # what was last looked for

    def __len__(self) -> int:
        return len(self.all)

    def choices(self, ask: Ask, said: Said = NOTHING, pot: Pot | None = None) -> dict[int, Next]:
        """Each action that may come next, with the answer it makes or the parts it leads to. Nothing where no answer
        can be said in actions: the ask's default stands then."""
        if self._last is None or self._last[0] is not ask or self._last[1:3] != (said, pot):
            self._last = (ask, said, pot, self._choices(ask, said, pot or Pot()))
        return self._last[3]

    def _choices(self, ask: Ask, said: Said, pot: Pot) -> dict[int, Next]:
        found: dict[Action, Next] = {}
        for data in ask.data()["forms"]:
            match data["form"]:
                case "wagers":
                    found |= self._wagers(ask, data, said)
                case "arrangement" | "placement":
                    found |= self._cards(ask, data, said)
                case _ if said:
                    continue
                case "amount":
                    found |= self._amounts(data, pot)
                case "number":
                    found |= _numbers(data)
                case _:
                    found |= self._words(data.get("words", ()), pot)
        return {self.index[action]: then for action, then in found.items() if action in self.index}

    def followed(self, ask: Ask, then: Next, pot: Pot | None = None) -> Next:
        """What a part leads to when what goes without saying is said."""
        while isinstance(then, Said) and len(ways := self.choices(ask, then, pot)) == 1:
            (then,) = ways.values()
        return then

    # Words and amounts

    def _words(self, words: Mapping[str, Any] | Sequence[str], pot: Pot) -> dict[Action, Next]:
        found: dict[Action, Next] = {}
        amounts: dict[str, list[int]] = {}
        for word in words:
            action = Action("word", word)
            if action in self.index:
                found[action] = word
            elif verb := next((verb for verb in self._verbs if word.startswith(f"{verb} ")), ""):
                amounts.setdefault(verb, []).append(cents(word.removeprefix(f"{verb} ")))
        for verb, listed in amounts.items():
            for level, amount in _levels(min(listed), max(listed), 1, pot):
                if amount in listed:
                    found[Action("amount", verb, level)] = f"{verb} {dollars(amount)}"
        return found

    def _amounts(self, data: Mapping[str, Any], pot: Pot) -> dict[Action, Next]:
        low, high, step = (cents(data[name]) for name in ("low", "high", "step"))
        return {
            Action("amount", data["word"], level): f"{data['word']} {dollars(amount)}"
            for level, amount in _levels(low, high, step, pot)
        }

    # Wagers that are placed together

    def _wagers(self, ask: Ask, data: Mapping[str, Any], said: Said) -> dict[Action, Next]:
        """Whatever can be added so that all of it is a legal answer as it stands; what must be wagered and was not
        named is wagered at its minimum."""
        if said.groups:
            return {}
        named = {part.rpartition(" ")[0] for part in said.wagers} | set(said.wagers)
        spots = {spot["wager"]: spot for spot in data["spots"] if not BoxWager.read(spot["wager"]).box}
        must = {name: f"{name} {dollars(self._unit_up(spot))}" for name, spot in spots.items() if spot["required"]}
        found: dict[Action, Next] = {}

        def whole(parts: tuple[str, ...]) -> str:
            there = {part.rpartition(" ")[0] for part in parts}
            return ", ".join([*(part for name, part in must.items() if name not in there), *parts])

        def may_add(part: str) -> bool:
            return is_read(ask, whole((*said.wagers, part)))

        for name, spot in spots.items():
            if name in named:
                continue
            stakes = self._stakes(spot, cents(data["stack"]), data.get("standing", {}))
            parts = {Action("amount", name, level): f"{name} {dollars(amount)}" for level, amount in stakes}
            ends = {part: may_add(part) for part in {*list(parts.values())[:1], *list(parts.values())[-1:]}}
            for action, part in parts.items():  # what lies between two amounts that are allowed is allowed
                if ends.get(part, all(ends.values()) or may_add(part)):
                    found[action] = Said(wagers=(*said.wagers, part))
        for word in (*(TAKE_DOWN + name for name in data.get("take_down", ())), *data.get("calls", ())):
            if word not in named and may_add(word):
                found[Action("word", word)] = Said(wagers=(*said.wagers, word))
        if said.wagers and is_read(ask, whole(said.wagers)):
            found[Action("done", DONE)] = whole(said.wagers)
        return found

    def _unit(self, wager: str, step: str = "0") -> int:
        rule, chip = self.rules.wagers.get(wager), self.rules.chip
        parts = len(rule.spots) if rule is not None and rule.split else 1
        return lcm(chip * parts, cents(step) or chip)

    def _unit_up(self, spot: Mapping[str, Any], lies: int = 0) -> int:
        unit = self._unit(spot["wager"], spot.get("step", "0"))
        return -(-max(cents(spot["minimum"]) - lies, 1) // unit) * unit

    def _stakes(self, spot: Mapping[str, Any], stack: int, standing: Mapping[str, str]) -> Iterator[tuple[str, int]]:
        if "amounts" in spot:
            listed = [cents(amount) for amount in spot["amounts"]]
            yield from (
                (level, amount) for level, amount in _levels(listed[0], listed[-1], 1, None) if amount in listed
            )
            return
        lies = cents(standing.get(spot["wager"], "0"))
        unit = self._unit(spot["wager"], spot.get("step", "0"))
        high = min(cents(spot["maximum"]) - lies, stack // spot["bets"]) // unit * unit
        yield from _levels(self._unit_up(spot, lies), high, unit, None)

    # Cards that are set or placed

    def _cards(self, ask: Ask, data: Mapping[str, Any], said: Said) -> dict[Action, Next]:
        """Where the next card may go, so that the rest can still be placed."""
        if said.wagers:
            return {}
        cards, ways = hand(data["cards"]), _ways(ask, data)
        ways_on = ((*said.groups, group) for group in ways.names)
        return {Action("card", groups[-1]): ways.said(cards, groups) for groups in ways_on if ways.goes_on(groups)}

    def card_in_question(self, ask: Ask, said: Said) -> Card | None:
        """The card that the next action puts somewhere."""
        for data in ask.data()["forms"]:
            if data["form"] in ("arrangement", "placement") and not said.wagers:
                cards = hand(data["cards"])
                return cards[len(said.groups)] if len(said.groups) < len(cards) else None
        return None


@dataclass(frozen=True)
class Ways:
    """The ways in which cards can be placed: listed one by one, or where they are many, by the room there is."""

    names: tuple[str, ...]
    cards: int
    begun: frozenset[tuple[str, ...]] = frozenset()  # every beginning of a listed way
    room: tuple[tuple[str, int], ...] = ()
    count: int = 0

    def goes_on(self, groups: tuple[str, ...]) -> bool:
        if self.begun:
            return groups in self.begun
        room = dict(self.room)
        placed = len(groups) - groups.count(LEAVE)
        left = self.cards - len(groups)
        fits = all(name == LEAVE or groups.count(name) <= room.get(name, 0) for name in groups)
        return fits and placed <= self.count <= placed + left

    def said(self, cards: Sequence[Card], groups: tuple[str, ...]) -> Next:
        """Where the first cards go; the answer when all of them are placed."""
        if len(groups) < len(cards):
            return Said(groups=groups)
        named: dict[str, list[Card]] = {}
        for card, group in zip(cards, groups, strict=True):
            named.setdefault(group, []).append(card)
        return ", ".join(f"{group} {text(named[group])}" for group in self.names if group != LEAVE and group in named)


def _ways(ask: Ask, data: Mapping[str, Any]) -> Ways:
    sizes = data["room"] if "room" in data else dict(data["groups"])
    return _ways_of(ask.answers(), data["cards"], tuple(sizes.items()), data.get("count", 0))


@lru_cache(maxsize=256)
def _ways_of(listed: tuple[str, ...], line: str, sizes: tuple[tuple[str, int], ...], count: int) -> Ways:
    cards, names = hand(line), (*(name for name, _ in sizes), LEAVE)
    begun: set[tuple[str, ...]] = set()
    for answer in listed:
        parts = [part.partition(" ") for part in answer.split(", ")]
        if not all(name in names and line for name, _, line in parts):
            continue  # a word of another form
        goes = {card: name for name, _, line in parts for card in hand(line)}
        groups = tuple(goes.get(card, LEAVE) for card in cards)
        begun.update(groups[:upto] for upto in range(1, len(groups) + 1))
    return Ways(names, len(cards), frozenset(begun), sizes if count else (), count)


# The list


def _listed(rules: Rules) -> Iterator[Action]:
    pots = tuple(POTS) if rules.game.bank == "pot" else ()
    for name, asked in rules.game.asks.items():
        if asked.who.startswith(STAFF):
            continue
        for wager, rule in rules.wagers.items():
            if rule.when == name and rule.times:
                yield from (Action("word", f"{wager} {many}") for many in rule.times)
            elif rule.when == name:
                yield from (Action("amount", wager, level) for level in (*MULTIPLES, MAXIMUM))
        for answer in asked.answers:
            words = answer.split(" ")
            if not any(word.isupper() for word in words):
                yield Action("word", answer)
            elif words[-1] == "AMOUNT" and answer.count("AMOUNT") == 1 and len(words) > 1 and words[-2].islower():
                verb = " ".join(words[:-1])
                yield from (Action("amount", verb, level) for level in (*MULTIPLES, *pots, MAXIMUM))
            elif answer == "take down WAGER":
                yield from (Action("word", TAKE_DOWN + wager) for wager in rules.wagers)
            elif "CARD" in answer:
                yield from (Action("card", part.split(" ")[0]) for part in answer.split(", "))
                yield Action("card", LEAVE)
            elif len(words) == 1:
                yield from (Action("number", "number", level) for level in (LOWEST, MIDDLE, HIGHEST))
    yield Action("done", DONE)


def _levels(low: int, high: int, step: int, pot: Pot | None) -> Iterator[tuple[str, int]]:
    """The amounts that levels stand for, those that differ: the minimum, multiples of it, fractions of the pot, the
    maximum; each brought down to a step."""
    if high < low:
        return
    amounts = [(level, many * low) for level, many in MULTIPLES.items()]
    if pot is not None and pot.chips:
        amounts += [(level, pot.raised(share)) for level, share in POTS.items()]
    met: set[int] = set()
    for level, amount in [*amounts, (MAXIMUM, high)]:
        there = amount if amount == high else low + (amount - low) // step * step
        if low <= there <= high and there not in met:
            met.add(there)
            yield level, there


def _numbers(data: Mapping[str, Any]) -> dict[Action, Next]:
    low, high = data["low"], data["high"]
    numbers = {LOWEST: low, MIDDLE: (low + high) // 2, HIGHEST: high}
    return {Action("number", "number", level): str(number) for level, number in numbers.items()}


def pot_at(table: Table, ask: Ask) -> Pot:
    """What pot fractions are reckoned from where players contest a pot; nothing else has one."""
    if table.rules.game.bank != "pot":
        return Pot()
    chips = sum(table.ledger[stake.account] for stake in table.stakes.values())
    chips += sum(table.ledger.named(Holds.POT).values())
    calls = [form["words"]["call"] for form in ask.data()["forms"] if "call" in form.get("words", ())]
    return Pot(chips, cents(calls[0]) if calls else 0, sum(table.staked(ask.who).values()))


def is_read(ask: Ask, answer: str) -> bool:
    try:
        ask.read(answer)
    except Refused:
        return False
    return True
