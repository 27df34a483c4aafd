"""Cal Quick Draw Poker: pairs of a final hand that loses and a hand of the player-dealer that beats it.

The two share no card; the final hand has all of some cards, and the player-dealer's hand all of some others, five at
the most together. Counts for fewer cards follow from those for one more: there a hand is counted once for each of its
other cards.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.counting.kernels import kernel
from houseway.games.ante_and_raise.cal_quick_draw_poker.count.hands import (
    CARDS,
    OFFSETS,
    Ints,
    changes,
    number_changed,
    number_of,
    pick,
    ranked,
    sets_of,
    tables,
)
from houseway.games.ante_and_raise.cal_quick_draw_poker.count.sevens import meet
from houseway.games.ante_and_raise.cal_quick_draw_poker.count.sweeps import Pack, free_suits, sweep
from houseway.games.ante_and_raise.cal_quick_draw_poker.count.threes import by_two_cards
from houseway.pricing.counting.cache import Arrays
from houseway.pricing.counting.work import Progress, each

_TASKS = 16, 4  # to share sweeps among, and the player-dealer's hands
_TASKS_OF_LINES = 2, 2  # fewer, since each makes a table for every line


class Lost(NamedTuple):
    """Pairs of a losing final hand with some cards and a hand of the player-dealer with some others, by how many cards
    of the player-dealer's are known. Where one side stands by its kind, the cards of the other go with the first of
    that kind."""

    none: Ints  # by set of the final hand's cards, of all sizes
    one: Ints  # kind of the final hand's cards, of all sizes up to four x card
    two: Ints  # kind x set of the final hand's cards, up to three
    three: Ints  # kind x set of the final hand's cards, up to two
    four: Ints  # kind x card of the final hand; the last is for any
    five: Ints  # by kind


# Counting


def first_pairs(begin: int, end: int, line: NDArray[np.int8], pack: Pack) -> Arrays:
    """For some kinds of two cards of the player-dealer's: pairs by three cards of the final hand; by four cards of it
    and one of the player-dealer's; and by the whole final hand."""
    pairs, fours, lines = sets_of(2), sets_of(4), int(line.max()) + 1
    three = np.zeros((lines, end - begin, comb(CARDS, 3)), np.int64)
    four = np.zeros((lines, len(fours.first), CARDS), np.int64)
    final = np.zeros(len(sets_of(5).first), np.int64)
    for kind in range(begin, end):
        held = tuple(map(int, pairs.cards[pairs.first[kind]]))
        if any(card not in pack.cards for card in held):
            continue
        lost, by_kind = sweep(held, line, lines, pack)
        final += by_kind * pairs.many[kind]
        for at in range(lines):
            _share(lost[at], np.array(held), pairs.many[kind], fours, changes(), tables().choose,
                   three[at, kind - begin], four[at])  # fmt: skip
            three[at, kind - begin] = _evened(three[at, kind - begin] // 2, 3, held)
    return {"three": three, "four": four, "final": final}


def first_threes(begin: int, end: int, line: NDArray[np.int8], pack: Pack) -> Arrays:
    """For some kinds of three cards of the player-dealer's: pairs by two cards of the final hand."""
    threes, lines = sets_of(3), int(line.max()) + 1
    two = np.zeros((lines, end - begin, comb(CARDS, 2)), np.int64)
    for kind in range(begin, end):
        held = tuple(map(int, threes.cards[threes.first[kind]]))
        if all(card in pack.cards for card in held):
            if (line[1:] >= 0).all() and lines == 1:
                two[0, kind - begin] = by_two_cards(held, pack)
                continue
            lost, _ = sweep(held, line, lines, pack)
            for at in range(lines):
                two[at, kind - begin] = _evened(lost[at], 2, held)
    return {"two": two}


@kernel
def _share(lost: Any, held: Any, many: int, fours: Any, changes: Any, choose: Any, three: Any, four: Any) -> None:
    """What was counted by four cards of the final hand, by each three of them, and by one of the player-dealer's."""
    part = np.empty(3, np.int64)
    for number in range(len(lost)):
        if lost[number] == 0:
            continue
        for out in range(4):
            at = 0
            for place in range(4):
                if place != out:
                    part[at] = fours.cards[number, place]
                    at += 1
            three[number_of(part, 3, choose)] += lost[number]
        for card in held:
            four[fours.kind[number], changes[fours.change[number], card]] += many * lost[number]


def _evened(counts: Ints, size: int, held: tuple[int, ...]) -> Ints:
    """Each set of this size takes its share of all that only differ in suits that the cards held do not have."""
    bound = [suit for suit in range(4) if suit not in free_suits(held)]
    used = [at for at, change in enumerate(changes()) if all(change[suit] == suit for suit in bound)]
    return sum((counts[_moved(size)[at]] for at in used), np.zeros_like(counts)) // len(used)


@cache
def _moved(size: int) -> Ints:
    """By change of suits: the number that each set of this size gets."""
    found = np.empty((len(changes()), comb(CARDS, size)), np.int64)
    for at, change in enumerate(changes()):
        _move(sets_of(size).cards, change, tables().choose, found[at])
    return found


@kernel
def _move(cards: Any, change: Any, choose: Any, found: Any) -> None:
    changed = np.empty(cards.shape[1], np.int64)
    for at in range(len(cards)):
        found[at] = number_changed(cards[at], cards.shape[1], change, choose, changed)


def _one_of(count: Any, *task: Any) -> Arrays:
    found: Arrays = count(*task)
    return found


def count_lost(line: NDArray[np.int8], pack: Pack, progress: Progress | None = None) -> Iterator[Lost]:
    """Line by line. Lines are numbered, by the rank of the final hand; what has none (-1) is left out."""
    lines = int(line.max()) + 1
    shares, sevens = _TASKS if lines == 1 else _TASKS_OF_LINES
    tasks: list[Any] = []
    for size, count in ((2, first_pairs), (3, first_threes)):
        ends = np.linspace(0, len(sets_of(size).first), shares + 1).astype(int).tolist()
        tasks += [(count, *part, line, pack) for part in pairwise(ends)]
    for one in range(lines):
        ranks = np.flatnonzero(line == one)
        assert ranks[-1] - ranks[0] == len(ranks) - 1, "a line of the final hand is a stretch of ranks"
        tasks += [(meet, at, sevens, int(ranks[0]), int(ranks[-1]), pack) for at in range(sevens)]
    parts = each(_one_of, tasks, progress)
    pairs, threes, met = parts[:shares], parts[shares : 2 * shares], parts[2 * shares :]
    fives = sets_of(5)
    beaten = sum(part["final"] for part in pairs) // (comb(7, 2) * fives.many)
    for one in range(lines):
        yield _put_together(
            np.where(line[ranked(fives.cards)] == one, beaten[fives.kind], 0),
            sum(part["four"][one] for part in pairs),
            np.concatenate([part["three"][one] for part in pairs]),
            np.concatenate([part["two"][one] for part in threes]),
            met[one * sevens : (one + 1) * sevens],
        )


# Putting together


def _put_together(final: Ints, four: Any, three: Ints, two: Ints, met: Sequence[Arrays]) -> Lost:
    none = np.zeros(int(OFFSETS[-1]), np.int64)
    _add_up(sets_of(5).cards, final, tables().choose, OFFSETS, none)
    fours = sets_of(4)
    one = [_shared(four, 6 * fours.many)]
    for fewer in range(3, -1, -1):
        of, larger = sets_of(fewer), sets_of(fewer + 1)
        found = np.zeros((len(of.first), CARDS), np.int64)
        _with_one_more(of.firsts, larger, changes(), tables().choose, one[0], found)
        one.insert(0, found // (5 - fewer))
    by_card = _shared(sum(part["by_four"] for part in met), fours.many)
    return Lost(
        none,
        np.concatenate(one),
        _with_smaller(three, 3),
        _with_smaller(two, 2),
        np.hstack([by_card, by_card.sum(axis=1, keepdims=True) // 5]),
        sum(part["by_five"] for part in met) // sets_of(5).many,
    )


@kernel
def _add_up(sets: Any, worth: Any, choose: Any, offsets: Any, sums: Any) -> None:
    """Add what each hand of five is worth to every set of cards that it holds."""
    part = np.empty(5, np.int64)
    for at in range(len(sets)):
        if worth[at]:
            for held in range(32):
                many = pick(sets[at], held, part)
                sums[offsets[many] + number_of(part, many, choose)] += worth[at]


def _shared(counts: Any, times: Ints) -> Ints:
    """Counts by the kind of four cards and another card, evened out among cards that changes of suits which leave the
    four alone make of one another; each kind stands for so many."""
    fours = sets_of(4)
    found, many = np.zeros((len(fours.first), CARDS), np.int64), np.zeros(len(fours.first), np.int64)
    for at, change in enumerate(changes()):
        stays = _moved(4)[at, fours.first] == fours.first
        found[stays] += counts[stays][:, change]
        many += stays
    return found // (many * times)[:, None]


@kernel
def _with_one_more(firsts: Any, larger: Any, changes: Any, choose: Any, counts: Any, found: Any) -> None:
    """Counts by sets of cards of the final hand, from those by sets with a card more: a final hand is counted once for
    each of its other cards."""
    size = firsts.shape[1]
    cards = np.empty(size + 1, np.int64)
    for at in range(len(firsts)):
        for more in range(53):
            place = 0
            while place < size and firsts[at, place] < more:
                cards[place] = firsts[at, place]
                place += 1
            if place < size and firsts[at, place] == more:
                continue
            cards[place] = more
            for rest in range(place, size):
                cards[rest + 1] = firsts[at, rest]
            number = number_of(cards, size + 1, choose)
            change, row = changes[larger.change[number]], counts[larger.kind[number]]
            for card in range(53):
                if card != more:
                    found[at, card] += row[change[card]]


def _with_smaller(counts: Ints, size: int) -> Ints:
    """Counts by sets of this size of the final hand's cards, and before them those by smaller sets."""
    found = [counts]
    for fewer in range(size - 1, -1, -1):
        smaller = np.zeros((len(counts), comb(CARDS, fewer)), np.int64)
        _without_one(sets_of(fewer + 1).cards, tables().choose, found[0], smaller)
        found.insert(0, smaller // (5 - fewer))
    return np.hstack(found)


@kernel
def _without_one(cards: Any, choose: Any, counts: Any, found: Any) -> None:
    size = cards.shape[1]
    part, smaller = np.empty(5, np.int64), np.empty((len(cards), size), np.int64)
    for number in range(len(cards)):
        for out in range(size):
            pick(cards[number], (1 << size) - 1 & ~(1 << out), part)
            smaller[number, out] = number_of(part, size - 1, choose)
    for kind in range(len(counts)):
        for number in range(len(cards)):
            if counts[kind, number]:
                for out in range(size):
                    found[kind, smaller[number, out]] += counts[kind, number]
