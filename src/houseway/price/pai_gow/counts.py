"""Counting over all hands of pai gow, and over all pairs of hands that share no card.

Pairs are too many to go through one by one: 154,143,080 hands against 53,524,680 each. But pairs that share no card
are all pairs, less those that share this card or that, and so on: over all sets of cards, with the sign of its size,
the pairs of hands that both hold the set. For one set those pairs come from a list of hands, all that hold it, and how
many of them are higher in front, in back, or in both than others of them is a matter of sorting. Sets that differ only
in the names of suits are counted once.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.cards import batch
from houseway.cards.batch import Tables
from houseway.cards.card import JOKER
from houseway.kernels import kernel
from houseway.price.counting.cache import Arrays, kept
from houseway.price.counting.work import Progress, each
from houseway.price.pai_gow.hands import (
    BACKS,
    FRONT_BITS,
    FRONT_MASK,
    FRONTS,
    HAND,
    Codes,
    Ints,
    Kinds,
    kind_of,
    kinds,
    many_kinds,
)
from houseway.price.pai_gow.kinds import hands_of_each_kind

Bytes = NDArray[np.uint8]

FULL_PACK = (*range(52), JOKER)
_LISTED = 4  # so many cards more are listed at a time
_CODES = BACKS << FRONT_BITS
_HANDS_A_TASK = 20_000_000
_FEW = 64  # hands compared one by one

HIGHER_BOTH, HIGHER_FRONT, HIGHER_BACK, COPY_FRONT, COPY_BACK, COPY_BOTH = range(6)


# All hands that hold some cards


class Rest(NamedTuple):
    """The cards that a hand may be filled up with, one by one and by twos, each with its keys."""

    keys: Ints
    suits: Ints
    two_keys: Ints  # by the first of the two
    two_suits: Ints
    twos_from: Ints  # by a card's place: where the twos of it and later cards begin


@kernel
def _rest(cards: Bytes, more: int, tables: Tables) -> Rest:
    """The cards, and their twos where so many more are taken."""
    many = len(cards)
    keys, suits = np.empty(many, np.int64), np.empty(many, np.int64)
    for at in range(many):
        keys[at], suits[at] = tables.keys[cards[at]], tables.suits[cards[at]]
    twos = many * (many - 1) // 2 if more > 1 else 0
    two_keys, two_suits, twos_from = np.empty(twos, np.int64), np.empty(twos, np.int64), np.full(many + 1, twos)
    at = 0
    for first in range(many if more > 1 else 0):
        twos_from[first] = at
        for second in range(first + 1, many):
            two_keys[at], two_suits[at] = keys[first] + keys[second], suits[first] + suits[second]
            at += 1
    return Rest(keys, suits, two_keys, two_suits, twos_from)


@kernel
def _add(
    key: int, suits: int, joker: int, keys: Ints, more: Ints, cards: int, tables: Tables, kinds: Kinds, codes: Codes,
    out: Codes, at: int,
) -> int:  # fmt: skip
    """List the codes of a hand with each of some cards, or some twos of cards."""
    many, rows, columns = len(keys), kinds.rows, kinds.columns
    if batch.flush_within(key, cards + joker):
        for one in range(many):
            out[at + one] = codes[kind_of(key + keys[one], suits + more[one], joker, tables, rows, columns)]
    else:
        for one in range(many):
            out[at + one] = codes[batch.place_of(key + keys[one], tables)]
    return at + many


@kernel
def _fill(
    key: int, suits: int, joker: int, rest: Rest, first: int, many: int, tables: Tables, kinds: Kinds, codes: Codes,
    out: Codes, at: int,
) -> int:  # fmt: skip
    """List the codes of all hands with so many more cards, four at most, from a place on."""
    size = len(rest.keys)
    if many == 0:
        out[at] = codes[kind_of(key, suits, joker, tables, kinds.rows, kinds.columns)]
        return at + 1
    if many == 1:
        return _add(key, suits, joker, rest.keys[first:], rest.suits[first:], 1, tables, kinds, codes, out, at)
    if many == 2:
        begin = rest.twos_from[first]
        two, suit = rest.two_keys[begin:], rest.two_suits[begin:]
        return _add(key, suits, joker, two, suit, 2, tables, kinds, codes, out, at)
    for one in range(first, size):
        more, held = key + rest.keys[one], suits + rest.suits[one]
        if many == 3:
            begin = rest.twos_from[one + 1]
            two, suit = rest.two_keys[begin:], rest.two_suits[begin:]
            at = _add(more, held, joker, two, suit, 2, tables, kinds, codes, out, at)
            continue
        for other in range(one + 1, size):
            begin = rest.twos_from[other + 1]
            two, suit = rest.two_keys[begin:], rest.two_suits[begin:]
            at = _add(
                more + rest.keys[other], held + rest.suits[other], joker, two, suit, 2, tables, kinds, codes, out, at
            )
    return at


@kernel
def _tally(
    key: int, suits: int, joker: int, rest: Rest, many: int, tables: Tables, kinds: Kinds, codes: Codes,
    out: Codes, tally: Ints,
) -> None:  # fmt: skip
    """Count the codes of all hands with so many more cards, listing the last four."""
    outer = max(0, many - _LISTED)
    place = np.zeros(outer + 1, np.int64)
    keys, held = np.zeros(outer + 1, np.int64), np.zeros(outer + 1, np.int64)
    keys[0], held[0] = key, suits
    depth = 0
    while depth >= 0:
        if depth == outer:
            listed = _fill(
                keys[depth], held[depth], joker, rest, place[depth], many - outer, tables, kinds, codes, out, 0
            )
            for at in range(listed):
                tally[out[at]] += 1
            depth -= 1
        elif place[depth] > len(rest.keys) - (many - depth):
            depth -= 1
        else:
            one = place[depth]
            keys[depth + 1], held[depth + 1] = keys[depth] + rest.keys[one], held[depth] + rest.suits[one]
            place[depth + 1] = place[depth] = one + 1
            depth += 1


@kernel
def _sum(cards: Bytes, tables: Tables) -> tuple[int, int, int]:
    """Both keys of some cards, and whether the joker is among them."""
    key, suits, joker = 0, 0, 0
    for card in cards:
        if card == JOKER:
            joker = 1
        else:
            key += tables.keys[card]
            suits += tables.suits[card]
    return key, suits, joker


@kernel
def tally_hands(
    cards: Bytes, left: Bytes, joker: bool, tables: Tables, kinds: Kinds, codes: Codes, out: Codes, tally: Ints
) -> None:
    """Count the codes of all hands that hold some cards and more of those left, or the joker where it is there."""
    key, suits, held = _sum(cards, tables)
    many = HAND - len(cards)
    rest = _rest(left, many, tables)
    _tally(key, suits, held, rest, many, tables, kinds, codes, out, tally)
    if joker and many > 0:
        _tally(key, suits, 1, rest, many - 1, tables, kinds, codes, out, tally)


def hands_by_kind(pack: Sequence[int] = FULL_PACK) -> Ints:
    """How many hands of seven cards of the pack are of each kind."""
    rest, joker = _without_joker(pack)
    return _hands_holding(np.zeros(0, np.uint8), rest, joker, np.arange(many_kinds(), dtype=np.int32), many_kinds())


def _hands_holding(cards: Bytes, rest: Bytes, joker: bool, codes: Codes, size: int) -> Ints:
    tally = np.zeros(size, np.int64)
    out = np.empty(max(1, comb(len(rest), _LISTED), len(rest) ** 2), np.int32)
    tally_hands(cards, rest, joker, batch.tables(), kinds(), codes, out, tally)
    return tally


def opponents(codes: Codes, seen: Sequence[int], pack: Sequence[int] = FULL_PACK) -> Ints:
    """How many hands of the cards not seen are set so: rows by the rank of the back, columns by the front."""
    hands = hands_of_each_kind([card for card in pack if card not in seen])
    tally = np.bincount(codes, hands, _CODES).astype(np.int64)  # there are not as many hands as a float holds exactly
    return tally.reshape(BACKS, 1 << FRONT_BITS)


def _without_joker(pack: Sequence[int]) -> tuple[Bytes, bool]:
    return np.array(sorted(card for card in pack if card != JOKER), np.uint8), JOKER in pack


# Pairs of hands that share no card


@dataclass(frozen=True)
class Met:
    """How hands set one way meet hands set another way: pairs that share no card, by which of the two is higher."""

    both: int  # the first is higher in front and in back
    front: int  # in front, whatever the back
    back: int
    copied_front: int
    copied_back: int
    copied_both: int
    pairs: int

    @property
    def push(self) -> int:
        """Higher in one of the two only."""
        return self.front + self.back - 2 * self.both

    @property
    def lost(self) -> int:
        return self.pairs - self.both - self.push


def meet(first: Codes, second: Codes, *, pack: Sequence[int] = FULL_PACK, progress: Progress | None = None) -> Met:
    """All pairs of hands without a common card, each set as a table by kind says."""
    key = [sorted(pack), digest(first), digest(second)]
    met = kept("pai-gow-met", key, lambda: {"met": _meet_apart(first, second, pack, progress)})["met"]
    both, front, back, copied_front, copied_back, copied_both = met.tolist()
    pairs = comb(len(pack), HAND) * comb(len(pack) - HAND, HAND)
    return Met(both, front, back, copied_front, copied_back, copied_both, pairs)


def _meet_apart(first: Codes, second: Codes, pack: Sequence[int], progress: Progress | None) -> Ints:
    same = np.array_equal(first, second)
    tasks = [(*task, first, None if same else second) for task in _sets(pack)]
    total = np.zeros(6, np.int64)
    for (sets, *_), part in zip(tasks, each(meet_holding, tasks, progress), strict=True):
        total += (-1) ** sets.shape[1] * part["met"]
    total += (-1) ** HAND * _meet_themselves(first, second, hands_by_kind(pack))
    return total


def _meet_themselves(first: Codes, second: Codes, hands: Ints) -> Ints:
    """Every hand against the same hand, set both ways."""
    front, other_front = first & FRONT_MASK, second & FRONT_MASK
    back, other_back = first >> FRONT_BITS, second >> FRONT_BITS
    higher, higher_back = front > other_front, back > other_back
    copy, copy_back = front == other_front, back == other_back
    results = (higher & higher_back, higher, higher_back, copy, copy_back, copy & copy_back)
    return np.array([int(hands[result].sum()) for result in results])


def digest(codes: Codes | Ints) -> str:
    return sha256(codes.tobytes()).hexdigest()


def meet_holding(sets: Bytes, weights: Ints, pack: Bytes, first: Codes, second: Codes | None) -> Arrays:
    """The pairs of hands that both hold one of the sets of cards, higher and equal ones, times the set's weight."""
    size = sets.shape[1]
    room = comb(len(pack) - size, min(HAND - size, _LISTED))
    other = first if second is None else second
    met = _meet(sets, weights, pack, batch.tables(), kinds(), first, other, second is None, room)
    return {"met": met}


def _sets(pack: Sequence[int]) -> Iterator[tuple[Bytes, Ints, Bytes]]:
    """Sets of fewer than seven cards of the pack, up to suits, with their weights, cut into tasks."""
    cards, joker = _without_joker(pack)
    held = [sum(1 << (card >> 2) for card in cards.tolist() if card & 3 == suit) for suit in range(4)]
    alike = len(set(held)) == 1
    whole = np.array(sorted(pack), np.uint8)
    for size in range(HAND):
        plain = _up_to_suits(cards, size, alike)
        with_joker = _up_to_suits(cards, size - 1, alike) if joker and size else None
        for others, weights in filter(None, (plain, with_joker)):
            jokers = np.full((len(others), size - others.shape[1]), JOKER, np.uint8)
            sets = np.hstack([others, jokers])
            each_time = max(1, _HANDS_A_TASK // comb(len(pack) - size, HAND - size))
            for at in range(0, len(sets), each_time):
                yield sets[at : at + each_time], weights[at : at + each_time], whole


def _up_to_suits(cards: Bytes, size: int, alike: bool) -> tuple[Bytes, Ints]:
    """Sets of so many cards, one of those that differ only in the names of suits, and how many there are of it."""
    room = comb(len(cards), size)
    sets, weights = np.empty((room, size), np.uint8), np.empty(room, np.int64)
    found = _list_sets(cards, size, alike, sets, weights)
    return sets[:found].copy(), weights[:found].copy()


@kernel
def _list_sets(cards: Bytes, size: int, alike: bool, sets: Bytes, weights: Ints) -> int:
    place, suits = np.arange(size), np.empty(4, np.int64)
    found, at = 0, 0
    while True:
        suits[:] = 0
        for at in range(size):
            suits[cards[place[at]] & 3] |= 1 << (cards[place[at]] >> 2)
        if not alike or (suits[0] >= suits[1] and suits[1] >= suits[2] and suits[2] >= suits[3]):
            for at in range(size):
                sets[found, at] = cards[place[at]]
            weights[found] = namings(suits) if alike else 1
            found += 1
        at = size - 1
        while at >= 0 and place[at] == len(cards) - size + at:
            at -= 1
        if at < 0:
            return found
        place[at] += 1
        for later in range(at + 1, size):
            place[later] = place[later - 1] + 1


@kernel
def namings(suits: Ints) -> int:
    """How many ways there are to give four suits in falling order their names."""
    ways, run = 24, 1
    for at in range(1, 4):
        run = run + 1 if suits[at] == suits[at - 1] else 1
        ways //= run
    return ways


@kernel
def _meet(
    sets: Bytes, weights: Ints, pack: Bytes, tables: Tables, kinds: Kinds, first: Codes, second: Codes, same: bool,
    room: int,
) -> Ints:  # fmt: skip
    met, one = np.zeros(6, np.int64), np.zeros(6, np.int64)
    size = sets.shape[1]
    many = HAND - size
    mine, theirs = np.empty(room, np.int32), np.empty(room, np.int32)
    left = np.empty(len(pack), np.uint8)
    wide = _CODES if many > _LISTED else 1
    my_tally, their_tally = np.zeros(wide, np.int64), np.zeros(wide, np.int64)
    sorting = Sorting(
        np.zeros(BACKS + 1, np.int64), np.zeros(BACKS + 1, np.int64),
        np.empty(room, np.int32), np.empty(room, np.int32),
        np.zeros(FRONT_MASK + 1, np.int32), np.zeros(FRONT_MASK + 1, np.int32),
        np.zeros(FRONT_MASK + 1, np.int64), np.zeros(FRONT_MASK + 1, np.int64),
    )  # fmt: skip
    for at in range(len(sets)):
        cards, found, joker = sets[at], 0, False
        for card in pack:
            held = False
            for one_of in cards:
                held |= one_of == card
            if card == JOKER:
                joker = not held
            elif not held:
                left[found] = card
                found += 1
        one[:] = 0
        if many > _LISTED:
            my_tally[:] = 0
            tally_hands(cards, left[:found], joker, tables, kinds, first, mine, my_tally)
            if same:
                their_tally = my_tally
            else:
                their_tally[:] = 0
                tally_hands(cards, left[:found], joker, tables, kinds, second, theirs, their_tally)
            _compare_tallies(my_tally, their_tally, one)
        else:
            key, suits, has = _sum(cards, tables)
            rest = _rest(left[:found], many, tables)
            listed = _list(key, suits, has, rest, many, joker, tables, kinds, first, mine)
            if same:
                theirs = mine
            else:
                _list(key, suits, has, rest, many, joker, tables, kinds, second, theirs)
            if listed <= _FEW:
                _compare_few(mine[:listed], theirs[:listed], one)
            else:
                _compare_lists(mine[:listed], theirs[:listed], same, sorting, one)
        for column in range(6):
            met[column] += weights[at] * one[column]
    return met


@kernel
def _list(
    key: int, suits: int, held: int, rest: Rest, many: int, joker: bool, tables: Tables, kinds: Kinds, codes: Codes,
    out: Codes,
) -> int:  # fmt: skip
    listed = _fill(key, suits, held, rest, 0, many, tables, kinds, codes, out, 0)
    if joker and many > 0:
        listed = _fill(key, suits, 1, rest, 0, many - 1, tables, kinds, codes, out, listed)
    return listed


# Comparing: the six numbers of `Met` for every one of mine with every one of theirs


@kernel
def _compare_few(mine: Codes, theirs: Codes, met: Ints) -> None:
    both, fronts, backs, copy_front, copy_back, copy_both = 0, 0, 0, 0, 0, 0
    for one in mine:
        front, back = one & FRONT_MASK, one >> FRONT_BITS
        for other in theirs:
            other_front, other_back = other & FRONT_MASK, other >> FRONT_BITS
            both += (front > other_front) & (back > other_back)
            fronts += front > other_front
            backs += back > other_back
            copy_front += front == other_front
            copy_back += back == other_back
            copy_both += one == other
    met[HIGHER_BOTH] += both
    met[HIGHER_FRONT] += fronts
    met[HIGHER_BACK] += backs
    met[COPY_FRONT] += copy_front
    met[COPY_BACK] += copy_back
    met[COPY_BOTH] += copy_both


class Sorting(NamedTuple):
    """Room for comparing lists, made once."""

    my_ends: Ints  # by back: where those with it end, in order
    their_ends: Ints
    mine: Codes
    theirs: Codes
    below: NDArray[np.int32]  # by front: how many of theirs with lower backs have a lower front
    here: NDArray[np.int32]  # by front: how many of theirs have this very back
    my_fronts: Ints
    their_fronts: Ints


@kernel
def _compare_lists(mine: Codes, theirs: Codes, same: bool, sorting: Sorting, met: Ints) -> None:
    """Go up the backs; of theirs with lower backs it is known how many have a lower front than any."""
    below, here, my_fronts, their_fronts = sorting.below, sorting.here, sorting.my_fronts, sorting.their_fronts
    my_ends, their_ends, my_order, their_order = sorting.my_ends, sorting.their_ends, sorting.mine, sorting.theirs
    below[:] = 0
    my_fronts[:] = 0
    their_fronts[:] = 0
    _sort(mine, my_ends, my_order)
    if same:
        their_ends, their_order = my_ends, my_order
    else:
        _sort(theirs, their_ends, their_order)
    mine_at, theirs_at = 0, 0
    for back in range(BACKS):
        my_end, their_end = my_ends[back], their_ends[back]
        if my_end > mine_at:
            met[HIGHER_BACK] += (my_end - mine_at) * theirs_at
            met[COPY_BACK] += (my_end - mine_at) * (their_end - theirs_at)
            for at in range(mine_at, my_end):
                front = my_order[at] & FRONT_MASK
                my_fronts[front] += 1
                met[HIGHER_BOTH] += below[front]
            if their_end > theirs_at:
                for at in range(theirs_at, their_end):
                    here[their_order[at] & FRONT_MASK] += 1
                for at in range(mine_at, my_end):
                    met[COPY_BOTH] += here[my_order[at] & FRONT_MASK]
                for at in range(theirs_at, their_end):
                    here[their_order[at] & FRONT_MASK] = 0
            mine_at = my_end
        for at in range(theirs_at, their_end):
            front = their_order[at] & FRONT_MASK
            their_fronts[front] += 1
            for higher in range(front + 1, FRONTS):
                below[higher] += 1
        theirs_at = their_end
    lower = 0
    for front in range(FRONTS):
        met[HIGHER_FRONT] += my_fronts[front] * lower
        met[COPY_FRONT] += my_fronts[front] * their_fronts[front]
        lower += their_fronts[front]


@kernel
def _sort(codes: Codes, ends: Ints, ordered: Codes) -> None:
    """Codes in the order of their backs, and where each back ends."""
    ends[:] = 0
    for code in codes:
        ends[(code >> FRONT_BITS) + 1] += 1
    for back in range(1, BACKS + 1):
        ends[back] += ends[back - 1]
    for code in codes:  # `ends` is where each back begins, and moves to where it ends
        back = code >> FRONT_BITS
        ordered[ends[back]] = code
        ends[back] += 1


@kernel
def _compare_tallies(mine: Ints, theirs: Ints, met: Ints) -> None:
    wide = FRONT_MASK + 1
    below = np.zeros(wide, np.int64)  # by front: theirs with lower backs
    my_fronts, their_fronts = np.zeros(wide, np.int64), np.zeros(wide, np.int64)
    lower_backs = 0
    for back in range(BACKS):
        base, lower, mine_here, theirs_here = back * wide, 0, 0, 0
        for front in range(FRONTS):
            my, their = mine[base + front], theirs[base + front]
            met[HIGHER_BOTH] += my * lower
            met[COPY_BOTH] += my * their
            lower += below[front]
            mine_here += my
            theirs_here += their
            my_fronts[front] += my
            their_fronts[front] += their
        for front in range(FRONTS):
            below[front] += theirs[base + front]
        met[HIGHER_BACK] += mine_here * lower_backs
        met[COPY_BACK] += mine_here * theirs_here
        lower_backs += theirs_here
    lower = 0
    for front in range(FRONTS):
        met[HIGHER_FRONT] += my_fronts[front] * lower
        met[COPY_FRONT] += my_fronts[front] * their_fronts[front]
        lower += their_fronts[front]
