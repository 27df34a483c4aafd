"""What a split is worth, where each hand of it is played by its own cards.

A hand made by a split is played by its cards, the up card and the pair that was split, not by what the other hands
hold. Played so, it does not matter in which order the hands get their cards: each is like the first one, from a shoe
that lacks the cards of the pair. What one hand is worth on average is then a sum over its own cards only, and the
split is worth what its hands are worth together, exactly.

Splitting again makes the number of hands a matter of the second cards. A second card that is no card of the pair is
any card less one of the pair, so sums with some cards of the pair gone, added and taken off in turn, are all it needs.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, perm
from typing import Any, NamedTuple

import numpy as np

from houseway.counting.kernels import kernel
from houseway.games.twenty_one.count.ends import GIVEN_UP, OVER, RESCUED
from houseway.games.twenty_one.count.hands import ACE, BUST, TEN, VALUES, hand_lists, hands
from houseway.games.twenty_one.count.one_hand import DOUBLE, HIT, STAND, SURRENDER, Against, Policy, Terms, Worth
from houseway.pricing.counting.cache import Arrays, kept
from houseway.pricing.counting.work import each

Chances = dict[Fraction, float]  # of each result, in wagers
_ENDS = range(BUST + 1)  # of the dealer's hand: 17 to 21, over
_NONE = 1e-15  # a course of a split that comes less often has no part in how the results of its hands add up


class Sums(NamedTuple):
    """What hands come to together: means over every order of the cards, in which a dealer's natural is nothing."""

    worth: Fraction  # in wagers
    wager: Fraction  # wagers placed: hands and doubles
    offered: Fraction = Fraction(0)  # hands that come to 22 to 30
    lifted: Fraction = Fraction(0)  # those that the hole card makes 31

    def times(self, factor: Fraction) -> "Sums":
        return Sums(*(part * factor for part in self))

    def plus(self, other: "Sums") -> "Sums":
        return Sums(*(one + more for one, more in zip(self, other, strict=True)))


NOTHING = Sums(Fraction(0), Fraction(0))


class OneHand(NamedTuple):
    """One hand of a split with some more cards of the pair gone."""

    any: Sums  # any second card
    new: Sums  # a second card that is no card of the pair


@dataclass(frozen=True)
class Split:
    """A pair split against an up card, up to so many hands in all."""

    most: int
    sums: Sums
    worths: tuple[Fraction, ...]  # with at most two hands, three and so on
    policy: Policy
    results: Chances  # near enough: see `_results`

    @property
    def worth(self) -> Fraction:
        return self.sums.worth

    @property
    def wager(self) -> Fraction:
        return self.sums.wager


def most_hands(terms: Terms, there: Sequence[int], pair: int, made: int = 1) -> int:
    """The most hands that one hand of a pair can become, where its wager has made so many already."""
    rules = terms.rules
    if pair == ACE and not rules.split_aces_again:
        return 2 if made == 1 else 1
    room = there[pair]
    return room if rules.most_hands is None else min(room, rules.most_hands + 1 - made)


def split(up: int, there: Sequence[int], pair: int, terms: Terms, most: int) -> Split:
    """The pair is in `there` still, the up card is not. Hands are split again up to `most` or less, as is best."""
    first = Against(up, without(there, pair, 1), terms.on_split(), pair)
    solved = first.solve(only=_with_one(first, pair))
    reached = follow(solved.policy, hands().number([pair]))
    sums = _sums(up, there, pair, terms.on_split(), solved.policy)
    every = [sums(limit) for limit in range(2, most + 1)]
    best = max(range(len(every)), key=lambda at: (every[at].worth, -at))
    near = _results(first, solved, pair, reached, 2 + best)
    return Split(2 + best, every[best], tuple(one.worth for one in every), solved.policy, near)


def _with_one(against: Against, pair: int) -> list[int]:
    """The hands that can come of one card of the pair."""
    every = hands()
    found = every.counts[:, pair] > 0
    if HIT not in against.answers(2, 12):  # a split ace gets one card
        found &= every.sizes == 2
    numbers: list[int] = found.nonzero()[0].tolist()
    return numbers


def split_by(up: int, there: Sequence[int], pair: int, terms: Terms, most: int, policy: Policy) -> Split:
    """A pair that is split whenever it may be, each hand played by a policy; how the hands add up is left out."""
    sums = _sums(up, there, pair, terms.on_split(), policy)(most)
    return Split(most, sums, (sums.worth,), policy, {})


def _sums(up: int, there: Sequence[int], pair: int, terms: Terms, policy: Policy) -> Callable[[int], Sums]:
    """What a split comes to by the most hands that are made of it."""
    single = hands().number([pair])
    reached, ends = follow(policy, single), compared(policy, terms, single, split=True)
    of_them, cards = there[pair] - 2, sum(there) - 2

    @cache
    def hand(gone: int) -> OneHand:
        lacking = Against(up, without(there, pair, 1 + gone), terms, pair)
        return one_hand(lacking, lacking.solve(policy=policy, only=reached, ends=ends), pair, reached)

    def sums(limit: int) -> Sums:
        total = NOTHING
        for gone, (of_any, of_new) in enumerate(shares(limit)):
            if gone <= of_them:
                chance = Fraction(perm(of_them, gone), perm(cards, gone))  # so many second cards are all of the pair
                one = hand(gone)
                total = total.plus(one.any.times(of_any * chance)).plus(one.new.times(of_new * chance))
        return total

    return sums


def without(there: Sequence[int], one: int, many: int) -> list[int]:
    return [count - many * (at == one) for at, count in enumerate(there)]


@cache
def courses(limit: int) -> tuple[tuple[int, int, int, int], ...]:
    """How the second cards can come, where at most `limit` hands are made of a pair.

    Each course: how many second cards were of the pair and made one hand more; how many hands got another card while
    more could be made; how many got theirs, whatever it was, when no more could; and in how many orders that happens.
    """
    found: dict[tuple[int, int, int], int] = {}
    layer: dict[tuple[int, int], int] = {(0, 0): 1}  # by cards of the pair and other cards so far
    while layer:
        longer: dict[tuple[int, int], int] = {}
        for (again, new), ways in layer.items():
            made, waiting = 2 + again, 2 + again - new
            if made == limit or not waiting:
                found[again, new, waiting] = found.get((again, new, waiting), 0) + ways
                continue
            for step in ((again + 1, new), (again, new + 1)):
                longer[step] = longer.get(step, 0) + ways
        layer = longer
    return tuple((*key, ways) for key, ways in found.items())


@cache
def shares(limit: int) -> tuple[tuple[int, int], ...]:
    """How often a hand counts, by how many cards of the pair are gone besides: with any second card, and with one that
    is no card of the pair. Summed over all courses; those with a card of the pair too many are taken off again."""
    of_any, of_new = [0] * (2 * limit), [0] * (2 * limit)
    for again, new, last, ways in courses(limit):
        for gone in range(new):
            of_new[again + gone] += (-1) ** gone * ways * new * comb(new - 1, gone)
        for gone in range(new + 1):
            of_any[again + gone] += (-1) ** gone * ways * last * comb(new, gone)
    return tuple(zip(of_any, of_new, strict=True))


def follow(policy: Policy, *starts: int) -> list[int]:
    """Every hand that can come of these, by a hit or as the last of a double."""
    _, sizes, _, after = hand_lists()
    played, doubled, waiting = {*starts}, set[int](), [*starts]
    while waiting:
        number = waiting.pop()
        answer = HIT if sizes[number] < 2 else policy.answers[number]
        if answer in (STAND, SURRENDER):
            continue
        more = {then for then in after[number] if then >= 0}
        if answer == DOUBLE:
            doubled |= more
        else:
            waiting += more - played
            played |= more
    return sorted(played | doubled)


def compared(policy: Policy, terms: Terms, *starts: int, split: bool) -> list[int]:
    """The hands that come of these and may be compared with the dealer's, not those that win or hit in any case."""
    _, sizes, _, after = hand_lists()
    found = set[int]()
    for number in follow(policy, *starts):
        if sizes[number] < 2:
            continue
        if policy.answers[number] == STAND:
            found.add(number)
        elif policy.answers[number] == DOUBLE:
            found |= {then for then in after[number] if then >= 0}
    return sorted(one for one in found if sizes[one] == 2 or terms.table.depends(one, split=split))


def one_hand(against: Against, solved: Worth, pair: int, reached: Sequence[int]) -> OneHand:
    """The mean of one hand that begins with a card of the pair."""
    every = hands()
    known = hand_sums(against, solved, reached)
    orders = against.every_order(1)
    of_any, of_new = [0] * len(Sums._fields), [0] * len(Sums._fields)
    for second, then in enumerate(every.after[every.number([pair])].tolist()):
        many = against.there[second] - (second == pair)
        if many > 0:
            for at, found in enumerate((solved.best[then], *known.get(then, (0, 0, 0)))):
                of_any[at] += many * found
                of_new[at] += many * found * (second != pair)

    def means(sums: list[int]) -> Sums:
        worth, *rest = (Fraction(one, orders) for one in sums)
        return Sums(worth / against.terms.scale, *rest)

    return OneHand(means(of_any), means(of_new))


def hand_sums(against: Against, solved: Worth, reached: Sequence[int]) -> dict[int, tuple[int, int, int]]:
    """For each hand, summed over the orders without a dealer's natural: what is wagered on it in all, how often it
    comes to 22 to 30, and how often the hole card then makes it 31."""
    counts, _, _, after = hand_lists()
    side = "side" in against.terms.rules.wagers
    found: dict[int, tuple[int, int, int]] = {}
    for number in reversed(reached):
        orders, answer = solved.orders[number], solved.policy.answers[number]
        if not orders:
            continue
        if answer in (STAND, SURRENDER):
            found[number] = (orders, 0, 0)
            continue
        offered, lifted = against.over(number) if side else (0, 0)
        wager = 2 * orders if answer == DOUBLE else orders
        if answer == HIT:
            on_31, _ = against.on_31(number)
            for one, then in enumerate(after[number]):
                many = against.there[one] - counts[number][one]
                if then < 0 or many <= 0 or (on_31 and one == TEN):
                    continue
                more = found.get(then, (0, 0, 0))
                wager += many * (more[0] - solved.orders[then])
                offered, lifted = offered + many * more[1], lifted + many * more[2]
        found[number] = (wager, offered, lifted)
    return found


# How the results of all hands of a split come together

OneResult = list[dict[int, float]]  # for each of the dealer's ends, how often a hand has each result, in parts


def _results(against: Against, solved: Worth, pair: int, reached: Sequence[int], limit: int) -> Chances:
    """The chance of each result of the whole split, no natural of the dealer.

    How many hands there are is exact, and so is how one hand comes out with each of the dealer's ends. Two hands are
    counted jointly, see `_two`; that three or more are independent of each other, the dealer's end given, is not quite
    so.
    """
    of_any, of_new = _OneHand(against, solved, pair, reached).found
    of_them, cards = against.there[pair] - 1, against.cards - 1
    found: dict[int, float] = {}
    for again, new, last, ways in courses(limit):
        course = ways * sum(
            (-1) ** gone * comb(new, gone) * perm(of_them, again + gone) / perm(cards, again + gone)
            for gone in range(new + 1)
            if again + gone <= of_them
        )
        if course <= _NONE:
            continue
        if new + last == 2:
            share = course * sum(map(sum, (part.values() for part in of_any)))
            for result, likely in _two(against, solved, pair, reached, any_second=bool(last)).items():
                found[result] = found.get(result, 0.0) + share * likely
            continue
        for end in _ENDS:
            total = {0: course * sum(of_any[end].values())}
            for part in [of_new[end]] * new + [of_any[end]] * last:
                whole, step = sum(part.values()), dict[int, float]()
                for (so_far, often), (result, likely) in product(total.items(), part.items()):
                    step[so_far + result] = step.get(so_far + result, 0.0) + often * likely / whole
                total = step
            for result, likely in total.items():
                found[result] = found.get(result, 0.0) + likely
    whole = sum(found.values())
    return {Fraction(result, against.terms.scale): likely / whole for result, likely in sorted(found.items()) if likely}


class _Leaf(NamedTuple):
    """One way in which a hand of a split ends: the cards it drew, in how many orders, and what comes of it."""

    drawn: tuple[int, ...]
    orders: float
    ends: list[float]  # how likely each of the dealer's ends is beside these cards, as far as they are known
    results: list[int]  # with each of the dealer's ends


def _two(
    against: Against, solved: Worth, pair: int, reached: Sequence[int], *, any_second: bool
) -> dict[int, float]:  # fmt: skip
    """The chance of each result of two hands together, given that there are two.

    How likely two hands' cards are together is exact. The dealer's end beside the cards of both takes the effect of
    each hand's cards to add up, which leaves out what they do to each other's: some hundredths of an effect that is
    small itself. A card that goes over is left out of it.
    """
    leaves = _leaves(against, solved, pair, reached, any_second=any_second)
    there = [many - (at == pair) for at, many in enumerate(against.there)]
    longest = max(sum(leaf.drawn) for leaf in leaves)
    falling = np.array([[perm(many, drawn) for drawn in range(2 * longest + 1)] for many in there], np.float64)
    every = np.array([float(perm(sum(there), drawn)) for drawn in range(2 * longest + 1)])
    results = np.array([leaf.results for leaf in leaves], np.int64)
    low = int(results.min())
    sums = np.zeros(2 * int(results.max() - low) + 1)
    drawn = np.array([leaf.drawn for leaf in leaves], np.int64)
    orders, ends = np.array([leaf.orders for leaf in leaves]), np.array([leaf.ends for leaf in leaves])
    often = orders * falling[np.arange(len(there)), drawn].prod(axis=1) / every[drawn.sum(axis=1)]
    alone = often @ ends / often.sum()  # beside the pair alone
    _add_up(drawn, orders, ends, alone, results - low, falling, every, sums)
    whole = float(sums.sum())
    return {at + 2 * low: float(likely) / whole for at, likely in enumerate(sums) if likely}


@kernel
def _add_up(
    drawn: Any, orders: Any, ends: Any, alone: Any, results: Any, falling: Any, every: Any, sums: Any
) -> None:  # fmt: skip
    """Add every two leaves' chance to their result, by the dealer's end."""
    many, values = drawn.shape
    for one in range(many):
        for two in range(one, many):
            chance, cards = orders[one] * orders[two], 0
            for at in range(values):
                both = drawn[one, at] + drawn[two, at]
                chance *= falling[at, both]
                cards += both
            if chance == 0.0:
                continue
            chance /= every[cards]
            if one != two:
                chance *= 2
            for end in range(len(alone)):
                sums[results[one, end] + results[two, end]] += chance * (ends[one, end] + ends[two, end] - alone[end])


def _ends_of(against: Against, solved: Worth, number: int) -> list[float]:
    """How likely each of the dealer's ends is beside a hand, and no natural."""
    _, sizes, _, _ = hand_lists()
    whole = float(against.every_order(sizes[number]))
    known = solved.ends[number]
    return [many / whole for many in (*known, solved.orders[number] - sum(known))]


def _leaves(
    against: Against, solved: Worth, pair: int, reached: Sequence[int], *, any_second: bool
) -> list[_Leaf]:  # fmt: skip
    """Every way in which a hand that begins with a card of the pair can end."""
    counts, _, _, after = hand_lists()
    table, start = against.table, hands().number([pair])
    orders: dict[int, float] = {start: 1.0}
    found: list[_Leaf] = []

    def ends(number: int, row: int, many: float, *, more: int | None = None, doubled: bool = False) -> None:
        """The hand ends so, with one card more if it is not among its cards yet."""
        drawn = tuple(held - (at == pair) + (at == more) for at, held in enumerate(counts[number]))
        known = _ends_of(against, solved, number) if number != start else []
        found.append(_Leaf(drawn, many, known, table.results(row, split=True, doubled=doubled)))

    for number in reached:
        many = orders.get(number, 0.0)
        if not many or (number != start and not solved.orders[number]):
            continue
        answer = HIT if number == start else solved.policy.answers[number]
        if answer in (STAND, SURRENDER):
            ends(number, table.rows[number] if answer == STAND else GIVEN_UP, many)
            continue
        doubled = answer == DOUBLE
        on_31, _ = against.on_31(number)
        for one, then in enumerate(after[number]):
            if against.there[one] - counts[number][one] <= 0 or (number == start and one == pair and not any_second):
                continue
            if on_31 and one == TEN:
                ends(number, table.makes_31[number], many, more=one, doubled=doubled)
            elif then < 0 or not solved.orders[then]:
                ends(number, OVER, many, more=one, doubled=doubled)
            elif doubled:
                ends(then, _doubled_row(against, solved, then), many, doubled=True)
            else:
                orders[then] = orders.get(then, 0.0) + many
    return found


def _doubled_row(against: Against, solved: Worth, number: int) -> int:
    """How a hand ends with the card of a double."""
    return RESCUED if solved.policy.rescues[number] else against.table.rows[number]


Ways = tuple[float, float]  # with any second card, and with one that is no card of the pair


class _OneHand:
    """How often one hand has each result with each of the dealer's ends."""

    def __init__(self, against: Against, solved: Worth, pair: int, reached: Sequence[int]) -> None:
        self.against, self.solved, self.pair = against, solved, pair
        self.start, whole = hands().number([pair]), float(against.every_order(1))
        self.found: tuple[OneResult, OneResult] = ([{} for _ in _ENDS], [{} for _ in _ENDS])
        self.reach: dict[int, Ways] = {self.start: (1.0, 1.0)}
        self.ends = {
            number: [many / whole for many in (*solved.ends[number], solved.orders[number] - sum(solved.ends[number]))]
            for number in reached
            if solved.orders[number]
        }
        for number in reached:
            ways = self.reach.get(number)
            if ways is not None and (number == self.start or number in self.ends):
                self._play(number, ways)

    def _play(self, number: int, ways: Ways) -> None:
        answer = HIT if number == self.start else self.solved.policy.answers[number]
        if answer in (STAND, SURRENDER):
            self._ended(number, self.against.table.rows[number] if answer == STAND else GIVEN_UP, ways)
            return
        stays = self._draw(number, ways, answer)
        if number == self.start:
            return
        # What goes over is lost whatever the dealer has: all that is here, less what stays. So with a 31 that wins,
        # which is taken to come as often with each of the dealer's ends.
        doubled = answer == DOUBLE
        on_31, pays = self.against.on_31(number, doubled=doubled)
        lost = self.against.fixed(OVER, doubled=doubled)
        for end, (here, stay) in enumerate(zip(self.ends[number], stays, strict=True)):
            share = on_31 / self.solved.orders[number] * here
            self._add(ways, end, pays, share)
            self._add(ways, end, lost, here - stay - share)

    def _draw(self, number: int, ways: Ways, answer: int) -> list[float]:
        """One card more; the answer is how likely each of the dealer's ends is with a hand that has not gone over."""
        counts, _, _, after = hand_lists()
        on_31, _ = self.against.on_31(number)
        stays = [0.0] * len(_ENDS)
        for one, then in enumerate(after[number]):
            many = self.against.there[one] - counts[number][one]
            if then < 0 or many <= 0 or then not in self.ends or (on_31 and one == TEN):
                continue
            further = (ways[0] * many, 0.0 if number == self.start and one == self.pair else ways[1] * many)
            if answer == HIT:
                before = self.reach.get(then, (0.0, 0.0))
                self.reach[then] = (before[0] + further[0], before[1] + further[1])
            else:
                self._ended(then, _doubled_row(self.against, self.solved, then), further, doubled=True)
            stays = [so_far + many * likely for so_far, likely in zip(stays, self.ends[then], strict=True)]
        return stays

    def _ended(self, number: int, row: int, ways: Ways, *, doubled: bool = False) -> None:
        results = self.against.table.results(row, split=True, doubled=doubled)
        for end, (result, likely) in enumerate(zip(results, self.ends[number], strict=True)):
            self._add(ways, end, result, likely)

    def _add(self, ways: Ways, end: int, result: int, likely: float) -> None:
        for part, many in zip(self.found, ways, strict=True):
            if many and likely > 0:
                part[end][result] = part[end].get(result, 0.0) + many * likely


# Kept on disk: what a split hangs on is the shoe, and what its hands may do and are paid


def count_splits(up: int, there: tuple[int, ...], terms: Terms) -> Arrays:
    """Every pair split against one up card, as arrays: a task that any process can do."""
    found = [split(up, there, pair, terms, most_hands(terms, there, pair)) for pair in VALUES]
    longest = max(len(one.worths) for one in found)
    return {
        "most": np.array([one.most for one in found]),
        "worths": np.array(
            [[str(worth) for worth in one.worths] + [""] * (longest - len(one.worths)) for one in found]
        ),
        "sums": np.array([[str(part) for part in one.sums] for one in found]),
        "answers": np.array([one.policy.answers for one in found], np.int8),
        "rescues": np.array([one.policy.rescues for one in found], np.bool_),
        "results": np.array([json.dumps({str(net): often for net, often in one.results.items()}) for one in found]),
    }


def matters(terms: Terms) -> list[str | int | bool | None]:
    """All of the terms that a split hangs on."""
    rules = terms.rules
    named = (
        rules.hits_soft_17, rules.hits_21, rules.drawn_21_beats_21, rules.hard_31, rules.soft_31, rules.double_on,
        rules.double_after_split, rules.rescue, rules.most_hands, rules.split_aces_one_card, rules.split_aces_again,
        rules.surrender_after_split, "side" in rules.wagers,
    )  # fmt: skip
    return [*named, *(str(rules.pay(line) or 0) for line in ("win", "hard-31", "soft-31"))]


def every_split(
    there: Sequence[int], terms: Terms, progress: Callable[[int, int], None] | None = None
) -> Callable[[int, int], Split]:
    """The best split of each pair against each up card, from a shoe with at least three cards of each value."""
    plain = terms.on_split()
    tasks = [(up, tuple(many - (at == up) for at, many in enumerate(there)), plain) for up in VALUES]

    def count_every_split() -> Arrays:
        found = each(count_splits, tasks, progress)
        return {f"{name}_{up}": part for up, arrays in zip(VALUES, found, strict=True) for name, part in arrays.items()}

    arrays = kept("twenty-one-splits", [list(there), matters(terms)], count_every_split)

    @cache
    def one(up: int, pair: int) -> Split:
        most, worths, sums, answers, rescues, results = (
            arrays[f"{name}_{up}"][pair] for name in ("most", "worths", "sums", "answers", "rescues", "results")
        )
        every = tuple(Fraction(str(worth)) for worth in worths if str(worth))
        near = {Fraction(net): often for net, often in json.loads(str(results)).items()}
        policy = Policy(answers.tolist(), rescues.tolist())
        return Split(int(most), Sums(*(Fraction(str(part)) for part in sums)), every, policy, near)

    return one
