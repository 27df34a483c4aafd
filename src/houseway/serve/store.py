"""Where tables, money and people are kept: SQLite in a file, or PostgreSQL for many processes.

All writing goes through one thread that commits whatever is waiting in one transaction, so that a hundred tables cost
one `fsync` and not a hundred. An answer is acknowledged when the transaction that holds it is on the disk.
"""

import asyncio
import fcntl
import json
import os
import queue
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path
from typing import IO, Any, TypeVar

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from sqlalchemy.engine import Connection, Engine, make_url
from sqlalchemy.exc import ArgumentError, IntegrityError, OperationalError

T = TypeVar("T")
CHANNEL = "houseway"
_MOST_AT_ONCE = 512

meta = sa.MetaData()

accounts = sa.Table(
    "accounts",
    meta,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("folded", sa.String(120), nullable=False, unique=True),
    sa.Column("password", sa.String(200)),  # an Argon2 hash; none for a guest
    sa.Column("role", sa.String(20), nullable=False),
    sa.Column("balance", sa.BigInteger, nullable=False),  # cents that are not at a table
    sa.Column("created", sa.BigInteger, nullable=False),
)

sessions = sa.Table(
    "sessions",
    meta,
    sa.Column("id", sa.String(64), primary_key=True),  # the SHA-256 of the token: a stolen database opens no session
    sa.Column("account", sa.ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False),
    sa.Column("csrf", sa.String(64), nullable=False),
    sa.Column("expires", sa.BigInteger, nullable=False),
)

tables = sa.Table(
    "tables",
    meta,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("name", sa.String(80), nullable=False),
    sa.Column("game", sa.String(80), nullable=False),
    sa.Column("choices", sa.Text, nullable=False),
    sa.Column("by_hand", sa.Boolean, nullable=False),
    sa.Column("clock", sa.Integer, nullable=False),  # seconds to act
    sa.Column("bots", sa.Integer, nullable=False),  # how many keep a player company
    sa.Column("bot", sa.String(20), nullable=False),  # and of which kind
    sa.Column("closed", sa.Boolean, nullable=False),
    sa.Column("owner", sa.Integer),
)

seats = sa.Table(
    "seats",
    meta,
    sa.Column("table", sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seat", sa.String(40), primary_key=True),
    sa.Column("account", sa.ForeignKey("accounts.id")),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("bot", sa.String(20), nullable=False),
    sa.Column("leaving", sa.Boolean, nullable=False),
)

waiting = sa.Table(
    "waiting",
    meta,
    sa.Column("table", sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seat", sa.String(40), primary_key=True),
    sa.Column("account", sa.ForeignKey("accounts.id"), nullable=False),
    sa.Column("amount", sa.BigInteger, nullable=False),  # to buy in for when the round is over; not taken before
    sa.Column("key", sa.String(80), nullable=False),
    sa.UniqueConstraint("table", "account", name="waits_once"),
)

entries = sa.Table(
    "entries",
    meta,
    sa.Column("table", sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("round", sa.Integer, nullable=False),
    sa.Column("account", sa.Integer),
    sa.Column("key", sa.String(80)),
    sa.Column("record", sa.Text, nullable=False),  # canonical JSON
    sa.Column("hash", sa.String(64), nullable=False),
    sa.UniqueConstraint("table", "account", "key", name="once"),
    sa.Index("entries_by_round", "table", "round"),
)

snapshots = sa.Table(
    "snapshots",
    meta,
    sa.Column("table", sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("round", sa.Integer, nullable=False),
    sa.Column("header", sa.Text, nullable=False),
    sa.Column("sitting", sa.Text, nullable=False),  # whose seat was whose: who may see which cards afterwards
    sa.Index("snapshots_by_round", "table", "round"),
)

postings = sa.Table(
    "postings",
    meta,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("account", sa.ForeignKey("accounts.id"), nullable=False),
    sa.Column("amount", sa.BigInteger, nullable=False),
    sa.Column("table", sa.Integer),
    sa.Column("why", sa.String(40), nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Index("postings_by_account", "account"),
)

workers = sa.Table(
    "workers",
    meta,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("seen", sa.BigInteger, nullable=False),
)


class StoreError(ValueError):
    """A database that can't be used, and why."""


class Conflict(Exception):
    """What was to be written was overtaken by what somebody else wrote."""


class Short(ValueError):
    """An account that does not hold what was to be taken from it."""


@dataclass(frozen=True)
class Append:
    """What is written together for one step of one table: all of it or none."""

    table: int
    entries: Sequence[Mapping[str, Any]]
    snapshots: Sequence[Mapping[str, Any]] = ()
    also: Sequence[Callable[[Connection], None]] = field(default=())


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Store:
    """One database. Reading and writing are awaited; the functions they are given run in other threads."""

    def __init__(self, url: str) -> None:
        self.engine = _engine(url)
        self.shared = self.engine.dialect.name == "postgresql"
        self._lock: IO[str] | None = None
        self._waiting: queue.SimpleQueue[tuple[Any, Future[Any]] | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write_on, name="houseway-writer", daemon=True)
        self.worker = 0

    def open(self) -> None:
        """Take the database and bring its tables up to date; once."""
        if self._writer.is_alive():
            return
        try:
            if not self.shared:
                self._take_file()
            _migrate(self.engine)
        except (OperationalError, OSError) as error:
            reason = str(getattr(error, "orig", None) or error).strip().splitlines()[0]
            raise StoreError(f"{shown_url(self.engine)} can't be opened: {reason}") from None
        self._writer.start()

    def close(self) -> None:
        if self._writer.is_alive():
            self._waiting.put(None)
            self._writer.join()
        self.engine.dispose()
        if self._lock is not None:
            self._lock.close()

    def _take_file(self) -> None:
        """One process serves a SQLite file; the lock goes with the process, however it ends."""
        path = self.engine.url.database
        if not path or path == ":memory:":
            return
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        self._lock = Path(f"{path}.lock").open("w")  # noqa: SIM115  # held while the process lives
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise StoreError(f"{path} is being served by another process already") from None

    # Reading and writing

    async def read(self, look: Callable[[Connection], T]) -> T:
        return await asyncio.to_thread(self.read_now, look)

    def read_now(self, look: Callable[[Connection], T]) -> T:
        with self.engine.connect() as connection:
            return look(connection)

    async def write(self, change: Callable[[Connection], T]) -> T:
        return await asyncio.wrap_future(self.write_soon(change))

    async def append(self, step: Append) -> None:
        await asyncio.wrap_future(self.write_soon(step))

    def write_soon(self, change: Any) -> "Future[Any]":
        done: Future[Any] = Future()
        self._waiting.put((change, done))
        return done

    def _write_on(self) -> None:
        while True:
            first = self._waiting.get()
            if first is None:
                return
            batch = [first]
            while len(batch) < _MOST_AT_ONCE:
                try:
                    more = self._waiting.get_nowait()
                except queue.Empty:
                    break
                if more is None:
                    self._waiting.put(None)
                    break
                batch.append(more)
            self._write_batch(batch)

    def _write_batch(self, batch: list[tuple[Any, "Future[Any]"]]) -> None:
        try:
            with self.engine.begin() as connection:
                results = self._carry_out(connection, [change for change, _ in batch])
        except Exception as error:
            if len(batch) == 1:
                batch[0][1].set_exception(_in_our_words(error))
                return
            for one in batch:  # whichever it was, the others go through
                self._write_batch([one])
            return
        for (_, done), result in zip(batch, results, strict=True):
            done.set_result(result)

    def _carry_out(self, connection: Connection, changes: list[Any]) -> list[Any]:
        results = [_one(connection, change) for change in changes]
        steps = [change for change in changes if isinstance(change, Append)]
        if rows := [row for step in steps for row in step.entries]:
            connection.execute(entries.insert(), rows)
        if snaps := [row for step in steps for row in step.snapshots]:
            connection.execute(snapshots.insert(), snaps)
        if self.shared and steps:
            told = {step.table: step.entries[-1]["number"] for step in steps if step.entries}
            news = json.dumps({"worker": self.worker, "tables": [[table, number] for table, number in told.items()]})
            notify(connection, news)
        return results


def _one(connection: Connection, change: Any) -> Any:
    if isinstance(change, Append):
        for also in change.also:
            also(connection)
        return None
    return change(connection)


def _in_our_words(error: Exception) -> Exception:
    return Conflict(str(error.orig)) if isinstance(error, IntegrityError) else error


def notify(connection: Connection, news: str) -> None:
    connection.execute(sa.select(sa.func.pg_notify(CHANNEL, news)))


def _engine(url: str) -> Engine:
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
        return sa.create_engine(parsed, pool_pre_ping=True, pool_size=8, max_overflow=16)
    engine = sa.create_engine(parsed)

    @sa.event.listens_for(engine, "connect")
    def _set_up(connection: Any, _: Any) -> None:
        connection.isolation_level = None  # transactions begin where SQLAlchemy says, not where the driver thinks
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
            connection.execute(f"PRAGMA {pragma}")

    @sa.event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN")

    return engine


def shown_url(engine: Engine) -> str:
    """The database as it may be printed, without its password."""
    return engine.url.set(drivername=engine.dialect.name).render_as_string(hide_password=True)


def _migrate(engine: Engine) -> None:
    config = Config()
    config.set_main_option("script_location", str(resources.files("houseway.serve") / "migrations"))
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":  # one worker at a time
            connection.execute(sa.text("SELECT pg_advisory_xact_lock(1215, 0)"))
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def default_url() -> str:
    """A file of the user's own: `~/.local/share/houseway/house.db`, or where XDG_DATA_HOME says."""
    home = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return f"sqlite:///{home / 'houseway' / 'house.db'}"
