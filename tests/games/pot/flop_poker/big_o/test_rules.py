"""Big O, worked by hand from its rulebook, at 4-8 with blinds of 2 and 4."""

import pytest

from houseway.cards.shuffle import seed_from
from houseway.games import game
from houseway.play.button import ButtonAt
from houseway.play.driver import Driver
from houseway.play.event import Burned, Cut, Dealt, Shuffled
from houseway.play.pot import Bet, PotAwarded
from houseway.rules.submission import house_rules
from tests.games.pot.flop_poker.omaha.test_rules import check_down
from tests.games.pot.hands import deal, refused

ID = "big-o"


def test_How_The_Pot_Is_Awarded_exactly_two_of_five_hole_cards_play() -> None:
    cards = {"seat 1": "Ah Kd Qc 2s 2c", "seat 2": "3h 4h 8s 9s Jc", "board": "Kh Th 7h 6h 2d"}
    hand = check_down(deal(ID, "50 50 50", cards).go("3 fold", "1 call", "2 check"), 1, 2)
    assert hand.stacks == ["46", "54", "50"]  # one heart in the hand makes no flush


def test_Object_of_the_Game_at_least_two_hole_cards_means_two_and_not_three() -> None:
    # Three queens in the hand are a pair: kings up lose to a straight that takes two from the hand.
    cards = {"seat 1": "Qs Qd Qc 2s 2c", "seat 2": "8s 9s 3c 3d Ac", "board": "Kh Jh Th 7c 4d"}
    hand = check_down(deal(ID, "50 50 50", cards).go("3 fold", "1 call", "2 check"), 1, 2)
    assert hand.stacks == ["46", "54", "50"]


def test_How_The_Pot_Is_Awarded_there_is_no_low() -> None:
    cards = {"seat 1": "Kh Kd 9c 9d 9s", "seat 2": "Ah 3d 4h Jc Jd", "board": "8c 7d 2h Ks Qs"}
    hand = check_down(deal(ID, "50 50 50", cards).go("3 fold", "1 call", "2 check"), 1, 2)
    assert [(award.who, award.part, award.amount) for award in hand.of(PotAwarded)] == [("seat 1", "", 800)]


def test_How_The_Pot_Is_Awarded_all_odd_chips_go_to_the_hand_closest_to_the_left_of_the_button() -> None:
    cards = {"seat 2": "As Ac 3c 4d 5s", "seat 3": "Ad Ah 3d 4c 5c", "board": "Kh Kd 9h 9s 2c"}
    hand = deal(ID, "50 50 50", cards, smallest_chip="4").go("3 call", "1 fold", "2 check")
    check_down(hand, 2, 3)  # 10 in chips of 4: four each, and the odd two to seat 2
    assert [(award.who, award.amount) for award in hand.of(PotAwarded)] == [("seat 2", 600), ("seat 3", 400)]
    assert hand.of(PotAwarded)[0].clause == "How The Pot Is Awarded 1(a), How The Pot Is Awarded 1(b)"


def test_Description_of_Table_Used_there_are_eight_seats() -> None:
    hand = deal(ID, " ".join(["50"] * 8))
    with pytest.raises(ValueError, match="seat 1 to seat 8"):
        deal(ID, "50 50", seats=(1, 9))
    assert sum(isinstance(event, Dealt) and event.place != "button" for event in hand.driver.events) == 40


def test_Dealing_Procedures_one_card_at_a_time_from_the_small_blind_on() -> None:
    hand = deal(ID, "50 50 50", button=1)
    places = [event.place for event in hand.of(Dealt)]
    assert places == ["seat 2", "seat 3", "seat 1"] * 5


def test_Dealing_Procedures_a_card_is_burned_before_each_of_the_three_turns_of_the_board() -> None:
    hand = check_down(deal(ID, "50 50 50").go("3 fold", "1 call", "2 check"), 1, 2)
    assert len(hand.of(Burned)) == 3
    assert [len(event.cards) for event in hand.of(Dealt) if event.place == "board"] == [3, 1, 1]


def test_Dealing_Procedures_2_c_a_player_all_in_does_not_take_part_in_the_betting() -> None:
    # Seat 3 has 10: after its all-in only two can bet, and they raise without limit.
    hand = deal(ID, "90 90 10").go("3 raise to 8", "1 raise to 12", "2 raise to 16", "3 call")
    assert hand.ask.answers() == ("call", "fold")  # three took part when the third raise was made
    hand = deal(ID, "90 90 10").go("3 raise to 8", "1 raise to 12", "2 call", "3 call")
    hand.go("1 bet 4", "2 raise to 8", "1 raise to 12", "2 raise to 16", "1 raise to 20")
    assert hand.ask.answers() == ("call", "fold", "raise to 24")


def test_Dealing_Procedures_2_c_a_round_that_has_had_three_raises_stays_closed_when_a_fold_leaves_two() -> None:
    hand = deal(ID, "90 90 90").go("3 raise to 8", "1 raise to 12", "2 raise to 16", "3 fold")
    assert hand.ask.answers() == ("call", "fold")
    assert "a bet and three raises were made (PP-3)" in refused(hand, "raise to 20")


def test_Dealing_Procedures_3_c_from_the_flop_on_the_first_wager_is_one_of_the_three_raises() -> None:
    hand = deal(ID, "90 90 90").go("3 call", "1 call", "2 check", "1 bet 4", "2 raise to 8", "3 raise to 12")
    assert "three raises were made (PP-26)" in refused(hand, "raise to 16")


def test_Dealing_Procedures_no_more_than_three_raises_unless_two_players_are_left() -> None:
    hand = deal(ID, "90 90 90").go("3 raise to 8", "1 raise to 12", "2 raise to 16")
    assert "a bet and three raises were made (PP-3)" in refused(hand, "raise to 20")
    heads_up = deal(ID, "90 90 90").go("3 fold", "1 raise to 8", "2 raise to 12", "1 raise to 16", "2 raise to 20")
    assert heads_up.ask.answers() == ("call", "fold", "raise to 24")


def test_Dealing_Procedures_the_highest_card_by_suit_opens_with_the_button() -> None:
    hand = deal(ID, "50 50 50", {"button": "9s 9h 9d"}, new_game=True)
    assert hand.of(ButtonAt)[0].who == "seat 1"


def test_Action_and_Distribution_PP_9_with_two_players_the_button_has_the_small_blind() -> None:
    hand = deal(ID, "50 50", button=1)
    assert [(bet.who, bet.action) for bet in hand.of(Bet)] == [("seat 1", "small blind"), ("seat 2", "big blind")]
    assert hand.go("1 call", "2 check").ask.who == "seat 2"  # from the flop on the button acts last
    printed = deal(ID, "50 50", button=1, heads_up="as printed")
    assert [(bet.who, bet.action) for bet in printed.of(Bet)] == [("seat 2", "small blind"), ("seat 1", "big blind")]


@pytest.mark.parametrize(("players", "fee"), [(4, "3"), (5, "4"), (6, "4"), (7, "5"), (8, "5")])
def test_Collection_Fee_Schedule_past_the_flop_by_number_of_players(players: int, fee: str) -> None:
    hand = deal(ID, " ".join(["50"] * players), collection="GEGA-002034")
    hand.go(*(f"{seat} fold" for seat in range(3, players + 1)), "1 call")
    assert hand.drop == "0"
    assert hand.go("2 check").drop == fee


def test_Collection_Fee_Schedule_a_hand_that_ends_before_the_flop_pays_nothing() -> None:
    assert deal(ID, "50 50 50", collection="GEGA-002034").go("3 fold", "1 fold").drop == "0"


def test_Description_of_the_Deck_the_dealer_cuts_the_cards_before_they_are_dealt() -> None:
    hand = deal(ID, "100 100 100")
    order = [type(event).__name__ for event in hand.driver.events if isinstance(event, (Shuffled, Cut, Dealt))]
    assert order[:3] == ["Shuffled", "Cut", "Dealt"]
    (cut,) = hand.of(Cut)
    assert (cut.who, cut.clause) == ("dealer", "Description of the Deck") and 10 <= cut.depth <= 42


def test_PP_27_a_dealer_at_the_table_says_how_deep_the_cut_is() -> None:
    driver = Driver(game(ID), house_rules(game(ID).rules), automatic=("floor",))
    for seat in (1, 2):
        driver.seat(f"seat {seat}", 100_00)
    driver.table.memory["button"] = "seat 1"
    driver.begin(seed_from(1))
    (ask,) = driver.asks.values()
    assert (ask.who, ask.what, ask.answers()) == ("dealer", "cut", ("10", "42"))
    top = list(reversed(driver.table.shoe.cards))
    driver.answer("dealer", "17")
    dealt = [card for event in driver.events if isinstance(event, Dealt) for card in event.cards]
    assert dealt == top[17:27]  # the seventeen on top went to the bottom
