"""Hands up to suits: one hand of each kind, how many there are of it, and where any hand is found among them."""

from collections.abc import Sequence
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.pricing.counting.suits import suit_changes

Ints = NDArray[np.int64]
FULL_PACK = tuple(range(52))
BOARD = 5  # so many cards have a kernel of their own


class Found(NamedTuple):
    """Where a hand is found: the row of its kind, and the change of suits that makes it that one, by card."""

    row: int
    change: Ints


class HandsAlike:
    """One hand of each kind among so many cards of a pack, its cards in rising order, and how many there are of it."""

    def __init__(self, pack: Sequence[int], members: Ints, weights: Ints) -> None:
        self.pack = tuple(sorted(pack))
        self.members = members
        self.weights = weights

    @cached_property
    def _changes(self) -> Ints:
        return suit_changes(np.array(self.pack))

    @cached_property
    def _numbers(self) -> Ints:
        """The kinds as numbers, in rising order."""
        return numbered(self.members)

    def find(self, hand: Sequence[int]) -> Found:
        numbers = numbered(np.sort(self._changes[:, list(hand)], axis=1))
        change = int(numbers.argmin())
        return Found(int(np.searchsorted(self._numbers, numbers[change])), self._changes[change])


def numbered(hands: Ints) -> Ints:
    """Hands as numbers that are in the order of their cards."""
    found: Ints = hands @ 53 ** np.arange(hands.shape[-1] - 1, -1, -1)
    return found


def hands_alike(cards: Sequence[int], size: int) -> HandsAlike:
    """The hands of so many of these cards, up to suits."""
    pack = tuple(sorted(cards))
    if size == BOARD:
        from houseway.pricing.counting.boards import kinds as of_pack

        boards, weights = of_pack(pack).boards
        return HandsAlike(pack, boards.astype(np.int64), weights)
    held = np.array(list(combinations(pack, size)), np.int64)
    powers = 53 ** np.arange(size - 1, -1, -1)
    numbers = held @ powers
    for change in suit_changes(np.array(pack)):
        np.minimum(numbers, np.sort(change[held], axis=1) @ powers, out=numbers)
    kinds, weights = np.unique(numbers, return_counts=True)
    return HandsAlike(pack, kinds[:, None] // powers % 53, weights.astype(np.int64))
