"""What tests in a browser share: which one, how long it may take, and signing in."""

import shutil
from collections.abc import Callable

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Locator, Page, expect

from tests.serve.house import PATIENCE

_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM = next(filter(None, map(shutil.which, _NAMES)), None)
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
FLAGS += ["--disable-component-update", "--disable-sync"]
WAIT = PATIENCE * 1000  # milliseconds
MOMENT = 5_000  # milliseconds, after which what was to be clicked is looked for again
expect.set_options(timeout=WAIT)

Visits = Callable[..., Page]


def sign_in(page: Page, name: str, password: str) -> None:
    page.get_by_role("button", name="Sign in").first.click()
    dialog = page.locator("dialog#sign-in")
    dialog.get_by_label("Name").fill(name)
    dialog.get_by_label("Password").fill(password)
    dialog.get_by_role("button", name="Sign in").click()
    page.get_by_role("button", name="Sign out").wait_for()


def clicked(offered: Locator) -> bool:
    """Click what is offered right now; False if nothing is, or the table went on between looking and clicking."""
    try:
        if offered.count():
            offered.first.click(timeout=MOMENT)
            return True
    except PlaywrightError:
        pass
    return False
