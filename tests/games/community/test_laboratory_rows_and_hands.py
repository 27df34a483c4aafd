"""Two Card Peek and Ultimate Pai Gow: awkward situations, worked by hand from the two approvals."""

from typing import Any

import pytest

from houseway.play.scenario import ScenarioError
from tests.games.laboratory import came

PEEK, PAI_GOW = "two-card-peek", "ultimate-pai-gow"


def peek(bets: str, cards: str, **more: Any) -> str:
    """A round in which whoever says nothing of the Peek Bonus does not bet it."""
    said = "; ".join(bet if " | " in bet else f"{bet} | no bet" for bet in bets.split("; "))
    return came(PEEK, said, cards, **more)


NINE_HIGH = "row a 9h 7d; row b 8c 6s; row c 5d 3h"
EVERY_ROW = "1 pick-a 10; 2 pick-b 10; 3 pick-c 10; 4 pick-ab 10; 5 pick-ac 10; 6 pick-bc 10"


def test_peek_2_1_3_3_nine_high_or_less_loses_every_pick() -> None:
    got = peek(EVERY_ROW, NINE_HIGH).split("; ")
    assert sum(one.endswith(" lose") for one in got) == 6 and "bank 60" in got


@pytest.mark.parametrize(
    ("cards", "best"),
    [
        ("row a 2h 2d; row b 9c 7s; row c 8c 6s", "a"),  # a pair of twos qualifies (TP-1)
        ("row a 9h 7d; row b 3c 2c; row c 8d 6s", "b"),  # a straight flush of three-two
        ("row a 9h 7d; row b Tc 2s; row c 8d 6s", "b"),  # ten-high is enough
        ("row a Ah 2d; row b Kc 9c; row c 8d 6s", "a"),  # the lowest straight beats a flush
        ("row a Ah 2d; row b Kc Ks; row c Qd Jd", "c"),  # and is below a pair, which is below a straight flush
        ("row a Ah Kh; row b Ac Ad; row c Qd Jd", "a"),  # suited ace-king is above all
        ("row a Ah Kd; row b Ac Qs; row c 2d 2s", "c"),
    ],
)
def test_peek_TP_1_the_best_row_and_what_qualifies(cards: str, best: str) -> None:
    got = peek(EVERY_ROW, cards).split("; ")
    won = [one.split(" ")[1] for one in got if " win 20" in one]
    half = [one.split(" ")[1] for one in got if one.endswith(" win 5")]  # two rows pay one to two (TP-3)
    assert won == [f"pick-{best}"]
    assert half == [f"pick-{two}" for two in ("ab", "ac", "bc") if best in two]
    assert sum(one.endswith(" lose") for one in got) == 3


def test_peek_TP_2_TP_5_rows_that_tie() -> None:
    """A and B have king-four, C nine-seven."""
    got = peek(EVERY_ROW, "row a Kh 4d; row b Kd 4h; row c 9c 7s")
    assert got == (
        "1 pick-a push; 1 net 0; 2 pick-b push; 2 net 0; 3 pick-c lose; 3 net -10; 4 pick-ab win 5; 4 net 5; "
        "5 pick-ac push; 5 net 0; 6 pick-bc push; 6 net 0; bank 5; fees 1"
    )


def test_peek_TP_2_all_three_rows_tie_and_no_bet_holds_them_all() -> None:
    got = peek(EVERY_ROW, "row a Kh 4d; row b Kd 4h; row c Kc 4s").split("; ")
    assert sum(one.endswith(" push") for one in got) == 6 and "bank 0" in got


def test_peek_TP_3_the_printed_odds_of_two_rows_can_be_chosen() -> None:
    got = peek("1 pick-ab 10", "row a Kh 4d; row b 9d 4h; row c 9c 7s", two_rows_pay="1:1")
    assert got == "1 pick-ab win 10; 1 net 10; bank -10; fees 1"


def test_peek_2_2_2_1_two_card_poker_on_all_three_rows_wins_where_the_pick_loses() -> None:
    """Suited ace-king 10 to 1, a pair 3 to 2 on $5, nothing; the pick was the third row."""
    bets = "1 pick-c 10, two-card-a 5, two-card-b 5, two-card-c 5"
    got = peek(bets, "row a Ah Kh; row b 9c 9d; row c 8d 3s")
    assert got == (
        "1 pick-c lose; 1 two-card-a win 50; 1 two-card-b win 7.50; 1 two-card-c lose; 1 net 42.50; bank -42.50; fees 1"
    )


def test_peek_2_2_3_2_one_super_bet_wins_on_every_row() -> None:
    """Four of a kind 100, a straight 7, three of a kind 5; the pick on row c loses to the pair of kings."""
    cards = "row a Kh Kd Kc Ks 2d; row b 9c 8d 7h 6s 5c; row c Qh 3s 3d 3c 4h"
    got = peek("1 pick-c 10, super 1", cards)
    assert got == "1 pick-c lose; 1 super win 112; 1 net 102; bank -102; fees 1"


@pytest.mark.parametrize(
    ("row", "pays"),
    [
        ("Kh Kd 4c 4s 2d", "10"),  # two pair from a pair: 1 to 1
        ("Kh 4d Kc 4s 2d", "60"),  # two pair from none: 6 to 1
        ("Kh Kd Kc 4s 2d", "20"),
        ("Kh 4d Kc Ks 2d", "80"),
        ("Kh Kd Kc 4s 4d", "150"),  # a full house is one line, pair or not
        ("Kh 4d Kc 4s 4h", "150"),
        ("Kh 4h Ah 9h 2h", "120"),
        ("Ah 2d 3c 4s 5d", "100"),
        ("Ah Kh Qh Jh Th", "5000"),
    ],
)
def test_peek_2_2_4_8_the_bonus_looks_at_how_the_row_began(row: str, pays: str) -> None:
    got = peek("1 pick-a 10 | peek-a 10", f"row a {row}").split("; ")
    assert f"1 peek-a win {pays}" in got


def test_peek_2_2_4_8_one_pair_loses_also_where_the_row_began_with_it() -> None:
    assert "1 peek-a lose" in peek("1 pick-a 10 | peek-a 10", "row a Kh Kd Qc 4s 2d").split("; ")


def test_peek_3_11_picks_and_two_card_poker_of_a_seat_before_the_next_then_peek_and_super() -> None:
    """$30: seat 1's pick is paid 20 and its 2 Card Poker lost, 10. Seat 2 has no action, nor seat 1's Super Bet."""
    cards = "row a Kh 4d 9c 9s 2d; row b 9d 4h; row c 8c 6s"
    got = peek("1 pick-a 10, two-card-c 10, super 1 | no bet; 2 pick-a 10 | no bet", cards, bank="30")
    assert got == (
        "1 pick-a win 20; 1 two-card-c lose; 1 super returned; 1 net 10; 2 pick-a returned; 2 net 0; bank -10; fees 1"
    )


def test_peek_2_2_4_3_who_has_lost_the_pick_may_still_peek_and_it_is_no_part_of_the_action() -> None:
    """$100 of action: $1. The peek of $50 would make it $150, which costs $2 in this schedule."""
    got = peek("1 pick-b 100 | peek-a 50", "row a Kh Kd Kc 4s 2d; row b 9d 4h", collection="GEGA-002382/1")
    assert got == "1 pick-b lose; 1 peek-a win 100; 1 net 0; bank 0; fees 1"


@pytest.mark.parametrize(
    ("schedule", "bets", "fee"),
    [
        ("GEGA-003048/8", "1 pick-a 1000", "10"),  # TP-5: $1,000 stands in two brackets, and the lower one holds
        ("GEGA-003048/8", "1 pick-a 1000; 2 pick-b 25", "15"),
        ("GEGA-003048/1", "1 pick-a 50", "0.50"),
        ("GEGA-003048/1", "1 pick-a 50, super 1", "1"),  # the Super Bet counts, though it costs the player no fee
        ("GEGA-003048/6", "1 pick-a 300", "3"),
        ("GEGA-003048/6", "1 pick-a 301", "5"),
    ],
)
def test_peek_collection_schedule_at_the_edges(schedule: str, bets: str, fee: str) -> None:
    assert peek(bets, NINE_HIGH, collection=schedule).endswith(f"fees {fee}")


@pytest.mark.parametrize(
    ("bets", "sentence"),
    [
        ("1 super 1", "super"),
        ("1 two-card-a 5", "two-card-a"),
        ("1 pick-a 10, super 2", "above the maximum of \\$1"),
        ("1 pick-a 10 | peek-a 51", "from \\$5 to \\$50|above|not within"),
        ("1 pick-a 10 | peek-a 10, peek-b 10", "never asked for|was never|only one|1 of"),
    ],
)
def test_peek_2_2_what_may_not_be_bet(bets: str, sentence: str) -> None:
    with pytest.raises(ScenarioError, match=sentence):
        peek(bets, NINE_HIGH)


KING = "row a Kh 4d; row b 9d 4h; row c 8c 6s"
THREE_KINGS = "row a Kh 4d Ks Kc 2d; row b 9d 4h 2s 3s 7c; row c 8c 6s 3d Td Qh"


@pytest.mark.parametrize(("banks", "first", "second"), [(1, 2, 3), (3, 1, 4)])
def test_peek_TP_4_the_action_starts_at_the_house_dealer_s_left_wherever_the_bank_is(
    banks: int, first: int, second: int
) -> None:
    got = peek(f"{first} pick-a 10; {second} pick-a 10", KING, bank="25", banks=banks)
    assert got.startswith(f"{first} pick-a win 20; {first} net 20; {second} pick-a win 5; {second} net 5; bank -25")


@pytest.mark.parametrize(
    ("bets", "cards", "bank", "want"),
    [
        (
            "1 pick-b 10, two-card-a 5; 1.1 pick-a 10; 2 pick-b 10",
            KING,
            "30",
            "1 pick-b lose; 1 two-card-a lose; 1 net -15; 1.1 pick-a win 15; 1.1 net 15; 2 pick-b returned; 2 net 0; "
            "bank 0; fees 1",
        ),
        (  # nothing is left when the Peek Bonus is wagered
            "1 pick-a 10 | peek-a 10",
            THREE_KINGS,
            "20",
            "1 pick-a win 20; 1 peek-a returned; 1 net 20; bank -20; fees 1",
        ),
        (
            "1 pick-a 10 | peek-a 10; 2 pick-b 5, super 1 | no bet",
            THREE_KINGS,
            "30",
            "1 pick-a win 20; 1 peek-a win 5; 1 net 25; 2 pick-b lose; 2 super returned; 2 net -5; bank -20; fees 1",
        ),
        (  # the Peek Bonus and the Super Bet of a seat before the next
            "1 pick-a 5, super 1 | peek-a 5; 2 pick-b 5, super 1 | no bet",
            THREE_KINGS,
            "61",
            "1 pick-a win 10; 1 peek-a win 40; 1 super win 5; 1 net 55; 2 pick-b lose; 2 super win 1; 2 net -4; "
            "bank -51; fees 1",
        ),
        (
            "1 pick-a 5, super 1",
            "row a Ah Kh Qh Jh Th; row b 9d 4h 2s 3s 7c; row c 8c 6s 3d Td Qd",
            "1000",
            "1 pick-a win 10; 1 super win 990; 1 net 1000; bank -1000; fees 1",
        ),
    ],
)
def test_peek_3_11_and_3_19_a_bank_that_runs_out(bets: str, cards: str, bank: str, want: str) -> None:
    assert peek(bets, cards, bank=bank) == want


def test_peek_ALL_1_half_a_chip_is_rounded_down_on_each_wager() -> None:
    got = peek("1 pick-ab 5, two-card-a 5", "row a Kh Kd; row b 9d 4h; row c 8c 6s", smallest_chip="1")
    assert got == "1 pick-ab win 2; 1 two-card-a win 7; 1 net 9; bank -9; fees 1"


@pytest.mark.parametrize(
    ("cards", "loses", "wins"),
    [
        ("row a Kh 7h; row b Kd 8d; row c Ac 5s", "a", "b"),  # the lower card of two flushes
        ("row a 3h 2d; row b Ad Kh; row c 8c 5s", "a", "b"),
        ("row a Ad Ac; row b Ah 2h; row c 8c 5s", "a", "b"),  # suited ace-two is a straight flush
        ("row a Ah 2h; row b 3d 2d; row c 8c 5s", "a", "b"),  # the lowest
        ("row a Ah 2d; row b 3d 2c; row c Ac Qc", "a", "b"),
    ],
)
def test_peek_TP_1_two_cards_compared(cards: str, loses: str, wins: str) -> None:
    got = peek(f"1 pick-{loses} 5; 2 pick-{wins} 5", cards).split("; ")
    assert {f"1 pick-{loses} lose", f"2 pick-{wins} win 10"} <= {*got}


def test_peek_2_1_3_3_rows_that_tie_below_ten_high_lose_too() -> None:
    got = peek("1 pick-a 5; 2 pick-ab 5; 3 pick-c 5", "row a 9h 7d; row b 9d 7h; row c 8c 5s")
    assert sum(one.endswith(" lose") for one in got.split("; ")) == 3


@pytest.mark.parametrize(
    ("schedule", "bets"),
    [
        ("GEGA-003048/6", "1 pick-a 10 | peek-a 5"),  # the Peek Bonus is at least the table minimum
        ("GEGA-003048/8", "1 pick-a 25 | peek-a 24"),
        ("GEGA-003048/2", "1 pick-a 101"),
        ("GEGA-003048/4", "1 pick-a 10, two-card-a 201"),
        ("GEGA-003048/4", "1 pick-a 10; 1.1 super 1"),
    ],
)
def test_peek_collection_schedule_brings_its_limits(schedule: str, bets: str) -> None:
    with pytest.raises(ScenarioError, match=r"below the minimum|above the maximum|can only be wagered with"):
        peek(bets, KING, collection=schedule)


# Ultimate Pai Gow. Hands without a pair: the second and third highest go in front. One pair: the pair stays behind.

A_KQ = "Ah Kd Qc 9s 7h 4d 2c"  # king-queen in front, A 9 7 4 2 behind
ACES = "Ah Ad Kc Qs 7h 4d 2c"  # king-queen, a pair of aces
JACKS = "Js Jc Td 9h 7d 4s 3h"  # ten-nine, a pair of jacks
BETS = "1 player 10, push 5, tie 5; 2 banker 10, push 5"


def test_pai_gow_ultimate_player_bet_2_both_hands_won() -> None:
    got = came(PAI_GOW, BETS, f"player {ACES}; banker {JACKS}")
    assert got == (
        "1 player win 20; 1 push lose; 1 tie lose; 1 net 10; 2 banker lose; 2 push lose; 2 net -15; bank 5; fees 1"
    )


@pytest.mark.parametrize(("low", "pays"), [("3", "30"), ("2", "20")])
def test_pai_gow_ultimate_player_bet_2_a_pair_of_threes_in_front_pays_three_to_one(low: str, pays: str) -> None:
    """Two pairs with aces: the small pair goes in front."""
    got = came(PAI_GOW, "1 player 10", f"player Ah Ad {low}c {low}s 7h 5d 9c; banker {JACKS}")
    assert got == f"1 player win {pays}; 1 net {pays}; bank -{pays}; fees 1"


def test_pai_gow_ultimate_banker_bet_2_the_same_for_the_other_side() -> None:
    got = came(PAI_GOW, "1 banker 10", f"player {JACKS}; banker Kh Kd 5c 5s 8h 2d 9c")
    assert got == "1 banker win 30; 1 net 30; bank -30; fees 1"


def test_pai_gow_object_1_both_hands_copied_both_lose_and_the_tie_pays_1000() -> None:
    got = came(PAI_GOW, BETS, f"player {A_KQ}; banker As Kc Qd 9h 7d 4s 2h")
    assert got == (
        "1 player lose; 1 push lose; 1 tie win 5000; 1 net 4985; 2 banker lose; 2 push lose; 2 net -15; "
        "bank -4970; fees 1"
    )


FRONT_COPIED = f"player {A_KQ}; banker As Kc Qd 9h 7d 4s 3h"
BACK_COPIED = f"player {A_KQ}; banker As Kc Jd 9h 7d 4s 2h"


def test_pai_gow_object_2_the_front_copied_and_the_banker_s_five_better() -> None:
    got = came(PAI_GOW, BETS, FRONT_COPIED)
    assert got == (
        "1 player lose; 1 push lose; 1 tie win 150; 1 net 135; 2 banker push; 2 push lose; 2 net -5; bank -130; fees 1"
    )


def test_pai_gow_object_3_the_five_copied_and_the_player_s_front_better() -> None:
    got = came(PAI_GOW, BETS, BACK_COPIED)
    assert got == (
        "1 player push; 1 push lose; 1 tie win 1250; 1 net 1245; 2 banker lose; 2 push lose; 2 net -15; "
        "bank -1230; fees 1"
    )


def test_pai_gow_PG_2_where_copies_lose_nobody_pushes_and_the_tie_still_pays() -> None:
    assert came(PAI_GOW, "1 player 10, tie 5; 2 banker 10", BACK_COPIED, copies="lose") == (
        "1 player lose; 1 tie win 1250; 1 net 1240; 2 banker lose; 2 net -10; bank -1230; fees 1"
    )


ONE_EACH = f"player Kh Kd 9c 7s 6h 3d 2c; banker {JACKS}"  # kings beat jacks, nine-seven loses to ten-nine


@pytest.mark.parametrize(
    ("cards", "pays"),
    [(ONE_EACH, "5"), ("player Kh Kd 9c 7s 6h 4d 2c; banker Qs Qc 3d 3h 7d 5s 9h", "10")],
)
def test_pai_gow_ultimate_push_bet_1_one_hand_each_pays_and_both_sides_lose(cards: str, pays: str) -> None:
    got = came(PAI_GOW, "1 player 10, push 5; 2 banker 10", cards)
    net = -10 + int(pays)
    assert got.startswith(f"1 player lose; 1 push win {pays}; 1 net {net}; 2 banker lose; 2 net -10; bank")


def test_pai_gow_type_of_game_back_to_front_the_rearmost_bettor_first_then_the_seat() -> None:
    """$45 at two to one: the second square 20, the first 20, and 5 of the seat's 20."""
    bets = "1 player 10; 1.1 player 10; 1.2 player 10; 2 player 10"
    got = came(PAI_GOW, bets, f"player {ACES}; banker {JACKS}", bank="45")
    assert got == (
        "1 player win 5; 1 net 5; 1.1 player win 20; 1.1 net 20; 1.2 player win 20; 1.2 net 20; 2 player returned; "
        "2 net 0; bank -45; fees 1"
    )


def test_pai_gow_round_of_play_4_and_6_seat_by_seat() -> None:
    """$30 on ONE_EACH: seat 1 loses player 10, is paid 5 on its push and loses its tie of 5; then seat 2 loses
    banker 10, and nothing is left for its push."""
    got = came(PAI_GOW, "1 player 10, push 5, tie 5; 2 banker 10, push 5", ONE_EACH, bank="30")
    assert got == (
        "1 player lose; 1 push win 5; 1 tie lose; 1 net -10; 2 banker lose; 2 push returned; 2 net -10; bank 20; fees 1"
    )


@pytest.mark.parametrize("bet", ["push 5", "tie 5", "push 5, tie 5"])
def test_pai_gow_ultimate_push_bet_2_a_bonus_bet_does_not_stand_alone(bet: str) -> None:
    with pytest.raises(ScenarioError, match="can only be wagered with player or banker"):
        came(PAI_GOW, f"1 {bet}", ONE_EACH)


@pytest.mark.parametrize(
    ("schedule", "bets", "fee"),
    [
        ("GEGA-002382/2", "1 player 200; 2 player 100", "1"),
        ("GEGA-002382/2", "1 player 200; 2 player 100, tie 5", "3"),
        ("GEGA-004030/10", "1 player 200", "2"),
        ("GEGA-004030/10", "1 player 196, push 5", "5"),
    ],
)
def test_pai_gow_collection_fees_at_the_edges(schedule: str, bets: str, fee: str) -> None:
    assert came(PAI_GOW, bets, ONE_EACH, collection=schedule).endswith(f"fees {fee}")


def test_pai_gow_card_values_the_joker_is_an_ace_and_completes_a_flush() -> None:
    """Four hearts and the joker: a flush behind, and the two highest others in front."""
    got = came(PAI_GOW, "1 player 10", f"player Kh 8h 6h 2h Jk Qs Tc; banker {JACKS}")
    assert got == "1 player win 20; 1 net 20; bank -20; fees 1"


@pytest.mark.parametrize(
    ("player", "banker", "pays"),
    [
        ("Ah Ad Ac As Kd Qc 8s", JACKS, "30"),  # four aces and no pair: split, a pair in front
        ("Ah Ad Ac As 2d 2c 8s", JACKS, "20"),  # with a pair of twos in front they stay
        ("Jh Jd Jc Js Kd Qc 8s", "Ts Tc 9d 8h 6d 4s 3h", "20"),  # a king can go in front
        ("Jh Jd Jc Js Qd 9c 8s", "Ts Tc 9d 8h 6d 4s 3h", "30"),
        ("Ah Ad Ac As Jk Qd 9c", JACKS, "30"),
        ("9h 9d 8c 8s 7h 6d 5c", "Ah Kd Js Tc 4h 3d 2c", "30"),  # two pairs with a straight go as two pairs
        ("Jh Jd 8c 8s Ah Qd 5c", "Kh Kd Qs Tc 4h 3d 2c", "20"),  # jacks and eights behind an ace
        ("Kh 8h 6h 2h Jk Qs Tc", "9s 8c 7d 6s 5h Jd 2s", "20"),  # a flush with the joker, a straight
    ],
)
def test_pai_gow_house_way_both_hands_set_and_both_won(player: str, banker: str, pays: str) -> None:
    assert came(PAI_GOW, "1 player 10", f"player {player}; banker {banker}").startswith(f"1 player win {pays};")


def test_pai_gow_object_2_a_joker_in_front_copies_an_ace() -> None:
    cards = "player Jk Kh 9c 9d 8h 8s 2c; banker Ac Kd Th Td 7c 7s 3h"
    got = came(PAI_GOW, "1 banker 10, tie 5; 2 player 10", cards)
    assert got == "1 banker push; 1 tie win 150; 1 net 150; 2 player lose; 2 net -10; bank -140; fees 1"
