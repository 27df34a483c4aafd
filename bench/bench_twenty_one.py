"""Twenty-one: rounds a second of one core in the compiled simulation, and how long the exact count takes.

The compiled code is warmed up before. The reference is the table itself, which plays the same rounds through the play
engine. Times are of the processor, so that a busy machine does not change the ratio.
"""

import os
from collections.abc import Callable
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any

from rich.console import Console

from houseway.games import game
from houseway.games.twenty_one.count import pricing as banked
from houseway.games.twenty_one.count.sheet import best_round
from houseway.games.twenty_one.count.simulation import simulate
from houseway.games.twenty_one.facts import twenty_one_rules
from houseway.games.twenty_one.pontoon_21 import count as pontoon_21
from houseway.play.driver import Driver
from houseway.play.table import DEALER, FLOOR
from houseway.rules.files import game_rules
from houseway.rules.resolved import Rules, resolve

ROUNDS = 50_000_000
AT_THE_TABLE = 2_000


def main() -> None:
    console = Console()
    _bench(console, resolve(game_rules("pontoon-21")), pontoon_21.price, {"splits": 1})
    _bench(console, resolve(game_rules("blackjack-x")), banked.price, {"decks": 1})
    _, at_table, _ = _timed(_at_the_table)
    console.print(f"{AT_THE_TABLE / at_table:,.0f} rounds of Pontoon 21 a second at the table itself")


def _bench(console: Console, rules: Rules, price: Callable[[Rules], Any], other: dict[str, Any]) -> None:
    """The whole sheet from nothing, from its cache, and simulated rounds; `other` options compile the code."""
    name, base = rules.game.name, twenty_one_rules(rules).base
    with TemporaryDirectory() as folder:
        os.environ["HOUSEWAY_CACHE"] = folder
        price(resolve(game_rules(rules.game.id), other))
        best_round.cache_clear()
        wall, busy, _ = _timed(lambda: price(rules))
        console.print(f"{name}, the whole sheet: {wall:.1f} s, {busy:.1f} s of the processor")
        best_round.cache_clear()
        wall, busy, _ = _timed(lambda: price(rules))
        console.print(f"the same from its cache: {wall:.2f} s, {busy:.2f} s of the processor")
        best = best_round(rules, rules.limits[base].minimum)
    simulate(best, 1000, seed=1)  # compiles
    _, busy, found = _timed(lambda: simulate(best, ROUNDS, seed=2))
    off = (found.mean - float(best.expectation)) / found.error
    console.print(
        f"{ROUNDS / busy / 1e6:.1f} million rounds a second a core; mean {found.mean:+.6f} ± {found.error:.6f}, "
        f"exactly {float(best.expectation):+.6f}, {off:+.1f} standard errors off"
    )


def _timed(work: Callable[[], Any]) -> tuple[float, float, Any]:
    wall, busy = perf_counter(), process_time()
    done = work()
    return perf_counter() - wall, process_time() - busy, done


def _at_the_table() -> None:
    rules = resolve(game_rules("pontoon-21"))
    driver = Driver(game("pontoon-21"), rules, automatic=(DEALER, FLOOR))
    for number in range(AT_THE_TABLE):
        if driver.table.stack("seat 1") < 1000:
            driver.buy_in("seat 1", 100_000)
        driver.begin(number.to_bytes(32))
        while driver.open:
            ask = next(iter(driver.asks.values()))
            driver.answer(ask.who, "pontoon 5" if ask.what == "wagers" else ask.default)


if __name__ == "__main__":
    main()
