"""A whole round of Pontoon 21 for one player from a fresh shoe: every first deal, and what comes of it.

Suits matter for six, seven, eight and for three sevens only (12.B(1)-(6), 12.C), so only with two cards of such a
hand; there every deal of suits is looked at by itself, the up card's suit too.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from houseway.cards.card import Card, suit
from houseway.games.twenty_one.pontoon_21 import SPADES as SPADE_SUIT
from houseway.price.twenty_one.count import (
    DOUBLE,
    HIT,
    MIXED,
    SPADES,
    SPLIT,
    STAND,
    SUITED,
    SURRENDER,
    Against,
    Pays,
    Policy,
    Worth,
)
from houseway.price.twenty_one.hands import ACE, EIGHT, SEVEN, SIX, TEN, VALUES, hand_lists, hands, value, values
from houseway.price.twenty_one.split import Split, compared, follow, split

Progress = Callable[[int, int], None]
NO_MATTER = -1  # the suits of a hand that has no line of 12.B(1)-(6) before it
COMPLETES = {(SIX, SEVEN): EIGHT, (SIX, EIGHT): SEVEN, (SEVEN, EIGHT): SIX, (SEVEN, SEVEN): SEVEN}


@dataclass(frozen=True)
class Start:
    """A kind of first deal: the up card, two cards and their suits as far as they matter."""

    up: int
    held: tuple[int, int]
    number: int  # of the hand
    ways: int  # orders of up card and two cards
    suits: int = NO_MATTER  # or mixed, suited, spades
    matches: int = 0  # third cards that would make a suited line
    worths: tuple[Fraction | None, ...] = ()  # of each answer over every order, in wagers; a dealer's Blackjack as 0
    answer: int = STAND

    @property
    def pair(self) -> bool:
        return self.held[0] == self.held[1]

    @property
    def blackjack(self) -> bool:
        return self.held == (ACE, TEN)

    @property
    def completes(self) -> int:
        """The value that would make a line of 12.B(1)-(6)."""
        return COMPLETES[self.held]


@dataclass
class AgainstUp:
    """One value of up card: hands from it on, and every pair split."""

    against: Against
    solved: Worth
    splits: dict[int, Split]
    starts: list[Start] = field(default_factory=list)


@dataclass
class Round:
    """The whole game, by one way to play it."""

    cards: int
    pays: Pays
    ups: dict[int, AgainstUp]
    laid_out: dict[str, Any] = field(default_factory=dict)  # what charts have found once

    @property
    def starts(self) -> Iterator[Start]:
        for one in self.ups.values():
            yield from one.starts

    @cached_property
    def deals(self) -> int:
        """Orders of a round's first three cards."""
        return self.cards * (self.cards - 1) * (self.cards - 2)

    def dealer_blackjack(self, start: Start) -> Fraction:
        against = self.ups[start.up].against
        return 1 - Fraction(self.ups[start.up].solved.orders[start.number], against.every_order(2))

    @cached_property
    def expectation(self) -> Fraction:
        """What a round is worth, in wagers."""
        return sum((start.ways * self.worth(start) for start in self.starts), Fraction(0)) / self.deals

    def worth(self, start: Start) -> Fraction:
        """With its answer: a dealer's Blackjack loses the wager, except to a Blackjack."""
        if start.blackjack:
            return Fraction(self.pays.blackjack, self.pays.scale)
        worth = start.worths[start.answer]
        assert worth is not None
        return worth - self.dealer_blackjack(start)

    @cached_property
    def split_chance(self) -> Fraction:
        """How often a pair is split."""
        ways = sum((start.ways * (1 - self.dealer_blackjack(start)) for start in self.split_starts), Fraction(0))
        return ways / self.deals

    @property
    def split_starts(self) -> Iterator[Start]:
        return (start for start in self.starts if not start.blackjack and start.answer == SPLIT)

    @cached_property
    def split_return(self) -> Fraction:
        total = Fraction(0)
        for start in self.split_starts:
            worth = start.worths[SPLIT]
            assert worth is not None
            total += start.ways * worth
        return total / self.deals

    @cached_property
    def action(self) -> Fraction:
        """What is wagered in all on average: the wager, doubles and what splits add."""
        doubled = sum((chance for (name, _), chance in self.lines.items() if name.startswith("double")), Fraction(0))
        total = 1 + doubled + self.lines.get(("rescue", -self.pays.scale), Fraction(0))
        for start in self.split_starts:
            more = self.ups[start.up].splits[start.held[0]].wager - (1 - self.dealer_blackjack(start))
            total += start.ways * more / self.deals
        return total

    @cached_property
    def split_results(self) -> dict[Fraction, float]:
        """The chance of each result of a split, given a split; near enough, see there."""
        found: dict[Fraction, float] = {}
        for start in self.split_starts:
            chance = float(start.ways * (1 - self.dealer_blackjack(start)) / self.deals / self.split_chance)
            for result, likely in self.ups[start.up].splits[start.held[0]].results.items():
                found[result] = found.get(result, 0.0) + chance * likely
        return found

    @cached_property
    def followed(self) -> dict[int, tuple[dict[tuple[str, int], int], list[int]]]:
        """For each up card in how many orders each end comes, and each hand of three or more cards is met."""
        found = {}
        for up, one in self.ups.items():
            counts: dict[tuple[str, int], int] = {}
            found[up] = (counts, _Follow(one, self.pays, counts).every_start())
        return found

    def reach(self, up: int) -> list[int]:
        """In how many orders each hand is met against an up card, that of first deals among them."""
        met = [*self.followed[up][1]]
        for start in self.ups[up].starts:
            met[start.number] += start.ways
        return met

    @cached_property
    def lines(self) -> dict[tuple[str, int], Fraction]:
        """The chance of each line, and of each other way a hand that is not split ends; with its result."""
        counts: dict[tuple[str, int], int] = {}
        total = 0
        for up, one in self.ups.items():
            for key, many in self.followed[up][0].items():
                counts[key] = counts.get(key, 0) + many
            total += sum(start.ways for start in one.starts) * one.against.every_order(2)
        return {key: Fraction(many, total) for key, many in counts.items() if many}


@dataclass
class _Follow:
    """Follow every start against one up card to its end, and add up how often each end comes."""

    one: AgainstUp
    pays: Pays
    counts: dict[tuple[str, int], int]

    def add(self, name: str, result: int, many: int) -> None:
        self.counts[name, result] = self.counts.get((name, result), 0) + many

    def every_start(self) -> list[int]:
        """The answer is in how many orders each hand is met, two cards left out."""
        every, scale = hands(), self.pays.scale
        against, solved = self.one.against, self.one.solved
        reach = [0] * len(every.counts)
        for start in self.one.starts:
            orders = solved.orders[start.number]
            if start.blackjack:
                self.add("blackjack", self.pays.blackjack, start.ways * against.every_order(2))
                continue
            self.add("dealer-blackjack", -scale, start.ways * (against.every_order(2) - orders))
            if start.answer == SURRENDER:
                self.add("surrender", -scale // 2, start.ways * orders)
            elif start.answer == HIT and start.suits != NO_MATTER:
                self._hit(start.number, start.ways, reach, start)
            elif start.answer != SPLIT:
                self._play(start.number, start.ways, start.answer, reach)
        for number, ways in enumerate(reach):  # a hand's number is less than that of any that follows it
            if ways:
                self._play(number, ways, solved.policy.answers[number], reach)
        return reach

    def _play(self, number: int, ways: int, answer: int, reach: list[int]) -> None:
        if hand_lists().totals[number] == 21 or answer == STAND:
            self._stand(number, ways)
        elif answer == HIT:
            self._hit(number, ways, reach)
        else:
            self._double(number, ways)

    def _after(self, number: int) -> Iterator[tuple[int, int, int]]:
        """Value, how many there are of it, and the hand with one more."""
        counts, _, _, after = hand_lists()
        held = counts[number]
        for one, then in enumerate(after[number]):
            if then >= 0 and (many := self.one.against.there[one] - held[one]) > 0:
                yield one, many, then

    def _hit(self, number: int, ways: int, reach: list[int], start: Start | None = None) -> None:
        stays, orders = 0, self.one.solved.orders
        for one, many, then in self._after(number):
            stays += many * orders[then]
            if start and one == start.completes:
                for name, result, some in completed(self.pays, start, many):
                    self.add(name, result, ways * some * orders[then])
            else:
                reach[then] += ways * many
        self.add("lose", -self.pays.scale, ways * (orders[number] - stays))

    def _stand(self, number: int, ways: int) -> None:
        _, sizes, totals, _ = hand_lists()
        total, size, win = totals[number], sizes[number], self.pays.win
        orders = self.one.solved.orders[number]
        if total == 21:
            name = {5: "five-cards", 6: "six-cards"}.get(size, "seven-cards" if size > 6 else "win")
            self.add(name, self.pays.of_21(size), ways * orders)
            return
        below, above = self.one.solved.below[number], self.one.solved.above[number]
        self.add("win", win, ways * below)
        self.add("lose", -self.pays.scale, ways * above)
        self.add("push", 0, ways * (orders - below - above))

    def _double(self, number: int, ways: int) -> None:
        scale, win = self.pays.scale, self.pays.win
        solved, totals = self.one.solved, hand_lists().totals
        stays = 0
        for _, many, then in self._after(number):
            orders = solved.orders[then]
            stays += many * orders
            if solved.policy.rescues[then]:
                self.add("rescue", -scale, ways * many * orders)
                continue
            below, above = orders, 0
            if totals[then] < 21:
                below, above = solved.below[then], solved.above[then]
            self.add("double win", 2 * win, ways * many * below)
            self.add("double lose", -2 * scale, ways * many * above)
            self.add("double push", 0, ways * many * (orders - below - above))
        self.add("double lose", -2 * scale, ways * (solved.orders[number] - stays))


def completed(pays: Pays, start: Start, many: int) -> Iterator[tuple[str, int, int]]:
    """The lines that the third card can complete: name, what it pays, how many cards do it."""
    sevens = start.held == (SEVEN, SEVEN)
    name, paid = ("three-sevens", pays.sevens) if sevens else ("six-seven-eight", pays.run)
    yield f"{name}-mixed", paid[MIXED], many - start.matches
    if start.suits != MIXED:
        kind = "spades" if start.suits == SPADES else "suited"
        extra = pays.extra if sevens and start.up == SEVEN else 0
        yield f"{name}-{kind}{' and 12.C' if extra else ''}", paid[start.suits] + extra, start.matches


def line_pays(pays: Pays, name: str) -> int:
    """The result that a line of `Round.lines` has, by its name."""
    scale, win = pays.scale, pays.win
    kinds = dict(zip(("mixed", "suited", "spades"), range(3), strict=True))
    known = {
        "blackjack": pays.blackjack, "win": win, "push": 0, "lose": -scale, "dealer-blackjack": -scale,
        "surrender": -scale // 2, "double win": 2 * win, "double push": 0, "double lose": -2 * scale, "rescue": -scale,
        "five-cards": pays.many[0], "six-cards": pays.many[1], "seven-cards": pays.many[2],
    }  # fmt: skip
    known |= {f"six-seven-eight-{kind}": pays.run[at] for kind, at in kinds.items()}
    known |= {f"three-sevens-{kind}": pays.sevens[at] for kind, at in kinds.items()}
    return known[name.removesuffix(" and 12.C")] + (pays.extra if name.endswith(" and 12.C") else 0)


# From the cards of a shoe to the round


def play(
    cards: Sequence[Card], pays: Pays, hands_at_most: int, choose: "Choose | None" = None,
    progress: Progress | None = None, splits: "Splits | None" = None,
) -> Round:  # fmt: skip
    """The best round from a shoe of these cards, or one played as `choose` says."""
    there = values(cards)
    by_suit = {one: [0] * 4 for one in (SIX, SEVEN, EIGHT)}
    for card in cards:
        if value(card) in by_suit:
            by_suit[value(card)][suit(card)] += 1
    ups: dict[int, AgainstUp] = {}
    there_are = [up for up in VALUES if there[up]]
    for done, up in enumerate(there_are, start=1):
        ups[up] = against_up(up, there, by_suit, pays, hands_at_most, choose, splits)
        if progress:
            progress(done, len(there_are))
    return Round(len(cards), pays, ups)


Splits = Callable[[int, int], Split | None]  # of an up card and a pair; none where it is never split


@dataclass(frozen=True)
class Choose:
    """A way to play: the policy against an up card, and the answer to a start."""

    policy: Callable[[int], Policy]
    start: Callable[[Start], int]


def against_up(
    up: int, there: Sequence[int], by_suit: dict[int, list[int]], pays: Pays, hands_at_most: int,
    choose: Choose | None = None, splits: Splits | None = None,
) -> AgainstUp:  # fmt: skip
    rest = [many - (at == up) for at, many in enumerate(there)]
    against = Against(up, rest, pays)
    one = AgainstUp(against, _solved(against, choose.policy(up)) if choose else against.solve(), {})
    for pair in VALUES:
        if rest[pair] > 1:
            made = splits(up, pair) if splits else split(up, rest, pair, pays, hands_at_most)
            if made:
                one.splits[pair] = made
    for first in VALUES:
        for second in range(first, len(VALUES)):
            for start in _starts(up, there, rest, (first, second), by_suit):
                worths = _worths(one, pays, start)
                answer = choose.start(start) if choose else best_answer(worths)
                one.starts.append(replace(start, worths=worths, answer=answer))
    return one


def _solved(against: Against, policy: Policy) -> Worth:
    """A policy's worth from every first deal on, whatever the answer to that is."""
    _, sizes, _, after = hand_lists()
    two = [number for number, size in enumerate(sizes) if size == 2]
    three = {then for number in two for then in after[number] if then >= 0}
    ends = {*two, *three, *compared(policy, *two, *three)}
    return against.solve(policy=policy, only=follow(policy, *two, *three), ends=sorted(ends))


def best_answer(worths: Sequence[Fraction | None]) -> int:
    """The best answer; among equals the one with the smallest wager."""
    found = STAND
    for answer in (STAND, SURRENDER, HIT, DOUBLE, SPLIT):
        worth, most = worths[answer], worths[found]
        if worth is not None and most is not None and worth > most:
            found = answer
    return found


def _starts(
    up: int, there: Sequence[int], rest: Sequence[int], held: tuple[int, int], by_suit: dict[int, list[int]]
) -> Iterator[Start]:
    first, second = held
    number = hands().number(held)
    ways = rest[first] * (rest[second] - (first == second)) * (1 if first == second else 2)
    if ways <= 0:
        return
    if held not in COMPLETES:
        yield Start(up, held, number, there[up] * ways)
        return
    third = COMPLETES[held]
    found: dict[tuple[int, int], int] = {}
    for up_suit, ups in enumerate(by_suit[up]) if up in by_suit else [(NO_MATTER, there[up])]:
        left = {one: list(suits) for one, suits in by_suit.items()}
        if up in by_suit and ups:
            left[up][up_suit] -= 1
        for one in range(4):
            for other in range(4):
                many = ups * left[first][one] * (left[second][other] - (first == second and one == other))
                if not many:
                    continue
                matches = left[third][one] - 2 * (third == first)  # those held are sevens themselves
                kind = MIXED if one != other else SPADES if one == SPADE_SUIT else SUITED
                key = (kind, 0 if kind == MIXED else matches)
                found[key] = found.get(key, 0) + many * (1 if first == second else 2)
    for (kind, matches), many in sorted(found.items()):
        yield Start(up, held, number, many, kind, matches)


def _worths(one: AgainstUp, pays: Pays, start: Start) -> tuple[Fraction | None, ...]:
    """What each answer to a start is worth over every order, in wagers, a dealer's Blackjack as nothing."""
    solved, against = one.solved, one.against
    number = start.number
    hit = solved.hit[number]
    if start.suits != NO_MATTER:
        then = int(hands().after[number][start.completes])
        many = against.there[start.completes] - hands().counts[number].tolist()[start.completes]
        paid = sum(result * some for _, result, some in completed(pays, start, many))
        hit += solved.orders[then] * paid - many * solved.best[then]
    whole = pays.scale * against.every_order(2)
    surrender = -pays.scale // 2 * solved.orders[number]
    first = one.splits.get(start.held[0]) if start.pair else None
    sums: list[Fraction | None] = [Fraction(part, whole) for part in (solved.stand[number], hit, solved.double[number])]
    return (*sums, first.worth if first else None, Fraction(surrender, whole))
