"""The beginning of a daybook: the house's own name, and what an older database holds already."""

import json
import secrets
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from houseway.record import daybook, rows
from houseway.record import inspection as schema
from houseway.record.chain import digest
from houseway.record.kept_rows import (
    AccountRow,
    ActRow,
    AnswerRow,
    PostingRow,
    SeatRow,
    SubmissionRow,
    TableRow,
    every,
)
from houseway.record.marks import Marks
from houseway.software import Software

MARKED_SINCE = "0010"  # the version
seats = sa.table("seats", *map(sa.column, ("table", "seat", "mark")))  # as that version has it


def begin(connection: Connection) -> None:
    """Begin the daybook of a house that has none."""
    daybook.take(connection)
    if daybook.head(connection) is not None:
        return
    daybook.note(connection, "house", {"do": "new house", "nonce": secrets.token_hex(16)})
    for account in [*every(connection, AccountRow)]:
        entry = rows.account(account) | {"balance": account.balance}
        daybook.note(connection, f"account {account.id}", entry)
    for version in [*every(connection, SubmissionRow)]:
        daybook.note(connection, f"submission {version.id}", rows.submission(version))
        if version.effective is not None:
            entry = {"do": "effective", "submission": version.id, "at": version.effective, "by": version.effective_by}
            daybook.note(connection, f"submission {version.id}", entry)
    for table in [*every(connection, TableRow)]:
        daybook.note(connection, f"table {table.id}", rows.table(table) | _stands(connection, table.id))
        if table.closed:
            daybook.note(connection, f"table {table.id}", {"do": "close table", "table": table.id})
    for act in [*every(connection, ActRow)]:
        daybook.note(connection, f"act {act.id}", rows.act(act))
    if said := [rows.posting(row) for row in every(connection, PostingRow)]:
        daybook.note(connection, "house", {"do": "adopt", "postings": len(said), "digest": digest(said)})


def complete(connection: Connection, marks: Marks) -> None:
    """Record the version of the database when it is another than before. What was kept before there were marks, and
    before the daybook held as much, is taken as it is then, once."""
    daybook.take(connection)
    version = schema.version(connection)
    said = sa.text("SELECT record FROM daybook WHERE about = 'schema' ORDER BY number DESC LIMIT 1")
    record = connection.execute(said).scalar()
    before = json.loads(record)["entry"]["version"] if record else ""
    if before == version:
        return
    daybook.note(connection, "schema", {"do": "schema", "version": version})
    if before >= MARKED_SINCE:
        return
    for seat in [*every(connection, SeatRow)]:
        here = sa.and_(seats.c.table == seat.table, seats.c.seat == seat.seat)
        connection.execute(seats.update().where(here).values(mark=marks.of("seats", seat.columns())))
    for account in [*every(connection, AccountRow)]:
        daybook.note(connection, f"account {account.id}", rows.account(account))
    for one in [*every(connection, SubmissionRow)]:
        daybook.note(connection, f"submission {one.id}", rows.submission(one))
    for answer in [*every(connection, AnswerRow, "exam IS NOT NULL")]:
        daybook.note(connection, f"answer {answer.id}", rows.answer(answer))


def identify(connection: Connection, software: Software) -> None:
    """Record which software serves the house from now on, when it is another than before."""
    daybook.take(connection)
    if opened_by(connection) != software.data():
        daybook.note(connection, "house", {"do": "software", **software.data()})


def opened_by(connection: Connection) -> dict[str, Any] | None:
    """The software that served the house last, as its daybook has it; None of a house that recorded none."""
    asked = sa.text("SELECT record FROM daybook WHERE about = 'house' ORDER BY number DESC")
    for record in connection.execute(asked).scalars():
        entry = json.loads(record)["entry"]
        if entry["do"] == "software":
            return {name: value for name, value in entry.items() if name != "do"}
    return None


def holds_anything(connection: Connection) -> bool:
    """It is no empty database: somebody has an account or a table here."""
    asked = "SELECT 1 FROM accounts UNION ALL SELECT 1 FROM tables LIMIT 1"
    return connection.execute(sa.text(asked)).first() is not None


def _stands(connection: Connection, table: int) -> dict[str, Any]:
    """Where a table's chain ends, and whose seat is whose."""
    of = {"id": table}
    last = sa.text('SELECT number, hash FROM entries WHERE "table" = :id ORDER BY number DESC LIMIT 1')
    number, hash = connection.execute(last, of).one()
    taken = every(connection, SeatRow, '"table" = :id AND account IS NOT NULL', **of)
    return {"head": [number, hash], "seats": {row.seat: row.account for row in taken}}
