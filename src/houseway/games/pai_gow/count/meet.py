"""How hands set one way meet hands set another way: counted over all pairs of hands that share no card.

There are 154,143,080 x 53,524,680 such pairs, too many to go through. But how a hand is set depends on its ranks, save
for a few million hands with a flush. So a hand counts as if it had no flush, and one with a flush for the difference.
Against hands without flushes only ranks matter (`ranks`). What is left are pairs of two hands with a flush: all such
pairs, less those that share this card or that, and so on, over all sets of cards with the sign of their size. Sets that
differ only in the names of suits are counted once.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import permutations
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.cards import batch
from houseway.cards.batch import Tables
from houseway.cards.card import JOKER
from houseway.counting.kernels import kernel
from houseway.games.pai_gow.count.hands import (
    BACKS,
    COLUMNS,
    FRONT_BITS,
    FRONT_MASK,
    FULL_PACK,
    ONE_SUIT,
    SUIT,
    Bytes,
    Codes,
    Examples,
    Ints,
    beside_place,
    bits,
    examples,
)
from houseway.games.pai_gow.count.kinds import hands_of_each_kind
from houseway.games.pai_gow.count.ranks import CHOOSE, TASKS, Ranks, Shared, holding, most_holding, ranks_of, shared
from houseway.pricing.counting.cache import Arrays, kept
from houseway.pricing.counting.work import Progress, each

Masks = NDArray[np.int16]  # the ranks of suits

HIGHER_BOTH, HIGHER_FRONT, HIGHER_BACK, COPY_FRONT, COPY_BACK, COPY_BOTH, ALL = range(7)
_NUMBERS = 7
_FEW = 128  # hands compared one by one
_TURNED = (BACKS << FRONT_BITS) - 1  # a code taken from it has back and front in falling order


class Points(NamedTuple):
    """Where hands stand, in the order of `examples`: each at one code, or at several with weights that add up to what
    is counted, or nowhere."""

    first: Ints  # where the points of a hand begin; one more at the end
    codes: Codes
    weights: Ints


def points(size: int, codes: Codes) -> Points:
    """Every hand at the code that a table by kind gives it; 0 is nowhere."""
    mine = codes[examples(size).kinds]
    first = np.concatenate([np.zeros(1, np.int64), np.cumsum(mine > 0)])
    return Points(first, mine[mine > 0], np.ones(int(first[-1]), np.int64))


@dataclass(frozen=True)
class Met:
    """Pairs that share no card, by which of the two is higher. Only pairs of hands that stand somewhere are in these
    numbers, but for `pairs`."""

    both: int  # the first is higher in front and in back
    front: int  # in front, whatever the back
    back: int
    copied_front: int
    copied_back: int
    copied_both: int
    stood: int
    pairs: int  # of all hands

    @property
    def push(self) -> int:
        """Higher in one of the two only."""
        return self.front + self.back - 2 * self.both

    @property
    def lost(self) -> int:
        return self.stood - self.both - self.push


def meet(
    first: Points, second: Points, size: int, *, pack: Sequence[int] = FULL_PACK, progress: Progress | None = None
) -> Met:
    """All pairs of hands of so many cards without a common card."""
    key = [sorted(pack), size, *(digest(array) for given in (first, second) for array in given)]
    met = kept("pai-gow-met", key, lambda: {"met": _meet(first, second, pack, size, progress)})["met"]
    both, front, back, copied_front, copied_back, copied_both, stood = met.tolist()
    pairs = comb(len(pack), size) * comb(len(pack) - size, size)
    return Met(both, front, back, copied_front, copied_back, copied_both, stood, pairs)


def digest(array: NDArray[Any]) -> str:
    return sha256(array.tobytes()).hexdigest()


def _meet(first: Points, second: Points, pack: Sequence[int], size: int, progress: Progress | None) -> Ints:
    known = examples(size)
    cards = np.array(sorted(pack), np.uint8)
    hands = hands_of_each_kind(pack, size)[known.kinds]
    ranks = ranks_of(cards, size)
    plain, more = _plain(known, first), _by_ranks(known, second, hands, only_more=True)
    by_ranks = [(some, ranks, _by_ranks(known, first, hands), _plain(known, second)) for some in shared(ranks)]
    by_ranks += [(some, ranks, _turned(more), _turned(plain)) for some in shared(ranks)]
    flushes = _by_flush(known, first), _by_flush(known, second)
    beside = Flushes(*flushes, first is second, _suits(cards), int(JOKER in pack), size)
    by_flush = [(sets, beside) for sets in _sets(_suits(cards), int(JOKER in pack), size)]
    steps = len(by_ranks) + len(by_flush)

    def told(before: int) -> Progress:
        return lambda done, _: progress(before + done, steps) if progress else None

    parts = each(meet_by_ranks, by_ranks, told(0)) + each(meet_by_flushes, by_flush, told(len(by_ranks)))
    met: Ints = np.array([part["met"] for part in parts]).sum(axis=0)
    return met


# Hands by their ranks


def _plain(known: Examples, given: Points) -> Points:
    """The points of hands without a flush."""
    hands = int(known.plain.max()) + 1
    end = given.first[hands]
    return Points(given.first[: hands + 1], given.codes[:end], given.weights[:end])


def _by_ranks(known: Examples, given: Points, hands: Ints, *, only_more: bool = False) -> Points:
    """All hands together, by their ranks: how many of each stand where; or only by how much flushes change that."""
    many = np.diff(given.first)
    whose = np.repeat(np.arange(len(many)), many)
    codes, weights = given.codes, given.weights * hands[whose]
    rows = known.plain[whose]
    if only_more:
        flush = np.nonzero(known.flush)[0]
        as_plain = spread(given.first[known.plain[flush]], many[known.plain[flush]])
        of = np.repeat(flush, many[known.plain[flush]])
        use = known.flush[whose]
        rows = np.concatenate([rows[use], known.plain[of]])
        codes = np.concatenate([codes[use], given.codes[as_plain]])
        weights = np.concatenate([weights[use], -given.weights[as_plain] * hands[of]])
    return _added_up(rows, codes, weights, int(known.plain.max()) + 1)


def _added_up(rows: Ints, codes: Codes, weights: Ints, many: int) -> Points:
    """Points by row, those at the same place as one."""
    keys, inverse = np.unique(rows << 32 | codes, return_inverse=True)
    total = np.zeros(len(keys), np.int64)
    np.add.at(total, inverse, weights)
    keys, total = keys[total != 0], total[total != 0]
    first = np.searchsorted(keys, np.arange(many + 1) << 32)
    return Points(first, (keys & 0xFFFFFFFF).astype(np.int32), total)


def spread(first: Ints, many: Ints) -> Ints:
    """From each first place so many places on, one after the other."""
    ends = np.cumsum(many)
    return np.arange(int(many.sum())) + np.repeat(first - ends + many, many)


def _turned(given: Points) -> Points:
    """Higher is lower and lower is higher."""
    return Points(given.first, (_TURNED - given.codes).astype(np.int32), given.weights)


def meet_by_ranks(some: Shared, ranks: Ranks, mine: Points, theirs: Points) -> Arrays:
    """Hands against hands whose places depend on ranks alone, for some ways to share ranks."""
    return {"met": _meet_by_ranks(some, ranks, batch.tables(), mine, theirs)}


@kernel
def _meet_by_ranks(some: Shared, ranks: Ranks, tables: Tables, mine: Points, theirs: Points) -> Ints:
    met, one = np.zeros(_NUMBERS, np.int64), np.zeros(_NUMBERS, np.int64)
    most = most_holding(some, ranks)
    hands, ways, times = np.empty(most, np.int64), np.empty(most, np.int64), np.empty(most, np.int64)
    my_room, their_room, room = _room(1024), _room(1024), _room_to_compare()
    for at in range(len(some.ways)):
        found = holding(some.ways[at], some.joker[at], ranks, tables, hands, ways, times)
        my_room, many = _listed(mine, hands, times, found, my_room)
        their_room, others = _listed(theirs, hands, ways, found, their_room)
        one[:] = 0
        room = _compare(my_room, many, their_room, others, room, one)
        size = some.joker[at]
        for rank in range(13):
            size += ranks.counts[some.ways[at], rank]
        for column in range(_NUMBERS):
            met[column] += -one[column] if size & 1 else one[column]
    return met


class Listed(NamedTuple):
    """Places of hands and how many are there."""

    codes: Codes
    weights: Ints


@kernel
def _room(many: int) -> Listed:
    return Listed(np.empty(many, np.int32), np.empty(many, np.int64))


@kernel
def _listed(given: Points, hands: Ints, times: Ints, found: int, room: Listed) -> tuple[Listed, int]:
    """The points of some hands, each so many times."""
    many = 0
    for at in range(found):
        many += given.first[hands[at] + 1] - given.first[hands[at]]
    if many > len(room.codes):
        room = _room(2 * many)
    to = 0
    for at in range(found):
        for point in range(given.first[hands[at]], given.first[hands[at] + 1]):
            room.codes[to], room.weights[to] = given.codes[point], given.weights[point] * times[at]
            to += 1
    return room, many


# Hands with a flush


class ByFlush(NamedTuple):
    """By how much a flush changes where a hand stands: by the ranks of its suit and the cards beside."""

    rows: NDArray[np.int32]  # by joker and the ranks of the suit; -1 where there is none
    alike: bool  # whether two cards beside change the same in one suit and in two
    first: Ints  # by row and cards beside
    codes: Codes
    weights: Ints


class Flushes(NamedTuple):
    """What pairs of hands with a flush depend on."""

    mine: ByFlush
    theirs: ByFlush
    same: bool
    suits: Ints  # the pack's ranks of each suit
    jokers: int
    size: int


def _suits(pack: Bytes) -> Ints:
    return np.array([sum(1 << (card >> 2) for card in pack.tolist() if card & 3 == suit) for suit in range(4)]) & SUIT


def _by_flush(known: Examples, given: Points) -> ByFlush:
    flush = np.nonzero(known.flush)[0]
    held, beside = beside_flush(known, flush)
    joker = known.joker[flush].astype(np.int64)
    rows = np.full(2 << 13, -1, np.int32)
    there = np.unique(joker << 13 | held)
    rows[there] = np.arange(len(there))
    place = rows[joker << 13 | held].astype(np.int64) * COLUMNS + beside
    plain, many = known.plain[flush], np.diff(given.first)
    mine, as_plain = spread(given.first[flush], many[flush]), spread(given.first[plain], many[plain])
    found = _added_up(
        np.concatenate([np.repeat(place, many[flush]), np.repeat(place, many[plain])]),
        np.concatenate([given.codes[mine], given.codes[as_plain]]),
        np.concatenate([given.weights[mine], -given.weights[as_plain]]),
        len(there) * COLUMNS,
    )
    return ByFlush(rows.reshape(2, 1 << 13), _alike(found), *found)


def _alike(found: Points) -> bool:
    many = np.diff(found.first).reshape(-1, COLUMNS)
    first = found.first[:-1].reshape(-1, COLUMNS)
    two, one_suit = slice(14, 14 + 78), slice(14 + ONE_SUIT, COLUMNS)
    if not np.array_equal(many[:, two], many[:, one_suit]):
        return False
    both = [spread(first[:, part].ravel(), many[:, part].ravel()) for part in (two, one_suit)]
    return all(np.array_equal(array[both[0]], array[both[1]]) for array in (found.codes, found.weights))


def beside_flush(known: Examples, flush: Ints) -> tuple[Ints, Ints]:
    """Of some examples with a flush, all in clubs: the ranks of the clubs, and the place of the other cards."""
    held, beside = np.empty(len(flush), np.int64), np.empty(len(flush), np.int64)
    _beside(known.cards[flush], held, beside)
    return held, beside


@kernel
def _beside(cards: Bytes, held: Ints, beside: Ints) -> None:
    for at in range(len(cards)):
        suit, first, second, one_suit = -1, -1, -1, 0
        held[at] = 0
        for card in cards[at]:
            if card == JOKER:
                continue
            if card & 3 == 0:
                held[at] |= 1 << (card >> 2)
            else:
                one_suit = ONE_SUIT if suit == card & 3 else 0
                first, second, suit = card >> 2, first, card & 3
        beside[at] = beside_place(first, second) + one_suit


class Sets(NamedTuple):
    """Sets of cards: the ranks of each suit, whether the joker is there, and how many sets differ in suits only."""

    suits: Masks  # rows of four
    joker: Bytes
    weights: Ints


def _sets(pack: Ints, jokers: int, size: int) -> list[Sets]:
    """The sets that two hands with a flush can share, dealt out to tasks: at most two cards are not in one suit."""
    sizes = np.array([held.bit_count() for held in range(1 << 13)])
    masks = [np.nonzero(sizes == many)[0].astype(np.int16) for many in range(size + 1)]
    found, joker_too = [], []
    for joker in range(jokers + 1):
        for most in range(size - joker + 1):
            for others in ((), (1,), (1, 1), (2,)):
                if most + sum(others) <= size - joker and most >= max(others, default=0):
                    found.append(_of_sizes(masks, (most, *others), pack))
                    joker_too.append(np.full(len(found[-1][0]), joker, np.uint8))
    suits, weights = (np.concatenate(some) for some in zip(*found, strict=True))
    joker_of = np.concatenate(joker_too)
    return [Sets(suits[part::TASKS], joker_of[part::TASKS], weights[part::TASKS]) for part in range(TASKS)]


def _of_sizes(masks: list[Masks], sizes: Sequence[int], pack: Ints) -> tuple[Masks, Ints]:
    """Sets with so many cards of each suit. Of those that differ in suits only one, unless the pack's suits differ."""
    alike = len(set(pack.tolist())) == 1
    four = (*sizes, *(0,) * (4 - len(sizes)))
    rows = np.concatenate([_rows(masks, order, pack) for order in ([four] if alike else set(permutations(four)))])
    if not alike:
        return rows, np.ones(len(rows), np.int64)
    for at in range(len(sizes) - 1):
        if sizes[at] == sizes[at + 1]:
            rows = rows[rows[:, at] >= rows[:, at + 1]]
    return rows, _namings(rows)


def _rows(masks: list[Masks], sizes: Sequence[int], pack: Ints) -> Masks:
    """Every choice of so many cards of each suit."""
    some = [masks[size][masks[size] & ~held == 0] for size, held in zip(sizes, pack, strict=True)]
    return np.stack([column.ravel() for column in np.meshgrid(*some, indexing="ij")], axis=1).astype(np.int16)


def _namings(rows: Masks) -> Ints:
    """In how many ways the four suits of each row can be given their names."""
    ways, run = np.full(len(rows), 24), np.ones(len(rows), np.int64)
    ordered = np.sort(rows, axis=1)
    for at in range(1, 4):
        run = np.where(ordered[:, at] == ordered[:, at - 1], run + 1, 1)
        ways //= run
    return ways


def meet_by_flushes(sets: Sets, of: Flushes) -> Arrays:
    """Pairs of hands with a flush that both hold one of the sets, by what flushes change, with the set's sign."""
    return {"met": _meet_by_flushes(sets, of, _by_cards(of.size), CHOOSE)}


def _by_cards(size: int) -> tuple[Ints, Ints]:
    """The ranks of a suit, by how many: where each number of them begins."""
    held = sorted(range(1 << 13), key=int.bit_count)
    sizes = np.array([one.bit_count() for one in held])
    return np.array(held), np.searchsorted(sizes, np.arange(size + 2))


@kernel
def _meet_by_flushes(sets: Sets, of: Flushes, by_cards: tuple[Ints, Ints], choose: Ints) -> Ints:
    met, one = np.zeros(_NUMBERS, np.int64), np.zeros(_NUMBERS, np.int64)
    my_room, their_room, room = _room(1024), _room(1024), _room_to_compare()
    for at in range(len(sets.suits)):
        suits, joker = sets.suits[at].astype(np.int64), sets.joker[at]
        my_room, many = _list_flushes(suits, joker, of.mine, of, by_cards, choose, my_room)
        if many == 0:
            continue
        if of.same:
            their_room, others = my_room, many
        else:
            their_room, others = _list_flushes(suits, joker, of.theirs, of, by_cards, choose, their_room)
        one[:] = 0
        room = _compare(my_room, many, their_room, others, room, one)
        size = joker + bits(suits[0]) + bits(suits[1]) + bits(suits[2]) + bits(suits[3])
        for column in range(_NUMBERS):
            met[column] += (-one[column] if size & 1 else one[column]) * sets.weights[at]
    return met


@kernel
def _list_flushes(
    held: Ints, joker: int, given: ByFlush, of: Flushes, by_cards: tuple[Ints, Ints], choose: Ints, room: Listed
) -> tuple[Listed, int]:
    """The points of all hands with a flush that hold these cards."""
    found, (masks, from_size) = 0, by_cards
    left, in_suit, of_suit = np.empty(13, np.int64), np.empty((4, 13), np.int64), np.empty(2, np.int64)
    for suit in range(4):
        first, second, others = -1, -1, 0
        left[:] = 0
        for other in range(4):
            for rank in range(13):
                in_suit[other, rank] = (of.suits[other] & ~held[other]) >> rank & 1 if other != suit else 0
                left[rank] += in_suit[other, rank]
                if other != suit and held[other] >> rank & 1:
                    if others < 2:
                        of_suit[others] = other
                    first, second, others = rank, first, others + 1
        if others > 2:
            continue
        mine = bits(held[suit])
        for with_joker in range(joker, of.jokers + 1):
            for suited in range(max(5 - with_joker, mine), of.size - with_joker - others + 1):
                beside = of.size - with_joker - suited - others
                if beside + others > 2:
                    continue
                for mask in masks[from_size[suited - mine] : from_size[suited - mine + 1]]:
                    if mask & held[suit] or mask & ~of.suits[suit]:
                        continue
                    row = given.rows[with_joker, mask | held[suit]] * COLUMNS
                    if beside == 0:
                        one_suit = ONE_SUIT if others == 2 and of_suit[0] == of_suit[1] and not given.alike else 0
                        room, found = _add(given, row + beside_place(first, second) + one_suit, 1, room, found)
                        continue
                    for rank in range(13):
                        if beside == 1:
                            one_suit = in_suit[of_suit[0], rank] if others == 1 and not given.alike else 0
                            place = row + beside_place(rank, first)
                            room, found = _add(given, place, left[rank] - one_suit, room, found)
                            room, found = _add(given, place + ONE_SUIT, one_suit, room, found)
                            continue
                        for lower in range(rank):
                            one_suit = 0
                            for other in range(0 if given.alike else 4):
                                one_suit += in_suit[other, rank] * in_suit[other, lower]
                            place, ways = row + beside_place(rank, lower), left[rank] * left[lower]
                            room, found = _add(given, place, ways - one_suit, room, found)
                            room, found = _add(given, place + ONE_SUIT, one_suit, room, found)
                        room, found = _add(given, row + beside_place(rank, rank), choose[left[rank], 2], room, found)
    return room, found


@kernel
def _add(given: ByFlush, place: int, ways: int, room: Listed, found: int) -> tuple[Listed, int]:
    if ways == 0:
        return room, found
    begin, end = given.first[place], given.first[place + 1]
    if found + end - begin > len(room.codes):
        more = _room(2 * (found + end - begin))
        more.codes[:found], more.weights[:found] = room.codes[:found], room.weights[:found]
        room = more
    for point in range(begin, end):
        room.codes[found], room.weights[found] = given.codes[point], given.weights[point] * ways
        found += 1
    return room, found


# Comparing: the numbers of `Met` for every one of mine with every one of theirs


class ToCompare(NamedTuple):
    """Room for lists in the order of their backs, made once."""

    my_ends: Ints  # by back: where those with it end
    their_ends: Ints
    mine: Listed
    theirs: Listed
    below: Ints  # by front: how many of theirs with lower backs have a lower front
    here: Ints  # by front: how many of theirs have this very back
    my_fronts: Ints
    their_fronts: Ints


@kernel
def _room_to_compare() -> ToCompare:
    fronts = FRONT_MASK + 1
    return ToCompare(
        np.zeros(BACKS + 1, np.int64), np.zeros(BACKS + 1, np.int64), _room(1024), _room(1024),
        np.zeros(fronts, np.int64), np.zeros(fronts, np.int64),
        np.zeros(fronts, np.int64), np.zeros(fronts, np.int64),
    )  # fmt: skip


@kernel
def _compare(mine: Listed, many: int, theirs: Listed, others: int, room: ToCompare, met: Ints) -> ToCompare:
    if others <= _FEW or many <= _FEW:
        _compare_few(mine, many, theirs, others, met)
        return room
    if max(many, others) > len(room.mine.codes):
        ends, fronts, longest = room.my_ends, room.below, 2 * max(many, others)
        room = ToCompare(
            ends, room.their_ends, _room(longest), _room(longest), fronts, room.here, room.my_fronts, room.their_fronts
        )
    _compare_many(mine, many, theirs, others, room, met)
    return room


@kernel
def _compare_few(mine: Listed, many: int, theirs: Listed, others: int, met: Ints) -> None:
    for at in range(many):
        front, back = mine.codes[at] & FRONT_MASK, mine.codes[at] >> FRONT_BITS
        both, fronts, backs, copy_front, copy_back, copy_both, every = 0, 0, 0, 0, 0, 0, 0
        for other in range(others):
            other_front, other_back = theirs.codes[other] & FRONT_MASK, theirs.codes[other] >> FRONT_BITS
            weight = theirs.weights[other]
            every += weight
            both += weight if (front > other_front) & (back > other_back) else 0
            fronts += weight if front > other_front else 0
            backs += weight if back > other_back else 0
            copy_front += weight if front == other_front else 0
            copy_back += weight if back == other_back else 0
            copy_both += weight if (front == other_front) & (back == other_back) else 0
        weight = mine.weights[at]
        met[HIGHER_BOTH] += weight * both
        met[HIGHER_FRONT] += weight * fronts
        met[HIGHER_BACK] += weight * backs
        met[COPY_FRONT] += weight * copy_front
        met[COPY_BACK] += weight * copy_back
        met[COPY_BOTH] += weight * copy_both
        met[ALL] += weight * every


@kernel
def _compare_many(mine: Listed, many: int, theirs: Listed, others: int, room: ToCompare, met: Ints) -> None:
    """Go up the backs; of theirs with lower backs it is known how many have a lower front than any."""
    below, here, my_fronts, their_fronts = room.below, room.here, room.my_fronts, room.their_fronts
    below[:] = 0
    my_fronts[:] = 0
    their_fronts[:] = 0
    _sort(mine, many, room.my_ends, room.mine)
    _sort(theirs, others, room.their_ends, room.theirs)
    mine_at, theirs_at, lower_backs, all_mine = 0, 0, 0, 0
    for back in range(BACKS):
        my_end, their_end = room.my_ends[back], room.their_ends[back]
        mine_here, theirs_here = 0, 0
        for at in range(theirs_at, their_end):
            theirs_here += room.theirs.weights[at]
            here[room.theirs.codes[at] & FRONT_MASK] += room.theirs.weights[at]
        for at in range(mine_at, my_end):
            front, weight = room.mine.codes[at] & FRONT_MASK, room.mine.weights[at]
            mine_here += weight
            my_fronts[front] += weight
            met[HIGHER_BOTH] += weight * below[front]
            met[COPY_BOTH] += weight * here[front]
        all_mine += mine_here
        met[HIGHER_BACK] += mine_here * lower_backs
        met[COPY_BACK] += mine_here * theirs_here
        for at in range(theirs_at, their_end):
            front, weight = room.theirs.codes[at] & FRONT_MASK, room.theirs.weights[at]
            here[front] = 0
            their_fronts[front] += weight
            for higher in range(front + 1, FRONT_MASK + 1):
                below[higher] += weight
        lower_backs += theirs_here
        mine_at, theirs_at = my_end, their_end
    met[ALL] += all_mine * lower_backs
    lower = 0
    for front in range(FRONT_MASK + 1):
        met[HIGHER_FRONT] += my_fronts[front] * lower
        met[COPY_FRONT] += my_fronts[front] * their_fronts[front]
        lower += their_fronts[front]


@kernel
def _sort(given: Listed, many: int, ends: Ints, ordered: Listed) -> None:
    """In the order of their backs, and where each back ends."""
    ends[:] = 0
    for at in range(many):
        ends[(given.codes[at] >> FRONT_BITS) + 1] += 1
    for back in range(1, BACKS + 1):
        ends[back] += ends[back - 1]
    for at in range(many):  # `ends` is where each back begins, and moves to where it ends
        back = given.codes[at] >> FRONT_BITS
        ordered.codes[ends[back]], ordered.weights[ends[back]] = given.codes[at], given.weights[at]
        ends[back] += 1
