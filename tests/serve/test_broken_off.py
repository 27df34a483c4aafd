"""An update that is broken off, and the way back from one: the house opens afterwards with everything in it, or one
sentence says what to do."""

import asyncio
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.config import Config

from houseway.record import heads
from houseway.record.database import engine_for, known_versions
from houseway.record.one_house import database_name
from houseway.record.store import Store
from tests.serve.house import PATIENCE, ROOT
from tests.serve.test_adoption import _begin, _house, _sit_and_stay
from tests.serve.test_backup import run
from tests.serve.test_insider import rewritten

SECRET = "11" * 32
KINDS = ("sqlite", "postgresql")
Urls = Callable[[str], str]


@pytest.fixture(params=KINDS)
def url(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """An empty database, and keys that are not in a folder."""
    for name in (heads.KEY, "seeds", "accounts"):
        monkeypatch.setenv(f"HOUSEWAY_{name.upper()}_KEY", SECRET)
    monkeypatch.setenv("HOUSEWAY_KEYS", str(tmp_path / "keys"))
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'house.db'}"
    urls: Urls = request.getfixturevalue("postgresql")
    return urls(f"broken_{abs(hash(str(tmp_path)))}")


def _to_version(url: str, version: str) -> None:
    """As an older version has left it."""
    config = Config()
    config.set_main_option("script_location", str(resources.files("houseway.record") / "migrations"))
    engine = engine_for(url)
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, version)
    engine.dispose()


def _with_rounds(url: str) -> None:
    """A house of version 0007 in which somebody sits and a round is open."""
    asyncio.run(_sit_and_stay(url))

    def unrecorded(record: dict[str, Any]) -> bool:
        if record["entry"]["do"] == "schema":
            record["entry"] = {"do": "accepted", "what": "nothing"}
        return True

    _to_version(url, "0007")
    engine = engine_for(url)
    with engine.begin() as connection:
        connection.execute(sa.text("UPDATE daybook SET about = 'house' WHERE about = 'schema'"))
        rewritten(connection, unrecorded, secret=bytes.fromhex(SECRET))
    engine.dispose()


def _without_daybook(url: str) -> None:
    """A house of version 0005, which kept none."""
    asyncio.run(_begin(url))
    _to_version(url, "0005")


def _nothing(url: str) -> None:
    """No house yet."""


CASES = {"new": (_nothing, ()), "0005": (_without_daybook, ("--accept",)), "0007": (_with_rounds, ())}


@pytest.mark.threat("broken-update")
@pytest.mark.parametrize("since", CASES)
def test_an_update_killed_at_any_step_leaves_a_house_that_opens_with_everything(
    url: str, tmp_path: Path, since: str
) -> None:
    prepare, options = CASES[since]
    prepare(url)
    (tmp_path / "copies").mkdir()
    done = subprocess.run(
        [sys.executable, "-m", "tests.serve.breaking_off", str(tmp_path / "copies"), url, *options],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}"},
        capture_output=True,
        text=True,
        timeout=10 * PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    *killed, whole = map(json.loads, done.stdout.splitlines())
    assert whole["killed"] == 0
    assert len(killed) > 10 and sum(one["at"] == "COMMIT" for one in killed) >= 2, "migrations and the daybook"
    assert [one["at"] for one in killed if "alembic_version" in one["at"]], "a migration was broken off"
    for one in (*killed, whole):
        assert one["again"] == 0 and one["lost"] == [], one
        told = json.loads(one["problems"])
        assert len(told) == (since == "0005") and all("no daybook" in problem for problem in told), one


@pytest.mark.threat("older-program")
def test_a_database_of_a_newer_version_is_refused_in_one_sentence_whatever_is_accepted(
    url: str, tmp_path: Path
) -> None:
    asyncio.run(_close_at_once(url))
    backup = tmp_path / "before.backup"
    assert run("backup", str(backup), "--database", url)[0] == 0
    _stamp(url, "0999")
    known = f"this Houseway knows them up to {known_versions()[0]}"
    commands: dict[str, tuple[str, ...]] = {
        "serve": ("serve", "--port", "9182", "--database", url),
        "accepting": ("serve", "--accept-findings", "--port", "9182", "--database", url),
        "backup": ("backup", str(tmp_path / "new.backup"), "--database", url),
    }
    for name, words in commands.items():
        status, told = run(*words)
        assert status == 2 and len(told.splitlines()) == 1, (name, told)
        assert "has tables of version 0999, last served by houseway" in told and known in told, name
        assert "restore a backup from before the update" in told, name
    status, told = run("prove", url)
    assert status == 1 and known in told.replace("\n", " ")
    assert not (tmp_path / "new.backup").exists()
    _stamp(url, known_versions()[0])
    asyncio.run(_close_at_once(url))  # nothing was changed: the version that made it opens it


@pytest.mark.threat("older-program")
def test_a_backup_of_a_newer_version_is_not_restored(url: str, tmp_path: Path) -> None:
    asyncio.run(_close_at_once(url))
    backup = tmp_path / "newer.backup"
    assert run("backup", str(backup), "--database", url)[0] == 0
    _stamp(f"sqlite:///{backup}", "0999")
    status, told = run("restore", str(backup), "--database", str(tmp_path / "new.db"))
    assert status == 2 and "prove it with the version that wrote it" in told and len(told.splitlines()) == 1
    assert not (tmp_path / "new.db").exists()


def test_the_way_back_is_a_backup_from_before_the_update(url: str, tmp_path: Path) -> None:
    asyncio.run(_close_at_once(url))
    backup = tmp_path / "before.backup"
    assert run("backup", str(backup), "--database", url)[0] == 0
    _stamp(url, "0999")  # the update
    restored = f"sqlite:///{tmp_path / 'restored.db'}"
    assert run("restore", str(backup), "--database", restored)[0] == 0
    asyncio.run(_close_at_once(restored))
    assert run("prove", str(tmp_path / "restored.db"))[0] == 0


async def _close_at_once(url: str) -> None:
    await (await _house(url)).stop()


def _stamp(url: str, version: str) -> None:
    engine = engine_for(url)
    with engine.begin() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = :version"), {"version": version})
    engine.dispose()


# A restore beside a house that still runs


@pytest.mark.threat("two-houses")
def test_a_backup_is_not_restored_beside_the_house_that_still_runs(url: str, tmp_path: Path) -> None:
    backup, beside = tmp_path / "house.backup", tmp_path / "beside.db"

    async def meanwhile() -> None:
        house = await _house(url)
        try:
            assert (await asyncio.to_thread(run, "backup", str(backup), "--database", url))[0] == 0
            status, told = await asyncio.to_thread(run, "restore", str(backup), "--database", str(beside))
            assert status == 2 and "is being served from" in told and len(told.splitlines()) == 1, told
            assert not beside.exists()
            assert (await asyncio.to_thread(run, "prove", str(backup)))[0] == 0
        finally:
            await house.stop()

    asyncio.run(meanwhile())
    assert run("restore", str(backup), "--database", str(beside))[0] == 0
    asyncio.run(_close_at_once(f"sqlite:///{beside}"))


@pytest.mark.threat("two-houses")
def test_a_copy_is_not_served_beside_the_house_that_still_runs(url: str, tmp_path: Path) -> None:
    """However it was copied, and whichever of the two was open first."""
    asyncio.run(_close_at_once(url))
    copy = tmp_path / "copy.db"
    assert run("backup", str(copy), "--database", url)[0] == 0  # a backup is a database itself

    async def beside(first: str, later: str) -> None:
        house = await _house(first)
        try:
            status, told = await asyncio.to_thread(run, "serve", "--port", "9183", "--database", later)
            assert status == 2 and "which is being served from" in told and len(told.splitlines()) == 1, told
        finally:
            await house.stop()

    asyncio.run(beside(url, f"sqlite:///{copy}"))


def test_the_house_that_was_closed_for_a_restore_does_not_open_beside_the_restored_one(
    url: str, tmp_path: Path
) -> None:
    asyncio.run(_close_at_once(url))
    backup, restored = tmp_path / "house.backup", tmp_path / "restored.db"
    assert run("backup", str(backup), "--database", url)[0] == 0
    assert run("restore", str(backup), "--database", str(restored))[0] == 0

    async def while_the_restored_one_runs() -> None:
        house = await _house(f"sqlite:///{restored}")
        try:
            status, told = await asyncio.to_thread(run, "serve", "--port", "9184", "--database", url)
            assert status == 2 and "is being served from" in told and len(told.splitlines()) == 1, told
        finally:
            await house.stop()

    asyncio.run(while_the_restored_one_runs())
    status, told = run(
        "serve", "--port", "9184", "--database", url
    )  # nor after it: its head is not the last one signed
    assert status == 2 and "is not in its daybook" in told and len(told.splitlines()) == 1, told


def test_a_lock_that_can_not_be_written_is_one_sentence(url: str, tmp_path: Path) -> None:
    asyncio.run(_close_at_once(url))
    backup = tmp_path / "house.backup"
    assert run("backup", str(backup), "--database", url)[0] == 0
    (lock,) = (tmp_path / "keys" / "heads").glob("*.served")
    lock.unlink()
    lock.mkdir()
    for words in (("restore", str(backup), "--database", str(tmp_path / "new.db")), ("serve", "--database", url)):
        status, told = run(*words)
        assert status == 2 and "can't be written: Is a directory" in told and len(told.splitlines()) == 1, told
    assert not (tmp_path / "new.db").exists()


def test_workers_share_a_house_by_whatever_address_they_reach_its_database(postgresql: Urls, tmp_path: Path) -> None:
    url = postgresql(f"addresses_{abs(hash(str(tmp_path)))}")
    other = sa.make_url(url).update_query_dict({"application_name": "other"}).render_as_string(False)
    one, two = Store(url), Store(other)
    one.open()
    try:
        two.open()
        names = [database_name(store.engine) for store in (one, two)]
        assert names[0] == names[1] and re.fullmatch(r"postgresql \d+ \d+", names[0])
    finally:
        two.close()
        one.close()
