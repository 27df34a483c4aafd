"""Checking a rules submission against the rulebooks: everything that is wrong with it, in one pass.

What may be chosen and how far comes from the games' rule files (options, requirements, bounds, limits, pay tables,
duties, wheels, meters); nothing here knows a game.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, Literal, get_args

from houseway.errors import instead
from houseway.games import catalogue
from houseway.rules.cite import cited_once
from houseway.rules.families import families
from houseway.rules.limits import allowed, submitted
from houseway.rules.models import Applies, GameRules, Option, PayTable, Setting, Wheel, span_of, written
from houseway.rules.money import MoneyError, Odds, cents, shown
from houseway.rules.resolved import PARTS, Rules, limit_problems, resolve
from houseway.rules.strict import RulesError, line_in, lines_of, read_path, read_toml
from houseway.rules.submission import Signatures, Signer
from houseway.rules.wheels import Jackpot, jackpots, symbols

Severity = Literal["error", "warning"]
At = tuple[int | str, ...]
Worth = Callable[[Rules], Iterable[tuple[str, str, str]]]  # wheels that give too much: which, how much, by which clause
MOST_TABLES = 1_000
MOST_LETTERS = 1_000_000
_PRICED = 50  # tables with wheels that are priced, where more of them differ


@dataclass(frozen=True)
class Finding:
    """One thing wrong with a submission: where, what, by which clause, and whether a table can open with it."""

    at: At
    what: str
    clause: str = ""
    severity: Severity = "error"
    table: str = ""
    line: int = 0

    @property
    def where(self) -> str:
        """`table "Top Five 1", options.boxes`."""
        at = (self.table and self.at[2:]) or self.at
        path = ".".join(str(part) for part in at if part != "tables")
        return f'table "{self.table}", {path}'.rstrip(", ") if self.table else path or "the submission"

    def data(self) -> dict[str, Any]:
        return {
            "where": self.where,
            "line": self.line,
            "what": self.what,
            "clause": self.clause,
            "severity": self.severity,
        }


@dataclass(frozen=True)
class Checked:
    """A submission with all that was found."""

    name: str
    facility: str
    tables: tuple[str, ...]
    findings: tuple[Finding, ...] = field(default=())

    @property
    def errors(self) -> int:
        return sum(finding.severity == "error" for finding in self.findings)

    @property
    def warnings(self) -> int:
        return len(self.findings) - self.errors

    def report(self) -> dict[str, Any]:
        return {
            "submission": self.name,
            "facility": self.facility,
            "tables": list(self.tables),
            "errors": self.errors,
            "warnings": self.warnings,
            "findings": [finding.data() for finding in self.findings],
        }


def check_file(path: Path) -> Checked:
    return check(read_path(path), name=path.name)


def check(
    text: str, *, name: str, games: Mapping[str, GameRules] | None = None, generous: Worth | None = None
) -> Checked:
    """Everything wrong with a submission; text that is no TOML at all is a RulesError. What prices wheels is handed in,
    since what is written can be checked without it."""
    if len(text) > MOST_LETTERS:
        raise RulesError(f"{name} is longer than a submission can be: up to {MOST_LETTERS:,} letters")
    data = read_toml(text, name=name)
    games = {id: game.rules for id, game in catalogue().items()} if games is None else games
    lines = lines_of(text)
    worth = _few(generous) if generous else lambda rules: ()
    findings = [replace(found, line=line_in(lines, found.at)) for found in _submission(data, games, worth)]
    tables = [table for table in data.get("tables", []) if isinstance(table, dict)]
    return Checked(
        name,
        facility=str(data.get("facility", "")),
        tables=tuple(str(table.get("name", "")) for table in tables),
        findings=tuple(sorted(findings, key=lambda found: found.line)),
    )


def _few(generous: Worth) -> Worth:
    """The same for tables that are alike, and for so many that differ: each takes a moment to price."""
    known: dict[tuple[str, str], tuple[tuple[str, str, str], ...]] = {}

    def worth(rules: Rules) -> Iterable[tuple[str, str, str]]:
        table = rules.game.id, repr(rules.chosen)
        if table not in known and len(known) < _PRICED and rules.progressive.wheels:
            known[table] = tuple(generous(rules))
        return known.get(table, ())

    return worth


def _submission(data: Mapping[str, Any], games: Mapping[str, GameRules], worth: Worth) -> Iterator[Finding]:
    if not isinstance(data.get("facility"), str) or not data["facility"].strip():
        yield Finding(("facility",), "the facility operator's name is missing")
    if not isinstance(data.get("coach", False), bool):
        yield Finding(("coach",), "coach is true or false: whether players may ask what each answer is worth")
    yield from _unknown((), data, ("facility", "coach", "signatures", "tables"), "field of a submission")
    yield from _signatures(data.get("signatures", {}))
    tables = data.get("tables")
    if not isinstance(tables, list) or not tables:
        yield Finding(("tables",), "no table is submitted: each is a [[tables]] section")
        return
    if len(tables) > MOST_TABLES:
        yield Finding(
            ("tables",), f"a submission has up to {MOST_TABLES:,} tables, not {len(tables):,}: none was checked"
        )
        return
    named: set[str] = set()
    for number, table in enumerate(tables):
        at: At = ("tables", number)
        if not isinstance(table, dict):
            yield Finding(at, "this is no table: write it as a [[tables]] section")
            continue
        name = table.get("name")
        label = name if isinstance(name, str) and name.strip() else f"number {number + 1}"
        if label != name:
            yield Finding(at, "the table has no name", table=label)
        elif name in named:
            yield Finding((*at, "name"), f'two tables are named "{name}"', table=label)
        named.add(label)
        for found in _table(at, table, games, worth):
            yield replace(found, table=label)


def _signatures(given: Any) -> Iterator[Finding]:
    """Which acts of the staff need two people, and by whom the second signature is."""
    at: At = ("signatures",)
    if not isinstance(given, dict):
        yield Finding(at, "write signatures as a [signatures] section")
        return
    acts = list(Signatures.model_fields)
    yield from _unknown(at, given, acts, "act that takes two signatures")
    for act in [act for act in acts if act in given]:
        yield from _signature((*at, act), act, given[act])
    weak = [act for act in ("employ", "effective") if given and act not in given]
    for act in weak:
        how = "employ the second person" if act == "employ" else "make rules effective that need no second person"
        yield Finding(at, f"{act} does not take two signatures: one operator can {how}", severity="warning")


def _signature(at: At, act: str, rule: Any) -> Iterator[Finding]:
    if not isinstance(rule, dict):
        yield Finding(at, f'write who signs {act} too as {act} = {{ by = ["operator"] }}')
        return
    yield from _unknown(at, rule, ("by", "above") if act == "cage" else ("by",), f"field of signatures.{act}")
    roles, by = get_args(Signer), rule.get("by")
    if not isinstance(by, list) or not by or not all(one in roles for one in by):
        yield Finding((*at, "by"), f"by is a list of roles that may sign {act} too: {', '.join(roles)}")
    if "above" in rule and act == "cage":
        try:
            cents(_text(rule["above"]))
        except MoneyError as problem:
            yield Finding((*at, "above"), f"above: {problem}")


def _table(at: At, table: Mapping[str, Any], games: Mapping[str, GameRules], worth: Worth) -> Iterator[Finding]:
    yield from _unknown(at, table, ("name", "game", *PARTS), "field of a table")
    id = table.get("game")
    if not isinstance(id, str):
        yield Finding(at, "the table names no game")
        return
    if id not in games:
        yield Finding((*at, "game"), f"{id!r} is not a game here: {instead(id, games)}")
        return
    sections: dict[str, Mapping[str, Any]] = {}
    for section in PARTS:
        given = table.get(section, {})
        sections[section] = given if isinstance(given, dict) else {}
        if not isinstance(given, dict):
            yield Finding((*at, section), f"write {section} as a [tables.{section}] section")
    chosen = _Table(at, games[id], sections)
    found = list(chosen.findings())
    yield from found
    wrong = [finding.at[len(at) :] for finding in found if finding.severity == "error"]
    if not wrong:
        try:  # what the checks above let through must open a table
            rules = resolve(games[id], **sections)
        except RulesError as error:
            yield Finding(at, str(error))
        else:
            yield from _within(at, rules)
            family = families().get(games[id].family)  # a game with a procedure of its own may have none
            for problem in family.problems(rules) if family else ():
                yield Finding((*at, "options", problem.about), problem.what, problem.clause)
            for wheel, what, clause in worth(rules):
                yield Finding((*at, "wheels", wheel), what, clause, "warning")
    elif not any(where[:1] == ("limits",) or where == ("options", "collection") for where in wrong):
        with suppress(RulesError):  # limits by themselves, beside what else is wrong
            yield from _within(at, resolve(games[id], chosen.standing, limits=sections["limits"]))


def _within(at: At, rules: Rules) -> Iterator[Finding]:
    """Limits that are not those of the collection schedule, or go beyond what bounds them; and those that the table's
    chips can't make up."""
    given = rules.chosen.get("limits", {})
    for problem in limit_problems(rules):
        wager = (problem.about,) if problem.about in given else ()
        yield Finding((*at, "limits", *wager), problem.what, problem.clause)
    yield from _in_chips(at, rules)


def _in_chips(at: At, rules: Rules) -> Iterator[Finding]:
    """Wagers are made in the table's chips: its limits, and steps, are whole numbers of the smallest."""
    chip = rules.chip
    for name, wager in rules.wagers.items():
        if name not in rules.limits or wager.amounts:
            continue
        limits, given = rules.limits[name], rules.chosen.get("limits", {}).get(name, {})
        amounts = {"minimum": limits.minimum, "maximum": limits.maximum} | ({"step": wager.step} if wager.step else {})
        for end, amount in amounts.items():
            if amount % chip and end not in given:
                what = f"the {end} of {name}, {shown(amount)}, is not a whole number of {shown(chip)} chips"
                yield Finding((*at, "options", "smallest_chip"), what, rules.game.options["smallest_chip"].clause)


class _Table:
    """One table of a submission, with its game's rules and the choices that can stand."""

    def __init__(self, at: At, game: GameRules, sections: Mapping[str, Mapping[str, Any]]) -> None:
        self.at, self.game, self.sections = at, game, sections
        self.standing: dict[str, Setting] = {
            name: value
            for name, value in sections["options"].items()
            if name in game.options and game.options[name].problem(value) is None
        }
        self.settings = {name: option.default for name, option in game.options.items()} | self.standing
        self.offered = [
            name for name, wager in game.wagers.items() if wager.option is None or self.settings[wager.option]
        ]

    def applies(self, condition: Applies) -> bool:
        return all(self.settings[name] in values for name, values in condition.items())

    def findings(self) -> Iterator[Finding]:
        yield from self.options()
        yield from self.together()
        yield from self.limits()
        yield from self.pays()
        yield from self.duties()
        yield from self.wheels()
        yield from self.meters()

    def options(self) -> Iterator[Finding]:
        """Each choice by itself: is it one, may it be made, had it to be stated, does it matter?"""
        at, given = (*self.at, "options"), self.sections["options"]
        yield from _unknown(at, given, self.game.options, f"option of {self.game.name}")
        for name, option in self.game.options.items():
            if name not in given:
                yield from self._unstated((*at, name), name, option)
                continue
            if problem := option.problem(given[name]):
                yield Finding((*at, name), f"{name} {problem}", option.clause)
            elif given[name] in option.unapproved:
                what = f"{name} = {written(given[name])} can be played and not approved: no rulebook prints it"
                yield Finding((*at, name), what, option.clause)
            elif not self.applies(option.matters):
                yield Finding(
                    (*at, name), f"{name} has no effect without {_said(option.matters)}", option.clause, "warning"
                )
            elif given[name] != option.default:
                yield from self._other_reading((*at, name), name, option)
                yield from self._whole_chips((*at, name), name, option)

    def _unstated(self, at: At, name: str, option: Option) -> Iterator[Finding]:
        if not self.applies(option.matters):
            return
        if option.stated:
            yield Finding(at, f"{name} must be stated ({_lower(option.name)})", option.clause)
        elif option.expected:
            what = f"{name} is not stated, and {written(option.default)} stands ({_lower(option.name)})"
            yield Finding(at, what, option.clause, "warning")

    def _other_reading(self, at: At, name: str, option: Option) -> Iterator[Finding]:
        for id, ruling in self.game.rulings.items():
            if ruling.option == name and option.values and not option.choice:
                what = f"{name} = {written(self.settings[name])} is not how ruling {id} reads {ruling.clause}"
                yield Finding(at, what, option.clause, "warning")

    def _whole_chips(self, at: At, name: str, option: Option) -> Iterator[Finding]:
        """Amounts that are put down at the table, a blind or an ante, are in its chips."""
        if name == "smallest_chip" or "smallest_chip" not in self.settings or not (option.money or option.span):
            return
        value, chip = self.settings[name], cents(str(self.settings["smallest_chip"]))
        for amount in span_of(value) if option.span else (cents(str(value)),):
            if amount % chip:
                what = f"{name}, {shown(amount)}, is not a whole number of {shown(chip)} chips"
                yield Finding(at, what, option.clause)

    def together(self) -> Iterator[Finding]:
        """Choices that need one another, and bounds that depend on another choice."""
        at, given = (*self.at, "options"), self.sections["options"]
        for one in self.game.requirements:
            if self.applies(one.when) and not self.applies(one.then):
                has = " and ".join(f"{name} = {written(self.settings[name])}" for name in one.when)
                named = [name for name in (*one.then, *one.when) if name in given]
                yield Finding((*at, *named[:1]), f"{has} needs {_said(one.then)}", one.clause)
        for name, option in self.game.options.items():
            if problem := option.beyond(self.settings, name):
                yield Finding((*at, name) if name in given else at, f"{name} {problem}", option.clause)
        for bound in self.game.bounds:
            if not self.applies(bound.when) or not self.applies(self.game.options[bound.option].matters):
                continue
            option = self.game.options[bound.option]
            if option.problem(given.get(bound.option, option.default)):
                continue  # said already
            if problem := bound.problem(option, self.settings[bound.option]):
                because = f" with {_said(bound.when)}" if bound.when else ""
                path = (*at, bound.option) if bound.option in given else at
                yield Finding(path, f"{bound.option} {problem}{because}", bound.clause)

    def limits(self) -> Iterator[Finding]:
        """The least and the most of each wager."""
        at, given = (*self.at, "limits"), self.sections["limits"]
        free = {name: wager for name, wager in self.game.wagers.items() if wager.minimum is not None}
        yield from _unknown(at, given, free, f"wager of {self.game.name} with limits")
        chip = cents(str(self.settings["smallest_chip"])) if "smallest_chip" in self.settings else 1
        for name in free:
            if name in given:
                yield from self._limits_of((*at, name), name, given[name], chip)
        yield from self._unsaid(at, [name for name in free if name not in given])

    def _unsaid(self, at: At, names: list[str]) -> Iterator[Finding]:
        """Limits that the operator leaves open, and that neither the rulebook nor the schedule prints."""
        printed = self.game.printed_limits
        tables = [table for table in self.game.limit_tables if self.applies(table.applies)]
        unsaid = [
            name
            for name in names
            if name in self.offered
            and not self.game.wagers[name].amounts
            and not (printed and printed.has(name))
            and not any(table.find(name) for table in tables)
        ]
        limits = allowed(self.game, self.settings, submitted(self.game, self.settings, {}))
        spans: dict[str, list[str]] = {}
        for name in unsaid:
            low, high = limits[name].minimum, limits[name].maximum
            if low < high:  # else the schedule leaves no choice
                spans.setdefault(f"{shown(low)} to {shown(high)}", []).append(name)
        if spans:
            stand = "; ".join(f"{', '.join(names)} {span}" for span, names in spans.items())
            clauses = cited_once(*(self.game.wagers[name].clause for name in unsaid))
            yield Finding(at, f"limits are not stated, and these stand: {stand}", clauses, "warning")

    def _limits_of(self, at: At, name: str, bounds: object, chip: int) -> Iterator[Finding]:
        wager = self.game.wagers[name]
        error = partial(Finding, at, clause=wager.clause)
        if not isinstance(bounds, dict):
            yield error(f'write the limits of {name} as {{ minimum = "5", maximum = "500" }}')
            return
        yield from _unknown(at, bounds, ("minimum", "maximum"), f"limit of {name}")
        amounts = {"minimum": wager.minimum or 0, "maximum": wager.maximum or 0}
        for bound in [bound for bound in amounts if bound in bounds]:
            try:
                amount = amounts[bound] = cents(_text(bounds[bound]))
            except MoneyError as problem:
                yield Finding((*at, bound), f"the {bound} of {name}: {problem}", wager.clause)
                return
            if amount % chip:
                what = f"the {bound} of {name}, {shown(amount)}, is not a whole number of {shown(chip)} chips"
                yield Finding((*at, bound), what, wager.clause)
        if amounts["minimum"] <= 0:
            yield error(f"the minimum of {name} must be above $0")
        if amounts["minimum"] > amounts["maximum"]:
            yield error(
                f"the minimum of {name}, {shown(amounts['minimum'])}, is above the maximum, {shown(amounts['maximum'])}"
            )
        if name not in self.offered:
            yield error(f"{name} has limits and is not offered", severity="warning")

    def pays(self) -> Iterator[Finding]:
        """Odds are printed: an operator picks a pay table where the rulebook offers several, and edits none."""
        at, given = (*self.at, "pays"), self.sections["pays"]
        yield from _unknown(at, given, self.game.pay_tables, f"pay table of {self.game.name}")
        for name, table in self.game.pay_tables.items():
            edits = given.get(name, {})
            if not isinstance(edits, dict):
                yield Finding((*at, name), f'write the odds of {name} as {{ flush = "8:1" }}', table.clause)
                continue
            for key, odds in edits.items():
                yield from self._line((*at, name, key), table, key, odds)

    def _line(self, at: At, table: PayTable, key: str, odds: object) -> Iterator[Finding]:
        line = next((line for line in table.lines if key in (line.hand, line.key)), None)
        if line is None:
            known = [line.key for line in table.lines]
            yield Finding(at, f"{table.name} has no line {key!r}: {instead(key, known)}", table.clause)
            return
        try:
            pays = None if odds == "push" else Odds.parse(_text(odds))
        except MoneyError as problem:
            yield Finding(at, f"{table.name}, {line.label}: {problem}", line.clause)
            return
        if pays != line.pays:
            said = " to ".join(str(line.pays).split(":")) if line.pays else "a push"
            given = " to ".join(str(pays).split(":")) if pays else "a push"
            choice = "".join(f"; choose another table by {option}" for option in table.applies)
            yield Finding(
                at, f"{table.name}, {line.label} is {given}, and the rulebook prints {said}{choice}", line.clause
            )

    def duties(self) -> Iterator[Finding]:
        """Intervals may be shorter than printed, never longer."""
        at, given = (*self.at, "duties"), self.sections["duties"]
        yield from _unknown(at, given, self.game.duties, f"duty of {self.game.name}")
        for name, duty in self.game.duties.items():
            intervals = given.get(name, {})
            if not isinstance(intervals, dict):
                yield Finding((*at, name), f"write the interval of {name} as {{ hours = 4 }}", duty.clause)
                continue
            for unit, length in intervals.items():
                if problem := duty.problem(unit, length):
                    yield Finding((*at, name, unit), f"the duty to {duty.name} {problem}", duty.clause)
            if name in given and not self.applies(duty.applies):
                what = f"{name} is no duty at this table without {_said(duty.applies)}"
                yield Finding((*at, name), what, duty.clause, "warning")

    def wheels(self) -> Iterator[Finding]:
        """Every symbol of a wheel in use has its stops, and no other has any."""
        at, given = (*self.at, "wheels"), self.sections["wheels"]
        spun = {name: wheel for name, wheel in self.game.wheels.items() if wheel.kind != "community"}
        yield from _unknown(at, given, spun, f"wheel of {self.game.name}")
        using = self._wheels_in_use()
        for name in [name for name in using if name in spun]:
            wheel, stops = using[name], given.get(name)
            if stops is None:
                what = f"{wheel.wager} can't be offered without the stops of its wheel {name}"
                yield Finding((*at, name), what, wheel.clause)
            elif not isinstance(stops, dict):
                yield Finding((*at, name), f"write the stops of {name} as {{ SYMBOL = NUMBER }}", wheel.clause)
            else:
                yield from self._stops((*at, name), wheel, symbols(name, using), stops)

    def _stops(self, at: At, wheel: Wheel, printed: list[str], stops: Mapping[str, object]) -> Iterator[Finding]:
        for symbol in printed:
            if symbol not in stops:
                yield Finding((*at, symbol), f"{symbol} is printed, and it is on no stop", wheel.clause)
        for symbol, count in stops.items():
            if symbol not in printed:
                yield Finding((*at, symbol), f"{symbol} is not on this wheel: {', '.join(printed)}", wheel.clause)
            elif type(count) is not int or count < 1:
                what = f"{symbol} can't be on {written(count)} stops: write a whole number above 0"
                yield Finding((*at, symbol), what, wheel.clause)

    def meters(self) -> Iterator[Finding]:
        """The rate of progression, the initial and the reset amount of each jackpot, or its fixed prize."""
        at, given = (*self.at, "meters"), self.sections["meters"]
        yield from _unknown(at, given, jackpots(self.game.wheels.values()), f"meter of {self.game.name}")
        for name, jackpot in jackpots(self._wheels_in_use().values()).items():
            terms = given.get(name)
            if isinstance(terms, dict):
                yield from self._terms((*at, name), jackpot, terms)
            else:
                needed = "its prize" if jackpot.fixed else "its rate, initial and reset amount"
                what = f"{jackpot.wheel.wager} can't be offered without {needed} ({name})"
                yield Finding((*at, name), what, jackpot.clause)

    def _terms(self, at: At, jackpot: Jackpot, terms: Mapping[str, object]) -> Iterator[Finding]:
        yield from _unknown(at, terms, jackpot.terms, f"term of {at[-1]}")
        for part in jackpot.needed:
            if part not in terms:
                yield Finding((*at, part), f"{part} is missing", jackpot.clause_of(part))
                continue
            try:
                amount = cents(_text(terms[part]).removesuffix("%"))
            except MoneyError as problem:
                yield Finding((*at, part), f"{part}: {problem}", jackpot.clause_of(part))
                continue
            if part == "rate":
                if not 0 < amount <= 100_00:
                    what = f"the rate is above 0 and at most 100 per cent, not {terms[part]}"
                    yield Finding((*at, part), what, jackpot.clause_of(part))
            elif amount < (least := jackpot.least(part)):
                kind = "prize" if jackpot.fixed else f"{part} amount"
                yield Finding((*at, part), f"the {kind}, {shown(amount)}, is below {shown(least)}", jackpot.clause)

    def _wheels_in_use(self) -> dict[str, Wheel]:
        return {name: wheel for name, wheel in self.game.wheels.items() if self.applies(wheel.applies)}


def _unknown(at: At, given: Mapping[str, Any], known: Any, kind: str) -> Iterator[Finding]:
    for name in given:
        if name not in known:
            yield Finding((*at, name), f"{name!r} is no {kind}: {instead(name, known)}")


def _said(condition: Applies) -> str:
    return " and ".join(f"{name} = {' or '.join(map(written, values))}" for name, values in condition.items())


def _text(value: object) -> str:
    if isinstance(value, str):
        return value
    raise MoneyError(f'{written(value)} must be written as text, as in "{value}"')


def _lower(sentence: str) -> str:
    return sentence[0].lower() + sentence[1:]
