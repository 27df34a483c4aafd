"""The coach of a house: advice is counted in a process of its own, which gives way to everything else.

Tables go on while it counts. What was advised once is kept for a while, since a player who looks again asks the same.
"""

import asyncio
import json
import logging
import multiprocessing
import os
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

from houseway.errors import NotFound, TooMany, Unavailable
from houseway.play.ask import Ask
from houseway.play.event import Event
from houseway.pricing.coach import Advice, Decision, advise
from houseway.rules.resolved import Rules
from houseway.rules.strict import RulesError
from houseway.skill.answering import answered

PATIENCE = 20.0  # seconds, after which somebody is told to ask again; the count goes on meanwhile
_MOST_WAITING = 40
_MOST_EACH = 4  # that one asker may have waiting
_KEPT = 200

Key = tuple[object, ...]
T = TypeVar("T")

log = logging.getLogger("houseway.serve")


class _Turns:
    """A process that counts, one thing after the other. Whoever asks for many waits longer for them than who asks for
    one: askers take turns."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._lines: OrderedDict[str, deque[tuple[asyncio.Future[Any], Callable[..., Any], tuple[object, ...]]]]
        self._lines = OrderedDict()
        self._now: asyncio.Future[Any] | None = None

    def asked(self, who: str, count: Callable[..., T], about: tuple[object, ...]) -> "asyncio.Future[T]":
        if len(self._lines.get(who, ())) >= _MOST_EACH:
            raise TooMany(f"{_MOST_EACH} questions of yours wait already: let one come to its end")
        if sum(map(len, self._lines.values())) >= _MOST_WAITING:
            raise Unavailable("too many ask the coach at once: ask again in a moment")
        found: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._lines.setdefault(who, deque()).append((found, count, about))
        self._next()
        return found

    def _next(self) -> None:
        if self._now is not None or not self._lines:
            return
        who, line = self._lines.popitem(last=False)
        found, count, about = line.popleft()
        if line:
            self._lines[who] = line  # behind the others
        if self._pool is None:
            self._pool = _process()
        try:
            self._now = asyncio.wrap_future(self._pool.submit(count, *about))
        except BrokenProcessPool as error:
            found.set_exception(error)
            return
        self._now.add_done_callback(lambda done: self._over(done, found))

    def _over(self, done: "asyncio.Future[Any]", found: "asyncio.Future[Any]") -> None:
        if done is self._now:
            self._now = None
        error = BrokenProcessPool() if done.cancelled() else done.exception()
        if error is None:
            found.set_result(done.result())
        else:
            found.set_exception(error)
            found.exception()  # who asked may have gone by now, and that is nothing to log
        self._next()

    def stop(self) -> None:
        """End the process; what was asked of it fails."""
        pool, self._pool, self._now = self._pool, None, None
        lines, self._lines = self._lines, OrderedDict()
        for line in lines.values():
            for found, _, _ in line:
                found.set_exception(BrokenProcessPool())
                found.exception()
        if pool is not None:
            pool.shutdown(wait=False, cancel_futures=True)


class Coach:
    """Says what each answer is worth, to whoever is asked and nobody else: what it is given, the seat can see."""

    def __init__(self) -> None:
        self._turns = _Turns()
        self._players: ProcessPoolExecutor | None = None
        self._counting: OrderedDict[Key, asyncio.Future[Any]] = OrderedDict()
        self._warned: set[type[Exception]] = set()

    async def advise(self, decision: Decision, *, who: str, patience: float = PATIENCE) -> Advice:
        return await self.counted(_key(decision), advise, decision, who=who, patience=patience)

    async def counted(
        self, key: Key, count: Callable[..., T], *about: object, who: str, patience: float = PATIENCE
    ) -> T:
        """What a function of this package finds, and found before for the same key. Askers take turns."""
        future: asyncio.Future[T] = self._asked(key, count, about, who)
        try:
            return await asyncio.wait_for(asyncio.shield(future), patience)
        except TimeoutError:
            raise Unavailable("the coach is still counting: ask again in a moment") from None
        except RulesError as error:
            raise NotFound(str(error)) from None
        except BrokenProcessPool:
            self.stop()
            raise Unavailable("the coach had to begin anew: ask again in a moment") from None

    def _asked(self, key: Key, count: Callable[..., T], about: tuple[object, ...], who: str) -> "asyncio.Future[T]":
        known = self._counting.get(key)
        if known is None:
            known = self._counting[key] = self._turns.asked(who, count, about)
            while len(self._counting) > _KEPT:
                self._counting.popitem(last=False)
        self._counting.move_to_end(key)
        return known

    async def played(
        self, rules: Rules, events: Sequence[Event], ask: Ask, style: str, seed: int, patience: float
    ) -> str:
        """What a skilled player answers, from the events as the seat has seen them; "" if that fails or takes too long.
        No count is in its way: this has a process of its own."""
        if self._players is None:
            self._players = _process()
        try:
            future = self._players.submit(answered, rules, events, ask, style, seed)
            return await asyncio.wait_for(asyncio.wrap_future(future), patience)
        except TimeoutError:
            return ""
        except Exception as error:
            if isinstance(error, BrokenProcessPool):
                self._players = None
            self.warn(error)
            return ""

    def warn(self, error: Exception) -> None:
        """Log why a bot found no answer, once for each kind of error: a bot would meet it again at every decision."""
        if type(error) not in self._warned:
            self._warned.add(type(error))
            log.warning("a bot found no answer and gave a simple one", exc_info=error)

    def stop(self) -> None:
        self._turns.stop()
        if self._players is not None:
            self._players.shutdown(wait=False, cancel_futures=True)
        self._players, self._counting = None, OrderedDict()


def _process() -> ProcessPoolExecutor:
    anew = multiprocessing.get_context("spawn")  # a fork would share this process's threads and sockets
    return ProcessPoolExecutor(1, mp_context=anew, initializer=_begin, initargs=(os.getpid(),))


def _key(it: Decision) -> Key:
    rules = json.dumps(it.rules.chosen, sort_keys=True, default=str)
    return (
        it.rules.game.id,
        rules,
        it.what,
        it.spot or it.who,
        it.answers,
        tuple(it.seen.items()),
        tuple(it.stakes.items()),
        repr(it.pot),
    )


def _begin(house: int) -> None:
    """Give way to the tables, and end with the house, however that ends."""
    os.nice(10)

    def watch() -> None:
        while os.getppid() == house:
            time.sleep(1)
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()
