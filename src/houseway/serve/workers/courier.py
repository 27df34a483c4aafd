"""Word between the processes of a house, by PostgreSQL: who is alive, what was written, and what a player said."""

import asyncio
import contextlib
import logging
import secrets
import threading
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import psycopg
import sqlalchemy as sa

from houseway.record.leases import BEAT, Place, Step
from houseway.record.notes import NoteWrong
from houseway.record.reach import BEAT_WITHIN, NoAnswer, Reach
from houseway.record.register import Register
from houseway.record.store import CHANNEL, Store

log = logging.getLogger("houseway.serve")

PATIENCE = 3.0  # seconds that an answer from another worker is waited for
_MOST_NEWS = 300  # tables in a note


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
        on_lost: Callable[[], None],
    ) -> None:
        self._store = store
        self._reach = Reach(BEAT_WITHIN)
        self._on_news, self._on_call, self._on_number = on_news, on_call, on_number
        self._on_newcomer, self._on_lost = on_newcomer, on_lost
        self._place = Place()
        self._news: dict[int, int] = {}  # tables that were written to, and their last records
        self._is_news = threading.Condition()
        self._herald = threading.Thread(target=self._spread, name="houseway-herald", daemon=True)
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._listen, name="houseway-courier", daemon=True)
        self._calls: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._warned = False  # of notes that no worker wrote

    @property
    def worker(self) -> int:
        """The number under which this worker is entered."""
        return self._place.number

    @property
    def others(self) -> set[int]:
        """The workers that are entered besides this one."""
        return set(self._place.others)

    @property
    def alive(self) -> bool:
        """Others are told that this worker is alive."""
        return self._thread.is_alive()

    async def start(self) -> None:
        self._loop = asyncio.get_running_loop()
        await asyncio.to_thread(self._connect)
        self._on_number(self.worker)
        self._thread.start()
        self._herald.start()

    def stop(self) -> None:
        self._stopping.set()
        with self._is_news:
            self._is_news.notify()
        self._thread.join()
        self._herald.join()
        with contextlib.suppress(psycopg.Error):  # others find that the lock is free
            self._register.ask(Step("give up", self.worker))
        self._connection.close()

    def _connect(self) -> None:
        """Enter under a new number: the lock on the old one went with its connection."""
        engine = self._store.engine
        _, way = engine.dialect.create_connect_args(engine.url)
        self._connection = self._reach.connected(autocommit=True, **way)
        self._connection.execute(f"LISTEN {CHANNEL}")
        self._register, self._place = Register(self._connection), Place()
        self._beat()

    def _beat(self) -> None:
        """Give a sign of life, look for others that give none, and free what is nobody's."""
        known, place = self.others, self._place
        step: Step | None = place.first()
        while step is not None:
            place, step = place.then(step, self._register.ask(step))
        self._place = place
        if self.others - known:  # who has come has not heard what was written before it was known to be there
            self._loop.call_soon_threadsafe(self._on_newcomer)

    def _listen(self) -> None:
        while not self._stopping.is_set():
            try:
                before = self.worker
                for said in self._connection.notifies(timeout=BEAT):
                    self._read(said.payload)
                    if self._stopping.is_set():
                        return
                self._beat()
                if self.worker != before:
                    log.warning("worker %s was given up by others, and goes on as worker %s", before, self.worker)
                    self._loop.call_soon_threadsafe(self._on_number, self.worker)
            except Exception as error:
                self._reconnect(error)

    def _read(self, payload: str) -> None:
        try:
            note = self._store.notes.opened(payload)
        except NoteWrong as wrong:
            if not self._warned:
                log.warning("%s is left aside; what else is like it is not told again", wrong)
            self._warned = True
            return
        if note.get("worker") == self.worker:
            return
        self._loop.call_soon_threadsafe(self._heard, note)

    def _reconnect(self, error: Exception) -> None:
        log.warning("the connection to the database was lost: %s", error)
        if isinstance(error, NoAnswer):
            self._lose()
        with contextlib.suppress(Exception):
            self._connection.close()
        while not self._stopping.is_set():
            try:
                self._connect()
            except (psycopg.Error, OSError):
                log.warning("the database can't be reached and is tried again")
                self._lose()
                self._stopping.wait(BEAT)
            else:
                self._store.reach.lost = False
                self._loop.call_soon_threadsafe(self._on_number, self.worker)
                return

    def _lose(self) -> None:
        """Nobody in this process waits for the database until it is reached again."""
        if not self._store.reach.lost:
            self._store.reach.lost = True
            self._loop.call_soon_threadsafe(self._on_lost)

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
        with self._store.engine.begin() as connection:
            self._store.notify(connection, note)
