"""The table that a player banks: who is offered the position, how long it is held, and what lies there."""

import pytest

from houseway.cards.shuffle import seed_from
from houseway.cards.source import DealerEntry, Scenario, source_from
from houseway.games import game
from houseway.play.ask import Refused, Spot
from houseway.play.driver import PROPOSITION, Driver
from houseway.play.event import Event
from houseway.play.journal import replay, written
from houseway.play.outcome import Outcome, Result
from houseway.play.player_dealer import (
    ActionPlaced,
    BankedWagers,
    DiceThrown,
    GameClosed,
    GameReopened,
    PutUp,
    TakenUp,
    banking,
    clockwise,
    hands_of,
    in_action,
    place_action,
    settle_in_action,
    throw_dice,
)
from houseway.play.table import Void
from houseway.play.view import view
from houseway.rules.submission import Choices, house_rules
from tests.banked import answered

UTH = game("ultimate-texas-holdem")


def seated(*who: str, stack: int = 100_000, **options: object) -> Driver:
    driver = Driver(UTH, house_rules(UTH.rules, Choices(options=options)))  # type: ignore[arg-type]
    for one in who:
        driver.buy_in(one, stack)
    return driver


def play_on(driver: Driver, *, wagers: str = "ante 5") -> None:
    """Everybody wagers the same and plays on by default."""
    while driver.open:
        ask = next(iter(driver.asks.values()))
        driver.answer(ask.who, wagers if ask.what == "wagers" else ask.default)


def bank_round(driver: Driver, *answers: tuple[str, str], wagers: str = "ante 5") -> list[Event]:
    driver.begin(seed_from(driver.table.round))
    answered(driver, *answers)
    play_on(driver, wagers=wagers)
    assert driver.table.ledger.total() == 0 and "player-dealer" not in driver.table.ledger
    return driver.events


def happened(events: list[Event], *kinds: type[Event]) -> list[Event]:
    return [event for event in events if isinstance(event, kinds)]


def test_PD_2_the_position_is_first_offered_to_seat_1_and_then_clockwise() -> None:
    driver = seated("seat 2", "seat 5", "seat 7")
    driver.begin(seed_from(0))
    offered = []
    while ask := next((ask for ask in driver.asks.values() if ask.what == "bank"), None):
        offered.append(ask.who)
        driver.answer(ask.who, "decline")
    assert offered == ["seat 2", "seat 5", "seat 7"]
    assert [event.why for event in driver.events if isinstance(event, GameClosed)] == ["nobody takes the position"]
    assert not driver.open


def test_PD_2_a_game_that_nobody_banked_reopens_and_is_offered_again() -> None:
    driver = seated("seat 1", "seat 2")
    bank_round(driver, ("seat 1", "decline"), ("seat 2", "decline"))
    events = bank_round(driver, ("seat 1", "bank 100"))
    assert len(happened(events, GameReopened)) == 1 and len(happened(events, PutUp)) == 1


def test_PD_2_two_rounds_and_then_the_next_seat_clockwise() -> None:
    driver = seated("seat 1", "seat 4", "seat 6")
    turns = []
    for declining in ((), (), ("seat 4",)):
        driver.begin(seed_from(driver.table.round))
        for who in declining:
            driver.answer(who, "decline")
        (ask,) = driver.asks.values()
        driver.answer(ask.who, ask.answers()[0])
        play_on(driver)
        turns += [(event.who, event.turn) for event in driver.events if isinstance(event, PutUp)]
    assert turns == [("seat 1", 1), ("seat 1", 2), ("seat 6", 1)]


def test_PD_2_if_nobody_else_takes_it_the_game_closes_and_reopens_on_record() -> None:
    driver = seated("seat 1", "seat 2")
    bank_round(driver, ("seat 1", "bank 100"), wagers="sit out")  # no wager, no round of play: it does not count
    bank_round(driver, ("seat 1", "bank 100"))
    stands = next(event for event in driver.events if isinstance(event, TakenUp)).amount
    bank_round(driver, ("seat 1", f"bank {stands // 100}"))
    events = bank_round(driver, ("seat 2", "decline"), ("seat 1", "bank 70"))
    assert [type(event) for event in happened(events, GameClosed, GameReopened, PutUp)] == [
        GameClosed,
        GameReopened,
        PutUp,
    ]
    assert [event.turn for event in events if isinstance(event, PutUp)] == [1]


def test_PD_2_who_has_banked_twice_may_decline_after_the_game_reopened() -> None:
    driver = seated("seat 1", "seat 2")
    for _ in range(2):
        driver.begin(seed_from(driver.table.round))
        driver.answer("seat 1", driver.asks["seat 1"].answers()[0])
        play_on(driver)
    events = bank_round(driver, ("seat 2", "decline"), ("seat 1", "decline"))
    assert [type(event) for event in happened(events, GameClosed, GameReopened)] == [
        GameClosed,
        GameReopened,
        GameClosed,
    ]


@pytest.mark.parametrize("amount", [5, 100, 110, 200, 1000])
def test_PD_6_the_second_round_is_put_up_anew_more_less_or_the_same(amount: int) -> None:
    driver = seated("seat 1", "seat 2")
    bank_round(driver, ("seat 1", "bank 100"), wagers="ante 5")
    (taken_up,) = (event for event in driver.events if isinstance(event, TakenUp))
    assert taken_up.net == 1000  # seat 2 checked twice and folded 5 and 5; the fee was $1
    driver.begin(seed_from(1))
    assert driver.asks["seat 1"].answers() == ("bank 5", "bank 1000", "decline")  # of $1,009 up to $9 are for the fee
    driver.answer("seat 1", f"bank {amount}")
    put_up = [(event.amount, event.turn) for event in driver.events if isinstance(event, PutUp)]
    assert put_up == [(amount * 100, 2)]


def test_PD_6_the_position_may_be_given_up_after_the_first_round() -> None:
    driver = seated("seat 1", "seat 2")
    bank_round(driver, ("seat 1", "bank 100"), wagers="ante 5")
    driver.begin(seed_from(1))
    driver.answer("seat 1", "decline")
    assert list(driver.asks) == ["seat 2"]


def test_PD_6_a_bank_that_lost_everything_may_put_up_another_amount_for_the_second_round() -> None:
    driver = Driver(UTH, house_rules(UTH.rules), source=DealerEntry(), automatic=("floor",))
    for who in ("seat 1", "seat 2"):
        driver.buy_in(who, 100_000)
    driver.begin(seed_from(0))
    answered(driver, ("seat 1", "bank 5"), ("seat 2", "ante 5"), ("seat 2", "play 3"), ("dealer", "2c 7d 9s"))
    answered(driver, ("dealer", "Jh"), ("dealer", "4s"), ("dealer", "Qh Qd"), ("dealer", "Kh Kd"))
    assert [event.amount for event in driver.events if isinstance(event, TakenUp)] == [0]
    driver.begin(seed_from(1))
    driver.answer("seat 1", "bank 400")
    assert [(event.amount, event.turn) for event in driver.events if isinstance(event, PutUp)] == [(40_000, 2)]


@pytest.mark.parametrize(
    ("other", "stack", "offered"),
    [
        (5000, 600, "5"),  # $50 can be wagered at most: a fee of $1
        (5000, 599, ""),
        (5100, 699, ""),  # $51: a fee of $2
        (5100, 700, "5"),
        (5100, 1300, "11"),
        (30_000, 1300, "7"),  # $300: a fee of $6
        (30_100, 1300, ""),  # $301: a fee of $9
        (30_100, 1400, "5"),
    ],
)
def test_PD_10_the_position_is_offered_where_the_amount_and_the_fee_that_can_fall_due_are_there(
    other: int, stack: int, offered: str
) -> None:
    driver = Driver(UTH, house_rules(UTH.rules))
    driver.buy_in("seat 1", stack)
    driver.buy_in("seat 2", other)
    driver.begin(seed_from(0))
    asked = driver.asks.get("seat 1")
    assert (asked.answers()[-2].removeprefix("bank ") if asked else "") == offered


def test_PD_10_the_limits_of_the_table_bound_the_fee_that_can_fall_due() -> None:
    choices = Choices(limits={"ante": {"maximum": "10"}, "trips": {"maximum": "10"}})
    driver = Driver(UTH, house_rules(UTH.rules, choices))
    driver.buy_in("seat 1", 600)
    driver.buy_in("seat 2", 100_000)  # ante, blind and Trips of $10: $30, a fee of $1
    driver.begin(seed_from(0))
    assert driver.asks["seat 1"].answers()[0] == "bank 5"


def test_a_player_who_has_too_little_for_the_table_minimum_and_the_fee_is_not_offered_the_position() -> None:
    driver = seated("seat 1", "seat 2")
    driver.buy_in("seat 3", 1300)  # the minimum is $5, and the others can make a fee of $9 fall due
    driver.begin(seed_from(0))
    driver.answer("seat 1", "decline")
    assert driver.asks["seat 2"].data()["forms"][0] == {
        "form": "amount", "word": "bank", "low": "5", "high": "991", "step": "0.01",
    }  # fmt: skip
    driver.answer("seat 2", "decline")
    assert not driver.open


def test_the_put_up_amount_is_never_reduced_by_the_fee() -> None:
    driver = seated("seat 1", "seat 2")
    events = bank_round(driver, ("seat 1", "bank 991"), wagers="ante 300")
    assert [event.amount for event in events if isinstance(event, PutUp)] == [99100]
    assert driver.table.ledger["drop"] == 900


def test_a_proposition_player_banks_by_default_and_others_decline() -> None:
    driver = Driver(UTH, house_rules(UTH.rules), automatic=("dealer", "floor", "seat 8"))
    driver.buy_in("seat 1", 100_000)
    driver.buy_in("seat 8", 1_000_000, "Third Party", PROPOSITION)
    driver.begin(seed_from(0))
    driver.answer("seat 1", "decline")
    assert list(driver.asks) == ["seat 1"] and driver.asks["seat 1"].what == "wagers"
    assert view(driver, "public")["bank"]["who"] == "seat 8"


def test_a_role_is_for_seats_of_a_table_that_a_player_banks() -> None:
    driver = seated("seat 1")
    with pytest.raises(Refused, match="is not a role"):
        driver.buy_in("seat 2", 100, role="house")
    with pytest.raises(Refused, match="is not a role"):
        driver.buy_in("backline 1.1", 100, role=PROPOSITION)
    house = Driver(game("criss-cross-poker"), house_rules(game("criss-cross-poker").rules))
    with pytest.raises(Refused, match="is not a role"):
        house.buy_in("seat 1", 100, role=PROPOSITION)


@pytest.mark.parametrize(
    "who", ["backline 1.4", "backline 1.0", "backline 9.1", "backline 1", "backline", "seat 1.1", "seat 9"]
)
def test_places_that_do_not_exist_are_refused(who: str) -> None:
    with pytest.raises(Refused, match="is not a"):
        seated("seat 1").buy_in(who, 100)


def test_a_backline_bettor_needs_a_seated_player_and_a_table_that_has_the_place() -> None:
    with pytest.raises(Refused, match="nobody sits at seat 2"):
        seated("seat 1").buy_in("backline 2.1", 100)
    with pytest.raises(Refused, match="this table has no backline places"):
        seated("seat 1", backline=0).buy_in("backline 1.1", 100)


def test_a_void_round_gives_everything_back_also_where_the_bank_had_paid_all_it_had() -> None:
    driver = Driver(UTH, house_rules(UTH.rules), source=DealerEntry(), automatic=("floor",))
    for who in ("seat 1", "seat 2", "seat 3"):
        driver.buy_in(who, 100_000)
    driver.begin(seed_from(0))
    answered(driver, ("seat 1", "bank 20"), ("seat 2", "ante 5"), ("seat 3", "ante 5"))
    answered(driver, ("seat 2", "play 3"), ("seat 3", "check"), ("dealer", "2c 7d 9s"), ("seat 3", "check"))
    answered(driver, ("dealer", "Jh"), ("dealer", "4s"), ("seat 3", "fold"), ("dealer", "Qh Qd"), ("dealer", "Kh Kd"))
    assert not driver.open  # seat 3's 10 collected; seat 2 is paid 5 and 5 of 15, and the bank has used up its 20
    assert [event.net for event in driver.events if isinstance(event, TakenUp)] == [0]

    driver.begin(seed_from(1))
    answered(driver, ("seat 1", "bank 20"), ("seat 2", "ante 5"), ("seat 3", "ante 5"))
    answered(driver, ("seat 2", "play 3"), ("seat 3", "play 3"), ("dealer", "2c 7d 9s"))
    answered(driver, ("dealer", "Jh"), ("dealer", "4s"), ("dealer", "Qh Qd"), ("dealer", "Kh Kd"))
    assert driver.table.ledger["player-dealer"] == 0  # seat 2 has been paid 5 + 15, and seat 3's cards are asked for
    driver._void(Void("the floor"))
    stacks = {who: driver.table.stack(who) for who in driver.table.seats}
    assert stacks["seat 2"] == 100_000 + 1000 and driver.table.ledger.total() == 0
    assert [event.net for event in driver.events if isinstance(event, TakenUp)] == [0]


def test_a_journal_with_backline_and_a_proposition_player_replays_to_the_byte() -> None:
    driver = seated("seat 1", "seat 2", "backline 2.1")
    driver.buy_in("seat 8", 100_000, "Third Party", PROPOSITION)
    bank_round(driver, ("seat 1", "decline"), ("seat 2", "decline"), ("seat 8", "bank 500"))
    again = replay(written(driver), game)
    assert [event.data() for event in again.events] == [event.data() for event in driver.events]
    assert again.table.state() == driver.table.state()


def test_the_seat_of_a_player_who_left_is_passed_over() -> None:
    driver = seated("seat 1", "seat 2", "seat 3")
    bank_round(driver, ("seat 1", "bank 100"))
    driver.cash_out("seat 1")
    driver.buy_in("seat 1", 100_000, "somebody else")
    driver.begin(seed_from(9))
    assert list(driver.asks) == ["seat 2"]


# Action


def action_table() -> Driver:
    driver = seated(*(f"seat {number}" for number in (1, 3, 6, 8)))
    driver.begin(seed_from(0))
    answered(driver, ("seat 1", "decline"), ("seat 3", "bank 100"))
    return driver


def test_clockwise_goes_once_around() -> None:
    table = action_table().table
    assert clockwise(table, "seat 7") == [f"seat {number}" for number in (8, 1, 2, 3, 4, 5, 6, 7)]


@pytest.mark.parametrize(
    ("total", "player_dealer_is", "first"),
    [
        (1, 1, "seat 6"),  # the player-dealer's own seat passes it on to the left
        (2, 1, "seat 6"),  # seat 4 is empty
        (4, 1, "seat 6"),
        (5, 1, "seat 8"),
        (7, 1, "seat 1"),
        (9, 1, "seat 6"),  # eight seats: the player-dealer again
        (18, 1, "seat 6"),
        (1, 0, "seat 6"),
        (4, 0, "seat 8"),
        (8, 0, "seat 6"),
    ],
)
def test_action_is_counted_from_the_player_dealer_and_an_empty_seat_passes_it_on(
    total: int, player_dealer_is: int, first: str
) -> None:
    table = action_table().table
    hands = hands_of(["seat 1", "seat 6", "seat 8"])
    order = place_action(table, hands, total, f"{total} on the dice", "4(a)(iii)", player_dealer_is=player_dealer_is)
    seats = ["seat 6", "seat 8", "seat 1"]
    start = seats.index(first)
    assert [hand.seat for hand in order] == seats[start:] + seats[:start]
    assert [event.seat for event in table.events if isinstance(event, ActionPlaced)] == [first]


def thrown(driver: Driver) -> tuple[int, ...]:
    throw = throw_dice(driver.table, "seat 3", "4(a)(iii)")
    shown = None
    try:
        asks = next(throw)
        for value in (6, 6, 5):
            assert [ask.what for ask in asks] == ["dice"]
            asks = throw.send(("dealer", value))
    except StopIteration as done:
        shown = done.value
    assert isinstance(shown, tuple)
    return shown


def test_dice_come_from_the_round_or_a_scenario_or_the_dealer_says_them() -> None:
    fair = action_table()
    first = thrown(fair)
    assert first == thrown(action_table()) and all(1 <= die <= 6 for die in first)
    assert len({first, *(thrown(fair) for _ in range(9))}) > 1  # where cards are dealt anew the dice are thrown again
    given = Driver(UTH, house_rules(UTH.rules), source=Scenario({}, {"die 1": 3, "die 2": 4, "die 3": 1}))
    assert thrown(given) == (4, 5, 2)
    assert source_from(given.table.source.data()).data() == given.table.source.data()
    entered = Driver(UTH, house_rules(UTH.rules), source=DealerEntry())
    assert thrown(entered) == (6, 6, 5)
    assert [event.data()["dice"] for event in entered.table.events if isinstance(event, DiceThrown)] == [[6, 6, 5]]


def test_wagers_can_be_settled_group_by_group_over_all_bettors_seated_first() -> None:
    driver = seated("seat 1", "seat 2", "seat 3", "backline 3.1")
    driver.begin(seed_from(0))
    answered(driver, ("seat 1", "bank 30"))
    for who in ("seat 2", "seat 3", "backline 3.1"):
        driver.table.wager(who, "base", 1000, "x")
        driver.table.wager(who, "bonus", 500, "x")
    hands = hands_of(["seat 2", "seat 3", "backline 3.1"])
    outcomes = {
        who: [Outcome("bonus", 500, Result.LOSE, "x"), Outcome("base", 1000, Result.LOSE, "x")]
        for who in ("seat 2", "seat 3", "backline 3.1")
    }
    settle_in_action(driver.table, in_action(driver.table, hands), outcomes, [["base"], ["bonus"]])
    done = [(one.owner, one.outcome.wager, one.outcome.result.value) for one in driver.table.settled]
    assert done == [
        ("seat 2", "base", "lose"),
        ("seat 3", "base", "lose"),
        ("backline 3.1", "base", "lose"),
        ("seat 2", "bonus", "returned"),
        ("seat 3", "bonus", "returned"),
        ("backline 3.1", "bonus", "returned"),
    ]


def test_the_player_dealers_own_standing_wager_has_no_action() -> None:
    driver = seated("seat 1", "seat 2")
    driver.begin(seed_from(0))
    driver.table.wager("seat 1", "pass", 1000, "x")
    answered(driver, ("seat 1", "bank 30"))
    driver.table.settle("seat 1", [Outcome("pass", 1000, Result.LOSE, "4.f.ii")])
    assert [one.outcome.result for one in driver.table.settled] == [Result.RETURNED]
    assert banking(driver.table).collected == 0


# Wagers


def test_a_bonus_bet_may_be_bounded_by_its_game_wager() -> None:
    spots = {"base": Spot("base", 500, 10000), "bonus": Spot("bonus", 500, 10000, needs="base")}
    form = BankedWagers(spots, 20000, bounds=(("bonus", "base", "BX-5"),))
    assert form.read("base 10, bonus 10") == {"base": 1000, "bonus": 1000}
    with pytest.raises(Refused, match=r"bonus 10\.01 is not allowed: it may not exceed the base \(BX-5\)"):
        form.read("base 10, bonus 10.01")


def test_a_bonus_bet_may_not_be_smaller_than_a_game_wager_that_is_placed_too() -> None:
    spots = {"ante": Spot("ante", 500, 10000), "pair-and-up": Spot("pair-and-up", 500, 20000)}
    form = BankedWagers(spots, 50000, floors=(("pair-and-up", "ante", "GEGA-002382"),))
    assert form.read("pair-and-up 5") == {"pair-and-up": 500}
    assert form.read("ante 10") == {"ante": 1000}
    with pytest.raises(Refused, match=r"it may not be less than the ante \(GEGA-002382\)"):
        form.read("ante 10, pair-and-up 9")


def test_a_wager_must_leave_the_players_own_fee_at_hand() -> None:
    form = BankedWagers({"base": Spot("base", 500, 10000)}, 1000, fee=lambda placed: 100)
    assert form.read("base 9") == {"base": 900}
    with pytest.raises(Refused, match=r"these wagers need \$9.50 and a collection of up to \$1, and the stack is \$10"):
        form.read("base 9.50")
