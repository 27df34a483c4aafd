"""The rows of a house's database as values: read from any version that can still be proved, each column of its kind.

SQLite takes a text for a number, so a row is believed only after it was looked at: a column that is missing or of
another kind is refused in one sentence.
"""

import types
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any, ClassVar, TypeVar, get_args, get_type_hints

import sqlalchemy as sa

from houseway.record.daybook_entries import parsed
from houseway.record.errors import Unreadable
from houseway.record.figures import NAMES, Figures
from houseway.record.heads import SignedHead

_AT_ONCE = 1000  # rows
_KINDS = {int: "a whole number", str: "text", bool: "true or false"}


@dataclass(frozen=True)
class Row:
    """One row. A column of `SINCE` is None in versions that did not have it; every other column is always there."""

    TABLE: ClassVar[str]
    ORDER: ClassVar[str]
    SINCE: ClassVar[tuple[str, ...]] = ()

    def columns(self) -> dict[str, Any]:
        """The row as the database has it: what marks and digests are made of."""
        found = {one.name: getattr(self, one.name) for one in fields(self)}
        return {name: value for name, value in found.items() if value is not None or name not in self.SINCE}


@dataclass(frozen=True)
class AccountRow(Row):
    TABLE, ORDER = "accounts", "id"
    id: int
    name: str
    folded: str
    password: str | None
    role: str
    balance: int
    created: int
    looks: str | None
    disabled: bool
    second: str | None
    second_used: int
    recovery: str


@dataclass(frozen=True)
class PostingRow(Row):
    TABLE, ORDER = "postings", "id"
    id: int
    account: int
    amount: int
    table: int | None
    why: str
    at: int
    book: int | None  # the record of the daybook that it stands in


@dataclass(frozen=True)
class TableRow(Row):
    TABLE, ORDER = "tables", "id"
    id: int
    name: str
    game: str
    choices: str
    by_hand: bool
    clock: int
    bots: int
    bot: str
    closed: bool


@dataclass(frozen=True)
class SeatRow(Row):
    TABLE, ORDER = "seats", '"table", seat'
    SINCE = ("mark",)
    table: int
    seat: str
    account: int | None
    name: str
    bot: str
    leaving: bool
    mark: str | None


@dataclass(frozen=True)
class WaitingRow(Row):
    TABLE, ORDER = "waiting", '"table", seat'
    SINCE = ("mark",)
    table: int
    seat: str
    account: int
    amount: int
    key: str
    mark: str | None


@dataclass(frozen=True)
class SessionRow(Row):
    TABLE, ORDER = "sessions", "id"
    SINCE = ("mark", "seen", "confirmed")
    id: str
    account: int
    csrf: str
    expires: int
    began: int
    address: str
    agent: str
    mark: str | None
    seen: int | None
    confirmed: int | None


@dataclass(frozen=True)
class TokenRow(Row):
    TABLE, ORDER = "tokens", "id"
    id: str
    account: int
    name: str
    scope: str
    began: int
    expires: int
    mark: str


@dataclass(frozen=True)
class SignatureRow(Row):
    TABLE, ORDER = "signatures", "id"
    id: str
    kind: str
    act: str
    account: int
    expires: int
    mark: str


@dataclass(frozen=True)
class ClassRow(Row):
    TABLE, ORDER = "school_classes", "code"
    code: str
    account: int
    opened: int
    closes: int
    mark: str


@dataclass(frozen=True)
class EntryRow(Row):
    """What stands beside a record of a table's journal."""

    TABLE, ORDER = "entries", '"table", number'
    table: int
    number: int
    round: int
    account: int | None
    key: str | None


@dataclass(frozen=True)
class RecordRow(Row):
    """A record of a table's journal as it was written."""

    TABLE, ORDER = "entries", '"table", number'
    number: int
    round: int
    record: str
    hash: str


@dataclass(frozen=True)
class HeaderRow(Row):
    """What the rounds of a table are played again from."""

    TABLE, ORDER = "snapshots", '"table", number'
    number: int
    round: int
    header: str


@dataclass(frozen=True)
class SeedRow(Row):
    TABLE, ORDER = "seeds", '"table", round'
    table: int
    round: int
    sealed: str | None
    seed: str | None


@dataclass(frozen=True)
class VaultRow(Row):
    TABLE, ORDER = "vaults", "id"
    fingerprint: str


@dataclass(frozen=True)
class SnapshotRow(Row):
    TABLE, ORDER = "snapshots", '"table", number'
    table: int
    number: int
    round: int
    sitting: str

    def seats(self) -> Mapping[str, int]:
        """The account at each seat."""
        found = parsed(self.sitting)
        if found is None or not all(type(account) is int for account in found.values()):
            raise Unreadable(f"snapshots.sitting is {self.sitting[:40]!r}: expected the account at each seat")
        return found


@dataclass(frozen=True)
class ResultRow(Row):
    TABLE, ORDER = "results", '"table", day'
    table: int
    day: str
    rounds: int
    void: int
    wagered: int
    paid: int
    collected: int
    house: int
    player_dealer: int
    fees: int
    meters: int

    @property
    def figures(self) -> Figures:
        return Figures(**{name: getattr(self, name) for name in NAMES})


@dataclass(frozen=True)
class SubmissionRow(Row):
    TABLE, ORDER = "submissions", "id"
    id: int
    text: str
    by: str
    at: int
    errors: int
    warnings: int
    effective: int | None
    effective_by: str | None


@dataclass(frozen=True)
class ActRow(Row):
    TABLE, ORDER = "acts", "id"
    id: int
    at: int
    act: str
    account: int | None
    name: str
    address: str
    about: str


@dataclass(frozen=True)
class HeadRow(Row):
    TABLE, ORDER = "heads", "number"
    number: int
    hash: str
    at: str
    key: str
    signature: str

    def signed(self, house: str) -> SignedHead:
        return SignedHead(house=house, **self.columns())


@dataclass(frozen=True)
class AnswerRow(Row):
    """An answer in the school."""

    TABLE, ORDER = "school_answers", "id"
    id: int
    account: int
    at: int
    game: str
    skill: str
    topic: str
    level: int
    right: bool
    took: int
    cost: int
    asked: str
    said: str
    expected: str
    exam: str | None
    number: int | None


@dataclass(frozen=True)
class DaybookRow(Row):
    """A record of the daybook as it was written, and what stands beside it."""

    TABLE, ORDER = "daybook", "number"
    number: int
    about: str
    account: int | None
    key: str | None
    record: str
    hash: str

    def line(self) -> Mapping[str, Any]:
        """The record with its hash, as a chain is verified; without the record if it is no JSON object."""
        return {"record": parsed(self.record), "hash": self.hash}


R = TypeVar("R", bound=Row)


def as_row(kind: type[R], found: Mapping[str, Any] | sa.RowMapping) -> R:
    """A row with every column of its kind; Unreadable if one is not."""
    values: dict[str, Any] = {}
    for name, kinds in _columns(kind).items():
        try:
            value = found[name]
        except KeyError:
            if name not in kind.SINCE:
                raise Unreadable(f"the column {name} of the table {kind.TABLE} is missing") from None
            values[name] = None
            continue
        if type(value) in kinds:
            values[name] = value
            continue
        if bool in kinds and type(value) is int and value in (0, 1):  # as SQLite keeps it
            values[name] = bool(value)
        else:
            raise Unreadable(f"{kind.TABLE}.{name} is {str(value)[:40]!r}: expected {_KINDS[kinds[0]]}")
    return kind(**values)


_Columns = dict[str, tuple[type, ...]]
_KNOWN: dict[type[Row], _Columns] = {}


def _columns(kind: type[Row]) -> _Columns:
    """The kinds that each column may be of."""
    if kind not in _KNOWN:
        hints = get_type_hints(kind)
        _KNOWN[kind] = {one.name: _kinds(hints[one.name]) for one in fields(kind)}
        for name in kind.SINCE:  # None stands for a version without the column, and for nothing else
            _KNOWN[kind][name] = tuple(one for one in _KNOWN[kind][name] if one is not types.NoneType)
    return _KNOWN[kind]


def _kinds(hint: Any) -> tuple[type, ...]:
    return get_args(hint) if isinstance(hint, types.UnionType) else (hint,)


_PARTIAL = (EntryRow, RecordRow, HeaderRow, SnapshotRow, VaultRow)  # the rest of such a row may be long


def every(connection: sa.Connection, kind: type[R], where: str = "", **values: Any) -> Iterator[R]:
    """The rows of a table in order, all or those `where` something holds; none of a table that its version has not."""
    if kind in (SignatureRow, ClassRow, AnswerRow, TokenRow) and not sa.inspect(connection).has_table(kind.TABLE):
        return
    names = ", ".join(f'"{one.name}"' for one in fields(kind)) if kind in _PARTIAL else "*"
    asked = f"SELECT {names} FROM {kind.TABLE}{' WHERE ' * bool(where)}{where} ORDER BY {kind.ORDER}"
    streamed = sa.text(asked).execution_options(yield_per=_AT_ONCE)
    for row in connection.execute(streamed, values).mappings():
        yield as_row(kind, row)
