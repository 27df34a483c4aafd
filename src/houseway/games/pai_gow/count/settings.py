"""How a chart sets each kind of hand."""

from collections.abc import Sequence
from functools import cache

import numpy as np

from houseway.cards.ranks import ACE
from houseway.counting.kernels import kernel
from houseway.games.pai_gow.count.hands import FRONT_BITS, FRONT_MASK, Codes, Examples, Ints, examples, two_place
from houseway.games.pai_gow.count.splits import all_splits, by_kind, fronts
from houseway.pricing.counting.cache import kept
from houseway.rules.house_way import Complete, HouseWay, is_enough
from houseway.rules.models import FrontWay

_NEVER = FRONT_MASK  # higher than any front
_ROWS = 3  # at most so many rows of a chart speak of a straight or flush with the same ranks


def house_settings(chart: HouseWay) -> Codes:
    """How the chart sets each kind of hand."""
    rows = [row.model_dump(mode="json", exclude={"examples", "clause"}) for row in chart.rows]
    key = [rows, chart.hands.in_front, chart.hands.plain_flushes]
    return kept("pai-gow-house-way", key, lambda: {"codes": _house_settings(chart)})["codes"]


def _house_settings(chart: HouseWay) -> Codes:
    known = examples(chart.hands.cards)
    least, wanted = _plans(chart, known)
    chosen = np.empty(len(known.kinds), np.int32)
    if not _choose(all_splits(chart.hands, known.cards), least, wanted, chosen):
        raise AssertionError("the chart names a front that a hand does not have")
    return by_kind(known.kinds, chosen)


def _plans(chart: HouseWay, known: Examples) -> tuple[Ints, Ints]:
    """For each example its rows for a straight or flush, each with the lowest back that it leaves and the lowest front
    that will do; and the lowest and highest front that the ranks alone name."""
    hands = int(known.plain.max()) + 1
    least, wanted = np.full((hands, _ROWS, 2), _NEVER), np.empty((hands, 2), np.int64)
    counts = known.counts[:hands] + (known.joker[:hands].astype(np.int64) << 3 * ACE)  # the joker is an ace
    for at, held in enumerate(counts.tolist()):
        plan = chart.plan(held)
        for row, complete in enumerate(plan.complete):
            least[at, row] = complete.least, _least_front(complete, chart.hands.in_front)
        wanted[at] = _places(plan.front)
    return least[known.plain], wanted[known.plain]


@cache
def _least_front(row: Complete, in_front: int) -> int:
    """The lowest front that is enough for a row; all higher ones are."""
    return min(_least_for(way, in_front) for way in row.ways)


def _least_for(way: FrontWay, in_front: int) -> int:
    if in_front == 1:
        return next(at for at in range(14) if is_enough(way, (min(at, ACE),)))
    two = fronts(2)
    return next(at for at, rank in enumerate(two) if is_enough(way, (rank >> 4 & 15, rank & 15)))


def _places(front: Sequence[int]) -> tuple[int, int]:
    """The places of a front by its ranks: of an ace alone also the joker's."""
    if len(front) == 1:
        return front[0], front[0] + (front[0] == ACE)
    place = two_place(max(front), min(front))
    return place, place


@kernel
def _choose(ways: Codes, least: Ints, wanted: Ints, chosen: Codes) -> bool:
    """The setting of each row: the highest front that leaves a straight, a flush or what the first row is for that will
    do; else the front that is wanted. Of several such settings, the one with the best back."""
    for at in range(len(ways)):
        low, high = wanted[at]
        floor = 1
        for row in range(len(least[at])):
            highest = -1
            for code in ways[at]:
                if code >> FRONT_BITS >= least[at, row, 0]:
                    highest = max(highest, code & FRONT_MASK)
            if highest >= least[at, row, 1]:
                low, high, floor = highest, highest, least[at, row, 0]
                break
        best, front = 0, -1
        for code in ways[at]:
            here = code & FRONT_MASK
            if (
                low <= here <= high
                and code >> FRONT_BITS >= floor
                and (here > front or (here == front and code > best))
            ):
                best, front = code, here
        chosen[at] = best
        if best == 0:
            return False
    return True
