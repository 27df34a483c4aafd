"""Sessions: from one round's exact distribution to many rounds, without dealing a card.

A session is so many rounds with the same wager, each as the sheet counts it. Results lie on a grid (whole antes, half
wagers), so the sum of many rounds is a power of one polynomial. It is taken exactly, in whole numbers, where that is
small; else by a Fourier transform over a window outside of which next to nothing lies; and by the normal law where
that is nearer, or where no window is small enough. What is not exact has a bound on its error, and says it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, exp, gcd, lcm, log, log2, sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from houseway.counting.kernels import kernel
from houseway.pricing.papers.sheet import Outcomes
from houseway.rules.strict import RulesError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Floats = NDArray[np.float64]

_MOST_POINTS = 1 << 24
_MOST_STEPS = 4 * 10**9  # of following a bankroll: some ten seconds
_EXACT_POINTS = 20_000
_EXACT_BYTES = 400_000  # of the one long number that a power in whole numbers is
_ROUNDING = 2.0**-53
_OUTSIDE = 1e-17  # the most that lies beyond one end of a window
_MOST_ROUNDS = 10**10  # beyond, a transform is off by more than the normal law
_BERRY_ESSEEN = 0.4748  # Shevtsova 2011, for equally distributed terms
_TOO_FAR_OFF = 0.1  # a normal law that may be off by more says nothing


def with_fee(outcomes: Outcomes, fee: Fraction) -> Outcomes:
    """The same wager where every round costs a fee besides, win or lose, in the same units."""
    return Outcomes({result - fee: count for result, count in outcomes.counts.items()})


def other_side(outcomes: Outcomes) -> Outcomes:
    """The same wager seen by whoever banks it."""
    return Outcomes({-result: count for result, count in outcomes.counts.items()})


@dataclass(frozen=True)
class Session:
    """The result after many rounds: chances at each point of a grid, and how far each can be off."""

    rounds: int
    least: Fraction  # the result at the first point
    step: Fraction
    chances: Floats
    error: float  # no chance is off by more; 0 where it was counted in whole numbers
    one: Outcomes
    of_a_range: float = 0.0  # no chance of a range of results is off by more

    @property
    def law(self) -> str:
        """How the chances were found."""
        return "Fourier transform" if self.error else "whole numbers"

    @property
    def expectation(self) -> Fraction:
        return self.one.expectation * self.rounds

    @property
    def standard_deviation(self) -> float:
        return sqrt(self.one.variance * self.rounds)

    def figure(self, unit: str = "units") -> "Figure":
        """How it can end, drawn by matplotlib."""
        from houseway.pricing.papers.notebook import session_figure

        return session_figure(self, unit)

    def ahead(self) -> float:
        """The chance to be ahead at the end."""
        return self.above(Fraction(0))

    def above(self, result: Fraction) -> float:
        """The chance of more than this."""
        first = max(0, (result - self.least) // self.step + 1)
        return float(self.chances[first:].sum())

    def below(self, result: Fraction) -> float:
        """The chance of less than this."""
        return float(self.chances[: max(0, ceil((result - self.least) / self.step))].sum())

    def quantile(self, share: float) -> Fraction:
        """The least result that is reached or stayed under with at least this chance."""
        at = int(np.searchsorted(np.cumsum(self.chances), share))
        return self.least + min(at, len(self.chances) - 1) * self.step

    def band_error(self) -> float:
        """How far the chance of any range of results can be off."""
        return self.of_a_range

    def results(self) -> Iterator[tuple[Fraction, float]]:
        """Every result with its chance, the worst first; those with none are left out."""
        for at in np.nonzero(self.chances > self.error)[0]:
            yield self.least + int(at) * self.step, float(self.chances[at])


@dataclass(frozen=True)
class NormalSession:
    """The result after so many rounds that the normal law says it best, with the bound of Berry and Esseen."""

    rounds: int
    step: Fraction
    one: Outcomes

    law = "normal law"

    @property
    def expectation(self) -> Fraction:
        return self.one.expectation * self.rounds

    @property
    def standard_deviation(self) -> float:
        return sqrt(self.one.variance * self.rounds)

    def figure(self, unit: str = "units") -> "Figure":
        """How it can end, drawn by matplotlib."""
        from houseway.pricing.papers.notebook import session_figure

        return session_figure(self, unit)

    def results(self) -> Iterator[tuple[Fraction, float]]:
        """Results five standard deviations to each side, in 300 parts, each with the chance of its part."""
        law, edge = self._normal, 5.0
        width = 2 * edge * law.stdev / 300
        for part in range(300):
            low = law.mean - edge * law.stdev + part * width
            yield Fraction(low + width / 2), law.cdf(low + width) - law.cdf(low)

    @property
    def _normal(self) -> NormalDist:
        return NormalDist(float(self.expectation), self.standard_deviation)

    def ahead(self) -> float:
        return self.above(Fraction(0))

    def above(self, result: Fraction) -> float:
        return 1 - self._normal.cdf(float(result))

    def below(self, result: Fraction) -> float:
        return self._normal.cdf(float(result))

    def quantile(self, share: float) -> Fraction:
        """The result at the nearest point of the grid."""
        least = min(result for result, count in self.one.counts.items() if count) * self.rounds
        wanted = Fraction(self._normal.inv_cdf(share)) - least
        return least + round(wanted / self.step) * self.step

    @property
    def error(self) -> float:
        """No chance of a single side of any result is off by more."""
        return berry_esseen(self.one, self.rounds)

    def band_error(self) -> float:
        """A range has two ends."""
        return 2 * self.error


Many = Session | NormalSession


def berry_esseen(outcomes: Outcomes, rounds: int) -> float:
    """How far the normal law can be off after so many rounds, at any result."""
    mean, total = float(outcomes.expectation), outcomes.total
    third = sum(abs(float(result) - mean) ** 3 * (count / total) for result, count in outcomes.counts.items())
    return _BERRY_ESSEEN * third / (outcomes.standard_deviation**3 * sqrt(rounds))


def after(outcomes: Outcomes, rounds: int, *, most_points: int = _MOST_POINTS) -> Many:
    """The distribution of the result after so many rounds."""
    if rounds < 1:
        raise RulesError(f"a session has at least one round, not {rounds}")
    least, step, offsets = _steps(outcomes)
    points = max(offsets) * rounds + 1
    if points == 1:  # it is always the same
        return Session(rounds, least * rounds, step, np.ones(1), 0.0, outcomes)
    if points <= _EXACT_POINTS and points * rounds * outcomes.total.bit_length() <= 8 * _EXACT_BYTES:
        return Session(rounds, least * rounds, step, _whole_power(offsets, rounds), 0.0, outcomes)
    normal = berry_esseen(outcomes, rounds)
    if rounds > _MOST_ROUNDS and normal <= _TOO_FAR_OFF:
        return NormalSession(rounds, step, outcomes)
    first, last = _window(offsets, rounds)
    transformed = last - first < most_points and rounds * _stages(last - first + 1) < normal  # else it is further off
    if transformed:
        chances, error, of_a_range = _fourier_power(offsets, rounds, first, last)
        if of_a_range < 2 * normal:
            return Session(rounds, (least * rounds) + first * step, step, chances, error, outcomes, of_a_range)
    if normal > _TOO_FAR_OFF:
        raise RulesError(
            f"{rounds:,} rounds have {last - first + 1:,} results in steps of {step} that can matter, {most_points:,} "
            f"can be counted, and the normal law may be off by {min(normal, 1.0):.2g}: take fewer rounds, rounder odds "
            "and fees, or many more rounds"
        )
    return NormalSession(rounds, step, outcomes)


def _steps(outcomes: Outcomes) -> tuple[Fraction, Fraction, dict[int, int]]:
    """The least result, the step between results, and the counts by how many steps a result is above the least."""
    there = {result: count for result, count in outcomes.counts.items() if count}
    bottom = lcm(*(result.denominator for result in there))
    least = min(there)
    offsets = {int((result - least) * bottom): count for result, count in there.items()}
    step = gcd(*offsets) or 1
    return least, Fraction(step, bottom), {offset // step: count for offset, count in offsets.items()}


def _window(offsets: dict[int, int], rounds: int) -> tuple[int, int]:
    """The first and last point, in steps above the least, beyond which lies no more than `_OUTSIDE` each.

    Chernoff's bound: a sum is above x with a chance of at most exp(n K(t) - t x) for any t > 0, with K the logarithm of
    the mean of exp(t times one result). Any t gives a bound; the best one is searched for.
    """
    most = max(offsets)
    at = np.array(list(offsets), np.float64)
    total = sum(offsets.values())
    chances = np.array([count / total for count in offsets.values()])
    there = chances > 0  # what is too rare for a float is not in reach of a bound, and is let in by the slack
    at, logs = at[there], np.log(chances[there])

    def reached(sign: int) -> float:
        def bound(power: float) -> float:
            rate = exp(power)
            terms = logs + sign * rate * at
            top = float(terms.max())
            mean = top + log(float(np.exp(terms - top).sum()))
            return (rounds * mean - log(_OUTSIDE)) / rate

        low, high = -60.0, 10.0
        for _ in range(120):
            left, right = low + (high - low) / 3, high - (high - low) / 3
            low, high = (low, right) if bound(left) < bound(right) else (left, high)
        return bound((low + high) / 2)

    first, last = ceil(-reached(-1)) - 1, ceil(reached(1)) + 1
    return max(0, first), min(most * rounds, last)


def _whole_power(offsets: dict[int, int], rounds: int) -> Floats:
    """A power of the polynomial in whole numbers: written as one long number, each count in its own digits."""
    total = sum(offsets.values()) ** rounds
    width = total.bit_length() // 8 + 1
    most = max(offsets)
    number = int.from_bytes(b"".join(offsets.get(at, 0).to_bytes(width, "little") for at in range(most + 1)), "little")
    points = most * rounds + 1
    digits = (number**rounds).to_bytes(points * width, "little")
    found = (int.from_bytes(digits[at * width : (at + 1) * width], "little") for at in range(points))
    return np.array([count / total for count in found])


def _stages(size: int) -> float:
    """How far a transform can be off: each of its stages rounds every sum by at most five roundings of the sum of all
    inputs, which is 1."""
    return 5 * ceil(log2(size)) * _ROUNDING


def _fourier_power(offsets: dict[int, int], rounds: int, first: int, last: int) -> tuple[Floats, float, float]:
    """The chances from one point to another, how far each can be off, and how far those of a range can.

    What lies outside comes round into the window, and is next to nothing.
    """
    total = sum(offsets.values())
    points = last - first + 1
    size = 1 << max(1, ceil(log2(points)))
    one = np.zeros(size)
    np.add.at(one, [offset % size for offset in offsets], [count / total for count in offsets.values()])
    waves = np.fft.rfft(one)
    powers = waves ** float(rounds)
    chances: Floats = np.roll(np.fft.irfft(powers, size), -(first % size))[:points]
    # A wave off by so much has a power that is off by (its size + that)^rounds less its own; ten roundings
    # more for the power itself. The way back adds up all of them, and rounds once more.
    sizes = np.minimum(np.abs(waves), 1.0)
    stages = _stages(size)
    powered = sizes ** float(rounds)
    off = (sizes + stages + 10 * _ROUNDING) ** float(rounds) - powered
    of_a_range = 2 * float(off.sum() + stages * powered.sum()) + 2 * _OUTSIDE
    return chances, of_a_range / size + 2 * _OUTSIDE, of_a_range


@dataclass(frozen=True)
class Ruin:
    """How likely a bankroll does not last, by the number of rounds."""

    bankroll: Fraction
    needed: Fraction
    chances: Floats  # by rounds played: [0] is before the first
    error: float  # of each chance, as a share of it

    @property
    def chance(self) -> float:
        return float(self.chances[-1])


def ruin(
    outcomes: Outcomes,
    bankroll: Fraction,
    rounds: int,
    *,
    needed: Fraction = Fraction(1),
    most_steps: int = _MOST_STEPS,
) -> Ruin:
    """The chance that a bankroll falls below what is needed to begin a round, within so many rounds."""
    if bankroll < needed:
        raise RulesError(f"a bankroll of {bankroll} is less than the {needed} that a round needs")
    if rounds < 1:
        raise RulesError(f"a session has at least one round, not {rounds}")
    there = {result: count for result, count in outcomes.counts.items() if count}
    bottom = lcm(*(result.denominator for result in there))
    step = Fraction(gcd(*(int(result * bottom) for result in there)) or 1, bottom)
    if max(map(abs, there)) / step > _MOST_POINTS:
        raise RulesError(
            f"the results of a round lie on too fine a grid, in steps of {step}: take rounder odds and fees"
        )
    results = np.array([int(result / step) for result in there], np.int64)
    total = outcomes.total
    chances = np.array([count / total for count in there.values()])
    start = int((bankroll - needed) / step)  # steps above the least bankroll that still plays
    # Whoever has more than the rounds to come can lose is safe, and needs no place of their own.
    top = max(start, int(-results.min()) * rounds) + 1
    steps = rounds * top * len(results)
    if steps > most_steps or top > _MOST_POINTS:
        raise RulesError(
            f"{rounds:,} rounds with this bankroll take {steps:,} steps to follow, and {most_steps:,} are taken at "
            "most: take fewer rounds or a smaller bankroll"
        )
    found = _absorbed(results, chances, start, top, rounds)
    return Ruin(bankroll, needed, found, (len(results) + 2) * rounds * _ROUNDING)


@kernel
def _absorbed(results: NDArray[np.int64], chances: Floats, start: int, top: int, rounds: int) -> Floats:
    here = np.zeros(top + 1)
    here[start] = 1.0
    ruined = np.zeros(rounds + 1)
    high = start  # nobody is above, but for the last place: safe for good
    for round in range(1, rounds + 1):
        there = np.zeros(top + 1)
        there[top] = here[top]
        lost = 0.0
        for at in range(min(high, top - 1) + 1):
            if here[at] == 0.0:
                continue
            for one in range(len(results)):
                to = at + results[one]
                if to < 0:
                    lost += here[at] * chances[one]
                else:
                    there[min(to, top)] += here[at] * chances[one]
        ruined[round] = ruined[round - 1] + lost
        high = min(top, high + results.max())
        here = there
    return ruined


def ruin_ever(outcomes: Outcomes, bankroll: Fraction, *, needed: Fraction = Fraction(1)) -> float:
    """The most that the chance of ever being ruined can be, for a side with an edge; 1 for one without.

    Lundberg's bound: e^(-r x bankroll), with r the positive root of E[e^(-r x result)] = 1.
    """
    if outcomes.expectation <= 0:
        return 1.0
    there = [(float(result), count / outcomes.total) for result, count in outcomes.counts.items() if count]
    if all(result >= 0 for result, _ in there):
        return 0.0

    def excess(rate: float) -> float:
        return sum(chance * (exp(-rate * result) - 1) for result, chance in there)

    high = 1.0 / max(-result for result, _ in there)
    while excess(high) < 0:
        high *= 2
    low = 0.0
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if excess(middle) < 0 else (low, middle)
    return exp(-low * float(bankroll - needed))
