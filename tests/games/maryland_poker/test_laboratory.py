"""Pontoon 21, Criss Cross and Top Five Poker: awkward situations, worked by hand from the three rulebooks."""

from typing import Any

import pytest

from houseway.play.scenario import ScenarioError
from tests.games.laboratory import came


def dealt(game: str, bets: str, cards: str, **more: Any) -> str:
    return came(game, bets, cards, bank=None, **more)


# Pontoon 21: no tens in the shoe.


def pontoon(bets: str, cards: str, **more: Any) -> str:
    return dealt("pontoon-21", bets, cards, **more)


@pytest.mark.parametrize(
    ("bet", "mine", "dealer", "want"),
    [
        ("", "Ah Kd", "Ac Qs", "pontoon win 15"),  # 7.O(3): a Blackjack wins also against one
        ("hit", "7s 7s 7s", "8c Kd", "pontoon win 30"),
        ("hit", "8h 7d 6c", "9c 8s", "pontoon win 15"),
        ("hit, hit, hit", "2h 3d 4c 5c 7h", "9c 8s", "pontoon win 15"),
        ("hit, hit, hit, hit, hit", "2h 2d 2c 2s 3h 3d 7h", "9c 8s", "pontoon win 30"),
        ("stand", "9c 9d", "6c As", "pontoon win 10"),  # 7.M: a soft seventeen stands
        ("stand", "Kc Qd", "9c 2s 9h", "pontoon push"),
        ("double, rescue", "6h 5d 2c", "9c 8s", "pontoon lose; 1 double returned"),
        ("double 5, keep", "6h 5d 2c", "9c 8s", "pontoon lose; 1 double lose"),
        ("hit, double", "6h 5d 2c 9h", "9c 8s", "pontoon lose; 1 double lose"),  # over: nothing to rescue
    ],
)
def test_pontoon_7_10_and_12_what_a_hand_comes_to(bet: str, mine: str, dealer: str, want: str) -> None:
    assert pontoon(f"1 pontoon 10 | {bet}", f"seat 1 {mine}; dealer {dealer}").startswith(f"1 {want}; 1 net")


def test_pontoon_12_C_three_suited_sevens_against_a_seven_pay_everybody_at_the_table_once() -> None:
    bets = "1 pontoon 25 | hit; 2 pontoon 5 | stand; 3 pontoon 5, box 4 pontoon 5 | stand, stand"
    cards = "seat 1 7h 7h 7h; seat 2 Kh Qd; seat 3 Kc Qc; box 4 Ks Jd; dealer 7c Kd"
    assert pontoon(bets, cards) == (
        "1 pontoon win 50; 1 additional payout win 5000; 1 net 5050; 2 pontoon win 5; 2 additional payout win 50; "
        "2 net 55; 3 pontoon win 5; 3 pontoon win 5; 3 additional payout win 50; 3 net 60"
    )


@pytest.mark.parametrize(
    ("bet", "want"),
    [
        ("24.99 | hit", "1 pontoon win 49.98; 1 additional payout win 1000; 1 net 1049.98"),
        ("25 | double, keep", "1 pontoon win 25; 1 double win 25; 1 net 50"),  # 12.C(4)
    ],
)
def test_pontoon_12_C_1_and_4_below_25_and_after_a_double(bet: str, want: str) -> None:
    assert pontoon(f"1 pontoon {bet}", "seat 1 7h 7h 7h; dealer 7c Kd") == want


def test_pontoon_PO_1_on_split_hands_21_in_two_cards_pushes_and_in_three_wins_even() -> None:
    got = pontoon("1 pontoon 10 | split, stand", "seat 1 Ah Ad Kc; seat 1 hand 2 9c; dealer 9c 6s 6h")
    assert got == "1 pontoon lose; 1 pontoon push; 1 net -10"
    got = pontoon("1 pontoon 10 | split, hit, stand", "seat 1 8h 8d 7c 6c; seat 1 hand 2 Kc; dealer 9c 6s 6h")
    assert got == "1 pontoon lose; 1 pontoon win 10; 1 net 0"  # no payout for six, seven, eight


def test_pontoon_PO_16_and_8_C_half_chips() -> None:
    got = pontoon("1 pontoon 5 | surrender", "seat 1 Kh 6d; dealer 9c 8s", smallest_chip="1")
    assert got.endswith("1 net -3")
    got = pontoon("1 pontoon 5 | insurance 3", "seat 1 Kh 6d; dealer Ac Ks", smallest_chip="1")
    assert got == "1 pontoon lose; 1 insurance win 6; 1 net 1"
    with pytest.raises(ScenarioError, match=r"insurance 2.51 is not allowed: from \$0.01 to \$2.50"):
        pontoon("1 pontoon 5 | insurance 2.51, stand", "seat 1 Kh 6d; dealer Ac 7s")


def test_pontoon_9_C_2_a_surrender_before_the_reader_loses_all_to_a_blackjack_and_insurance_is_apart() -> None:
    cards = "seat 1 Kh 6d; dealer Ac Ks"
    got = pontoon("1 pontoon 10 | insurance 5, surrender", cards, surrender="before the card reader")
    assert got == "1 pontoon lose; 1 insurance win 10; 1 net 0"


@pytest.mark.parametrize(("mine", "up", "want"), [("Kc Kd", "Kc", "win 150"), ("Kc Qd", "Jc", "lose")])
def test_pontoon_7_F_each_card_matches_by_rank_not_by_value(mine: str, up: str, want: str) -> None:
    got = pontoon("1 pontoon 10, match-super-bonus 10 | stand", f"seat 1 {mine}; dealer {up} 7s")
    assert got.startswith(f"1 match-super-bonus {want};")


# Criss Cross Poker


@pytest.mark.parametrize(
    ("mine", "across", "down", "net"),
    [
        ("6h 5d", "6c 9s", "5c 2s", -20),  # sixes push across, fives lose down: the middle bet pushes
        ("6h 7d", "6c 9s", "7c 2s", 0),
        ("Jh 4d", "Jc 9s", "8c 2s", 30),  # jacks win across: ante, across and three on the middle, less ante and down
        ("5h 4d", "5c 9s", "4c 2s", -70),
    ],
)
def test_criss_cross_11_I_3_the_middle_bet_goes_by_the_better_hand(mine: str, across: str, down: str, net: int) -> None:
    cards = f"seat 1 {mine}; across {across}; down {down}; middle Kd"
    assert dealt("criss-cross-poker", "1 ante 10 | across 1, down 1, middle 3", cards).endswith(f"1 net {net}")


def test_criss_cross_12_B_two_wagers_of_500_to_1_stop_at_the_limit() -> None:
    cards = "seat 1 Ah Kh; across Qh Jh; down 2c 3c; middle Th"
    got = dealt("criss-cross-poker", "1 ante 500 | across 3, down 3, middle 3", cards)
    assert got == (
        "1 ante-down lose; 1 down lose; 1 ante-across win 500; 1 across win 49500; 1 middle win 0; 1 net 48000"
    )


def spun(bets: str, cards: str, **spins: str) -> str:
    wheel = {f"bonus-spin {who.replace('_', ' ')}": symbol for who, symbol in spins.items()}
    return dealt("criss-cross-poker", bets, cards, bonus_spin=True, spins=wheel)


def test_criss_cross_12_D_8_a_community_pay_goes_by_the_wager_of_who_receives_it() -> None:
    """$500 for who spins; the other has a dollar on it, whose line in the same place pays $25."""
    bets = "1 ante 10, bonus-spin 5 | fold; 2 ante 10, bonus-spin 1 | fold"
    got = spun(bets, "seat 1 6h 6d; seat 2 Ah 2c", seat_1="500 and 100").split("; ")
    assert {"1 bonus-spin win 500", "2 bonus-spin community pay win 25", "1 net 475", "2 net 4"} <= {*got}


def test_criss_cross_12_D_7_two_jackpots_the_first_takes_the_meter_and_the_second_what_it_begins_with_again() -> None:
    """11.H goes from the dealer's right: seat 2 has $1,000 and 15 % of two wagers."""
    bets = "1 ante 10, bonus-spin 5 | fold; 2 ante 10, bonus-spin 5 | fold"
    got = spun(bets, "seat 1 6h 6d; seat 2 7h 7d", seat_1="jackpot", seat_2="jackpot").split("; ")
    assert {"1 bonus-spin win 1000", "2 bonus-spin win 1001.50"} <= {*got}


def test_criss_cross_CC_6_a_dollar_with_a_pair_does_not_spin() -> None:
    assert spun("1 ante 10, bonus-spin 1 | fold", "seat 1 6h 6d").endswith("1 net -21")


# Top Five Poker
LOW = "2c 3d 4h 5s 7c"
LOW_TOO = "2d 3c 4d 5d 7d"


@pytest.mark.parametrize(
    ("mine", "dealer", "ante", "play"),
    [
        ("Qh Jd", "Qc Jc", "push", "push"),
        ("Qh Td", "Qc Tc", "push", "push"),  # queen-ten does not qualify
        ("Kh Td", "Qc Tc", "push", "win 10"),
        ("Ah 8d", "Qc Tc", "push", "lose"),  # one card is fewer than two
        ("Jh Td", "Ac 8c", "push", "win 10"),  # a lone ace does not qualify
        ("Ah Td", "Kc Tc", "win 10", "win 10"),  # king-ten does
        ("Ah Kd", "Ts Tc", "lose", "lose"),  # and a pair of tens
        ("9h 8d", "9c 8c", "push", "push"),  # none at all on either side
    ],
)
def test_top_five_11_C_2_to_4_queen_jack_and_what_is_compared(mine: str, dealer: str, ante: str, play: str) -> None:
    got = dealt("top-five-poker", "1 ante 10 | play 1", f"seat 1 {mine} {LOW}; dealer {dealer} {LOW_TOO}")
    assert got.startswith(f"1 ante {ante}; 1 play {play}; 1 net")


@pytest.mark.parametrize(
    ("mine", "dealer", "net"),
    [
        ("Th Jd Qc 3d 4h 5s 7c", "As Ac 2d 3c 4d 5d 7d", 20),  # three cards beat a pair of aces
        ("Ah Kd Qc Js Td 2c 3h", "Ac Ad As Kc Qd 2d 3d", 20),  # a straight beats three of a kind
        ("Ah Kd Qc Js Td 2c 3h", "Tc Ts Th Jc Jd 2d 3d", -20),  # a full house beats a straight
        ("Ah Ad Kc Kd Js Tc 3h", "Ac As Kh Ks Qd Td 3d", -20),  # the fifth card of two pairs
    ],
)
def test_top_five_T5_1_the_number_of_cards_then_the_hand(mine: str, dealer: str, net: int) -> None:
    got = dealt("top-five-poker", "1 ante 10 | play 1", f"seat 1 {mine}; dealer {dealer}")
    assert got.endswith(f"1 net {net}")


@pytest.mark.parametrize(
    ("mine", "table", "top", "poker"),
    [
        ("Ah Ad Kc Jd 4h 5s 7c", "A", "win 5", "win 5"),
        ("Ah Ad Kc Jd 4h 5s 7c", "B", "win 5", "lose"),  # pay table B has no line for a pair
        ("Qh Qd Kc Jd 4h 5s 7c", "A", "win 5", "lose"),
        ("Ah Ad Ac As Kd Kc Kh", "A", "win 500", "win 500"),
        ("Ah Kd Qc Js Td Tc 2h", "A", "win 100", "win 125"),
        ("Ah Kh Qh Jh Th Tc 2h", "A", "win 100", "win 2500"),
        ("Ah Ad Ac Kd Kc Qh Qd", "B", "win 1000", "win 250"),
    ],
)
def test_top_five_12_B_bonus_bets_of_a_folded_hand(mine: str, table: str, top: str, poker: str) -> None:
    bets, tables = "1 ante 10, top-five-bonus 5, poker-bonus 5 | fold", {"top_five_pay_table": table}
    got = dealt("top-five-poker", bets, f"seat 1 {mine}", poker_pay_table=table, **tables)
    assert got.startswith(f"1 ante lose; 1 top-five-bonus {top}; 1 poker-bonus {poker};")
