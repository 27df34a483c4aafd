"""Chinese Poker, worked by hand from its rulebook: who wins how many points of whom, and by which heading."""

from collections.abc import Mapping
from random import Random

import pytest

from houseway.cards.card import hand as cards
from houseway.cards.shuffle import seed_from
from houseway.cards.source import Scenario
from houseway.games import game
from houseway.games.chinese.round import enters_fantasy_land, fouled, stays_in_fantasy_land, sweep
from houseway.play import scenario as scenarios
from houseway.play.driver import Driver
from houseway.play.event import Announced, Dealt, Event, FeeTaken, PaidOver, Placed, Revealed, SatOut, Scored
from houseway.play.ledger import DROP
from houseway.play.scenario import Played, ScenarioError
from houseway.play.view import cards_in_sight
from houseway.rules.models import Setting
from houseway.rules.resolved import resolve
from tests.games.chinese.hands import amounts, gross, hand, nets, payments, points, rules_of, scenario

ID = "chinese-poker"
RULES = rules_of(ID)

# Plain hands without a bonus, the first stronger than the second in every segment, the second than the third.
STRONG = ("Ah Jc 8d", "Kh Kd 9s 7c 4h", "Ac As Td Tc 5s")
MEDIUM = ("Kc Jd 8c", "Qh Qd 9c 7d 4s", "Jh Js 6d 6c 2s")
WEAK = ("Qs Th 3d", "5h 5d 9h 7h 2c", "8h 8s 3c 3s 2d")
FOUL = ("Qs Th 3d", "8h 8s 3c 3s 2d", "5h 5d 9h 7h 2c")  # the middle beats the bottom
DRAGON = ("2c 3d 5h", "Kd Qc Js 9h 8d", "Ah Td 7c 6s 4h")
SIX_PAIRS = ("Ts Tc 9d", "Qs Qd Jd Jc 9s", "As Ad Ks Kd 2s")
THREE_FLUSHES = ("2c 7c Jc", "Kh Jh 8h 6h 4h", "As Qs 9s 7s 5s")
THREE_STRAIGHTS = ("4c 3d 2h", "8h 7d 6c 5s 4d", "Qh Jd Tc 9s 8c")


def played(text: str) -> Played:
    return scenarios.play(scenarios.read(text, name="test"), game(ID))


def report(done: Played) -> Mapping[int, int]:
    """What each seat wins of the others, in dollars; the fee of ten dollars apart."""
    return {seat["seat"]: int(seat["net"]) + 10 for seat in done.report()["seats"]}


def of(done: Played, kind: type[Event]) -> list[Event]:
    return [event for event in done.driver.events if isinstance(event, kind)]


# Points


def test_Bonus_System_2_printed_example_two_segments_and_four_of_a_kind_in_the_back_are_twelve_points() -> None:
    quads = hand("seat 1", "Jh 8c 3d", "Kh Kd 9s 7c 4h", "Ah Ad As Ac 2c")
    other = hand("seat 2", "Qh 9h 4d", "3h 3s 8d 7d 2d", "Th Td 6s 6c 5d")
    (payment,) = payments(RULES, [quads, other])
    assert gross(payment, "seat 1") == 12
    assert gross(payment, "seat 2") == 1  # the third segment is the opponent's
    assert nets(RULES, [quads, other]) == {"seat 1": 55_00, "seat 2": -55_00}


def test_Bonus_System_2_printed_example_is_twelve_net_where_the_third_segment_is_a_tie() -> None:
    buttons = hand("seat 3", *WEAK)
    quads = hand("seat 1", "Jh 9d 4c", "Kh Kd 9s 7c 4h", "Ah Ad As Ac 2c")
    other = hand("seat 2", "Jd 9h 4d", "Qh Qd 8d 7d 2h", "Th Td 6s 6c 5d")
    last = payments(RULES, [buttons, quads, other])[-1]
    assert last.winner.owner == "seat 1" and last.points == 12 and last.amount == 60_00


def test_Bonus_System_2_printed_example_as_a_scenario_with_the_clause_of_every_point() -> None:
    quads, other = ("Jh 8c 3d", "Kh Kd 9s 7c 4h", "Ah Ad As Ac 2c"), ("Qh 9h 4d", "3h 3s 8d 7d 2d", "Th Td 6s 6c 5d")
    done = played(scenario(ID, {1: quads, 2: other}))
    assert report(done) == {1: 55, 2: -55}
    assert [(score.spot, score.points, score.clause) for score in of(done, Scored) if isinstance(score, Scored)] == [
        ("seat 2", "1", "Point System 1"),
        ("seat 1", "1", "Point System 1"),
        ("seat 1", "1", "Point System 1"),
        ("seat 1", "10", "Bonus System 1"),
    ]
    (paid,) = of(done, PaidOver)
    assert isinstance(paid, PaidOver)
    assert (paid.who, paid.to, paid.amount) == ("seat 2", "seat 1", 55_00)
    assert paid.clause == "How Winners are Determined and Paid 1"
    seats = done.report()["seats"]
    assert [row["result"] for seat in seats for row in seat["wagers"]] == ["win", "lose"]
    assert done.report()["bank"] == {"kind": "pairwise", "net": "0"}


def test_Point_System_1_three_segments_are_three_points_and_there_is_no_scoop() -> None:
    assert points(RULES, [hand("seat 1", *STRONG), hand("seat 2", *WEAK)]) == {"seat 1": 3, "seat 2": -3}


def test_Point_System_1_a_tie_is_won_by_the_player_with_the_buttons() -> None:
    one = ("Ah Jc 8d", "Kh Kd 9s 7c 4h", "Ac As Td Tc 5s")
    same = ("Ad Js 8c", "Kc Ks 9h 7d 4s", "Ah Ad Ts Th 5c")
    assert points(RULES, [hand("seat 2", *same), hand("seat 1", *one)]) == {"seat 2": 3, "seat 1": -3}


def test_Point_System_1_a_tie_without_the_buttons_is_a_push() -> None:
    one = ("Ah Jc 8d", "Kh Kd 9s 7c 4h", "Ac As Td Tc 5s")
    same = ("Ad Js 8c", "Kc Ks 9h 7d 4s", "Ah Ad Ts Th 5c")
    settled = payments(RULES, [hand("seat 1", *WEAK), hand("seat 2", *one), hand("seat 3", *same)])
    assert settled[2].points == 0 and settled[2].amount == 0
    assert amounts(settled) == [("seat 1", "seat 2", 15), ("seat 1", "seat 3", 15)]


@pytest.mark.parametrize(("schedule", "worth"), [(1, 1), (2, 5), (3, 10), (4, 20), (5, 30), (6, 40), (7, 50), (8, 100)])
def test_Collection_Procedure_a_point_is_worth_the_table_limit(schedule: int, worth: int) -> None:
    rules = rules_of(ID, schedule=schedule)
    assert nets(rules, [hand("seat 1", *STRONG), hand("seat 2", *WEAK)])["seat 1"] == 3 * worth * 100


# Bonuses

TOPS = [*((f"{rank}h {rank}d 2c", rank, bonus) for rank, bonus in zip("6789TJQKA", range(1, 10), strict=True))]
TOPS += [(f"{rank}h {rank}d {rank}c", rank, bonus) for rank, bonus in zip("23456789TJQKA", range(10, 23), strict=True)]


@pytest.mark.parametrize(("top", "rank", "bonus"), TOPS)
def test_Bonus_System_1_top_segment(top: str, rank: str, bonus: int) -> None:
    """Against a hand that wins all three segments: the bonus is paid on a lost segment too."""
    strong = hand("seat 1", "As Ac Ah", "Ks Kc Kd Kh 3s", "9s 8s 7s 6s 5s")
    weak = hand("seat 2", top, "Qs Qc Qd Jh Js", "Ts Tc Td Th 4s")
    (payment,) = payments(RULES, [strong, weak])
    assert gross(payment, "seat 2") == bonus + 12 + 10  # full house in the middle, four of a kind at the bottom
    assert gross(payment, "seat 1") == 3 + 22 + 20 + 15


@pytest.mark.parametrize("top", ["5h 5d Ac", "Ah Kd Qc", "Ah Kh Qh"])
def test_Bonus_System_1_nothing_below_a_pair_of_sixes_and_no_straight_or_flush_on_top(top: str) -> None:
    (payment,) = payments(RULES, [hand("seat 1", *WEAK), hand("seat 2", top, "6s 6c 5d 4h 2s", "Jh Js 7d 7c 2h")])
    assert gross(payment, "seat 2") == 3


MADE = [
    ("straight", "Th 9d 8c 7s 6h", 4, 2),
    ("flush", "Kh Jh 8h 6h 4h", 8, 4),
    ("full house", "9h 9d 9c 4s 4h", 12, 6),
    ("four of a kind", "9h 9d 9c 9s 4h", 20, 10),
    ("straight flush", "9h 8h 7h 6h 5h", 30, 15),
    ("royal flush", "Ah Kh Qh Jh Th", 50, 25),
    ("three of a kind, no bonus", "9h 9d 9c 4s 3h", 0, 0),
]


@pytest.mark.parametrize(("name", "made", "middle", "bottom"), MADE)
def test_Bonus_System_1_middle_and_bottom_segments(name: str, made: str, middle: int, bottom: int) -> None:
    low = hand("seat 1", "4c 3d 2s", "7c 5d 4d 3h 2d", "8c 5h 4s 3c 2h")
    at_the_bottom = hand("seat 2", "5c 3s 2c", "8d 5s 4d 3h 2d", made)
    (payment,) = payments(RULES, [low, at_the_bottom])
    assert gross(payment, "seat 2") == 3 + bottom
    below_royal = "Ad Kd Qd Jd Td"
    if made != "Ah Kh Qh Jh Th":
        in_the_middle = hand("seat 2", "5c 3s 2c", made, below_royal)
        (payment,) = payments(RULES, [low, in_the_middle])
        assert gross(payment, "seat 2") == 3 + middle + 25


def test_Bonus_System_1_a_royal_flush_in_the_middle_is_fifty_and_needs_the_equal_reading() -> None:
    royals = hand("seat 2", "5c 3s 2c", "Ah Kh Qh Jh Th", "Ad Kd Qd Jd Td")
    low = hand("seat 1", "4c 3d 2s", "7c 5d 4d 3h 2d", "8c 5h 4s 3c 2h")
    assert points(RULES, [low, royals])["seat 2"] == -9
    (payment,) = payments(rules_of(ID, equal_segments="in order"), [low, royals])
    assert gross(payment, "seat 2") == 3 + 50 + 25


# Fouls


def test_Foul_Hand_pays_nine_points_to_each_opponent_not_six() -> None:
    hands = [hand("seat 1", *FOUL), hand("seat 2", *STRONG), hand("seat 3", *MEDIUM)]
    settled = payments(RULES, hands)
    assert amounts(settled) == [("seat 1", "seat 2", 45), ("seat 1", "seat 3", 45), ("seat 3", "seat 2", 15)]


def test_Foul_Hand_pays_the_opponents_bonuses_and_is_paid_none_of_its_own() -> None:
    foul = hand("seat 1", "Ah Ad Kc", "5h 5d 9h 7h 2c", "8h 8s 8c 8d 2d")  # aces on top of a pair of fives
    good = hand("seat 2", "Qs Th 3d", "Tc 9d 8h 7s 6c", "Kh Jh 7h 6h 4h")  # straight in the middle, flush at the bottom
    (payment,) = payments(RULES, [foul, good])
    assert gross(payment, "seat 2") == 9 + 4 + 4
    assert gross(payment, "seat 1") == 0
    assert nets(RULES, [foul, good]) == {"seat 1": -85_00, "seat 2": 85_00}


def test_Foul_Hand_two_fouls_exchange_nothing_also_with_the_buttons() -> None:
    (payment,) = payments(RULES, [hand("seat 1", *FOUL), hand("seat 2", *FOUL)])
    assert payment.points == 0 and payment.comparison.scores == ()


def test_Foul_Hand_pays_a_clean_sweep_besides_its_penalty() -> None:
    hands = [hand("seat 1", *FOUL), hand("seat 2", *DRAGON, declared=True)]
    assert amounts(payments(RULES, hands)) == [("seat 1", "seat 2", 65), ("seat 1", "seat 2", 45)]


def test_Foul_Hand_has_no_clean_sweep() -> None:
    top, middle, bottom = DRAGON
    foul = hand("seat 1", top, bottom, middle, declared=True)
    assert fouled(RULES, foul) and sweep(RULES, foul) is not None
    assert points(RULES, [foul, hand("seat 2", *WEAK)]) == {"seat 1": -9, "seat 2": 9}


def test_Object_of_the_Game_a_back_hand_that_only_equals_the_middle_is_a_foul() -> None:
    equal = hand("seat 1", "Kd 3c 2h", "Ah Qd 9c 7s 5h", "Ad Qh 9s 7c 5d")
    assert fouled(RULES, equal)
    assert not fouled(rules_of(ID, equal_segments="in order"), equal)


@pytest.mark.parametrize(
    ("top", "middle", "foul"),
    [
        ("7h 7d Kc", "7c 7s Kd 3h 2s", False),  # the same pair and king, and the middle has cards left to compare
        ("7h 7d Ac", "7c 7s Kd 3h 2s", True),
        ("Ah Kd Qc", "Ad Kc Qh Js 9s", False),
        ("Ah Kd Qc", "Ad Kc Jh Ts 9s", True),
        ("3h 3d 3c", "Ac Ad Kc Kd 2s", True),  # three of a kind over two pair
        ("4h 3h 2h", "7c 5d 4d 3c 2c", False),  # no straight flush on top
    ],
)
def test_Object_of_the_Game_the_front_hand_must_rank_below_the_middle(top: str, middle: str, foul: bool) -> None:
    assert fouled(RULES, hand("seat 1", top, middle, "9h 8h 7h 6h 5h")) is foul


# Clean sweeps


def test_Clean_Sweep_1_values_and_what_makes_them() -> None:
    lines = [
        (("2c 3c 5c", "Kc Qc Jc 9c 8c", "Ac Tc 7c 6c 4c"), "super-dragon", "26:1"),
        (DRAGON, "dragon", "13:1"),
        (SIX_PAIRS, "six-pairs", "3:1"),
        (THREE_STRAIGHTS, "three-straights", "3:1"),
        (THREE_FLUSHES, "three-flushes", "3:1"),
    ]
    for segments, name, value in lines:
        line = sweep(RULES, hand("seat 1", *segments))
        assert line is not None and (line.hand, str(line.pays)) == (name, value)


def test_Clean_Sweep_1_four_of_a_kind_is_two_pairs_and_three_of_a_kind_is_one() -> None:
    fours = sweep(RULES, hand("seat 1", "Ts Tc 9d", "Qs Qd Jd Jc 9s", "As Ad Ah Ac 2s"))
    assert fours is not None and fours.hand == "six-pairs"
    threes = sweep(RULES, hand("seat 1", "Ts Tc 9d", "Qs Qd Jd Jc 9s", "As Ad Ah Kc Kd"))
    assert threes is not None and threes.hand == "six-pairs"
    assert sweep(RULES, hand("seat 1", "Ts Tc 9d", "Qs Qd Qh Jc 9s", "As Ad Ah Kc Kd")) is None


def test_Clean_Sweep_1_straights_and_flushes_are_those_of_the_segments_as_placed() -> None:
    assert sweep(RULES, hand("seat 1", "4c 3d 8c", "8h 7d 6c 5s 4d", "Qh Jd Tc 9s 2h")) is None
    ace_low = sweep(RULES, hand("seat 1", "Ac 3d 2h", "8h 7d 6c 5s 4d", "Ah Kd Qc Js Tc"))
    assert ace_low is not None and ace_low.hand == "three-straights"
    suited = sweep(RULES, hand("seat 1", "Ac Kc Qc", "8h 7h 6h 5h 4h", "9s 8s 7s 6s 5s"))
    assert suited is not None and suited.hand == "three-straights"  # and three flushes: one value, paid once


def test_Clean_Sweep_1_compares_no_segments_and_pays_no_bonus() -> None:
    dragon = hand("seat 1", *DRAGON, declared=True)
    quads = hand("seat 2", "Ks Kh 2d", "9h 9d 9c 4s 4h", "8h 8d 8c 8s 3c")  # bonuses of 8, 12 and 10
    assert points(RULES, [dragon, quads]) == {"seat 1": 13, "seat 2": -13}


def test_Bonus_System_2_a_clean_sweep_is_paid_the_bonuses_of_its_segments_besides() -> None:
    flushes, weak = hand("seat 1", *THREE_FLUSHES, declared=True), hand("seat 2", *WEAK)
    assert points(RULES, [flushes, weak]) == {"seat 1": 3 + 8 + 4, "seat 2": -15}
    assert points(rules_of(ID, sweep_bonuses=False), [flushes, weak]) == {"seat 1": 3, "seat 2": -3}
    foul = hand("seat 2", *FOUL)
    assert points(RULES, [flushes, foul]) == {"seat 1": 3 + 9 + 8 + 4, "seat 2": -24}
    assert points(rules_of(ID, sweep_bonuses=False), [foul, flushes]) == {"seat 2": -12, "seat 1": 12}


def test_Clean_Sweep_1_that_is_not_declared_is_an_ordinary_hand() -> None:
    dragon = hand("seat 1", *DRAGON)
    assert points(RULES, [dragon, hand("seat 2", *WEAK)]) == {"seat 1": -3, "seat 2": 3}


def test_Clean_Sweep_2_and_3_the_higher_value_collects_it_whole_and_the_lower_is_not_subtracted() -> None:
    hands = [
        hand("seat 1", *SIX_PAIRS, declared=True),
        hand("seat 2", *DRAGON, declared=True),
        hand("seat 3", *WEAK),
    ]
    assert amounts(payments(RULES, hands)) == [
        ("seat 3", "seat 1", 15),
        ("seat 1", "seat 2", 65),
        ("seat 3", "seat 2", 65),
        ("seat 3", "seat 1", 25),  # the six pairs' pair of tens on top
    ]


def test_Clean_Sweep_3_two_of_one_ranking_tie_and_both_collect_from_the_others() -> None:
    other = ("8s 8c 7d", "6s 6d 5d 5c 7s", "4s 4d 3s 3d 2h")
    top, middle, bottom = other
    second = hand("seat 3", "4s 4d 7d", "6s 6d 5d 5c 7s", "8s 8c 3s 3d 2h", declared=True)
    assert fouled(RULES, hand("seat 3", top, middle, bottom))
    hands = [hand("seat 1", *WEAK), hand("seat 2", *SIX_PAIRS, declared=True), second]
    assert amounts(payments(RULES, hands)) == [
        ("seat 1", "seat 2", 15),
        ("seat 1", "seat 3", 15),
        ("seat 1", "seat 2", 25),
    ]


def test_Clean_Sweep_2_equal_values_push_though_one_ranks_higher() -> None:
    hands = [hand("seat 1", *THREE_FLUSHES, declared=True), hand("seat 2", *SIX_PAIRS, declared=True)]
    assert nets(RULES, hands) == {"seat 1": 0, "seat 2": 0}
    assert points(rules_of(ID, equal_sweeps="ranking"), hands) == {"seat 1": -3, "seat 2": 3}


def test_Clean_Sweep_1_is_asked_for_and_silence_does_not_declare_it() -> None:
    segments = {1: DRAGON, 2: ("Qs Jd 4d", "5d 5s 9d 7h 2d", "8h 8s 3c 3s 2h")}
    declared = played(scenario(ID, segments, seat_1='decisions = ["declare"]'))
    assert report(declared) == {1: 65, 2: -65}
    passed = played(scenario(ID, segments, seat_1='decisions = ["pass"]'))
    assert report(passed) == {1: -15, 2: 15}
    driver = declared.driver
    assert any(isinstance(event, Announced) and "declares a clean sweep" in event.what for event in driver.events)


# Table stakes


def test_How_Winners_are_Determined_and_Paid_in_the_printed_order_of_positions() -> None:
    weakest = ("Js Th 3d", "4h 4d 9h 7h 2c", "7h 7s 3c 3s 2d")
    order = [hand(f"seat {n}", *cards) for n, cards in ((3, weakest), (4, WEAK), (1, MEDIUM), (2, STRONG))]
    settled = payments(RULES, order)
    assert amounts(settled) == [
        ("seat 3", "seat 4", 15),
        ("seat 3", "seat 1", 15),
        ("seat 3", "seat 2", 15),
        ("seat 4", "seat 1", 15),
        ("seat 4", "seat 2", 15),
        ("seat 1", "seat 2", 15),
    ]
    assert [one.comparison.clause[-1] for one in settled] == ["1", "2", "3", "4", "5", "6"]


def test_Round_of_Play_3_a_stack_that_runs_out_pays_in_part_and_then_nothing() -> None:
    hands = [hand("seat 1", *STRONG), hand("seat 2", *FOUL), hand("seat 3", *MEDIUM)]
    stacks = {"seat 1": 500_00, "seat 2": 60_00, "seat 3": 500_00}
    settled = payments(RULES, hands, stacks)
    assert amounts(settled) == [("seat 2", "seat 1", 45), ("seat 3", "seat 1", 15), ("seat 2", "seat 3", 15)]
    assert settled[2].owed == 45_00 and "has $15 left" in settled[2].note


def test_Round_of_Play_3_chips_won_earlier_in_the_settlement_do_not_pay_for_later_losses() -> None:
    quads = ("Ad Jh 8s", "Kc Ks 9d 7s 4d", "Qc Qs Qh Qd 5d")  # wins of the medium hand 3 segments and a bonus of 10
    hands = [hand("seat 1", *WEAK), hand("seat 2", *MEDIUM), hand("seat 3", *quads)]
    stacks = {"seat 1": 500_00, "seat 2": 45_00, "seat 3": 500_00}
    settled = payments(RULES, hands, stacks)
    assert amounts(settled) == [("seat 1", "seat 2", 15), ("seat 1", "seat 3", 65), ("seat 2", "seat 3", 45)]
    settled = payments(rules_of(ID, won_chips="pay"), hands, stacks)
    assert amounts(settled) == [("seat 1", "seat 2", 15), ("seat 1", "seat 3", 65), ("seat 2", "seat 3", 60)]


def test_Round_of_Play_3_nobody_wins_of_one_opponent_more_than_the_stack_they_began_with() -> None:
    royal = hand("seat 2", "Ks Kd Kc", "9h 9d 9c 9s 4h", "Ah Kh Qh Jh Th")  # 3 segments, 21, 20 and 25
    hands = [hand("seat 1", *WEAK), royal, hand("seat 3", *MEDIUM)]
    stacks = {"seat 1": 1000_00, "seat 2": 45_00, "seat 3": 1000_00}
    assert nets(RULES, hands, stacks)["seat 2"] == 90_00
    settled = payments(RULES, hands, stacks)
    assert settled[0].owed == 69 * 5_00 and "began the hand with $45" in settled[0].note
    assert nets(rules_of(ID, wins_limited=False), hands, stacks)["seat 2"] == 2 * 345_00


def test_Round_of_Play_3_a_clean_sweep_and_its_bonuses_together_win_no_more_than_the_stack() -> None:
    # A sweep of 3 points is 15 dollars, its bonuses of 8 and 4 points 60: of these only 30 are within the 45.
    flushes = hand("seat 1", *THREE_FLUSHES, declared=True)
    hands = [flushes, hand("seat 2", *WEAK), hand("seat 3", *MEDIUM)]
    settled = payments(RULES, hands, {"seat 1": 45_00, "seat 2": 500_00, "seat 3": 500_00})
    assert amounts(settled)[:4] == [
        ("seat 2", "seat 1", 15),
        ("seat 3", "seat 1", 15),
        ("seat 2", "seat 1", 30),
        ("seat 3", "seat 1", 30),
    ]


def test_Round_of_Play_3_two_hands_each_win_together_no_more_than_the_stack() -> None:
    # Each strong hand wins 3 points of each weak one: 60 dollars, of which the stack of 45 covers three comparisons.
    strong = [hand("seat 1", *STRONG), hand("seat 1 second", *STRONG)]
    hands = [*strong, hand("seat 2", *WEAK), hand("seat 2 second", *WEAK)]
    settled = payments(RULES, hands, {"seat 1": 45_00, "seat 2": 500_00})
    assert [(one.owed // 100, one.amount // 100) for one in settled] == [(15, 15), (15, 15), (15, 15), (15, 0)]
    assert nets(rules_of(ID, wins_limited=False), hands, {"seat 1": 45_00, "seat 2": 500_00})["seat 1"] == 60_00


def test_Round_of_Play_3_clean_sweeps_are_paid_before_the_chips_are_gone_for_comparisons() -> None:
    hands = [hand("seat 1", *STRONG), hand("seat 2", *WEAK), hand("seat 3", *DRAGON, declared=True)]
    stacks = {"seat 1": 500_00, "seat 2": 70_00, "seat 3": 500_00}
    assert amounts(payments(RULES, hands, stacks)) == [
        ("seat 1", "seat 3", 65),
        ("seat 2", "seat 3", 65),
        ("seat 2", "seat 1", 5),
    ]


def test_Round_of_Play_3_a_stack_that_runs_out_in_a_scenario_ends_at_nothing() -> None:
    segments = {1: STRONG, 2: FOUL, 3: ("Kc Jd 8c", "Qh Qd 9c 7d 4s", "Jh Js 6d 6c 2s")}
    done = played(scenario(ID, segments, seat_2='stack = "70"'))
    assert report(done) == {1: 60, 2: -60, 3: 0}
    assert done.driver.table.stack("seat 2") == 0


# Fantasy Land


def test_Fantasy_Land_is_entered_with_queens_or_better_on_top_without_a_foul() -> None:
    under = ("As Ac 9s 7c 4h", "Kc Ks Td Tc 5s")
    assert enters_fantasy_land(RULES, hand("seat 1", "Qh Qd 2c", *under))
    assert enters_fantasy_land(RULES, hand("seat 1", "2h 2d 2c", "9h 9d 9c 7c 4h", "Kc Ks Td Tc Ts"))
    assert not enters_fantasy_land(RULES, hand("seat 1", "Jh Jd Ac", *under))
    assert not enters_fantasy_land(RULES, hand("seat 1", "Qh Qd 2c", "9s 9c 8s 7c 4h", "Kc Ks Td Tc 5s"))


@pytest.mark.parametrize(
    ("top", "middle", "bottom", "stays"),
    [
        ("Ah 3d 2c", "9h 9d 4c 7c 4h", "8c 8s 8d 8h 5s", True),  # four of a kind at the bottom
        ("Ah 3d 2c", "9h 9d 4c 7c 4h", "8c 7c 6c 5c 4c", True),  # straight flush
        ("Ah 3d 2c", "9h 9d 4c 7c 4h", "Ac Kc Qc Jc Tc", True),  # royal flush
        ("Ah 3d 2c", "9h 9d 4c 7c 4h", "Ac Kc Qc Jc 9c", False),
        ("Ah 3d 2c", "9h 9d 9c 4c 4h", "Th Td Tc 5c 5h", True),  # full house in the middle
        ("Ah 3d 2c", "Ah 9h 8h 4h 3h", "Th Td Tc 5c 5h", False),  # a flush there is not enough
        ("2h 2d 2c", "9h 9d 9c 7c 4h", "Th Td Tc 5c 5h", True),  # three of a kind on top
        ("Qh Qd Ac", "9h 9d 9c 7c 4h", "Th Td Tc 5c 5h", False),  # queens enter, and do not stay
        ("2h 2d 2c", "9h 9d 8c 7c 4h", "Th Td Tc 5c 5h", False),  # a foul
    ],
)
def test_Fantasy_Land_is_kept_by_the_segments_printed(top: str, middle: str, bottom: str, stays: bool) -> None:
    assert stays_in_fantasy_land(RULES, hand("seat 1", top, middle, bottom)) is stays


QUEENS = ("Qh Qc 3h", "Kh Kd 9s 7c 4h", "Ac As Td Tc 5s")


def test_Fantasy_Land_entered_and_kept_from_round_to_round() -> None:
    places = {"seat 1": cards(" ".join(reversed(QUEENS)))}
    driver = Driver(game(ID), resolve(game(ID).rules), source=Scenario(places))
    for seat in (1, 2):
        driver.buy_in(f"seat {seat}", 1000_00)
    _play_round(driver, {"seat 1": QUEENS})
    assert driver.table.memory["fantasy land"] == {"seat 1": 1}
    assert Announced("seat 1", "goes to Fantasy Land on the next hand", "Fantasy Land") in driver.events

    kept = ("7h 7d 7c", "9h 9d 9c 8c 4h", "Th Td Tc 5c 5h")
    driver.table.source = Scenario({"seat 1": cards(" ".join(reversed(kept)))})
    _play_round(driver, {"seat 1": kept})
    first = next(event for event in driver.events if isinstance(event, Dealt))
    assert (first.place, len(first.cards), first.seen) == ("seat 1", 13, ("seat 1",))
    assert driver.table.memory["fantasy land"] == {"seat 1": 1}
    assert Announced("seat 1", "stays in Fantasy Land", "Fantasy Land") in driver.events

    driver.table.source = Scenario({"seat 1": cards(" ".join(reversed(QUEENS)))})
    _play_round(driver, {"seat 1": QUEENS})
    assert driver.table.memory["fantasy land"] == {}


def _play_round(driver: Driver, lies: Mapping[str, tuple[str, str, str]], **answers: str) -> None:
    """Play a round in which some seats place as told, and the others by default."""
    given = {
        f"{who} {part}": cards(line)
        for who, segments in lies.items()
        for part, line in zip(("top", "middle", "bottom"), segments, strict=True)
    }
    driver.begin(seed_from(driver.table.round), now=driver.table.now)
    while driver.open:
        ask = next(iter(driver.asks.values()))
        told = driver.game.played_for(ask, given) or answers.get(ask.what.replace(" ", "_"))
        driver.answer(ask.who, told or ("play" if ask.what == "take part" else ask.default))


def test_Fantasy_Land_is_placed_before_the_others_are_dealt_a_card_and_stays_hidden_until_they_are_done() -> None:
    segments = {1: QUEENS, 2: WEAK}
    done = played(scenario(ID, segments, head='before = { fantasy-land = "seat 2", buttons = "seat 2" }'))
    events = done.driver.events
    first_other = next(at for at, event in enumerate(events) if isinstance(event, Dealt) and event.place == "seat 1")
    placed = [at for at, event in enumerate(events) if isinstance(event, Placed) and event.origin == "seat 2"]
    assert len(placed) == 3 and max(placed) < first_other
    turned = [at for at, event in enumerate(events) if isinstance(event, Revealed)]
    assert len(turned) == 3
    last = max(at for at, event in enumerate(events) if isinstance(event, Placed))
    assert last < min(turned)
    for who, known in (("seat 2", True), ("seat 1", False), ("public", False)):
        sight = cards_in_sight(events[:last], who)
        assert (sight["seat 2 bottom"] == cards(WEAK[2])) is known
    assert report(done) == {1: 3 * 5 + 7 * 5, 2: -50}


def test_Fantasy_Land_may_lie_face_up_where_the_operator_reads_it_so() -> None:
    head = 'before = { fantasy-land = "seat 2" }\noptions = { fantasy_land_cards = "face up" }'
    done = played(scenario(ID, {1: QUEENS, 2: WEAK}, head=head))
    assert not of(done, Revealed)
    placed = next(event for event in done.driver.events if isinstance(event, Placed))
    assert placed.origin == "seat 2" and placed.seen is None


def test_Fantasy_Land_waits_for_a_player_who_is_left_out_and_is_lost_on_leaving() -> None:
    driver = Driver(game(ID), resolve(game(ID).rules))
    for seat in range(1, 6):
        driver.buy_in(f"seat {seat}", 1000_00)
    driver.table.memory["fantasy land"] = {"seat 5": 1, "seat 2": 1}
    driver.table.memory["bought in"] = list(driver.table.seats)
    driver.cash_out("seat 2")
    driver.buy_in("seat 2", 1000_00)
    _play_round(driver, {})
    dealt = [event for event in driver.events if isinstance(event, Dealt)]
    assert {event.place for event in dealt} == {"seat 1", "seat 2", "seat 3", "seat 4"}
    assert all(len(event.cards) == 1 for event in dealt)
    assert driver.table.memory["fantasy land"]["seat 5"] == 1


# Dealing and placing


def test_Round_of_Play_2_five_face_up_then_one_at_a_time_from_the_left_of_the_button() -> None:
    done = played(scenario(ID, {1: STRONG, 2: MEDIUM, 3: WEAK}, head='before = { buttons = "seat 2" }'))
    dealt = [event for event in done.driver.events if isinstance(event, Dealt)]
    assert [event.place for event in dealt[:6]] == ["seat 3", "seat 1", "seat 2"] * 2
    assert all(event.seen is None for event in dealt[:15])
    assert [(event.place, event.seen) for event in dealt[15:18]] == [
        ("seat 3", ("seat 3",)),
        ("seat 1", ("seat 1",)),
        ("seat 2", ("seat 2",)),
    ]
    assert len(dealt) == 39


def test_Round_of_Play_2_no_more_than_three_cards_on_top() -> None:
    text = scenario(ID, {1: STRONG}) + '\ndecisions = []\n[[seats]]\nseat = 2\ndecisions = ["play", "one hand", "{}"]'
    placed = text.replace("[cards]", '[cards]\n"seat 2" = "2h 2d 2s 3h 3d"')
    with pytest.raises(ScenarioError, match=r"seat 2: top has room for 3 more, 4 given"):
        played(placed.replace("{}", "top 2h 2d 2s 3h, bottom 3d"))


# Seats, buttons, buy-in


def _table(seats: int, **options: Setting) -> Driver:
    driver = Driver(game(ID), resolve(game(ID).rules, options))
    for seat in range(1, seats + 1):
        driver.buy_in(f"seat {seat}", 1000_00)
    return driver


def _dealt_to(driver: Driver) -> set[str]:
    return {event.place for event in driver.events if isinstance(event, Dealt)}


def test_Description_of_Table_Used_1_with_five_seats_the_one_before_the_buttons_waits() -> None:
    driver = _table(5)
    for round in range(1, 7):
        _play_round(driver, {})
        waits = f"seat {(round + 3) % 5 + 1}"
        assert _dealt_to(driver) == set(driver.table.seats) - {waits}
        assert Announced(waits, "waits for the next round", "Description of Table Used 1") in driver.events


def test_Description_of_Table_Used_1_the_fifth_player_comes_in_for_one_who_declines() -> None:
    driver = _table(5)
    driver.begin(seed_from(1))
    assert set(driver.asks) == {"seat 1", "seat 2", "seat 3", "seat 4"}
    for who, word in (("seat 4", "play"), ("seat 1", "sit out"), ("seat 2", "play"), ("seat 3", "play")):
        driver.answer(who, word)
    assert set(driver.asks) == {"seat 5"}
    driver.answer("seat 5", "play")
    while driver.open:
        ask = next(iter(driver.asks.values()))
        driver.answer(ask.who, ask.default)
    assert _dealt_to(driver) == {"seat 2", "seat 3", "seat 4", "seat 5"}
    assert SatOut("seat 1") in driver.events
    assert Announced("seat 2", "has the action button and the dealer button", "Action Button 2") in driver.events


def test_Action_Button_2_both_buttons_go_clockwise_after_each_round_and_skip_empty_seats() -> None:
    driver = Driver(game(ID), resolve(game(ID).rules))
    for seat in (2, 3, 5):
        driver.buy_in(f"seat {seat}", 1000_00)
    held = []
    for _ in range(4):
        _play_round(driver, {})
        held += [event.who for event in driver.events if isinstance(event, Announced) and "button" in event.what]
    assert held == ["seat 2", "seat 3", "seat 5", "seat 2"]


def test_Description_of_Table_Used_1_two_players_with_two_hands_each_use_the_whole_pack() -> None:
    rest = ("9d 7s 2h", "4c 4d Ts 5c 3h", "6h 6s Ad Ks Qc")
    text = scenario(ID, {1: STRONG, 2: WEAK})
    for spot, segments in (("seat 1 second", MEDIUM), ("seat 2 second", rest)):
        for part, line in zip(("top", "middle", "bottom"), segments, strict=True):
            text = text.replace("[cards]", f'[cards]\n"{spot} {part}" = "{line}"')
    done = played(text)
    assert report(done) == {1: 4 * 3 * 5, 2: -60}
    assert len(of(done, Dealt)) == 52


def test_Description_of_Table_Used_1_two_hands_in_points() -> None:
    first, second = hand("seat 1", *STRONG), hand("seat 1 second", *MEDIUM)
    other, fouled_hand = hand("seat 2", *WEAK), hand("seat 2 second", *FOUL)
    settled = payments(RULES, [first, second, other, fouled_hand])
    pairs = [tuple(side.spot for side in one.comparison.sides) for one in settled]
    assert pairs == [
        ("seat 1", "seat 2"),
        ("seat 1", "seat 2 second"),
        ("seat 1 second", "seat 2"),
        ("seat 1 second", "seat 2 second"),
    ]
    assert points(RULES, [first, second, other, fouled_hand]) == {"seat 1": 3 + 9 + 3 + 9, "seat 2": -24}


@pytest.mark.parametrize(("words", "hands"), [(("two hands", "two hands"), 4), (("two hands", "one hand"), 2)])
def test_Description_of_Table_Used_1_both_must_agree_to_play_two_hands(words: tuple[str, str], hands: int) -> None:
    driver = _table(2)
    driver.begin(seed_from(1))
    for word in (("play", "play"), words):
        for who, answer in zip(("seat 1", "seat 2"), word, strict=True):
            driver.answer(who, answer)
    while driver.open:
        ask = next(iter(driver.asks.values()))
        driver.answer(ask.who, ask.default)
    assert len(_dealt_to(driver)) == hands


def test_Description_of_Table_Used_1_three_players_are_not_offered_two_hands() -> None:
    driver = _table(3)
    driver.begin(seed_from(1))
    for who in ("seat 1", "seat 2", "seat 3"):
        driver.answer(who, "play")
    assert [ask.what for ask in driver.asks.values()] == ["place"]


def test_Description_of_Table_Used_2_the_first_buy_in_is_thirty_limits_and_a_round_takes_nine_points() -> None:
    driver = _table(2)
    driver.buy_in("seat 3", 149_99)
    driver.begin(seed_from(1))
    assert "seat 3" not in driver.asks
    for who in ("seat 1", "seat 2"):
        driver.answer(who, "sit out")
    driver.buy_in("seat 3", 1)
    driver.begin(seed_from(2))
    assert "seat 3" in driver.asks


@pytest.mark.parametrize(("stack", "plays"), [(55_00, True), (54_99, False)])
def test_Description_of_Table_Used_2_nine_points_are_needed_after_the_collection(stack: int, plays: bool) -> None:
    driver = _table(2)
    driver.buy_in("seat 3", stack)
    driver.table.memory["bought in"] = ["seat 3"]
    driver.begin(seed_from(1))
    assert ("seat 3" in driver.asks) is plays


def test_Round_of_Play_3_an_add_on_may_not_go_above_the_maximum_buy_in() -> None:
    driver = Driver(game(ID), resolve(game(ID).rules, {"maximum_buy_in": 100}))
    driver.buy_in("seat 1", 400_00)
    with pytest.raises(ValueError, match=r"the stack may then be \$500 at most"):
        driver.buy_in("seat 1", 100_01)
    driver.buy_in("seat 1", 100_00)
    assert driver.table.stack("seat 1") == 500_00


# Collection


def _round_at(driver: Driver, minute: int) -> dict[str, int]:
    """The fees of a round begun at this minute, by seat."""
    driver.table.now = minute * 60
    _play_round(driver, {})
    return {event.who: event.amount for event in driver.events if isinstance(event, FeeTaken)}


def test_Collection_Procedure_a_full_fee_a_down_and_half_for_entering_after_the_middle_of_it() -> None:
    driver = _table(2, schedule=6)
    driver.buy_in("seat 1", 9000_00)
    driver.buy_in("seat 2", 9000_00)
    assert _round_at(driver, 100) == {"seat 1": 15_00, "seat 2": 15_00}
    assert _round_at(driver, 110) == {}
    driver.buy_in("seat 3", 9000_00)
    assert _round_at(driver, 119) == {"seat 3": 15_00}
    driver.buy_in("seat 4", 9000_00)
    assert _round_at(driver, 120) == {"seat 4": 7_50}
    assert _round_at(driver, 139) == {}
    assert _round_at(driver, 140) == dict.fromkeys(driver.table.seats, 15_00)
    driver.cash_out("seat 4")
    driver.buy_in("seat 4", 9000_00)
    assert _round_at(driver, 170) == {"seat 4": 7_50}
    assert driver.table.ledger[DROP] == (2 * 15_00 + 15_00 + 7_50) + 4 * 15_00 + 7_50


def test_Collection_Procedure_a_player_of_an_earlier_down_pays_in_full_whenever_the_next_hand_comes() -> None:
    driver = _table(3)
    assert set(_round_at(driver, 0).values()) == {10_00}
    assert _round_at(driver, 75) == dict.fromkeys(driver.table.seats, 10_00)


@pytest.mark.parametrize(("schedule", "fee"), [(1, 10), (2, 10), (3, 12), (4, 12), (5, 15), (6, 15), (7, 18), (8, 18)])
def test_Collection_Procedure_schedules(schedule: int, fee: int) -> None:
    driver = _table(2, schedule=schedule)
    for who in ("seat 1", "seat 2"):
        driver.buy_in(who, 9000_00)
    assert _round_at(driver, 0) == {"seat 1": fee * 100, "seat 2": fee * 100}


# Leaving, and scenarios


def test_a_player_who_leaves_is_placed_from_the_back_and_settled() -> None:
    driver = _table(3)
    driver.begin(seed_from(4))
    for who in ("seat 1", "seat 2", "seat 3"):
        driver.answer(who, "play")
    driver.leave("seat 2")
    rng = Random(4)
    while driver.open:
        assert "seat 2" not in driver.asks
        ask = next(iter(driver.asks.values()))
        driver.answer(ask.who, ask.random(rng))
    placed = [event for event in driver.events if isinstance(event, Placed)]
    assert [len(event.cards) for event in placed if event.place == "seat 2 bottom"] == [5]
    assert sum(driver.table.stack(who) for who in driver.table.seats) + driver.table.ledger[DROP] == 3000_00


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('"seat 1 top" = "Ah Kd Qc"', "seat 1 is given by its segments: top of 3, middle of 5 and bottom of 5"),
        ('"seat 1 front" = "Ah Kd Qc"', "'seat 1 front' is not a place of Chinese Poker: seat 1 to seat 5, seat 1 top"),
        ('"seat 2 top" = "Ah Kd Qc"', "seat 2 top is given cards, and nobody plays there"),
        ('"seat 1 top" = "Ah Kd Qc Jc"', "seat 1 top takes 3 cards, 4 given"),
        ('top = "Ah Kd Qc"', "'top' is not a place"),
        ('"seat top" = "Ah Kd Qc"', "'seat top' is not a place"),
    ],
)
def test_a_scenario_that_gives_cards_wrongly_is_told_so(text: str, message: str) -> None:
    with pytest.raises(ScenarioError) as error:
        played(f'game = "{ID}"\n[cards]\n{text}\n[[seats]]\nseat = 1')
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("before", "message"),
    [
        ('buttons = "seat 4"', "before: buttons: nobody sits at 'seat 4'"),
        ('buttons = "seat 1, seat 2"', "before: buttons: both stay with one player"),
        ('weather = "fine"', "before: 'weather' is not carried to this round: buttons or fantasy-land"),
    ],
)
def test_a_scenario_that_tells_earlier_rounds_wrongly_is_told_so(before: str, message: str) -> None:
    with pytest.raises(ScenarioError) as error:
        played(scenario(ID, {1: STRONG, 2: WEAK}, head=f"before = {{ {before} }}"))
    assert message in str(error.value)


@pytest.mark.parametrize(("stack", "plays"), [(45_00, True), (44_99, False)])
def test_CH_16_two_hands_need_no_more_chips_than_one(stack: int, plays: bool) -> None:
    driver = Driver(game(ID), resolve(game(ID).rules))
    for seat in (1, 2):
        driver.seat(f"seat {seat}", stack + 10_00)  # and the fee of the first down
    driver.table.memory["bought in"] = ["seat 1", "seat 2"]
    driver.begin(seed_from(1))
    assert bool(driver.asks) is plays
    if plays:
        for who in ("seat 1", "seat 2"):
            driver.answer(who, "play")
        for who in ("seat 1", "seat 2"):
            driver.answer(who, "two hands")
        assert {ask.what for ask in driver.asks.values()} == {"place"}
