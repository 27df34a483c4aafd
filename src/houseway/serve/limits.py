"""How often somebody may try: every rate of the house, and what holds people to it."""

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from houseway.serve.people import Denied


@dataclass(frozen=True)
class Rate:
    """So many tries at once, and so many more each minute."""

    what: str
    burst: int
    per_minute: float


@dataclass(frozen=True)
class Most:
    """So many at a time."""

    what: str
    most: int


REQUESTS = Rate("requests", 60, 1200)  # changes, by an account
MESSAGES = Rate("messages", 60, 1200)  # on a socket
SIGNING_UP = Rate("signing up", 20, 10)  # from an address
COMING_AS_GUEST = Rate("coming as a guest", 30, 20)
SIGNING_IN = Rate("signing in", 20, 20)  # from an address
SIGNING_IN_AS = Rate("signing in", 10, 6)  # under one name
COACHING = Rate("asking the coach", 20, 60)
COUNTING = Rate("counting", 40, 20)
DRAWING = Rate("questions of the school", 60, 240)
DOCUMENTS = Rate("documents", 20, 20)
EDITS = Rate("edits", 60, 240)  # of a price page's choices
SOCKETS = Most("open sockets", 20)  # for one account: as many tables as anybody watches
STRANGERS = Most("open sockets", 60)  # for all who have not signed in from one address


class Limits:
    """Holds each who to each rate: tries are used up, and come back steadily."""

    def __init__(self, *, on: bool = True) -> None:
        self.on = on
        self.clock = time.monotonic
        self._buckets: dict[tuple[str, str], tuple[float, float]] = {}
        self._held: Counter[tuple[str, str]] = Counter()

    def use(self, rate: Rate, who: object) -> None:
        if not self.on:
            return
        now, key = self.clock(), (rate.what, str(who))
        left, at = self._buckets.get(key, (float(rate.burst), now))
        left = min(float(rate.burst), left + (now - at) * rate.per_minute / 60)
        if left < 1:
            raise Denied(429, f"too many tries ({rate.what}): wait {(1 - left) * 60 / rate.per_minute:.0f} seconds")
        if len(self._buckets) > 50_000:
            self._buckets.clear()
        self._buckets[key] = (left - 1, now)

    @contextmanager
    def held(self, some: Most, who: object) -> Iterator[None]:
        """Have one of so many at a time."""
        key = some.what, str(who)
        if self.on and self._held[key] >= some.most:
            raise Denied(429, f"too many at a time ({some.what}): up to {some.most}")
        self._held[key] += 1
        try:
            yield
        finally:
            self._held[key] -= 1
            if not self._held[key]:
                del self._held[key]
