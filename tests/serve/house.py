"""Houses in other processes, and people who come to them, for tests."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import httpx

ROOT = Path(__file__).parents[2]
PATIENCE = 300.0  # seconds, after which a house is held to be stuck: what is tested never depends on how fast it is

T = TypeVar("T")


def trying(what: str = "it") -> Iterator[float]:
    """Tries until the loop is left; it gives up only when something must be stuck."""
    until = time.monotonic() + PATIENCE
    while (now := time.monotonic()) < until:
        yield now
        time.sleep(0.02)
    raise AssertionError(f"{what} never happened")


def eventually(look: Callable[[], T | None], what: str = "it") -> T:
    """What is seen as soon as there is something to see."""
    for _ in trying(what):
        if seen := look():
            return seen
    raise AssertionError


def free_port() -> int:
    with socket.socket() as it:
        it.bind(("127.0.0.1", 0))
        return int(it.getsockname()[1])


class House:
    """A served house: it can be killed at any moment and started again on the same database and port."""

    def __init__(self, database: str, *options: str, log: Path) -> None:
        self.database, self.options, self.log = database, options, log
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> "House":
        self.launch()
        self.wait()
        return self

    def launch(self) -> None:
        paths = [str(ROOT / "src"), str(ROOT), os.environ.get("PYTHONPATH", "")]
        command = [sys.executable, "-m", "tests.serve.server", "--database", self.database, "--port", str(self.port)]
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [*command, *self.options],
                cwd=ROOT,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))},
                stdout=log,
                stderr=log,
            )

    def wait(self) -> None:
        for _ in trying("the opening of the house"):
            assert self._process is not None
            if self._process.poll() is not None:
                raise AssertionError(f"the house did not open:\n{self.log.read_text()[-3000:]}")
            with contextlib.suppress(httpx.HTTPError):
                if httpx.get(f"{self.url}/api/v1/games", timeout=PATIENCE).status_code == 200:
                    return

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def workers(self) -> list[int]:
        """The processes that serve, where several do."""
        return workers_of(self.pid)

    def kill(self) -> None:
        """As a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(PATIENCE)
            self._process = None


def workers_of(pid: int) -> list[int]:
    """The workers of a parent, in the order in which they came."""
    return [one for one in children_of(pid) if b"spawn_main" in _command(one)]


def children_of(pid: int) -> list[int]:
    """The processes that a process has started, in the order in which they came."""
    with contextlib.suppress(OSError):
        return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    return []


def _command(pid: int) -> bytes:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    return b""


class Caller:
    """Somebody at the API, with the cookie and the token that go with it."""

    def __init__(self, url: str) -> None:
        self.http = httpx.Client(base_url=url, timeout=PATIENCE)
        self.csrf = ""
        self.name = ""

    def guest(self) -> "Caller":
        return self._in(self.http.post("/api/v1/guest"))

    def sign_in(self, name: str, password: str) -> "Caller":
        return self._in(self.http.post("/api/v1/session", json={"name": name, "password": password}))

    def _in(self, answer: httpx.Response) -> "Caller":
        assert answer.status_code in (200, 201), answer.text
        self.csrf, self.name = answer.json()["csrf"], answer.json()["name"]
        return self

    def say(self, method: str, path: str, body: Any = None, **more: Any) -> httpx.Response:
        headers = {"X-CSRF-Token": self.csrf, **more.pop("headers", {})}
        return self.http.request(method, f"/api/v1{path}", json=body, headers=headers, **more)

    def done(self, method: str, path: str, body: Any = None) -> Any:
        answer = self.say(method, path, body)
        assert answer.is_success, answer.text
        return answer.json() if answer.content else None

    def see(self, path: str) -> Any:
        return self.done("GET", path)

    def close(self) -> None:
        self.http.close()

    def __del__(self) -> None:
        self.http.close()


def operator(url: str) -> Caller:
    return Caller(url).sign_in("operator", "the operator's own")


def employed(url: str, role: str) -> Caller:
    """Somebody on the house's payroll."""
    boss = operator(url)
    name = f"{role} {time.monotonic_ns()}"
    boss.done("POST", "/staff", {"name": name, "password": "a long password", "role": role})
    boss.close()
    return Caller(url).sign_in(name, "a long password")
