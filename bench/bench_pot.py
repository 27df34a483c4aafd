"""Hands a second of pot games, full events and ledger on, against PokerKit playing the same game by the same policy."""

import gc
import random
import warnings
from collections.abc import Callable
from time import perf_counter
from typing import Any

from rich.console import Console
from rich.table import Table as Grid

from houseway.cards.shuffle import seed_from
from houseway.games import game
from houseway.play.ask import Amount, Ask
from houseway.play.driver import Driver
from houseway.rules.money import dollars
from houseway.rules.submission import Choices, house_rules

SEATS = 6
SECONDS = 4.0
BUY_IN = 200  # dollars

# One policy for both: when there is something to call, fold a fifth of the time; raise a fifth of the time where it is
# allowed, mostly by little; otherwise check or call.
FOLD, RAISE, ALL_IN = 0.2, 0.8, 0.95


def houseway(id: str, options: dict[str, Any]) -> Callable[[random.Random], int]:
    """Play one hand; the answer is the number of decisions."""
    chosen = game(id)
    driver = Driver(chosen, house_rules(chosen.rules, Choices(options=options)))
    hands = 0

    def play(rng: random.Random) -> int:
        nonlocal hands
        driver.restore(start)
        hands += 1
        driver.begin(seed_from(hands))
        asked = 0
        while asks := driver.asks:
            (ask,) = asks.values()
            driver.answer(ask.who, answer(ask, rng))
            asked += 1
        return asked

    for seat in range(1, SEATS + 1):
        driver.buy_in(f"seat {seat}", BUY_IN * 100)
    driver.table.memory["button"] = "seat 1"
    start = driver.table.state()
    return play


def answer(ask: Ask, rng: random.Random) -> str:
    roll = rng.random()
    if ask.what == "bring in":
        return ask.default
    owed = ask.default == "fold"
    if owed and roll < FOLD:
        return "fold"
    if roll < RAISE or len(ask.forms) == 1:
        return "call" if owed else "check"
    form = ask.forms[1]
    if isinstance(form, Amount):
        to = (
            form.high
            if rng.random() > ALL_IN
            else rng.randint(form.low // 100, min(form.high, form.low * 3) // 100) * 100
        )
        return f"{form.word} {dollars(max(form.low, to))}"
    return form.answers()[0]


def peer(make: Callable[[Any], Any]) -> Callable[[random.Random], int]:
    from pokerkit import Automation

    automatic = tuple(Automation)

    def play(rng: random.Random) -> int:
        state = make(automatic)
        asked = 0
        while state.status:
            roll = rng.random()
            asked += 1
            if state.can_post_bring_in():
                state.post_bring_in()
                continue
            owed = state.checking_or_calling_amount
            if owed and roll < FOLD:
                state.fold()
                continue
            low = state.min_completion_betting_or_raising_to_amount if roll >= RAISE else None
            if low is None:
                state.check_or_call()
                continue
            high = state.max_completion_betting_or_raising_to_amount
            state.complete_bet_or_raise_to(high if rng.random() > ALL_IN else rng.randint(low, min(high, low * 3)))
        return asked

    return play


def hands_a_second(play: Callable[[random.Random], int]) -> tuple[float, float]:
    """Hands a second, and decisions a hand."""
    rng = random.Random(1)
    for _ in range(20):
        play(rng)
    hands = asked = 0
    begun = perf_counter()
    while perf_counter() - begun < SECONDS:
        for _ in range(10):
            asked += play(rng)
        hands += 10
    return hands / (perf_counter() - begun), asked / hands


def main() -> None:
    from pokerkit import FixedLimitSevenCardStud, NoLimitTexasHoldem

    games = (
        (
            "no-limit hold'em",
            houseway("no-limit-holdem", {"limit": "50-200", "collection": "none"}),
            peer(lambda auto: NoLimitTexasHoldem.create_state(auto, True, 0, (1, 2), 2, [BUY_IN] * SEATS, SEATS)),
        ),
        (
            "fixed-limit stud",
            houseway("seven-card-stud", {"limit": "2-4", "collection": "none"}),
            peer(lambda auto: FixedLimitSevenCardStud.create_state(auto, True, 1, 1, 2, 4, [BUY_IN] * SEATS, SEATS)),
        ),
    )
    gc.collect()
    gc.freeze()  # what was imported lives on anyway: neither side is to pay for looking at it again and again
    grid = Grid(title="Hands a second, six seats, one random policy, one core")
    for heading in ("game", "PokerKit", "decisions", "Houseway", "decisions", "ratio"):
        grid.add_column(heading, justify="left" if heading == "game" else "right")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name, ours, theirs in games:
            slow, their_asks = hands_a_second(theirs)
            fast, our_asks = hands_a_second(ours)
            grid.add_row(
                name, f"{slow:,.0f}", f"{their_asks:.1f}", f"{fast:,.0f}", f"{our_asks:.1f}", f"{fast / slow:.1f}"
            )
    Console().print(grid)


if __name__ == "__main__":
    main()
