"""A rules submission: what an operator chose where the rulebooks leave the choice."""

from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import TypeVar

from houseway.rules.fee_schedules import closed_brackets, schedules
from houseway.rules.files import RulesError, game_rules, read_model
from houseway.rules.models import GameRules, Model, Setting
from houseway.rules.resolved import Rules, resolve

T = TypeVar("T")


class Choices(Model):
    """Options, wager limits, pay-table odds, wheels, meters and duty intervals that differ from a game's defaults."""

    options: dict[str, Setting] = {}
    limits: dict[str, dict[str, str]] = {}
    pays: dict[str, dict[str, str]] = {}
    duties: dict[str, dict[str, int]] = {}
    wheels: dict[str, dict[str, int]] = {}  # on how many stops of a wheel each symbol is
    meters: dict[str, dict[str, str]] = {}


class SubmittedTable(Choices):
    name: str
    game: str


class Submission(Model):
    facility: str
    coach: bool = False  # at its tables a player may ask what each answer is worth
    tables: tuple[SubmittedTable, ...]

    def table(self, name: str) -> SubmittedTable:
        for table in self.tables:
            if table.name == name:
                return table
        names = ", ".join(table.name for table in self.tables)
        raise RulesError(f"{name!r} is not a table of {self.facility}: {names}")


@cache
def demonstration() -> Submission:
    """The submission that ships with the package: a house to try things at."""
    return read_model(Submission, demonstration_text(), name="demonstration.toml")


def demonstration_text() -> str:
    return (resources.files(__package__) / "demonstration.toml").read_text(encoding="utf-8")


def demonstration_table(game: str) -> SubmittedTable | None:
    """The demonstration house's table for a game; none for a game that it does not have."""
    return next((table for table in demonstration().tables if table.game == game), None)


def table_rules(table: SubmittedTable, game: GameRules | None = None) -> Rules:
    """The rules of a table as submitted."""
    rules = game or game_rules(table.game)
    return resolve(rules, table.options, table.limits, table.pays, table.wheels, table.meters, duties=table.duties)


def house_rules(game: GameRules, choices: Choices | None = None, submission: Submission | None = None) -> Rules:
    """A game's rules as the submission has them (the demonstration's, unless told), with some choices changed."""
    tables = (submission or demonstration()).tables
    base: Choices = next((table for table in tables if table.game == game.id), Choices())
    over = choices or Choices()
    limits = {} if _other_schedule(game, base, over) else base.limits
    return resolve(
        game,
        {**base.options, **over.options},
        _merged(limits, over.limits),
        _merged(base.pays, over.pays),
        _merged(base.wheels, over.wheels),
        _merged(base.meters, over.meters),
        duties=_merged(base.duties, over.duties),
    )


def _other_schedule(game: GameRules, base: Choices, over: Choices) -> bool:
    """Whether another schedule is chosen that sets the table limit itself: the house's own are not for it."""
    chosen = over.options.get("collection", base.options.get("collection"))
    known = schedules(game.id).get(str(chosen))
    if known is None or chosen == base.options.get("collection"):
        return False
    return known.limit is not None or closed_brackets(known) is not None


def _merged(base: Mapping[str, Mapping[str, T]], over: Mapping[str, Mapping[str, T]]) -> dict[str, dict[str, T]]:
    return {name: {**base.get(name, {}), **over.get(name, {})} for name in {**base, **over}}
