"""Staff who walk away: their session ends, and money moves only for somebody who showed a moment ago that it is them.
The clock is moved; nothing waits."""

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyotp
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from houseway.serve.people.accounts import STAFF_CONFIRM, STAFF_IDLE
from tests.serve.browsing import Visits
from tests.serve.house import PATIENCE, Caller, House, operator

PASSWORD = "the operator's own"


class Moved:
    """A house whose clock is moved by hand."""

    def __init__(self, house: House, ahead: Path) -> None:
        self.house, self._ahead = house, ahead

    def later(self, seconds: float) -> None:
        self._ahead.write_text(str(int(self._ahead.read_text()) + int(seconds)))

    def sign_in(self) -> "Signed":
        return Signed(operator(self.house.url))


class Signed:
    """The operator, at one browser."""

    def __init__(self, caller: Caller) -> None:
        self.caller = caller

    def say(self, method: str, path: str, body: object = None) -> tuple[int, Any]:
        answer = self.caller.say(method, path, body)
        return answer.status_code, answer.json() if answer.content else {}


@pytest.fixture
def moved(opened: Callable[..., House], tmp_path: Path) -> Moved:
    ahead = tmp_path / "ahead"
    ahead.write_text("0")
    times = ("--staff-confirm", str(STAFF_CONFIRM), "--staff-idle", str(STAFF_IDLE), "--ahead", str(ahead))
    options = ("--only", "criss-cross-poker", "--bots", "0", "--no-pages", *times)
    return Moved(opened(f"sqlite:///{tmp_path / 'house.db'}", *options), ahead)


def test_a_session_of_the_staff_ends_when_nothing_is_done_in_it(moved: Moved) -> None:
    boss = moved.sign_in()
    for _ in range(5):  # as long as something is done it goes on
        moved.later(STAFF_IDLE - 60)
        assert boss.say("GET", "/me")[0] == 200
    moved.later(STAFF_IDLE + 60)
    status, said = boss.say("GET", "/me")
    assert (status, said["error"]) == (401, "you did nothing for 15 minutes and were signed out: sign in again")
    assert boss.say("GET", "/people")[0] == 401
    assert [one["act"] for one in moved.sign_in().say("GET", "/acts")[1]][:2] == [
        "signed in",
        "was signed out for doing nothing",
    ]


def test_it_ends_although_the_database_heard_nothing_for_a_while(moved: Moved) -> None:
    boss = moved.sign_in()
    moved.later(STAFF_IDLE // 30)  # too soon to be written
    assert boss.say("GET", "/me")[0] == 200
    moved.later(STAFF_IDLE - 10)  # longer than it may be since what the database has
    assert boss.say("GET", "/me")[0] == 200  # counted from what was done last
    moved.later(STAFF_IDLE + 60)
    assert boss.say("GET", "/me")[0] == 401


def test_a_socket_of_an_idle_session_closes_by_itself(moved: Moved) -> None:
    boss = moved.sign_in()
    with connect(
        f"{moved.house.url.replace('http', 'ws')}/api/v1/tables/1/live",
        additional_headers={"Cookie": f"houseway={boss.caller.http.cookies['houseway']}"},
        open_timeout=PATIENCE,
    ) as socket:
        assert json.loads(socket.recv(PATIENCE))["type"] == "view"
        moved.later(STAFF_IDLE + 120)
        with pytest.raises(ConnectionClosed, match="your session is over"):
            while True:
                socket.recv(PATIENCE)


def test_players_are_not_signed_out(moved: Moved) -> None:
    player = Caller(moved.house.url).guest()
    moved.later(100 * STAFF_IDLE)
    assert player.say("GET", "/me").status_code == 200


def test_money_moves_only_for_who_gave_the_password_a_moment_ago(moved: Moved) -> None:
    boss, slip = moved.sign_in(), {"name": "nobody at all", "amount": "5"}
    assert boss.say("POST", "/cage", slip)[0] == 404  # signing in counts
    moved.later(STAFF_CONFIRM + 60)
    for method, path, body in (
        ("POST", "/cage", slip),
        ("POST", "/staff", {"name": "Dana", "password": "a long password", "role": "dealer"}),
        ("POST", "/signatures/" + "0" * 16, None),
        ("POST", "/submissions/1/effective", None),
    ):
        status, said = boss.say(method, path, body)
        assert (status, said["needs"]) == (403, "password") and "password or a code again" in said["error"]
    assert boss.say("POST", "/session/confirm", {"password": "a wrong one"})[0] == 403
    assert boss.say("POST", "/cage", slip)[0] == 403
    assert boss.say("POST", "/session/confirm", {})[0] == 403  # nothing is no password
    assert boss.say("POST", "/session/confirm", {"password": PASSWORD})[0] == 204
    assert boss.say("POST", "/cage", slip)[0] == 404
    moved.later(STAFF_CONFIRM + 60)
    assert boss.say("POST", "/cage", slip)[0] == 403


def test_a_confirmation_is_for_one_session(moved: Moved) -> None:
    here, there = moved.sign_in(), moved.sign_in()
    moved.later(STAFF_CONFIRM + 60)
    here.say("POST", "/session/confirm", {"password": PASSWORD})
    assert there.say("POST", "/cage", {"name": "nobody at all", "amount": "5"})[0] == 403


def test_a_code_of_the_second_factor_will_do(moved: Moved) -> None:
    boss = moved.sign_in()
    secret = boss.say("GET", "/me/second")[1]["secret"]
    codes = pyotp.TOTP(secret)
    taken = {"password": PASSWORD, "secret": secret, "code": codes.now()}
    assert boss.say("PUT", "/me/second", taken)[0] == 200
    moved.later(STAFF_CONFIRM + 60)
    assert boss.say("POST", "/session/confirm", {"code": taken["code"]})[0] == 403  # used up
    assert boss.say("POST", "/session/confirm", {"code": codes.at(int(time.time()) + 30)})[0] == 204
    assert boss.say("POST", "/cage", {"name": "nobody at all", "amount": "5"})[0] == 404


def test_another_site_confirms_nothing(moved: Moved) -> None:
    boss = moved.sign_in()
    boss.caller.csrf = "guessed"
    assert boss.say("POST", "/session/confirm", {"password": PASSWORD})[0] == 403


@pytest.mark.parametrize("size", [(1280, 720), (390, 844)])
def test_the_page_asks_in_a_small_dialog_and_then_books(
    opened: Callable[..., House], tmp_path: Path, visits: Visits, size: tuple[int, int]
) -> None:
    ahead = tmp_path / "ahead"
    ahead.write_text("0")
    options = ("--only", "criss-cross-poker", "--ahead", str(ahead), "--staff-confirm", str(STAFF_CONFIRM))
    house = opened(f"sqlite:///{tmp_path / 'house.db'}", *options)
    operator(house.url).done("POST", "/staff", {"name": "Cass", "password": "a long password", "role": "cashier"})
    player = Caller(house.url).guest()
    cashier = Caller(house.url).sign_in("Cass", "a long password")
    page = visits(house.url, "/", width=size[0], height=size[1])
    page.context.add_cookies([{"name": "houseway", "value": cashier.http.cookies["houseway"], "url": house.url}])
    page.goto("/operator/cage")
    ahead.write_text(str(STAFF_CONFIRM + 1))
    page.get_by_label("Player").fill(player.name)
    page.get_by_label("Amount in dollars").fill("25")
    page.get_by_label("Slip number").fill("A-1")
    page.get_by_role("button", name="Book it").click()
    asked = page.locator("dialog#confirm[open]")
    asked.get_by_label("Password").fill("a wrong one")
    asked.get_by_role("button", name="Go on").click()
    asked.get_by_text("this is not your password").wait_for()
    box = asked.bounding_box()
    assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= size[0]
    asked.get_by_label("Password").fill("a long password")
    asked.get_by_role("button", name="Go on").click()
    page.get_by_text("$25 chips for cash").wait_for()
    assert float(player.see("/me")["balance"]) == 10025


def test_the_idle_time_is_a_setting_of_the_command(tmp_path: Path) -> None:
    from typer.testing import CliRunner

    from houseway.cli import app

    for given in ("0", "481", "x", "-1", "1.5"):
        said = CliRunner().invoke(app, ["serve", "--staff-idle", given, "--database", str(tmp_path / "x.db")])
        assert said.exit_code == 2 and "is not a number of minutes: expected one from 1 to 480" in said.output
