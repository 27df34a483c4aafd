"""A table that is shown step by step is the table as it stands, through every viewer's eyes."""

import json

import pytest

from houseway.cards.card import text
from houseway.games import catalogue
from houseway.play import view
from houseway.play.driver import STAFF, Driver
from houseway.play.event import PUBLIC, SURVEILLANCE
from houseway.serve.tables.viewers import Alike, Update
from tests.rounds import Setup, begin, played


@pytest.mark.parametrize("id", catalogue())
def test_what_is_shown_step_by_step_is_what_a_look_at_the_whole_shows(id: str) -> None:
    driver = Setup(id, seats=(1, 2, 3)).driver()
    rng = Setup(id).rng()
    showing = view.Showing(driver)
    for _ in range(2):
        begin(driver, rng)
        assert not showing.shows(driver)
        showing, told = view.Showing(driver), 0
        for _ in played(driver, rng):
            told = _check(showing, driver, told)
        _check(showing, driver, told)


def _check(showing: view.Showing, driver: Driver, told: int) -> int:
    """All eyes on one step; how many events there are by now."""
    assert showing.shows(driver)
    for viewer in (*driver.table.seats, *STAFF, PUBLIC, SURVEILLANCE):
        own, whole = showing.own(viewer, since=told), view.view(driver, viewer)
        assert {**showing.alike(), **own, "events": 0, "openings": 0} == {**whole, "events": 0, "openings": 0}
        assert own["events"] == whole["events"][told:] == view.history(driver.events[told:], viewer)
        assert own.get("openings", []) == [one.data() for one in view.openings(driver.events, viewer, since=told)]
        in_sight = view.cards_in_sight(driver.events, viewer)
        assert list(own["cards"].items()) == [(place, text(cards)) for place, cards in in_sight.items()]
        assert showing.lying(viewer) == view.lying(driver.events, viewer)
        assert json.loads(Update(own, Alike(showing.alike())).json) == json.loads(
            json.dumps({**showing.alike(), **own})
        )
    return len(driver.events)


def test_a_number_beyond_64_bits_is_told_all_the_same() -> None:
    told = Update({"amount": 10**30}, Alike({"name": "Zoë"})).json
    assert json.loads(told) == {"name": "Zoë", "amount": 10**30}
