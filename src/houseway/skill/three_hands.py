"""What a whole hand of Chinese poker is worth: its bonuses, what its segments win from others, Fantasy Land, a foul.

How often a segment wins is known from what others are left with: hands that skilled players made when they learnt to
place cards (`learning.py`).
"""

from bisect import bisect_right
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.cards import batch, ranks
from houseway.counting.kernels import kernel
from houseway.games.chinese.facts import ChineseFacts
from houseway.games.chinese.round import strength
from houseway.rules.families import facts
from houseway.rules.models import PayLine
from houseway.rules.resolved import Rules

Points = NDArray[np.float64]
Hands = NDArray[np.int16]  # rows of whole hands without a foul: the top by number, the ranks of middle and bottom
TOPS = 13 * 13 * 13


class Worth(NamedTuple):
    """What segments are worth, in points, by what they are."""

    takes: NDArray[np.int16]  # TOPS: by three ranks, highest first: the rank that a middle hand takes beside it
    top: Points  # TOPS: bonus and Fantasy Land
    middle: Points  # by rank
    bottom: Points
    top_wins: Points  # how often it wins, a tie as half
    middle_wins: Points
    bottom_wins: Points
    scoop: float
    foul: float  # below zero
    equal: bool  # a back hand that equals the middle is in order


class Met(NamedTuple):
    """What others come to: their hands without a foul, and what Fantasy Land is worth to whoever enters it."""

    hands: Hands
    fantasy: float


@lru_cache(maxsize=8)
def _printed(rules: Rules, *, fantasy: bool) -> tuple[NDArray[np.int16], list[Points], list[NDArray[np.bool_]]]:
    """Of every segment: what a middle hand takes beside a top, its bonus, and whether it leads to Fantasy Land."""
    land = facts(rules.game, ChineseFacts).fantasy_land
    enter = (_category(land.enter.hand), land.enter.low)
    classes = [(int(kind), *cards) for kind, cards in ranks._classes()]
    takes, pays, leads = np.zeros(TOPS, np.int16), np.zeros(TOPS), np.zeros(TOPS, np.bool_)
    for high, middle, low in product(range(13), repeat=3):
        if high >= middle >= low:
            made = strength((4 * high, 4 * middle + 1, 4 * low + 2))
            at = high * 169 + middle * 13 + low
            takes[at] = bisect_right(classes, made)
            pays[at] = _bonus(rules, "top", made)
            leads[at] = made[0] >= _category(land.stay.top) if fantasy else made[:2] >= enter
    all_pays, all_leads = [pays], [leads]
    for part, keeps in (("middle", land.stay.middle), ("bottom", land.stay.bottom)):
        all_pays.append(np.array([0.0, *(_bonus(rules, part, made) for made in classes[1:])]))
        all_leads.append(np.array([False, *(fantasy and made[0] >= _category(keeps) for made in classes[1:])]))
    return takes, all_pays, all_leads


def worths(rules: Rules, met: Met, *, fantasy: bool) -> Worth:
    """What segments are worth against these others; `fantasy` for a hand that is in Fantasy Land already."""
    stated = facts(rules.game, ChineseFacts)
    takes, pays, leads = _printed(rules, fantasy=fantasy)
    wins = [_wins(met.hands[:, at], len(pays[at])) for at in range(3)]
    lost = np.mean(sum(pays[at][met.hands[:, at]] for at in range(3))) if len(met.hands) else 0.0
    top, middle, bottom = (pays[at] + met.fantasy * leads[at] for at in range(3))
    top_wins, middle_wins, bottom_wins = wins
    return Worth(
        takes, top, middle, bottom, top_wins, middle_wins, bottom_wins,
        scoop=float(stated.scoop.points if stated.scoop else 0), foul=-float(stated.foul.points + lost),
        equal=rules.options["equal_segments"] == "in order",
    )  # fmt: skip


def _wins(others: NDArray[np.int16], size: int) -> Points:
    """How often a segment of each rank wins from those of the others."""
    many = np.bincount(others, minlength=size) if len(others) else np.ones(size)
    order = _order_of_tops() if size == TOPS else np.arange(size)
    sums = np.cumsum(many[order]) / many.sum()
    wins = np.zeros(size)
    wins[order] = sums - many[order] / many.sum() / 2
    return wins


@cache
def _order_of_tops() -> NDArray[np.int64]:
    made = {}
    for high, middle, low in product(range(13), repeat=3):
        if high >= middle >= low:
            made[high * 169 + middle * 13 + low] = strength((4 * high, 4 * middle + 1, 4 * low + 2))
    never = [at for at in range(TOPS) if at not in made]
    return np.array([*never, *sorted(made, key=lambda at: made[at])])


def _bonus(rules: Rules, part: str, made: Sequence[int]) -> float:
    word = ranks.Category(made[0]).name.lower().replace("_", "-")
    lines: list[PayLine] = [line for line in rules.pay_tables[part].lines if line.fits(word, made[1])]
    return max((float(line.pays.fraction()) for line in lines if line.pays), default=0.0)


@cache
def _category(word: str) -> int:
    return int(ranks.Category[word.upper().replace("-", "_")])


@kernel
def number_of_top(first: int, second: int, third: int) -> int:
    """The number of a top by its three ranks, in whatever order."""
    high, low = max(first, second, third), min(first, second, third)
    return int(high * 169 + (first + second + third - high - low) * 13 + low)


@kernel
def fouls(top: int, middle: int, bottom: int, worth: Worth) -> bool:
    """Segments out of order: the top by its number, the others by their ranks."""
    return bool(middle < worth.takes[top] or bottom < middle or (bottom == middle and not worth.equal))


@kernel
def points_of(top: int, middle: int, bottom: int, worth: Worth) -> float:
    """What a hand without a foul is worth against one other."""
    first, second, last = worth.top_wins[top], worth.middle_wins[middle], worth.bottom_wins[bottom]
    rows = 2 * (first + second + last) - 3
    scoops = first * second * last - (1 - first) * (1 - second) * (1 - last)
    worth_of: float = worth.top[top] + worth.middle[middle] + worth.bottom[bottom] + rows + worth.scoop * scoops
    return worth_of


@kernel
def scored(top: int, middle_key: int, middle_suits: int, bottom_key: int, bottom_suits: int, worth: Worth,
           tables: batch.Tables) -> float:  # fmt: skip
    """What a whole hand is worth, its segments as sums of keys."""
    middle = batch.rank_of(middle_key, middle_suits, tables)
    if middle < worth.takes[top]:
        return worth.foul
    bottom = batch.rank_of(bottom_key, bottom_suits, tables)
    if fouls(top, middle, bottom, worth):
        return worth.foul
    return points_of(top, middle, bottom, worth)
