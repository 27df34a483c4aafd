"""The coach at a pot: exact equity, pot odds, outs, and what is said of it."""

import json
from fractions import Fraction
from pathlib import Path

import pytest
from typer.testing import CliRunner

from houseway.cards.card import hand
from houseway.cli import app
from houseway.games import catalogue, game
from houseway.games.pot.base import PotGame
from houseway.play import scenario
from houseway.play.driver import Driver
from houseway.play.scenario import play_to_decision
from houseway.price.coach import Advice, coach
from houseway.price.equity.equity import equity
from houseway.rules.submission import house_rules

DRAWING = """
game = "no-limit-holdem"
seed = 7
[before]
button = "seat 2"
[cards]
"seat 1" = "Ah 9h"
board = "Kh 7h 2c 3s"
[[seats]]
seat = 1
stack = "500"
decisions = ["call", "check", "check"]
[[seats]]
seat = 2
stack = "500"
decisions = ["check", "check", "bet 10"]
"""


def advised(text: str) -> Advice:
    plan = scenario.read(text, name="a scenario")
    driver, _ = play_to_decision(plan, game(plan.game))
    return coach(driver)


def test_equity_pot_odds_and_what_a_call_is_worth() -> None:
    advice = advised(DRAWING)
    worth = equity("no-limit-holdem", "Ah9h", "??", board="Kh 7h 2c 3s")
    facts = {fact.name: fact for fact in advice.facts}
    assert worth.exact and facts["Equity"].value == worth.players[0].equity
    pot = 10_00 - 3_00 + 10_00  # two calls, the collection, and the bet
    assert facts["Pot odds"].value == Fraction(10_00, pot + 10_00)
    by_answer = {answer.text: answer.worth * advice.amount for answer in advice.answers}
    assert by_answer == {"call": worth.players[0].equity * (pot + 10_00) - 10_00, "fold": 0}
    assert advice.best.text == "call"
    assert "nobody bets any more" in advice.basis
    assert "±" in facts["By the betting"].text and facts["By the betting"].value < facts["Equity"].value


def test_outs_are_the_cards_that_give_more_than_a_fair_share() -> None:
    advice = advised(DRAWING.replace('"Ah 9h"', '"6d 5d"').replace("Kh 7h 2c 3s", "Kh 7h 2c 8s"))
    told = next(fact for fact in advice.facts if fact.name == "Outs")
    listed = hand(told.text.partition(": ")[2].partition(";")[0])
    assert told.value == len(listed)
    straights = {card for rank in "49" for card in hand(" ".join(rank + suit for suit in "cdhs"))}
    assert straights <= set(listed)
    for card in listed:  # each by a count of its own
        found = equity("no-limit-holdem", "6d5d", "??", board="Kh 7h 2c 8s " + _name(card))
        assert found.players[0].equity > Fraction(1, 2)


def _name(card: int) -> str:
    return "23456789TJQKA"[card >> 2] + "cdhs"[card & 3]


def test_the_terminal_and_programs_are_told_the_same(tmp_path: Path) -> None:
    file = tmp_path / "drawing.toml"
    file.write_text(DRAWING, encoding="utf-8")
    read = CliRunner().invoke(app, ["coach", "no-limit-holdem", str(file)]).stdout
    data = json.loads(CliRunner().invoke(app, ["coach", "no-limit-holdem", str(file), "--json"]).stdout)
    assert "$10 to win $17: a call must win 37.0 % of the pot" in " ".join(read.split())
    assert {fact["name"] for fact in data["facts"]} >= {"Equity", "Pot odds"} and data["basis"]


@pytest.mark.parametrize("name", [id for id, one in catalogue().items() if isinstance(one, PotGame)])
def test_every_pot_game_has_a_coach_to_the_last_bet(name: str) -> None:
    """Everybody stays in; seat 1 asks at its last decision, where the most is known."""
    found, told = game(name), []
    assert isinstance(found, PotGame)
    driver = Driver(found, house_rules(found.rules))
    for seat in ("seat 1", "seat 2"):
        driver.buy_in(seat, 300_00)
    driver.begin(bytes(31) + b"\7")
    late = 3 if found.making.common else found.making.own - 1
    while driver.open:
        (who, ask), *_ = driver.asks.items()
        hands = driver.table.hands
        dealt = len(hands.get("board", ())) - 2 if found.making.common else len(hands["seat 1"])
        if who == "seat 1" and ask.what == "bet" and dealt >= late:
            advice = coach(driver)
            told.append(next(fact.value for fact in advice.facts if fact.name == "Equity"))
            assert {answer.text for answer in advice.answers} <= {"fold", "check", "call"}
            assert advice.data()["best"] in {answer.text for answer in advice.answers}
        words = ask.answers()
        driver.answer(who, next((word for word in ("check", "call", "down") if word in words), ask.default))
    assert told and all(0 <= equity <= 1 for equity in told)
