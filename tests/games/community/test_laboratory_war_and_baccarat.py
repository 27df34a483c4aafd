"""Ultimate War and Commission-Free Baccarat: awkward situations, worked by hand from the two approvals."""

import pytest

from houseway.play.scenario import ScenarioError
from tests.banked import played
from tests.games.laboratory import came

WAR, FREE = "ultimate-war", "commission-free-baccarat"


def test_war_method_used_every_player_bet_before_any_banker_bet_and_the_last_in_part() -> None:
    """$25 covers seat 2's Player Bet and $5 of seat 1's Banker Bet, though seat 1 has the action."""
    got = came(WAR, "1 banker 20; 2 player 20", "player 9h; banker 8d", bank="25")
    assert got == "1 banker lose, 15 back; 1 net -5; 2 player win 20; 2 net 20; bank -15; fees 1"


ALL_FIVE = "1 player 10, banker 10, war 10, ultimate-5-player 10, ultimate-5-banker 10"
FIVE_AFTER_A_WAR = "player 9h 5c; banker 9d 3c"


def test_war_ultimate_5_player_8_a_bonus_at_120_to_1_is_paid_as_far_as_the_bank_goes() -> None:
    """10 collected and 100 paid leave 890 of 1,000 for a bet that has won 1,200; what comes after goes back."""
    got = came(WAR, ALL_FIVE, FIVE_AFTER_A_WAR, bank="1000")
    assert got == (
        "1 player push; 1 banker lose; 1 war win 100; 1 ultimate-5-player win 890; 1 ultimate-5-banker returned; "
        "1 net 980; bank -980; fees 1"
    )


def test_war_PD_8_with_net_coverage_what_is_collected_makes_room_and_nothing_goes_back() -> None:
    """10 collected, 100 paid: 910 may still be lost; then 10 more is collected."""
    got = came(WAR, ALL_FIVE, FIVE_AFTER_A_WAR, bank="1000", coverage="net")
    assert got == (
        "1 player push; 1 banker lose; 1 war win 100; 1 ultimate-5-player win 910; 1 ultimate-5-banker lose; "
        "1 net 990; bank -990; fees 1"
    )


def test_war_PD_1_a_push_uses_no_coverage() -> None:
    got = came(WAR, "1 player 10; 2 banker 10", "player 5h; banker 4d", bank="10")
    assert got == "1 player push; 1 net 0; 2 banker lose; 2 net -10; bank 10; fees 1"


def test_war_PD_5_the_seat_before_its_backline_and_both_before_the_next_seat() -> None:
    got = came(WAR, "1 player 10; 1.1 player 10; 2 player 10", "player 4h; banker Kd", bank="15")
    assert got == (
        "1 player lose; 1 net -10; 1.1 player lose, 5 back; 1.1 net -5; 2 player returned; 2 net 0; bank 15; fees 1"
    )


@pytest.mark.parametrize(
    ("decks", "cards", "net"),
    [
        (8, "player 9h 9c 9d Th Kh; banker 9s 9h 9c Ts 2c", "1500"),  # four wars
        (8, "player 9h 9c 9d Th Ah Kh; banker 9s 9h 9c Ts Ad 2c", "1500"),  # five
        (8, "player 9h 9c 9d Kh; banker 9s 9h 9c 2c", "500"),
        (1, "player 9h 9d Kh; banker 9c 9s 2c", "100"),
        (1, "player 2h Kh; banker 2c Qc", "50"),
    ],
)
def test_war_bet_9_wars_upon_war_alone_on_the_felt(decks: int, cards: str, net: str) -> None:
    got = came(WAR, "1 war 5", cards, decks=decks)
    assert got == f"1 war win {net}; 1 net {net}; bank -{net}; fees 1"


@pytest.mark.parametrize(
    ("schedule", "bets", "fee"),
    [
        ("GEGA-002382/2", "1 player 300", "1"),
        ("GEGA-002382/2", "1 player 300.50", "1"),  # a gap between brackets is the lower one's
        ("GEGA-002382/2", "1 player 301", "3"),
        ("GEGA-002382/2", "1 player 200, war 101", "3"),  # a bonus bet counts
        ("GEGA-002382/2", "1 player 1000; 2 player 1000", "10"),
        ("GEGA-002382/2", "1 player 1000; 1.1 player 1000; 2 war 5", "20"),  # the backline too
        ("GEGA-001028/13", "1 player 500, ultimate-5-banker 5", "15"),
        ("GEGA-001028/13", "1 player 1000, war 1000; 2 player 1000, banker 1000", "50"),
        ("GEGA-001028/13", "1 player 1000, war 1000; 2 player 1000, banker 1000, war 5", "75"),
    ],
)
def test_war_collection_fees_at_the_edges_of_brackets(schedule: str, bets: str, fee: str) -> None:
    assert came(WAR, bets, "player 9h; banker 8d", collection=schedule).endswith(f"fees {fee}")


def test_war_back_line_betting_a_line_bet_from_behind_while_the_seat_bets_the_other() -> None:
    got = came(WAR, "1 banker 10; 1.2 player 10, ultimate-5-player 5", "player 5h; banker 2d")
    assert got == (
        "1 banker lose; 1 net -10; 1.2 player push; 1.2 ultimate-5-player win 200; 1.2 net 200; bank -190; fees 1"
    )


def test_war_a_seat_before_the_bank_s_right_is_settled_last() -> None:
    """Seat 3 banks: seat 4 has the action, then round to seats 1 and 2."""
    got = came(WAR, "1 player 10; 2 player 10; 4 player 10", "player Kh; banker 2d", bank="15", banks=3)
    assert got == ("1 player win 5; 1 net 5; 2 player returned; 2 net 0; 4 player win 10; 4 net 10; bank -15; fees 1")


@pytest.mark.parametrize(
    ("cards", "want"),
    [
        ("player 3h; banker 5d", "player lose, banker push, war lose, 5-player lose, 5-banker win 400"),
        ("player 5h; banker 6d", "player lose, banker win 10, war lose, 5-player lose, 5-banker lose"),
        ("player 5h Kh; banker 5d 2c", "player win 10, banker lose, war win 100, 5-player lose, 5-banker lose"),
        ("player 5h 2h; banker 5d 5c", "player lose, banker push, war win 100, 5-player lose, 5-banker win 1200"),
        ("player Ah; banker Kd", "player win 10, banker lose, war lose, 5-player lose, 5-banker lose"),
    ],
)
def test_war_how_each_wager_wins_a_five_pushes_its_line_and_only_when_it_wins(cards: str, want: str) -> None:
    rows = [one.replace("ultimate-", "") for one in came(WAR, ALL_FIVE, cards).split("; ")[:5]]
    assert rows == [f"1 {one}" for one in want.split(", ")]


def test_war_method_used_a_bonus_bet_of_the_first_seat_after_the_war_bet_of_the_next() -> None:
    got = came(WAR, "1 ultimate-5-player 10; 2 war 10", "player 5h; banker 2d", bank="15")
    assert got == "1 ultimate-5-player win 5; 1 net 5; 2 war lose; 2 net -10; bank 5; fees 1"


def test_war_UW_4_a_war_that_takes_every_card_goes_on() -> None:
    """One deck in pairs: twenty-six ties in a row. Cards of all wars but the last are shuffled again."""
    ranks = "23456789TJQKA"
    player = " ".join(f"{rank}{suit}" for rank in ranks for suit in "hd")
    banker = " ".join(f"{rank}{suit}" for rank in ranks for suit in "cs")
    got = came(WAR, "1 war 5", f"player {player}; banker {banker}", decks=1)
    assert got == "1 war win 1500; 1 net 1500; bank -1500; fees 1"


def test_war_description_of_table_a_baccarat_table_has_fourteen_seats() -> None:
    got = came(WAR, "1 player 10; 13 player 10", "player Kh; banker 2d", bank="15", seats=14)
    assert got == "1 player win 10; 1 net 10; 13 player win 5; 13 net 5; bank -15; fees 1"


@pytest.mark.parametrize(
    ("schedule", "bets"),
    [
        ("GEGA-001028/2", "1 war 24"),
        ("GEGA-001028/3", "1 player 99"),
        ("GEGA-001028/1", "1 player 1000.01"),
        ("GEGA-001028/12", "1 player 1000, banker 5"),
    ],
)
def test_war_collection_fees_a_schedule_brings_its_table_limit(schedule: str, bets: str) -> None:
    with pytest.raises(ScenarioError, match=r"below the minimum|above the maximum"):
        came(WAR, bets, "player 9h; banker 8d", collection=schedule)


# Commission-Free Baccarat. The banker's place is the dealer line's hand.

SIX_BEATS_FIVE = "player Kh 2d 3c; banker Kd 6h"  # the player draws a three, so six stands


def test_free_game_rules_6_b_a_winning_six_pays_half() -> None:
    assert came(FREE, "1 banker 15", SIX_BEATS_FIVE) == "1 banker win 7.50; 1 net 7.50; bank -7.50; fees 1"
    got = came(FREE, "1 banker 15", SIX_BEATS_FIVE, smallest_chip="1")
    assert got == "1 banker win 7; 1 net 7; bank -7; fees 1"


def test_free_PD_1_half_pay_is_cut_to_what_is_covered() -> None:
    got = came(FREE, "1 banker 20; 2 banker 10", SIX_BEATS_FIVE, bank="5")
    assert got == "1 banker win 5; 1 net 5; 2 banker returned; 2 net 0; bank -5; fees 1"


def test_free_game_rules_17_b_half_pay_is_for_a_six_that_wins_in_three_cards_too() -> None:
    """Player 2 draws 3 for 5; four and that three: the bank draws, a two makes six."""
    got = came(FREE, "1 banker 10", "player Kh 2d 3c; banker Kd 4h 2s")
    assert got == "1 banker win 5; 1 net 5; bank -5; fees 1"


def test_free_game_rules_17_d_a_tie_at_six_pushes_both_lines_and_pays_the_tie() -> None:
    got = came(FREE, "1 player 10, banker 10, tie 5", "player Kh 6d; banker 3h 3d")
    assert got == "1 player push; 1 banker push; 1 tie win 40; 1 net 40; bank -40; fees 1"


@pytest.mark.parametrize(
    ("cards", "winner"),
    [
        ("player 2h 3d; banker Kh 8d", "banker"),  # 16: the other hand does not draw on a natural
        ("player Kh 9d; banker 2h 3d", "player"),
        ("player Kh 2d 8c; banker 2c As", "banker"),  # 14.b.i: three stands on an eight, 3 to 0
        ("player Kh 2d 9c; banker 2c As 4h", "banker"),  # and draws on a nine: 7 to 1
        ("player Kh 2d Ac; banker Kc 4s", "banker"),  # 14.b.ii: four stands on an ace, 4 to 3
        ("player Kh 2d 2c; banker Kc 4s 9h", "player"),  # and draws on a two: 3 to 4
        ("player Kh 2d 3c; banker Kc 5s", "tie"),  # 14.b.iii: five stands on a three
        ("player Kh 2d 6c; banker Kc 6s 3h", "banker"),  # 14.b.iv: six draws on a six, 9 to 8
        ("player Kh 2d 5c; banker Kc 6s", "player"),  # and stands on a five: 6 to 7
        ("player Kh 6d; banker Kc 5s 3h", "banker"),  # 14.a: the player stands, five draws
        ("player Kh 7d; banker Kc 6s", "player"),  # and six stands
    ],
)
def test_free_game_rules_11_to_16_who_draws(cards: str, winner: str) -> None:
    got = came(FREE, "1 player 10; 2 banker 10; 3 tie 10", cards).split("; ")
    won = {"player": "1 player win 10", "banker": "2 banker win 10", "tie": "3 tie win 80"}[winner]
    assert won in got and sum(" win " in one for one in got) == 1


def test_free_game_rules_14_b_iii_a_card_for_a_hand_that_stands_is_not_drawn_and_that_is_said() -> None:
    got = came(FREE, "1 player 10", "player Kh 2d 3c; banker Kc 5s 9h")
    assert got == "1 player push; 1 net 0; bank 0; fees 1; banker is given 9h, which was not drawn."


def test_free_BX_12_lines_kind_by_kind_from_the_player_dealer_s_left() -> None:
    """Every player line, then dealer lines: $25 pays seat 2, then collects 5 of seat 1's dealer line."""
    got = came(FREE, "1 banker 20; 2 player 20; 3 tie 5", "player Kh 9d; banker Kc 7s", bank="25")
    assert got == (
        "1 banker lose, 15 back; 1 net -5; 2 player win 20; 2 net 20; 3 tie returned; 3 net 0; bank -15; fees 1"
    )


@pytest.mark.parametrize(
    ("schedule", "bets", "fee"),
    [
        ("GEGA-002382/1", "1 player 200", "2"),  # BA-8
        ("GEGA-002382/1", "1 player 200, tie 5", "5"),
        ("GEGA-002382/2", "1 player 300", "1"),
        ("GEGA-002382/5", "1 player 500", "5"),
        ("GEGA-002382/5", "1 player 500, tie 5", "15"),
    ],
)
def test_free_GEGA_002382_fees_at_the_edges_of_brackets(schedule: str, bets: str, fee: str) -> None:
    assert came(FREE, bets, SIX_BEATS_FIVE, collection=schedule).endswith(f"fees {fee}")


@pytest.mark.parametrize("bet", ["tie 501", "tie 4", "player 1001", "banker 4.99"])
def test_free_game_rules_19_every_bet_is_within_the_limits(bet: str) -> None:
    with pytest.raises(ScenarioError, match=r"above the maximum|below the minimum"):
        came(FREE, f"1 {bet}", SIX_BEATS_FIVE)


@pytest.mark.parametrize(
    ("cards", "want"),
    [
        ("player Kh 8d; banker Kd 9h", "lose, win 10, lose"),  # two naturals
        ("player Kh 9d; banker 4d 5h", "push, push, win 80"),
        ("player Kh 8d; banker Kd 6h", "win 10, lose, lose"),  # a six that loses is lost whole
        ("player Kh 2d 4c; banker Kd 7h", "lose, win 10, lose"),
        ("player Kh Qd Kc; banker Jd 2h 8s", "push, push, win 80"),  # two draws on any card: nothing to nothing
        ("player 2h 4d; banker Kd 6h", "push, push, win 80"),
    ],
)
def test_free_game_rules_17_the_three_lines(cards: str, want: str) -> None:
    got = came(FREE, "1 player 10, banker 10, tie 10", cards).split("; ")
    assert got[:3] == [
        f"1 {line} {one}" for line, one in zip(("player", "banker", "tie"), want.split(", "), strict=True)
    ]


def test_free_player_dealer_and_deal_2_ties_are_paid_as_far_as_the_bank_goes() -> None:
    got = came(FREE, "1 player 10, tie 5; 1.1 tie 5; 2 tie 5", "player Kh 9d; banker 4d 5h", bank="60")
    assert got == (
        "1 player push; 1 tie win 40; 1 net 40; 1.1 tie win 20; 1.1 net 20; 2 tie returned; 2 net 0; bank -60; fees 1"
    )


def test_free_ALL_1_half_of_an_odd_cent_is_rounded_down() -> None:
    assert came(FREE, "1 banker 5.01", SIX_BEATS_FIVE).startswith("1 banker win 2.50; 1 net 2.50")


def test_free_PD_9_the_game_stays_closed_when_nobody_else_takes_the_position() -> None:
    seat = '[[{}seats]]\nseat = 1\nwagers = {{ player = "10" }}\n'
    text = f'game = "{FREE}"\nbank = {{ seat = 9, amount = "50" }}\n{seat.format("")}'
    text += f"[[rounds]]\n{seat.format('rounds.')}" * 2
    with pytest.raises(
        ScenarioError, match="round 3: nobody takes the position after seat 9 has had it for two rounds"
    ):
        played(text)
