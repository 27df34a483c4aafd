"""An interval holds what it promises: for every kind of line, and for long shots of few hands.

Coverage is counted where it can be: every result that a sum of wagers can have, with its chance by plain convolution,
and how much of that lies inside. What is played besides are many small houses, each judged by itself; `HOUSEWAY_FULL=1`
plays more of them, of more games.
"""

import os
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from itertools import groupby, product
from math import sqrt

import numpy as np
import pytest

from houseway.floor.chance import Part, Spread, spread
from houseway.floor.clumps import shape_of, spread_of
from houseway.floor.hanging import known
from houseway.floor.judging import KINDS, Floor, Line, judged
from houseway.floor.observing import Seen
from houseway.floor.theory import Expected, Theory, known_of
from houseway.games import game
from houseway.pricing import price
from houseway.rules.submission import house_rules
from tests.floor.generated import Generated

FULL = bool(os.environ.get("HOUSEWAY_FULL"))
THEORY = Theory()
PROMISED = (0.95, 0.999)

Chances = Mapping[int, float]  # by result, in cents


def times(one: Chances, rounds: int) -> Chances:
    """The sum of so many, by plain convolution."""
    low, high = min(one), max(one)
    grid = np.zeros(high - low + 1)
    for result, chance in one.items():
        grid[result - low] = chance
    total = np.ones(1)
    for _ in range(rounds):
        total = np.convolve(total, grid)
    return {rounds * low + at: chance for at, chance in enumerate(total.tolist()) if chance > 0}


def covered(found: Spread, chances: Chances, share: float) -> float:
    low, high = found.interval(share)
    return sum(chance for result, chance in chances.items() if low - 1e-6 <= result <= high + 1e-6)


def told(found: Spread, chances: Chances, p: float) -> float:
    """How likely chance alone is told to be no likelier than p."""
    return sum(chance for result, chance in chances.items() if found.p(result) <= p)


def wager(id: str, name: str) -> Expected:
    return known_of(price(house_rules(game(id).rules))).wagers[name]


LONG_SHOT = Expected("long shot", 1.0, None, np.array([-1.0, 50.0]), np.array([0.985, 0.015]), -0.235, True)


@pytest.mark.parametrize("rounds", [1, 5, 30])
@pytest.mark.parametrize("one", [
    ("cash-in-baccarat", "tie"), ("cash-in-baccarat", "tiger-8"), ("commission-free-baccarat", "banker"),
    ("ultimate-war", "war"), ("top-five-poker", "top-five-bonus"),
], ids=" ".join)  # fmt: skip
def test_hands_of_one_wager_lie_inside_as_often_as_promised(one: tuple[str, str], rounds: int) -> None:
    expected = wager(*one)
    parts = Part(-expected.results, expected.chances, rounds)
    exact = times(
        {round(2 * result): chance for result, chance in zip(parts.results, parts.chances, strict=True)}, rounds
    )
    doubled = replace(parts, results=2 * parts.results)  # some pay half a wager
    found = spread([doubled])
    for share in PROMISED:
        assert covered(found, exact, share) >= share
    for p in (0.05, 0.001, 1e-5):
        assert told(found, exact, p) <= p * (1 + 1e-6)


@pytest.mark.parametrize("rounds", [3, 20])
@pytest.mark.parametrize("name", ["player", "tie", "phoenix-7", "tiger-8"])
def test_a_long_shot_that_three_share_lies_inside_as_often_as_promised(name: str, rounds: int) -> None:
    """Three hands that win and lose together are one of three times the size: not three that are a little wilder."""
    rules = house_rules(game("cash-in-baccarat").rules)
    together, expected = known(rules), wager("cash-in-baccarat", name)
    shape = shape_of([(expected, 2.0), (expected, 4.0), (expected, 4.0)], together)
    assert shape.exact and [clump.unit for clump in shape.clumps] == [10.0]
    mean = -10 * rounds * expected.mean
    found = spread_of({shape: rounds}, mean=mean, variance=rounds * (10 * expected.deviation) ** 2)
    ones = {round(-10 * result): chance for result, chance in zip(expected.results, expected.chances, strict=True)}
    for share in PROMISED:
        assert covered(found, times(ones, rounds), share) >= share


def test_different_wagers_on_the_same_cards_have_their_exact_sum() -> None:
    rules = house_rules(game("cash-in-baccarat").rules)
    together = known(rules)
    assert together is not None
    bets = [(wager("cash-in-baccarat", name), unit) for name, unit in (("player", 10.0), ("banker", 4.0), ("tie", 2.0))]
    shape = shape_of(bets, together)
    ones: defaultdict[int, float] = defaultdict(float)
    for at, chance in enumerate(together.chances):
        ones[round(-sum(unit * together.results[one.wager][at] for one, unit in bets))] += chance
    exact = times(ones, 25)
    mean = sum(result * chance for result, chance in exact.items())
    variance = sum((result - mean) ** 2 * chance for result, chance in exact.items())
    found = spread_of({shape: 25}, mean=mean, variance=variance)
    assert all(found.below(result) == pytest.approx(sum(c for r, c in exact.items() if r <= result), abs=1e-9)
               for result in list(exact)[:: len(exact) // 20])  # fmt: skip


@pytest.mark.parametrize("common", [0.0, 0.3, 0.7])
@pytest.mark.parametrize("rounds", [10, 60])
def test_hands_that_hang_together_in_part_lie_inside_as_often_as_promised(common: float, rounds: int) -> None:
    """Of three hands only the correlation is known; here they win and lose as one in that share of rounds."""
    results = dict(zip((1, -50), (0.985, 0.015), strict=True))
    ones: defaultdict[int, float] = defaultdict(float)
    for result, chance in results.items():
        ones[3 * result] += common * chance
    for three in product(results.items(), repeat=3):
        ones[sum(one for one, _ in three)] += (1 - common) * float(np.prod([chance for _, chance in three]))
    exact = times(ones, rounds)
    variance = LONG_SHOT.deviation**2 * (3 + 6 * common)
    shape = shape_of([(LONG_SHOT, 1.0)] * 3, variance=variance)
    assert shape.as_one == pytest.approx(common, abs=1e-3)
    found = spread_of({shape: rounds}, mean=-3 * rounds * LONG_SHOT.mean, variance=rounds * variance)
    for share in PROMISED:
        assert covered(found, exact, share) >= share


def test_a_sum_that_is_measured_a_little_narrower_keeps_its_furthest_results() -> None:
    """Nine times in ten nobody wins a long shot in three rounds: the bank's best result must not be cut off."""
    shape = shape_of([(LONG_SHOT, 1.0)] * 2)
    own = 2 * LONG_SHOT.deviation**2
    found = spread_of({shape: 3}, mean=-6 * LONG_SHOT.mean, variance=3 * 0.98 * own)
    exact = times({1: 0.985, -50: 0.015}, 6)
    assert all(covered(found, exact, share) >= share for share in PROMISED)


# Houses


def houses(id: str, many: int, rounds: int) -> Iterator[list[Seen]]:
    """Small houses of one table, three players and two days each."""
    played = Generated(id, seats=3, theory=THEORY, seed="calibration").play(many * rounds)
    for _, those in groupby(enumerate(played), key=lambda one: one[0] // rounds):
        yield [
            replace(seen, round=at % rounds + 1, at=f"2026-03-{1 + 2 * (at % rounds) // rounds:02}T10:00:00")
            for at, seen in those
        ]


def lines_of(house: Sequence[Seen]) -> list[Line]:
    return [line for line in judged(Floor.of(house), date(2026, 3, 1), date(2026, 3, 2)) if line.p is not None]


@pytest.mark.parametrize(
    "id", ["cash-in-baccarat", *(["top-five-poker", "three-card-poker", "party-craps"] if FULL else [])]
)
def test_lines_of_every_kind_lie_outside_as_seldom_as_promised(id: str) -> None:
    """A house's lines overlap, and houses do not: of each kind one line of every house is taken."""
    many = 400 if FULL else 30
    outside: Counter[tuple[str, str, float]] = Counter()
    findings = 0
    for house in houses(id, many, 20):
        found = lines_of(house)
        findings += any(line.finding for line in found)
        first = {(line.kind, line.period): line for line in reversed(found)}
        assert set(first) == {(kind, period) for kind in KINDS for period in ("day", "month", "year")}
        for (kind, period), line in first.items():
            for share, within in zip(PROMISED, (line.within_95, line.within_999), strict=True):
                assert within is not None
                outside[kind, period, share] += not within[0] - 1e-6 <= line.judged <= within[1] + 1e-6
    for (kind, period, share), seen in outside.items():
        at_most = many * (1 - share) + 3 * sqrt(many * (1 - share) * share)
        assert seen <= at_most, f"{kind} by {period}: {seen} of {many} outside of {share:.1%}"
    assert findings <= 0.05 * many + 3 * sqrt(0.05 * 0.95 * many)
