"""How long a player waits for an answer at a table while strangers hammer something else.

One player plays Criss Cross Poker with bots at a socket, as fast as it goes. Beside them twenty connections of nobody
in particular, in a process of their own, ask for the same thing again and again: each row is one such thing. What is
measured is the time from sending an answer until the house has said that it is written. The first row is the player
alone, and the last column says how many times as long 95 of 100 answers take beside each nuisance. With `--pages` it
fetches that many pages instead, opens none of them, and says what the process grows by.

    python -m bench nuisance
    python -m bench nuisance --seconds 20 --connections 20
    python -m bench nuisance --pages 20000
"""

import argparse
import asyncio
import multiprocessing
import os
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle
from multiprocessing.sharedctypes import Synchronized
from pathlib import Path
from random import Random
from urllib.parse import quote

import httpx
import uvloop
from rich.console import Console
from rich.table import Table as Grid

from houseway.client import AsyncClient
from houseway.client.ear import Ear, Reply, Update
from houseway.wire.viewing import Ask
from tests.serve.house import House

OPERATOR = {"name": "operator", "password": "the operator's own"}
# What is asked for in each row. RANGES are others each time, so that nothing is answered from what was counted before.
# ROUND goes through the rounds of a table: what strangers may see of one is made once.
NUISANCES = {
    "openapi.json": "/api/v1/openapi.json",
    "a sheet as PDF": "/api/v1/price/cash-in-baccarat/sheet.pdf",
    "equity with ten ranges": "/api/v1/equity/no-limit-holdem?wait=1&RANGES",
    "a live page": "/",
    "a plain page": "/learn/criss-cross-poker",
    "a page that is not there": "/no/such/page",
    "a placard": "/placard/1",
    "all placards (operator)": "/operator/placards",
    "rules of a game": "/api/v1/games/ultimate-texas-holdem",
    "a round again": "/api/v1/tables/1/rounds/ROUND",
    "a round's journal": "/api/v1/tables/1/rounds/ROUND/journal",
}
LIMIT = 50.0  # milliseconds


def ranges(rng: Random) -> str:
    """Ten ranges of hands, as wide as people write them, and others each time."""
    pairs, suited, offsuit = "23456789", "23456789T", "56789TJ"
    high = [(rng.choice(pairs) * 2, rng.choice(suited), rng.choice(suited), rng.choice(offsuit)) for _ in range(10)]
    hands = (f"{pair}+,A{ace}s+,K{king}s+,K{other}o+" for pair, ace, king, other in high)
    return "&".join(f"hand={quote(one)}" for one in hands)


def hammer(url: str, path: str, connections: int, played_rounds: int, asked: "Synchronized[int]") -> None:
    """Ask for the same thing on several connections until this process ends."""

    rng, rounds = Random(), cycle(range(1, 10_000))

    def address() -> str:
        if "ROUND" in path:
            return path.replace("ROUND", str(next(rounds) % played_rounds + 1))
        return path.replace("RANGES", ranges(rng))

    async def one(http: httpx.AsyncClient) -> None:
        while True:
            try:
                await http.get(address())
            except httpx.HTTPError:
                await asyncio.sleep(0.01)
            with asked.get_lock():
                asked.value += 1

    async def all_of_them() -> None:
        async with httpx.AsyncClient(
            base_url=url, timeout=60, limits=httpx.Limits(max_connections=connections)
        ) as http:
            if path.startswith("/operator"):
                (await http.post("/api/v1/session", json=OPERATOR)).raise_for_status()
            await asyncio.gather(*(one(http) for _ in range(connections)))

    uvloop.run(all_of_them())


@contextmanager
def nuisance(url: str, path: str, connections: int, played_rounds: int) -> Iterator["Synchronized[int]"]:
    spawned = multiprocessing.get_context("spawn")
    asked: Synchronized[int] = spawned.Value("l", 0)
    process = spawned.Process(target=hammer, args=(url, path, connections, played_rounds, asked), daemon=True)
    process.start()
    try:
        while asked.value < connections:  # it has begun
            time.sleep(0.05)
        yield asked
    finally:
        process.terminate()
        process.join()


async def played(url: str, table: int, seconds: float) -> list[float]:
    """Play for a while; how many milliseconds each answer took."""
    from websockets.asyncio.client import connect

    times: list[float] = []
    async with httpx.AsyncClient(base_url=url, timeout=60) as http:
        client = AsyncClient(url, http=http)
        await client.guest()
        await client.sit(table, "9000", seat=1)
        headers = {"Cookie": client.visit.cookie}
        where = f"{url.replace('http', 'ws', 1)}/api/v1/tables/{table}/live"
        async with connect(where, additional_headers=headers, ping_interval=None) as socket:
            ear, asked, left = Ear(), None, 0.0
            until = time.perf_counter() + seconds
            async for text in socket:
                came, send = ear.hear(text.encode() if isinstance(text, str) else text)
                for said in send:
                    await socket.send(said)
                if isinstance(came, Reply):
                    times.append((time.perf_counter() - left) * 1000)
                    left = 0.0
                elif isinstance(came, Update):
                    asked = came.view.ask
                if time.perf_counter() > until:
                    break
                if asked is not None and not left:
                    left = time.perf_counter()
                    await socket.send(ear.said("answer", text=answer(asked))[1])
                    asked = None
    return sorted(times)


def rounds_at(url: str, table: int) -> int:
    """How many rounds were played at a table."""
    listed = httpx.get(f"{url}/api/v1/tables/{table}/rounds", timeout=60).json()
    return int(listed[0]["round"]) - 1 if listed else 0  # the last may still be played


def answer(asked: Ask) -> str:
    return "ante 5" if asked.forms[0].form == "wagers" else next(iter(asked.answers()), asked.default)


def at(times: list[float], part: float) -> float:
    return times[min(len(times) - 1, int(len(times) * part))] if times else float("nan")


def measure(house: House, seconds: float, connections: int) -> None:
    grid = Grid(title=f"A player's answers beside {connections} connections, in milliseconds")
    for heading in ("beside", "asked a second", "answers", "median", "95 of 100", "times alone"):
        grid.add_column(heading, justify="left" if heading == "beside" else "right")
    alone, slow, played_rounds = 0.0, list[str](), 1
    for table, (name, path) in enumerate({"nobody": "", **NUISANCES}.items(), 1):
        if path:
            with nuisance(house.url, path, connections, played_rounds) as asked:
                before, began = asked.value, time.perf_counter()
                times = uvloop.run(played(house.url, table, seconds))
                rate = (asked.value - before) / (time.perf_counter() - began)
        else:
            times, rate = uvloop.run(played(house.url, table, seconds)), 0.0
            played_rounds = max(1, rounds_at(house.url, table))
        late = at(times, 0.95)
        alone = alone or late
        slow += [name] * (late > LIMIT)
        figures = (f"{at(times, 0.5):.1f}", f"{late:.1f}", f"{late / alone:.1f}")
        grid.add_row(name, f"{rate:.0f}", str(len(times)), *figures)
    screen = Console(width=100)
    screen.print(grid)
    screen.print(f"Load of the machine over the last minute: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores.")
    screen.print(f"Over {LIMIT:.0f} ms: {', '.join(slow)}." if slow else f"Every row is under {LIMIT:.0f} ms.")


async def fetched(house: House, pages: int, connections: int) -> None:
    """What the process grows by while pages are fetched and none is opened."""
    answers: Counter[int] = Counter()
    async with httpx.AsyncClient(base_url=house.url, timeout=60) as http:

        async def some(number: int) -> None:
            for _ in range(number):
                answers[(await http.get("/")).status_code] += 1

        await some(100)
        before = resident(house.pid)
        for step in range(1, 11):
            await asyncio.gather(*(some(pages // 10 // connections) for _ in range(connections)))
            print(f"{pages * step // 10:8,} pages fetched: {resident(house.pid) - before:6.1f} MB more", flush=True)
    print(f"Answers: {dict(answers)}")


def resident(pid: int) -> float:
    """Megabytes of a process that are in memory."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024


def main(options: list[str]) -> None:
    given = argparse.ArgumentParser(
        prog="python -m bench nuisance", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    given.add_argument("--seconds", type=float, default=15.0, help="of each row")
    given.add_argument("--connections", type=int, default=20)
    given.add_argument("--pages", type=int, default=0, help="number of pages to fetch without opening their sockets")
    it = given.parse_args(options)
    with tempfile.TemporaryDirectory() as folder:
        bare = ["--only", "criss-cross-poker", "--bots", "1", "--copies", str(len(NUISANCES) + 1)]
        house = House(f"sqlite:///{folder}/house.db", *([] if it.pages else bare), log=Path(folder) / "log").start()
        try:
            if it.pages:
                uvloop.run(fetched(house, it.pages, it.connections))
            else:
                measure(house, it.seconds, it.connections)
        finally:
            house.stop()
