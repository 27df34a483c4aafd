"""Pages that nobody opens: what they take is bounded, and whoever fetches most of them loses theirs first."""

import asyncio

import httpx
import pytest
from nicegui import Client, ui
from playwright.sync_api import expect

from houseway.serve.pages.unopened import MOST, Unopened
from tests.serve.browsing import Visits
from tests.serve.house import PATIENCE, House


def waiting(house: House) -> int:
    """Pages that the house holds for browsers that have not come for them."""
    told = httpx.get(f"{house.url}/metrics", timeout=PATIENCE).text
    return int(float(told.split("\nhouseway_pages_unopened ")[1].split("\n")[0]))


@pytest.mark.threat("costly-pages")
@pytest.mark.parametrize("path", ["/", "/table/1", "/price", "/learn/pontoon-21", "/nowhere"])
def test_pages_that_are_fetched_and_never_opened_are_not_kept(house: House, path: str) -> None:
    with httpx.Client(base_url=house.url, timeout=PATIENCE) as http:
        for _ in range(2 * MOST):
            http.get(path)
        assert waiting(house) <= MOST


def test_who_fetches_most_loses_the_oldest_and_others_keep_theirs() -> None:
    async def fetched() -> tuple[list[bool], list[bool], int]:
        unopened = Unopened(most=4)

        def page(who: str) -> Client:
            client = Client(ui.page(""))
            unopened.sent(client, who)
            return client

        one, many = [page("one")], [page("many") for _ in range(9)]
        one.append(page("one"))
        kept = [not client.is_deleted for client in one], [not client.is_deleted for client in many], len(unopened)
        for client in (*one, *many):
            if not client.is_deleted:
                client.delete()
        assert not len(unopened)
        return kept

    ones, manys, number = asyncio.run(fetched())
    assert ones == [True, True] and manys == [False] * 7 + [True] * 2 and number == 4


def test_what_a_dropped_page_said_goes_with_it() -> None:
    async def left() -> list[str]:
        unopened = Unopened(most=1)
        pages = [Client(ui.page("")) for _ in range(2)]
        said = []
        for client in pages:
            with client:
                said.append(ui.html("long" * 1000, sanitize=False))
            unopened.sent(client, "one")
        return [element.content for element in said]

    assert asyncio.run(left()) == ["", "long" * 1000]


def test_a_page_whose_browser_comes_no_longer_waits(house: House, visits: Visits) -> None:
    page = visits(house.url)
    expect(page.locator(".tables")).to_be_visible()
    with httpx.Client(base_url=house.url, timeout=PATIENCE) as http:
        for _ in range(2 * MOST):
            http.get("/")
    page.evaluate("window.stays = true")
    page.get_by_role("button", name="Sign in").click()
    expect(page.locator("#sign-in")).to_be_visible()
    assert page.evaluate("window.stays")  # it was not loaded again
