"""A worker between which and PostgreSQL every packet vanishes, with nothing closed: it says so, and others go on."""

import itertools
import threading
from collections.abc import Callable, Iterator

import httpx
import psycopg
import pytest

from houseway.cli.prove import proved
from houseway.errors import UNREACHABLE
from tests.serve.black_hole import BlackHole
from tests.serve.house import Caller, House, eventually, trying

BOUND = 40.0  # seconds, in which nobody would be answered before; on an idle machine it takes five
STILL = (
    "--only",
    "criss-cross-poker",
    "--copies",
    "6",
    "--bots",
    "0",
    "--no-pages",
    "--pause",
    "600",
    "--first",
    "600",
)
PLAYERS = 4


class Player:
    """Sits down and leaves, over and over, at a table of their own. What gets no answer is said again with its key."""

    def __init__(self, near: House, far: House, table: int) -> None:
        self.here, self.there = Caller(near.url).guest(), Caller(far.url)
        for caller in (self.here, self.there):
            caller.http.timeout = httpx.Timeout(BOUND)
        self.there.http.cookies, self.there.csrf = self.here.http.cookies, self.here.csrf
        self.table, self.acts, self.slow = table, 0, 0
        self.refused: list[str] = []
        self.wrong = ""
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._play)

    def start(self) -> "Player":
        self._thread.start()
        return self

    def stop(self) -> None:
        self._stopping.set()
        self._thread.join()

    def has_done(self, acts: int) -> None:
        eventually(lambda: self.acts > acts or self.wrong)
        assert not self.wrong

    def _play(self) -> None:
        for number in itertools.count():
            if self._stopping.is_set() or self.wrong:
                return
            self._done("POST", "", {"amount": "1000", "key": f"sit-{number}"})
            self._done("DELETE", f"?key=leave-{number}")

    def _done(self, method: str, key: str, body: dict[str, str] | None = None) -> None:
        caller = self.here
        for _ in trying(f"{method} {key} {body}"):
            try:
                answer = caller.say(method, f"/tables/{self.table}/seat{key}", body)
            except httpx.TimeoutException:
                self.slow += 1
                return
            if answer.is_success:
                self.acts += 1
                return
            if answer.status_code != 503:
                self.wrong = answer.text
                return
            self.refused.append(answer.json()["error"])
            caller = self.there


@pytest.fixture
def hole(postgresql: Callable[[str], str]) -> Iterator[BlackHole]:
    it = BlackHole(postgresql("cut_off"))
    yield it
    it.close()


def test_a_worker_that_is_cut_off_answers_503_and_gives_up_its_tables_and_comes_back(
    hole: BlackHole, opened: Callable[..., House], postgresql: Callable[[str], str]
) -> None:
    direct = postgresql("unused").replace("/unused", "/cut_off")
    near = opened(hole.url, *STILL)
    far = opened(direct, *STILL)
    players = [Player(near, far, table).start() for table in range(1, PLAYERS + 1)]
    for player in players:
        player.has_done(4)
    with psycopg.connect(direct) as connection:
        before = {row[0] for row in connection.execute("SELECT owner FROM tables WHERE id <= %s", (PLAYERS,))}
    hole.shut()
    assert _asked(near, "/api/v1/tables") == (503, {"error": UNREACHABLE})
    at = [player.acts for player in players]
    for player, acts in zip(players, at, strict=True):
        player.has_done(acts + 4)
    assert _asked(near, "/healthz") == (503, {"error": UNREACHABLE})
    hole.open()
    eventually(lambda: _asked(near, "/healthz")[0] == 200, "a worker that comes back")
    for player in players:
        player.stop()
        assert player.slow == 0 and player.refused
        assert all(one.endswith(("in a moment", "the same key")) for one in player.refused), player.refused
    _written_once(direct, players)
    with psycopg.connect(direct) as connection:
        entered = {row[0] for row in connection.execute("SELECT id FROM workers")}
    assert len(entered) == 2 and not before & entered  # it has another number
    table = 5
    back = Caller(near.url).guest()
    assert back.done("POST", f"/tables/{table}/seat", {"amount": "1000"})["number"]
    near.stop()
    far.stop()
    assert proved(direct, table=None, round=None, explain=None).problems == []


def _asked(house: House, path: str) -> tuple[int, object]:
    answer = httpx.get(f"{house.url}{path}", timeout=BOUND)
    return answer.status_code, answer.json()


def _written_once(direct: str, players: list[Player]) -> None:
    """Every act that was acknowledged is in the journal once."""
    asked = 'SELECT "table", key, count(*) FROM entries WHERE key IS NOT NULL GROUP BY "table", key'
    with psycopg.connect(direct) as connection:
        rows = connection.execute(asked).fetchall()
    assert {many for _, _, many in rows} == {1}
    for player in players:
        written = {key for table, key, _ in rows if table == player.table}
        assert player.acts and written == {f"sit-{n}" for n in range(player.acts // 2)} | {
            f"leave-{n}" for n in range(player.acts // 2)
        }
