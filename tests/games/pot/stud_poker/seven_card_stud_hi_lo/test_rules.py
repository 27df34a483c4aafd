"""7 Card Stud Hi-Lo, 8 or better, worked by hand at 4-8 with the printed ante of 1 and forced bet of 4."""

from houseway.play.event import Dealt
from houseway.play.pot import Bet, PotAwarded
from tests.games.pot.hands import Hand, call_down, deal, refused

ID = "seven-card-stud-hi-lo"
HIGH = "Kc Kd Ks 9h 9d 4h 4c"  # a full house
LOW = "Ah 2d 3c 5h 7d Jh Jc"  # seven-five-three-two-ace


def parts(hand: Hand) -> list[tuple[str, str, float]]:
    return [(award.who, award.part, award.amount / 100) for award in hand.of(PotAwarded)]


def test_Game_Specific_Rules_4_the_high_card_makes_the_forced_bet() -> None:
    hand = deal(ID, "50 50 50", {"seat 1": "2c 2d 9s", "seat 2": "Ac 8d Kc", "seat 3": "Th 4d 3s"})
    assert [(bet.who, bet.action, bet.amount) for bet in hand.of(Bet)][3:] == [("seat 2", "bring-in", 400)]
    assert hand.ask.who == "seat 3" and hand.ask.answers() == ("call", "fold", "raise to 8")


def test_PP_1_among_equal_high_cards_the_spade_brings_it_in() -> None:
    hand = deal(ID, "50 50 50", {"seat 1": "2c 2d Kd", "seat 2": "Ac 8d Kc", "seat 3": "Th 4d Ks"})
    assert hand.of(Bet)[3].who == "seat 3"


def test_PP_2_the_low_card_is_an_option() -> None:
    cards = {"seat 1": "2c 2d 9s", "seat 2": "Ac 8d Kc", "seat 3": "Th 4d 3s"}
    assert deal(ID, "50 50 50", cards, bring_in_by="low card").of(Bet)[3].who == "seat 3"


def test_Game_Specific_Rules_7_the_forced_bet_is_a_whole_bet_so_three_raises_follow_it() -> None:
    hand = deal(ID, "90 90 90", {"seat 1": "2c 2d 9s", "seat 2": "Ac 8d Kc", "seat 3": "Th 4d 3s"})
    hand.go("3 raise to 8", "1 raise to 12", "2 raise to 16")
    assert "a bet and three raises were made (PP-3)" in refused(hand, "raise to 20")
    assert hand.go("3 fold").ask.answers() == ("call", "fold")  # a fold that leaves two changes nothing


def test_Game_Specific_Rules_7_two_are_heads_up_when_a_third_is_all_in() -> None:
    hand = deal(ID, "90 90 5", {"seat 1": "2c 2d 9s", "seat 2": "Ac 8d Kc", "seat 3": "Th 4d 3s"})
    hand.go("3 call", "1 raise to 8", "2 raise to 12", "1 raise to 16", "2 raise to 20")
    assert hand.ask.answers() == ("call", "fold", "raise to 24")


def test_Game_Specific_Rules_2_the_ante_is_a_dollar_at_2_4_and_at_4_8() -> None:
    for limit in ("2-4", "4-8"):
        assert [bet.amount for bet in deal(ID, "50 50", limit=limit).of(Bet)][:2] == [100, 100]


def test_Game_Specific_Rules_3_the_deal_begins_with_seat_one_and_there_is_no_button() -> None:
    hand = deal(ID, "50 50 50")
    assert [event.place for event in hand.of(Dealt)] == ["seat 1", "seat 2", "seat 3"] * 3
    assert "button" not in hand.words


def test_Game_Specific_Rules_10_high_and_low_have_half_each() -> None:
    hand = call_down(deal(ID, "50 50", {"seat 1": HIGH, "seat 2": LOW}))
    assert parts(hand) == [("seat 1", "high", 5), ("seat 2", "low", 5)]


def test_Game_Specific_Rules_10_without_a_low_the_high_hand_takes_it_all() -> None:
    hand = call_down(deal(ID, "50 50", {"seat 1": HIGH, "seat 2": "Ah 2d 3c 5h 9c Jh Jc"}))
    assert parts(hand) == [("seat 1", "", 10)]


def test_Game_Specific_Rules_10_straights_and_flushes_do_not_spoil_a_low() -> None:
    hand = call_down(deal(ID, "50 50", {"seat 1": HIGH, "seat 2": "Ah 2h 3h 4d 5h Jh Jc"}))
    assert parts(hand) == [("seat 1", "high", 5), ("seat 2", "low", 5)]
    assert hand.of(PotAwarded)[1].hand == "five-four-three-two-ace low"


def test_Game_Specific_Rules_10_a_pair_is_no_low_card() -> None:
    hand = call_down(deal(ID, "50 50", {"seat 1": HIGH, "seat 2": "Ah 2d 3c 5h 5d Jh Jc"}))
    assert parts(hand) == [("seat 1", "", 10)]


def test_Game_Specific_Rules_10_the_odd_chip_is_the_high_hand_s() -> None:
    # Three antes and 4 each of two players make 11: six for high, five for low.
    cards = {"seat 1": HIGH, "seat 2": LOW, "seat 3": "Th Td 2h"}
    hand = call_down(deal(ID, "50 50 50", cards, smallest_chip="1").go("2 call", "3 fold"))
    assert parts(hand) == [("seat 1", "high", 6), ("seat 2", "low", 5)]


def test_Game_Specific_Rules_10_among_tied_lows_the_odd_chip_goes_closest_to_seat_one() -> None:
    # Four antes and 4 each of three players make 16: eight for the low, in chips of three dollars.
    cards = {"seat 1": LOW, "seat 2": HIGH, "seat 3": "Ac 2h 3d 5c 7h Qh Qc"}
    hand = call_down(deal(ID, "50 50 50 50", {**cards, "seat 4": "Th Td 2s"}, smallest_chip="3").go("3 call", "4 fold"))
    assert parts(hand) == [("seat 2", "high", 10), ("seat 1", "low", 3), ("seat 3", "low", 3)]


def test_Game_Specific_Rules_8_the_open_pair_option_in_the_sizes_of_the_game() -> None:
    cards = {"seat 1": "2c 2d 9s 9c", "seat 2": "Ac 8d Kc 3h"}
    hand = deal(ID, "90 90", cards).go("1 call")
    assert hand.ask.who == "seat 1" and hand.ask.answers() == ("check", "fold", "bet 4", "bet 8")


def test_Game_Specific_Rules_9_five_players_without_a_card_get_one_each() -> None:
    hand = deal(ID, " ".join(["90"] * 8))
    hand.driver.answer(hand.ask.who, "fold")
    call_down(hand)
    assert len([event for event in hand.of(Dealt) if event.clause == "Game Specific Rules 9"]) == 5


def test_GEGA_002034_the_fee_is_taken_before_the_deal_also_when_everybody_folds() -> None:
    hand = deal(ID, "50 50 50 50", collection="GEGA-002034")
    while hand.driver.open:
        hand.driver.answer(hand.ask.who, "fold")
    assert hand.drop == "3"
