"""How fast the exact counts go, against a plain compiled loop over a sample of the same deals in the same run.

The reference is what one would write first: for each deal and each of the player-dealer's hands (or each middle card),
rank the cards and add up. It does a sample, and is scaled to the whole game. Times are of the processor, so that a busy
machine does not change the ratio.
"""

import os
from collections.abc import Callable
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any

import numpy as np
from numba import njit
from rich.console import Console
from rich.table import Table

from houseway.cards import batch
from houseway.price import criss_cross_poker, ultimate_texas_holdem
from houseway.price.boards import Kinds
from houseway.rules.files import game_rules
from houseway.rules.resolved import resolve

HOLDEM_SAMPLE = 60
CROSS_SAMPLE = 400


def main() -> None:
    console = Console()
    table = Table("game", "deals", "wall, s", "cpu, s", "plain loop, s", "ratio", title="A whole game, exactly")
    with TemporaryDirectory() as folder:
        for name, module, small, plain in (
            ("Criss Cross Poker", criss_cross_poker, tuple(range(20, 29)), _plain_cross),
            ("Ultimate Texas Hold'em", ultimate_texas_holdem, tuple(range(20, 30)), _plain_holdem),
        ):
            rules = resolve(game_rules(module.__name__.rpartition(".")[2].replace("_", "-")))
            os.environ["HOUSEWAY_CACHE"] = folder
            module.count(rules, pack=small)  # compiles
            wall, busy, counted = _timed(lambda: module.count(rules))  # noqa: B023
            reference = plain()
            again, _, _ = _timed(lambda: module.count(rules))  # noqa: B023
            table.add_row(
                name,
                f"{counted.deals:,}",
                f"{wall:.1f}",
                f"{busy:.1f}",
                f"{reference:,.0f}",
                f"{reference / busy:.0f}x",
            )
            console.print(f"{name} from its cache: {again:.2f} s")
    console.print(table)


def _timed(work: Callable[[], Any]) -> tuple[float, float, Any]:
    wall, busy = perf_counter(), process_time()
    done = work()
    return perf_counter() - wall, process_time() - busy, done


def _plain_holdem() -> float:
    """Seconds for every board, pair and hand of the player-dealer, from some boards with all their pairs and hands."""
    boards, _ = Kinds().boards
    some = boards[np.linspace(0, len(boards) - 1, HOLDEM_SAMPLE).astype(int)].astype(np.int64)
    _compare_all(some[:1], batch.tables())
    _, busy, _ = _timed(lambda: _compare_all(some, batch.tables()))
    return busy / len(some) * len(boards) * 2  # two passes: to decide, and to count


@njit(cache=True)
def _compare_all(boards: Any, tables: Any) -> int:
    total = 0
    for one in range(len(boards)):
        key, suits = 0, 0
        used = np.zeros(52, np.bool_)
        for card in boards[one]:
            key += tables.keys[card]
            suits += tables.suits[card]
            used[card] = True
        for a in range(52):
            for b in range(a + 1, 52):
                if used[a] or used[b]:
                    continue
                mine = batch.rank_of(
                    key + tables.keys[a] + tables.keys[b], suits + tables.suits[a] + tables.suits[b], tables
                )
                for c in range(52):
                    for d in range(c + 1, 52):
                        if used[c] or used[d] or c in (a, b) or d in (a, b):
                            continue
                        theirs = batch.rank_of(
                            key + tables.keys[c] + tables.keys[d], suits + tables.suits[c] + tables.suits[d], tables
                        )
                        total += (mine > theirs) - (mine < theirs)
    return total


def _plain_cross() -> float:
    """Seconds for every starting hand up to suits with all that follows, from some across pairs."""
    hands, across = 169, 1225
    _cross_all(2, batch.tables())
    _, busy, _ = _timed(lambda: _cross_all(CROSS_SAMPLE, batch.tables()))
    return busy / CROSS_SAMPLE * hands * across


@njit(cache=True)
def _cross_all(many: int, tables: Any) -> int:
    """One starting hand with so many across pairs, every down pair and every middle card: both hands ranked."""
    key, suits = tables.keys[0] + tables.keys[51], tables.suits[0] + tables.suits[51]
    total, done = 0, 0
    for a in range(1, 51):
        for b in range(a + 1, 51):
            if done == many:
                return total
            done += 1
            for c in range(1, 51):
                for d in range(c + 1, 51):
                    if c in (a, b) or d in (a, b):
                        continue
                    for m in range(1, 51):
                        if m in (a, b, c, d):
                            continue
                        across = batch.rank_of(
                            key + tables.keys[a] + tables.keys[b] + tables.keys[m],
                            suits + tables.suits[a] + tables.suits[b] + tables.suits[m],
                            tables,
                        )
                        down = batch.rank_of(
                            key + tables.keys[c] + tables.keys[d] + tables.keys[m],
                            suits + tables.suits[c] + tables.suits[d] + tables.suits[m],
                            tables,
                        )
                        total += max(across, down)
    return total
