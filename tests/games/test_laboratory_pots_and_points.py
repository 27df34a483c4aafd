"""Pot games with the operator's choices, and both games of Chinese Poker: awkward situations, worked by hand."""

from typing import Any

import pytest

from houseway.play.scenario import ScenarioError
from tests.games.laboratory import came


def nets(game: str, seats: str, cards: str, **more: Any) -> list[str]:
    """What each seat has won or lost, collection included."""
    return [
        one.partition(" net ")[2] for one in came(game, seats, cards, bank=None, **more).split("; ") if " net " in one
    ]


# Limit Hold'em 4-8 with blinds of 2 and 4. Seat 1 has the button; a hand that sees the flop costs $3.
ACES = "board 2c 7d 9h Js 3d; seat 4 As Ad"
OWED = {"missed-big-blind": "seat 4", "missed-small-blind": "seat 4"}


def holdem(seats: str, before: dict[str, str], cards: str = ACES, **more: Any) -> list[str]:
    table = {"limit": "4-8", "dealt_in": "ask", **more}
    return nets("limit-holdem", seats, cards, before={"button": "seat 1", **before}, **table)


@pytest.mark.parametrize(
    ("before", "first", "want"),
    [
        (OWED, "check", ["0", "-2", "-4", "3"]),  # six in: four live, two dead
        ({"missed-small-blind": "seat 4"}, "call", ["0", "-2", "-4", "3"]),  # two dead, and four to call
        ({}, "call", ["0", "-2", "-4", "3"]),
    ],
)
def test_PP_25_what_was_missed_is_posted_on_coming_back(before: dict[str, str], first: str, want: list[str]) -> None:
    checks = "check, check, check"
    seats = f"1 | play, fold; 2 | play, fold; 3 | play, check, {checks}; 4 | play, {first}, {checks}"
    assert holdem(seats, before) == want


def test_PP_25_a_live_blind_may_be_raised_by_its_owner_and_a_dead_one_is_won_with_the_pot() -> None:
    checks = "check, check, check"
    seats = f"1 | play, fold; 2 | play, fold; 3 | play, call, {checks}; 4 | play, raise to 8, {checks}"
    assert holdem(seats, OWED) == ["0", "-2", "-8", "7"]  # 20 in the pot, 3 of them taken, 10 of them seat 4's own


def test_PP_25_who_has_less_than_is_owed_is_all_in() -> None:
    seats = "1 | play, fold; 2 | play, fold; 3 | play; 4 | play"
    assert holdem(seats, OWED, stacks={"4": "5"}) == ["0", "-2", "-4", "3"]


def test_PP_25_where_debts_are_waived_none_can_be_carried() -> None:
    with pytest.raises(ScenarioError, match="'missed-big-blind' is not carried to this round: button"):
        holdem("1 | play; 2 | play; 4 | play", {"missed-big-blind": "seat 4"}, missed_blinds="waived")


# Seven Card Stud 2-4, heads-up: two antes of a dollar, and a fee of three.
STUD = "seat 1 3d 4h 2c 9s Jd Qc Kh; seat 2 As Ad Ah 5c 7d 8s Tc"


@pytest.mark.parametrize(
    ("first", "ante", "want"),
    [
        ("bring in", "1", ["-2", "-1"]),  # four in, three taken
        ("complete to 2", "1", ["-3", "0"]),
        ("bring in", "2", ["-3", "0"]),
    ],
)
def test_PP_11_stud_heads_up_costs_three_dollars(first: str, ante: str, want: list[str]) -> None:
    checks = "check, check, check, check"
    assert nets("seven-card-stud", f"1 | {first}, {checks}; 2 | call, {checks}", STUD, ante=ante) == want


BIG_O = "board 2c 7d 9h Js 3d; seat 1 As Ad 5c 6c 8h"


@pytest.mark.parametrize(
    ("rounds", "fourth"), [("three raises", "raise to 16"), ("bet and three raises", "raise to 20")]
)
def test_PP_26_big_o_from_the_flop_on(rounds: str, fourth: str) -> None:
    """A bet, a raise and a raise are three; where the bet is not one of them, there is one more."""
    more = ", raise to 16" if rounds == "bet and three raises" else ""
    third = "raise to 12" if more else "call"
    first = "call, bet 4" + (more or ", raise to 12")
    seats = f"1 | {first}; 2 | check, raise to 8, {fourth}; 3 | call, {third}"
    with pytest.raises(ScenarioError, match=rf"seat 2: {fourth} is not allowed|'{fourth}' is not an answer to bet"):
        nets("big-o", seats, BIG_O, before={"button": "seat 3"}, later_rounds=rounds)


def test_PP_13_blinds_of_the_operator_at_no_limit() -> None:
    before = {"button": "seat 3"}
    assert nets("no-limit-holdem", "1 | fold; 2; 3 | fold", "", before=before, blinds="5-10") == ["-5", "5", "0"]
    with pytest.raises(ScenarioError, match=r"raise to 9 is not allowed: from \$10"):
        nets("no-limit-holdem", "1; 2; 3 | raise to 9", "", before=before)


@pytest.mark.parametrize(("limit", "least"), [("4-8", "raise to 12"), ("5-100", "raise to 15 to 157.50")])
def test_PP_28_a_half_kill_raises_what_may_be_bet_by_half(limit: str, least: str) -> None:
    before = {"button": "seat 3", "kill": "seat 3"}
    with pytest.raises(ScenarioError, match=f"seat 3 is asked bet and has no decision left: .*{least}"):
        nets("omaha", "1 | fold; 2 | call; 3", "", before=before, kill="half", limit=limit)


# Chinese Poker at $1 a point; each player pays $10 for the first hand of a down.
CHINESE, PINEAPPLE = "chinese-poker", "face-up-pineapple-chinese-poker"
TIES = {
    1: ("2c 2d 5h", "4c 4d 7h 8h Th", "9c 9d Jh Jd Kh"),
    2: ("2h 2s 5d", "3c 3d 7c 8c Tc", "6c 6d 6h Kc Qc"),
    3: ("As Kd Qs", "3h 3s 7d 8d Td", "5c 5s 8s 9s Jc"),
}
BONUSES = ("6c 6d 2h", "9c 9d 4h 4d Th", "Ah Jh 8h 5h 3h")  # a pair of sixes 1, a flush 4
FOUL = ("Kc Kd 5d", "3c 3d 7c 8c Tc", "9s 9h Js Jd Qs")  # kings on top
FOUL_TOO = ("As Ad Qd", "2s 2d 7d 8d Td", "5c 5s 6s 6h Jc")
LOW = ("Qd Td 9s", "2s 2d 7d 8d Kh", "5c 5d Ts 8c Js")
DRAGON = ("2c 3s 4s", "9h 8s 7s 6h 5s", "Ac Ks Qc Jc Tc")  # straights 4 and 2
SIX_PAIRS = ("2c 2d 5h", "4c 4d 7h 7d Kc", "9c 9d Jh Jd Kh")
STRAIGHTS = ("2h 3h 4s", "5d 6c 7c 8c 9h", "6h 7s 8s 9s Tc")  # 4 and 2
PLAIN = ("Ah Qh 3c", "2s 3s 3d 8d Td", "5c 5s Qs Qd 6d")


def points(hands: dict[int, tuple[str, str, str]], said: dict[int, str] | None = None, **more: Any) -> list[int]:
    """What each has won or lost in points, the fee left out."""
    cards = "; ".join(
        f"seat {at} {part} {row}"
        for at, rows in hands.items()
        for part, row in zip(("top", "middle", "bottom"), rows, strict=True)
    )
    seats = "; ".join(f"{at} | {(said or {}).get(at, '')}" for at in hands)
    game, button = more.pop("game", CHINESE), more.pop("button", min(hands))
    came_to = nets(game, seats, cards, before={"buttons": f"seat {button}"}, schedule=1, **more)
    return [int(one) + 10 for one in came_to]


@pytest.mark.parametrize(("button", "want"), [(1, [4, 1, -5]), (2, [2, 4, -6]), (3, [3, 1, -4])])
def test_chinese_CH_1_the_buttons_win_ties_and_other_ties_push(button: int, want: list[int]) -> None:
    assert points(TIES, button=button) == want


def test_chinese_CH_2_a_foul_pays_nine_and_the_bonuses_and_two_fouls_nothing_to_each_other() -> None:
    assert points({1: BONUSES, 2: FOUL}) == [14, -14]  # the pair of kings is not paid
    assert points({1: BONUSES, 2: FOUL, 3: FOUL_TOO}) == [28, -14, -14]


@pytest.mark.parametrize(("bonuses", "want"), [(True, [-11, -27, 38]), (False, [-5, -21, 26])])
def test_chinese_CH_6_a_clean_sweep_collects_and_pays_no_bonus(bonuses: bool, want: list[int]) -> None:
    """Seat 1 wins three segments and five points of seat 2; the dragon has 13 and its straights of each."""
    assert points({1: BONUSES, 2: LOW, 3: DRAGON}, {3: "declare"}, sweep_bonuses=bonuses) == want


def test_chinese_CH_3_a_fouled_hand_pays_the_clean_sweep_too() -> None:
    foul = ("Kh Kd 5d", "3c 3d 7c 8c Td", "6c 6d Js Jd Qd")
    assert points({1: DRAGON, 2: foul}, {1: "declare"}) == [28, -28]  # 13, nine and the straights
    assert points({1: DRAGON, 2: foul}, {1: "declare"}, game=PINEAPPLE) == [25, -25]  # and six there


@pytest.mark.parametrize(
    ("second", "equal", "want"),
    [
        ("declare", "push", [3, 9, -12]),
        ("declare", "ranking", [6, 6, -12]),
        ("pass", "push", [6, 4, -10]),  # undeclared, an ordinary hand
    ],
)
def test_chinese_CH_5_two_clean_sweeps_of_three_points(second: str, equal: str, want: list[int]) -> None:
    hands = {1: SIX_PAIRS, 2: STRAIGHTS, 3: PLAIN}
    assert points(hands, {1: "declare", 2: second}, equal_sweeps=equal) == want


@pytest.mark.parametrize(
    ("stacks", "more", "want"),
    [
        ({"2": "20"}, {}, [-36, -2, 38]),  # CH-7: eight won of seat 1 are not at stake, ten are
        ({"2": "20"}, {"won_chips": "pay"}, [-36, -10, 46]),
        ({"3": "20"}, {}, [-18, -2, 20]),  # who began with ten wins ten of each at most
        ({"3": "20"}, {"wins_limited": False}, [-36, -11, 47]),
    ],
)
def test_chinese_CH_7_table_stakes(stacks: dict[str, str], more: dict[str, Any], want: list[int]) -> None:
    """Seat 2 wins eight of seat 1; the royal flush of seat 3 has 28 of seat 1 and 19 of seat 2."""
    low = ("Qd Td 9s", "2s 2d 7d 8d Kh", "5c 5d Tc 8c Jc")
    royal = ("Qh Jd 9h", "4c 4s 7c 7h Kd", "As Ks Qs Js Ts")
    assert points({1: low, 2: BONUSES, 3: royal}, stacks=stacks, **more) == want


FULL = ("2c 2d 5h", "4c 4d 4h 8h Th", "9c 9d 9h Jd Jh")  # three of a kind in the middle 2, a full house 6


@pytest.mark.parametrize(("button", "want"), [(1, [14, -14]), (2, [9, -9])])
def test_pineapple_CH_15_a_tie_that_the_buttons_win_makes_the_scoop(button: int, want: list[int]) -> None:
    other = ("2h 2s 5d", "3c 3d 7c 8c Tc", "6c 6d Js Jc Kc")
    assert points({1: FULL, 2: other}, button=button, game=PINEAPPLE) == want


def test_pineapple_CH_2_a_foul_pays_six_and_the_bonuses() -> None:
    foul = ("Kh Ks 5d", "3c 3d 7c 8c Tc", "6c 6d Js Jc Kc")
    too = ("Qh Qs 5s", "3h 3s 7d 8d Td", "6h 6s Ts 9s Kd")
    assert points({1: FULL, 2: foul}, game=PINEAPPLE) == [14, -14]
    assert points({1: FULL, 2: foul, 3: too}, game=PINEAPPLE) == [28, -14, -14]


@pytest.mark.parametrize(("equal", "want"), [("foul", [18, -18]), ("in order", [7, -7])])
def test_pineapple_CH_4_a_bottom_that_only_equals_the_middle(equal: str, want: list[int]) -> None:
    """Three fours and four jacks, 12 points, against two straights to the ten."""
    quads = ("2c 2d 5h", "4c 4d 4h Kh Qh", "Jc Js 3c Jd Jh")
    straights = ("3h 5d As", "6c 7c 8c 9s Tc", "6h 7h 8s 9d Td")
    assert points({1: quads, 2: straights}, game=PINEAPPLE, equal_segments=equal) == want
