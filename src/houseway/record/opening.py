"""What is looked at before a house opens: its daybook, its heads, its sums, its people, its tables and their seats.

The work grows with the daybook, never with the rounds that were played; `houseway prove` looks at everything.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

import sqlalchemy as sa

from houseway.record import inspection as schema
from houseway.record import rows
from houseway.record.chain import FIRST, link, linked
from houseway.record.daybook_entries import is_whole, parsed
from houseway.record.daybook_reader import beside
from houseway.record.ended import Ended
from houseway.record.errors import Unreadable
from houseway.record.heads import SignedHead, public
from houseway.record.kept_rows import (
    AccountRow,
    DaybookRow,
    HeadRow,
    RecordRow,
    SeatRow,
    SessionRow,
    SubmissionRow,
    TableRow,
    TokenRow,
    WaitingRow,
    every,
)
from houseway.record.marks import Marks
from houseway.rules.money import shown

ALL_TABLES = "all tables"  # what a seal of every open table is about
UNSIGNED = "none of the records in its daybook is signed: nobody can tell whether the house wrote them"
NO_DAYBOOK = "it has accounts or tables and no daybook: nobody can tell whether the house wrote them"
UNSIGNED_FOR_EVER = (UNSIGNED, NO_DAYBOOK)  # no later head makes up for these
_MOST = 20  # findings of a kind


@dataclass(frozen=True)
class Looked:
    """What was found before a house opens."""

    wrong: list[str] = field(default_factory=list)  # each in a sentence; nothing if it is as the house left it
    ended: Ended = field(default_factory=Ended)


def looked_at(connection: sa.Connection, *, secret: bytes, seen: list[SignedHead]) -> Looked:
    """What is wrong with a house's database, and which sessions and waits are over."""
    if _hash(connection, 0) is None and not seen:
        return Looked([NO_DAYBOOK])
    book = _Book()
    try:
        wrong = [*_heads(connection, public(secret), seen), *book.read(connection)]
        if not wrong:  # what the daybook says is worth comparing with
            wrong = [
                *_tables(connection, book),
                *_seats(connection, book),
                *_accounts(connection, book),
                *_submission(connection, book),
                *_marks(connection, book, Marks(secret, str(_hash(connection, 0)))),
                *islice(_put_back(connection, book), _MOST),
            ]
    except Unreadable as error:
        wrong = [str(error)]
    return Looked(wrong, book.ended)


def _heads(connection: sa.Connection, key: str, seen: list[SignedHead]) -> Iterator[str]:
    house = _hash(connection, 0)
    last = next(iter([*every(connection, HeadRow, "number = (SELECT max(number) FROM heads)")]), None)
    for head in seen:
        if head.house != house:
            yield f"another house was served from here until {head.at}: its database was replaced"
        elif _hash(connection, head.number) != head.hash:
            yield (
                f"the head that the house signed at {head.at} (record {head.number}) is not in its daybook: "
                "what was recorded was changed or taken out, or this is an older copy"
            )
    if last is None:
        yield UNSIGNED
        return
    signed = last.signed(str(house))
    if signed.key != key:
        yield (
            f"its last head is signed with key {signed.key[:16]}…, and the key here is {key[:16]}…: "
            "put the house's own key back"
        )
    elif not signed.genuine() or _hash(connection, signed.number) != signed.hash:
        yield f"its last head, of {signed.at} (record {signed.number}), is not what the house signed"


def _hash(connection: sa.Connection, number: int) -> str | None:
    asked = sa.text("SELECT hash FROM daybook WHERE number = :number")
    return connection.execute(asked, {"number": number}).scalar()


@dataclass
class _Book:
    """What the whole daybook comes to, read once; the latest of everything."""

    accounts: dict[int, Mapping[str, Any]] = field(default_factory=dict)
    named: dict[str, int] = field(default_factory=dict)
    schema: str = ""
    seals: set[int] = field(default_factory=set)  # records that were signed
    balances: dict[int, int] = field(default_factory=dict)
    tables: dict[int, Mapping[str, Any]] = field(default_factory=dict)  # the open ones, as they were opened
    ends: dict[int, tuple[int, str]] = field(default_factory=dict)  # where their chains were last sealed
    owners: dict[tuple[int, str], int] = field(default_factory=dict)  # whose seat is whose, by the postings
    submissions: dict[int, Mapping[str, Any]] = field(default_factory=dict)
    effective: dict[int, Mapping[str, Any]] = field(default_factory=dict)
    ended: Ended = field(default_factory=Ended)

    def read(self, connection: sa.Connection) -> Iterator[str]:
        """Read every record; where the chain is broken, that is said, and nothing after it is read."""
        expected, hash = 0, FIRST
        for row in every(connection, DaybookRow):
            record = parsed(row.record)
            right = row.number == expected and linked(hash, row.record.encode()) == row.hash
            if not right or record is None or not is_whole(record):
                yield f"the daybook is broken at record {row.number}"
                return
            self._take(record["entry"])
            self.ended.take(record["entry"], record["at"])
            if record["entry"]["do"] == "seal":
                self.seals.add(expected)
            if not beside(record, self.named, row):
                yield f"the daybook, record {row.number}: what stands beside it is not the record's"
            expected, hash = expected + 1, row.hash
        if lost := sorted(self.seals - {row.number for row in every(connection, HeadRow)}):
            yield f"the head of record {lost[0]} of its daybook was taken out"

    def _take(self, entry: Mapping[str, Any]) -> None:
        match entry["do"]:
            case "account":
                told = dict(entry)
                if (balance := told.pop("balance", None)) is not None:
                    self.balances[entry["account"]] = balance
                self.accounts[entry["account"]] = told
                self.named[told["name"]] = entry["account"]
            case "post":
                self.balances[entry["account"]] = entry["balance"]
                if "table" in entry:
                    self._sits(entry)
            case "seal":
                for id, (number, hash) in entry["tables"].items():
                    if number >= self.ends.get(int(id), (0, ""))[0]:  # another worker may have sealed more before
                        self.ends[int(id)] = (number, hash)
            case "open table":
                self._opens(entry)
            case "close table":
                self.tables.pop(entry["table"], None)
            case "schema":
                self.schema = entry["version"]
            case "submission":
                self.submissions[entry["submission"]] = entry
            case "effective":
                self.effective[entry["submission"]] = entry

    def _opens(self, entry: Mapping[str, Any]) -> None:
        id: int = entry["table"]
        self.ends[id] = tuple(entry["head"])
        self.owners |= {(id, seat): account for seat, account in entry.get("seats", {}).items()}
        self.tables[id] = {name: one for name, one in entry.items() if name not in ("head", "seats")}

    def _sits(self, entry: Mapping[str, Any]) -> None:
        if entry["why"] == "cash out":
            self.owners.pop((entry["table"], entry["seat"]), None)
        else:
            self.owners[entry["table"], entry["seat"]] = entry["account"]


# Tables and seats


def _tables(connection: sa.Connection, book: _Book) -> Iterator[str]:
    there = {row.id: row for row in every(connection, TableRow, "NOT closed")}
    for id in book.tables.keys() - there.keys():
        yield f"table {id} was taken out or closed by somebody else"
    for id, row in there.items():
        name = f"table {id} ({row.name})"
        if id not in book.tables:
            yield f"{name} is not in the daybook as an open one"
            continue
        if wrong := rows.differences(book.tables[id], rows.table(row)):
            yield f"{name} differs from what was recorded: {wrong}"
        number, hash = book.ends[id]
        at = 'SELECT hash FROM entries WHERE "table" = :id AND number = :number'
        if connection.execute(sa.text(at), {"id": id, "number": number}).scalar() != hash:
            yield f"{name}: record {number} of its journal, where it was sealed, was changed or taken out"
            continue
        tail = every(connection, RecordRow, '"table" = :id AND number >= :first', id=id, first=number - 1)
        yield from _unlinked([*tail], name)


def _unlinked(found: list[RecordRow], name: str) -> Iterator[str]:
    """Where the tail of a chain is broken; its first row only says what the next one follows."""
    number, hash = -1, FIRST
    for at, row in enumerate(found):
        known = at == 0 and row.number > 0
        if not known and (row.number != number + 1 or link(hash, parsed(row.record) or {}) != row.hash):
            yield f"{name} is broken at record {row.number}"
            return
        number, hash = row.number, row.hash


def _seats(connection: sa.Connection, book: _Book) -> Iterator[str]:
    """Seats, and the chips at them, that are not whose the postings say."""
    there = {(row.table, row.seat): row.account for row in every(connection, SeatRow, "account IS NOT NULL")}
    for table, seat in sorted(there.keys() | book.owners.keys()):
        has, should = there.get((table, seat)), book.owners.get((table, seat))
        if has != should:
            whose = f"account {should}'s" if should is not None else "nobody's who has an account"
            yield f"table {table}: {seat} is {whose} by the postings, and not in the list of seats"


def _marks(connection: sa.Connection, book: _Book, marks: Marks) -> Iterator[str]:
    """Rows that the house did not write; and marks taken off with a step back to a version that had none."""
    version = schema.version(connection)
    if book.schema > str(version):
        yield f"the database says it is of version {version}, and the house has recorded {book.schema}"
    if book.schema:
        for kind in rows.MARKED:
            yield from rows.unmarked(every(connection, kind), marks)


def _put_back(connection: sa.Connection, book: _Book) -> Iterator[str]:
    """Sessions, tokens and waits that were over."""
    used = sa.text('SELECT 1 FROM entries WHERE "table" = :table AND account = :account AND key = :key')

    def sat_down(table: int, account: int, key: str) -> bool:
        return connection.execute(used, {"table": table, "account": account, "key": key}).first() is not None

    sessions, tokens = every(connection, SessionRow), [*every(connection, TokenRow)]
    return book.ended.found(sessions, tokens, [*every(connection, WaitingRow)], sat_down)


# People and the submission


def _accounts(connection: sa.Connection, book: _Book) -> Iterator[str]:
    """Accounts that are not what was recorded of them, or hold something else than their last posting left."""
    wrong = 0
    for row in every(connection, AccountRow):
        who = f"account {row.id} ({row.name})"
        if row.role != "player":
            who += f", a {row.role},"
        for one in _account(row, book):
            wrong += 1
            if wrong <= _MOST:
                yield f"{who} {one}"


def _account(row: AccountRow, book: _Book) -> Iterator[str]:
    if row.id not in book.accounts:
        yield "is not in the daybook"
    elif wrong := rows.differences(book.accounts[row.id], rows.account(row)):
        yield f"differs from what was recorded: {wrong}"
    elif row.balance != (should := book.balances.get(row.id, 0)):
        yield f"has a balance of {shown(row.balance)}, and {shown(should)} by its postings"


def _submission(connection: sa.Connection, book: _Book) -> Iterator[str]:
    in_effect = "id = (SELECT id FROM submissions WHERE effective IS NOT NULL ORDER BY effective DESC, id DESC LIMIT 1)"
    for row in every(connection, SubmissionRow, in_effect):
        written, effected = book.submissions.get(row.id), book.effective.get(row.id, {})
        same = written is not None and not rows.differences(written, rows.submission(row))
        if not same or effected.get("at") != row.effective:
            yield f"version {row.id} of the submission, which is in effect, is not what was recorded"
