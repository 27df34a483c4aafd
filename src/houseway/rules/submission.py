"""A rules submission: what an operator chose where the rulebooks leave the choice."""

from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Literal, TypeVar

from houseway.errors import instead
from houseway.rules.fee_schedules import closed_brackets, schedules
from houseway.rules.files import game_rules
from houseway.rules.folders import alike, game_folders
from houseway.rules.models import GameRules, Model, Money, Setting
from houseway.rules.resolved import Rules, resolve
from houseway.rules.strict import RulesError, read_model

T = TypeVar("T")
Signer = Literal["floor", "cashier", "surveillance", "operator"]


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


class SecondSignature(Model):
    """Who signs an act of the staff besides the person who does it."""

    by: tuple[Signer, ...]
    above: Money = 0  # at the cage: only if a player's bookings of 24 hours come to more than this


class Signatures(Model):
    """The acts that need two people."""

    cage: SecondSignature | None = None
    employ: SecondSignature | None = None  # also for another role
    effective: SecondSignature | None = None


class Submission(Model):
    facility: str
    coach: bool = False  # at its tables a player may ask what each answer is worth
    signatures: Signatures = Signatures()
    tables: tuple[SubmittedTable, ...]

    def table(self, name: str) -> SubmittedTable:
        for table in self.tables:
            if table.name == name:
                return table
        names = instead(name, (table.name for table in self.tables))
        raise RulesError(f"{name!r} is not a table of {self.facility}: {names}")


@cache
def demonstration() -> Submission:
    """The submission that ships with the package: a house to try things at."""
    return read_model(Submission, demonstration_text(), name="demonstration.toml")


def demonstration_text() -> str:
    """The house, and the tables that the folder of each game has for it: Maryland's games before California's."""
    house = (resources.files(__package__) / "demonstration.toml").read_text(encoding="utf-8")
    games = sorted(game_folders(), key=_jurisdiction, reverse=True)
    tables = [game_folders()[id].file("tables.toml") for id in games]
    return "\n".join([house, *(file.read_text(encoding="utf-8") for file in tables if file is not None)])


def _jurisdiction(game: str) -> str:
    """As its rule file says, or that of the game that it is like; the file is not read for it as a whole."""
    books = (game_folders()[id].data.get("rulebook", {}) for id in alike(game))
    return next((str(book["jurisdiction"]) for book in books if "jurisdiction" in book), "")


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
