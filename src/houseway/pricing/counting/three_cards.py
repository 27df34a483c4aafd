"""Ranks of three cards, as a compiled loop looks them up."""

from functools import cache
from itertools import combinations, permutations

import numpy as np
from numpy.typing import NDArray

from houseway.cards.special_ranks import three_card_rank

Ints = NDArray[np.int64]


@cache
def three_card_table() -> tuple[NDArray[np.int16], Ints]:
    """By any three cards, the place of their rank among all ranks; and the ranks."""
    threes = np.array(list(combinations(range(52), 3)))
    ranks = np.array([three_card_rank(three) for three in threes.tolist()])
    known, places = np.unique(ranks, return_inverse=True)
    table = np.zeros((52, 52, 52), np.int16)
    for one, two, three in permutations(range(3)):
        table[threes[:, one], threes[:, two], threes[:, three]] = places
    return table, known


def place_of_least(ranks: Ints, least: int) -> int:
    """The first place among the ranks that is at least this high."""
    return int(np.searchsorted(ranks, least))
