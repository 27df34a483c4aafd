"""The package of classics, as somebody has it who installed it: files alone, and everything that a family gives."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from tests.folders import ROOT
from tests.games.table_poker.classics import IDS, PACKAGE, installed
from tests.test_families import houseway

SCENARIO = """
game = "us-three-card-poker"
seed = 7
[cards]
"seat 1" = "2h 3h 4d"
dealer = "As Ad Ac"
[[seats]]
seat = 1
stack = "1000"
wagers = { ante = "10", pair-plus = "5" }
decisions = ["play 1"]
"""


@pytest.fixture(scope="module")
def classics(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    with installed(tmp_path_factory.mktemp("site")) as site:
        yield {**os.environ, "PYTHONPATH": os.pathsep.join([site, str(ROOT / "src"), str(ROOT)])}


def test_the_package_has_no_code() -> None:
    code = list(PACKAGE.rglob("*.py"))
    assert len(code) == len(IDS) + 1 and not any(file.read_text(encoding="utf-8") for file in code)


def test_the_games_are_in_the_catalogue_and_shown(classics: dict[str, str]) -> None:
    assert {game["id"] for game in json.loads(houseway(classics, "games", "--json"))} >= set(IDS)
    assert "take back" in houseway(classics, "show", "let-it-ride")


def test_a_hand_is_settled_and_the_game_priced(classics: dict[str, str], tmp_path: Path) -> None:
    scenario = tmp_path / "hand.toml"
    scenario.write_text(SCENARIO, encoding="utf-8")
    (seat,) = [
        one for one in json.loads(houseway(classics, "settle", str(scenario), "--json"))["seats"] if one["wagers"]
    ]
    assert [(one["wager"], one["result"], one["paid"]) for one in seat["wagers"]] == [
        ("ante", "lose", "0"), ("ante", "win", "10"), ("play", "lose", "0"), ("pair-plus", "win", "30"),
    ]  # fmt: skip
    ante, pair_plus = json.loads(houseway(classics, "price", "us-three-card-poker", "--json"))["wagers"]
    assert Fraction(ante["expectation"]["fraction"]) == Fraction(-686689, 20358520)
    assert Fraction(pair_plus["expectation"]["fraction"]) == Fraction(-128, 5525)


def test_a_changed_pay_line_is_priced_anew(classics: dict[str, str]) -> None:
    args = ("price", "us-three-card-poker", "--set", "pays.pair-plus.flush=3:1", "--json")
    _, pair_plus = json.loads(houseway(classics, *args))["wagers"]
    assert Fraction(pair_plus["expectation"]["fraction"]) == Fraction(-128, 5525) - Fraction(1096, 22100)


def test_every_classic_has_the_properties_of_every_game(classics: dict[str, str]) -> None:
    chosen = "conserves_money or replays_to_the_byte or viewer_may_not_know or allows_is_accepted or rule_file"
    command = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/test_every_game.py", "-k"]
    which = f"({' or '.join(IDS)}) and ({chosen})"
    ran = subprocess.run(
        [sys.executable, *command, which], env=classics, cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0 and "[100%]" in ran.stdout, ran.stdout[-3000:]


def test_tuned_pays_are_priced_with_the_play_that_is_best_then(classics: dict[str, str]) -> None:
    answer = json.loads(houseway(classics, "tune", "us-three-card-poker", "ante", "--edge", "3%", "--json"))
    nearest = answer["found"][0]
    assert answer["pay_table"] == "ante" and nearest["pays"] and nearest["off"] < 0.0005
    edits = [word for key, odds in nearest["pays"].items() for word in ("--set", f"pays.ante.{key}={odds}")]
    ante, _ = json.loads(houseway(classics, "price", "us-three-card-poker", *edits, "--json"))["wagers"]
    assert -Fraction(ante["expectation"]["fraction"]) == Fraction(nearest["edge"]["fraction"])
