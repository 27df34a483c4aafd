"""Pontoon 21 worked by hand from the Maryland rulebook: a test is named after its clause."""

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any, TypeVar

import pytest

from houseway.cards.card import HIDDEN, hand, text
from houseway.cards.shuffle import mixed, seed_from, shuffled
from houseway.cards.source import DealerEntry
from houseway.games import game
from houseway.games.twenty_one.facts import twenty_one_rules
from houseway.games.twenty_one.pontoon_21.round import Pontoon21
from houseway.games.twenty_one.pontoon_21.settlement import additional_payout, settle, settle_match, settle_surrender
from houseway.games.twenty_one.procedure import is_blackjack, is_soft, most_insurance, spoken, total
from houseway.games.twenty_one.settlement import depends_on_dealer
from houseway.play import journal, scenario, view
from houseway.play.ask import Refused
from houseway.play.driver import Driver
from houseway.play.event import (
    PUBLIC,
    SURVEILLANCE,
    Acted,
    Announced,
    Awarded,
    Burned,
    Collected,
    Cut,
    Dealt,
    Discarded,
    DutyDone,
    DutyDue,
    Event,
    Paid,
    Placed,
    Revealed,
    SeedRevealed,
    Shuffled,
    Voided,
)
from houseway.play.outcome import Outcome, Result
from houseway.play.scenario import Played, Scenario, ScenarioError
from houseway.rules.resolved import Rules, resolve
from houseway.rules.strict import RulesError

GAME = Pontoon21()
WIN, LOSE, PUSH, RETURNED = "win", "lose", "push", "returned"
HOUR = 3600
Kind = TypeVar("Kind", bound=Event)


def seat(number: int = 1, *decisions: str, bet: str = "10", match: str = "", stack: str = "1000") -> dict[str, Any]:
    wagers = {"pontoon": bet} | ({"match-super-bonus": match} if match else {})
    return {"seat": number, "stack": stack, "wagers": wagers, "decisions": decisions}


def play(cards: Mapping[str, str], *seats: Mapping[str, Any], **more: Any) -> Played:
    given = {"game": "pontoon-21", "cards": cards, "seats": seats, **more}
    played = scenario.play(Scenario.model_validate(given), GAME)
    assert played.driver.table.ledger.total() == 0
    return played


def done(played: Played, number: int = 1) -> list[tuple[str, str, str, str, str]]:
    """For each wager that was settled: where, its result, its stake, what it was paid, and the clause."""
    report = next(one for one in played.report()["seats"] if one["seat"] == number)
    return [
        (f"{one['spot']} {one['wager']}", one["result"], one["stake"], one["paid"], one["clause"])
        for one in report["wagers"]
    ]


def net(played: Played, number: int = 1) -> str:
    return str(next(one["net"] for one in played.report()["seats"] if one["seat"] == number))


def happened(where: Played | Driver, kind: type[Kind], clause: str = "") -> list[Kind]:
    driver = where.driver if isinstance(where, Played) else where
    events = [event for event in driver.events if isinstance(event, kind)]
    return [event for event in events if not clause or getattr(event, "clause", "") == clause]


def rules(**options: object) -> Rules:
    return resolve(GAME.rules, options)


def table(seats: Iterable[int] = (1,), *, automatic: Iterable[str] = ("dealer", "floor"), **options: object) -> Driver:
    driver = Driver(GAME, resolve(GAME.rules, options), automatic=automatic)
    for number in seats:
        driver.buy_in(f"seat {number}", 100_000_00)
    return driver


def begin(driver: Driver, *, now: int = 0, wagers: str = "pontoon 10", seed: object = "") -> None:
    driver.begin(seed_from(f"{seed} {driver.table.round}"), now)
    while any(ask.what == "wagers" for ask in driver.asks.values()):
        driver.answer(next(iter(driver.asks)), wagers)


def finish(driver: Driver) -> None:
    """Let everybody answer what is taken from someone who says nothing."""
    while driver.open:
        ask = next(iter(driver.asks.values()))
        driver.answer(ask.who, ask.default)


def play_round(driver: Driver, *, now: int = 0, wagers: str = "pontoon 10") -> None:
    begin(driver, now=now, wagers=wagers)
    finish(driver)


# Chapter 3.D: the value of cards


@pytest.mark.parametrize(
    ("cards", "counted", "soft"),
    [
        ("2c 9d", 11, False),
        ("Jc Qd", 20, False),
        ("Ac Kd", 21, True),
        ("Ac Ad", 12, True),
        ("Ac Ad 9c", 21, True),
        ("Ac Ad 9c 5h", 16, False),
        ("Ac Ad Ah As 7c", 21, True),
        ("Kc Qd 2h", 22, False),
        ("Ac 5d Kc Kd", 26, False),
    ],
)
def test_3_D_3_an_ace_is_eleven_unless_that_goes_over_21(cards: str, counted: int, soft: bool) -> None:
    assert (total(hand(cards)), is_soft(hand(cards))) == (counted, soft)


def test_1_B_1_a_blackjack_is_an_ace_and_a_ten_point_card_in_two_cards() -> None:
    assert is_blackjack(hand("Ac Jd")) and is_blackjack(hand("Kc As"))
    assert not is_blackjack(hand("7c 7d 7h")) and not is_blackjack(hand("Ac 9d"))
    assert spoken(hand("Ac 6d")) == "soft 17" and spoken(hand("Kc Qd 5c")) == "25, over 21"


# 12.A: the plain payouts


def test_12_A_1_a_higher_count_wins_even_money() -> None:
    played = play({"seat 1": "Kc 9d", "dealer": "Kd 8h"}, seat(1, "stand"))
    assert done(played) == [("seat 1 pontoon", WIN, "10", "10", "7.O(2), 12.A(1)")]
    assert net(played) == "10"


def test_7_O_1_every_hand_of_21_or_less_wins_when_the_dealer_goes_over() -> None:
    played = play({"seat 1": "5c 7d", "dealer": "6d Kh Kc"}, seat(1, "stand"))
    assert done(played) == [("seat 1 pontoon", WIN, "10", "10", "7.O(1), 12.A(1)")]


def test_7_P_an_equal_count_is_returned() -> None:
    played = play({"seat 1": "Kc 9d", "dealer": "9h Kh"}, seat(1, "stand"))
    assert done(played) == [("seat 1 pontoon", PUSH, "10", "0", "7.P")]
    assert net(played) == "0"


def test_7_O_2_a_lower_count_loses() -> None:
    played = play({"seat 1": "Kc 8d", "dealer": "9h Kh"}, seat(1, "stand"))
    assert done(played) == [("seat 1 pontoon", LOSE, "10", "0", "7.O(2)")]


def test_7_H_1_a_a_blackjack_against_a_low_card_is_paid_at_once_at_3_to_2() -> None:
    played = play({"seat 1": "Ac Kd", "seat 2": "9c 8d", "dealer": "6d 6h"}, seat(1), seat(2, "stand"))
    assert done(played) == [("seat 1 pontoon", WIN, "10", "15", "12.A(2)")]
    events = played.driver.events
    paid = events.index(happened(played, Paid)[0])
    asked = next(at for at, event in enumerate(events) if isinstance(event, Acted) and event.who == "seat 2")
    assert paid < asked
    assert [event.place for event in happened(played, Discarded, "7.H(1)(a)")] == ["seat 1"]


def test_7_H_1_b_a_blackjack_against_a_ten_waits_for_the_end() -> None:
    played = play({"seat 1": "Ac Kd", "seat 2": "9c 8d", "dealer": "Kc 7h"}, seat(1), seat(2, "stand"))
    assert done(played) == [("seat 1 pontoon", WIN, "10", "15", "12.A(2)")]
    assert happened(played, Announced, "7.H(1)(b)(i)")
    order = [type(event) for event in played.driver.events if isinstance(event, Acted | Revealed | Paid)]
    assert order == [Acted, Revealed, Paid]


def test_7_O_3_a_players_blackjack_wins_against_a_dealers_blackjack() -> None:
    played = play({"seat 1": "Ac Kd", "dealer": "Kc Ah"}, seat(1))
    assert done(played) == [("seat 1 pontoon", WIN, "10", "15", "7.O(3), 12.A(2)")]


def test_7_O_4_a_players_21_in_three_cards_beats_a_dealers_21_in_three() -> None:
    played = play({"seat 1": "Kc 5d 6c", "seat 2": "Kd 9c", "dealer": "9h 5h 7d"}, seat(1, "hit"), seat(2, "stand"))
    assert done(played) == [("seat 1 pontoon", WIN, "10", "10", "7.O(4), 12.A(1)")]
    assert done(played, 2) == [("seat 2 pontoon", LOSE, "10", "0", "7.O(2)")]


def test_7_Q_a_players_21_in_three_cards_loses_to_a_dealers_blackjack() -> None:
    outcomes = settle(rules(), hand("7c 7d 7h"), hand("As Kd"), {"pontoon": 10_00})
    assert outcomes == [Outcome("pontoon", 10_00, Result.LOSE, "7.Q", hand="21")]


def test_7_G_3_a_dealers_blackjack_ends_the_round_before_any_decision() -> None:
    played = play({"seat 1": "Kc Qd", "dealer": "Jd Ah"}, seat(1))
    assert done(played) == [("seat 1 pontoon", LOSE, "10", "0", "7.G(3)")]
    assert [event.what for event in happened(played, Announced, "7.G(2)(a)")] == ["the card reader shows Blackjack"]


def test_7_J_a_hand_over_21_loses_at_once_also_when_the_dealer_goes_over() -> None:
    played = play({"seat 1": "Kc 6d 8h", "seat 2": "Kd 9c", "dealer": "6d Kh Kc"}, seat(1, "hit"), seat(2, "stand"))
    assert done(played) == [("seat 1 pontoon", LOSE, "10", "0", "7.J, PO-10")]
    assert done(played, 2)[0][1] == WIN


# 12.B: the extra payouts, and none of them doubled or split

EXTRA = [
    ("6c 7d 8h", "12.B(1)", "15"),
    ("8h 6h 7h", "12.B(2)", "20"),
    ("6s 8s 7s", "12.B(3)", "30"),
    ("7c 7d 7h", "12.B(4)", "15"),
    ("7h 7h 7h", "12.B(5)", "20"),
    ("7s 7s 7s", "12.B(6)", "30"),
    ("2c 3d 4h 5c 7d", "12.B(7)", "15"),
    ("2c 3d 4h 2s 5c 5d", "12.B(8)", "20"),
    ("2c 3d 2h 2s 3c 4d 5h", "12.B(9)", "30"),
    ("Ac Ad Ah As 2c 2d 2h Ac", "12.B(9)", "30"),
    ("9c 5d 3h 4c", "12.A(1)", "10"),  # four cards earn nothing more
    ("7c 8d 6h", "12.B(1)", "15"),
]


@pytest.mark.parametrize(("cards", "clause", "paid"), EXTRA)
def test_12_B_pays_extra_for_a_winning_hand(cards: str, clause: str, paid: str) -> None:
    hits = ["hit"] * (len(cards.split()) - 2)
    played = play({"seat 1": cards, "dealer": "9c 9d"}, seat(1, *hits))
    assert done(played) == [("seat 1 pontoon", WIN, "10", paid, f"7.O(2), {clause}")]


@pytest.mark.parametrize(("cards", "clause", "paid"), EXTRA)
def test_12_B_and_10_G_a_doubled_hand_is_paid_even_money(cards: str, clause: str, paid: str) -> None:
    hits = ["hit"] * (len(cards.split()) - 3)
    played = play({"seat 1": cards, "dealer": "9c 9d"}, seat(1, *hits, "double"))
    assert done(played) == [
        ("seat 1 pontoon", WIN, "10", "10", "7.O(2), 12.A(1)"),
        ("seat 1 double", WIN, "10", "10", "7.O(2), 10.F, 12.A(1)"),
    ]


@pytest.mark.parametrize(("cards", "clause", "paid"), EXTRA)
def test_11_F_a_split_hand_is_paid_even_money(cards: str, clause: str, paid: str) -> None:
    outcomes = settle(rules(), hand(cards), hand("9c 9d"), {"pontoon": 10_00}, split=True)
    assert [(one.paid, one.clause) for one in outcomes] == [(10_00, "7.O(2), 12.A(1)")]


def test_12_B_less_than_21_earns_nothing_extra() -> None:
    played = play({"seat 1": "2c 3d 4h 5c 6d", "dealer": "9c 9d"}, seat(1, "hit", "hit", "hit", "stand"))
    assert done(played) == [("seat 1 pontoon", WIN, "10", "10", "7.O(2), 12.A(1)")]


# 12.C: three suited sevens against a seven


def test_12_C_1_a_wager_of_5_dollars_wins_1000_more_and_every_other_player_50() -> None:
    cards = {"seat 1": "7h 7h 7h", "seat 2": "Kc Qd 5h", "seat 5": "9c 8d", "dealer": "7c Kd"}
    played = play(cards, seat(1, "hit", bet="5"), seat(2, "hit"), seat(5, "surrender"))
    assert done(played) == [
        ("seat 1 pontoon", WIN, "5", "10", "7.O(2), 12.B(5)"),
        ("seat 1 additional payout", WIN, "0", "1000", "12.C(1)"),
    ]
    assert done(played, 2) == [
        ("seat 2 pontoon", LOSE, "10", "0", "7.J, PO-10"),
        ("seat 2 additional payout", WIN, "0", "50", "12.C(3)"),
    ]
    assert done(played, 5)[-1] == ("seat 5 additional payout", WIN, "0", "50", "12.C(3)")
    assert (net(played), net(played, 2), net(played, 5)) == ("1010", "40", "45")


def test_2_B_6_b_what_one_hand_wins_ends_at_the_operator_s_payout_limit() -> None:
    cards = {"seat 1": "7h 7h 7h", "seat 2": "Kc Qd", "dealer": "7c Kd"}
    limit = {"options": {"payout_limit": "500"}}
    played = play(cards, seat(1, "hit", bet="10", match="20"), seat(2, "stand"), **limit)
    assert done(played) == [
        ("seat 1 match-super-bonus", WIN, "20", "120", "12.A(4)(a)(ii)"),
        ("seat 1 pontoon", WIN, "10", "20", "7.O(2), 12.B(5)"),
        ("seat 1 additional payout", WIN, "0", "360", "12.C(1), 2.B(6)(b)"),
    ]
    assert done(played, 2)[-1] == ("seat 2 additional payout", WIN, "0", "50", "12.C(3)")
    assert net(played) == "500"


def test_2_B_6_b_a_blackjack_is_paid_in_part_and_each_hand_has_its_own_limit() -> None:
    cards = {"seat 1": "Ah Kd", "seat 2": "Ac Kc", "dealer": "9c 8d"}
    bets = seat(1, bet="100"), seat(2, bet="10")
    played = play(cards, *bets, options={"payout_limit": "60"})
    assert done(played) == [("seat 1 pontoon", WIN, "100", "60", "12.A(2), 2.B(6)(b)")]
    assert done(played, 2) == [("seat 2 pontoon", WIN, "10", "15", "12.A(2)")]
    assert done(play(cards, *bets)) == [("seat 1 pontoon", WIN, "100", "150", "12.A(2)")]


@pytest.mark.parametrize(("bet", "extra"), [("24.99", "1000"), ("25", "5000"), ("100", "5000")])
def test_12_C_2_from_25_dollars_it_is_5000(bet: str, extra: str) -> None:
    played = play({"seat 1": "7s 7s 7s", "dealer": "7c Kd"}, seat(1, "hit", bet=bet))
    assert done(played)[1][3] == extra


def test_12_C_needs_suited_sevens_a_seven_up_and_a_wager_of_5_dollars() -> None:
    few = resolve(GAME.rules, None, {"pontoon": {"minimum": "1"}})
    sevens, up = hand("7s 7s 7s"), hand("7d")[0]
    assert additional_payout(few, sevens, up, 5_00, plain=True) == (1000_00, "12.C(1)")
    assert additional_payout(few, sevens, up, 4_99, plain=True) is None
    assert additional_payout(few, hand("7s 7s 7d"), up, 5_00, plain=True) is None
    assert additional_payout(few, sevens, hand("8d")[0], 5_00, plain=True) is None
    assert additional_payout(few, hand("7s 7s"), up, 5_00, plain=True) is None


def test_12_C_4_no_additional_payout_on_a_doubled_hand() -> None:
    played = play({"seat 1": "7s 7s 7s", "dealer": "7c Kd"}, seat(1, "double", bet="25"), seat(2, "stand"))
    assert [one[0] for one in done(played)] == ["seat 1 pontoon", "seat 1 double"]
    assert net(played) == "50" and not happened(played, Awarded)


def test_12_C_4_no_additional_payout_on_a_split_hand() -> None:
    cards = {"seat 1": "7s 7s 7s 7s", "seat 1 hand 2": "Kc", "dealer": "7c Kd"}
    played = play(cards, seat(1, "split", "hit", "stand", bet="25"), options={"splits": 1})
    assert done(played) == [
        ("seat 1 hand 2 pontoon", PUSH, "25", "0", "7.P"),
        ("seat 1 pontoon", WIN, "25", "25", "7.O(2), 12.A(1)"),
    ]


def test_12_C_3_a_player_with_two_boxes_gets_50_once_and_the_winner_none() -> None:
    cards = {"seat 1": "7s 7s 7s", "seat 4": "Kc Qd", "box 5": "Kc 9d", "box 2": "Kd 8d", "dealer": "7c Kh"}
    one = seat(1, "hit", "stand") | {"wagers": {"pontoon": "10", "box 2 pontoon": "10"}}
    four = seat(4, "stand", "stand") | {"wagers": {"pontoon": "10", "box 5 pontoon": "10"}}
    played = play(cards, one, four)
    assert [event.amount for event in happened(played, Awarded)] == [1000_00, 50_00]


# 7.F and 12.A(4): Match Super Bonus


@pytest.mark.parametrize(
    ("cards", "paid", "clause"),
    [
        ("9h 5c", 60_00, "12.A(4)(a)(i)"),
        ("5c 9d", 15_00, "12.A(4)(a)(ii)"),
        ("9h 9h", 120_00, "12.A(4)(a)(i)"),
        ("9s 9h", 75_00, "12.A(4)(a)(i), 12.A(4)(a)(ii)"),
        ("9s 9d", 30_00, "12.A(4)(a)(ii)"),
    ],
)
def test_12_A_4_each_matching_card_pays(cards: str, paid: int, clause: str) -> None:
    outcome = settle_match(rules(), hand(cards), hand("9h")[0], 5_00)
    assert (outcome.result, outcome.paid, outcome.clause) == (Result.WIN, paid, clause)
    assert settle_match(rules(decks=8), hand(cards), hand("9h")[0], 5_00).clause == clause.replace("(a)(", "(b)(")


def test_7_F_b_a_jack_does_not_match_a_king() -> None:
    assert settle_match(rules(), hand("Kc Qd"), hand("Jc")[0], 5_00).result is Result.LOSE
    assert settle_match(rules(), hand("Jc Qd"), hand("Jc")[0], 5_00).paid == 60_00


def test_7_F_match_super_bonus_is_settled_before_insurance_from_the_dealers_right() -> None:
    cards = {"seat 1": "Ac 9d", "seat 2": "Kc 8d", "dealer": "Ad 5h"}
    played = play(cards, seat(1, "insurance 5", "stand", match="5"), seat(2, "stand", match="1"))
    order = [(event.who, event.wager) for event in played.driver.events if isinstance(event, Collected | Paid)]
    assert order[:3] == [("seat 2", "match-super-bonus"), ("seat 1", "match-super-bonus"), ("seat 1", "insurance")]
    assert done(played)[0] == ("seat 1 match-super-bonus", WIN, "5", "15", "12.A(4)(a)(ii)")


# Chapter 8: insurance


def test_8_A_insurance_pays_2_to_1_on_the_dealers_blackjack() -> None:
    played = play({"seat 1": "Kc 9d", "dealer": "Ad Qh"}, seat(1, "insurance 5"))
    assert done(played) == [
        ("seat 1 pontoon", LOSE, "10", "0", "7.G(3)"),
        ("seat 1 insurance", WIN, "5", "10", "12.A(3)"),
    ]
    assert net(played) == "0"


def test_8_F_insurance_loses_at_once_without_the_blackjack() -> None:
    played = play({"seat 1": "Kc 9d", "dealer": "Ad 8h"}, seat(1, "insurance", "stand"))
    assert done(played) == [
        ("seat 1 insurance", LOSE, "5", "0", "8.F"),
        ("seat 1 pontoon", PUSH, "10", "0", "7.P"),
    ]


def test_12_A_insurance_and_a_players_blackjack_are_both_paid() -> None:
    played = play({"seat 1": "Ac Kd", "dealer": "Ad Qh"}, seat(1, "insurance 5"))
    assert done(played) == [
        ("seat 1 pontoon", WIN, "10", "15", "7.O(3), 12.A(2)"),
        ("seat 1 insurance", WIN, "5", "10", "12.A(3)"),
    ]
    assert net(played) == "25"


def test_8_A_insurance_is_not_offered_on_a_ten_point_card() -> None:
    with pytest.raises(ScenarioError, match="not an answer to play"):
        play({"seat 1": "Kc 9d", "dealer": "Kd 8h"}, seat(1, "insurance 5", "stand"))


@pytest.mark.parametrize(
    ("chip", "stake", "most"),
    [("0.01", 10_00, 5_00), ("1", 5_00, 3_00), ("1", 10_00, 5_00), ("2.50", 5_00, 2_50), ("5", 25_00, 15_00)],
)
def test_8_C_half_a_wager_that_is_no_whole_chip_goes_up_to_the_next(chip: str, stake: int, most: int) -> None:
    assert most_insurance(rules(smallest_chip=chip), stake) == most


def test_8_C_more_than_the_next_chip_is_refused() -> None:
    cards, options = {"seat 1": "Kc 9d", "dealer": "Ad Qh"}, {"smallest_chip": "1"}
    played = play(cards, seat(1, "insurance 3", bet="5"), options=options)
    assert net(played) == "1"
    with pytest.raises(ScenarioError, match=r"insurance 4 is not allowed: from \$1 to \$3 \(8.B\)"):
        play(cards, seat(1, "insurance 4", bet="5"), options=options)


# Chapter 9: surrender


def test_9_C_1_a_surrender_against_a_low_card_loses_half_at_once() -> None:
    played = play({"seat 1": "Kc 6d", "seat 2": "Kd 9c", "dealer": "9d 8h"}, seat(1, "surrender"), seat(2, "stand"))
    assert done(played) == [
        ("seat 1 pontoon", LOSE, "5", "0", "9.C(1)"),
        ("seat 1 pontoon", RETURNED, "5", "0", "9.C(1)"),
    ]
    assert net(played) == "-5"


def test_9_C_2_b_a_surrender_against_a_ten_without_blackjack_loses_half() -> None:
    played = play({"seat 1": "Kc 6d", "dealer": "Kd 8h"}, seat(1, "surrender"))
    assert [one[4] for one in done(played)] == ["9.C(2)(b)"] * 2 and net(played) == "-5"


def test_9_C_2_a_a_surrender_before_the_card_reader_loses_all_to_a_blackjack() -> None:
    before = {"surrender": "before the card reader"}
    cards = {"seat 1": "Kc 6d", "dealer": "Kd Ah"}
    played = play(cards, seat(1, "surrender"), options=before)
    assert done(played) == [("seat 1 pontoon", LOSE, "10", "0", "9.C(2)(a)")]
    played = play({**cards, "dealer": "Kd 8h"}, seat(1, "surrender"), options=before)
    assert net(played) == "-5"
    assert settle_surrender(rules(), 10_00, hand("Ah")[0], blackjack=True)[0].stake == 10_00


def test_9_D_insurance_and_a_surrender_are_settled_apart() -> None:
    played = play(
        {"seat 1": "Kc 6d", "dealer": "Ad Kh"},
        seat(1, "insurance 5", "surrender"),
        options={"surrender": "before the card reader"},
    )
    assert done(played) == [
        ("seat 1 pontoon", LOSE, "10", "0", "9.C(2)(a)"),
        ("seat 1 insurance", WIN, "5", "10", "12.A(3)"),
    ]


def test_9_A_half_a_chip_stays_with_the_house() -> None:
    played = play({"seat 1": "Kc 6d", "dealer": "9d 8h"}, seat(1, "surrender", bet="5"), options={"smallest_chip": "1"})
    assert [(one[1], one[2]) for one in done(played)] == [(LOSE, "3"), (RETURNED, "2")]


def test_9_B_no_surrender_after_a_card_or_a_split() -> None:
    with pytest.raises(ScenarioError, match="not an answer to play"):
        play({"seat 1": "2c 3d 4h", "dealer": "9d 8h"}, seat(1, "hit", "surrender"))
    with pytest.raises(ScenarioError, match="not an answer to play"):
        play({"seat 1": "8c 8d 5h", "dealer": "9d 8h"}, seat(1, "split", "surrender"))


# Chapter 10: double and rescue


def test_10_B_a_double_on_four_cards_gets_one_card_only() -> None:
    played = play({"seat 1": "2c 3d 4h 2s 9c", "dealer": "9d 8h"}, seat(1, "hit", "hit", "double"))
    assert net(played) == "20"
    assert len([event for event in happened(played, Dealt) if event.place == "seat 1"]) == 5


def test_10_A_a_double_may_be_for_less() -> None:
    played = play({"seat 1": "5c 6d Kh", "dealer": "9d 8h"}, seat(1, "double 4"))
    assert [(one[0], one[2], one[3]) for one in done(played)] == [
        ("seat 1 pontoon", "10", "10"),
        ("seat 1 double", "4", "4"),
    ]
    with pytest.raises(ScenarioError, match=r"double 11 is not allowed: from \$0.01 to \$10 \(10.A\)"):
        play({"seat 1": "5c 6d Kh", "dealer": "9d 8h"}, seat(1, "double 11"))


def test_10_F_a_lost_double_loses_both_wagers() -> None:
    played = play({"seat 1": "5c 6d 2h", "dealer": "9d 8h"}, seat(1, "double"))
    assert [one[1] for one in done(played)] == [LOSE, LOSE] and net(played) == "-20"


def test_10_H_a_rescue_takes_back_the_double_and_forfeits_the_original_wager() -> None:
    played = play({"seat 1": "5c 6d 2h", "dealer": "9d Kh"}, seat(1, "double", "rescue"))
    assert done(played) == [
        ("seat 1 pontoon", LOSE, "10", "0", "10.H"),
        ("seat 1 double", RETURNED, "10", "0", "10.H"),
    ]
    assert net(played) == "-10"


def test_10_H_there_is_no_rescue_from_a_hand_over_21() -> None:
    played = play({"seat 1": "Kc 6d 9h", "dealer": "9d Kh"}, seat(1, "double"))
    assert [one[4] for one in done(played)] == ["7.J, PO-10"] * 2 and net(played) == "-20"
    with pytest.raises(ScenarioError, match="never asked for"):
        play({"seat 1": "Kc 6d 9h", "dealer": "9d Kh"}, seat(1, "double", "rescue"))


def test_10_E_a_dealers_blackjack_takes_only_the_original_wager() -> None:
    outcomes = settle(rules(), hand("5c 6d Kh"), hand("Ad Kd"), {"pontoon": 10_00, "double": 10_00})
    assert [(one.wager, one.result, one.clause) for one in outcomes] == [
        ("pontoon", Result.LOSE, "7.Q"),
        ("double", Result.RETURNED, "10.E"),
    ]


# Chapter 11: splits


def test_11_B_the_first_hand_is_played_out_before_the_second_gets_a_card() -> None:
    cards = {"seat 1": "8c 8d 3h Kc", "seat 1 hand 2": "Kd", "dealer": "9d 8h"}
    played = play(cards, seat(1, "split", "hit", "stand"))
    assert done(played) == [
        ("seat 1 hand 2 pontoon", WIN, "10", "10", "7.O(2), 12.A(1)"),
        ("seat 1 pontoon", WIN, "10", "10", "7.O(2), 12.A(1)"),
    ]
    moved = happened(played, Placed)
    assert [(event.origin, event.place, event.cards) for event in moved] == [("seat 1", "seat 1 hand 2", hand("8d"))]
    dealt = [event.place for event in happened(played, Dealt)]
    assert dealt == ["seat 1", "dealer", "seat 1", "dealer", "seat 1", "seat 1", "seat 1 hand 2"]


def test_11_A_a_jack_and_a_king_are_a_pair() -> None:
    cards = {"seat 1": "Jc Kd 9h", "seat 1 hand 2": "8d", "dealer": "9d 9h"}
    played = play(cards, seat(1, "split", "stand", "stand"))
    assert [one[1] for one in done(played)] == [PUSH, WIN]


def test_11_D_split_to_four_hands_with_a_double_on_one() -> None:
    cards = {
        "seat 1": "8c 8d 8h 3c Kd",  # splits, splits again with the third eight, then doubles on eight and three
        "seat 1 hand 3": "8s Jd",  # the third eight; it gets an eight and is split too
        "seat 1 hand 4": "2c 9c",
        "seat 1 hand 2": "Qd",
        "dealer": "6d Jh 2d",
    }
    decisions = ("split", "split", "double", "split", "stand", "hit", "stand", "stand")
    played = play(cards, seat(1, *decisions))
    assert done(played) == [
        ("seat 1 hand 2 pontoon", PUSH, "10", "0", "7.P"),
        ("seat 1 hand 4 pontoon", WIN, "10", "10", "7.O(2), 12.A(1)"),
        ("seat 1 hand 3 pontoon", PUSH, "10", "0", "7.P"),
        ("seat 1 pontoon", WIN, "10", "10", "7.O(2), 12.A(1)"),
        ("seat 1 double", WIN, "10", "10", "7.O(2), 10.F, 12.A(1)"),
    ]
    assert net(played) == "30"


def test_11_D_the_operator_says_how_often() -> None:
    cards = {"seat 1": "8c 8d 8h", "dealer": "6d Jh 2d"}
    with pytest.raises(ScenarioError, match="'split' is not an answer to play"):
        play(cards, seat(1, "split", "split"), options={"splits": 1})


def test_PO_4_split_aces_play_on_and_a_two_card_21_is_no_blackjack() -> None:
    cards = {"seat 1": "Ac Ad Kh", "seat 1 hand 2": "5d 3c", "dealer": "9d Kd"}
    played = play(cards, seat(1, "split", "hit", "stand"))
    assert done(played) == [
        ("seat 1 hand 2 pontoon", PUSH, "10", "0", "7.P"),
        ("seat 1 pontoon", WIN, "10", "10", "7.O(2), 12.A(1)"),
    ]


def test_PO_1_a_split_two_card_21_pushes_against_a_dealers_21_in_three() -> None:
    cards = {"seat 1": "Ac Ad Kh", "seat 1 hand 2": "5d 5c", "dealer": "9d 5c 7d"}
    played = play(cards, seat(1, "split", "hit"))
    assert done(played) == [
        ("seat 1 hand 2 pontoon", WIN, "10", "10", "7.O(4), 12.A(1)"),
        ("seat 1 pontoon", PUSH, "10", "0", "7.P"),
    ]


def test_11_E_a_dealers_blackjack_takes_only_the_original_wager() -> None:
    dealer, stakes = hand("Ad Kd"), {"pontoon": 10_00}
    (first,) = settle(rules(), hand("8c Kd"), dealer, stakes, split=True, first=True)
    (second,) = settle(rules(), hand("8d Kh"), dealer, stakes, split=True, first=False)
    assert (first.result, second.result, second.clause) == (Result.LOSE, Result.RETURNED, "11.E")


def test_10_B_a_split_hand_may_double_and_rescue() -> None:
    cards = {"seat 1": "8c 8d 3h 2c", "seat 1 hand 2": "3d Kc", "dealer": "9d Kd"}
    played = play(cards, seat(1, "split", "double", "rescue", "double"))
    assert net(played) == "10"


def test_11_A_a_player_without_the_chips_is_not_offered_a_split() -> None:
    with pytest.raises(ScenarioError, match="'split' is not an answer to play"):
        play({"seat 1": "8c 8d", "dealer": "9d Kd"}, seat(1, "split", stack="15"))


# 7.L to 7.N: the dealer's hand


def test_7_M_the_dealer_stands_on_a_soft_17() -> None:
    played = play({"seat 1": "Kc 8d", "dealer": "6d Ah"}, seat(1, "stand"))
    assert done(played)[0][1] == WIN
    assert [event.what for event in happened(played, Announced, "7.L(3)")] == ["soft 17"]


def test_7_M_the_dealer_draws_to_17_and_announces_each_count() -> None:
    played = play({"seat 1": "Kc 8d", "dealer": "2d 3h Ac Jc Ah"}, seat(1, "stand"))
    assert [event.what for event in happened(played, Announced, "7.L(3)")] == ["5", "soft 16", "16", "17"]


def test_7_N_the_dealer_does_not_draw_when_every_hand_is_decided() -> None:
    cards = {"seat 1": "Kc 6d Kd", "seat 2": "Ac Kh", "seat 3": "9c 3d 9d", "dealer": "6d 6h"}
    played = play(cards, seat(1, "hit"), seat(2), seat(3, "hit"))
    assert [event.cards for event in happened(played, Revealed)] == [hand("6d 6h")]
    assert happened(played, Announced, "7.N")
    assert done(played, 3) == [("seat 3 pontoon", WIN, "10", "10", "7.O(2), 12.A(1)")]


def test_7_N_the_dealer_draws_as_soon_as_one_hand_depends_on_it() -> None:
    cards = {"seat 1": "Kc 6d Kd", "seat 2": "Ac Kh", "seat 3": "9c 3d 9d", "seat 4": "2c 2d", "dealer": "6d 6h 9c"}
    played = play(cards, seat(1, "hit"), seat(2), seat(3, "hit"), seat(4, "stand"))
    assert not happened(played, Announced, "7.N")
    assert done(played, 3)[0][4] == "7.O(4), 12.A(1)" and done(played, 4)[0][1] == LOSE


def test_7_N_a_split_two_card_21_depends_on_the_dealer_and_a_three_card_one_does_not() -> None:
    assert depends_on_dealer(twenty_one_rules(rules()), hand("Ac Kd"), split=True)
    assert not depends_on_dealer(twenty_one_rules(rules()), hand("Ac Kd"), split=False)
    assert not depends_on_dealer(twenty_one_rules(rules()), hand("9c 3d 9d"), split=True)
    assert depends_on_dealer(twenty_one_rules(rules()), hand("9c 3d 8d"), split=False)


# 7.R: the two ways to settle


def test_7_R_1_losing_wagers_are_collected_before_any_is_paid() -> None:
    cards = {"seat 1": "Kc 6d", "seat 2": "Kd 9c", "seat 3": "Kh 7c", "dealer": "9d 9h"}
    seats = [seat(number, "stand") for number in (1, 2, 3)]
    order = [event.who for event in play(cards, *seats).driver.events if isinstance(event, Collected | Paid)]
    assert order == ["seat 3", "seat 1", "seat 2"]


def test_7_R_2_player_by_player_from_the_dealers_right() -> None:
    cards = {"seat 1": "Kc 6d", "seat 2": "Kd 9c", "seat 3": "Kh 7c", "dealer": "9d 9h"}
    seats = [seat(number, "stand") for number in (1, 2, 3)]
    played = play(cards, *seats, options={"settlement": "player by player"})
    order = [event.who for event in played.driver.events if isinstance(event, Collected | Paid)]
    assert order == ["seat 3", "seat 2", "seat 1"]


# 6.H: several boxes


def test_6_H_each_box_is_a_hand_of_its_own() -> None:
    wagers = {"pontoon": "10", "box 3 pontoon": "20", "box 1 pontoon": "5", "box 1 match-super-bonus": "1"}
    cards = {"seat 2": "Kc 9d", "box 3": "8c 8d 2h Kh", "box 3 hand 2": "Kd", "box 1": "9h 5c 7c", "dealer": "9d 8h"}
    decisions = ["hit", "stand", "split", "double", "stand"]
    played = play(cards, {"seat": 2, "wagers": wagers, "decisions": decisions})
    assert done(played, 2) == [
        ("box 1 match-super-bonus", WIN, "1", "3", "12.A(4)(a)(ii)"),
        ("box 3 hand 2 pontoon", WIN, "20", "20", "7.O(2), 12.A(1)"),
        ("box 3 pontoon", WIN, "20", "20", "7.O(2), 12.A(1)"),
        ("box 3 double", WIN, "20", "20", "7.O(2), 10.F, 12.A(1)"),
        ("seat 2 pontoon", WIN, "10", "10", "7.O(2), 12.A(1)"),
        ("box 1 pontoon", WIN, "5", "5", "7.O(2), 12.A(1)"),
    ]


def test_6_H_insurance_is_offered_for_each_box() -> None:
    wagers = {"pontoon": "10", "box 2 pontoon": "20"}
    cards = {"seat 1": "Kc 9d", "box 2": "8c 9d", "dealer": "Ad Kh"}
    played = play(cards, {"seat": 1, "wagers": wagers, "decisions": ["no insurance", "insurance 10"]})
    assert ("box 2 insurance", WIN, "10", "20", "12.A(3)") in done(played)
    assert net(played) == "-10"


def test_6_H_the_operator_says_how_many_and_they_lie_side_by_side() -> None:
    cards: dict[str, str] = {}
    with pytest.raises(ScenarioError, match=r"3 boxes are too many: a player may play 2 \(6.H\)"):
        wagers = {"pontoon": "10", "box 2 pontoon": "10", "box 4 pontoon": "10"}
        play(cards, {"seat": 3, "wagers": wagers}, options={"boxes": 2})
    with pytest.raises(ScenarioError, match="'box 5 pontoon' is not a wager here"):
        play(cards, {"seat": 3, "wagers": {"pontoon": "10", "box 5 pontoon": "10"}}, options={"boxes": 2})
    with pytest.raises(ScenarioError, match="'box 2 pontoon' is not a wager here"):
        play(cards, {"seat": 3, "wagers": {"pontoon": "10", "box 2 pontoon": "10"}}, seat(2), options={"boxes": 2})


# Chapter 5 and 7.B to 7.D: the shoe


def test_7_B_3_the_first_card_of_a_shoe_is_burned_and_the_next_round_burns_none() -> None:
    driver = table()
    play_round(driver)
    assert [event.clause for event in happened(driver, Burned)] == ["7.B(3)"]
    left = len(driver.table.shoe.cards)
    assert left == 288 - 1 - sum(len(event.cards) for event in happened(driver, Dealt))
    play_round(driver)
    assert not happened(driver, Burned) and not happened(driver, Shuffled)
    assert len(driver.table.shoe.cards) == left - sum(len(event.cards) for event in happened(driver, Dealt))


def test_7_B_4_a_new_dealer_burns_a_card() -> None:
    driver = table()
    play_round(driver)
    driver.begin(seed_from("relief"))
    driver.call("floor", "7.B(4)")
    driver.answer("seat 1", "pontoon 10")
    assert [event.clause for event in happened(driver, Burned)] == ["7.B(4)"]


def test_3_A_and_3_B_there_are_no_tens_in_six_or_eight_decks() -> None:
    for decks, cards in ((6, 288), (8, 384)):
        driver = table(decks=decks)
        begin(driver)
        assert happened(driver, Shuffled)[0].count == cards
        assert all(card >> 2 != 8 for card in driver.table.pack)


def test_5_E_2_the_cover_card_is_a_quarter_from_the_bottom_and_ends_the_shoe_after_its_round() -> None:
    driver = table((1, 2, 3, 4, 5))
    play_round(driver)
    assert driver.table.shoe.cover == 72
    while not happened(driver, Announced, "7.C"):
        assert not happened(driver, Shuffled) or driver.table.round == 1
        play_round(driver)
    assert driver.table.shoe.left < 72
    assert any(isinstance(event, Paid | Collected) for event in driver.events), "the round is completed"
    play_round(driver)
    assert len(happened(driver, Shuffled)) == 1 and driver.table.shoe.cover == 72


def test_5_D_1_the_first_player_to_arrive_is_offered_the_first_cut() -> None:
    driver = table((5, 2, 7))
    begin(driver)
    assert (ask := driver.asks["seat 5"]).what == "cut-offer" and ask.clause == "5.D"
    driver.answer("seat 5", "no cut")
    driver.answer("seat 2", "no cut")  # counter-clockwise, and round to the dealer's right
    driver.answer("seat 7", "cut")
    with pytest.raises(Refused, match="9 is not allowed: from 10 to 278"):
        driver.answer("seat 7", "9")
    driver.answer("seat 7", "278")
    assert happened(driver, Cut) == [Cut("seat 7", 278, "5.E")]


def test_5_C_the_dealer_cuts_when_nobody_does() -> None:
    driver = table((1, 2))
    begin(driver)
    driver.answer("seat 1", "no cut")
    driver.answer("seat 2", "no cut")
    assert [(event.who, event.clause) for event in happened(driver, Cut)] == [("dealer", "5.C")]


def test_5_E_1_the_cards_above_the_cut_go_to_the_bottom() -> None:
    driver = table()
    driver.begin(seed_from("cut"))
    driver.answer("seat 1", "pontoon 10")
    order = shuffled(driver.table.pack, mixed(seed_from("cut")))
    driver.answer("seat 1", "cut")
    driver.answer("seat 1", "100")
    assert happened(driver, Burned)[0].cards == (order[100],)
    assert happened(driver, Dealt)[0].cards == (order[101],)


def test_5_D_2_the_player_at_whose_box_the_cover_card_came_out_is_offered_the_next_cut() -> None:
    met = set()
    for luck in range(12):
        driver = table((1, 3, 6))
        begin(driver, seed=luck)
        finish(driver)
        while not (out := happened(driver, Announced, "7.C")):
            begin(driver, seed=luck)
            finish(driver)
        place = out[0].what.removeprefix("the cover card comes out at ")
        begin(driver, seed=luck)
        (ask,) = driver.asks.values()
        assert ask.what == "cut-offer"
        assert ask.who == (place if place.startswith("seat") else "seat 6")  # 5.D(3)
        met.add(place)
    assert {"dealer", "seat 1"} <= met


def test_5_D_5_after_the_floors_reshuffle_the_cut_is_offered_from_the_dealers_right() -> None:
    driver = table((2, 4, 3))
    play_round(driver)
    driver.begin(seed_from("floor"))
    driver.call("floor", "5.G")
    for who in list(driver.table.seats):
        driver.answer(who, "pontoon 10")
    assert list(driver.asks) == ["seat 4"]
    driver.answer("seat 4", "no cut")
    assert list(driver.asks) == ["seat 3"]


def test_5_F_the_floor_may_have_the_cards_cut_again() -> None:
    driver = table((1, 2), automatic=("dealer",))
    begin(driver)
    driver.answer("seat 1", "cut")
    driver.answer("seat 1", "50")
    driver.answer("floor", "recut")
    driver.answer("seat 1", "60")
    driver.answer("floor", "recut by the next")
    driver.answer("seat 2", "cut")
    driver.answer("seat 2", "70")
    driver.answer("floor", "accept")
    assert [(event.who, event.depth) for event in happened(driver, Cut)] == [
        ("seat 1", 50),
        ("seat 1", 60),
        ("seat 2", 70),
    ]


def test_5_J_a_continuous_shuffler_has_no_cut_and_no_cover_card() -> None:
    driver = table(shuffling="continuous")
    for number in range(3):
        play_round(driver)
        assert len(happened(driver, Shuffled)) == 1 and not happened(driver, Cut)
        assert len(happened(driver, Burned)) == (number == 0)


def test_6_C_who_sits_a_round_out_waits_for_the_shuffle_where_the_operator_says_so() -> None:
    driver = table((1, 2), mid_shoe_entry="barred")
    driver.begin(seed_from("a"))
    driver.answer("seat 1", "pontoon 10")
    driver.answer("seat 2", "sit out")
    finish(driver)
    driver.begin(seed_from("b"))
    assert list(driver.asks) == ["seat 1"]
    assert [event.who for event in happened(driver, Announced, "6.C")] == ["seat 2"]
    driver.call("floor", "6.C(1)", "seat 2")
    driver.answer("seat 1", "pontoon 10")
    finish(driver)
    driver.begin(seed_from("c"))
    assert list(driver.asks) == ["seat 1", "seat 2"]


def test_6_C_2_a_new_player_waits_for_the_shuffle_too_and_may_then_wager() -> None:
    driver = table((1,), mid_shoe_entry="barred")
    play_round(driver)
    driver.buy_in("seat 4", 100_00)
    driver.begin(seed_from("b"))
    assert list(driver.asks) == ["seat 1"]
    driver.call("floor", "5.G")
    driver.answer("seat 1", "pontoon 10")
    finish(driver)
    driver.begin(seed_from("c"))
    assert list(driver.asks) == ["seat 1", "seat 4"]


def test_the_seed_of_a_shoe_is_shown_when_the_next_one_is_shuffled_and_the_shoe_never_while_it_is_dealt() -> None:
    driver = table((1, 2))
    driver.begin(seed_from("shoe"))
    for who in ("seat 1", "seat 2"):
        driver.answer(who, "pontoon 10")
    finish(driver)
    assert not happened(driver, SeedRevealed)
    secret = text(driver.table.shoe.cards[-8:])
    play_round(driver)
    for viewer in (PUBLIC, "seat 1", SURVEILLANCE):
        exported = view.exported(driver, viewer)
        assert secret not in exported and seed_from("shoe").hex() not in exported
    driver.begin(seed_from("next"))
    driver.call("floor", "5.G")
    for who in ("seat 1", "seat 2"):
        driver.answer(who, "pontoon 10")
    finish(driver)
    assert [(event.round, event.seed) for event in happened(driver, SeedRevealed)] == [(1, seed_from("shoe").hex())]


# Duties


def test_2_F_the_card_reader_is_inspected_at_the_start_of_the_gaming_day() -> None:
    driver = table()
    driver.begin(seed_from(1), 0)
    assert [event.duty for event in happened(driver, DutyDue)] == ["card-reader"]
    driver.duty("floor", "card-reader")
    assert [event.clause for event in happened(driver, DutyDone)] == ["2.F"]
    driver.answer("seat 1", "sit out")
    driver.begin(seed_from(2), 23 * HOUR)
    assert not happened(driver, DutyDue)
    driver.answer("seat 1", "sit out")
    driver.begin(seed_from(3), 24 * HOUR)
    assert [event.duty for event in happened(driver, DutyDue)] == ["card-reader", "deck-change"]


def test_3_C_new_decks_are_shuffled_before_they_are_dealt() -> None:
    driver = table()
    play_round(driver)
    play_round(driver, now=24 * HOUR)
    driver.duty("floor", "deck-change")
    play_round(driver, now=25 * HOUR)
    assert len(happened(driver, Shuffled)) == 1


# Chapter 13: irregularities, A to S


def call(irregularity: str, at: str, seat: int | None = None, **more: Any) -> dict[str, Any]:
    return {"at": at, "irregularity": irregularity, "seat": seat, **more}


def test_13_A_a_card_found_face_up_goes_to_the_discard_rack() -> None:
    cards = {"seat 1": "Kc 6d 5c", "dealer": "9d 9h", "misdrawn": "4s"}
    played = play(cards, seat(1, "hit"), calls=[call("13.A", "play")])
    assert [(event.place, event.cards) for event in happened(played, Dealt, "13.A")] == [("misdrawn", hand("4s"))]
    assert happened(played, Discarded, "13.A")
    assert net(played) == "10"


def test_13_B_a_second_one_voids_the_round_and_the_cards_are_reshuffled() -> None:
    for calls in (["13.A", "13.A"], ["13.B"]):
        driver = table((1, 2))
        play_round(driver)
        before = {who: driver.table.stack(who) for who in driver.table.seats}
        begin(driver, wagers="pontoon 10, match-super-bonus 5")
        while not any(ask.what == "play" for ask in driver.asks.values()):
            ask = next(iter(driver.asks.values()))
            driver.answer(ask.who, ask.default)
        for name in calls:
            driver.call("floor", name)
        assert [event.clause for event in happened(driver, Voided)] == ["13.B"] and not driver.open
        assert {who: driver.table.stack(who) for who in driver.table.seats} == before
        play_round(driver)
        assert len(happened(driver, Shuffled)) == 1


def test_13_C_a_ten_is_taken_out_and_play_goes_on() -> None:
    played = play({"seat 1": "Kc 9d", "dealer": "9d 9h"}, seat(1, "stand"), calls=[call("13.C", "play")])
    assert happened(played, Announced, "13.C") and net(played) == "10"


def test_13_D_with_a_second_ten_the_round_is_void_and_the_decks_go_out_of_play() -> None:
    for calls in (["13.C", "13.C"], ["13.D"]):
        given = [call(name, "play") for name in calls]
        played = play({"seat 1": "Kc 9d", "dealer": "9d 9h"}, seat(1, match="5"), calls=given)
        assert [event.clause for event in happened(played, Voided)] == ["13.D"] and net(played) == "0"
        assert [(event.duty, event.clause) for event in happened(played, DutyDone)] == [("deck-change", "13.D")]
        begin(played.driver)
        assert len(happened(played, Shuffled)) == 1


def test_13_E_a_card_drawn_unseen_is_the_next_card() -> None:
    cards = {"seat 1": "Kc 6d 5c", "dealer": "9d 9h"}
    played = play(cards, seat(1, "hit"), calls=[call("13.E", "play")])
    assert net(played) == "10" and len(happened(played, Dealt)) == 5


def test_13_F_an_exposed_card_is_the_next_card_for_whoever_decides_next() -> None:
    cards = {"seat 1": "Kc 6d", "seat 2": "Kd 9c", "dealer": "9d 9h", "exposed": "5s"}
    played = play(cards, seat(1, "hit"), seat(2, "stand"), calls=[call("13.F", "play")])
    assert [(event.origin, event.place) for event in happened(played, Placed, "13.F")] == [("exposed", "seat 1")]
    assert done(played) == [("seat 1 pontoon", WIN, "10", "10", "7.O(2), 12.A(1)")]


def test_13_F_PO_11_a_double_takes_it() -> None:
    cards = {"seat 1": "6c 5d", "dealer": "9d 9h", "exposed": "Ks"}
    played = play(cards, seat(1, "double"), calls=[call("13.F", "play")])
    assert [event.place for event in happened(played, Placed, "13.F")] == ["seat 1"]
    assert net(played) == "20"


def test_13_F_PO_11_a_split_takes_it_as_the_first_hands_second_card() -> None:
    cards = {"seat 1": "8c 8d", "seat 1 hand 2": "2c", "dealer": "9d 8h", "exposed": "Ks"}
    played = play(cards, seat(1, "split", "stand", "stand"), calls=[call("13.F", "play")])
    assert [event.place for event in happened(played, Placed, "13.F")] == ["seat 1"]
    assert [event.place for event in happened(played, Dealt, "11.B")] == ["seat 1 hand 2"]


@pytest.mark.parametrize(("answer", "comes_to"), [("stand", "-10"), ("surrender", "-5")])
def test_13_F_PO_11_a_hand_may_stand_or_surrender_without_it(answer: str, comes_to: str) -> None:
    cards = {"seat 1": "Kc 6d", "seat 2": "Kd 6c", "dealer": "9d 9h", "exposed": "5s"}
    played = play(cards, seat(1, answer), seat(2, "hit"), calls=[call("13.F", "play")])
    assert net(played) == comes_to
    assert [event.place for event in happened(played, Placed, "13.F")] == ["seat 2"]


def test_13_G_who_refuses_it_gets_no_other_card() -> None:
    cards = {"seat 1": "8c 8d", "seat 2": "Kd 6c", "dealer": "9d 9h", "exposed": "5s"}
    played = play(cards, seat(1, "refuse"), seat(2, "hit"), calls=[call("13.F", "play")])
    assert [event.answer for event in happened(played, Acted, "13.G")] == ["refuse"]
    assert done(played)[0][1] == LOSE and done(played, 2)[0][1] == WIN
    with pytest.raises(ScenarioError, match="'split' was never asked for"):
        play(cards, seat(1, "refuse", "split"), seat(2, "hit"), calls=[call("13.F", "play")])


def test_13_G_PO_11_who_refuses_it_may_still_surrender() -> None:
    cards = {"seat 1": "Kc 6d", "seat 2": "Kd 6c", "dealer": "9d 9h", "exposed": "5s"}
    played = play(cards, seat(1, "refuse", "surrender"), seat(2, "hit"), calls=[call("13.F", "play")])
    assert net(played) == "-5"


def test_13_F_the_dealer_takes_a_card_that_the_players_refuse() -> None:
    cards = {"seat 1": "Kc 8d", "dealer": "9d 5h", "exposed": "5s"}
    played = play(cards, seat(1, "refuse"), calls=[call("13.F", "play")])
    assert [(event.origin, event.place) for event in happened(played, Placed, "13.F")] == [("exposed", "dealer")]
    assert done(played)[0][1] == LOSE


def test_13_H_a_card_that_nobody_can_use_goes_to_the_discard_rack() -> None:
    cards = {"seat 1": "Kc 8d", "dealer": "9d 8h", "exposed": "5s"}
    played = play(cards, seat(1, "refuse"), calls=[call("13.F", "play")])
    assert [event.cards for event in happened(played, Discarded, "13.H")] == [hand("5s")]
    assert done(played)[0][1] == WIN


@pytest.mark.parametrize(("answers", "places"), [(("hit", "stand"), ["seat 1 hand 2"]), (("refuse",), [])])
def test_13_F_13_G_a_split_hand_may_take_or_refuse_it_as_its_second_card(
    answers: tuple[str, ...], places: list[str]
) -> None:
    cards = {"seat 1": "8c 8d 3h", "dealer": "9d 8h", "exposed": "Ks"}
    played = play(cards, seat(1, "split", "double", *answers), calls=[call("13.F", "rescue")])
    assert [event.place for event in happened(played, Placed, "13.F")] == places
    assert len(happened(played, Discarded, "13.H")) == (not places)


def test_13_H_an_exposed_card_is_discarded_where_the_dealer_has_blackjack() -> None:
    cards = {"seat 1": "Kc 8d", "dealer": "Ad Kh", "exposed": "5s"}
    played = play(cards, seat(1), calls=[call("13.F", "insurance")])
    assert [event.cards for event in happened(played, Discarded, "13.H")] == [hand("5s")]


def test_13_I_a_card_the_dealer_draws_at_17_goes_to_the_discard_rack() -> None:
    cards = {"seat 1": "Kc 8d", "dealer": "9d 8h", "misdrawn": "4s"}
    played = play(cards, seat(1, "stand"), calls=[call("13.I", "settle")])
    assert [event.cards for event in happened(played, Discarded, "13.I")] == [hand("4s")]
    assert done(played)[0][1] == WIN


def test_13_J_the_dealers_missed_card_comes_after_the_players_two() -> None:
    cards = {"seat 1": "Kc 8d", "dealer": "9d 8h"}
    played = play(cards, seat(1, "stand"), dealer=["first"], calls=[call("13.J", "deal")])
    dealt = [(event.place, event.clause, event.seen) for event in happened(played, Dealt)]
    assert dealt == [
        ("seat 1", "7.E(1)", None),
        ("seat 1", "7.E(3)", None),
        ("dealer", "13.J", None),
        ("dealer", "7.E(4)", ()),
    ]
    played = play(cards, seat(1, "stand"), dealer=["second"], calls=[call("13.J", "deal")])
    assert [event.clause for event in happened(played, Dealt)][2:] == ["7.E(3)", "13.J"]


def test_13_K_the_discard_rack_is_shuffled_and_cut_when_the_shoe_runs_out() -> None:
    driver = table((1, 2, 3, 4, 5))
    play_round(driver)
    short = driver.table.shoe
    short.cards[:] = short.cards[-7:]  # as after many rounds
    driver.begin(seed_from("short"))
    for who in list(driver.table.seats):
        driver.answer(who, "pontoon 10")
    assert [event.count for event in happened(driver, Shuffled, "13.K")] == [288 - 7]
    (ask,) = driver.asks.values()
    assert ask.what == "cut-offer" and len(happened(driver, Dealt)) == 7
    driver.answer(ask.who, "cut")
    driver.answer(ask.who, "100")
    finish(driver)
    assert [event.clause for event in happened(driver, Burned)] == ["13.L"]
    dealt = [card for event in happened(driver, Dealt) for card in event.cards]
    burned = [card for event in happened(driver, Burned) for card in event.cards]
    lying = [*dealt, *burned, *driver.table.shoe.cards]
    assert sorted(lying) == sorted(driver.table.pack)
    play_round(driver)
    assert [event.count for event in happened(driver, Shuffled)] == [288]


def test_13_L_one_card_is_burned_before_the_round_is_completed() -> None:
    driver = table()
    play_round(driver)
    driver.table.shoe.cards[:] = driver.table.shoe.cards[-1:]
    begin(driver)
    finish(driver)
    order = [type(event) for event in driver.events if isinstance(event, Dealt | Shuffled | Cut | Burned)]
    assert order[:5] == [Dealt, Shuffled, Cut, Burned, Dealt]


def test_13_M_a_hand_without_cards_is_dead_and_its_wagers_go_back() -> None:
    cards = {"seat 1": "Kc 8d", "dealer": "9d 8h"}
    played = play(cards, seat(1, "stand"), seat(2, match="5"), calls=[call("13.M", "deal", 2)])
    assert done(played, 2) == [
        ("seat 2 pontoon", RETURNED, "10", "0", "13.M"),
        ("seat 2 match-super-bonus", RETURNED, "5", "0", "13.M"),
    ]
    assert {event.place for event in happened(played, Dealt)} == {"seat 1", "dealer"}
    assert done(played)[0][1] == WIN


def test_13_M_when_every_hand_is_dead_nothing_is_left_to_play() -> None:
    played = play({}, seat(1), calls=[call("13.M", "deal")])
    assert net(played) == "0" and not happened(played, Paid)


def test_13_N_a_second_card_comes_after_all_others_if_the_player_wants_it() -> None:
    cards = {"seat 1": "Kc 8d", "seat 2": "Kd 9c", "dealer": "9d 8h"}
    played = play(cards, seat(1, "second card", "stand"), seat(2, "stand"), calls=[call("13.N", "deal", 1)])
    assert [(event.place, event.clause) for event in happened(played, Dealt)] == [
        ("seat 1", "7.E(1)"),
        ("seat 2", "7.E(1)"),
        ("dealer", "7.E(2)"),
        ("seat 2", "7.E(3)"),
        ("seat 1", "13.N"),
        ("dealer", "7.E(4)"),
    ]
    played = play(cards | {"seat 1": ""}, seat(1, "dead hand"), seat(2, "stand"), calls=[call("13.N", "deal", 1)])
    assert done(played) == [("seat 1 pontoon", RETURNED, "10", "0", "13.N")]


def test_13_O_1_a_card_that_was_forgotten_comes_after_all_others() -> None:
    cards = {"seat 1": "Kc 6d 5c", "seat 2": "Kd 4c 6h", "dealer": "9d 8h"}
    played = play(cards, seat(1, "later"), seat(2, "hit", "stand"), calls=[call("13.O", "play", 1)])
    dealt = [(event.place, event.clause) for event in happened(played, Dealt)][6:]
    assert dealt == [("seat 2", "7.I"), ("seat 1", "13.O(1)")]
    last = max(at for at, event in enumerate(played.driver.events) if isinstance(event, Dealt))
    assert last < played.driver.events.index(happened(played, Revealed)[0])
    assert done(played)[0][1] == WIN


def test_13_O_1_also_for_a_player_whose_turn_was_over() -> None:
    cards = {"seat 1": "Kc 6d 5c", "seat 2": "Kd 9c", "dealer": "9d 8h"}
    driver = scenario.play_by_default(
        Scenario.model_validate({"game": "pontoon-21", "cards": cards, "seats": [seat(1, "stand"), seat(2, "stand")]}),
        GAME,
    )
    again = journal.replay(journal.lines(driver.header, driver.journal[:-1]), game)
    again.call("floor", "13.O", "seat 1")
    again.answer("seat 1", "later")
    again.answer("seat 2", "stand")
    assert not again.open and again.table.settled[0].outcome.result is Result.WIN
    assert happened(again, Dealt, "13.O(1)")


def test_13_O_2_or_the_hand_is_dead_and_the_wager_goes_back() -> None:
    cards = {"seat 1": "Kc 6d", "seat 2": "Kd 9c", "dealer": "9d 8h"}
    played = play(cards, seat(1, "dead hand"), seat(2, "stand"), calls=[call("13.O", "play", 1)])
    assert done(played) == [("seat 1 pontoon", RETURNED, "10", "0", "13.O(2)")]


def test_13_P_1_a_hole_card_that_could_be_seen_makes_all_hands_dead() -> None:
    cards = {"seat 1": "Kc 6d", "dealer": "9d 8h"}
    played = play(cards, seat(1, match="5"), floor=["accept", "seen"], calls=[call("13.P", "play")])
    assert [event.clause for event in happened(played, Voided)] == ["13.P(1)"] and net(played) == "0"


def test_13_P_2_otherwise_play_goes_on() -> None:
    cards = {"seat 1": "Kc 9d", "dealer": "9d 8h"}
    played = play(cards, seat(1, "stand"), floor=["accept", "not seen"], calls=[call("13.P", "play")])
    assert happened(played, Announced, "13.P(2)") and net(played) == "10"
    with pytest.raises(ScenarioError, match=r"13\.P can't be called: the up card calls for the card reader"):
        play({**cards, "dealer": "Kd 8h"}, seat(1, "stand"), calls=[call("13.P", "play")])


def test_13_Q_nothing_is_dealt_until_the_card_reader_works() -> None:
    driver = table((1,), automatic=("dealer",))
    begin(driver)
    driver.call("dealer", "13.Q")
    assert [(ask.who, ask.what) for ask in driver.asks.values()] == [("floor", "repair")]
    with pytest.raises(Refused, match="the table waits for floor"):
        driver.answer("seat 1", "no cut")
    driver.answer("floor", "replaced")
    assert list(driver.asks) == ["seat 1"]
    assert [event.what for event in happened(driver, Announced, "13.Q")] == ["the card reader is replaced"]


def test_13_R_a_shuffle_that_jams_is_done_again() -> None:
    driver = table((1,))
    driver.begin(seed_from("jam"))
    driver.answer("seat 1", "pontoon 10")
    driver.call("floor", "13.R")
    driver.answer("seat 1", "cut")
    driver.answer("seat 1", "10")
    order = shuffled(driver.table.pack, mixed(seed_from("jam")), "shuffle 2")
    assert [event.clause for event in happened(driver, Shuffled)] == ["5.A", "13.R"]
    assert happened(driver, Dealt)[0].cards == (order[11],)


def test_13_R_a_cut_made_before_is_made_again() -> None:
    driver = table((1,), automatic=("dealer",))
    begin(driver)
    driver.answer("seat 1", "cut")
    driver.answer("seat 1", "10")
    driver.call("floor", "13.R")
    driver.answer("seat 1", "20")
    driver.answer("floor", "accept")
    assert [event.depth for event in happened(driver, Cut)] == [10, 20]


def test_13_S_a_broken_device_is_covered_or_marked() -> None:
    cards = {"seat 1": "Kc 9d", "dealer": "9d 8h"}
    played = play(cards, seat(1, "stand"), floor=["accept", "marked out of order"], calls=[call("13.S", "play")])
    assert [event.what for event in happened(played, Announced, "13.S")] == ["the device is marked out of order"]
    assert net(played) == "10"


# The dealer enters the cards


def test_the_dealer_enters_the_hole_card_only_when_it_is_turned_and_never_against_the_card_reader() -> None:
    driver = Driver(GAME, resolve(GAME.rules), source=DealerEntry(), automatic=("floor",))
    driver.buy_in("seat 1", 1000_00)
    begin(driver)
    answers = ["no cut", "100", "deal", "Kc", "Ad", "9d", "no insurance", "no blackjack", "stand"]
    for answer in answers:
        driver.answer(next(iter(driver.asks)), answer)
    with pytest.raises(Refused, match="Kd can't come"):
        driver.answer("dealer", "Kd")
    driver.answer("dealer", "7d")
    assert happened(driver, Revealed)[0].cards == hand("Ad 7d")
    assert driver.table.hands["dealer"] == list(hand("Ad 7d"))
    driver.answer("dealer", "settle")
    assert driver.table.stack("seat 1") == 1010_00
    shoe = driver.table.shoe
    assert (len(shoe.cards), shoe.unseen, shoe.left) == (284, 1, 283)
    assert happened(driver, Burned)[0].cards == (HIDDEN,)


# Many rounds of one shoe, and the next


def test_many_rounds_keep_every_card_and_every_cent() -> None:
    rng = Random(21)
    driver = table((1, 2, 4), automatic=("dealer", "floor"))
    on_table = -driver.table.ledger["cage"]
    shuffles = 0
    for _ in range(60):
        driver.begin(seed_from(rng.random().hex()))
        while driver.open:
            ask = rng.choice(list(driver.asks.values()))
            driver.answer(ask.who, ask.random(rng) or ask.default)
        assert driver.table.ledger.total() == 0 and not driver.table.stakes
        assert -driver.table.ledger["cage"] >= on_table
        shuffles += len(happened(driver, Shuffled))
        again = journal.replay(journal.written(driver), game)
        assert [event.data() for event in again.events] == [event.data() for event in driver.events]
    assert shuffles >= 3


def test_options_out_of_bounds_are_refused_with_their_clause() -> None:
    for option, value, clause in (("decks", 4, "3.A"), ("cover_card", 20, "5.E(2)"), ("boxes", 9, "6.H")):
        with pytest.raises(RulesError) as error:
            resolve(GAME.rules, {option: value})
        assert clause in str(error.value)
