"""Come-Come at Pai Gow (Double Hand) Poker (Rules 12(d)): money in the bank beside the player-dealer's."""

import pytest

from houseway.cards.shuffle import seed_from
from houseway.games import game
from houseway.play.ask import Refused
from houseway.play.come_come import ComeCome, ComeComeBack, divide
from houseway.play.driver import Driver
from houseway.play.event import Collected, Paid
from houseway.play.journal import replay, written
from houseway.play.player_dealer import TakenUp, banking
from houseway.play.scenario import ScenarioError
from houseway.play.table import Void
from houseway.play.view import view
from houseway.record.figures import figures
from houseway.rules.submission import Choices, house_rules
from tests.banked import answered, played

GAME = game("pai-gow-double-hand")
OFFERED = house_rules(GAME.rules, Choices(options={"come_come": True}))

# Seat 1 has kings in front of aces and beats the player-dealer; seat 2 loses to it.
CARDS = """
game = "pai-gow-double-hand"
dice = [6, 2, 1]
[options]
come_come = true
{options}
[cards]
"seat 1" = "Kh Kd As Ac 7d 4s 2c"
"seat 2" = "3h 5d 7h 9c Jd 6s 2h"
player-dealer = "Qh Qd 8s 8c Td 4d 3c"
[bank]
seat = 7
amount = "100"
"""
SEATS = """
[[seats]]
seat = 1
decisions = ["house way"]
wagers = { base = "30" }
[[seats]]
seat = 2
decisions = ["house way"]
wagers = { base = "WAGER" }
[[seats]]
seat = 3
decisions = ["come-come 50"]
"""


def come_out(wager: str = "10", options: str = "", seats: str = SEATS) -> dict[str, str]:
    """Each one's net, and the bank's own."""
    text = CARDS.format(options=options) + seats.replace("WAGER", wager)
    report = played(text).report()
    found = {f"seat {seat['seat']}": seat["net"] for seat in report["seats"]}
    assert report["bank"].get("come_come", []) == [
        {"who": one, "put_up": "50", "net": found[one]} for one in found if one == "seat 3" and "come-come" in text
    ]
    return found | {"bank": report["bank"]["net"]}


def test_rules_12_d_player_dealer_and_come_come_lose_in_proportion() -> None:
    """$100 and $50 are put up and 30 - 10 lost. Of the 130 that lie there a third, 43.33, goes back to seat 3."""
    net = come_out()
    assert net == {"seat 1": "30", "seat 2": "-10", "seat 3": "-6.67", "bank": "-13.33"}


def test_rules_12_d_player_dealer_and_come_come_win_in_proportion_and_the_odd_cent_is_the_player_dealers() -> None:
    net = come_out("50")
    assert (net["seat 3"], net["bank"]) == ("6.66", "13.34")  # 50 - 30 won: 170 lie there, a third of it is 56.66


def test_rules_12_d_what_is_laid_covers_wagers_together_with_the_player_dealers_amount() -> None:
    """Seat 1 wins 150 of 160: the whole bank. Nothing is left for seat 2."""
    seats = SEATS.replace('"30"', '"160"')
    net = come_out(seats=seats)
    assert net == {"seat 1": "150", "seat 2": "0", "seat 3": "-50", "bank": "-100"}
    alone = come_out(seats=seats.replace('\ndecisions = ["come-come 50"]', ""))
    assert (alone["seat 1"], alone["seat 3"], alone["bank"]) == ("100", "0", "-100")


def test_rules_12_d_with_a_larger_smallest_chip_the_odd_chips_are_the_player_dealers() -> None:
    net = come_out(options='smallest_chip = "0.50"')
    assert (net["seat 3"], net["bank"]) == ("-7", "-13")  # a third of 130 is 43.33: 43


@pytest.mark.parametrize(
    ("lies", "laid", "put_up", "chip", "back"),
    [
        (150_00, {"a": 50_00}, 150_00, 1, {"a": 50_00}),
        (0, {"a": 50_00}, 150_00, 1, {"a": 0}),
        (130_00, {"a": 50_00}, 150_00, 1, {"a": 43_33}),
        (100, {"a": 100, "b": 100}, 300, 1, {"a": 33, "b": 33}),  # 34 cents are the player-dealer's
        (300, {"a": 100, "b": 100}, 300, 100, {"a": 100, "b": 100}),
        (350, {"a": 100, "b": 100}, 300, 25, {"a": 100, "b": 100}),
    ],
)
def test_a_bank_is_divided_in_proportion_and_no_cent_is_lost(
    lies: int, laid: dict[str, int], put_up: int, chip: int, back: dict[str, int]
) -> None:
    assert divide(lies, laid, put_up, chip) == back
    assert lies >= sum(back.values())


def table_of(*who: str, stack: int = 100_000) -> Driver:
    driver = Driver(GAME, OFFERED)
    for one in who:
        driver.buy_in(one, stack)
    driver.begin(seed_from(0))
    return driver


def test_PG_13_come_come_is_off_by_default() -> None:
    driver = Driver(GAME, house_rules(GAME.rules))
    for one in ("seat 1", "seat 2"):
        driver.buy_in(one, 100_000)
    driver.begin(seed_from(0))
    driver.answer("seat 1", "bank 500")
    assert {ask.what for ask in driver.asks.values()} == {"wagers"}
    with pytest.raises(ScenarioError, match="come-come"):
        played(CARDS.format(options="").replace("come_come = true", "") + SEATS.replace("WAGER", "10"))


def test_DH_12_everyone_but_the_player_dealer_is_asked_at_once_before_wagers_backline_too() -> None:
    driver = table_of("seat 1", "seat 2", "backline 2.1")
    driver.answer("seat 1", "bank 500")
    assert {(who, ask.what) for who, ask in driver.asks.items()} == {
        ("seat 2", "come-come"),
        ("backline 2.1", "come-come"),
    }
    assert driver.asks["seat 2"].answers() == ("come-come 10", "come-come 1000", "decline")
    with pytest.raises(Refused, match=r"come-come 9 is not allowed: from \$10 to \$1,000 \(Rules 12\(d\)\)"):
        driver.answer("seat 2", "come-come 9")
    answered(driver, ("backline 2.1", "come-come 200"), ("seat 2", "decline"))
    assert view(driver, "public")["bank"]["come_come"] == {"backline 2.1": "200"}
    assert view(driver, "public")["bank"]["put_up"] == "700"
    assert {ask.what for ask in driver.asks.values()} == {"wagers"}
    answered(driver, ("backline 2.1", "base 20"), ("seat 2", "base 10"))  # who lays it may bet on a hand too
    assert driver.table.ledger["player-dealer"] == 70_000


def test_DH_12_when_nobody_wagers_all_of_it_goes_back() -> None:
    driver = table_of("seat 1", "seat 2")
    answered(driver, ("seat 1", "bank 500"), ("seat 2", "come-come 300"), ("seat 2", "sit out"))
    assert not driver.open and driver.table.stack("seat 2") == driver.table.stack("seat 1") == 100_000
    assert [(one.amount, one.net) for one in driver.events if isinstance(one, ComeComeBack)] == [(30_000, 0)]


def test_a_round_that_is_void_while_come_come_is_laid_gives_it_back() -> None:
    driver = table_of("seat 1", "seat 2", "seat 3")
    answered(driver, ("seat 1", "bank 500"), ("seat 2", "come-come 300"))
    driver._void(Void("the floor"))
    assert {driver.table.stack(f"seat {number}") for number in (1, 2, 3)} == {100_000}


def test_a_player_who_leaves_during_the_round_has_the_share_back_when_it_is_over() -> None:
    driver = table_of("seat 1", "seat 2", "seat 3")
    answered(driver, ("seat 1", "bank 500"), ("seat 2", "come-come 300"), ("seat 3", "decline"))
    driver.leave("seat 2")
    play_on(driver)
    (back,) = (event for event in driver.events if isinstance(event, ComeComeBack))
    assert driver.table.stack("seat 2") == 100_000 - 30_000 + back.amount


def play_on(driver: Driver) -> None:
    while driver.open:
        ask = next(iter(driver.asks.values()))
        driver.answer(ask.who, "base 20" if ask.what == "wagers" else ask.default)


@pytest.mark.parametrize("seed", range(12))
def test_every_cent_of_the_bank_is_somebodys_and_the_journal_replays(seed: int) -> None:
    driver = Driver(GAME, OFFERED)
    for number in range(1, 6):
        driver.buy_in(f"seat {number}", 100_000)
    driver.begin(seed_from(seed))
    answered(driver, ("seat 1", "bank 37.01"), ("seat 2", "come-come 11.11"), ("seat 4", "come-come 23.03"))
    answered(driver, ("seat 3", "decline"), ("seat 5", "decline"))
    play_on(driver)
    assert driver.table.ledger.total() == 0 and "player-dealer" not in driver.table.ledger
    paid = sum(event.amount for event in driver.events if isinstance(event, Paid))
    collected = sum(event.amount for event in driver.events if isinstance(event, Collected))
    (own,) = (event for event in driver.events if isinstance(event, TakenUp))
    shares = {event.who: event for event in driver.events if isinstance(event, ComeComeBack)}
    assert own.net + sum(event.net for event in shares.values()) == collected - paid == figures(driver).player_dealer
    for who, laid in (("seat 2", 1111), ("seat 4", 2303)):
        exact = laid * (3701 + 1111 + 2303 + collected - paid) / (3701 + 1111 + 2303)
        assert 0 <= exact - shares[who].amount < 1
    assert paid + collected <= 3701 + 1111 + 2303 and banking(driver.table).come_come == {}
    again = replay(written(driver), game)
    assert [event.data() for event in again.events] == [event.data() for event in driver.events]


def test_the_story_tells_who_laid_what_and_what_came_of_it() -> None:
    assert ComeCome("seat 3", 5000, "Rules 12(d)").words() == "Seat 3 lays $50 Come-Come in the bank (Rules 12(d))."
    told = ComeComeBack("backline 3.1", 4333, -667, "Rules 12(d)").words()
    assert told == "Backline 3.1 gets back $43.33 of Come-Come, $6.67 lost (Rules 12(d))."
