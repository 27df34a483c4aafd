"""How fast sheets are made: whole, after a break, under a new pay table; and the exact counts against a plain compiled
loop over a sample of the same deals in the same run.

The reference is what one would write first: for each deal and each of the player-dealer's hands (or each middle card),
rank the cards and add up. It does a sample, and is scaled to the whole game. Times are of the processor, so that a busy
machine does not change the ratio.
"""

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from subprocess import DEVNULL, run
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

import houseway
from houseway.cards import batch
from houseway.counting.kernels import kernel
from houseway.games.ante_and_raise.ultimate_texas_holdem.count import decisions as ultimate_texas_holdem
from houseway.games.maryland_poker.criss_cross_poker.count import pricing as criss_cross_poker
from houseway.games.pai_gow.count import pricing as pai_gow
from houseway.games.pai_gow.count.best import best
from houseway.games.pai_gow.count.coach import opponents
from houseway.games.pai_gow.count.meet import meet, points
from houseway.pricing.counting.boards import Kinds
from houseway.rules.files import game_rules
from houseway.rules.house_way import house_way
from houseway.rules.resolved import resolve

HOLDEM_SAMPLE = 60
CROSS_SAMPLE = 400
PAI_GOW_HANDS = 6_972_147  # of seven cards with a joker in the pack, up to suits


GAMES: dict[str, dict[str, Any]] = {  # with an edit of a main pay table
    "criss-cross-poker": {"criss_cross": {"flush": "9:1"}},
    "ultimate-texas-holdem": {"blind": {"flush": "2:1"}},
    "top-five-poker": {"top_five": {"win": "6:5"}},
    "cash-in-baccarat": {"banker": {"banker-wins": "19:20"}},
    "party-craps": {"field": {"2": "3:1"}},
    "pontoon-21": {"pontoon": {"blackjack": "7:5"}},
    "lucky-pai-gow": {"lucky_bonus": {"flush": "5:1"}},
}


def main() -> None:
    console = Console()
    with TemporaryDirectory() as folder:
        os.environ["HOUSEWAY_CACHE"] = folder
        _compile()
        _whole_games(console)
    with TemporaryDirectory() as folder:
        os.environ["HOUSEWAY_CACHE"] = folder
        _against_plain_loops(console)


def _compile() -> None:
    criss_cross_poker.count(resolve(game_rules("criss-cross-poker")), pack=tuple(range(20, 29)))
    ultimate_texas_holdem.count(resolve(game_rules("ultimate-texas-holdem")), pack=tuple(range(20, 30)))


def _whole_games(console: Console) -> None:
    """Every sheet from an empty cache; half of it counted, broken off and gone on with; and a new main pay table."""
    heads = ("game", "sheet, wall s", "cpu s", "rest after a break, s", "new pay table, s", "as a command, s")
    table = Table(*heads, title="Sheets")
    for game, edits in GAMES.items():
        with TemporaryDirectory() as folder:
            os.environ["HOUSEWAY_CACHE"] = folder
            broken, _, _ = _timed(_broken_off, game)
            rest, _, _ = _timed(houseway.price, game)
        with TemporaryDirectory() as folder:
            os.environ["HOUSEWAY_CACHE"] = folder
            wall, busy, _ = _timed(houseway.price, game)
            again, _, _ = _timed(houseway.price, game, **edits)
            typed = [sys.executable, "-m", "houseway", "price", game, "--json"]
            command, _, _ = _timed(run, typed, stdout=DEVNULL, check=True)
        resumed = f"{rest:.2f} of {broken + rest:.2f}"
        table.add_row(game, f"{wall:.2f}", f"{busy:.2f}", resumed, f"{again:.2f}", f"{command:.2f}")
    console.print(table)


def _broken_off(game: str) -> None:
    """Count, and be interrupted half way."""

    def half_way(done: int, of: int) -> None:
        if 2 * done >= of > 1:
            raise KeyboardInterrupt

    with suppress(KeyboardInterrupt):
        houseway.price(game, progress=half_way)


def _against_plain_loops(console: Console) -> None:
    table = Table("game", "deals", "wall, s", "cpu, s", "plain loop, s", "ratio", title="A whole game, exactly")
    counts: tuple[tuple[str, Callable[..., Any], Callable[[], float]], ...] = (
        ("criss-cross-poker", criss_cross_poker.count, _plain_cross),
        ("ultimate-texas-holdem", ultimate_texas_holdem.count, _plain_holdem),
    )
    for game, count, plain in counts:
        rules = resolve(game_rules(game))
        wall, busy, counted = _timed(count, rules)
        reference = plain()
        table.add_row(
            rules.game.name,
            f"{counted.deals:,}",
            f"{wall:.1f}",
            f"{busy:.1f}",
            f"{reference:,.0f}",
            f"{reference / busy:.0f}x",
        )
    _pai_gow(table)
    console.print(table)


def _pai_gow(table: Table) -> None:
    """Lucky Pai Gow, against listing all the player-dealer's hands for each of the player's up to suits."""
    rules = resolve(game_rules("lucky-pai-gow"))
    codes, chart, small = pai_gow.settings(rules.game), house_way(rules.game), (*range(16), 52)
    best_set = best(chart.hands, codes, pack=small)
    meet(points(7, codes), points(7, best_set.settings()), 7, pack=small)  # compiles
    opponents(codes, 7, range(7), small)
    wall, busy, sheet = _timed(lambda: pai_gow.price(rules))
    _, plain, _ = _timed(lambda: opponents(codes, 7, range(7)))
    reference = plain * PAI_GOW_HANDS
    deals = f"{sheet.wager('base').outcomes.total:,}"
    table.add_row(
        "Lucky Pai Gow", deals, f"{wall:.1f}", f"{busy:.1f}", f"{reference:,.0f}", f"{reference / busy:,.0f}x"
    )


def _timed(work: Callable[..., Any], *args: Any, **named: Any) -> tuple[float, float, Any]:
    wall, busy = perf_counter(), process_time()
    done = work(*args, **named)
    return perf_counter() - wall, process_time() - busy, done


def _plain_holdem() -> float:
    """Seconds for every board, pair and hand of the player-dealer, from some boards with all their pairs and hands."""
    boards, _ = Kinds().boards
    some = boards[np.linspace(0, len(boards) - 1, HOLDEM_SAMPLE).astype(int)].astype(np.int64)
    _compare_all(some[:1], batch.tables())
    _, busy, _ = _timed(lambda: _compare_all(some, batch.tables()))
    return busy / len(some) * len(boards) * 2  # two passes: to decide, and to count


@kernel
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


@kernel
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
