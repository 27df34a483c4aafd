"""What the 32 ways to hold some of five cards are worth, and which is best.

A way to hold is a number from 0 to 31: a bit for each card, the lowest card first.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.cards.card import Card
from houseway.counting.kernels import kernel
from houseway.games.ante_and_raise.cal_quick_draw_poker.count.hands import (
    OFFSETS,
    Ints,
    changes,
    number_of,
    pick,
    ranked,
    sets_of,
    tables,
)
from houseway.games.ante_and_raise.cal_quick_draw_poker.count.sweeps import WHOLE, Pack

WAYS = 32
_NEAR = 1e-9  # worths this close together, for a stake of one, are compared as fractions


class Pays(NamedTuple):
    """What the Play wager pays: won, lost, and besides by line of the final hand."""

    win: int
    lose: int
    extra: tuple[Fraction, ...]


def draws(way: int, pack: Pack = WHOLE) -> int:
    """How many draws there are."""
    return comb(len(pack.cards) - 5, 5 - way.bit_count())


def banks(way: int, pack: Pack = WHOLE) -> int:
    """How many hands the player-dealer can have after a draw."""
    return comb(len(pack.cards) - 5 - (5 - way.bit_count()), 7)


@cache
def made_with(lines: tuple[int, ...], pack: Pack = WHOLE) -> NDArray[np.int32]:
    """By set of cards, of all sizes, and line: how many final hands with it are of that line. Lines are by rank."""
    fives = sets_of(5)
    line = np.array(lines, np.int8)[ranked(fives.cards)]
    inside = np.isin(fives.cards, pack.cards).all(axis=1)
    found = np.zeros((int(OFFSETS[-1]), max(lines) + 1), np.int32)
    _add_lines(fives.cards, np.where(inside, line, -1), tables().choose, OFFSETS, found)
    return found


@kernel
def _add_lines(sets: Any, line: Any, choose: Any, offsets: Any, found: Any) -> None:
    part = np.empty(5, np.int64)
    for at in range(len(sets)):
        if line[at] >= 0:
            for held in range(32):
                many = pick(sets[at], held, part)
                found[offsets[many] + number_of(part, many, choose), line[at]] += 1


@kernel
def _made(hand: Any, with_: Any, choose: Any, offsets: Any, made: Any) -> None:
    """By way to hold and line: how many draws make it."""
    part = np.empty(5, np.int64)
    for held in range(32):
        many = pick(hand, held, part)
        row = with_[offsets[many] + number_of(part, many, choose)]
        for line in range(len(row)):
            made[held, line] = row[line]
    for place in range(5):  # without each discard in turn: less those with it
        for held in range(32):
            if not held >> place & 1:
                for line in range(made.shape[1]):
                    made[held, line] -= made[held | 1 << place, line]


def made_by_hold(hand: Sequence[Card], with_: NDArray[np.int32]) -> Ints:
    """Of one hand, its cards in rising order: by way to hold and line, how many draws make it."""
    found = np.zeros((WAYS, with_.shape[1]), np.int64)
    _made(np.array(hand, np.int64), with_, tables().choose, OFFSETS, found)
    return found


@kernel
def _chosen_made(hands: Any, ways: Any, with_: Any, choose: Any, offsets: Any, found: Any) -> None:
    made = np.zeros((32, with_.shape[1]), np.int64)
    for at in range(len(hands)):
        _made(hands[at], with_, choose, offsets, made)
        found[at] = made[ways[at]]


def chosen_made(hands: NDArray[np.uint8], ways: Ints, with_: NDArray[np.int32]) -> Ints:
    """For each hand, held in one way: by line, how many draws make it."""
    found = np.zeros((len(hands), with_.shape[1]), np.int64)
    _chosen_made(hands, ways, with_, tables().choose, OFFSETS, found)
    return found


@kernel
def _best(hands: Any, lost: Any, with_: Any, choose: Any, offsets: Any, pays: Any, win: float, lose: float, draws: Any,
          banks: Any, best: Any, worths: Any) -> None:  # fmt: skip
    """The best way to hold by floating-point figures, and what all of them are worth so."""
    made = np.zeros((32, with_.shape[1]), np.int64)
    for at in range(len(hands)):
        _made(hands[at], with_, choose, offsets, made)
        top = -np.inf
        for held in range(31, -1, -1):
            worth = 0.0
            for line in range(len(pays)):
                worth += pays[line] * made[held, line]
            share = lost[at, held] / (draws[held] * banks[held])
            worth = worth / draws[held] + win * (1 - share) + lose * share
            worths[at, held] = worth
            if worth > top:
                top = worth
                best[at] = held


def worth(way: int, lost: Sequence[int], made: Ints, pays: Pays, pack: Pack = WHOLE) -> Fraction:
    """What a way to hold is worth, exactly."""
    extra = sum((pay * int(many) for pay, many in zip(pays.extra, made[way], strict=True)), Fraction(0))
    share = Fraction(int(lost[way]), draws(way, pack) * banks(way, pack))
    return extra / draws(way, pack) + pays.win * (1 - share) + pays.lose * share


def best_ways(hands: NDArray[np.uint8], lost: Ints, with_: NDArray[np.int32], pays: Pays, pack: Pack = WHOLE) -> Ints:
    """For each hand the best way to hold; among equals the one that draws the fewest cards, and of those the one that
    holds the highest."""
    best, worths = np.zeros(len(hands), np.int64), np.zeros((len(hands), WAYS))
    _best(
        hands, lost, with_, tables().choose, OFFSETS, np.array([float(pay) for pay in pays.extra]), float(pays.win),
        float(pays.lose), np.array([draws(way, pack) for way in range(WAYS)], np.float64),
        np.array([banks(way, pack) for way in range(WAYS)], np.float64), best, worths,
    )  # fmt: skip
    near = _NEAR * (1 + max(float(abs(pay)) for pay in (Fraction(pays.win), Fraction(pays.lose), *pays.extra)))
    close = worths >= worths.max(axis=1, keepdims=True) - near
    for at in np.flatnonzero(close.sum(axis=1) > 1).tolist():
        made = made_by_hold(hands[at].tolist(), with_)
        ways = sorted(np.flatnonzero(close[at]).tolist(), key=lambda way: (way.bit_count(), way), reverse=True)
        best[at] = max(ways, key=lambda way: worth(way, lost[at], made, pays, pack))  # the first of equals
    return best


# Any hand, by the first of its kind


def as_first(cards: Sequence[Card]) -> tuple[int, tuple[int, ...]]:
    """The kind of five cards, and at which place of the kind's first hand each of them stands."""
    ordered = sorted(cards)
    fives, choose = sets_of(5), tables().choose
    number = sum(int(choose[card, place + 1]) for place, card in enumerate(ordered))
    first = fives.cards[fives.first[fives.kind[number]]].tolist()
    change = changes()[fives.change[number]]
    return int(fives.kind[number]), tuple(first.index(int(change[card])) for card in cards)


def way_of(cards: Sequence[Card], held: Sequence[Card], places: Sequence[int]) -> int:
    """As a way to hold of the kind's first hand."""
    return sum(1 << place for card, place in zip(cards, places, strict=True) if card in held)
