"""Every board, every starting hand up to suits, every hand of the player-dealer: what meets what.

On each board all pairs of hole cards are ranked, sorted and compared with every disjoint pair. What a hand meets is
added up by the two cards that lie open at the second decision, whichever came first.
"""

from itertools import combinations, pairwise
from math import comb
from typing import Any

import numpy as np

from houseway.counting.kernels import kernel
from houseway.pricing.counting.cache import Arrays, kept
from houseway.pricing.counting.hands import Ints, hands_alike
from houseway.pricing.counting.pairs import compare_pairs, sort_pairs
from houseway.pricing.counting.three_cards import three_card_table
from houseway.pricing.counting.work import Progress, each

_TASKS = 8
_PAIRS = 52 * 51 // 2
MET = 5  # wins, wins alone, losses, losses alone, ties: where the hands tie it does not matter who qualifies


@kernel
def _add_boards(boards: Any, pack: Any, ranks: Any, least: int, number_of: Any, row_of: Any, sums: Any) -> None:
    """Add what each starting hand that has a row meets on each board, by the two cards that can lie open first."""
    size = len(pack) - 3
    most = size * (size - 1) // 2
    dealers = (size - 2) * (size - 3) // 2
    left, with_one = np.empty(size, np.int64), np.empty(size, np.int16)
    held, ranked = np.empty((most, 2), np.uint8), np.empty(most, np.int16)
    order, other, met = np.empty(most, np.int32), np.empty(most, np.int32), np.empty((most, 5), np.int32)
    for number in range(len(boards)):
        a, b, c = boards[number]
        at = 0
        for one in pack:
            if one not in (a, b, c):
                left[at] = one
                with_one[at] = max(ranks[a, b, one], ranks[a, c, one], ranks[b, c, one], ranks[a, b, c])
                at += 1
        many = 0
        for i in range(size):
            x = left[i]
            for j in range(i + 1, size):
                y = left[j]
                best = max(with_one[i], with_one[j], ranks[a, x, y], ranks[b, x, y], ranks[c, x, y])
                held[many, 0], held[many, 1], ranked[many] = x, y, best
                many += 1
        sort_pairs(ranked, many, order, other)
        compare_pairs(held, ranked, order, many, dealers, least, met)
        for at in range(many):
            row = row_of[held[at, 0], held[at, 1]]
            if row >= 0:
                for column in range(5):
                    sums[row, number_of[a, b], column] += met[at, column]
                    sums[row, number_of[a, c], column] += met[at, column]
                    sums[row, number_of[b, c], column] += met[at, column]


def pair_at() -> Ints:
    """The number of two cards."""
    table = np.zeros((52, 52), np.int64)
    first, second = np.triu_indices(52, 1)
    table[first, second] = table[second, first] = np.arange(_PAIRS)
    return table


def add_boards(pack: tuple[int, ...], least: int, begin: int, end: int) -> Arrays:
    """Some boards' part of what every starting hand meets."""
    hands = hands_alike(pack, 2).members
    row_of = np.full((52, 52), -1, np.int64)
    row_of[hands[:, 0], hands[:, 1]] = np.arange(len(hands))
    boards = np.array(list(combinations(pack, 3)), np.int64)[begin:end]
    sums = np.zeros((len(hands), _PAIRS, MET), np.int32)
    _add_boards(boards, np.array(pack), three_card_table()[0], least, pair_at(), row_of, sums)
    return {"sums": sums}


def count(pack: tuple[int, ...], least: int, progress: Progress | None = None) -> Ints:
    """Starting hand x two open cards x what is met: how many deals, if the player-dealer qualifies from this place."""

    def count_boards() -> Arrays:
        boards = comb(len(pack), 3)
        ends = np.linspace(0, boards, min(_TASKS, boards) + 1).astype(int).tolist()
        parts = each(add_boards, [(pack, least, *part) for part in pairwise(ends)], progress)
        return {"sums": sum((part["sums"] for part in parts), np.zeros_like(parts[0]["sums"]))}

    return kept("three-card-texas-holdem", [pack, least], count_boards)["sums"].astype(np.int64)
