"""The operator's desk in a real Chromium."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from playwright.sync_api import Page, expect

from houseway.prove.check import Checked, Finding, check
from houseway.serve.pages import operator_parts as parts
from houseway.serve.pages.operator_forms import forms
from tests.serve.browsing import Visits, sign_in
from tests.serve.house import House, employed, trying
from tests.serve.test_pages import found


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("desk")
    it = House(f"sqlite:///{folder / 'house.db'}", "--real", "--pause", "60", log=folder / "log").start()
    yield it
    it.stop()


def at_the_desk(house: House, visits: Visits, path: str = "/operator", /, **size: int) -> Page:
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
    text.evaluate("it => (it.scrollTop = it.scrollHeight)")  # to the end, where the numbers are beside their lines too
    expect(page.locator(".gutter span").last).to_be_in_viewport()
    assert text.evaluate("it => it.previousElementSibling.scrollTop - it.scrollTop") == 0
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
    expect(row.get_by_role("alert")).to_contain_text("somebody sits at Baccarat by the door")  # beside the button
    expect(row.get_by_role("alert")).to_be_in_viewport()
    page.reload()
    expect(page.get_by_label("The submission, in TOML")).to_have_value(re.compile("decks = 6"))
    page.get_by_role("button", name="Version 1", exact=True).click()
    expect(page.get_by_label("The submission, in TOML")).to_have_value(before)


def test_errors_are_told_before_warnings_of_earlier_lines() -> None:
    warning, error = Finding((), "odd", severity="warning", line=2), Finding((), "wrong", line=9)
    told = parts.findings(Checked("it", "Here", (), (warning, error)))
    assert told.index("wrong") < told.index("odd")


def test_a_choice_is_yes_or_no_to_people_and_true_or_false_in_the_text() -> None:
    text = '[[tables]]\nname = "One"\ngame = "criss-cross-poker"\n[tables.options]\nbonus_spin = false\n'
    told = forms(text, 0, check(text, name="it"))
    assert '<option value="false" selected>no</option>' in told and '<option value="true">yes</option>' in told
    assert ">true" not in told and ">false" not in told


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
    assert page.locator(".sheet i").first.evaluate("it => getComputedStyle(it).backgroundColor") == "rgb(16, 64, 47)"


DESK = ("/operator", "/operator/results", "/operator/placards", "/operator/people", "/operator/log", "/operator/floor")


def test_the_desk_fits_every_phone(house: House, visits: Visits) -> None:
    page = at_the_desk(house, visits, width=390, height=844)
    for path in DESK:
        page.goto(path)
        expect(page.locator("main .heading h1")).to_be_visible()
        for width in (390, 360, 320):
            page.set_viewport_size({"width": width, "height": 844})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (path, width)


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


@pytest.mark.parametrize(
    "size", [{"width": 1440, "height": 900}, {"width": 1024, "height": 600}, {"width": 390, "height": 844}]
)
def test_choices_in_forms_follow_the_text_and_the_text_follows_them(
    house: House, visits: Visits, size: dict[str, int]
) -> None:
    page = at_the_desk(house, visits, **size)
    text, choices = page.get_by_label("The submission, in TOML"), page.locator(".choices")
    before = text.input_value()
    choices.locator("[data-pick]").select_option(label="Top Five 1")
    boxes = choices.locator("[data-choice='options.boxes']")
    expect(boxes).to_have_value("2")
    boxes.select_option("1") if boxes.evaluate("it => it.tagName") == "SELECT" else boxes.fill("1")
    boxes.blur()
    expect(text).to_have_value(before.replace("boxes = 2", "boxes = 1", 1))
    text.fill(before.replace("boxes = 2", "boxes = 3  # as many as fit\n# our own note", 1))
    expect(choices.locator("[data-choice='options.boxes']")).to_have_value("3")
    choices.get_by_text("Limits, in dollars").click()
    least = choices.get_by_label("Ante, minimum")
    least.fill("900")
    least.blur()
    expect(page.locator(".found .error")).to_contain_text("is above the maximum")
    expect(text).to_have_value(re.compile(r'ante = \{ minimum = "900", maximum = "500" \}'))
    choices.get_by_label("Ante, minimum").fill("")
    choices.get_by_label("Ante, minimum").blur()
    expect(page.locator(".found .error")).to_have_count(0)
    choices.get_by_text("Another table").click()
    choices.locator("[name=game]").select_option("ultimate-war")
    choices.locator("[name=name]").fill("War by the window")
    choices.get_by_role("button", name="Add").click()
    expect(text).to_have_value(re.compile(r'name = "War by the window"\ngame = "ultimate-war"\n$'))
    expect(choices.locator("[data-pick] option:checked")).to_have_text("War by the window")
    assert "boxes = 3  # as many as fit\n# our own note\n" in text.input_value()
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]


@pytest.mark.parametrize(
    "size", [{"width": 1440, "height": 900}, {"width": 1024, "height": 600}, {"width": 390, "height": 844}]
)
def test_wheels_meters_and_duties_are_filled_in_by_keyboard_and_what_is_wrong_stands_beside(
    house: House, visits: Visits, size: dict[str, int]
) -> None:
    page = at_the_desk(house, visits, **size)
    text, choices = page.get_by_label("The submission, in TOML"), page.locator(".choices")
    before = text.input_value()
    choices.locator("[data-pick]").select_option(label="Criss Cross 1")
    expect(choices.locator("[data-part=wheels]")).to_have_count(0)  # no wheel is offered
    choices.locator("[data-choice='options.bonus_spin']").select_option(label="yes")
    wheels, meters = choices.locator("[data-part=wheels]"), choices.locator("[data-part=meters]")
    for part in (wheels, meters):
        part.locator("summary").focus()
        page.keyboard.press("Enter")
    first, then = (wheels.locator("input").nth(at) for at in (1, 2))
    named, following = first.get_attribute("data-choice"), then.get_attribute("data-choice")
    assert named and following
    stops = first.input_value()
    first.focus()
    page.keyboard.press("Control+a")
    page.keyboard.type("0")
    page.keyboard.press("Tab")
    page.keyboard.press("Control+a")
    page.keyboard.type("77")  # while the form is drawn anew with what was chosen before
    wrong = choices.locator(f"[data-choice='{named}']")
    expect(wrong).to_have_attribute("aria-invalid", "true")
    beside = choices.locator(f"[id='{wrong.get_attribute('aria-describedby')}']")
    expect(beside).to_contain_text("can't be on 0 stops: write a whole number above 0")
    expect(choices.locator(f"[data-choice='{following}']")).to_be_focused()
    expect(choices.locator(f"[data-choice='{following}']")).to_have_value("77")
    assert not found(page)
    page.keyboard.press("Shift+Tab")
    expect(text).to_have_value(re.compile(r"500 = 0, 250 = 77,"))
    page.keyboard.press("Control+a")
    page.keyboard.type(stops)
    page.keyboard.press("Enter")
    expect(wrong).not_to_have_attribute("aria-invalid", "true")
    expect(wheels.locator("summary .error")).to_have_count(0)
    text.fill(text.input_value().replace("250 = 77,", "250 = 7, # not TOML"))
    expect(choices).to_contain_text("can't be read")
    text.fill(before.replace("bonus_spin = false", "bonus_spin = true", 1).replace("250 = 1,", "250 = 9,", 1))
    expect(choices.locator(f"[data-choice='{following}']")).to_have_value("9")
    terms = meters.locator("input[data-choice$='.initial']").first
    terms.fill("1")
    terms.press("Enter")
    expect(meters.locator(".wrong-here")).to_contain_text("the initial amount, $1, is below")
    choices.locator("[data-pick]").select_option(label="Pontoon 1")
    due = choices.locator("[data-part=duties]")
    due.locator("summary").click()
    for _ in trying("what is wrong with a duty"):  # the form may be drawn anew between the two
        if due.locator(".wrong-here").count():
            break
        due.locator("input").first.fill("999")
        due.locator("input").first.press("Enter")
        page.wait_for_timeout(200)
    expect(due.locator(".wrong-here").first).to_contain_text("at least every")
    due.locator("input").first.fill("1")
    due.locator("input").first.press("Enter")
    expect(due.locator(".wrong-here")).to_have_count(0)
    expect(text).to_have_value(re.compile(r"\[tables\.duties\]\n"))
    assert [line for line in text.input_value().split("\n") if line.startswith("#")] == [
        line for line in before.split("\n") if line.startswith("#")
    ]
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]


def test_a_text_that_can_not_be_read_has_no_choices_until_it_is_mended(house: House, visits: Visits) -> None:
    page = at_the_desk(house, visits)
    text = page.get_by_label("The submission, in TOML")
    before = text.input_value()
    text.fill("facility = ")
    expect(page.locator(".choices")).to_contain_text("can't be read")
    text.fill(before)
    expect(page.locator(".choices [data-pick]")).to_be_visible()
    assert not found(page)
