"""Whole rounds a second: Criss Cross Poker, full events and ledger on, against PokerKit's no-limit hold'em."""

import gc
import random
from collections.abc import Callable
from statistics import mean
from time import perf_counter
from typing import Any

from rich.console import Console
from rich.table import Table as Grid

from houseway.cards.shuffle import seed_from
from houseway.games import game
from houseway.play.driver import Driver
from houseway.rules.submission import Choices, house_rules

SEATS = 6
SLICES = 8  # each side in turn, so that whatever else the machine does falls on both
SECONDS = 0.6  # a slice
STACK = 10**12


def rounds_a_second(rng: random.Random) -> tuple[float, float]:
    """Rounds and events a second with six seats that all wager and then answer at random."""
    criss_cross = game("criss-cross-poker")
    chips = Choices(options={"smallest_chip": "1"})  # wagers in whole dollars, as at a real table
    driver = Driver(criss_cross, house_rules(criss_cross.rules, chips))
    for seat in range(1, SEATS + 1):
        driver.buy_in(f"seat {seat}", STACK)
    driver.begin(seed_from("wagers"))
    wagers = [driver.asks["seat 1"].forms[0].random(rng) for _ in range(500)]
    while driver.open:
        driver.answer(next(iter(driver.asks)), "sit out")
    rounds = events = 0
    begun = perf_counter()
    while perf_counter() - begun < SECONDS:
        for _ in range(50):
            driver.begin(seed_from(rounds))
            while asks := driver.asks:
                ask = next(iter(asks.values()))
                wagering = ask.what == "wagers"
                driver.answer(ask.who, wagers[int(rng.random() * len(wagers))] if wagering else ask.random(rng))
            rounds += 1
            events += len(driver.events)
    spent = perf_counter() - begun
    return rounds / spent, events / spent


def pokerkit_hands_a_second(rng: random.Random) -> float:
    """PokerKit dealing six-seat no-limit hold'em by itself, its players acting at random."""
    from pokerkit import Automation, NoLimitTexasHoldem

    players: Any = (
        Automation.ANTE_POSTING,
        Automation.BET_COLLECTION,
        Automation.BLIND_OR_STRADDLE_POSTING,
        Automation.CARD_BURNING,
        Automation.HOLE_DEALING,
        Automation.BOARD_DEALING,
        Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
        Automation.HAND_KILLING,
        Automation.CHIPS_PUSHING,
        Automation.CHIPS_PULLING,
    )
    hands = 0
    begun = perf_counter()
    while perf_counter() - begun < SECONDS:
        state = NoLimitTexasHoldem.create_state(players, True, 0, (1, 2), 2, [200] * SEATS, SEATS)
        while state.status:
            legal: list[Callable[[], Any]] = [state.check_or_call]
            if state.can_fold():
                legal.append(state.fold)
            if state.can_complete_bet_or_raise_to():
                low = state.min_completion_betting_or_raising_to_amount or 0
                high = state.max_completion_betting_or_raising_to_amount or 0
                amount = rng.randint(low, high)
                legal.append(lambda: state.complete_bet_or_raise_to(amount))  # noqa: B023
            rng.choice(legal)()
        hands += 1
    return hands / (perf_counter() - begun)


def main() -> None:
    gc.collect()
    gc.freeze()  # what was imported lives on anyway: neither side is to pay for looking at it again and again
    rng = random.Random(1)
    slices = [(*rounds_a_second(rng), pokerkit_hands_a_second(rng)) for _ in range(SLICES)]
    rounds, events, hands = (mean(figures) for figures in zip(*slices, strict=True))
    grid = Grid(title="Rounds a second, six seats, random legal answers, one core")
    for heading in ("what", "a second", "ratio"):
        grid.add_column(heading, justify="left" if heading == "what" else "right")
    grid.add_row("PokerKit, no-limit hold'em hands", f"{hands:,.0f}", "1.0")
    grid.add_row("Houseway, Criss Cross Poker rounds", f"{rounds:,.0f}", f"{rounds / hands:.1f}")
    grid.add_row("  of which events", f"{events:,.0f}", "")
    Console().print(grid)


if __name__ == "__main__":
    main()
