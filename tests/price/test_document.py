"""What a sheet says besides its figures, and what asks for one in Python."""

from pathlib import Path

import pytest

import houseway
from houseway.pricing import edited
from houseway.pricing.papers.plot import plot
from houseway.pricing.papers.sheet import Sheet
from houseway.rules.files import game_rules
from houseway.rules.strict import RulesError
from tests.papers.test_price_sheet import small_sheet


@pytest.fixture(scope="module")
def sheet() -> Sheet:
    return small_sheet()


def test_python_takes_options_and_pay_tables_by_keyword() -> None:
    game = game_rules("criss-cross-poker")
    rules = edited(game, {"antes_pay": "table", "five_card_bonus": True, "criss_cross": {"pair_J": "push"}})
    assert rules.options["antes_pay"] == "table"
    lines = {line.key: line.pays for line in rules.pay_tables["across"].lines}
    assert lines["pair-J"] is None
    with pytest.raises(RulesError, match="line by line"):
        edited(game, {"criss_cross": "9:1"})
    with pytest.raises(RulesError, match="not a pay table"):
        edited(game, {"no_such": {"flush": "9:1"}})


def test_a_game_without_a_price_says_so() -> None:
    with pytest.raises(RulesError, match="has no price yet"):
        houseway.price("high-card")
    with pytest.raises(RulesError, match="is not a game here"):
        houseway.price("no-such-game")


@pytest.mark.parametrize(
    ("game", "wagers"),
    [
        ("top-five-poker", ["ante", "top-five-bonus", "poker-bonus"]),
        ("cash-in-baccarat", ["banker"]),
        ("party-craps", ["pass"]),
    ],
)
def test_the_figures_of_the_documentation_are_those_counted(game: str, wagers: list[str]) -> None:
    text = (Path(__file__).parents[2] / "docs" / "pricing.md").read_text(encoding="utf-8")
    counted = houseway.price(game)
    for wager in wagers:
        expectation = counted.wager(wager).expectation
        (line,) = (line for line in text.splitlines() if f"| {expectation}" in line)
        assert f"| {float(expectation):.6f} |" in line


def test_rows_are_flat(sheet: Sheet) -> None:
    assert [row["wager"] for row in sheet.rows()] == ["ante", "five-card-bonus"]
    assert sheet.rows()[0]["action"] == 2.5
    assert sheet.distribution("ante")[0] == {"result": -2.0, "count": 3, "probability": 0.6}


def test_the_fingerprint_changes_with_a_count(sheet: Sheet) -> None:
    other = Sheet(sheet.rules, sheet.wagers[1:], sheet.charts, sheet.notes, sheet.method, sheet.simple)
    assert other.fingerprint != sheet.fingerprint


def test_a_plot_keeps_order_and_stays_in_its_frame(sheet: Sheet) -> None:
    drawn = plot(sheet.wager("five-card-bonus").outcomes)
    assert [stem.result for stem in drawn.stems] == sorted(stem.result for stem in drawn.stems)
    assert all(0 <= stem.x <= 1 and 0 <= stem.y <= 1 for stem in drawn.stems)
    assert [stem.kind for stem in drawn.stems][:2] == ["lose", "win"]
    assert "0" in [label for _, label in drawn.results]
