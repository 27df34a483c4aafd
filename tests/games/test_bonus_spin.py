"""Bonus Spin and Bonus Spin Xtreme worked by hand, at Criss Cross Poker and Pontoon 21: named after the clauses.

A wheel is made to stop where a test wants it by giving that symbol nearly all of its stops.
"""

from collections.abc import Mapping
from typing import Any, TypeVar

import pytest

from houseway.cards.shuffle import mixed, number, seed_from
from houseway.cards.source import DealerEntry
from houseway.games import game
from houseway.games.bonus_spin import at_stop, first_stop
from houseway.play import journal, scenario
from houseway.play.ask import Refused
from houseway.play.driver import Driver
from houseway.play.event import Announced, Awarded, Event, MeterMoved, Spun, Voided
from houseway.play.scenario import Played, Scenario, ScenarioError
from houseway.rules.money import dollars
from houseway.rules.resolved import Rules, resolve
from houseway.rules.strict import RulesError
from houseway.rules.submission import Choices, demonstration, house_rules
from houseway.rules.wheels import symbols

PONTOON, CRISS_CROSS = "pontoon-21", "criss-cross-poker"
WIN, LOSE, RETURNED = "win", "lose", "returned"
OFFERED: dict[str, dict[str, Any]] = {
    PONTOON: {"bonus_spin": True, "bonus_spin_xtreme": True},
    CRISS_CROSS: {"bonus_spin": True, "bonus_spin_xtreme": True, "bonus_spin_xtreme_event": "three-of-a-kind"},
}
STAY = ("across 1", "down 1", "middle 1")
NOTHING = {"across": "2h 7d", "down": "4c 9s", "middle": "Jc"}  # a cross that qualifies for nothing
Kind = TypeVar("Kind", bound=Event)


def stopping(id: str, wheel: str, symbol: str) -> dict[str, dict[str, int]]:
    """A wheel that all but surely stops at one symbol."""
    house = next(table for table in demonstration().tables if table.game == id)
    return {wheel: {**house.wheels[wheel], symbol: 1_000_000}}


def play(id: str, cards: Mapping[str, str], *seats: Mapping[str, Any], **more: Any) -> Played:
    options = {**OFFERED[id], **more.pop("options", {})}
    given = {"game": id, "cards": cards, "seats": seats, "options": options, **more}
    played = scenario.play(Scenario.model_validate(given), game(id))
    assert played.driver.table.ledger.total() == 0
    return played


def seat(seat_number: int, *decisions: str, **wagers: str) -> dict[str, Any]:
    named = {wager.replace("_", "-"): amount for wager, amount in wagers.items()}
    return {"seat": seat_number, "wagers": named, "decisions": decisions}


def won(played: Played, number: int = 1) -> list[tuple[str, str, str]]:
    """Every bonus wager that was taken in or won: what, how much, and the clause."""
    report = next(one for one in played.report()["seats"] if one["seat"] == number)
    return [
        (one["wager"], one["paid"] if one["result"] == WIN else f"-{one['stake']}", one["clause"])
        for one in report["wagers"]
        if one["wager"].startswith("bonus-spin")
    ]


def happened(where: Played | Driver, kind: type[Kind], clause: str = "") -> list[Kind]:
    driver = where.driver if isinstance(where, Played) else where
    return [event for event in driver.events if isinstance(event, kind) and clause in getattr(event, "clause", "")]


def meters(played: Played) -> dict[str, str]:
    return dict(played.report()["meters"])


# Placing the wager: fixed amounts, a device, the lock-out


@pytest.mark.parametrize(("id", "wager"), [(PONTOON, "pontoon"), (CRISS_CROSS, "ante")])
def test_the_device_takes_only_the_printed_amounts(id: str, wager: str) -> None:
    amounts = {PONTOON: r"\$1.10 or \$5 \(6.G\(2\)\)", CRISS_CROSS: r"\$1 or \$5 \(7.E\(2\)\(b\)\)"}[id]
    with pytest.raises(ScenarioError, match=f"bonus-spin 2 is not allowed: its device takes {amounts}"):
        play(id, {}, {"seat": 1, "wagers": {wager: "10", "bonus-spin": "2"}})
    with pytest.raises(ScenarioError, match=f"{wager} must be wagered to take part"):
        play(id, {}, {"seat": 1, "wagers": {"bonus-spin": "5"}, "decisions": []})


def xtreme_table(letter: str) -> dict[str, str]:
    """One pay table of Xtreme at Criss Cross Poker, and none for the other amounts."""
    tables = {"1": "ABC", "2": "DEF", "5": "GHI"}
    return {f"bonus_spin_xtreme_table_{one}": letter if letter in table else "none" for one, table in tables.items()}


def test_12_E_the_amount_of_an_xtreme_wager_goes_with_its_pay_table() -> None:
    for table, amount in (("A", "1"), ("F", "2"), ("I", "5")):
        rules = rules_with(CRISS_CROSS, **xtreme_table(table))
        assert [dollars(one) for one in rules.amounts("bonus-spin-xtreme")] == [amount]


def test_2_B_7_b_the_devices_are_locked_when_dealing_begins() -> None:
    played = play(PONTOON, {"seat 1": "Kc 9d", "dealer": "9d 8h"}, seat(1, "stand", pontoon="10", bonus_spin="5"))
    (locked,) = happened(played, Announced, "2.B(7)(b)")
    dealt = next(at for at, event in enumerate(played.driver.events) if type(event).__name__ == "Dealt")
    assert played.driver.events.index(locked) < dealt
    with pytest.raises(Refused, match="no round is being played"):
        played.driver.answer("seat 1", "bonus-spin 5")


def test_a_wager_that_triggers_nothing_is_taken_in_and_moves_the_meter() -> None:
    cards = {"seat 1": "Kc 9d", "seat 2": "Kd 9c", "dealer": "9d 8h"}
    one, two = seat(1, "stand", pontoon="10", bonus_spin="1.10"), seat(2, "stand", pontoon="10", bonus_spin="5")
    played = play(PONTOON, cards, one, two)
    assert won(played) == [("bonus-spin", "-1.10", "6.G(2)")]
    # The demonstration's rates: 10 per cent of $1.10 on the meter of pay table B, 15 of $5 on that of D.
    assert meters(played) == {
        "bonus-spin-B": "1000.11",
        "bonus-spin-D": "5000.75",
        "xtreme-primary": "10000",
        "xtreme-secondary": "10000",
    }


# Bonus Spin at Pontoon 21: a Blackjack in the first two cards


@pytest.mark.parametrize(
    ("bet", "wheel", "symbol", "paid", "clause"),
    [
        ("1.10", "bonus-spin-B", "1000", "1000", "12.D(2)(b)"),
        ("1.10", "bonus-spin-B", "15", "15", "12.D(2)(g)"),
        ("5", "bonus-spin-D", "5000", "5000", "12.D(4)(b)"),
        ("5", "bonus-spin-D", "600", "600", "12.D(4)(c)"),
        ("5", "bonus-spin-D", "40", "40", "12.D(4)(k)"),
    ],
)
def test_12_D_5_a_blackjack_wins_what_the_wheel_lands_on(
    bet: str, wheel: str, symbol: str, paid: str, clause: str
) -> None:
    cards = {"seat 1": "Ac Kd", "dealer": "9d 8h"}
    wheels = stopping(PONTOON, wheel, symbol)
    played = play(PONTOON, cards, seat(1, pontoon="10", bonus_spin=bet), wheels=wheels)
    assert won(played) == [("bonus-spin", f"-{bet}", "6.G(2)"), ("bonus-spin", paid, clause)]
    (spun,) = happened(played, Spun)
    assert (spun.symbol, spun.clause) == (symbol, "12.D(5)")


@pytest.mark.parametrize("dealer", ["Kd 8h", "Kd Ah"])
def test_12_D_7_against_a_ten_the_spin_waits_for_the_players_turn_to_be_paid(dealer: str) -> None:
    cards = {"seat 1": "Ac Kd", "dealer": dealer}
    played = play(PONTOON, cards, seat(1, pontoon="10", bonus_spin="5"))
    kinds = [type(event).__name__ for event in played.driver.events]
    assert kinds.index("Revealed") < kinds.index("Paid") < kinds.index("Spun")


def test_6_G_2_a_two_card_21_on_a_split_hand_is_no_trigger() -> None:
    cards = {"seat 1": "Ac Ad Kh", "seat 1 hand 2": "Kd", "dealer": "9d 8h"}
    played = play(PONTOON, cards, seat(1, "split", pontoon="10", bonus_spin="5"))
    assert not happened(played, Spun)


def test_12_D_4_a_the_jackpot_is_all_of_the_meter_which_is_then_reset() -> None:
    cards = {"seat 1": "Ac Kd", "dealer": "9d 8h"}
    wheels = stopping(PONTOON, "bonus-spin-D", "jackpot")
    played = play(PONTOON, cards, seat(1, pontoon="10", bonus_spin="5"), wheels=wheels)
    assert won(played)[1] == ("bonus-spin", "5000.75", "12.D(4)(a), 12.D(7)")
    assert meters(played)["bonus-spin-D"] == "5000"
    moves = [(event.amount, event.stands) for event in happened(played, MeterMoved) if event.meter == "bonus-spin-D"]
    assert moves == [(500000, "5000"), (75, "5000.75"), (-500075, "0"), (500000, "5000")]


def test_12_D_7_two_winners_in_one_round_each_get_the_meter_as_it_stands_at_their_turn() -> None:
    cards = {"seat 1": "Ac Kd", "seat 2": "Ah Kh", "dealer": "9d 8h"}
    wheels = stopping(PONTOON, "bonus-spin-D", "jackpot")
    seats = [seat(number, pontoon="10", bonus_spin="5") for number in (1, 2)]
    played = play(PONTOON, cards, *seats, wheels=wheels, meters={"bonus-spin-D": {"reset": "6000"}})
    assert won(played)[1][1] == "5001.50"  # paid first, at once, clockwise (7.H(1)(a))
    assert won(played, 2)[1][1] == "6000"
    assert meters(played)["bonus-spin-D"] == "6000"


def test_12_D_3_a_merchandise_is_won_and_no_money_moves() -> None:
    cards, options = {"seat 1": "Ac Kd", "dealer": "9d 8h"}, {"bonus_spin_table_5": "C", "bonus_spin_community_5": "C"}
    wheels = stopping(PONTOON, "bonus-spin-C", "jackpot")
    played = play(PONTOON, cards, seat(1, pontoon="10", bonus_spin="5"), wheels=wheels, options=options)
    assert won(played) == [("bonus-spin", "-5", "6.G(2)"), ("bonus-spin", "0", "12.D(3)(a)")]
    assert [event.what for event in happened(played, Announced, "12.D(3)(a)")] == [
        "wins a weekend for two on bonus-spin"
    ]
    assert "bonus-spin-C" not in meters(played)


def test_12_D_1_a_a_fixed_prize_is_paid() -> None:
    cards, options = {"seat 1": "Ac Kd", "dealer": "9d 8h"}, {"bonus_spin_table_1": "A"}
    wheels = stopping(PONTOON, "bonus-spin-A", "jackpot")
    played = play(PONTOON, cards, seat(1, pontoon="10", bonus_spin="1.10"), wheels=wheels, options=options)
    assert won(played)[1] == ("bonus-spin", "1000", "12.D(1)(a)")


def test_12_D_8_a_community_pay_goes_by_each_players_own_wager() -> None:
    cards = {"seat 1": "Ac Kd", "seat 2": "Kc 9d", "seat 3": "Kh 9c", "seat 4": "Ks 9h", "dealer": "9d 8h"}
    wheels = stopping(PONTOON, "bonus-spin-D", "200 and 50")
    played = play(
        PONTOON,
        cards,
        seat(1, pontoon="10", bonus_spin="5"),
        seat(2, "stand", pontoon="10", bonus_spin="5"),
        seat(3, "stand", pontoon="10", bonus_spin="1.10"),
        seat(4, "stand", pontoon="10"),
        wheels=wheels,
    )
    assert won(played)[1] == ("bonus-spin", "200", "12.D(10)(b)(ii)")
    assert won(played, 2)[1] == ("bonus-spin community pay", "50", "12.D(8)(a), 12.D(10)(b)(ii)")
    assert won(played, 3)[1] == ("bonus-spin community pay", "20", "12.D(8)(a), 12.D(9)(b)(ii)")
    assert won(played, 4) == []


# Bonus Spin Xtreme at Pontoon 21: the dealer's six and ten-point card


@pytest.mark.parametrize("dealer", ["6d Kh 5c", "Jd 6h 5c"])
def test_6_G_3_a_six_and_a_ten_point_card_trigger_it_in_either_order(dealer: str) -> None:
    cards = {"seat 1": "Kc 9d", "dealer": dealer}
    wheels = stopping(PONTOON, "xtreme-A", "600")
    played = play(PONTOON, cards, seat(1, "stand", pontoon="10", bonus_spin_xtreme="5"), wheels=wheels)
    assert won(played) == [("bonus-spin-xtreme", "-5", "6.G(3)"), ("bonus-spin-xtreme", "600", "12.E(1)(d)")]


def test_6_G_3_a_six_drawn_later_or_another_count_of_16_triggers_nothing() -> None:
    for dealer in ("9d 7h 5c", "Kd 2h 6c"):
        cards = {"seat 1": "Kc 9d", "dealer": dealer}
        played = play(PONTOON, cards, seat(1, "stand", pontoon="10", bonus_spin_xtreme="5"))
        assert not happened(played, Spun)


def test_6_G_3_it_is_triggered_also_when_the_dealer_need_not_draw() -> None:
    cards = {"seat 1": "Kc 6d Kd", "dealer": "6d Kh"}
    played = play(PONTOON, cards, seat(1, "hit", pontoon="10", bonus_spin_xtreme="5"))
    assert happened(played, Announced, "7.N")
    assert happened(played, Spun)


def test_12_F_all_but_the_hot_spot_get_what_the_community_wheel_lands_on() -> None:
    cards = {"seat 1": "Kc 9d", "seat 2": "Kd 9c", "seat 3": "Kh 9h", "dealer": "6d Kh 5c"}
    wheels = stopping(PONTOON, "xtreme-A", "1000") | stopping(PONTOON, "xtreme-community-A", "75")
    seats = [seat(number, "stand", pontoon="10", bonus_spin_xtreme="5") for number in (1, 2, 3)]
    hot = set()
    for luck in range(12):
        played = play(PONTOON, cards, *seats, wheels=wheels, seed=luck)
        paid = {one: won(played, one)[1] for one in (1, 2, 3)}
        spun = happened(played, Spun)[0].symbol
        hot.add(spun)
        for one, what in paid.items():
            if f"seat {one}" == spun:
                assert what == ("bonus-spin-xtreme", "1000", "12.E(1)(c)")
            else:
                assert what == ("bonus-spin-xtreme community pay", "75", "12.E(5)(a), 12.F(1)(c)")
    assert hot == {"seat 1", "seat 2", "seat 3"}


@pytest.mark.parametrize(
    ("jackpot", "paid", "left"),
    [
        ("primary", "10000.50", {"xtreme-primary": "5000", "xtreme-secondary": "10000.25"}),
        ("secondary", "10000.25", {"xtreme-primary": "10000.50", "xtreme-secondary": "5000"}),
    ],
)
def test_12_E_1_a_b_there_are_two_meters(jackpot: str, paid: str, left: dict[str, str]) -> None:
    cards = {"seat 1": "Kc 9d", "dealer": "6d Kh 5c"}
    wheels = stopping(PONTOON, "xtreme-A", f"{jackpot} jackpot")
    played = play(PONTOON, cards, seat(1, "stand", pontoon="10", bonus_spin_xtreme="5"), wheels=wheels)
    assert won(played)[1][1] == paid
    assert {name: amount for name, amount in meters(played).items() if name.startswith("xtreme")} == left


# Criss Cross Poker


def test_7_E_2_b_a_pair_in_the_hole_with_5_dollars_spins() -> None:
    wheels = stopping(CRISS_CROSS, "bonus-spin-B", "250")
    played = play(CRISS_CROSS, {**NOTHING, "seat 1": "8h 8d"}, seat(1, *STAY, ante="10", bonus_spin="5"), wheels=wheels)
    assert won(played) == [("bonus-spin", "-5", "7.E(2)(b)"), ("bonus-spin", "250", "12.D(2)(c)")]


def test_CC_6_a_dollar_does_not_spin_and_takes_part_in_community_pay() -> None:
    wheels = stopping(CRISS_CROSS, "bonus-spin-B", "500 and 100")
    cards = {**NOTHING, "seat 1": "8h 8d", "seat 2": "Kh Kd", "seat 3": "3h 5d"}
    played = play(
        CRISS_CROSS,
        cards,
        seat(1, *STAY, ante="10", bonus_spin="5"),
        seat(2, *STAY, ante="10", bonus_spin="1"),
        seat(3, "fold", ante="10", bonus_spin="5"),
        wheels=wheels,
    )
    assert won(played)[1] == ("bonus-spin", "500", "12.D(11)(i)")
    assert won(played, 2)[1:] == [("bonus-spin community pay", "25", "12.D(8)(a), 12.D(9)(b)(i)")]
    assert won(played, 3)[1] == ("bonus-spin community pay", "100", "12.D(8)(a), 12.D(11)(i)")
    assert len(happened(played, Spun)) == 1


def test_CC_15_a_fold_keeps_the_wager_and_a_forfeit_loses_it() -> None:
    wheels = stopping(CRISS_CROSS, "bonus-spin-B", "250")
    cards = {**NOTHING, "seat 1": "8h 8d"}
    played = play(CRISS_CROSS, cards, seat(1, "fold", ante="10", bonus_spin="5"), wheels=wheels)
    assert won(played)[1] == ("bonus-spin", "250", "12.D(2)(c)")
    called = [{"at": "down", "irregularity": "11.A(2)", "seat": 1}]
    played = play(CRISS_CROSS, cards, seat(1, "across 1", ante="10", bonus_spin="5"), wheels=wheels, calls=called)
    assert won(played) == [("bonus-spin", "-5", "7.E(2)(b)")]


def test_12_D_7_the_order_of_payment_is_from_the_dealers_right() -> None:
    wheels = stopping(CRISS_CROSS, "bonus-spin-B", "jackpot")
    cards = {**NOTHING, "seat 1": "8h 8d", "seat 2": "Kh Kd"}
    played = play(
        CRISS_CROSS,
        cards,
        *(seat(number, *STAY, ante="10", bonus_spin="5") for number in (1, 2)),
        wheels=wheels,
    )
    assert won(played, 2)[1] == ("bonus-spin", "1001.50", "12.D(2)(a), 12.D(7)")
    assert won(played)[1] == ("bonus-spin", "1000", "12.D(2)(a), 12.D(7)")


def test_7_E_2_c_xtreme_is_triggered_by_the_operators_event() -> None:
    trips = {"across": "2h 2d", "down": "2c 9s", "middle": "Jc"}
    wheels = stopping(CRISS_CROSS, "xtreme-G", "350")
    wagers = {"ante": "10", "bonus-spin-xtreme": "5"}
    one = {"seat": 1, "wagers": wagers, "decisions": STAY}
    played = play(CRISS_CROSS, {**trips, "seat 1": "8h 5d"}, one, wheels=wheels)
    assert won(played)[1] == ("bonus-spin-xtreme", "350", "12.E(7)(f)")
    assert not happened(play(CRISS_CROSS, {**NOTHING, "seat 1": "8h 5d"}, one, wheels=wheels), Spun)
    options = {"bonus_spin_xtreme_event": "straight"}
    assert not happened(play(CRISS_CROSS, {**trips, "seat 1": "8h 5d"}, one, wheels=wheels, options=options), Spun)


SEVERAL = {"bonus_spin_xtreme_table_1": "B", "bonus_spin_xtreme_table_2": "F"}  # and G for $5


def at_several_amounts(hot: str, spins: dict[str, str], *amounts: str) -> Played:
    """Seats 1, 2 and so on with these Xtreme wagers, and three of a kind on the cross."""
    cards = {"across": "2h 2d", "down": "2c 9s", "middle": "Jc"}
    seats = [
        {"seat": seat, "wagers": {"ante": "10", "bonus-spin-xtreme": amount}, "decisions": ["fold"]}
        for seat, amount in enumerate(amounts, start=1)
    ]
    spins = {"bonus-spin-xtreme hot spot": hot, **spins} if len(amounts) > 1 else spins
    return play(CRISS_CROSS, cards, *seats, options=SEVERAL, spins=spins)


def test_CC_13_xtreme_is_offered_at_several_amounts_each_with_a_pay_table_and_a_meter_of_its_own() -> None:
    rules = rules_with(CRISS_CROSS, **SEVERAL)
    assert [dollars(one) for one in rules.amounts("bonus-spin-xtreme")] == ["1", "2", "5"]
    spins = {
        "bonus-spin-xtreme seat 2": "500",
        "bonus-spin-xtreme community 1": "40",
        "bonus-spin-xtreme community 5": "125",
    }
    played = at_several_amounts("seat 2", spins, "1", "2", "5", "1")
    assert won(played, 2)[1] == ("bonus-spin-xtreme", "500", "12.E(6)(b)")
    gained = {event.meter: event.amount for event in happened(played, MeterMoved) if event.why.startswith("gains")}
    assert gained == {"xtreme-B": 15, "xtreme-F": 30, "xtreme-G": 75}


def test_12_E_13_a_CC_13_community_pay_goes_by_the_receivers_own_wager() -> None:
    spins = {
        "bonus-spin-xtreme seat 2": "500",
        "bonus-spin-xtreme community 1": "40",
        "bonus-spin-xtreme community 5": "125",
    }
    played = at_several_amounts("seat 2", spins, "1", "2", "5", "1")
    for seat, pays, clause in ((1, "40", "12.E(15)(a)"), (3, "125", "12.E(20)(b)"), (4, "40", "12.E(15)(a)")):
        assert won(played, seat)[1] == ("bonus-spin-xtreme community pay", pays, f"12.E(13)(a), {clause}")


def test_CC_13_no_community_wheel_is_spun_for_an_amount_that_nobody_else_has() -> None:
    played = at_several_amounts("seat 1", {"bonus-spin-xtreme seat 1": "250"}, "1")
    assert [event.wheel for event in happened(played, Spun)] == ["Bonus Spin Xtreme, Paytable B Hot Spot"]


def test_12_E_at_least_one_amount_of_xtreme_is_offered() -> None:
    nothing = {f"bonus_spin_xtreme_table_{amount}": "none" for amount in (1, 2, 5)}
    why = refused(CRISS_CROSS, {**OFFERED[CRISS_CROSS], **nothing})
    assert 'needs bonus_spin_xtreme_table_5 = "G" or "H" or "I" (12.E)' in why


# Meters live on, and a void gives everything back


def test_meters_survive_between_rounds_and_in_a_journal() -> None:
    rules = house_rules(game(PONTOON).rules, Choices(options={**OFFERED[PONTOON]}))
    driver = Driver(game(PONTOON), rules)
    driver.buy_in("seat 1", 1000_00)
    for number_ in range(3):
        driver.begin(seed_from(number_))
        driver.answer("seat 1", "pontoon 5, bonus-spin-xtreme 5")
        while driver.open:
            ask = next(iter(driver.asks.values()))
            driver.answer(ask.who, ask.default)
    assert driver.table.ledger["meter/xtreme-primary"] == 10_001_50
    assert driver.table.ledger["meter/xtreme-secondary"] == 10_000_75
    again = journal.replay(journal.written(driver), game)
    assert again.table.ledger == driver.table.ledger


def test_a_void_takes_prizes_back_and_the_meters_with_them() -> None:
    cards = {"seat 1": "Ac Kd", "seat 2": "Kh 5c", "dealer": "9d 8h"}
    played = play(
        PONTOON,
        cards,
        seat(1, pontoon="10", bonus_spin="5"),
        seat(2, pontoon="10", bonus_spin="5"),
        wheels=stopping(PONTOON, "bonus-spin-D", "jackpot"),
        calls=[{"at": "play", "irregularity": "13.B"}],
    )
    assert happened(played, Awarded)
    assert happened(played, Voided)
    assert [one["net"] for one in played.report()["seats"]] == ["0", "0"]
    # 12.D(6)(b): a meter never shows less than its initial amount, in the round that it begins in too
    assert meters(played) == {
        "bonus-spin-B": "1000",
        "bonus-spin-D": "5000",
        "xtreme-primary": "10000",
        "xtreme-secondary": "10000",
    }


# The spin can be verified like a card


def test_the_stop_is_the_number_that_the_rounds_shuffle_gives() -> None:
    cards = {"seat 1": "Ac Kd", "dealer": "9d 8h"}
    stops = next(table for table in demonstration().tables if table.game == PONTOON).wheels["bonus-spin-D"]
    landed = set()
    for luck in range(20):
        played = play(PONTOON, cards, seat(1, pontoon="10", bonus_spin="5"), seed=luck)
        (spun,) = happened(played, Spun)
        assert spun.stops == sum(stops.values())
        assert spun.stop == number(mixed(seed_from(luck)), "bonus-spin seat 1", spun.stops) and spun.label
        assert spun.symbol == at_stop(stops, spun.stop)
        landed.add(spun.symbol)
    assert len(landed) > 3


def test_stops_lie_side_by_side_in_the_order_of_the_pay_table() -> None:
    stops = {"jackpot": 1, "100": 2, "50": 3}
    assert [at_stop(stops, stop) for stop in range(6)] == ["jackpot", "100", "100", "50", "50", "50"]
    assert [first_stop(stops, symbol) for symbol in stops] == [0, 1, 3]


def test_the_dealer_says_where_a_real_wheel_stopped() -> None:
    rules = house_rules(game(PONTOON).rules, Choices(options={**OFFERED[PONTOON]}))
    driver = Driver(game(PONTOON), rules, source=DealerEntry(), automatic=("floor",))
    driver.buy_in("seat 1", 1000_00)
    driver.begin(seed_from(1))
    for answer in ("pontoon 10, bonus-spin 5", "no cut", "100", "deal", "Ac", "9d", "Kd"):
        driver.answer(next(iter(driver.asks)), answer)
    (ask,) = driver.asks.values()
    assert (ask.who, ask.what) == ("dealer", "wheel")
    driver.answer("dealer", "750")
    (spun,) = happened(driver, Spun)
    assert (spun.symbol, spun.label) == ("750", "")
    assert [event.amount for event in happened(driver, Awarded)] == [750_00]


# What a submission must say


def refused(id: str, options: dict[str, Any], **parts: Any) -> str:
    with pytest.raises(RulesError) as error:
        resolve(game(id).rules, options, **parts)
    return str(error.value)


def house(id: str) -> dict[str, Any]:
    table = next(table for table in demonstration().tables if table.game == id)
    return {"wheels": dict(table.wheels), "meters": dict(table.meters)}


def test_CC_5_a_wheel_without_stops_cant_be_offered() -> None:
    assert refused(CRISS_CROSS, {"bonus_spin": True}) == (
        "Bonus Spin, Paytable B can't be offered: "
        "wheels.bonus-spin-B must say on how many stops each prize is (12.D(2))"
    )
    xtreme = {"bonus_spin_xtreme": True}
    assert refused(CRISS_CROSS, xtreme).startswith("bonus_spin_xtreme = true needs bonus_spin_xtreme_event = ")


def test_a_wheel_has_every_printed_prize_and_no_other() -> None:
    parts = house(PONTOON)
    stops = dict(parts["wheels"]["bonus-spin-B"])
    parts["wheels"]["bonus-spin-B"] = {**stops, "33": 0}
    assert refused(PONTOON, {"bonus_spin": True}, **parts) == (
        "wheels.bonus-spin-B: '33' must be on at least one stop (12.D(2))"
    )
    parts["wheels"]["bonus-spin-B"] = {**stops, "34": 1}
    assert refused(PONTOON, {"bonus_spin": True}, **parts).startswith("wheels.bonus-spin-B: '34' is not on this wheel")
    assert refused(PONTOON, {}, wheels={"bonus-spin-Z": {}}).startswith("'bonus-spin-Z' is not a wheel of Pontoon 21")


@pytest.mark.parametrize(
    ("id", "meter", "terms", "sentence"),
    [
        (PONTOON, "bonus-spin-B", {"initial": "999"}, "the initial amount $999 is below $1,000 (12.D(6)(b)(ii))"),
        (PONTOON, "bonus-spin-D", {"reset": "4999.99"}, "the reset amount $4,999.99 is below $5,000 (12.D(6)(b)(iv))"),
        (PONTOON, "xtreme-primary", {"initial": "9999"}, "the initial amount $9,999 is below $10,000 (12.E(3)(b)(i))"),
        (PONTOON, "xtreme-secondary", {"reset": "4000"}, "the reset amount $4,000 is below $5,000 (12.E(3)(b)(i))"),
        (
            PONTOON,
            "bonus-spin-B",
            {"rate": "0"},
            "the rate is above 0 and at most 100 per cent, not 0 (12.D(6)(a))",
        ),
        (PONTOON, "bonus-spin-B", {"rat": "1"}, "'rat' is none of rate, initial and reset (12.D(6)(b)(ii))"),
        (CRISS_CROSS, "bonus-spin-B", {"initial": "1"}, "the initial amount $1 is below $1,000 (12.D(6)(b)(ii))"),
        (CRISS_CROSS, "xtreme-G", {"initial": "4999"}, "the initial amount $4,999 is below $5,000 (12.E(11)(b)(ii))"),
        (CRISS_CROSS, "xtreme-G", {"reset": "999"}, "the reset amount $999 is below $1,000 (12.E(11)(b)(ii))"),
    ],
)
def test_12_D_6_and_12_E_a_meter_keeps_to_its_printed_minimums(
    id: str, meter: str, terms: dict[str, str], sentence: str
) -> None:
    parts = house(id)
    parts["meters"][meter] = {**parts["meters"][meter], **terms}
    assert refused(id, OFFERED[id], **parts) == f"meters.{meter}: {sentence}"


def test_a_meter_must_be_given() -> None:
    parts = house(PONTOON)
    del parts["meters"]["bonus-spin-B"]
    assert refused(PONTOON, {"bonus_spin": True}, **parts) == (
        "Bonus Spin, Paytable B can't be offered: meters.bonus-spin-B must give rate, initial and reset "
        "(12.D(6)(b)(ii))"
    )


@pytest.mark.parametrize("id", [PONTOON, CRISS_CROSS])
def test_the_demonstration_house_has_every_prize_of_every_wheel(id: str) -> None:
    wheels = game(id).rules.wheels
    stops = house(id)["wheels"]
    assert set(stops) == {name for name, wheel in wheels.items() if wheel.kind != "community"}
    for name, given in stops.items():
        assert {line.symbol for line in wheels[name].lines} <= set(given)


def rules_with(id: str, **options: Any) -> Rules:
    return resolve(game(id).rules, {**OFFERED[id], **options}, **house(id))


def test_every_pay_table_can_be_offered() -> None:
    for table in "ABCD":
        assert f"bonus-spin-{table}" in rules_with(CRISS_CROSS, bonus_spin_table=table).progressive.stops
    for table in "ABCDEFGHI":
        assert f"xtreme-{table}" in rules_with(CRISS_CROSS, **xtreme_table(table)).progressive.stops
    for one, five in (("A", "C"), ("B", "D"), ("none", "C"), ("A", "none")):
        shared = {"bonus_spin_community_5": five} if five != "none" else {}
        rules = rules_with(PONTOON, bonus_spin_table_1=one, bonus_spin_table_5=five, **shared)
        assert [dollars(amount) for amount in rules.amounts("bonus-spin")] == ["1.10"] * (one != "none") + ["5"] * (
            five != "none"
        )
    none = {"bonus_spin": True, "bonus_spin_table_1": "none", "bonus_spin_table_5": "none"}
    assert refused(PONTOON, none, **house(PONTOON)).endswith('needs bonus_spin_table_5 = "C" or "D" (12.D)')


@pytest.mark.parametrize("id", OFFERED)
def test_12_D_8_b_the_operator_designates_community_pay_apart_from_the_prizes(id: str) -> None:
    """CC-17, PO-22: of the same words one reading, so every table of prizes goes with every table of Community Pay."""
    rules = game(id).rules
    designated = [name for name, option in rules.options.items() if option.clause == "12.D(8)(b)"]
    assert designated and all(rules.options[name].stated for name in designated)
    for name in designated:
        prizes = name.replace("community", "table")
        for prize in rules.options[prizes].values:
            if prize == "none":
                continue
            for shared in map(str, rules.options[name].values):
                chosen = {**OFFERED[id], prizes: prize, name: shared}
                fits = {
                    other: wheel
                    for other, wheel in rules.wheels.items()
                    if all({**_defaults(id), **chosen}[option] in values for option, values in wheel.applies.items())
                }
                tables = [wheel.name for wheel in fits.values() if wheel.kind == "community"]
                assert any(f"Paytable {shared} Community Pay" in table for table in tables)
                stops = {
                    other: dict.fromkeys(symbols(other, fits), 1) for other in fits if fits[other].kind != "community"
                }
                resolve(rules, chosen, wheels={**house(id)["wheels"], **stops}, meters=house(id)["meters"])


def _defaults(id: str) -> dict[str, Any]:
    return {name: option.default for name, option in game(id).rules.options.items()}
