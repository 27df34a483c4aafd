"""Hands by the million: the keys of `table_poker.hands`, compiled, for every set of cards of a pack."""

from itertools import combinations
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.counting.kernels import kernel
from houseway.games.table_poker.hands import HandOrder

Ints = NDArray[np.int64]
Keys = NDArray[np.int32]
_HIGH, _PAIR, _TWO_PAIR, _THREE, _STRAIGHT, _FLUSH, _FULL, _FOUR, _STRAIGHT_FLUSH, _ROYAL = range(10)
_ACE = 12
_MOST = 8  # cards of a set that has an index


def binomials(size: int) -> Ints:
    """By card and place in a set, what it adds to the index of the set."""
    return np.array([[comb(card, place + 1) for place in range(_MOST)] for card in range(size + 1)], np.int64)


@kernel
def index_of(cards: Any, size: int, adds: Any) -> int:
    """The index of a set among all of its size: its cards are places in the pack, in rising order."""
    index = 0
    for at in range(size):
        index += adds[cards[at], at]
    return index


@kernel
def key_of(cards: Any, size: int, places: Any) -> Any:
    """The key of exactly as many cards as make a hand."""
    counts = np.zeros(13, np.int64)
    suited = size > 1
    for at in range(size):
        counts[cards[at] >> 2] += 1
        suited = suited and cards[at] & 3 == cards[0] & 3
    decide = 0  # ranks that come most often first, the higher before the lower
    spread = 0  # every card's rank, from the highest on
    left, wide = 5, 5
    first, second, highest, lowest, next_high = 0, 0, -1, 0, -1
    for many in range(4, 0, -1):
        for rank in range(12, -1, -1):
            if counts[rank] == many:
                if left == 5:
                    first = many
                elif left == 4:
                    second = many
                decide = decide << 4 | rank
                left -= 1
    for rank in range(12, -1, -1):
        for _ in range(counts[rank]):
            spread = spread << 4 | rank
            wide -= 1
        if counts[rank] > 0:
            if highest < 0:
                highest = rank
            elif next_high < 0:
                next_high = rank
            lowest = rank
    decide <<= 4 * left
    spread <<= 4 * wide
    flat = 5 - left == size and size > 1
    wheel = flat and highest == _ACE and next_high == size - 2 and lowest == 0
    run = flat and (wheel or highest - lowest == size - 1)
    high = (size - 2 if wheel else highest) << 16
    if run and suited and high == _ACE << 16 and places[_ROYAL] >= 0:
        return places[_ROYAL] << 20 | high
    if run and suited and places[_STRAIGHT_FLUSH] >= 0:
        return places[_STRAIGHT_FLUSH] << 20 | high
    best = places[_HIGH] << 20 | spread
    if run and places[_STRAIGHT] >= 0:
        best = max(best, places[_STRAIGHT] << 20 | high)
    if suited and places[_FLUSH] >= 0:
        best = max(best, places[_FLUSH] << 20 | decide)
    if first == 4 and places[_FOUR] >= 0:
        best = max(best, places[_FOUR] << 20 | decide)
    if first == 3 and second == 2 and places[_FULL] >= 0:
        best = max(best, places[_FULL] << 20 | decide)
    if first == 3 and places[_THREE] >= 0:
        best = max(best, places[_THREE] << 20 | decide)
    if first == 2 and second == 2 and places[_TWO_PAIR] >= 0:
        best = max(best, places[_TWO_PAIR] << 20 | decide)
    if first == 2 and places[_PAIR] >= 0:
        best = max(best, places[_PAIR] << 20 | decide)
    return best


@kernel
def _all_keys(pack: Any, many: int, chosen: Any, size: int, places: Any, found: Any) -> None:
    """The best key of every set of so many cards, in the order of their indexes."""
    held = np.arange(many + 1)
    held[many] = len(pack)
    hand = np.zeros(size, np.int64)
    for index in range(len(found)):
        best = 0
        for row in range(len(chosen)):
            for at in range(size):
                hand[at] = pack[held[chosen[row, at]]]
            best = max(best, key_of(hand, size, places))
        found[index] = best
        at = 0
        while at < many - 1 and held[at] + 1 == held[at + 1]:
            held[at] = at
            at += 1
        held[at] += 1


def all_keys(pack: tuple[int, ...], many: int, order: HandOrder) -> Keys:
    """By the index of a set of so many cards of the pack, the key of the best hand in it."""
    chosen = np.array(list(combinations(range(many), order.cards)), np.int64)
    found = np.zeros(comb(len(pack), many), np.int32)
    _all_keys(np.array(pack, np.int64), many, chosen, order.cards, np.array(order.places, np.int64), found)
    return found


def all_sets(size: int, many: int) -> NDArray[np.int8]:
    """Every set of so many places of a pack, in the order of their indexes."""
    found = np.zeros((comb(size, many), many), np.int8)
    _all_sets(size, found)
    return found


@kernel
def _all_sets(size: int, found: Any) -> None:
    many = found.shape[1]
    held = np.arange(many + 1)
    held[many] = size
    for index in range(len(found)):
        for at in range(many):
            found[index, at] = held[at]
        if many == 0:
            return
        at = 0
        while at < many - 1 and held[at] + 1 == held[at + 1]:
            held[at] = at
            at += 1
        held[at] += 1
