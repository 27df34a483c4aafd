"""Collection schedules: what the house takes for a hand, as the approved documents print it.

A document has sections, a section speaks of some games and has numbered schedule options, and a table uses one of them,
named by document and option: `GEGA-002382/1`. Rates are written in a line, `5-50 1, 51-100 2, 101+ 3`.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fnmatch import fnmatch
from functools import cache
from importlib import resources
from itertools import pairwise
from typing import Any, Literal

from pydantic import model_validator

from houseway.rules.folders import alike, folders, game_folders
from houseway.rules.models import Limits, Model, Setting
from houseway.rules.money import cents, dollars, shown
from houseway.rules.strict import RulesError, read_model

MOST_RATES = 5
Payer = Literal["player-dealer", "player", "pot"]
By = Literal["total table action", "wager", "hand", "spot", "players", "40 minutes"]
Moment = Literal[
    "before the deal",
    "after the deal",
    "while hands are set",
    "before the player-dealer's hand",
    "after the flop",
    "after settlement",
    "each period",
]
_FLAT: dict[By, str] = {
    "40 minutes": "a down of 40 minutes",
    "hand": "each hand",
    "spot": "each betting spot",
    "wager": "each base wager",
    "total table action": "each base wager",
}
_RATE = re.compile(r"(\d+)(?:-(\d+)|\+)? ([\d.]+)(?: #(\d+))?")


@dataclass(frozen=True, slots=True)
class Bracket:
    """One rate: from `low` to `high` (no end where it is None) the fee is so much. Cents, or a number of players."""

    low: int
    high: int | None
    fee: int
    option: str = ""  # the schedule option's number, where each rate has its own

    @property
    def flat(self) -> bool:
        """Whether it is the same fee for every amount."""
        return self.high is None and not self.low


@dataclass(frozen=True, slots=True)
class Charge:
    """One fee of a schedule: who pays, what it depends on, which wagers count, and its rates."""

    name: str
    payer: Payer
    by: By
    wagers: tuple[str, ...]  # names or patterns; empty: every wager, or every base wager for a fee on single wagers
    backline: bool  # a player's fee is taken from backline bettors too
    brackets: tuple[Bracket, ...]

    def bracket(self, measure: int) -> Bracket:
        """The rate for an amount, or a number of players; a gap belongs to the lower bracket (PD-4)."""
        for one, following in pairwise(self.brackets):
            if measure <= (one.high or 0) or measure < following.low:
                return one
        return self.brackets[-1]

    def fee(self, measure: int) -> int:
        return self.bracket(measure).fee

    def counts(self, wager: str) -> bool:
        return not self.wagers or _fits(wager, self.wagers)

    @property
    def highest(self) -> int:
        return max(bracket.fee for bracket in self.brackets)

    def highest_to(self, measure: int) -> int:
        """The highest fee of any amount up to this one."""
        reached = [bracket.fee for bracket in self.brackets if bracket.low <= measure]
        return max(reached, default=self.brackets[0].fee)


@cache
def _fits(wager: str, patterns: tuple[str, ...]) -> bool:
    return any(fnmatch(wager, pattern) for pattern in patterns)


@dataclass(frozen=True, slots=True)
class Schedule:
    """One schedule option of a document."""

    id: str
    document: str
    option: str
    named: str
    games: tuple[str, ...]
    moment: Moment
    charges: tuple[Charge, ...]
    limit: tuple[int, int | None] | None  # the printed table limit
    minimum: tuple[int, int] | None  # what the least wager may be set to
    maximum: tuple[int, int] | None
    bonus: tuple["BonusRule", ...]
    unreadable: str  # what the scan lost: such a schedule can't be chosen
    ruling: str = ""  # by which its figures are read, where the scan lost some of them

    @property
    def clause(self) -> str:
        ruling = f", {self.ruling}" if self.ruling else ""
        return f"{self.document}, {self.named}, schedule option {self.option}{ruling}"

    def limit_problems(self, minimum: int, maximum: int) -> list[str]:
        """What is wrong with a table limit under this schedule, each as a sentence."""
        problems = []
        if self.limit is not None and (minimum, maximum) != self.limit and self.limit[1] is not None:
            printed = f"{shown(self.limit[0])} to {shown(self.limit[1])}"
            problems.append(
                f"the table limit {shown(minimum)} to {shown(maximum)} is not the one of the schedule, {printed}"
            )
        for what, amount, bounds in (("minimum", minimum, self.minimum), ("maximum", maximum, self.maximum)):
            if bounds is not None and not bounds[0] <= amount <= bounds[1]:
                between = f"{shown(bounds[0])} and {shown(bounds[1])}"
                problems.append(f"the {what} table limit {shown(amount)} is not between {between}")
        return problems

    @property
    def span(self) -> tuple[int, int | None]:
        """The least and the most that a table limit under this schedule can allow."""
        if self.limit is not None:
            return self.limit
        return self.minimum[0] if self.minimum else 0, self.maximum[1] if self.maximum else None

    def bonus_rule(self, name: str) -> "BonusRule | None":
        """What is printed of the size of a bonus bet, by the name it has on the felt."""
        return next((one for one in self.bonus if any(printed in name for printed in one.names)), None)


class ChargeRule(Model):
    """How one column of a section's tables is charged."""

    payer: Payer
    by: By
    wagers: tuple[str, ...] = ()
    backline: bool = False


class BonusRule(Model):
    """What a section says of the size of bonus bets."""

    names: tuple[str, ...]
    at_most_base: bool = False
    at_least_base: bool = False
    minimum: str = ""  # amounts; nothing where the table limits hold
    maximum: str = ""
    clause: str = ""  # where that is printed, if not in the section

    def within(self, table: Limits) -> Limits:
        """The least and the most of such a bet at a table with these limits."""
        return Limits(
            cents(self.minimum) if self.minimum else table.minimum,
            cents(self.maximum) if self.maximum else table.maximum,
        )


class Section(Model):
    games: tuple[str, ...]
    named: str
    moment: Moment
    charges: dict[str, ChargeRule]
    schedules: dict[str, dict[str, str]]
    minimum: str = ""
    maximum: str = ""
    bonus: tuple[BonusRule, ...] = ()
    note: str = ""

    @model_validator(mode="after")
    def _columns_known(self) -> "Section":
        for option, columns in self.schedules.items():
            known = {*self.charges, "limit", "unreadable", "ruling"}
            if unknown := set(columns) - known:
                raise ValueError(f"schedule {option}: {sorted(unknown)[0]!r} is not one of {', '.join(sorted(known))}")
            if "unreadable" not in columns and (missing := set(self.charges) - set(columns)):
                raise ValueError(f"schedule {option}: {sorted(missing)[0]!r} is missing")
        return self


class Document(Model):
    document: str
    title: str
    consolidated: bool = False
    sections: tuple[Section, ...]


@cache
def documents() -> tuple[Document, ...]:
    """Every fee document: the consolidated ones, then those that a game's folder has as `fees.toml`."""
    consolidated = [file for file in (resources.files(__package__) / "fees").iterdir() if file.name.endswith(".toml")]
    own = [file for folder in folders() for file in (folder.file("fees.toml"),) if file is not None]
    read = [
        read_model(Document, file.read_text(encoding="utf-8"), name=str(file))
        for file in (*sorted(consolidated, key=lambda file: file.name), *own)
    ]
    return tuple(sorted(read, key=lambda document: not document.consolidated))


@cache
def schedules(game: str) -> dict[str, Schedule]:
    """The schedules of a game by id, also those that can't be chosen: the consolidated document's first. A game that no
    document names has those of the game that it is like."""
    names = alike(game) if game in game_folders() else (game,)
    return next((found for name in names if (found := _schedules_of(name))), {})


def _schedules_of(game: str) -> dict[str, Schedule]:
    found: dict[str, Schedule] = {}
    for document in documents():
        for section in document.sections:
            if game in section.games:
                for option, columns in section.schedules.items():
                    schedule = _schedule(document, section, option, columns)
                    if schedule.id in found:
                        raise RulesError(f"{schedule.id} is given twice for {game}")
                    found[schedule.id] = schedule
    return found


def schedule(game: str, id: str) -> Schedule:
    return schedules(game)[id]


def schedule_chosen(game: str, options: Mapping[str, Setting]) -> Schedule | None:
    """The schedule of a table: the one it names, or that of its document for its table limit, or by its number."""
    known = schedules(game)
    chosen = str(options.get("collection", ""))
    if chosen in known:
        return known[chosen]
    if "limit" in options:
        return for_limit(game, chosen, str(options["limit"]))
    return next((one for one in known.values() if one.option == str(options.get("schedule", ""))), None)


def for_limit(game: str, document: str, limit: str) -> Schedule | None:
    """What a document prints for a table limit: `4-8`, or `1000+`."""
    printed = _span(limit)
    return next((one for one in schedules(game).values() if (one.document, one.limit) == (document, printed)), None)


def collection_option(game: str) -> dict[str, Any] | None:
    """The operator's choice of a schedule, as an option of the game's rule file."""
    found = schedules(game)
    ids = [id for id, schedule in found.items() if not schedule.unreadable]
    if not ids:
        return None
    first = next((id for id in ids if not found[id].ruling), ids[0])  # one that is printed whole, where there is one
    name, several = "The collection schedule of the table", len(ids) > 1
    return {"name": name, "default": first, "values": ids, "expected": several, "clause": found[first].document}


def limit_tables(id: str, data: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The table limits that a game's schedules print, as limits of its rule file that follow the schedule chosen: of
    base wagers, and of bonus bets that are held to the table limit."""
    position, wagers = data.get("position", {}), data.get("wagers", {})
    base = (position.get("base"), *position.get("table_limit", ()))
    tables = []
    for one in schedules(id).values():
        if one.limit is None or one.limit[1] is None or one.unreadable:
            continue
        table = Limits(one.limit[0], one.limit[1])
        held = {name: table for name in base if name in wagers}
        for name, wager in wagers.items():
            if rule := one.bonus_rule(wager.get("name", "")):
                held[name] = rule.within(table)
        spans = {name: f"{dollars(span.minimum)}-{dollars(span.maximum)}" for name, span in held.items()}
        applies = {"collection": [one.id]}
        name = f"table limit of {shown(table.minimum)} to {shown(table.maximum)}"
        tables.append({"name": name, "limits": spans, "applies": applies, "clause": one.document})
    return tables


def closed_brackets(used: Schedule) -> tuple[int, int] | None:
    """The least and the most that a base wager can be where players pay a fee on each wager and its brackets end: there
    is no fee for another amount, so that the schedule is a limit too (PD-11)."""
    for charge in used.charges:
        last = charge.brackets[-1].high
        if charge.payer == "player" and charge.by == "wager" and not charge.wagers and last is not None:
            return charge.brackets[0].low, last
    return None


def _schedule(document: Document, section: Section, option: str, columns: Mapping[str, str]) -> Schedule:
    name = f"{document.document}/{option}"
    charges = tuple(
        Charge(column, rule.payer, rule.by, rule.wagers, rule.backline, _brackets(columns[column], rule.by, name))
        for column, rule in section.charges.items()
        if column in columns
    )
    rates = {bracket.fee for charge in charges for bracket in charge.brackets if bracket.fee}
    if len(rates) > MOST_RATES:
        raise RulesError(f"{name} has {len(rates)} collection rates, and {MOST_RATES} are allowed for a table limit")
    limit = _span(columns["limit"]) if "limit" in columns else None
    least, most = (_bounds(section.minimum), _bounds(section.maximum))
    unreadable = columns.get("unreadable", "")
    return Schedule(
        name,
        document.document,
        option,
        section.named,
        section.games,
        section.moment,
        charges,
        limit,
        least,
        most,
        section.bonus,
        unreadable,
        columns.get("ruling", ""),
    )


def _brackets(line: str, by: By, name: str) -> tuple[Bracket, ...]:
    if re.fullmatch(r"[\d.]+", line):
        return (Bracket(0, None, cents(line)),)
    unit = 1 if by == "players" else 100
    found = []
    for part in line.split(", "):
        rate = _RATE.fullmatch(part)
        if not rate:
            raise RulesError(f"{name}: {part!r} is not a rate: write it as 5-50 1, or 601+ 10")
        low, high, fee, option = rate.groups()
        end = None if high is None else int(high) * unit
        found.append(Bracket(int(low) * unit, end, cents(fee), option or ""))
    found.sort(key=lambda bracket: bracket.low)
    for one, following in pairwise(found):
        if one.high is None or one.high > following.low:
            raise RulesError(f"{name}: the rates from {one.low} and from {following.low} overlap")
    return tuple(found)


def _span(line: str) -> tuple[int, int | None]:
    low, dash, high = line.partition("-")
    if not dash and low.endswith("+"):
        return cents(low[:-1]), None
    return cents(low), cents(high or low)


def _bounds(line: str) -> tuple[int, int] | None:
    if not line:
        return None
    low, high = _span(line)
    return low, high if high is not None else low


def rate_text(charge: Charge, bracket: Bracket) -> tuple[str, str]:
    """A rate as a placard shows it: from how much to how much, and the fee."""
    amount = shown if charge.by != "players" else str
    met = any(other.high == bracket.low for other in charge.brackets)  # the lower bracket has the amount (TP-5)
    if bracket.flat:
        span = _FLAT.get(charge.by, "always")
    elif bracket.high is None and met:
        span = f"more than {amount(bracket.low)}"
    elif bracket.high is None:
        span = f"{amount(bracket.low)} {'players ' if charge.by == 'players' else ''}or more"
    elif charge.by == "players":
        span = f"{bracket.low} to {bracket.high} players" if bracket.low else f"{bracket.high} players or fewer"
    else:
        span = f"{amount(bracket.low)} to {amount(bracket.high)}"
    return span, shown(bracket.fee)
