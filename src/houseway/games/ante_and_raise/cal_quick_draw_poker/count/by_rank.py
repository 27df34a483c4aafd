"""Cal Quick Draw Poker by the ranks of cards alone: all that takes no notice of flushes.

The plain rank of a hand is the one that it has if no five cards are of one suit. A hand is written here as its ranks in
rising order, the joker as a fourteenth; a set of ranks has a number, like a set of cards.
"""

from functools import cache
from itertools import combinations_with_replacement
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.cards import batch
from houseway.counting.kernels import kernel
from houseway.games.ante_and_raise.cal_quick_draw_poker.count.hands import TOP, Ints, pick, ranked, sets_of, tables
from houseway.games.ante_and_raise.cal_quick_draw_poker.count.sweeps import Pack

RANKS = 14  # thirteen, and the joker for another
PAIRS = comb(RANKS + 1, 2)


@kernel
def number_of_ranks(ranks: Any, many: int, choose: Any) -> Any:
    """The number of so many ranks among all of that size."""
    number = np.int64(0)
    for at in range(many):
        number += choose[ranks[at] + at, at + 1]
    return number


STARTS = np.cumsum([0, *(comb(RANKS + size - 1, size) for size in range(6))])  # where those of a size begin


@cache
def all_ranks(size: int) -> NDArray[np.uint8]:
    """All hands of a size by rank, in the order of their numbers."""
    found = np.array(list(combinations_with_replacement(range(RANKS), size)), np.uint8)
    found = found.reshape(comb(RANKS + size - 1, size), size)
    return np.ascontiguousarray(found[np.lexsort(found.T)] if size else found)


@cache
def _held() -> Ints:
    """By number, of all sizes up to five, and rank: how many cards of that rank are held."""
    sizes = [np.stack([(all_ranks(size) == rank).sum(axis=1) for rank in range(RANKS)], axis=1) for size in range(6)]
    return np.concatenate(sizes)


def ways_to_have(copies: Ints) -> Ints:
    """By number, of all sizes up to five: how many sets of cards have those ranks, with so many cards of each."""
    choose = np.array([[comb(int(many), few) for few in range(6)] for many in copies], np.int64)
    found = np.ones(len(_held()), np.int64)
    for rank in range(RANKS):
        found *= choose[rank, _held()[:, rank]]
    return found


@kernel
def plain_of_seven(ranks: Any, known: Any) -> Any:
    """The plain rank of seven cards, by their ranks in rising order."""
    key: Any = np.int64(0)
    for at in range(7):
        if ranks[at] < 13:
            key += known.plain.keys[4 * ranks[at]]
    place = batch.place_of(key, known.plain)
    for at in range(7):
        if ranks[at] == 13:
            return np.int64(known.six_and_joker[place])
    return np.int64(known.plain.ranks[place])


def _parts(hands: NDArray[np.uint8]) -> NDArray[np.int32]:
    found = np.empty((len(hands), 1 << hands.shape[1]), np.int32)
    _number_parts(hands, STARTS, tables().choose, found)
    return found


@kernel
def _number_parts(hands: Any, starts: Any, choose: Any, found: Any) -> None:
    part = np.empty(5, np.int64)
    for at in range(len(hands)):
        for chosen in range(found.shape[1]):
            size = pick(hands[at], chosen, part)
            found[at, chosen] = starts[size] + number_of_ranks(part, size, choose)


class Fives(NamedTuple):
    """Final hands by their ranks, the lowest plain rank first."""

    ranks: NDArray[np.uint8]
    number: Ints
    plain: Ints
    parts: NDArray[np.int32]  # the numbers of all parts, by the bits of their places


@cache
def final_ranks() -> Fives:
    """A hand that is no flush shows its plain rank."""
    hands, held = all_ranks(5), _held()[STARTS[5] :]
    real = (held[:, :13].max(axis=1) <= 4) & (held[:, 13] <= 1)
    suits = np.stack([(hands[:, :place] == hands[:, place : place + 1]).sum(axis=1) for place in range(5)], axis=1)
    suits[:, 1] = np.where(suits[:, :4].max(axis=1) == 0, 1, suits[:, 1])  # no pair: the second is of another suit
    cards = np.where(hands == 13, 52, 4 * hands.astype(np.int64) + suits)
    plain = np.zeros(len(hands), np.int64)
    plain[real] = ranked(cards[real])
    (order,) = np.nonzero(real)
    order = order[np.argsort(plain[order], kind="stable")]
    hands = np.ascontiguousarray(hands[order])
    return Fives(hands, STARTS[5] + order, plain[order], _parts(hands))


class Flushes(NamedTuple):
    """Final hands with a flush: their cards, their two ranks, and where `final_ranks` has their ranks."""

    cards: NDArray[np.uint8]
    bits: Ints
    plain: Ints
    own: Ints
    at: Ints
    by_plain: Ints  # all of them, the lowest plain rank first
    by_own: Ints


@cache
def final_flushes() -> Flushes:
    fives, by_rank, choose = sets_of(5), final_ranks(), tables().choose
    suited = fives.cards & 3
    of_suit = (suited[:, :4] == suited[:, :1]).all(axis=1)
    (flush,) = np.nonzero(of_suit & ((fives.cards[:, 4] == 52) | (suited[:, 4] == suited[:, 0])))
    cards = np.ascontiguousarray(fives.cards[flush])
    place = {number: at for at, number in enumerate(by_rank.number.tolist())}
    ranks = (cards >> 2).astype(np.int64)  # the joker's is 13
    at = np.array([place[int(STARTS[5] + number_of_ranks(row, 5, choose))] for row in ranks])
    bits = np.left_shift(1, cards.astype(np.int64)).sum(axis=1)
    plain, own = by_rank.plain[at], ranked(cards)
    return Flushes(cards, bits, plain, own, at, np.argsort(plain, kind="stable"), np.argsort(own, kind="stable"))


# Which hand loses, by plain ranks


@kernel
def _free_of(parts: Any, each: Any) -> Any:
    """How many hands gone by have no card of five, by the numbers of their parts."""
    free = np.int64(0)
    for chosen in range(31):
        odd = (chosen ^ chosen >> 1 ^ chosen >> 2 ^ chosen >> 3 ^ chosen >> 4) & 1
        free += -each[parts[chosen]] if odd else each[parts[chosen]]
    return free


@kernel
def _plainly(held: Any, fours: Any, parts_of_four: Any, fives: Any, flushes: Any, ways: Any, starts: Any, known: Any,
             pairs: Any, flush: Any) -> None:  # fmt: skip
    """For three cards of the player-dealer's, by their ranks: pairs in which the player-dealer has the higher plain
    rank, by two ranks of the final hand. And for each final hand with a flush: how many of the player-dealer's hands
    are above its plain rank and not above its own, by their plain ranks."""
    seven = np.empty(7, np.int64)
    rank = np.zeros(len(fours), np.int64)
    for at in range(len(fours)):
        if ways[starts[4] + at] > 0:
            seven[:4] = fours[at]
            seven[4:] = held
            rank[at] = plain_of_seven(seven, known)
    order = np.argsort(rank)
    sums, each = np.zeros(starts[5], np.int64), np.zeros(starts[5], np.int64)  # hands with some ranks; with such cards
    free = np.zeros(len(fives.plain), np.int64)
    five, own, four = len(fives.plain) - 1, len(flushes.own) - 1, len(order) - 1
    for now in range(TOP, 0, -1):
        while own >= 0 and flushes.own[flushes.by_own[own]] == now:
            at = flushes.by_own[own]
            if ways[fives.number[flushes.at[at]]] > 0:
                flush[at] = -_free_of(fives.parts[flushes.at[at]], each)
            own -= 1
        while five >= 0 and fives.plain[five] == now:
            many = ways[fives.number[five]]
            if many > 0:
                free[five] = _free_of(fives.parts[five], each)
                for i in range(5):
                    for j in range(i + 1, 5):
                        pairs[fives.parts[five, 1 << i | 1 << j] - starts[2]] += many * free[five]
            five -= 1
        while four >= 0 and rank[order[four]] == now:
            at = order[four]
            for number in parts_of_four[at]:
                sums[number] += ways[starts[4] + at]
                each[number] = sums[number] // ways[number]
            four -= 1
    for at in range(len(flush)):
        if ways[fives.number[flushes.at[at]]] > 0:
            flush[at] += free[flushes.at[at]]
    for pair in range(len(pairs)):
        if ways[starts[2] + pair] > 0:
            pairs[pair] //= ways[starts[2] + pair]


def copies_of(pack: Pack) -> Ints:
    """How many cards there are of each rank."""
    return np.bincount(np.array(pack.cards) >> 2, minlength=RANKS)


@cache
def _fours() -> tuple[NDArray[np.uint8], NDArray[np.int32]]:
    return all_ranks(4), _parts(all_ranks(4))


@cache
def lost_by_ranks(held: tuple[int, ...], pack: Pack) -> tuple[Ints, Ints]:
    flushes, known = final_flushes(), tables()
    ways = ways_to_have(copies_of(pack) - np.bincount(held, minlength=RANKS))
    pairs, flush = np.zeros(PAIRS, np.int64), np.zeros(len(flushes.own), np.int64)
    _plainly(np.array(held), *_fours(), final_ranks(), flushes, ways, STARTS, known, pairs, flush)
    return pairs, flush
