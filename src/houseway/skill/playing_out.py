"""Playing an unfinished hand of Chinese poker to its end, each card placed before the next is known.

Cards are placed as the network says while many are to come. What the last of them make of a hand is counted. Kernels
here are called with `int(np.int64(0))` and not with `0`, for which numba would compile them once more.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.cards import batch
from houseway.counting.kernels import kernel
from houseway.pricing.equity.dealing import below, following
from houseway.skill.three_hands import Worth
from houseway.skill.unfinished import STATE, Cards, Network, Numbers, Scratch, State, add, outcome, room_of, valued

Pair = NDArray[np.float64]  # points, and how likely a foul is


class Known(NamedTuple):
    """What is the same for all that is looked at in one decision."""

    network: Network
    worth: Worth
    tables: batch.Tables
    group: int  # how many cards come at a time
    foul: float  # what a foul is taken to cost, in points


@kernel
def drawn(pack: Cards, at: int, left: Numbers, chance: np.uint64) -> np.uint64:
    """Bring a card that may come to its place in the pack."""
    chance = following(chance)
    other = at + below(chance, len(pack) - at)
    pack[at], pack[other] = pack[other], pack[at]
    left[pack[at] >> 2] -= 1
    left[13 + (pack[at] & 3)] -= 1
    return chance


@kernel
def last_card(state: State, pack: Cards, at: int, known: Known, found: Pair) -> None:
    """One place is left: the mean over every card that may come."""
    part = 0 if state[0] else 1 if state[1] else 2
    made = np.empty(STATE, np.int64)
    points, foul = 0.0, 0.0
    for place in range(at, len(pack)):
        add(state, pack[place], part, known.tables, made)
        more, out = outcome(made, known.worth, known.tables)
        points += more
        foul += out
    found[0], found[1] = points / (len(pack) - at), foul / (len(pack) - at)


@kernel
def last_two(state: State, pack: Cards, at: int, step: int, known: Known, found: Pair) -> None:
    """Two places are left: every card that may come, or one of so many, is placed before the next is known."""
    made, each = np.empty(STATE, np.int64), np.empty(2)
    points, foul, many = 0.0, 0.0, 0
    for place in range(at, len(pack), step):
        pack[at], pack[place] = pack[place], pack[at]
        best, best_points, best_foul = -1e18, 0.0, 0.0
        for part in range(3):
            if state[part]:
                add(state, pack[at], part, known.tables, made)
                last_card(made, pack, at + 1, known, each)
                if each[0] - known.foul * each[1] > best:
                    best, best_points, best_foul = each[0] - known.foul * each[1], each[0], each[1]
        pack[at], pack[place] = pack[place], pack[at]
        points, foul, many = points + best_points, foul + best_foul, many + 1
    found[0], found[1] = points / many, foul / many


@kernel
def last_three_cards(state: State, pack: Cards, at: int, known: Known, found: Pair) -> None:
    """Three places are left, for cards that come one at a time."""
    made, each = np.empty(STATE, np.int64), np.empty(2)
    points, foul = 0.0, 0.0
    for place in range(at, len(pack)):
        pack[at], pack[place] = pack[place], pack[at]
        best, best_points, best_foul = -1e18, 0.0, 0.0
        for part in range(3):
            if state[part]:
                add(state, pack[at], part, known.tables, made)
                last_two(made, pack, at + 1, int(np.int64(1)), known, each)
                if each[0] - known.foul * each[1] > best:
                    best, best_points, best_foul = each[0] - known.foul * each[1], each[0], each[1]
        pack[at], pack[place] = pack[place], pack[at]
        points, foul = points + best_points, foul + best_foul
    found[0], found[1] = points / (len(pack) - at), foul / (len(pack) - at)


@kernel
def best_of_three(state: State, first: int, second: int, third: int, known: Known, found: Pair) -> None:
    """Two places are left for two of three cards: the best that can be made."""
    one, made = np.empty(STATE, np.int64), np.empty(STATE, np.int64)
    best = -1e18
    for away in range(3):
        card = second if away == 0 else first
        other = second if away == 2 else third
        for part in range(3):
            if state[part] == 0:
                continue
            add(state, card, part, known.tables, one)
            last = 0 if one[0] else 1 if one[1] else 2
            add(one, other, last, known.tables, made)
            points, foul = outcome(made, known.worth, known.tables)
            if points - known.foul * foul > best:
                best, found[0], found[1] = points - known.foul * foul, points, foul


@kernel
def last_three(state: State, pack: Cards, at: int, step: int, known: Known, found: Pair) -> None:
    """Two places are left for two of three cards: the mean over every three that may come, or one in so many."""
    points, foul, many, number = 0.0, 0.0, 0, 0
    each = np.empty(2)
    for first in range(at, len(pack)):
        for second in range(first + 1, len(pack)):
            for third in range(second + 1, len(pack)):
                number += 1
                if number % step == 0:
                    best_of_three(state, pack[first], pack[second], pack[third], known, each)
                    points, foul, many = points + each[0], foul + each[1], many + 1
    found[0], found[1] = points / many, foul / many


@kernel
def foreseen(state: State, pack: Cards, at: int, left: Numbers, known: Known, room: Scratch, found: Pair) -> None:
    """What a hand is taken to come to, without playing on: counted where one card is to come or none."""
    places = room_of(state)
    if places == 0:
        found[0], found[1] = outcome(state, known.worth, known.tables)
    elif places == 1 and known.group == 1:
        last_card(state, pack, at, known, found)
    else:
        found[0], found[1] = valued(state, left, known.network, known.worth, known.tables, room)


@kernel
def place_one(hand: State, pack: Cards, at: int, left: Numbers, known: Known, room: Scratch, best_found: Pair) -> None:
    """Place the card that came where it is worth most."""
    made, found, each = np.empty(STATE, np.int64), np.empty(STATE, np.int64), np.empty(2)
    best = -1e18
    for part in range(3):
        if hand[part]:
            add(hand, pack[at], part, known.tables, made)
            foreseen(made, pack, at + 1, left, known, room, each)
            if each[0] - known.foul * each[1] > best:
                best = each[0] - known.foul * each[1]
                found[:] = made
                best_found[:] = each
    hand[:] = found


@kernel
def place_two(hand: State, pack: Cards, at: int, left: Numbers, known: Known, room: Scratch, best_found: Pair) -> None:
    """The same with the best two of three cards."""
    one, made, found = np.empty(STATE, np.int64), np.empty(STATE, np.int64), np.empty(STATE, np.int64)
    each = np.empty(2)
    best = -1e18
    for away in range(3):
        for first in range(3):
            if hand[first] == 0:
                continue
            add(hand, pack[at + (away + 1) % 3], first, known.tables, one)
            for second in range(3):
                if one[second] == 0:
                    continue
                add(one, pack[at + (away + 2) % 3], second, known.tables, made)
                foreseen(made, pack, at + 3, left, known, room, each)
                if each[0] - known.foul * each[1] > best:
                    best = each[0] - known.foul * each[1]
                    found[:] = made
                    best_found[:] = each
    hand[:] = found


@kernel
def came(hand: State, pack: Cards, at: int, left: Numbers, known: Known, room: Scratch, chance: np.uint64,
         found: Pair) -> np.uint64:  # fmt: skip
    """The next card, or three of them, come and are placed."""
    for place in range(at, at + known.group):
        chance = drawn(pack, place, left, chance)
    if known.group == 3:
        place_two(hand, pack, at, left, known, room, found)
    else:
        place_one(hand, pack, at, left, known, room, found)
    return chance
