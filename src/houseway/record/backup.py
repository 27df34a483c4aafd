"""Backups: a whole house in one SQLite file, whatever it is kept in, taken while it is open; and the way back.

A backup is a house's database itself: `houseway prove` looks into it like into any other. What is left out are sessions
(everybody signs in again), first signatures and the numbers of running processes. Keys are never in a database, and so
in no backup.
"""

import hashlib
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

from houseway.record import daybook, keys, schema, seals  # whose tables are its too
from houseway.record import heads as signing
from houseway.record.chain import canonical
from houseway.record.database import StoreError, engine_for, migrate, refuse_newer, shown_url
from houseway.record.heads import SignedHead
from houseway.record.one_house import closed
from houseway.record.schema import meta, tables
from houseway.record.seals import Seal
from houseway.record.sources import place_of
from houseway.record.wall_clock import WallClock

LEFT_OUT = ("sessions", "signatures", "tokens", "workers")
PARTS = (
    schema.acts, schema.daybook, schema.results, schema.heads, schema.submissions, schema.school_answers,
    schema.signatures, schema.tokens,
)  # fmt: skip
_AT_ONCE = 1000  # rows


@dataclass(frozen=True)
class BackedUp:
    """What a backup holds."""

    house: str
    head: SignedHead | None
    records: int
    tables: int
    rounds: int
    accounts: int
    size: int

    def data(self) -> dict[str, Any]:
        return {**self.__dict__, "head": self.head.data() if self.head else None}


# Taking one


def backup(url: str, path: Path) -> BackedUp:
    """Write everything that a house keeps into a new file, as it is at one moment."""
    with _used(url) as source, _new_file(path) as part:
        if source.dialect.name == "sqlite":
            _copy_file(source, part)
        else:
            _copy_rows_out(source, part)
        _finish(part)
    return looked_at(path)


def looked_at(path: Path) -> BackedUp:
    """What a backup holds, counted."""
    engine = _plain(path)
    with engine.connect() as connection:
        count = {
            name: int(connection.execute(sa.text(f"SELECT count(*) FROM {said}")).scalar() or 0)
            for name, said in {
                "records": "daybook",
                "tables": "tables",
                "rounds": "snapshots WHERE round > 0",
                "accounts": "accounts",
            }.items()
        }
        kept = BackedUp(daybook.first_hash(connection), seals.latest(connection), size=path.stat().st_size, **count)
    engine.dispose()
    return kept


def _copy_file(source: Engine, part: Path) -> None:
    """By SQLite's own way, which takes a snapshot and lets everybody go on writing."""
    name = source.url.database
    if not name or not Path(name).is_file():
        raise StoreError(f"{shown_url(source)} can't be backed up: there is no such file")
    with closing(sqlite3.connect(name)) as old, closing(sqlite3.connect(part)) as new:
        old.execute("PRAGMA busy_timeout=10000")
        if old.execute("SELECT name FROM sqlite_master WHERE name = 'daybook'").fetchone() is None:
            raise StoreError(f"{shown_url(source)} is no house of this version: open it once with this one")
        old.backup(new)
    with _plain(part).connect() as copy:
        refuse_newer(source, copy)


def _copy_rows_out(source: Engine, part: Path) -> None:
    target = _plain(part)
    migrate(target)
    with source.connect() as old, target.begin() as new:
        old.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
        refuse_newer(source, old)
        if _version(old) != _version(new):
            raise StoreError(f"{shown_url(source)} is no house of this version: open it once with this one")
        for table in _kept_tables():
            _copy(old, new, table)
    target.dispose()


def _finish(part: Path) -> None:
    """Leave out what only a running house has, and leave nothing of it between the rows."""
    with closing(sqlite3.connect(part, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")
        there = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        for table in there.intersection(LEFT_OUT):  # an older version has fewer
            connection.execute(f"DELETE FROM {table}")
        connection.execute("UPDATE tables SET owner = NULL")
        connection.execute("VACUUM")


# The way back


@dataclass(frozen=True)
class Restored:
    """What was restored, and what is known to be lost."""

    kept: BackedUp
    lost: SignedHead | None  # the last head that the house has signed on this machine, if the backup is older
    signed: bool  # the house's key was here to go on with

    def data(self) -> dict[str, Any]:
        lost = self.lost.data() if self.lost else None
        return {"restored": self.kept.data(), "lost_after": lost, "signed": self.signed}


def restore(path: Path, url: str) -> Restored:
    """Put a house from a backup, which was proved, where there is none; all of it, compared row by row, or nothing."""
    kept = looked_at(path)
    with closed(kept.house), _used(url) as target:
        if target.dialect.name == "sqlite":
            _restore_file(path, target)
        else:
            _restore_rows(path, target)
        lost = _lost(kept)
        signed = _go_on(target, kept, lost)
    return Restored(kept, lost, signed)


def _restore_file(path: Path, target: Engine) -> None:
    name = target.url.database
    if not name:
        raise StoreError("a house is restored into a file or a PostgreSQL database: write one after --database")
    Path(name).parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    for beside in (f"{name}-wal", f"{name}-journal"):
        if Path(beside).exists():  # of another database that had this name: SQLite would take it for this one's
            raise StoreError(f"{beside} is left of another database: move it away first")
    with _new_file(Path(name)) as part:
        with closing(sqlite3.connect(path)) as old, closing(sqlite3.connect(part)) as new:
            old.backup(new)
        engine = _plain(part)
        migrate(engine)
        with _upgraded(path) as old_engine, old_engine.connect() as old_rows, engine.connect() as new_rows:
            _compare(old_rows, new_rows)
        engine.dispose()


def _restore_rows(path: Path, target: Engine) -> None:
    with target.connect() as connection:
        if sa.inspect(connection).has_table("tables"):
            raise StoreError(f"{shown_url(target)} has a house already: restore into an empty database")
    migrate(target)
    with _upgraded(path) as source, source.connect() as old, target.begin() as new:
        for table in _kept_tables():
            _copy(old, new, table)
        for table in _kept_tables():
            _go_on_numbering(new, table)
        _compare(old, new)


def _go_on_numbering(connection: Connection, table: sa.Table) -> None:
    """What is added next gets the next number."""
    asked = sa.text("SELECT pg_get_serial_sequence(:table, 'id')") if "id" in table.c else None
    if asked is not None and connection.execute(asked, {"table": f'"{table.name}"'}).scalar():
        last = sa.func.coalesce(sa.select(sa.func.max(table.c.id)).scalar_subquery(), 0) + 1
        connection.execute(sa.select(sa.func.setval(sa.func.pg_get_serial_sequence(table.name, "id"), last, False)))


def _compare(old: Connection, new: Connection) -> None:
    for table in _kept_tables():
        if _digest(old, table) != _digest(new, table):
            raise StoreError(f"{table.name} could not be restored as it was: nothing was changed")


def _digest(connection: Connection, table: sa.Table) -> str:
    """All rows of a table in one hash."""
    found = hashlib.sha256()
    for part in _rows(connection, table):
        for row in part:
            found.update(canonical(row))
    return found.hexdigest()


def _lost(kept: BackedUp) -> SignedHead | None:
    """The last head that was signed here, if it is later than all that the backup has."""
    last = signing.kept(kept.house)
    return last if last is not None and last.number >= kept.records else None


def _go_on(target: Engine, kept: BackedUp, lost: SignedHead | None) -> bool:
    """Record that the house was restored, and sign it, if the key that signed before is here."""
    secret = keys.known(signing.KEY)
    if secret is None or kept.head is None or signing.public(secret) != kept.head.key:
        return False
    clock = WallClock()
    until = f"a backup of {kept.head.at}, with {kept.records} records"
    gone = f"; what it recorded after that, up to record {lost.number} of {lost.at}, is lost" if lost else ""
    with target.begin() as connection:
        daybook.begin(connection, clock.now())
        daybook.note(connection, "house", {"do": "restored", "what": f"the house was restored from {until}{gone}"})
        head = Seal(secret, {}).carry_out(connection)
    signing.keep(head, place_of(target.url.render_as_string(hide_password=False)))
    return True


# Rows and files


def _kept_tables() -> list[sa.Table]:
    return [table for table in meta.sorted_tables if table.name not in LEFT_OUT]


def _rows(connection: Connection, table: sa.Table) -> Iterator[list[dict[str, Any]]]:
    asked = sa.select(table).order_by(*table.primary_key.columns).execution_options(yield_per=_AT_ONCE)
    for part in connection.execute(asked).mappings().partitions():
        yield [{**row, "owner": None} if table is tables else dict(row) for row in part]


def _copy(old: Connection, new: Connection, table: sa.Table) -> None:
    for part in _rows(old, table):
        new.execute(table.insert(), part)


def _version(connection: Connection) -> str | None:
    if not sa.inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar()


def _plain(path: Path) -> Engine:
    """A file that is in nobody's use, without anything beside it."""
    return sa.create_engine(f"sqlite:///{path.absolute()}", poolclass=sa.NullPool)


@contextmanager
def _upgraded(path: Path) -> Iterator[Engine]:
    """A copy of a backup, brought up to date if it is of an older version."""
    with _new_file(path.with_name(f".{path.name}.{os.getpid()}.upgraded"), keep=False) as part:
        with closing(sqlite3.connect(path)) as old, closing(sqlite3.connect(part)) as new:
            old.backup(new)
        engine = _plain(part)
        migrate(engine)
        yield engine
        engine.dispose()


@contextmanager
def _new_file(path: Path, *, keep: bool = True) -> Iterator[Path]:
    """A file for its owner alone, which gets its name when it is whole, or is gone."""
    if path.exists():
        raise StoreError(f"{path} is there already: give a name that is free")
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        os.close(os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        yield part
        if keep:
            with part.open("rb") as file:
                os.fsync(file.fileno())
            os.link(part, path)  # which fails if somebody else took the name meanwhile
    except FileExistsError:
        raise StoreError(f"{path} is there already: give a name that is free") from None
    finally:
        part.unlink(missing_ok=True)


@contextmanager
def _used(url: str) -> Iterator[Engine]:
    """A database for as long as it is used; what goes wrong with it is one sentence."""
    engine = engine_for(url)
    try:
        yield engine
    except (SQLAlchemyError, sqlite3.Error, OSError) as error:
        reason = str(getattr(error, "orig", None) or getattr(error, "strerror", None) or error).strip()
        raise StoreError(f"{shown_url(engine)} can't be copied: {reason.splitlines()[0]}") from None
    finally:
        engine.dispose()
