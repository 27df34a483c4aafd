"""`houseway prove`: what is right is found right, and whatever is changed is found."""

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from houseway.cli import app
from houseway.record.chain import link
from houseway.serve.house import House
from houseway.serve.people.accounts import Accounts
from houseway.serve.tables.commands import Answer
from tests.serve.test_house import run, sit, until


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A table with one whole round of Criss Cross Poker, and the beginning of another."""

    async def play(house: House, accounts: Accounts) -> None:
        table, person = await sit(house, accounts)
        for text in ("ante 10, five-card-bonus 5", "across 3", "down 1", "middle 3", "sit out"):
            await until(lambda: "seat 1" in table.driver.asks)
            await table.say(person, Answer(text=text))

    run(tmp_path, play)
    return tmp_path / "house.db"


def prove(*args: str) -> tuple[int, str]:
    done = CliRunner().invoke(app, ["prove", *args])
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.exit_code, done.stdout + done.stderr


def test_a_house_is_found_right(database: Path) -> None:
    status, told = prove(str(database))
    assert status == 0 and "✓ right" in told
    data = json.loads(prove(str(database), "--json")[1])
    assert data["right"] and data["tables"][0]["rounds"] >= 2 and data["tables"][0]["shuffles"] == 1


def test_a_round_is_told_again_and_a_payout_explained(database: Path) -> None:
    status, told = prove(str(database), "--round", "1")
    assert status == 0 and "Round 1 is over." in told
    found = json.loads(prove(str(database), "--round", "1", "--explain", "seat 1 ante-across", "--json")[1])
    one = found["explained"][0]
    assert one["clause"] and one["cards"].keys() >= {"across", "middle", "seat 1"} and "Maryland" in one["document"]
    told = prove(str(database), "--table", "1", "--round", "1", "--explain", "1 Middle")[1]
    assert "middle" in told and ("11.I(3)" in told or "12.A" in told or "CC-2" in told)


def _change_answer(record: dict[str, Any]) -> None:
    record["entry"]["text"] = "ante 10, five-card-bonus 6"  # a wager that never pushes


def _change_seed(record: dict[str, Any]) -> None:
    record["entry"]["seed"] = "00" * 32


@pytest.mark.parametrize(
    ("do", "change", "relink", "said"),
    [
        ("answer", _change_answer, False, "its hash does not follow"),
        ("answer", _change_answer, True, "does not begin where the entries before it end"),
        ("begin", _change_seed, True, "round"),
    ],
)
def test_what_was_changed_is_found(
    database: Path, do: str, change: Callable[[dict[str, Any]], None], relink: bool, said: str
) -> None:
    """Also by somebody who can write every hash anew: then the rounds no longer follow from each other."""
    with sqlite3.connect(database) as connection:
        rows = connection.execute("SELECT number, record FROM entries ORDER BY number").fetchall()
        changed, previous = False, "0" * 64
        for number, text in rows:
            record = json.loads(text)
            if record["entry"]["do"] == do and not changed:
                change(record)
                changed = True
            previous = link(previous, record)
            values = (json.dumps(record, sort_keys=True, separators=(",", ":"), ensure_ascii=False), previous, number)
            if relink:
                connection.execute("UPDATE entries SET record = ?, hash = ? WHERE number = ?", values)
            else:
                connection.execute("UPDATE entries SET record = ? WHERE number = ?", (values[0], number))
    connection.close()
    status, told = prove(str(database))
    assert status == 1 and said in " ".join(told.split())


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("nowhere.db",), "can't be read"),
        (("README.md",), "expected one JSON object a line"),
        (("mysql://x",), "can't be read as a house's"),
        (("{database}", "--table", "Nine"), "is not a table of"),
        (("{database}", "--round", "x"), "is not a round"),
        (("{database}", "--round", "99"), "has no round 99"),
        (("{database}", "--explain", "seat 1 across"), "add --round"),
        (("{database}", "--round", "1", "--explain", "across"), "names no wager"),
        (("{database}", "--round", "1", "--explain", "seat 2 across"), "was not settled"),
    ],
)
def test_what_can_not_be_proved_is_one_sentence(database: Path, args: tuple[str, ...], said: str) -> None:
    status, told = prove(*(part.replace("{database}", str(database)) for part in args))
    assert status == 2 and said in told and len(told.strip().splitlines()) == 1


@pytest.mark.threat("crooked-shuffle")
def test_a_shuffle_that_favours_somebody_is_found(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from houseway.cards import shuffle

    monkeypatch.setattr(shuffle, "shuffled", lambda cards, key, label: sorted(cards, reverse=True))
    status, told = prove(str(database))
    assert status == 1 and "not in the order that the seed and the words give them" in " ".join(told.split())
