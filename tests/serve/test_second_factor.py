"""A house where nobody works without a second factor: who has none can do nothing but set one up."""

import json
import re
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pyotp
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from houseway.serve.people.second_factor import STEP
from tests.serve.browsing import Visits
from tests.serve.house import PATIENCE, Caller, House, operator

PASSWORD = "the operator's own"
ALLOWED = {
    ("GET", "/api/v1/me"),
    ("GET", "/api/v1/me/second"),
    ("PUT", "/api/v1/me/second"),
    ("DELETE", "/api/v1/session"),
}
COMING_IN = {("POST", "/api/v1/session"), ("POST", "/api/v1/accounts"), ("POST", "/api/v1/guest")}  # as somebody else


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("second")
    options = ("--only", "criss-cross-poker", "--bots", "0", "--staff-second-factor")
    it = House(f"sqlite:///{folder / 'house.db'}", *options, log=folder / "log").start()
    yield it
    it.stop()


def _filled(path: str) -> str:
    """A path with something for each of its parts."""
    return re.sub(r"\{[^}]*game[^}]*\}", "criss-cross-poker", re.sub(r"\{(id|number|table)[^}]*\}", "1", path))


def _operations(house: House) -> list[tuple[str, str]]:
    described = httpx.get(f"{house.url}/api/v1/openapi.json", timeout=PATIENCE).json()["paths"]
    return [(method.upper(), path) for path, methods in described.items() for method in methods]


def _with_second(caller: Caller) -> tuple[Caller, pyotp.TOTP]:
    secret = caller.see("/me/second")["secret"]
    totp = pyotp.TOTP(secret)
    taken = {"password": PASSWORD, "secret": secret, "code": totp.now()}
    assert len(caller.done("PUT", "/me/second", taken)["recovery"]) == 8
    return caller, totp


@pytest.mark.threat("stolen-staff-password")
def test_without_a_second_factor_no_route_does_anything_for_the_staff(house: House) -> None:
    boss, nobody = operator(house.url), Caller(house.url)
    boss.csrf = boss.see("/me")["csrf"]
    operations = _operations(house)
    assert set(operations) >= ALLOWED and len(operations) > 40
    open_to_all = []
    for method, path in operations:
        if (method, path) in ALLOWED | COMING_IN:
            continue
        said: dict[str, Any] = {"name": "x", "password": "y"}
        there = _filled(path).removeprefix("/api/v1")
        bound, stranger = (one.say(method, there, said if method != "GET" else None) for one in (boss, nobody))
        if bound.status_code == 403 and bound.json().get("needs") == "second":
            continue
        assert stranger.status_code not in (401, 403), (method, path, bound.text)
        assert bound.status_code == stranger.status_code, (method, path, bound.text)
        open_to_all.append((method, path))
    assert not [one for one in open_to_all if "operator" in one[1] or "people" in one[1] or "cage" in one[1]]
    with (
        pytest.raises(InvalidStatus, match="403"),
        connect(
            f"{house.url.replace('http', 'ws')}/api/v1/tables/1/live",
            additional_headers={"Cookie": f"houseway={boss.http.cookies['houseway']}"},
            open_timeout=PATIENCE,
        ),
    ):
        pass


@pytest.mark.threat("stolen-staff-password")
def test_without_a_second_factor_every_page_leads_to_where_it_is_set_up(house: House) -> None:
    boss = operator(house.url)
    line = next(line for line in house.log.read_text().splitlines() if line.startswith('{"routes"'))
    pages = [path for path in json.loads(line)["routes"] if path != "/account" and not path.startswith(("/api", "/_"))]
    pages = [path for path in pages if path not in ("/healthz", "/placard/{id}")]  # for everybody alike
    assert {"/", "/operator", "/operator/people", "/operator/floor", "/table/{id}"} <= set(pages)
    for path in pages:
        answer = boss.http.get(_filled(path).replace("{skill}", "payouts"))
        if path == "/metrics":
            assert answer.status_code == 403 or "houseway_tables" in answer.text  # this machine may always look
            continue
        assert (answer.status_code, answer.headers.get("location")) == (303, "/account"), path
    assert Caller(house.url).http.get("/").status_code == 200


def test_players_need_none(house: House) -> None:
    player = Caller(house.url)
    player._in(
        player.http.post("/api/v1/accounts", json={"name": "Ada of the house", "password": "seven green bottles"})
    )
    assert player.see("/tables") and player.http.get("/").status_code == 200


def test_the_factor_opens_the_house_and_giving_it_up_shuts_it(house: House, visits: Visits) -> None:
    page = visits(house.url)
    page.get_by_role("button", name="Sign in").first.click()
    dialog = page.locator("dialog#sign-in")
    dialog.get_by_label("Name").fill("operator")
    dialog.get_by_label("Password").fill(PASSWORD)
    dialog.get_by_role("button", name="Sign in").click()
    page.wait_for_url("**/account")
    page.get_by_text("Nobody works here without one").wait_for()
    assert page.locator("form[data-api='PUT /api/v1/me/password']").count() == 0
    boss, totp = _with_second(operator(house.url))
    assert boss.see("/people")
    page.goto("/operator")
    page.locator("textarea, .cm-editor").first.wait_for()
    code = totp.at(int(time.time()) + STEP)  # the next one: the first is used up
    boss.done("POST", "/me/second/off", {"password": PASSWORD, "code": code})
    assert boss.say("GET", "/me").status_code == 401  # signed out everywhere
    assert operator(house.url).say("GET", "/people").json()["needs"] == "second"
