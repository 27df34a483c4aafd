"""Slow, many and greedy connections: whoever is seated goes on playing."""

import asyncio
import json
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidMessage, InvalidStatus

from tests.serve.house import PATIENCE, Caller, House, trying

DESCRIPTORS = 256
PLACES = 128
FROM_ONE = PLACES // 4


@pytest.fixture(scope="module")
def narrow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house with few descriptors, whose proxy is 127.0.0.1; every other address of this machine is a stranger's."""
    folder = tmp_path_factory.mktemp("narrow")
    options = ["--only", "criss-cross-poker", "--no-pages", "--bots", "0", "--limits", "--patience", "2"]
    options += ["--descriptors", str(DESCRIPTORS), "--proxy", "127.0.0.1"]
    it = House(f"sqlite:///{folder / 'house.db'}", *options, log=folder / "log").start()
    yield it
    it.stop()


@pytest.fixture
def crowd(narrow: House) -> Iterator[Callable[[int, bytes], socket.socket]]:
    """Connections from many addresses, each of which sends something and no more."""
    with ExitStack() as all:

        def come(number: int, said: bytes) -> socket.socket:
            it = all.enter_context(socket.socket())
            it.settimeout(PATIENCE)
            it.bind((f"127.0.{1 + number // 200}.{1 + number % 200}", 0))
            it.connect(("127.0.0.1", narrow.port))
            it.sendall(said)
            return it

        yield come


def seated(house: House, address: str) -> Caller:
    """A player for whom the proxy speaks, at the table."""
    player = Caller(house.url)
    player.http.headers["X-Forwarded-For"] = address
    player.guest()
    player.done("POST", "/tables/1/seat", {"amount": "1000"})
    return player


def acts(player: Caller) -> None:
    """See the table and answer, on a new connection for each."""
    for _ in trying("an answer"):
        player.http.headers["Connection"] = "close"
        view = player.see("/tables/1")
        if any(ask["who"] == view["viewer"] for ask in view["asks"]):
            player.done("POST", "/tables/1/answers", {"text": "sit out"})
            return
        player.say("POST", "/tables/1/ready")


HALF = (
    b"GET /api/v1/tables HTTP/1.1\r\nHost: localhost\r\nX-Slow: ",
    b"POST /api/v1/session HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n"
    b"Content-Type: application/json\r\n\r\n{",
    b"\r\n",
    b"",
)


@pytest.mark.threat("slow-requests")
def test_requests_that_are_never_finished_stop_nobody(
    narrow: House, crowd: Callable[[int, bytes], socket.socket]
) -> None:
    player = seated(narrow, "203.0.113.1")
    for number in range(4 * PLACES):
        crowd(number, HALF[number % len(HALF)])
        if number % PLACES == PLACES - 1:
            acts(player)
            assert Caller(narrow.url).see("/tables")  # and strangers are served too
    player.done("DELETE", "/tables/1/seat")


@pytest.mark.threat("slow-requests")
@pytest.mark.parametrize("half", HALF)
def test_who_is_slow_is_cut_off(crowd: Callable[[int, bytes], socket.socket], half: bytes) -> None:
    assert crowd(0, half).recv(1) == b""


def test_who_does_not_take_the_answer_is_cut_off(narrow: House) -> None:
    with socket.socket() as it:
        it.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        it.settimeout(PATIENCE)
        it.connect(("127.0.0.1", narrow.port))
        it.sendall(b"GET /api/v1/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n" * 60)
        with pytest.raises(OSError, match=r"reset|roken"):
            for _ in trying("the end of patience"):
                it.sendall(b"\r\n")


def test_a_head_without_end_is_refused(crowd: Callable[[int, bytes], socket.socket]) -> None:
    it = crowd(0, b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"X-More: yes\r\n" * 4000)
    assert b" 400 " in it.recv(100)


@pytest.mark.threat("all-places")
def test_places_are_kept_for_who_is_seated(narrow: House) -> None:
    """Sockets that look on, until no more are let in; then whoever is seated still comes in."""
    player = seated(narrow, "203.0.113.1")
    cookie = {"Cookie": f"houseway={player.http.cookies['houseway']}"}
    address = f"{narrow.url.replace('http', 'ws')}/api/v1/tables/1/live"

    def opening(who: str, **headers: str) -> connect:
        said = {"X-Forwarded-For": who, **headers}
        return connect(address, additional_headers=said, open_timeout=PATIENCE, ping_interval=None)

    async def fill() -> None:
        sockets = []
        with pytest.raises(InvalidStatus, match="403"):
            for number in range(PLACES):
                sockets.append(await opening(f"198.51.100.{number % 100}"))
        assert len(sockets) > PLACES // 2
        stranger = await asyncio.to_thread(httpx.get, f"{narrow.url}/api/v1/tables", timeout=PATIENCE)
        assert (stranger.status_code, list(stranger.json())) == (503, ["error"])
        async with opening("203.0.113.1", **cookie) as mine:
            assert json.loads(await mine.recv())["viewer"].startswith("seat")
            await asyncio.to_thread(acts, player)
        for one in sockets:
            await one.close()

    asyncio.run(fill())
    player.done("DELETE", "/tables/1/seat")


@pytest.mark.threat("forged-address")
def test_one_address_has_its_share_by_the_word_of_a_proxy_that_is_believed(narrow: House) -> None:
    address = f"{narrow.url.replace('http', 'ws')}/api/v1/tables/1/live"

    async def come(who: str) -> int:
        """How many are let in before one is not."""
        sockets: list[ClientConnection] = []
        with pytest.raises(InvalidStatus, match="403"):
            for _ in range(10 * PLACES):
                said = {"X-Forwarded-For": who}
                with suppress(InvalidMessage):  # cut off before its head was read, as on a busy machine: try again
                    sockets.append(await connect(address, additional_headers=said, open_timeout=PATIENCE))
        for one in sockets:
            await one.close()
        return len(sockets)

    assert asyncio.run(come("198.51.100.7")) == FROM_ONE
    assert asyncio.run(come("198.51.100.8")) == FROM_ONE


def test_tls_is_told_by_a_proxy_that_is_believed_and_by_no_other(narrow: House) -> None:
    said = {"X-Forwarded-Proto": "https"}
    by_proxy = httpx.get(f"{narrow.url}/api/v1/games", headers=said, timeout=PATIENCE)
    assert by_proxy.headers["strict-transport-security"] == "max-age=31536000"
    with httpx.Client(transport=httpx.HTTPTransport(local_address="127.0.0.9"), timeout=PATIENCE) as stranger:
        answer = stranger.get(f"{narrow.url}/api/v1/games", headers=said)
        assert answer.status_code == 200 and "strict-transport-security" not in answer.headers
        assert "Secure" not in stranger.post(f"{narrow.url}/api/v1/guest", headers=said).headers["set-cookie"]


def test_a_proxy_is_an_address(tmp_path: Path) -> None:
    from houseway.cli.serve import serve
    from houseway.rules.strict import RulesError

    with pytest.raises(RulesError, match=r"--proxy nginx is not an address"):
        serve(
            submission=None,
            database=str(tmp_path / "x.db"),
            host="127.0.0.1",
            port="1",
            rate_limits=True,
            proxies=["nginx"],
        )
