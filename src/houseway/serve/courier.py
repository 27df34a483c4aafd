"""Word between the processes of a house, by PostgreSQL: who is alive, what was written, and what a player said.

A worker holds an advisory lock on its own number for as long as its connection lives. When the process dies the lock
goes with it, and the next worker that looks gives the dead one's tables free; a worker that hangs is given up after
`SILENT` seconds without a sign. Whoever writes to a table twice at a time is stopped by the journal itself: a record
number can be taken once.
"""

import asyncio
import json
import logging
import secrets
import threading
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import psycopg
import sqlalchemy as sa

from houseway.serve.store import CHANNEL, Store, notify, tables, workers

log = logging.getLogger("houseway.serve")

LOCKS = 1215  # the class of our advisory locks
SILENT = 6.0
PATIENCE = 3.0  # seconds that an answer from another worker is waited for
_MOST_NEWS = 300  # tables in a note
_LONGEST = 7500  # bytes; PostgreSQL carries up to 8000


class Courier:
    """One connection that listens, and tells others that this worker is alive."""

    def __init__(
        self,
        store: Store,
        *,
        on_news: Callable[[Mapping[str, Any]], None],
        on_call: Callable[[Mapping[str, Any]], Awaitable[dict[str, Any]]],
        on_number: Callable[[int], None],
        on_newcomer: Callable[[], None],
    ) -> None:
        self._store = store
        self._on_news, self._on_call, self._on_number = on_news, on_call, on_number
        self._on_newcomer = on_newcomer
        self.others: set[int] = set()
        self._news: dict[int, int] = {}  # tables that were written to, and their last records
        self._is_news = threading.Condition()
        self._herald = threading.Thread(target=self._spread, name="houseway-herald", daemon=True)
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._listen, name="houseway-courier", daemon=True)
        self._calls: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self.worker = 0

    async def start(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._connection = await asyncio.to_thread(self._connect)
        self._on_number(self.worker)
        self._thread.start()
        self._herald.start()

    def stop(self) -> None:
        self._stopping.set()
        with self._is_news:
            self._is_news.notify()
        self._thread.join()
        self._herald.join()
        with self._store.engine.begin() as connection:
            connection.execute(tables.update().where(tables.c.owner == self.worker).values(owner=None))
            connection.execute(workers.delete().where(workers.c.id == self.worker))
        self._connection.close()

    def _connect(self) -> "psycopg.Connection[Any]":
        url = self._store.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        connection = psycopg.connect(url, autocommit=True)
        made = connection.execute("INSERT INTO workers (seen) VALUES (0) RETURNING id").fetchone()
        assert made is not None
        self.worker = made[0]
        connection.execute("SELECT pg_advisory_lock(%s, %s)", (LOCKS, self.worker))
        connection.execute(f"LISTEN {CHANNEL}")
        self._beat(connection)
        return connection

    def _beat(self, connection: "psycopg.Connection[Any]") -> None:
        """A sign of life, and a look at who gave none: their tables are free."""
        clock = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
        connection.execute(f"UPDATE workers SET seen = {clock} WHERE id = %s", (self.worker,))
        others = connection.execute(f"SELECT id, {clock} - seen FROM workers WHERE id <> %s", (self.worker,)).fetchall()
        known, self.others = self.others, {other for other, _ in others}
        if self.others - known:  # who has come has not heard what was written before it was known to be there
            self._loop.call_soon_threadsafe(self._on_newcomer)
        for other, silent in others:
            free = connection.execute("SELECT pg_try_advisory_lock(%s, %s)", (LOCKS, other)).fetchone()
            gone = bool(free and free[0])
            if gone or (silent > SILENT * 1000 and silent < 10**12):
                log.warning("worker %s is gone: its tables are free", other)
                with connection.transaction():
                    connection.execute("UPDATE tables SET owner = NULL WHERE owner = %s", (other,))
                    connection.execute("DELETE FROM workers WHERE id = %s", (other,))
            if gone:
                connection.execute("SELECT pg_advisory_unlock(%s, %s)", (LOCKS, other))

    def _listen(self) -> None:
        while not self._stopping.is_set():
            try:
                for said in self._connection.notifies(timeout=1.0):
                    note = json.loads(said.payload)
                    if note.get("worker") != self.worker:
                        self._loop.call_soon_threadsafe(self._heard, note)
                    if self._stopping.is_set():
                        return
                self._beat(self._connection)
            except psycopg.Error:
                if self._stopping.wait(1.0):
                    return
                log.exception("the connection to the database was lost")
                try:
                    self._connection = self._connect()
                    self._loop.call_soon_threadsafe(self._on_number, self.worker)
                except psycopg.Error:
                    log.warning("the database can't be reached and is tried again")

    # What others are told

    def wrote(self, tables: Mapping[int, int]) -> None:
        """Others hear of what is written to these tables, if there are any; in any thread. It is told after it was
        committed and beside the next commits: PostgreSQL lets nobody commit while one who tells something does."""
        if not self.others or not tables:
            return
        with self._is_news:
            self._news.update(tables)
            self._is_news.notify()

    def _spread(self) -> None:
        while True:
            with self._is_news:
                while not self._news and not self._stopping.is_set():
                    self._is_news.wait()
                if self._stopping.is_set():
                    return
                news = [[table, self._news.pop(table)] for table in list(self._news)[:_MOST_NEWS]]
            try:
                self._publish({"worker": self.worker, "tables": news})
            except sa.exc.SQLAlchemyError:
                log.warning("what was written could not be told to other workers")

    # What is heard, in the event loop

    def _heard(self, note: Mapping[str, Any]) -> None:
        if "tables" in note or "over" in note:
            self._on_news(note)
        elif note.get("to") == self.worker and "call" in note:
            task = self._loop.create_task(self._answer(note))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        elif note.get("to") == self.worker and note["id"] in self._calls:
            waiting = self._calls.pop(note["id"])
            if not waiting.done():
                waiting.set_result(note["answer"])

    async def _answer(self, note: Mapping[str, Any]) -> None:
        answer = await self._on_call(note["call"])
        await self._send({"to": note["from"], "id": note["id"], "answer": answer})

    async def call(self, worker: int, call: Mapping[str, Any]) -> dict[str, Any] | None:
        """Have something done by another worker; None if no answer comes."""
        id = secrets.token_hex(8)
        self._calls[id] = answered = self._loop.create_future()
        try:
            await self._send({"to": worker, "from": self.worker, "id": id, "call": call})
            return await asyncio.wait_for(answered, PATIENCE)
        except TimeoutError:
            return None
        finally:
            self._calls.pop(id, None)

    async def _send(self, note: Mapping[str, Any]) -> None:
        await asyncio.to_thread(self._publish, note)

    def _publish(self, note: Mapping[str, Any]) -> None:
        payload = json.dumps(note, ensure_ascii=False, separators=(",", ":"))
        if len(payload.encode()) > _LONGEST:
            raise ValueError("too long to hand on")
        with self._store.engine.begin() as connection:
            notify(connection, payload)
