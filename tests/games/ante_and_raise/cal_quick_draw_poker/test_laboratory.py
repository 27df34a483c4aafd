"""Cal Quick Draw Poker: awkward situations, worked by hand from the approval."""

from typing import Any

import pytest

from houseway.play.scenario import ScenarioError
from tests.games.laboratory import came

GAME = "cal-quick-draw-poker"
NINES = "player-dealer 9h 9d 7c 5s 3h 2d Kc"  # a pair of nines with king, seven, five
SIX_HIGH = "player-dealer 8c 6d 5c 3s 2c 4d 8d"  # a straight to the six


def drawn(bets: str, cards: str, **more: Any) -> str:
    return came(GAME, bets, cards, **more)


@pytest.mark.parametrize(
    ("mine", "bank", "plays"),
    [
        ("9c 9s Kd 7h 5d", NINES, "1 play win 10; 1 net 10"),  # a copy wins
        ("9c 9s Kd 7h 4d", NINES, "1 play lose; 1 net -10"),
        ("9c 8s 7d 6h 5d", "player-dealer 9h 8d 7c 6s 5h 2d Kc", "1 play win 10; 1 play win 10; 1 net 20"),
        ("Kh Th 7h 4h 2h", "player-dealer 9h 9d 9c 5s 5h 2d Kc", "1 play lose; 1 play win 10; 1 net 0"),
        ("Ah Kh Qh Jh Th", "player-dealer 2h 2d 2c 2s Jk 7d Kc", "1 play lose; 1 play win 1000; 1 net 990"),
        ("Ah Kh Qh Jh Th", "player-dealer Ac Kc Qc Jc Jk 7d 2c", "1 play win 10; 1 play win 1000; 1 net 1010"),
        ("Ac Kc Qc Jc Jk", "player-dealer Ah Kh Qh Jh Th 7d 2c", "1 play lose; 1 play win 250; 1 net 240"),
        ("Ac Kc Qc Jc Tc", "player-dealer Ah Kh Qh Jh Th Jk 2c", "1 play win 10; 1 play win 1000; 1 net 1010"),
        ("9c 9s 9d 9h 2c", "player-dealer 8c 8s 8d Jk Ah Kd Qs", "1 play win 10; 1 play win 40; 1 net 50"),
        ("2h 3d 4c 5s Jk", SIX_HIGH, "1 play win 10; 1 play win 10; 1 net 20"),  # the joker is a six: a copy
    ],
)
def test_QD_1_win_or_lose_the_extra_pay_is_paid_and_a_copy_wins(mine: str, bank: str, plays: str) -> None:
    assert drawn("1 play 10 | stand pat", f"seat 1 {mine}; {bank}").startswith(f"{plays}; bank")


@pytest.mark.parametrize(
    ("hand", "extra", "bonus"),
    [
        ("9h Th Jh Qh Jk", 100, 300),
        ("Ah 2h 3h 4h Jk", 100, 300),
        ("Kh Kd 7c 7d Jk", 20, 80),
        ("Kh Kd Kc 7d Jk", 40, 150),
        ("Kh 9h 7h 2h Jk", 10, 60),
        ("Kh Qd Jc 9s Jk", 10, 40),
        ("Ah Ad Ac As Jk", 500, 1000),
        ("Th Jh Qh Kh Jk", 250, 500),
    ],
)
def test_QD_2_the_joker_is_any_card(hand: str, extra: int, bonus: int) -> None:
    got = drawn("1 play 10, quick-draw-bonus 10 | stand pat", f"seat 1 {hand}; {SIX_HIGH}").split("; ")
    assert got[:3] == ["1 play win 10", f"1 play win {extra}", f"1 quick-draw-bonus win {bonus}"]


@pytest.mark.parametrize(("hand", "bonus"), [("Kh Kd 9c 7d Jk", "win 20"), ("Ah Kd 9c 7d Jk", "lose")])
def test_QD_2_three_of_a_kind_is_for_the_bonus_alone(hand: str, bonus: str) -> None:
    got = drawn("1 play 10, quick-draw-bonus 10 | stand pat", f"seat 1 {hand}; {SIX_HIGH}").split("; ")
    assert got[:2] == ["1 play lose", f"1 quick-draw-bonus {bonus}"]


@pytest.mark.parametrize(("low", "result"), [("3d", "lose"), ("4d", "win 10"), ("5d", "win 10")])
def test_QD_4_in_a_flush_with_ace_and_king_the_joker_is_the_queen(low: str, result: str) -> None:
    """Ace, king, nine and four of clubs with the joker: ace, king, queen, nine, four."""
    got = drawn("1 play 10 | stand pat", f"seat 1 Ad Kd Qd 9d {low}; player-dealer Ac Kc 9c 4c Jk 2d 3h")
    assert got.split("; ")[:2] == [f"1 play {result}", "1 play win 10"]


def test_QD_3_the_bonus_is_for_the_first_five_whatever_is_drawn() -> None:
    cards = "seat 1 9c 9s Kd Ks Kh; seat 1 draw 2c 4d 6h 8s Th; player-dealer 9h 9d 7c 5s 3h 2d Ac"
    got = drawn("1 play 10, quick-draw-bonus 10 | discard 9c 9s Kd Ks Kh", cards)
    assert got == "1 play lose; 1 quick-draw-bonus win 80; 1 net 70; bank -70; fees 1"
    cards = f"seat 1 9c 8s 7d 6h Kd; seat 1 draw Td; {NINES}"
    got = drawn("1 play 10, quick-draw-bonus 10 | discard Kd", cards)
    assert got == "1 play win 10; 1 play win 10; 1 quick-draw-bonus lose; 1 net 10; bank -10; fees 1"


STRAIGHT_AND_NOTHING = f"seat 1 9c 8s 7d 6h 5d; seat 2 Ah Qd Jc 4s 2c; {NINES}"
FLUSH_LOSES = "seat 1 Kh Th 7h 4h 2h; player-dealer 9h 9d 9c 5s 5h 2d Kc"


def test_action_and_distribution_every_play_wager_before_any_bonus() -> None:
    """$35: 10 and 10 paid, 10 collected, and 5 of the 40 that the bonus has won."""
    bets = "1 play 10, quick-draw-bonus 10 | stand pat; 2 play 10 | stand pat"
    assert drawn(bets, STRAIGHT_AND_NOTHING, bank="35") == (
        "1 play win 10; 1 play win 10; 1 quick-draw-bonus win 5; 1 net 25; 2 play lose; 2 net -10; bank -15; fees 1"
    )


def test_QD_1_the_extra_pay_comes_right_after_its_wager_and_has_no_stake_to_give_back() -> None:
    assert drawn("1 play 10 | stand pat", FLUSH_LOSES, bank="5") == (
        "1 play lose, 5 back; 1 play returned; 1 net -5; bank 5; fees 1"
    )
    assert drawn("1 play 10 | stand pat", FLUSH_LOSES, bank="5", coverage="net") == (
        "1 play lose, 5 back; 1 play win 10; 1 net 5; bank -5; fees 1"
    )
    got = drawn("1 play 10 | stand pat; 1.1 play 10", f"seat 1 Kd Td 7d 4d 3d; {NINES}", bank="25")
    assert got == (
        "1 play win 10; 1 play win 10; 1 net 20; 1.1 play win 5; 1.1 play returned; 1.1 net 5; bank -25; fees 1"
    )


def test_QD_5_a_bonus_alone_draws_nothing_and_the_first_behind_it_decides() -> None:
    cards = f"seat 1 3c 3s 3d 6h 5d; {NINES}"
    got = drawn("1 quick-draw-bonus 10; 1.1 play 10 | stand pat", cards)
    assert got == "1 quick-draw-bonus win 20; 1 net 20; 1.1 play win 10; 1.1 net 10; bank -30; fees 1"


@pytest.mark.parametrize(
    ("schedule", "bets", "fee"),
    [
        ("GEGA-002382/1", "1 play 50.50", "1"),
        ("GEGA-002382/1", "1 play 46, quick-draw-bonus 5", "2"),
        ("GEGA-002382/1", "1 play 401", "8"),
        ("GEGA-002382/2", "1 play 10", "3"),  # below the first bracket
        ("GEGA-004282/4", "1 play 3000.50", "30"),
        ("GEGA-004282/4", "1 play 3001", "40"),
    ],
)
def test_wagering_limits_fees_at_the_edges(schedule: str, bets: str, fee: str) -> None:
    assert drawn(f"{bets} | stand pat", "", collection=schedule).endswith(f"fees {fee}")


@pytest.mark.parametrize(
    ("schedule", "bets"),
    [
        ("GEGA-004282/2", "1 play 10"),
        ("GEGA-004282/2", "1 play 25, quick-draw-bonus 10"),
        ("GEGA-004282/3", "1 play 99"),
        ("GEGA-004282/4", "1 play 10001"),
    ],
)
def test_wagering_limits_a_schedule_brings_its_table_limit(schedule: str, bets: str) -> None:
    with pytest.raises(ScenarioError, match=r"below the minimum|above the maximum"):
        drawn(f"{bets} | stand pat", "", collection=schedule)
