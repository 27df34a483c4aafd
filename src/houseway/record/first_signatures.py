"""First signatures: acts that one person has signed, kept with a mark until another one signs them too."""

import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from houseway.record import daybook
from houseway.record.chain import canonical
from houseway.record.kept_rows import SignatureRow, as_row
from houseway.record.person import Person
from houseway.record.schema import accounts, signatures
from houseway.record.store import marks_of


@dataclass(frozen=True)
class First:
    """An act that one person has signed, and another has to sign too."""

    id: str
    kind: str
    act: Mapping[str, Any]
    by: Person
    expires: int


def keep(connection: Connection, kind: str, act: Mapping[str, Any], by: Person, *, lasts: int) -> First:
    """A new first signature, for so many milliseconds."""
    first = First(secrets.token_hex(8), kind, act, by, daybook.at(connection) + lasts)
    row = {
        "id": first.id,
        "kind": kind,
        "act": canonical(dict(act)).decode(),
        "account": by.id,
        "expires": first.expires,
    }
    connection.execute(signatures.insert().values(marks_of(connection).marked("signatures", row)))
    return first


def forget_lapsed(connection: Connection) -> None:
    connection.execute(signatures.delete().where(signatures.c.expires <= daybook.at(connection)))


def forget(connection: Connection, first: First) -> None:
    connection.execute(signatures.delete().where(signatures.c.id == first.id))


def waiting(connection: Connection, now: int) -> list[First]:
    """The first signatures that count: as the house wrote them, not lapsed, of people who still work here."""
    asked = (
        sa.select(signatures, accounts.c.name, accounts.c.role)
        .join(accounts, accounts.c.id == signatures.c.account)
        .where(signatures.c.expires > now, accounts.c.disabled.is_(False))
        .order_by(signatures.c.expires, signatures.c.id)
    )
    marks, found = marks_of(connection), []
    for whole in connection.execute(asked).mappings():
        row = as_row(SignatureRow, whole)
        if marks.right("signatures", row.columns()):
            by = Person(row.account, whole["name"], whole["role"])
            found.append(First(row.id, row.kind, json.loads(row.act), by, row.expires))
    return found


def use(connection: Connection, first: First) -> bool:
    """Use a first signature up: it counts once, and not after it has lapsed. Whether it still counted."""
    here = sa.and_(signatures.c.id == first.id, signatures.c.expires > daybook.at(connection))
    return connection.execute(signatures.delete().where(here)).rowcount == 1
