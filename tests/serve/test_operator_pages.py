"""The operator's desk in a real Chromium."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from playwright.sync_api import Page, expect

from tests.serve.browsing import Visits, sign_in
from tests.serve.house import House, employed


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("desk")
    it = House(f"sqlite:///{folder / 'house.db'}", "--real", "--pause", "60", log=folder / "log").start()
    yield it
    it.stop()


def at_the_desk(house: House, visits: Visits, path: str = "/operator", **size: int) -> Page:
    page = visits(house.url, path, **size)
    sign_in(page, "operator", "the operator's own")
    return page


NEW = """

[[tables]]
name = "Baccarat by the door"
game = "cash-in-baccarat"

[tables.options]
decks = 99
"""


def test_an_error_is_found_while_typing_mended_and_the_table_opened(house: House, visits: Visits) -> None:
    page = at_the_desk(house, visits)
    text = page.get_by_label("The submission, in TOML")
    expect(page.locator(".verdict")).to_contain_text("its tables may open")
    before = text.input_value()
    text.fill(before + NEW)
    wrong = page.locator(".found .error")
    expect(wrong).to_contain_text("decks can't be 99: at most 8")
    expect(wrong.locator("cite")).to_have_text("Description of the Deck")
    line = (before + NEW).rstrip().count("\n") + 1
    expect(wrong).to_contain_text(f'line {line}, table "Baccarat by the door", options.decks')
    expect(page.locator(".gutter .error")).to_have_text(f"✗ {line}")
    expect(page.get_by_role("button", name="Make effective")).to_be_disabled()
    page.get_by_role("button", name="Keep as a version").click()
    expect(page.locator(".versions")).to_contain_text("1 error")
    wrong.get_by_role("button").click()  # to the line
    assert text.evaluate("it => it.value.slice(it.selectionStart, it.selectionEnd)") == "decks = 99"
    page.keyboard.type("decks = 6")
    expect(page.locator(".found .error")).to_have_count(0)
    page.get_by_role("button", name="Make effective").click()
    expect(page.locator(".editor .done")).to_contain_text("is in effect")
    expect(page.locator(".editorbar .tag")).to_contain_text("in effect")
    row = page.locator(".tablelist tr", has_text="Baccarat by the door")
    expect(row).to_contain_text("closed")
    row.get_by_role("button", name="Open").click()
    expect(row).to_contain_text("open")
    guest = visits(house.url, "/")
    table = guest.locator(".card-table", has_text="Baccarat by the door")
    table.get_by_text("Sit down").click()
    expect(guest.locator(".seat.mine")).to_be_visible()
    row.get_by_role("button", name="Close").click()
    expect(page.get_by_role("alert").filter(has_text="somebody sits at Baccarat by the door")).to_be_visible()
    page.reload()
    expect(page.get_by_label("The submission, in TOML")).to_have_value(re.compile("decks = 6"))
    page.get_by_role("button", name="Version 1", exact=True).click()
    expect(page.get_by_label("The submission, in TOML")).to_have_value(before)


def test_a_round_is_in_the_results_of_the_day(house: House, visits: Visits) -> None:
    guest = visits(house.url, "/")
    guest.locator(".card-table", has_text="Criss Cross Poker").get_by_text("Sit down").click()
    guest.locator(".spot.open.required").first.click()
    guest.locator(".bar [data-hw=place]").click()
    guest.locator(".bar [data-text=fold]").click()
    expect(guest.locator(".outcome")).to_be_visible()
    staked = re.search(r"You lose \$(\d+)", guest.locator(".outcome").inner_text())
    assert staked is not None
    expect(guest.locator(".topline")).to_contain_text("round over")
    page = at_the_desk(house, visits, "/operator/results")
    row = page.locator(".result-table tbody tr", has_text="criss-cross-poker")
    expect(row).to_contain_text(datetime.now(UTC).date().isoformat())
    expect(row.locator("td").first).to_have_text("1")
    page.get_by_label("Put together by").select_option("day")
    page.get_by_role("button", name="Show").click()
    expect(page.locator(".result-table h2")).to_have_text("Results by day")
    expect(page.locator(".result-table tfoot")).to_contain_text("Total")
    with page.expect_download() as download:
        page.get_by_role("link", name="CSV").click()
    lines = download.value.path().read_text().splitlines()
    assert any("criss-cross-poker,1,0," in line for line in lines)
    page.get_by_label("From").fill("2030-01-01")
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_role("alert").filter(has_text="is after the last")).to_be_visible()


def test_placards_hang_on_screen_and_on_paper(house: House, visits: Visits) -> None:
    page = at_the_desk(house, visits, "/operator/placards")
    sign = page.locator(".sign", has_text="Criss Cross 1")
    expect(sign).to_contain_text("500 to 1")
    sign.get_by_role("link", name="Whole sign").click()
    expect(page.locator(".sheet h1")).to_have_text("Criss Cross Poker")
    assert page.locator(".sheet header").evaluate("it => getComputedStyle(it).backgroundColor") == "rgb(16, 64, 47)"


@pytest.mark.parametrize("path", ["/operator", "/operator/results", "/operator/placards"])
def test_the_desk_fits_a_phone(house: House, visits: Visits, path: str) -> None:
    page = at_the_desk(house, visits, path, width=390, height=844)
    expect(page.locator("main .heading h1")).to_be_visible()
    page.wait_for_timeout(300)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_others_see_only_what_is_theirs(house: House, visits: Visits) -> None:
    nobody = visits(house.url, "/operator")
    expect(nobody.locator("main h1")).to_have_text("Sign in first.")
    for role, results in (("dealer", False), ("surveillance", True)):
        it = employed(house.url, role)
        page = visits(house.url, "/operator")
        sign_in(page, it.name, "a long password")
        expect(page.locator("main h1")).to_have_text(f"A {role} has no business here.")
        expect(page.locator("textarea")).to_have_count(0)
        page.goto("/operator/results")
        expect(page.locator(".result-table")).to_have_count(1 if results else 0)
        it.close()
