"""Every column of every table of a house's database is changed, one at a time: each change is refused when the house
opens, found by `prove`, or listed here with the reason why it does not matter."""

import asyncio
import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from argon2 import PasswordHasher

from houseway.cli.prove import proved
from houseway.record import heads
from houseway.record.database import StoreError
from houseway.record.errors import ProveError
from houseway.record.sources import place_of
from houseway.record.store import Store
from houseway.rules.submission import Submission, SubmittedTable
from houseway.school.exam import Exam
from houseway.serve.house import House
from houseway.serve.people import signatures
from houseway.serve.people.accounts import Accounts
from houseway.serve.people.sessions import Client
from houseway.serve.school import School
from houseway.serve.tables.clocks import Pace
from houseway.serve.tables.commands import Answer, Sit
from tests.serve.test_house import until

PRACTICE = "practice is for oneself: nobody is paid or promoted by it, and exams have records of their own"
ASKED = "a question that waits: only what is answered in an exam counts, and that is recorded with what was asked"
KNOWN = ("account", "game", "skill", "topic", "card", "answered", "missed")
DOES_NOT_MATTER = {
    "postings.id": "counts rows; what a posting says is found by its record of the daybook",
    "tables.owner": "which process has the table: each write checks it, and a wrong one only makes the table wait",
    "tables.lease": "how often the table was leased: each write checks it, and a wrong one only makes the table wait",
    "workers.id": "of running processes, which enter anew when the house opens",
    "workers.beats": "of running processes, which enter anew when the house opens",
    "workers.probe": "written to see whether anything can be written, and never read",
    "vaults.id": "there is one row, and nobody asks for its number",
    **{
        f"school_known.{name}": PRACTICE for name in ["account", "game", "skill", "topic", "card", "answered", "missed"]
    },
    **{f"school_asked.{name}": ASKED for name in ["account", "id", "at", "spec"]},
}


async def _play(url: str) -> None:
    """A house with something in every table, closed in the middle of a round."""
    tables = (SubmittedTable(name="Table 1", game="criss-cross-poker"), SubmittedTable(name="2", game="pontoon-21"))
    house = House(Store(url), Submission(facility="Here", tables=tables), pace=Pace(pause=0.0, first=0.0), bots=0)
    await house.start()
    try:
        people = Accounts(house.store, hasher=PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
        boss = await people.create("The boss", "a long password", "operator")
        ann, bob = await people.create("Ann", "a long password"), await people.guest()
        await people.at_the_cage("Ann", 500_00, boss, key="slip")
        await people.sessions.begin(boss, Client("127.0.0.1", "a browser"))
        await people.tokens.make(ann, "a bot", "play", 30, Client("127.0.0.1"))
        act = {"name": "Ann", "amount": 900_00, "key": ""}
        await house.store.write(lambda c: signatures.enter(c, "cage", act, boss, about="Ann"))
        table = await house.table(1)
        await table.say(ann, Sit(amount="1000"))
        for text in ("ante 10, five-card-bonus 5", "across 3", "down 1", "middle 3", "ante 10"):
            await until(partial(_asked, table))
            await table.say(ann, Answer(text=text, key=text.split()[0] + text[-1]))
        await table.say(bob, Sit(amount="500", key="later"))
        school = School(house)
        exam = Exam("criss-cross-poker", "hands", "a seed", 2)
        await school.hold(boss, exam, 60)
        for _ in range(2):
            one = await school.ask_exam(boss, exam.code)
            assert one is not None
            await school.answer(boss, one.id, one.question.right)
        await school.ask(boss, "criss-cross-poker", "hands")
    finally:
        await house.stop()


def _asked(table: Any) -> bool:
    return "seat 1" in table.driver.asks


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("columns") / "house.db"
    asyncio.run(_play(f"sqlite:///{file}"))
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
    return file


def _columns(connection: sqlite3.Connection) -> Iterator[tuple[str, str]]:
    names = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name"
    for (table,) in connection.execute(names).fetchall():
        for column in connection.execute(f'PRAGMA table_info("{table}")').fetchall():
            yield table, column[1]


def _others(value: Any) -> list[Any]:
    """What an insider, or a disk, makes of a value: a letter or a bit of it, and all of it."""
    if value is None:
        return [1]
    if isinstance(value, int):
        return [value ^ 1, value + 1_000_000]
    middle = len(value) // 2
    letter = "b" if value[middle : middle + 1] != "b" else "c"
    return [value[:middle] + letter + value[middle + 1 :], "x"] + ([None] if len(value) > 3 else [])


def _changed(house: Path, copy: Path, table: str, column: str) -> Iterator[tuple[Any, Any]]:
    """Copies of the house with one value of the column changed: of its first row and of its last."""
    with closing(sqlite3.connect(house)) as connection:
        rows = connection.execute(f'SELECT rowid, "{column}" FROM "{table}" ORDER BY rowid').fetchall()
    assert rows, f"{table} is empty: the test needs a row in every table"
    for rowid, value in {row[0]: row for row in (rows[0], rows[-1])}.values():
        for other in _others(value):
            shutil.copy(house, copy)
            with closing(sqlite3.connect(copy)) as connection:
                try:
                    connection.execute(f'UPDATE "{table}" SET "{column}" = ? WHERE rowid = ?', (other, rowid))
                except sqlite3.IntegrityError:
                    continue  # the database itself refuses it
                connection.commit()
            yield value, other


def _noticed(copy: Path) -> bool:
    """The house refuses to open, or `prove` finds something."""
    try:
        if proved(str(copy), table=None, round=None, explain=None).status:
            return True
    except ProveError:
        return True
    store = Store(f"sqlite:///{copy}")
    try:
        store.open()
    except StoreError:
        return True
    finally:
        store.close()
    return False


@pytest.mark.threat("any-column")
def test_a_change_of_any_column_is_refused_or_found_or_does_not_matter(house: Path, tmp_path: Path) -> None:
    head = heads.kept(place=place_of(f"sqlite:///{house}"))
    assert head is not None
    copy = tmp_path / "copy.db"
    heads.keep(head, place_of(f"sqlite:///{copy}"))
    shutil.copy(house, copy)
    assert not _noticed(copy), "nobody has changed anything yet"
    with closing(sqlite3.connect(house)) as connection:
        columns = list(_columns(connection))
    assert DOES_NOT_MATTER.keys() <= {f"{table}.{column}" for table, column in columns}
    unnoticed = []
    for table, column in columns:
        if f"{table}.{column}" in DOES_NOT_MATTER:
            continue
        for value, other in _changed(house, copy, table, column):
            heads.keep(head, place_of(f"sqlite:///{copy}"))
            if not _noticed(copy):
                unnoticed.append(f"{table}.{column}: {json.dumps(value)[:60]} became {json.dumps(other)[:60]}")
    assert not unnoticed, "\n".join(unnoticed)
