"""How to play, in a browser: a game at three sizes, the ways to its page, and the bank that nobody has to take."""

import os
from collections.abc import Callable

import httpx
import pytest
from playwright.sync_api import Page, expect

from houseway.games import catalogue
from tests.serve.browsing import clicked
from tests.serve.house import House, trying
from tests.serve.test_api import open_table
from tests.serve.test_pages import OVERLAPS, SIZES, found

FEW = ["blackjack-x", "chinese-poker", "no-limit-holdem", "party-craps", "two-card-peek", "high-card"]
GAMES = list(catalogue()) if os.environ.get("HOUSEWAY_FULL") else FEW


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_explained_with_its_felt_at_every_size(visitor: Callable[..., Page], game: str) -> None:
    page = visitor(f"/learn/{game}")
    expect(page.locator("h1")).to_have_text(catalogue()[game].rules.name)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.evaluate(OVERLAPS) == [], (width, height)
        if (width, height) == SIZES[0]:  # a screen and a third at most, whatever is opened for more
            assert page.evaluate("document.documentElement.scrollHeight") <= 1200
    for heading in ("What you can bet on", "When you decide"):
        expect(page.get_by_role("heading", name=heading)).to_be_visible()


@pytest.mark.parametrize("game", ["ultimate-texas-holdem", "cash-in-baccarat"])
def test_axe_finds_nothing_on_the_page_of_a_game(visitor: Callable[..., Page], game: str) -> None:
    page = visitor(f"/learn/{game}")
    expect(page.locator(".specimen .card").first).to_be_visible()
    assert not found(page)


def test_a_game_that_is_none_is_not_found(visitor: Callable[..., Page], house: House) -> None:
    page = visitor()
    answer = page.request.get(f"{house.url}/learn/%3Cscript%3Ealert(1)%3C/script%3E")
    assert answer.status == 404 or "<script>alert(1)" not in answer.text()
    assert page.request.get(f"{house.url}/learn/no-such-game").status == 404


@pytest.mark.parametrize("path", ["/learn", "/no/such/page", "/table/first", "/table/0", "/nothing<b>here"])
def test_an_address_that_is_none_leads_to_the_lobby_in_our_own_frame(house: House, path: str) -> None:
    answer = httpx.get(f"{house.url}{path}")
    assert answer.status_code == 404 and "HTTPException" not in answer.text and "<b>" not in answer.text
    assert "in this house" in answer.text and "To the lobby" in answer.text and "Play as guest" in answer.text


@pytest.mark.parametrize("path", ["/api/v1/no-such-thing", "/api/v1", "/_nicegui/no-such-thing", "/static/none.js"])
def test_what_programs_ask_for_is_refused_in_json(house: House, path: str) -> None:
    answer = httpx.get(f"{house.url}{path}")
    assert answer.status_code == 404 and answer.json() == {"error": f"there is no {path} here"}


def test_lobby_table_and_price_lead_to_it_and_a_newcomer_is_told_once(
    house: House, visitor: Callable[..., Page]
) -> None:
    table = open_table(house, game="three-card-poker", bots=2)
    page = visitor("/")
    page.get_by_label("Find a game").fill("blackjack")  # what people call it, whatever the rulebook does
    shown = page.locator(".card-table:visible h2")
    expect(shown.first).to_be_visible()
    assert {"Blackjack X", "Cal Blackjack 2.0", "Pontoon 21"} <= set(shown.all_inner_texts())
    assert "Party Craps" not in shown.all_inner_texts()
    page.get_by_label("Find a game").fill("poker")
    assert {"Ultimate Texas Hold'em", "Omaha", "Big O", "7 Card Stud"} <= set(shown.all_inner_texts())
    page.get_by_label("Find a game").fill("three card")
    assert set(shown.all_inner_texts()) == {"3 Card Poker", "3 Card Texas Hold'em"}
    page.get_by_label("Find a game").fill("bank")
    assert "Pontoon 21" in shown.all_inner_texts() and "Omaha" not in shown.all_inner_texts()
    page.get_by_label("Find a game").fill("tiddlywinks")
    said = page.get_by_role("status").filter(has_text="No game of that name here.")
    expect(said).to_be_visible()
    expect(shown).to_have_count(0)
    page.get_by_label("Find a game").fill("")
    expect(said).to_have_count(0)
    expect(shown).not_to_have_count(0)
    page.locator(".card-table", has_text="3 Card Poker").get_by_role("link", name="How to play").first.click()
    expect(page.locator("h1")).to_have_text("3 Card Poker")
    page.goto("/price/criss-cross-poker")
    expect(page.locator(".played").get_by_role("link", name="How to play")).to_be_visible()
    page.goto(f"/table/{open_table(house, game='top-five-poker')}")
    expect(page.locator("html.newcomer .howto")).to_be_visible()
    with page.expect_popup() as opened:
        page.locator(".howto").click()
    expect(opened.value.get_by_role("heading", name="What you can bet on")).to_be_visible()
    expect(opened.value.locator("h1")).to_have_text("Top Five Poker")
    expect(page.locator("h1")).to_have_text("Top Five Poker")  # the table is still there
    expect(page.locator("html.newcomer")).to_have_count(0)
    page.goto(f"/table/{table}")  # the game that was looked at from the lobby
    expect(page.locator(".howto")).to_be_visible()
    expect(page.locator("html.newcomer")).to_have_count(0)


def test_the_page_of_a_table_has_the_limits_of_that_table(house: House, visitor: Callable[..., Page]) -> None:
    choices = {"limits": {"ante": {"minimum": "15", "maximum": "75"}}}
    table = open_table(house, game="criss-cross-poker", **choices)
    page = visitor(f"/learn/criss-cross-poker?table={table}")
    expect(page.locator(".bets")).to_contain_text("$15 to $75")
    page.goto("/learn/criss-cross-poker?table=99999")
    expect(page.locator(".bets")).not_to_contain_text("$15 to $75")


def test_enter_declines_the_bank_when_it_is_offered(house: House, visitor: Callable[..., Page]) -> None:
    page = visitor(f"/table/{open_table(house, game='ultimate-texas-holdem', bots=0)}")
    page.locator(".bar [data-do=guest-sit]").click()
    for _ in trying("an offer of the bank"):
        if page.locator(".bar [data-text=decline]").count():
            break
        clicked(page.locator("[data-hw=ready]"))  # nothing else: an offer that has just come is not to be answered
    decline = page.locator(".bar [data-text=decline]")
    expect(decline).to_have_class("do go")
    expect(page.locator(".bar .answers > *").first).to_have_attribute("data-text", "decline")
    page.locator("body").press("Enter")
    expect(decline).to_have_count(0)
    expect(page.locator(".story")).to_contain_text("decline")
