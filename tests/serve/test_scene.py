"""What a felt shows after some events."""

from collections.abc import Iterator

from houseway.games import game
from houseway.play.driver import Driver
from houseway.play.event import PUBLIC
from houseway.play.view import history
from houseway.rules.submission import house_rules
from houseway.serve.pages.layouts import layout_of
from houseway.serve.pages.scene import Scene, scene
from houseway.serve.rail import lies


def pucks() -> Iterator[tuple[int, Scene]]:
    """The point after each of many flips, and the scene then."""
    craps = game("party-craps")
    driver = Driver(craps, house_rules(craps.rules))
    for seat in ("seat 1", "seat 2"):
        driver.buy_in(seat, 10_000_00)
    for number in range(40):
        driver.begin(bytes([number]) * 32, now=number)
        while driver.asks:
            ask = next(iter(driver.asks.values()))
            driver.answer(ask.who, {"bank": "bank 500", "wagers": "field 10"}.get(ask.what, ask.default))
        memory = driver.table.memory.get("craps", {"point": 0})
        yield memory["point"], scene(history(driver.events, PUBLIC), lies(driver, PUBLIC), {}, driver.table.rules)


def test_the_puck_lies_on_the_point_and_is_off_when_it_was_made_or_lost() -> None:
    seen = list(pucks())
    assert all(now.puck == point for point, now in seen)
    assert {point for point, _ in seen} >= {0, 6, 8}
    laid = layout_of("party-craps")
    assert (laid.marked(6), laid.marked(0)) == ("n6", "dont-come")
