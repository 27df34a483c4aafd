"""A house read for the floor: its journals played again, round by round, with whose seats were whose."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import sqlalchemy as sa

from houseway.cards.source import source_from
from houseway.errors import instead
from houseway.floor.deciding import Costs
from houseway.floor.observing import SHUFFLE, Bought, Seen, Watcher
from houseway.floor.theory import Theory
from houseway.games import game as game_named
from houseway.play import entry
from houseway.play import journal as journals
from houseway.play.ask import Refused
from houseway.play.driver import Driver
from houseway.play.journal import JournalError
from houseway.play.table import DEALER
from houseway.prove.rounds import UNPLAYABLE, is_secret, number_of, read_entry
from houseway.record.errors import ProveError, Unreadable
from houseway.record.figures import Figures
from houseway.record.house_rows import has_tables, results_between
from houseway.record.kept_rows import AccountRow, EntryRow, SnapshotRow, TableRow, every
from houseway.record.sources import Journal, database_of, of_database, opened
from houseway.record.sources import journals as journals_of
from houseway.rules.resolved import PARTS, Rules, resolve
from houseway.rules.strict import RulesError

Told = Callable[[int, int], None]


@dataclass(frozen=True)
class Wanted:
    """What is to be read: some days, perhaps of one table, one game or one account."""

    first: str = ""  # days; everything if not said
    last: str = "9999-12-31"
    table: str = ""  # by number or name
    game: str = ""
    account: str = ""

    def takes(self, id: int, name: str) -> bool:
        return not self.table or self.table.lower() in (str(id), name.lower(), f"{id} {name}".lower())


@dataclass
class House:
    """All that was read."""

    rounds: list[Seen] = field(default_factory=list)
    bought: list[Bought] = field(default_factory=list)
    booked: dict[tuple[int, str], int] = field(default_factory=dict)
    secret: int = 0  # rounds whose shoe is not over: they can't be played again yet
    broken_off: bool = False  # somebody did not want to wait
    wrong: list[str] = field(default_factory=list)  # rounds that can't be played again, and why
    tables: dict[int, str] = field(default_factory=dict)
    facility: str = ""


@dataclass(frozen=True)
class _Beside:
    """What a database keeps beside a table's journal."""

    sitting: Mapping[int, Mapping[str, str]] = field(default_factory=dict)  # by record: the account at each seat
    buyers: Mapping[int, str] = field(default_factory=dict)  # by record


@dataclass
class Memory:
    """What was read before: rounds that are over need not be played again."""

    kept: dict[tuple[int, int], tuple[list[Seen], list[Bought]]] = field(default_factory=dict)
    watchers: dict[int, Watcher] = field(default_factory=dict)


def read(
    what: str,
    wanted: Wanted,
    theory: Theory,
    *,
    costs: Costs | None = None,
    told: Told | None = None,
    memory: Memory | None = None,
) -> House:
    """A house's database by its URL or file, or an export of its journals."""
    memory = memory if memory is not None else Memory()
    house = House()
    url = database_of(what)
    if url is None:
        found = journals_of(what)
        beside: dict[str, _Beside] = {}
    else:
        with opened(url) as connection:
            if not has_tables(connection):
                raise Unreadable("it has no tables of games")
            found = of_database(connection)
            beside = _beside(connection)
            days = results_between(connection, wanted.first, wanted.last)
            house.booked = {(row.table, row.day): row.fees for row in days}
    listed = [(one, *_named(one, at)) for at, one in enumerate(found, start=1)]
    if wanted.table and not any(wanted.takes(id, name) for _, id, name in listed):
        names = instead(wanted.table, (f"{id} {name}" for _, id, name in listed))
        raise ProveError(f"{wanted.table!r} is not a table of {what}: {names}")
    chosen = [(one, id, name) for one, id, name in listed if wanted.takes(id, name)]
    total = sum(len(one.lines) for one, _, _ in chosen)
    done = 0
    try:
        for one, id, name in chosen:
            house.tables[id] = name
            base = done

            def on(many: int, base: int = base) -> None:
                if told is not None:
                    told(base + many, total)

            _table(house, one, id, name, beside.get(one.name, _Beside()), wanted, theory, costs, on, memory)
            done += len(one.lines)
    except KeyboardInterrupt:
        house.broken_off = True
    if wanted.account:
        _only_of(house, wanted.account)
    return house


def _only_of(house: House, account: str) -> None:
    """Keep what one account did; the rest of a round is somebody else's business, and so is a shoe that goes on."""
    mine = []
    for seen in _shoes_over(house.rounds):
        seats = {who for who, name in seen.accounts.items() if name.lower() == account.lower()}
        if seats:
            mine.append(
                replace(
                    seen,
                    bets=tuple(bet for bet in seen.bets if bet.who in seats),
                    decisions=tuple(one for one in seen.decisions if one.who in seats),
                    fees={who: fee for who, fee in seen.fees.items() if who in seats},
                    figures=Figures(rounds=1, fees=sum(fee for who, fee in seen.fees.items() if who in seats)),
                    jackpots=0,
                    banks={},
                    accounts={who: name for who, name in seen.accounts.items() if who in seats},
                )
            )
    house.rounds = mine
    house.bought = [one for one in house.bought if one.account.lower() == account.lower()]
    house.booked = {}


def _shoes_over(rounds: Sequence[Seen]) -> Iterator[Seen]:
    """Without the rounds of shoes that are still dealt from: what is left in them is nobody's to know."""
    last: dict[int, int] = {}
    for seen in rounds:
        if any(place == SHUFFLE for place, _ in seen.dealt):
            last[seen.table] = max(last.get(seen.table, 0), seen.round)
    for seen in rounds:
        goes_on = seen.rules.game.cards.seed_shown == "after the shoe"
        if not goes_on or seen.round < last.get(seen.table, 0):
            yield seen


def _named(journal: Journal, at: int) -> tuple[int, str]:
    id, _, name = journal.name.partition(" ")
    return (int(id), name) if id.isdecimal() and len(id) < 10 else (at, journal.name)


def _beside(connection: sa.Connection) -> dict[str, _Beside]:
    names = {row.id: row.name for row in every(connection, AccountRow)}

    def called(account: int) -> str:
        return names.get(account, f"account {account}")

    found: dict[str, _Beside] = {}
    of = '"table" = :table'
    for table in [*every(connection, TableRow)]:
        sitting = {
            row.number: {seat: called(account) for seat, account in row.seats().items()}
            for row in every(connection, SnapshotRow, of, table=table.id)
        }
        buyers = {
            row.number: called(row.account)
            for row in every(connection, EntryRow, of, table=table.id)
            if row.account is not None
        }
        found[f"{table.id} {table.name}"] = _Beside(sitting, buyers)
    return found


# A table's journal


class _Rules:
    """Rules resolved once, however many rounds were played by them."""

    def __init__(self) -> None:
        self._known: dict[str, Rules] = {}

    def of(self, header: Mapping[str, Any]) -> Rules:
        key = json.dumps([header["game"], header["rules"]], sort_keys=True)
        if key not in self._known:
            chosen = header["rules"]
            self._known[key] = resolve(game_named(header["game"]).rules, **{part: chosen.get(part) for part in PARTS})
        return self._known[key]


_RULES = _Rules()


def _table(
    house: House,
    journal: Journal,
    id: int,
    name: str,
    beside: _Beside,
    wanted: Wanted,
    theory: Theory,
    costs: Costs | None,
    told: Callable[[int], None],
    memory: Memory,
) -> None:
    for at, (header, lines) in _rounds(journal):
        told(at)
        key = (id, int(lines[0]["record"]["number"]) if lines else 0)
        if key in memory.kept:
            rounds, bought = memory.kept[key]
            if wanted.first <= _day(lines) <= wanted.last and (not wanted.game or header.get("game") == wanted.game):
                house.rounds += rounds
                house.bought += bought
            continue
        when = _day(lines)
        if not wanted.first <= when <= wanted.last or (wanted.game and header.get("game") != wanted.game):
            continue
        try:
            if _left_out(house, journal, header, lines):
                continue
            driver = _standing(header)
            if id not in memory.watchers:
                memory.watchers[id] = Watcher(theory, table=id, name=name, costs=costs)
            before = len(house.rounds), len(house.bought)
            _play(house, driver, memory.watchers[id], lines, beside, id=id, name=name, chained=journal.chained)
            if at < len(journal.lines):  # nothing comes to it any more
                memory.kept[key] = house.rounds[before[0] :], house.bought[before[1] :]
        except (JournalError, RulesError, Refused) as error:
            house.wrong.append(f"{journal.name}: {error}")
        except Exception as error:  # one round that can't be played again keeps no report from being made
            house.wrong.append(f"{journal.name}, record {key[1]}: {UNPLAYABLE.format(type(error).__name__)}")


def _rounds(journal: Journal) -> Iterator[tuple[int, tuple[Mapping[str, Any], list[Mapping[str, Any]]]]]:
    """The journal cut at its snapshots; a plain journal's lines are dressed as records."""
    header: Mapping[str, Any] | None = None
    lines: list[Mapping[str, Any]] = []
    for at, line in enumerate(journal.lines):
        snapshot = line.get("snapshot") if journal.chained else line if "journal" in line else None
        if snapshot is not None:
            if header is not None:
                yield at, (header, lines)
            header, lines = snapshot, []
        if header is None:
            continue
        if not journal.chained:
            if line is not snapshot:
                lines.append({"record": {"number": at, "at": "", "by": "", "entry": line}})
        elif isinstance(line.get("record"), dict) and line["record"].get("number"):
            lines.append(line)
    if header is not None:
        yield len(journal.lines), (header, lines)


def _day(lines: Sequence[Mapping[str, Any]]) -> str:
    return str(lines[-1]["record"].get("at", ""))[:10] if lines else ""


def _left_out(house: House, journal: Journal, header: Mapping[str, Any], lines: Sequence[Mapping[str, Any]]) -> bool:
    """The cards of a round are not known here. That is a finding, unless they are still secret."""
    entries = [line["record"]["entry"] | ({"seed": line["seed"]} if line.get("seed") else {}) for line in lines]
    if not is_secret(header, entries):
        return False
    number = number_of(header, entries)
    if why := journal.unopened.get(number):
        house.wrong.append(f"{journal.name}, round {number}: {why}")
    else:
        house.secret += 1
    return True


def _standing(header: Mapping[str, Any]) -> Driver:
    try:
        source, rules = source_from(header["source"]), _RULES.of(header)
        driver = Driver(game_named(header["game"]), rules, source=source, automatic=header["automatic"])
        journals.stands(driver, header["table"])
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        if isinstance(error, JournalError | RulesError):
            raise
        raise JournalError("a header is damaged; `houseway prove` says which") from None
    return driver


def _play(
    house: House,
    driver: Driver,
    watcher: Watcher,
    lines: Sequence[Mapping[str, Any]],
    beside: _Beside,
    *,
    id: int,
    name: str,
    chained: bool,
) -> None:
    watcher.begin()
    first = int(lines[0]["record"]["number"]) if lines else 0
    named = beside.sitting.get(first)
    accounts = dict(named) if named is not None else {} if chained and beside.sitting else dict(driver.table.seats)
    dealer = ""
    for line in lines:
        record = line["record"]
        said = dict(record["entry"]) | ({"seed": line["seed"]} if line.get("seed") else {})
        if said.get("by") == DEALER or said.get("who") == DEALER:
            dealer = str(record.get("by") or dealer)
        one = read_entry(said)
        was = driver.open
        if isinstance(one, entry.Answer):
            watcher.before(driver, one.who, one.text)
        driver.apply(one)
        at = str(record.get("at") or "")
        if isinstance(one, entry.BuyIn):
            account = beside.buyers.get(int(record["number"]), "") if beside.buyers else one.name
            house.bought.append(Bought(id, name, driver.game.id, at, one.who, account, one.amount, dealer))
        if (was or isinstance(one, entry.Begin)) and not driver.open:
            house.rounds.append(watcher.ended(driver, at=at, dealer=dealer, accounts=accounts))
