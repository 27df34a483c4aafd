"""No-Limit Hold'em, worked by hand, at the 100-1000 table with blinds of 2 and 5."""

import pytest

from houseway.games import game
from houseway.play import scenario
from houseway.play.event import Returned
from houseway.play.pot import Bet, PotAwarded, PotGathered
from houseway.play.scenario import ScenarioError
from tests.games.pot.hands import deal, refused

ID = "no-limit-holdem"
ACES = {"seat 1": "As Ad", "seat 2": "Ks Kd", "seat 3": "Qs Qd", "board": "2h 3h 7c 8c 9d"}


def test_Dealing_Procedures_2_a_raise_is_at_least_the_last_one() -> None:
    hand = deal(ID, "500 500 500").go("3 raise to 20")
    assert refused(hand, "raise to 34.99").startswith("raise to 34.99 is not allowed: from $35 to $500")
    hand.go("1 raise to 35")
    assert refused(hand, "raise to 49").startswith("raise to 49 is not allowed: from $50 to $500")


def test_PP_3_there_is_no_end_to_raises_without_a_limit() -> None:
    hand = deal(ID, "500 500 500").go(
        "3 raise to 10", "1 raise to 15", "2 raise to 20", "3 raise to 25", "1 raise to 30"
    )
    assert "raise to 35 to 500" in hand.ask.prompt()


def test_PP_8_an_all_in_below_a_full_raise_does_not_open_the_betting_again() -> None:
    hand = deal(ID, "500 500 500 70", button=4).go("3 raise to 50", "4 raise to 70", "1 fold", "2 call")
    assert hand.ask.answers() == ("call", "fold")
    assert "a short all-in does not reopen the betting (PP-8)" in refused(hand, "raise to 200")
    half = deal(ID, "500 500 500 73", button=4, short_all_in="half").go("3 raise to 50", "4 raise to 73", "1 fold")
    assert "raise to 118 to 500" in half.go("2 call").ask.prompt()  # 23 is half of 45: a raise is 45 more


def test_PP_8_who_has_not_acted_may_still_raise_over_a_short_all_in() -> None:
    hand = deal(ID, "500 500 500 70", button=4).go("3 raise to 50", "4 raise to 70")
    assert "raise to 115 to 500" in hand.ask.prompt()  # a full raise of 45 over 70


def test_PP_8_short_all_ins_that_together_make_a_full_raise_open_it_again() -> None:
    hand = deal(ID, "500 90 500 70", button=4).go("3 raise to 50", "4 raise to 70", "1 call", "2 raise to 90")
    assert hand.ask.answers() == ("call", "fold")  # 40 more, and a full raise is 45
    hand = deal(ID, "500 96 500 70", button=4).go("3 raise to 50", "4 raise to 70", "1 call", "2 raise to 96")
    assert "raise to 141 to 500" in hand.ask.prompt()  # 46 more


def test_side_pots_go_to_the_best_hand_that_is_in_them() -> None:
    # 10, 40 and 100: the main pot of 30 is seat 1's, the side pot of 60 seat 2's, and 60 were never called.
    hand = deal(ID, "10 40 100", ACES).go("3 raise to 100", "1 call", "2 call")
    assert hand.stacks == ["30", "60", "60"]
    assert [(pot.pot, pot.amount) for pot in hand.of(PotGathered)] == [("main", 3000), ("side 1", 6000)]
    assert [(back.who, back.amount) for back in hand.of(Returned)] == [("seat 3", 6000)]
    assert [(award.pot, award.who) for award in hand.of(PotAwarded)] == [("side 1", "seat 2"), ("main", "seat 1")]


def test_GEGA_002034_the_fee_comes_out_of_the_main_pot_and_not_out_of_a_side_pot() -> None:
    hand = deal(ID, "10 40 100", ACES, collection="GEGA-002034").go("3 raise to 100", "1 call", "2 call")
    assert (hand.stacks, hand.drop) == (["27", "60", "60"], "3")


def test_PP_11_an_all_in_of_cents_does_not_spare_the_side_pot_the_rest_of_the_fee() -> None:
    # Seat 1 is all-in for 50 cents of its blind: 1.50 in the main pot, 79 in the side pot, and a fee of 3.
    hand = deal(ID, "0.50 40 100", ACES, collection="GEGA-002034").go("3 raise to 100", "2 call")
    assert (hand.stacks, hand.drop) == (["0", "77.50", "60"], "3")


def test_GEGA_002034_the_fee_at_a_thousand_and_more_is_a_dollar_higher() -> None:
    hand = deal(ID, "1000 1000", collection="GEGA-002034", limit="1000+").go("2 call", "1 check")
    assert hand.drop == "4"


def test_a_folded_player_s_chips_stay_in_the_side_pot() -> None:
    # Seat 3 raises to 50 and folds to 100: 10 of it lie in the main pot, 40 in the side pot.
    cards = {**ACES, "board": "2h 3h 7c 8c 9d"}
    hand = deal(ID, "10 200 200", cards).go("3 raise to 50", "1 call", "2 raise to 100", "3 fold")
    assert hand.stacks == ["30", "230", "150"]


def test_PP_10_what_is_to_call_is_the_big_blind_when_its_poster_has_less() -> None:
    hand = deal(ID, "500 3 500", ACES)
    assert [(bet.who, bet.amount) for bet in hand.of(Bet)] == [("seat 1", 200), ("seat 2", 300)]
    assert hand.ask.prompt().startswith("call ($5), fold, raise to 10")


def test_nobody_is_asked_when_there_is_nobody_left_to_bet_against() -> None:
    hand = deal(ID, "100 5 5", ACES).go("3 call", "1 call")
    assert not hand.driver.open and hand.stacks == ["110", "0", "0"]


def test_Dealing_Procedures_8_the_big_blind_may_raise_when_all_have_called() -> None:
    hand = deal(ID, "500 500 500").go("3 call", "1 call")
    assert hand.ask.who == "seat 2" and "raise to 10 to 500" in hand.ask.prompt()


SCENARIO = """
game = "no-limit-holdem"
options = { limit = "50-200" }
[cards]
button = "Kh Ks 2c"
"seat 1" = "Ks 9d"
"seat 2" = "As Ad"
"seat 3" = "2c 7h"
board = "Kc 9h 4s 4d 3c"
[[seats]]
seat = 1
stack = "100"
decisions = ["raise to 10", "check", "check", "bet 20"]
[[seats]]
seat = 2
stack = "100"
decisions = ["call", "call", "check", "check", "call"]
[[seats]]
seat = 3
stack = "100"
decisions = ["fold"]
"""


def test_a_scenario_gives_the_button_s_cards_apart_from_those_of_the_hand() -> None:
    # Seat 2 draws the highest card and has the button: seat 3 posts 1, seat 1 posts 2, seat 2 acts first.
    with pytest.raises(ScenarioError, match="As is given 2 times, and the pack has only one"):
        scenario.play(scenario.read(SCENARIO.replace("2c 7h", "As 7h"), name="x.toml"), game(ID))
    played = scenario.play(scenario.read(SCENARIO, name="x.toml"), game(ID))
    report = played.report()
    assert [seat["net"] for seat in report["seats"]] == ["-30", "28", "-1"]
    assert (report["fees"], report["bank"]) == ("3", {"kind": "pot", "net": "0"})
    (won,) = report["seats"][1]["wagers"]
    assert (won["wager"], won["result"], won["hand"], won["paid"]) == ("pot", "win", "two pair, aces and fours", "28")
