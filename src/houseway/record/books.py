"""The house's books: what is read from the store and written to it about tables, seats and money."""

import json
import logging
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from houseway.record import daybook, rows, schema, seeds
from houseway.record.database import StoreError
from houseway.record.daybook import HOUSE, By
from houseway.record.kept_rows import AccountRow, TableRow, as_row
from houseway.record.leases import Lease
from houseway.record.schema import accounts, entries, postings, seats, snapshots, tables, waiting, workers
from houseway.record.store import Conflict, Disabled, Short, marks_of
from houseway.rules.money import shown

log = logging.getLogger("houseway.serve")
Row = sa.RowMapping


@dataclass(frozen=True)
class KeptTable:
    """A table as it is kept: its snapshot, the entries since, and where its chain ends."""

    row: Mapping[str, Any]
    header: str
    records: list[dict[str, Any]]
    number: int
    hash: str
    sitters: list[Mapping[str, Any]]
    waiting: list[Mapping[str, Any]]


# Tables


def open_table(
    connection: Connection, table: Mapping[str, Any], first: Mapping[str, Any], header: str, *, by: By = HOUSE
) -> int:
    """A new table with the first record of its chain."""
    made = connection.execute(tables.insert().values(**table, closed=False).returning(tables)).mappings().one()
    row = as_row(TableRow, made)
    id = row.id
    connection.execute(entries.insert().values(table=id, number=0, round=0, **first))
    connection.execute(snapshots.insert().values(table=id, number=0, round=0, header=header, sitting="{}"))
    daybook.note(connection, f"table {id}", rows.table(row) | {"head": [0, first["hash"]]}, by=by)
    return id


def kept(connection: Connection, table: int) -> KeptTable | None:
    """All it takes to stand where the table stood: the last snapshot and what came after it."""
    row = connection.execute(sa.select(tables).where(tables.c.id == table)).mappings().first()
    if row is None:
        return None
    last = (
        connection.execute(
            sa.select(snapshots).where(snapshots.c.table == table).order_by(snapshots.c.number.desc()).limit(1)
        )
        .mappings()
        .one()
    )
    since = records(connection, table, first=last["number"])
    sitters = connection.execute(sa.select(seats).where(seats.c.table == table)).mappings().all()
    for one in sitters:
        _as_written(connection, "seats", one)
    shown = seeds.of_rounds(connection, table, [last["round"]])
    said = [seeds.with_seed(record, shown, last["round"]) for record, _ in since]
    return KeptTable(
        row=dict(row),
        header=seeds.whole_header(connection, table, last["round"], last["header"]),
        records=said,
        number=said[-1]["number"],
        hash=since[-1][1],
        sitters=[dict(one) for one in sitters],
        waiting=_waiting(connection, table),
    )


def _waiting(connection: Connection, table: int) -> list[Mapping[str, Any]]:
    """Who waits for a seat; not who only a row says so of that the house did not write."""
    found: list[Mapping[str, Any]] = []
    for row in connection.execute(sa.select(waiting).where(waiting.c.table == table)).mappings().all():
        if not marks_of(connection).right("waiting", dict(row)):
            log.warning("table %s: somebody else than the house wrote that %s is waited for", table, row["seat"])
            continue
        if not row["key"] or _wait_over(connection, table, row["account"], row["key"]):
            log.warning("table %s: that %s is waited for is over", table, row["seat"])
            continue
        who = sa.select(accounts.c.name, accounts.c.role, accounts.c.password).where(accounts.c.id == row["account"])
        found.append({**row, **connection.execute(who).mappings().one()})
    return found


def records(connection: Connection, table: int, *, first: int = 0) -> list[tuple[dict[str, Any], str]]:
    """Records with their hashes, from a number on."""
    rows = connection.execute(
        sa.select(entries.c.record, entries.c.hash)
        .where(entries.c.table == table, entries.c.number >= first)
        .order_by(entries.c.number)
    )
    return [(json.loads(record), hash) for record, hash in rows]


def round_kept(
    connection: Connection, table: int, round: int
) -> tuple[str, dict[str, int], list[dict[str, Any]]] | None:
    """A round's snapshot, whose seat was whose, and its records up to the next round."""
    snap = (
        connection.execute(sa.select(snapshots).where(snapshots.c.table == table, snapshots.c.round == round))
        .mappings()
        .first()
    )
    if snap is None:
        return None
    rows = connection.execute(
        sa.select(entries.c.record).where(entries.c.table == table, entries.c.round == round).order_by(entries.c.number)
    ).scalars()
    shown = seeds.of_rounds(connection, table, [round])
    records = [seeds.with_seed(json.loads(record), shown, round) for record in rows]
    return seeds.whole_header(connection, table, round, snap["header"]), json.loads(snap["sitting"]), records


def exported(connection: Connection, table: int, *, below: int | None = None) -> Iterable[dict[str, Any]]:
    """The chain as a regulator gets it: every record with its hash, the snapshots that records name, and the seeds
    that they commit to."""
    columns = (entries.c.number, entries.c.round, entries.c.record, entries.c.hash)
    asked = sa.select(*columns).where(entries.c.table == table)
    if below is not None:
        asked = asked.where(entries.c.number < below)
    snaps = dict(
        connection.execute(sa.select(snapshots.c.number, snapshots.c.header).where(snapshots.c.table == table)).all()
    )
    shown = seeds.of_rounds(connection, table)
    for number, round, record, hash in connection.execute(asked.order_by(entries.c.number)).all():
        line: dict[str, Any] = {"record": json.loads(record), "hash": hash}
        if "state" in line["record"]:
            line["snapshot"] = json.loads(seeds.whole_header(connection, table, round, snaps[number]))
        if "commitment" in line["record"]["entry"]:
            line["seed"] = shown[round]
        yield line


def table_named(connection: Connection, name: str) -> Row | None:
    """The open table of this name."""
    asked = sa.select(tables).where(tables.c.name == name, tables.c.closed.is_(False))
    return connection.execute(asked).mappings().first()


def table_row(connection: Connection, table: int) -> Row | None:
    return connection.execute(sa.select(tables).where(tables.c.id == table)).mappings().first()


def tables_of(connection: Connection, game: str) -> tuple[tuple[int, str], ...]:
    """The numbers and names of the open tables of a game."""
    asked = sa.select(tables.c.id, tables.c.name).where(tables.c.closed.is_(False), tables.c.game == game)
    return tuple((row.id, row.name) for row in connection.execute(asked.order_by(tables.c.id)))


def close_table(connection: Connection, table: int, *, by: By = HOUSE) -> None:
    """No more rounds here. Nobody may sit here any more; whoever waits for a seat has paid nothing."""
    if seated(connection, table):
        raise Conflict(f"somebody sits at table {table}")
    connection.execute(waiting.delete().where(waiting.c.table == table))
    connection.execute(tables.update().where(tables.c.id == table).values(closed=True, owner=None))
    daybook.note(
        connection, f"table {table}", {"do": "close table", "table": table, "head": end(connection, table)}, by=by
    )


def end(connection: Connection, table: int) -> list[Any]:
    """The number and hash of the last record of a table's chain."""
    asked = sa.select(entries.c.number, entries.c.hash).where(entries.c.table == table)
    return list(connection.execute(asked.order_by(entries.c.number.desc()).limit(1)).one())


def lobby(connection: Connection) -> list[tuple[Row, list[Row]]]:
    """Every open table, with who sits there."""
    rows = connection.execute(sa.select(tables).where(tables.c.closed.is_(False)).order_by(tables.c.id)).mappings()
    sitting: dict[int, list[Row]] = {}
    for one in connection.execute(sa.select(seats)).mappings():
        sitting.setdefault(one["table"], []).append(one)
    return [(row, sitting.get(row["id"], [])) for row in rows]


# Whose table it is


def owner(connection: Connection, table: int) -> int | None:
    """The worker that owns the table."""
    return connection.execute(sa.select(tables.c.owner).where(tables.c.id == table)).scalar()


def claim(connection: Connection, table: int, worker: int) -> Lease | None:
    """Lease an open table that nobody else owns to a worker that is entered; None if that can't be."""
    free = sa.or_(tables.c.owner.is_(None), tables.c.owner == worker)
    entered = sa.exists().where(workers.c.id == worker)
    changed = (
        tables.update()
        .where(tables.c.id == table, tables.c.closed.is_(False), free, entered)
        .values(owner=worker, lease=tables.c.lease + 1)
        .returning(tables.c.lease)
    )
    number = connection.execute(changed).scalar()
    return Lease(worker, number) if number is not None else None


def release(connection: Connection, table: int, lease: Lease) -> None:
    """Let another worker own the table."""
    ours = sa.and_(tables.c.owner == lease.worker, tables.c.lease == lease.number)
    connection.execute(tables.update().where(tables.c.id == table, ours).values(owner=None))


def enter_alone(connection: Connection, worker: int) -> None:
    """Enter the one worker of a house that has its database to itself; whoever was there before is gone."""
    connection.execute(tables.update().values(owner=None))
    connection.execute(workers.delete())
    connection.execute(workers.insert().values(id=worker, beats=0, probe=""))


def closed_of(connection: Connection, known: Iterable[int]) -> list[int]:
    """Those of some tables that are closed."""
    return list(connection.execute(sa.select(tables.c.id).where(tables.c.id.in_(known), tables.c.closed)).scalars())


def closed_with_people(connection: Connection) -> list[int]:
    """Closed tables where somebody sits or waits, which no table of this version is."""
    there = sa.or_(tables.c.id.in_(sa.select(seats.c.table)), tables.c.id.in_(sa.select(waiting.c.table)))
    return list(connection.execute(sa.select(tables.c.id).where(tables.c.closed, there)).scalars())


def left_alone(connection: Connection) -> list[int]:
    """Tables where somebody sits and that nobody owns."""
    asked = sa.select(tables.c.id).where(tables.c.closed.is_(False), tables.c.owner.is_(None))
    return list(connection.execute(asked.where(tables.c.id.in_(sa.select(seats.c.table)))).scalars())


# What was said and played


def said_before(connection: Connection, table: int, account: int, key: str) -> dict[str, Any] | None:
    """The record of what somebody said under this key."""
    mine = sa.and_(entries.c.table == table, entries.c.account == account, entries.c.key == key)
    found = connection.execute(sa.select(entries.c.record).where(mine)).scalar()
    return json.loads(found) if found else None


def begun_with(connection: Connection, table: int, round: int) -> int | None:
    """The number of the record that began a round."""
    here = sa.and_(snapshots.c.table == table, snapshots.c.round == round)
    return connection.execute(sa.select(snapshots.c.number).where(here)).scalar()


def rounds(connection: Connection, table: int, *, before: int, most: int) -> list[dict[str, Any]]:
    """The rounds below a number, latest first, with when they began and how many sat there."""
    asked = (
        sa.select(snapshots.c.round, snapshots.c.header, entries.c.record)
        .join(entries, sa.and_(entries.c.table == snapshots.c.table, entries.c.number == snapshots.c.number))
        .where(snapshots.c.table == table, snapshots.c.round > 0, snapshots.c.round < before)
        .order_by(snapshots.c.round.desc())
        .limit(most)
    )
    return [
        {
            "round": row["round"],
            "began": json.loads(row["record"])["at"],
            "seats": len(json.loads(row["header"])["table"]["seats"]),
        }
        for row in connection.execute(asked).mappings()
    ]


def rounds_below(connection: Connection, table: int, *, before: int, most: int) -> int:
    """The lowest of as many rounds below a number as asked for; 0 if there is none."""
    asked = sa.select(snapshots.c.round).where(
        snapshots.c.table == table, snapshots.c.round > 0, snapshots.c.round < before
    )
    page = asked.order_by(snapshots.c.round.desc()).limit(most).subquery()
    return connection.execute(sa.select(sa.func.min(page.c.round))).scalar() or 0


def sat(connection: Connection, table: int, account: int, *, before: int, most: int) -> dict[int, str]:
    """Of the rounds below a number, as many as asked for, those in which an account sat, and where; latest first."""
    asked = (
        sa.select(snapshots.c.round, snapshots.c.sitting)
        .where(snapshots.c.table == table, snapshots.c.round > 0, snapshots.c.round < before)
        .order_by(snapshots.c.round.desc())
        .limit(most)
    )
    sitting = {round: json.loads(seats) for round, seats in connection.execute(asked)}
    return {round: seat for round, seats in sitting.items() for seat, whose in seats.items() if whose == account}


# Seats


def seated(connection: Connection, table: int) -> list[bool]:
    """For each seat that is taken, whether it is a person's who stays: neither a bot's nor of somebody who leaves."""
    asked = sa.select(seats.c.bot, seats.c.leaving).where(seats.c.table == table)
    return [not bot and not leaving for bot, leaving in connection.execute(asked)]


def seats_of(connection: Connection, account: int) -> list[tuple[int, str]]:
    """Where an account sits: tables and seats."""
    asked = sa.select(seats.c.table, seats.c.seat).where(seats.c.account == account)
    return [(table, seat) for table, seat in connection.execute(asked)]


def take_seat(connection: Connection, table: int, seat: str, *, account: int | None, name: str, bot: str = "") -> None:
    stop_waiting(connection, table, seat, sits=account)
    row = {"table": table, "seat": seat, "account": account, "name": name, "bot": bot, "leaving": False}
    connection.execute(seats.insert().values(marks_of(connection).marked("seats", row)))


def give_seat_up(connection: Connection, table: int, seat: str) -> None:
    connection.execute(seats.delete().where(seats.c.table == table, seats.c.seat == seat))


def is_leaving(connection: Connection, table: int, seat: str, *, leaving: bool = True) -> None:
    """Whoever sits there leaves as soon as nothing of theirs is at stake, or stays after all."""
    here = sa.and_(seats.c.table == table, seats.c.seat == seat)
    row = connection.execute(sa.select(seats).where(here)).mappings().first()
    if row is not None:
        _as_written(connection, "seats", row)
        changed = marks_of(connection).marked("seats", {**row, "leaving": leaving})
        connection.execute(seats.update().where(here).values(changed))


def _as_written(connection: Connection, table: str, row: Row) -> None:
    """Believe only what the house wrote."""
    if not marks_of(connection).right(table, dict(row)):
        raise StoreError(f"table {row['table']}: {row['seat']} is not as the house left it: `houseway prove` says more")


def wait(connection: Connection, table: int, seat: str, *, account: int, amount: int, key: str) -> None:
    """Keep a seat for somebody until the round is over; nothing is taken before."""
    _may_play(connection, account)
    if balance(connection, account) < amount:
        raise Short(_too_much(connection, account, amount))
    if _wait_over(connection, table, account, key):
        raise Conflict(f"the key {key!r} was used before")
    row = {"table": table, "seat": seat, "account": account, "amount": amount, "key": key}
    connection.execute(waiting.insert().values(marks_of(connection).marked("waiting", row)))


def _wait_over(connection: Connection, table: int, account: int, key: str) -> bool:
    """Somebody has sat down or said something else with this key, or no longer waits with it."""
    if said_before(connection, table, account, key):
        return True
    book = schema.daybook
    over = sa.select(book.c.record).where(book.c.about == f"table {table}", book.c.record.contains('"do":"wait over"'))
    entry = {"account": account, "do": "wait over", "key": key, "table": table}
    return any(json.loads(record)["entry"] == entry for record in connection.execute(over).scalars())


def stop_waiting(connection: Connection, table: int, seat: str, *, sits: int | None = None) -> None:
    """Nobody waits for the seat any more. Whoever `sits` there now has the wait's key in the journal."""
    here = sa.and_(waiting.c.table == table, waiting.c.seat == seat)
    for row in connection.execute(sa.select(waiting).where(here)).mappings().all():
        if row["account"] != sits and row["key"]:
            entry = {"do": "wait over", "table": table, "account": row["account"], "key": row["key"]}
            daybook.note(connection, f"table {table}", entry)
    connection.execute(waiting.delete().where(here))


# People


def account_is(connection: Connection, account: int, *, by: By = HOUSE) -> None:
    """Enter who somebody is and what they may do, as it stands now; whoever changes that calls this."""
    row = connection.execute(sa.select(accounts).where(accounts.c.id == account)).mappings().one()
    daybook.note(connection, f"account {account}", rows.account(as_row(AccountRow, row)), by=by)


# Money that is not at a table


@dataclass(frozen=True)
class At:
    """Where at a table money came or went: the seat, and the record of the table's journal."""

    table: int
    seat: str
    number: int


def post(connection: Connection, account: int, amount: int, why: str, at: At | None = None, *, by: By = HOUSE) -> None:
    """Give to an account, or take from it what it has."""
    changed = connection.execute(
        accounts.update()
        .where(accounts.c.id == account, accounts.c.balance + amount >= 0)
        .values(balance=accounts.c.balance + amount)
        .returning(accounts.c.balance)
    ).scalar()
    if changed is None:
        raise Short("the account does not hold that much")
    table = at.table if at else None
    entry = {"do": "post", "account": account, "amount": amount, "balance": changed, "why": why}
    row = {"account": account, "amount": amount, "why": why, "table": table}

    def written(connection: Connection, number: int, time: int) -> None:
        connection.execute(postings.insert().values(**row, at=time, book=number))

    where = {"table": at.table, "seat": at.seat, "number": at.number} if at else {}
    daybook.note(connection, f"account {account}", entry | where, by=by, written=written)


def balance(connection: Connection, account: int, *, alone: bool = False) -> int:
    """What an account holds away from the tables; `alone`, nobody else changes it before this transaction is over."""
    asked = sa.select(accounts.c.balance).where(accounts.c.id == account)
    return connection.execute(asked.with_for_update() if alone else asked).scalar() or 0


def buy_in(connection: Connection, account: int, amount: int, at: At, *, by: By = HOUSE) -> None:
    """Chips for a table, from an account that holds that much and is not disabled."""
    try:
        post(connection, account, -amount, "buy in", at, by=by)
    except Short:
        raise Short(_too_much(connection, account, amount)) from None
    _may_play(connection, account)


def _may_play(connection: Connection, account: int) -> None:
    if connection.execute(sa.select(accounts.c.disabled).where(accounts.c.id == account)).scalar():
        raise Disabled("This account is disabled. Contact the operator.")


def _too_much(connection: Connection, account: int, amount: int) -> str:
    has = balance(connection, account)
    return f"a buy-in of {shown(amount)} needs more than your account holds: {shown(has)}"
