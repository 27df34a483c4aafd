"""What a wager should come to: the sheet of the table's own rules, laid out for judging what was played."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from math import sqrt

import numpy as np

from houseway.floor.chance import Floats
from houseway.pricing import can_price, price
from houseway.pricing.counting.work import Progress
from houseway.pricing.families import pricing
from houseway.pricing.papers.sheet import Sheet, WagerPrice
from houseway.pricing.points import is_priced_on, own_name
from houseway.rules.resolved import Rules

BEST = "-best"  # how a sheet names a wager played best, where the wager itself is priced by the house way


@dataclass(frozen=True)
class Expected:
    """One wager of a sheet: a player's results in units, with their chances."""

    wager: str
    staked: float  # units put up at first
    action: float | None  # units wagered in all, where bets can grow
    results: Floats
    chances: Floats
    mean: float
    exact: bool

    @cached_property
    def deviation(self) -> float:
        own = float(self.results @ self.chances)
        return sqrt(float(((self.results - own) ** 2) @ self.chances))

    @cached_property
    def grows(self) -> bool:
        return self.action is not None

    @property
    def wagered(self) -> float:
        """Units wagered in all, on average."""
        return self.staked if self.action is None else self.action


@dataclass(frozen=True)
class Known:
    """A sheet, by the names under which wagers are settled."""

    rules: Rules
    wagers: Mapping[str, Expected]
    main: str  # what decisions belong to

    def group(self, wager: str, point: int = 0) -> str:
        """The priced wager that something settled belongs to: its own, on this point; the main one where it was put up
        or won in the course of it; nothing where no price is known."""
        if wager in self.wagers:
            return wager
        for name in self.wagers:
            if is_priced_on(name, wager, point):
                return name
        own = self.rules.wagers.get(wager)
        if own is not None:
            return "" if own.when in ("wagers", "moved") else self.main
        whose = [name for name, one in self.rules.wagers.items() if wager in one.spots]
        return self.group(whose[0], point) if whose else self.main

    def played_best(self, wager: str) -> Expected:
        """The wager as the coach would play it."""
        return self.wagers.get(wager + BEST, self.wagers[wager])


def known_of(sheet: Sheet) -> Known:
    return Known(sheet.rules, {one.wager: _expected(one) for one in sheet.wagers}, sheet.wagers[0].wager)


def _expected(one: WagerPrice) -> Expected:
    total = one.outcomes.total
    there = [(float(result), count / total) for result, count in sorted(one.outcomes.counts.items()) if count]
    return Expected(
        wager=one.wager,
        staked=float(one.staked),
        action=None if one.action is None else float(one.action),
        results=np.array([result for result, _ in there]),
        chances=np.array([chance for _, chance in there]),
        mean=float(one.expectation),
        exact=one.method.startswith("exact"),
    )


class Theory:
    """The sheets of a house's tables, each counted once."""

    def __init__(self, progress: Progress | None = None) -> None:
        self._known: dict[str, Known | None] = {}
        self._at: dict[tuple[int, str, int], Expected | None] = {}
        self._alone: dict[tuple[int, str], Rules] = {}  # tables that offer one wager
        self._grows_evenly: dict[tuple[int, str], bool] = {}
        self._progress = progress

    def of(self, rules: Rules) -> Known | None:
        """None where a game has no price: a pot, or hand against hand."""
        key = key_of(rules)
        if key not in self._known:
            priced = can_price(rules.game.id)
            self._known[key] = known_of(price(rules, progress=self._progress)) if priced else None
        return self._known[key]

    def at(self, known: Known, wager: str, stake: int) -> Expected:
        """A wager of this amount: where nothing is decided and more than rounding hangs on the amount, as a fee does,
        it is priced at it. Where play is decided the amount moves a price by far less than a round's spread."""
        found = pricing(known.rules.game.id)
        if found is None or found.at is None or found.advise is not None or self._even(known, wager):
            return known.wagers[wager]
        return self._priced_at(known, wager, stake) or known.wagers[wager]

    def _even(self, known: Known, wager: str) -> bool:
        """Whether results grow with the amount, but for what is rounded down: tried with some small and large ones."""
        key = id(known), wager
        if key not in self._grows_evenly:
            own, one = own_name(wager, known.rules.wagers), known.wagers[wager]
            least, chip = known.rules.limits[own].minimum, known.rules.chip
            stakes = (least + chip, (3 * least // 2) // chip * chip, 7 * least + 3 * chip)
            tried = [(stake, self._priced_at(known, wager, stake)) for stake in stakes]
            self._grows_evenly[key] = all(
                at is not None
                and len(at.results) == len(one.results)
                and bool(np.all(np.abs(at.results - one.results) * stake < chip))
                for stake, at in tried
            )
        return self._grows_evenly[key]

    def _priced_at(self, known: Known, wager: str, stake: int) -> Expected | None:
        key = id(known), wager, stake
        if key not in self._at:
            own = own_name(wager, known.rules.wagers)
            alone = self._alone.get((id(known), own))
            if alone is None:
                alone = self._alone[id(known), own] = replace(known.rules, wagers={own: known.rules.wagers[own]})
            self._at[key] = known_of(price(alone, stake=stake)).wagers.get(wager)
        return self._at[key]

    def take(self, sheets: Iterable[Sheet]) -> "Theory":
        """With sheets that are at hand already."""
        for sheet in sheets:
            self._known[key_of(sheet.rules)] = known_of(sheet)
        return self


def key_of(rules: Rules) -> str:
    return json.dumps([rules.game.id, rules.chosen], sort_keys=True)
