"""Three rows of two cards: which of them is the best and what each holds, over all ways to lay them."""

from collections import Counter
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from houseway.cards import two_cards
from houseway.counting.kernels import kernel
from houseway.pricing.counting.cache import Arrays, kept

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


@dataclass(frozen=True)
class Laid:
    """All ways to lay two cards in each of three rows: by the rows that are best (as bits, row A the lowest), whether
    they qualify, and the kind of hand in each row; with six cards that lie so, where any do."""

    counts: Ints  # best rows x qualifies x kind of row A x of B x of C
    examples: Ints  # the same, and two cards for each row


def rows_laid(least: int) -> Laid:
    """Every way, where a high card of this rank or better qualifies."""

    def lay_rows() -> Arrays:
        reps, weights = classes()
        values = np.array([two_cards.rank((int(a), int(b))) for a, b in HANDS], np.int64)
        counts, examples = _rows_laid(HANDS, values, reps, weights, least)
        return {"counts": counts, "examples": examples}

    found = kept("two-card-rows", least, lay_rows)
    return Laid(found["counts"], found["examples"])


@kernel
def _rows_laid(hands: Ints, values: Ints, reps: Ints, weights: Ints, least: int) -> tuple[Ints, Ints]:
    counts, examples = np.zeros((8, 2, 6, 6, 6), np.int64), np.zeros((8, 2, 6, 6, 6, 3, 2), np.int64)
    for at in range(len(reps)):
        a = reps[at]
        for b in range(len(hands)):
            if _share(hands, a, b):
                continue
            for c in range(b + 1, len(hands)):
                if _share(hands, a, c) or _share(hands, b, c):
                    continue
                best = max(values[a], values[b], values[c])
                good = 1 if best >> 8 > 0 or best >> 4 & 15 >= least else 0
                first = 1 if values[a] == best else 0
                for turn in range(2):  # rows B and C as they are, and changed
                    one, two = (b, c) if turn == 0 else (c, b)
                    rows = first + (2 if values[one] == best else 0) + (4 if values[two] == best else 0)
                    x, y, z = values[a] >> 8, values[one] >> 8, values[two] >> 8
                    if counts[rows, good, x, y, z] == 0:
                        for card in range(2):
                            examples[rows, good, x, y, z, 0, card] = hands[a, card]
                            examples[rows, good, x, y, z, 1, card] = hands[one, card]
                            examples[rows, good, x, y, z, 2, card] = hands[two, card]
                    counts[rows, good, x, y, z] += weights[at]
    return counts, examples


@kernel(inline="always")
def _share(hands: Ints, one: int, other: int) -> bool:
    return bool(
        hands[one, 0] == hands[other, 0]
        or hands[one, 0] == hands[other, 1]
        or hands[one, 1] == hands[other, 0]
        or hands[one, 1] == hands[other, 1]
    )
