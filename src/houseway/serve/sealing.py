"""Sealing a house while it is open: at intervals, when somebody asks for its head, and when it opens and closes."""

import asyncio
import contextlib
import logging
import time

from houseway.record import heads as signing
from houseway.record.heads import SignedHead
from houseway.record.seals import ALL_EVERY, EVERY, LATEST_FOR, Seal
from houseway.record.store import Store
from houseway.serve.witnesses import Witnesses

log = logging.getLogger("houseway.serve")


class Sealer:
    """Takes the heads of the tables into the daybook, and signs where it ends."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = asyncio.Lock()
        self._head: SignedHead | None = None
        self._sealed_at = 0.0
        self._seals = 0
        self._task: asyncio.Task[None] | None = None
        self.witnesses = Witnesses(store)

    @property
    def last(self) -> SignedHead | None:
        """The last head that was signed here."""
        return self._head

    async def start(self) -> None:
        async with self._lock:
            await self._seal(every=True)
        self._task = asyncio.create_task(self._on())

    async def stop(self) -> None:
        """The last seal: from here on nothing can be taken away unnoticed."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
            with contextlib.suppress(Exception):  # a house that can keep nothing more still closes
                await self.head(now=True)
            await self.witnesses.stop()

    async def head(self, *, now: bool = False) -> SignedHead:
        """Where the daybook ends, signed; what was written a moment ago is in it."""
        async with self._lock:
            fresh = self._head is not None and time.monotonic() - self._sealed_at < LATEST_FOR
            if self._head is None or (self._store.unsealed and (now or not fresh)):
                self._seals += 1
                await self._seal(every=self._seals % ALL_EVERY == 0)
            assert self._head is not None
            return self._head

    async def _seal(self, *, every: bool) -> None:
        store = self._store
        tables = store.unsealed.taken()
        try:
            seal = Seal(store.secret, tables, every, store.clock.jumped())
            head: SignedHead = await store.write_soon(seal)
        except BaseException:
            store.unsealed.wrote(tables, book=True)
            raise
        self._head, self._sealed_at = head, time.monotonic()
        self.witnesses.tell(head)
        try:
            await asyncio.to_thread(signing.keep, head, store.place)
        except OSError as error:  # it is signed and in the database all the same; the next one is kept again
            log.error("the head of record %s could not be kept beside the key: %s", head.number, error)

    async def _on(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            try:
                await self.head()
            except Exception:
                log.exception("the house could not be sealed and is sealed later")
