"""The pages in a real Chromium, used as a person uses them: nothing but clicks, keys and looking."""

import contextlib
import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Locator, Page, expect

from houseway.games import catalogue
from tests.serve.browsing import MOMENT
from tests.serve.house import House, operator, trying
from tests.serve.test_api import open_table

NARROW = {
    "/": "tables",
    "/table/1": "table",
    "/price": "games",
    "/price/cash-in-baccarat": "price",
    "/school": "games",
    "/learn/party-craps": "content",
    "/verify": "content",
    "/account": "content",
}
SIZES = ((1440, 900), (1366, 650), (1024, 600), (390, 844))  # a desk, two laptops' windows, a phone
LYING = (844, 390)  # a phone on its side, whose desk stands beside the felt
OVERLAPS, SIGHT = ((Path(__file__).parent / name).read_text(encoding="utf-8") for name in ("overlaps.js", "sight.js"))
CLOCKED = """() => { const box = (what) => document.querySelector(what).getBoundingClientRect().toJSON();
  const line = document.querySelector(".clockline"), without = box(".desk").height, was = line.innerHTML;
  line.querySelector(".you .clock").hidden = false;
  line.insertAdjacentHTML("beforeend", "<span class=turn>Another: set</span>");
  const ticks = [box(".desk").height, box(".you .clock"), box(".asked > :last-child")];
  line.innerHTML = was; return [without, ...ticks]; }"""  # the desk, first without and then with a clock that ticks

SEEN_ANEW = "scrollTo(0, 0); dispatchEvent(new Event('resize'))"  # the page has fitted itself to its window
CROWDED = """more => { const desk = document.querySelector(".desk");
  desk.style.minHeight = more < 0 ? "" : `${desk.offsetHeight + more}px`; dispatchEvent(new Event("resize"));
  return document.documentElement.dataset.tight; }"""  # a desk that needs so much more; how tight the felt is


def table_of(page: Page, game: str, copy: int = 1) -> Locator:
    name = f"{catalogue()[game].rules.name} {copy}"
    return page.locator(".card-table").filter(has=page.locator(".where", has_text=re.compile(rf"^{re.escape(name)} ·")))


def table_of_id(page: Page, id: int) -> Locator:
    return page.locator(".card-table").filter(has=page.locator(f"[href='/table/{id}']"))


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
        required = page.locator(".spot.open.required")
        spots, place = required if required.count() else page.locator(".spot.open"), bar.locator("[data-hw=place]")
        for at in range(spots.count()):  # some may not stand alone
            if place.count():
                if bar.locator("[data-hw=place]:not([disabled])").count():
                    place.click(timeout=MOMENT)
                    return True
                bar.locator("[data-hw=undo]").click(timeout=MOMENT)
                place.wait_for(state="detached", timeout=MOMENT)
            spots.nth(at).click(timeout=MOMENT)
            place.wait_for(timeout=MOMENT)
        if bar.locator("[data-hw=place]:not([disabled])").count():
            place.click(timeout=MOMENT)
            return True
        if not page.locator(".spot.open").count():
            return False  # the wagers are closed by now: what is offered next is another decision
    offered = [".do.go:not([disabled]):not([data-hw=ready])", "[data-hw=suggest]", "[data-hw=say]:not(.quiet)"]
    offered.append("[data-hw=say]")
    for one in [*offered, "[data-hw=ready]"] if ready else offered:
        if bar.locator(one).count():
            bar.locator(one).first.click(timeout=MOMENT)
            return True
    return False


def play_round(page: Page, look: Callable[[Page], object] | None = None) -> None:
    """Play with the offered actions until the page says what came of it; `look` once, at a decision with cards."""
    over = 0
    for _ in trying("the end of a round"):
        if look and page.locator(".own .card, .pickcard").count() and page.locator(".bar [data-hw=say]").count():
            look(page)
            look = None
        over = over + 1 if page.locator(".topline", has_text="round over").count() else 0
        if over and page.locator(".outcome").count():
            return
        offered = page.locator(".bar").inner_text()
        acted = act(page, ready=over > 20)  # a round without this visitor says nothing of an outcome
        until_changed = time.monotonic() + (1.0 if acted else 0.1)
        while time.monotonic() < until_changed and page.locator(".bar").inner_text() == offered:
            page.wait_for_timeout(20)


@pytest.mark.parametrize("game", catalogue())
def test_a_newcomer_sits_down_as_guest_at_a_full_table_and_plays_a_whole_round(
    house: House, visitor: Callable[..., Page], game: str
) -> None:
    others = min(8, catalogue()[game].rules.seats - 1)  # who need not play well
    page = visitor(f"/table/{open_table(house, game=game, bots=others, bot='simple')}")
    page.emulate_media(reduced_motion="reduce")  # what is looked at has come to rest
    page.locator(".bar [data-do=guest-sit]").click()
    expect(page.locator(".seat.mine")).to_be_visible()
    sits_at_the_bottom_in_the_middle(page)
    ends = [in_sight(page)]
    play_round(page, look=lambda page: ends.append(in_sight(page)))
    ends.append(in_sight(page))
    for width, _ in SIZES[:-1]:  # nothing jumps between the stages; setting cards takes a little more room
        assert max(end[width] for end in ends) - min(end[width] for end in ends) < 80, ends
    assert page.locator(".headline").inner_text()
    expect(page.locator(".story")).to_contain_text("is over")
    assert not found(page)


@pytest.mark.parametrize("game", ["blackjack-x-buster-jack-magic", "mini-pai-gow"])
def test_a_felt_too_full_for_its_window_is_drawn_tighter_until_the_next_deal(
    house: House, visitor: Callable[..., Page], game: str
) -> None:
    page = visitor(f"/table/{open_table(house, game=game, bots=catalogue()[game].rules.seats - 1)}")
    page.emulate_media(reduced_motion="reduce")
    page.locator(".bar [data-do=guest-sit]").click()
    expect(page.locator(".seat.mine")).to_be_visible()
    play_round(page)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(SEEN_ANEW)
        tight = next(filter(None, (page.evaluate(CROWDED, 15) for _ in trying("a tighter felt"))))
        assert page.evaluate(SIGHT)[0] == [], (width, height, tight)
        assert page.evaluate(CROWDED, -1) == tight  # it does not grow again at once
    page.locator(".bar [data-hw=ready]").click()
    expect(page.locator(".felt .card")).to_have_count(0)
    expect(page.locator("html[data-tight='']")).to_have_count(1)


def found(page: Page) -> list[str]:
    """What axe objects to, once everything has come to rest."""
    page.emulate_media(reduced_motion="reduce")
    return [
        f"{one['id']}: {node['html'][:200]} {[why['message'] for why in node['any']]}"
        for one in Axe().run(page).response["violations"]
        for node in one["nodes"]
    ]


def sits_at_the_bottom_in_the_middle(page: Page) -> None:
    """Below everybody else, and as far from the left as from the right."""
    off, lowest = page.evaluate(
        """() => { const box = (what) => document.querySelector(what).getBoundingClientRect();
          const mine = box(".seat.mine"), felt = box(".felt");
          return [mine.left + mine.right - felt.left - felt.right,
            Math.max(0, ...[...document.querySelectorAll(".rail .seat")].map((one) =>
              one.getBoundingClientRect().bottom)) - mine.top]; }"""
    )
    assert abs(off) < 2 and lowest <= 1


def in_sight(page: Page) -> dict[int, int]:
    """At every size: no scrolling under a running clock, for what may be answered is inside the window; nothing on the
    felt lies over a card, a name or a number; no text is cut off, nothing sticks out, and a thumb finds its button.
    Where the felt ends, by the window's width."""
    expect(page.locator(".bar .do, .bar .hint").first).to_be_visible()
    ends = {}
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(SEEN_ANEW)
        wrong, ends[width] = page.evaluate(SIGHT)
        assert wrong == page.evaluate(OVERLAPS) == [], (width, height)
    page.set_viewport_size({"width": LYING[0], "height": LYING[1]})
    page.evaluate(SEEN_ANEW)
    assert page.evaluate(SIGHT)[0] == page.evaluate(OVERLAPS) == [], LYING
    page.set_viewport_size({"width": 1280, "height": 800})
    return ends


def fits_every_window(page: Page) -> None:
    """Nothing sticks out sideways."""
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.set_viewport_size({"width": 1280, "height": 800})


def fits_a_phone(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.evaluate(SEEN_ANEW)
    assert page.evaluate(SIGHT)[0] == []
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


def test_cards_are_suggested_and_set_only_when_confirmed(house: House, visitor: Callable[..., Page]) -> None:
    body = {"name": f"Chinese {time.monotonic_ns()}", "game": "chinese-poker", "clock": 600, "bots": 2}
    page = visitor(f"/table/{operator(house.url).done('POST', '/tables', body)['id']}")
    page.locator(".bar [data-do=guest-sit]").click()
    for _ in trying("cards to set"):
        if page.locator(".bar [data-hw=suggest]").count():
            break
        if page.locator(".bar [data-text=play]").count():
            act(page)
    assert page.locator(".bar [data-hw=arrange][disabled]").count() == 1
    for width, height in SIZES:  # nothing moves when a clock begins to tick, or stops, or others are at it too
        page.set_viewport_size({"width": width, "height": height})
        without, ticking, clock, asked = page.evaluate(CLOCKED)
        assert without == ticking and clock["left"] > asked["right"] and clock["right"] < width, width
    page.set_viewport_size({"width": 1280, "height": 800})
    page.locator(".bar [data-hw=suggest]").click()
    expect(page.locator(".bar .pickcard.up")).to_have_count(5)  # they lie there to be looked at
    page.locator(".bar .pickcard.up").first.click()  # and can be laid otherwise
    expect(page.locator(".bar .pickcard.up")).to_have_count(4)
    page.locator(".bar [data-hw=suggest]").click()
    expect(page.locator(".bar .pickcard.up")).to_have_count(5)
    page.locator(".bar [data-hw=arrange]").click()
    expect(page.locator(".bar .pickcard")).not_to_have_count(5)


def test_the_coach_says_what_a_call_must_win(house: House, visitor: Callable[..., Page]) -> None:
    body = {"name": f"Pot {time.monotonic_ns()}", "game": "limit-holdem", "clock": 600, "bots": 1, "bot": "simple"}
    page = visitor(f"/table/{operator(house.url).done('POST', '/tables', body)['id']}")
    page.locator(".bar [data-do=guest-sit]").click()
    decides = (
        "document.querySelector('.bar .coach') && "
        "[3, 4].includes(document.querySelectorAll('.middle .card:not(.back)').length)"  # there is a card to come
    )
    for _ in trying("a decision after the flop"):
        if page.evaluate(f"Boolean({decides})"):  # both at one moment
            break
        offered = page.locator(".bar").inner_text()
        if act(page, ready=True):  # what is decided by now must not be taken for the next decision
            with contextlib.suppress(PlaywrightError):
                changed = "offered => document.querySelector('.bar').innerText !== offered"
                page.wait_for_function(changed, arg=offered, timeout=MOMENT)
    page.keyboard.press("c")
    advice = page.locator(".advice")
    expect(advice.locator("dl")).to_contain_text("Equity")
    expect(advice).to_contain_text("if nobody bets any more")
    expect(advice.locator("tr.best")).to_have_count(1)
    expect(advice.locator("dl")).to_contain_text("ahead of")
    for width, height in SIZES[:-1]:  # the hand that it speaks of stays in sight; in wide windows all of the felt does
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(SEEN_ANEW)
        assert page.evaluate(SIGHT)[0] == [], (width, height)
        apart = """() => { const box = (what) => document.querySelector(what).getBoundingClientRect();
          return box(".own .cards").bottom <= box(".desk").top &&
            (innerWidth <= 1080 || box(".advice").left >= box(".felt").right); }"""
        assert page.evaluate(apart), (width, height)
    assert not found(page)


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


def dealt_to_both(ada: Page, ben: Page) -> None:
    """Two visitors at one table sit down, bet and have cards; the first of them is asked to play."""
    for page in (ada, ben):
        page.locator(".bar [data-do=guest-sit]").click()
        expect(page.locator(".seat.mine, .hint").first).to_be_visible()
    for _ in trying("a seat for both"):
        if ada.locator(".seat.mine").count() and ben.locator(".seat.mine").count():
            break
        for page in (ada, ben):
            act(page)
    for _ in trying("a round of both"):
        asked = ada.locator(".own .card:not(.back)").count() == 2 and ada.locator(".bar [data-hw=say]").count()
        if asked and ben.locator(".own .card").count() == 2:
            return
        for page, other in ((ada, ben), (ben, ada)):
            alone = page.locator(".bar [data-hw=say]").count() and not other.locator(".own .card").count()
            told = page.locator(".topline").inner_text(), other.locator(".topline").inner_text()
            # Who was too late for the bets sits this one out: it is played to its end without them.
            if page.locator(".spot.open, .bar [data-hw=ready]").count() or (alone and told[0] == told[1]):
                act(page)


def test_two_browsers_see_each_other_at_once_and_never_each_others_cards(visitor: Callable[..., Page]) -> None:
    ada, ben = visitor(), visitor()
    path = table_of(ada, "criss-cross-poker", 3).get_by_role("link", name="Watch").get_attribute("href") or ""
    sent: list[str] = []
    ben.on("websocket", lambda socket: socket.on("framereceived", lambda frame: sent.append(str(frame))))
    ada.goto(path)
    ben.goto(path)
    dealt_to_both(ada, ben)
    hers = ada.locator(".seat.mine").get_attribute("aria-label") or ""
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


def test_leaving_in_the_middle_of_a_hand_is_confirmed_and_the_seat_can_be_kept(
    house: House, visitor: Callable[..., Page]
) -> None:
    table = open_table(house, game="criss-cross-poker", bots=0)
    ada, ben = (visitor(f"/table/{table}") for _ in range(2))
    dealt_to_both(ada, ben)
    ada.locator(".bar [data-text='across 1']").click()
    ada.get_by_role("button", name="Leave the table").click()
    sure = ada.locator(".bar .asked")
    expect(sure).to_contain_text("Leave in the middle of the hand?")
    expect(sure).to_contain_text(re.compile(r"You lose the \$\d+ that you have on the table \(7\.B\(3\)\)"))
    fits_a_phone(ada)
    ada.get_by_role("button", name="Stay").click()
    expect(sure).to_have_count(0)
    ada.get_by_role("button", name="Leave the table").click()
    ada.locator(".bar [data-sure]").click()
    expect(ada.locator(".bar")).to_contain_text("You leave when this round is over.")
    ada.get_by_role("button", name="Keep my seat").click()
    expect(ada.locator(".bar")).not_to_contain_text("You leave")
    ada.goto("/")
    seat = table_of_id(ada, table).get_by_role("link", name="Back to your seat")
    expect(seat).to_be_visible()
    expect(table_of_id(ada, table).get_by_text("Sit down")).to_have_count(0)
    seat.click()
    for _ in trying("the end of the round"):
        if ben.locator(".topline", has_text="round over").count():
            break
        act(ben, ready=False)
    expect(ada.locator(".seat.mine")).to_be_visible()
    expect(ada.get_by_role("button", name="Next round")).to_be_visible()
    ada.get_by_role("button", name="Leave the table").click()  # between two hands nothing is at stake
    expect(ada.locator(".seat.mine")).to_have_count(0)


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


def test_no_page_sticks_out_of_a_narrow_phone_and_its_head_stands_before_its_main_part(
    visitor: Callable[..., Page],
) -> None:
    page = visitor("/", width=360, height=640)
    for who in ("visitor", "guest"):
        if who == "guest":
            page.goto("/")
            page.locator("header [data-do=guest]").click()
            page.get_by_role("button", name="Sign out").wait_for()
        for path, main in NARROW.items():
            page.goto(path)
            page.locator("#main").wait_for()
            expect(page.locator(".skip")).to_have_text(f"Skip to the {main}")
            expect(page.get_by_role("banner")).to_have_count(1)
            expect(page.get_by_role("main").locator("header.top")).to_have_count(0)
            for width in (360, 320):
                page.set_viewport_size({"width": width, "height": 640})
                assert page.evaluate("document.documentElement.scrollWidth") <= width, (who, path, width)
                last = page.locator("header button").last.bounding_box()
                assert last and last["x"] + last["width"] <= width


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
