"""Sessions: from one round's exact distribution to many rounds, without dealing a card.

A session is so many rounds with the same wager, each as the sheet counts it. Results lie on a grid (whole antes, half
wagers), so the sum of many rounds is a power of one polynomial. It is taken exactly, in whole numbers, where that is
small, and else by a Fourier transform, whose error is bounded and said.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, exp, gcd, lcm, log2, sqrt

import numpy as np
from numpy.typing import NDArray

from houseway.kernels import kernel
from houseway.price.papers.sheet import Outcomes
from houseway.rules.files import RulesError

Floats = NDArray[np.float64]

_MOST_POINTS = 1 << 25
_EXACT_POINTS = 20_000
_ROUNDING = 2.0**-53


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

    @property
    def expectation(self) -> Fraction:
        return self.one.expectation * self.rounds

    @property
    def standard_deviation(self) -> float:
        return sqrt(self.one.variance * self.rounds)

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
        return self.error * sqrt(len(self.chances))

    def results(self) -> Iterator[tuple[Fraction, float]]:
        """Every result with its chance, the worst first; those with none are left out."""
        for at in np.nonzero(self.chances > self.error)[0]:
            yield self.least + int(at) * self.step, float(self.chances[at])


def after(outcomes: Outcomes, rounds: int) -> Session:
    """The distribution of the result after so many rounds."""
    if rounds < 1:
        raise RulesError(f"a session has at least one round, not {rounds}")
    least, step, counts = _grid(outcomes)
    points = (len(counts) - 1) * rounds + 1
    if points > _MOST_POINTS:
        raise RulesError(
            f"{rounds} rounds have {points:,} possible results, and {_MOST_POINTS:,} can be counted: take at most "
            f"{(_MOST_POINTS - 1) // (len(counts) - 1):,} rounds"
        )
    small = points <= _EXACT_POINTS and points * rounds <= 40 * _EXACT_POINTS
    chances, error = _whole_power(counts, rounds) if small else _fourier_power(counts, rounds)
    return Session(rounds, least * rounds, step, chances, error, outcomes)


def _grid(outcomes: Outcomes) -> tuple[Fraction, Fraction, list[int]]:
    """The least result, the step between results, and the counts at each step."""
    there = {result: count for result, count in outcomes.counts.items() if count}
    bottom = lcm(*(result.denominator for result in there))
    least = min(there)
    offsets = {int((result - least) * bottom): count for result, count in there.items()}
    step = gcd(*offsets) or 1
    counts = [0] * (max(offsets) // step + 1)
    for offset, count in offsets.items():
        counts[offset // step] = count
    return least, Fraction(step, bottom), counts


def _whole_power(counts: list[int], rounds: int) -> tuple[Floats, float]:
    """A power of the polynomial in whole numbers: written as one long number, each count in its own digits."""
    total = sum(counts) ** rounds
    width = total.bit_length() // 8 + 1
    number = int.from_bytes(b"".join(count.to_bytes(width, "little") for count in counts), "little")
    points = (len(counts) - 1) * rounds + 1
    digits = (number**rounds).to_bytes(points * width, "little")
    found = (int.from_bytes(digits[at * width : (at + 1) * width], "little") for at in range(points))
    return np.array([count / total for count in found]), 0.0


def _fourier_power(counts: list[int], rounds: int) -> tuple[Floats, float]:
    total = sum(counts)
    one = np.array([count / total for count in counts])
    points = (len(counts) - 1) * rounds + 1
    size = 1 << ceil(log2(points))
    chances: Floats = np.fft.irfft(np.fft.rfft(one, size) ** rounds, size)[:points]
    # A transform of this size is off by at most 4 log2(size) roundings of its input's length; a factor stays within 1,
    # so `rounds` of them add up, and one more for the way back.
    error = 4 * log2(size) * (rounds + 1) * _ROUNDING
    return chances, error


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


def ruin(outcomes: Outcomes, bankroll: Fraction, rounds: int, *, needed: Fraction = Fraction(1)) -> Ruin:
    """The chance that a bankroll falls below what is needed to begin a round, within so many rounds."""
    if bankroll < needed:
        raise RulesError(f"a bankroll of {bankroll} is less than the {needed} that a round needs")
    if rounds < 1:
        raise RulesError(f"a session has at least one round, not {rounds}")
    there = {result: count for result, count in outcomes.counts.items() if count}
    bottom = lcm(*(result.denominator for result in there))
    step = Fraction(gcd(*(int(result * bottom) for result in there)) or 1, bottom)
    results = np.array([int(result / step) for result in there], np.int64)
    total = outcomes.total
    chances = np.array([count / total for count in there.values()])
    start = int((bankroll - needed) / step)  # steps above the least bankroll that still plays
    # Whoever has more than the rounds to come can lose is safe, and needs no place of their own.
    top = max(start, int(-results.min()) * rounds) + 1
    if top > _MOST_POINTS:
        raise RulesError(f"{rounds} rounds with this bankroll have {top:,} situations: take fewer rounds")
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
