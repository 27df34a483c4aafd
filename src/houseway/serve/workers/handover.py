"""Several workers behind one address: a connection that comes to one and belongs to another is handed over.

Whichever worker accepts a connection reads the first line of a request. If it is about a table that another worker of
this house owns, or from a page that another one has made, the connection itself goes there, with what it has said so
far: the operating system passes its descriptor from process to process, and nothing stands between the client and the
table from then on. The next request on it may take it elsewhere again.
"""

import array
import asyncio
import contextlib
import logging
import re
import socket
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy.exc import SQLAlchemyError

if TYPE_CHECKING:
    from houseway.serve.house import House

log = logging.getLogger("houseway.serve")

_TABLE = re.compile(rb"/(?:api/v1/tables|table)/([0-9]{1,9})(?:[/?]|$)")
_PAGE = re.compile(rb"/_nicegui_ws/.*[?&]client_id=([0-9A-Za-z-]{1,64})(?:&|$)")
_FIGURES = re.compile(rb"/metrics\?worker=([0-9]{1,4})$")
_LONGEST = 100_000  # bytes; what comes with more is served where it came
_TRIES, _PAUSE = 200, 0.01  # while the other one is too busy to take it


@dataclass(frozen=True)
class Goal:
    """Where a request wants to go: to a table, to the worker that has made a page, or to the first, second, ... one."""

    table: int = 0
    page: str = ""
    nth: int = 0


def goal(line: bytes) -> Goal | None:
    """What the first line of a request asks for, if it matters which worker hears it."""
    _, _, rest = line.partition(b" ")
    path, _, _ = rest.partition(b" ")
    if found := _TABLE.match(path):
        return Goal(table=int(found[1]))
    if found := _PAGE.match(path):
        return Goal(page=found[1].decode())
    if found := _FIGURES.match(path):
        return Goal(nth=int(found[1]))
    return None


class Handover:
    """The way to the other workers of this house, and from them."""

    def __init__(self, house: "House", folder: Path, *, has_page: Callable[[str], bool]) -> None:
        self._house, self._folder, self._has_page = house, folder, has_page
        self._out = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._out.setblocking(False)
        self._in: socket.socket | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self.take: Callable[[socket.socket, bytes], Any] = lambda connection, said: None
        house.homes = self.reachable
        house.on_number = self.listen

    # Who is there

    def reachable(self) -> list[int]:
        """The workers that a connection can be handed to, this one among them, in an order that all agree on."""
        house = self._house
        others = house.courier.others if house.courier else set()
        return sorted({house.worker, *(other for other in others if self._path(other).exists())})

    def _path(self, worker: int) -> Path:
        return self._folder / str(worker)

    def listen(self, worker: int) -> None:
        """Be there for the others under this worker's number."""
        self.close()
        self._in = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._in.setblocking(False)
        self._in.bind(str(self._path(worker)))
        asyncio.get_running_loop().add_reader(self._in.fileno(), self._taken)

    def close(self) -> None:
        if self._in is not None:
            asyncio.get_running_loop().remove_reader(self._in.fileno())
            with contextlib.suppress(OSError):
                Path(self._in.getsockname()).unlink()
            self._in.close()
            self._in = None

    # Giving

    def elsewhere(self, line: bytes) -> Goal | None:
        """Where a request belongs that may not belong here."""
        wanted = goal(line)
        if wanted is None or (wanted.table and self._house.owns(wanted.table)):
            return None
        return None if wanted.page and self._has_page(wanted.page) else wanted

    async def give(self, wanted: Goal, connection: int, said: bytes) -> bool:
        """Hand a connection over to whom it belongs; False if it is to stay."""
        if len(said) > _LONGEST:
            return False
        try:
            worker = await self._whose(wanted)
        except SQLAlchemyError:
            return False
        return worker != self._house.worker and await self._send(worker, connection, said, tried=1)

    async def _whose(self, wanted: Goal) -> int:
        known, house = self.reachable(), self._house
        if wanted.table:
            owner = await house.owner(wanted.table)
            return (owner if owner in known else house.worker) if owner else house.home(wanted.table)
        if wanted.page:
            return self._after(known)
        return known[wanted.nth - 1] if 0 < wanted.nth <= len(known) else house.worker

    def _after(self, known: list[int]) -> int:
        """The next one in the circle, who may have the page."""
        return known[(known.index(self._house.worker) + 1) % len(known)]

    async def _send(self, worker: int, connection: int, said: bytes, *, tried: int) -> bool:
        descriptors = array.array("i", [connection])
        passed = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, descriptors)]
        for _ in range(_TRIES):
            try:
                self._out.sendmsg([bytes([tried]) + said], passed, 0, str(self._path(worker)))
                return True
            except BlockingIOError:
                await asyncio.sleep(_PAUSE)
            except ConnectionRefusedError:  # it is dead, and has left its name behind
                self._path(worker).unlink(missing_ok=True)
                return False
            except OSError:
                return False
        return False

    # Taking

    def _taken(self) -> None:
        while self._in is not None:
            try:
                note, descriptors, _, _ = socket.recv_fds(self._in, _LONGEST + 1, 1)
            except OSError:  # nothing more is there
                return
            for descriptor in descriptors:
                task = asyncio.get_running_loop().create_task(self._take(descriptor, note[0], note[1:]))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    async def _take(self, descriptor: int, tried: int, said: bytes) -> None:
        connection = socket.socket(fileno=descriptor)
        connection.setblocking(False)
        wanted, known = self.elsewhere(said.lstrip(b"\r\n").partition(b"\r\n")[0]), self.reachable()
        on = wanted is not None and wanted.page and tried < len(known)
        if on and await self._send(self._after(known), connection.fileno(), said, tried=tried + 1):
            connection.close()
            return
        try:
            await self.take(connection, said)
        except OSError:  # the client is gone
            connection.close()
        except Exception:
            log.exception("a connection that was handed over could not be served")
            connection.close()
