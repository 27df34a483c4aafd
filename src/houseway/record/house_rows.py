"""A house's database read whole: every row of every table, as they were at one moment."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeVar

import sqlalchemy as sa

from houseway.record import inspection
from houseway.record.errors import Unreadable
from houseway.record.kept_rows import (
    AccountRow,
    ActRow,
    AnswerRow,
    ClassRow,
    DaybookRow,
    EntryRow,
    HeadRow,
    PostingRow,
    ResultRow,
    SeatRow,
    SessionRow,
    SignatureRow,
    SnapshotRow,
    SubmissionRow,
    TableRow,
    TokenRow,
    WaitingRow,
    every,
)

OfTable = TypeVar("OfTable", EntryRow, SnapshotRow, SeatRow, ResultRow)


@dataclass(frozen=True)
class HouseRows:
    """The rows of a house's database, as they were at one moment."""

    daybook: list[DaybookRow] = field(default_factory=list)
    accounts: list[AccountRow] = field(default_factory=list)
    postings: list[PostingRow] = field(default_factory=list)
    tables: list[TableRow] = field(default_factory=list)
    seats: list[SeatRow] = field(default_factory=list)
    entries: list[EntryRow] = field(default_factory=list)
    snapshots: list[SnapshotRow] = field(default_factory=list)
    results: list[ResultRow] = field(default_factory=list)
    submissions: list[SubmissionRow] = field(default_factory=list)
    acts: list[ActRow] = field(default_factory=list)
    heads: list[HeadRow] = field(default_factory=list)
    sessions: list[SessionRow] = field(default_factory=list)
    tokens: list[TokenRow] = field(default_factory=list)  # none before version 0012
    waiting: list[WaitingRow] = field(default_factory=list)
    signatures: list[SignatureRow] = field(default_factory=list)  # none before version 0011
    classes: list[ClassRow] = field(default_factory=list)  # none before version 0011
    answers: list[AnswerRow] = field(default_factory=list)  # in exams; no school before version 0008
    version: str | None = None

    @property
    def house(self) -> str:
        return self.daybook[0].hash if self.daybook else ""

    @cached_property
    def entries_of(self) -> Mapping[int, list[EntryRow]]:
        return _by_table(self.entries)

    @cached_property
    def snapshots_of(self) -> Mapping[int, list[SnapshotRow]]:
        return _by_table(self.snapshots)

    @cached_property
    def seats_of(self) -> Mapping[int, list[SeatRow]]:
        return _by_table(self.seats)

    @cached_property
    def results_of(self) -> Mapping[int, list[ResultRow]]:
        return _by_table(self.results)


def _by_table(rows: Iterable[OfTable]) -> Mapping[int, list[OfTable]]:
    found: dict[int, list[OfTable]] = {}
    for row in rows:
        found.setdefault(row.table, []).append(row)
    return found


def house_name(connection: sa.Connection) -> str:
    """The hash of the daybook's first record; empty if there is none."""
    if not sa.inspect(connection).has_table(DaybookRow.TABLE):
        return ""
    return next((row.hash for row in [*every(connection, DaybookRow, "number = 0")]), "")


def has_tables(connection: sa.Connection) -> bool:
    """Games can be played there: it is a house's database."""
    return sa.inspect(connection).has_table(SnapshotRow.TABLE)


def results_between(connection: sa.Connection, first: str, last: str) -> list[ResultRow]:
    """What each table took on each of these days."""
    return [*every(connection, ResultRow, "day >= :first AND day <= :last", first=first, last=last)]


def last_day(connection: sa.Connection) -> str:
    """The last day that a table has a result of; empty if none has."""
    if not sa.inspect(connection).has_table(ResultRow.TABLE):
        raise Unreadable("it has no results")
    last = every(connection, ResultRow, "day = (SELECT max(day) FROM results)")
    return next((row.day for row in [*last]), "")


def read(connection: sa.Connection) -> HouseRows | None:
    """Everything but the journals; None of a database that has no daybook."""
    if not sa.inspect(connection).has_table(DaybookRow.TABLE):
        return None
    return HouseRows(
        daybook=[*every(connection, DaybookRow)],
        accounts=[*every(connection, AccountRow)],
        postings=[*every(connection, PostingRow)],
        tables=[*every(connection, TableRow)],
        seats=[*every(connection, SeatRow)],
        entries=[*every(connection, EntryRow)],
        snapshots=[*every(connection, SnapshotRow)],
        results=[*every(connection, ResultRow)],
        submissions=[*every(connection, SubmissionRow)],
        acts=[*every(connection, ActRow)],
        heads=[*every(connection, HeadRow)],
        sessions=[*every(connection, SessionRow)],
        tokens=[*every(connection, TokenRow)],
        waiting=[*every(connection, WaitingRow)],
        signatures=[*every(connection, SignatureRow)],
        classes=[*every(connection, ClassRow)],
        answers=[*every(connection, AnswerRow, "exam IS NOT NULL")],
        version=inspection.version(connection),
    )
