"""A database from before the daybook: what it holds is adopted once, proves from then on, and plays on."""

import asyncio
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.config import Config

from houseway.cli.prove import proved
from houseway.record import heads
from houseway.record.database import StoreError, migrate
from houseway.record.sources import place_of
from houseway.record.store import Store
from houseway.rules.submission import Submission, SubmittedTable
from houseway.serve.house import House
from houseway.serve.people import signatures
from houseway.serve.people.accounts import Accounts
from houseway.serve.people.sessions import Client
from houseway.serve.tables.clocks import Pace
from houseway.serve.tables.commands import Answer, Leave
from tests.serve.test_house import sit, until
from tests.serve.test_insider import rewritten

BEFORE = "0005"  # the last version without one


async def _house(url: str, *, accept: bool = False) -> House:
    tables = (SubmittedTable(name="Table 1", game="criss-cross-poker"),)
    house = House(
        Store(url, accept=accept), Submission(facility="Here", tables=tables), pace=Pace(pause=0.0, first=0.0), bots=1
    )
    await house.start()
    return house


async def _begin(url: str) -> None:
    """People and tables, and no round yet: those of older versions are not dealt again."""
    house = await _house(url)
    try:
        accounts = Accounts(house.store)
        await accounts.guest()
        await accounts.create("The boss", "a long password", "operator")
        await house.close_table(await house.open_table(SubmittedTable(name="Gone", game="criss-cross-poker")))
    finally:
        await house.stop()


async def _play(url: str, *, accept: bool = False) -> None:
    house = await _house(url, accept=accept)
    try:
        table, person = await sit(house, Accounts(house.store))
        await until(lambda: table.driver.asks)
        await table.say(person, Answer(text="sit out"))
        await table.say(person, Leave())
        await until(lambda: not table.seating.sitters)
    finally:
        await house.stop()


def _older(url: str, version: str = BEFORE) -> None:
    """As an older version has left it: one that kept no daybook, if none is named."""
    config = Config()
    config.set_main_option("script_location", str(resources.files("houseway.record") / "migrations"))
    engine = sa.create_engine(url, poolclass=sa.NullPool)
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, version)


def test_what_an_older_database_holds_is_adopted_and_proves(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'house.db'}"
    asyncio.run(_begin(url))
    _older(url)
    with pytest.raises(StoreError, match="another house was served from here"):  # which kept one: it was taken out
        asyncio.run(_play(url))
    heads.forget(place_of(url))
    with pytest.raises(StoreError, match="it has accounts or tables and no daybook"):
        asyncio.run(_play(url))
    asyncio.run(_play(url, accept=True))  # somebody's decision, which is told for ever
    (problem,) = proved(str(tmp_path / "house.db"), table=None, round=None, explain=None).problems
    assert "was opened although it has accounts or tables and no daybook" in problem
    asyncio.run(_play(url))
    assert proved(str(tmp_path / "house.db"), table=None, round=None, explain=None).problems == [problem]
    with sa.create_engine(url, poolclass=sa.NullPool).begin() as connection:
        connection.execute(sa.text("UPDATE postings SET amount = amount + 1 WHERE book IS NULL"))
    problems = proved(str(tmp_path / "house.db"), table=None, round=None, explain=None).problems
    assert any("older than the daybook" in one for one in problems)


async def _sit_and_stay(url: str) -> None:
    house = await _house(url)
    try:
        await sit(house, Accounts(house.store))
    finally:
        await house.stop()


def test_a_house_from_before_there_were_marks_gets_them_once_and_plays_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = f"sqlite:///{tmp_path / 'house.db'}"
    for name in (heads.KEY, "seeds"):
        monkeypatch.setenv(f"HOUSEWAY_{name.upper()}_KEY", "11" * 32)
    monkeypatch.setenv("HOUSEWAY_KEYS", str(tmp_path / "first"))
    asyncio.run(_sit_and_stay(url))

    def unrecorded(record: dict[str, Any]) -> bool:
        if record["entry"]["do"] == "schema":
            record["entry"] = {"do": "accepted", "what": "nothing"}
        return True

    _older(url, "0009")
    with pytest.raises(StoreError, match="seat 1 was put in or changed by somebody else"):  # the house had marks
        asyncio.run(_sit_and_stay(url))
    _older(url, "0009")
    with sa.create_engine(url, poolclass=sa.NullPool).begin() as connection:
        connection.execute(sa.text("UPDATE daybook SET about = 'house' WHERE about = 'schema'"))
        rewritten(connection, unrecorded, secret=bytes.fromhex("11" * 32))
    monkeypatch.setenv("HOUSEWAY_KEYS", str(tmp_path / "second"))
    assert proved(str(tmp_path / "house.db"), table=None, round=None, explain=None).problems == []
    asyncio.run(_sit_and_stay(url))
    assert proved(str(tmp_path / "house.db"), table=None, round=None, explain=None).problems == []
    with sa.create_engine(url, poolclass=sa.NullPool).begin() as connection:
        connection.execute(sa.text("UPDATE seats SET leaving = NOT leaving"))
    assert proved(str(tmp_path / "house.db"), table=None, round=None, explain=None).problems != []


def _rows(url: str, asked: str) -> list[Any]:
    with sa.create_engine(url, poolclass=sa.NullPool).begin() as connection:
        return list(connection.execute(sa.text(asked)).all())


async def _sign(url: str) -> None:
    house = await _house(url)
    try:
        people = Accounts(house.store)
        boss = await people.create("The other boss", "a long password", "operator")
        await people.sessions.begin(boss, Client())
        await house.store.write(lambda c: signatures.enter(c, "effective", {"version": 1}, boss, about="version 1"))
    finally:
        await house.stop()


def test_a_house_goes_back_to_before_first_signatures_were_kept_and_forth(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'house.db'}"
    asyncio.run(_begin(url))
    asyncio.run(_sign(url))
    assert _rows(url, "SELECT kind FROM signatures") == [("effective",)]
    assert _rows(url, "SELECT seen > 0, confirmed > 0 FROM sessions") == [(1, 1)]
    _older(url, "0010")
    names = {row[0] for row in _rows(url, "SELECT name FROM sqlite_master")}
    assert not names & {"signatures", "school_classes"} and _rows(url, "SELECT * FROM sessions") == []
    assert {row[1] for row in _rows(url, "PRAGMA table_info(sessions)")} & {"seen", "confirmed"} == set()
    migrate(sa.create_engine(url, poolclass=sa.NullPool))
    assert _rows(url, "SELECT * FROM signatures") == [] and _rows(url, "SELECT * FROM school_classes") == []
    asyncio.run(_play(url))
    assert proved(str(tmp_path / "house.db"), table=None, round=None, explain=None).problems == []
