"""Every page in a browser: what is hidden is not seen, what is drawn is not cut off, and signs can be read."""

import re
from collections.abc import Callable
from importlib import resources

import httpx
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from houseway.games import catalogue
from houseway.papers import html
from houseway.papers.sign import described
from houseway.prove.placard import PAPERS, placard
from houseway.rules.submission import house_rules
from houseway.serve.pages.operator_parts import by_number
from tests.serve.browsing import WAIT, shows_everything, sign_in
from tests.serve.house import House, operator

PAGES = (
    *("/", "/price", "/school", "/school/three-card-poker/payouts", "/verify", "/account", "/account/play"),
    *("/operator", "/operator/results", "/operator/floor", "/operator/placards", "/operator/people", "/operator/log"),
    *("/operator/cage", "/operator/signatures", "/operator/recall"),
    "/school/exam?code=three-card-poker:hands:3:1:shown",
)
OF_A_GAME = ("/table/{id}", "/learn/{game}", "/price/{game}")  # the last in test_price_pages.py, once it is counted
ONE_OF_EACH = """() => { const seen = new Set();
  for (const one of document.querySelectorAll(".sign")) {
    const game = one.querySelector("h2").textContent;
    if (seen.has(game)) one.remove();
    seen.add(game);
  } }"""  # a game's six signs are alike
CONTRAST = {"runOnly": ["color-contrast"], "resultTypes": ["violations"]}


def unreadable(page: Page, where: str = "body") -> list[str]:
    """What stands out too little from what is behind it."""
    found = Axe().run(page, where, CONTRAST).response["violations"]
    return [f"{node['html'][:120]} {node['any'][0]['message']}" for one in found for node in one["nodes"]]


def seen(page: Page, path: str) -> None:
    page.goto(path)
    page.locator("#main").wait_for()
    shows_everything(page)


def test_every_kind_of_page_is_looked_at_here() -> None:
    built = (resources.files("houseway.serve.pages") / "__init__.py").read_text(encoding="utf-8")
    kinds = set(re.findall(r'@(?:page|plain)\("([^"]+)"\)', built)) - set(OF_A_GAME)
    assert len(kinds) > 10
    for kind in kinds:
        shape = re.compile(re.sub(r"\{\w+\}", "[^/]+", kind) + r"(\?|$)")
        assert any(shape.match(path) for path in PAGES), kind


@pytest.mark.parametrize("path", ["/", "/price", "/learn/pontoon-21", "/table/1", "/placard/1", "/static/house.css"])
def test_head_is_answered_where_get_is(house: House, path: str) -> None:
    asked = httpx.head(f"{house.url}{path}")
    assert asked.status_code == 200 and asked.content == b""
    assert asked.headers["content-type"] == httpx.get(f"{house.url}{path}").headers["content-type"]
    assert httpx.head(f"{house.url}/no/page").status_code == 404


def test_every_page_shows_everything_to_a_guest_and_to_the_operator(visitor: Callable[..., Page]) -> None:
    page = visitor("/")
    page.locator("header [data-do=guest]").click()
    page.get_by_role("button", name="Sign out").wait_for()
    for path in PAGES:
        seen(page, path)
    page.get_by_role("button", name="Sign out").click()
    page.get_by_role("button", name="Play as guest").wait_for()
    sign_in(page, "operator", "the operator's own")
    for path in PAGES:
        seen(page, path)


def test_every_game_shows_everything_at_its_table_and_where_it_is_explained(
    house: House, visitor: Callable[..., Page]
) -> None:
    page = visitor("/")
    tables = {one["game"]: one["id"] for one in operator(house.url).see("/tables")}
    for game in catalogue():
        seen(page, f"/table/{tables[game]}")
        seen(page, f"/learn/{game}")


def test_the_sign_in_dialog_asks_for_no_code_before_one_is_needed(visitor: Callable[..., Page]) -> None:
    page = visitor("/")
    page.get_by_role("button", name="Sign in").first.click()
    expect(page.get_by_label("Password")).to_be_visible()
    expect(page.locator("dialog#sign-in input[name=code]")).to_be_hidden()
    box = page.locator("dialog#sign-in").bounding_box()
    assert box and box["height"] < 400
    shows_everything(page)


def test_signs_on_the_operators_desk_can_be_read(visitor: Callable[..., Page]) -> None:
    page = visitor("/")
    sign_in(page, "operator", "the operator's own")
    page.goto("/operator/placards")
    names = page.locator(".sign header h2")
    assert {catalogue()[id].rules.name for id in catalogue()} <= set(names.all_inner_texts())
    page.evaluate(ONE_OF_EACH)
    assert unreadable(page, ".signs") == []


def test_signs_hang_in_the_order_of_their_numbers() -> None:
    names = ["Table 10", "table 2", "Table 1", "10", "9", "Omaha"]
    assert sorted(names, key=by_number) == ["9", "10", "Omaha", "Table 1", "table 2", "Table 10"]


@pytest.fixture(scope="module")
def paper(chromium: Browser) -> Page:
    page = chromium.new_page(viewport={"width": 1440, "height": 900})
    page.set_default_timeout(WAIT)
    return page


# Words that are wider than the box they have, in whatever fonts this browser has.
OVERLONG = """() => [...document.querySelectorAll(".sheet > *")]
    .filter(it => it.scrollWidth > it.clientWidth + 1 && it.textContent).map(it => it.textContent)"""


@pytest.mark.parametrize("game", catalogue())
def test_every_printed_sign_can_be_read(paper: Page, game: str) -> None:
    rules = house_rules(catalogue()[game].rules)
    for size in PAPERS.values():
        sign = placard(rules, facility="Demonstration House", table="Table 1")
        paper.set_content(html.rendered(described(sign, size)))
        assert unreadable(paper) == []
        assert paper.evaluate(OVERLONG) == []
