"""Seals: the heads of all tables taken into the daybook, and the daybook's own head signed and kept outside."""

import threading
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from houseway.record import daybook, keys
from houseway.record import heads as signing
from houseway.record.heads import SignedHead
from houseway.record.opening import ALL_TABLES
from houseway.record.schema import heads

EVERY = 10.0  # seconds between two seals, if anything was written
ALL_EVERY = 360  # seals, after which one takes in every open table again
LATEST_FOR = 1.0  # seconds for which a head that was asked for is the latest


@dataclass(frozen=True)
class Seal:
    """To be carried out when everything else of its transaction is written."""

    secret: bytes
    tables: Mapping[int, tuple[int, str]]
    every: bool = False  # open table besides
    jumped: int = 0  # milliseconds that the machine's clock has jumped

    def carry_out(self, connection: Connection) -> SignedHead:
        if self.jumped:
            daybook.note(connection, "clock", {"do": "clock", "jumped": self.jumped})
        daybook.take(connection)  # no table is opened or closed between what is read here and the record
        ends = {**self.tables, **(_all_ends(connection) if self.every else {})}
        entry: dict[str, Any] = {"do": "seal", "tables": {str(id): list(head) for id, head in ends.items()}}
        daybook.note(connection, ALL_TABLES if self.every else "tables", entry)
        daybook.write(connection)
        head = daybook.head(connection)
        assert head is not None
        house = daybook.first_hash(connection)
        signed = signing.sign(self.secret, house=house, number=head.number, hash=head.hash, at=head.at)
        row = signed.data()
        del row["house"]
        connection.execute(heads.insert().values(row))
        return signed


def _all_ends(connection: Connection) -> dict[int, tuple[int, str]]:
    """Where the chain of every open table ends."""
    asked = (
        'SELECT last."table", last.number, last.hash FROM tables JOIN entries AS last ON last."table" = tables.id AND '
        'last.number = (SELECT max(number) FROM entries WHERE "table" = tables.id) WHERE NOT tables.closed'
    )
    return {table: (number, hash) for table, number, hash in connection.execute(sa.text(asked))}


class Unsealed:
    """What was committed since the last seal: filled by the writer, emptied by whoever seals."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._tables: dict[int, tuple[int, str]] = {}
        self._book = False

    def wrote(self, tables: Mapping[int, tuple[int, str]], *, book: bool) -> None:
        with self._lock:
            self._tables.update(tables)
            self._book = self._book or book

    def __bool__(self) -> bool:
        return self._book or bool(self._tables)

    def taken(self) -> dict[int, tuple[int, str]]:
        """All that is to be sealed now, which is no longer unsealed."""
        with self._lock:
            tables, self._tables, self._book = self._tables, {}, False
            return tables


def secret() -> bytes:
    return keys.secret(signing.KEY)


def latest(connection: Connection) -> SignedHead | None:
    row = connection.execute(sa.select(heads).order_by(heads.c.number.desc()).limit(1)).mappings().first()
    return SignedHead(house=daybook.first_hash(connection), **row) if row is not None else None
