"""What tests in a browser share: which one, how long it may take, and signing in."""

import shutil
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.serve.house import PATIENCE

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
FLAGS += ["--disable-component-update", "--disable-sync"]
WAIT = PATIENCE * 1000  # milliseconds
expect.set_options(timeout=WAIT)

Visits = Callable[..., Page]


def sign_in(page: Page, name: str, password: str) -> None:
    page.get_by_role("button", name="Sign in").first.click()
    dialog = page.locator("dialog#sign-in")
    dialog.get_by_label("Name").fill(name)
    dialog.get_by_label("Password").fill(password)
    dialog.get_by_role("button", name="Sign in").click()
    page.get_by_role("button", name="Sign out").wait_for()
