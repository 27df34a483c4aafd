"""Rounds by the thousand at tables that a player banks, everything at random: no cent is lost or made, no player-dealer
wins or loses more than was put up, and nobody banks a third round in a row before the game has closed and reopened.

Each game is played four hundred rounds here, in about a second; HOUSEWAY_ROUNDS=10000 plays ten thousand, in half a
minute.
"""

import os
from contextlib import suppress
from random import Random

import pytest

from houseway.cards.shuffle import seed_from
from houseway.games import catalogue, game
from houseway.play.ask import Refused
from houseway.play.driver import PROPOSITION, Driver
from houseway.play.event import BetsClosed, Event, FeeTaken
from houseway.play.ledger import CAGE, DROP
from houseway.play.player_dealer import POSITION, GameClosed, GameReopened, PutUp, TakenUp
from houseway.rules.money import dollars
from houseway.rules.submission import Choices, house_rules

ROUNDS = int(os.environ.get("HOUSEWAY_ROUNDS", "400"))
BANKED = [id for id, game in catalogue().items() if game.rules.bank == "player-dealer"]


def seat_some(driver: Driver, rng: Random) -> None:
    """Some come, some go, and who has run out buys in again."""
    table = driver.table
    for who in list(table.seats):
        standing = any(stake.owner == who for stake in table.stakes.values())
        if rng.random() < 0.05 and not standing:
            driver.cash_out(who)
        elif table.stack(who) < 2000:
            driver.buy_in(who, rng.choice((1000, 20_000, 123_456)))
    for number in range(1, table.rules.seats + 1):
        if f"seat {number}" not in table.seats and rng.random() < 0.2:
            role = PROPOSITION if rng.random() < 0.2 else ""
            come(driver, f"seat {number}", rng.choice((700, 5000, 50_000, 1_000_000)), role)
        most = int(table.rules.options["backline"])
        if f"seat {number}" in table.seats and most and rng.random() < 0.1:
            come(driver, f"backline {number}.{rng.randint(1, most)}", rng.choice((600, 20_000)))


def come(driver: Driver, place: str, amount: int, role: str = "") -> None:
    """Buy in, unless as many are there as the game lets play."""
    with suppress(Refused):
        driver.buy_in(place, amount, role=role)


def play_at_random(driver: Driver, rng: Random) -> None:
    willing = rng.random() < 0.95  # at a large table too it happens that nobody banks
    while driver.open:
        ask = rng.choice(list(driver.asks.values()))
        if ask.what == "bank" and not willing:
            answer = "decline"
        elif ask.what == "bank":  # often enough somebody banks, and often with little
            answer = ask.random(rng) if rng.random() < 0.7 else "decline"
            bank = [form for form in ask.forms if form.answers() and form.answers()[0].startswith("bank")]
            answer = bank[0].answers()[0] if bank and rng.random() < 0.2 else answer
        else:
            answer = ask.random(rng)
        driver.answer(ask.who, answer)


class Turns:
    """Who banked how many rounds of play in a row since the game last closed and reopened."""

    def __init__(self) -> None:
        self.who, self.rounds, self.closed = "", 0, False

    def follow(self, events: list[Event], names: dict[str, str]) -> None:
        for event in events:
            if isinstance(event, GameClosed):
                self.closed = True
            elif isinstance(event, GameReopened):
                assert self.closed, "reopened without having closed"
                self.who, self.rounds, self.closed = "", 0, False
            elif isinstance(event, PutUp):
                name = f"{event.who} {names[event.who]}"
                self.who, self.rounds = name, self.rounds if self.who == name else 0
            elif isinstance(event, BetsClosed):
                self.rounds += 1
                assert self.rounds <= 2, f"{self.who} banks {self.rounds} rounds in a row"


@pytest.mark.parametrize("id", BANKED)
def test_every_schedule_that_can_be_chosen_is_taken_at_a_moment_that_the_round_comes_to(id: str) -> None:
    game = catalogue()[id]
    for collection in game.rules.options["collection"].values:
        rng = Random(f"{id} {collection}")
        driver = Driver(game, house_rules(game.rules, Choices(options={"collection": collection})))
        for number in range(1, 4):
            driver.buy_in(f"seat {number}", 10_000_000)
        taken = 0
        for number in range(12):
            driver.begin(seed_from(f"{id} {number}"))
            play_at_random(driver, rng)
            taken += sum(event.amount for event in driver.events if isinstance(event, FeeTaken))
        assert taken == driver.table.ledger[DROP] > 0, f"nothing is ever collected by {collection}"


@pytest.mark.parametrize("id", BANKED)
@pytest.mark.parametrize("coverage", ["action", "net"])
def test_no_cent_is_lost_or_made_and_no_bank_goes_beyond_what_was_put_up(id: str, coverage: str) -> None:
    game = catalogue()[id]
    rng = Random(f"{id} {coverage}")
    collection = rng.choice(game.rules.options["collection"].values)
    driver = Driver(game, house_rules(game.rules, Choices(options={"coverage": coverage, "collection": collection})))
    turns, banked, reopened, short = Turns(), 0, 0, 0
    for number in range(ROUNDS // 2):
        seat_some(driver, rng)
        before = sum(amount for account, amount in driver.table.ledger.items() if account != CAGE)
        driver.begin(seed_from(f"{id} {coverage} {number}"))
        play_at_random(driver, rng)
        ledger = driver.table.ledger
        assert ledger.total() == 0
        assert before == sum(amount for account, amount in ledger.items() if account != CAGE)
        assert min((amount for account, amount in ledger.items() if account != CAGE), default=0) >= 0
        assert ledger[POSITION] == 0
        turns.follow(driver.events, driver.table.seats)
        put_up = [event for event in driver.events if isinstance(event, PutUp)]
        taken_up = [event for event in driver.events if isinstance(event, TakenUp)]
        assert len(put_up) == len(taken_up) <= 1
        for put, taken in zip(put_up, taken_up, strict=True):
            assert put.who == taken.who and abs(taken.net) <= put.amount
            won = {one.owner: 0 for one in driver.table.settled}
            for done in driver.table.settled:
                lost = done.outcome.stake - done.outcome.returned if done.outcome.result == "lose" else 0
                won[done.owner] += done.outcome.paid - lost
            assert sum(won.values()) == -taken.net
            assert put.who not in won or won[put.who] == 0
        banked += len(put_up)
        reopened += sum(isinstance(event, GameReopened) for event in driver.events)
        short += any("cover" in done.outcome.note for done in driver.table.settled)
        for fee in (event for event in driver.events if isinstance(event, FeeTaken)):
            assert fee.amount > 0 and fee.clause
    assert banked > ROUNDS // 4 and reopened and short  # all of it has happened, or nothing was shown


@pytest.mark.parametrize("id", [id for id, one in catalogue().items() if one.rules.bank == "player-dealer"])
def test_PD_10_the_least_that_is_put_up_is_the_smallest_base_wager(id: str) -> None:
    rules = house_rules(game(id).rules)
    driver = Driver(game(id), rules)
    for seat in (1, 2):
        driver.buy_in(f"seat {seat}", 10_000_00)
    driver.begin(seed_from(1))
    ask = next(ask for ask in driver.asks.values() if ask.what == "bank")
    assert rules.game.position is not None
    least = rules.limits[rules.game.position.base].minimum
    with pytest.raises(Refused, match="not allowed"):
        driver.answer(ask.who, f"bank {dollars(least - rules.chip)}")
    driver.answer(ask.who, f"bank {dollars(least)}")
