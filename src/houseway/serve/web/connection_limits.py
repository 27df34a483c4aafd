"""Limits on connections: how many there may be, from where, and how long one may take to say what it wants.

A connection waits until it has sent a whole request; then it is busy, until the answer is sent or its socket is closed.
Whoever comes when every place is taken has the place of the one that has waited longest, so that requests which are
never finished keep nobody out. While few places are left, they are for people who have a seat and for the staff.
"""

import asyncio
import contextlib
import resource
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

from houseway.serve.web.limits import household
from houseway.serve.workers.shared_counters import SharedCounters

MOST_HEAD = 32 * 1024  # bytes
_MOST_LINE = 8 * 1024  # bytes of a request's first line
_LAST_LOOK = 0.1  # seconds
_WHOLE_TEXT = 0x81  # the first byte of a text message in one frame (RFC 6455, 5.2)
_MOST_FILES = 65_536
_FROM = "connections"
_OWN_FILES = 128  # descriptors of the house's own: databases, processes that count, logs


@dataclass(frozen=True)
class Patience:
    """Seconds that a client may take."""

    head: float = 10.0  # from the first moment to the end of a request's head
    body: float = 20.0  # from there to the end of its body
    taking: float = 30.0  # to take anything of an answer


@dataclass(eq=False)
class Place:
    """One connection."""

    transport: asyncio.Transport
    address: str
    busy: bool = False
    deadline: asyncio.TimerHandle | None = None
    stall: asyncio.TimerHandle | None = None


class Connections:
    """Every connection of this process, by its transport."""

    def __init__(
        self, most: int, *, from_one: int = 0, patience: Patience | None = None, counters: SharedCounters | None = None
    ) -> None:
        self.most = most
        self.kept = max(most // 10, 2)  # for those who are seated
        self.from_one = from_one  # most from one address, at all workers; 0 for as many as there are places
        self.patience = patience or Patience()
        self.way: Way | None = None  # to the other workers of the house
        self.turned_away = 0
        self.cut_off = 0
        self._places: dict[Any, Place] = {}
        self._waiting: dict[Place, None] = {}  # who has waited longest comes first
        self._by_address: dict[str, dict[Place, None]] = {}
        self._counters = counters or SharedCounters()

    def __len__(self) -> int:
        return len(self._places)

    @property
    def busy(self) -> int:
        return len(self._places) - len(self._waiting)

    @property
    def crowded(self) -> bool:
        """What is left is for those who are seated."""
        return self.busy > self.most - self.kept

    # Coming and going

    def enter(self, transport: asyncio.Transport, address: str) -> Place | None:
        """A place for a new connection, if need be that of one which has only waited."""
        known = self._places.get(transport)
        if known is not None:
            return known
        if len(self._places) >= self.most and not self._give_up(self._waiting):
            self.turned_away += 1
            return None
        address = household(address)
        if not self._room_for(address):
            return None
        place = Place(transport, address)
        self._places[transport] = place
        self._waiting[place] = None
        self._count_address(place)
        self.within(place, self.patience.head)
        return place

    def leave(self, transport: asyncio.Transport) -> None:
        place = self._places.pop(transport, None)
        if place is None:
            return
        self._waiting.pop(place, None)
        self._forget_address(place)
        for timer in (place.deadline, place.stall):
            if timer is not None:
                timer.cancel()

    def comes_from(self, place: Place, address: str) -> bool:
        """A proxy has said whom it speaks for; False if as many as may come from there are here."""
        address = household(address)
        if address == place.address:
            return True
        if not self._room_for(address):
            return False
        self._forget_address(place)
        place.address = address
        self._count_address(place)
        return True

    def _room_for(self, address: str) -> bool:
        here = self._by_address.get(address, {})
        if self.from_one and self._counters.held(_FROM, address) >= self.from_one and not self._give_up(here):
            self.turned_away += 1
            return False
        return True

    def _count_address(self, place: Place) -> None:
        self._by_address.setdefault(place.address, {})[place] = None
        if self.from_one:
            self._counters.hold(_FROM, place.address, time.monotonic())

    def _forget_address(self, place: Place) -> None:
        here = self._by_address.get(place.address)
        if here is not None:
            here.pop(place, None)
            if self.from_one:
                self._counters.let_go(_FROM, place.address, time.monotonic())
            if not here:
                del self._by_address[place.address]

    def _give_up(self, among: dict[Place, None]) -> bool:
        """Cut off who has waited longest; False if nobody only waits."""
        for place in among:
            if not place.busy:
                self.cut(place)
                return True
        return False

    def cut(self, place: Place) -> None:
        self.cut_off += 1
        self.leave(place.transport)
        place.transport.abort()

    # Waiting and being busy

    def begins(self, place: Place) -> None:
        """A whole request has come."""
        place.busy = True
        self._waiting.pop(place, None)
        self.at_ease(place)

    def waits(self, place: Place) -> None:
        """The answer is sent."""
        if place.busy and place.transport in self._places:
            place.busy = False
            self._waiting[place] = None

    def within(self, place: Place, seconds: float) -> None:
        """What is awaited comes within so many seconds, or the connection is cut off."""
        self.at_ease(place)
        place.deadline = asyncio.get_running_loop().call_later(seconds, self._late, place)

    def _late(self, place: Place) -> None:
        """Too late, unless it has come and was not read yet, because this process was busy."""
        place.deadline = asyncio.get_running_loop().call_later(_LAST_LOOK, self.cut, place)

    def at_ease(self, place: Place) -> None:
        if place.deadline is not None:
            place.deadline.cancel()
            place.deadline = None

    def stalls(self, transport: asyncio.Transport) -> None:
        """The client has stopped taking what it is sent."""
        place = self._places.get(transport)
        if place is not None and place.stall is None:
            place.stall = asyncio.get_running_loop().call_later(self.patience.taking, self.cut, place)

    def flows(self, transport: asyncio.Transport) -> None:
        place = self._places.get(transport)
        if place is not None and place.stall is not None:
            place.stall.cancel()
            place.stall = None


class Way(Protocol):
    """Where a connection goes on that does not belong to this process."""

    def elsewhere(self, line: bytes) -> Any:
        """Where a request with this first line belongs; None if it is here."""

    async def give(self, wanted: Any, connection: int, said: bytes) -> bool:
        """Hand a connection over; False if it is to stay here."""


class Request(HttpToolsProtocol):
    """Uvicorn's HTTP, within the limits on connections; a connection that belongs elsewhere goes there."""

    def __init__(self, *, connections: Connections, handed: bytes = b"", **more: Any) -> None:
        super().__init__(**more)
        self._connections = connections
        self._handed = handed  # what it has said to another process, which has handed it over
        self._place: Place | None = None
        self._head = 0  # bytes of it that have come
        self._whole_head = False
        self._between = True  # no part of a request has come that is not answered
        self._complete = True  # no part of a request has come that is not whole
        self._line = b""  # what has come of a request's first line
        self._going: asyncio.Task[None] | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        super().connection_made(transport)
        self._place = self._connections.enter(transport, self.client[0] if self.client else "")
        if self._place is None:
            transport.abort()
        elif self._handed:
            said, self._handed, self._between = self._handed, b"", False
            self._read(self._place, said)

    def connection_lost(self, exc: Exception | None) -> None:
        self._connections.leave(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        place = self._place
        if place is None or self.transport.is_closing():
            return
        if not place.busy and place.deadline is None:
            self._connections.within(place, self._connections.patience.head)
        if self._connections.way is None or not self._between:
            self._read(place, data)
            return
        said = self._line + data
        line, whole, _ = said.lstrip(b"\r\n").partition(b"\r\n")
        if not whole and len(said) < _MOST_LINE:
            self._line = said
            return
        self._line, self._between = b"", False
        wanted = self._connections.way.elsewhere(line)
        if wanted is None:
            self._read(place, said)
            return
        self._unset_keepalive_if_required()
        self.transport.pause_reading()
        self._going = self.loop.create_task(self._go(place, self._connections.way, wanted, said))

    async def _go(self, place: Place, way: Way, wanted: Any, said: bytes) -> None:
        """The connection goes to where it belongs; its own end there stays open when the one here is closed."""
        given = await way.give(wanted, self.transport.get_extra_info("socket").fileno(), said)
        if given:
            self._connections.leave(self.transport)
            self.transport.abort()
        elif not self.transport.is_closing():
            self.transport.resume_reading()
            self._read(place, said)

    def _read(self, place: Place, data: bytes) -> None:
        self._head += len(data)
        super().data_received(data)
        if not place.busy and not self._whole_head and self._head > MOST_HEAD:
            self.send_400_response(f"The head of a request has up to {MOST_HEAD} bytes.")

    def on_headers_complete(self) -> None:
        self._whole_head = True
        if self._place is not None:
            self._connections.within(self._place, self._connections.patience.body)
            self.scope["state"]["place"] = self._place
        super().on_headers_complete()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._complete = False

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._complete = True
        self._whole_head, self._head = False, 0
        if self._place is not None and not self.transport.is_closing():
            self._connections.begins(self._place)

    def on_response_complete(self) -> None:
        more = bool(self.pipeline)
        super().on_response_complete()
        self._between = not more and self._complete
        if not more and self._place is not None:
            self._connections.waits(self._place)

    def handle_websocket_upgrade(self) -> None:
        if self._place is not None:
            self._connections.begins(self._place)
        super().handle_websocket_upgrade()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._connections.stalls(self.transport)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._connections.flows(self.transport)


class Socket(WebSocketsSansIOProtocol):
    """Uvicorn's WebSocket, on a place that its request has taken."""

    def __init__(self, *, connections: Connections, **more: Any) -> None:
        super().__init__(**more)
        self._connections = connections
        self._hears: Callable[[str], bool] = lambda text: False

    def connection_lost(self, exc: Exception | None) -> None:
        self._hears = lambda text: False
        self._connections.leave(self.transport)
        super().connection_lost(exc)

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):
            self.scope["state"]["place"] = self._connections.enter(
                self.transport, self.client[0] if self.client else ""
            )
            self.scope["state"]["push"] = self.push
            self.scope["state"]["heard_by"] = self.heard_by

    def heard_by(self, hears: Callable[[str], bool]) -> None:
        """Have text messages told to somebody at once, which saves them the way through the application; what is not
        taken, since something else is being answered, waits there as ever, and nothing more is read until then."""
        self._hears = hears

    def handle_text(self, event: Any) -> None:
        if event.fin and not self.close_sent and self.queue.empty():
            try:
                text = bytes(event.data).decode()
            except UnicodeDecodeError:
                text = None
            if text is not None and self._hears(text):
                return
        super().handle_text(event)

    def push(self, message: bytes) -> bool:
        """Send a text message at once, which saves it the way through the application and a task's turn; False if it
        has to wait, since the client is slow to take what it was sent or is about to go."""
        ready = self.handshake_complete and self.writable.is_set() and self.conn.state is State.OPEN
        if not ready or self.close_sent or self.transport.is_closing():
            return False
        length = len(message)
        if length < 126:
            head = bytes((_WHOLE_TEXT, length))
        elif length < 1 << 16:
            head = bytes((_WHOLE_TEXT, 126)) + length.to_bytes(2, "big")
        else:
            head = bytes((_WHOLE_TEXT, 127)) + length.to_bytes(8, "big")
        self.transport.write(head + message)
        return True

    def pause_writing(self) -> None:
        super().pause_writing()
        self._connections.stalls(self.transport)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._connections.flows(self.transport)


def places() -> int:
    """How many connections this process can have: as many descriptors as it may use, less its own."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, _MOST_FILES)
    if soft < wanted:
        with contextlib.suppress(ValueError, OSError):  # some systems say more than they give
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    return max(min(soft, _MOST_FILES) - _OWN_FILES, soft // 2, 8)
