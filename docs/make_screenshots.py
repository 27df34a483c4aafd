"""Draw docs/lobby.png, table.png, price.png and operator.png, and docs/games.md with a picture of every game: a
demonstration house in a browser, its tables in play.

python docs/make_screenshots.py          everything
python docs/make_screenshots.py games    the games alone; with their names, these
python docs/make_screenshots.py pages    the others alone
python docs/make_screenshots.py stages   not for the docs, to be looked at: every game, or those named, betting, at a
                                         decision and when the round is over, in four windows, into build/stages

It needs Chromium and the development packages.
"""

import contextlib
import io
import json
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from PIL import Image
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from houseway.rules.folders import game_folders
from houseway.games import catalogue  # noqa: E402
from houseway.rules.models import GameRules  # noqa: E402
from tests.serve.browsing import CHROMIUM, FLAGS  # noqa: E402
from tests.serve.house import House, operator, trying  # noqa: E402

WINDOW = {"width": 1180, "height": 860}
LARGEST = 150_000  # bytes of a picture
TURNS = 40  # clicks, after which a table is taken as it stands
STAGES = ROOT / "build" / "stages"
WINDOWS = ((1440, 900), (1366, 650), (1024, 600), (390, 844))  # a desk, two laptops' windows, a phone


def click(page: Page, what: str, *, times: int = 1) -> None:
    for _ in range(times):
        page.locator(what).first.click()
        page.wait_for_timeout(250)


def price(page: Page) -> None:
    """A pay table being edited."""
    page.goto("/price/criss-cross-poker")
    page.wait_for_selector("[data-fingerprint]", timeout=240_000)
    page.get_by_label("Five Card Bonus, Flush pays").fill("8:1")
    page.wait_for_selector(".edge .up", timeout=240_000)
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
    page.get_by_role("link", name="Operator", exact=True).click()
    text = page.locator("textarea")
    written = text.input_value()
    text.fill(
        written.replace('ante = { minimum = "5", maximum = "500" }', 'ante = { minimum = "5", maximum = "4" }', 1)
    )
    page.wait_for_selector(".gutter .error")
    text.evaluate("it => { it.scrollTop = 0; it.blur(); }")
    page.wait_for_timeout(600)
    page.screenshot(path=ROOT / "docs" / "operator.png")


def moment(page: Page) -> bool:
    """The cards lie on the table, and the viewer has something to decide or the round is over."""
    cards = page.locator(".middle .card:not(.back), .own .card:not(.back), .pickcard .card").count()
    decides = page.locator(".bar [data-hw=say], .bar .pickcard, .bar form[data-word]").count()
    return bool(cards and (decides or page.locator(".topline", has_text="round over").count()))


def on(page: Page, wagers: list[str]) -> bool:
    """What a player would do next: bet on these wagers, decline the bank, play; False if there is nothing to do."""
    for what in ("[data-text=decline]", "[data-hw=place]:not([disabled])", ":has([data-hw=place]) > [data-hw=undo]"):
        if page.locator(f".bar {what}").count():
            page.locator(f".bar {what}").first.click(timeout=2_000)
            return True
    placed = 0
    for wager in wagers:
        spot = page.locator(f".spot.open[data-wager='{wager}']")
        if spot.count():
            spot.first.click(timeout=2_000)
            page.wait_for_timeout(150)
            placed += 1
    if placed:
        return True
    for what in (
        "[data-text=play]",
        "[data-text=stand]",
        "[data-hw=arrange]:not([disabled])",
        "[data-hw=suggest]",
        "[data-hw=say]:not(.quiet)",
        ".do.go:not([disabled])",
        "[data-text='no bet']",
    ):
        if page.locator(f".bar {what}").count():
            page.locator(f".bar {what}").first.click(timeout=2_000)
            return True
    return False


def picture(page: Page, house: House, game: GameRules) -> None:
    """A table of the game with some bots, at a decision of the viewer's with as much on the felt as the game shows."""
    boss = operator(house.url)
    table = {"name": f"{game.name[:30]} {time.monotonic_ns()}", "game": game.id, "bots": min(3, game.seats - 1)}
    made = boss.done("POST", "/tables", {**table, "clock": 600})
    boss.close()
    page.goto(f"/table/{made['id']}")
    page.locator(".bar [data-do=guest-sit], .bar [data-hw=sit]").first.click()
    page.wait_for_selector(".seat.mine")
    seen: bytes = b""
    turns = 0
    for _ in trying(f"a picture of {game.id}"):
        if turns >= TURNS:
            break
        page.wait_for_timeout(350)
        if moment(page):
            page.mouse.move(5, 5)
            page.wait_for_timeout(900)
            felt, bar = (page.locator(what).bounding_box() or {} for what in (".play", ".desk"))
            height = bar["y"] + bar["height"] - felt["y"]
            seen = page.screenshot(clip={**felt, "height": height})
            if page.locator(".topline", has_text="round over").count():
                break
        try:
            turns += on(page, [id for id, wager in game.wagers.items() if wager.when == "wagers"][:2])
        except PlaywrightError:  # the table went on between looking and clicking
            continue
    assert seen, f"{game.id} was never dealt"
    kept(seen, picture_of(game.id))
    page.goto("/")
    page.get_by_role("button", name="Sign out").click()
    page.get_by_role("button", name="Play as guest").first.wait_for()


def stages(page: Page, house: House, only: list[str]) -> None:
    """Full tables of every game at each stage of a round, in every window, and a sheet of all of a window's."""
    games = [id for id in catalogue() if not only or id in only]
    page.emulate_media(reduced_motion="reduce")
    STAGES.mkdir(parents=True, exist_ok=True)
    for id in games:
        for stage in played(page, house, catalogue()[id].rules):
            for width, height in WINDOWS:
                page.set_viewport_size({"width": width, "height": height})
                page.evaluate("scrollTo(0, 0)")
                page.wait_for_timeout(250)
                page.screenshot(path=STAGES / f"{id} {stage} {width}.png")
            page.set_viewport_size(WINDOW)
        print(id, flush=True)
    for width, height in WINDOWS:
        sheets(games, width, height)


def played(page: Page, house: House, game: GameRules) -> Iterator[str]:
    """A round at a full table, by its stages: stopped at each of them."""
    boss = operator(house.url)
    table = {"name": f"{game.name[:30]} {time.monotonic_ns()}", "game": game.id, "bots": min(8, game.seats - 1)}
    made = boss.done("POST", "/tables", {**table, "bot": "simple", "clock": 600})
    boss.close()
    page.goto(f"/table/{made['id']}")
    page.locator(".bar [data-do=guest-sit], .bar [data-hw=sit]").first.click()
    page.wait_for_selector(".seat.mine")
    seen: set[str] = set()
    for _ in trying(f"a round of {game.id}"):
        page.wait_for_timeout(350)
        over = page.locator(".topline", has_text="round over").count() and page.locator(".outcome").count()
        decides = moment(page) and not over
        bets = page.locator(".spot.open").count() and not page.locator(".bar [data-text=decline]").count()
        stage = "3 over" if over else "2 decision" if decides else "1 betting" if bets else ""
        if stage and stage not in seen:
            page.mouse.move(5, 5)
            page.wait_for_timeout(600)
            seen.add(stage)
            yield stage
        if over:
            break
        if moment(page) and "2 decision" not in seen:
            continue  # it has just come up, and is photographed first
        with contextlib.suppress(PlaywrightError):  # the table went on between looking and clicking
            on(page, [id for id, wager in game.wagers.items() if wager.when == "wagers"][:2])
    page.goto("/")
    page.get_by_role("button", name="Sign out").click()
    page.get_by_role("button", name="Play as guest").first.wait_for()


def sheets(games: list[str], width: int, height: int, *, across: int = 3, down: int = 3) -> None:
    """The pictures of a window side by side, some games on a sheet."""
    small = (640, 640 * height // width) if width > height else (300, 300 * height // width)
    across, down = (across, down) if width > height else (6, 2)
    files = [file for id in games for file in sorted(STAGES.glob(f"{id} [123] * {width}.png"))]
    for number, first in enumerate(range(0, len(files), across * down), start=1):
        sheet = Image.new("RGB", (small[0] * across, small[1] * down), "black")
        for at, file in enumerate(files[first : first + across * down]):
            one = Image.open(file).convert("RGB").resize(small, Image.Resampling.LANCZOS)
            sheet.paste(one, (at % across * small[0], at // across * small[1]))
        sheet.save(STAGES / f"sheet {width} {number:02}.jpg", quality=88)


def kept(seen: bytes, file: Path) -> None:
    """The picture, as good as its size allows."""
    drawn = Image.open(io.BytesIO(seen)).convert("RGB")
    for quality in (82, 70, 55):
        drawn.save(file, "webp", quality=quality, method=6)
        if file.stat().st_size < LARGEST:
            return
    raise AssertionError(f"{file.name} is too large")


def games_page(games: dict[str, GameRules]) -> str:
    """Every game with its picture, by where it is approved."""
    banks = {
        "house": "the house banks",
        "player-dealer": "a player banks",
        "pot": "for the pot",
        "pairwise": "hand against hand",
    }
    parts = [
        "# The games",
        "",
        "Each at its own table, with cards in play. `python docs/make_screenshots.py games` draws them.",
        "",
    ]
    for place in sorted({game.rulebook.jurisdiction for game in games.values()}, reverse=True):
        parts += [f"## {place}", ""]
        for id, game in games.items():
            if game.rulebook.jurisdiction == place:
                parts += [
                    f"### {game.name}",
                    "",
                    f"{game.summary} ({banks[game.bank]}; `{id}`)",
                    "",
                    f"![{game.name}](../{picture_of(id).relative_to(ROOT)})",
                    "",
                ]
    return "\n".join(parts).rstrip() + "\n"


def picture_of(id: str) -> Path:
    """Where a game's picture lies: in its folder."""
    return Path(str(game_folders()[id].path / "picture.webp"))


def draw_games(page: Page, house: House, only: list[str]) -> None:
    games = {id: game.rules for id, game in catalogue().items()}
    page.set_viewport_size(WINDOW)
    page.emulate_media(reduced_motion="reduce")  # nothing is in flight
    page.add_init_script(f"localStorage.setItem('houseway.known', '{json.dumps(list(games))}')")
    for id, game in games.items():
        if not only or id in only:
            picture(page, house, game)
    (ROOT / "docs" / "games.md").write_text(games_page(games), encoding="utf-8")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        house = House(
            f"sqlite:///{folder}/house.db", "--pause", "60", "--bot", "0.2", "--real", log=Path(folder) / "log"
        ).start()
        try:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            page = browser.new_context(viewport={"width": 1320, "height": 900}, base_url=house.url).new_page()
            page.set_default_timeout(240_000)  # however slow the machine is
            if sys.argv[1:2] == ["stages"]:
                stages(page, house, sys.argv[2:])
                return
            if sys.argv[1:2] != ["games"]:  # before tables are opened for the others
                lobby_and_table(page)
                price(page)
                desk(page)
            if sys.argv[1:2] != ["pages"]:
                guest = browser.new_context(viewport={"width": 1320, "height": 900}, base_url=house.url).new_page()
                guest.set_default_timeout(240_000)
                draw_games(guest, house, sys.argv[2:])
            browser.close()
        finally:
            house.kill()


def lobby_and_table(page: Page) -> None:
    """The lobby, and a table of Criss Cross Poker with the coach at its last decision."""
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
        page.wait_for_selector(f".bar [data-text='{street} {times}']", timeout=240_000)
        click(page, f".bar [data-text='{street} {times}']")
    page.wait_for_selector(".bar [data-text='middle 1']", timeout=240_000)
    click(page, ".bar .coach")
    page.wait_for_selector(".advice table", timeout=240_000)
    page.mouse.move(5, 5)
    page.wait_for_timeout(1200)
    page.screenshot(path=ROOT / "docs" / "table.png")


if __name__ == "__main__":
    main()
