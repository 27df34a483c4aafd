"""Where tables, money and people are kept: SQLite in a file, or PostgreSQL for many processes.

All writing goes through one thread that commits whatever is waiting in one transaction, so that a hundred tables cost
one `fsync` and not a hundred, and rows of a kind go in one statement. Each change stands and falls by itself, behind a
savepoint where it may fail; it is acknowledged when the transaction that holds it is on the disk.
"""

import asyncio
import contextlib
import logging
import os
import queue
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar, cast

import sqlalchemy as sa
from sqlalchemy.engine import Connection
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError, SQLAlchemyError

from houseway.record import adoption, daybook, seals, seeds, witness
from houseway.record import heads as signing
from houseway.record.database import (
    StoreError,
    engine_for,
    migrate,
    refuse_newer,
    schema_findings,
    shown_url,
    take_file,
    write_rows,
)
from houseway.record.ended import Ended
from houseway.record.errors import ProveError
from houseway.record.heads import SignedHead, heads_seen
from houseway.record.house_rows import house_name
from houseway.record.keys import KeyWrong
from houseway.record.leases import Lease
from houseway.record.marks import Marks, key_for
from houseway.record.notes import Notes
from houseway.record.one_house import Turn
from houseway.record.opening import UNSIGNED_FOR_EVER, Looked, looked_at
from houseway.record.reach import REPLY_WITHIN, Reach
from houseway.record.schema import entries, snapshots, workers
from houseway.record.seals import Seal, Unsealed
from houseway.record.sources import place_of
from houseway.record.vault import VaultWrong
from houseway.record.wall_clock import WallClock, read
from houseway.record.witness import WitnessWrong
from houseway.software import identified

log = logging.getLogger("houseway.serve")
T = TypeVar("T")
Rows = Callable[[Connection, list[Mapping[str, Any]]], None]  # writes all rows of a kind at once
CHANNEL = "houseway"
_MOST_AT_ONCE = 512
_PROBE_EVERY = 1.0  # seconds for which the last commit speaks
_PROBE_SIZE = 64 * 1024
_LONGEST_PAUSE = 5  # seconds between two statements of one transaction of the writer

_ENTRIES, _SNAPSHOTS = entries.insert(), snapshots.insert()


class Conflict(Exception):
    """What was to be written was overtaken by what somebody else wrote."""


class Lost(Conflict):
    """The lease that a write carried is over: the table has another owner, none, or is closed."""


class Disabled(ValueError):
    """An account that can't play any more."""


class Short(ValueError):
    """An account that does not hold what was to be taken from it."""


@dataclass(frozen=True)
class Append:
    """What is written together for one step of one table: all of it or none, and nothing if the lease is over. A step
    without a lease is for a closed table, which nobody owns."""

    table: int
    lease: Lease | None
    entries: Sequence[Mapping[str, Any]] = ()
    snapshots: Sequence[Mapping[str, Any]] = ()
    also: Sequence[Callable[[Connection], None]] = field(default=())
    beside: Sequence[tuple[Rows, Mapping[str, Any]]] = field(default=())  # one row each, with those of other tables

    @property
    def end(self) -> tuple[int, str]:
        """Where it leaves the table's chain."""
        return self.entries[-1]["number"], self.entries[-1]["hash"]


def now() -> int:
    """Milliseconds since 1970, by the machine's own clock."""
    return time.time_ns() // 1_000_000


class Store:
    """One database. Reading and writing are awaited; the functions they are given run in other threads."""

    def __init__(self, url: str, *, accept: bool = False) -> None:
        self.reach = Reach()
        self.engine = engine_for(url, self.reach)
        self._accept = accept  # go on although something is wrong with it
        self.shared = self.engine.dialect.name == "postgresql"
        self.clock = WallClock()
        self.unsealed = Unsealed()
        self.ended = Ended()  # when it was opened
        self._lock: int | None = None
        self._turn: Turn | None = None
        self._waiting: queue.SimpleQueue[tuple[Any, asyncio.Future[Any]] | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write_on, name="houseway-writer", daemon=True)
        self._hand: Connection | None = None  # the writer's own
        self.on_written: Callable[[Mapping[int, int]], None] = lambda ends: None  # tables, and their last records
        self.worker = 0
        self.trouble = ""  # why the last commit failed; empty if it did not
        self._committed_at = float("-inf")
        self._probing: asyncio.Future[bool] | None = None

    def open(self) -> None:
        """Take the database and bring its tables up to date; once."""
        if self._writer.is_alive():
            return
        try:
            self._open()
        except BaseException:
            self.close()  # whoever opens it next finds it free
            raise
        self.reach.within = REPLY_WITHIN
        self._writer.start()

    def _open(self) -> None:
        try:
            if not self.shared:
                self._lock = take_file(self.engine)
            self.secret = seals.secret()
            with self.engine.connect() as connection:
                refuse_newer(self.engine, connection)
                self._take_turn(house_name(connection))
                strange = schema_findings(connection)  # before anything is written: a trigger would act on it
            self._hold(strange)
            migrate(self.engine)
            self._begin_daybook(strange)
            with self.engine.begin() as connection:
                self.engine.update_execution_options(vault=seeds.open_vault(connection))
        except (seeds.WrongKey, KeyWrong, VaultWrong) as error:
            raise StoreError(f"{shown_url(self.engine)} can't be opened: {error}") from None
        except (OperationalError, OSError) as error:
            reason = str(getattr(error, "orig", None) or error).strip().splitlines()[0]
            raise StoreError(f"{shown_url(self.engine)} can't be opened: {reason}") from None
        except ProveError as error:  # a head that was kept beside the key and can't be read
            raise StoreError(str(error)) from None

    def _take_turn(self, house: str) -> None:
        """Serve a house that is not being served from another database."""
        if house and self._turn is None:
            self._turn = Turn(house, self.engine)

    def _hold(self, found: list[str]) -> None:
        """Refuse a database with which something is wrong, unless it is to be opened all the same."""
        if found and not self._accept:
            more = f" ({len(found) - 1} more: `houseway prove` tells all)" if len(found) > 1 else ""
            way = "restore a backup, or open it all the same with --accept-findings, which is recorded"
            raise StoreError(f"{shown_url(self.engine)} is not as the house left it: {found[0]}{more}; {way}")

    def _begin_daybook(self, strange: list[str]) -> None:
        """Go on only from what the house has left, and record nothing before what is recorded; a house that has no
        daybook begins one."""
        with self.engine.connect() as connection:
            house, old = daybook.first_hash(connection), adoption.holds_anything(connection)
        if not house and not old:
            signing.forget(self.place)  # whatever house was here before, this is a new one
        seen = [*heads_seen(house, self.place), *self._witnessed(house)]  # before the database: it may go on meanwhile
        with self._at_one_moment() as connection:
            looked = looked_at(connection, secret=self.secret, seen=seen) if house or old or seen else Looked()
        found, self.ended = looked.wrong, looked.ended
        self._hold(found)
        with self.engine.begin() as connection:
            daybook.begin(connection, self.clock.now())
            adoption.begin(connection)
            for one in [*strange, *found]:
                entry = {"do": "accepted", "what": f"the house was opened although {one}"}
                lasts = {"for ever": True} if one in UNSIGNED_FOR_EVER else {}
                daybook.note(connection, "house", entry | lasts)
            daybook.write(connection)
            house = daybook.first_hash(connection)
            marks, self.notes = Marks(self.secret, house), Notes(self.secret, house)
            self.exam_key = key_for(self.secret, "exams", house)
            adoption.complete(connection, marks)
            adoption.identify(connection, identified())
            daybook.write(connection)
            if seals.latest(connection) is None:  # no record is ever without a head that a later one reaches back to
                Seal(self.secret, {}).carry_out(connection)
            last = daybook.head(connection)
        assert last is not None
        self._take_turn(house)
        self.engine.update_execution_options(marks=marks)
        self.clock.after(read(last.at), told=True)

    def _witnessed(self, house: str) -> list[SignedHead]:
        """What witnesses have of this house. One that fails or lies keeps no house closed."""
        found = []
        for url in signing.witnesses() if house else ():
            try:
                head = witness.latest(url, house)
            except WitnessWrong as wrong:
                log.error("%s", wrong)
                continue
            if head is not None and head.key == signing.public(self.secret):
                found.append(head)
            elif head is not None:
                log.error("the witness %s has a head of this house that another key signed", url)
        return found

    @property
    def place(self) -> str:
        """Where the database is, however it is named."""
        return place_of(self.engine.url.render_as_string(hide_password=False))

    def close(self) -> None:
        if self._writer.is_alive():
            self._waiting.put(None)
            self._writer.join()
            self._let_go()
        self.engine.dispose()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None
        if self._turn is not None:
            self._turn.over()
            self._turn = None

    def notify(self, connection: Connection, note: Mapping[str, Any]) -> None:
        """Tell the other workers something, when the transaction is on the disk."""
        connection.execute(sa.select(sa.func.pg_notify(CHANNEL, self.notes.shut(note))))

    # Reading and writing

    @property
    def waiting(self) -> int:
        """Changes that are not on the disk yet."""
        return self._waiting.qsize()

    @property
    def writing(self) -> bool:
        """Whether changes get to the disk at all."""
        return self._writer.is_alive()

    async def read(self, look: Callable[[Connection], T]) -> T:
        return await asyncio.to_thread(self.read_now, look)

    def read_now(self, look: Callable[[Connection], T]) -> T:
        with self._at_one_moment() as connection:
            return look(connection)

    @contextlib.contextmanager
    def _at_one_moment(self) -> Iterator[Connection]:
        """All that is read belongs together, though others write meanwhile: a table's entries go with its snapshot and
        its seats. SQLite does so by itself."""
        with self.engine.connect() as connection:
            if self.shared:
                connection.execution_options(isolation_level="REPEATABLE READ")
            yield connection

    async def write(self, change: Callable[[Connection], T]) -> T:
        return cast(T, await self.write_soon(change))

    async def append(self, step: Append) -> None:
        await self.write_soon(step)

    def write_soon(self, change: Any) -> "asyncio.Future[Any]":
        """Have something written; who no longer waits for it has it written all the same."""
        done = asyncio.get_running_loop().create_future()
        self._waiting.put((change, done))
        return done

    async def probe(self) -> bool:
        """Whether changes get to the disk: one just did, or a small one does now. After a failure it is larger, since
        there may be room for a little. False if this worker is not entered, as one that others gave up."""
        if not self.trouble and time.monotonic() - self._committed_at < _PROBE_EVERY:
            return True
        if self._probing is None or self._probing.done():
            words = "x" * _PROBE_SIZE if self.trouble else ""
            mine = workers.update().where(workers.c.id == self.worker).values(probe=words)
            self._probing = self.write_soon(lambda c: c.execute(mine).rowcount == 1)
        return await asyncio.shield(self._probing)

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
            _answer([done for _, done in batch], self._written([change for change, _ in batch]))

    def _written(self, changes: list[Any], *, again: bool = True) -> list[Any]:
        """Write changes together, and say of each what came of it: its result, or why it was not written."""
        committing = False
        try:
            if self._hand is None:
                self._hand = self._connected()
            with self._hand.begin() as transaction:
                came = self._carry_out(self._hand, changes)
                committing = True
                transaction.commit()
        except Exception as error:
            self._let_go()
            if isinstance(error, (DBAPIError, OSError)) and not isinstance(error, IntegrityError):
                self.trouble = str(getattr(error, "orig", None) or error)
            if committing:  # it may be on the disk or not: what is done twice must not be done by us
                return [_Failed(error) for _ in changes]
            if again and isinstance(error, DBAPIError) and error.connection_invalidated:
                return self._written(changes, again=False)  # the connection was lost while nothing was written
            if len(changes) == 1:
                return [_Failed(error)]
            return [self._written([one])[0] for one in changes]  # whichever it was, the others go through
        self.trouble, self._committed_at = "", time.monotonic()
        kept = [step for step, what in zip(changes, came, strict=True) if not isinstance(what, _Failed)]
        ends = {step.table: step.end for step in kept if isinstance(step, Append) and step.entries}
        self.unsealed.wrote(ends, book=self._entered)
        self.on_written({table: number for table, (number, _) in ends.items()})
        return came

    def _connected(self) -> Connection:
        """A connection for the writer alone. PostgreSQL ends it if the process hangs in the middle of a transaction:
        others wait for what such a transaction holds."""
        connection = self.engine.connect()
        if self.shared:
            connection.detach()
            connection.exec_driver_sql(f"SET idle_in_transaction_session_timeout = '{_LONGEST_PAUSE}s'")
            connection.commit()
        return connection

    def _let_go(self) -> None:
        """The next transaction has another connection."""
        if self._hand is not None:
            with contextlib.suppress(Exception):
                self._hand.close()
            self._hand = None

    def _carry_out(self, connection: Connection, changes: list[Any]) -> list[Any]:
        daybook.begin(connection, self.clock.now())
        came: list[Any] = [None] * len(changes)
        plain = [at for at, change in enumerate(changes) if isinstance(change, Append) and not change.also]
        rest = set(range(len(changes))).difference(plain)
        if plain and _by_itself(connection, partial(_append, [changes[at] for at in plain]), alone=not rest):
            rest.update(plain)  # one of them failed, and only that one is not to be written
        for at in sorted(rest):
            change = changes[at]
            if not isinstance(change, Seal):
                work = partial(_append, [change]) if isinstance(change, Append) else change
                came[at] = _by_itself(connection, work, alone=len(changes) == 1)
        self._entered = daybook.write(connection)
        for at, change in enumerate(changes):
            if isinstance(change, Seal):  # when all else is written, and the daybook is this transaction's
                came[at] = change.carry_out(connection)
        return came


class _Failed:
    """What was not written, and why."""

    def __init__(self, error: Exception) -> None:
        self.error = Conflict(str(error.orig)) if isinstance(error, IntegrityError) else error


def _by_itself(connection: Connection, work: Callable[[Connection], Any], *, alone: bool) -> Any:
    """What comes of one change; if it fails, nothing of it is left, and the transaction goes on with the others. What
    stops the whole transaction is raised, and so is what fails in one where it is alone."""
    if alone:
        return work(connection)
    noted = daybook.noted(connection)
    try:
        with connection.begin_nested():
            return work(connection)
    except SQLAlchemyError as error:
        if not isinstance(error, IntegrityError):
            raise
        daybook.forget(connection, noted)
        return _Failed(error)
    except Exception as error:
        daybook.forget(connection, noted)
        return _Failed(error)


def _append(steps: Sequence[Append], connection: Connection) -> None:
    _check_leases(steps, connection)
    for step in steps:
        for also in step.also:
            also(connection)
    if rows := [row for step in steps for row in step.entries]:
        write_rows(connection, _ENTRIES, rows)
    if snaps := [row for step in steps for row in step.snapshots]:
        write_rows(connection, _SNAPSHOTS, snaps)
    kinds: dict[Rows, list[Mapping[str, Any]]] = {}
    for step in steps:
        for write, row in step.beside:
            kinds.setdefault(write, []).append(row)
    for write, some in kinds.items():
        write(connection, some)


def _check_leases(steps: Sequence[Append], connection: Connection) -> None:
    """Every table is open and leased as the steps say, or closed; it stays so until the transaction is over."""
    asked = ", ".join(str(table) for table in {step.table for step in steps})
    held = " FOR SHARE" if connection.dialect.name == "postgresql" else ""  # SQLite has one writer
    found = connection.exec_driver_sql(
        f"SELECT id, owner, lease, closed FROM tables WHERE id IN ({asked}) ORDER BY id{held}"
    )
    now = {table: None if closed else Lease(owner, number) for table, owner, number, closed in found}
    for step in steps:
        if now[step.table] != step.lease:
            raise Lost(f"table {step.table} is closed, or not leased to this worker any more")


def _answer(waiting: list["asyncio.Future[Any]"], came: list[Any]) -> None:
    """Tell those who wait, all of one event loop at once."""
    loops: dict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[Any], Any]]] = {}
    for done, what in zip(waiting, came, strict=True):
        loops.setdefault(done.get_loop(), []).append((done, what))
    for loop, some in loops.items():
        with contextlib.suppress(RuntimeError):  # closed meanwhile: nobody waits any more
            loop.call_soon_threadsafe(_settle, some)


def _settle(waiting: list[tuple["asyncio.Future[Any]", Any]]) -> None:
    for done, what in waiting:
        if done.done():
            continue
        if isinstance(what, _Failed):
            done.set_exception(what.error)
        else:
            done.set_result(what)


def marks_of(connection: Connection) -> Marks:
    """Makes and checks the marks of the house that was opened."""
    found = connection.get_execution_options()["marks"]
    assert isinstance(found, Marks)
    return found
