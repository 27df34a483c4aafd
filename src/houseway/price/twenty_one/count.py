"""Pontoon 21 in whole numbers: one hand against one up card, from a shoe whose cards are known but not their order.

A worth is a sum over the orders of the next cards: so many, always the same number, that no hand can need more. The
hole card is one of them, and where the card reader has ruled out a Blackjack only the orders without one are summed;
so what the reader tells about the cards to come is counted too. Answers are compared by these sums.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm, perm
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.cards.card import hand
from houseway.games.twenty_one.pontoon_21 import additional_payout, settle
from houseway.play.outcome import Result
from houseway.price.counting.cache import Arrays, kept
from houseway.price.twenty_one.hands import ACE, TEN, dealer_ends, dealer_ways, hand_lists, hands, longest
from houseway.rules.resolved import Rules

STAND, HIT, DOUBLE, SPLIT, SURRENDER = range(5)
WORDS = ("stand", "hit", "double", "split", "surrender")
MIXED, SUITED, SPADES = range(3)
_LONGEST_HAND = 21  # nothing but aces


def as_bytes(numbers: Sequence[int]) -> NDArray[np.uint8]:
    """Whole numbers of any size that are not negative as rows of bytes, all as long as the longest."""
    width = max((one.bit_length() for one in numbers), default=0) // 8 + 1
    data = b"".join(one.to_bytes(width, "little") for one in numbers)
    return np.frombuffer(data, np.uint8).reshape(-1, width)


def from_bytes(rows: NDArray[np.uint8]) -> list[int]:
    data, width = rows.tobytes(), rows.shape[1]
    return [int.from_bytes(data[at : at + width], "little") for at in range(0, len(data), width)]


class Pays(NamedTuple):
    """What a hand wins, in parts of the wager: `scale` is the whole wager."""

    scale: int
    win: int
    blackjack: int
    many: tuple[int, int, int]  # 21 in five, six, seven cards
    run: tuple[int, int, int]  # six, seven, eight: mixed, suited, spades
    sevens: tuple[int, int, int]
    extra: int  # 12.C: three suited sevens against a seven

    def of_21(self, size: int) -> int:
        return self.many[min(size, 7) - 5] if size >= 5 else self.win


def pays_of(rules: Rules, stake: int) -> Pays:
    """As the table settles examples of each hand, for a wager of so many cents."""
    dealer = hand("9c 8d")

    def won(cards: str) -> Fraction:
        (outcome,) = settle(rules, hand(cards), dealer, {"pontoon": stake})
        assert outcome.result in (Result.WIN, Result.PUSH), cards
        return outcome.odds.fraction() if outcome.odds else Fraction(0)

    extra = additional_payout(rules, hand("7c 7c 7c"), hand("7d")[0], stake, plain=True)
    parts = [
        won("Kc Qd"), won("Ac Kc"),
        *map(won, ("2c 2d 3c 5c 9d", "2c 2d 3c 3d 4c 7d", "2c 2d 3c 3d 4c 4d 3h")),
        *map(won, ("6c 7d 8c", "6c 7c 8c", "6s 7s 8s", "7c 7d 7c", "7c 7c 7c", "7s 7s 7s")),
        Fraction(extra[0], stake) if extra else Fraction(0),
    ]  # fmt: skip
    scale = lcm(2, *(part.denominator for part in parts))  # half a wager is surrendered
    win, blackjack, *lines, extra_won = (int(part * scale) for part in parts)
    many, run, sevens = ((lines[at], lines[at + 1], lines[at + 2]) for at in (0, 3, 6))
    return Pays(scale, win, blackjack, many, run, sevens, extra_won)


@dataclass
class Policy:
    """What is done with each hand, by its number: stand, hit or double, and whether a doubled hand is rescued."""

    answers: list[int]
    rescues: list[bool]


@dataclass
class Worth:
    """Each hand's worth against an up card under a policy, by its number; a hand that can't be dealt has none."""

    orders: list[int]  # orders of the next cards without a dealer's Blackjack
    stand: list[int]
    hit: list[int]
    double: list[int]
    best: list[int]
    after_double: list[int]  # with the double card: kept or rescued, the better one
    policy: Policy
    below: list[int]  # orders in which the dealer's hand ends below it, or goes over
    above: list[int]
    ends: list[list[int]]  # of the dealer's hand, 17 to 21; left out where these were kept

    @classmethod
    def of(cls, most: int) -> "Worth":
        """Nothing yet, of so many hands."""
        orders, stand, hit, double, best, after_double, below, above = ([0] * most for _ in range(8))
        policy = Policy([STAND] * most, [False] * most)
        return cls(orders, stand, hit, double, best, after_double, policy, below, above, [[]] * most)


@dataclass
class Against:
    """A hand against one up card. `there` is how many cards of each value are in the shoe, without the up card and the
    cards that are known to lie elsewhere, but with the hand's own."""

    up: int
    there: Sequence[int]
    pays: Pays
    split: bool = False  # 11.F: no bonus, and an ace and a ten are no Blackjack

    def __post_init__(self) -> None:
        self.cards = sum(self.there)
        self.room = min(self.cards, _LONGEST_HAND + longest())
        self.barred = {ACE: TEN, TEN: ACE}.get(self.up)  # the hole card that would be a Blackjack
        self.after_hole = [
            perm(self.cards - size - 1, self.room - size - 1) if size < self.room else 0
            for size in range(_LONGEST_HAND + 1)
        ]

    def every_order(self, size: int) -> int:
        """Orders of the cards after a hand of this size, a dealer's Blackjack among them."""
        return perm(self.cards - size, self.room - size)

    def orders(self, held: Sequence[int], size: int) -> int:
        """Those of them without a dealer's Blackjack."""
        left = self.cards - size
        holes = left if self.barred is None else left - (self.there[self.barred] - held[self.barred])
        return holes * self.after_hole[size]

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
            self._kept_comparisons(found, numbers)
        else:
            self._ends(found, numbers if ends is None else numbers[np.isin(numbers, ends)])
        told, rescued = found.policy.answers, found.policy.rescues
        orders, best, doubled = found.orders, found.best, found.after_double
        scale, win = self.pays.scale, self.pays.win
        counts, sizes, totals, after = hand_lists()
        for number in numbers[::-1].tolist():
            size, total, all_orders = sizes[number], totals[number], orders[number]
            if total == 21 and size > 2:
                stand = all_orders * (win if self.split else self.pays.of_21(size))
                keeps = 2 * win * all_orders
            else:
                stand = win * found.below[number] - scale * found.above[number]
                keeps = 2 * stand
            found.stand[number] = best[number] = stand
            rescue = -scale * all_orders
            if policy is None:
                rescued[number] = rescue > keeps
            else:
                rescued[number] = policy.rescues[number]
            doubled[number] = rescue if rescued[number] else keeps
            if total == 21:
                continue
            hit = double = stays = 0
            for then, all_of_it, own in zip(after[number], self.there, counts[number], strict=True):
                if then >= 0 and (many := all_of_it - own) > 0:
                    hit += many * best[then]
                    double += many * doubled[then]
                    stays += many * orders[then]
            over = scale * (all_orders - stays)
            hit, double = hit - over, double - 2 * over
            found.hit[number], found.double[number] = hit, double
            if policy is None:
                if hit > best[number]:
                    best[number], told[number] = hit, HIT
                if double > best[number]:
                    best[number], told[number] = double, DOUBLE
            else:
                told[number] = policy.answers[number]
                best[number] = (stand, hit, double)[told[number]]
        return found

    def _orders(self, found: Worth, numbers: NDArray[np.int64]) -> None:
        """How many orders there are after each hand."""
        counts, sizes, _, _ = hand_lists()
        for number in numbers.tolist():
            found.orders[number] = self.orders(counts[number], sizes[number])

    def _kept_comparisons(self, found: Worth, numbers: NDArray[np.int64]) -> None:
        """From disk if they were counted for this shoe before: no pay table changes them."""

        def made() -> Arrays:
            self._ends(found, numbers)
            return {"orders": as_bytes([found.below[one] for one in listed] + [found.above[one] for one in listed])}

        listed = numbers.tolist()
        shoe = [int(many) for many in self.there]
        orders = from_bytes(kept("pontoon-21-comparisons", [self.up, shoe], made)["orders"])
        for number, below, above in zip(listed, orders[: len(listed)], orders[len(listed) :], strict=True):
            found.below[number], found.above[number] = below, above

    def _ends(self, found: Worth, numbers: NDArray[np.int64]) -> None:
        """How many orders after each hand end the dealer's hand in each way, and so below and above the hand."""
        every, totals = hands(), hand_lists().totals
        ways = dealer_ways(self.up, np.array(self.there) - every.counts[numbers])
        for size in np.unique(every.sizes[numbers]).tolist():
            some = (every.sizes[numbers] == size).nonzero()[0]
            ends = dealer_ends(ways[some], self.cards - size, self.room - size)
            for number, ended in zip(numbers[some].tolist(), ends, strict=True):
                found.ends[number], total = ended, totals[number]
                found.below[number] = found.orders[number] - sum(ended[max(0, total - 17) :])
                found.above[number] = sum(ended[max(0, total - 16) :])
