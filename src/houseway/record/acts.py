"""The log of sign-ins and of what the staff does: one row an act, in the transaction of the act itself."""

from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from houseway.record import daybook, rows
from houseway.record.daybook import HOUSE, By
from houseway.record.kept_rows import ActRow, as_row
from houseway.record.person import Person
from houseway.record.schema import acts

MOST = 200  # rows that are read at a time


def note(
    connection: Connection, act: str, by: Person | None, *, name: str = "", address: str = "", about: str = ""
) -> None:
    """Enter an act, beside whatever else its transaction writes."""
    row = {
        "at": daybook.at(connection),
        "act": act,
        "account": by.id if by is not None else None,
        "name": (by.name if by is not None else name)[:120],
        "address": address[:64],
        "about": about[:200],
    }
    made = as_row(ActRow, connection.execute(acts.insert().values(row).returning(acts)).mappings().one())
    who = By(by.name, by.id) if by is not None else HOUSE
    daybook.note(connection, f"act {made.id}", rows.act(made), by=who)


def latest(
    connection: Connection, *, before: int | None = None, account: int | None = None, most: int = MOST
) -> list[dict[str, Any]]:
    """The latest acts, newest first: of everybody, or of one account."""
    asked = sa.select(acts).order_by(acts.c.id.desc()).limit(most)
    if before is not None:
        asked = asked.where(acts.c.id < before)
    if account is not None:
        asked = asked.where(acts.c.account == account)
    return [dict(row) for row in connection.execute(asked).mappings()]
