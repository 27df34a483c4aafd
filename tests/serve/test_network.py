"""The service on a network: nothing moves by looking, every answer is one sentence, and text travels small."""

import asyncio
import json
import re
import resource
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

import httpx
import psycopg
import pytest
import sqlalchemy as sa
from playwright.sync_api import Browser
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from houseway.errors import UNREACHABLE
from houseway.record.schema import workers
from houseway.record.store import Store
from houseway.rules.submission import Submission
from houseway.serve.api.watching import TOKEN
from houseway.serve.house import House as KeptHouse
from houseway.serve.pages import panels
from houseway.serve.pages.table import TablePage
from tests.serve.browsing import WAIT
from tests.serve.house import PATIENCE, Caller, House, employed, eventually, operator
from tests.serve.test_api import asked, open_table, seated
from tests.serve.test_house import run
from tests.serve.test_turns import page_of

ELSEWHERE = {
    "Origin": "https://elsewhere.example",
    "Sec-Fetch-Site": "cross-site",
    "Referer": "https://elsewhere.example",
}
OF_PEOPLE = ("seats", "waiting", "postings", "acts", "sessions")


def held(house: House, table: int, people: tuple[str, ...]) -> list[list[Any]]:
    """All that these people have and did, and all that is kept of a table."""
    named = ", ".join(f"'{name}'" for name in people)
    theirs = f"IN (SELECT id FROM accounts WHERE name IN ({named}))"
    asked = [f"SELECT * FROM accounts WHERE id {theirs}"]
    asked += [f"SELECT * FROM {name} WHERE account {theirs}" for name in OF_PEOPLE]
    asked += [f'SELECT * FROM {name} WHERE "table" = {table}' for name in ("seats", "entries", "results", "snapshots")]
    asked += [f"SELECT name, closed, choices FROM tables WHERE id = {table}", "SELECT * FROM submissions"]
    engine = sa.create_engine(house.database)
    with engine.connect() as connection:
        found = [[tuple(row) for row in connection.execute(sa.text(one))] for one in asked]
    engine.dispose()
    return found


@pytest.mark.threat("cross-site")
def test_getting_everything_from_another_site_changes_nothing(house: House) -> None:
    (told,) = re.findall(r'^{"routes".*', house.log.read_text(), re.MULTILINE)
    routes = json.loads(told)["routes"]
    assert {"/", "/table/{id}", "/account", "/operator/people", "/api/v1/tables/{id}", "/metrics"} <= set(routes)
    table = open_table(house)
    player, boss = seated(house, table, 1), employed(house.url, "operator")
    asked(player, table)
    before = held(house, table, (player.name, boss.name))
    filled = {"id": str(table), "number": "1", "game": "criss-cross-poker"}
    query = "sit=1&seat=2&amount=500&text=fold&do=leave&key=x&wait=0&confirm=1"
    for route in routes:
        path = re.sub(r"{(\w+)(?::\w+)?}", lambda part: filled.get(part[1], "x"), route)
        for visitor in (player, boss):
            assert visitor.http.get(f"{path}?{query}", headers=ELSEWHERE).status_code < 500, path
    for method in ("POST", "PUT", "DELETE"):
        headers = {"X-CSRF-Token": player.csrf, **ELSEWHERE}
        assert player.http.request(method, f"/api/v1/tables/{table}/seat", headers=headers).status_code == 403
    assert held(house, table, (player.name, boss.name)) == before


@pytest.mark.threat("cross-site-socket")
@pytest.mark.parametrize("path", ["/api/v1/tables/1/live", "/_nicegui_ws/socket.io/?EIO=4&transport=websocket"])
def test_no_socket_is_opened_to_another_site(house: House, path: str) -> None:
    address = f"{house.url.replace('http', 'ws')}{path}"
    for origin in ("https://elsewhere.example", "null", f"{house.url}.elsewhere.example"):
        with pytest.raises(InvalidStatus, match="403"):
            connect(address, origin=Origin(origin), open_timeout=PATIENCE)
    with connect(address, origin=Origin(house.url), open_timeout=PATIENCE) as socket:
        assert socket.recv(timeout=PATIENCE)


# Numbers without end


@pytest.mark.threat("odd-requests")
def test_an_endless_number_is_a_sentence_over_http(house: House) -> None:
    boss = operator(house.url)
    checked = boss.done("POST", "/submissions/check", {"text": f"facility = {'9' * 5000}\n"})
    assert checked["errors"] == 1 and len(checked["findings"][0]["what"].splitlines()) == 1
    endless = b'{"amount": "5", "seat": ' + b"9" * 5000 + b"}"
    for path in ("/api/v1/tables/1/seat", "/api/v1/cage", "/api/v1/tables"):
        headers = {"X-CSRF-Token": boss.csrf, "Content-Type": "application/json"}
        answer = boss.http.post(path, content=endless, headers=headers)
        assert 400 <= answer.status_code < 500 and len(answer.json()["error"].splitlines()) == 1, answer.text
    for path in (
        f"/api/v1/tables/{'9' * 5000}",
        f"/table/{'9' * 5000}",
        f"/api/v1/tables/1/rounds?before={'9' * 5000}",
    ):
        assert 400 <= boss.http.get(path).status_code < 500


@pytest.mark.parametrize("number", ["1" + "0" * 25, "9" * 5000, "-5", "1e9", "\u0661\u0660", "", "null"])
def test_an_endless_number_on_a_page_is_a_sentence(tmp_path: Path, number: str) -> None:
    async def test(table: Any, page: TablePage) -> None:
        page._side = panels.Side(page.desk.house.store, table.id, table.rules, page.person)
        before = table.driver.table.round, dict(table.seating.sitters)
        for data in (
            {"hw": "chip", "value": number},
            {"hw": "chips", "amount": number},
            {"hw": "sit", "amount": number, "seat": number, "behind": number},
            {"hw": "replay", "round": number},
            {"hw": "card", "at": number},
            {"hw": "fill", "word": "ante", "value": number},
            {"hw": "say", "text": f"ante {number}"},
        ):
            await page._clicked(SimpleNamespace(args=data))  # type: ignore[arg-type]  # an event, as far as it is read
            assert len(page._notice.splitlines()) <= 1 and len(page._notice) < 1500, page._notice
        assert (table.driver.table.round, table.seating.sitters) == before

    run(tmp_path, page_of(test))


# A database that is gone for a while


@pytest.mark.threat("lost-database")
def test_without_its_database_the_house_says_one_sentence_and_comes_back(
    opened: Callable[..., House], postgresql: Callable[[str], str]
) -> None:
    url = postgresql("gone")
    house = opened(url, "--only", "criss-cross-poker", "--bots", "0")
    visitor = Caller(house.url)
    assert visitor.http.get("/healthz").json() == {"ok": True}
    name = urlsplit(url).path.lstrip("/")
    with psycopg.connect(url.replace(f"/{name}", "/postgres", 1), autocommit=True) as other:
        other.execute(f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS false')
        other.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", (name,))
        page = visitor.http.get("/")
        assert page.status_code == 500 and UNREACHABLE.partition("can't ")[2] in page.text
        assert not re.search(r"psycopg|sqlalche|Traceback|SELECT", page.text)
        for path, method in (("/api/v1/tables", "GET"), ("/api/v1/guest", "POST"), ("/healthz", "GET")):
            answer = visitor.http.request(method, path)
            assert (answer.status_code, answer.json()) == (503, {"error": UNREACHABLE}), path
        other.execute(f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS true')
    eventually(lambda: visitor.http.get("/healthz").status_code == 200)
    eventually(lambda: visitor.http.get("/").status_code == 200)


@pytest.mark.threat("full-disk")
def test_with_a_full_disk_the_house_is_not_well_until_there_is_room(
    opened: Callable[..., House], tmp_path: Path
) -> None:
    house = opened(f"sqlite:///{tmp_path / 'house.db'}", "--only", "criss-cross-poker", "--bots", "0", "--no-pages")
    visitor = Caller(house.url).guest()
    assert visitor.http.get("/healthz").json() == {"ok": True}
    before = resource.prlimit(house.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(house.pid, resource.RLIMIT_FSIZE, (1, before[1]))  # no file grows any more
    eventually(lambda: visitor.http.get("/healthz").status_code == 503)
    assert visitor.say("POST", "/tables/1/seat", {"amount": "1000"}).status_code == 503
    assert visitor.http.get("/healthz").json() == {
        "error": "nothing can be written to the house's books: its disk may be full"
    }
    resource.prlimit(house.pid, resource.RLIMIT_FSIZE, before)
    eventually(lambda: visitor.http.get("/healthz").status_code == 200)
    assert visitor.say("POST", "/tables/1/seat", {"amount": "1000"}).is_success


def test_a_worker_that_others_gave_up_is_not_well_until_it_has_entered_again(postgresql: Callable[[str], str]) -> None:
    async def test() -> None:
        store = Store(postgresql("given up"))
        house = KeptHouse(store, Submission(facility="Here", tables=()))
        await house.start()
        try:
            number = house.worker
            await store.write(lambda c: c.execute(workers.delete()))
            store._committed_at = 0.0  # nothing speaks for it
            assert not await store.probe() or house.worker != number
            async with asyncio.timeout(PATIENCE):
                while house.worker == number or not await store.probe():
                    await asyncio.sleep(0.02)
        finally:
            await house.stop()

    asyncio.run(test())


# Watching, and how answers travel


@pytest.mark.threat("figures")
def test_metrics_are_for_this_machine_and_the_staff(house: House) -> None:
    here = httpx.get(f"{house.url}/metrics", timeout=PATIENCE)
    figures = dict(re.findall(r"^(houseway_\w+)(?:{[^}]*})? (\S+)$", here.text, re.MULTILINE))
    assert float(figures["houseway_connections"]) >= 1 and float(figures["houseway_connections_most"]) > 100
    assert float(figures["houseway_answers_total"]) >= 1 and "houseway_loop_lag_seconds" in figures
    forwarded = {"X-Forwarded-For": "203.0.113.9"}
    stranger, boss = Caller(house.url), operator(house.url)
    for who, status in ((stranger, 403), (Caller(house.url).guest(), 403), (boss, 200)):
        assert who.http.get("/metrics", headers=forwarded).status_code == status
    assert TOKEN in stranger.http.get("/metrics", headers=forwarded).json()["error"]
    assert stranger.http.get("/healthz", headers=forwarded).json() == {"ok": True}


def test_text_is_compressed_and_files_are_kept_for_good(house: House) -> None:
    page = httpx.get(f"{house.url}/", headers={"Accept-Encoding": "gzip, br"}, timeout=PATIENCE)
    assert page.headers["content-encoding"] == "br" and page.headers["cache-control"] == "no-store"
    files = set(re.findall(r'"(/(?:static|_nicegui)/[^"]+\.(?:js|css)[^"]*)"', page.text))
    assert len(files) > 3
    for path in sorted(files, key=lambda path: path.startswith("/_"))[:5]:
        plain = httpx.get(f"{house.url}{path}", headers={"Accept-Encoding": "identity"}, timeout=PATIENCE)
        assert plain.headers["cache-control"] == "public, max-age=31536000, immutable", path
        for how in ("br", "gzip"):
            packed = httpx.get(f"{house.url}{path}", headers={"Accept-Encoding": how}, timeout=PATIENCE)
            assert packed.content == plain.content and "accept-encoding" in packed.headers["vary"]
            length = int(packed.headers["content-length"])
            assert length < len(plain.content) * 0.8 or len(plain.content) < 1000, path
    some = next(iter(sorted(files)))
    part = httpx.get(f"{house.url}{some}", headers={"Accept-Encoding": "br", "Range": "bytes=0-9"}, timeout=PATIENCE)
    assert part.status_code == 206 and len(part.content) == 10 and "content-encoding" not in part.headers
    unversioned = httpx.get(f"{house.url}/static/house.css", timeout=PATIENCE)
    assert "immutable" not in unversioned.headers.get("cache-control", "")


def test_the_second_page_costs_little(house: House, chromium: Browser) -> None:
    context = chromium.new_context(base_url=house.url)
    context.set_default_timeout(WAIT)
    page = context.new_page()
    watching = context.new_cdp_session(page)
    watching.send("Network.enable")
    asked: dict[str, str] = {}
    came: list[tuple[str, float]] = []
    watching.on("Network.requestWillBeSent", lambda event: asked.update({event["requestId"]: event["request"]["url"]}))
    watching.on(
        "Network.loadingFinished",
        lambda event: came.append((asked.get(event["requestId"], ""), event["encodedDataLength"])),
    )
    costs = {}
    for path in ("/", "/table/1", "/account", "/price", "/learn/criss-cross-poker", "/verify"):
        came.clear()
        page.goto(path, wait_until="networkidle")
        framework = sum(size for url, size in came if "/_nicegui" in url)
        costs[path] = framework, sum(size for _, size in came) - framework
        print(f"{path}: {costs[path][1] / 1000:.1f} kB, and {framework / 1000:.1f} of the framework's")
    context.close()
    first, *others = costs.values()
    assert 0 < first[0] < 400_000, costs
    assert first[1] < 50_000 and max(map(sum, others)) < 50_000, costs
