"""The log of sign-ins and of what the staff does: one row an act, in the transaction of the act itself."""

from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from houseway.prove import rows
from houseway.serve import daybook
from houseway.serve.daybook import HOUSE, By
from houseway.serve.people import Person
from houseway.serve.schema import meta

acts = sa.Table(
    "acts",
    meta,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("act", sa.String(40), nullable=False),  # "signed in", "employed", "closed a table"
    sa.Column("account", sa.Integer),  # whose act it was; none where nobody has the name
    sa.Column("name", sa.String(120), nullable=False),  # as it was then, or as it was given
    sa.Column("address", sa.String(64), nullable=False),
    sa.Column("about", sa.String(200), nullable=False),  # whom or what it was done to
    sa.Index("acts_by_account", "account"),
)

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
    id = connection.execute(acts.insert().values(row).returning(acts.c.id)).scalar_one()
    who = By(by.name, by.id) if by is not None else HOUSE
    daybook.note(connection, f"act {id}", rows.act({**row, "id": id}), by=who)


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
