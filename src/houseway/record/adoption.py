"""The beginning of a daybook: the house's own name, and what an older database holds already."""

import json
import secrets
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from houseway.record import daybook, rows
from houseway.record import inspection as schema
from houseway.record.chain import digest
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
    for row in _all(connection, "SELECT * FROM accounts ORDER BY id"):
        entry = rows.account(row) | {"balance": row["balance"]}
        daybook.note(connection, f"account {row['id']}", entry)
    for row in _all(connection, "SELECT * FROM submissions ORDER BY id"):
        daybook.note(connection, f"submission {row['id']}", rows.submission(row))
        if row["effective"] is not None:
            entry = {"do": "effective", "submission": row["id"], "at": row["effective"], "by": row["effective_by"]}
            daybook.note(connection, f"submission {row['id']}", entry)
    for row in _all(connection, "SELECT * FROM tables ORDER BY id"):
        daybook.note(connection, f"table {row['id']}", rows.table(row) | _stands(connection, row["id"]))
        if row["closed"]:
            daybook.note(connection, f"table {row['id']}", {"do": "close table", "table": row["id"]})
    for row in _all(connection, "SELECT * FROM acts ORDER BY id"):
        daybook.note(connection, f"act {row['id']}", rows.act(row))
    if posted := _all(connection, "SELECT * FROM postings ORDER BY id"):
        said = [rows.posting(row) for row in posted]
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
    for row in _all(connection, 'SELECT * FROM seats ORDER BY "table", seat'):
        here = sa.and_(seats.c.table == row["table"], seats.c.seat == row["seat"])
        connection.execute(seats.update().where(here).values(mark=marks.of("seats", row)))
    for row in _all(connection, "SELECT * FROM accounts ORDER BY id"):
        daybook.note(connection, f"account {row['id']}", rows.account(row))
    for row in _all(connection, "SELECT * FROM submissions ORDER BY id"):
        daybook.note(connection, f"submission {row['id']}", rows.submission(row))
    for row in _all(connection, "SELECT * FROM school_answers WHERE exam IS NOT NULL ORDER BY id"):
        daybook.note(connection, f"answer {row['id']}", rows.answer(row))


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
    seats = sa.text('SELECT seat, account FROM seats WHERE "table" = :id AND account IS NOT NULL')
    return {"head": [number, hash], "seats": dict(connection.execute(seats, of).all())}


def _all(connection: Connection, asked: str) -> list[dict[str, Any]]:
    return [dict(row) for row in connection.execute(sa.text(asked)).mappings()]
