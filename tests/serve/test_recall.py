"""Recall: the floor sees a player's last rounds at a table, as far as the floor may see, and everybody can see that."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.rounds import cards_named
from tests.serve.browsing import Visits
from tests.serve.house import Caller, House, employed, eventually, operator


@pytest.fixture
def played(opened: Callable[..., House], tmp_path: Path) -> tuple[House, Caller, Caller]:
    """A table with twelve rounds of one player, and two more of another."""
    house = opened(f"sqlite:///{tmp_path / 'house.db'}", "--only", "criss-cross-poker", "--bots", "0", "--pause", "0")
    first, other = Caller(house.url).guest(), Caller(house.url).guest()
    for player, rounds in ((first, 12), (other, 2)):
        player.done("POST", "/tables/1/seat", {"amount": "1000"})
        done = len(player.see("/tables/1/rounds"))
        for number in range(done or 1, (done or 1) + rounds):
            for text in ("ante 10", "fold"):
                eventually(lambda player=player, text=text: _answer(player, text), "the question")  # type: ignore[misc]
            eventually(lambda player=player, number=number: _over(player, number), "the end of the round")  # type: ignore[misc]
        player.done("DELETE", "/tables/1/seat")
    return house, first, other


def _answer(player: Caller, text: str) -> bool:
    return player.say("POST", "/tables/1/answers", {"text": text}).is_success


def _over(player: Caller, number: int) -> bool:
    view = player.see("/tables/1")
    return view["round"] > number or not view["open"]


def test_the_floor_recalls_the_last_ten_and_it_is_logged(played: tuple[House, Caller, Caller]) -> None:
    house, first, other = played
    floor = employed(house.url, "floor")
    found = floor.done("POST", "/tables/1/recall", {"player": first.name})
    assert len(found) == 10 and [one["round"] for one in found] == sorted((one["round"] for one in found), reverse=True)
    assert all(one["seat"] and one["began"] and one["again"]["events"] for one in found)
    assert {one["won"] for one in found if one["won"] is not None} <= {"-20", "0"}
    theirs = floor.done("POST", "/tables/1/recall", {"player": other.name, "rounds": 50})
    assert {one["round"] for one in theirs}.isdisjoint({one["round"] for one in found[1:]})
    acts = [one for one in operator(house.url).see("/acts") if one["act"] == "recalled rounds"]
    assert [one["name"] for one in acts] == [floor.name] * 2 and first.name in acts[-1]["about"]


def test_the_floor_sees_no_card_that_the_projection_hides(played: tuple[House, Caller, Caller]) -> None:
    house, first, _ = played
    floor = employed(house.url, "floor")
    for one in floor.done("POST", "/tables/1/recall", {"player": first.name, "rounds": 12}):
        same = floor.see(f"/tables/1/rounds/{one['round']}")
        assert one["again"]["events"] == same["events"]
        mine = cards_named(json.dumps(first.see(f"/tables/1/rounds/{one['round']}")["events"]))
        assert cards_named(json.dumps(one["again"]["events"])) <= mine


def test_nobody_else_recalls_and_nothing_is_logged_of_what_is_not_there(played: tuple[House, Caller, Caller]) -> None:
    house, first, other = played
    for caller in (first, employed(house.url, "dealer"), employed(house.url, "cashier")):
        assert caller.say("POST", "/tables/1/recall", {"player": other.name}).status_code == 403
    floor, stranger = employed(house.url, "floor"), Caller(house.url).guest()
    for player in ("nobody at all", floor.name, stranger.name):
        assert floor.say("POST", "/tables/1/recall", {"player": player}).status_code == 404, player
    assert floor.say("POST", "/tables/99/recall", {"player": first.name}).status_code == 404
    assert floor.say("POST", "/tables/1/recall", {"player": first.name, "rounds": 51}).status_code == 422
    assert not [one for one in operator(house.url).see("/acts") if one["act"] == "recalled rounds"]


def test_the_page_recalls_in_a_few_clicks(played: tuple[House, Caller, Caller], visits: Visits) -> None:
    house, first, _ = played
    floor = employed(house.url, "floor")
    page = visits(house.url, "/", width=390, height=844)
    page.context.add_cookies([{"name": "houseway", "value": floor.http.cookies["houseway"], "url": house.url}])
    page.goto("/table/1")
    page.get_by_role("link", name="Recall a player's rounds").click()
    page.get_by_label("Player").fill(first.name)
    page.get_by_role("button", name="Recall").click()
    page.get_by_text("the last 10").wait_for()
    page.locator(".recalled a").first.click()
    page.locator(".felt").first.wait_for()
