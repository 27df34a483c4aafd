"""The people of a soak: players at every game, visitors of every page, pupils, and the staff at its desks."""

import asyncio
import re
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from houseway.client import AsyncClient
from houseway.client.ear import Ear, Reply, Update
from houseway.wire.viewing import Ask, View
from tests.serve.house import PATIENCE, House
from tests.soak.judging import Found, Sample

SAMPLES = 60  # in all
PAGES = ("/", "/verify", "/price", "/school", "/account", "/account/play", "/nothing-here")
PAGES_OF_GAMES = ("/learn/{game}", "/price/{game}", "/school/{game}/payouts")
PAGES_OF_TABLES = ("/table/{table}", "/placard/{table}")
DESKS = ("/operator", "/operator/results", "/operator/floor", "/operator/placards", "/operator/people", "/operator/log")
FOR_ALL = (
    "/api/v1/games",
    "/api/v1/tables",
    "/api/v1/openapi.json",
    "/api/v1/prices",
    "/api/v1/head",
    "/healthz",
    "/metrics",
)
OF_TABLES = ("/api/v1/tables/{table}", "/api/v1/tables/{table}/rounds", "/api/v1/tables/{table}/placard.pdf")
OF_STAFF = (
    "/api/v1/floor?wait=60",
    "/api/v1/floor.csv?wait=60",
    "/api/v1/results",
    "/api/v1/acts",
    "/api/v1/people",
    "/api/v1/school/staff",
)
_CHIPS = "5000"
_LOOK = 0.5  # seconds between two looks at whether it is over
_SOON = 0.05  # seconds between two things that one person does


class Soak:
    """All of them at one house."""

    def __init__(self, house: House, rng: Random) -> None:
        self.house, self.rng, self.found = house, rng, Found()
        self.times: list[float] = []  # milliseconds of answers since the last sample
        self.until, self.until_used = float("inf"), False
        self.games: dict[str, int] = {}  # a table of each
        self.buy_ins: dict[int, str] = {}

    def on(self) -> bool:
        if self.until_used and not self.found.wanted - self.found.used.keys():
            return False
        return time.monotonic() < self.until

    async def begin(self) -> None:
        async with self._somebody() as http:
            tables = (await http.get("/api/v1/tables")).json()
        self.games = {one["game"]: one["id"] for one in reversed(tables)}
        bounds = {one["id"]: one["buy_in"] for one in tables}
        self.buy_ins = {id: one["most"] or max(_CHIPS, one["least"], key=float) for id, one in bounds.items()}
        self.found.wanted = frozenset(
            {f"a round of {game}" for game in self.games}
            | {*PAGES, *PAGES_OF_GAMES, *PAGES_OF_TABLES, *DESKS, *FOR_ALL, *OF_TABLES, *OF_STAFF}
            | {"a live page", "a question of the school", "a round again", "a round's journal", "equity"}
        )

    def _somebody(self) -> httpx.AsyncClient:
        return httpx.AsyncClient(base_url=self.house.url, timeout=PATIENCE)

    async def get(self, http: httpx.AsyncClient, path: str, called: str = "") -> httpx.Response:
        """Ask for something; an answer of 500 and above is a failure."""
        answer = await http.get(path)
        self.found.used[called or path] += 1
        if answer.status_code >= 500:
            self.found.failed[f"{answer.status_code} for {called or path}: {answer.text[:120]}"] += 1
        return answer

    # Players

    async def player(self, game: str, table: int) -> None:
        """Sits at a table, plays as fast as it goes, leaves when the chips are gone, and comes again."""
        while self.on():
            async with self._somebody() as http:
                client = AsyncClient(self.house.url, http=http)
                await client.guest()
                await client.sit(table, self.buy_ins[table])
                with suppress(ConnectionClosed):
                    await self._plays(client, game, table)

    async def _plays(self, client: AsyncClient, game: str, table: int) -> None:
        where = f"{self.house.url.replace('http', 'ws', 1)}/api/v1/tables/{table}/live"
        async with connect(where, additional_headers={"Cookie": client.visit.cookie}) as socket:
            ear, view, sent, round = Ear(), None, 0.0, 0
            rounds = self.rng.randrange(10, 60)
            while self.on() and rounds:
                try:
                    text = await asyncio.wait_for(socket.recv(), 1.0)
                except TimeoutError:
                    continue  # others are asked
                came, send = ear.hear(text.encode() if isinstance(text, str) else text)
                for said in send:
                    await socket.send(said)
                if isinstance(came, Reply) and sent:
                    self.times.append((time.perf_counter() - sent) * 1000)
                    sent = 0.0
                elif isinstance(came, Update):
                    view = came.view
                    if view.round != round and round:
                        self.found.used[f"a round of {game}"] += 1
                        rounds -= 1
                    round = view.round
                if view is not None and not sent and (word := self._word(view)):
                    sent, view = time.perf_counter(), None
                    await socket.send(ear.said(*word)[1] if len(word) == 1 else ear.said(word[0], text=word[1])[1])
            await client.leave(table)

    def _word(self, view: View) -> tuple[str, ...]:
        """What to say to a table as it stands."""
        if view.ask is not None:
            return "answer", answer(view.ask, self.rng)
        return () if view.open else ("ready",)

    # Visitors

    async def visitor(self) -> None:
        """Looks at one page after the other, signed in or not, and opens what is live."""
        while self.on():
            async with self._somebody() as http:
                if self.rng.random() < 0.5:
                    await AsyncClient(self.house.url, http=http).guest()
                for _ in range(20):
                    if not self.on():
                        return
                    page = self.rng.choice((*PAGES, *PAGES_OF_GAMES, *PAGES_OF_TABLES))
                    await self._looks_at(http, page)
                    await asyncio.sleep(_SOON)

    async def _looks_at(self, http: httpx.AsyncClient, page: str) -> None:
        game, table = self.rng.choice(list(self.games.items()))
        answer = await self.get(http, page.format(game=game, table=table), page)
        id = re.search(r"'client_id': '([0-9a-f-]+)'", answer.text)
        if id:
            await self._opens(http, id[1])

    async def _opens(self, http: httpx.AsyncClient, id: str) -> None:
        """The socket of a live page, as a browser opens it, for a moment."""
        query = f"EIO=4&transport=websocket&client_id={id}&tab_id=a1&document_id=b2&next_message_id=0"
        query += "&implicit_handshake=true"
        where = f"{self.house.url.replace('http', 'ws', 1)}/_nicegui_ws/socket.io/?{query}"
        cookies = "; ".join(f"{name}={value}" for name, value in http.cookies.items())
        with suppress(ConnectionClosed):
            async with connect(where, additional_headers={"Cookie": cookies}) as socket:
                await socket.recv()
                await socket.send("40")
                await asyncio.wait_for(socket.recv(), PATIENCE)
                self.found.used["a live page"] += 1
                await asyncio.sleep(self.rng.uniform(0.0, 1.0))

    async def reader(self) -> None:
        """A program that reads: lists, rounds again, journals, equity with ranges that were not asked for before."""
        while self.on():
            async with self._somebody() as http:
                for _ in range(20):
                    if not self.on():
                        return
                    table = self.rng.choice(list(self.games.values()))
                    path = self.rng.choice((*FOR_ALL, *OF_TABLES))
                    await self.get(http, path.format(table=table), path)
                    await self._looks_back(http, table)
                    await asyncio.sleep(_SOON)
                await self.get(http, f"/api/v1/equity/no-limit-holdem?wait=20&{ranges(self.rng)}", "equity")

    async def _looks_back(self, http: httpx.AsyncClient, table: int) -> None:
        rounds = (await self.get(http, f"/api/v1/tables/{table}/rounds", OF_TABLES[1])).json()
        if rounds:
            path = f"/api/v1/tables/{table}/rounds/{self.rng.choice(rounds)['round']}"
            await self.get(http, path, "a round again")
            await self.get(http, f"{path}/journal", "a round's journal")

    async def pupil(self) -> None:
        """Is asked one question after the other, and answers something."""
        async with self._somebody() as http:
            client = AsyncClient(self.house.url, http=http)
            await client.guest()
            headers = {"X-CSRF-Token": (await http.get("/api/v1/me")).json()["csrf"]}
            while self.on():
                game = self.rng.choice(list(self.games))
                skill = self.rng.choice(("payouts", "hands", "procedure"))
                asked = await http.post(f"/api/v1/school/{game}/{skill}/questions", headers=headers)
                if asked.status_code >= 500:
                    self.found.failed[f"{asked.status_code} for a question of {game}: {asked.text[:120]}"] += 1
                elif asked.is_success:
                    await http.post(
                        f"/api/v1/school/questions/{asked.json()['id']}/answer", headers=headers, json={"answer": "a"}
                    )
                    self.found.used["a question of the school"] += 1
                await asyncio.sleep(_SOON)

    async def staff(self) -> None:
        """The operator at every desk, and the floor's report."""
        async with self._somebody() as http:
            password = {"name": "operator", "password": "the operator's own"}
            (await http.post("/api/v1/session", json=password)).raise_for_status()
            while self.on():
                for path in (*DESKS, *OF_STAFF):
                    if not self.on():
                        return
                    answer = await self.get(http, path)
                    id = re.search(r"'client_id': '([0-9a-f-]+)'", answer.text)
                    if id:
                        await self._opens(http, id[1])
                    await asyncio.sleep(_SOON * 10)

    # Watching

    async def watched(self, seconds: float, told: Callable[[str], None]) -> None:
        began = time.monotonic()
        due = began + seconds / SAMPLES
        while self.on():
            await asyncio.sleep(min(_LOOK, max(0.0, due - time.monotonic())))
            if time.monotonic() < due:
                continue
            due += seconds / SAMPLES
            times, self.times = sorted(self.times), []
            late = times[int(len(times) * 0.95)] if times else 0.0
            at = time.monotonic() - began
            one = Sample(at, resident(self.house.pid), open_files(self.house.pid), late, len(times))
            self.found.samples.append(one)
            kept = await self._kept()
            told(
                f"{at / 60:6.1f} min {one.megabytes:8.1f} MB, {kept:5.1f} of answers kept {one.files:5} files "
                f"{late:8.1f} ms for 95 of 100 of {one.answers:6} answers, {sum(self.found.used.values()):8} uses"
            )

    async def _kept(self) -> float:
        """Megabytes of answers that the house keeps: the only cache that is meant to fill up."""
        async with self._somebody() as http:
            told = (await http.get("/metrics")).text
        named = re.search(r"^houseway_kept_bytes (\S+)", told, re.MULTILINE)
        return float(named[1]) / 2**20 if named else 0.0


def answer(asked: Ask, rng: Random) -> str:
    """Something that may be answered: the least wagers that are required, or any of the words."""
    for form in (one.model_dump(mode="json", exclude_unset=True) for one in asked.forms):
        if form["form"] == "wagers" and form["spots"]:
            spots: list[Any] = [spot for spot in form["spots"] if spot["required"]] or [form["spots"][0]]
            return ", ".join(f"{spot['wager']} {spot.get('amounts', [spot['minimum']])[0]}" for spot in spots)
        if form["form"] == "words" and form["words"] and rng.random() < 0.7:
            return str(rng.choice(form["words"]))
    return asked.default


def ranges(rng: Random) -> str:
    """Three ranges of hands that nobody has asked for, in all likelihood."""
    pairs = [f"{rank}{rank}" for rank in "23456789TJQKA"]
    hands = [f"{high}{low}{kind}" for high in "AKQJ" for low in "T98765432" for kind in "so"]
    picked = ("%2C".join(rng.sample(pairs, 3) + rng.sample(hands, 5)) for _ in range(3))
    return "&".join(f"hand={one}" for one in picked)


def resident(pid: int) -> float:
    """Megabytes of a process that are in memory."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024


def open_files(pid: int) -> int:
    return sum(1 for _ in Path(f"/proc/{pid}/fd").iterdir())


async def soaked(
    house: House, *, seconds: float, told: Callable[[str], None], seed: int = 1, until_used: bool = False
) -> Found:
    """Use a house for so long, or until every part of it was used."""
    soak = Soak(house, Random(seed))
    await soak.begin()
    soak.until, soak.until_used = time.monotonic() + seconds, until_used
    people = [soak.visitor] * 3 + [soak.reader] * 2 + [soak.pupil, soak.staff]
    players = [soak.player(game, table) for game, table in soak.games.items()]
    async with asyncio.TaskGroup() as group:
        for one in (*players, *(person() for person in people)):
            group.create_task(_kept_going(soak, one))
        group.create_task(soak.watched(seconds, told))
    return soak.found


async def _kept_going(soak: Soak, one: Awaitable[None]) -> None:
    """What goes wrong for one of them is noted, and the others go on."""
    try:
        await one
    except Exception as error:
        soak.found.failed[f"somebody was stopped by {type(error).__name__}: {str(error)[:160]}"] += 1
