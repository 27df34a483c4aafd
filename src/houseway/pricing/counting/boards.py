"""Boards of five cards up to suits, the flops that they may have had, and pairs of hole cards beside them."""

from collections.abc import Sequence
from functools import cached_property, lru_cache
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.counting.kernels import kernel
from houseway.pricing.counting.suits import suit_changes

Ints = NDArray[np.int64]

FULL_PACK = tuple(range(52))
FLOPS = 10  # the ways to have had three of the five as the flop
PAIRS = 52 * 51 // 2


@kernel
def _boards(pack: Any, changes: Any, most: int) -> Any:
    """One board of each kind, the first among its likes, with the number of its kind."""
    boards = np.empty((most, 5), np.uint8)
    weights = np.empty(most, np.int64)
    found = 0
    bits = np.zeros((len(changes), 52), np.int64)
    for change in range(len(changes)):
        for one in range(52):
            bits[change, one] = np.int64(1) << changes[change, one]
    size = len(pack)
    for i in range(size):
        for j in range(i + 1, size):
            for k in range(j + 1, size):
                for m in range(k + 1, size):
                    for n in range(m + 1, size):
                        a, b, c, d, e = pack[i], pack[j], pack[k], pack[m], pack[n]
                        own = (np.int64(1) << a) | (np.int64(1) << b) | (np.int64(1) << c)
                        own |= (np.int64(1) << d) | (np.int64(1) << e)
                        same = 0
                        for change in range(len(changes)):
                            of = bits[change]
                            other = of[a] | of[b] | of[c] | of[d] | of[e]
                            if other < own:
                                same = -1
                                break
                            if other == own:
                                same += 1
                        if same > 0:
                            boards[found, 0], boards[found, 1], boards[found, 2] = a, b, c
                            boards[found, 3], boards[found, 4] = d, e
                            weights[found] = len(changes) // same
                            found += 1
    return boards[:found], weights[:found]


class Kinds:
    """Everything of a pack that does not depend on pays; what takes a while is found when it is first asked for."""

    def __init__(self, pack: Sequence[int] = FULL_PACK) -> None:
        self.pack = tuple(sorted(pack))
        self.cards = np.array(self.pack, np.int64)
        self.changes = suit_changes(self.cards)  # renamings of the suits
        first, second = np.triu_indices(52, 1)
        self.pair_at = np.zeros((52, 52), np.int16)  # the number of a pair
        self.pair_at[first, second] = self.pair_at[second, first] = np.arange(PAIRS)
        self.moved = self.pair_at[self.changes[:, first], self.changes[:, second]]  # change x pair: what it becomes
        firsts = self.moved.min(axis=0)  # pair: the first pair that is the same starting hand
        hands, numbers, weights = np.unique(firsts[self.pairs], return_inverse=True, return_counts=True)
        self.hands = np.stack([first[hands], second[hands]], axis=1)  # one starting hand of each kind
        self.hand_weights = weights.astype(np.int64)
        self.hand_of = np.full(PAIRS, -1, np.int64)  # pair: which kind of starting hand
        self.hand_of[self.pairs] = numbers

    @property
    def pairs(self) -> Ints:
        """The numbers of the pairs in the pack."""
        first, second = np.triu_indices(len(self.cards), 1)
        return self.pair_at[self.cards[first], self.cards[second]].astype(np.int64)

    @cached_property
    def boards(self) -> tuple[NDArray[np.uint8], Ints]:
        """One board of each kind, and how many there are of it."""
        boards, weights = _boards(self.cards, self.changes, comb(len(self.cards), 5))
        return boards, weights

    @cached_property
    def flops(self) -> "_Flops":
        return _Flops(self)


class _Flops:
    """The flops of a pack up to suits, and which pairs are the same situation on each."""

    def __init__(self, of: Kinds) -> None:
        flops = np.array(list(combinations(of.pack, 3)), np.int64)
        as_numbers = np.sort(of.changes[:, flops], axis=2) @ np.array([52 * 52, 52, 1])  # changes x flops
        numbers, kind = np.unique(as_numbers.min(axis=0), return_inverse=True)
        self.many = len(numbers)
        self.first = np.stack([numbers // 52**2, numbers // 52 % 52, numbers % 52], axis=1)  # one of each kind
        # By three cards in order: the kind of the flop, and the change that makes it the first of its kind.
        self.at, self.by = np.zeros((52, 52, 52), np.int16), np.zeros((52, 52, 52), np.int8)
        self.at[flops[:, 0], flops[:, 1], flops[:, 2]] = kind
        self.by[flops[:, 0], flops[:, 1], flops[:, 2]] = as_numbers.argmin(axis=0)
        leave = as_numbers[:, np.searchsorted(as_numbers[0], numbers)] == numbers  # changes x kinds: the flop stays
        # Kind x pair: the first pair that is the same situation.
        self.alike = np.stack([of.moved[leave[:, flop]].min(axis=0) for flop in range(self.many)])
        # One situation of each kind, by its place in a table of flop kinds x pairs.
        first, second = np.triu_indices(52, 1)
        there = np.isin(np.arange(PAIRS), of.pairs) & (self.alike == np.arange(PAIRS))
        for card in self.first.T:
            there &= (first != card[:, None]) & (second != card[:, None])
        self.situations = np.flatnonzero(there)

    def spread(self, of_situation: NDArray[Any], nothing: int) -> NDArray[Any]:
        """By flop kind and pair, from what holds for each situation."""
        table = np.full(self.alike.shape, nothing, of_situation.dtype)
        table.ravel()[self.situations] = of_situation
        return np.take_along_axis(table, self.alike.astype(np.int64), axis=1)


@lru_cache(maxsize=4)
def kinds(pack: tuple[int, ...]) -> Kinds:
    return Kinds(pack)


@kernel
def together(sums: Any, alike: Any) -> Any:
    """Add up the pairs that are the same situation on a flop, into the first of them."""
    found = np.zeros_like(sums)
    for flop in range(len(sums)):
        for pair in range(sums.shape[1]):
            found[flop, alike[flop, pair]] += sums[flop, pair]
    return found
