"""Wheels and meters on the page: drawn from the rules, at rest where they came to rest."""

import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from houseway.games import game
from houseway.rules.money import cents
from houseway.rules.submission import demonstration, house_rules
from houseway.serve.pages import wheels
from tests.serve.house import Caller, House, employed, operator, trying
from tests.serve.test_pages import fits_a_phone

RULES = house_rules(game("pontoon-21").rules)


@pytest.mark.parametrize("id", RULES.progressive.stops)
def test_a_wheel_has_every_stop_and_rests_with_the_right_one_under_the_pointer(id: str) -> None:
    stops = RULES.progressive.stops[id]
    many = sum(stops.values())
    drawn = wheels.wheel(stops, rest=many - 1)
    assert drawn.count('<path d="M0 0') == many
    for stop in range(many):
        middle = (stop + 0.5) * 360 / many  # where the stop is drawn, clockwise from the pointer
        assert (middle + wheels.resting(stop, many)) % 360 == pytest.approx(0, abs=1e-6)


def test_only_wheels_of_the_table_are_drawn() -> None:
    event = {"event": "spun", "who": "dealer", "wheel": "the hot spot", "stop": 0, "stops": 2, "symbol": "seat 1"}
    assert not wheels.spins(RULES, [{**event, "clause": "12.E(2)"}])
    assert not wheels.wheels(house_rules(game("top-five-poker").rules))


def test_a_blackjack_spins_the_wheel_before_everybodys_eyes(house: House, visitor: Callable[..., Page]) -> None:
    submitted = demonstration().table("Pontoon 1").model_dump()
    name = f"Wheel {time.monotonic_ns()}"
    body = {**submitted, "name": name, "by_hand": True, "clock": 600, "bots": 0}
    table = operator(house.url).done("POST", "/tables", body)["id"]
    page = visitor(f"/table/{table}")
    page.locator(".bar [data-do=guest-sit]").click()
    expect(page.locator(".seat.mine")).to_be_visible()
    expect(page.locator(".meter", has_text="Bonus spin D")).to_contain_text("$5,000")
    staff = {role: employed(house.url, role) for role in ("dealer", "floor")}
    staff["dealer"].done("POST", f"/tables/{table}/rounds", {})
    page.locator(".spot.open", has_text="Pontoon 21").first.click()
    page.locator("[data-hw=spot][data-wager=bonus-spin]").click()
    page.locator("[data-hw=spot][data-wager=bonus-spin]").click()  # the device takes $1.10, then $5
    page.locator("[data-hw=place]").click()
    _deal(staff, table, {"seat 1": ["Ac", "Kd"], "dealer": ["9d", "8h"]}, page)
    wheel = page.locator(".wheels .spin")
    expect(wheel).to_have_count(1)
    expect(wheel).to_have_attribute("aria-label", re.compile("Seat 1 spins Bonus Spin, Paytable D: .600"))
    expect(wheel.locator("cite")).to_have_text("12.D(5)")
    meter = page.locator(".meter", has_text="Bonus spin D").locator("b").inner_text()
    assert cents(meter.replace("$", "").replace(",", "")) == 5000_75
    fits_a_phone(page)
    page.get_by_role("tab", name="Pays").click()
    expect(page.locator(".standing .wheel").first).to_be_visible()


def _deal(staff: dict[str, Caller], table: int, cards: dict[str, list[str]], page: Page) -> None:
    """Say what a dealer sees on a real table, until the round is over."""
    for _ in trying("the end of the round"):
        for role, caller in staff.items():
            view: dict[str, Any] = caller.see(f"/tables/{table}")
            if not view["open"]:
                return
            if ask := next((ask for ask in view["asks"] if ask["who"] == role), None):
                caller.done("POST", f"/tables/{table}/answers", {"text": _seen(ask, cards)})
        if page.locator(".bar [data-hw=say]").count():
            page.locator(".bar [data-hw=say]").last.click()


def _seen(ask: dict[str, Any], cards: dict[str, list[str]]) -> str:
    form = ask["forms"][0]
    if form["form"] == "cards" and cards.get(form["place"]):
        return cards[form["place"]].pop(0)
    return "600" if ask["what"] == "wheel" else str(ask["default"])
