"""A PAR sheet: every wager of a table with its exact figures, from the counts they follow from."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from typing import Any

from houseway.rules.resolved import Rules


@dataclass(frozen=True)
class Outcomes:
    """How often each result comes: net results in units of the first wager, with exact counts."""

    counts: Mapping[Fraction, int]

    @property
    def total(self) -> int:
        return sum(self.counts.values())

    @property
    def expectation(self) -> Fraction:
        return Fraction(sum(result * count for result, count in self.counts.items())) / self.total

    @property
    def variance(self) -> Fraction:
        mean = self.expectation
        square = sum(result * result * count for result, count in self.counts.items())
        return Fraction(square) / self.total - mean * mean

    @property
    def standard_deviation(self) -> float:
        return sqrt(self.variance)

    @property
    def hit_rate(self) -> Fraction:
        """How often the result is a win."""
        return Fraction(sum(count for result, count in self.counts.items() if result > 0), self.total)


@dataclass(frozen=True)
class WagerPrice:
    """One wager, or a game whose wagers hang together, priced."""

    wager: str
    name: str
    unit: str  # what a result of 1 is: "one ante"
    staked: Fraction  # units put up at first
    outcomes: Outcomes
    clause: str
    action: Fraction | None = None  # units wagered in all on average, where bets can grow
    actions: tuple[Fraction, Fraction] | None = None  # the least and the most among equally good strategies
    lines: tuple["LinePrice", ...] = ()
    method: str = "exact, by counting"
    mean_exact: bool = False  # the expectation is exact, though the chances of some results are near

    @property
    def expectation(self) -> Fraction:
        return self.outcomes.expectation

    @property
    def house_edge(self) -> Fraction:
        """The house's share of what is put up at first."""
        return -self.expectation / self.staked

    @property
    def element_of_risk(self) -> Fraction | None:
        """The house's share of all that is wagered."""
        return None if self.action is None else -self.expectation / self.action

    def data(self) -> dict[str, Any]:
        risk = self.element_of_risk
        return {
            "wager": self.wager,
            "name": self.name,
            "unit": self.unit,
            "clause": self.clause,
            "staked": str(self.staked),
            "expectation": {"fraction": str(self.expectation), "decimal": decimal(self.expectation)},
            "house_edge": {"fraction": str(self.house_edge), "decimal": decimal(self.house_edge)},
            "element_of_risk": None if risk is None else {"fraction": str(risk), "decimal": decimal(risk)},
            "action": None if self.action is None else {"fraction": str(self.action), "decimal": decimal(self.action)},
            "hit_rate": {"fraction": str(self.outcomes.hit_rate), "decimal": decimal(self.outcomes.hit_rate)},
            "standard_deviation": f"{self.outcomes.standard_deviation:.10f}",
            "method": self.method,
            "lines": [line.data() for line in self.lines],
            "distribution": [
                {"result": str(result), "count": count} for result, count in sorted(self.outcomes.counts.items())
            ],
            "total": self.outcomes.total,
        }


@dataclass(frozen=True)
class LinePrice:
    """A line of a pay table: how often it comes and what it gives back."""

    name: str
    pays: str
    clause: str
    count: int
    total: int
    returned: Fraction  # its part of the expectation

    def data(self) -> dict[str, Any]:
        chance = Fraction(self.count, self.total)
        return {
            "line": self.name,
            "pays": self.pays,
            "clause": self.clause,
            "count": self.count,
            "probability": decimal(chance),
            "return": decimal(self.returned),
        }


@dataclass(frozen=True)
class Chart:
    """A strategy laid out: a cell for each situation, with the best answer. The legend goes from bold to timid."""

    name: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[tuple[str, ...], ...]
    legend: Mapping[str, str]
    note: str = ""

    def boldness(self, cell: str) -> float:
        """From 1 for the boldest answer of the legend to 0 for the most timid one."""
        at = list(self.legend).index(cell)
        return 1 - at / max(1, len(self.legend) - 1)

    def data(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "rows": list(self.rows),
            "columns": list(self.columns),
            "cells": [list(row) for row in self.cells],
            "legend": dict(self.legend),
            "note": self.note,
        }


@dataclass(frozen=True)
class Simple:
    """A strategy that a person can remember, and what it is worth."""

    name: str
    steps: tuple[str, ...]
    expectation: Fraction  # in the unit of the first wager
    best: Fraction  # what the best strategy is worth
    than: str = "the best play"  # what it is compared with, where the best is not known

    @property
    def cost(self) -> Fraction:
        return self.best - self.expectation

    @property
    def verdict(self) -> str:
        """What it is worth, in words."""
        if not self.cost:
            return f"Worth {decimal(self.expectation, 8)}: nothing is better."
        return f"Worth {decimal(self.expectation, 8)}, which is {decimal(self.cost, 8)} less than {self.than}."

    def data(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "steps": list(self.steps),
            "expectation": {"fraction": str(self.expectation), "decimal": decimal(self.expectation)},
            "cost": {"fraction": str(self.cost), "decimal": decimal(self.cost)},
        }


@dataclass(frozen=True)
class StrategyCard:
    """A strategy on one printed page, to lie beside the hand."""

    name: str
    options: tuple[str, ...]  # the table it is for, in a few words each
    charts: tuple[Chart, ...]
    steps: tuple[str, ...]  # what else to do
    foot: str


@dataclass(frozen=True)
class Sheet:
    """Everything `price` says of a table."""

    rules: Rules
    wagers: tuple[WagerPrice, ...]
    charts: tuple[Chart, ...] = ()
    notes: tuple[str, ...] = ()
    method: tuple[str, ...] = ()  # how it was counted, in paragraphs
    simple: tuple[Simple, ...] = ()
    seconds: float = field(default=0.0, compare=False)

    def wager(self, name: str) -> WagerPrice:
        return next(wager for wager in self.wagers if wager.wager == name)

    def data(self) -> dict[str, Any]:
        game = self.rules.game
        return {
            "game": game.id,
            "name": game.name,
            "options": dict(self.rules.options),
            "pays": {
                name: {line.key: "push" if line.pays is None else str(line.pays) for line in table.lines}
                for name, table in self.rules.pay_tables.items()
            },
            "wagers": [wager.data() for wager in self.wagers],
            "strategy": [chart.data() for chart in self.charts],
            "simple_strategies": [one.data() for one in self.simple],
            "method": list(self.method),
            "notes": list(self.notes),
        }

    @property
    def fingerprint(self) -> str:
        """A digest of every figure: two sheets with the same one say the same."""
        return hashlib.sha256(json.dumps(self.data(), sort_keys=True).encode()).hexdigest()

    def table(self) -> list[dict[str, Any]]:
        """One flat row a wager: hand it to `pandas.DataFrame`."""
        return [
            {
                "wager": wager.wager,
                "expectation": float(wager.expectation),
                "house_edge": float(wager.house_edge),
                "element_of_risk": None if wager.element_of_risk is None else float(wager.element_of_risk),
                "hit_rate": float(wager.outcomes.hit_rate),
                "standard_deviation": wager.outcomes.standard_deviation,
                "action": None if wager.action is None else float(wager.action),
            }
            for wager in self.wagers
        ]

    def distribution(self, wager: str) -> list[dict[str, Any]]:
        """One flat row a result of a wager, the worst first: result, count and probability."""
        outcomes = self.wager(wager).outcomes
        total = outcomes.total
        return [
            {"result": float(result), "count": count, "probability": count / total}
            for result, count in sorted(outcomes.counts.items())
        ]


def decimal(number: Fraction, places: int = 10) -> str:
    """A fraction rounded to so many places, half away from zero, without passing through a float."""
    scaled = abs(number) * 10**places
    whole = (scaled.numerator * 2 + scaled.denominator) // (2 * scaled.denominator)
    figures = str(whole).rjust(places + 1, "0")
    sign = "-" if number < 0 and whole else ""
    return f"{sign}{figures[:-places]}.{figures[-places:]}"


def cases(count: int) -> str:
    """A count for people to read: one too long for a column goes by its first figures and a power of ten."""
    if count < 10**18:
        return f"{count:,}"
    power = len(str(count)) - 1
    return f"{decimal(Fraction(count, 10**power), 6)}e{power}"
