"""How fast hands are ranked, against other evaluators on the same machine in the same run, one thread each.

eval7 0.1.11 has no call that ranks an array of hands. What stands in for one here is its own compiled
evaluator, which it exports to other Cython modules, called from a compiled loop: eval7 without Python's cost.
"""

import ctypes
import sys
import warnings
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Any

import numpy as np
import phevaluator
from numba import njit
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table

from houseway.cards import batch, ranks
from houseway.cards.card import NAMES

with warnings.catch_warnings():  # eval7 calls pyparsing by names that are going away
    warnings.simplefilter("ignore")
    import eval7

SEVENS = 133_784_560
IN_ARRAY = 10_000_000
FROM_PYTHON = 300_000


def main() -> None:
    console = Console()
    began = perf_counter()
    batch.rank_batch(np.arange(7, dtype=np.uint8).reshape(1, 7))
    batch.count_all(5)
    console.print(f"Our warm-up, tables and compiled code (or its cache): {perf_counter() - began:.2f} s")

    evaluate = _eval7_core()
    in_rows, through_all = _loops_over(evaluate)
    masks = np.array([eval7.Card(name).mask for name in NAMES[:52]], np.uint64)
    in_rows(np.zeros((1, 7), np.uint8), masks)
    through_all(masks[:8])

    hands = _random_hands(IN_ARRAY)
    few = hands[:FROM_PYTHON].tolist()
    cards = [[eval7.Card(NAMES[card]) for card in held] for held in few]

    array = _rate(lambda: batch.rank_batch(hands), IN_ARRAY)
    array_core = _rate(lambda: in_rows(hands, masks), IN_ARRAY)
    every = _rate(lambda: batch.count_all(7), SEVENS)
    every_core = _rate(lambda: through_all(masks), SEVENS)
    single = _rate(lambda: _each(ranks.rank, few), FROM_PYTHON)
    single_phevaluator = _rate(lambda: [phevaluator.evaluate_cards(*held) for held in few], FROM_PYTHON)
    single_eval7 = _rate(lambda: _each(eval7.evaluate, cards), FROM_PYTHON)

    table = Table("what", "peer", "ours, M/s", "peer, M/s", "ratio", title="Seven-card hands, one thread")
    for what, peer, ours, theirs in (
        ("10 million at random, in an array", "phevaluator, from Python", array, single_phevaluator),
        ("10 million at random, in an array", "eval7, from Python", array, single_eval7),
        ("10 million at random, in an array", "eval7's core, compiled loop", array, array_core),
        ("all 133,784,560, counted by rank", "phevaluator, from Python", every, single_phevaluator),
        ("all 133,784,560, counted by rank", "eval7, from Python", every, single_eval7),
        ("all 133,784,560, counted by rank", "eval7's core, compiled loop", every, every_core),
        ("one at a time, pure Python", "phevaluator, from Python", single, single_phevaluator),
        ("one at a time, pure Python", "eval7, from Python", single, single_eval7),
    ):
        table.add_row(what, peer, _millions(ours), _millions(theirs), f"{ours / theirs:.1f}x")
    console.print(table)
    console.print(f"Peers called from Python: {FROM_PYTHON:,} random hands. All figures are the best of three.")


def _rate(work: Callable[[], object], hands: int) -> float:
    best = float("inf")
    for _ in range(3):
        began = perf_counter()
        work()
        best = min(best, perf_counter() - began)
    return hands / best


def _each(evaluate: Callable[[Any], int], hands: Sequence[Any]) -> None:
    for held in hands:
        evaluate(held)


def _millions(rate: float) -> str:
    return f"{rate / 1e6:.2f}" if rate < 1e7 else f"{rate / 1e6:.0f}"


def _random_hands(count: int) -> NDArray[np.uint8]:
    """Cards drawn one by one, each among those left: a draw past a card already held moves up by one."""
    dealer = np.random.default_rng(7)
    hands = np.empty((count, 7), np.uint8)
    for place in range(7):
        drawn = dealer.integers(0, 52 - place, count, np.uint8)
        for held in np.sort(hands[:, :place], axis=1).T:
            drawn += drawn >= held
        hands[:, place] = drawn
    return hands


def _eval7_core() -> Any:
    """eval7's `cy_evaluate(mask of cards, how many)` as a function that a compiled loop can call."""
    capsule = sys.modules["eval7.evaluate"].__pyx_capi__["cy_evaluate"]
    python = ctypes.pythonapi
    python.PyCapsule_GetName.restype = ctypes.c_char_p
    python.PyCapsule_GetName.argtypes = [ctypes.py_object]
    python.PyCapsule_GetPointer.restype = ctypes.c_void_p
    python.PyCapsule_GetPointer.argtypes = [ctypes.py_object, ctypes.c_char_p]
    address = python.PyCapsule_GetPointer(capsule, python.PyCapsule_GetName(capsule))
    return ctypes.CFUNCTYPE(ctypes.c_uint32, ctypes.c_uint64, ctypes.c_uint32)(address)


def _loops_over(evaluate: Any) -> tuple[Any, Any]:
    """eval7's evaluator over the rows of an array, and through all hands of a pack, which it only adds up."""
    seven = np.uint32(7)

    def in_rows(hands: NDArray[np.uint8], masks: NDArray[np.uint64]) -> NDArray[np.uint32]:
        found = np.empty(len(hands), np.uint32)
        for at in range(len(hands)):
            mask = masks[hands[at, 0]]
            for place in range(1, 7):
                mask |= masks[hands[at, place]]
            found[at] = evaluate(mask, seven)
        return found

    def through_all(masks: NDArray[np.uint64]) -> int:
        size, added = len(masks), 0
        for a in range(size):
            for b in range(a + 1, size):
                two = masks[a] | masks[b]
                for c in range(b + 1, size):
                    three = two | masks[c]
                    for d in range(c + 1, size):
                        four = three | masks[d]
                        for e in range(d + 1, size):
                            five = four | masks[e]
                            for f in range(e + 1, size):
                                six = five | masks[f]
                                for g in range(f + 1, size):
                                    added += evaluate(six | masks[g], seven)
        return added

    return njit(in_rows), njit(through_all)


if __name__ == "__main__":
    main()
