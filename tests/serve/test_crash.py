"""Kill the house at any moment: what was acknowledged is there once, what was not is there once or not at all."""

import asyncio
import contextlib
import os
import secrets
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from houseway.prove.rounds import parts, prove
from houseway.record import results, schema
from houseway.record.figures import NAMES
from houseway.record.sources import Journal, journals
from tests.serve.house import PATIENCE, Caller, House, eventually, trying

TABLES = 20
FULL = bool(os.environ.get("HOUSEWAY_FULL"))  # as many kills as are worth an evening
KILLS = 30 if FULL else 2
EACH = 60  # answers at least before each kill


@dataclass
class Said:
    """An answer on its way to a table."""

    text: str
    key: str
    number: int | None = None  # the record that it was acknowledged with


@dataclass
class Player:
    """Somebody who plays one table on and on, through every crash, and remembers what was said."""

    url: str
    table: int
    rng: Random
    said: list[Said] = field(default_factory=list)
    refused: int = 0

    @property
    def acknowledged(self) -> int:
        return sum(said.number is not None for said in self.said)

    async def play(self, stop: asyncio.Event) -> None:
        async with httpx.AsyncClient(base_url=self.url, timeout=PATIENCE) as self.http:
            self.csrf = (await self._until_heard("POST", "/api/v1/guest")).json()["csrf"]
            sitting = {"amount": "5000", "key": "sit"}
            assert (await self._until_heard("POST", f"/api/v1/tables/{self.table}/seat", sitting)).is_success
            while not stop.is_set():
                await self._turn()

    async def _turn(self) -> None:
        view = (await self._until_heard("GET", f"/api/v1/tables/{self.table}")).json()
        ask = next((ask for ask in view["asks"] if ask["who"] == view["viewer"]), None)
        if ask is None:
            if not view["open"]:
                await self._until_heard("POST", f"/api/v1/tables/{self.table}/ready")
            await asyncio.sleep(0.02)
            return
        said = Said(_answer(ask, self.rng), secrets.token_hex(6))
        self.said.append(said)
        answer = await self._until_heard(
            "POST", f"/api/v1/tables/{self.table}/answers", {"text": said.text, "key": said.key}
        )
        if answer.is_success:
            said.number = answer.json()["number"]
        else:
            assert answer.status_code == 409, answer.text  # the clock was quicker
            self.refused += 1

    async def _until_heard(self, method: str, path: str, body: Any = None) -> httpx.Response:
        """Say it again with the same key until somebody answers."""
        while True:
            try:
                headers = {"X-CSRF-Token": getattr(self, "csrf", "")}
                answer = await self.http.request(method, path, json=body, headers=headers)
            except httpx.HTTPError:
                await asyncio.sleep(0.05)
                continue
            if answer.status_code < 500:
                return answer
            assert answer.status_code == 503, answer.text
            await asyncio.sleep(0.05)


def _answer(ask: dict[str, Any], rng: Random) -> str:
    form = ask["forms"][0]
    if form["form"] == "wagers":
        return "ante 5, five-card-bonus 1" if rng.random() < 0.5 else "ante 5"
    words = list(form["words"])
    return rng.choice(words) if words and rng.random() < 0.8 else str(ask["default"])


async def _play_through_crashes(it: House, kills: int) -> list[Player]:
    rng = Random(1)
    stop = asyncio.Event()
    players = [Player(it.url, table, Random(table)) for table in range(1, TABLES + 1)]
    tasks = [asyncio.create_task(player.play(stop)) for player in players]
    for _ in range(kills):
        await _played_on(players, tasks)
        await asyncio.sleep(rng.uniform(0, 0.5))  # at any moment
        await asyncio.to_thread(it.kill)
        await asyncio.to_thread(it.start)
    await _played_on(players, tasks)
    stop.set()
    await asyncio.gather(*tasks)
    return players


async def _played_on(players: list[Player], tasks: list[asyncio.Task[None]]) -> None:
    """Everybody has had another answer acknowledged, and all together as many more as were asked for."""
    before = [player.acknowledged for player in players]
    async with asyncio.timeout(PATIENCE):
        while True:
            for task in tasks:
                if task.done():
                    task.result()
            more = [player.acknowledged - old for player, old in zip(players, before, strict=True)]
            if min(more) and sum(more) > EACH:
                return
            await asyncio.sleep(0.02)


def _check(url: str, players: list[Player]) -> int:
    """The journals against what the players remember; the number of answers that were acknowledged."""
    kept = journals(url)
    acknowledged = 0
    for player in players:
        journal = next(one for one in kept if one.name.startswith(f"{player.table} "))
        proof = prove(journal)
        assert not proof.problems, proof.problems
        records = {line["record"]["number"]: line["record"] for line in journal.lines}
        keys = Counter(record["key"] for record in records.values() if record["key"])
        assert not [key for key, times in keys.items() if times > 1]
        for said in player.said:
            if said.number is not None:
                record = records[said.number]
                assert (record["key"], record["entry"]["text"]) == (said.key, said.text)
                acknowledged += 1
    _check_money(url, kept)
    _check_results(url)
    return acknowledged


def _check_money(url: str, kept: list[Journal]) -> None:
    """Every cent that left an account came to a table, and the other way round."""
    engine = sa.create_engine(url.replace("postgresql://", "postgresql+psycopg://"))
    with engine.connect() as connection:
        balances = connection.execute(sa.text("SELECT id, balance FROM accounts")).all()
        posted: dict[int, int] = dict(
            connection.execute(sa.text("SELECT account, sum(amount) FROM postings GROUP BY account")).all()
        )
        by_table: dict[int, int] = dict(
            connection.execute(
                sa.text('SELECT "table", sum(amount) FROM postings WHERE "table" IS NOT NULL GROUP BY "table"')
            ).all()
        )
        bots = set(connection.execute(sa.text("SELECT name FROM seats WHERE bot <> ''")).scalars())
    engine.dispose()
    assert all(balance == posted.get(account, 0) for account, balance in balances)
    for journal in kept:
        brought = 0
        for _, _, entries in parts(journal):
            brought += sum(e["amount"] for e in entries if e["do"] == "buy in" and e["name"] not in bots)
        left = sum(line["record"]["entry"]["do"] == "cash out" for line in journal.lines)
        if not left:
            assert brought == -by_table.get(int(journal.name.split()[0]), 0)


def _check_results(url: str) -> None:
    """What was booked for each day is what the journals say, and no round is booked twice."""
    engine = sa.create_engine(url.replace("postgresql://", "postgresql+psycopg://"))
    with engine.connect() as connection:
        rows = connection.execute(sa.select(schema.results)).mappings().all()
        booked = {(row["table"], row["day"]): [row[name] for name in NAMES] for row in rows}
        again = {
            (table, day): [getattr(found, name) for name in NAMES]
            for table in connection.execute(sa.text("SELECT id FROM tables")).scalars().all()
            for day, found in results.recounted(connection, table).items()
        }
    engine.dispose()
    assert booked == again


def _crash(it: House, url: str) -> None:
    players = asyncio.run(_play_through_crashes(it, KILLS))
    it.stop()
    acknowledged = _check(url, players)
    assert acknowledged > EACH * KILLS


@pytest.mark.threat("power-cut")
def test_killed_again_and_again_on_sqlite(opened: Callable[..., House], tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'house.db'}"
    options = ("--only", "criss-cross-poker", "--copies", str(TABLES), "--bots", "0", "--no-pages")
    _crash(opened(url, *options), url)


@pytest.mark.threat("power-cut")
def test_killed_again_and_again_on_postgresql(opened: Callable[..., House], postgresql: Callable[[str], str]) -> None:
    url = postgresql("crash")
    options = ("--only", "criss-cross-poker", "--copies", str(TABLES), "--bots", "0", "--no-pages")
    _crash(opened(url, *options), url)


# Several workers


def _asked(caller: Caller, table: int) -> dict[str, Any]:
    """The view in which this caller is asked something."""
    for _ in trying("an ask"):
        with contextlib.suppress(httpx.HTTPError):
            view: dict[str, Any] = caller.see(f"/tables/{table}")
            if any(ask["who"] == view["viewer"] for ask in view["asks"]):
                return view
            if not view["open"]:
                caller.say("POST", f"/tables/{table}/ready")
    raise AssertionError


def _heard(caller: Caller, table: int, text: str, key: str) -> dict[str, Any]:
    """An answer that is said with its key until the table is in somebody's hands."""
    for _ in trying("an answer"):
        answer = caller.say("POST", f"/tables/{table}/answers", {"text": text, "key": key})
        if answer.status_code != 503 and "in the meantime" not in answer.text:
            assert answer.is_success, answer.text
            return dict(answer.json())
    raise AssertionError


def _signed_out_at_one_worker_is_signed_out_at_all(first: House, second: House) -> None:
    visitor = Caller(first.url).guest()
    cookie = {"Cookie": f"houseway={visitor.http.cookies['houseway']}"}
    address = f"{second.url.replace('http', 'ws')}/api/v1/tables/1/live"
    with connect(address, additional_headers=cookie, open_timeout=PATIENCE, ping_interval=None) as socket:
        socket.recv(timeout=PATIENCE)
        visitor.done("DELETE", "/session")
        with pytest.raises(ConnectionClosed, match="your session is over"):
            while True:
                socket.recv(timeout=PATIENCE)


def test_tables_go_on_at_another_worker_when_theirs_is_killed(
    opened: Callable[..., House], postgresql: Callable[[str], str]
) -> None:
    url = postgresql("workers")
    options = ("--only", "criss-cross-poker", "--copies", "4", "--bots", "0", "--no-pages")
    first, second = opened(url, *options), opened(url, *options)
    players = [Caller(first.url).guest() for _ in range(4)]
    for table, player in enumerate(players, start=1):
        player.done("POST", f"/tables/{table}/seat", {"amount": "1000"})
        _asked(player, table)
    across = players[0]  # speaks at the second worker to a table that the first one owns
    here = Caller(second.url)
    here.http.cookies, here.csrf = across.http.cookies, across.csrf
    assert not _heard(here, 1, "ante 5", "elsewhere")["again"]
    eventually(lambda: across.see("/tables/1")["stage"] == "play")
    eventually(lambda: here.see("/tables/1")["number"] == across.see("/tables/1")["number"])
    _signed_out_at_one_worker_is_signed_out_at_all(first, second)
    before = {table: player.see(f"/tables/{table}") for table, player in enumerate(players, start=1)}
    first.kill()
    for table, player in enumerate(players, start=1):
        player.http.base_url = httpx.URL(f"{second.url}/")
        now = _asked(player, table)
        assert (now["round"], now["cards"], now["seats"]) == (
            before[table]["round"],
            before[table]["cards"],
            before[table]["seats"],
        )
        text = "ante 5" if now["stage"] == "wagers" else f"{now['asks'][0]['what']} 1"
        _heard(player, table, text, f"after-{table}")
    assert _heard(here, 1, "ante 5", "elsewhere")["again"]
    assert not [problem for one in journals(url) for problem in prove(one).problems]
    for caller in (here, *players):
        caller.close()
