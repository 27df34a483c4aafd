"""Rows of a house's database are values of their kinds: what is not is refused, and a mistake of ours is not damage."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from houseway.cli.prove import proved
from houseway.record import daybook_entries, daybook_reader
from houseway.record.errors import ProveError
from houseway.record.kept_rows import SeatRow, SessionRow, as_row
from houseway.record.store import Store
from houseway.serve.house import House
from houseway.serve.people.accounts import Accounts
from tests.serve.test_house import run, sit

SESSION: dict[str, Any] = {"id": "a", "account": 1, "csrf": "", "expires": 1, "began": 1, "address": "", "agent": ""}


@pytest.fixture
def house(tmp_path: Path) -> Path:
    async def play(house: House, accounts: Accounts) -> None:
        await sit(house, accounts)

    run(tmp_path, play)
    return tmp_path / "house.db"


def edited(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(statement)
        connection.commit()


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("UPDATE accounts SET balance = 'much'", "accounts.balance is 'much': expected a whole number"),
        ("UPDATE accounts SET name = x'00ff'", "accounts.name is .*: expected text"),
        ("UPDATE tables SET by_hand = 7", "tables.by_hand is '7': expected true or false"),
        ("UPDATE postings SET \"table\" = 'One'", "postings.table is 'One': expected a whole number"),
        ("ALTER TABLE heads DROP COLUMN signature", "the column signature of the table heads is missing"),
    ],
)
def test_a_column_of_another_kind_is_refused_in_one_sentence(house: Path, statement: str, said: str) -> None:
    assert proved(str(house), table=None, round=None, explain=None).status == 0
    edited(house, statement)
    with pytest.raises(ProveError, match=said) as refused:
        proved(str(house), table=None, round=None, explain=None)
    assert "\n" not in str(refused.value)


def test_a_house_with_a_column_of_another_kind_does_not_open(house: Path) -> None:
    edited(house, "UPDATE accounts SET balance = 'much'")
    with pytest.raises(Exception, match=r"accounts\.balance is 'much'"):
        Store(f"sqlite:///{house}").open()


def test_a_mistake_of_ours_is_never_reported_as_damage(house: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def mistaken(*_: object) -> None:
        raise KeyError("a mistake of ours")

    monkeypatch.setattr(daybook_reader, "_take", mistaken)
    with pytest.raises(KeyError, match="a mistake of ours"):
        proved(str(house), table=None, round=None, explain=None)


def test_an_older_version_lacks_the_columns_that_came_later() -> None:
    old = as_row(SessionRow, SESSION)
    assert (old.mark, old.seen, old.confirmed) == (None, None, None)
    assert old.columns() == SESSION  # what its mark, if it had one, would be made of
    new = as_row(SessionRow, SESSION | {"mark": "m", "seen": 1, "confirmed": 0})
    assert new.columns() == SESSION | {"mark": "m", "seen": 1, "confirmed": 0}
    with pytest.raises(ProveError, match=r"sessions\.seen is 'None': expected a whole number"):
        as_row(SessionRow, SESSION | {"mark": "m", "seen": None, "confirmed": 0})


def test_an_empty_seat_keeps_its_column() -> None:
    row = {"table": 1, "seat": "seat 1", "account": None, "name": "bot", "bot": "simple", "leaving": 0, "mark": "m"}
    assert as_row(SeatRow, row).columns() == row | {"leaving": False}


RECORD = {"number": 1, "at": "2026-11-18T04:00:00.000Z", "by": "house", "key": ""}
WHOLE = {"do": "post", "account": 1, "amount": 5, "balance": 5, "why": "cage"}


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: {**RECORD, "entry": WHOLE | {"amount": "5"}},
        lambda: {**RECORD, "entry": WHOLE | {"tip": 1}},
        lambda: {**RECORD, "entry": {name: one for name, one in WHOLE.items() if name != "balance"}},
        lambda: {**RECORD, "at": "yesterday", "entry": WHOLE},
        lambda: {**RECORD, "by": 7, "entry": WHOLE},
        lambda: {**RECORD, "entry": {"do": "seal", "tables": {"one": [1, "a"]}}},
        lambda: {**RECORD, "entry": {"do": "seal", "tables": {"1": [1]}}},
        lambda: {**RECORD, "entry": {"do": 7}},
    ],
)
def test_a_record_that_lacks_what_its_kind_must_say_is_not_whole(wrong: Callable[[], dict[str, Any]]) -> None:
    assert daybook_entries.is_whole({**RECORD, "entry": WHOLE})
    assert not daybook_entries.is_whole(wrong())
