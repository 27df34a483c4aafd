"""Cal Quick Draw Poker's hands by the hundred million: five to seven cards of 53, the joker any card.

The ranks are those of `games.ante_and_raise.hands.WILD_JOKER`. A hand with the joker is looked up by its other cards,
of which there are four to six: by their ranks, and by each suit that has four of them or more.
"""

from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.cards import batch
from houseway.cards.card import JOKER
from houseway.cards.ranks import BEST, rank_of_counts, rank_of_suited
from houseway.games.ante_and_raise.hands import ROYAL
from houseway.kernels import kernel
from houseway.price.counting.suits import suit_changes

Ints = NDArray[np.int64]
CARDS = 53
TOP = BEST + 14  # the highest rank, five aces


class Tables(NamedTuple):
    plain: batch.Tables
    place: Ints  # by card: five to the power of its rank; nothing for the joker
    with_joker: NDArray[np.int16]  # by the sum of places: the best hand with the joker, flushes apart
    keys: NDArray[np.int64]  # the sums that are known, in order
    flushes: NDArray[np.int16]  # by the ranks of one suit as bits: the best flush with the joker
    choose: Ints  # binomial coefficients


@cache
def tables() -> Tables:
    place = np.array([5 ** (card >> 2) for card in range(52)] + [0], np.int64)
    sums: dict[int, int] = {}
    for many in (4, 5, 6):
        for ranks in _multisets(many):
            counts = sum(1 << 3 * one for one in ranks)
            made = max(rank_of_counts(counts + (1 << 3 * one)) for one in range(13) if counts >> 3 * one & 7 < 4)
            fives = [one for one in range(13) if counts >> 3 * one & 7 == 4]
            sums[sum(5**one for one in ranks)] = ROYAL + 1 + fives[0] if fives else made
    keys = np.array(sorted(sums), np.int64)
    flushes = np.zeros(8192, np.int16)
    for held in range(8192):
        if held.bit_count() >= 4:
            made = max(rank_of_suited(held | 1 << one) for one in range(13))
            flushes[held] = ROYAL if rank_of_suited(held) == BEST else made
    choose = np.array([[comb(of, many) for many in range(8)] for of in range(54)], np.int64)
    return Tables(
        batch.tables(), place, np.array([sums[key] for key in keys.tolist()], np.int16), keys, flushes, choose
    )


def _multisets(many: int) -> Any:
    return (one for one in combinations_with_replacement(range(13), many) if all(one.count(rank) <= 4 for rank in one))


@kernel
def rank_wild(cards: Any, many: int, known: Any) -> Any:
    """The rank of so many cards, five to seven of them."""
    joker = False
    total, key, suits = 0, 0, 0
    for at in range(many):
        if cards[at] == 52:
            joker = True
        else:
            total += known.place[cards[at]]
            key += known.plain.keys[cards[at]]
            suits += known.plain.suits[cards[at]]
    if not joker:
        rank = np.int64(batch.rank_of(key, suits, known.plain))
        return rank if rank < 7462 else rank + 1
    best = np.int64(known.with_joker[np.searchsorted(known.keys, total)])
    for suit in range(4):
        flush = np.int64(known.flushes[suits >> 16 * suit & 0x1FFF])
        best = max(best, flush)
    return best


def ranked(hands: Ints) -> Ints:
    """The ranks of rows of cards."""
    found = np.empty(len(hands), np.int64)
    _rank_rows(hands, tables(), found)
    return found


@kernel
def _rank_rows(hands: Any, known: Any, found: Any) -> None:
    for at in range(len(hands)):
        found[at] = rank_wild(hands[at], hands.shape[1], known)


# Sets of up to five cards, by number and up to suits


@kernel
def number_of(cards: Any, many: int, choose: Any) -> Any:
    """The number of a set of cards, which are in rising order, among all sets of its size."""
    number = np.int64(0)
    for at in range(many):
        number += choose[cards[at], at + 1]
    return number


@kernel
def _alike(sets: Any, changes: Any, choose: Any, found: Any) -> None:
    """For each set the least number among its likes."""
    many = sets.shape[1]
    changed = np.empty(many, np.int64)
    for at in range(len(sets)):
        least = np.int64(1 << 62)
        for change in range(len(changes)):
            for place in range(many):
                card = changes[change, sets[at, place]]
                spot = place
                while spot > 0 and changed[spot - 1] > card:
                    changed[spot] = changed[spot - 1]
                    spot -= 1
                changed[spot] = card
            least = min(least, number_of(changed, many, choose))
        found[at] = least


class Sets(NamedTuple):
    """All sets of one size in the order of their numbers, the kind of each, and one of each kind."""

    cards: Ints
    kind: Ints
    first: Ints


@cache
def sets_of(size: int) -> Sets:
    changes = np.hstack([suit_changes(np.arange(52)), np.full((24, 1), JOKER)]).astype(np.int64)
    cards = np.array(list(combinations(range(CARDS), size)), np.int64).reshape(comb(CARDS, size), size)
    if size:
        cards = np.ascontiguousarray(cards[np.lexsort(cards.T)])  # by the highest card, the next: as they are numbered
    least = np.empty(len(cards), np.int64)
    _alike(cards, changes, tables().choose, least)
    first, kind = np.unique(least, return_inverse=True)
    return Sets(cards, kind.reshape(-1), first)


# The player-dealer's seven cards


@kernel
def _with_four(held: Any, known: Any, counts: Any) -> None:
    """How many hands of seven cards with these four have each rank."""
    cards = np.empty(7, np.int64)
    cards[:4] = held
    left = np.empty(49, np.int64)
    at = 0
    for one in range(53):
        if one not in held:
            left[at] = one
            at += 1
    for i in range(49):
        cards[4] = left[i]
        for j in range(i + 1, 49):
            cards[5] = left[j]
            for k in range(j + 1, 49):
                cards[6] = left[k]
                counts[rank_wild(cards, 7, known)] += 1


@kernel
def _with_fours(fours: Any, known: Any, found: Any) -> None:
    counts = np.empty(found.shape[1], np.int64)
    for at in range(len(fours)):
        counts[:] = 0
        _with_four(fours[at], known, counts)
        for rank in range(len(counts)):
            found[at, rank] = counts[rank]


@kernel
def _no_better(hands: Any, ranks: Any, known: Any, found: Any) -> None:
    """How many hands of seven cards that hold these five are no better than they are."""
    cards = np.empty(7, np.int64)
    for at in range(len(hands)):
        cards[:5] = hands[at]
        for one in range(53):
            if one in hands[at]:
                continue
            cards[5] = one
            for two in range(one + 1, 53):
                if two not in hands[at]:
                    cards[6] = two
                    found[at] += rank_wild(cards, 7, known) <= ranks[at]


def count_fours(begin: int, end: int) -> dict[str, NDArray[Any]]:
    """For some kinds of four cards: how many hands of seven with them have each rank."""
    of = sets_of(4)
    fours = np.ascontiguousarray(of.cards[of.first[begin:end]])
    found = np.zeros((len(fours), TOP + 1), np.uint16)
    _with_fours(fours, tables(), found)
    return {"fours": found}


def not_beaten(fours: NDArray[np.uint16]) -> Ints:
    """For each kind of five cards: how many of the player-dealer's hands, from the other 48 cards, do not beat them. By
    inclusion and exclusion over the hands of seven that hold some of the five."""
    of = sets_of(5)
    hands = np.ascontiguousarray(of.cards[of.first])
    ranks = ranked(hands)
    found = np.zeros(len(hands), np.int64)
    _no_better(hands, ranks, tables(), found)
    found = -found
    held: NDArray[Any] = fours
    for size in range(4, -1, -1):
        if size < 4:  # hands with one card fewer, from those with one more
            held = _with_fewer(size, held)
        below = np.cumsum(held, axis=1, dtype=np.uint16 if size == 4 else np.int64)
        sign = -1 if size % 2 else 1
        for part in combinations(range(5), size):
            number = sum(tables().choose[hands[:, one], at + 1] for at, one in enumerate(part))
            kind = sets_of(size).kind[number] if size else np.zeros(len(hands), np.int64)
            found += sign * below[kind, ranks].astype(np.int64)
    return found


def _with_fewer(size: int, more: NDArray[Any]) -> Ints:
    """How many hands of seven with so many cards have each rank, from those with one card more: each comes once for
    every card that it has besides."""
    of, larger = sets_of(size), sets_of(size + 1)
    found = np.zeros((len(of.first), TOP + 1), np.int64)
    for at, number in enumerate(of.first.tolist()):
        cards = of.cards[number].tolist() if size else []
        for one in (one for one in range(CARDS) if one not in cards):
            with_it = sorted((*cards, one))
            found[at] += more[
                larger.kind[sum(int(tables().choose[card, place + 1]) for place, card in enumerate(with_it))]
            ]
    return found // (7 - size)
