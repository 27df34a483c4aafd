"""What went through this process: answers by status, how long they took, and how late the event loop is."""

import asyncio
import contextlib
import time
from collections import Counter

_LOOKED_AT = 1.0  # seconds between two looks at the loop


class Traffic:
    def __init__(self) -> None:
        self.answers: Counter[int] = Counter()
        self.seconds = 0.0
        self.lag = 0.0
        self._task: asyncio.Task[None] | None = None

    def answered(self, status: int, since: float) -> None:
        self.answers[status] += 1
        self.seconds += time.monotonic() - since

    def start(self) -> None:
        self._task = asyncio.create_task(self._watch())

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _watch(self) -> None:
        while True:
            before = time.monotonic()
            await asyncio.sleep(_LOOKED_AT)
            self.lag = max(0.0, time.monotonic() - before - _LOOKED_AT)
