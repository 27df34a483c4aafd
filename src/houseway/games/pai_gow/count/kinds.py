"""How many hands of a pack are of each kind, by arithmetic: no hand is looked at, so one answer needs no compiled code.

Hands with so many cards of each rank are a product of binomials. Those with a flush among them are counted suit by
suit, the cards of the suit times the ways to take the others from the three other suits, and taken off.
"""

from collections.abc import Sequence
from math import comb

import numpy as np

from houseway.cards import batch
from houseway.cards.card import JOKER
from houseway.games.pai_gow.count.hands import Ints, kinds, many_kinds


def hands_of_each_kind(pack: Sequence[int], size: int) -> Ints:
    """By kind; `size` is how many cards make a hand."""
    joker = JOKER in pack
    has = np.zeros((4, 13), np.int64)  # suit by rank
    for card in pack:
        if card != JOKER:
            has[card & 3, card >> 2] = 1
    found = np.zeros(many_kinds(), np.int64)
    places, ways = _by_ranks(has.sum(axis=0), joker, size)
    found[places] = ways

    suits, others = _suits(), _others()
    flushes = np.zeros((len(suits.ranks), len(others.ranks)), np.int64)
    for suit in range(4):
        whole = (suits.ranks <= has[suit]).all(axis=1)
        flushes += np.multiply.outer(whole, _ways_of_others(has.sum(axis=0) - has[suit], np.delete(has, suit, axis=0)))
    held = suits.sizes[:, None] + others.sizes
    flushes *= (held == size) & (suits.sizes[:, None] >= 5) | ((held == size - 1) & joker)
    at, column = np.nonzero(flushes)
    many = flushes[at, column]
    found -= np.bincount(_places(suits.keys[at] + others.keys[column]), many, len(found)).astype(np.int64)
    found[kinds().rows[suits.bits[at]] + column] = many
    return found


class _Cards:
    """Rows of so many cards of each rank."""

    def __init__(self, ranks: Ints) -> None:
        self.ranks, self.sizes = ranks, ranks.sum(axis=1)
        self.keys = ranks @ _rank_keys()
        self.bits = ranks @ (1 << np.arange(13))


def _suits() -> _Cards:
    """The cards of a flush's suit."""
    bits = kinds().rows.nonzero()[0]
    return _Cards(bits[:, None] >> np.arange(13) & 1)


def _others() -> _Cards:
    """The other cards of a hand with a flush, by column: none, one, two of different ranks and suits, two of one rank,
    two of one suit."""
    one = np.eye(13, dtype=np.int64)
    high, low = _two()
    two = one[high] + one[low]
    return _Cards(np.concatenate([np.zeros((1, 13), np.int64), one, two, 2 * one, two]))


def _two() -> tuple[Ints, Ints]:
    """Two different ranks, the higher and the lower, in the order of `two_place`."""
    high, low = np.tril_indices(13, -1)
    return high, low


def _ways_of_others(many: Ints, has: Ints) -> Ints:
    """By column, from how many cards of each rank the three other suits have, and which."""
    high, low = _two()
    suited = (has[:, high] * has[:, low]).sum(axis=0)
    return np.concatenate([[1], many, many[high] * many[low] - suited, many * (many - 1) // 2, suited])


def _by_ranks(many: Ints, joker: bool, size: int) -> tuple[Ints, Ints]:
    """Every way to hold so many cards, or one less and the joker, by rank: its place, and how many hands there are."""
    sums, sizes, ways = np.zeros(1, np.int64), np.zeros(1, np.int64), np.ones(1, np.int64)
    for there, key in zip(many.tolist(), _rank_keys().tolist(), strict=True):
        held = np.arange(there + 1)
        taken = np.array([comb(there, own) for own in held.tolist()])
        sizes = np.add.outer(sizes, held).ravel()
        few = sizes <= size
        sums, ways = np.add.outer(sums, held * key).ravel()[few], np.multiply.outer(ways, taken).ravel()[few]
        sizes = sizes[few]
    whole = (sizes == size) | ((sizes == size - 1) & joker)
    return _places(sums[whole]), ways[whole]


def _rank_keys() -> Ints:
    return batch.tables().keys[: 13 * 4 : 4] & batch._RANK_SUM


def _places(sums: Ints) -> Ints:
    """As `batch.place_of` has them."""
    sums = sums & batch._RANK_SUM
    places: Ints = (sums & batch._COLUMNS) + batch.tables().offsets[sums >> batch._ROW_AT]
    return places
