"""What each table took on each day: booked with the record that ends a round, in the same transaction.

A day is a day in UTC, the one on which the round ended. Amounts are cents.
"""

import json
import logging
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, fields
from datetime import date
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from houseway.games import game
from houseway.play import entry, journal
from houseway.play.driver import Driver
from houseway.play.event import Collected, Filled, Paid, PaidOver, Voided, Wagered
from houseway.play.ledger import DROP, INVENTORY
from houseway.play.player_dealer import TakenUp
from houseway.play.pot import Bet, PotAwarded
from houseway.serve import books
from houseway.serve import store as kept_in
from houseway.serve.store import Conflict, Store

log = logging.getLogger("houseway.serve")

_METER = "meter/"


@dataclass(frozen=True)
class Figures:
    """What one round, or many, came to."""

    rounds: int = 0
    void: int = 0  # of them
    wagered: int = 0  # put up in rounds that were not void
    paid: int = 0  # winnings of players, prizes and pots
    collected: int = 0  # wagers lost
    house: int = 0  # what the table inventory gained, fills left out
    player_dealer: int = 0  # what those who banked for the table gained
    fees: int = 0  # collection, into the drop box
    meters: int = 0  # what progressive meters gained


NAMES = tuple(field.name for field in fields(Figures))

results = sa.Table(
    "results",
    kept_in.meta,
    sa.Column("table", sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("day", sa.String(10), primary_key=True),
    *(sa.Column(name, sa.BigInteger, nullable=False) for name in NAMES),
    sa.Index("results_by_day", "day"),
)


def figures(driver: Driver) -> Figures:
    """What the round that has just ended came to: money by the ledger, turnover by the events."""
    before: Mapping[str, int] = driver.header["table"]["accounts"]
    after, events = driver.table.ledger, driver.events
    void = any(isinstance(event, Voided) for event in events)
    stood = [] if void else events
    return Figures(
        rounds=1,
        void=int(void),
        wagered=sum(event.amount for event in stood if isinstance(event, (Wagered, Bet))),
        paid=sum(event.amount for event in stood if isinstance(event, (Paid, PotAwarded, PaidOver))),
        collected=sum(event.amount for event in stood if isinstance(event, Collected)),
        house=after[INVENTORY]
        - before.get(INVENTORY, 0)
        - sum(event.amount for event in events if isinstance(event, Filled)),
        player_dealer=sum(event.net for event in events if isinstance(event, TakenUp)),
        fees=after[DROP] - before.get(DROP, 0),
        meters=_on_meters(after) - _on_meters(before),
    )


def _on_meters(accounts: Mapping[str, int]) -> int:
    return sum(amount for account, amount in accounts.items() if account.startswith(_METER))


def booking(table: int, at: str, driver: Driver) -> Callable[[sa.Connection], None]:
    """Adds a round that ended at this time to its table's day."""
    row = {"table": table, "day": at[:10], **asdict(figures(driver))}

    def book(connection: sa.Connection) -> None:
        insert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
        new = insert(results).values(**row)
        more = {name: results.c[name] + new.excluded[name] for name in NAMES}
        connection.execute(new.on_conflict_do_update(index_elements=["table", "day"], set_=more))

    return book


# Counting again


def recounted(connection: sa.Connection, table: int) -> dict[str, Figures]:
    """A table's days from its journal alone: every round played again."""
    days: dict[str, Figures] = {}
    for day, found in _rounds(connection, table):
        old = days.get(day, Figures())
        days[day] = Figures(**{name: getattr(old, name) + getattr(found, name) for name in NAMES})
    return days


def _rounds(connection: sa.Connection, table: int) -> Iterator[tuple[str, Figures]]:
    snaps = kept_in.snapshots
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
    snaps = kept_in.snapshots
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
    tables = kept_in.tables
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
