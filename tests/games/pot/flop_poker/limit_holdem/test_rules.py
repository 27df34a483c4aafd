"""Limit Hold'em, worked by hand from its rulebook where it departs from common play, at 3-6 with blinds of 1 and 3."""

from houseway.play.button import ButtonAt
from houseway.play.event import FeeTaken
from houseway.play.pot import Bet, PotAwarded
from tests.games.pot.hands import deal, refused

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


def test_Dealing_Procedures_8_PP_9_with_two_players_the_button_has_the_small_blind() -> None:
    hand = deal(ID, "50 50", button=2)
    assert [(bet.who, bet.action) for bet in hand.of(Bet)] == [("seat 2", "small blind"), ("seat 1", "big blind")]
    assert hand.ask.who == "seat 2"
    assert hand.go("2 call", "1 check").ask.who == "seat 1"  # the flop
    printed = deal(ID, "50 50", button=2, heads_up="as printed")
    assert [(bet.who, bet.action) for bet in printed.of(Bet)] == [("seat 1", "small blind"), ("seat 2", "big blind")]
    assert printed.ask.who == "seat 1"


def test_Dealing_Procedures_8_the_big_blind_is_a_bet_so_three_raises_follow_it() -> None:
    hand = deal(ID, "50 50 50").go("3 raise to 6", "1 raise to 9", "2 raise to 12")
    assert refused(hand, "raise to 15") == "raise to 15 is not allowed: a bet and three raises were made (PP-3)"
    hand.go("3 call", "1 call")
    assert hand.ask.who == "seat 1"  # the flop


def test_Dealing_Procedures_2_two_players_raise_as_often_as_they_like() -> None:
    hand = deal(ID, "50 50", BOARD)
    hand.go(*(f"{2 - at % 2} raise to {6 + 3 * at}" for at in range(14)))  # to 45
    hand.go("2 raise to 48", "1 raise to 50", "2 call")
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


def test_PP_8_an_all_in_raise_of_half_a_bet_counts_as_a_raise_and_reopens_the_betting() -> None:
    # At 3-6 half a bet is 1.50. Seat 4 makes it 5, two more: a full raise over it is to 8.
    hand = deal(ID, "50 50 50 5", button=4).go("3 call", "4 raise to 5", "1 call", "2 call")
    assert hand.ask.answers() == ("call", "fold", "raise to 8")
    exact = deal(ID, "50 50 50 4.50", button=4).go("3 call", "4 raise to 4.50", "1 call", "2 call")
    assert exact.ask.answers() == ("call", "fold", "raise to 7.50")
    hand.go("3 raise to 8", "1 raise to 11")  # the bet of 3, and raises to 5, 8 and 11
    assert "a bet and three raises were made (PP-3)" in refused(hand, "raise to 14")


def test_PP_8_a_smaller_all_in_neither_counts_nor_reopens_and_the_next_player_may_complete_it() -> None:
    short = deal(ID, "50 50 50 4.49", button=4).go("3 call", "4 raise to 4.49")
    assert short.ask.answers() == ("call", "fold", "complete to 6")  # seat 1 has not acted
    short.go("1 call", "2 call")
    assert (
        refused(short, "raise to 6") == "raise to 6 is not allowed: a short all-in does not reopen the betting (PP-8)"
    )
    assert short.go("3 call").ask.who == "seat 1"  # the flop
    completed = deal(ID, "50 50 50 4", button=4).go("3 call", "4 raise to 4", "1 complete to 6")
    completed.go("2 raise to 9", "3 raise to 12")  # completing was the first raise, so this is the third
    assert completed.ask.answers() == ("call", "fold")
    assert completed.go("1 fold", "2 call").stacks[0] == "44"


def test_PP_8_short_all_ins_are_added_together() -> None:
    # 3, then all-in to 4 and to 4.60: the two come to 1.60, half a bet and more.
    hand = deal(ID, "50 50 50 4 4.60", button=5).go("3 call", "4 raise to 4", "5 complete to 4.60", "1 call", "2 call")
    assert hand.ask.answers() == ("call", "fold", "raise to 7.60")


def test_PP_8_a_short_bet_may_be_completed_by_those_who_have_not_acted() -> None:
    hand = deal(ID, "50 4 50").go("3 call", "1 call", "2 check", "1 check", "2 bet 1")
    assert hand.ask.answers() == ("call", "fold", "complete to 3")
    hand.go("3 call")
    assert hand.ask.answers() == ("call", "fold")  # seat 1 has checked


def test_PP_8_where_only_a_full_bet_counts_half_a_bet_is_short() -> None:
    hand = deal(ID, "50 50 50 5", button=4, short_all_in="full").go("3 call", "4 raise to 5")
    assert hand.ask.answers() == ("call", "fold", "complete to 6")
    hand.go("1 call", "2 call")
    assert hand.ask.answers() == ("call", "fold")


def test_PP_3_who_is_all_in_does_not_take_part_in_the_betting() -> None:
    # Seat 3 makes the third raise with all it has: two can still bet, and the round is not closed to them.
    hand = deal(ID, "50 50 12").go("3 raise to 6", "1 raise to 9", "2 call", "3 raise to 12")
    assert hand.ask.answers() == ("call", "fold", "raise to 15")
    hand.go("1 raise to 15", "2 raise to 18", "1 raise to 21")
    assert hand.ask.answers() == ("call", "fold", "raise to 24")


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
