"""Counts for visitors: one at a time in a process of its own, the others in a queue; what was counted is kept.

A count goes on while somebody wants it: a page that shows it, or a program that asked not long ago. Nobody can fill the
queue, and tables go on beside it.
"""

import asyncio
import contextlib
import json
import logging
import os
import pickle
import sys
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from houseway.errors import TooMany, Unavailable
from houseway.pricing.papers.sheet import Sheet, WagerPrice
from houseway.rules.resolved import Rules
from houseway.serve.workers.counting import LENGTH, packed

log = logging.getLogger("houseway.serve")

KEPT = 100  # answers
MOST_WAITING = 20
MOST_EACH = 3  # that one visitor may have waiting
LEASE = 30.0  # seconds that a program's question holds without being asked again
LONGEST = 900.0  # seconds
IDLE = 600.0  # seconds without work after which the process ends


class Count:
    """Something that is counted, or will be, or was."""

    def __init__(self, key: str, job: tuple[Any, ...], who: str) -> None:
        self.key, self.job, self.who = key, job, who
        self.progress: tuple[int, int] = (0, 0)
        self.answer: Any = None
        self.wrong = ""
        self.holders = 0
        self._lease = time.monotonic() + LEASE
        self._over = asyncio.Event()

    @property
    def over(self) -> bool:
        return self._over.is_set()

    @property
    def wanted(self) -> bool:
        return self.holders > 0 or time.monotonic() < self._lease

    def hold(self) -> "Count":
        """A page wants it until it says otherwise."""
        self.holders += 1
        return self

    def release(self) -> None:
        self.holders -= 1
        self._lease = 0.0

    async def wait(self, seconds: float) -> bool:
        """Whether it is over after so long; asking is wanting."""
        self._lease = max(self._lease, time.monotonic() + seconds + LEASE)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._over.wait(), max(0.001, seconds))
        return self.over

    def end(self, answer: Any = None, wrong: str = "") -> None:
        self.answer, self.wrong = answer, wrong
        self._over.set()


class _GivenUp(Exception):
    """Nobody wants it any more, or it can't be had."""


class Counts:
    """The counts of a house."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Count] = OrderedDict()
        self._queue: deque[Count] = deque()
        self._now: Count | None = None
        self._news = asyncio.Event()
        self._runner: asyncio.Task[None] | None = None
        self._process: asyncio.subprocess.Process | None = None

    # Asking

    def price(self, rules: Rules, who: str, *, allowed: Callable[[], None]) -> Count:
        """The sheet of these rules. `allowed` is called if it must be counted, and raises if it may not be."""
        return self._asked(key_of(rules), ("price", rules.game.id, dict(rules.chosen)), who, allowed)

    def session(
        self, sheet: Sheet, wager: WagerPrice, rounds: int, bankroll: Fraction, who: str, *, allowed: Callable[[], None]
    ) -> Count:
        """Many rounds of one wager of a sheet."""
        key = json.dumps([key_of(sheet.rules), wager.wager, rounds, str(bankroll)])
        return self._asked(key, ("session", dict(wager.outcomes.counts), rounds, bankroll), who, allowed)

    def floor(
        self, url: str, wanted: Mapping[str, Any], stands: str, who: str, *, allowed: Callable[[], None]
    ) -> Count:
        """The floor's report of a house that stands as `stands` says."""
        key = json.dumps(["floor", dict(wanted), stands], sort_keys=True)
        return self._asked(key, ("floor", url, dict(wanted)), who, allowed)

    def sheets(self) -> dict[str, Sheet]:
        """The sheets that were counted already, by the keys of their rules."""
        over = {key: count.answer for key, count in self._kept.items() if count.over and not count.wrong}
        return {key: answer for key, answer in over.items() if isinstance(answer, Sheet)}

    @property
    def begun(self) -> Count | None:
        """The one that is being counted."""
        return self._now

    def ahead(self, count: Count) -> int:
        """How many others come first."""
        if count is self._now or count not in self._queue:
            return 0
        return self._queue.index(count) + (self._now is not None)

    def _asked(self, key: str, job: tuple[Any, ...], who: str, allowed: Callable[[], None]) -> Count:
        count = self._kept.get(key)
        if count is None:
            allowed()
            self._queue = deque(one for one in self._queue if one.wanted or self._forget(one))
            if sum(one.who == who for one in self._queue) >= MOST_EACH:
                raise TooMany(f"{MOST_EACH} counts of yours wait already: let one come to its end")
            if len(self._queue) >= MOST_WAITING:
                raise Unavailable("too many counts are waiting: try again in a minute")
            count = self._kept[key] = Count(key, job, who)
            self._queue.append(count)
            self._news.set()
            if self._runner is None or self._runner.done():
                self._runner = asyncio.get_running_loop().create_task(self._run())
        self._kept.move_to_end(key)
        finished = [key for key, one in self._kept.items() if one.over]
        for old in finished[: max(0, len(finished) - KEPT)]:
            del self._kept[old]
        return count

    def _forget(self, count: Count) -> bool:
        count.end(wrong="the count was broken off: nobody waited for it")
        self._kept.pop(count.key, None)
        return False

    # Counting

    async def _run(self) -> None:
        while True:
            while not self._queue:
                self._news.clear()
                try:
                    await asyncio.wait_for(self._news.wait(), IDLE)
                except TimeoutError:
                    await self._end_process()
            count = self._queue.popleft()
            if not count.wanted:
                self._forget(count)
                continue
            self._now = count
            try:
                kind, answer = await self._carried_out(count)
                if kind == "done":
                    count.end(answer)
                else:
                    count.end(wrong=answer)
            except _GivenUp:
                self._forget(count)
                await self._end_process()
            except Exception:
                log.exception("a count broke off")
                await self._end_process()
                count.end(wrong="the count broke off: try it again")
                self._kept.pop(count.key, None)
            finally:
                self._now = None

    async def _carried_out(self, count: Count) -> tuple[str, Any]:
        process = self._process or await self._begin_process()
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(packed(count.job))
        await process.stdin.drain()
        until = time.monotonic() + LONGEST
        while True:
            reading = asyncio.ensure_future(_message(process.stdout))
            try:
                while not (await asyncio.wait({reading}, timeout=0.3))[0]:
                    if not count.wanted or time.monotonic() > until:
                        raise _GivenUp
                kind, value = reading.result()
            finally:
                reading.cancel()
            if kind != "progress":
                return kind, value
            count.progress = value
            if not count.wanted:
                raise _GivenUp

    async def _begin_process(self) -> asyncio.subprocess.Process:
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "houseway.serve.workers.counting",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        )
        return self._process

    async def _end_process(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    async def stop(self) -> None:
        if self._runner is not None:
            self._runner.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._runner
        await self._end_process()


async def _message(stream: asyncio.StreamReader) -> Any:
    (length,) = LENGTH.unpack(await stream.readexactly(LENGTH.size))
    return pickle.loads(await stream.readexactly(length))


def key_of(rules: Rules) -> str:
    return json.dumps([rules.game.id, rules.chosen], sort_keys=True)
