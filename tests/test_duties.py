"""Duties of the staff: intervals, the steps of opening a table, the gaming day; due, done by whom, overdue."""

from typing import Any

import pytest

from houseway.cards.shuffle import seed_from
from houseway.games import game
from houseway.play import duties
from houseway.play.ask import Refused
from houseway.play.driver import Driver
from houseway.play.event import Cut, DutyDone, DutyDue, DutyOverdue, Shuffled, TableOpened
from houseway.play.game import Game
from houseway.play.journal import replay, written
from houseway.play.table import Table
from houseway.play.view import view
from houseway.rules.models import Duty, GameRules
from houseway.rules.money import cents
from houseway.rules.resolved import resolve
from houseway.rules.strict import RulesError
from houseway.rules.submission import Choices, house_rules

HOUR = 3600
STEPS = ["opening-inspect", "opening-verify", "opening-spread", "opening-wash", "opening-shuffle", "opening-cut"]
BY = ["dealer", "floor", "dealer", "dealer", "dealer", "dealer"]
maryland = pytest.mark.parametrize("id", ["criss-cross-poker", "top-five-poker"])


def table(id: str = "top-five-poker", **options: Any) -> Driver:
    dealing = {"dealing": "manual shoe"} if "dealing" in game(id).rules.options else {}
    chosen = Choices(options={"shuffling": "manual", **dealing, **options})
    driver = Driver(game(id), house_rules(game(id).rules, chosen))
    driver.buy_in("seat 1", cents("10000"))
    return driver


def sit_out(driver: Driver, now: int) -> None:
    driver.begin(seed_from(now), now=now)
    driver.answer("seat 1", "sit out")


def said(driver: Driver, kind: type[DutyDue] = DutyDue) -> list[str]:
    return [event.duty for event in driver.events if type(event) is kind]


def state(driver: Driver, duty: str) -> str:
    return str(next(one.data()["state"] for one in duties.standing(driver.table) if one.duty == duty))


# Chapter 4: opening a table


@maryland
def test_4_opening_a_table_is_six_steps_in_order_each_by_its_own_person(id: str) -> None:
    driver = table(id)
    driver.open_table("floor", 1000)
    assert said(driver) == STEPS
    for number, (step, by) in enumerate(zip(STEPS, BY, strict=True)):
        wrong = "floor" if by == "dealer" else "dealer"
        with pytest.raises(Refused, match=f"{wrong} can't"):
            driver.duty(wrong, step)
        for later, who in list(zip(STEPS, BY, strict=True))[number + 1 :]:
            with pytest.raises(Refused, match="first "):
                driver.duty(who, later)
        driver.duty(by, step, now=1000 + 60 * (number + 1))
        assert state(driver, step) == "not due"
    done = [(event.duty, event.by, event.now) for event in driver.events if isinstance(event, DutyDone)]
    assert done == [(step, by, 1060 + 60 * at) for at, (step, by) in enumerate(zip(STEPS, BY, strict=True))]
    sit_out(driver, 2000)
    assert said(driver) == []


@maryland
def test_4_steps_left_out_are_due_and_then_overdue(id: str) -> None:
    driver = table(id)
    driver.open_table("dealer", 0)
    driver.duty("dealer", "opening-inspect")
    sit_out(driver, 60)
    assert said(driver) == STEPS[1:] and said(driver, DutyOverdue) == []
    assert state(driver, "opening-verify") == "overdue"  # a round was played without it
    sit_out(driver, 120)
    assert said(driver) == [] and said(driver, DutyOverdue) == STEPS[1:]
    driver.duty("floor", "opening-verify")
    assert state(driver, "opening-verify") == "not due"


def test_4_F_preshuffled_cards_are_only_cut() -> None:
    driver = table(cards_received="preshuffled", shuffling="automated")
    driver.open_table("floor", 0)
    assert said(driver) == ["opening-cut-preshuffled"]


def test_5_C_1_cards_from_a_device_are_not_cut() -> None:
    driver = table(shuffling="automated")
    driver.open_table("floor", 0)
    assert said(driver) == STEPS[:-1]


def test_a_table_that_nobody_opens_has_no_steps_to_do() -> None:
    driver = table()
    sit_out(driver, 0)
    assert said(driver) == []
    assert [one.duty for one in duties.standing(driver.table)] == ["stub-count", "deck-change-shoe"]
    with pytest.raises(Refused, match="no table is being opened"):
        driver.duty("dealer", "opening-inspect")


def test_opening_is_refused_to_players_and_during_a_round() -> None:
    driver = table()
    with pytest.raises(Refused, match="seat 1 can't open the table"):
        driver.open_table("seat 1", 0)
    driver.begin(seed_from(1), now=50)
    with pytest.raises(Refused, match="while a round is being played"):
        driver.open_table("floor", 60)
    driver.answer("seat 1", "sit out")
    with pytest.raises(Refused, match="the clock can't go back"):
        driver.open_table("floor", 49)


# Chapter 3: deck changes


@pytest.mark.parametrize(
    ("dealing", "duty", "hours"), [("hand", "deck-change-hand", 4), ("manual shoe", "deck-change-shoe", 8)]
)
def test_3_C_new_decks_are_due_by_the_way_of_dealing_and_open_the_table_anew(
    dealing: str, duty: str, hours: int
) -> None:
    driver = table(dealing=dealing, shuffling="automated")
    driver.open_table("floor", 0)
    for step, by in zip(STEPS[:-1], BY, strict=False):
        driver.duty(by, step, now=600)
    sit_out(driver, hours * HOUR - 1)
    assert said(driver) == []
    sit_out(driver, hours * HOUR)
    assert said(driver) == [duty]
    sit_out(driver, hours * HOUR + 60)
    assert said(driver, DutyOverdue) == [duty]
    driver.duty("floor", duty, now=hours * HOUR + 120)
    assert state(driver, duty) == "not due"
    assert [state(driver, step) for step in STEPS[:-1]] == ["due"] * 5
    standing = {one.duty: one for one in duties.standing(driver.table)}
    assert (standing[duty].done_by, standing[duty].done_at) == ("floor", hours * HOUR + 120)


def test_3_C_an_operator_may_shorten_the_interval_and_never_lengthen_it() -> None:
    rules = game("top-five-poker").rules
    shorter = resolve(rules, {"dealing": "manual shoe"}, duties={"deck-change-shoe": {"hours": 6}})
    assert shorter.duties["deck-change-shoe"].hours == 6
    driver = Driver(game("top-five-poker"), shorter)
    driver.buy_in("seat 1", cents("100"))
    sit_out(driver, 0)
    sit_out(driver, 6 * HOUR)
    assert said(driver) == ["deck-change-shoe"]
    again = replay(written(driver), game)
    assert again.events == driver.events
    with pytest.raises(RulesError, match=r"can't be due every 9 hours: at least every 8 \(3.C\(2\)\)"):
        resolve(rules, duties={"deck-change-shoe": {"hours": 9}})


# The start of a gaming day


READER = {
    "name": "inspect the card reader",
    "clause": "2.F",
    "when": "gaming day",
    "by": ["floor"],
}


class Day(Game):
    """A table with a card reader to be inspected, whose gaming day starts at six."""

    id = "top-five-poker"

    @property
    def rules(self) -> GameRules:
        data = game("top-five-poker").rules.model_dump(mode="json")
        data["duties"] = {"card-reader": READER}
        data["options"]["gaming_day_starts"] = {"name": "hour", "default": 6, "clause": "2.F"}
        return type(game("top-five-poker").rules).model_validate(data)

    def round(self, table: Table) -> Any:
        yield from game("top-five-poker").round(table)


def test_2_F_the_card_reader_is_inspected_at_the_start_of_every_gaming_day() -> None:
    day = Day()
    driver = Driver(day, resolve(day.rules))
    driver.buy_in("seat 1", cents("100"))
    monday = 4 * 24 * HOUR
    sit_out(driver, monday + 7 * HOUR)
    assert said(driver) == ["card-reader"]
    with pytest.raises(Refused, match=r"dealer can't inspect the card reader: the floor does \(2.F\)"):
        driver.duty("dealer", "card-reader")
    driver.duty("floor", "card-reader")
    for hours in (8, 23, 29):  # until five in the morning it is still Monday's
        sit_out(driver, monday + hours * HOUR)
        assert said(driver) == []
    sit_out(driver, monday + 30 * HOUR)
    assert said(driver) == ["card-reader"]
    sit_out(driver, monday + 31 * HOUR)
    assert said(driver, DutyOverdue) == ["card-reader"]
    assert state(driver, "card-reader") == "overdue"


# On record


def test_openings_and_duties_replay_to_the_byte() -> None:
    driver = table()
    driver.open_table("floor", 100)
    driver.duty("dealer", "opening-inspect", now=160)
    again = replay(written(driver), game)
    assert written(again) == written(driver)
    assert again.table.state() == driver.table.state()
    assert [event for event in again.events if isinstance(event, TableOpened)] == [TableOpened("floor", 100)]


def test_staff_and_surveillance_see_how_duties_stand_and_players_do_not() -> None:
    driver = table()
    driver.open_table("floor", 0)
    for viewer in ("dealer", "floor", "surveillance"):
        shown = {one["duty"]: one for one in view(driver, viewer)["duties"]}
        assert shown["opening-verify"] == {
            "duty": "opening-verify",
            "what": "verify the inspection of the cards",
            "clause": "4.A",
            "state": "due",
            "done_at": None,
            "done_by": "",
        }
    assert "duties" not in view(driver, "seat 1") and "duties" not in view(driver, "public")


@pytest.mark.parametrize(
    ("unit", "length", "words"),
    [("hours", 3, None), ("hours", 4, None), ("hours", 5, "at least every 4"), ("hours", True, "whole number"),
     ("hours", "3", "whole number"), ("rounds", 3, "it is due by hours")],
)  # fmt: skip
def test_bounds_of_an_interval(unit: str, length: object, words: str | None) -> None:
    problem = Duty(name="change the decks", clause="3.C(1)", hours=4).problem(unit, length)
    assert problem is None if words is None else words in str(problem)


def test_4_B_tens_are_taken_out_when_a_pontoon_table_is_opened() -> None:
    driver = table("pontoon-21", shuffling="automated")
    driver.open_table("floor", 0)
    tens = [*STEPS[:2], "opening-tens", *STEPS[2:]]
    assert said(driver) == tens
    for step, by in zip(tens, ["dealer", "floor", "floor", "dealer", "dealer", "dealer", "dealer"], strict=True):
        driver.duty(by, step)
    sit_out(driver, 60)
    assert said(driver) == ["card-reader"]


# 5.F, 5.H-5.I: a table at which nobody plays


IDLE = ["criss-cross-poker", "top-five-poker", "pontoon-21"]


@pytest.mark.parametrize("id", IDLE)
def test_5_F_an_idle_table_s_cards_are_spread_and_washed_when_a_player_comes_back(id: str) -> None:
    driver = table(id)
    driver.open_table("floor", 0)
    for step in [name for name, duty in driver.table.rules.duties.items() if duty.when == "opening"]:
        driver.duty((driver.table.rules.duties[step].by or ("dealer",))[0], step)
    with pytest.raises(Refused, match="a table without players"):
        driver.duty("dealer", "idle-spread")
    driver.cash_out("seat 1")
    assert said(driver)[-1:] == ["idle-spread"] and state(driver, "idle-spread") == "due"
    with pytest.raises(Refused, match="did not stand idle"):
        driver.duty("dealer", "idle-wash")  # nobody has come back yet
    driver.buy_in("seat 2", cents("1000"))
    assert said(driver)[-1:] == ["idle-wash"]
    with pytest.raises(Refused, match="first take the cards out of the shoe"):
        driver.duty("dealer", "idle-wash")
    driver.duty("dealer", "idle-spread")
    driver.duty("dealer", "idle-wash")
    driver.buy_in("seat 3", cents("1000"))  # the second one to come
    assert {state(driver, duty) for duty in ("idle-spread", "idle-wash")} == {"not due"}
    again = replay(written(driver), game)
    assert again.table.state() == driver.table.state()


@pytest.mark.parametrize("id", IDLE)
def test_5_F_a_table_that_nobody_opened_has_no_cards_to_spread(id: str) -> None:
    driver = table(id)
    driver.cash_out("seat 1")
    driver.buy_in("seat 1", cents("1000"))
    assert said(driver) == []


@pytest.mark.parametrize(("id", "device"), [("criss-cross-poker", "reshuffling device"), ("pontoon-21", "continuous")])
def test_5_H_and_5_K_with_a_device_that_reshuffles_and_counts_nothing_is_cut_or_spread(id: str, device: str) -> None:
    driver = table(id, shuffling=device)
    assert not any(name.startswith(("idle", "opening-cut", "stub")) for name in driver.table.rules.duties)
    driver.open_table("floor", 0)
    driver.cash_out("seat 1")
    assert not any(name.startswith("idle") for name in said(driver))


def test_5_I_2_with_a_shuffler_the_cards_are_put_into_it_and_its_batch_is_taken_out() -> None:
    driver = table("pontoon-21", shuffling="automated")
    driver.open_table("floor", 0)
    driver.cash_out("seat 1")
    driver.buy_in("seat 2", cents("1000"))
    assert said(driver)[-2:] == ["idle-spread", "idle-shuffler"]


def test_5_H_nobody_plays_on_from_the_shoe_of_players_who_have_left() -> None:
    driver = table("pontoon-21")
    driver.begin(seed_from(1))
    driver.answer("seat 1", "pontoon 10")
    while driver.open:
        ask = next(iter(driver.asks.values()))
        driver.answer(ask.who, ask.default)
    assert driver.table.shoe.cards and "reshuffle" not in driver.table.memory
    driver.cash_out("seat 1")
    assert driver.table.memory["reshuffle"]["why"] == "opening"


# 5.A(3), 5.E: what the floor has done with the cards


def _dealt(id: str, *, shuffling: str, floor: list[str], call: bool = False) -> Driver:
    """A round with the floor's answers, as far as the first decision."""
    driver = table(id, shuffling=shuffling)
    driver.automatic = frozenset({"dealer"})
    driver.begin(seed_from("floor"))
    if call:
        driver.call("floor", "5.A(3)")
    driver.answer("seat 1", "ante 10")
    for word in floor:
        assert driver.asks["floor"].clause == "5.E"
        driver.answer("floor", word)
    assert "seat 1" in driver.asks
    return driver


@maryland
def test_5_E_the_floor_may_have_the_cards_recut_before_any_is_dealt(id: str) -> None:
    accepted, recut = (_dealt(id, shuffling="manual", floor=floor) for floor in (["accept"], ["recut", "accept"]))
    cuts = [[event.depth for event in one.events if isinstance(event, Cut)] for one in (accepted, recut)]
    assert [len(one) for one in cuts] == [1, 2] and cuts[1][0] == cuts[0][0]
    assert accepted.table.hands != recut.table.hands
    assert not [event for event in _dealt(id, shuffling="automated", floor=[]).events if isinstance(event, Cut)]


@maryland
def test_5_A_3_the_floor_may_have_the_cards_shuffled_again(id: str) -> None:
    for driver in (
        _dealt(id, shuffling="manual", floor=["reshuffle", "accept"]),
        _dealt(id, shuffling="manual", floor=["accept"], call=True),
        _dealt(id, shuffling="automated", floor=[], call=True),
    ):
        shuffles = [event.clause for event in driver.events if isinstance(event, Shuffled)]
        assert shuffles == ["5.A", "5.A(3)"]
    with pytest.raises(Refused, match="can't be called now"):
        driver.call("floor", "5.A(3)")
