"""The coach at a pot: exact equity, pot odds, outs, and what is said of it."""

import json
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import pytest
from typer.testing import CliRunner

from houseway.cards.card import JOKER, hand
from houseway.cards.ranks import rank
from houseway.cli import app
from houseway.games import catalogue, game
from houseway.games.pot.round import PotGame
from houseway.play import scenario
from houseway.play.driver import Driver
from houseway.play.scenario import play_to_decision
from houseway.pricing.coach import Advice, coach
from houseway.pricing.counting.advised import Fact
from houseway.pricing.equity.equity import deal_of, equity
from houseway.pricing.equity.outs import Standing, standing
from houseway.rules.submission import house_rules

DRAWING = """
game = "no-limit-holdem"
seed = 7
options = { heads_up = "as printed" }
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
    by_betting = facts["By the betting"]
    assert "±" in by_betting.text and by_betting.value < facts["Equity"].value
    by_answer = {answer.text: answer.worth * advice.amount for answer in advice.answers}
    assert by_answer == {"call": by_betting.value * (pot + 10_00) - 10_00, "fold": 0}
    assert "nobody bets any more" in advice.basis and "bets and calls speak for, sampled with a" in advice.basis


@pytest.mark.parametrize("holds", ["Ah 9h", "Ks Kd", "8c 5h", "Qc Jd", "2h 2d"])
def test_the_best_answer_is_what_pot_odds_and_the_betting_say(holds: str) -> None:
    advice = advised(DRAWING.replace("Ah 9h", holds))
    told = {fact.name: fact.value for fact in advice.facts}
    assert (advice.best.text == "call") == (told["By the betting"] > told["Pot odds"]), holds


def test_where_nobody_has_bet_a_hand_is_worth_its_equity_against_unknown_hands() -> None:
    first = DRAWING.replace('"check", "check"]', '"check"]').replace(', "bet 10"', "")
    advice = advised(first)
    told = {fact.name: fact.value for fact in advice.facts}
    assert advice.best.text == "check" and "nothing is known but what lies open" in advice.basis
    assert "Pot odds" not in told and advice.best.worth * advice.amount == told["Equity"] * 7_00


def facts_at(holds: str, board: str) -> dict[str, Fact]:
    changed = DRAWING.replace('"Ah 9h"', f'"{holds}"').replace("Kh 7h 2c 3s", board)
    return {fact.name: fact for fact in advised(changed).facts}


def listed(told: Fact) -> set[int]:
    found = hand(told.text.partition(": ")[2].partition(";")[0])
    assert told.value == len(found)
    return set(found)


def test_outs_are_the_cards_that_beat_most_of_the_hands_that_are_ahead() -> None:
    """Each card by a count without the coach: of all hands that beat ace high now, how many still do."""
    told = facts_at("Ah 9h", "Kh 7h 2c 3s")
    holds, board = hand("Ah 9h"), hand("Kh 7h 2c 3s")
    left = [card for card in range(52) if card not in holds + board]
    others = list(combinations(left, 2))
    ahead = [other for other in others if rank(other + board) > rank(holds + board)]
    assert told["Now"].value == 1 - Fraction(len(ahead), len(others)) - _level(others, holds, board)
    assert told["Equity"].value > Fraction(1, 2)  # in front of most, and still with cards that help
    outs = listed(told["Outs"])
    assert {card for card in left if card % 4 == hand("Ah")[0] % 4} <= outs
    for card in hand("Ac 9c Kc 4c 2h"):
        after = (*board, card)
        met = [other for other in ahead if card not in other]
        worth = [_compared(rank(holds + after), rank(other + after)) for other in met]
        assert (card in outs) == (2 * sum(worth) > len(worth)), card


def _compared(mine: int, other: int) -> Fraction:
    return Fraction((mine > other) - (mine < other) + 1, 2)


def _level(others: Sequence[tuple[int, ...]], holds: tuple[int, ...], board: tuple[int, ...]) -> Fraction:
    return Fraction(sum(rank(other + board) == rank(holds + board) for other in others), len(others))


def test_a_hand_that_nothing_beats_needs_no_outs() -> None:
    told = facts_at("Ah Ad", "As Ac 2c 3s")
    assert told["Outs"].text == "none; no hand is ahead now" and told["Now"].text.endswith("behind 0.0 %")


def test_no_outs_are_named_before_the_flop_or_after_the_last_card() -> None:
    before = DRAWING.replace('decisions = ["call", "check", "check"]', "decisions = []")
    assert "Outs" not in {fact.name for fact in advised(before).facts}
    last = DRAWING.replace("Kh 7h 2c 3s", "Kh 7h 2c 3s 4d").replace(
        '["call", "check", "check"]', '["call", "check", "check", "check"]'
    )
    last = last.replace('["check", "check", "bet 10"]', '["check", "check", "check", "bet 10"]')
    assert "Outs" not in {fact.name for fact in advised(last).facts}


def dealt(game: str, *hands: str, board: str = "", dead: str = "") -> Standing:
    found = standing(deal_of(game, *hands, board=board, dead=dead))
    assert found is not None
    return found


def test_with_two_of_four_cards_a_flush_needs_both() -> None:
    """One heart makes no flush beside three; what helps are the straights of ace and two, and of king and queen."""
    now = dealt("omaha", "Ah Kd Qd 2c", "??", board="9h 5h 4h Jd")
    assert set(now.outs) == set(hand("3c 3d 3h 3s Tc Td Th Ts"))


def test_a_split_pot_is_judged_by_both_halves() -> None:
    """A nut low and nothing else: a hand that has high alone leaves half, so it is level with most."""
    low = dealt("omaha-hi-lo", "Ah 2h Kd Qs", "??", board="8c 7d 4s")
    high = dealt("omaha", "Ah 2h Kd Qs", "??", board="8c 7d 4s")
    assert low.behind < high.behind and low.level > high.level


def test_stud_is_judged_from_the_fifth_card_by_what_lies_open() -> None:
    assert standing(deal_of("seven-card-stud", "Ah Kh Qh Jh", "?? ?? 8s 8d")) is None
    now = dealt("seven-card-stud", "Ah Kh Qh Jh 2c", "?? ?? 8s 8d 3c")
    assert now.ahead == now.level == 0 and now.behind == 1  # a pair lies open, and there is none here
    hearts = {card for card in range(52) if card % 4 == hand("Ah")[0] % 4} - set(hand("Ah Kh Qh Jh"))
    assert hearts | set(hand("Tc Td Ts Ac Ad As Kc Kd Ks Qc Qd Qs Jc Jd Js")) == set(now.outs)


def test_a_fifth_card_is_judged_by_what_four_are_sure_of_and_a_joker_by_how_it_is_dealt() -> None:
    now = dealt("mexican-stud", "Ah Kh Qh Jh", "?? 8s 8d 9c")
    assert now.behind == 1
    free = deal_of("mexican-stud", "Ah Kh Qh Jh", "?? 8s 8d 9c").free
    hearts = {card for card in free if card < JOKER and card % 4 == hand("Ah")[0] % 4}
    pairs = set(hand("Ac Ad As Kc Kd Ks Qc Qd Qs Jc Jd Js"))
    assert set(now.outs) == hearts | pairs | set(hand("Tc Td Ts")) | {JOKER}
    two_pair = dealt("mexican-stud", "Ah Ad Kh Kd", "?? 8s 8d 8c")  # three of a kind, or more
    assert set(two_pair.outs) == set(hand("Ac As Kc Ks")) | {JOKER}
    face_up = standing(deal_of("mexican-stud", "Kh Kd Qh Qd", "?? 8s 8d 8c", to_come="up"))
    assert face_up is not None and JOKER not in face_up.outs  # face up it is an ace


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
