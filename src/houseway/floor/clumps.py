"""What the wagers of many rounds can come to together: one distribution for all that a line is made of.

Rounds are independent, and wagers of one round are not. Where everybody bets on the same cards a round is one exact
distribution over all its wagers, and so a prize that three players share is as rare as it is for one of them, and three
times as dear. Elsewhere only the correlation is known: wagers are taken to be won and lost as one in some share of
rounds, and each for itself in the others, in that share that gives their sum its variance.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import log, sqrt

import numpy as np

from houseway.floor.chance import Floats, Part, Spread, spread
from houseway.floor.theory import Expected
from houseway.pricing.banking.owed import SameCards

_MOST_SHAPES = 500  # kinds of rounds that are counted each by itself; beyond, a round is one of hundreds
_MOST_RESULTS = 20_000  # of a round that are counted each by itself
_MOST_SIZES = 48  # amounts of one wager that are counted each by itself
_LEAST_WIDE = 0.25  # wagers that cancel each other out are not taken for ever more of them
_WIDER = 1.01  # times the variance, from which on a distribution is stretched
_APART = 0.02  # how far apart, as a share, amounts are taken together beyond
_GRID = 100  # parts of a cent


@dataclass(frozen=True)
class Clump:
    """Wagers of one round that are won and lost together: so many cents for a result of 1."""

    expected: Expected
    unit: float

    def __hash__(self) -> int:
        return hash((id(self.expected), self.unit))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Clump) and self.expected is other.expected and self.unit == other.unit

    def part(self, rounds: int) -> Part:
        return Part(-self.expected.results * self.unit, self.expected.chances, rounds)

    @property
    def variance(self) -> float:
        return (self.unit * self.expected.deviation) ** 2


@dataclass(frozen=True)
class Shape:
    """All wagers of a round, and what is known of them together: every case, or in which share of rounds they are as
    one."""

    clumps: tuple[Clump, ...]
    together: SameCards | None = None
    as_one: float = 0.0

    def __hash__(self) -> int:
        return hash((self.clumps, self.as_one))

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Shape)
            and self.together is other.together
            and self.as_one == other.as_one
            and self.clumps == other.clumps
        )

    @cached_property
    def countable(self) -> bool:
        """Whether its results are few enough to list."""
        return self.exact or float(np.prod([len(one.expected.results) for one in self.clumps])) <= _MOST_RESULTS

    @property
    def exact(self) -> bool:
        return len(self.clumps) == 1 or self.together is not None

    @cached_property
    def one(self) -> Part:
        """One round."""
        if len(self.clumps) == 1:
            return self.clumps[0].part(1)
        if self.together is not None:
            results = sum(one.unit * self.together.results[one.expected.wager] for one in self.clumps)
            return Part(*_merged(-np.asarray(results, np.float64), self.together.chances), 1)
        results, chances = _apart(self.clumps)
        if self.as_one:
            joined, weights = _joined(self.clumps)
            results, chances = (
                np.concatenate([results, joined]),
                np.concatenate([(1 - self.as_one) * chances, self.as_one * weights]),
            )
        return Part(*_merged(results, chances), 1)

    def part(self, rounds: int) -> Part:
        return Part(self.one.results, self.one.chances, rounds)


def _apart(clumps: Sequence[Clump]) -> tuple[Floats, Floats]:
    """The results of independent wagers, from the bank's side."""
    results, chances = np.zeros(1), np.ones(1)
    for clump in clumps:
        added = np.add.outer(results, -clump.unit * clump.expected.results).ravel()
        results, chances = _merged(added, np.multiply.outer(chances, clump.expected.chances).ravel())
    return results, chances


def _joined(clumps: Sequence[Clump]) -> tuple[Floats, Floats]:
    """The results of wagers that do well and badly together: the worst of one comes with the worst of the others."""
    ends = [np.cumsum(clump.expected.chances) for clump in clumps]
    points = np.unique(np.concatenate([[0.0], *(end[:-1] for end in ends), [1.0]]))
    middles = (points[:-1] + points[1:]) / 2
    results = np.zeros(len(middles))
    for clump, end in zip(clumps, ends, strict=True):
        results -= clump.unit * clump.expected.results[np.searchsorted(end[:-1], middles)]
    return results, np.diff(points)


def _merged(results: Floats, chances: Floats) -> tuple[Floats, Floats]:
    """Each result once."""
    found, which = np.unique(np.rint(results * _GRID), return_inverse=True)
    return found / _GRID, np.asarray(np.bincount(which, chances, len(found)), np.float64)


def shape_of(
    bets: Sequence[tuple[Expected, float]],
    together: SameCards | None = None,
    *,
    as_one: Mapping[str, bool] | None = None,
    variance: float = 0.0,
) -> Shape:
    """The shape of a round with these wagers; those that are `as_one` are won and lost together, whoever made them.
    The variance of the sum tells how far others hang together."""
    if together is not None and any(expected.wager not in together.results for expected, _ in bets):
        together = None
    units: dict[tuple[int, int], tuple[Expected, float]] = {}
    for at, (expected, unit) in enumerate(bets):
        merges = together is not None or bool(as_one and as_one.get(expected.wager))
        key = (id(expected), -1 if merges else at)
        units[key] = expected, unit + (units[key][1] if key in units else 0.0)
    clumps = tuple(sorted((Clump(*found) for found in units.values()), key=lambda one: (one.expected.wager, one.unit)))
    if len(clumps) == 1 or together is not None:
        return Shape(clumps, together)
    apart = sum(one.variance for one in clumps)
    joined, weights = _joined(clumps)
    most = Part(joined, weights, 1).variance
    return Shape(clumps, None, round(min(1.0, max(0.0, (variance - apart) / (most - apart))), 3) if most > apart else 0)


def spread_of(shapes: Mapping[Shape, int], *, mean: float, variance: float) -> Spread:
    """The sum of so many rounds of each shape, from the bank's side, with the mean and the variance that are known."""
    counted = {shape: rounds for shape, rounds in shapes.items() if shape.countable}
    if len(counted) > _MOST_SHAPES:
        counted = {}
    parts = [shape.part(rounds) for shape, rounds in counted.items()]
    rest: dict[Clump, int] = {}
    for shape, rounds in shapes.items():
        if shape not in counted:
            for clump in shape.clumps:
                rest[clump] = rest.get(clump, 0) + rounds
    own = sum(rounds * clump.variance for clump, rounds in rest.items())
    if own:
        wider = (variance - sum(part.variance for part in parts)) / own
        parts += [_fewer(clump, rounds, wider) for clump, rounds in _sized(rest)]
    own_variance = sum(part.variance for part in parts)
    if variance < _WIDER * own_variance:  # a narrower sum is not drawn together: its furthest results are still there
        return spread(parts, mean=mean)
    return spread(parts, mean=mean, deviation=sqrt(variance))


def _fewer(clump: Clump, rounds: int, wider: float) -> Part:
    """As many wagers in all, in fewer and larger ones where the variance is wider than that of independent ones."""
    many = max(1, round(rounds / max(wider, _LEAST_WIDE)))
    return Clump(clump.expected, clump.unit * rounds / many).part(many)


def _sized(clumps: Mapping[Clump, int]) -> Iterator[tuple[Clump, int]]:
    """The same wagers; of one that was made at very many amounts, those that are nearly alike together, their squares
    kept."""
    by_wager: dict[int, list[tuple[Clump, int]]] = {}
    for clump, rounds in clumps.items():
        by_wager.setdefault(id(clump.expected), []).append((clump, rounds))
    for those in by_wager.values():
        if len(those) <= _MOST_SIZES:
            yield from those
            continue
        sizes: dict[int, list[tuple[Clump, int]]] = {}
        for clump, rounds in those:
            sizes.setdefault(round(log(clump.unit) / _APART), []).append((clump, rounds))
        for alike in sizes.values():
            many = sum(rounds for _, rounds in alike)
            square = sum(rounds * clump.unit**2 for clump, rounds in alike) / many
            yield Clump(alike[0][0].expected, sqrt(square)), many
