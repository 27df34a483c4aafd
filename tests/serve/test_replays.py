"""Rounds are played again away from the event loop, one at a time, and only so many wait for it."""

import asyncio
import threading
from functools import partial
from typing import Any

import httpx
import pytest

from houseway.errors import Denied
from houseway.record.person import Person
from houseway.serve.tables import history
from houseway.serve.tables.history import MOST_REPLAYS, Replays
from tests.serve.house import PATIENCE, Caller, House, trying
from tests.serve.test_api import open_table


def test_replays_wait_for_each_other_in_a_thread_and_not_without_end() -> None:
    go, threads = threading.Event(), list[str]()

    def play() -> int:
        go.wait(PATIENCE)
        threads.append(threading.current_thread().name)
        return len(threads)

    async def many() -> list[int]:
        replays = Replays()
        waiting = [asyncio.create_task(replays.played(play)) for _ in range(MOST_REPLAYS)]
        await asyncio.sleep(0)
        with pytest.raises(Denied, match="too many rounds"):
            await replays.played(play)
        go.set()  # the loop was free all the while: nothing above waited for a replay
        done = await asyncio.gather(*waiting)
        assert await replays.played(play) == MOST_REPLAYS + 1  # there is room again
        return done

    assert asyncio.run(many()) == list(range(1, MOST_REPLAYS + 1))
    assert set(threads) == {"houseway-replaying_0"}


def played_round(house: House) -> tuple[int, Caller]:
    """A table with a round that is over, and the player who was in it."""
    table = open_table(house)
    player = Caller(house.url).guest()
    player.done("POST", f"/tables/{table}/seat", {"amount": "1000"})
    text = "ante 10"
    for _ in trying("the end of a round"):
        view = player.see(f"/tables/{table}")
        if view["round"] and not view["open"]:
            break
        for ask in view["asks"]:
            if ask["who"] == view["viewer"]:
                player.say("POST", f"/tables/{table}/answers", {"text": text})
                text = "fold"
    return table, player


def test_a_round_is_played_again_once_for_all_strangers_and_apart_for_its_player(house: House) -> None:
    table, player = played_round(house)
    for path in (f"/tables/{table}/rounds/1", f"/tables/{table}/rounds/1/journal"):
        first = httpx.get(f"{house.url}/api/v1{path}", timeout=PATIENCE)
        again = httpx.get(
            f"{house.url}/api/v1{path}", headers={"if-none-match": first.headers["etag"]}, timeout=PATIENCE
        )
        assert (first.status_code, again.status_code, again.content) == (200, 304, b"")
        own = player.say("GET", path)
        assert own.status_code == 200 and "etag" not in own.headers
        assert own.headers["cache-control"] == "no-store"  # what one seat saw is not left in a browser
    assert httpx.get(f"{house.url}/api/v1/tables/{table}/rounds/9", timeout=PATIENCE).status_code == 404


def test_what_is_said_in_a_round_or_shown_of_it_later_is_another_answer() -> None:
    before = history.Round(1, 2, "public", "header", ({"say": "a"},))
    others = [
        history.Round(1, 2, "public", "header", ({"say": "a"}, {"say": "b"})),
        history.Round(1, 2, "public", "header with its seed", ({"say": "a"},)),
        history.Round(1, 2, "seat 1", "header", ({"say": "a"},)),
        history.Round(1, 3, "public", "header", ({"say": "a"},)),
        history.Round(2, 2, "public", "header", ({"say": "a"},)),
    ]
    assert len({before.key, *(one.key for one in others)}) == 6
    assert before.key == history.Round(1, 2, "public", "header", ({"say": "a"},)).key


def test_results_of_a_player_are_found_in_that_thread_too(monkeypatch: pytest.MonkeyPatch) -> None:
    threads: list[str] = []

    def won(kept: object, seat: str) -> int:
        threads.append(threading.current_thread().name)
        return 5

    class Kept:
        async def read(self, look: Any) -> Any:
            return None if isinstance(look, partial) else {3: "seat 1"}

    monkeypatch.setattr(history, "_won", won)
    store: Any = Kept()
    player = Person(7, "Ann", "player")
    assert asyncio.run(history.results_of(store, 1, player)) == {3: 5}
    assert threads == ["houseway-replaying_0"]
