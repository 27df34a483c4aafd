"""Every priced game against rounds that are dealt at random, decided as the coach says and settled at the table.

`HOUSEWAY_ROUNDS=100000` plays so many of each game; without it as many as take some seconds.
"""

import os
from collections import Counter
from fractions import Fraction
from math import sqrt

import pytest

from houseway.games import catalogue
from houseway.games.craps.party_craps.count.followed import followed
from houseway.games.craps.party_craps.count.pricing import BAR_TIES, NO_FEE
from houseway.play.ask import written
from houseway.play.outcome import Outcome, Result
from houseway.pricing import can_price, price
from houseway.pricing.banking.owed import decisions
from houseway.pricing.banking.played import Rounds
from houseway.pricing.families import pricing
from houseway.pricing.papers.sheet import WagerPrice
from houseway.rules.resolved import Rules
from houseway.rules.submission import house_rules

ERRORS = 4  # standard errors
DEVICE = ("bonus-spin", "bonus-spin-xtreme")  # wagers with the wheels' own test
# By how long a round of it takes to decide.
USUAL = {
    "party-craps": 2000,
    "criss-cross-poker": 400,
    "ultimate-texas-holdem": 900,
    "cal-quick-draw-poker": 3000,
    "three-card-poker": 3000,
    "three-card-texas-holdem": 2500,
    "cash-in-baccarat": 12_000,
    "commission-free-baccarat": 6000,
    "two-card-peek": 2000,
    "ultimate-war": 6000,
    "top-five-poker": 6000,
    **{id: 1000 for id, played in catalogue().items() if played.rules.family in ("pai-gow", "pai-gow-hands")},
    "lucky-pai-gow": 2000,
    **{id: 800 for id, played in catalogue().items() if played.rules.family == "twenty-one"},
    "pontoon-21": 250,
}
STANDING = {"party-craps"}  # wagers stand from round to round
PRICED = [id for id in sorted(catalogue()) if can_price(id)]


def rounds_of(id: str) -> int:
    found = pricing(id)
    coached = found is not None and found.advise is not None and found.quick is None
    return int(os.environ.get("HOUSEWAY_ROUNDS") or USUAL.get(id, 250 if coached else 3000))


@pytest.mark.parametrize("id", [id for id in PRICED if id not in STANDING])
def test_rounds_played_as_the_coach_says_come_out_as_counted(id: str) -> None:
    rules = house_rules(catalogue()[id].rules)
    sheet = price(rules)
    priced = {wager.wager: wager for wager in sheet.wagers}
    first = next(iter(priced))
    # The least wagers: no payout limit can bite, and where pays go by the amount the sheet is that of the least.
    stakes = {
        name: rules.limits[name].minimum
        for name, wager in rules.wagers.items()
        if wager.when == "wagers" and name not in DEVICE and name not in rivals(rules)
    }
    rounds = Rounds(rules, [written(stakes)], decisions(rules))
    results: dict[str, Counter[Fraction]] = {name: Counter() for name in priced}
    staked: dict[str, list[float]] = {name: [] for name in priced}
    for driver in rounds.play(rounds_of(id), f"{id} by the coach"):
        won: dict[str, int] = {}
        action: dict[str, int] = {}
        for one in driver.table.settled:  # what has no price of its own hangs together with the first wager
            name = one.outcome.wager if one.outcome.wager in priced else first
            won[name] = won.get(name, 0) + net(one.outcome)
            action[name] = action.get(name, 0) + one.outcome.stake
        for name, result in won.items():
            unit = stakes.get(name) or action[name]
            results[name][Fraction(result, unit)] += 1
            staked[name].append(action[name] / unit)
    for name, found in results.items():
        if found:
            check(priced[name], found)
            if (wagered := priced[name].action) is not None:
                check_mean(f"{name}, action", staked[name], float(wagered))
    assert {name for name, found in results.items() if found} >= stakes.keys() & priced.keys()


def rivals(rules: Rules) -> set[str]:
    """Of wagers that only one may be placed of, all but the first."""
    groups: dict[str, list[str]] = {}
    for name, wager in rules.wagers.items():
        groups.setdefault(wager.one_of, []).append(name)
    return {name for group, names in groups.items() if group for name in names[1:]}


def net(outcome: Outcome) -> int:
    if outcome.result is Result.WIN:
        return outcome.paid
    return -(outcome.stake - outcome.returned) * (outcome.result is Result.LOSE)


def check(wager: WagerPrice, found: Counter[Fraction]) -> None:
    """Mean, hit rate and the whole distribution, by the exact spread that the sheet gives."""
    many = found.total()
    outcomes = wager.outcomes
    mean = float(sum(result * count for result, count in found.items()) / many)
    assert abs(mean - float(outcomes.expectation)) <= ERRORS * outcomes.standard_deviation / sqrt(many), wager.wager
    hits, rate = sum(count for result, count in found.items() if result > 0) / many, float(outcomes.hit_rate)
    assert abs(hits - rate) <= ERRORS * sqrt(rate * (1 - rate) / many), wager.wager
    check_distribution(wager, found)


def check_distribution(wager: WagerPrice, found: Counter[Fraction]) -> None:
    """Pearson's sum over results that are expected ten times or more, the others together."""
    counts, many = wager.outcomes.counts, found.total()
    assert all(counts.get(result, 0) for result in found), f"{wager.wager} has a result that is not on the sheet"
    expected = {result: many * count / wager.outcomes.total for result, count in counts.items()}
    cells = [(found[result], each) for result, each in expected.items() if each >= 10]
    rest = (many - sum(one for one, _ in cells), many - sum(each for _, each in cells))
    if rest[1] >= 5:
        cells.append(rest)
    freedom = len(cells) - 1
    pearson = sum((one - each) ** 2 / each for one, each in cells)
    assert pearson <= freedom + ERRORS * sqrt(2 * freedom) + ERRORS, (wager.wager, pearson, freedom)


def check_mean(what: str, values: list[float], expected: float) -> None:
    many = len(values)
    mean = sum(values) / many
    error = sqrt(sum((value - mean) ** 2 for value in values) / many / many)
    assert abs(mean - expected) <= ERRORS * error + 1e-9, what


# Party Craps: every wager that can be placed is placed again as soon as it is decided, and followed to its end.


def test_party_craps_wagers_followed_from_flip_to_flip_come_out_as_counted() -> None:
    """One seat makes every wager, the other the horn, whose parts would lie on the same spots."""
    sheet = price(house_rules(catalogue()["party-craps"].rules))
    found = followed(sheet, rounds_of("party-craps"), "flips")
    for wager in sheet.wagers:
        if wager.wager.endswith((NO_FEE, BAR_TIES)):
            continue  # no table plays them so
        assert found[wager.wager], f"{wager.wager} was never decided"
        check(wager, found[wager.wager])
