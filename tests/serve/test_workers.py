"""Several workers behind one address: every table can be reached, goes on when its worker dies, and comes home."""

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import psycopg
import pytest
from playwright.sync_api import Browser, Page, expect
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect

from houseway.cli.serve import serve
from houseway.prove.rounds import prove
from houseway.record.database import StoreError
from houseway.record.sources import journals
from houseway.rules.strict import RulesError
from houseway.serve.web import limits
from houseway.serve.workers.handover import Goal, goal
from houseway.serve.workers.supervisor import supervise
from tests.serve.browsing import WAIT, Visits, clicked, leaving
from tests.serve.house import PATIENCE, ROOT, Caller, House, eventually, free_port, trying, workers_of
from tests.serve.test_pages import play_round

TABLES = 4


@pytest.fixture(scope="module")
def url(postgresql: Callable[[str], str]) -> str:
    return postgresql("behind-one-address")


@pytest.fixture(scope="module")
def house(url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    options = ("--only", "criss-cross-poker", "--copies", str(TABLES), "--bots", "0", "--pause", "600", "--limits")
    it = House(url, *options, "--workers", "2", log=tmp_path_factory.mktemp("workers") / "log").start()
    yield it
    it.stop()


def _owners(url: str) -> dict[int, int | None]:
    with psycopg.connect(url) as connection:
        return dict(connection.execute("SELECT id, owner FROM tables WHERE id <= %s ORDER BY id", (TABLES,)).fetchall())


def _shared_out(url: str) -> bool:
    """Each of two workers has half the tables."""
    owners = list(_owners(url).values())
    return None not in owners and sorted(owners.count(one) for one in set(owners)) == [TABLES // 2] * 2


@contextlib.contextmanager
def _live(house: House, player: Caller, table: int) -> Iterator[ClientConnection]:
    cookie = {"Cookie": f"houseway={player.http.cookies['houseway']}"}
    address = f"{house.url.replace('http', 'ws')}/api/v1/tables/{table}/live"
    with connect(address, additional_headers=cookie, open_timeout=PATIENCE, ping_interval=None) as socket:
        yield socket


def _seated(house: House) -> list[Caller]:
    players = [Caller(house.url).guest() for _ in range(TABLES)]
    for table, player in enumerate(players, start=1):
        player.done("POST", f"/tables/{table}/seat", {"amount": "1000"})
        player.done("POST", f"/tables/{table}/ready")  # others may have played here before
    return players


def test_every_table_is_reached_through_the_one_address(house: House, url: str) -> None:
    players = _seated(house)
    eventually(lambda: _shared_out(url))
    for table, player in enumerate(players, start=1):
        for other in range(1, TABLES + 1):  # on one connection, which goes from worker to worker
            assert player.see(f"/tables/{other}")["table"] == other
        with _live(house, player, table) as socket:
            view = json.loads(socket.recv(timeout=PATIENCE))
            assert (view["type"], view["table"], view["viewer"]) == ("view", table, "seat 1")
            socket.send(json.dumps({"do": "answer", "text": "ante 5", "id": "mine"}))
            told = [view["type"]]
            while told[-1] != "done":
                told.append(json.loads(socket.recv(timeout=PATIENCE))["type"])
            assert told[-2:] == ["events", "done"]
    figures = [httpx.get(f"{house.url}/metrics?worker={nth}", timeout=PATIENCE).text for nth in (1, 2)]
    seated = [re.search(r"^houseway_seated (\S+)", one, re.MULTILINE) for one in figures]
    assert [one and float(one[1]) for one in seated] == [TABLES / 2] * 2
    for table, player in enumerate(players, start=1):
        player.say("DELETE", f"/tables/{table}/seat")


def test_a_worker_that_has_made_no_page_yet_has_the_parts_of_all_pages() -> None:
    pages = (ROOT / "src" / "houseway" / "serve" / "pages").glob("*.py")
    used = sorted({name for page in pages for name in re.findall(r"\bui\.([a-z_]+)", page.read_text(encoding="utf-8"))})
    told = f"""
import houseway.serve.pages
from nicegui import dependencies, ui
def known():
    kinds = "vue_components", "js_components", "libraries", "resources", "esm_modules"
    return {{key for kind in kinds for key in getattr(dependencies, kind)}}
at_first = known()
assert at_first
for name in {used}:
    getattr(ui, name)
print(sorted(known() - at_first))
"""
    done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True, cwd=ROOT)
    assert {"html", "query", "timer"} <= set(used) and done.stdout == "[]\n"


def _parked(house: House, url: str) -> list[Caller]:
    """Connections that stay at one worker each, where they were brought by asking for its table."""
    owners = _owners(url)
    at = {owner: table for table, owner in owners.items()}
    callers = [Caller(house.url) for _ in at]
    for caller, table in zip(callers, at.values(), strict=True):
        assert caller.see(f"/tables/{table}")["table"] == table
    assert len(callers) == 2
    return callers


def test_who_comes_to_both_workers_has_no_more_tries_than_at_one(house: House, url: str) -> None:
    players = _seated(house)
    eventually(lambda: _shared_out(url))
    hostile = _parked(house, url)
    tries = [
        caller.say("POST", "/session", {"name": f"name {number}", "password": "a guess at it"}).status_code
        for number in range(limits.SIGNING_IN.burst)
        for caller in hostile
    ]
    assert tries == [401] * limits.SIGNING_IN.burst + [429] * limits.SIGNING_IN.burst
    with contextlib.ExitStack() as sockets:
        for number in range(limits.SOCKETS.most):
            sockets.enter_context(_live(house, players[0], number % TABLES + 1))
        for table in range(1, TABLES + 1):
            with pytest.raises(InvalidStatus, match="403"):
                sockets.enter_context(_live(house, players[0], table))
    with _live(house, players[0], 1) as socket:  # what was let go may be had again
        assert json.loads(socket.recv(timeout=PATIENCE))["type"] == "view"
    for table, player in enumerate(players, start=1):
        player.say("DELETE", f"/tables/{table}/seat")


def _plays_on(page: Page) -> None:
    """The next round, which begins when the player says so if one was played here before."""
    for _ in trying("the next round"):
        if not page.locator(".topline", has_text="round over").count():
            break
        clicked(page.locator("[data-hw=ready]"))
    play_round(page)


def _comes_again(page: Page) -> None:
    """What the page shows is there again when it is loaded anew."""
    shown = {what: page.locator(what).inner_text() for what in (".topline", ".mystack b", ".story")}
    page.reload()
    for what, text in shown.items():
        expect(page.locator(what)).to_have_text(text, use_inner_text=True)


def test_a_table_of_either_worker_is_played_in_a_browser_and_seen_again(house: House, url: str, visits: Visits) -> None:
    players = _seated(house)
    eventually(lambda: _shared_out(url))
    for table, player in enumerate(players, start=1):
        player.say("DELETE", f"/tables/{table}/seat")
    pages = [visits(house.url, f"/table/{table}") for table in range(1, TABLES + 1)]
    for page in pages:
        page.locator(".bar [data-do=guest-sit]").click()
        expect(page.locator(".seat.mine")).to_be_visible()
    for page in pages:
        _plays_on(page)
        _comes_again(page)
        _plays_on(page)
    for page in pages:
        page.locator("[data-hw=leave]").click()
        expect(page.locator(".seat.mine")).to_have_count(0)


@pytest.fixture
def open_pages(chromium: Browser, house: House) -> Iterator[Callable[[Caller, int], Page]]:
    """Opens a player's table in a browser. What a page says when its worker dies is no complaint of its own."""
    contexts = []

    def opened(player: Caller, table: int) -> Page:
        context = chromium.new_context(base_url=house.url)
        contexts.append(context)
        context.set_default_timeout(WAIT)
        context.add_cookies([{"name": "houseway", "value": player.http.cookies["houseway"], "url": house.url}])
        page = context.new_page()
        page.goto(f"/table/{table}")
        expect(page.locator(".seat.mine")).to_be_visible()
        return page

    yield opened
    for context in contexts:
        with leaving():
            context.close()


def test_tables_go_on_when_their_worker_is_killed_and_come_home_when_it_is_back(
    house: House, url: str, open_pages: Callable[[Caller, int], Page]
) -> None:
    players = _seated(house)
    eventually(lambda: _shared_out(url))
    pages = [open_pages(players[table - 1], table) for table in (1, 2)]  # of either worker
    before, workers = _owners(url), house.workers
    views = {table: player.see(f"/tables/{table}") for table, player in enumerate(players, start=1)}
    os.kill(workers[0], signal.SIGKILL)
    for table, player in enumerate(players, start=1):
        for _ in trying("the table to go on"):
            with contextlib.suppress(httpx.HTTPError):
                answer = player.say("POST", f"/tables/{table}/answers", {"text": "ante 5", "key": f"on-{table}"})
                if answer.status_code < 500 and "in the meantime" not in answer.text:
                    break
        assert answer.is_success, answer.text
        assert player.see(f"/tables/{table}")["round"] == views[table]["round"]
    for page in pages:
        play_round(page)
        page.evaluate("window.before = true")
    marked = _owners(url)
    shown = [page.locator(".room").inner_text() for page in pages]
    eventually(lambda: len(house.workers) == 2 and house.workers != workers)
    eventually(lambda: _shared_out(url) and _owners(url) != before)
    if _owners(url)[1] != marked[1]:  # else the other worker was back before the page was marked
        pages[0].wait_for_function("!window.before")  # it came again when its table went home
    for page, text in zip(pages, shown, strict=True):
        expect(page.locator(".room")).to_have_text(text, use_inner_text=True)  # and the results were looked at in peace
        _plays_on(page)
    assert not [problem for one in journals(url) for problem in prove(one).problems]
    for player in players:
        player.close()


@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_workers_are_started_again_and_end_with_their_parent(end: signal.Signals) -> None:
    paths = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
    command = [sys.executable, "-m", "tests.serve.shift", str(free_port())]
    with subprocess.Popen(command, cwd=ROOT, env={**os.environ, "PYTHONPATH": paths}, stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None and parent.stdout.readline() == b"open\n"
        first = eventually(lambda: found if len(found := workers_of(parent.pid)) == 2 else None)
        os.kill(first[1], signal.SIGKILL)
        then = eventually(lambda: found if len(found := workers_of(parent.pid)) == 2 and found != first else None)
        assert first[0] in then
        parent.send_signal(end)
        assert parent.wait(PATIENCE) == (-signal.SIGKILL if end == signal.SIGKILL else 0)
        eventually(lambda: not [one for one in then if Path(f"/proc/{one}").exists()])


@pytest.mark.parametrize("given", ["0", "65", "two", "-1", "1.5", "²"])
def test_a_number_of_workers_that_is_none_is_refused(given: str, tmp_path: Path) -> None:
    with pytest.raises(RulesError, match=f"--workers {re.escape(given)} is not a number of workers"):
        _serve(tmp_path, given)


def test_workers_need_postgresql(tmp_path: Path) -> None:
    with pytest.raises(RulesError, match="workers share a PostgreSQL database, and this one is SQLite"):
        _serve(tmp_path, "2")


def _serve(folder: Path, workers: str) -> None:
    database, port = str(folder / "house.db"), str(free_port())
    serve(
        submission=None, database=database, host="127.0.0.1", port=port, rate_limits=True, workers=workers
    )  # fmt: skip


def _can_not_open(share: object) -> None:
    raise StoreError("the database can't be opened: it is elsewhere")


def test_what_keeps_a_house_from_opening_is_said_in_its_own_sentence() -> None:
    told: list[str] = []
    with pytest.raises(StoreError, match=r"^the database can't be opened: it is elsewhere$"):
        supervise(_can_not_open, workers=2, host="127.0.0.1", port=free_port(), told=told.append)
    assert not told


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        (b"GET /api/v1/tables/12/live HTTP/1.1", Goal(table=12)),
        (b"GET /table/7?round=3 HTTP/1.1", Goal(table=7)),
        (b"POST /api/v1/tables/7/answers HTTP/1.1", Goal(table=7)),
        (b"GET /_nicegui_ws/socket.io/?EIO=4&client_id=0a-f1&transport=websocket HTTP/1.1", Goal(page="0a-f1")),
        (b"GET /metrics?worker=2 HTTP/1.1", Goal(nth=2)),
        (b"GET /api/v1/tables HTTP/1.1", None),
        (b"GET /api/v1/tables/99999999999999/live HTTP/1.1", None),
        (b"GET /api/v1/tables/7x HTTP/1.1", None),
        (b"GET /metrics HTTP/1.1", None),
        (b"GET", None),
        (b"", None),
        (b"\xff\xfe \xff", None),
    ],
)
def test_the_first_line_of_a_request_says_where_it_belongs(line: bytes, wanted: Goal | None) -> None:
    assert goal(line) == wanted
