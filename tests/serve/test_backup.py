"""Backups of a house that is open, and the way back: into the same kind of database and into the other."""

import asyncio
import itertools
import json
import re
import shlex
import sqlite3
import stat
from collections.abc import Callable
from pathlib import Path

import pytest
import sqlalchemy as sa
from argon2 import PasswordHasher
from typer.testing import CliRunner

from houseway.cli import app
from houseway.cli.prove import proved
from houseway.record.store import Store
from houseway.rules.submission import Submission, SubmittedTable
from houseway.serve.house import House
from houseway.serve.people.accounts import Accounts
from houseway.serve.people.sessions import Client
from houseway.serve.tables.clocks import Pace
from houseway.serve.tables.commands import Answer, Leave, Sit
from tests.documents import DOCS
from tests.serve.test_house import until

CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
TABLES = tuple(SubmittedTable(name=f"Table {number}", game="criss-cross-poker") for number in (1, 2))


def run(*args: str) -> tuple[int, str]:
    done = CliRunner().invoke(app, list(args))
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.exit_code, done.stdout + done.stderr


async def _open(url: str) -> House:
    house = House(Store(url), Submission(facility="Here", tables=TABLES), pace=Pace(pause=0.0, first=0.0), bots=0)
    await house.start()
    return house


async def _backed_up_while_open(url: str, file: Path) -> None:
    """Somebody plays on while the backup is taken, and after it."""
    house = await _open(url)
    try:
        people = Accounts(house.store, hasher=CHEAP)
        ann = await people.create("Ann", "a long password")
        await people.sessions.begin(ann, Client())
        table = await house.table(1)
        await table.say(ann, Sit(amount="1000"))
        stop = asyncio.Event()

        async def play() -> None:
            while not stop.is_set():
                await until(lambda: "seat 1" in table.driver.asks)
                await table.say(ann, Answer(text="sit out"))

        playing = asyncio.create_task(play())
        await until(lambda: table.driver.table.round > 3)
        status, told = await asyncio.to_thread(run, "backup", str(file), "--database", url)
        assert status == 0 and "2 tables" in told and "1 accounts" in told, told
        there = table.driver.table.round
        await until(lambda: table.driver.table.round > there + 3)
        stop.set()
        await playing
        await table.say(ann, Leave())
        await until(lambda: not table.seating.sitters)
    finally:
        await house.stop()


async def _goes_on(url: str) -> None:
    """The restored house opens, whoever sat there still sits, and new rows get new numbers."""
    house = await _open(url)
    try:
        people = Accounts(house.store, hasher=CHEAP)
        ann, bob = await people.check(await people.known("Ann"), "a long password"), await people.guest()
        table = await house.table(1)
        assert table.seating.seat_of(ann) == "seat 1" and await people.balance(ann) == 9_000_00
        await table.say(bob, Sit(amount="500"))
        await until(lambda: table.driver.asks)
        opened = await house.open_table(SubmittedTable(name="Table 3", game="criss-cross-poker"))
        assert opened == 3
    finally:
        await house.stop()


def test_a_house_is_backed_up_while_it_is_open_and_restored(tmp_path: Path, postgresql: Callable[[str], str]) -> None:
    numbers = itertools.count(1)

    def url(kind: str) -> str:
        name = f"backup_{next(numbers)}"
        return f"sqlite:///{tmp_path / name}.db" if kind == "sqlite" else postgresql(name)

    for kind, into in (("sqlite", "postgresql"), ("postgresql", "sqlite")):
        file, home = tmp_path / f"{kind} into {into}.backup", url(kind)
        asyncio.run(_backed_up_while_open(home, file))
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        with sqlite3.connect(file) as connection:
            assert connection.execute("SELECT count(*) FROM sessions").fetchone() == (0,)
        connection.close()
        found = proved(str(file), table=None, round=None, explain=None)
        assert found.problems == [] and found.house is not None
        assert any("this is an older copy" in note for note in found.house.notes)
        target = url(into)
        status, told = run("restore", str(file), "--database", target)
        assert status == 0 and "every row compared" in told and "lost: what came after this backup" in told, told
        again = proved(target, table=None, round=None, explain=None)
        assert again.problems == [] and again.house is not None
        assert any("restored from a backup" in note and "is lost" in note for note in again.house.notes)
        assert run("restore", str(file), "--database", target)[0] == 2  # there is a house already
        asyncio.run(_goes_on(target))
        assert proved(target, table=None, round=None, explain=None).problems == []
        lost = proved(home, table=None, round=None, explain=None).house
        assert lost is not None and lost.head is not None
        head = tmp_path / "head.json"  # the house that was lost had signed more than the backup has
        line = json.dumps(lost.head.data())  # as `serve` prints it
        head.write_text(line)
        for kept_head in (str(head), line):
            problems = proved(target, table=None, round=None, explain=None, head=kept_head).problems
            assert any("something up to it was changed" in one or "which ends at record" in one for one in problems)


def test_the_commands_of_the_page_keep_a_house_prove_it_and_bring_it_back(
    kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As they are printed, but for where the house is."""
    monkeypatch.chdir(tmp_path)
    text = (DOCS / "operating.md").read_text(encoding="utf-8")
    lines = re.findall(r"^ {4}houseway ((?:backup|prove|restore) \S+\.backup.*)$", text, re.MULTILINE)
    assert [line.split()[0] for line in lines] == ["backup", "prove", "restore"]
    for line in lines:
        status, told = run(*shlex.split(re.sub(r"postgresql://\S+", str(kept.with_name("house.db")), line)))
        assert status == 0, f"{line}\n{told}"
    assert (tmp_path / "house.db").is_file()


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("kept")
    file = folder / "house.backup"
    asyncio.run(_backed_up_while_open(f"sqlite:///{folder / 'house.db'}", file))
    return file


@pytest.mark.threat("changed-backup")
def test_a_backup_that_was_changed_is_not_restored(kept: Path, tmp_path: Path) -> None:
    changed = tmp_path / "changed.backup"
    changed.write_bytes(kept.read_bytes())
    with sa.create_engine(f"sqlite:///{changed}", poolclass=sa.NullPool).begin() as connection:
        connection.execute(sa.text("UPDATE accounts SET balance = 1"))
    status, told = run("restore", str(changed), "--database", str(tmp_path / "new.db"))
    assert status == 2 and "does not prove: account 1 (Ann): its balance" in told and len(told.splitlines()) == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["changed.backup"]


def test_a_house_whose_key_is_elsewhere_is_restored_and_says_so(
    kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOUSEWAY_KEYS", str(tmp_path / "no keys"))
    told = run("restore", str(kept), "--database", str(tmp_path / "new.db"))[1]
    assert "bring it before the house opens" in told and "lost" not in told
    status, told = run("serve", "--database", str(tmp_path / "new.db"), "--port", "9181")
    assert status == 2 and "put the house's own key back" in told and len(told.splitlines()) == 1


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("backup", "{kept}", "--database", "{house}"), "is there already"),
        (("backup", "{new}", "--database", "{nowhere}"), "there is no such file"),
        (("backup", "{new}", "--database", "{text}"), "can't be copied"),
        (("backup", "/nowhere/at/all", "--database", "{house}"), "can't be copied: No such file"),
        (("restore", "{kept}", "--database", "{house}"), "is there already"),
        (("restore", "{text}", "--database", "{new}"), "expected one JSON object a line"),
        (("restore", "{nowhere}", "--database", "{new}"), "can't be read"),
        (("restore", "{kept}", "--database", "mysql://x/y"), "SQLite or PostgreSQL"),
        (("restore", "{kept}", "--database", "{stale}"), "is left of another database"),
    ],
)
def test_what_can_not_be_done_is_one_sentence_and_leaves_nothing(
    kept: Path, tmp_path: Path, args: tuple[str, ...], said: str
) -> None:
    names = {"kept": kept, "house": kept.with_name("house.db")}
    names |= {name: tmp_path / name for name in ("new", "nowhere", "text", "stale")}
    names["text"].write_text("not a database")
    (tmp_path / "stale-wal").write_text("of another")
    status, told = run(*(part.format(**names) for part in args))
    assert status == 2 and said in told and len(told.splitlines()) == 1, told
    assert sorted(path.name for path in tmp_path.iterdir()) == ["stale-wal", "text"]
