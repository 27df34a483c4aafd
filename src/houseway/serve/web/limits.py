"""How often somebody may try: every rate of the house, and what holds people to it, whichever worker they come to."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from ipaddress import AddressValueError, IPv6Address

from houseway.errors import TooMany
from houseway.serve.workers.shared_counters import SharedCount, SharedCounters


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
PAGE_EVENTS = Rate("events of pages", 240, 2400)  # from a browser that has pages open
SIGNING_UP = Rate("signing up", 20, 10)  # from an address
COMING_AS_GUEST = Rate("coming as a guest", 30, 20)
SIGNING_IN = Rate("signing in", 20, 20)  # from an address
SIGNING_IN_AS = Rate("signing in", 10, 6)  # under one name
CODES = Rate("codes of the second factor", 5, 1)  # for an account, wherever the tries come from
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
        self.counters = SharedCounters()

    def use(self, rate: Rate, who: object) -> None:
        if not self.on:
            return
        now = self.clock()

        def one_less(before: SharedCount | None) -> tuple[float, float]:
            left = float(rate.burst)
            if before is not None:
                left = min(left, before.one + (now - before.at) * rate.per_minute / 60)
            if left < 1:
                raise TooMany(f"too many tries ({rate.what}): wait {(1 - left) * 60 / rate.per_minute:.0f} seconds")
            return left - 1, 0.0

        self.counters.update(rate.what, who, now, one_less)

    @contextmanager
    def held(self, some: Most, who: object) -> Iterator[None]:
        """Have one of so many at a time."""
        if not self.counters.hold(some.what, who, self.clock(), most=some.most if self.on else 0):
            raise TooMany(f"too many at a time ({some.what}): up to {some.most}")
        try:
            yield
        finally:
            self.counters.let_go(some.what, who, self.clock())


def household(address: str) -> str:
    """Whom an address stands for: of IPv6 everybody has a whole network (/64), and so many addresses."""
    try:
        whole = IPv6Address(address.partition("%")[0])
    except AddressValueError:
        return address
    return str(whole.ipv4_mapped or IPv6Address(int(whole) >> 64 << 64))
