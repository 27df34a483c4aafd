"""Hands of twenty-one by the values of their cards, and how many ways a dealer's hand ends.

A value is 0 for an ace, 1 to 8 for a 2 to 9, and 9 for a ten, jack, queen or king. Which cards of a value they are
matters for naturals and some lines of a pay table only, and is looked at there.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from math import perm
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.cards.card import Card
from houseway.counting import disk
from houseway.counting.kernels import kernel
from houseway.games.twenty_one.procedure import POINTS as RANK_POINTS

Ints = NDArray[np.int64]

VALUES = range(10)
ACE, TEN = 0, 9
SIX, SEVEN, EIGHT = 5, 6, 7
NAMES = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10")
BUST = 5  # how a dealer's hand ends: 17, 18, 19, 20, 21, over


def value(card: Card) -> int:
    points = RANK_POINTS[card >> 2]
    return ACE if points == 11 else points - 1


def values(cards: Sequence[Card]) -> list[int]:
    """How many cards of each value there are."""
    there = [0] * len(VALUES)
    for one in cards:
        there[value(one)] += 1
    return there


class Hands(NamedTuple):
    """Every hand of up to 21 points as so many cards of each value, the shorter ones first; the first is empty."""

    counts: Ints  # hand by value
    sizes: Ints
    totals: Ints  # an ace as eleven where that does not go over
    soft: NDArray[np.bool_]
    after: Ints  # the hand with one card more, by its value; -1 is over 21

    def number(self, held: Sequence[int]) -> int:
        """The number of a hand of cards of these values."""
        at = 0
        for one in sorted(held):
            at = int(self.after[at, one])
        return at


@cache
def hands() -> Hands:
    return Hands(**disk.kept("twenty-one-hands", __name__, lambda: _every_hand()._asdict()))


def _every_hand() -> Hands:
    found: list[tuple[int, ...]] = [(0,) * 10]
    numbers = {found[0]: 0}
    after: list[list[int]] = []
    for held in found:  # grows as it is walked
        row = []
        hard = sum(many * (at + 1) for at, many in enumerate(held))
        for one in VALUES:
            if hard + one + 1 > 21:
                row.append(-1)
                continue
            more = (*held[:one], held[one] + 1, *held[one + 1 :])
            if more not in numbers:
                numbers[more] = len(found)
                found.append(more)
            row.append(numbers[more])
        after.append(row)
    counts = np.array(found, np.int64)
    points = counts @ np.arange(1, 11)
    soft = (counts[:, ACE] > 0) & (points <= 11)
    return Hands(counts, counts.sum(axis=1), points + 10 * soft, soft, np.array(after, np.int64))


class HandLists(NamedTuple):
    """The same as plain numbers, which whole numbers of any size are reckoned with."""

    counts: list[list[int]]
    sizes: list[int]
    totals: list[int]
    after: list[list[int]]


@cache
def hand_lists() -> HandLists:
    every = hands()
    return HandLists(every.counts.tolist(), every.sizes.tolist(), every.totals.tolist(), every.after.tolist())


class Finishes(NamedTuple):
    """The cards with which a dealer's hand ends at 17 to 21, from one up card: hole card and draws, in any order."""

    sizes: Ints
    ends: Ints  # 0 for 17 to 4 for 21
    orders: Ints  # in how many orders they can come
    begins: Ints  # where the cards of each stand in the two next arrays
    which: Ints
    many: Ints

    @property
    def longest(self) -> int:
        return int(self.sizes.max())


@cache
def _every_finish(hits_soft_17: bool) -> list[Finishes]:
    def count_finishes() -> disk.Arrays:
        return {f"{name}_{up}": part for up in VALUES for name, part in _finishes(up, hits_soft_17)._asdict().items()}

    found = disk.kept("twenty-one-finishes", __name__, count_finishes, key=hits_soft_17)
    return [Finishes(**{name: found[f"{name}_{up}"] for name in Finishes._fields}) for up in VALUES]


def finishes(up: int, *, hits_soft_17: bool) -> Finishes:
    """No natural is among them: a look at the hole card has ruled it out, or the up card does."""
    return _every_finish(hits_soft_17)[up]


def dealer_draws(total: int, *, soft: bool, hits_soft_17: bool) -> bool:
    return total < 17 or (total == 17 and soft and hits_soft_17)


def _finishes(up: int, hits_soft_17: bool) -> Finishes:
    rows: list[tuple[tuple[int, ...], int, int]] = []
    layer: dict[tuple[int, ...], int] = {(0,) * 10: 1}
    while layer:
        longer: dict[tuple[int, ...], int] = {}
        for held, orders in layer.items():
            for one in VALUES:
                more = (*held[:one], held[one] + 1, *held[one + 1 :])
                if sum(more) == 1 and {up, one} == {ACE, TEN}:
                    continue
                total, soft = total_of([many + (at == up) for at, many in enumerate(more)])
                if dealer_draws(total, soft=soft, hits_soft_17=hits_soft_17):
                    longer[more] = longer.get(more, 0) + orders
                elif total <= 21:
                    rows.append((more, total - 17, orders))
        layer = longer
    together: dict[tuple[tuple[int, ...], int], int] = {}
    for held, end, orders in rows:
        together[held, end] = together.get((held, end), 0) + orders
    begins, which, many = [0], list[int](), list[int]()
    for held, _ in together:
        which += [at for at in VALUES if held[at]]
        many += [held[at] for at in VALUES if held[at]]
        begins.append(len(which))
    sizes = [sum(held) for held, _ in together]
    arrays = (sizes, [end for _, end in together], list(together.values()), begins, which, many)
    return Finishes(*(np.array(part, np.int64) for part in arrays))


def total_of(held: Sequence[int]) -> tuple[int, bool]:
    """The points of so many cards of each value, and whether an ace counts eleven."""
    hard = sum(many * (at + 1) for at, many in enumerate(held))
    soft = held[ACE] > 0 and hard <= 11
    return hard + 10 * soft, soft


@cache
def longest(*, hits_soft_17: bool) -> int:
    """The most cards that a dealer takes to the up card."""
    return max(finishes(up, hits_soft_17=hits_soft_17).longest for up in VALUES)


@kernel
def _ways(shoes: Any, sizes: Any, ends: Any, orders: Any, begins: Any, which: Any, many: Any, longest: int) -> Any:
    """For each shoe, by how many cards the dealer takes and how the hand ends: in how many orders they are dealt."""
    found = np.zeros((len(shoes), longest, 5), np.int64)
    falling = np.zeros((10, longest + 1), np.int64)
    for at in range(len(shoes)):
        for one in range(10):
            there, ways = shoes[at, one], 1
            for k in range(longest + 1):
                falling[one, k] = ways
                ways *= max(there - k, 0)
        for row in range(len(sizes)):
            ways = orders[row]
            for part in range(begins[row], begins[row + 1]):
                ways *= falling[which[part], many[part]]
            found[at, sizes[row] - 1, ends[row]] += ways
    return found


@contextmanager
def few_shoes() -> Iterator[None]:
    """Inside, for the sake of one answer, the dealer's hands are counted without compiled code: to load it takes
    longer than to do without."""
    token = _few.set(True)
    try:
        yield
    finally:
        _few.reset(token)


_few: ContextVar[bool] = ContextVar("_few", default=False)


def _ways_of_few(shoes: Ints, ended: Finishes, longest: int) -> Ints:
    """The same as `_ways`, with numpy alone."""
    steps = np.maximum(shoes[..., None] - np.arange(longest), 0)
    falling = np.concatenate([np.ones((*shoes.shape, 1), np.int64), steps.cumprod(axis=2)], axis=2)
    held = np.zeros((len(ended.sizes), len(VALUES)), np.int64)
    held[np.repeat(np.arange(len(held)), np.diff(ended.begins)), ended.which] = ended.many
    groups, begins = np.unique(ended.sizes * 5 + ended.ends - 5, return_inverse=True)
    order = np.argsort(begins, kind="stable")
    ways = np.repeat(ended.orders[order][None], len(shoes), axis=0)
    for one in VALUES:
        ways *= falling[:, one, held[order, one]]
    found = np.zeros((len(shoes), longest * 5), np.int64)
    found[:, groups] = np.add.reduceat(ways, np.searchsorted(begins[order], np.arange(len(groups))), axis=1)
    return found.reshape(-1, longest, 5)


def dealer_ways(up: int, shoes: Ints, *, hits_soft_17: bool) -> Ints:
    """For each shoe (cards of each value, the up card gone): ways by cards taken (one is 0) and by end, 17 to 21."""
    ended, most = finishes(up, hits_soft_17=hits_soft_17), longest(hits_soft_17=hits_soft_17)
    _fits(up, shoes, hits_soft_17)
    if _few.get():
        return _ways_of_few(shoes, ended, most)
    return np.asarray(_ways(np.ascontiguousarray(shoes), *ended, most), np.int64)


def _fits(up: int, shoes: Ints, hits_soft_17: bool) -> None:
    """No sum is over what an integer of the machine holds: not even with the most cards there are of any value."""
    most = shoes.max(axis=0, initial=0)
    largest = _largest(up, int(most[:TEN].max()), int(most[TEN]), hits_soft_17)
    assert largest < 1 << 63, "more decks than can be counted"


@cache
def _largest(up: int, each: int, tens: int, hits_soft_17: bool) -> int:
    """The largest sum from a shoe with so many cards of each value, and so many tens."""
    ended = finishes(up, hits_soft_17=hits_soft_17)
    sums: dict[tuple[int, int], int] = {}
    for row, orders in enumerate(ended.orders.tolist()):
        ways = orders
        for part in range(ended.begins[row], ended.begins[row + 1]):
            ways *= perm(tens if ended.which[part] == TEN else each, int(ended.many[part]))
        key = int(ended.sizes[row]), int(ended.ends[row])
        sums[key] = sums.get(key, 0) + ways
    return max(sums.values())


def dealer_ends(ways: Ints, left: int, dealt: int) -> list[list[int]]:
    """For each shoe with `left` cards, how many orders of the next `dealt` of them end at 17, 18, 19, 20 and 21."""
    taken = min(ways.shape[1], dealt)
    sums: Any = np.zeros((len(ways), 5), object)
    for many in range(taken):
        sums = sums * (left - many) + ways[:, many]
    ends: list[list[int]] = (sums * perm(left - taken, dealt - taken)).tolist()
    return ends
