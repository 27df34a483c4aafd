"""Admission, before a request is routed: tables come first, and everything else is weighed by what it costs.

What is said and asked at a table never waits here. Any other request has a weight in one of a few rooms: pages, of
which a live one takes the whole room; small answers and files; the threads that draw documents and play rounds again;
and the counts. So only a few are at the event loop at a time, and tables are answered between them. Who does not fit in
waits in line, and askers take turns: whoever asks for much waits longer than who asks for little. Who is signed in has
rooms apart from strangers.
"""

import asyncio
import re
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass

from houseway.errors import Unavailable

MOST_WAITING = 100  # in the line of one room
_CROWDED = "too many requests are waiting: try again in a moment"
ROOMS = {"pages": 8, "answers": 8, "threads": 4, "counts": 32, "sessions": 4}  # how much weight each holds at a time


@dataclass(frozen=True)
class Cost:
    """What a request takes: so much of a room, from its beginning until its answer is ready."""

    room: str
    weight: int


LIVE_PAGE = Cost("pages", ROOMS["pages"])  # it holds the event loop for milliseconds: one at a time
PLAIN_PAGE = Cost("pages", 2)
SMALL = Cost("answers", 1)
LOOK_UP = Cost("sessions", 1)  # whose session this is
_DOCUMENT = Cost("threads", 2)
_ALL_RECORDS = Cost("threads", 4)
_COUNT = Cost("counts", 1)
_EQUITY = Cost("counts", 2)

_NUMBER = r"[^/]+"
_FREE = (  # by any method; the first of these lists that fits is meant
    r"/healthz|/metrics",
    rf"/api/v1/tables/{_NUMBER}(/(seat|chips|answers|coach|seal|words|ready|bots|calls|duties|opening|live))?",
    r"/api/v1/me|/api/v1/session|/api/v1/guest|/api/v1/accounts",
)
_COSTS = {
    rf"/api/v1/tables/{_NUMBER}/export": _ALL_RECORDS,
    rf"/api/v1/tables/{_NUMBER}/rounds/.+": _DOCUMENT,
    r"/api/v1/.+\.(pdf|csv)|/api/v1/school/exam/sheet|/operator/placards|/placard/.+": _DOCUMENT,
    r"/api/v1/equity/.+": _EQUITY,
    r"/api/v1/price/.+|/api/v1/floor.*|/api/v1/own.*": _COUNT,
    r"/api/v1/school/.*question.*": _COUNT,
    r"/api/.*|/api|/static/.+|/_nicegui/.+": SMALL,
    r"/learn/.+|/verify|/price|/school": PLAIN_PAGE,
}
_free = re.compile("|".join(_FREE))
_costs = [(re.compile(path), cost) for path, cost in _COSTS.items()]


def cost_of(path: str) -> Cost | None:
    """What a request for a path takes; None for one that never waits."""
    if _free.fullmatch(path):
        return None
    return next((cost for paths, cost in _costs if paths.fullmatch(path)), LIVE_PAGE)


class _Room:
    """Holds so much weight at a time. Who waits has a line of their own, and the lines take turns."""

    def __init__(self, size: int) -> None:
        self._free = size
        self._lines: OrderedDict[str, deque[tuple[asyncio.Future[None], int]]] = OrderedDict()

    async def enter(self, who: str, weight: int) -> None:
        if not self._lines and weight <= self._free:
            self._free -= weight
            return
        self._make_way(who)
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._lines.setdefault(who, deque()).append((turn, weight))
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # let in, and gone in the same moment
                self.leave(weight)
            else:
                self._let_in()
            raise

    def leave(self, weight: int) -> None:
        self._free += weight
        self._let_in()

    def _make_way(self, who: str) -> None:
        """With too many in line, whoever has most there loses the last of theirs, if need be the one who comes."""
        if sum(map(len, self._lines.values())) < MOST_WAITING:
            return
        most = max(self._lines, key=lambda one: len(self._lines[one]))
        if len(self._lines[most]) <= len(self._lines.get(who, ())) + 1:
            raise Unavailable(_CROWDED)
        turn, _ = self._lines[most].pop()
        if not turn.done():
            turn.set_exception(Unavailable(_CROWDED))

    def _let_in(self) -> None:
        while self._lines:
            who, line = next(iter(self._lines.items()))
            while line and line[0][0].done():  # gone
                line.popleft()
            if line and line[0][1] > self._free:
                return
            del self._lines[who]
            if line:
                turn, weight = line.popleft()
                if line:
                    self._lines[who] = line  # behind the others
                self._free -= weight
                turn.set_result(None)


class Admission:
    """The rooms of a process, for those who are signed in and for strangers."""

    def __init__(self) -> None:
        self._rooms = {(name, known): _Room(size) for name, size in ROOMS.items() for known in (True, False)}

    async def enter(self, cost: Cost, who: str, *, known: bool) -> Callable[[], None]:
        """Wait until there is room. What is returned gives it back, and may be called again."""
        room = self._rooms[cost.room, known]
        await room.enter(who, cost.weight)
        inside = True

        def leave() -> None:
            nonlocal inside
            if inside:
                inside = False
                room.leave(cost.weight)

        return leave
