"""What tests in a browser share: which one, how long it may take, and signing in."""

import contextlib
import os
import shutil
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright
from playwright.sync_api import Error as PlaywrightError

from tests.serve.house import PATIENCE, children_of

_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM = next(filter(None, map(shutil.which, _NAMES)), None)
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
FLAGS += ["--disable-component-update", "--disable-sync"]
WAIT = PATIENCE * 1000  # milliseconds
MOMENT = 5_000  # milliseconds, after which what was to be clicked is looked for again
LAPTOP, PHONE = (1440, 900), (390, 844)
SHOWN = (Path(__file__).parent / "shown.js").read_text(encoding="utf-8")
expect.set_options(timeout=WAIT)

Visits = Callable[..., Page]


_drivers: list[int] = []  # processes that drive the browsers of this one


@contextlib.contextmanager
def browser() -> Iterator[Browser]:
    """A browser for tests."""
    assert CHROMIUM, "the pages are tested in Chromium: apt-get install chromium-headless-shell"
    others = children_of(os.getpid())
    playwright = sync_playwright().start()
    _drivers[:] = [pid for pid in children_of(os.getpid()) if pid not in others]
    it = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
    try:
        yield it
    finally:
        with leaving():
            it.close()
        with leaving():
            playwright.stop()


@contextlib.contextmanager
def leaving() -> Iterator[None]:
    """A page or a browser that does not go when it is told to would be waited for without end, so it is made to go: how
    it leaves is not what is tested."""
    stuck = threading.Timer(PATIENCE, _end, [_drivers])
    stuck.start()
    try:
        with contextlib.suppress(PlaywrightError):
            yield
    finally:
        stuck.cancel()


def _end(processes: Iterable[int]) -> None:
    for pid in processes:
        _end(children_of(pid))
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def sign_in(page: Page, name: str, password: str) -> None:
    page.get_by_role("button", name="Sign in").first.click()
    dialog = page.locator("dialog#sign-in")
    dialog.get_by_label("Name").fill(name)
    dialog.get_by_label("Password").fill(password)
    dialog.get_by_role("button", name="Sign in").click()
    page.get_by_role("button", name="Sign out").wait_for()


def shows_everything(page: Page) -> None:
    """On a laptop and on a phone nothing is cut off, and nothing shows that is hidden."""
    for width, height in (LAPTOP, PHONE):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(SHOWN) == [], (page.url, width)


def clicked(offered: Locator) -> bool:
    """Click what is offered right now; False if nothing is, or the table went on between looking and clicking."""
    try:
        if offered.count():
            offered.first.click(timeout=MOMENT)
            return True
    except PlaywrightError:
        pass
    return False
