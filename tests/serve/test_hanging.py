"""Two workers that hang, crash and are cut off, and a PostgreSQL that crashes: the tables always answer again."""

import contextlib
import os
import signal
import time
from collections.abc import Iterator
from typing import Any

import httpx
import psycopg
import pytest

from houseway.cli.prove import proved
from tests.serve.cluster import Cluster, cluster
from tests.serve.house import Caller, House, eventually, trying
from tests.serve.lease_model import REPLAYED, Event

TABLES = 4
LONG = 8.0  # seconds of a pause of everybody: longer than the silence after which a worker is given up
SHORTLY = 10.0  # seconds after which somebody who got no answer asks again


@pytest.fixture(scope="module")
def served() -> Iterator[Cluster]:
    with cluster() as it:
        yield it


@pytest.fixture(scope="module")
def house(served: Cluster, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    still = ("--bots", "0", "--no-pages", "--pause", "600", "--first", "600")
    options = ("--only", "criss-cross-poker", "--copies", str(TABLES), *still, "--workers", "2")
    it = House(served.url, *options, log=tmp_path_factory.mktemp("hanging") / "log").start()
    yield it
    it.stop()


def _asked(served: Cluster, sql: str) -> list[Any]:
    with psycopg.connect(served.direct, autocommit=True) as connection:
        return connection.execute(sql).fetchall()


def _entered(served: Cluster) -> bool:
    """Two workers are entered, and hold the locks on their numbers."""
    with contextlib.suppress(psycopg.Error):
        locked = "SELECT objid FROM pg_locks WHERE locktype = 'advisory' AND classid = 1215 AND granted"
        rows = _asked(served, "SELECT id FROM workers")
        return len(rows) == 2 and {row[0] for row in rows} <= {row[0] for row in _asked(served, locked)}
    return False


def _tried(house: House, table: int) -> bool:
    """Somebody new sits down and leaves again."""
    guest = Caller(house.url)
    guest.http.timeout = httpx.Timeout(SHORTLY)
    try:
        guest.guest()
        if guest.say("POST", f"/tables/{table}/seat", {"amount": "1000"}).status_code >= 500:
            return False
        return guest.say("DELETE", f"/tables/{table}/seat").is_success
    except (httpx.HTTPError, AssertionError):
        return False
    finally:
        guest.close()


def _answers(house: House) -> None:
    for table in range(1, TABLES + 1):
        for _ in trying(f"an answer of table {table}"):
            if _tried(house, table):
                break


class Replay:
    """The events of a model, with real processes."""

    def __init__(self, house: House, served: Cluster) -> None:
        self._house, self._served = house, served
        self._workers = eventually(lambda: found if len(found := house.workers) == 2 else None)
        self._hung: set[int] = set()
        self._cut: set[int] = set()

    def happen(self, event: Event) -> None:
        what, which = event
        match what:
            case "hang":
                self._signal(which, signal.SIGSTOP)
            case "wake":
                self._signal(which, signal.SIGCONT)
            case "pause":
                self._signal(0, signal.SIGSTOP)
                self._signal(1, signal.SIGSTOP)
                time.sleep(LONG)
            case "resume":
                self._signal(0, signal.SIGCONT)
                self._signal(1, signal.SIGCONT)
            case "crash":
                self._crash(which)
            case "cut":
                self._cut.add(which)
                self._served.wire.cut(self._workers[which])
            case "heal":
                self._cut.discard(which)
                self._served.wire.heal(self._workers[which])
            case "restart":
                self._served.crash()
        if len(self._hung | self._cut) < 2:  # somebody is there to answer
            _answers(self._house)

    def _signal(self, which: int, sent: signal.Signals) -> None:
        os.kill(self._workers[which], sent)
        (self._hung.add if sent == signal.SIGSTOP else self._hung.discard)(which)

    def _crash(self, which: int) -> None:
        gone = self._workers[which]
        os.kill(gone, signal.SIGKILL)
        others = {*self._workers}
        (self._workers[which],) = eventually(lambda: {*self._house.workers} - others)
        self._hung.discard(which)
        self._cut.discard(which)

    def end(self) -> None:
        for which in list(self._hung):
            self.happen(("wake", which))
        for which in list(self._cut):
            self.happen(("heal", which))


@pytest.mark.threat("hung-worker")
@pytest.mark.parametrize("order", REPLAYED, ids=lambda order: ", ".join(f"{what} {which}" for what, which in order))
def test_the_house_answers_again_whatever_happens_to_its_processes(
    house: House, served: Cluster, order: tuple[Event, ...]
) -> None:
    eventually(lambda: _entered(served))
    _answers(house)
    replay = Replay(house, served)
    for event in order:
        replay.happen(event)
    replay.end()
    eventually(lambda: _entered(served), "two workers that are entered")
    _answers(house)
    owned = "SELECT id FROM tables WHERE owner IS NOT NULL AND owner NOT IN (SELECT id FROM workers)"
    eventually(lambda: not _asked(served, owned), "no table of a worker that is gone")
    for _ in range(8):  # whichever worker answers
        eventually(lambda: httpx.get(f"{house.url}/healthz", timeout=SHORTLY).status_code == 200)


def test_after_all_that_the_house_opens_again_and_proves(house: House, served: Cluster) -> None:
    house.stop()
    house.start()
    _answers(house)
    assert proved(served.direct, table=None, round=None, explain=None).problems == []
