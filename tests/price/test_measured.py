"""Splits that are dealt beside those that are counted: the error that a sheet of twenty-one states."""

from collections.abc import Mapping
from fractions import Fraction
from math import sqrt

import pytest

from houseway.games import game
from houseway.price.families import pricing
from houseway.price.papers.filed import filed
from houseway.price.papers.sheet import Sheet
from houseway.price.twenty_one.banked import best_of
from houseway.price.twenty_one.measured import Measured, measured
from houseway.price.twenty_one.round import Round
from houseway.price.twenty_one.sheet import best_round, of_splits
from houseway.rules.resolved import Rules, resolve

SOME = 2_000_000
# Blackjack X and its version with Jack Magic split the same hands in the same way, and count in other parts of a wager.
GAMES = ["pontoon-21", "blackjack-x", "blackjack-x-buster-jack-magic", "blackjack-x-buster-v1.1", "cal-blackjack-2.0"]


def round_of(rules: Rules) -> Round:
    return best_round(rules, rules.limits["pontoon"].minimum) if "pontoon" in rules.limits else best_of(rules)


@pytest.fixture(scope="module", params=GAMES)
def split(request: pytest.FixtureRequest) -> tuple[Round, Measured]:
    best = round_of(resolve(game(request.param).rules))
    return best, measured(best, of_splits(best), splits=SOME, seed=5)


def mean(chances: Mapping[Fraction, float], power: int = 1) -> float:
    return sum(float(result) ** power * likely for result, likely in chances.items())


def test_splits_that_are_dealt_come_to_what_a_split_is_worth_exactly(split: tuple[Round, Measured]) -> None:
    best, found = split
    worth = float(best.split_return / best.split_chance)
    error = sqrt((mean(found.found, 2) - worth**2) / found.splits)
    assert sum(found.found.values()) == pytest.approx(1)
    assert mean(found.counted) == pytest.approx(worth, abs=1e-9), "counted: moved to the exact mean"
    assert abs(mean(found.found) - worth) < 4 * error


def test_what_is_stated_holds_for_other_cards(split: tuple[Round, Measured]) -> None:
    """Splits from another seed lie within the bound and the error of their own sample."""
    best, found = split
    other = measured(best, of_splits(best), splits=SOME, seed=6)
    for result in other.results:
        assert other.often * (other.off(result) - 4 * other.error(result)) < found.of_a_chance
    assert found.furthest < 4.5 and other.furthest < 4.5


def test_chances_that_are_wrong_are_found_to_be(split: tuple[Round, Measured]) -> None:
    best, _ = split
    wrong = of_splits(best)
    for result, more in ((2, 1), (-2, 1), (0, -2)):  # the mean stays
        wrong[Fraction(result)] += Fraction(more, 200)
    found = measured(best, wrong, splits=SOME, seed=5)
    assert found.furthest > 10
    assert found.of_a_chance > 0.009 * found.often
    assert found.of_the_deviation(1.2) > 0.035 * found.often / 2.4, "1/200 of 4, twice"


@pytest.mark.parametrize("id", GAMES[:2])
def test_a_sheet_states_how_far_its_near_figures_can_be_off(id: str) -> None:
    found = pricing(id)
    assert found is not None
    sheet: Sheet = found.price(resolve(game(id).rules))
    main, *others = sheet.wagers
    assert main.near is not None and all(one.near is None for one in others)
    assert 0 < main.near.chance < 3e-5 and 0 < main.near.hit_rate < 5e-5 and 0 < main.near.deviation < 2e-4
    assert main.near.told in sheet.method
    said = filed(sheet)["wagers"][0]["off_by_at_most"]
    assert said["standard_deviation"] == main.near.deviation
