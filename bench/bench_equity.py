"""How fast Hold'em equity is found, against eval7 on the same machine in the same run, one thread each.

eval7 counts hands against a range only as they lie, so its evaluator goes through every board here in a compiled loop
of ours; against its sampling stands our own.
"""

import warnings
from collections.abc import Callable
from itertools import combinations
from time import perf_counter
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table

from bench.bench_ranks import _eval7_core
from houseway.cards.card import NAMES
from houseway.pricing.equity import counted
from houseway.pricing.equity.equity import deal_of, equity

with warnings.catch_warnings():  # eval7 calls pyparsing by names that are going away
    warnings.simplefilter("ignore")
    import eval7

    AGAINST = "QQ+, AKs"
    RANGE = eval7.HandRange(AGAINST)

MINE, THEIRS, SAMPLES = "AhKh", "QdQc", 1_000_000


def main() -> None:
    console = Console()
    counted.CORES = 1
    mine = [eval7.Card(MINE[:2]), eval7.Card(MINE[2:])]
    masks = np.array([eval7.Card(name).mask for name in NAMES[:52]], np.uint64)
    known = [NAMES.index(card) for card in ("Ah", "Kh", "Qd", "Qc")]
    left = np.array([card for card in range(52) if card not in known])
    through = _through(_eval7_core())
    pairs = [masks[known[0]] | masks[known[1]], masks[known[2]] | masks[known[3]]]

    def theirs() -> int:
        return int(through(pairs[0], pairs[1], masks[left]))

    def ours() -> int:
        worth = equity("limit-holdem", MINE, THEIRS)
        return int(worth.players[0].high.won * worth.deals)

    assert ours() == theirs(), "the two do not count the same"
    deal = deal_of("limit-holdem", MINE, AGAINST)
    counted.sampled(deal, 1000, 1)
    table = Table("what", "ours, s", "eval7, s", "ratio", title="Equity in Hold'em, one thread")
    for what, our, their in (
        (f"{MINE} against {THEIRS}, all {len(list(combinations(range(48), 5))):,} boards", ours, theirs),
        (
            f"{MINE} against {AGAINST}, {SAMPLES:,} deals at random",
            lambda: counted.sampled(deal, SAMPLES, 1),
            lambda: eval7.py_hand_vs_range_monte_carlo(mine, RANGE, [], SAMPLES),
        ),
    ):
        us, them = _best(our), _best(their)
        table.add_row(what, f"{us:.3f}", f"{them:.3f}", f"{them / us:.1f}x")
    console.print(table)
    console.print("All figures are the best of three.")


def _best(work: Callable[[], object]) -> float:
    times = []
    for _ in range(3):
        began = perf_counter()
        work()
        times.append(perf_counter() - began)
    return min(times)


def _through(evaluate: Any) -> Any:
    seven = np.uint32(7)

    def through(mine: np.uint64, theirs: np.uint64, masks: NDArray[np.uint64]) -> int:
        size, won = len(masks), 0
        for a in range(size):
            for b in range(a + 1, size):
                two = masks[a] | masks[b]
                for c in range(b + 1, size):
                    three = two | masks[c]
                    for d in range(c + 1, size):
                        four = three | masks[d]
                        for e in range(d + 1, size):
                            board = four | masks[e]
                            won += evaluate(board | mine, seven) > evaluate(board | theirs, seven)
        return won

    return njit(through)


if __name__ == "__main__":
    main()
