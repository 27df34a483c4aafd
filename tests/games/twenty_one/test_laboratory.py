"""Blackjack X in its versions and Cal Blackjack: awkward situations, worked by hand from their approvals."""

from typing import Any

import pytest

from houseway.play.scenario import ScenarioError
from tests.games.laboratory import came

MAGIC_7, JACK_MAGIC, CAL = "blackjack-x-magic-7", "blackjack-x-buster-jack-magic", "cal-blackjack-2.0"
V1_1, V1_2, V1_3 = (f"blackjack-x-buster-v1.{version}" for version in (1, 2, 3))
SEVENTEEN = "player-dealer 9c 8d"


# Magic 7: Magic Sevens needs six decks and a machine.


def magic(bets: str, cards: str, **more: Any) -> str:
    return came(MAGIC_7, bets, cards, decks=6, shuffling="continuous machine", magic_sevens=True, **more)


@pytest.mark.parametrize(
    ("mine", "up", "pays"),
    [
        ("7h 7d", "7h", "1000"),  # three red sevens
        ("7h 7d", "7c", "400"),  # three, and not all red: the line of three pays more than that of two red ones
        ("7h 7d", "9c", "250"),
        ("7h 9d", "7d", "250"),  # the up card counts like the player's own
        ("7h 7c", "9c", "50"),
        ("7c 9h", "7s", "50"),
        ("7h 9d", "8c", "10"),
        ("7c 9d", "8c", "10"),
        ("6c 9d", "8c", None),
    ],
)
def test_magic_sevens_two_cards_and_the_up_card(mine: str, up: str, pays: str | None) -> None:
    got = magic("1 base 20, magic-sevens 10 | stand", f"seat 1 {mine}; player-dealer {up} Ts").split("; ")
    assert (f"1 magic-sevens win {pays}" if pays else "1 magic-sevens lose") in got


def test_magic_7_a_pair_that_is_split_wins_the_lucky_pair_and_each_hand_plays_for_itself() -> None:
    """Eight and ten beat seventeen; eight and two, doubled, make twenty; the Buster is lost."""
    got = magic(
        "1 base 20, lucky-pair 10, buster 10 | split, stand, double",
        f"seat 1 8h 8c Tc; seat 1 hand 2 2h Th; {SEVENTEEN}",
    )
    assert got.split("; ")[-3:] == ["1 net 150", "bank -150", "fees 1"]  # 20 + 20 + 20 + 100 - 10


def test_magic_7_lucky_pair_8_forty_to_one_against_a_natural_that_takes_the_game_wager() -> None:
    got = magic("1 base 20, lucky-pair 10", "seat 1 9h 9d; player-dealer As Kd")
    assert got == "1 base lose; 1 lucky-pair win 400; 1 net 380; bank -380; fees 1"


@pytest.mark.parametrize(("mine", "net"), [("9h 8d", "0"), ("Ah Qd", "20")])
def test_magic_7_insurance_4_two_to_one_and_the_wager_is_lost_but_to_a_natural_of_one_s_own(
    mine: str, net: str
) -> None:
    got = magic("1 base 20 | insurance 10", f"seat 1 {mine}; player-dealer As Kd").split("; ")
    assert "1 insurance win 20" in got and f"1 net {net}" in got


def test_magic_7_double_down_3_a_second_wager_that_is_less() -> None:
    got = magic("1 base 20 | double 10", f"seat 1 6h 5d Tc; {SEVENTEEN}")
    assert got.split("; ")[-3] == "1 net 30"


def test_magic_7_split_5_two_aces_take_one_card_each_and_a_ten_is_twenty_one() -> None:
    got = magic("1 base 20 | split", f"seat 1 Ah Ad Kc; seat 1 hand 2 5c; {SEVENTEEN}")
    assert got.split("; ")[-3] == "1 net 0"  # 20 won even, 20 lost


# The Buster versions


def test_v1_2_odds_2_a_hard_31_wins_three_to_one_also_from_twenty_one() -> None:
    """The nineteen of seat 2 makes the player-dealer draw to 21; with a hard 31 alone no card is drawn (BX-11)."""
    cards = "seat 1 9h 2d Tc Kd; seat 2 9c Td; player-dealer Tc 5d 6h"
    got = came(V1_2, "1 base 20 | hit, hit; 2 base 10 | stand", cards)
    assert got == "1 base win 60; 1 net 60; 2 base lose; 2 net -10; bank -50; fees 1"
    got = came(V1_2, "1 base 20 | hit, hit", "seat 1 9h 2d Tc Kd; player-dealer Tc 5d 6h")
    assert got == "1 base win 60; 1 net 60; bank -60; fees 1; player-dealer is given 6h, which was not drawn."


def test_v1_2_rules_for_the_player_2_a_hand_of_22_loses_though_the_dealer_goes_over_and_the_buster_is_paid() -> None:
    got = came(V1_2, "1 base 20, buster 10 | hit", "seat 1 Th 6d 9c; player-dealer Tc 6h Kd")
    assert got == "1 base lose; 1 buster win 20; 1 net 0; bank 0; fees 1"


def test_v1_2_how_winners_1_game_wagers_round_the_table_then_busters_and_one_that_is_over_in_its_turn() -> None:
    """$30 (BX-13): 20 of the hand that is over, 10 of the next seat's 20 paid; no Buster has action."""
    cards = "seat 1 Th 6d 9c; seat 2 Td 9d; player-dealer Tc 6h Kd"
    got = came(V1_2, "1 base 20, buster 20 | hit; 2 base 20, buster 20 | stand", cards, bank="30")
    assert got == (
        "1 base lose; 1 buster returned; 1 net -20; 2 base win 10; 2 buster returned; 2 net 10; bank 10; fees 1"
    )


@pytest.mark.parametrize(("chip", "net"), [("0.01", "-12.50"), ("1", "-13")])
def test_v1_2_surrender_2_half_comes_back_rounded_down_to_the_chip_also_against_a_natural(chip: str, net: str) -> None:
    got = came(V1_2, "1 base 25 | surrender", "seat 1 Th 6d; player-dealer Kc As", smallest_chip=chip).split("; ")
    assert f"1 net {net}" in got


@pytest.mark.parametrize(
    ("cards", "pays"),
    [
        ("Tc 6h Kd", "20"),
        ("Tc 2h 3d Kd", "20"),
        ("Tc 2h 2d 2s Kd", "40"),
        ("Ac 2h 2d 2s 9d Kd", "150"),  # soft sixteen, hard sixteen, twenty-six
        ("Ac 2h 2d As Ad 9d Kd", "500"),
        ("Ac Ah Ad As Ac Ah Td Kd", "2000"),  # eight cards: six aces are soft sixteen
    ],
)
def test_v1_1_buster_pays_by_the_cards_of_the_dealer_s_hand(cards: str, pays: str) -> None:
    got = came(V1_1, "1 base 20, buster 10 | stand", f"seat 1 Th 9d; player-dealer {cards}", decks=8).split("; ")
    assert f"1 buster win {pays}" in got


def test_v1_1_buster_bonus_bet_3_may_exceed_the_game_wager_where_its_own_schedule_is_used() -> None:
    cards = f"seat 1 Th 9d; {SEVENTEEN}"
    got = came(V1_1, "1 base 10, buster 20 | stand", cards, collection="GEGA-004331/1")
    assert got == "1 base win 10; 1 buster lose; 1 net -10; bank 10; fees 1.50"
    with pytest.raises(ScenarioError, match="buster"):
        came(V1_1, "1 base 10, buster 20 | stand", cards, collection="GEGA-002382/1")


@pytest.mark.parametrize(
    ("mine", "up", "pays"),
    [
        ("Jh Js", "Jh", "3000"),
        ("Jh Js", "Jd", "1000"),
        ("Jh 9c", "Js", "400"),
        ("Jh Jd", "9c", "100"),
        ("Js 9c", "8c", "30"),
        ("Jd 9c", "8c", "10"),
    ],
)
def test_jack_magic_one_eyed_are_the_jacks_of_spades_and_hearts(mine: str, up: str, pays: str) -> None:
    got = came(JACK_MAGIC, "1 base 20, jack-magic 10 | stand", f"seat 1 {mine}; player-dealer {up} 9s", decks=8)
    assert f"1 jack-magic win {pays}" in got.split("; ")


@pytest.mark.parametrize(
    ("schedule", "bets", "fee"),
    [
        ("GEGA-002382/5", "1 base 300", "4"),
        ("GEGA-002382/5", "1 base 296, buster 5", "7"),
        ("GEGA-004332/7", "1 base 100", "1.50"),
        ("GEGA-004332/7", "1 base 100, buster 1", "x"),  # below the table's minimum
        ("GEGA-004332/7", "1 base 600; 2 base 5", "10.50"),
    ],
)
def test_v1_2_collection_at_the_edges(schedule: str, bets: str, fee: str) -> None:
    said = "; ".join(f"{bet} | stand" for bet in bets.split("; "))
    cards = f"seat 1 Th 9d; seat 2 Td 9h; {SEVENTEEN}" if "2 base" in bets else f"seat 1 Th 9d; {SEVENTEEN}"
    if fee == "x":
        with pytest.raises(ScenarioError, match="below the minimum"):
            came(V1_2, said, cards, collection=schedule)
    else:
        assert came(V1_2, said, cards, collection=schedule).endswith(f"fees {fee}")


@pytest.mark.parametrize(
    ("game", "bet", "cards", "want"),
    [
        (V1_1, "15", f"Ah Qd; {SEVENTEEN}", "1 base win 18; 1 net 18"),  # a natural pays 6 to 5 here
        (V1_1, "15", f"Ah Kh; {SEVENTEEN}", "1 base win 30; 1 net 30"),
        (V1_1, "15", "Ah Kh; player-dealer Tc Ad", "1 base push; 1 net 0"),  # BX-1: a Blackjack X is a natural
        (V1_2, "10 | hit, hit, hit", f"Ah 5d 5c Tc Kd; {SEVENTEEN}", "1 base win 30; 1 net 30"),  # soft, hard 21, 31
        (V1_2, "10 | hit, hit", f"Th 5d 6c As; {SEVENTEEN}", "1 base lose; 1 net -10"),
        (V1_2, "10 | stand", "9h 8d; player-dealer As 6d Tc", "1 base push; 1 net 0"),  # a soft seventeen is hit
        (V1_2, "100 | insurance 1, stand", "9h 8d; player-dealer As 7d", "1 base lose; 1 insurance lose; 1 net -101"),
    ],
)
def test_buster_versions_what_a_hand_comes_to(game: str, bet: str, cards: str, want: str) -> None:
    assert came(game, f"1 base {bet}", f"seat 1 {cards}").startswith(f"{want}; bank")


@pytest.mark.parametrize(
    ("game", "bet", "cards", "why"),
    [
        (V1_1, "double", "4h 5d", "'double' is not an answer"),  # on ten and eleven only
        (V1_1, "split, double", "8h 8d 3c", "'double' is not an answer"),
        (V1_1, "surrender", "8h 8d", "'surrender' is not an answer"),
        (V1_3, "surrender", "8h 8d", "'surrender' is not an answer"),  # BX-9
        (V1_3, "double", "4h 5d", "'double' is not an answer"),
        (V1_2, "double 4", "5h 6d", r"double 4 is not allowed: from \$5 to \$10"),
        (V1_2, "split, split, split, split", "8h 8d 8c; seat 1 hand 2 8s", "'split' is not an answer"),
    ],
)
def test_buster_versions_what_each_of_them_forbids(game: str, bet: str, cards: str, why: str) -> None:
    with pytest.raises(ScenarioError, match=why):
        came(game, f"1 base 10 | {bet}", f"seat 1 {cards}; {SEVENTEEN}", decks=8)


@pytest.mark.parametrize("amount", ["0.99", "50.01"])
def test_v1_2_insurance_2_is_from_one_to_fifty_hundredths_of_the_wager(amount: str) -> None:
    with pytest.raises(ScenarioError, match=r"insurance .* is not allowed: from \$1 to \$50"):
        came(V1_2, f"1 base 100 | insurance {amount}, stand", "seat 1 9h 8d; player-dealer As 7d")


def test_v1_2_surrender_4_after_a_split_each_hand_loses_half() -> None:
    cards = f"seat 1 8h 8d 7c; seat 1 hand 2 6c; {SEVENTEEN}"
    assert "1 net -10" in came(V1_2, "1 base 10 | split, surrender, surrender", cards).split("; ")


def test_BX_16_who_bets_behind_follows_a_double_for_less_by_the_same_share() -> None:
    got = came(V1_2, "1 base 10 | double 5; 1.1 base 20", f"seat 1 5h 6d Tc; {SEVENTEEN}")
    assert got == (
        "1 base win 10; 1 double win 5; 1 net 15; 1.1 base win 20; 1.1 double win 10; 1.1 net 30; bank -45; fees 1"
    )


def test_jack_magic_how_winners_1_game_wagers_then_busters_then_jack_magic() -> None:
    """$70: 10 and 10, 20 and 20, and 10 of the 30 that a one-eyed jack has won."""
    bets = "1 base 10, buster 10, jack-magic 10 | stand; 2 base 10, buster 10 | stand"
    assert came(JACK_MAGIC, bets, "seat 1 Jh 9d; seat 2 Td 8h; player-dealer Tc 6h Kd", bank="70") == (
        "1 base win 10; 1 buster win 20; 1 jack-magic win 10; 1 net 40; 2 base win 10; 2 buster win 20; 2 net 30; "
        "bank -70; fees 1"
    )


@pytest.mark.parametrize(
    ("bet", "cards"), [("stand", "Th 9d; player-dealer 8c Js"), ("hit", "Th 9d Jc; player-dealer 8c 9s")]
)
def test_jack_magic_6_neither_the_hole_card_nor_a_drawn_card_counts(bet: str, cards: str) -> None:
    got = came(JACK_MAGIC, f"1 base 10, jack-magic 10 | {bet}", f"seat 1 {cards}").split("; ")
    assert "1 jack-magic lose" in got


# Cal Blackjack. The player-dealer is in seat 8; its second card is counted from seat 7 down.


@pytest.mark.parametrize(
    ("cards", "decisions", "net"),
    [
        ("Ah Kd", "", "20"),  # CB-1: a natural pays even
        ("Ah 2d 8c Ts", "hit, hit", "24"),  # soft twenty-one and a ten: Soft 31, 6 to 5
        ("Ah 2d 8c 4h 6s", "hit, hit, hit, stand", "20"),  # any other card plays on to twenty-one
        ("Th 5d 6c Kd", "hit, hit", "-20"),  # CB-4: a hard 31 loses
        ("Th 5d 6c", "hit, stand", "20"),
        ("Th 6d Kc", "hit", "-20"),
        ("5h 6d Kc", "double", "40"),
    ],
)
def test_cal_game_rules_11_14_and_16_what_a_hand_wins(cards: str, decisions: str, net: str) -> None:
    got = came(CAL, f"1 base 20 | {decisions}" if decisions else "1 base 20", f"seat 1 {cards}; {SEVENTEEN}")
    assert f"1 net {net}" in got.split("; ")


@pytest.mark.parametrize(
    ("mine", "second", "net"),
    [
        ("5h Td Kc", "6d", "20"),  # 25 and 6: the original 20 is lost, the side bet pays 40
        ("5h Td Kc", "7d", "-40"),
        ("6h Td Kc", "5d", "20"),
        ("Th Td Kc", "Ad", "20"),  # 30 and one
        ("6h Td Kc", "Th", "-40"),  # 36 is 26
    ],
)
def test_cal_game_rules_15_the_side_bet_adds_the_dealer_s_second_card(mine: str, second: str, net: str) -> None:
    cards = f"seat 1 {mine}; player-dealer 7c {second}"
    assert f"1 net {net}" in came(CAL, "1 base 20 | hit, side 20", cards).split("; ")


@pytest.mark.parametrize(
    ("bank", "first"),
    [("9c 7d 2h", "1"), ("9c 6d 3h", "2"), ("8c Ad", "2"), ("9c 3d 6h", "2")],
)
def test_cal_CB_4_the_action_tile_counts_from_the_player_dealer_s_right_and_moves_on_from_an_empty_seat(
    bank: str, first: str
) -> None:
    """Seven is seat 1, six seat 2. An ace is seat 7 and a three seat 5: empty, so on to the next to the right, which is
    seat 2."""
    cards = f"seat 1 Th 7h; seat 2 Td 7s; player-dealer {bank}"
    got = came(CAL, "1 base 20 | stand; 2 base 20 | stand", cards, bank="20").split("; ")
    other = "2" if first == "1" else "1"
    assert f"{first} base lose" in got and f"{other} base returned" in got


def test_cal_game_rules_10_insurance_is_half_and_the_wager_is_lost() -> None:
    got = came(CAL, "1 base 25 | insurance", "seat 1 9h 8d; player-dealer As Kd")
    assert got == "1 base lose; 1 insurance win 25; 1 net 0; bank 0; fees 1"


def test_cal_how_winners_2_two_naturals_tie() -> None:
    assert came(CAL, "1 base 25", "seat 1 Ah Kd; player-dealer Ts Ad").startswith("1 base push; 1 net 0")


def test_cal_game_rules_9_a_early_surrender_costs_half_also_against_a_natural() -> None:
    got = came(CAL, "1 base 25 | surrender", "seat 1 Th 6d; player-dealer Ts Ad").split("; ")
    assert "1 net -12.50" in got


def test_cal_game_rules_8_e_split_aces_and_a_ten_are_paid_even() -> None:
    got = came(CAL, "1 base 20 | split", f"seat 1 Ah Ad Kc; seat 1 hand 2 5c; {SEVENTEEN}")
    assert got.split("; ")[-3] == "1 net 0"


def test_cal_game_rules_15_d_a_side_bet_beyond_the_coverage_goes_back() -> None:
    """$20: the original wager of 20 is collected, and nothing is left for a side bet that would win."""
    got = came(CAL, "1 base 20 | hit, side 20", "seat 1 5h Td Kc; player-dealer 7c 6d", bank="20")
    assert got == "1 base lose; 1 side returned; 1 net -20; bank 20; fees 1"


@pytest.mark.parametrize(("bets", "fee"), [("1 base 100", "1"), ("1 base 101", "3"), ("1 base 600", "7")])
def test_cal_GEGA_002382_doubles_and_side_bets_are_no_part_of_the_action(bets: str, fee: str) -> None:
    assert came(CAL, f"{bets} | double", f"seat 1 5h 6d Kc; {SEVENTEEN}").endswith(f"fees {fee}")


@pytest.mark.parametrize(
    ("bet", "cards", "more", "want"),
    [
        ("7 | hit, hit", f"Ah 2d 8c Ts; {SEVENTEEN}", {"smallest_chip": "1"}, "1 base win 8; 1 net 8"),
        ("20 | hit, hit", f"Ah 2d 8c Ts; {SEVENTEEN}", {"soft_31_pays": "3:1"}, "1 base win 60; 1 net 60"),
        ("20", "Ah Kd; player-dealer Tc 7d", {}, "1 base win 20; 1 net 20"),
        (
            "20 | hit, hit, hit, side 5",
            "Ah 2d 8c 4s Kd; player-dealer 9c 6d",
            {},
            "1 base lose; 1 side win 10; 1 net -10",
        ),
    ],
)
def test_cal_a_soft_31_and_what_missed_it(bet: str, cards: str, more: dict[str, Any], want: str) -> None:
    assert came(CAL, f"1 base {bet}", f"seat 1 {cards}", **more).startswith(f"{want}; bank")


def test_cal_CB_6_each_bettor_on_a_hand_has_a_side_bet_of_their_own() -> None:
    got = came(CAL, "1 base 20 | hit, side 10; 1.1 base 10 | side 5", "seat 1 5h Td Kc; player-dealer 7c 6d")
    assert got == ("1 base lose; 1 side win 20; 1 net 0; 1.1 base lose; 1.1 side win 10; 1.1 net 0; bank 0; fees 1")


@pytest.mark.parametrize(
    ("bet", "cards"),
    [
        ("hit, side 20.01", "5h Td Kc; player-dealer 7c 6d"),
        ("insurance 5", "9h 8d; player-dealer As Kd"),  # half the wager, no less
        ("double 10", f"5h 6d; {SEVENTEEN}"),  # the full amount
        ("split, surrender", f"8h 8d 3c; {SEVENTEEN}"),
    ],
)
def test_cal_game_rules_7_to_15_what_is_not_allowed(bet: str, cards: str) -> None:
    with pytest.raises(ScenarioError, match=r"is not allowed|is not an answer"):
        came(CAL, f"1 base 20 | {bet}", f"seat 1 {cards}")
