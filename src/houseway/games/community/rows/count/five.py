"""Three rows of five cards: how often they become each three kinds of hands.

Hands without a common card are counted two by two, and what the 42 cards left can become follows from a formula.
"""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from houseway.cards import ranks
from houseway.cards.ranks import Category
from houseway.counting.kernels import kernel
from houseway.games.community.rows.count.deals import (
    FLUSH,
    FULL,
    KINDS,
    QUADS,
    ROYAL,
    STRAIGHT,
    STRAIGHT_FLUSH,
    TRIPS,
    TWO_PAIR,
    WINDOWS,
    Ints,
)
from houseway.pricing.counting.bonus import every_hand
from houseway.pricing.counting.cache import Arrays, kept
from houseway.pricing.counting.work import Progress, each

Masks = NDArray[np.uint64]
Whole = NDArray[np.object_]  # of whole numbers of any size

ONE, TWO, THREE = comb(52, 5), comb(47, 5), comb(42, 5)  # hands that one row, the next and the last can become

PAID = (TRIPS, STRAIGHT, FLUSH, FULL, QUADS, STRAIGHT_FLUSH, ROYAL)  # three of a kind or better


def three_rows(progress: Progress | None = None) -> Whole:
    """In how many ways three rows of five cards become each three kinds: the index is a kind of `KINDS`, and 0 stands
    for everything below three of a kind."""

    def count_rows() -> Arrays:
        return {"counts": np.array([str(many) for many in _three_rows(progress).reshape(-1)])}

    counts = kept("five-card-rows", 1, count_rows)["counts"]
    return np.array([int(many) for many in counts.tolist()], object).reshape((len(KINDS),) * 3)


def _three_rows(progress: Progress | None) -> Whole:
    one = np.zeros(len(KINDS), object)
    for at, many in enumerate(_of_one()):
        one[at] = many
    pairs, triples = _pairs_and_triples(progress)
    counts = np.zeros((len(KINDS),) * 3, object)
    for x in PAID:
        for y in PAID:
            for z in PAID:
                counts[x, y, z] = triples[x, y, z]
            only_two = pairs[x, y] * THREE - sum(triples[x, y, z] for z in PAID)
            counts[x, y, 0] = counts[x, 0, y] = counts[0, x, y] = only_two
    for x in PAID:
        with_others = sum(counts[x, y, z] for y in (0, *PAID) for z in (0, *PAID) if y or z)
        counts[x, 0, 0] = counts[0, x, 0] = counts[0, 0, x] = one[x] * TWO * THREE - with_others
    counts[0, 0, 0] = ONE * TWO * THREE - counts.sum()
    return counts


def _of_one() -> list[int]:
    """How many of all hands of five cards are of each kind."""
    found = [0] * len(KINDS)
    for rank, many in enumerate(every_hand(5).tolist()):
        kind = _KIND_OF.get(ranks.category(rank)) if many else None
        if kind is not None:
            found[kind] += many
    return found


_KIND_OF = {
    Category.TWO_PAIR: TWO_PAIR,
    Category.THREE_OF_A_KIND: TRIPS,
    Category.STRAIGHT: STRAIGHT,
    Category.FLUSH: FLUSH,
    Category.FULL_HOUSE: FULL,
    Category.FOUR_OF_A_KIND: QUADS,
    Category.STRAIGHT_FLUSH: STRAIGHT_FLUSH,
    Category.ROYAL_FLUSH: ROYAL,
}


def _pairs_and_triples(progress: Progress | None) -> tuple[Whole, Whole]:
    """Ordered pairs and triples of hands without a common card, by kind. Sets go by ranks alone; whatever has a
    straight or a flush in it is counted with that one first."""
    pairs, triples = np.zeros((len(KINDS),) * 2, object), np.zeros((len(KINDS),) * 3, object)
    sets, kinds, ways = _sets()
    for (x, y), many in _two_sets(sets, kinds, ways).items():
        pairs[x, y] += many["pairs"]
        for z in (TRIPS, FULL, QUADS):
            triples[x, y, z] += many[z]
    hands, of = _every_paid_hand()
    reps, weights = _first_of_suits(hands, of)
    halves = np.array_split(np.arange(len(reps)), 8)
    parts = each(_with_suits, [(hands[reps[half]], of[reps[half]], weights[half]) for half in halves], progress)
    seconds, thirds = (np.sum([part[name] for part in parts], axis=0) for name in ("pairs", "triples"))
    thirds[:, TRIPS] = thirds[:, :, TRIPS]
    in_suits = {STRAIGHT, FLUSH, STRAIGHT_FLUSH, ROYAL}
    for x in PAID:
        for y in PAID:
            if {x, y} & in_suits:
                pairs[x, y] = int(seconds[x, y] if x in in_suits else seconds[y, x])
            for z in PAID:
                first = next((one for one in (x, y, z) if one in in_suits), None)
                if first is not None:
                    rest = [x, y, z]
                    rest.remove(first)
                    triples[x, y, z] = int(thirds[first, rest[0], rest[1]])
    return pairs, triples


def _sets() -> tuple[Ints, list[int], list[int]]:
    """Threes, full houses and fours by how many cards of each rank they have; the kind, and the ways in suits."""
    rows, kinds, ways = [], [], []
    for high in range(13):
        for low in range(13):
            if low != high:
                for kind, many in ((FULL, (3, 2)), (QUADS, (4, 1))):
                    row = [0] * 13
                    row[high], row[low] = many
                    rows.append(row)
                    kinds.append(kind)
                    ways.append(comb(4, many[0]) * comb(4, many[1]))
        for one, two in combinations([rank for rank in range(13) if rank != high], 2):
            row = [0] * 13
            row[high], row[one], row[two] = 3, 1, 1
            rows.append(row)
            kinds.append(TRIPS)
            ways.append(4 * 4 * 4)
    return np.array(rows, np.int64), kinds, ways


def _two_sets(sets: Ints, kinds: list[int], ways: list[int]) -> dict[tuple[int, int], dict[int | str, int]]:
    """For two kinds of sets: how many pairs of hands, and how many triples with a third kind."""
    choose = np.array([[comb(many, some) for some in range(5)] for many in range(5)], np.int64)
    of = np.array(kinds)
    found: dict[tuple[int, int], dict[int | str, int]] = {}
    for at, row in enumerate(sets):
        left = 4 - row
        fits = (sets <= left).all(axis=1)
        second = np.prod(choose[left[None, :], np.minimum(sets, 4)], axis=1) * fits
        rest = np.maximum(left[None, :] - sets, 0)
        third = _sets_left(rest)
        for y in (TRIPS, FULL, QUADS):
            here = of == y
            into = found.setdefault((kinds[at], y), {"pairs": 0, TRIPS: 0, FULL: 0, QUADS: 0})
            into["pairs"] += ways[at] * int(second[here].sum())
            for z, many in third.items():
                into[z] += ways[at] * int((second * many)[here].sum())
    return found


def _sets_left(there: Ints) -> dict[int, Ints]:
    """How many hands of each kind of set 42 cards hold, from how many there are of each rank."""
    triple = there * (there - 1) * (there - 2) // 6
    double = there * (there - 1) // 2
    total, squares = there.sum(axis=1, keepdims=True), (there * there).sum(axis=1, keepdims=True)
    singles = ((total - there) ** 2 - (squares - there * there)) // 2
    return {
        TRIPS: (triple * singles).sum(axis=1),
        FULL: (triple * (double.sum(axis=1, keepdims=True) - double)).sum(axis=1),
        QUADS: ((there == 4) * (total - there)).sum(axis=1),
    }


def _every_paid_hand() -> tuple[Masks, Ints]:
    """Every hand of three of a kind or better, as bits, and its kind."""
    hands: list[int] = []
    kinds: list[int] = []

    def add(kind: int, cards: Sequence[int]) -> None:
        hands.append(sum(1 << card for card in cards))
        kinds.append(kind)

    for window in WINDOWS:
        for suits in np.ndindex(4, 4, 4, 4, 4):
            one_suit = ROYAL if window[0] == 8 else STRAIGHT_FLUSH
            kind = one_suit if len(set(suits)) == 1 else STRAIGHT
            add(kind, [4 * rank + suit for rank, suit in zip(window, suits, strict=True)])
    straights = {tuple(sorted(window)) for window in WINDOWS}
    for suit in range(4):
        for five in combinations(range(13), 5):
            if five not in straights:
                add(FLUSH, [4 * rank + suit for rank in five])
    for high in range(13):
        mine = [4 * high + suit for suit in range(4)]
        others = [card for card in range(52) if card >> 2 != high]
        for last in others:
            add(QUADS, [*mine, last])
        for three in combinations(mine, 3):
            for one, two in combinations(others, 2):
                add(FULL if one >> 2 == two >> 2 else TRIPS, [*three, one, two])
    return np.array(hands, np.uint64), np.array(kinds, np.int64)


def _first_of_suits(hands: Masks, kinds: Ints) -> tuple[Ints, Ints]:
    """Of the hands with a straight or flush, one of each kind up to suits, and how many there are of it."""
    first: dict[tuple[int, ...], int] = {}
    many: Counter[tuple[int, ...]] = Counter()
    suit_bits = sum(1 << 4 * rank for rank in range(13))
    for at, (hand, kind) in enumerate(zip(hands.tolist(), kinds.tolist(), strict=True)):
        if kind in (STRAIGHT, FLUSH, STRAIGHT_FLUSH, ROYAL):
            key = tuple(sorted(hand >> suit & suit_bits for suit in range(4)))
            first.setdefault(key, at)
            many[key] += 1
    return np.array(list(first.values()), np.int64), np.array([many[key] for key in first], np.int64)


def _with_suits(hands: Masks, kinds: Ints, weights: Ints) -> Arrays:
    every, of = _every_paid_hand()
    mine, all = _taken(hands), _taken(every)
    pairs, triples = _count_with(hands, *mine, kinds, weights, every, *all, of, np.array(WINDOWS), _suit_table())
    return {"pairs": pairs, "triples": triples}


def _taken(hands: Masks) -> tuple[Ints, Ints]:
    """How many cards of each rank hands take, and which ranks of each suit, as bits."""
    cards = (hands[:, None] >> np.arange(52, dtype=np.uint64) & np.uint64(1)).astype(np.int64).reshape(-1, 13, 4)
    return cards.sum(axis=2), np.tensordot(cards, 1 << np.arange(13), (1, 0))


@cache
def _suit_table() -> Ints:
    """For the ranks of one suit, as bits: flushes of any kind, straight flushes, royals."""
    windows = [sum(1 << rank for rank in window) for window in WINDOWS]
    return np.array(
        [
            [
                comb(held.bit_count(), 5),
                sum(held & window == window for window in windows[:-1]),
                int(held & windows[-1] == windows[-1]),
            ]
            for held in range(1 << 13)
        ],
        np.int64,
    )


@kernel
def _count_with(
    hands: Masks,
    ranks: Ints,
    suits: Ints,
    kinds: Ints,
    weights: Ints,
    every: Masks,
    every_ranks: Ints,
    every_suits: Ints,
    of: Ints,
    windows: Ints,
    in_suit: Ints,
) -> tuple[Ints, Ints]:
    """Each of these hands with every other, and what the 42 cards left hold: of two threes, only a third."""
    pairs, triples = np.zeros((8, 8), np.int64), np.zeros((8, 8, 8), np.int64)
    there = np.zeros(13, np.int64)
    for at in range(len(hands)):
        x, weight = kinds[at], weights[at]
        for other in range(len(every)):
            if hands[at] & every[other] != 0:
                continue
            y = of[other]
            pairs[x, y] += weight
            squares = doubles = 0
            for rank in range(13):
                many = 4 - ranks[at, rank] - every_ranks[other, rank]
                there[rank] = many
                squares += many * many
                doubles += many * (many - 1) // 2
            trips = full = quads = 0
            for rank in range(13):
                many = there[rank]
                if many >= 3:
                    triple = 1 if many == 3 else 4
                    trips += triple * (((42 - many) * (42 - many) - (squares - many * many)) // 2)
                    full += triple * (doubles - many * (many - 1) // 2)
                    if many == 4:
                        quads += 42 - many
            triples[x, y, TRIPS] += weight * trips
            if y == TRIPS:  # the most there are; with another kind they are counted there
                continue
            straights = straight_flushes = royals = flushes = 0
            for window in range(10):
                ways = 1
                for place in range(5):
                    ways *= there[windows[window, place]]
                straights += ways
            for suit in range(4):
                left = 8191 & ~(suits[at, suit] | every_suits[other, suit])
                flushes += in_suit[left, 0]
                straight_flushes += in_suit[left, 1]
                royals += in_suit[left, 2]
            triples[x, y, STRAIGHT] += weight * (straights - straight_flushes - royals)
            triples[x, y, FLUSH] += weight * (flushes - straight_flushes - royals)
            triples[x, y, FULL] += weight * full
            triples[x, y, QUADS] += weight * quads
            triples[x, y, STRAIGHT_FLUSH] += weight * straight_flushes
            triples[x, y, ROYAL] += weight * royals
    return pairs, triples
