"""Seven cards of a pack with a joker by their kind, and how each kind is set.

How a hand can be set, and what it holds, does not change with the names of its suits. So hands fall into kinds: without
a flush, by how many cards of each rank there are; with one, or with four of a suit and the joker, by the ranks of that
suit and the other cards. A few hundred thousand kinds stand for all 154,143,080 hands, and a table with one number a
kind says how every hand is set. A loop over hands adds up the keys of `cards.batch` and looks there:

    setting = settings[kind_of(key, suits, joker, tables, kinds.rows, kinds.columns)]

The joker adds nothing to a key: six cards have other sums than seven.
"""

from collections.abc import Callable
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from houseway.cards import batch
from houseway.cards.batch import Tables
from houseway.cards.card import JOKER, Card
from houseway.cards.ranks import ACE, BEST, Category, lowest
from houseway.cards.special_ranks import two_card_rank
from houseway.kernels import kernel
from houseway.rules.house_way import HouseWay, is_enough, may_be_complete
from houseway.rules.models import FrontWay

_Function = TypeVar("_Function", bound=Callable[..., Any])
Ints = NDArray[np.int64]
Codes = NDArray[np.int32]  # how hands are set, by kind: the rank of the five cards, then the place of the two

HAND = 7
FRONTS = 91  # two-card hands in order: 78 without a pair, then thirteen pairs
BACKS = BEST + 13 + 1
FRONT_BITS = 7
FRONT_MASK = (1 << FRONT_BITS) - 1
SPLITS = HAND * (HAND - 1) // 2

# The other cards of a hand with a flush are none, one, or two. Two of different ranks may be of one suit.
_COLUMNS = 1 + 13 + 91 + 78
_PAIRED = 91  # from two ranks to the column of two such cards of one suit; from one rank to two cards of it
_SUIT = 0x1FFF  # the thirteen ranks of a suit
_NEVER = FRONTS  # higher than any front


class Kinds(NamedTuple):
    """What a kernel needs to find the kind of a hand."""

    rows: NDArray[np.int32]  # 8192: by the ranks of a suit with four to seven cards, where its kinds begin
    columns: NDArray[np.int32]  # 8192: by the ranks of the other cards


class Examples(NamedTuple):
    """One hand of every kind."""

    kinds: Ints
    cards: NDArray[np.uint8]  # rows of seven; the joker, if there is one, is last
    places: Ints  # by the ranks alone


inlined = kernel(
    inline="always"
)  # written out wherever it is called: a call with arrays costs more than such a function


@inlined
def _with_flush(suit: int, one: int, two: int, three: int, others: int, rows: Codes, columns: Codes) -> int:
    """The kind by the ranks of the flush's suit, of the three other suits, and the number of cards in those."""
    held = one | two | three
    kind: int = np.int64(rows[suit]) + columns[held]
    # Two cards of one suit, or two of one rank: either way one of the suits has all the ranks. (A tuple would be slow.)
    if others == 2 and (one == held or two == held or three == held):  # noqa: PLR1714
        kind += _PAIRED
    return kind


@inlined
def kind_with_flush(key: int, suits: int, joker: int, rows: Codes, columns: Codes) -> int:
    clubs, diamonds, hearts, spades = suits & _SUIT, suits >> 16 & _SUIT, suits >> 32 & _SUIT, suits >> 48 & _SUIT
    others = HAND - joker
    if key >> 40 & 15 >= 5 - joker:
        return _with_flush(clubs, diamonds, hearts, spades, others - (key >> 40 & 15), rows, columns)
    if key >> 44 & 15 >= 5 - joker:
        return _with_flush(diamonds, clubs, hearts, spades, others - (key >> 44 & 15), rows, columns)
    if key >> 48 & 15 >= 5 - joker:
        return _with_flush(hearts, clubs, diamonds, spades, others - (key >> 48 & 15), rows, columns)
    return _with_flush(spades, clubs, diamonds, hearts, others - (key >> 52 & 15), rows, columns)


@inlined
def kind_of(key: int, suits: int, joker: int, tables: Tables, rows: Codes, columns: Codes) -> np.uint64:
    """The kind of seven cards from the sums of the keys of all but the joker; `joker` is 1 or 0."""
    if batch.flush_within(key, joker):
        return np.uint64(kind_with_flush(key, suits, joker, rows, columns))
    return batch.place_of(key, tables)


@cache
def kinds() -> Kinds:
    rows = np.zeros(1 << 13, np.int32)
    at = len(batch.tables().ranks)
    for held in range(1 << 13):
        if 4 <= held.bit_count() <= HAND:
            rows[held] = at
            at += _COLUMNS
    columns = np.zeros(1 << 13, np.int32)
    for rank in range(13):
        columns[1 << rank] = 1 + rank
        for lower in range(rank):
            columns[1 << rank | 1 << lower] = 14 + rank * (rank - 1) // 2 + lower  # `front_place`, and no compiler
    return Kinds(rows, columns)


@cache
def many_kinds() -> int:
    """The length of a table by kind."""
    return int(kinds().rows.max()) + _COLUMNS


@kernel
def front_place(high: int, low: int) -> int:
    """The place of two cards among all fronts, from their ranks."""
    if high == low:
        return 78 + high
    return high * (high - 1) // 2 + low


@cache
def fronts() -> tuple[int, ...]:
    """The two-card rank of each place."""
    pairs = [(rank << 2, rank << 2 | 1) for rank in range(13)]
    others = [(high << 2, low << 2 | 1) for high in range(13) for low in range(high)]
    return tuple(two_card_rank(two) for two in (*others, *pairs))


@cache
def examples() -> Examples:
    """A hand of every kind, those without a flush first."""
    hands: list[list[Card]] = []
    for joker in (0, 1):
        for ranks in combinations_with_replacement(range(13), HAND - joker):
            if all(ranks[at] != ranks[at + 4] for at in range(len(ranks) - 4)):
                hands.append([rank << 2 | at & 3 for at, rank in enumerate(ranks)] + [JOKER] * joker)
    for joker in (0, 1):
        for size in range(5 - joker, HAND - joker + 1):
            others = _others(HAND - joker - size)
            for held in combinations(range(13), size):
                suited = [rank << 2 for rank in held]
                hands += [[*suited, *other, *[JOKER] * joker] for other in others]
    cards = np.array(hands, np.uint8)
    found, places = _kinds_of(cards, batch.tables(), kinds())
    return Examples(found, cards, places)


def _others(many: int) -> list[list[Card]]:
    """So many cards of other suits than the first, one example of each kind."""
    if many < 2:
        return [[rank << 2 | 1] for rank in range(13)] if many else [[]]
    two = [[high << 2 | 1, low << 2 | 2] for high in range(13) for low in range(high + 1)]
    return two + [[high << 2 | 1, low << 2 | 1] for high in range(13) for low in range(high)]


@kernel
def _kinds_of(cards: NDArray[np.uint8], tables: Tables, kinds: Kinds) -> tuple[Ints, Ints]:
    found, places = np.empty(len(cards), np.int64), np.empty(len(cards), np.int64)
    for at in range(len(cards)):
        key, suits, joker = 0, 0, 0
        for card in cards[at]:
            if card == JOKER:
                joker = 1
            else:
                key += tables.keys[card]
                suits += tables.suits[card]
        found[at] = kind_of(key, suits, joker, tables, kinds.rows, kinds.columns)
        places[at] = batch.place_of(key, tables)
    return found, places


def kinds_of(hands: NDArray[np.uint8]) -> Ints:
    """The kind of each row of seven cards."""
    return _kinds_of(hands, batch.tables(), kinds())[0]


# Settings


class Ranking(NamedTuple):
    """Five cards with a joker among them, and which fronts are too high for a back."""

    with_four: NDArray[np.int16]  # by the ranks of the other four, of several suits, the highest first
    with_suited: NDArray[np.int16]  # by the ranks of the other four, of one suit
    highest: NDArray[np.int16]  # by the rank of a back, the highest front that is no foul


@lru_cache(maxsize=8)
def ranking(chart: HouseWay) -> Ranking:
    with_four = np.zeros(13**4, np.int16)
    for four in combinations_with_replacement(range(12, -1, -1), 4):
        cards = [rank << 2 | at for at, rank in enumerate(four)]
        with_four[_at(*four)] = chart.hands.back_rank([*cards, JOKER])
    with_suited = np.zeros(1 << 13, np.int16)
    for four in combinations(range(13), 4):
        with_suited[sum(1 << rank for rank in four)] = chart.hands.back_rank([*(rank << 2 for rank in four), JOKER])
    highest = np.zeros(BACKS, np.int16)
    two = fronts()
    for back in range(1, BACKS):
        if back <= BEST or back == BACKS - 1:  # of fives there are only aces
            low, high = -1, FRONTS - 1
            while low < high:
                middle = (low + high + 1) // 2
                low, high = (low, middle - 1) if chart.hands.outranks(two[middle], back) else (middle, high)
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
def rank_of_card(card: int) -> int:
    """The rank that a card has alone: the joker is an ace."""
    return min(card >> 2, ACE)


@kernel
def splits(cards: Ints, tables: Tables, ranking: Ranking, found: Codes) -> None:
    """All 21 ways to set each row of seven cards, a joker last: the codes, 0 for a foul."""
    back = np.empty(5, np.int64)
    for at in range(len(cards)):
        way = 0
        for first in range(HAND):
            for second in range(first + 1, HAND):
                to = 0
                for one in range(HAND):
                    if one not in (first, second):
                        back[to] = cards[at, one]
                        to += 1
                high, low = rank_of_card(cards[at, first]), rank_of_card(cards[at, second])
                front = front_place(max(high, low), min(high, low))
                rank = back_rank(back, tables, ranking)
                found[at, way] = rank << FRONT_BITS | front if front <= ranking.highest[rank] else 0
                way += 1


def all_splits(chart: HouseWay, cards: NDArray[np.uint8]) -> Codes:
    found = np.empty((len(cards), SPLITS), np.int32)
    splits(cards.astype(np.int64), batch.tables(), ranking(chart), found)
    return found


@lru_cache(maxsize=8)
def house_settings(chart: HouseWay) -> Codes:
    """How the chart sets each kind of hand."""
    known = examples()
    fronts_wanted, least = _plans(chart, known)
    chosen = np.empty(len(known.kinds), np.int32)
    ways = all_splits(chart, known.cards)
    if not _choose(ways, fronts_wanted, least, lowest(Category.STRAIGHT), chosen):
        raise AssertionError("the chart names a front that a hand does not have")
    codes = np.zeros(many_kinds(), np.int32)
    codes[known.kinds] = chosen
    return codes


def _plans(chart: HouseWay, known: Examples) -> tuple[Ints, Ints]:
    """For each example the front that its row names, and the least one that will do beside a straight or flush."""
    plain = known.kinds == known.places
    wanted, with_flush, without = (np.full(len(batch.tables().ranks), _NEVER) for _ in range(3))
    for cards, place in zip(known.cards[plain].tolist(), known.places[plain].tolist(), strict=True):
        plan = chart.plan(sum(1 << 3 * min(card >> 2, ACE) for card in cards))
        wanted[place] = front_place(*plan.front)
        if plan.complete:
            with_flush[place] = min(_least_front(way) for row in plan.complete for way in row.ways)
            if may_be_complete(cards, plan.ranks):
                without[place] = with_flush[place]
    return wanted[known.places], np.where(plain, without[known.places], with_flush[known.places])


@cache
def _least_front(way: FrontWay) -> int:
    """The lowest front that is enough for a way; all higher ones are."""
    return next(at for at, two in enumerate(fronts()) if is_enough(way, (two >> 4 & 15, two & 15)))


@kernel
def _choose(ways: Codes, wanted: Ints, least: Ints, complete: int, chosen: Codes) -> bool:
    """The setting of each row: the highest front that leaves a straight, a flush or better, if it will do; else the
    front that is wanted. Of several such settings, the one with the best back."""
    for at in range(len(ways)):
        highest = -1
        if least[at] < FRONTS:
            for code in ways[at]:
                if code >> FRONT_BITS >= complete:
                    highest = max(highest, code & FRONT_MASK)
        front = highest if highest >= least[at] else wanted[at]
        best = 0
        for code in ways[at]:
            if code & FRONT_MASK == front and code > best:
                best = code
        chosen[at] = best
        if best == 0:
            return False
    return True
