"""Top Five Poker, settled by hand from its rulebook."""

from typing import Any

import pytest

from houseway.cards.card import HIDDEN, hand, text
from houseway.cards.shuffle import seed_from
from houseway.cards.source import DealerEntry
from houseway.games import game
from houseway.games.maryland_poker.top_five_poker.round import (
    qualifies,
    settle,
    settle_poker_bonus,
    settle_top_five_bonus,
)
from houseway.play.ask import Refused
from houseway.play.driver import Driver
from houseway.play.event import Announced, Dealt, Discarded, DutyDue, Revealed, Voided
from houseway.play.scenario import Played, ScenarioError, play, read
from houseway.play.view import history, seen, view
from houseway.rules.money import cents
from houseway.rules.resolved import Rules
from houseway.rules.strict import RulesError
from houseway.rules.submission import Choices, house_rules

TOP_FIVE = game("top-five-poker")
QUALIFIED = "Qc Jd 2c 3d 4h 5s 6c"
NOT_QUALIFIED = "Qc Td 2c 3d 4h 5s 6c"


def rules(**options: Any) -> Rules:
    return house_rules(TOP_FIVE.rules, Choices(options=options))


def round_of(cards: str, dealer: str, wagers: str = 'ante = "10"', decisions: str = '"play"', more: str = "") -> Played:
    text = f"""
        game = "top-five-poker"
        {more}
        [cards]
        "seat 1" = "{cards}"
        dealer = "{dealer}"
        [[seats]]
        seat = 1
        wagers = {{ {wagers} }}
        decisions = [{decisions}]
    """
    return play(read(text, name="the test"), TOP_FIVE)


def paid(played: Played, seat: int = 1) -> dict[str, tuple[str, str, str]]:
    """What came of each wager: result, paid, clause."""
    settled = next(one for one in played.report()["seats"] if one["seat"] == seat)
    return {one["wager"]: (one["result"], one["paid"], one["clause"]) for one in settled["wagers"]}


def net(played: Played, seat: int = 1) -> str:
    return str(next(one for one in played.report()["seats"] if one["seat"] == seat)["net"])


# 11.C(3), 11.C(4): against the dealer


def test_11_C_4_b_more_cards_win_though_the_hand_is_worse() -> None:
    played = round_of("Kc Jh Th 2d 3c 4c 5c", "Ac Ad 2c 3d 4h 5s 6c")
    assert paid(played) == {"ante": ("win", "10", "11.C(4)(b), 12.A"), "play": ("win", "10", "11.C(4)(b), 12.A")}
    assert net(played) == "20"


def test_11_C_4_a_fewer_cards_lose_though_the_hand_is_better() -> None:
    played = round_of("Ac Ad 2c 3d 4h 5s 6c", "Kc Jh Th 2d 3c 4c 5c")
    assert paid(played) == {"ante": ("lose", "0", "11.C(4)(a)"), "play": ("lose", "0", "11.C(4)(a)")}
    assert net(played) == "-20"


def test_11_C_4_d_as_many_cards_and_the_better_hand_wins() -> None:
    played = round_of("Tc Td Jh 2d 3c 4c 5c", "Ac Kd Qh 3d 4h 5s 6c")
    assert paid(played)["ante"] == ("win", "10", "11.C(4)(d), 12.A")
    assert net(played) == "20"


def test_11_C_4_c_as_many_cards_and_the_worse_kicker_loses() -> None:
    played = round_of("Ac Ad Jh 2d 3c 4c 5c", "Ah As Qh 3d 4h 5s 6c")
    assert paid(played) == {"ante": ("lose", "0", "11.C(4)(c)"), "play": ("lose", "0", "11.C(4)(c)")}


def test_11_C_4_e_equal_hands_push_both_wagers() -> None:
    played = round_of("Ac Kd Jh 2d 3c 4c 5c", "Ah Ks Jc 3d 4h 5s 6c")
    assert paid(played) == {"ante": ("push", "0", "11.C(4)(e)"), "play": ("push", "0", "11.C(4)(e)")}
    assert net(played) == "0"


def test_11_C_2_and_3_b_dealer_does_not_qualify_ante_pushes_play_wins() -> None:
    played = round_of("Kc Jh Th 2d 3c 4c 5c", NOT_QUALIFIED)
    assert paid(played) == {"ante": ("push", "0", "11.C(2)"), "play": ("win", "10", "11.C(3)(b), 12.A")}
    assert net(played) == "10"


def test_11_C_2_and_3_a_dealer_does_not_qualify_ante_pushes_play_loses() -> None:
    played = round_of("Kc 9h 9d 2d 3c 4c 5d", NOT_QUALIFIED)
    assert paid(played) == {"ante": ("push", "0", "11.C(2)"), "play": ("lose", "0", "11.C(3)(a)")}
    assert net(played) == "-10"


def test_11_C_3_c_queen_ten_beats_jack_ten_on_rank() -> None:
    played = round_of("Jc Th 9d 2d 3c 4c 5d", NOT_QUALIFIED)
    assert paid(played)["play"] == ("lose", "0", "11.C(3)(c)")


def test_11_C_3_d_queen_jack_beats_queen_ten_that_does_not_qualify() -> None:
    played = round_of("Qd Jh 9d 2d 3c 4c 5d", NOT_QUALIFIED)
    assert paid(played) == {"ante": ("push", "0", "11.C(2)"), "play": ("win", "10", "11.C(3)(d), 12.A")}


def test_11_C_3_e_no_counting_card_on_either_side_pushes() -> None:
    played = round_of("2c 3c 4c 5c 6c 7c 8c", "2d 3d 4d 5d 6d 7d 8d")
    assert paid(played) == {"ante": ("push", "0", "11.C(2)"), "play": ("push", "0", "11.C(3)(e)")}


@pytest.mark.parametrize(
    ("dealer", "expected"),
    [
        ("2c 3c", False), ("Ac 3c", False), ("Jc Tc", False), ("Qc Tc", False), ("Qc Jc", True), ("Kc Tc", True),
        ("Ac Tc", True), ("Tc Td", True), ("Qc Jc Tc", True), ("Tc Jd Jh", True),
    ],
)  # fmt: skip
def test_11_C_2_dealer_qualifies_with_queen_jack_or_better(dealer: str, expected: bool) -> None:
    assert qualifies(rules(), hand(dealer)) is expected


@pytest.mark.parametrize(
    ("mine", "dealer", "clause", "result"),
    [
        ("Ac Ad Kc Kd Qc Jc 2c", "Ah As Kh Ks Qh Th 3c", "11.C(4)(d), 12.A", "win"),
        ("Ac Ad Kc Kd Qc Tc 2c", "Ah As Kh Ks Qh Jh 3c", "11.C(4)(c)", "lose"),
        ("Ac Ad Kc Kd Qc Jc 2c", "Ah As Kh Ks Qh Jh 3c", "11.C(4)(e)", "push"),
        ("Ac Kd Qh Js Tc Td 2c", "Ah Ks Qc Jc Th Jh 3c", "11.C(4)(c)", "lose"),
    ],
)
def test_T5_1_11_C_4_the_best_five_decide_and_then_the_sixth_card(
    mine: str, dealer: str, clause: str, result: str
) -> None:
    """Both hold aces, kings and a queen, or a straight: the sixth card is what is left to compare."""
    assert paid(round_of(mine, dealer))["play"] == (result, "10" if result == "win" else "0", clause)


# 12.B: Top Five Bonus, and the second 12.B: Poker Bonus


SEVEN, SIX = "Ac Ad Kc Qd Jc Jh Tc", "Ac Ad Kc Qd Jc Jh 2c"
FIVE, FOUR, THREE = "Ac Ad Kc Qd Jc 3h 2c", "Ac Ad Kc Qd 4c 3h 2c", "Ac Ad Kc 5d 4c 3h 2c"


@pytest.mark.parametrize(
    ("table", "cards", "won", "clause"),
    [
        ("A", SEVEN, "500", "12.B(1)(a)"), ("A", SIX, "100", "12.B(1)(b)"), ("A", FIVE, "25", "12.B(1)(c)"),
        ("A", FOUR, "5", "12.B(1)(d)"), ("A", THREE, None, "12.B(1)"),
        ("B", SEVEN, "1000", "12.B(2)(a)"), ("B", SIX, "100", "12.B(2)(b)"), ("B", FIVE, "20", "12.B(2)(c)"),
        ("B", FOUR, "5", "12.B(2)(d)"), ("B", THREE, None, "12.B(2)"),
        ("C", SEVEN, "500", "12.B(3)(a)"), ("C", SIX, "75", "12.B(3)(b)"), ("C", FIVE, "25", "12.B(3)(c)"),
        ("C", FOUR, "5", "12.B(3)(d)"), ("C", THREE, None, "12.B(3)"),
    ],
)  # fmt: skip
def test_12_B_five_dollars_on_the_top_five_bonus(table: str, cards: str, won: str | None, clause: str) -> None:
    outcome = settle_top_five_bonus(rules(top_five_pay_table=table), hand(cards), cents("5"))
    assert outcome.clause == clause
    assert outcome.result.value == ("lose" if won is None else "win")
    assert outcome.paid == (0 if won is None else cents(won))


HANDS = {
    "royal": "Ac Kc Qc Jc Tc 2d 3d",
    "four": "Tc Td Th Ts 2d 3d 4d",
    "full": "Jc Jd Jh Ts Tc 2d 3d",
    "straight": "Ac Kd Qc Jc Tc Td Th",
    "three": "Jc Jd Jh 2d 3d 4d 5h",
    "two pair": "Jc Jd Th Ts 2d 3d 4d",
    "aces": "Ac Ad Qh 2d 3d 4d 5h",
    "kings": "Kc Kd 9h 9d 9s 4d 5h",
    "queens": "Qc Qd Ah Kh 9s 4d 5h",
    "low three": "2c 2d 2h Ah 9s 4d 5h",
}
A = {
    "royal": "2500", "four": "500", "full": "200", "straight": "125", "three": "35", "two pair": "15",
    "aces": "5", "kings": "5",
}  # fmt: skip
B = {"royal": "2500", "four": "750", "full": "250", "straight": "150", "three": "50", "two pair": "25"}
C = A | {"three": "25"}
LETTERS = dict(
    zip(("royal", "four", "full", "straight", "three", "two pair", "aces", "kings"), "abcdefgg", strict=True)
)


@pytest.mark.parametrize(("table", "number", "pays"), [("A", 1, A), ("B", 2, B), ("C", 3, C)])
def test_12_B_bis_five_dollars_on_the_poker_bonus(table: str, number: int, pays: dict[str, str]) -> None:
    for name, cards in HANDS.items():
        outcome = settle_poker_bonus(rules(poker_pay_table=table), hand(cards), cents("5"))
        if name in pays:
            assert (outcome.paid, outcome.clause) == (cents(pays[name]), f"12.B bis({number})({LETTERS[name]})"), name
        else:
            assert (outcome.result.value, outcome.paid, outcome.clause) == ("lose", 0, f"12.B bis({number})"), name


def test_6_C_royal_flush_among_seven_counting_cards_is_paid_both_bonuses() -> None:
    played = round_of(
        "Ac Kc Qc Jc Tc Ad Ah",
        "As Ks Qs Js Th 2c 3c",
        'ante = "25", top-five-bonus = "2", poker-bonus = "3"',
    )
    assert paid(played) == {
        "ante": ("win", "25", "11.C(4)(b), 12.A"),
        "play": ("win", "25", "11.C(4)(b), 12.A"),
        "top-five-bonus": ("win", "200", "12.B(1)(a)"),
        "poker-bonus": ("win", "1500", "12.B bis(1)(a)"),
    }
    assert net(played) == "1750"


def test_11_C_5_b_bonuses_are_settled_on_a_hand_that_lost() -> None:
    played = round_of(
        "Kc Kd Qc Qd 2c 3c 4c", "Ac Kh Qh Jh Td 2d 3d", 'ante = "10", top-five-bonus = "5", poker-bonus = "5"'
    )
    assert paid(played) == {
        "ante": ("lose", "0", "11.C(4)(a)"),
        "play": ("lose", "0", "11.C(4)(a)"),
        "top-five-bonus": ("win", "5", "12.B(1)(d)"),
        "poker-bonus": ("win", "15", "12.B bis(1)(f)"),
    }
    assert net(played) == "0"


# 11.B: play or fold


def test_11_B_2_fold_loses_the_ante_and_the_cards_go_at_once() -> None:
    played = round_of("2h 3h 4c 5c 6h 7c 9c", QUALIFIED, decisions='"fold"')
    assert paid(played) == {"ante": ("lose", "0", "11.B(2)(a)")}
    events = played.driver.events
    at = next(at for at, event in enumerate(events) if isinstance(event, Discarded) and event.place == "seat 1")
    assert at < next(at for at, event in enumerate(events) if isinstance(event, Revealed))
    assert not any(isinstance(event, Revealed) and event.place == "seat 1" for event in events)


def test_11_B_3_bonus_wagers_live_on_after_a_fold() -> None:
    played = round_of(
        "Tc Td Th Ts 2d 3d 4d",
        "Ac Ad Ah As 2c 3c 4c",
        'ante = "10", top-five-bonus = "5", poker-bonus = "5"',
        '"fold"',
    )
    assert paid(played) == {
        "ante": ("lose", "0", "11.B(2)(a)"),
        "top-five-bonus": ("win", "5", "12.B(1)(d)"),
        "poker-bonus": ("win", "500", "12.B bis(1)(b)"),
    }
    assert net(played) == "495"


def test_11_B_1_a_play_equals_the_ante_and_nothing_else() -> None:
    with pytest.raises(ScenarioError, match=r"bet 2x is not allowed: play takes 1 times the ante"):
        round_of("Kc Kd Qd Qh 2d 3c 4c", QUALIFIED, decisions='"play 2"')


def test_11_B_1_a_player_who_cannot_match_the_ante_may_only_fold() -> None:
    driver = Driver(TOP_FIVE, rules())
    driver.buy_in("seat 1", cents("15"))
    driver.begin(seed_from(1))
    driver.answer("seat 1", "ante 10")
    assert driver.asks["seat 1"].answers() == ("fold",)
    with pytest.raises(Refused, match="the stack is too small"):
        driver.answer("seat 1", "play")


def test_11_C_settlement_runs_counter_clockwise_and_a_player_at_a_time() -> None:
    scenario = """
        game = "top-five-poker"
        [[seats]]
        seat = 1
        wagers = { ante = "10", top-five-bonus = "5", poker-bonus = "5" }
        decisions = ["play"]
        [[seats]]
        seat = 5
        wagers = { ante = "10", poker-bonus = "5" }
        decisions = ["play"]
    """
    events = play(read(scenario, name="the test"), TOP_FIVE).driver
    settled = [(done.spot, done.outcome.wager) for done in events.table.settled]
    assert settled == [
        ("seat 5", "ante"), ("seat 5", "play"), ("seat 5", "poker-bonus"),
        ("seat 1", "ante"), ("seat 1", "play"), ("seat 1", "top-five-bonus"), ("seat 1", "poker-bonus"),
    ]  # fmt: skip


def test_11_B_4_dealer_announces_only_the_cards_that_count() -> None:
    played = round_of("Kc Jh Th 2d 3h 4c 5c", QUALIFIED)
    said = [event for event in played.driver.events if isinstance(event, Announced)]
    assert [(one.who, one.what) for one in said] == [
        ("dealer", "Qc Jd, two cards, queen high"),
        ("seat 1", "Kc Jh Th, three cards, king high"),
    ]


# 7.F: adjacent boxes


BOXES = """
    game = "top-five-poker"
    options = { boxes = 3 }
    [cards]
    "seat 2" = "Ac Ad Kc 2c 3c 4c 5c"
    "box 3" = "2d 3d 4d 5d 6d 7d 8d"
    "box 1" = "Tc Td Th Jc Jd 2h 3h"
    dealer = "Qh Qd 9c 9d 9h 8c 8h"
    [[seats]]
    seat = 2
    wagers = { ante = "10", "box 3 ante" = "20", "box 3 poker-bonus" = "5", "box 1 ante" = "5", "box 1 top-five-bonus" = "1" }
    decisions = ["play", "play", "fold"]
"""  # noqa: E501


def test_7_F_each_box_is_a_hand_of_its_own() -> None:
    played = play(read(BOXES, name="the test"), TOP_FIVE)
    got = {(done.spot, done.outcome.wager): done.outcome.paid - (done.outcome.result == "lose") * done.outcome.stake
           for done in played.driver.table.settled}  # fmt: skip
    assert got == {
        ("box 3", "ante"): -2000,
        ("box 3", "poker-bonus"): -500,
        ("seat 2", "ante"): 1000,
        ("seat 2", "play"): 1000,
        ("box 1", "ante"): 500,
        ("box 1", "play"): 500,
        ("box 1", "top-five-bonus"): 500,
    }
    assert net(played, 2) == "10"  # 20 + 10 + 5 - 25
    dealt = [event.place for event in played.driver.events if isinstance(event, Dealt)][:4]
    assert dealt == ["box 1", "seat 2", "box 3", "dealer"]


@pytest.mark.parametrize(
    ("wagers", "problem"),
    [
        ("ante 10, box 3 ante 10, box 1 ante 10, box 4 ante 10", "4 boxes are too many: a player may play 3"),
        ("ante 10, box 4 ante 10", "box 4 ante can only be wagered with box 3 ante"),
        ("ante 10, box 3 poker-bonus 5", "box 3 poker-bonus can only be wagered with box 3 ante"),
        ("box 3 ante 10", "ante must be wagered to take part"),
        ("ante 10, box 6 ante 10", "'box 6 ante' is not a wager here"),
        ("ante 10, box 2 ante 10", "'box 2 ante' is not a wager here"),
    ],
)
def test_7_F_boxes_lie_side_by_side_and_are_no_more_than_submitted(wagers: str, problem: str) -> None:
    driver = Driver(TOP_FIVE, rules(boxes=3))
    driver.buy_in("seat 2", cents("1000"))
    driver.begin(seed_from(1))
    with pytest.raises(Refused, match=problem):
        driver.answer("seat 2", wagers)
    driver.answer("seat 2", "ante 10, box 3 ante 10, box 4 ante 10")


def test_7_F_a_box_is_first_come_first_served_and_never_an_occupied_seat() -> None:
    driver = Driver(TOP_FIVE, rules(boxes=2))
    for seat in ("seat 1", "seat 3", "seat 4"):
        driver.buy_in(seat, cents("1000"))
    driver.begin(seed_from(1))
    with pytest.raises(Refused, match="'box 4 ante' is not a wager here"):
        driver.answer("seat 3", "ante 10, box 4 ante 10")
    driver.answer("seat 3", "ante 10, box 2 ante 10")
    with pytest.raises(Refused, match="'box 2 ante' is not a wager here"):
        driver.answer("seat 1", "ante 10, box 2 ante 10")


def test_7_F_only_the_player_of_a_box_sees_its_cards_and_is_told_which_box_is_asked() -> None:
    driver = Driver(TOP_FIVE, rules(boxes=2))
    for seat in ("seat 1", "seat 3"):
        driver.buy_in(seat, cents("1000"))
    driver.begin(seed_from(1))
    driver.answer("seat 1", "ante 10, box 2 ante 10")
    driver.answer("seat 3", "ante 10")
    assert "??" not in view(driver, "seat 1")["cards"]["box 2"]
    hidden = text([HIDDEN] * 7)
    assert view(driver, "seat 3")["cards"]["box 2"] == view(driver, "public")["cards"]["box 2"] == hidden
    assert view(driver, "public")["spots"] == {"box 2/ante": {"owner": "seat 1", "amount": "10"}}
    driver.answer("seat 1", "play")
    assert view(driver, "seat 1")["asks"][0]["spot"] == "box 2"


def test_11_A_5_a_violation_forfeits_all_boxes_of_the_player() -> None:
    more = """
        [[calls]]
        at = "play"
        irregularity = "11.A(4)"
        seat = 2
    """
    scenario = read(BOXES.replace('["play", "play", "fold"]', "[]") + more, name="the test")
    assert net(play(scenario, TOP_FIVE), 2) == "-41"


# Chapter 13 and the other calls


@pytest.mark.parametrize(
    ("irregularity", "options"),
    [
        ("13.A", {}), ("13.C", {}), ("13.D", {"dealing": "automated shoe"}),
        ("5.B(2)", {"shuffling": "automated counting"}),
    ],
)  # fmt: skip
def test_13_void_returns_every_wager_the_collected_ones_too(irregularity: str, options: dict[str, Any]) -> None:
    driver = Driver(TOP_FIVE, rules(**options))
    driver.buy_in("seat 1", cents("100"))
    driver.buy_in("seat 2", cents("100"))
    driver.begin(seed_from(1))
    driver.answer("seat 1", "ante 10, poker-bonus 5")
    driver.answer("seat 2", "ante 20, top-five-bonus 5")
    driver.answer("seat 1", "fold")
    driver.call("floor", irregularity)
    assert not driver.open
    assert [driver.table.stack(seat) for seat in ("seat 1", "seat 2")] == [10000, 10000]
    clause = TOP_FIVE.rules.irregularities[irregularity].clause
    assert [event.clause for event in driver.events if isinstance(event, Voided)] == [clause]


@pytest.mark.parametrize("irregularity", ["13.B", "13.E(1)", "13.E(2)"])
def test_13_what_is_only_on_record_lets_the_round_go_on(irregularity: str) -> None:
    more = f"""
        [[calls]]
        at = "play"
        irregularity = "{irregularity}"
    """
    text = f"""
        game = "top-five-poker"
        [cards]
        "seat 1" = "Kc Jh Th 2d 3h 4c 5c"
        dealer = "{QUALIFIED}"
        [[seats]]
        seat = 1
        wagers = {{ ante = "10" }}
        decisions = ["play"]
        {more}
    """
    played = play(read(text, name="the test"), TOP_FIVE)
    assert net(played) == "20"
    assert [one["irregularity"] for one in history(played.driver.events, "public") if one["event"] == "called"] == [
        irregularity
    ]


@pytest.mark.parametrize("irregularity", ["11.A(1)", "11.A(2)", "11.A(3)", "11.A(4)"])
def test_11_A_5_a_violation_forfeits_all_wagers(irregularity: str) -> None:
    driver = Driver(TOP_FIVE, rules())
    for seat in ("seat 1", "seat 2"):
        driver.buy_in(seat, cents("100"))
    driver.begin(seed_from(1))
    driver.answer("seat 1", "ante 10, poker-bonus 5, top-five-bonus 5")
    driver.answer("seat 2", "ante 20")
    driver.call("dealer", irregularity, "seat 1")
    assert driver.table.stack("seat 1") == 8000
    assert list(driver.asks) == ["seat 2"]


def test_13_D_and_5_B_2_exist_only_with_their_devices() -> None:
    assert "13.D" not in rules(dealing="manual shoe").irregularities
    assert "5.B(2)" not in rules(shuffling="automated").irregularities


@pytest.mark.parametrize(("option", "left"), [("lose", "80"), ("stand", "90")])
def test_7_B_3_a_player_who_leaves_loses_all_wagers_or_folds(option: str, left: str) -> None:
    driver = Driver(TOP_FIVE, rules(abandoned_wagers=option))
    driver.buy_in("seat 1", cents("100"))
    driver.begin(seed_from(4))
    driver.answer("seat 1", "ante 10, poker-bonus 10")
    driver.leave("seat 1")
    assert not driver.open
    settled = {done.outcome.wager: done.outcome for done in driver.table.settled}
    assert settled["ante"].result.value == "lose"
    if option == "lose":
        assert driver.table.stack("seat 1") == cents(left)
    else:
        won = settled["poker-bonus"]
        assert driver.table.stack("seat 1") == cents("80") + (won.stake + won.paid) * (won.result == "win")


# Chapters 3, 5, 8 to 10


@pytest.mark.parametrize(
    ("dealing", "shuffling", "count", "clauses"),
    [
        ("manual shoe", "manual", 1, {"8.D(2)"}),
        ("hand", "automated", 1, {"9.B(1)"}),
        ("automated shoe", "automated", 7, {"10.B(1)"}),
    ],
)
def test_8_to_10_the_ways_to_deal(dealing: str, shuffling: str, count: int, clauses: set[str]) -> None:
    driver = Driver(TOP_FIVE, rules(dealing=dealing, shuffling=shuffling))
    driver.buy_in("seat 1", cents("100"))
    driver.begin(seed_from(4))
    driver.answer("seat 1", "ante 10")
    dealt = [event for event in driver.events if isinstance(event, Dealt)]
    assert {len(event.cards) for event in dealt} == {count}
    assert {event.clause for event in dealt} == clauses
    assert all(event.seen == (() if event.place == "dealer" else ("seat 1",)) for event in dealt)


def test_9_A_1_dealing_by_hand_needs_a_shuffling_device() -> None:
    with pytest.raises(RulesError, match=r"9\.A\(1\)"):
        rules(dealing="hand", shuffling="manual")


def test_3_B_two_decks_need_a_shuffling_device() -> None:
    with pytest.raises(RulesError, match=r"3\.B"):
        rules(decks=2, shuffling="manual")


def test_8_E_the_stub_is_counted_every_fifth_round() -> None:
    driver = Driver(TOP_FIVE, rules())
    driver.buy_in("seat 1", cents("1000"))
    due = []
    for number in range(1, 11):
        driver.begin(seed_from(number))
        due.append(any(isinstance(event, DutyDue) and event.duty == "stub-count" for event in driver.events))
        driver.answer("seat 1", "ante 5")
        driver.answer("seat 1", "fold")
    assert due == [False] * 4 + [True] + [False] * 4 + [True]


@pytest.mark.parametrize(
    ("answers", "clause"), [(("37", "misdealt"), "8.F(4)"), (("37", "not misdealt"), "8.F(5)"), (("38",), None)]
)
def test_8_F_a_wrong_stub_voids_the_round(answers: tuple[str, ...], clause: str | None) -> None:
    driver = Driver(TOP_FIVE, rules(), automatic=("floor",))
    driver.buy_in("seat 1", cents("1000"))
    for number in range(1, 6):
        driver.begin(seed_from(number))
        driver.answer("seat 1", "ante 5")
        if number < 5:
            driver.answer("seat 1", "fold")
    for answer in answers:
        driver.answer("dealer", answer)
    voided = [event.clause for event in driver.events if isinstance(event, Voided)]
    assert voided == ([clause] if clause else [])
    if clause is None:
        assert list(driver.asks) == ["seat 1"]


def test_dealers_entry_knows_only_what_is_turned_over() -> None:
    driver = Driver(TOP_FIVE, rules(), source=DealerEntry(), automatic=("floor",))
    driver.buy_in("seat 1", cents("1000"))
    driver.begin(seed_from(1))
    driver.answer("seat 1", "ante 10")
    driver.answer("seat 1", "play")
    driver.answer("dealer", QUALIFIED)
    driver.answer("dealer", "Kc Jh Th 2d 3h 4c 5c")
    assert driver.table.stack("seat 1") == cents("1020")


def test_settlement_is_a_pure_function() -> None:
    first = settle(rules(), hand("Kc Jh Th 2d 3h 4c 5c"), hand(QUALIFIED), {"ante": 500, "play": 500})
    assert [(one.wager, one.paid, one.hand) for one in first] == [
        ("ante", 500, "three cards, king high"),
        ("play", 500, "three cards, king high"),
    ]


def test_no_other_seat_sees_a_card_before_it_is_turned_over() -> None:
    played = round_of("Kc Jh Th 2d 3h 4c 5c", QUALIFIED)
    for viewer in ("public", "seat 2", "dealer"):
        for event in seen(played.driver.events, viewer):
            if isinstance(event, Dealt):
                assert set(event.cards) == {HIDDEN}
