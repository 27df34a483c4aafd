"""Browsers for tests: a real Chromium, and visitors whose pages may not complain."""

import shutil
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
FLAGS += ["--disable-component-update", "--disable-sync"]
WAIT = 20_000  # milliseconds; far above what anything takes

Visits = Callable[..., Page]


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    assert CHROMIUM, "the pages are tested in Chromium: install it (apt-get install chromium)"
    with sync_playwright() as playwright:
        it = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield it
        it.close()


@pytest.fixture
def visits(chromium: Browser) -> Iterator[Visits]:
    """Opens a browser of its own at a path of a house; what the page complains of fails the test."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def visiting(url: str, path: str = "/", *, width: int = 1280, height: int = 800) -> Page:
        context = chromium.new_context(viewport={"width": width, "height": height}, base_url=url)
        context.set_default_timeout(WAIT)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
        page.goto(path)
        return page

    yield visiting
    for context in contexts:
        context.close()
    assert not complaints


def sign_in(page: Page, name: str, password: str) -> None:
    page.get_by_role("button", name="Sign in").first.click()
    dialog = page.locator("dialog#sign-in")
    dialog.get_by_label("Name").fill(name)
    dialog.get_by_label("Password").fill(password)
    dialog.get_by_role("button", name="Sign in").click()
    page.get_by_role("button", name="Sign out").wait_for(timeout=WAIT)
