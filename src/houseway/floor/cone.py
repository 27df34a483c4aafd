"""The running result inside its cone: where it stood round by round, and how far chance lets it go."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor, log10

from houseway.floor.judging import Line, Step

_MARKS = 5


@dataclass(frozen=True)
class Cone:
    """A plot from 0 to 1 either way; y grows upwards."""

    result: tuple[tuple[float, float], ...]
    theory: tuple[tuple[float, float], ...]
    inner: tuple[tuple[float, float], ...]  # round the 95 % cone
    outer: tuple[tuple[float, float], ...]  # round the 99.9 % cone
    amounts: tuple[tuple[float, str], ...]  # ticks up the side
    rounds: tuple[tuple[float, str], ...]  # ticks along the bottom


def cone(line: Line) -> Cone | None:
    """None where too little was played to draw. It ends at the line's own intervals, and on the way there it is as many
    standard deviations wide on either side."""
    steps = line.running
    if len(steps) < 3 or line.within_95 is None or line.within_999 is None:
        return None
    inner, outer = (_around(steps, *ends) for ends in (line.within_95, line.within_999))
    last = steps[-1].rounds
    amounts = [*(amount for _, amount in outer), *(step.win for step in steps)]
    low, high = min(amounts), max(amounts)
    if high - low < 1:
        return None

    def at(rounds: float, amount: float) -> tuple[float, float]:
        return rounds / last, (amount - low) / (high - low)

    return Cone(
        result=tuple(at(step.rounds, step.win) for step in steps),
        theory=tuple(at(step.rounds, step.theory) for step in steps),
        inner=tuple(at(*point) for point in inner),
        outer=tuple(at(*point) for point in outer),
        amounts=tuple(((mark - low) / (high - low), _dollars(mark)) for mark in _ticks(low, high)),
        rounds=tuple((mark / last, f"{mark:,.0f}") for mark in _ticks(0, last) if mark == int(mark)),
    )


def _around(steps: Sequence[Step], low: float, high: float) -> Sequence[tuple[float, float]]:
    """Round one cone, there above and back below."""
    end = steps[-1]
    up, down = ((side - end.theory) / end.deviation if end.deviation else 0.0 for side in (high, low))
    over = [(step.rounds, step.theory + up * step.deviation) for step in steps]
    return over + [(step.rounds, step.theory + down * step.deviation) for step in reversed(steps)]


def _ticks(low: float, high: float) -> list[float]:
    step = 10 ** floor(log10((high - low) / _MARKS))
    step *= next(times for times in (1, 2, 5, 10) if (high - low) / (step * times) <= _MARKS)
    first = floor(low / step) + 1
    ticks = [(first + at) * step for at in range(2 * _MARKS) if (first + at) * step <= high]
    return [0.0, *ticks] if low == 0 else ticks


def _dollars(cents: float) -> str:
    amount = round(cents / 100, 2)
    text = f"{abs(amount):,.0f}" if abs(amount) >= 10 or amount == int(amount) else f"{abs(amount):,.2f}"
    return f"{'-' if amount < 0 else ''}${text}"
