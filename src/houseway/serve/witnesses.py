"""Telling witnesses of a house's heads while it is open. One that fails holds nobody up; what is wrong is told."""

import asyncio
import contextlib
import logging
from concurrent.futures import ThreadPoolExecutor

from houseway.record import daybook, heads, witness
from houseway.record.heads import SignedHead
from houseway.record.store import Store
from houseway.record.witness import WitnessWrong

log = logging.getLogger("houseway.serve")


class Witnesses:
    """Those of `HOUSEWAY_HEADS`. Each hears of the last head, whatever it missed before."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._urls = heads.witnesses()
        self._threads = ThreadPoolExecutor(max_workers=max(1, len(self._urls)), thread_name_prefix="houseway-witness")
        self._head: SignedHead | None = None
        self._new = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._wrong: dict[str, str] = {}

    @property
    def wrong(self) -> list[str]:
        """What is wrong now, in a sentence for each witness."""
        return list(self._wrong.values())

    def tell(self, head: SignedHead) -> None:
        self._head = head
        self._new.set()
        if self._urls and self._task is None:
            self._task = asyncio.create_task(self._on())

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
            await self._tell_all()
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _on(self) -> None:
        while True:
            await self._new.wait()
            self._new.clear()
            await self._tell_all()

    async def _tell_all(self) -> None:
        if self._head is not None:
            await asyncio.gather(*(self._tell(url, self._head) for url in self._urls))

    async def _tell(self, url: str, head: SignedHead) -> None:
        before = self._wrong.pop(url, "")
        try:
            kept = await asyncio.get_running_loop().run_in_executor(self._threads, witness.post, url, head)
            if kept.key != head.key:
                raise WitnessWrong(f"the witness {url} has a head of this house that another key signed")
            if not await self._has(kept):
                raise WitnessWrong(
                    f"the witness {url} has the head of record {kept.number} ({kept.at}), which the daybook does not "
                    "have: what was recorded was changed or taken out"
                )
        except Exception as error:
            self._wrong[url] = wrong = (
                str(error) if isinstance(error, WitnessWrong) else f"the witness {url} could not be told: {error}"
            )
            if wrong != before:
                log.error("%s", wrong)
        else:
            if before:
                log.warning("the witness %s has kept the head of record %s", url, head.number)

    async def _has(self, head: SignedHead) -> bool:
        return await self._store.read(lambda c: daybook.hash_of(c, head.number)) == head.hash
