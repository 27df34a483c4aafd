"""Hands a second of pot games, full events and ledger on, against PokerKit playing the same game by the same policy."""

import gc
import random
import warnings
from collections.abc import Callable
from time import perf_counter, process_time
from typing import Any

from rich.console import Console
from rich.table import Table as Grid

from houseway.cards.shuffle import seed_from
from houseway.games import game
from houseway.play.ask import Amount, Ask
from houseway.play.driver import Driver
from houseway.prove import phh
from houseway.rules.money import dollars
from houseway.rules.submission import Choices, house_rules

SEATS = 6
SECONDS = 4.0
BUY_IN = 200  # dollars

# One policy for both: when there is something to call, fold a fifth of the time; raise a fifth of the time where it is
# allowed, mostly by little; otherwise check or call.
FOLD, RAISE, ALL_IN = 0.2, 0.8, 0.95
FOLD_ELSEWHERE = 0.65  # in hand histories
HISTORIES = 5000


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
        driver.seat(f"seat {seat}", BUY_IN * 100)
    driver.table.memory["button"] = "seat 1"
    start = driver.table.state()
    return play


def answer(ask: Ask, rng: random.Random, fold: float = FOLD) -> str:
    roll = rng.random()
    if ask.what == "bring in":
        return ask.default
    owed = ask.default == "fold"
    if owed and roll < fold:
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


def histories(hands: int) -> list[str]:
    """Hands of no-limit hold'em as other houses have them: most players fold most of the time."""
    chosen = game("no-limit-holdem")
    driver = Driver(chosen, house_rules(chosen.rules, Choices(options={"limit": "50-200", "collection": "none"})))
    for seat in range(1, SEATS + 1):
        driver.seat(f"seat {seat}", BUY_IN * 100)
    driver.table.memory["button"] = "seat 1"
    start, rng, texts = driver.table.state(), random.Random(1), []
    for number in range(hands):
        driver.restore(start)
        driver.begin(seed_from(number))
        while asks := driver.asks:
            (ask,) = asks.values()
            driver.answer(ask.who, answer(ask, rng, fold=FOLD_ELSEWHERE))
        texts.append(phh.written(driver))
    return texts


def ours_again(text: str) -> list[Any]:
    (hand,) = phh.replayed(text, name="a hand")
    assert isinstance(hand, phh.Played) and hand.agrees
    return [float(stack) for stack in hand.stacks]


def theirs_again(text: str) -> list[Any]:
    from pokerkit import HandHistory

    *_, state = HandHistory.loads(text)
    return [float(stack) for stack in state.stacks]


def cpu_seconds(again: Callable[[str], list[Any]], texts: list[str]) -> float:
    begun = process_time()
    for text in texts:
        again(text)
    return process_time() - begun


def replays() -> None:
    """The same hand histories read and played again by both, to the same stacks."""
    texts = histories(HISTORIES)
    assert all(ours_again(text) == theirs_again(text) for text in texts[:50])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        slow, fast = cpu_seconds(theirs_again, texts[: HISTORIES // 10]) * 10, cpu_seconds(ours_again, texts)
    grid = Grid(title=f"Hand histories replayed a CPU second, one process, {HISTORIES:,} hands of no-limit hold'em")
    for heading in ("PokerKit", "Houseway", "ratio"):
        grid.add_column(heading, justify="right")
    grid.add_row(f"{HISTORIES / slow:,.0f}", f"{HISTORIES / fast:,.0f}", f"{slow / fast:.1f}")
    Console().print(grid)


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
    replays()


if __name__ == "__main__":
    main()
