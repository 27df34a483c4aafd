"""Twenty-one in whole numbers: one hand against one up card, from a shoe whose cards are known but not their order.

A worth is a sum over the orders of the next cards: so many, always the same number, that no hand can need more. The
hole card is one of them, and where a look at it has ruled out a natural only the orders without one are summed; so
what that look tells about the cards to come is counted too. Answers are compared by these sums.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm, perm

import numpy as np
from numpy.typing import NDArray

from houseway.games.twenty_one.count.ends import GIVEN_UP, NO_31, OVER, RESCUED, Table, table_of
from houseway.games.twenty_one.count.hands import ACE, TEN, dealer_ends, dealer_ways, hand_lists, hands, longest
from houseway.games.twenty_one.facts import DoubleOn, TwentyOneRules
from houseway.pricing.counting.cache import Arrays, kept
from houseway.rules.strict import RulesError

STAND, HIT, DOUBLE, SPLIT, SURRENDER = range(5)
WORDS = ("stand", "hit", "double", "split", "surrender")
_LONGEST_HAND = 22  # nothing but aces, and a card more


def as_bytes(numbers: Sequence[int]) -> NDArray[np.uint8]:
    """Whole numbers of any size that are not negative as rows of bytes, all as long as the longest."""
    width = max((one.bit_length() for one in numbers), default=0) // 8 + 1
    data = b"".join(one.to_bytes(width, "little") for one in numbers)
    return np.frombuffer(data, np.uint8).reshape(-1, width)


def from_bytes(rows: NDArray[np.uint8]) -> list[int]:
    data, width = rows.tobytes(), rows.shape[1]
    return [int.from_bytes(data[at : at + width], "little") for at in range(0, len(data), width)]


@dataclass(frozen=True)
class Terms:
    """What may be done with a hand, and what it wins in parts of the wager: `scale` is the whole wager."""

    rules: TwentyOneRules
    scale: int
    extra: int = 0  # what three suited sevens win besides against a seven

    @property
    def table(self) -> Table:
        """What each hand comes to."""
        return table_of(self.rules, self.scale, self.extra)

    @property
    def win(self) -> int:
        """What a hand wins that no other line pays."""
        return self.parts(self.rules.pay("win") or Fraction(0))

    @property
    def by_suits(self) -> bool:
        """Whether the suits of six, seven, eight and of three sevens make a difference."""
        return self.rules.pay("six-seven-eight-mixed") is not None

    def parts(self, odds: Fraction) -> int:
        parts = odds * self.scale
        assert parts.denominator == 1, odds
        return int(parts)

    def on_split(self) -> "Terms":
        """All that a hand of a split can be paid by: nothing else changes what a split is worth."""
        return replace(self, extra=0)


def terms_of(rules: TwentyOneRules, *, extra: Fraction = Fraction(0)) -> Terms:
    """For a table; `extra` is what three suited sevens win besides, in wagers."""
    if not (rules.peeks_ace and rules.peeks_ten):
        raise RulesError("a twenty-one whose dealer does not look below an ace and a ten for a natural has no price")
    scale = lcm(2, extra.denominator, *(odds.denominator for _, odds in rules.pays))
    return Terms(rules, scale, int(extra * scale))


@dataclass
class Policy:
    """What is done with each hand, by its number, and whether a doubled hand is rescued."""

    answers: list[int]
    rescues: list[bool]


@dataclass
class Worth:
    """Each hand's worth against an up card under a policy, by its number; a hand that can't be dealt has none."""

    orders: list[int]  # orders of the next cards without a dealer's natural
    stand: list[int]
    hit: list[int]
    double: list[int]
    best: list[int]
    after_double: list[int]  # with the double card: kept or rescued, the better one
    policy: Policy
    lower: list[int]  # orders in which the dealer's hand ends with less than it, or goes over
    higher: list[int]
    ends: list[list[int]]  # of the dealer's hand, 17 to 21; left out where these were kept

    @classmethod
    def of(cls, most: int) -> "Worth":
        """Nothing yet, of so many hands."""
        orders, stand, hit, double, best, after_double, lower, higher = ([0] * most for _ in range(8))
        policy = Policy([STAND] * most, [False] * most)
        return cls(orders, stand, hit, double, best, after_double, policy, lower, higher, [[]] * most)


@dataclass
class Against:
    """A hand against one up card. `there` is how many cards of each value are in the shoe, without the up card and the
    cards that are known to lie elsewhere, but with the hand's own."""

    up: int
    there: Sequence[int]
    terms: Terms
    pair: int | None = None  # of a hand made by a split: the value of the two cards

    def __post_init__(self) -> None:
        self.soft_17 = self.terms.rules.hits_soft_17
        self.table = self.terms.table
        self.split = self.pair is not None
        self._alone, self._doubled = self.table.compared[self.split]
        self.cards = sum(self.there)
        self.room = min(self.cards, _LONGEST_HAND + longest(hits_soft_17=self.soft_17))
        self.barred = {ACE: TEN, TEN: ACE}.get(self.up)  # the hole card that would be a natural
        self.after_hole = [
            perm(self.cards - size - 1, self.room - size - 1) if size < self.room else 0
            for size in range(_LONGEST_HAND + 1)
        ]

    def every_order(self, size: int) -> int:
        """Orders of the cards after a hand of this size, a dealer's natural among them."""
        return perm(self.cards - size, self.room - size)

    def orders(self, held: Sequence[int], size: int) -> int:
        """Those of them without a dealer's natural."""
        left = self.cards - size
        holes = left if self.barred is None else left - (self.there[self.barred] - held[self.barred])
        return holes * self.after_hole[size]

    def answers(self, size: int, total: int) -> list[int]:
        """What may be done with a hand of two or more cards, but for a split; a first hand is surrendered before."""
        rules = self.terms.rules
        legal = [STAND]
        if self._may_draw(size, total):
            legal.append(HIT)
            if self._may_double(size, total):
                legal.append(DOUBLE)
        if self.split and size == 2 and rules.may_surrender_split(ace=self.pair == ACE):
            legal.append(SURRENDER)
        return legal

    def _may_draw(self, size: int, total: int) -> bool:
        rules = self.terms.rules
        if self.pair == ACE and rules.split_aces_one_card:
            return False
        return total < 21 or (rules.hits_21 and (self.split or size > 2))

    def _may_double(self, size: int, total: int) -> bool:
        rules = self.terms.rules
        if self.split and not rules.double_after_split:
            return False
        if rules.double_on == DoubleOn.TEN_ELEVEN:
            return size == 2 and total in (10, 11)
        return size == 2 or rules.double_on == DoubleOn.ANY

    def fixed(self, row: int, *, doubled: bool = False) -> int:
        """What the hand comes to if it ends so before the dealer's does."""
        return (self._doubled if doubled else self._alone)[row].lower

    def on_31(self, number: int, *, doubled: bool = False) -> tuple[int, int]:
        """Orders in which the next card of ten points makes a hand of 21 a winning 31, and what that pays. Both are
        nothing for every other hand, which can't become a 31."""
        row = self.table.makes_31[number]
        if row == NO_31:
            return 0, 0
        counts, sizes, _, _ = hand_lists()
        held = [*counts[number]]
        many = self.there[TEN] - held[TEN]
        if many <= 0:
            return 0, 0
        held[TEN] += 1
        return many * self.orders(held, sizes[number] + 1), self.fixed(row, doubled=doubled)

    def over(self, number: int) -> tuple[int, int]:
        """Orders in which the next card brings a hand to 22 to 30, and those of them whose hole card makes it 31."""
        every = hands()
        held, size = every.counts[number].tolist(), int(every.sizes[number])
        hard = sum(many * (one + 1) for one, many in enumerate(held))
        offered = lifted = 0
        for one, then in enumerate(every.after[number].tolist()):
            many, total = self.there[one] - held[one], hard + one + 1
            if then >= 0 or many <= 0 or total > 30:
                continue
            held[one] += 1
            offered += many * self.orders(held, size + 1)
            wanted = 31 - total - 1  # the value of so many points
            if wanted != self.barred:
                lifted += many * (self.there[wanted] - held[wanted]) * self.after_hole[size + 1]
            held[one] -= 1
        return offered, lifted

    def solve(
        self, *, policy: Policy | None = None, only: Sequence[int] | None = None, ends: Sequence[int] | None = None
    ) -> Worth:
        """Every hand's worth (or that of some of them, with all that can follow each): by the policy, or the best.

        Among equally good answers the one with the smallest wager is taken. Where a policy is followed, `ends` names
        the hands that are ever compared with the dealer's; what standing is worth with the others is left out.
        """
        every = hands()
        there = np.array(self.there)
        fits = (every.sizes >= 2) & (every.sizes <= self.room) & (every.counts <= there).all(axis=1)
        numbers = fits.nonzero()[0] if only is None else np.array([one for one in sorted(only) if fits[one]], np.int64)
        found = Worth.of(len(every.counts))
        self._orders(found, numbers)
        if policy is None and only is None:
            self._comparisons(found, numbers)
        else:
            self._ends(found, numbers if ends is None else numbers[np.isin(numbers, ends)])
        _, sizes, totals, _ = hand_lists()
        for number in numbers[::-1].tolist():
            size, total = sizes[number], totals[number]
            self._stand(found, number, policy)
            # A first deal may be answered otherwise than by the policy, and is worth something with every answer.
            known = (policy.answers[number],) if policy and size > 2 else self.answers(size, total)
            worths = {answer: self._worth(found, number, answer) for answer in known}
            answer = policy.answers[number] if policy else max(worths, key=worths.__getitem__)
            found.policy.answers[number], found.best[number] = answer, worths[answer]
        return found

    def _worth(self, found: Worth, number: int, answer: int) -> int:
        if answer == HIT:
            found.hit[number] = self._hit(found, number)
            return found.hit[number]
        if answer == DOUBLE:
            found.double[number] = self._double(found, number)
            return found.double[number]
        return found.stand[number] if answer == STAND else self.fixed(GIVEN_UP) * found.orders[number]

    def _stand(self, found: Worth, number: int, policy: Policy | None) -> None:
        """The hand as it is: alone, and doubled, where it may be rescued."""
        orders, lower, higher = found.orders[number], found.lower[number], found.higher[number]
        row, level = self.table.rows[number], orders - lower - higher
        alone, doubled = self._alone[row], self._doubled[row]
        found.stand[number] = alone.lower * lower + alone.level * level + alone.higher * higher
        keeps = doubled.lower * lower + doubled.level * level + doubled.higher * higher
        rescue = self.fixed(RESCUED, doubled=True) * orders
        rescued = self.terms.rules.rescue and (policy.rescues[number] if policy else rescue > keeps)
        found.policy.rescues[number] = rescued
        found.after_double[number] = rescue if rescued else keeps

    def _hit(self, found: Worth, number: int) -> int:
        """One card more, and the best or the policy's own play after it."""
        return self._drawn(found, number, found.best, doubled=False)

    def _double(self, found: Worth, number: int) -> int:
        return self._drawn(found, number, found.after_double, doubled=True)

    def _drawn(self, found: Worth, number: int, then_worth: list[int], *, doubled: bool) -> int:
        """One card more, and what each hand is worth then; what goes over is lost."""
        counts, _, _, after = hand_lists()
        orders = found.orders
        worth = stays = 0
        for then, all_of_it, own in zip(after[number], self.there, counts[number], strict=True):
            if then >= 0 and (many := all_of_it - own) > 0:
                worth += many * then_worth[then]
                stays += many * orders[then]
        on_31, pays = self.on_31(number, doubled=doubled)
        if on_31:
            if (then := after[number][TEN]) >= 0:  # a soft 21 would have gone on with a ten
                worth -= (self.there[TEN] - counts[number][TEN]) * then_worth[then]
            else:
                stays += on_31
            worth += on_31 * pays
        return worth + self.fixed(OVER, doubled=doubled) * (orders[number] - stays)

    def _orders(self, found: Worth, numbers: NDArray[np.int64]) -> None:
        """How many orders there are after each hand."""
        counts, sizes, _, _ = hand_lists()
        for number in numbers.tolist():
            found.orders[number] = self.orders(counts[number], sizes[number])

    def _comparisons(self, found: Worth, numbers: NDArray[np.int64]) -> None:
        """From disk if they were counted for this shoe before: no pay table changes them."""

        def count_comparisons() -> Arrays:
            self._ends(found, numbers)
            return {"orders": as_bytes([found.lower[one] for one in listed] + [found.higher[one] for one in listed])}

        listed = numbers.tolist()
        shoe = [int(many) for many in self.there]
        orders = from_bytes(kept("twenty-one-comparisons", [self.up, shoe, self.soft_17], count_comparisons)["orders"])
        for number, lower, higher in zip(listed, orders[: len(listed)], orders[len(listed) :], strict=True):
            found.lower[number], found.higher[number] = lower, higher

    def _ends(self, found: Worth, numbers: NDArray[np.int64]) -> None:
        """How many orders after each hand end the dealer's hand in each way, and so lower and higher than the hand."""
        every, totals = hands(), hand_lists().totals
        ways = dealer_ways(self.up, np.array(self.there) - every.counts[numbers], hits_soft_17=self.soft_17)
        for size in np.unique(every.sizes[numbers]).tolist():
            some = (every.sizes[numbers] == size).nonzero()[0]
            ends = dealer_ends(ways[some], self.cards - size, self.room - size)
            for number, ended in zip(numbers[some].tolist(), ends, strict=True):
                found.ends[number], total = ended, totals[number]
                found.lower[number] = found.orders[number] - sum(ended[max(0, total - 17) :])
                found.higher[number] = sum(ended[max(0, total - 16) :])
