"""The house's daybook: all that changes something away from the tables, in one hash chain.

Accounts and their postings, tables opened and closed, submissions, what the staff does, and the heads of every table's
own chain. A change says what it enters by `note`; the store writes the notes of a whole transaction at its end, so that
the chain, which all workers share, is held for a moment only.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from houseway.record import wall_clock
from houseway.record.chain import FIRST, canonical, link
from houseway.record.schema import daybook

_LOCK = 1217  # the class of the advisory lock that PostgreSQL's workers take in turn
_PAGE = "houseway daybook"
Written = Callable[[Connection, int, int], None]  # with the record's number and time


@dataclass(frozen=True)
class By:
    """Whose doing something is: an account, or the house itself."""

    name: str = "house"
    account: int | None = None
    key: str = ""


HOUSE = By()


@dataclass(frozen=True)
class Note:
    """What a transaction enters."""

    about: str
    entry: Mapping[str, Any]
    by: By
    written: Written | None = None


@dataclass
class Page:
    """The notes of one transaction, and its time."""

    at: int
    notes: list[Note] = field(default_factory=list)


def begin(connection: Connection, at: int) -> None:
    """A new transaction has nothing to enter yet."""
    connection.info[_PAGE] = Page(at)


def at(connection: Connection) -> int:
    """The time of the transaction."""
    return _page(connection).at


def note(
    connection: Connection, about: str, entry: Mapping[str, Any], *, by: By = HOUSE, written: Written | None = None
) -> None:
    """Enter something in the daybook with the transaction that does it. What is `written` beside it, with the
    number of its record, is written at the transaction's end."""
    _page(connection).notes.append(Note(about, entry, by, written))


def noted(connection: Connection) -> int:
    """How much the transaction has noted so far."""
    return len(_page(connection).notes)


def unwritten(connection: Connection, about: str) -> list[Mapping[str, Any]]:
    """What the transaction has noted about something: it is written at the transaction's end."""
    return [one.entry for one in _page(connection).notes if one.about == about]


def forget(connection: Connection, since: int) -> None:
    """Forget what was noted after that: what noted it did not happen."""
    del _page(connection).notes[since:]


def _page(connection: Connection) -> Page:
    page = connection.info.get(_PAGE)
    assert isinstance(page, Page), "what the house does is written through its store"
    return page


def write(connection: Connection) -> bool:
    """Link whatever the transaction has noted to the chain; whether there was anything."""
    page = _page(connection)
    notes, page.notes = page.notes, []
    if not notes:
        return False
    take(connection)
    last = head(connection)
    number, hash, time = (last.number, last.hash, wall_clock.read(last.at)) if last else (-1, FIRST, 0)
    time = max(page.at, time)  # another worker's clock may be ahead of ours
    rows = []
    for one in notes:
        number += 1
        said = {"number": number, "at": wall_clock.written(time), "by": one.by.name, "key": one.by.key}
        record = {**said, "entry": dict(one.entry)}
        hash = link(hash, record)
        rows.append(
            {
                "number": number,
                "about": one.about,
                "account": one.by.account,
                "key": one.by.key or None,
                "record": canonical(record).decode(),
                "hash": hash,
            }
        )
    connection.execute(daybook.insert(), rows)
    for row, one in zip(rows, notes, strict=True):
        if one.written is not None:
            one.written(connection, int(str(row["number"])), time)
    return True


def take(connection: Connection) -> None:
    """Nobody else writes to the daybook until this transaction is over."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_LOCK, 0)))


@dataclass(frozen=True)
class Head:
    """Where the chain ends."""

    number: int
    hash: str
    at: str


def head(connection: Connection) -> Head | None:
    last = sa.select(daybook.c.record, daybook.c.hash).order_by(daybook.c.number.desc()).limit(1)
    row = connection.execute(last).first()
    if row is None:
        return None
    record = json.loads(row[0])
    return Head(record["number"], row[1], record["at"])


def hash_of(connection: Connection, number: int) -> str | None:
    """The hash of one record; None if there is no such record."""
    return connection.execute(sa.select(daybook.c.hash).where(daybook.c.number == number)).scalar()


def first_hash(connection: Connection) -> str:
    """The hash of the first record, which is the house's own name: no two houses have the same."""
    return hash_of(connection, 0) or ""


def booked_before(connection: Connection, by: By) -> dict[str, Any] | None:
    """The record of what somebody had booked under this key."""
    mine = sa.and_(daybook.c.account == by.account, daybook.c.key == by.key)
    found = connection.execute(sa.select(daybook.c.record).where(mine)).scalar() if by.key else None
    return json.loads(found) if found else None
