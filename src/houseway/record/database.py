"""The database itself: SQLite in a file, or PostgreSQL; how it is reached, brought up to date and taken."""

import contextlib
import fcntl
import os
import sqlite3
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from importlib import resources
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy.engine import Connection, Engine, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.sql.compiler import SQLCompiler

from houseway.errors import HousewayError
from houseway.record import adoption
from houseway.record import inspection as schema
from houseway.record.inspection import Described
from houseway.record.reach import Reach


class StoreError(HousewayError, ValueError):
    """A database that can't be used, and why."""


def engine_for(url: str, reach: Reach | None = None) -> Engine:
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise StoreError(
            f"{url!r} is not a database: write sqlite:///house.db or postgresql://user@host/name"
        ) from None
    if parsed.drivername in ("postgresql", "postgres"):
        parsed = parsed.set(drivername="postgresql+psycopg")
    if parsed.get_backend_name() not in ("sqlite", "postgresql"):
        raise StoreError(
            f"{parsed.get_backend_name()} is not a database Houseway keeps tables in: SQLite or PostgreSQL"
        )
    if parsed.get_backend_name() == "postgresql":
        shared = sa.create_engine(parsed, pool_pre_ping=True, pool_size=8, max_overflow=16)
        (reach or Reach()).hold(shared)
        return shared
    engine = sa.create_engine(parsed)

    @sa.event.listens_for(engine, "connect")
    def _set_up(connection: Any, _: Any) -> None:
        connection.isolation_level = None  # transactions begin where SQLAlchemy says, not where the driver thinks
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
            try:
                connection.execute(f"PRAGMA {pragma}")
            except sqlite3.DatabaseError as error:
                if error.sqlite_errorcode not in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT):
                    raise
                raise StoreError(f"{parsed.database} can't be opened as a house: {error}") from None

    @sa.event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        driver = connection.connection.driver_connection
        assert driver is not None
        driver.execute("BEGIN")

    return engine


def write_rows(connection: Connection, statement: sa.Executable, rows: Sequence[Mapping[str, Any]]) -> None:
    """`connection.execute(statement, rows)` for statements that are carried out over and over: what SQLAlchemy makes of
    one is kept with it, which saves most of the time that a row takes. All rows have the same columns."""
    text, order = _made(statement, connection.dialect, tuple(rows[0]))
    given: list[Any] = [tuple([row[name] for name in order]) for row in rows] if order else list(rows)
    connection.exec_driver_sql(text, given if len(given) > 1 else given[0])


@lru_cache(maxsize=64)
def _made(statement: sa.Executable, dialect: sa.Dialect, columns: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """A statement as the driver takes it, and in which order it wants its values; nothing where they go by name."""
    assert isinstance(statement, sa.UpdateBase)
    keys = list(columns) if isinstance(statement, sa.Insert) else None
    made = statement.compile(dialect=dialect, column_keys=keys)
    assert isinstance(made, SQLCompiler)
    return made.string, tuple(made.positiontup or ())


def take_file(engine: Engine) -> int | None:
    """One process serves a SQLite file, by whatever name: the lock is on the file itself and goes with the process,
    however it ends. SQLite's own locks are of another kind and not in its way."""
    path = engine.url.database
    if not path or path == ":memory:":
        return None
    keep_closed(Path(path))
    lock = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)  # held while the process lives
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        raise StoreError(f"{path} is being served by another process already") from None
    if os.fstat(lock).st_nlink > 1:
        # SQLite keeps what is not yet in the file beside it, by name: under another name that would be missed.
        os.close(lock)
        raise StoreError(f"{path} has more than one name (hard links): leave it one, and copy it by `houseway backup`")
    return lock


def keep_closed(path: Path) -> None:
    """A SQLite file for its owner alone, with all that lies beside it; in a folder for its owner alone if it is new."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    for part in (path, *(path.with_name(path.name + end) for end in ("-wal", "-shm", "-journal"))):
        if part.exists() and part.stat().st_mode & 0o077:
            part.chmod(0o600)


def shown_url(engine: Engine) -> str:
    """The database as it may be printed, without its password."""
    return engine.url.set(drivername=engine.dialect.name).render_as_string(hide_password=True)


def migrate(engine: Engine) -> None:
    """Bring the tables up to date."""
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":  # one worker at a time
            connection.execute(sa.text("SELECT pg_advisory_xact_lock(1215, 0)"))
        command.upgrade(_migrations(connection), "head")


def _migrations(connection: Connection | None = None) -> Config:
    config = Config()
    config.set_main_option("script_location", str(resources.files("houseway.record") / "migrations"))
    config.attributes["connection"] = connection
    return config


@cache
def known_versions() -> tuple[str, ...]:
    """The versions of the tables that this version of Houseway knows, the newest first."""
    return tuple(one.revision for one in ScriptDirectory.from_config(_migrations()).walk_revisions())


def refuse_newer(engine: Engine, connection: Connection) -> None:
    """Refuse tables that a later version of Houseway has made: nothing here knows what is in them."""
    version, by = schema.version(connection), ""
    if version is None or version in known_versions():
        return
    with contextlib.suppress(SQLAlchemyError, LookupError, ValueError, TypeError):
        last = adoption.opened_by(connection)
        by = f", last served by houseway {last['version']}" if last else ""
    raise StoreError(
        f"{shown_url(engine)} has tables of version {version}{by}, and this Houseway knows them up to "
        f"{known_versions()[0]}: install that version again, or restore a backup from before the update"
    )


@lru_cache(maxsize=4)
def made_by_migrations(version: str | None) -> Described:
    """The tables as the migrations up to a version make them; without one, none. LookupError of an unknown version."""
    if version is None:
        return {}
    engine = sa.create_engine("sqlite://", poolclass=sa.StaticPool)
    try:
        with engine.begin() as connection:
            command.upgrade(_migrations(connection), version)
            return schema.described(connection)
    except CommandError:
        raise LookupError(version) from None
    finally:
        engine.dispose()


def schema_findings(connection: Connection, *, whole: bool = False) -> list[str]:
    """In what the tables, indexes, triggers and the like of a database are not as its version makes them, and where its
    file is damaged; in the `whole` file, or in what a house opens with."""
    version = schema.version(connection)
    try:
        expected = made_by_migrations(version)
    except LookupError:
        return [
            f"its tables are of version {version}, and this Houseway knows them up to {known_versions()[0]}: "
            "prove it with the version that wrote it"
        ]
    damage = schema.damage(connection, None if whole else schema.OPENED_WITH)
    return [*schema.differences(connection, expected), *damage]


def missing_columns(connection: Connection) -> list[str]:
    """The columns that a database of a known version should have, and does not."""
    try:
        return sorted(schema.missing_columns(connection, made_by_migrations(schema.version(connection))))
    except LookupError:
        return []


def default_url() -> str:
    """A file of the user's own: `~/.local/share/houseway/house.db`, or where XDG_DATA_HOME says."""
    home = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return f"sqlite:///{home / 'houseway' / 'house.db'}"
