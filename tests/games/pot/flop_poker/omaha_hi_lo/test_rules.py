"""Omaha Hi-Lo, 8 or better, worked by hand at 4-8."""

from houseway.play.pot import PotAwarded
from tests.games.pot.flop_poker.omaha.test_rules import check_down
from tests.games.pot.hands import Hand, deal

ID = "omaha-hi-lo"
LOW_BOARD = "8c 7d 2h Ks Qs"


def parts(hand: Hand) -> list[tuple[str, str, str]]:
    return [(award.who, award.part, str(award.amount / 100)) for award in hand.of(PotAwarded)]


def two_handed(cards: dict[str, str]) -> Hand:
    """Seats 1 and 2 for 8 dollars in the pot, checked down; seat 3 folds."""
    return check_down(deal(ID, "50 50 50", cards).go("3 fold", "1 call", "2 check"), 1, 2)


def test_Dealing_Procedures_6_high_and_low_share_the_pot() -> None:
    hand = two_handed({"seat 1": "Kh Kd 9c 9d", "seat 2": "Ah 3d 9h 9s", "board": LOW_BOARD})
    assert parts(hand) == [("seat 1", "high", "4.0"), ("seat 2", "low", "4.0")]
    assert hand.stacks == ["50", "50", "50"]


def test_Dealing_Procedures_6_without_a_low_the_high_hand_takes_everything() -> None:
    hand = two_handed({"seat 1": "Kh Kd 9c 9d", "seat 2": "Ah 3d 9h 9s", "board": "8c 7d Th Ks Qs"})
    assert parts(hand) == [("seat 1", "", "8.0")]


def test_Dealing_Procedures_6_two_low_cards_of_the_hand_are_needed() -> None:
    # Seat 2 has one low card only: no low, with four low cards on the board.
    hand = two_handed({"seat 1": "Kh Kd 9c 9d", "seat 2": "Ah Jd 9h 9s", "board": "8c 7d 2h 3s Ks"})
    assert parts(hand) == [("seat 1", "", "8.0")]


def test_Dealing_Procedures_6_a_low_card_paired_by_the_board_does_not_count() -> None:
    hand = two_handed({"seat 1": "Kh Kd 9c 9d", "seat 2": "2d 3d 9h 9s", "board": LOW_BOARD})
    assert parts(hand) == [("seat 1", "", "8.0")]


def test_Dealing_Procedures_6_the_wheel_is_the_best_low_and_a_straight_besides() -> None:
    hand = two_handed({"seat 1": "Kh Kd 9c 9d", "seat 2": "Ah 3d 9h 9s", "board": "2c 4d 5h Ks Js"})
    assert parts(hand) == [("seat 2", "high", "4.0"), ("seat 2", "low", "4.0")]
    assert hand.of(PotAwarded)[1].hand == "five-four-three-two-ace low"


def test_Dealing_Procedures_6_a_low_hand_that_nobody_else_calls_takes_the_whole_pot() -> None:
    cards = {"seat 1": "Kh Kd 9c 9d", "seat 2": "Ah 3d 9h 9s", "board": LOW_BOARD}
    hand = deal(ID, "50 50 50", cards).go("3 fold", "1 call", "2 check", "1 check", "2 bet 4", "1 fold")
    assert parts(hand) == [("seat 2", "", "8.0")]
    assert hand.of(PotAwarded)[0].clause == "Dealing Procedures 6"


def test_Dealing_Procedures_6_two_equal_lows_have_a_quarter_each() -> None:
    cards = {"seat 1": "Kh Kd 9c 9d", "seat 2": "Ah 3d 9h 9s", "seat 3": "Ad 3h Jh Jc", "board": LOW_BOARD}
    hand = check_down(deal(ID, "50 50 50", cards).go("3 call", "1 call", "2 check"), 1, 2, 3)
    assert parts(hand) == [("seat 1", "high", "6.0"), ("seat 2", "low", "3.0"), ("seat 3", "low", "3.0")]
    assert hand.stacks == ["52", "49", "49"]


def test_PP_6_the_odd_chip_between_high_and_low_is_the_high_hand_s() -> None:
    # A dead small blind makes 9: five for high and four for low in dollar chips.
    cards = {"seat 2": "Kh Kd 9c 9d", "seat 3": "Ah 3d 9h 9s", "board": LOW_BOARD}
    hand = check_down(deal(ID, "50 50 50", cards, smallest_chip="1").go("3 call", "1 fold", "2 check"), 2, 3)
    assert parts(hand) == [("seat 2", "high", "5.0"), ("seat 3", "low", "4.0")]


def test_PP_6_the_odd_chip_of_a_quartered_half_goes_left_of_the_button() -> None:
    # 14 in the pot with the dead big blind's 4: seven for the low half, which two lows share.
    cards = {"seat 1": "Kh Kd 9c 9d", "seat 3": "Ah 3d 9h 9s", "seat 4": "Ad 3h Jh Jc", "board": LOW_BOARD}
    hand = deal(ID, "5 50 50 50", cards, button=4, smallest_chip="1").go("3 call", "4 call", "1 raise to 5")
    hand.go("2 fold", "3 call", "4 call")
    for _ in range(3):
        hand.go("3 check", "4 check")
    # 5 + 4 + 5 + 5 = 19: ten for high, nine for low, of which seat 3 has five.
    assert parts(hand) == [("seat 1", "high", "10.0"), ("seat 3", "low", "5.0"), ("seat 4", "low", "4.0")]


def test_PP_15_in_a_side_pot_without_a_low_the_high_hand_takes_all_of_it() -> None:
    # Seat 1 is all-in for 5 with the only low; seats 2 and 3 have high hands in the side pot.
    cards = {"seat 1": "Ah 3d 9h 9s", "seat 2": "Kh Kd 9c 9d", "seat 3": "Qh Qd Jc Jd", "board": LOW_BOARD}
    hand = deal(ID, "5 50 50", cards).go("3 call", "1 raise to 5", "2 call", "3 call")
    hand.go("2 bet 4", "3 call", "2 check", "3 check", "2 check", "3 check")
    assert parts(hand) == [("seat 2", "", "8.0"), ("seat 2", "high", "7.5"), ("seat 1", "low", "7.5")]


def test_PP_7_a_hand_that_can_win_the_low_is_shown_though_it_is_beaten_for_high() -> None:
    hand = two_handed({"seat 1": "Kh Kd 9c 9d", "seat 2": "Ah 3d 9h 9s", "board": LOW_BOARD})
    assert "Seat 2 is turned over: Ah 3d 9h 9s" in hand.words
