"""Six or seven cards of a pack with a joker, by their kind.

How a hand can be set, and what it holds, does not change with the names of its suits. So hands fall into kinds: without
a flush, by how many cards of each rank there are; with one, or with four of a suit and the joker, by the ranks of that
suit and the other cards. A few hundred thousand kinds stand for all 154,143,080 hands of seven cards, and a table with
one number a kind says how every hand is set.

The joker adds nothing to a key of `cards.batch`: with it there is one card less, and such sums are others.
"""

from functools import cache, lru_cache
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.cards import batch
from houseway.cards.batch import Tables
from houseway.cards.card import JOKER
from houseway.cards.ranks import BEST
from houseway.counting.kernels import kernel

Ints = NDArray[np.int64]
Bytes = NDArray[np.uint8]
Codes = NDArray[np.int32]  # how hands are set, by kind: the rank of the five cards, then the place of the front

FULL_PACK = (*range(52), JOKER)
BACKS = BEST + 13 + 1
FRONT_BITS = 7
FRONT_MASK = (1 << FRONT_BITS) - 1
SUIT = 0x1FFF  # the thirteen ranks of a suit

# The other cards of a hand with a flush are none, one, or two, as `beside_place` has them. Two of different ranks may
# be of one suit.
BESIDE = 1 + 13 + 91
COLUMNS = BESIDE + 78
ONE_SUIT = 91  # from the place of two ranks to that of two such cards of one suit


class Kinds(NamedTuple):
    """What a kernel needs to find the kind of a hand."""

    rows: Codes  # 8192: by the ranks of a suit with four to seven cards, where its kinds begin
    columns: Codes  # 8192: by the ranks of the other cards


class Examples(NamedTuple):
    """One hand of every kind: those without a flush first, one for every way to hold ranks."""

    kinds: Ints
    cards: Bytes  # rows; the joker, if there is one, is last
    counts: Ints  # three bits for each rank: how many cards of it are held, the joker aside
    joker: NDArray[np.bool_]
    plain: Ints  # the place, in these lists, of the hand with the same ranks and no flush

    @property
    def flush(self) -> NDArray[np.bool_]:
        flush: NDArray[np.bool_] = self.plain != np.arange(len(self.plain))
        return flush


@cache
def kinds() -> Kinds:
    rows = np.zeros(1 << 13, np.int32)
    at = len(batch.tables().ranks)
    for held in range(1 << 13):
        if 4 <= held.bit_count() <= 7:
            rows[held] = at
            at += COLUMNS
    columns = np.zeros(1 << 13, np.int32)
    for rank in range(13):
        columns[1 << rank] = 1 + rank
        for lower in range(rank):
            columns[1 << rank | 1 << lower] = 14 + rank * (rank - 1) // 2 + lower  # `beside_place`, and no compiler
    return Kinds(rows, columns)


@cache
def many_kinds() -> int:
    """The length of a table by kind."""
    return int(kinds().rows.max()) + COLUMNS


@kernel
def two_place(high: int, low: int) -> int:
    """The place of two ranks among all: 78 without a pair, then thirteen pairs."""
    if high == low:
        return 78 + high
    return high * (high - 1) // 2 + low


@kernel
def beside_place(first: int, second: int) -> int:
    """The place of the cards beside a flush, from their ranks; -1 where there is none."""
    if first < 0 and second < 0:
        return 0
    if first < 0 or second < 0:
        return 1 + max(first, second)
    return 14 + two_place(max(first, second), min(first, second))


@lru_cache(maxsize=4)
def examples(size: int) -> Examples:
    """A hand of every kind of so many cards."""
    hands = [_by_ranks(size), _by_ranks(size - 1)]
    without_flush = sum(map(len, hands))
    for joker in (0, 1):
        hands += [_with_flush(held, size - joker - held) for held in range(5 - joker, size - joker + 1)]
    cards = np.concatenate([np.hstack([some, np.full((len(some), size - some.shape[1]), JOKER)]) for some in hands])
    found = kinds_of(cards.astype(np.uint8))
    joker = cards[:, -1] == JOKER
    counts = np.where(cards == JOKER, 0, 1 << 3 * np.minimum(cards >> 2, 12)).sum(axis=1)
    key = counts | joker.astype(np.int64) << 39
    order = np.argsort(key[:without_flush])
    plain = order[np.searchsorted(key[:without_flush], key, sorter=order)]
    return Examples(found, cards.astype(np.uint8), counts, joker, plain)


@cache
def rank_counts(size: int) -> Ints:
    """Every way to hold so many cards by rank: rows of thirteen counts."""
    rows = np.zeros((1, 0), np.int64)
    for _ in range(13):
        held = np.arange(5)
        rows = np.hstack([np.repeat(rows, 5, axis=0), np.tile(held, len(rows))[:, None]])
        rows = rows[rows.sum(axis=1) <= size]
    found: Ints = rows[rows.sum(axis=1) == size]
    return found


def _by_ranks(size: int) -> Ints:
    """Hands of all ranks, the suits by turns, so that there is no flush."""
    rows = rank_counts(size)
    ranks = np.repeat(np.tile(np.arange(13), len(rows)), rows.ravel()).reshape(len(rows), size)
    hands: Ints = ranks << 2 | np.arange(size) & 3
    return hands


def _with_flush(suited: int, others: int) -> Ints:
    """Hands with so many clubs and so many other cards, one example of each kind."""
    clubs = np.array(list(combinations(range(13), suited))) << 2
    high, low = np.tril_indices(13)
    two = np.stack([high << 2 | 1, low << 2 | 2], axis=1)
    one_suit = np.stack([high << 2 | 1, low << 2 | 1], axis=1)[high != low]
    beside = (np.zeros((1, 0), np.int64), np.arange(13)[:, None] << 2 | 1, np.concatenate([two, one_suit]))[others]
    return np.hstack([np.repeat(clubs, len(beside), axis=0), np.tile(beside, (len(clubs), 1))])


def kinds_of(hands: Bytes) -> Ints:
    """The kind of each row of cards."""
    return _kinds_of(hands, batch.tables(), kinds())


@kernel
def _kinds_of(cards: Bytes, tables: Tables, kinds: Kinds) -> Ints:
    found = np.empty(len(cards), np.int64)
    for at in range(len(cards)):
        key, suits, joker = 0, 0, 0
        for card in cards[at]:
            if card == JOKER:
                joker = 1
            else:
                key += tables.keys[card]
                suits += tables.suits[card]
        if batch.flush_within(key, joker):
            found[at] = _kind_with_flush(suits, cards.shape[1] - joker, joker, kinds)
        else:
            found[at] = batch.place_of(key, tables)
    return found


@kernel
def _kind_with_flush(suits: int, cards: int, joker: int, kinds: Kinds) -> int:
    """The kind by the ranks of the flush's suit and of the three other suits."""
    for at in range(4):
        flush, held, one_suit = suits >> 16 * at & SUIT, 0, False
        if bits(flush) < 5 - joker:
            continue
        for other in range(4):
            if other != at:
                held |= suits >> 16 * other & SUIT
        for other in range(4):
            one_suit |= other != at and suits >> 16 * other & SUIT == held
        # Two cards of one suit, or two of one rank: either way one of the suits has all the ranks.
        beside = ONE_SUIT if cards - bits(flush) == 2 and one_suit else 0
        kind: int = kinds.rows[flush] + kinds.columns[held] + beside
        return kind
    return -1


@kernel
def bits(number: int) -> int:
    many = 0
    while number:
        number &= number - 1
        many += 1
    return many
