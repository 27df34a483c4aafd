"""Situations up to suits: what differs only in the names of the suits is counted once, with its weight."""

from itertools import permutations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Pairs = NDArray[np.int64]  # rows of two cards, the lower one first


class Orbits(NamedTuple):
    """One of each kind, and how many there are of it."""

    members: Pairs
    weights: NDArray[np.int64]


def suit_changes(pack: NDArray[np.int64], fixed: tuple[int, ...] = ()) -> NDArray[np.int64]:
    """Every renaming of the suits that leaves the pack and the fixed cards (as a set) as they are: rows of 52 cards."""
    cards = np.arange(52)
    changes = []
    for order in permutations(range(4)):
        change = cards // 4 * 4 + np.array(order)[cards % 4]
        if set(change[pack]) == set(pack) and {int(change[card]) for card in fixed} == set(fixed):
            changes.append(change)
    return np.array(changes)


def pairs_of(cards: NDArray[np.int64]) -> Pairs:
    first, second = np.triu_indices(len(cards), 1)
    return np.stack([cards[first], cards[second]], axis=1)


def orbits(pairs: Pairs, changes: NDArray[np.int64]) -> Orbits:
    """One pair of each kind under the changes of suit."""
    changed = np.sort(changes[:, pairs], axis=2)  # changes x pairs x 2
    keys = (changed[..., 0] * 52 + changed[..., 1]).min(axis=0)
    kinds, weights = np.unique(keys, return_counts=True)
    return Orbits(np.stack([kinds // 52, kinds % 52], axis=1), weights.astype(np.int64))
