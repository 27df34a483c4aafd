"""How soon a fault would be noticed: of a line that is paid too high, after how many rounds the result lies outside.

The fair sum and the faulty one are both counted exactly. Noticed is what lies below the 99.9 % interval of fair play as
often as not; before that it may be seen, and may not.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from math import ceil
from typing import Any

import numpy as np

from houseway.floor.chance import NORMAL, Floats, Part, spread
from houseway.floor.hanging import known
from houseway.floor.observing import Seen
from houseway.floor.theory import Expected

_SHARE = 0.999
_AS_OFTEN_AS_NOT = 0.5
_MOST = 10_000_000  # hands: beyond, nobody waits for it
_NEAR = 1.04  # how near the number is found
_DOLLAR = 100.0
_EVEN = 1e-9


@dataclass(frozen=True)
class Noticed:
    """A wager at a table whose likeliest win is paid one wager too high."""

    table: int
    name: str  # of the table
    wager: str
    wins: float  # that win as it should be, in wagers
    chance: float  # of that win
    hands: int | None  # after which it is noticed as often as not; None if that takes more than ten million
    a_round: float  # hands in a round, as the table is played; those on the same cards are one

    @property
    def rounds(self) -> int | None:
        return None if self.hands is None else ceil(self.hands / self.a_round)

    def data(self) -> dict[str, Any]:
        return {
            "table": f"{self.table} {self.name}",
            "wager": self.wager,
            "wins": round(self.wins, 6),
            "chance": self.chance,
            "overpaid_by": 1,
            "hands": self.hands,
            "rounds": self.rounds,
        }


def about(many: int | None) -> str:
    """A number that is near, in two figures."""
    if many is None:
        return "over ten million"
    return f"{round(many, min(0, 2 - len(str(many)))):,}"


def noticing(rounds: Iterable[Seen]) -> list[Noticed]:
    """Every wager that was made at each table."""
    made: dict[tuple[int, str, str], tuple[Expected, int]] = {}
    played: dict[int, int] = {}
    for seen in rounds:
        played[seen.table] = played.get(seen.table, 0) + 1
        as_one = known(seen.rules) is not None  # all who make a wager win and lose it together
        wagers = [(bet.wager, bet.expected) for bet in seen.bets if bet.expected is not None]
        for wager, expected in dict(wagers).items() if as_one else wagers:
            key = seen.table, seen.name, wager
            made[key] = expected, made.get(key, (expected, 0))[1] + 1
    found = []
    for (table, name, wager), (expected, hands) in sorted(made.items(), key=lambda one: one[0]):
        if (wins := expected.results > _EVEN).any():
            at = int(np.argmax(np.where(wins, expected.chances, 0.0)))
            result, chance = float(expected.results[at]), float(expected.chances[at])
            after = hands_until(expected, result)
            found.append(Noticed(table, name, wager, result, chance, after, hands / played[table]))
    return found


@lru_cache(maxsize=1024)
def _until(results: bytes, chances: bytes, paid: float, more: float) -> int | None:
    fair, likely = np.frombuffer(results), np.frombuffer(chances)
    faulty = np.where(np.abs(fair - paid) < _EVEN, fair + more, fair)
    shift = float((faulty - fair) @ likely)
    deviation = float(np.sqrt(likely @ (fair - likely @ fair) ** 2))
    if shift <= 0 or not deviation:
        return None
    guess = ceil((NORMAL.inv_cdf((1 + _SHARE) / 2) * deviation / shift) ** 2)
    if guess > _MOST:
        return None
    low = high = max(1, guess)
    while _seen(fair, faulty, likely, low) >= _AS_OFTEN_AS_NOT and low > 1:
        low = max(1, low * 3 // 4)
    while _seen(fair, faulty, likely, high) < _AS_OFTEN_AS_NOT:
        low, high = high, ceil(high * 4 / 3)
        if high > _MOST:
            return None
    while high > low + 1 and high > low * _NEAR:
        middle = (low + high) // 2
        if _seen(fair, faulty, likely, middle) >= _AS_OFTEN_AS_NOT:
            high = middle
        else:
            low = middle
    return high


def _seen(fair: Floats, faulty: Floats, chances: Floats, hands: int) -> float:
    """The chance that so many faulty hands lie below the interval of fair ones, for a bank that takes dollars."""
    low, _ = spread([Part(-_DOLLAR * fair, chances, hands)]).interval(_SHARE)
    return spread([Part(-_DOLLAR * faulty, chances, hands)]).below(low - 0.5)


def hands_until(expected: Expected, paid: float, more: float = 1.0) -> int | None:
    """How many hands it takes to notice that this result is paid so many wagers too high."""
    return _until(
        np.ascontiguousarray(expected.results, np.float64).tobytes(),
        np.ascontiguousarray(expected.chances, np.float64).tobytes(),
        paid,
        more,
    )
