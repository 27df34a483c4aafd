"""What chance allows: exact tails of sums of wagers, tails of chi-square, and many tests at once.

A sum of many wagers is counted by a Fourier transform: each wager's exact distribution is laid on one grid and raised
to the number of rounds. So a rare prize is as rare here as on the sheet, where the normal law would take it for a
scandal. The grid is the one that the results lie on, or where that is too fine an even one on which every mean is kept.
Wagers that hang together (the same hand, the same dealer's cards) stretch the sum's spread; the shape stays.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil, exp, gcd, lgamma, log, log2, sqrt
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

NORMAL = NormalDist()
_POINTS = 1 << 14
_MORE_POINTS = 1 << 17
_MOST_POINTS = 1 << 20  # for a prize that is very far away
_MANY_ROUNDS = 20_000  # from here on the finer grid
_FEW_PARTS = 8  # that are worth a large grid of their own
_FINE = 100  # results are taken to this part of a cent
_FINEST = 20  # points to a standard deviation, at least
_REACH = 16.0  # standard deviations on either side
_COARSE = 0.01  # of the variance: the most that an even grid may add to it
_EVEN = 1e-6  # of a cent: what is no odd payout
_HARDLY = 0.005  # of a standard deviation
_LEAST = 1e-15  # below this a tail is rounding


@dataclass(frozen=True)
class Part:
    """So many rounds of one wager at one amount: every result in cents, for whoever is judged, and its chance."""

    results: Floats
    chances: Floats
    rounds: int

    @property
    def mean(self) -> float:
        return self.rounds * float(self.results @ self.chances)

    @property
    def variance(self) -> float:
        one = float(self.results @ self.chances)
        return self.rounds * float(((self.results - one) ** 2) @ self.chances)


@dataclass(frozen=True)
class Spread:
    """The distribution of a sum: cumulated chances along a grid, around a mean, stretched to a standard deviation."""

    mean: float
    deviation: float
    least: float  # the deviation from the mean at the first point, before it is stretched
    step: float
    cumulated: Floats
    blur: float = 0.0  # how far a result may be from its place on the grid
    stretch: float = 1.0
    rounded: float = 0.0  # what may have been kept of odd payouts, which are rounded down in the bank's favour

    def below(self, result: float) -> float:
        """The chance of this result or less."""
        return self._at((result - self.mean) / self.stretch + self.blur)

    def above(self, result: float) -> float:
        """The chance of this result or more."""
        away = result - self.rounded - self.mean
        return 1.0 - self._at(away / self.stretch - self.blur - self.step)

    def _at(self, away: float) -> float:
        place = int(np.floor((away - self.least) / self.step + 1e-6))
        if place < 0:
            return 0.0
        return float(self.cumulated[min(place, len(self.cumulated) - 1)])

    def p(self, result: float) -> float:
        """How likely chance alone leads as far to that side, either side counted: at most 1."""
        if not self.deviation:
            return 1.0 if abs(result - self.mean) < 0.5 else 0.0
        return min(1.0, max(_LEAST, 2 * min(self.below(result), self.above(result))))

    def interval(self, share: float) -> tuple[float, float]:
        """Results between these come with at least this chance."""
        if not self.deviation:
            return self.mean, self.mean
        low = int(np.searchsorted(self.cumulated, (1 - share) / 2))
        high = min(int(np.searchsorted(self.cumulated, (1 + share) / 2)), len(self.cumulated) - 1)
        ends = [
            self.mean + self.stretch * (self.least + place * self.step + way * self.blur)
            for place, way in ((low, -1), (high, 1))
        ]
        return ends[0], ends[1] + self.rounded


def spread(parts: Sequence[Part], *, mean: float | None = None, deviation: float | None = None) -> Spread:
    """The sum of independent parts; with another mean or a larger deviation where more is known of it."""
    own = sum(part.mean for part in parts)
    single = sqrt(sum(part.variance for part in parts))
    mean = own if mean is None else mean
    if not single:
        return Spread(mean, 0.0, 0.0, 1.0, np.array([1.0]))
    rounds = sum(part.rounds for part in parts)
    far = max(float(np.abs(part.results - part.mean / part.rounds).max()) for part in parts)
    points = _MORE_POINTS if rounds > _MANY_ROUNDS else _POINTS
    width = 2 * (_REACH * single + 2 * far)
    points = min(_MOST_POINTS, max(points, 1 << ceil(log2(_FINEST * width / single))))
    width = min(width, points * single / _FINEST)
    grid = _own_grid(parts)
    needed = 1 << max(10, ceil(log2(width / grid)))
    if needed <= (_MORE_POINTS if len(parts) <= _FEW_PARTS else _POINTS):
        points, step, blur = needed, grid, 0.0
    else:
        step = width / points
        blur = step * (1 + sqrt(rounds / 6))
        if rounds * step * step / 6 > _COARSE * single * single:  # so many rounds that one is lost between two points
            law = np.array([NORMAL.cdf(((at + 0.5) - points // 2) * step / single) for at in range(points)])
            stretch = 1.0 if deviation is None else deviation / single
            return Spread(
                mean, single * stretch, -(points // 2) * step, step, law, step, stretch, _rounded(parts, single)
            )
    transformed = np.ones(points // 2 + 1, np.complex128)
    low = 0.0  # what is least, in steps: of every part what it begins from
    for part in parts:
        transformed *= _laid(part, step, points) ** part.rounds
        low += part.rounds * float(part.results.min()) / step
    # A point is that many steps above the least result, and round about again; the one half around the mean is wanted.
    first = round(own / step - low) - points // 2
    chances = np.roll(np.fft.irfft(transformed, points), -(first % points))
    cumulated = np.clip(np.cumsum(np.clip(chances, 0.0, None)), 0.0, 1.0)
    stretch = 1.0 if deviation is None else deviation / single
    first_at = (low + first) * step - own
    return Spread(mean, single * stretch, first_at, step, cumulated, blur, stretch, _rounded(parts, single))


def _rounded(parts: Sequence[Part], deviation: float) -> float:
    """What rounding down to the cent can have kept of odd payouts: at most a cent each, and of many less than shows."""
    odd = sum(part.rounds for part in parts if np.abs(part.results - np.rint(part.results)).max() > _EVEN)
    return min(float(odd), _HARDLY * deviation)


def _own_grid(parts: Sequence[Part]) -> float:
    """The step of the grid that all results lie on, in cents."""
    steps = 0
    for part in parts:
        offsets = np.rint((part.results - part.results.min()) * _FINE).astype(np.int64)
        steps = gcd(steps, *map(int, offsets))
    return max(steps, 1) / _FINE


def _laid(part: Part, step: float, points: int) -> NDArray[np.complex128]:
    """One round's results on the grid from the least one on; what lies between two points is shared by them so that the
    mean stays."""
    places = (part.results - part.results.min()) / step
    low = np.floor(places + 1e-9).astype(np.int64)
    over = np.clip(places - low, 0.0, 1.0)
    grid = np.zeros(points)
    np.add.at(grid, low % points, part.chances * (1 - over))
    np.add.at(grid, (low + 1) % points, part.chances * over)
    found: NDArray[np.complex128] = np.fft.rfft(grid)
    return found


# Tails


def normal_p(z: float) -> float:
    """Both tails of the normal law."""
    return max(_LEAST, 2 * NORMAL.cdf(-abs(z)))


def chi_square_p(value: float, freedom: int) -> float:
    """The upper tail of chi-square: the regularized incomplete gamma function, by its series or its continued
    fraction (Abramowitz and Stegun 6.5.29 and 6.5.31)."""
    if value <= 0 or freedom < 1:
        return 1.0
    half, x = freedom / 2, value / 2
    front = exp(half * log(x) - x - lgamma(half))
    if x < half + 1:
        term = total = 1 / half
        at = half
        while term > total * 1e-16:
            at += 1
            term *= x / at
            total += term
        return max(0.0, 1 - front * total)
    tiny = 1e-300
    b = x + 1 - half
    c, d = 1 / tiny, 1 / b
    fraction = d
    for at in range(1, 10_000):
        a = -at * (at - half)
        b += 2
        d = 1 / (a * d + b or tiny)
        c = b + a / c or tiny
        fraction *= d * c
        if abs(d * c - 1) < 1e-15:
            break
    return front * fraction


def discoveries(chances: Iterable[float], rate: float) -> list[bool]:
    """Which of many tests are findings, so that of all findings no more than this rate is chance on average (Benjamini
    and Hochberg, 1995): the largest k whose k-th smallest chance is at most k/m of the rate, and all below it."""
    given = list(chances)
    many, bound = len(given), 0.0
    for place, chance in enumerate(sorted(given), start=1):
        if chance <= rate * place / many:
            bound = chance
    return [bool(bound) and chance <= bound for chance in given]
