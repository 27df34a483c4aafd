"""Pairs of hole cards on a board: every pair is ranked and compared with every hand that the other side can have.

The pairs are sorted by rank once. How many hands a pair beats, ties and loses to follows from counters by card, since a
hand is out of the way exactly if it holds one of the two cards.
"""

from typing import Any, NamedTuple

import numpy as np

from houseway.cards import batch
from houseway.counting.kernels import kernel
from houseway.pricing.counting.boards import FLOPS, kinds


@kernel
def _rank_pairs(board: Any, left: Any, tables: Any, pair_at: Any, held: Any, pairs: Any, ranked: Any) -> int:
    """Every pair of the cards left: its two cards, its number and its rank with the board."""
    key, suits = 0, 0
    for one in board:
        key += tables.keys[one]
        suits += tables.suits[one]
    suited = batch.flush_within(key, 2)
    at = 0
    for i in range(len(left)):
        first = left[i]
        first_key, first_suits = key + tables.keys[first], suits + tables.suits[first]
        for j in range(i + 1, len(left)):
            second = left[j]
            both = first_key + tables.keys[second]
            if suited:
                ranked[at] = batch.rank_of(both, first_suits + tables.suits[second], tables)
            else:
                ranked[at] = batch.rank_without_flush(both, tables)
            held[at, 0], held[at, 1] = first, second
            pairs[at] = pair_at[first, second]
            at += 1
    return at


@kernel
def sort_pairs(ranked: Any, many: int, order: Any, other: Any) -> None:
    """The pairs from the lowest rank up: two passes over thirteen bits."""
    low = np.zeros(129, np.int32)
    high = np.zeros(65, np.int32)
    for at in range(many):
        low[(ranked[at] & 127) + 1] += 1
        high[(ranked[at] >> 7) + 1] += 1
    for at in range(128):
        low[at + 1] += low[at]
    for at in range(64):
        high[at + 1] += high[at]
    for at in range(many):
        place = ranked[at] & 127
        other[low[place]] = at
        low[place] += 1
    for step in range(many):
        at = other[step]
        place = ranked[at] >> 7
        order[high[place]] = at
        high[place] += 1


@kernel
def compare_pairs(held: Any, ranked: Any, order: Any, many: int, dealers: int, first_pair: int, met: Any) -> None:
    """For each pair, how many disjoint hands it beats and loses to, with those that don't qualify apart, and ties."""
    below = np.int32(0)
    below_with = np.zeros(52, np.int32)
    equal_with = np.zeros(52, np.int32)
    unqualified = np.int32(0)
    unqualified_with = np.zeros(52, np.int32)
    for at in range(many):
        if ranked[at] < first_pair:
            unqualified += 1
            unqualified_with[held[at, 0]] += 1
            unqualified_with[held[at, 1]] += 1
    start = 0
    while start < many:
        rank = ranked[order[start]]
        end = start
        while end < many and ranked[order[end]] == rank:
            at = order[end]
            equal_with[held[at, 0]] += 1
            equal_with[held[at, 1]] += 1
            end += 1
        qualified = rank >= first_pair
        for step in range(start, end):
            at = order[step]
            a, b = held[at, 0], held[at, 1]
            won = below - below_with[a] - below_with[b]
            tied = end - start - equal_with[a] - equal_with[b] + 1  # the pair itself was taken off twice
            lost = dealers - won - tied
            alone = unqualified - unqualified_with[a] - unqualified_with[b]
            if qualified:
                met[at, 0], met[at, 1], met[at, 2], met[at, 3] = won - alone, alone, lost, 0
            else:
                alone += 1
                met[at, 0], met[at, 1], met[at, 2], met[at, 3] = 0, won, dealers - alone, alone - won - tied
            met[at, 4] = tied
        for step in range(start, end):
            at = order[step]
            for place in range(2):
                below_with[held[at, place]] += 1
                equal_with[held[at, place]] = 0
        below += end - start
        start = end


@kernel
def _left(pack: Any, board: Any, left: Any) -> None:
    at = 0
    for one in pack:
        if one != board[0] and one != board[1] and one != board[2] and one != board[3] and one != board[4]:
            left[at] = one
            at += 1


@kernel
def _flops_of(board: Any, flop_at: Any, flop_by: Any, flops: Any, by: Any) -> None:
    at = 0
    for i in range(5):
        for j in range(i + 1, 5):
            for k in range(j + 1, 5):
                flops[at] = flop_at[board[i], board[j], board[k]]
                by[at] = flop_by[board[i], board[j], board[k]]
                at += 1


class Pack(NamedTuple):
    """What the cards of a pack are known by."""

    cards: Any
    tables: Any  # of hand ranks
    pair_at: Any
    moved: Any
    flop_at: Any
    flop_by: Any


def known(pack: tuple[int, ...]) -> Pack:
    of = kinds(pack)
    return Pack(of.cards, batch.tables(), of.pair_at, of.moved, of.flops.at, of.flops.by)


class Met(NamedTuple):
    """Every pair that a board leaves, and what it meets; laid out once and filled anew for each board."""

    left: Any
    held: Any
    pairs: Any
    ranked: Any
    order: Any
    other: Any
    results: Any
    flop_kinds: Any
    flop_changes: Any


@kernel
def lay_out(size: int) -> Any:
    """Room for the pairs of so many cards."""
    most = size * (size - 1) // 2
    return Met(
        np.empty(size, np.int64), np.empty((most, 2), np.uint8), np.empty(most, np.int16), np.empty(most, np.int16),
        np.empty(most, np.int32), np.empty(most, np.int32), np.empty((most, 5), np.int32),
        np.empty(FLOPS, np.int64), np.empty(FLOPS, np.int64),
    )  # fmt: skip


@kernel
def meet(board: Any, pack: Any, dealers: int, least: int, into: Any) -> int:
    """Fill in what every pair meets on a board, and the flops it may have had; the answer is how many pairs."""
    _left(pack.cards, board, into.left)
    many = _rank_pairs(board, into.left, pack.tables, pack.pair_at, into.held, into.pairs, into.ranked)
    sort_pairs(into.ranked, many, into.order, into.other)
    compare_pairs(into.held, into.ranked, into.order, many, dealers, least, into.results)
    _flops_of(board, pack.flop_at, pack.flop_by, into.flop_kinds, into.flop_changes)
    return many
