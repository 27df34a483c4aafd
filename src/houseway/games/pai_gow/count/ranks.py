"""Pairs of hands that share no card, as far as ranks alone decide.

How many hands of some ranks have no card of another hand depends only on how many cards of each rank that hand holds.
Such hands are all hands of the ranks, less those that share a card of this rank or that, and so on: over all ways to
share ranks, with the sign of how many cards are shared. So a list of the hands that hold the shared ranks is gone
through once for each way to share, and there are some 150,000 ways.
"""

from functools import cache
from itertools import accumulate
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.cards import batch
from houseway.cards.batch import Tables
from houseway.cards.card import JOKER
from houseway.counting.kernels import kernel
from houseway.games.pai_gow.count.hands import Bytes, Ints, examples, many_kinds, rank_counts

CHOOSE = np.array([[comb(there, many) for many in range(5)] for there in range(5)])
TASKS = 6  # few, since each carries all the hands
_OVER_FOUR = sum(3 << 4 * rank for rank in range(13))  # added to counts, the top bit of four says: more than four
_TOP_BITS = sum(8 << 4 * rank for rank in range(13))


class Ranks(NamedTuple):
    """Every way to hold ranks, by how many cards: first those of no card, then of one, and so on."""

    size: int  # of a hand
    from_size: Ints  # where the ways to hold so many cards begin
    counts: Bytes  # rows of thirteen
    packed: Ints  # the same, four bits a rank
    keys: Ints  # the sum of the ranks' keys
    hand: NDArray[np.int32]  # by the place of a hand's ranks: its place among the examples
    there: Ints  # how many cards of each rank the pack has
    jokers: int
    choose: Ints


@cache
def _ways(size: int) -> tuple[Ints, Bytes, Ints, Ints, NDArray[np.int32]]:
    rows = [rank_counts(held) for held in range(size + 1)]
    counts = np.concatenate(rows)
    hand = np.full(many_kinds(), -1, np.int32)
    known = examples(size)
    plain = ~known.flush
    hand[known.kinds[plain]] = np.nonzero(plain)[0]
    from_size = np.array([0, *accumulate(map(len, rows))])
    keys = counts @ (batch.tables().keys[: 13 * 4 : 4] & batch._RANK_SUM)
    return from_size, counts.astype(np.uint8), counts @ (1 << 4 * np.arange(13)), keys, hand


def ranks_of(pack: Bytes, size: int) -> Ranks:
    there = np.bincount(pack[pack != JOKER] >> 2, minlength=13)
    return Ranks(size, *_ways(size), there, int(JOKER in pack), CHOOSE)


class Shared(NamedTuple):
    """Ways to share ranks, one after the other."""

    ways: NDArray[np.int32]  # places among the ways to hold ranks
    joker: Bytes  # whether the joker is shared too


def shared(ranks: Ranks) -> list[Shared]:
    """All ways to share, dealt out to tasks that take about as long."""
    ways, jokers = [], []
    for joker in range(ranks.jokers + 1):
        there = ranks.counts[: ranks.from_size[ranks.size - joker + 1]] <= ranks.there
        some = np.nonzero(there.all(axis=1))[0].astype(np.int32)
        ways.append(some)
        jokers.append(np.full(len(some), joker, np.uint8))
    every, joker_too = np.concatenate(ways), np.concatenate(jokers)
    return [Shared(every[part::TASKS], joker_too[part::TASKS]) for part in range(TASKS)]


@kernel
def holding(way: int, joker: int, ranks: Ranks, tables: Tables, hands: Ints, ways: Ints, times: Ints) -> int:
    """List the hands, by their ranks, that hold the shared ranks: the place of each among the examples, in how many
    ways the pack fills it up, and in how many ways the shared cards can be taken from it."""
    found, size = 0, 0
    held = ranks.counts[way]
    for rank in range(13):
        size += held[rank]
    for with_joker in range(joker, ranks.jokers + 1):
        more = ranks.size - with_joker - size
        if more < 0:
            continue
        for other in range(ranks.from_size[more], ranks.from_size[more + 1]):
            if (ranks.packed[way] + ranks.packed[other] + _OVER_FOUR) & _TOP_BITS:
                continue
            fill, take = 1, 1
            for rank in range(13):
                mine, added = held[rank], ranks.counts[other, rank]
                if added and added > ranks.there[rank] - mine:
                    fill = 0
                    break
                if added:
                    fill *= ranks.choose[ranks.there[rank] - mine, added]
                    take *= ranks.choose[mine + added, mine]
            if fill:
                hands[found] = ranks.hand[batch.place_of(ranks.keys[way] + ranks.keys[other], tables)]
                ways[found], times[found] = fill, take
                found += 1
    return found


@kernel
def most_holding(some: Shared, ranks: Ranks) -> int:
    """Room for the longest list of a task."""
    most = 0
    for at in range(len(some.ways)):
        size = 0
        for rank in range(13):
            size += ranks.counts[some.ways[at], rank]
        room = 0
        for with_joker in range(some.joker[at], ranks.jokers + 1):
            more = ranks.size - with_joker - size
            if more >= 0:
                room += ranks.from_size[more + 1] - ranks.from_size[more]
        most = max(most, room)
    return most
