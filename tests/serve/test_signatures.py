"""Two signatures: where the house shuffles, no one person on the staff changes a round."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from houseway.serve.people.signatures import LASTS
from tests.serve.house import Caller, House, employed, operator
from tests.serve.test_api import asked, open_table, seated

VOID = {"irregularity": "13.A"}


@pytest.fixture
def table(house: House) -> int:
    """A table that the house shuffles, where a round is being played."""
    id = open_table(house)
    player = seated(house, id, 1)
    asked(player, id)
    early = employed(house.url, "dealer").say("POST", f"/tables/{id}/calls", VOID)
    assert early.status_code == 409 and "can't be called now" in early.json()["error"]
    player.done("POST", f"/tables/{id}/answers", {"text": "ante 10"})
    asked(player, id, what="across")
    return id


def call(by: Caller, table: int, body: dict[str, str] = VOID) -> Any:
    return by.done("POST", f"/tables/{table}/calls", body)


def is_void(by: Caller, table: int) -> bool:
    return any(event["event"] == "voided" for event in by.see(f"/tables/{table}")["events"])


@pytest.mark.threat("void-after-cards")
@pytest.mark.parametrize(("first", "second"), [("dealer", "floor"), ("floor", "dealer"), ("floor", "floor")])
def test_a_round_is_void_when_two_have_signed(house: House, table: int, first: str, second: str) -> None:
    one, other = employed(house.url, first), employed(house.url, second)
    assert "second signature" in call(one, table)["waits"]
    assert "second signature" in call(one, table)["waits"] and not is_void(one, table)
    assert call(other, table)["number"] and is_void(one, table)
    noted = operator(house.url).see("/acts")
    signed = [act for act in noted if act["act"] == "signed a call" and f"table {table}," in act["about"]]
    assert [(act["name"], act["about"]) for act in signed] == [(one.name, f"table {table}, round 1: 13.A")]


@pytest.mark.threat("void-after-cards")
def test_two_dealers_do_not_void_a_round(house: House, table: int) -> None:
    dealers = [employed(house.url, "dealer") for _ in range(2)]
    for dealer in dealers:
        assert call(dealer, table)["waits"] and not is_void(dealer, table)


def test_a_signature_is_for_one_call(house: House, table: int) -> None:
    dealer, floor = employed(house.url, "dealer"), employed(house.url, "floor")
    call(dealer, table)
    assert call(floor, table, {"irregularity": "13.A", "who": "seat 1"})["waits"] and not is_void(floor, table)


def test_what_is_no_irregularity_is_refused_at_once(house: House, table: int) -> None:
    answer = employed(house.url, "dealer").say("POST", f"/tables/{table}/calls", {"irregularity": "99.Z"})
    assert answer.status_code == 409


def test_a_first_signature_counts_after_a_crash_and_once(opened: Callable[..., House], tmp_path: Path) -> None:
    ahead = tmp_path / "ahead"
    ahead.write_text("0")
    options = ("--only", "criss-cross-poker", "--bots", "0", "--pause", "600", "--no-pages", "--ahead", str(ahead))
    house = opened(f"sqlite:///{tmp_path / 'house.db'}", *options)
    dealer, floor = employed(house.url, "dealer"), employed(house.url, "floor")
    player = Caller(house.url).guest()
    player.done("POST", "/tables/1/seat", {"amount": "1000"})
    asked(player, 1)
    player.done("POST", "/tables/1/answers", {"text": "ante 10"})
    asked(player, 1, what="across")
    assert call(dealer, 1)["waits"]
    ahead.write_text(str(LASTS // 1000 + 1))
    assert call(floor, 1)["waits"] and not is_void(floor, 1)  # the dealer's has lapsed: this is the first one
    house.kill()
    house.start()
    assert call(floor, 1)["waits"]
    assert call(dealer, 1)["number"] and is_void(floor, 1)
