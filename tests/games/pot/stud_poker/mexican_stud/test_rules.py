"""Mexican Stud, worked by hand at 4-50 with the printed ante of 1."""

import pytest

from houseway.cards import ranks
from houseway.cards.card import hand as cards_of
from houseway.cards.special_ranks import joker_category
from houseway.games.pot.stud_poker.mexican_stud.round import best
from houseway.play.button import ButtonAt
from houseway.play.event import Dealt, Revealed
from houseway.play.pot import Bet, PotAwarded
from houseway.play.table import FLOOR
from houseway.play.view import cards_in_sight
from tests.games.pot.hands import Hand, call_down, deal, refused

ID = "mexican-stud"
CARDS = {"seat 1": "Kc 9s", "seat 2": "Ac 2c", "seat 3": "Th 7s"}


def dealt(stacks: str = "90 90 90", cards: dict[str, str] | None = None) -> Hand:
    return deal(ID, stacks, cards or CARDS)


def test_Game_Specific_Rules_4_the_first_card_is_down_and_the_second_up() -> None:
    hand = dealt()
    shown = cards_in_sight(hand.driver.events, "public")
    assert [shown[f"seat {seat}"][1] for seat in (1, 2, 3)] == list(cards_of("9s 2c 7s"))
    assert all(shown[f"seat {seat}"][0] == 53 for seat in (1, 2, 3))


def test_Game_Specific_Rules_3_the_deal_begins_left_of_the_button() -> None:
    hand = deal(ID, "90 90 90", button=1)
    assert hand.of(ButtonAt)[0].who == "seat 1"
    assert [event.place for event in hand.of(Dealt)] == ["seat 2", "seat 3", "seat 1"] * 2


def test_Game_Specific_Rules_7_the_low_card_brings_it_in_for_any_amount_from_the_minimum_to_the_maximum() -> None:
    hand = dealt()
    assert hand.ask.who == "seat 2" and hand.ask.prompt() == "bring in 4 to 50"
    assert refused(hand, "bring in 3").startswith("bring in 3 is not allowed: from $4 to $50")
    hand.go("2 bring in 20", "3 call")
    assert hand.of(Bet)[-1].amount == 2000


def test_Game_Specific_Rules_11_a_raise_is_at_least_the_last_bet() -> None:
    hand = dealt().go("2 bring in 20")
    assert "raise to 40 to 70" in hand.ask.prompt()
    hand.go("3 raise to 50")
    assert "raise to 80 to 89" in hand.ask.prompt()  # thirty more, and the stack ends at 89


def test_Game_Specific_Rules_11_one_bet_and_three_raises() -> None:
    hand = dealt().go("2 bring in 4", "3 raise to 8", "1 raise to 12", "2 raise to 16")
    assert "a bet and three raises were made (PP-3)" in refused(hand, "raise to 20")
    hand.go("3 fold")
    assert hand.ask.answers() == ("call", "fold")  # two are left, in a round that has had its raises


def test_Game_Specific_Rules_11_raises_are_unlimited_between_two_and_an_all_in_player_is_not_counted() -> None:
    hand = dealt("90 90 5").go("2 bring in 4", "3 call", "1 raise to 8", "2 raise to 12", "1 raise to 16")
    assert "raise to 20 to 66" in hand.ask.prompt()
    assert "raise to 24 to 70" in hand.go("2 raise to 20").ask.prompt()


def test_Game_Specific_Rules_11_PP_8_a_short_all_in_is_completed_to_a_raise_of_the_last_bet() -> None:
    hand = dealt("90 90 28").go("2 bring in 20", "3 raise to 27")  # all-in, 7 more: less than half of 20
    assert "complete to 40 to 70" in hand.ask.prompt()
    hand = dealt("90 90 31").go("2 bring in 20", "3 raise to 30", "1 call")  # 10 more: half of 20
    assert "raise to 50 to 80" in hand.ask.prompt()


def test_Game_Specific_Rules_8_a_card_asked_for_down_turns_the_other_up() -> None:
    hand = dealt(cards={**CARDS, "seat 1": "Kc 9s 5d"}).go("2 bring in 4", "3 call", "1 call", "1 down")
    (turned,) = hand.of(Revealed)
    assert turned.place == "seat 1" and turned.cards == cards_of("Kc 9s")
    shown = cards_in_sight(hand.driver.events, "public")["seat 1"]
    assert shown == (*cards_of("Kc 9s"), 53)
    assert cards_in_sight(hand.driver.events, "seat 1")["seat 1"] == cards_of("Kc 9s 5d")


def test_Game_Specific_Rules_8_a_card_asked_for_up_leaves_the_down_card_down() -> None:
    hand = dealt(cards={**CARDS, "seat 1": "Kc 9s 5d"}).go("2 bring in 4", "3 call", "1 call", "1 up")
    assert cards_in_sight(hand.driver.events, "public")["seat 1"] == (53, *cards_of("9s 5d"))


def test_Game_Specific_Rules_9_there_are_four_betting_rounds_and_five_cards() -> None:
    hand = dealt()
    rounds = 0
    while hand.driver.open:
        rounds += hand.ask.what == "bring in" or (hand.ask.what == "bet" and hand.ask.who == "seat 1")
        call_down_once(hand)
    assert all(len(hand.driver.table.hands[who]) == 5 for who in hand.driver.table.hands if who.startswith("seat"))
    assert rounds == 1 + 4


def call_down_once(hand: Hand) -> None:
    hand.driver.answer(hand.ask.who, "call" if hand.ask.default == "fold" else hand.ask.default)


@pytest.mark.parametrize(
    ("cards", "up", "down"),
    [
        ("Kc Kd 9h 4s Jk", "pair", "three of a kind"),  # face up it is an ace, and no king
        ("Ac Kd 9h 4s Jk", "pair", "pair"),
        ("9c 8d 7h 5s Jk", "straight", "straight"),
        ("Kh 9h 7h 2h Jk", "flush", "flush"),
        ("Kc Kd 9h 9s Jk", "two pair", "full house"),  # kings and nines with an ace
        ("Ac Ad Ah As Jk", "five of a kind", "five of a kind"),
        ("Kc Kd Kh Ks Jk", "four of a kind", "five of a kind"),
        ("Kh Qh Jh Th Jk", "royal flush", "royal flush"),
    ],
)
def test_Game_Specific_Rules_5_and_6_the_joker_face_up_and_face_down(cards: str, up: str, down: str) -> None:
    held = cards_of(cards)
    names = [ranks.words(joker_category(best(held, wild=wild))) for wild in (False, True)]
    assert names == [up, down]


def test_Game_Specific_Rules_5_a_joker_dealt_up_is_an_ace_and_no_third_king() -> None:
    cards = {"seat 1": "Kc Jk Kd 9h 4s", "seat 2": "Ac 2c 2d 2h 8s"}
    hand = call_down(deal(ID, "90 90", cards))
    assert [(award.who, award.hand) for award in hand.of(PotAwarded)] == [("seat 2", "three of a kind, twos")]


def test_Game_Specific_Rules_6_a_joker_dealt_down_is_wild_also_when_it_is_turned_up_later() -> None:
    cards = {"seat 1": "Jk Kc Kd 9h 4s", "seat 2": "Ac 2c 2d 2h 8s"}
    hand = deal(ID, "90 90", cards).go("2 bring in 4", "1 call", "1 down")
    assert cards_of("Jk")[0] in cards_in_sight(hand.driver.events, "public")["seat 1"]
    hand = call_down(hand)
    assert [(award.who, award.hand) for award in hand.of(PotAwarded)] == [("seat 1", "three of a kind, kings")]


def test_PP_22_a_joker_that_shows_is_no_low_card_and_begins_as_an_ace() -> None:
    hand = deal(ID, "90 90 90", {"seat 1": "3c Jk 4h", "seat 2": "5c 2c 9d", "seat 3": "6c Ks Qd"})
    assert hand.ask.who == "seat 2"
    hand.go("2 bring in 4", "3 call", "1 call", "1 up", "2 up", "3 up")
    assert hand.ask.who == "seat 1"


def test_Dealer_Errors_1_a_card_exposed_by_the_dealer_stops_the_betting_of_the_round() -> None:
    hand = dealt().go("2 bring in 4", "3 call", "1 call", "1 up", "2 up", "3 up")
    first = int(hand.ask.who[5:])
    hand.go(f"{first} bet 10")
    hand.driver.call(FLOOR, "Dealer Errors 1", "seat 3")
    assert hand.ask.what == "card" and hand.stacks == ["85", "85", "85"]  # the ten went back, and the next card comes
    hand.go("1 up", "2 up", "3 up")
    assert hand.ask.what == "bet"


def test_Dealer_Errors_1_in_the_first_round_the_bring_in_goes_back_too() -> None:
    hand = dealt().go("2 bring in 20", "3 call")
    hand.driver.call(FLOOR, "Dealer Errors 1", "seat 1")
    assert hand.ask.what == "card" and hand.stacks == ["89", "89", "89"]


def test_Dealer_Errors_1_a_card_exposed_by_a_player_changes_nothing() -> None:
    hand = dealt().go("2 bring in 20")
    asked = hand.ask
    hand.driver.call(FLOOR, "Dealer Errors 1 (player)", "seat 1")
    assert hand.ask is asked


def test_Dealer_Errors_2_a_card_off_the_table_called_before_the_betting_stops_it() -> None:
    hand = dealt().go("2 bring in 4", "3 call", "1 call", "1 up")
    hand.driver.call(FLOOR, "Dealer Errors 2", "seat 1")
    hand.go("2 up", "3 up")
    assert hand.ask.what == "card"  # the fourth card: no betting on the third


def test_Dealer_Errors_3_a_missed_player_is_on_record_and_the_hand_goes_on() -> None:
    hand = dealt("90 90 2").go("2 bring in 4")
    hand.driver.call(FLOOR, "Dealer Errors 3", "seat 3")
    assert "backed up in order" in hand.words and hand.ask.who == "seat 3"


def test_GEGA_002034_the_fee_comes_out_of_the_antes_before_the_deal() -> None:
    for players, fee in ((4, "3"), (5, "4"), (7, "5"), (8, "5")):
        assert deal(ID, " ".join(["90"] * players), collection="GEGA-002034").drop == fee


def test_PP_21_the_joker_is_the_highest_card_for_the_button_of_a_new_game() -> None:
    hand = deal(ID, "50 50 50", {"button": "As Jk Kd"}, new_game=True)
    assert hand.of(ButtonAt)[0].words() == "Seat 2 has the button (PP-21)."
