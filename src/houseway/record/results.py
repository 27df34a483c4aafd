"""What each table took on each day: booked with the record that ends a round, in the same transaction.

A day is a day in UTC, the one on which the round ended. Amounts are cents.
"""

import json
import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from functools import cache
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from houseway.games import game
from houseway.play import entry, journal
from houseway.play.driver import Driver
from houseway.record import books, schema
from houseway.record.database import write_rows
from houseway.record.figures import NAMES, Figures, figures
from houseway.record.schema import results
from houseway.record.store import Conflict, Store

log = logging.getLogger("houseway.serve")


def row(table: int, at: str, driver: Driver) -> dict[str, Any]:
    """What a round that ended at this time adds to its table's day."""
    return {"table": table, "day": at[:10], **asdict(figures(driver))}


def book(connection: sa.Connection, rows: Sequence[Mapping[str, Any]]) -> None:
    """Adds rounds to their tables' days."""
    write_rows(connection, _adding(connection.dialect.name), rows)


@cache
def _adding(dialect: str) -> sa.Executable:
    new = (postgresql.insert if dialect == "postgresql" else sqlite.insert)(results)
    more = {name: results.c[name] + new.excluded[name] for name in NAMES}
    return new.on_conflict_do_update(index_elements=["table", "day"], set_=more)


# Counting again


def recounted(connection: sa.Connection, table: int) -> dict[str, Figures]:
    """A table's days from its journal alone: every round played again."""
    days: dict[str, Figures] = {}
    for day, found in _rounds(connection, table):
        days[day] = days.get(day, Figures()) + found
    return days


def _rounds(connection: sa.Connection, table: int) -> Iterator[tuple[str, Figures]]:
    snaps = schema.snapshots
    numbers = connection.execute(
        sa.select(snaps.c.round).where(snaps.c.table == table, snaps.c.round > 0).order_by(snaps.c.round)
    ).scalars()
    for number in numbers.all():
        kept = books.round_kept(connection, table, number)
        assert kept is not None
        header, _, records = kept
        driver = journal.replay(journal.lines(json.loads(header), []), game, name=f"round {number}")
        for record in records:
            driver.apply(entry.read(record["entry"]))
            if not driver.open:
                yield record["at"][:10], figures(driver)
                break


async def catch_up(store: Store) -> None:
    """Book the rounds of tables that were played at before results were kept; once, before anybody plays on."""
    snaps = schema.snapshots
    unbooked = sa.select(snaps.c.table).where(snaps.c.round > 0).except_(sa.select(results.c.table))
    for table in await store.read(lambda c: c.execute(unbooked).scalars().all()):

        def book(connection: sa.Connection, table: int = table) -> None:
            for day, found in recounted(connection, table).items():
                connection.execute(results.insert().values(table=table, day=day, **asdict(found)))

        try:
            await store.write(book)
        except Conflict:
            log.info("table %s: another worker has booked its rounds", table)


# Looking


@dataclass(frozen=True)
class Wanted:
    """Which days, and of which table; all if not said."""

    first: date
    last: date
    table: int | None = None


def rows(connection: sa.Connection, wanted: Wanted) -> list[dict[str, Any]]:
    """One row a table and day, the latest first."""
    tables = schema.tables
    asked = (
        sa.select(results, tables.c.name, tables.c.game)
        .join(tables, tables.c.id == results.c.table)
        .where(_among(wanted))
        .order_by(results.c.day.desc(), results.c.table)
    )
    return [dict(row) for row in connection.execute(asked).mappings()]


def total(connection: sa.Connection, wanted: Wanted) -> dict[str, int]:
    sums = [sa.func.coalesce(sa.func.sum(results.c[name]), 0).label(name) for name in NAMES]
    row = connection.execute(sa.select(*sums).where(_among(wanted))).mappings().one()
    return {name: int(row[name]) for name in NAMES}


def _among(wanted: Wanted) -> sa.ColumnElement[bool]:
    days = results.c.day.between(wanted.first.isoformat(), wanted.last.isoformat())
    return days if wanted.table is None else sa.and_(days, results.c.table == wanted.table)
