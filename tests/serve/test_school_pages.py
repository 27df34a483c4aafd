"""The school in a real Chromium: by keyboard alone, at three sizes, and clean to axe."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.serve.browsing import sign_in
from tests.serve.house import House, employed
from tests.serve.test_pages import OVERLAPS, SIZES, found


def come_in(page: Page) -> None:
    page.get_by_role("button", name="Begin as guest").click()
    expect(page.locator(".lesson .asked")).to_be_visible()
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()
    expect(page.locator(".lesson .bar .answers")).to_be_visible()


def answer(page: Page) -> None:
    """Answer what is asked with nothing but keys, whatever it takes."""
    bar = page.locator(".lesson .bar")
    for _ in range(16):
        before = bar.inner_html()
        if page.locator(".lesson .marking").count():
            return
        if bar.locator("input[data-focus]").count():
            expect(bar.locator("input[data-focus]")).to_be_focused()
            page.keyboard.type("0")
            page.keyboard.press("Enter")
        elif bar.locator(".pickcard").count():
            if bar.locator("[data-hw=set]:not([disabled])").count():
                page.keyboard.press("Enter")
            else:
                page.keyboard.press(bar.locator(".pickcard:not(.up)").first.get_attribute("data-key") or "1")
        else:
            page.keyboard.press(bar.locator("[data-key]").first.get_attribute("data-key") or "1")
        page.wait_for_function("before => document.querySelector('.lesson .bar').innerHTML !== before", arg=before)
    raise AssertionError("the question is not answered")


def go_on(page: Page) -> None:
    before = page.locator(".lesson .bar").inner_html()
    expect(page.locator(".lesson .bar [data-hw=next]")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_function("before => document.querySelector('.lesson .bar').innerHTML !== before", arg=before)


def test_twenty_questions_take_no_mouse(visitor: Callable[..., Page]) -> None:
    page = visitor("/school/three-card-poker/payouts", width=1440, height=900)
    come_in(page)
    for number in range(1, 21):
        answer(page)
        expect(page.locator(".lesson .tally")).to_have_text(re.compile(rf"of {number} right"))
        go_on(page)
    expect(page.locator(".lesson .asked")).to_contain_text("of 20 right")
    go_on(page)
    expect(page.locator(".topline")).to_contain_text("1 of 20")


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("lesson", ("ultimate-texas-holdem/hands", "chinese-poker/procedure"))
def test_a_lesson_fits_and_is_clean_before_and_after_an_answer(
    visitor: Callable[..., Page], lesson: str, width: int, height: int
) -> None:
    page = visitor(f"/school/{lesson}", width=width, height=height)
    come_in(page)
    _is_clean(page)
    answer(page)
    expect(page.locator(".marking .because li").first).to_be_visible()
    _is_clean(page)


def _is_clean(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth + 1")
    if page.locator(".felt").count():
        assert page.evaluate(OVERLAPS) == []
    assert not found(page)


def test_a_clause_opens_as_at_the_tables(visitor: Callable[..., Page]) -> None:
    page = visitor("/school/three-card-poker/hands", width=1440, height=900)
    come_in(page)
    answer(page)
    expect(page.locator(".lesson .bar [data-hw=next]")).to_be_focused()
    page.locator(".marking .cited").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("dialog#clause")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog#clause")).to_be_hidden()


def test_a_wrong_answer_is_told_with_what_is_right(visitor: Callable[..., Page]) -> None:
    page = visitor("/school/three-card-poker/payouts", width=1440, height=900)
    come_in(page)
    for _ in range(6):
        answer(page)
        if page.locator(".marking.no").count():
            break
        go_on(page)
    expect(page.locator(".marking.no .expected")).to_contain_text("Right is")


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_index_is_clean_and_shows_how_one_does(
    visitor: Callable[..., Page], house: House, width: int, height: int
) -> None:
    page = visitor("/school/three-card-poker/hands", width=width, height=height)
    come_in(page)
    answer(page)
    page.goto("/school")
    expect(page.locator(".skills a", has_text=re.compile("%")).first).to_be_visible()
    _is_clean(page)


def test_the_operator_sees_the_staff_and_others_do_not(visitor: Callable[..., Page], house: House) -> None:
    dealer = employed(house.url, "dealer")
    question = dealer.done("POST", "/school/three-card-poker/hands/questions")
    dealer.done("POST", f"/school/questions/{question['id']}/answer", {"answer": "a"})
    page = visitor("/school", width=1440, height=900)
    expect(page.locator(".card-table").first).to_be_visible()
    assert not page.locator(".staff-results").count()
    sign_in(page, "operator", "the operator's own")
    expect(page.locator(".staff-results")).to_contain_text(dealer.name)
    _is_clean(page)


def test_an_exam_is_sat_by_keyboard_and_told_at_its_end(visitor: Callable[..., Page]) -> None:
    page = visitor("/school/exam?code=three-card-poker:hands:3:1:browser", width=1440, height=900)
    come_in(page)
    for number in (1, 2, 3):
        expect(page.locator(".topline")).to_contain_text(f"{number} of 3")
        page.keyboard.press("1")
    expect(page.locator(".lesson .asked")).to_contain_text("The exam is over")
    expect(page.locator(".paper li")).to_have_count(3)


def test_what_there_is_not_says_so(visitor: Callable[..., Page]) -> None:
    for path in ("/school/three-card-poker/juggling", "/school/no-such/hands", "/school/exam?code=x"):
        page = visitor("/school")
        answered = page.request.get(path)
        assert answered.status == 404, path
