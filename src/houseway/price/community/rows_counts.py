"""Three rows of two cards: which of them is the best, over all ways to lay them."""

from collections import Counter
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from houseway.cards import two_cards
from houseway.kernels import kernel
from houseway.price.counting.cache import Arrays, kept

Ints = NDArray[np.int64]

HANDS = np.array(list(combinations(range(52), 2)), np.int64)


# What five cards are paid as: the first kinds need no suit, and two of them pay by how the row began.
KINDS = (
    "two-pair",
    "three-of-a-kind",
    "straight",
    "flush",
    "full-house",
    "four-of-a-kind",
    "straight-flush",
    "royal-flush",
)
TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL, QUADS, STRAIGHT_FLUSH, ROYAL = range(len(KINDS))
WINDOWS = tuple((12, *range(4)) if low < 0 else tuple(range(low, low + 5)) for low in range(-1, 9))  # ace low first


def classes() -> tuple[Ints, Ints]:
    """One pair of cards of each kind up to suits, and how many there are of it."""
    first: dict[tuple[int, int, bool], int] = {}
    many: Counter[tuple[int, int, bool]] = Counter()
    for at, (a, b) in enumerate(HANDS.tolist()):
        kind = (a >> 2, b >> 2, a & 3 == b & 3)
        first.setdefault(kind, at)
        many[kind] += 1
    return np.array(list(first.values()), np.int64), np.array([many[kind] for kind in first], np.int64)


def best_rows() -> Ints:
    """Of all ways to lay two cards in each of three rows, how many have these rows for the best (as bits, row A the
    lowest), with this kind of hand and this higher card."""

    def made() -> Arrays:
        reps, weights = classes()
        values = np.array([two_cards.rank((int(a), int(b))) for a, b in HANDS], np.int64)
        return {"counts": _best_rows(HANDS, values, reps, weights)}

    return kept("two-card-rows", 1, made)["counts"]


@kernel
def _best_rows(hands: Ints, values: Ints, reps: Ints, weights: Ints) -> Ints:
    """By the best rows, the best hand's kind (0 to 5) and its higher card."""
    counts = np.zeros((8, 6, 13), np.int64)
    for at in range(len(reps)):
        a = reps[at]
        for b in range(len(hands)):
            if _share(hands, a, b):
                continue
            for c in range(b + 1, len(hands)):
                if _share(hands, a, c) or _share(hands, b, c):
                    continue
                best = max(values[a], values[b], values[c])
                mine, one, two = int(values[a] == best), int(values[b] == best), int(values[c] == best)
                counts[mine + 2 * one + 4 * two, best >> 8, best >> 4 & 15] += weights[at]
                counts[mine + 2 * two + 4 * one, best >> 8, best >> 4 & 15] += weights[at]  # rows B and C changed
    return counts


@kernel(inline="always")
def _share(hands: Ints, one: int, other: int) -> bool:
    return bool(
        hands[one, 0] == hands[other, 0]
        or hands[one, 0] == hands[other, 1]
        or hands[one, 1] == hands[other, 0]
        or hands[one, 1] == hands[other, 1]
    )
