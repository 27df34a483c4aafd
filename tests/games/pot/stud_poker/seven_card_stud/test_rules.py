"""7 Card Stud, worked by hand, at 2-4 with an ante and a forced bet of 1."""

import pytest

from houseway.games.pot.stud_poker.round import Scrambled
from houseway.play.event import Burned, Cut, Dealt, FeeTaken
from houseway.play.pot import Bet, PotAwarded
from tests.games.pot.hands import Hand, call_down, deal, refused

ID = "seven-card-stud"
# Seat 2 has the low card, seat 3 the pair showing on the fourth card.
CARDS = {"seat 1": "Kc Qd 9s Jh", "seat 2": "Ac 8d 2c 5h", "seat 3": "Th 4d 7s 7d"}


def fourth(stacks: str = "50 50 50") -> Hand:
    """The betting on the fourth card, with an open pair of sevens."""
    return deal(ID, stacks, CARDS).go("2 bring in", "3 call", "1 call")


def test_7_Card_Stud_4_the_low_card_by_suit_opens_for_the_minimum() -> None:
    cards = {"seat 1": "Kc Qd 2d", "seat 2": "Ac 8d 2c", "seat 3": "Th 4d 2h"}
    hand = deal(ID, "50 50 50", cards)
    assert hand.ask.who == "seat 2" and hand.ask.answers() == ("bring in", "complete to 2")
    hand.go("2 bring in")
    assert hand.of(Bet)[-1].words() == "Seat 2 posts $1, the bring-in (7 Card Stud 4)."


def test_7_Card_Stud_5_completing_the_forced_bet_is_no_raise() -> None:
    hand = deal(ID, "50 50 50", CARDS).go(
        "2 bring in", "3 complete to 2", "1 raise to 4", "2 raise to 6", "3 raise to 8"
    )
    assert "a bet and three raises were made (PP-3)" in refused(hand, "raise to 10")
    assert [bet.action for bet in hand.of(Bet)[4:]] == ["complete", "raise", "raise", "raise"]


def test_7_Card_Stud_3_a_round_that_has_had_three_raises_stays_closed_when_a_fold_leaves_two_heads_up() -> None:
    hand = deal(ID, "50 50 50", CARDS).go(
        "2 bring in", "3 complete to 2", "1 raise to 4", "2 raise to 6", "3 raise to 8", "1 fold"
    )
    assert hand.ask.answers() == ("call", "fold")


def test_7_Card_Stud_3_two_are_heads_up_when_a_third_is_all_in() -> None:
    # Seat 1 has 3 after its ante: all-in, one more than 2, which is half a bet.
    hand = deal(ID, "4 50 50", CARDS).go(
        "2 bring in", "3 complete to 2", "1 raise to 3", "2 raise to 5", "3 raise to 7"
    )
    assert hand.ask.answers() == ("call", "fold", "raise to 9")


def test_7_Card_Stud_5_PP_8_a_forced_bet_is_completed_to_a_whole_bet_whatever_a_short_all_in_adds() -> None:
    # The forced bet is 1 and a bet 4: all-in for 1.50 is less than half a bet, for 2 it is half.
    short = deal(ID, "3.50 50 50", CARDS, limit="4-8", ante="2", bring_in="1").go("2 bring in", "3 call", "1 complete")
    assert short.of(Bet)[-1].stake == 150
    assert short.ask.answers() == ("call", "fold")  # seat 2 has acted
    half = deal(ID, "4 50 50", CARDS, limit="4-8", ante="2", bring_in="1").go("2 bring in", "3 call", "1 complete")
    assert half.ask.answers() == ("call", "fold", "raise to 6")


def test_7_Card_Stud_6_on_an_open_pair_the_bet_is_the_smaller_or_the_larger() -> None:
    hand = fourth()
    assert hand.ask.who == "seat 3" and hand.ask.answers() == ("check", "fold", "bet 2", "bet 4")
    assert hand.ask.clause == "7 Card Stud 6"


def test_7_Card_Stud_6_after_the_smaller_bet_a_raise_is_of_either_size() -> None:
    hand = fourth().go("3 bet 2")
    assert hand.ask.answers() == ("call", "fold", "raise to 4", "raise to 6")
    hand.go("1 raise to 6")
    assert hand.ask.answers() == ("call", "fold", "raise to 10")


def test_7_Card_Stud_6_after_the_larger_bet_every_raise_is_of_the_larger_size() -> None:
    hand = fourth().go("3 bet 4")
    assert hand.ask.answers() == ("call", "fold", "raise to 8")
    assert refused(hand, "raise to 6") == "raise to 6 is not allowed: raise to 8 (7 Card Stud 6)"


def test_7_Card_Stud_6_when_the_pair_checks_the_others_have_the_option() -> None:
    hand = fourth().go("3 check")
    assert hand.ask.answers() == ("check", "fold", "bet 2", "bet 4")
    hand.go("1 check")
    assert hand.ask.answers() == ("check", "fold", "bet 2", "bet 4")


def test_7_Card_Stud_6_no_open_pair_no_option() -> None:
    cards = {**CARDS, "seat 3": "7c 4d 7s Td"}  # a pair with a card in the hole is none
    hand = deal(ID, "50 50 50", cards).go("2 bring in", "3 call", "1 call")
    assert hand.ask.answers() == ("check", "fold", "bet 2")


def test_7_Card_Stud_2_the_larger_bet_from_the_fifth_card_on() -> None:
    hand = fourth().go("3 check", "1 check", "2 check")
    assert hand.ask.answers() == ("check", "fold", "bet 4")


def test_7_Card_Stud_3_two_players_raise_as_often_as_they_like() -> None:
    hand = fourth().go("3 bet 2", "1 fold", "2 raise to 4", "3 raise to 6", "2 raise to 8", "3 raise to 10")
    assert hand.ask.answers() == ("call", "fold", "raise to 12", "raise to 14")


def test_PP_19_the_highest_hand_showing_begins_and_among_equals_the_one_closest_to_seat_one() -> None:
    cards = {"seat 1": "Kc Qd 2s Jh", "seat 2": "Ac 8d Jc 9h", "seat 3": "Th 4d 9s Jd"}
    hand = deal(ID, "50 50 50", cards).go("1 bring in", "2 call", "3 call")
    assert hand.ask.who == "seat 2"  # jack-nine before jack-nine


def test_PP_19_who_is_all_in_on_the_ante_does_not_bring_it_in() -> None:
    hand = deal(ID, "50 1 50", CARDS)
    assert hand.ask.who == "seat 3" and hand.ask.what == "bring in"


def test_7_Card_Stud_7_short_of_cards_the_last_card_and_the_burns_are_scrambled() -> None:
    # Seven players to the end: 42 cards and three burns leave seven. One is burned, five dealt, the last and the four
    # burns scrambled, one burned, two dealt.
    hand = call_down(deal(ID, " ".join(["50"] * 7)))
    assert [event.count for event in hand.of(Scrambled)] == [5]
    (cut,) = hand.of(Cut)  # what was scrambled is cut before it is burned and dealt from
    assert (cut.who, cut.clause) == ("dealer", "7 Card Stud 7") and 1 <= cut.depth <= 4
    at = hand.driver.events.index(cut)
    assert isinstance(hand.driver.events[at - 1], Scrambled) and isinstance(hand.driver.events[at + 1], Burned)
    assert len(hand.of(Burned)) == 5
    dealt = [event.place for event in hand.of(Dealt) if event.clause == "7 Card Stud 7"]
    assert dealt == ["seat 6", "seat 7"]
    held = [card for event in hand.of(Dealt) for card in event.cards]
    assert len(held) == 49 == len(set(held))


def test_7_Card_Stud_7_with_five_left_without_a_card_none_is_burned() -> None:
    # Eight players, one folds at once: 45 cards and three burns leave four. One is burned, two dealt, five have none.
    hand = deal(ID, " ".join(["50"] * 8))
    hand.driver.answer(hand.ask.who, "bring in")
    hand.driver.answer(hand.ask.who, "fold")
    call_down(hand)
    assert len(hand.of(Burned)) == 4
    assert len([event for event in hand.of(Dealt) if event.clause == "7 Card Stud 7"]) == 5


def test_7_Card_Stud_7_with_more_than_five_left_one_community_card_serves_everybody() -> None:
    hand = call_down(deal(ID, " ".join(["50"] * 8)))
    (community,) = [event for event in hand.of(Dealt) if event.place == "community"]
    assert community.clause == "7 Card Stud 7" and community.seen is None
    assert all(len(hand.driver.table.hands.get(f"seat {seat}", [0] * 6)) == 6 for seat in range(1, 9))


@pytest.mark.parametrize(("players", "scrambled", "burned"), [(5, 4, 4), (4, 4, 3), (3, 4, 4), (2, 4, 4)])
def test_7_Card_Stud_7_one_card_and_three_burns_serve_four_players(players: int, scrambled: int, burned: int) -> None:
    # Eight players to the sixth card: 48 cards and three burns leave one. Then so many are left for the seventh.
    hand = deal(ID, " ".join(["50"] * 8))
    while hand.driver.open and not hand.of(Scrambled):
        six = len(hand.driver.table.hands[hand.ask.who]) == 6
        folds = six and sum(len(held) == 6 for held in hand.driver.table.hands.values()) > players
        hand.driver.answer(
            hand.ask.who, "fold" if folds else "call" if hand.ask.default == "fold" else hand.ask.default
        )
    assert [event.count for event in hand.of(Scrambled)] == [scrambled]
    assert len(hand.of(Burned)) == burned
    dealt = [event.place for event in hand.of(Dealt) if event.clause == "7 Card Stud 7"]
    assert dealt == (["community"] if players == 5 else [who for who in hand.driver.table.seats if who in dealt])
    assert len(dealt) == (1 if players == 5 else players)
    held = [card for event in hand.of(Dealt) for card in event.cards]
    assert len(held) == len(set(held))


def test_7_Card_Stud_7_the_community_card_plays_for_everybody() -> None:
    cards = {f"seat {seat}": f"{rank}c {rank}d" for seat, rank in enumerate("23456789", start=1)}
    cards |= {"community": "2h"}
    hand = call_down(deal(ID, " ".join(["50"] * 8), cards))
    assert "Community is dealt 2h face up (7 Card Stud 7)." in hand.words
    assert sum(award.amount for award in hand.of(PotAwarded)) == 8 * 200


def test_GEGA_002034_the_fee_comes_out_of_the_antes_before_the_deal() -> None:
    for players, fee in ((4, 3), (5, 4), (6, 4), (7, 5), (8, 5)):
        hand = deal(ID, " ".join(["50"] * players), collection="GEGA-002034")
        assert hand.drop == str(fee)
        order = [type(event) for event in hand.driver.events]
        assert order.index(FeeTaken) < order.index(Dealt)


def test_PP_11_the_fee_is_flat_and_what_two_antes_lack_comes_out_of_the_next_bets() -> None:
    cards = {"seat 1": "Kc Qd 9s", "seat 2": "Ac 8d 2c"}
    hand = deal(ID, "50 50", cards, collection="GEGA-002034")
    assert [fee.amount for fee in hand.of(FeeTaken)] == [200]
    hand.go("2 bring in", "1 call")
    assert [fee.amount for fee in hand.of(FeeTaken)] == [200, 100] and hand.drop == "3"


def test_PP_11_the_fee_takes_no_more_than_a_pot_that_nobody_bets_into() -> None:
    cards = {"seat 1": "Kc Qd 9s", "seat 2": "Ac 8d 2c"}
    hand = deal(ID, "50 50", cards, collection="GEGA-002034").go("2 bring in", "1 fold")
    assert hand.drop == "2"


def test_PP_6_the_odd_chip_goes_to_the_tied_hand_closest_to_seat_one() -> None:
    cards = {
        "seat 1": "2c 3d 2d 4h 5h 8c 9c",
        "seat 2": "As Kd Qc Jd Th 3c 4c",
        "seat 3": "Ad Ks Qd Js Tc 3h 4s",
    }
    # Four antes, seat 1's forced bet, and 2 each of seats 2 and 3: nine dollars for two equal straights.
    hand = deal(ID, "50 50 50 50", cards, smallest_chip="1")
    hand = call_down(hand.go("1 bring in", "2 complete to 2", "3 call", "4 fold", "1 fold"))
    assert [(award.who, award.amount) for award in hand.of(PotAwarded)] == [("seat 2", 500), ("seat 3", 400)]
