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
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

from houseway.play.ask import Ask
from houseway.play.event import Event
from houseway.price.coach import Advice, Decision, advise
from houseway.rules.files import RulesError
from houseway.rules.resolved import Rules
from houseway.serve.people import Denied
from houseway.skill.answering import answered

PATIENCE = 20.0  # seconds, after which somebody is told to ask again; the count goes on meanwhile
_MOST_WAITING = 40
_KEPT = 200

Key = tuple[object, ...]
T = TypeVar("T")

log = logging.getLogger("houseway.serve")


class Coach:
    """Says what each answer is worth, to whoever is asked and nobody else: what it is given, the seat can see."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._players: ProcessPoolExecutor | None = None
        self._counting: OrderedDict[Key, Future[Any]] = OrderedDict()
        self._warned: set[type[Exception]] = set()

    async def advise(self, decision: Decision, *, patience: float = PATIENCE) -> Advice:
        return await self.counted(_key(decision), advise, decision, patience=patience)

    async def counted(self, key: Key, count: Callable[..., T], *about: object, patience: float = PATIENCE) -> T:
        """What a function of this package finds, and found before for the same key."""
        future: Future[T] = self._asked(key, count, about)
        try:
            return await asyncio.wait_for(asyncio.shield(asyncio.wrap_future(future)), patience)
        except TimeoutError:
            raise Denied(503, "the coach is still counting: ask again in a moment") from None
        except RulesError as error:
            raise Denied(404, str(error)) from None
        except BrokenProcessPool:
            self.stop()
            raise Denied(503, "the coach had to begin anew: ask again in a moment") from None

    def _asked(self, key: Key, count: Callable[..., T], about: tuple[object, ...]) -> "Future[T]":
        known = self._counting.get(key)
        if known is None:
            if sum(not future.done() for future in self._counting.values()) >= _MOST_WAITING:
                raise Denied(503, "too many ask the coach at once: ask again in a moment")
            known = self._counting[key] = self._started().submit(count, *about)
            while len(self._counting) > _KEPT:
                self._counting.popitem(last=False)
        self._counting.move_to_end(key)
        return known

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = _process()
        return self._pool

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
        for pool in (self._pool, self._players):
            if pool is not None:
                pool.shutdown(wait=False, cancel_futures=True)
        self._pool, self._players, self._counting = None, None, OrderedDict()


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
