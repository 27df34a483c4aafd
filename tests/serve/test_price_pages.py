"""The price pages in a real Chromium."""

import re
from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import expect

from houseway.games import catalogue
from houseway.pricing import can_price, price_game
from houseway.pricing.papers.document import percent
from tests.serve.browsing import Visits, shows_everything
from tests.serve.house import House


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("priced pages")
    it = House(f"sqlite:///{folder / 'house.db'}", "--real", log=folder / "log").start()
    yield it
    it.stop()


def test_a_pay_table_is_edited_and_the_edge_moves(house: House, visits: Visits) -> None:
    page = visits(house.url, "/")
    page.get_by_role("link", name="Prices").click()
    page.get_by_role("link", name="Price Cash-In Baccarat").click()
    own = price_game("cash-in-baccarat")
    edge = page.locator(".edge .figure b")
    expect(edge).to_have_text(percent(own.wager("player").house_edge))
    field = page.get_by_label("Tie Bet, Tie pays")
    field.fill("9 to 1")
    field.blur()
    new = price_game("cash-in-baccarat", tie={"tie": "9:1"})
    expect(edge).to_have_text(percent(new.wager("tie").house_edge))
    moved = page.locator(".edge .moved")
    expect(moved).to_contain_text(percent(own.wager("tie").house_edge))
    expect(moved).to_contain_text("▼ down 9.5156 points")
    expect(page.locator("[data-fingerprint]")).to_have_text(new.fingerprint)
    expect(page).to_have_url(re.compile(r"\?set=pays\.tie\.tie=9:1$"))
    other = visits(house.url, page.url.removeprefix(house.url))  # the link carries the change
    expect(other.locator("[data-fingerprint]")).to_have_text(new.fingerprint)
    expect(other.get_by_label("Tie Bet, Tie pays")).to_have_value("9:1")
    with other.expect_download() as download:
        other.get_by_role("link", name="PAR sheet, PDF").click()
    assert download.value.suggested_filename == "cash-in-baccarat-par-sheet.pdf"
    page.get_by_role("button", name="Undo all").click()
    expect(page.locator("[data-fingerprint]")).to_have_text(own.fingerprint)


def test_what_can_not_stand_is_said_and_the_figures_stay(house: House, visits: Visits) -> None:
    page = visits(house.url, "/price/cash-in-baccarat")
    expect(page.locator("[data-fingerprint]")).to_be_visible()
    page.get_by_label("Tie Bet, Tie pays").fill("much")
    expect(page.get_by_role("alert").filter(has_text="are not odds")).to_be_visible()
    wrong = page.locator("[aria-invalid=true]")
    expect(wrong).to_have_count(1)
    expect(wrong).to_have_attribute("aria-label", "Tie Bet, Tie pays")
    expect(wrong).to_be_focused()
    expect(page.locator(f"[id='{wrong.get_attribute('aria-describedby')}']")).to_contain_text("'much' are not odds")
    expect(page.locator(".edge .figure b")).to_be_visible()
    page.get_by_label("Tie Bet, Tie pays").fill("8:1")
    expect(page.get_by_role("alert").filter(has_text="are not odds")).to_have_count(0)
    expect(wrong).to_have_count(0)
    expect(page.locator(".edits .wrong")).to_have_count(0)


def test_many_rounds_from_the_distribution(house: House, visits: Visits) -> None:
    page = visits(house.url, "/price/cash-in-baccarat")
    page.get_by_role("button", name="Banker line").click()
    page.get_by_label("Rounds").fill("200")
    page.get_by_role("button", name="Work it out").click()
    told = page.locator(".told")
    expect(told).to_contain_text("ahead at the end")
    expect(told).to_contain_text("-2.0366")  # 200 times the edge
    page.get_by_label("Bankroll").fill("0")
    page.get_by_role("button", name="Work it out").click()
    expect(page.get_by_role("alert").filter(has_text="is not a bankroll")).to_be_visible()


@pytest.mark.parametrize("game", [id for id in catalogue() if can_price(id)])
def test_every_priced_game_has_a_page_that_shows_everything(house: House, visits: Visits, game: str) -> None:
    page = visits(house.url, f"/price/{game}")
    expect(page.locator("[data-fingerprint]")).to_be_visible()
    shows_everything(page)


def test_a_game_without_a_price_says_why_and_where_to_go(house: House) -> None:
    nonsense = httpx.get(f"{house.url}/price/nonsense")
    assert nonsense.status_code == 404 and "is not a game here" in nonsense.text
    pot = httpx.get(f"{house.url}/price/no-limit-holdem")
    assert pot.status_code == 404 and "no bank pays them" in pot.text and "its equity" in pot.text
    assert "/learn/no-limit-holdem" in pot.text and "cash-in-baccarat" not in pot.text


def test_the_line_of_a_rulebook_without_a_version_has_none(house: House) -> None:
    told = httpx.get(f"{house.url}/price/pontoon-21").text
    assert "Standard Rules: Pontoon 21." in told and "version" not in told.partition("Standard Rules")[2][:60]
