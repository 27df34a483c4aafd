"""A round of the family against both banks: what is asked, what stays hidden, and where the money goes."""

from random import Random

import pytest

from houseway.play.driver import Driver
from houseway.play.event import Revealed
from houseway.rules.resolved import Rules
from tests.games.table_poker.classics import Stated, rules_of, text_of, varied

POSITION = """
[position]
clause = "1.1"
coverage = "4.4"
action = "4.1"
base = "ante"

[wagers]"""
BANKED = (
    ('bank = "house"', 'bank = "player-dealer"'),
    ('\nbank = "dealer"', '\nbank = "player-dealer"'),
    ("\ndealer = {", "\nplayer-dealer = {"),
    ('place = "dealer"', 'place = "player-dealer"'),
    ("\n[wagers]", POSITION),
)


def at_table(rules: Rules, seats: int = 3) -> Driver:
    driver = Driver(Stated(rules.game), rules)
    for seat in range(1, seats + 1):
        driver.seat(f"seat {seat}", 1_000_000)
    return driver


@pytest.mark.parametrize("id", ["caribbean-stud", "casino-holdem", "us-three-card-poker"])
def test_a_player_can_bank_the_same_game(id: str) -> None:
    rules, rng = rules_of(varied(id, *BANKED)), Random(4)
    driver = at_table(rules)
    settled = 0
    for _ in range(60):
        driver.begin(rng.randbytes(32))
        while driver.open:
            ask = rng.choice(list(driver.asks.values()))
            driver.answer(ask.who, ask.forms[0].random(rng) or ask.random(rng) or ask.default)
        settled += len(driver.table.settled)
        assert sum(driver.table.stack(f"seat {seat}") for seat in (1, 2, 3)) == 3_000_000, "players bank: none is lost"
    assert settled > 60


def test_the_banks_cards_stay_hidden_where_everybody_folds() -> None:
    driver = at_table(rules_of(text_of("caribbean-stud")), seats=2)
    driver.begin(bytes(32))
    for seat in (1, 2):
        driver.answer(f"seat {seat}", "ante 10")
    for seat in (1, 2):
        driver.answer(f"seat {seat}", "fold")
    assert not driver.open and not [one for one in driver.events if isinstance(one, Revealed)]
    assert [driver.table.stack(f"seat {seat}") for seat in (1, 2)] == [999_000, 999_000]


def test_a_side_bet_lives_on_after_a_fold_and_the_dealer_shows_nothing() -> None:
    driver = at_table(rules_of(text_of("us-three-card-poker")), seats=1)
    driver.begin(bytes(32))
    driver.answer("seat 1", "ante 10, pair-plus 5")
    driver.answer("seat 1", "fold")
    assert not driver.open
    assert [one.place for one in driver.events if isinstance(one, Revealed)] == ["seat 1"]
    assert {done.outcome.wager for done in driver.table.settled} == {"ante", "pair-plus"}


def test_each_of_two_bets_can_be_taken_back_and_the_third_stands() -> None:
    driver = at_table(rules_of(text_of("let-it-ride")), seats=1)
    driver.begin(bytes(32))
    driver.answer("seat 1", "bets 10")
    assert driver.table.stack("seat 1") == 997_000
    assert driver.asks["seat 1"].answers() == ("take back", "let it ride")
    driver.answer("seat 1", "take back")
    assert driver.table.stack("seat 1") == 998_000
    driver.answer("seat 1", "take back")
    assert not driver.open
    assert [done.outcome.note for done in driver.table.settled][:2] == ["taken back", "taken back"]


def test_only_what_the_stack_reaches_is_offered() -> None:
    rules = rules_of(text_of("mississippi-stud"))
    driver = Driver(Stated(rules.game), rules)
    driver.seat("seat 1", 3_500)
    driver.begin(bytes(32))
    driver.answer("seat 1", "ante 10")
    assert driver.asks["seat 1"].answers() == ("third-street 1", "third-street 2", "fold")
    driver.answer("seat 1", "third-street 2")
    assert driver.asks["seat 1"].answers() == ("fold",)
