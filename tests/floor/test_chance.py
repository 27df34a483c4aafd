"""The floor's statistics, each against a sum that is done in another way."""

from math import comb, exp, factorial, sqrt
from random import Random

import numpy as np
import pytest

from houseway.floor.chance import NORMAL, Part, chi_square_p, discoveries, normal_p, spread


def part(results: list[float], chances: list[float], rounds: int) -> Part:
    return Part(np.array(results), np.array(chances), rounds)


def test_even_bets_have_the_tails_of_the_binomial_law() -> None:
    found = spread([part([-1, 1], [0.5, 0.5], 100)])
    assert found.below(-20) == pytest.approx(sum(comb(100, won) for won in range(41)) / 2**100, abs=1e-12)
    assert found.above(-20) == pytest.approx(sum(comb(100, won) for won in range(40, 101)) / 2**100, abs=1e-12)
    assert found.interval(0.95) == (-20, 20)
    assert (found.mean, found.deviation) == (0, 10)


def test_a_rare_prize_is_as_rare_as_it_is() -> None:
    """Five prizes of a thousand tries: the normal law would call eleven of them a scandal, and they are none."""
    found = spread([part([-5, 500], [0.995, 0.005], 1000)])
    for many in (0, 1, 5, 11):
        exact = sum(comb(1000, won) * 0.005**won * 0.995 ** (1000 - won) for won in range(many, 1001))
        assert found.above(-5 * 1000 + 505 * many) == pytest.approx(exact, abs=1e-9)


def test_bets_of_different_size_add_up_as_every_way_to_win_them_does() -> None:
    found = spread([part([-300, 300], [0.6, 0.4], 2), part([-500, 1000], [0.7, 0.3], 1)])
    ways: dict[float, float] = {}
    for one, p in ((-300, 0.6), (300, 0.4)):
        for two, q in ((-300, 0.6), (300, 0.4)):
            for three, r in ((-500, 0.7), (1000, 0.3)):
                ways[one + two + three] = ways.get(one + two + three, 0) + p * q * r
    for result in ways:
        assert found.below(result) == pytest.approx(sum(ways[one] for one in ways if one <= result), abs=1e-9)
        assert found.above(result) == pytest.approx(sum(ways[one] for one in ways if one >= result), abs=1e-9)


def test_results_on_no_common_grid_are_near_and_never_told_rarer_than_they_are() -> None:
    rng = Random(5)
    parts = [part([-amount, amount * 1.37], [0.6, 0.4], 1) for amount in (rng.uniform(100, 9000) for _ in range(60))]
    found = spread(parts)
    drawn = []
    for _ in range(20_000):
        drawn.append(sum(float(one.results[int(rng.random() < 0.4)]) for one in parts))
    low, high = found.interval(0.95)
    assert sum(low <= one <= high for one in drawn) / len(drawn) == pytest.approx(0.95, abs=0.006)
    far = found.mean - 2.5 * found.deviation
    rare = sum(one <= far for one in drawn) / len(drawn)
    assert found.below(far) == pytest.approx(rare, abs=4 * sqrt(rare / len(drawn)) + 5e-4)


def test_very_many_rounds_follow_the_normal_law() -> None:
    found = spread([part([-100, 93.5], [0.49, 0.51], 400_000_000)])
    assert found.p(found.mean + 3 * found.deviation) == pytest.approx(normal_p(3), rel=0.02)


def test_a_wider_deviation_stretches_every_interval() -> None:
    bets = [part([-1, 1], [0.5, 0.5], 100)]
    plain, wide = spread(bets), spread(bets, deviation=20)
    assert wide.interval(0.95) == tuple(2 * end for end in plain.interval(0.95))
    assert wide.p(-40) == pytest.approx(plain.p(-20))


def test_nothing_at_stake_allows_nothing_but_what_is_due() -> None:
    found = spread([part([5.0], [1.0], 10)])
    assert found.p(50) == 1.0 and found.p(51) == 0.0 and found.interval(0.999) == (50, 50)


@pytest.mark.parametrize("value", [0.3, 2.0, 7.5, 30.0, 200.0])
def test_chi_square_of_two_degrees_is_an_exponential_and_of_one_a_normal_squared(value: float) -> None:
    assert chi_square_p(value, 2) == pytest.approx(exp(-value / 2), rel=1e-10)
    assert chi_square_p(value, 1) == pytest.approx(2 * NORMAL.cdf(-sqrt(value)), rel=1e-7)
    # Even degrees of freedom are a Poisson sum.
    poisson = sum(exp(-value / 2) * (value / 2) ** at / factorial(at) for at in range(26))
    assert chi_square_p(value, 52) == pytest.approx(poisson, rel=1e-9)


def test_discoveries_by_hand() -> None:
    """Benjamini and Hochberg at 5 % of ten: bounds 0.005, 0.010, 0.015, 0.020; the third is within, so are the first
    two, though the second alone is not below its own bound."""
    chances = [0.004, 0.0105, 0.0149, 0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0]
    assert discoveries(chances, 0.05) == [True] * 3 + [False] * 7
    assert discoveries([0.006, *chances[3:], 0.9, 0.9], 0.05) == [False] * 10
    assert discoveries([], 0.05) == []
