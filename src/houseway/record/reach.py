"""How long PostgreSQL is waited for.

A network that swallows what is sent closes no connection, and whoever waits for an answer would wait for good. So each
exchange with the database has a time by which it must be answered. The courier's beat comes every second and is the
first to notice: from then on nobody in this process waits for the database, until the courier has reached it again.
"""

import time
from collections.abc import Generator
from typing import Any, TypeVar

import psycopg
import sqlalchemy as sa
from sqlalchemy.engine import Engine

T = TypeVar("T")

BEAT_WITHIN = 4.0  # seconds for each step of a beat: longer than it may wait for rows that others hold
REPLY_WITHIN = 10.0  # seconds for everything else: longer than a hung worker can hold a row
SETTINGS: dict[str, Any] = {  # how soon the operating system notices, in seconds; the last in milliseconds
    "connect_timeout": 5,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}


class NoAnswer(psycopg.OperationalError):
    """The database was waited for long enough."""


class Reach:
    """Whether the database answers, and how long it is waited for. While a house opens, that is as long as it takes."""

    def __init__(self, within: float = float("inf")) -> None:
        self.within = within
        self.lost = False  # the courier got no answer

    def connected(self, *args: Any, **way: Any) -> "psycopg.Connection[Any]":
        if self.lost:
            raise NoAnswer("the database gave no answer, and is tried again")
        connection = _Connection.connect(*args, **{**way, **SETTINGS})
        connection.reach = self
        return connection

    def hold(self, engine: Engine) -> None:
        """Have every connection of an engine wait no longer than this."""

        @sa.event.listens_for(engine, "do_connect")
        def _connected(_: Any, __: Any, args: Any, way: Any) -> "psycopg.Connection[Any]":
            return self.connected(*args, **way)


class _Connection(psycopg.Connection[Any]):
    reach: Reach | None = None  # none while it is made, which `connect_timeout` bounds

    def wait(self, gen: Generator[Any, Any, T], *args: Any, **more: Any) -> T:
        """psycopg waits here for whatever it has asked."""
        return super().wait(self._bounded(gen, self.reach) if self.reach else gen, *args, **more)

    def _bounded(self, gen: Generator[Any, Any, T], reach: Reach) -> Generator[Any, Any, T]:
        """The same exchange, given up when its time is over: psycopg asks ten times a second, also without news."""
        until = time.monotonic() + reach.within
        try:
            wanted = next(gen)
            while True:
                ready = yield wanted
                if not ready and (reach.lost or time.monotonic() > until):
                    self.close()  # whatever comes now is an answer to nobody
                    raise NoAnswer("the database gave no answer in time")
                wanted = gen.send(ready)
        except StopIteration as done:
            return done.value  # type: ignore[no-any-return]
