"""Limit Hold'em, worked by hand from its rulebook where it departs from common play, at 3-6 with blinds of 1 and 3."""

from houseway.play.event import FeeTaken
from houseway.play.pot import Bet, ButtonAt, PotAwarded
from tests.games.pot_hands import deal, refused

ID = "limit-holdem"
BOARD = {"board": "Ah Kh Qh Jh Th"}  # everybody plays the royal flush


def test_Dealing_Procedures_10_in_a_new_game_the_highest_card_by_suit_gets_the_button() -> None:
    hand = deal(ID, "50 50 50", {"button": "Kd Ks Kh"}, new_game=True)
    assert hand.of(ButtonAt)[0].who == "seat 2"
    assert [(bet.who, bet.amount) for bet in hand.of(Bet)] == [("seat 3", 100), ("seat 1", 300)]


def test_Dealing_Procedures_7_the_button_moves_to_the_next_seat_that_is_taken() -> None:
    hand = deal(ID, "50 50 50", seats=(2, 5, 9), button=5)
    assert hand.of(ButtonAt)[0].who == "seat 5"
    hand.go("5 fold", "9 fold")
    hand.driver.begin(bytes(32))
    assert hand.of(ButtonAt)[0].who == "seat 9"


def test_Dealing_Procedures_8_with_two_players_the_small_blind_is_left_of_the_button() -> None:
    hand = deal(ID, "50 50", button=2)
    assert [(bet.who, bet.action) for bet in hand.of(Bet)] == [("seat 1", "small blind"), ("seat 2", "big blind")]
    assert hand.ask.who == "seat 1"
    common = deal(ID, "50 50", button=2, heads_up="button small")
    assert [(bet.who, bet.action) for bet in common.of(Bet)] == [("seat 2", "small blind"), ("seat 1", "big blind")]
    assert common.ask.who == "seat 2"


def test_Dealing_Procedures_8_the_big_blind_is_a_bet_so_three_raises_follow_it() -> None:
    hand = deal(ID, "50 50 50").go("3 raise to 6", "1 raise to 9", "2 raise to 12")
    assert refused(hand, "raise to 15") == "raise to 15 is not allowed: a bet and three raises were made (PP-3)"
    hand.go("3 call", "1 call")
    assert hand.ask.who == "seat 1"  # the flop


def test_Dealing_Procedures_2_two_players_raise_as_often_as_they_like() -> None:
    hand = deal(ID, "50 50", BOARD)
    hand.go(*(f"{1 + at % 2} raise to {6 + 3 * at}" for at in range(14)))  # to 45
    hand.go("1 raise to 48", "2 raise to 50", "1 call")
    assert hand.stacks == ["50", "50"]


def test_Dealing_Procedures_2_the_call_is_the_whole_big_blind_though_it_was_posted_short() -> None:
    # The big blind has 2: the others still call 3, and the odd dollar of each makes a side pot.
    cards = {"seat 1": "2c 2d", "seat 2": "As Ad", "seat 3": "3c 3d", "board": "Kh Qc 9s 8h 4d"}
    hand = deal(ID, "50 2 50", cards).go("3 call", "1 call")
    hand.go("1 check", "3 check", "1 check", "3 check", "1 check", "3 check")
    assert hand.stacks == ["47", "6", "49"]
    posted = deal(ID, "50 2 50", cards, short_post="posted").go("3 call", "1 call")
    posted.go("1 check", "3 check", "1 check", "3 check", "1 check", "3 check")
    assert posted.stacks == ["48", "6", "48"]


def test_Dealing_Procedures_2_a_raise_is_the_big_blind_and_nothing_else() -> None:
    hand = deal(ID, "50 50 50")
    assert hand.ask.answers() == ("call", "fold", "raise to 6")
    assert refused(hand, "raise to 7") == "raise to 7 is not allowed: raise to 6 (Dealing Procedures 2)"


def test_Dealing_Procedures_5_the_turn_and_the_river_are_bet_at_the_higher_limit() -> None:
    hand = deal(ID, "50 50 50").go("3 fold", "1 call", "2 check", "1 bet 3", "2 call")
    assert hand.ask.answers() == ("check", "fold", "bet 6")
    hand.go("1 bet 6", "2 raise to 12", "1 call", "1 check")
    assert hand.ask.answers() == ("check", "fold", "bet 6")


def test_GEGA_002034_no_flop_no_fee() -> None:
    hand = deal(ID, "50 50 50", collection="GEGA-002034").go("3 fold", "1 fold")
    assert (hand.drop, hand.stacks) == ("0", ["49", "51", "50"])


def test_GEGA_002034_the_fee_goes_by_the_players_dealt_in_and_comes_out_of_the_pot_after_the_flop() -> None:
    for players, fee in ((4, "2"), (5, "3"), (6, "3"), (7, "4"), (9, "4")):
        hand = deal(ID, " ".join(["50"] * players), collection="GEGA-002034")
        hand.go(*(f"{seat} fold" for seat in range(3, players + 1)), "1 call")
        assert hand.drop == "0"
        hand.go("2 check")
        assert hand.drop == fee
        assert hand.of(FeeTaken)[0].who == "pot"
        hand.go("1 bet 3", "2 fold")
        assert hand.stacks[:2] == [str(53 - int(fee)), "47"]


def test_PP_6_all_odd_chips_go_to_the_first_tied_hand_left_of_the_button() -> None:
    # Three share 10: the small blind of seat 1 is dead money. Left of the button comes seat 1, folded, then seat 2.
    hand = deal(ID, "50 50 50 50", BOARD, smallest_chip="1").go("3 call", "4 call", "1 fold", "2 check")
    for _ in range(3):
        hand.go("2 check", "3 check", "4 check")
    assert hand.stacks == ["49", "51", "50", "50"]
    assert hand.of(PotAwarded)[0].clause == "Dealing Procedures 6, PP-6"


def test_PP_8_an_all_in_below_a_full_raise_does_not_open_the_betting_again() -> None:
    hand = deal(ID, "50 50 50 5", button=4).go("3 call", "4 raise to 5", "1 call", "2 raise to 8")
    assert hand.ask.answers() == ("call", "fold", "raise to 11")  # a full raise since: seat 3 may raise
    short = deal(ID, "50 50 50 5", button=4).go("3 call", "4 raise to 5", "1 call", "2 call")
    assert short.ask.answers() == ("call", "fold")
    assert "does not open the betting again" in refused(short, "raise to 8")


def test_PP_7_who_bet_last_shows_first_and_a_beaten_hand_is_mucked_unseen() -> None:
    cards = {"seat 1": "2c 2d", "seat 2": "As Ad", "board": "Kh Qc 9s 8h 4d"}
    hand = deal(ID, "50 50 50", cards).go("3 fold", "1 call", "2 check")
    hand.go("1 check", "2 check", "1 check", "2 check", "1 check", "2 bet 6", "1 call")
    assert "Seat 2 is turned over: As Ad" in hand.words and "Seat 1 is turned over" not in hand.words
    assert hand.stacks == ["41", "59", "50"]
    settled = {done.owner: done.outcome.clause for done in hand.driver.table.settled}
    assert settled == {  # a mucked hand has lost by the award, not by a fold
        "seat 1": "Dealing Procedures 6",
        "seat 2": "Dealing Procedures 6",
    }
