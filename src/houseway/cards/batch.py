"""Poker hands by the hundred million, ranked with the same integers as `ranks`.

Whole arrays go through `rank_batch`, one row of five, six or seven cards a hand. A pricing loop of its own
adds up keys instead. Every card has two, and each of them is added, or taken off again, card by card:

    tables = batch.tables()              # outside; hand it to the kernel as an argument

    @kernel
    def best_with_one_more(board, left, tables):
        key, suits = 0, 0
        for card in board:               # the outer loops: a part of the hand, added up once
            key += tables.keys[card]
            suits += tables.suits[card]
        best = 0
        for card in left:                # the inner loop: one more card and one look-up
            best = max(best, batch.rank_of(key + tables.keys[card], suits + tables.suits[card], tables))
        return best

`key` holds what nearly always decides: how many cards of each rank, and how many of each suit. `suits` holds
which cards they are, and is only looked at for a flush. A loop that knows that no flush can come, because
`flush_within(key, cards_to_come)` said so before it started, calls `rank_without_flush(key, tables)`.

The sum says how many cards there are, so all of this holds for five, six and seven cards alike, and for a
shorter pack by leaving cards out. Keys are signed 64-bit integers throughout: numba makes a float of a
signed integer plus an unsigned one.
"""

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.cards import ranks
from houseway.counting import disk
from houseway.counting.kernels import kernel  # also asked for by this name


class Tables(NamedTuple):
    keys: NDArray[np.int64]  # 256: by card; what is no card is given a key that shows in any sum
    suits: NDArray[np.int64]  # 256: by card, one bit in the sixteen of its suit
    offsets: NDArray[np.uint16]  # 8192: by the upper bits of a key, where its row starts
    ranks: NDArray[np.int16]  # rows laid over one another so that no two hands meet
    flushes: NDArray[np.int16]  # 8192: by the ranks of one suit as bits; 0 for fewer than five


# A key's low 32 bits are these numbers added up: drawn at random until no two hands of five to seven cards
# had the same sum. Any carry dies in the eight bits above, below the counts of the four suits.
_RANK_KEYS = (
    0x86379BA1, 0x99C2EC95, 0x0F5F725D, 0x44C307C4, 0x37B4C3D0, 0xDED06FD8, 0xC3860B41,
    0x359A9768, 0xC62B1FB8, 0xE174A881, 0xF92D333F, 0xAE6E459F, 0x1B7B2216,
)  # fmt: skip
_RANK_SUM = 0xFFFFFFFF
_ONE_OF_EACH_SUIT = 0x1111 << 40
_EIGHT_OF_A_SUIT = 0x8888 << 40
_NO_CARD = 1 << 58

# The upper 13 bits of a sum are its row, the other 19 cut to 17 its column; 57 % of the table is taken.
_ROW_AT = 19
_COLUMNS = (1 << 17) - 1

_SUITED = 0x1FFF


@kernel
def flush_within(key: int, cards_to_come: int) -> bool:
    """Whether that many more cards, none included, can make five of one suit."""
    return (key + (3 + cards_to_come) * _ONE_OF_EACH_SUIT) & _EIGHT_OF_A_SUIT != 0


@kernel
def place_of(key: int, tables: Tables) -> np.uint64:
    """Where `tables.ranks` holds a hand: another place for every way to hold five to seven cards by rank alone.

    A loop can keep what it knows of such hands in an array of its own, as long as `tables.ranks`."""
    # Unsigned, or numba would test each index for a count from the end.
    total = np.uint64(key & _RANK_SUM)
    row = tables.offsets[total >> np.uint64(_ROW_AT)]
    return np.uint64((total & np.uint64(_COLUMNS)) + row)


@kernel
def rank_without_flush(key: int, tables: Tables) -> int:
    found: int = tables.ranks[place_of(key, tables)]
    return found


@kernel
def rank_of_flush(suits: int, tables: Tables) -> int:
    """The best flush, or 0. Five to seven cards with a flush have nothing better that is not one."""
    clubs = tables.flushes[suits & _SUITED]
    diamonds = tables.flushes[suits >> 16 & _SUITED]
    hearts = tables.flushes[suits >> 32 & _SUITED]
    spades = tables.flushes[suits >> 48 & _SUITED]
    best: int = max(clubs, diamonds, hearts, spades)
    return best


@kernel
def rank_of(key: int, suits: int, tables: Tables) -> int:
    """The rank of five, six or seven cards from the sums of their two keys."""
    if flush_within(key, 0):
        return rank_of_flush(suits, tables)
    return rank_without_flush(key, tables)


def rank_batch(hands: NDArray[np.uint8]) -> NDArray[np.int16]:
    """The rank of each row of five, six or seven different cards."""
    if hands.dtype != np.uint8 or hands.ndim != 2 or hands.shape[1] not in _BY_WIDTH:
        raise ValueError(f"hands are rows of 5, 6 or 7 cards as uint8, not {hands.dtype} of shape {hands.shape}")
    found = np.empty(len(hands), np.int16)
    if _BY_WIDTH[hands.shape[1]](np.ascontiguousarray(hands), tables(), found) >= _NO_CARD:
        raise ValueError("a hand has a number above 51, which is no card of a 52-card pack")
    return found


def _ranks_of_rows(width: int) -> Callable[[NDArray[np.uint8], Tables, NDArray[np.int16]], int]:
    """A kernel that knows how many cards make a hand, and so has no inner loop."""

    @kernel
    def ranks_of_rows(hands: NDArray[np.uint8], tables: Tables, found: NDArray[np.int16]) -> int:
        seen = 0
        for at in range(len(hands)):
            key = 0
            for place in range(width):
                key += tables.keys[hands[at, place]]
            seen |= key
            if flush_within(key, 0):
                suits = 0
                for place in range(width):
                    suits |= tables.suits[hands[at, place]]
                found[at] = rank_of_flush(suits, tables)
            else:
                found[at] = rank_without_flush(key, tables)
        return seen

    return ranks_of_rows


_BY_WIDTH = {width: _ranks_of_rows(width) for width in (5, 6, 7)}


def count_all(cards: int) -> NDArray[np.int64]:
    """How many of all hands of five, six or seven cards have each rank, every hand ranked; [0] stays 0."""
    if cards not in _BY_WIDTH:
        raise ValueError(f"hands of 5, 6 or 7 cards can be counted, not of {cards}")
    tally: NDArray[np.int64] = _count(np.arange(52, dtype=np.uint8), cards, tables()).sum(axis=0, dtype=np.int64)
    return tally


_TALLIES = 4  # by turns: the next hand often has the same rank, and would wait for the last to be stored


@kernel
def _count(pack: NDArray[np.uint8], cards: int, tables: Tables) -> NDArray[np.uint32]:
    """Walk all hands as a base and the two cards after it. The pairs are listed by their first card, so the
    pairs after a base are one stretch to the end of the list: long inner loops with nothing but sums."""
    size = len(pack)
    pairs = size * (size - 1) // 2
    pair_keys = np.empty(pairs, np.int64)
    pair_suits = np.empty(pairs, np.int64)
    pairs_after = np.full(size, pairs)
    at = 0
    for low in range(size):
        if low > 0:
            pairs_after[low - 1] = at
        for high in range(low + 1, size):
            pair_keys[at] = tables.keys[pack[low]] + tables.keys[pack[high]]
            pair_suits[at] = tables.suits[pack[low]] | tables.suits[pack[high]]
            at += 1

    tally = np.zeros((_TALLIES, ranks.BEST + 1), np.uint32)  # there are 133,784,560 hands at most
    base = cards - 2
    place = np.zeros(base, np.int64)
    keys = np.zeros(base + 1, np.int64)
    suits = np.zeros(base + 1, np.int64)
    depth = 0
    while depth >= 0:
        if place[depth] > size - cards + depth:
            depth -= 1
            if depth >= 0:
                place[depth] += 1
            continue
        card = pack[place[depth]]
        keys[depth + 1] = keys[depth] + tables.keys[card]
        suits[depth + 1] = suits[depth] | tables.suits[card]
        if depth < base - 1:
            depth += 1
            place[depth] = place[depth - 1] + 1
            continue
        key, suit = keys[base], suits[base]
        start = pairs_after[place[depth]]
        last_keys, last_suits = pair_keys[start:], pair_suits[start:]
        if flush_within(key, 2):
            for at in range(len(last_keys)):
                _add(tally, at, rank_of(key + last_keys[at], suit | last_suits[at], tables))
        else:
            for at in range(len(last_keys)):
                _add(tally, at, rank_without_flush(key + last_keys[at], tables))
        place[depth] += 1
    return tally


@kernel
def _add(tally: NDArray[np.uint32], at: int, rank: int) -> None:
    # Unsigned, or numba would test each index for a count from the end.
    tally[np.uint64(at % _TALLIES), np.uint64(rank)] += np.uint32(1)


@cache
def tables() -> Tables:
    """Built on first use, in about a fifth of a second, and kept on disk for the next program."""
    return Tables(**disk.kept("rank-tables", __name__, lambda: _built()._asdict()))


def _built() -> Tables:
    keys = np.full(256, _NO_CARD)
    suits = np.zeros(256, np.int64)
    for card in range(52):
        keys[card] = _RANK_KEYS[card >> 2] + (1 << 40 + 4 * (card & 3))
        suits[card] = 1 << 16 * (card & 3) + (card >> 2)
    flushes = np.array([ranks.rank_of_suited(held) for held in range(_SUITED + 1)], np.int16)
    offsets, laid = _lay_rows(*_ranks_by_sum())
    return Tables(keys, suits, offsets, laid, flushes)


def _ranks_by_sum() -> tuple[NDArray[np.int64], NDArray[np.int16]]:
    """Every way to hold five to seven cards by rank alone: the sum of its keys, in order, and its rank.

    `ranks` says what five cards are worth; with one more card, a hand is its best with a card left out."""
    counts, sums, sizes = (np.zeros(1, np.int64) for _ in range(3))
    for rank, key in enumerate(_RANK_KEYS):
        held = np.arange(5)
        counts = np.add.outer(counts, held << 3 * rank).ravel()
        sums = np.add.outer(sums, held * key).ravel()
        sizes = np.add.outer(sizes, held).ravel()
        few = sizes <= 7
        counts, sums, sizes = counts[few], sums[few], sizes[few]
    order = np.argsort(counts)
    counts, sums, sizes = counts[order], sums[order] & _RANK_SUM, sizes[order]

    worth = np.zeros(len(counts), np.int16)
    worth[sizes == 5] = [ranks.rank_of_counts(int(held)) for held in counts[sizes == 5]]
    for size in (6, 7):
        for rank in range(13):
            (having,) = np.nonzero((sizes == size) & (counts >> 3 * rank & 7 > 0))
            without = np.searchsorted(counts, counts[having] - (1 << 3 * rank))
            worth[having] = np.maximum(worth[having], worth[without])

    order = np.argsort(sums)
    order = order[sizes[order] >= 5]
    return sums[order], worth[order]


def _lay_rows(sums: NDArray[np.int64], worth: NDArray[np.int16]) -> tuple[NDArray[np.uint16], NDArray[np.int16]]:
    starts = np.searchsorted(sums, np.arange((_RANK_SUM >> _ROW_AT) + 2) << _ROW_AT)
    longest_first = np.argsort(-np.diff(starts), kind="stable")
    laid = np.zeros(_COLUMNS + 1024, np.int16)
    return _lay(sums, worth, starts, longest_first, laid), laid


@kernel
def _lay(
    sums: NDArray[np.int64],
    worth: NDArray[np.int16],
    starts: NDArray[np.int64],
    order: NDArray[np.int64],
    laid: NDArray[np.int16],
) -> NDArray[np.uint16]:
    """Move each row to the right until it falls into free places only; a rank is never 0, so 0 is free."""
    offsets = np.zeros(len(order), np.uint16)
    furthest = len(laid) - _COLUMNS
    for row in order:
        first, end = starts[row], starts[row + 1]
        offset = 0
        at = first
        while at < end and offset < furthest:
            if laid[(sums[at] & _COLUMNS) + offset] == 0:
                at += 1
            else:
                offset += 1
                at = first
        for at in range(first, end):
            place = (sums[at] & _COLUMNS) + offset
            if offset == furthest or laid[place] != 0:
                raise AssertionError("these rank keys do not tell all hands apart")
            laid[place] = worth[at]
        offsets[row] = offset
    return offsets


# With numpy alone: for one answer that will not wait for a compiler


def rank_few(hands: NDArray[np.integer]) -> NDArray[np.int16]:
    """The rank of each row of five, six or seven different cards; the same as `rank_batch` finds."""
    known = tables()
    return rank_sums(known.keys[hands].sum(axis=1), known.suits[hands].sum(axis=1))


def rank_sums(keys: NDArray[np.int64], suits: NDArray[np.int64]) -> NDArray[np.int16]:
    """The rank of hands from the sums of the two keys of their cards, as `rank_of` finds it."""
    known = tables()
    sums = keys & _RANK_SUM
    found: NDArray[np.int16] = known.ranks[(sums & _COLUMNS) + known.offsets[sums >> _ROW_AT]]
    flushes = np.nonzero((keys + 3 * _ONE_OF_EACH_SUIT) & _EIGHT_OF_A_SUIT)
    of_suits = [known.flushes[suits[flushes] >> 16 * suit & _SUITED] for suit in range(4)]
    found[flushes] = np.maximum.reduce(of_suits)
    return found
