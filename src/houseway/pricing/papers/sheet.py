"""A PAR sheet: every wager of a table with its exact figures, from the counts they follow from."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

from houseway.errors import instead
from houseway.rules.models import PayTable
from houseway.rules.resolved import Rules
from houseway.rules.strict import RulesError

if TYPE_CHECKING:
    import pandas
    from matplotlib.figure import Figure

NINETY = 1.6448536269514722  # so many standard deviations to each side hold 90 % of a normal law

_NAMED = 6  # wagers that a sheet names where it has one line


@dataclass(frozen=True)
class Outcomes:
    """How often each result comes: net results in units of the first wager, with exact counts."""

    counts: Mapping[Fraction, int]

    @property
    def total(self) -> int:
        return sum(self.counts.values())

    def data(self) -> dict[str, Any]:
        counted = [{"result": str(result), "count": count} for result, count in sorted(self.counts.items())]
        return {"distribution": counted, "total": self.total}

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

    @property
    def push_rate(self) -> Fraction:
        """How often nothing is won or lost."""
        return Fraction(self.counts.get(Fraction(0), 0), self.total)


class Ended(NamedTuple):
    """One way in which the wagers on a hand end, and how many cases end so."""

    due: tuple[Fraction, ...]  # what is paid (more than nothing) and collected (less), in the order of settlement
    many: int


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
    near: "Near | None" = None  # where the expectation is exact, but the chances of some results are not
    customary: str = ""  # what the trade states the edge of, one unit, where more than that is put up at first
    parts: tuple["Part", ...] = ()  # each wager of the game by itself
    taken: tuple["Taken", ...] = ()  # how often each answer is given
    by_card: tuple["ByCard", ...] = ()  # the expectation with one card known
    where_best: bool = False  # made after cards are seen, and priced for those hands only with which it is best
    ends: tuple[Ended, ...] = ()  # what each result is made up of, in units; nothing where that is not counted

    def __repr__(self) -> str:
        worth, cases_ = decimal(self.expectation, 6), cases(self.cases)
        return f"<WagerPrice {self.wager}: expectation {worth} of {self.unit}, {self.method}, {cases_} cases>"

    @property
    def expectation(self) -> Fraction:
        return self.outcomes.expectation

    @property
    def house_edge(self) -> Fraction:
        """The house's share of what is put up at first."""
        return -self.expectation / self.staked

    @property
    def headline_edge(self) -> Fraction:
        """The edge as the trade states it."""
        return -self.expectation if self.customary else self.house_edge

    @property
    def return_to_player(self) -> Fraction:
        """What comes back of what is put up at first."""
        return 1 - self.house_edge

    @property
    def volatility_index(self) -> float:
        """How far the return of one round lies from the mean with a chance of 90 %, by the normal law."""
        return NINETY * self.outcomes.standard_deviation / float(self.staked)

    @property
    def element_of_risk(self) -> Fraction | None:
        """The house's share of all that is wagered."""
        return None if self.action is None else -self.expectation / self.action

    @property
    def cases(self) -> int:
        """The equally likely cases that were counted: those of the lines, where the chances of results are near."""
        return self.lines[0].total if self.near and self.lines else self.outcomes.total

    def figure(self) -> "Figure":
        """How often each result comes, drawn by matplotlib."""
        from houseway.pricing.papers.notebook import figure

        return figure(self)

    def data(self) -> dict[str, Any]:
        risk = self.element_of_risk
        return {
            "wager": self.wager,
            "name": self.name,
            "unit": self.unit,
            "clause": self.clause,
            "staked": str(self.staked),
            "expectation": exactly(self.expectation),
            "house_edge": exactly(self.house_edge),
            "headline_edge": {"of": self.customary or "what is put up at first", **exactly(self.headline_edge)},
            "return_to_player": exactly(self.return_to_player),
            "element_of_risk": None if risk is None else exactly(risk),
            "action": None if self.action is None else exactly(self.action),
            "action_range": None if self.actions is None else [exactly(end) for end in self.actions],
            "hit_rate": {**exactly(self.outcomes.hit_rate), "one_in": one_in(self.outcomes.hit_rate)},
            "push_rate": {**exactly(self.outcomes.push_rate), "one_in": one_in(self.outcomes.push_rate)},
            "variance": exactly(self.outcomes.variance),
            "standard_deviation": f"{self.outcomes.standard_deviation:.10f}",
            "volatility_index": f"{self.volatility_index:.10f}",
            "method": self.method,
            "off_by_at_most": None if self.near is None else self.near.data(),
            "parts": [part.data() for part in self.parts],
            "decisions": [one.data() for one in self.taken],
            "by_card": [one.data() for one in self.by_card],
            "lines": [line.data() for line in self.lines],
            **(self.outcomes.data() if self.near is None else self._near_data(self.near)),
        }

    def _near_data(self, near: "Near") -> dict[str, Any]:
        """Results whose chances are near are no counted cases; the total is that of the lines, which are."""
        chances = [{"result": str(result), "probability": chance} for result, chance in near.chances(self.outcomes)]
        return {"distribution": chances, "distribution_rounded_to": near.rounded, "total": self.cases}


@dataclass(frozen=True)
class Near:
    """How far the figures of a wager can be off whose expectation is exact, but not how likely each result is."""

    chance: float  # of each result
    hit_rate: float
    deviation: float
    told: str  # how that is known
    places: int  # decimals that the chance of a result was rounded to

    @property
    def rounded(self) -> str:
        return f"10^-{self.places}"

    def chances(self, outcomes: Outcomes) -> list[tuple[Fraction, str]]:
        """Each result that there is and how likely it is, to as many places as that is known to."""
        total = outcomes.total
        return [
            (result, decimal(Fraction(count, total), self.places))
            for result, count in sorted(outcomes.counts.items())
            if count
        ]

    def data(self) -> dict[str, Any]:
        return {
            "probability_of_a_result": self.chance,
            "hit_rate": self.hit_rate,
            "standard_deviation": self.deviation,
            "how_it_is_known": self.told,
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
            "one_in": one_in(chance),
            "return": decimal(self.returned),
        }


@dataclass(frozen=True)
class Part:
    """One wager of a game by itself: its results in the game's unit, nothing where it is not made."""

    wager: str
    name: str
    outcomes: Outcomes
    action: Fraction  # units wagered on it on average

    @property
    def expectation(self) -> Fraction:
        return self.outcomes.expectation

    def data(self) -> dict[str, Any]:
        return {
            "wager": self.wager,
            "name": self.name,
            "expectation": exactly(self.expectation),
            "action": exactly(self.action),
            "hit_rate": exactly(self.outcomes.hit_rate),
            "standard_deviation": f"{self.outcomes.standard_deviation:.10f}",
            **self.outcomes.data(),
        }


@dataclass(frozen=True)
class Taken:
    """An answer at a decision, and how often it is given, of all rounds."""

    decision: str
    answer: str
    chance: Fraction

    def data(self) -> dict[str, Any]:
        return {"decision": self.decision, "answer": self.answer, **exactly(self.chance), "one_in": one_in(self.chance)}


@dataclass(frozen=True)
class ByCard:
    """A card that lies open: how often it does, and what the round is worth then."""

    card: str
    chance: Fraction
    expectation: Fraction

    def data(self) -> dict[str, Any]:
        return {"card": self.card, "probability": exactly(self.chance), "expectation": exactly(self.expectation)}


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

    def _repr_html_(self) -> str:
        from houseway.pricing.papers.notebook import chart_in_html

        return chart_in_html(self)


@dataclass(frozen=True)
class Simple:
    """A strategy that a person can remember, and what it is worth."""

    name: str
    steps: tuple[str, ...]
    expectation: Fraction  # in the unit of the first wager
    best: Fraction  # what the best strategy is worth

    @property
    def cost(self) -> Fraction:
        return self.best - self.expectation

    @property
    def verdict(self) -> str:
        """What it is worth, in words."""
        if not self.cost:
            return f"Worth {decimal(self.expectation, 8)}: nothing is better."
        return f"Worth {decimal(self.expectation, 8)}, which is {decimal(self.cost, 8)} less than the best play."

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
class Made:
    """What a sheet was made by, from what, and when it was counted."""

    version: str
    software: str  # a digest of the source that counts, all that it names included
    rules: str  # a digest of the rules with every choice made
    counted: datetime  # when the last of its counts was made

    def data(self) -> dict[str, Any]:
        return {
            "version": self.version,
            "software_sha256": self.software,
            "rules_sha256": self.rules,
            "counted": self.counted.isoformat(timespec="seconds"),
        }


@dataclass(frozen=True)
class Tested:
    """A figure as counted and as rounds at the table came out, and how many standard errors lie between."""

    wager: str
    figure: str
    counted: float
    found: float
    z: float

    def data(self) -> dict[str, Any]:
        return dict(self.__dict__)


@dataclass(frozen=True)
class Evidence:
    """What so many rounds came to, dealt from seeds, decided as counted and settled at the table."""

    rounds: int
    seed: str
    tested: tuple[Tested, ...]
    seconds: float = field(default=0.0, compare=False)

    @property
    def worst(self) -> float:
        """The furthest that any figure is off, in standard errors."""
        return max((abs(one.z) for one in self.tested), default=0.0)

    @property
    def told(self) -> str:
        return (
            f"{self.rounds:,} rounds were dealt from the seed {self.seed!r}, decided as counted and settled at the "
            f"table. Of {len(self.tested)} figures the furthest off is {self.worst:.2f} standard errors from what was "
            "counted."
        )

    def data(self) -> dict[str, Any]:
        return {
            "rounds": self.rounds,
            "seed": self.seed,
            "largest_z": self.worst,
            "figures": [one.data() for one in self.tested],
        }


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
    made: Made | None = field(default=None, compare=False)  # set by whoever has it counted
    evidence: Evidence | None = field(default=None, compare=False)  # where rounds were played for it
    stake: int | None = None  # in cents, where it is of wagers of another amount than is usual

    def wager(self, name: str) -> WagerPrice:
        """The price of one wager, by its id: `sheet.wager("five-card-bonus")`."""
        known = {wager.wager: wager for wager in self.wagers}
        if name not in known:
            raise RulesError(f"{name!r} is not a wager that is priced here: {instead(name, known)}")
        return known[name]

    def __repr__(self) -> str:
        edges = ", ".join(f"{one.wager} {decimal(100 * one.headline_edge, 3)} %" for one in self.wagers[:_NAMED])
        more = f" and {len(self.wagers) - _NAMED} more wagers" if len(self.wagers) > _NAMED else ""
        return f"<Sheet {self.rules.game.id}: house edge of {edges}{more}>"

    def data(self) -> dict[str, Any]:
        game = self.rules.game
        return {
            "game": game.id,
            "name": game.name,
            "options": dict(self.rules.options),
            "pays": {
                name: {line.key: "push" if line.pays is None else str(line.pays) for line in table.lines}
                for name, table in tables_by_name(self.rules).items()
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

    def table(self) -> "pandas.DataFrame":
        """One row a wager, as a DataFrame."""
        from houseway.pricing.papers.notebook import frame

        return frame(self.rows())

    def _repr_html_(self) -> str:
        from houseway.pricing.papers.notebook import sheet_in_html

        return sheet_in_html(self)

    def rows(self) -> list[dict[str, Any]]:
        """One flat row a wager."""
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
        """One flat row a result of a wager, the worst first: result, count and probability. There is no count where
        the chances are near."""
        priced = self.wager(wager)
        outcomes, total = priced.outcomes, priced.outcomes.total
        return [
            {"result": float(result), **({} if priced.near else {"count": count}), "probability": count / total}
            for result, count in sorted(outcomes.counts.items())
        ]


def tables_by_name(rules: Rules) -> dict[str, PayTable]:
    """The pay tables in use by the names that `--set pays.NAME.LINE=ODDS` takes."""
    return {
        name: rules.pay_tables[table.wagers[0]]
        for name, table in rules.game.pay_tables.items()
        if rules.applies(table.applies) and table.wagers
    }


def exactly(number: Fraction) -> dict[str, str]:
    """A figure as a fraction and in decimals."""
    return {"fraction": str(number), "decimal": decimal(number)}


def one_in(chance: Fraction) -> str | None:
    """How many rounds it takes on average: the N of "1 in N"."""
    return decimal(1 / chance, 2) if chance else None


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
