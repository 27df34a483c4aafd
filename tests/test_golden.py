"""Golden rounds: stored journals, replayed and compared with their stored events byte by byte."""

import pytest

from houseway.games import catalogue, game
from houseway.play import journal
from houseway.play.event import CardEvent
from houseway.play.places import stated
from tests.folders import HERE, folder_of
from tests.write_golden import rounds_in, told

every_game = pytest.mark.parametrize("id", catalogue())
AGAIN = "python -m tests.write_golden"


def _stored(id: str, ending: str) -> str:
    file = folder_of(id) / f"golden.{ending}"
    assert file.exists(), f"{id} has no golden rounds: write {file.name} with {AGAIN} {id}"
    return file.read_text(encoding="utf-8")


@every_game
def test_every_game_has_golden_rounds_that_replay_to_the_byte(id: str) -> None:
    stored = rounds_in(_stored(id, "jsonl"))
    drivers = [journal.replay(one, game, name=f"{id}.jsonl") for one in stored]
    assert "".join(map(journal.written, drivers)) == "".join(stored)
    changed = f"{id} is not played as it was; if that is meant, look at the difference after {AGAIN} {id}"
    assert "\n".join(map(told, drivers)) == _stored(id, "txt"), changed
    assert not any(driver.open for driver in drivers)


@every_game
def test_every_card_lies_at_a_place_that_a_scenario_can_give(id: str) -> None:
    for one in rounds_in(_stored(id, "jsonl")):
        driver = journal.replay(one, game, name=f"{id}.jsonl")
        lay = {event.place for event in driver.events if isinstance(event, CardEvent)}
        assert not {place for place in lay if stated(driver.game.rules, place) is None}


def test_no_golden_round_is_left_behind_by_a_game_that_is_gone() -> None:
    assert {*HERE.rglob("golden.txt")} == {folder_of(id) / "golden.txt" for id in catalogue()}
