"""What the wagers of many rounds can come to together: one distribution for all that a line is made of.

Rounds are independent, and wagers of one round are not. Where everybody bets on the same cards a round is one exact
distribution over all its wagers. Elsewhere wagers that are won and lost together are one larger wager, and others, of
which only the correlation is known, count as fewer and larger independent ones: as many as give the sum its variance.
So a prize that three players share is as rare as it is for one of them, and three times as dear.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import log, sqrt

import numpy as np

from houseway.floor.chance import Part, Spread, spread
from houseway.floor.theory import Expected
from houseway.price.banking.owed import SameCards

_MOST_SHAPES = 500  # kinds of rounds that are counted each by itself; beyond, a round is one of hundreds
_MOST_SIZES = 48  # amounts of one wager that are counted each by itself
_LEAST_WIDE = 0.25  # wagers that cancel each other out are not taken for ever more of them
_APART = 0.02  # how far apart, as a share, amounts are taken together beyond


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
    """All wagers of a round, and what is known of them together."""

    clumps: tuple[Clump, ...]
    together: SameCards | None = None

    def __hash__(self) -> int:
        return hash(self.clumps)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Shape) and self.together is other.together and self.clumps == other.clumps

    @property
    def exact(self) -> bool:
        return len(self.clumps) == 1 or (
            self.together is not None and all(one.expected.wager in self.together.results for one in self.clumps)
        )

    def part(self, rounds: int) -> Part:
        """Of an exact one."""
        if len(self.clumps) == 1 or self.together is None:
            return self.clumps[0].part(rounds)
        results = sum(one.unit * self.together.results[one.expected.wager] for one in self.clumps)
        return Part(-np.asarray(results, np.float64), self.together.chances, rounds)


def shape_of(
    bets: Sequence[tuple[Expected, float]], together: SameCards | None, one: Mapping[str, bool] | None = None
) -> Shape:
    """The shape of a round with these wagers; those of `one` are won and lost together, whoever made them."""
    units: dict[tuple[int, int], tuple[Expected, float]] = {}
    for at, (expected, unit) in enumerate(bets):
        merges = (together is not None and expected.wager in together.results) or bool(one and one.get(expected.wager))
        key = (id(expected), -1 if merges else at)
        units[key] = expected, unit + (units[key][1] if key in units else 0.0)
    clumps = sorted((Clump(*found) for found in units.values()), key=lambda one: (one.expected.wager, one.unit))
    return Shape(tuple(clumps), together)


def spread_of(shapes: Mapping[Shape, int], *, mean: float, variance: float) -> Spread:
    """The sum of so many rounds of each shape, from the bank's side, with the mean and the variance that are known."""
    exact = {shape: rounds for shape, rounds in shapes.items() if shape.exact}
    if len(exact) > _MOST_SHAPES:
        exact = {}
    parts = [shape.part(rounds) for shape, rounds in exact.items()]
    rest: dict[Clump, int] = {}
    for shape, rounds in shapes.items():
        if shape not in exact:
            for clump in shape.clumps:
                rest[clump] = rest.get(clump, 0) + rounds
    own = sum(rounds * clump.variance for clump, rounds in rest.items())
    if own:
        wider = (variance - sum(part.variance for part in parts)) / own
        parts += [_fewer(clump, rounds, wider) for clump, rounds in _sized(rest)]
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
