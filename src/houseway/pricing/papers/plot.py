"""The distribution of a wager's results as a picture: a stem for each result, whoever draws it.

Results run on a scale that is even near nothing and shrinks by powers further out; chances by powers of ten.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import asinh, floor, log10

from houseway.pricing.papers.sheet import Outcomes


@dataclass(frozen=True)
class Stem:
    """One result: where it stands and how high, both from 0 to 1."""

    x: float
    y: float
    result: Fraction
    chance: float

    @property
    def kind(self) -> str:
        return "win" if self.result > 0 else "lose" if self.result < 0 else "push"


@dataclass(frozen=True)
class Plot:
    stems: tuple[Stem, ...]
    results: tuple[tuple[float, str], ...]  # ticks along the bottom
    chances: tuple[tuple[float, str], ...]  # ticks up the side


def plot(outcomes: Outcomes) -> Plot:
    total = outcomes.total
    there = {result: count for result, count in sorted(outcomes.counts.items()) if count}
    left, right = min(-1.0, _out(min(there))), max(1.0, _out(max(there)))
    lowest = floor(log10(min(there.values()) / total)) - 0.25

    def across(result: Fraction | int) -> float:
        return (_out(result) - left) / (right - left)

    def up(chance: float) -> float:
        return (log10(chance) - lowest) / -lowest

    stems = tuple(Stem(across(result), up(count / total), result, count / total) for result, count in there.items())
    marks = sorted({sign * step * 10**power for sign in (-1, 1) for step in (1, 2, 5) for power in range(6)} | {0})
    ticks = [(across(mark), f"{mark:+,}" if mark else "0") for mark in marks if left <= _out(mark) <= right]
    step = max(1, round(-lowest / 6))
    chances = [(up(10.0**power), _power(power)) for power in range(0, floor(lowest), -step) if power >= lowest]
    return Plot(stems, tuple(_apart(ticks)), tuple(chances))


def _out(result: Fraction | int) -> float:
    return asinh(float(result) * 0.7)


def _power(power: int) -> str:
    return f"{10.0**power:.{max(0, -power - 2)}%}" if power >= -4 else f"10^{power}"


def _apart(ticks: list[tuple[float, str]]) -> list[tuple[float, str]]:
    """Those ticks whose labels don't touch; zero is kept."""
    kept: list[tuple[float, str]] = []
    for tick in sorted(ticks, key=lambda tick: (tick[1] != "0", tick[0])):
        if all(abs(tick[0] - other) > 0.012 * (len(tick[1]) + 1.5) for other, _ in kept):
            kept.append(tick)
    return sorted(kept)
