"""How hands can be set in front and in back: every way, as codes."""

from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.cards import batch
from houseway.cards.batch import Tables
from houseway.cards.card import JOKER, RANKS, Card
from houseway.cards.ranks import ACE, BEST
from houseway.cards.two_hands import TwoHands
from houseway.counting.kernels import kernel
from houseway.games.pai_gow.count.hands import (
    BACKS,
    FRONT_BITS,
    FRONT_MASK,
    Bytes,
    Codes,
    Ints,
    many_kinds,
    two_place,
)

_THREE = RANKS.index("3")


@cache
def fronts(in_front: int) -> tuple[int, ...]:
    """The rank of every hand in front, by its place: a higher place is a better hand."""
    hands = TwoHands(in_front)
    if in_front == 1:
        return tuple(hands.front_rank(one) for one in _singles())
    pairs = [(rank << 2, rank << 2 | 1) for rank in range(13)]
    others = [(high << 2, low << 2 | 1) for high in range(13) for low in range(high)]
    return tuple(hands.front_rank(two) for two in (*others, *pairs))


def _singles() -> list[tuple[Card]]:
    return [*((rank << 2,) for rank in range(13)), (JOKER,)]


class Ranking(NamedTuple):
    """Five cards with a joker among them, and which fronts are too high for a back."""

    with_four: NDArray[np.int16]  # by the ranks of the other four, of several suits, the highest first
    with_suited: NDArray[np.int16]  # by the ranks of the other four, of one suit
    highest: NDArray[np.int16]  # by the rank of a back, the highest front that is no foul


def below_threes(codes: Codes) -> NDArray[np.bool_]:
    """Whether there is less than a pair of threes in a front of two."""
    below: NDArray[np.bool_] = codes & FRONT_MASK < two_place(_THREE, _THREE)
    return below


@lru_cache(maxsize=8)
def ranking(hands: TwoHands) -> Ranking:
    with_four = np.zeros(13**4, np.int16)
    for four in combinations_with_replacement(range(12, -1, -1), 4):
        cards = [rank << 2 | at for at, rank in enumerate(four)]
        with_four[_at(*four)] = hands.back_rank([*cards, JOKER])
    with_suited = np.zeros(1 << 13, np.int16)
    for four in combinations(range(13), 4):
        with_suited[sum(1 << rank for rank in four)] = hands.back_rank([*(rank << 2 for rank in four), JOKER])
    highest = np.zeros(BACKS, np.int16)
    ranks = fronts(hands.in_front)
    for back in range(1, BACKS):
        if back <= BEST or back == BACKS - 1:  # of fives there are only aces
            low, high = -1, len(ranks) - 1
            while low < high:
                middle = (low + high + 1) // 2
                low, high = (low, middle - 1) if hands.outranks(ranks[middle], back) else (middle, high)
            highest[back] = low
    return Ranking(with_four, with_suited, highest)


@kernel
def _at(first: int, second: int, third: int, fourth: int) -> int:
    return ((first * 13 + second) * 13 + third) * 13 + fourth


@kernel
def back_rank(five: Ints, tables: Tables, ranking: Ranking) -> int:
    """The rank of five cards; a joker among them is last."""
    key, suits = 0, 0
    if five[4] != JOKER:
        for card in five:
            key += tables.keys[card]
            suits += tables.suits[card]
        plain: int = batch.rank_of(key, suits, tables)
        return plain
    one_suit = True
    held = 0
    four = np.empty(4, np.int64)
    for at in range(4):
        rank = five[at] >> 2
        one_suit &= five[at] & 3 == five[0] & 3
        held |= 1 << rank
        to = at
        while to > 0 and four[to - 1] < rank:
            four[to] = four[to - 1]
            to -= 1
        four[to] = rank
    if one_suit:
        suited: int = ranking.with_suited[held]
        return suited
    mixed: int = ranking.with_four[_at(four[0], four[1], four[2], four[3])]
    return mixed


@kernel
def _front_place(first: int, second: int, in_front: int) -> int:
    """The place of what is in front. Alone the joker is above an ace, with another card it is one."""
    if in_front == 1:
        return min(first >> 2, ACE + 1)
    high, low = min(first >> 2, ACE), min(second >> 2, ACE)
    return two_place(max(high, low), min(high, low))


@kernel
def _splits(cards: Ints, in_front: int, tables: Tables, ranking: Ranking, found: Codes) -> None:
    """All ways to set each row of cards, a joker last: the codes, 0 for a foul."""
    back = np.empty(5, np.int64)
    size = cards.shape[1]
    for at in range(len(cards)):
        way = 0
        for first in range(size):
            for second in range(first + 1, size) if in_front == 2 else range(first, first + 1):
                to = 0
                for one in range(size):
                    if one not in (first, second):
                        back[to] = cards[at, one]
                        to += 1
                front = _front_place(cards[at, first], cards[at, second], in_front)
                rank = back_rank(back, tables, ranking)
                found[at, way] = rank << FRONT_BITS | front if front <= ranking.highest[rank] else 0
                way += 1


def all_splits(hands: TwoHands, cards: Bytes) -> Codes:
    """The code of every way to set each row of cards, a joker last; 0 for a foul."""
    ways = len(list(combinations(range(hands.cards), hands.in_front)))
    found = np.empty((len(cards), ways), np.int32)
    _splits(cards.astype(np.int64), hands.in_front, batch.tables(), ranking(hands), found)
    return found


def by_kind(kinds: Ints, codes: Codes) -> Codes:
    """A table by kind from the codes of some kinds."""
    table = np.zeros(many_kinds(), np.int32)
    table[kinds] = codes
    return table
