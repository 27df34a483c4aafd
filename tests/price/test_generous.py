"""Wheels that give more than their wagers bring in are told of, by how much and where."""

from typing import Any

import pytest

import houseway
from houseway.games import game
from houseway.pricing.generous import generous
from houseway.pricing.wheels import devices
from houseway.prove.check import check
from houseway.rules.submission import Choices, demonstration_table, demonstration_text, house_rules


def found(id: str, **options: Any) -> list[str]:
    rules = house_rules(game(id).rules, Choices(options={"bonus_spin": True, **options}))
    return [one.wheel for one in generous(rules)]


def test_a_wheel_that_keeps_something_is_not_spoken_of() -> None:
    assert found("criss-cross-poker", bonus_spin_xtreme=True) == [] and found("pontoon-21") == []


def test_ninety_nine_jackpots_are_worth_more_than_they_cost() -> None:
    table = demonstration_table("pontoon-21")
    assert table is not None
    wheels = {**table.wheels, "bonus-spin-B": {**table.wheels["bonus-spin-B"], "jackpot": 99}}
    rules = house_rules(game("pontoon-21").rules, Choices(options={"bonus_spin": True}, wheels=wheels))
    (one,) = generous(rules)
    most = max(device.long_run(rules.seats) for device in devices(rules))
    assert one.wheel == "bonus-spin-B" and one.clause == "12.D(2)" and f"{float(most):.1%}" in one.what


@pytest.mark.parametrize(("jackpots", "warned"), [(1, 0), (99, 1)])
def test_a_submission_with_such_a_wheel_is_warned_of_and_may_open(jackpots: int, warned: int) -> None:
    text = demonstration_text()
    wheel = "bonus-spin-B = {{ jackpot = {}, 1000 = 1"
    assert wheel.format(1) in text
    checked = check(text.replace(wheel.format(1), wheel.format(jackpots)), name="house.toml", generous=generous)
    told = [one for one in checked.findings if "worth more to the player" in one.what]
    assert checked.errors == 0 and len(told) == warned
    for one in told:
        assert one.severity == "warning" and one.where == 'table "Pontoon 1", wheels.bonus-spin-B'
        assert text.split("\n")[one.line - 1].startswith("bonus-spin-B = { jackpot")


@pytest.mark.parametrize(
    ("id", "options", "named"),
    [
        ("ultimate-pai-gow", {}, ("These wagers favour", "Ultimate Player Bet, worth 0.001050", "Ultimate Banker Bet")),
        ("two-card-peek", {"two_rows_pay": "1:1"}, ("These wagers favour", "Pick Rows A and B, worth 0.325517")),
        ("criss-cross-poker", {"antes_pay": "table"}, ("This wager favours", "worth 0.193470 of one ante")),
        ("blackjack-x-buster-v1.2", {}, ("This wager favours", "Game wager, best play, worth 0.002395")),
        ("criss-cross-poker", {}, ()),
        ("two-card-peek", {}, ()),
        ("mini-pai-gow", {}, ()),  # the double-down is worth something where it is made, and is made nowhere else
    ],
)
def test_a_wager_that_favours_the_player_says_so_on_the_sheet_of_any_family(
    id: str, options: dict[str, Any], named: tuple[str, ...]
) -> None:
    sheet = houseway.price(id, **options)
    told = [note for note in sheet.notes if "favour" in note]
    assert len(told) == bool(named)
    assert all(name in note for note in told for name in named)
