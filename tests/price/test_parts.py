"""Each wager of a game by itself, how often each answer is given, and the worth by open card: they add up, exactly."""

import os
from fractions import Fraction

import pytest

import houseway
from houseway.games import catalogue
from houseway.play.outcome import Outcome, Result
from houseway.pricing import can_price
from houseway.pricing.decider.tally import Tally, ending
from houseway.pricing.papers.sheet import Sheet, WagerPrice

FULL = os.environ.get("HOUSEWAY_FULL") == "1"
SOME = ("three-card-poker", "three-card-texas-holdem", "top-five-poker", "blackjack-x")
GAMES = [game for game in catalogue() if can_price(game)] if FULL else SOME


@pytest.fixture(scope="module", params=GAMES)
def sheet(request: pytest.FixtureRequest) -> Sheet:
    game: str = request.param
    return houseway.price(game)


def first(sheet: Sheet) -> WagerPrice:
    return sheet.wagers[0]


def test_the_wagers_of_a_game_add_up_to_it(sheet: Sheet) -> None:
    for wager in sheet.wagers:
        if wager.parts:
            assert sum((part.expectation for part in wager.parts), Fraction(0)) == wager.expectation
            assert sum((part.action for part in wager.parts), Fraction(0)) == wager.action
            assert {part.outcomes.total for part in wager.parts} == {wager.outcomes.total}


def test_answers_are_given_as_often_as_the_decision_comes(sheet: Sheet) -> None:
    for wager in sheet.wagers:
        if not wager.taken:
            continue
        decisions = dict.fromkeys(one.decision for one in wager.taken)
        asked = [sum((one.chance for one in wager.taken if one.decision == name), Fraction(0)) for name in decisions]
        assert asked[0] == 1, "everybody decides first"
        assert asked == sorted(asked, reverse=True), "later decisions come less often"
        folds = sum((one.chance for one in wager.taken if one.answer == "fold"), Fraction(0))
        of_lines = sum(
            (Fraction(line.count, line.total) for line in wager.lines if line.name.startswith("fold")), Fraction(0)
        )
        assert folds == of_lines


def test_the_worth_by_open_card_adds_up_to_the_whole(sheet: Sheet) -> None:
    for wager in sheet.wagers:
        if wager.by_card:
            assert sum((one.chance for one in wager.by_card), Fraction(0)) == 1
            assert sum((one.chance * one.expectation for one in wager.by_card), Fraction(0)) == wager.expectation


def test_a_game_with_raises_says_each_wager_and_answer(sheet: Sheet) -> None:
    if first(sheet).action is not None and sheet.rules.game.family != "pai-gow":
        assert first(sheet).taken
        assert first(sheet).parts or sheet.rules.game.family == "twenty-one"


def test_parts_are_what_settlement_says() -> None:
    won, lost = Outcome("ante", 10, Result.WIN, "1", paid=10), Outcome("ante", 10, Result.LOSE, "1")
    play = Outcome("play", 20, Result.PUSH, "2")
    ante, raised = Tally(10, [(ending("win", [won, play]), 3), (ending("fold", [lost]), 2)]).parts(
        {"ante": "Ante", "play": "Play"}
    )
    assert dict(ante.outcomes.counts) == {Fraction(1): 3, Fraction(-1): 2}
    assert (ante.expectation, ante.action) == (Fraction(1, 5), Fraction(1))
    assert dict(raised.outcomes.counts) == {Fraction(0): 5}
    assert raised.action == Fraction(6, 5)
