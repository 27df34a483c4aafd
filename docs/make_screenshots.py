"""Draw docs/lobby.png, table.png, price.png and operator.png: a demonstration house in a browser, a table in play.

python docs/make_screenshots.py          (needs Chromium and the development packages)
"""

import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from tests.serve.house import House  # noqa: E402


def click(page: Page, what: str, *, times: int = 1) -> None:
    for _ in range(times):
        page.locator(what).first.click()
        page.wait_for_timeout(250)


def price(page: Page) -> None:
    """A pay table being edited."""
    page.goto("/price/criss-cross-poker")
    page.wait_for_selector("[data-fingerprint]", timeout=240_000)
    page.get_by_label("Five Card Bonus, Flush pays").fill("8:1")
    page.wait_for_selector(".edge .up", timeout=60_000)
    page.set_viewport_size({"width": 1320, "height": 980})
    page.evaluate("document.querySelector('.edits').scrollTop = 0; scrollTo(0, 0); document.activeElement.blur()")
    page.wait_for_timeout(600)
    page.screenshot(path=ROOT / "docs" / "price.png")


def desk(page: Page) -> None:
    """A submission with an error in it."""
    page.goto("/")
    page.get_by_role("button", name="Sign out").click()
    page.get_by_role("button", name="Sign in").click()
    page.locator("#sign-in [name=name]").fill("operator")
    page.locator("#sign-in [name=password]").fill("the operator's own")
    page.locator("#sign-in button[value=in]").click()
    page.get_by_role("link", name="Operator").click()
    text = page.locator("textarea")
    written = text.input_value()
    text.fill(
        written.replace('ante = { minimum = "5", maximum = "500" }', 'ante = { minimum = "5", maximum = "4" }', 1)
    )
    page.wait_for_selector(".gutter .error")
    text.evaluate("it => { it.scrollTop = 0; it.blur(); }")
    page.wait_for_timeout(600)
    page.screenshot(path=ROOT / "docs" / "operator.png")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        house = House(
            f"sqlite:///{folder}/house.db", "--pause", "60", "--bot", "0.2", "--real", log=Path(folder) / "log"
        ).start()
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_context(viewport={"width": 1320, "height": 900}, base_url=house.url).new_page()
        page.goto("/")
        page.wait_for_selector(".card-table")
        page.wait_for_timeout(800)
        page.screenshot(path=ROOT / "docs" / "lobby.png")
        page.locator(".card-table", has_text="Criss Cross Poker").locator(".pill").click()
        page.wait_for_selector(".spot.open")
        click(page, ".bar [data-text='sit out']")
        page.wait_for_selector(".bots")
        click(page, ".bots button", times=3)
        click(page, "[data-hw=ready]")
        page.wait_for_selector(".spot.open")
        click(page, "[data-hw=chip][data-value='2500']")
        click(page, ".spot.open.required")
        click(page, ".spot.open.optional")
        click(page, "[data-hw=place]")
        for street, times in (("across", 3), ("down", 2)):
            page.wait_for_selector(f".bar [data-text='{street} {times}']", timeout=20_000)
            click(page, f".bar [data-text='{street} {times}']")
        page.wait_for_selector(".bar [data-text='middle 1']", timeout=20_000)
        click(page, ".bar .coach")
        page.wait_for_selector(".advice table", timeout=60_000)
        page.mouse.move(5, 5)
        page.wait_for_timeout(1200)
        page.screenshot(path=ROOT / "docs" / "table.png")
        price(page)
        desk(page)
        browser.close()
        house.kill()


if __name__ == "__main__":
    main()
