"""The rules of one table: a game's file with the operator's choices made."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from houseway.errors import instead
from houseway.rules.fee_schedules import Schedule, schedule_chosen
from houseway.rules.limits import allowed, problems, sized, submitted
from houseway.rules.models import (
    Applies,
    Duty,
    GameRules,
    Inscription,
    Irregularity,
    Limits,
    PayTable,
    Problem,
    Setting,
    Wager,
    written,
)
from houseway.rules.money import MoneyError, Odds, cents, shown
from houseway.rules.strict import RulesError
from houseway.rules.wheels import NO_WHEELS, Progressive, fitted

PARTS = ("options", "limits", "pays", "wheels", "meters", "duties")  # what an operator may choose


@dataclass(frozen=True, eq=False)
class Rules:
    """What applies at one table: read it, never change it."""

    game: GameRules
    options: Mapping[str, Setting]
    limits: Mapping[str, Limits]
    wagers: Mapping[str, Wager]  # those offered
    pay_tables: Mapping[str, PayTable]  # by the spot they pay
    chosen: Mapping[str, Any] = field(default_factory=dict)  # what was asked for, to journal and to show
    intervals: Mapping[str, Mapping[str, int]] = field(default_factory=dict)  # of duties, where shorter than printed
    progressive: Progressive = NO_WHEELS

    def applies(self, condition: Applies) -> bool:
        return all(self.options[name] in values for name, values in condition.items())

    @cached_property
    def schedule(self) -> Schedule | None:
        """The collection schedule in use."""
        return schedule_chosen(self.game.id, self.options)

    @cached_property
    def duties(self) -> dict[str, Duty]:
        return {
            name: duty.model_copy(update=self.intervals[name]) if name in self.intervals else duty
            for name, duty in self.game.duties.items()
            if self.applies(duty.applies)
        }

    @cached_property
    def irregularities(self) -> dict[str, Irregularity]:
        return {name: one for name, one in self.game.irregularities.items() if self.applies(one.applies)}

    @cached_property
    def inscriptions(self) -> tuple[Inscription, ...]:
        found = (one for one in self.game.inscriptions if self.applies(one.applies))
        return tuple(one.filled({name: self._in_words(name) for name in one.options}) for one in found)

    def _in_words(self, option: str) -> str:
        """What was chosen, as a sign says it."""
        value = str(self.options[option])
        money = self.game.options[option].money and value not in self.game.options[option].also
        return shown(cents(value)) if money else value.replace("-", " ")

    @cached_property
    def chip(self) -> int:
        """The smallest chip that payouts are made in (ruling ALL-1)."""
        return self.money("smallest_chip") if "smallest_chip" in self.options else 1

    @property
    def seats(self) -> int:
        """How many seats this table has: the operator's choice where the rulebook says "up to"."""
        return int(self.options.get("seats", self.game.seats))

    def amounts(self, wager: str) -> tuple[int, ...]:
        """The amounts that a wager device takes: those that a wheel or a community pay table of this table is for."""
        stakes = {wheel.stake for wheel in self.progressive.wheels.values() if wheel.wager == wager}
        return tuple(amount for amount in self.game.wagers[wager].amounts if amount in stakes)

    def money(self, option: str) -> int:
        return cents(str(self.options[option]))


def resolve(
    game: GameRules,
    options: Mapping[str, object] | None = None,
    limits: Mapping[str, Mapping[str, str]] | None = None,
    pays: Mapping[str, Mapping[str, str]] | None = None,
    wheels: Mapping[str, Mapping[str, int]] | None = None,
    meters: Mapping[str, Mapping[str, str]] | None = None,
    duties: Mapping[str, Mapping[str, int]] | None = None,
) -> Rules:
    """The rules with options, limits, pay-table odds, wheels, meters and duty intervals as chosen, and the rest as the
    file has it."""
    parts = dict(zip(PARTS, (options, limits, pays, wheels, meters, duties), strict=True))
    chosen = {name: dict(part) for name, part in parts.items() if part}
    settings = _settings(game, options or {})
    wagers = sized(game, settings)
    offered = {name: wager for name, wager in wagers.items() if wager.option is None or settings[wager.option]}
    tables = _edited(game, pays or {})
    sizes = allowed(game, settings, submitted(game, settings, limits or {}))
    rules = Rules(game, settings, sizes, offered, {}, chosen)
    for requirement in game.requirements:
        if rules.applies(requirement.when) and not rules.applies(requirement.then):
            needs = " and ".join(
                f"{name} = {' or '.join(map(written, values))}" for name, values in requirement.then.items()
            )
            has = " and ".join(f"{name} = {written(settings[name])}" for name in requirement.when)
            raise RulesError(f"{has} needs {needs} ({requirement.clause})")
    for bound in game.bounds:
        if rules.applies(bound.when) and (problem := bound.problem(game.options[bound.option], settings[bound.option])):
            raise RulesError(f"option {bound.option} {problem} ({bound.clause})")
    by_spot = {spot: table for table in tables.values() if rules.applies(table.applies) for spot in table.wagers}
    applying = {name: wheel for name, wheel in game.wheels.items() if rules.applies(wheel.applies)}
    progressive = fitted(game, applying, wheels or {}, meters or {})
    intervals = _intervals(game, duties or {})
    return Rules(game, settings, rules.limits, offered, by_spot, chosen, intervals, progressive)


def limit_problems(rules: Rules) -> list[Problem]:
    """What is wrong with the limits as they were submitted; the table itself takes nothing beyond its bounds."""
    given = rules.chosen.get("limits", {})
    stated = {name: one for name, one in submitted(rules.game, rules.options, given).items() if name in given}
    return list(problems(rules.game, rules.options, {**rules.limits, **stated}))


def _settings(game: GameRules, options: Mapping[str, object]) -> dict[str, Setting]:
    settings: dict[str, Setting] = {name: option.default for name, option in game.options.items()}
    for name, value in options.items():
        if name not in game.options:
            raise RulesError(f"{name!r} is not an option of {game.name}: {instead(name, game.options)}")
        if problem := game.options[name].problem(value):
            raise RulesError(f"option {name} {problem} ({game.options[name].clause})")
        assert isinstance(value, Setting)
        settings[name] = value
    return settings


def _intervals(game: GameRules, given: Mapping[str, Mapping[str, int]]) -> dict[str, dict[str, int]]:
    for name, intervals in given.items():
        if name not in game.duties:
            raise RulesError(f"{name!r} is not a duty of {game.name}: {instead(name, game.duties)}")
        for unit, length in intervals.items():
            if problem := game.duties[name].problem(unit, length):
                raise RulesError(f"duty {name} {problem} ({game.duties[name].clause})")
    return {name: dict(intervals) for name, intervals in given.items()}


def _edited(game: GameRules, pays: Mapping[str, Mapping[str, str]]) -> dict[str, PayTable]:
    """The pay tables with some odds changed. A line is named by its hand, or by its hand and low rank."""
    tables = dict(game.pay_tables)
    for name, edits in pays.items():
        if name not in tables:
            raise RulesError(f"{name!r} is not a pay table of {game.name}: {instead(name, tables)}")
        lines = list(tables[name].lines)
        for key, odds in edits.items():
            at = [number for number, line in enumerate(lines) if key == line.key]
            at += [number for number, line in enumerate(lines) if key == line.hand]
            if not at:
                known = instead(key, (line.key for line in lines))
                raise RulesError(f"pay table {name} has no line {key!r}: {known}")
            try:
                new = None if odds == "push" else Odds.parse(odds)
            except MoneyError as error:
                raise RulesError(f"pay table {name}, {key}: {error}") from None
            lines[at[0]] = lines[at[0]].model_copy(update={"pays": new})
        old = tables[name]
        tables[name] = PayTable(
            name=old.name,
            wagers=old.wagers,
            clause=old.clause,
            lines=tuple(lines),
            applies=old.applies,
            points=old.points,
            sign=old.sign,
        )
    return tables
