"""Two signatures: where the house shuffles, no one person on the staff changes a round."""

from typing import Any

import pytest

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


@pytest.mark.parametrize(("first", "second"), [("dealer", "floor"), ("floor", "dealer"), ("floor", "floor")])
def test_a_round_is_void_when_two_have_signed(house: House, table: int, first: str, second: str) -> None:
    one, other = employed(house.url, first), employed(house.url, second)
    assert "second signature" in call(one, table)["waits"]
    assert "second signature" in call(one, table)["waits"] and not is_void(one, table)
    assert call(other, table)["number"] and is_void(one, table)
    noted = operator(house.url).see("/acts")
    signed = [act for act in noted if act["act"] == "signed a call" and f"table {table}," in act["about"]]
    assert [(act["name"], act["about"]) for act in signed] == [(one.name, f"table {table}, round 1: 13.A")]


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
