"""The process that counts, beside the one that keeps tables: asked on its standard input, it answers on its output.

A message is four bytes that say its length, and a pickled value. It ends when nobody is there to be answered.
"""

import contextlib
import os
import pickle
import struct
import sys
import time
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import IO, Any

from houseway.rules.strict import RulesError

LENGTH = struct.Struct(">I")
_APART = 0.1  # seconds between two words on how far a count is
_MOST_STEPS = 4e9  # of a bankroll's way: some seconds


def packed(message: Any) -> bytes:
    body = pickle.dumps(message)
    return LENGTH.pack(len(body)) + body


def main() -> None:
    with contextlib.suppress(OSError):
        os.nice(10)  # tables go first
    out, sys.stdout = sys.stdout.buffer, sys.stderr
    while (job := _read(sys.stdin.buffer)) is not None:
        try:
            answer = ("done", _JOBS[job[0]](*job[1:], _Told(out)))
        except RulesError as error:
            answer = ("wrong", str(error))
        out.write(packed(answer))
        out.flush()


def _read(stream: IO[bytes]) -> Any:
    head = stream.read(LENGTH.size)
    return pickle.loads(stream.read(LENGTH.unpack(head)[0])) if head else None


class _Told:
    """Says how much is done of how much, not too often."""

    def __init__(self, out: IO[bytes]) -> None:
        self._out, self._last = out, 0.0

    def __call__(self, done: int, of: int) -> None:
        now = time.monotonic()
        if now - self._last > _APART:
            self._last = now
            self._out.write(packed(("progress", (done, of))))
            self._out.flush()


def _price(game: str, chosen: Mapping[str, Any], told: _Told) -> Any:
    from houseway.games import game as game_named
    from houseway.pricing import price
    from houseway.rules.resolved import resolve

    return price(resolve(game_named(game).rules, **chosen), progress=told)


def _session(counts: Mapping[Fraction, int], rounds: int, bankroll: Fraction, told: _Told) -> dict[str, Any]:
    from houseway.pricing.papers.sheet import Outcomes
    from houseway.pricing.sessions import after, ruin

    outcomes = Outcomes(counts)
    needed = max(Fraction(0), -min(result for result, count in counts.items() if count))
    if bankroll < needed:
        raise RulesError(f"a bankroll of {bankroll} is not enough: one round can lose {needed}")
    if float((bankroll + needed * rounds) * rounds * len(counts)) > _MOST_STEPS:
        raise RulesError(f"{rounds:,} rounds with a bankroll of {bankroll} are too many to follow here: take fewer")
    session = after(outcomes, rounds)
    return {
        "expectation": session.expectation,
        "standard_deviation": session.standard_deviation,
        "ahead": session.ahead(),
        "behind": session.below(Fraction(0)),
        "low": session.quantile(0.05),
        "high": session.quantile(0.95),
        "ruin": ruin(outcomes, bankroll, rounds, needed=needed).chance,
        "needed": needed,
    }


class _Floors:
    """What was read of a house's journals before, with decisions looked at or not: only new rounds are played again."""

    def __init__(self) -> None:
        self.known: dict[tuple[str, bool], Any] = {}

    def __call__(self, url: str, asked: Mapping[str, Any], told: _Told) -> Any:
        from houseway.floor.deciding import Costs
        from houseway.floor.reading import Memory
        from houseway.floor.report import make_report
        from houseway.floor.theory import Theory
        from houseway.record.errors import ProveError

        key = url, bool(asked["decisions"])
        if key not in self.known:
            self.known[key] = Theory(), Costs(), Memory()
        theory, costs, memory = self.known[key]
        try:
            return make_report(url, **asked, theory=theory, costs=costs, memory=memory, told=told)
        except ProveError as error:
            raise RulesError(str(error)) from None


_JOBS: dict[str, Callable[..., Any]] = {"price": _price, "session": _session, "floor": _Floors()}

if __name__ == "__main__":
    main()
