"""Poker hands ranked with numpy alone, by the tables of `batch`: for one answer that will not wait for a compiler.

Some thousands of them, or a million: loading compiled code takes as long.
"""

import numpy as np
from numpy.typing import NDArray

from houseway.cards import batch


def rank_few(hands: NDArray[np.integer]) -> NDArray[np.int16]:
    """The rank of each row of five, six or seven different cards; the same as `batch.rank_batch` finds."""
    tables = batch.tables()
    return rank_sums(tables.keys[hands].sum(axis=1), tables.suits[hands].sum(axis=1))


def rank_sums(keys: NDArray[np.int64], suits: NDArray[np.int64]) -> NDArray[np.int16]:
    """The rank of hands from the sums of the two keys of their cards, as `batch.rank_of` finds it."""
    tables = batch.tables()
    sums = keys & batch._RANK_SUM
    found: NDArray[np.int16] = tables.ranks[(sums & batch._COLUMNS) + tables.offsets[sums >> batch._ROW_AT]]
    flushes = np.nonzero((keys + 3 * batch._ONE_OF_EACH_SUIT) & batch._EIGHT_OF_A_SUIT)
    of_suits = [tables.flushes[suits[flushes] >> 16 * suit & batch._SUITED] for suit in range(4)]
    found[flushes] = np.maximum.reduce(of_suits)
    return found
