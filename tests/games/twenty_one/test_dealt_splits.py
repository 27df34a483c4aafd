"""Splits that are dealt beside those that are counted: the error that a sheet of twenty-one states."""

from collections.abc import Mapping
from fractions import Fraction
from math import sqrt

import pytest

from houseway.games import game
from houseway.games.twenty_one.count.dealt_splits import DealtSplits, deal_splits
from houseway.games.twenty_one.count.pricing import best_of
from houseway.games.twenty_one.count.sheet import best_round, of_splits
from houseway.games.twenty_one.count.whole_round import Round
from houseway.pricing.families import pricing
from houseway.pricing.papers.document import every_result, result_rows
from houseway.pricing.papers.filed import filed
from houseway.pricing.papers.sheet import Sheet
from houseway.rules.resolved import Rules, resolve
from tests.papers.test_price_sheet import in_html

SOME = 2_000_000
# Blackjack X and its version with Jack Magic split the same hands in the same way, and count in other parts of a wager.
GAMES = ["pontoon-21", "blackjack-x", "blackjack-x-buster-jack-magic", "blackjack-x-buster-v1.1", "cal-blackjack-2.0"]


def round_of(rules: Rules) -> Round:
    return best_round(rules, rules.limits["pontoon"].minimum) if "pontoon" in rules.limits else best_of(rules)


@pytest.fixture(scope="module", params=GAMES)
def split(request: pytest.FixtureRequest) -> tuple[Round, DealtSplits]:
    best = round_of(resolve(game(request.param).rules))
    return best, deal_splits(best, of_splits(best), splits=SOME, seed=5)


def mean(chances: Mapping[Fraction, float], power: int = 1) -> float:
    return sum(float(result) ** power * likely for result, likely in chances.items())


def test_splits_that_are_dealt_come_to_what_a_split_is_worth_exactly(split: tuple[Round, DealtSplits]) -> None:
    best, found = split
    worth = float(best.split_return / best.split_chance)
    error = sqrt((mean(found.found, 2) - worth**2) / found.splits)
    assert sum(found.found.values()) == pytest.approx(1)
    assert mean(found.counted) == pytest.approx(worth, abs=1e-9), "counted: moved to the exact mean"
    assert abs(mean(found.found) - worth) < 4 * error


def test_what_is_stated_holds_for_other_cards(split: tuple[Round, DealtSplits]) -> None:
    """Splits from another seed lie within the bound and the error of their own sample."""
    best, found = split
    other = deal_splits(best, of_splits(best), splits=SOME, seed=6)
    for result in other.results:
        assert other.often * (other.off(result) - 4 * other.error(result)) < found.of_a_chance
    assert found.furthest < 4.5 and other.furthest < 4.5


def test_chances_that_are_wrong_are_found_to_be(split: tuple[Round, DealtSplits]) -> None:
    best, _ = split
    wrong = of_splits(best)
    for result, more in ((2, 1), (-2, 1), (0, -2)):  # the mean stays
        wrong[Fraction(result)] += Fraction(more, 200)
    found = deal_splits(best, wrong, splits=SOME, seed=5)
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
    first = filed(sheet)["wagers"][0]
    assert first["off_by_at_most"]["standard_deviation"] == main.near.deviation


@pytest.mark.parametrize("id", GAMES[:2])
def test_chances_of_splits_are_stated_as_rounded_probabilities_and_never_as_cases(id: str) -> None:
    found = pricing(id)
    assert found is not None
    sheet: Sheet = found.price(resolve(game(id).rules))
    main, other = sheet.wagers[0], sheet.wagers[-1]
    data = main.data()
    assert data["distribution_rounded_to"] == "10^-12" and {*data["distribution"][0]} == {"result", "probability"}
    assert all(len(one["probability"].partition(".")[2]) == 12 for one in data["distribution"])
    assert sum(float(one["probability"]) for one in data["distribution"]) == pytest.approx(1, abs=1e-9)
    assert {*sheet.distribution(main.wager)[0]} == {"result", "probability"}
    assert {*sheet.distribution(other.wager)[0]} == {"result", "count", "probability"}
    assert sum(line.count for line in main.lines) == data["total"] == main.cases < main.outcomes.total
    heads, rows = result_rows(main)
    assert heads == ("result", "probability") and len(rows) == len(data["distribution"])
    assert result_rows(other)[0] == ("result", "cases", "probability")
    assert every_result(main) == "Every result: probabilities rounded to 10^-12, not counted cases"
    assert every_result(main) in in_html(sheet) and every_result(other) == "Every result"
