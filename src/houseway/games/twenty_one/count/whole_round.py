"""A whole round for one player from a fresh shoe: every first deal, and what comes of it.

Suits matter for naturals, which are counted apart, and for lines that three cards make: six, seven, eight and three
sevens. So only with two cards of such a hand every deal of suits is looked at by itself, the up card's suit too.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from houseway.cards.card import Card, hand, suit
from houseway.games.twenty_one.count.ends import (
    GIVEN_UP_FIRST,
    KINDS,
    MIXED,
    NATURAL,
    NO_NATURAL,
    OVER,
    RESCUED,
    RUN,
    SEVENS,
    SEVENS_AGAINST_SEVEN,
    SPADES,
    SUITED,
    Compared,
)
from houseway.games.twenty_one.count.hands import (
    ACE,
    EIGHT,
    SEVEN,
    SIX,
    TEN,
    VALUES,
    hand_lists,
    hands,
    value,
    values,
)
from houseway.games.twenty_one.count.naturals import Lines, naturals
from houseway.games.twenty_one.count.one_hand import (
    DOUBLE,
    HIT,
    SPLIT,
    STAND,
    SURRENDER,
    Against,
    Policy,
    Terms,
    Worth,
)
from houseway.games.twenty_one.count.split import Split, compared, follow, hand_sums, most_hands, split
from houseway.games.twenty_one.facts import Surrender
from houseway.pricing.counting.work import Progress

NO_MATTER = -1  # the suits of a hand that no line of three cards is before
COMPLETES = {(SIX, SEVEN): EIGHT, (SIX, EIGHT): SEVEN, (SEVEN, EIGHT): SIX, (SEVEN, SEVEN): SEVEN}
_SPADE_SUIT = suit(hand("As")[0])


@dataclass(frozen=True)
class Start:
    """A kind of first deal, but for naturals: the up card, two cards and their suits as far as they matter."""

    up: int
    held: tuple[int, int]
    number: int  # of the hand
    ways: int  # orders of up card and two cards
    suits: int = NO_MATTER  # or mixed, suited, spades
    matches: int = 0  # third cards that would make a suited line
    worths: tuple[Fraction | None, ...] = ()  # of each answer over every order, in wagers; none where it is not allowed
    answer: int = STAND

    @property
    def pair(self) -> bool:
        return self.held[0] == self.held[1]

    @property
    def completes(self) -> int:
        """The value that would make a line of three cards."""
        return COMPLETES[self.held]

    @property
    def worth(self) -> Fraction:
        """With its answer."""
        worth = self.worths[self.answer]
        assert worth is not None
        return worth


@dataclass
class AgainstUp:
    """One value of up card: hands from it on, and every pair split."""

    against: Against
    solved: Worth
    splits: dict[int, Split]
    starts: list[Start] = field(default_factory=list)

    def alive(self, number: int) -> Fraction:
        """The chance that the dealer has no natural, with a hand of two cards."""
        return Fraction(self.solved.orders[number], self.against.every_order(2))


@dataclass
class Round:
    """The whole game, by one way to play it."""

    cards: Sequence[Card]
    terms: Terms
    ups: dict[int, AgainstUp]
    laid_out: dict[str, Any] = field(default_factory=dict)  # what charts have found once

    @property
    def starts(self) -> Iterator[Start]:
        for one in self.ups.values():
            yield from one.starts

    @cached_property
    def deals(self) -> int:
        """Orders of a round's first three cards."""
        many = len(self.cards)
        return many * (many - 1) * (many - 2)

    def dealer_natural(self, start: Start) -> Fraction:
        return 1 - self.ups[start.up].alive(start.number)

    @cached_property
    def naturals(self) -> Lines:
        return naturals(self.terms, self.cards)

    @cached_property
    def expectation(self) -> Fraction:
        """What a round is worth, in wagers."""
        of_naturals = sum((won * chance for (_, won), chance in self.naturals.items()), Fraction(0))
        return of_naturals + sum((start.ways * start.worth for start in self.starts), Fraction(0)) / self.deals

    @cached_property
    def by_up(self) -> dict[int, tuple[Fraction, Fraction]]:
        """By the value of the up card: how often it comes, and what a round is worth then."""
        there, found = values(self.cards), {}
        for up, one in self.ups.items():
            often = Fraction(there[up], len(self.cards))
            of_naturals = naturals(self.terms, self.cards, up)
            total = sum((won * chance for (_, won), chance in of_naturals.items()), Fraction(0))
            total += sum((start.ways * start.worth for start in one.starts), Fraction(0)) / self.deals
            found[up] = (often, total / often)
        return found

    @cached_property
    def first_answers(self) -> dict[int, Fraction]:
        """How often each answer is the first one; a natural of either side leaves nothing to answer, but for an early
        surrender."""
        early = self.terms.rules.surrender == Surrender.EARLY
        found: dict[int, Fraction] = {}
        for start in self.starts:
            asked = Fraction(1) if early and start.answer == SURRENDER else 1 - self.dealer_natural(start)
            found[start.answer] = found.get(start.answer, Fraction(0)) + start.ways * asked / self.deals
        return found

    @property
    def split_starts(self) -> Iterator[tuple[Start, Split]]:
        """The pairs that are split, where the dealer has no natural."""
        for start in self.starts:
            if start.answer == SPLIT:
                yield start, self.ups[start.up].splits[start.held[0]]

    @cached_property
    def split_chance(self) -> Fraction:
        """How often a pair is split."""
        ways = sum((start.ways * (1 - self.dealer_natural(start)) for start, _ in self.split_starts), Fraction(0))
        return ways / self.deals

    @cached_property
    def split_return(self) -> Fraction:
        return sum((start.ways * made.worth for start, made in self.split_starts), Fraction(0)) / self.deals

    @cached_property
    def action(self) -> Fraction:
        """What is wagered in all on average: the wager, doubles and what splits add."""
        doubled = sum((chance for (name, _), chance in self.lines.items() if name.startswith("double")), Fraction(0))
        total = 1 + doubled + self.lines.get(("rescue", -self.terms.scale), Fraction(0))
        for start, made in self.split_starts:
            total += start.ways * (made.wager - (1 - self.dealer_natural(start))) / self.deals
        return total

    @cached_property
    def split_results(self) -> dict[Fraction, float]:
        """The chance of each result of a split, given a split; near enough, see there."""
        found: dict[Fraction, float] = {}
        for start, made in self.split_starts:
            chance = float(start.ways * (1 - self.dealer_natural(start)) / self.deals / self.split_chance)
            for result, likely in made.results.items():
                found[result] = found.get(result, 0.0) + chance * likely
        return found

    @cached_property
    def side(self) -> tuple[Fraction, Fraction]:
        """How many hands of a round come to 22 to 30, on average, and how many of these the hole card makes 31."""
        offered = lifted = Fraction(0)
        for one in self.ups.values():
            counts, _, _, after = hand_lists()
            known = hand_sums(one.against, one.solved, _following(one.solved.policy))
            for start in one.starts:
                over, made = (0, 0)
                if start.answer in (HIT, DOUBLE):
                    over, made = one.against.over(start.number)
                if start.answer == HIT:
                    for card, then in enumerate(after[start.number]):
                        many = one.against.there[card] - counts[start.number][card]
                        if many > 0 and then in known:
                            over, made = over + many * known[then][1], made + many * known[then][2]
                whole = one.against.every_order(2)
                offered, lifted = (
                    offered + Fraction(start.ways * over, whole),
                    lifted + Fraction(start.ways * made, whole),
                )
        for start, split_ in self.split_starts:
            offered += start.ways * split_.sums.offered
            lifted += start.ways * split_.sums.lifted
        return offered / self.deals, lifted / self.deals

    @cached_property
    def followed(self) -> dict[int, tuple[dict[tuple[str, int], int], list[int]]]:
        """For each up card in how many orders each end comes, and each hand of three or more cards is met."""
        found = {}
        for up, one in self.ups.items():
            counts: dict[tuple[str, int], int] = {}
            found[up] = (counts, _Follow(one, self.terms, counts).every_start())
        return found

    def reach(self, up: int) -> list[int]:
        """In how many orders each hand is met against an up card, that of first deals among them."""
        met = [*self.followed[up][1]]
        for start in self.ups[up].starts:
            met[start.number] += start.ways
        return met

    @cached_property
    def lines(self) -> dict[tuple[str, int], Fraction]:
        """The chance of each line, and of each other way a hand that is not split ends; with its result in parts."""
        chances = {(name, self.terms.parts(won)): chance for (name, won), chance in self.naturals.items()}
        for up, one in self.ups.items():
            whole = self.deals * one.against.every_order(2)
            for key, many in self.followed[up][0].items():
                if many:
                    chances[key] = chances.get(key, Fraction(0)) + Fraction(many, whole)
        return chances


@dataclass
class _Follow:
    """Follow every start against one up card to its end, and add up how often each end comes."""

    one: AgainstUp
    terms: Terms
    counts: dict[tuple[str, int], int]

    def add(self, name: str, result: int, many: int) -> None:
        self.counts[name, result] = self.counts.get((name, result), 0) + many

    def every_start(self) -> list[int]:
        """The answer is in how many orders each hand is met, two cards left out."""
        against, solved = self.one.against, self.one.solved
        given_up, beaten = given_up_first(self.terms), against.table.beaten
        reach = [0] * len(hands().counts)
        for start in self.one.starts:
            every, orders = against.every_order(2), solved.orders[start.number]
            if start.answer == SURRENDER:
                self.add("surrender", given_up.alive, start.ways * (every if given_up.always else orders))
            if not (given_up.always and start.answer == SURRENDER):
                self.add("dealer-blackjack", beaten, start.ways * (every - orders))
            if start.answer == HIT and start.suits != NO_MATTER:
                self._hit(start.number, start.ways, reach, start)
            elif start.answer not in (SPLIT, SURRENDER):
                self._play(start.number, start.ways, start.answer, reach)
        for number, ways in enumerate(reach):  # a hand's number is less than that of any that follows it
            if ways:
                self._play(number, ways, solved.policy.answers[number], reach)
        return reach

    def _play(self, number: int, ways: int, answer: int, reach: list[int]) -> None:
        if answer == STAND:
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
        orders, table = self.one.solved.orders, self.one.against.table
        on_31, pays = self.one.against.on_31(number)
        stays = on_31
        if on_31:
            self.add(table.lines[table.makes_31[number]], pays, ways * on_31)
        for one, many, then in self._after(number):
            if on_31 and one == TEN:
                continue
            stays += many * orders[then]
            if start and one == start.completes:
                for name, result, some in completed(self.terms, start, many):
                    self.add(name, result, ways * some * orders[then])
            else:
                reach[then] += ways * many
        self.add("lose", self.one.against.fixed(OVER), ways * (orders[number] - stays))

    def _stand(self, number: int, ways: int) -> None:
        table = self.one.against.table
        row = table.rows[number]
        self._compare(number, ways, table.compared[False][False][row], {1: table.lines[row], 0: "push", -1: "lose"})

    def _compare(self, number: int, ways: int, comes_to: Compared, names: Mapping[int, str]) -> None:
        """Beside the dealer's hand; a line goes by whether it wins."""
        solved = self.one.solved
        orders, lower, higher = solved.orders[number], solved.lower[number], solved.higher[number]
        for result, many in zip(comes_to, (lower, orders - lower - higher, higher), strict=True):
            if many:
                self.add(names[(result > 0) - (result < 0)], result, ways * many)

    def _double(self, number: int, ways: int) -> None:
        against, solved = self.one.against, self.one.solved
        names = {1: "double win", 0: "double push", -1: "double lose"}
        on_31, pays = against.on_31(number, doubled=True)
        stays = on_31
        if on_31:
            self.add(names[1], pays, ways * on_31)
        for one, many, then in self._after(number):
            if on_31 and one == TEN:
                continue
            stays += many * solved.orders[then]
            if solved.policy.rescues[then]:
                rescued = against.fixed(RESCUED, doubled=True)
                self.add("rescue", rescued, ways * many * solved.orders[then])
            else:
                self._compare(then, ways * many, against.table.compared[False][True][against.table.rows[then]], names)
        self.add("double lose", against.fixed(OVER, doubled=True), ways * (solved.orders[number] - stays))


class GivenUp(NamedTuple):
    """What a first hand comes to that is given up."""

    alive: int  # where the dealer has no natural
    beaten: int  # where the dealer has one

    @property
    def always(self) -> bool:
        """It costs the same against a dealer's natural."""
        return self.alive == self.beaten


def given_up_first(terms: Terms) -> GivenUp:
    return GivenUp(*(terms.table.natural(GIVEN_UP_FIRST, dealers) for dealers in (NO_NATURAL, NATURAL)))


def completed(terms: Terms, start: Start, many: int) -> Iterator[tuple[str, int, int]]:
    """The lines that the third card can complete: name, what it pays, how many cards do it."""
    sevens = start.held == (SEVEN, SEVEN)
    name, row = ("three-sevens", SEVENS) if sevens else ("six-seven-eight", RUN)
    if sevens and start.up == SEVEN and terms.extra:
        row = SEVENS_AGAINST_SEVEN
    table = terms.table
    yield f"{name}-mixed", table.fixed(row + MIXED, split=False), many - start.matches
    if start.suits != MIXED:
        more = AND_EXTRA if row == SEVENS_AGAINST_SEVEN else ""
        yield f"{name}-{KINDS[start.suits]}{more}", table.fixed(row + start.suits, split=False), start.matches


AND_EXTRA = " and more"  # beside a line: what three suited sevens win besides


def line_pays(terms: Terms, name: str) -> int:
    """The result that a line of `Round.lines` has, by its name."""
    table, loses, win = terms.table, terms.table.beaten, terms.win
    known = {
        "push": 0, "lose": loses, "dealer-blackjack": loses, "surrender": given_up_first(terms).alive,
        "double win": 2 * win, "double push": 0, "double lose": table.fixed(OVER, split=False, doubled=True),
        "rescue": table.fixed(RESCUED, split=False, doubled=True),
    }  # fmt: skip
    plain = name.removesuffix(AND_EXTRA)
    if plain in known:
        return known[plain]
    odds = terms.rules.pay(plain)
    assert odds is not None, name
    return terms.parts(odds) + (terms.extra if name != plain else 0)


# From the cards of a shoe to the round


def play(
    cards: Sequence[Card], terms: Terms, choose: "Choose | None" = None,
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
        ups[up] = against_up(up, there, by_suit, terms, choose, splits)
        if progress:
            progress(done, len(there_are))
    return Round(tuple(cards), terms, ups)


Splits = Callable[[int, int], Split | None]  # of an up card and a pair; none where it is never split


@dataclass(frozen=True)
class Choose:
    """A way to play: the policy against an up card, and the answer to a start."""

    policy: Callable[[Against], Policy]
    start: Callable[[Start], int]


def against_up(
    up: int, there: Sequence[int], by_suit: dict[int, list[int]], terms: Terms,
    choose: Choose | None = None, splits: Splits | None = None,
) -> AgainstUp:  # fmt: skip
    rest = [many - (at == up) for at, many in enumerate(there)]
    against = Against(up, rest, terms)
    one = AgainstUp(against, _solved(against, choose.policy(against)) if choose else against.solve(), {})
    for pair in VALUES:
        if rest[pair] > 1 and (most := most_hands(terms, rest, pair)) > 1:
            made = splits(up, pair) if splits else split(up, rest, pair, terms, most)
            if made:
                one.splits[pair] = made
    for first in VALUES:
        for second in range(first, len(VALUES)):
            for start in _starts(up, there, rest, (first, second), by_suit, terms):
                worths = _worths(one, start)
                answer = choose.start(start) if choose else best_answer(worths)
                one.starts.append(replace(start, worths=worths, answer=answer))
    return one


def _solved(against: Against, policy: Policy) -> Worth:
    """A policy's worth from every first deal on, whatever the answer to that is."""
    only = _following(policy)
    _, sizes, _, after = hand_lists()
    two = [number for number, size in enumerate(sizes) if size == 2]
    three = {then for number in two for then in after[number] if then >= 0}
    ends = {*two, *three, *compared(policy, against.terms, *two, *three, split=False)}
    return against.solve(policy=policy, only=only, ends=sorted(ends))


def _following(policy: Policy) -> list[int]:
    """Every hand that can come of a first deal, whatever the answer to that is."""
    _, sizes, _, after = hand_lists()
    two = [number for number, size in enumerate(sizes) if size == 2]
    return follow(policy, *two, *{then for number in two for then in after[number] if then >= 0})


def best_answer(worths: Sequence[Fraction | None]) -> int:
    """The best answer; among equals the one with the smallest wager."""
    found = STAND
    for answer in (STAND, SURRENDER, HIT, DOUBLE, SPLIT):
        worth, most = worths[answer], worths[found]
        if worth is not None and most is not None and worth > most:
            found = answer
    return found


def _starts(
    up: int, there: Sequence[int], rest: Sequence[int], held: tuple[int, int], by_suit: dict[int, list[int]],
    terms: Terms,
) -> Iterator[Start]:  # fmt: skip
    first, second = held
    number = hands().number(held)
    ways = rest[first] * (rest[second] - (first == second)) * (1 if first == second else 2)
    if ways <= 0 or held == (ACE, TEN):
        return
    if held not in COMPLETES or not terms.by_suits:
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
                kind = MIXED if one != other else SPADES if one == _SPADE_SUIT else SUITED
                key = (kind, 0 if kind == MIXED else matches)
                found[key] = found.get(key, 0) + many * (1 if first == second else 2)
    for (kind, matches), many in sorted(found.items()):
        yield Start(up, held, number, many, kind, matches)


def _worths(one: AgainstUp, start: Start) -> tuple[Fraction | None, ...]:
    """What each answer to a start is worth over every order, in wagers."""
    solved, against, terms = one.solved, one.against, one.against.terms
    number, alive = start.number, one.alive(start.number)
    whole = terms.scale * against.every_order(2)
    legal = against.answers(2, hand_lists().totals[number])
    sums = {STAND: solved.stand[number], HIT: solved.hit[number], DOUBLE: solved.double[number]}
    if start.suits != NO_MATTER:
        then = int(hands().after[number][start.completes])
        many = against.there[start.completes] - hands().counts[number].tolist()[start.completes]
        paid = sum(result * some for _, result, some in completed(terms, start, many))
        sums[HIT] += solved.orders[then] * paid - many * solved.best[then]
    worths: list[Fraction | None] = [None] * 5
    beaten = Fraction(against.table.beaten, terms.scale) * (1 - alive)
    for answer, worth in sums.items():
        if answer in legal:
            worths[answer] = Fraction(worth, whole) + beaten
    if start.pair and (made := one.splits.get(start.held[0])):
        worths[SPLIT] = made.worth + beaten
    worths[SURRENDER] = surrender_worth(terms, alive)
    return tuple(worths)


def surrender_worth(terms: Terms, alive: Fraction) -> Fraction | None:
    """Of a first hand, by the chance that the dealer has no natural; none where there is no surrender."""
    if terms.rules.surrender is Surrender.NONE:
        return None
    given_up = given_up_first(terms)
    return (given_up.alive * alive + given_up.beaten * (1 - alive)) / terms.scale
