"""Heads kept by an HTTP witness: an honest one finds what was cut back, and a hostile one stops nobody."""

import asyncio
import contextlib
import json
import logging
import shutil
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from typer.testing import CliRunner

from houseway.cli import app
from houseway.cli.prove import proved
from houseway.record import heads, witness
from houseway.record.database import StoreError
from houseway.record.errors import ProveError
from houseway.record.heads import SignedHead
from houseway.record.store import Store
from houseway.record.witness import WitnessWrong
from houseway.rules.submission import Submission
from houseway.serve.house import House
from houseway.serve.people.accounts import Accounts
from houseway.serve.web.witness import MOST_HOUSES, server
from tests.serve.house import Caller, eventually, free_port
from tests.serve.house import House as Served
from tests.serve.test_house import until

SECRET, OTHER = bytes(32), b"\1" * 32
HOUSE = "a" * 64


@contextlib.contextmanager
def serving(it: ThreadingHTTPServer) -> Iterator[str]:
    thread = threading.Thread(target=it.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{it.server_address[1]}"
    finally:
        it.shutdown()
        thread.join()
        it.server_close()


@pytest.fixture
def honest(tmp_path: Path) -> Iterator[str]:
    with serving(server(tmp_path / "witness", "127.0.0.1", 0)) as url:
        yield url


def head(number: int, hash: str = "b", *, secret: bytes = SECRET, house: str = HOUSE) -> SignedHead:
    return heads.sign(secret, house=house, number=number, hash=hash * 64, at="2026-11-18T04:00:00.000Z")


# The witness


def test_a_witness_keeps_the_latest_head_of_a_house(honest: str) -> None:
    assert witness.latest(honest, HOUSE) is None
    for number in (3, 7, 5):
        witness.post(honest, head(number))
    assert witness.latest(honest, HOUSE) == witness.post(honest, head(6)) == head(7)
    assert witness.post(honest, head(7, "c")) == head(7)  # another record of that number: what it has stays
    assert witness.latest(f"{honest}/", HOUSE) == head(7)


def test_a_witness_takes_heads_of_a_house_from_one_key_and_no_forged_ones(honest: str, tmp_path: Path) -> None:
    witness.post(honest, head(3))
    with pytest.raises(WitnessWrong, match="answered 403"):
        witness.post(honest, head(9, secret=OTHER))
    forged = {**head(9).data(), "number": 10}
    said = httpx.post(honest, json=forged)
    assert said.status_code == 422 and "is not signed with the key" in said.json()["error"]
    for body in (b"{}", b"[" * 2000, b"\xff", b"x" * 5000, json.dumps(head(1, house="../x").data()).encode()):
        assert httpx.post(honest, content=body).status_code in (413, 422)
    assert httpx.get(f"{honest}/../../etc/passwd").status_code == 404
    assert witness.latest(honest, HOUSE) == head(3)
    folder = tmp_path / "witness"
    for number in range(MOST_HOUSES - 1):
        (folder / f"{number}.json").touch()
    assert httpx.post(honest, json=head(1, house="c" * 64).data()).status_code == 507


def test_the_command_keeps_heads_until_it_is_stopped(tmp_path: Path) -> None:
    port = free_port()
    command = [sys.executable, "-c", "from houseway.cli import app; app()", "witness", str(tmp_path / "kept")]
    with subprocess.Popen([*command, "--port", str(port)], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None and f"http://127.0.0.1:{port}/" in process.stdout.readline()
        assert witness.post(f"http://127.0.0.1:{port}", head(3)) == head(3)
        for given, said in ((str(port), "no witness can be kept in"), ("none", "--port")):
            done = CliRunner().invoke(app, ["witness", str(tmp_path / "other"), "--port", given])
            assert done.exit_code == 2 and said in done.stderr and len(done.stderr.strip().splitlines()) == 1
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 0


# A house with a witness


async def _opened(url: str, acts: int) -> None:
    store = Store(url)
    house = House(store, Submission(facility="Here", tables=()), bots=0)
    await house.start()
    try:
        people = Accounts(store)
        for _ in range(acts):
            await people.guest()
            await house.sealer.head(now=True)
    finally:
        await house.stop()


def looked_into(url: str, head: str | None = None) -> list[str]:
    return proved(url, table=None, round=None, explain=None, head=head).problems


def _cut_back(url: str) -> None:
    """Back to an early head, as if nothing had happened since."""
    engine = sa.create_engine(url.replace("postgresql://", "postgresql+psycopg://"), poolclass=sa.NullPool)
    with engine.begin() as connection:
        early = connection.execute(sa.text("SELECT number FROM heads ORDER BY number LIMIT 1 OFFSET 2")).scalar()
        for asked in (
            "DELETE FROM daybook WHERE number > :early",
            "DELETE FROM heads WHERE number > :early",
            "DELETE FROM postings WHERE book > :early",
            "DELETE FROM sessions",
        ):
            connection.execute(sa.text(asked), {"early": early} if ":early" in asked else {})
        kept = connection.execute(sa.text("SELECT record FROM daybook WHERE about LIKE 'account %'")).scalars()
        known = {json.loads(record)["entry"]["account"] for record in kept} | {0}
        there = connection.execute(sa.text("SELECT id FROM accounts")).scalars().all()
        for id in set(there) - known:
            connection.execute(sa.text("DELETE FROM accounts WHERE id = :id"), {"id": id})


@pytest.fixture
def house(tmp_path: Path, honest: str, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> str:
    """Played at, closed, and then cut back; no file beside the key remembers it."""
    monkeypatch.setenv("HOUSEWAY_KEYS", str(tmp_path / "keys"))
    monkeypatch.setenv("HOUSEWAY_HEADS", f"{tmp_path / 'more'}:{honest}")
    if getattr(request, "param", "sqlite") == "sqlite":
        url = f"sqlite:///{tmp_path / 'house.db'}"
    else:
        url = request.getfixturevalue("postgresql")("witnessed")
    asyncio.run(_opened(url, 4))
    assert looked_into(url, honest) == []
    return url


@pytest.mark.parametrize("house", ["sqlite", "postgresql"], indirect=True)
def test_a_daybook_that_was_cut_back_is_found_by_a_witness_and_by_nothing_else(
    house: str, honest: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _cut_back(house)
    for folder in ("keys/heads", "more"):
        shutil.rmtree(tmp_path / folder)
    monkeypatch.delenv("HOUSEWAY_HEADS")
    assert looked_into(house) == []  # nothing in the database shows it
    (found,) = looked_into(house, honest)
    assert "is not in the daybook" in found and "what came after it was taken out" in found
    monkeypatch.setenv("HOUSEWAY_HEADS", honest)
    with pytest.raises(StoreError, match="is not in its daybook"):
        asyncio.run(_opened(house, 0))


def test_a_daybook_that_is_cut_back_while_the_house_is_open_is_told(
    house: str, honest: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        store = Store(house)
        opened = House(store, Submission(facility="Here", tables=()), bots=0)
        await opened.start()
        try:
            head = await opened.sealer.head()
            await until(lambda: witness.latest(honest, head.house) == head)
            assert opened.sealer.witnesses.wrong == []
            later = heads.sign(store.secret, house=head.house, number=head.number + 50, hash="d" * 64, at=head.at)
            witness.post(honest, later)  # the house had signed it, and its daybook has no such record
            await Accounts(store).guest()
            await opened.sealer.head(now=True)
            await until(lambda: opened.sealer.witnesses.wrong)
            assert "which the daybook does not have" in opened.sealer.witnesses.wrong[0]
        finally:
            await opened.stop()

    asyncio.run(test())


# A witness that fails or lies


class Hostile(BaseHTTPRequestHandler):
    """Answers whatever it was told to."""

    answer: Callable[["Hostile"], None]
    timeout = 1

    def do_GET(self) -> None:
        type(self).answer(self)

    def do_POST(self) -> None:
        self.do_GET()

    def say(self, body: bytes, status: int = 200, **headers: str) -> None:
        self.send_response(status)
        for name, value in {"Content-Length": str(len(body)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        with contextlib.suppress(OSError):
            self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        pass


def endless(it: Hostile) -> None:
    it.say(b"{" * 1_000_000)


def drips(it: Hostile) -> None:
    it.say(b"", 200, **{"Content-Length": "100"})
    with contextlib.suppress(OSError):
        for _ in range(100):
            it.wfile.write(b" ")
            stopped.wait(0.05)


stopped = threading.Event()
LIES: dict[str, Callable[[Hostile], None]] = {
    "nonsense": lambda it: it.say(b"nonsense"),
    "an error": lambda it: it.say(b"{}", 500),
    "another way": lambda it: it.say(b"", 302, Location="http://127.0.0.1:9/"),
    "another house": lambda it: it.say(json.dumps(head(9**9, house="e" * 64).data()).encode()),
    "a forged head": lambda it: it.say(json.dumps({**head(1).data(), "number": 10**9}).encode()),
    "another key": lambda it: it.say(
        json.dumps(head(10**9, secret=OTHER, house=it.path.strip("/") or HOUSE).data()).encode()
    ),
    "without end": endless,
    "one byte at a time": drips,
}


@pytest.mark.parametrize("lie", LIES)
def test_a_hostile_witness_keeps_no_house_closed_and_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, lie: str
) -> None:
    url = f"sqlite:///{tmp_path / 'house.db'}"
    asyncio.run(_opened(url, 1))
    monkeypatch.setattr(witness, "PATIENCE", 0.5)
    kind = type("Lying", (Hostile,), {"answer": staticmethod(LIES[lie])})
    with serving(ThreadingHTTPServer(("127.0.0.1", 0), kind)) as bad, caplog.at_level(logging.ERROR):
        monkeypatch.setenv("HOUSEWAY_HEADS", bad)
        asyncio.run(_opened(url, 1))
        assert any(bad in one.getMessage() for one in caplog.records)
        with contextlib.suppress(ProveError):  # one sentence, or a finding: another key has signed
            assert looked_into(url, bad)
    assert looked_into(url) == []


def test_a_witness_that_is_gone_is_told_by_healthz_and_nobody_waits_for_it(
    tmp_path: Path, opened: Callable[..., Served], monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:  # takes connections and never answers
        url = f"http://127.0.0.1:{silent.getsockname()[1]}"
        monkeypatch.setenv("HOUSEWAY_HEADS", url)
        house = opened(f"sqlite:///{tmp_path / 'house.db'}", "--only", "criss-cross-poker", "--bots", "0", "--no-pages")
        visitor = Caller(house.url).guest()
        assert visitor.say("POST", "/tables/1/seat", {"amount": "1000"}).is_success
        told = eventually(lambda: _well(house).get("witnesses"), "a word of the witness")
        assert told == [f"the witness {url} can't be reached: timed out"]


def _well(house: Served) -> Any:
    answer = httpx.get(f"{house.url}/healthz")
    assert answer.status_code == 200  # which a witness never changes
    return answer.json()


@pytest.mark.parametrize(
    ("value", "folders", "urls"),
    [
        ("", [], []),
        ("/a:/b", ["/a", "/b"], []),
        ("https://w.example", [], ["https://w.example"]),
        ("/a:https://w.example:8443/h:/b", ["/a", "/b"], ["https://w.example:8443/h"]),
        ("http://[::1]:80/:http://w:81:/a", ["/a"], ["http://[::1]:80/", "http://w:81"]),
    ],
)
def test_folders_and_witnesses_stand_in_one_variable(
    monkeypatch: pytest.MonkeyPatch, value: str, folders: list[str], urls: list[str]
) -> None:
    monkeypatch.setenv("HOUSEWAY_HEADS", value)
    assert [str(one) for one in heads.folders()[1:]] == folders and heads.witnesses() == urls


def test_a_witness_without_this_house_is_one_sentence(house: str, tmp_path: Path) -> None:
    with serving(server(tmp_path / "empty", "127.0.0.1", 0)) as empty:
        with pytest.raises(ProveError, match="has no head of this house"):
            looked_into(house, empty)
        with pytest.raises(ProveError, match="whole database"):
            proved(house, table="1", round=None, explain=None, head=empty)
