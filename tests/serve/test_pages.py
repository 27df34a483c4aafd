"""The pages in a real Chromium, used as a person uses them: nothing but clicks, keys and looking."""

import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Locator, Page, expect

from houseway.games import catalogue
from tests.serve.browsing import MOMENT
from tests.serve.house import House, operator, trying


def table_of(page: Page, game: str, copy: int = 1) -> Locator:
    name = f"{catalogue()[game].rules.name} {copy}"
    return page.locator(".card-table").filter(has=page.locator(".where", has_text=re.compile(rf"^{re.escape(name)} ·")))


def sit_down(page: Page, game: str, copy: int = 1) -> None:
    """From the lobby to a seat in one click."""
    table_of(page, game, copy).get_by_text("Sit down").click()
    expect(page.locator(".seat.mine")).to_be_visible()


def act(page: Page, *, ready: bool = True) -> bool:
    """Do one thing that the page offers; False if there is none, or the table went on between looking and clicking."""
    try:
        return _act(page, ready=ready)
    except PlaywrightError:
        return False


def _act(page: Page, *, ready: bool) -> bool:
    bar = page.locator(".bar")
    if page.locator(".spot.open").count():
        if not bar.locator("[data-hw=place]").count():
            required = page.locator(".spot.open.required")
            (required if required.count() else page.locator(".spot.open")).first.click(timeout=MOMENT)
            bar.locator("[data-hw=place]").wait_for(timeout=MOMENT)
        if bar.locator("[data-hw=place]:not([disabled])").count():
            bar.locator("[data-hw=place]").click(timeout=MOMENT)
            return True
        if not page.locator(".spot.open").count():
            return False  # the wagers are closed by now: what is offered next is another decision
    offered = [".do.go:not([disabled]):not([data-hw=ready])", "[data-hw=say]:not(.quiet)", "[data-hw=say]"]
    for one in [*offered, "[data-hw=ready]"] if ready else offered:
        if bar.locator(one).count():
            bar.locator(one).first.click(timeout=MOMENT)
            return True
    return False


def play_round(page: Page) -> None:
    """Play with the offered actions until the page says what came of it."""
    over = 0
    for _ in trying("the end of a round"):
        over = over + 1 if page.locator(".topline", has_text="round over").count() else 0
        if over and page.locator(".outcome").count():
            return
        number = page.locator(".clockline").inner_text()
        acted = act(page, ready=over > 20)  # a round without this visitor says nothing of an outcome
        until_changed = time.monotonic() + (1.0 if acted else 0.1)
        while time.monotonic() < until_changed and page.locator(".clockline").inner_text() == number:
            page.wait_for_timeout(20)


@pytest.mark.parametrize("game", catalogue())
def test_a_newcomer_sits_down_as_guest_and_plays_a_whole_round(visitor: Callable[..., Page], game: str) -> None:
    page = visitor()
    sit_down(page, game)
    fits_a_phone(page)
    in_sight(page)
    play_round(page)
    in_sight(page)
    expect(page.locator(".story")).to_contain_text("is over")
    fits_a_phone(page)


def in_sight(page: Page) -> None:
    """No scrolling under a running clock: what may be answered is inside the window, whatever its size."""
    expect(page.locator(".bar .do, .bar .hint").first).to_be_visible()
    for width, height in ((1024, 600), (1366, 650), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("scrollTo(0, 0)")
        bar = page.locator(".bar").bounding_box()
        assert bar is not None and bar["y"] >= 0 and bar["y"] + min(bar["height"], 40) <= height, (width, height, bar)
        assert page.locator(".desk").evaluate("one => one.getBoundingClientRect().bottom <= innerHeight + 1")
    page.set_viewport_size({"width": 1280, "height": 800})


def fits_a_phone(page: Page) -> None:
    """Nothing sticks out of a small screen sideways, and what can be pressed is large enough for a thumb."""
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    outside = page.locator(".spot, .do, .middle .card, .middle .slot").evaluate_all(
        "all => all.map(one => [one.className, one.getBoundingClientRect()])"
        ".filter(([_, box]) => box.width && (box.left < -0.5 || box.right > 390.5)).map(([name, _]) => name)"
    )
    assert not outside
    small = page.locator(".bar .do, button.spot").evaluate_all(
        "all => all.map(one => [one.innerText, one.getBoundingClientRect().height])"
        ".filter(([_, height]) => height && height < 36)"
    )
    assert not small
    page.set_viewport_size({"width": 1280, "height": 800})


def test_a_guest_asks_the_coach_and_follows_it(house: House, visitor: Callable[..., Page]) -> None:
    body = {"name": f"Coached {time.monotonic_ns()}", "game": "criss-cross-poker", "clock": 600, "bots": 1}
    page = visitor(f"/table/{operator(house.url).done('POST', '/tables', body)['id']}")
    page.locator(".bar [data-do=guest-sit]").click()
    followed = []
    for _ in trying("the end of the round"):
        if page.locator(".outcome").count():
            break
        if page.locator(".bar .coach").count():
            page.keyboard.press("c")
            advice = page.locator(".advice table")
            expect(advice).to_be_visible()
            best = advice.locator("tr.best")
            expect(best).to_have_count(1)
            expect(best).to_contain_text("★")
            assert advice.locator("tbody tr", has_text="costs $").count() == advice.locator("tbody tr").count() - 1
            advised = page.locator(".bar .do.advised")
            followed.append(advised.get_attribute("data-text"))
            advised.click()
            expect(page.locator(".advice")).to_have_count(0)
        elif page.locator(".spot.open").count():
            act(page)
    assert len(followed) == (1 if followed[-1] == "fold" else 3)


def test_an_optimal_bot_is_asked_to_the_table(visitor: Callable[..., Page]) -> None:
    page = visitor()
    sit_down(page, "top-five-poker", 2)
    play_round(page)
    page.locator(".bots select").select_option("optimal")
    page.locator(".bots button").click()
    expect(page.locator(".seat .tag", has_text="optimal")).to_have_count(1)
    page.locator("[data-hw=ready]").click()
    expect(page.locator(".topline", has_text="round over")).to_have_count(0)
    play_round(page)
    expect(page.locator(".bar .coach")).to_have_count(0)


def test_what_came_of_a_wager_is_explained_by_its_clause(visitor: Callable[..., Page]) -> None:
    page = visitor()
    sit_down(page, "criss-cross-poker", 2)
    play_round(page)
    result = page.locator("details.result").first
    result.locator("summary").click()
    expect(result.locator("cite")).to_have_text(re.compile(r"\d"))
    page.get_by_role("tab", name="History").click()
    page.locator(".rounds button").first.click()
    page.get_by_role("button", name="To the end").click()
    expect(page.locator(".replay .story")).to_contain_text("is over")
    page.get_by_role("button", name="Leave the table").click()
    expect(page.locator(".seat.mine")).to_have_count(0)


def faces(page: Page) -> set[str]:
    """Every card that this browser has been told of, wherever it is in the page."""
    named = page.locator("[role=img][aria-label*=' of ']")
    return set(named.evaluate_all("all => all.map(one => one.getAttribute('aria-label'))"))


def test_two_browsers_see_each_other_at_once_and_never_each_others_cards(visitor: Callable[..., Page]) -> None:
    ada, ben = visitor(), visitor()
    path = f"/table/{table_of(ada, 'criss-cross-poker', 3).locator('a').first.get_attribute('href').split('/')[-1]}"  # type: ignore[union-attr]
    sent: list[str] = []
    ben.on("websocket", lambda socket: socket.on("framereceived", lambda frame: sent.append(str(frame))))
    ada.goto(path)
    ben.goto(path)
    for page in (ada, ben):
        page.locator(".bar [data-do=guest-sit]").click()
        expect(page.locator(".seat.mine, .hint").first).to_be_visible()
    for _ in trying("a seat for both"):
        if ada.locator(".seat.mine").count() and ben.locator(".seat.mine").count():
            break
        for page in (ada, ben):
            act(page)
    hers = ""
    for _ in trying("a round of both"):
        asked = ada.locator(".own .card:not(.back)").count() == 2 and ada.locator(".bar [data-hw=say]").count()
        if asked and ben.locator(".own .card").count() == 2:
            hers = ada.locator(".seat.mine").get_attribute("aria-label") or ""
            break
        for page in (ada, ben):
            if page.locator(".spot.open, .bar [data-hw=ready]").count():
                act(page)
    secret = set(ada.locator(".own .card").evaluate_all("all => all.map(one => one.getAttribute('aria-label'))"))
    assert len(secret) == 2 and not secret & faces(ben)
    for street in ("across", "down"):
        expect(ada.locator(f".bar [data-text='{street} 1']")).to_be_visible()
        ada.locator(f".bar [data-text='{street} 1']").click()
        expect(ben.locator(f'section[aria-label="{hers}"] .said')).to_contain_text(street)
        assert not secret & faces(ben)
        if street == "across":
            ben.locator(".bar [data-text='across 1']").click()
    ben.reload()
    expect(ben.locator(".own .card")).to_have_count(2)
    assert not secret & faces(ben)


def test_a_reload_in_mid_round_loses_nothing(visitor: Callable[..., Page]) -> None:
    page = visitor()
    sit_down(page, "criss-cross-poker", 4)
    for _ in trying("the first decision"):
        if page.locator(".bar [data-hw=say]", has_text="Across").count():
            break
        if page.locator(".spot.open").count():
            act(page)
    before = page.locator(".own").inner_text(), sorted(faces(page))
    page.reload()
    expect(page.locator(".bar [data-hw=say]").first).to_be_visible()
    assert (page.locator(".own").inner_text(), sorted(faces(page))) == before
    play_round(page)


def test_on_a_phone_everything_can_be_reached(visitor: Callable[..., Page]) -> None:
    page = visitor(width=390, height=844)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    sit_down(page, "criss-cross-poker", 5)
    play_round(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    boxes = page.locator(".bar .do").evaluate_all("all => all.map(one => one.getBoundingClientRect().toJSON())")
    assert boxes and all(box["height"] >= 40 and box["left"] >= 0 and box["right"] <= 390 for box in boxes)


def test_the_keyboard_is_enough(visitor: Callable[..., Page]) -> None:
    page = visitor()
    table_of(page, "criss-cross-poker", 6).get_by_text("Sit down").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".seat.mine")).to_be_visible()
    for _ in trying("the end of a round"):
        if page.locator(".outcome").count():
            break
        page.keyboard.press("m")
        page.keyboard.press("Enter")
        page.keyboard.press("1")
        page.wait_for_timeout(100)
