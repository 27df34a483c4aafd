"""Cal Quick Draw Poker's hands by the hundred million: five to seven cards of 53, the joker any card.

The ranks are those that the game itself has (`WILD_JOKER` of `games.ante_and_raise.hands`), and are told again here, so
that a count hangs on cards alone and not on all that a game is made of. A hand with the joker is looked up by its other
cards, of which there are four to six: by their ranks, and by each suit that has four of them or more.
"""

from functools import cache
from itertools import combinations_with_replacement
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.cards import batch
from houseway.cards.card import JOKER
from houseway.cards.ranks import BEST, rank_of_counts, rank_of_suited
from houseway.counting.kernels import kernel
from houseway.pricing.counting.suits import suit_changes

Ints = NDArray[np.int64]
CARDS = 53
TWOS, THREES, FOURS = comb(CARDS, 2), comb(CARDS, 3), comb(CARDS, 4)  # how many sets of so many cards there are
ROYAL = BEST + 1  # a royal flush without the joker, above one with it; five of a kind is above both
TOP = BEST + 14  # the highest rank, five aces


class Tables(NamedTuple):
    plain: batch.Tables
    place: Ints  # by card: five to the power of its rank; nothing for the joker
    with_joker: NDArray[np.int16]  # by the sum of places: the best hand with the joker, flushes apart
    keys: NDArray[np.int64]  # the sums that are known, in order
    six_and_joker: NDArray[np.int16]  # the same for six cards, where `batch` has them
    flushes: NDArray[np.int16]  # by the ranks of one suit as bits: the best flush with the joker
    choose: Ints  # binomial coefficients


@cache
def tables() -> Tables:
    place = np.array([5 ** (card >> 2) for card in range(52)] + [0], np.int64)
    sums: dict[int, int] = {}
    six: list[tuple[Any, int]] = []
    for many in (4, 5, 6):
        for ranks in _multisets(many):
            counts = sum(1 << 3 * one for one in ranks)
            made = max(rank_of_counts(counts + (1 << 3 * one)) for one in range(13) if counts >> 3 * one & 7 < 4)
            fives = [one for one in range(13) if counts >> 3 * one & 7 == 4]
            sums[sum(5**one for one in ranks)] = ROYAL + 1 + fives[0] if fives else made
            if many == 6:
                six.append((ranks, sums[sum(5**one for one in ranks)]))
    keys = np.array(sorted(sums), np.int64)
    plain = batch.tables()
    six_and_joker = np.zeros(len(plain.ranks), np.int16)
    for ranks, best in six:
        six_and_joker[batch.place_of(sum(int(plain.keys[4 * one]) for one in ranks), plain)] = best
    flushes = np.zeros(8192, np.int16)
    for held in range(8192):
        if held.bit_count() >= 4:
            made = max(rank_of_suited(held | 1 << one) for one in range(13))
            flushes[held] = ROYAL if rank_of_suited(held) == BEST else made
    choose = np.array([[comb(of, many) for many in range(8)] for of in range(54)], np.int64)
    with_joker = np.array([sums[key] for key in keys.tolist()], np.int16)
    return Tables(plain, place, with_joker, keys, six_and_joker, flushes, choose)


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


@kernel
def rank_of_seven(key: Any, suits: Any, joker: Any, known: Any) -> Any:
    """The rank of seven cards by the sums of their keys, as `batch` has them; the joker has none."""
    if not joker:
        rank = np.int64(batch.rank_of(key, suits, known.plain))
        return rank if rank < 7462 else rank + 1
    best = np.int64(known.six_and_joker[batch.place_of(key, known.plain)])
    if batch.flush_within(key, 1):
        for suit in range(4):
            best = max(best, np.int64(known.flushes[suits >> 16 * suit & 0x1FFF]))
    return best


def ranked(hands: NDArray[Any]) -> Ints:
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
def pick(hand: Any, chosen: int, part: Any) -> int:
    """Put some of up to five cards, by bits, into `part`; how many they are."""
    many = 0
    for place in range(5):
        if chosen >> place & 1:
            part[many] = hand[place]
            many += 1
    return many


@kernel
def number_changed(cards: Any, many: int, change: Any, choose: Any, changed: Any) -> Any:
    """The number of a set of cards whose suits are changed; the cards it becomes are put into `changed`."""
    for place in range(many):
        card = change[cards[place]]
        spot = place
        while spot > 0 and changed[spot - 1] > card:
            changed[spot] = changed[spot - 1]
            spot -= 1
        changed[spot] = card
    return number_of(changed, many, choose)


@kernel
def _alike(sets: Any, changes: Any, choose: Any, least: Any, by: Any) -> None:
    """For each set the least number among its likes, and the change of suits that makes it that one."""
    many = sets.shape[1]
    changed = np.empty(many, np.int64)
    for at in range(len(sets)):
        least[at] = np.int64(1 << 62)
        for change in range(len(changes)):
            number = number_changed(sets[at], many, changes[change], choose, changed)
            if number < least[at]:
                least[at] = number
                by[at] = change


OFFSETS = np.cumsum([0, *(comb(CARDS, size) for size in range(6))])  # where the sets of a size begin among all


class Sets(NamedTuple):
    """All sets of one size in the order of their numbers; of each its kind, and the change of suits that makes it the
    first of its kind; of each kind the number of the first, and how many there are."""

    cards: NDArray[np.uint8]
    kind: NDArray[np.int32]
    change: NDArray[np.uint8]
    first: Ints
    many: Ints

    @property
    def firsts(self) -> NDArray[np.uint8]:
        return np.ascontiguousarray(self.cards[self.first])


@cache
def changes() -> Ints:
    """The 24 changes of suits, by card; the joker stays."""
    return np.hstack([suit_changes(np.arange(52)), np.full((24, 1), JOKER)]).astype(np.int64)


@cache
def sets_of(size: int) -> Sets:
    cards = np.zeros((comb(CARDS, size), size), np.uint8)
    _all_sets(cards)
    least, by = np.empty(len(cards), np.int64), np.zeros(len(cards), np.uint8)
    _alike(cards, changes(), tables().choose, least, by)
    first, kind, many = np.unique(least, return_inverse=True, return_counts=True)
    return Sets(cards, kind.reshape(-1).astype(np.int32), by, first, many.astype(np.int64))


@kernel
def _all_sets(found: Any) -> None:
    """Sets in the order of their numbers: the lowest card that can go up goes up, and those below it begin anew."""
    many = found.shape[1]
    at = np.arange(many)
    for row in range(len(found)):
        for place in range(many):
            found[row, place] = at[place]
        place = 0
        while place < many:
            at[place] += 1
            if place == many - 1 or at[place] < at[place + 1]:
                break
            at[place] = place
            place += 1
