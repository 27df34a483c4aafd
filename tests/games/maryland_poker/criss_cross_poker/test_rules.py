"""Criss Cross Poker worked by hand from the Maryland rulebook, v1.3: a test is named after its clause."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, permutations
from typing import Any, TypeVar

import numpy as np
import pytest

from houseway.cards import batch, ranks
from houseway.cards.card import hand, text, without
from houseway.cards.pack import pack
from houseway.cards.ranks import Category
from houseway.cards.shuffle import mixed, seed_from, shuffled
from houseway.cards.source import DealerEntry
from houseway.games.maryland_poker.criss_cross_poker.facts import CrissCrossFacts
from houseway.games.maryland_poker.criss_cross_poker.round import (
    CrissCrossPoker,
    most_at_minimum,
    settle,
    settle_bonus,
    settle_fold,
)
from houseway.play import scenario
from houseway.play.driver import Driver
from houseway.play.event import (
    Acted,
    Announced,
    BetsClosed,
    Called,
    Collected,
    Cut,
    Dealt,
    Discarded,
    DutyDone,
    DutyDue,
    Event,
    Paid,
    Returned,
    Revealed,
    Shuffled,
    Voided,
    Wagered,
)
from houseway.play.note import FOLDED
from houseway.play.outcome import Outcome, Result
from houseway.play.scenario import Played, Scenario, ScenarioError
from houseway.rules.families import facts
from houseway.rules.resolved import Rules, resolve
from houseway.rules.strict import RulesError

GAME = CrissCrossPoker()
WIN, LOSE, PUSH, RETURNED = "win", "lose", "push", "returned"
STAY = ("across 3", "down 1", "middle 2")
HOUR = 3600

# Boards with "6h 6d" across and nothing else: the Five Card Bonus wins 1 to 1 (12.C(9)).
SIXES = {"across": "6h 6d", "down": "2c 9s", "middle": "Kc"}

Kind = TypeVar("Kind", bound=Event)


def seat(
    number: int = 1, *, decisions: Sequence[str] = STAY, ante: str = "10", bonus: str = "", stack: str = "1000"
) -> dict[str, Any]:
    wagers = {"ante": ante} | ({"five-card-bonus": bonus} if bonus else {})
    return {"seat": number, "stack": stack, "wagers": wagers, "decisions": tuple(decisions)}


def play(cards: Mapping[str, str], *seats: Mapping[str, Any], **more: Any) -> Played:
    given = {"game": "criss-cross-poker", "cards": cards, "seats": seats or (seat(),), **more}
    played = scenario.play(Scenario.model_validate(given), GAME)
    assert played.driver.table.ledger.total() == 0
    return played


def wagers(played: Played, number: int = 1) -> dict[str, tuple[str, str, str]]:
    """For each wager its result, what it was paid in dollars, and the clause."""
    report = next(one for one in played.report()["seats"] if one["seat"] == number)
    return {one["wager"]: (one["result"], one["paid"], one["clause"]) for one in report["wagers"]}


def stack(played: Played, number: int = 1) -> str:
    return str(next(one["stack"] for one in played.report()["seats"] if one["seat"] == number))


def happened(where: Played | Driver, kind: type[Kind]) -> list[Kind]:
    driver = where.driver if isinstance(where, Played) else where
    return [event for event in driver.events if isinstance(event, kind)]


def rules(options: Mapping[str, object] | None = None, minimum: str = "5") -> Rules:
    return resolve(GAME.rules, options, {"ante": {"minimum": minimum}})


def table(seats: int = 1, *, automatic: Iterable[str] = ("dealer", "floor"), **options: object) -> Driver:
    driver = Driver(GAME, resolve(GAME.rules, options), automatic=automatic)
    for number in range(1, seats + 1):
        driver.buy_in(f"seat {number}", 1_000_00)
    return driver


def begin(driver: Driver, *, now: int = 0, wagers: str = "ante 10") -> None:
    driver.begin(seed_from(driver.table.round), now)
    for who in list(driver.table.seats):
        driver.answer(who, wagers)


def finish(driver: Driver) -> None:
    """Let everybody fold."""
    while driver.open:
        driver.answer(next(iter(driver.asks)), "fold")


def play_round(driver: Driver, *, now: int = 0) -> None:
    begin(driver, now=now)
    finish(driver)


# Chapter 12.A: the pay table, each line at its edge. Two hole cards, two across, one in the middle.

EDGES_12_A = [
    ("As Ks", "Qs Js", "Ts", "12.A(1)", 500_00),  # a stake of 1 dollar
    ("Ks Qs", "Js Ts", "9s", "12.A(2)", 100_00),
    ("As 2s", "3s 4s", "5s", "12.A(2)", 100_00),  # the steel wheel
    ("2s 2h", "2d 2c", "3s", "12.A(3)", 40_00),
    ("2s 2h", "3d 3c", "2d", "12.A(4)", 12_00),
    ("2s 3s", "4s 5s", "7s", "12.A(5)", 8_00),  # the lowest flush
    ("As 2h", "3s 4d", "5c", "12.A(6)", 5_00),  # the wheel (ALL-2)
    ("As Kh", "Qs Jd", "Tc", "12.A(6)", 5_00),
    ("2s 2h", "2d 3c", "4s", "12.A(7)", 3_00),
    ("2s 2h", "3d 3c", "4s", "12.A(8)", 2_00),
    ("As Ah", "2d 3c", "4s", "12.A(9)", 1_00),
    ("Js 2h", "Jd 3c", "4s", "12.A(9)", 1_00),  # a pair of one hole card and the board
    ("Ts Th", "2d 3c", "4s", "12.A(10)", None),
    ("6s Ah", "Kd Qc", "6d", "12.A(10)", None),
    ("5s 5h", "Ad Kc", "Qs", "11.I(3)(a)", 0),
    ("As Kh", "Qs Jd", "9c", "11.I(3)(a)", 0),
    ("2s 3s", "4s 5s", "7h", "11.I(3)(a)", 0),  # four to a flush
    ("Qs Kh", "As 2d", "3c", "11.I(3)(a)", 0),  # an ace is never in the middle (ALL-2)
]


@pytest.mark.parametrize(("hole", "across", "middle", "clause", "paid"), EDGES_12_A)
def test_12_A_each_line_pays_at_its_edge(hole: str, across: str, middle: str, clause: str, paid: int | None) -> None:
    stakes = dict.fromkeys(("ante-across", "ante-down", "across", "down", "middle"), 1_00)
    hole_cards, line, centre = hand(hole), hand(across), hand(middle)
    other = without(pack("52"), hole_cards + line + centre)[:2]
    result = Result.PUSH if paid is None else Result.WIN if paid else Result.LOSE
    by_across = settle(rules(), hole_cards, line, other, centre, stakes)
    by_down = settle(rules(), hole_cards, other, line, centre, stakes)
    for outcomes, wager in ((by_across, "across"), (by_down, "down")):
        found = {outcome.wager: outcome for outcome in outcomes}[wager]
        assert (found.result, found.paid, found.clause) == (result, paid or 0, clause)


EDGES_12_C = [
    ("As Ks", "Qs Js", "Ts", "12.C(1)", 250_00),
    ("Ks 9s", "Qs Js", "Ts", "12.C(2)", 100_00),
    ("2s 2h", "2d 2c", "3s", "12.C(3)", 40_00),
    ("2s 2h", "3d 3c", "2d", "12.C(4)", 15_00),
    ("2s 3s", "4s 5s", "7s", "12.C(5)", 10_00),
    ("As 2h", "3s 4d", "5c", "12.C(6)", 6_00),
    ("2s 2h", "2d 3c", "4s", "12.C(7)", 4_00),
    ("2s 2h", "3d 3c", "4s", "12.C(8)", 3_00),
    ("As Ah", "2d 3c", "4s", "12.C(9)", 1_00),
    ("6s Ah", "Kd Qc", "6d", "12.C(9)", 1_00),  # no push here: 6s win
    ("5s Ah", "Kd Qc", "5d", "12.C", 0),
    ("As Kh", "Qs Jd", "9c", "12.C", 0),
]


@pytest.mark.parametrize(("across", "down", "middle", "clause", "paid"), EDGES_12_C)
def test_12_C_each_line_pays_at_its_edge(across: str, down: str, middle: str, clause: str, paid: int) -> None:
    found = settle_bonus(rules(), hand(across) + hand(down) + hand(middle), 1_00)
    assert (found.result, found.paid, found.clause) == (Result.WIN if paid else Result.LOSE, paid, clause)


def test_12_A_12_C_are_the_printed_tables() -> None:
    tables = GAME.rules.pay_tables
    assert [str(line.pays or "push") for line in tables["criss-cross"].lines] == [
        "500:1", "100:1", "40:1", "12:1", "8:1", "5:1", "3:1", "2:1", "1:1", "push",
    ]  # fmt: skip
    assert [str(line.pays) for line in tables["five-card-bonus"].lines] == [
        "250:1", "100:1", "40:1", "15:1", "10:1", "6:1", "4:1", "3:1", "1:1",
    ]  # fmt: skip


# Chapter 11.I: the two hands and the Middle bet. Antes 10 and 10, across 30, down 10, middle 20.


def test_11_I_3_b_across_pushes_down_loses_middle_pushes() -> None:
    played = play({"seat 1": "6h 9d", "across": "6s 2c", "middle": "Kc", "down": "3d 4s"})
    assert wagers(played) == {
        "ante-down": (LOSE, "0", "11.I(3)(a)"),
        "down": (LOSE, "0", "11.I(3)(a)"),
        "ante-across": (PUSH, "0", "12.A(10)"),
        "across": (PUSH, "0", "12.A(10)"),
        "middle": (PUSH, "0", "11.I(3)(b)"),
    }
    assert stack(played) == "980"  # 1000 - 10 - 10


def test_11_I_3_c_down_pushes_across_loses_middle_pushes() -> None:
    played = play({"seat 1": "6h 9d", "across": "3d 4s", "middle": "Kc", "down": "6s 2c"})
    assert wagers(played) == {
        "ante-across": (LOSE, "0", "11.I(3)(a)"),
        "across": (LOSE, "0", "11.I(3)(a)"),
        "ante-down": (PUSH, "0", "12.A(10)"),
        "down": (PUSH, "0", "12.A(10)"),
        "middle": (PUSH, "0", "11.I(3)(c)"),
    }
    assert stack(played) == "960"  # 1000 - 10 - 30


def test_CC_2_both_push_and_so_does_the_middle() -> None:
    played = play({"seat 1": "6h 6d", "across": "2c 3d", "middle": "Kc", "down": "9s Jc"})
    assert {result for result, _, _ in wagers(played).values()} == {PUSH}
    assert wagers(played)["middle"] == (PUSH, "0", "CC-2")
    assert stack(played) == "1000"


def test_11_I_3_d_both_lose_and_so_does_the_middle() -> None:
    played = play({"seat 1": "5h 5d", "across": "2c 3d", "middle": "Kc", "down": "9s Jc"})
    assert {result for result, _, _ in wagers(played).values()} == {LOSE}
    assert wagers(played)["middle"] == (LOSE, "0", "11.I(3)(d)")
    assert stack(played) == "920"  # 1000 - 10 - 10 - 30 - 10 - 20


JACKS_AND_FULL = {"seat 1": "Jh Jd", "across": "7c 2d", "middle": "4s", "down": "4c 4d"}


def test_11_I_3_e_jacks_across_full_house_down_the_middle_pays_the_better() -> None:
    played = play(JACKS_AND_FULL)
    assert wagers(played) == {
        "ante-across": (WIN, "10", "12.A(9), CC-1"),
        "ante-down": (WIN, "10", "12.A(4), CC-1"),
        "across": (WIN, "30", "12.A(9)"),
        "down": (WIN, "120", "12.A(4)"),
        "middle": (WIN, "240", "12.A(4)"),
    }
    assert stack(played) == "1410"  # 10 + 10 + 30 + 120 + 240
    assert [event.what for event in happened(played, Announced)] == [
        "across, pair of jacks",
        "down, full house, fours over jacks",
    ]
    assert {event.wager: event.hand for event in happened(played, Paid)}["middle"] == "full house, fours over jacks"


def test_12_A_antes_pay_the_table_where_the_operator_reads_it_so() -> None:
    played = play(JACKS_AND_FULL, options={"antes_pay": "table"})
    assert wagers(played)["ante-across"] == (WIN, "10", "12.A(9)")  # 1 to 1
    assert wagers(played)["ante-down"] == (WIN, "120", "12.A(4)")  # 12 to 1
    assert stack(played) == "1520"  # 10 + 120 + 30 + 120 + 240


def test_12_A_antes_that_pay_the_table_push_and_lose_with_it() -> None:
    cards = {"seat 1": "6h 9d", "across": "6s 2c", "middle": "Kc", "down": "3d 4s"}
    played = play(cards, options={"antes_pay": "table"})
    assert wagers(played)["ante-across"] == (PUSH, "0", "12.A(10)")
    assert wagers(played)["ante-down"] == (LOSE, "0", "11.I(3)(a)")


def test_CC_2_one_hand_wins_the_other_loses_middle_pays() -> None:
    played = play({"seat 1": "Jh 4d", "across": "Js 2c", "middle": "8c", "down": "3d 6s"})
    assert wagers(played)["middle"] == (WIN, "20", "12.A(9)")
    assert stack(played) == "1040"  # 10 - 10 + 30 - 10 + 20


def test_CC_2_one_hand_wins_the_other_pushes_middle_pays() -> None:
    played = play({"seat 1": "Jh 6d", "across": "6s 2c", "middle": "8c", "down": "Js 3d"})
    assert wagers(played)["ante-across"] == (PUSH, "0", "12.A(10)")
    assert wagers(played)["across"] == (PUSH, "0", "12.A(10)")
    assert wagers(played)["middle"] == (WIN, "20", "12.A(9)")
    assert stack(played) == "1040"  # 0 + 10 + 0 + 10 + 20


def test_ALL_2_the_wheel_is_a_straight() -> None:
    played = play({"seat 1": "Ah 2d", "across": "3s 4c", "middle": "5h", "down": "9c Kd"})
    assert wagers(played)["across"] == (WIN, "150", "12.A(6)")
    assert stack(played) == "1240"  # 10 - 10 + 150 - 10 + 100
    assert happened(played, Announced)[0].what == "across, straight, five high"


def test_11_I_3_a_what_is_lost_is_collected_before_anything_is_paid() -> None:
    played = play({"seat 1": "Jh 4d", "across": "Js 2c", "middle": "8c", "down": "3d 6s"})
    money = [type(event).__name__ for event in played.driver.events if isinstance(event, (Paid, Collected, Returned))]
    assert money == ["Collected", "Collected", "Paid", "Paid", "Paid"]


def test_11_I_1_2_each_hand_has_the_players_cards_and_three_of_the_board() -> None:
    # With all seven cards there is a flush; across has four hearts and down has three.
    played = play({"seat 1": "2h 9h", "across": "4h 7h", "middle": "Kc", "down": "Jh 3s"})
    assert [event.what for event in happened(played, Announced)] == ["across, king high", "down, king high"]
    assert stack(played) == "920"


# Chapter 11.B, D, F: a fold on each street.

FOLDS = [
    (("fold",), "11.B(1)(b)", "11.B(2)(a)", "11.B(2)(b)", {"ante-across", "ante-down"}, 980),
    (("across 3", "fold"), "11.D", "11.D(1)(a)", "11.D(1)(b)", {"ante-across", "ante-down", "across"}, 950),
    (
        ("across 3", "down 1", "fold"),
        "11.F",
        "11.F(1)(a)",
        "11.F(1)(b)",
        {"ante-across", "ante-down", "across", "down"},
        940,
    ),
]


@pytest.mark.parametrize(("decisions", "fold", "collect", "muck", "lost", "left"), FOLDS)
def test_11_B_D_F_a_fold_collects_antes_and_bets_and_the_hand(
    decisions: tuple[str, ...], fold: str, collect: str, muck: str, lost: set[str], left: int
) -> None:
    played = play(SIXES, seat(decisions=decisions))
    assert wagers(played) == dict.fromkeys(lost, (LOSE, "0", collect))
    assert stack(played) == str(left)
    assert [(event.answer, event.clause) for event in happened(played, Acted)] == [("fold", fold)]
    gone = [event for event in happened(played, Discarded) if event.place == "seat 1"]
    assert [event.clause for event in gone] == [muck]
    assert "seat 1" not in [event.place for event in happened(played, Revealed)]


@pytest.mark.parametrize(("decisions", "fold", "collect", "muck", "lost", "left"), FOLDS)
def test_11_B_3_D_2_F_2_a_folded_hand_with_a_bonus_stays_until_all_is_resolved(
    decisions: tuple[str, ...], fold: str, collect: str, muck: str, lost: set[str], left: int
) -> None:
    played = play(SIXES, seat(1, decisions=decisions, bonus="5"), seat(2))
    assert wagers(played) == {**dict.fromkeys(lost, (LOSE, "0", collect)), "five-card-bonus": (WIN, "5", "12.C(9)")}
    assert stack(played) == str(left + 5)
    events = played.driver.events
    gone = [event for event in happened(played, Discarded) if event.place == "seat 1"]
    assert [event.clause for event in gone] == ["11.J"]
    money = [event for event in events if isinstance(event, (Paid, Collected, Returned))]
    assert events.index(gone[0]) > events.index(money[-1])


def test_CC_3_a_folded_hands_bonus_can_lose_too() -> None:
    played = play({"across": "5h 5d", "down": "2c 9s", "middle": "Kc"}, seat(decisions=("fold",), bonus="5"))
    assert wagers(played)["five-card-bonus"] == (LOSE, "0", "12.C")
    assert stack(played) == "975"  # 1000 - 10 - 10 - 5


def test_7_E_2_a_a_royal_flush_of_the_five_community_cards() -> None:
    board = {"across": "As Ks", "down": "Qs Js", "middle": "Ts"}
    played = play(board, seat(decisions=("fold",), bonus="5"))
    assert wagers(played)["five-card-bonus"] == (WIN, "1250", "12.C(1)")  # 5 at 250 to 1
    assert stack(played) == "2230"  # 1000 - 20 + 1250


def test_CC_3_settle_fold_leaves_the_bonus() -> None:
    stakes = {"ante-across": 10_00, "ante-down": 10_00, "five-card-bonus": 5_00, "across": 30_00}
    assert settle_fold(stakes, "11.D(1)(a)") == [
        Outcome("ante-across", 10_00, Result.LOSE, "11.D(1)(a)", note=FOLDED),
        Outcome("ante-down", 10_00, Result.LOSE, "11.D(1)(a)", note=FOLDED),
        Outcome("across", 30_00, Result.LOSE, "11.D(1)(a)", note=FOLDED),
    ]


# The order of a round.

THREE = (seat(1, bonus="5"), seat(3, bonus="5"), seat(6, bonus="5"))


def test_11_B_C_D_E_F_G_bets_go_clockwise_from_the_left_and_the_cards_turn_after_each_street() -> None:
    played = play(SIXES, *THREE)
    told = [
        f"{event.who} {event.wager}" if isinstance(event, Wagered) else f"turn {event.place} {event.clause}"
        for event in played.driver.events
        if (isinstance(event, Wagered) and event.wager in ("across", "down", "middle"))
        or (isinstance(event, Revealed) and not event.place.startswith("seat"))
    ]
    assert told == [
        "seat 1 across", "seat 3 across", "seat 6 across", "turn across 11.C",
        "seat 1 down", "seat 3 down", "seat 6 down", "turn down 11.E",
        "seat 1 middle", "seat 3 middle", "seat 6 middle", "turn middle 11.G",
    ]  # fmt: skip


def test_11_H_I_bonuses_then_hands_each_from_the_dealers_right() -> None:
    played = play({**SIXES, "seat 1": "4c 5d", "seat 3": "4d 5c", "seat 6": "4h 5s"}, *THREE)
    told = []
    for event in played.driver.events:
        if isinstance(event, Revealed) and event.place.startswith("seat"):
            told.append(f"turn {event.place} {event.clause}")
        elif isinstance(event, Announced):
            told.append(f"{event.who} {event.what.partition(',')[0]} {event.clause}")
        elif isinstance(event, Paid) and event.wager == "five-card-bonus":
            told.append(f"pay {event.who} bonus")
        elif isinstance(event, Discarded):
            told.append(f"rack {event.place} {event.clause}")

    def hand_of(who: str) -> list[str]:
        return [f"turn {who} 11.I", f"{who} across 11.I(1)", f"{who} down 11.I(2)", f"rack {who} 11.I(3)(a)"]

    bonuses = ["pay seat 6 bonus", "pay seat 3 bonus", "pay seat 1 bonus"]
    board = ["rack across 11.J", "rack down 11.J", "rack middle 11.J"]
    assert told == [*bonuses, *hand_of("seat 6"), *hand_of("seat 3"), *hand_of("seat 1"), *board]


@pytest.mark.parametrize(
    ("dealing", "close", "cross", "players"),
    [("manual shoe", "8.C", "8.D(2)", "8.D(3)"), ("hand", "9.A(5)", "9.B(1)", "9.B(2)")],
)
def test_8_D_9_B_the_cross_then_one_card_at_a_time_clockwise(
    dealing: str, close: str, cross: str, players: str
) -> None:
    played = play({}, seat(2, decisions=("fold",)), seat(5, decisions=("fold",)), options={"dealing": dealing})
    assert [event.clause for event in happened(played, BetsClosed)] == [close]
    assert [(event.place, len(event.cards), event.clause) for event in happened(played, Dealt)] == [
        ("across", 2, cross), ("down", 2, cross), ("middle", 1, cross),
        ("seat 2", 1, players), ("seat 5", 1, players), ("seat 2", 1, players), ("seat 5", 1, players),
    ]  # fmt: skip
    assert [event.seen for event in happened(played, Dealt)][:4] == [(), (), (), ("seat 2",)]


def test_10_B_an_automated_shoe_deals_two_cards_at_a_time() -> None:
    options = {"dealing": "automated shoe"}
    played = play({}, seat(2, decisions=("fold",)), seat(5, decisions=("fold",)), options=options)
    assert [event.clause for event in happened(played, BetsClosed)] == ["10.A(2)"]
    assert [(event.place, len(event.cards), event.clause) for event in happened(played, Dealt)] == [
        ("across", 2, "10.B(1)"), ("down", 2, "10.B(1)"), ("middle", 1, "10.B(1)"),
        ("seat 2", 2, "10.B(2)"), ("seat 5", 2, "10.B(2)"),
    ]  # fmt: skip


def test_7_C_nobody_wagers_and_nothing_is_dealt() -> None:
    played = play({}, {"seat": 1}, {"seat": 2})
    assert not happened(played, Shuffled) and not happened(played, Dealt) and not happened(played, BetsClosed)
    assert (stack(played, 1), stack(played, 2)) == ("1000", "1000")


def test_7_E_1_two_equal_antes_are_one_decision() -> None:
    played = play(SIXES, seat(decisions=("fold",), ante="12.50"))
    assert [(event.wager, event.amount) for event in happened(played, Wagered)] == [
        ("ante-across", 12_50),
        ("ante-down", 12_50),
    ]
    assert stack(played) == "975"


def test_11_B_1_who_can_afford_no_bet_may_only_fold() -> None:
    driver = table(0)
    driver.buy_in("seat 1", 29_99)
    begin(driver)  # leaves 9.99 with an ante of 10
    assert driver.asks["seat 1"].answers() == ("fold",)
    driver.answer("seat 1", "fold")
    assert driver.table.stack("seat 1") == 9_99


def test_11_B_1_a_who_can_afford_one_ante_may_bet_one_or_fold() -> None:
    driver = table(0)
    driver.buy_in("seat 1", 39_99)
    begin(driver)
    assert driver.asks["seat 1"].answers() == ("across 1", "fold")


# Chapter 12.B: the payout limit.

ROYAL = {"seat 1": "As Ks", "across": "Qs Js", "middle": "Ts", "down": "2h 3d"}  # and ace high down
ROYAL_AND_STRAIGHT_FLUSH = {"seat 1": "Ts Js", "across": "Ks As", "middle": "Qs", "down": "8s 9s"}
THRICE = ("across 3", "down 3", "middle 3")
ONCE = ("across 1", "down 1", "middle 1")


def test_12_B_1_a_royal_at_the_maximum_wins_50000() -> None:
    played = play(ROYAL, seat(ante="500", stack="10000", decisions=THRICE))
    assert wagers(played) == {
        "ante-down": (LOSE, "0", "11.I(3)(a)"),
        "down": (LOSE, "0", "11.I(3)(a)"),
        "ante-across": (WIN, "500", "12.A(1), CC-1"),
        "across": (WIN, "49500", "12.A(1), 12.B"),  # of 750,000
        "middle": (WIN, "0", "12.A(1), 12.B"),  # of 750,000; its stake goes back
    }
    assert stack(played) == "58000"  # 10000 + 50000 - 500 - 1500


def test_12_B_1_with_antes_paid_by_the_table() -> None:
    seats = seat(ante="500", stack="10000", decisions=THRICE)
    played = play(ROYAL, seats, options={"antes_pay": "table"})
    assert wagers(played)["ante-across"] == (WIN, "50000", "12.A(1), 12.B")  # of 250,000
    assert wagers(played)["across"] == (WIN, "0", "12.A(1), 12.B")
    assert stack(played) == "58000"


def test_12_B_1_the_limit_bites_only_above_50000() -> None:
    # A royal across at one ante each wins 1 + 500 + 500 antes.
    under = play(ROYAL, seat(ante="49.95", decisions=ONCE))
    assert wagers(under)["middle"] == (WIN, "24975", "12.A(1)")
    assert stack(under) == "50900.05"  # 1000 + 1001 x 49.95 - 2 x 49.95 = 1000 + 999 x 49.95
    over = play(ROYAL, seat(ante="50", decisions=ONCE))
    assert wagers(over)["middle"] == (WIN, "24950", "12.A(1), 12.B")  # of 25,000
    assert stack(over) == "50900"  # 1000 + 50000 - 100


def test_12_B_2_a_higher_minimum_lifts_the_limit() -> None:
    limits = {"ante": {"minimum": "50"}}
    whole = play(ROYAL, seat(ante="50", decisions=ONCE), limits=limits)
    assert wagers(whole)["middle"] == (WIN, "25000", "12.A(1)")  # 50,050 in all, under 1102 x 50
    best = play(ROYAL_AND_STRAIGHT_FLUSH, seat(ante="50", decisions=ONCE), limits=limits)
    assert stack(best) == "56100"  # 1000 + 50 + 50 + 25000 + 5000 + 25000: 55,100 to the cent
    assert all("12.B" not in clause for _, _, clause in wagers(best).values())
    capped = play(ROYAL_AND_STRAIGHT_FLUSH, seat(ante="50", decisions=THRICE), limits=limits)
    assert {wager: paid for wager, (_, paid, _) in wagers(capped).items()} == {
        "ante-across": "50",
        "ante-down": "50",
        "across": "55000",  # of 75,000
        "down": "0",
        "middle": "0",
    }
    assert stack(capped) == "56100"


def test_12_B_2_with_antes_paid_by_the_table() -> None:
    more: dict[str, Any] = {"limits": {"ante": {"minimum": "50"}}, "options": {"antes_pay": "table"}}
    best = play(ROYAL_AND_STRAIGHT_FLUSH, seat(ante="50", decisions=ONCE), **more)
    assert stack(best) == "86000"  # 1000 + 25000 + 5000 + 25000 + 5000 + 25000: 1700 x 50
    assert all("12.B" not in clause for _, _, clause in wagers(best).values())
    capped = play(ROYAL_AND_STRAIGHT_FLUSH, seat(ante="50", decisions=THRICE), **more)
    assert wagers(capped)["across"] == (WIN, "55000", "12.A(1), 12.B")  # 85,000 - 30,000, of 75,000
    assert stack(capped) == "86000"


@pytest.mark.parametrize(("antes_pay", "antes"), [("even", 1102), ("table", 1700)])
def test_12_B_2_the_most_at_the_minimum_is_a_royal_and_a_straight_flush(antes_pay: str, antes: int) -> None:
    # even: 1 + 1 + 500 + 100 + 500; table: 500 + 100 + 500 + 100 + 500
    for minimum, cents in (("5", 5_00), ("50", 50_00), ("100", 100_00)):
        assert most_at_minimum(rules({"antes_pay": antes_pay}, minimum)) == antes * cents


def test_CC_4_the_limit_leaves_the_bonus_alone_and_is_each_players_own() -> None:
    board = {"across": "Qs Js", "middle": "Ts", "down": "9s 8s"}  # a straight flush for the bonus
    rich = seat(1, ante="500", stack="10000", decisions=THRICE, bonus="100")
    other = seat(2, ante="10", decisions=ONCE, bonus="5")
    played = play({**board, "seat 1": "As Ks", "seat 2": "2h 3d"}, rich, other)
    assert wagers(played)["five-card-bonus"] == (WIN, "10000", "12.C(2)")
    assert wagers(played)["across"] == (WIN, "49000", "12.A(1), 12.B")  # after two antes of 500
    assert stack(played, 1) == "70000"  # 10000 + 50000 + 10000
    assert wagers(played, 2)["five-card-bonus"] == (WIN, "500", "12.C(2)")
    assert stack(played, 2) == "1450"  # 1000 + 500 - 50: queen high across, ten high down


# Rounding (ALL-1). Every printed line pays so many to one; an edited one need not.


@pytest.mark.parametrize(
    ("chip", "ante", "paid"),
    [("0.01", "5.01", "7.51"), ("0.25", "5.25", "7.75"), ("1", "5", "7")],  # of 7.515, 7.875 and 7.50
)
def test_ALL_1_payouts_are_rounded_down_to_the_smallest_chip(chip: str, ante: str, paid: str) -> None:
    cards = {"seat 1": "Jh 4d", "across": "Js 2c", "middle": "8c", "down": "3d 6s"}
    pays = {"criss-cross": {"pair-J": "3:2"}}
    played = play(cards, seat(ante=ante, decisions=ONCE), pays=pays, options={"smallest_chip": chip})
    assert wagers(played)["across"] == (WIN, paid, "12.A(9)")
    assert wagers(played)["ante-across"] == (WIN, ante, "12.A(9), CC-1")


# Chapter 11.A: violations.


@pytest.mark.parametrize("violation", ["11.A(1)", "11.A(2)", "11.A(3)", "11.A(4)"])
def test_11_A_5_a_violation_takes_every_wager_and_the_bonus(violation: str) -> None:
    calls = [{"at": "down", "irregularity": violation, "seat": 1}]
    played = play(SIXES, seat(1, decisions=("across 3",), bonus="5"), seat(2), calls=calls)
    assert wagers(played) == dict.fromkeys(
        ("ante-across", "ante-down", "across", "five-card-bonus"), (LOSE, "0", "11.A(5)")
    )
    assert stack(played) == "945"  # 1000 - 10 - 10 - 30 - 5
    assert not happened(played, Acted)  # it is no fold
    assert "seat 1" not in [event.place for event in happened(played, Revealed)]
    assert len(wagers(played, 2)) == 5  # the other hand goes on


def test_11_A_5_a_violation_called_while_another_seat_is_asked() -> None:
    calls = [{"at": "middle", "irregularity": "11.A(4)", "seat": 2}]
    played = play(SIXES, seat(1, bonus="5"), seat(2, decisions=("across 3", "down 1")), calls=calls)
    assert stack(played, 2) == "940"
    assert {clause for _, _, clause in wagers(played, 2).values()} == {"11.A(5)"}
    assert "seat 2" not in [event.place for event in happened(played, Revealed)]


def test_11_A_5_a_violation_after_the_last_bet_leaves_nothing_to_settle() -> None:
    driver = table(2)
    begin(driver)
    for who in ("seat 1", "seat 2"):
        driver.answer(who, "across 1")
    for who in ("seat 1", "seat 2"):
        driver.answer(who, "down 1")
    driver.answer("seat 1", "middle 1")
    driver.call("floor", "11.A(2)", "seat 1")
    driver.answer("seat 2", "middle 1")
    assert driver.table.stack("seat 1") == 950_00
    assert [event.place for event in happened(driver, Revealed)] == ["across", "down", "middle", "seat 2"]


# Chapter 7.B(3): leaving.


def test_7_B_3_abandoned_wagers_lose() -> None:
    played = play(SIXES, seat(1, decisions=("across 3", "leave"), bonus="5"), seat(2))
    assert {clause for _, _, clause in wagers(played).values()} == {"7.B(3)"}
    assert stack(played) == "945"  # 1000 - 10 - 10 - 30 - 5
    assert not happened(played, Acted)


def test_7_B_3_abandoned_wagers_stand_folded_and_the_bonus_lives() -> None:
    leaving = seat(1, decisions=("across 3", "leave"), bonus="5")
    played = play(SIXES, leaving, seat(2), options={"abandoned_wagers": "stand"})
    assert wagers(played)["across"] == (LOSE, "0", "11.D(1)(a)")
    assert wagers(played)["five-card-bonus"] == (WIN, "5", "12.C(9)")
    assert stack(played) == "955"  # 1000 - 10 - 10 - 30 + 5


def test_7_B_3_standing_wagers_with_every_bet_made_are_settled() -> None:
    driver = table(2, abandoned_wagers="stand")
    begin(driver)
    for street in ("across", "down", "middle"):
        driver.answer("seat 1", f"{street} 1")
        if street == "middle":
            driver.leave("seat 1")
        driver.answer("seat 2", "fold" if street == "middle" else f"{street} 1")
    assert "seat 1" in [event.place for event in happened(driver, Revealed)]


def test_7_B_3_who_leaves_before_the_deal_is_dealt_nothing() -> None:
    driver = table(2)
    driver.begin(seed_from(1))
    driver.answer("seat 1", "ante 10")
    driver.leave("seat 1")
    driver.answer("seat 2", "sit out")
    assert not driver.open and not happened(driver, Dealt)
    assert driver.table.stack("seat 1") == 980_00


# Chapters 8.E-F, 9.C-D and 10.C: counting the stub.

WAYS = [
    ("manual shoe", "stub-count", "8.E", "8.F(4)", "8.F(5)"),
    ("hand", "stub-count-hand", "9.C", "9.D(4)", "9.D(5)"),
    ("automated shoe", "stub-count-automated", "10.C", "10.C(3)", "10.C(4)"),
]


@pytest.mark.parametrize(("dealing", "duty", "clause", "_misdealt", "_wrong"), WAYS)
def test_8_E_9_C_10_C_the_stub_is_counted_every_fifth_round(
    dealing: str, duty: str, clause: str, _misdealt: str, _wrong: str
) -> None:
    driver = table(2, dealing=dealing)
    counted = {}
    for _ in range(10):
        play_round(driver)
        due = [event for event in happened(driver, DutyDue) if event.duty == duty]
        done = [(event.duty, event.by, event.what, event.clause) for event in happened(driver, DutyDone)]
        assert len(due) == len(done)
        if done:
            counted[driver.table.round] = done
    right = [(duty, "dealer", "count the stub: 43 cards", clause)]  # 52 - 5 - 2 x 2
    assert counted == {5: right, 10: right}


def test_8_E_a_shuffler_that_counts_needs_no_count_of_the_stub() -> None:
    driver = table(shuffling="automated counting")
    for _ in range(6):
        play_round(driver)
        assert not happened(driver, DutyDone) and not happened(driver, DutyDue)


def with_stub_asked(dealing: str, *, opened: bool = False) -> Driver:
    driver = table(automatic=("floor",), dealing=dealing)
    if opened:
        driver.open_table("dealer", 0)
    for _ in range(4):
        play_round(driver)
    begin(driver)
    assert list(driver.asks) == ["dealer"] and driver.asks["dealer"].what == "stub"
    return driver


@pytest.mark.parametrize(("dealing", "_duty", "_clause", "misdealt", "_wrong"), WAYS)
def test_8_F_4_9_D_4_10_C_3_misdealt_and_void(
    dealing: str, _duty: str, _clause: str, misdealt: str, _wrong: str
) -> None:
    driver = with_stub_asked(dealing)
    before = driver.table.stack("seat 1")
    driver.answer("dealer", "44")
    driver.answer("dealer", "misdealt")
    assert [event.clause for event in happened(driver, Voided)] == [misdealt]
    assert not any(event.duty.startswith("deck-change") for event in happened(driver, DutyDone))  # the deck stays
    assert not driver.open and driver.table.stack("seat 1") == before + 20_00


@pytest.mark.parametrize(("dealing", "_duty", "_clause", "_misdealt", "wrong"), WAYS)
def test_8_F_5_9_D_5_10_C_4_a_wrong_deck_is_void_and_removed_and_a_new_one_goes_through_chapter_4(
    dealing: str, _duty: str, _clause: str, _misdealt: str, wrong: str
) -> None:
    driver = with_stub_asked(dealing, opened=True)
    before = driver.table.stack("seat 1")
    driver.answer("dealer", "46")
    driver.answer("dealer", "not misdealt")
    assert [event.clause for event in happened(driver, Voided)] == [wrong]
    removed = [event for event in happened(driver, DutyDone) if event.duty.startswith("deck-change")]
    assert [(event.clause, event.what) for event in removed] == [
        (wrong, "remove the deck from the table and bring a new one")
    ]
    at = driver.events.index(removed[0])
    due = [event.clause for event in driver.events[at:] if isinstance(event, DutyDue)]
    assert due == ["4.A", "4.A", "4.B", "4.C", "4.D"]
    assert not driver.open and driver.table.stack("seat 1") == before + 20_00


def test_5_B_2_a_deck_that_the_shuffler_counts_wrong_is_removed_and_a_new_one_goes_through_chapter_4() -> None:
    driver = table(shuffling="automated counting")
    driver.open_table("dealer", 0)
    begin(driver)
    driver.call("dealer", "5.B(2)")
    assert [event.clause for event in happened(driver, DutyDone)] == ["5.B(2)"]
    assert [event.clause for event in happened(driver, DutyDue)][-5:] == ["4.A", "4.A", "4.B", "4.C", "4.D"]


def test_8_F_2_a_right_count_goes_on() -> None:
    driver = with_stub_asked("manual shoe")
    driver.answer("dealer", "45")  # 52 - 5 - 2
    assert driver.asks["seat 1"].what == "across"


# Chapters 3 and 5: decks, shuffling, cutting.


@pytest.mark.parametrize(
    ("dealing", "duty", "hours", "clause"),
    [
        ("hand", "deck-change-hand", 4, "3.C(1)"),
        ("manual shoe", "deck-change-shoe", 8, "3.C(2)"),
        ("automated shoe", "deck-change-shoe", 8, "3.C(2)"),
    ],
)
def test_3_C_decks_are_due_to_be_changed(dealing: str, duty: str, hours: int, clause: str) -> None:
    driver = table(dealing=dealing)

    def due(now: int) -> list[tuple[str, str]]:
        play_round(driver, now=now)
        return [(event.duty, event.clause) for event in happened(driver, DutyDue)]

    assert due(1000) == due(1000 + hours * HOUR - 1) == []
    assert due(1000 + hours * HOUR) == [(duty, clause)]
    driver.duty("floor", duty)
    assert due(1000 + 2 * hours * HOUR - 1) == []  # the clock started anew
    assert (duty, clause) in due(1000 + 2 * hours * HOUR)  # with the stub's fifth round


def test_3_B_4_two_decks_alternate_round_of_play_by_round_of_play() -> None:
    driver = table(decks=2)
    decks = []
    for number in range(5):
        driver.begin(seed_from(number))
        driver.answer("seat 1", "sit out" if number == 2 else "ante 10")  # no round of play: nothing is dealt
        finish(driver)
        decks += [event.deck for event in happened(driver, Shuffled)]
    assert decks == ["first", "second", "first", "second"]


def test_3_A_one_deck_has_no_other_to_alternate_with() -> None:
    assert [event.deck for event in happened(play(SIXES), Shuffled)] == [""]


def test_3_B_two_decks_need_a_shuffling_device() -> None:
    with pytest.raises(RulesError, match=r'decks = 2 needs shuffling = "automated" or .* \(3\.B\)'):
        rules({"decks": 2, "shuffling": "manual"})


def test_9_A_1_dealing_from_the_hand_needs_a_shuffling_device() -> None:
    with pytest.raises(RulesError, match=r'dealing = "hand" needs shuffling = .* \(9\.A\(1\)\)'):
        rules({"dealing": "hand", "shuffling": "manual"})


def test_5_C_1_an_automated_shuffle_is_not_cut() -> None:
    assert not happened(play(SIXES), Cut)
    assert not happened(play(SIXES, options={"shuffling": "automated counting"}), Cut)


def test_5_D_a_manual_shuffle_is_cut_at_least_ten_deep() -> None:
    driver = table(automatic=(), shuffling="manual")
    begin(driver)
    assert (driver.asks["dealer"].what, driver.asks["dealer"].answers()) == ("cut", ("10", "51"))
    driver.answer("dealer", "10")
    driver.answer("floor", "accept")
    order = shuffled(pack("52"), mixed(seed_from(0)))
    dealt = [card for event in happened(driver, Dealt) for card in event.cards]
    assert dealt == list(order[10:17])  # 5.D(1): the ten on top went to the bottom
    assert [(event.depth, event.clause) for event in happened(driver, Cut)] == [(10, "5.D")]


def test_5_D_a_cut_of_nine_is_refused() -> None:
    with pytest.raises(ScenarioError, match="dealer: 9 is not allowed: from 10 to "):
        play({}, options={"shuffling": "manual"}, dealer=("9",))


def test_5_D_a_machine_dealer_cuts_within_the_rule() -> None:
    driver = table(shuffling="manual")
    depths: set[int] = set()
    for _ in range(40):
        play_round(driver)
        depths.update(event.depth for event in happened(driver, Cut))
    assert len(depths) > 10 and min(depths) >= 10 and max(depths) <= 51


# Chapter 13 and 5.B: irregularities. Seat 1 has folded by then, and its antes are collected.

VOIDS: list[tuple[str, dict[str, object]]] = [
    ("13.A", {}),
    ("13.C", {}),
    ("13.D", {"dealing": "automated shoe"}),
    ("5.B(2)", {"shuffling": "automated counting"}),
]


@pytest.mark.parametrize(("irregularity", "options"), VOIDS)
def test_13_A_C_D_5_B_2_void_returns_every_cent_also_of_a_fold(irregularity: str, options: dict[str, object]) -> None:
    calls = [{"at": "middle", "irregularity": irregularity}]
    seats = (seat(1, decisions=("fold",), bonus="5"), seat(2, decisions=("across 3", "down 2"), bonus="5"))
    played = play(SIXES, *seats, calls=calls, options=options)
    clauses = (RETURNED, "0", irregularity)
    assert wagers(played, 1) == dict.fromkeys(("ante-across", "ante-down", "five-card-bonus"), clauses)
    assert wagers(played, 2) == dict.fromkeys(
        ("ante-across", "ante-down", "five-card-bonus", "across", "down"), clauses
    )
    assert (stack(played, 1), stack(played, 2)) == ("1000", "1000")
    assert [event.clause for event in happened(played, Voided)] == [irregularity]
    assert played.report()["bank"]["net"] == "0"


@pytest.mark.parametrize("stage", ["13.A", "13.C"])
def test_13_A_C_void_returns_what_a_violation_or_a_leaving_took(stage: str) -> None:
    driver = table(3)
    begin(driver, wagers="ante 10, five-card-bonus 5")
    driver.call("floor", "11.A(2)", "seat 1")
    driver.leave("seat 2")
    assert (driver.table.stack("seat 1"), driver.table.stack("seat 2")) == (975_00, 975_00)
    driver.call("dealer", stage)
    assert [driver.table.stack(f"seat {number}") for number in (1, 2, 3)] == [1000_00] * 3


@pytest.mark.parametrize("irregularity", ["13.B", "13.E(1)", "13.E(2)"])
def test_13_B_E_are_on_record_and_change_nothing(irregularity: str) -> None:
    calls = [{"at": "down", "irregularity": irregularity, "by": "dealer"}]
    played, plain = play(JACKS_AND_FULL, calls=calls), play(JACKS_AND_FULL)
    assert [(event.by, event.irregularity, event.clause) for event in happened(played, Called)] == [
        ("dealer", irregularity, irregularity)
    ]
    assert [event for event in played.driver.events if not isinstance(event, Called)] == plain.driver.events


@pytest.mark.parametrize(("irregularity", "needs"), [("13.D", "dealing"), ("5.B(2)", "shuffling")])
def test_13_D_5_B_2_only_with_such_a_device(irregularity: str, needs: str) -> None:
    calls = [{"at": "down", "irregularity": irregularity}]
    with pytest.raises(ScenarioError) as refused:
        play(SIXES, calls=calls)
    assert f"'{irregularity}' is not an irregularity at this table: 13.A, 13.B" in str(refused.value)
    assert needs in GAME.rules.irregularities[irregularity].applies


# Cards entered beside a physical table.


def test_8_D_a_physical_table_settles_as_a_scenario_does() -> None:
    driver = Driver(GAME, rules(), source=DealerEntry(), automatic=("floor",))
    driver.buy_in("seat 1", 1_000_00)
    begin(driver)
    for answer in ("across 3", "7c 2d", "down 1", "4c 4d", "middle 2", "4s", "Jh Jd"):
        (who,) = driver.asks
        assert who == ("dealer" if answer[0] in "74J" else "seat 1")
        driver.answer(who, answer)
    assert driver.table.stack("seat 1") == 1_410_00  # as 11.I(3)(e) above
    assert [text(event.cards) for event in happened(driver, Revealed)] == ["7c 2d", "4c 4d", "4s", "Jh Jd"]


def at_the_reveal_of_seat_1() -> Driver:
    """Two seats have made every bet; the bonuses and the hand of seat 2 are settled, seat 1's cards are asked for."""
    driver = Driver(GAME, rules(), source=DealerEntry(), automatic=("floor",))
    for who in ("seat 1", "seat 2"):
        driver.buy_in(who, 1_000_00)
    begin(driver, wagers="ante 10, five-card-bonus 5")
    for street, cards in (("across", "6h 6d"), ("down", "2c 9s"), ("middle", "Kc")):
        driver.answer("seat 1", f"{street} 1")
        driver.answer("seat 2", f"{street} 1")
        driver.answer("dealer", cards)
    driver.answer("dealer", "Kh Kd")  # a full house across and for the middle, three kings down, a bonus of 5
    assert driver.table.stack("seat 2") == 1_000_00 + 10_00 + 10_00 + 120_00 + 30_00 + 120_00 + 5_00
    return driver


def test_13_C_found_at_the_reveal_takes_back_what_was_paid() -> None:
    driver = at_the_reveal_of_seat_1()
    driver.call("dealer", "13.C")
    assert not driver.open
    assert (driver.table.stack("seat 1"), driver.table.stack("seat 2")) == (1_000_00, 1_000_00)


def test_7_B_3_who_leaves_at_the_reveal_loses_what_is_not_settled() -> None:
    driver = at_the_reveal_of_seat_1()
    driver.leave("seat 1")
    driver.answer("dealer", "Ah Ad")
    assert not driver.open
    assert driver.table.stack("seat 1") == 955_00  # 1000 - 20 - 30 + 5: the bonus was paid before


# The pairs of lines that one deal can give across and down, counted anew.

LINES_OF = {
    Category.ROYAL_FLUSH: "royal-flush",
    Category.STRAIGHT_FLUSH: "straight-flush",
    Category.FOUR_OF_A_KIND: "four-of-a-kind",
    Category.FULL_HOUSE: "full-house",
    Category.FLUSH: "flush",
    Category.STRAIGHT: "straight",
    Category.THREE_OF_A_KIND: "three-of-a-kind",
    Category.TWO_PAIR: "two-pair",
}


def line_of(rank: int) -> str:
    kind = ranks.category(rank)
    if kind is Category.PAIR:
        of = ranks.ranks_of(rank)[0]  # 0 is a two: 9 a jack, 4 a six
        return "pair-J" if of >= 9 else "pair-6" if of >= 4 else ""
    return LINES_OF.get(kind, "")


def triples() -> list[tuple[int, ...]]:
    """Three cards that differ by more than the names of their suits."""
    every = np.array(list(combinations(range(52), 3)))
    least = np.full(len(every), 52**3)
    for suits in permutations(range(4)):
        renamed = np.sort(every // 4 * 4 + np.array(suits)[every % 4], axis=1)
        least = np.minimum(least, renamed @ (52 * 52, 52, 1))
    return [tuple(map(int, one)) for one in every[least == every @ (52 * 52, 52, 1)]]


def test_12_B_2_the_pairs_of_lines_that_one_deal_can_give() -> None:
    listed = {frozenset(pair) for pair in facts(GAME.rules, CrissCrossFacts).together.lines}
    assert len(listed) == len(facts(GAME.rules, CrissCrossFacts).together.lines)

    names = ["", *dict.fromkeys([*LINES_OF.values(), "pair-J", "pair-6"])]
    lines = np.array([0] + [names.index(line_of(rank)) for rank in range(1, ranks.BEST + 1)])
    shared = triples()
    assert len(shared) == 1755
    found: set[frozenset[str]] = set()
    for three in shared:
        twos = np.array(list(combinations([card for card in range(52) if card not in three], 2)), np.uint8)
        hands = np.column_stack([np.tile(np.array(three, np.uint8), (len(twos), 1)), twos])
        made = lines[batch.rank_batch(hands)]
        there = [line for line in np.unique(made) if line]
        for one, other in [(one, other) for one in there for other in there if one <= other]:
            pair = frozenset((names[one], names[other]))
            if pair not in found and _can_lie_together(twos[made == one], twos[made == other]):
                found.add(pair)
    assert found == listed


def _can_lie_together(one: np.ndarray[Any, Any], other: np.ndarray[Any, Any]) -> bool:
    """Whether two cards of the first list and two of the second can be dealt at once: none in both."""
    return any(not np.isin(other, two).any(axis=1).all() for two in one)
