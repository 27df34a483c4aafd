"""Whatever a command is given, it answers with one sentence and status 2, never with a traceback."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from houseway.cli import app
from houseway.record.chain import FIRST, digest, link
from tests.folders import folder_of

ROOT = Path(__file__).parent.parent
DIGITS = "9" * 5000
HALF = "\ud800"  # half of a character: JSON can say it, UTF-8 can't


def told(*args: str, given: str | None = None, status: int = 2) -> str:
    """The one sentence that a command leaves with."""
    done = CliRunner().invoke(app, list(args), input=given)
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    assert done.exit_code == status, done.output
    assert done.stderr.count("\n") == (status == 2), done.stderr
    return done.stderr if status == 2 else done.stdout


@pytest.mark.parametrize("digits", [DIGITS, f"1{'0' * 19}", f"-1{'0' * 160}"])
@pytest.mark.parametrize("command", [("settle",), ("coach", "criss-cross-poker"), ("check",)])
def test_a_whole_number_of_more_digits_than_toml_holds(command: tuple[str, ...], digits: str) -> None:
    sentence = told(*command, "-", given=f'game = "criss-cross-poker"\nseed = {digits}\n[[seats]]\nseat = 1\n')
    assert sentence == "standard input is not TOML that can be read: a whole number has more than 64 bits\n"


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (("price", "criss-cross-poker", "--set", f"pays.five-card-bonus.flush=1{'0' * 160}:1"), "up to 9 digits"),
        (("price", "criss-cross-poker", "--set", f"pays.five-card-bonus.flush={DIGITS}:1"), "up to 9 digits"),
        (("price", "criss-cross-poker", "--set", "decks=1", "--set", "decks=2"), "--set decks is given twice"),
        (
            ("play", "criss-cross-poker", "--set", "limits.ante.minimum=5", "--set", "limits.ante.minimum=6"),
            "--set limits.ante.minimum is given twice",
        ),
        (("session", "cash-in-baccarat", "--rounds", DIGITS), "write a whole number from 1, of at most 20 digits"),
        (("session", "cash-in-baccarat", "--bankroll", DIGITS), "at most 9 digits before and after the point"),
        (("session", "cash-in-baccarat", "--stake", "-5"), "--stake: '-5' is not an amount of money"),
        (("session", "cash-in-baccarat", "--rounds", "100000000", "--bankroll", "9"), "steps to follow"),
        (("price", "cash-in-baccarat", "--stake", DIGITS), "--stake"),
        (("price", "cash-in-baccarat", "--evidence", DIGITS), "write a whole number from 1"),
        (("price", "cash-in-baccarat", "--evidence", "-1"), "write a whole number from 1"),
        (("session", "cash-in-baccarat", "--fee", "1e999999999"), "write units of the wager"),
        (("session", "cash-in-baccarat", "--fee", "1/0"), "write units of the wager"),
        (("session", "cash-in-baccarat", "--fee", "1/999999999", "--bankroll", "9"), "take rounder odds and fees"),
        (("bank", "cash-in-baccarat", "--opponents", DIGITS), "write a whole number from 1"),
        (("price", "cash-in-baccarat", "--html", DIGITS), "can't be written: File name too long"),
        (("play", "criss-cross-poker", "--seed", HALF), "half a character"),
        (("play", "criss-cross-poker", "--seed", "\udcff"), "half a character"),
    ],
)
def test_options_that_cant_be(args: tuple[str, ...], sentence: str) -> None:
    assert sentence in told(*args)


def _journal() -> list[dict[str, Any]]:
    """The first round of a game's golden journal."""
    lines = [json.loads(line) for line in (folder_of("big-o") / "golden.jsonl").read_text().splitlines()]
    second = next(at for at, line in enumerate(lines) if at and "journal" in line)
    return lines[:second]


def _account(lines: list[dict[str, Any]]) -> None:
    lines[0]["table"]["accounts"]["cage"] = [1]


def _seat(lines: list[dict[str, Any]]) -> None:
    lines[0]["table"]["seats"]["seat 1"] = ["Ann"]


def _memory(lines: list[dict[str, Any]]) -> None:
    lines[0]["table"]["memory"] = {"button": ["seat 1"], "kill": 3}


def _rules(lines: list[dict[str, Any]]) -> None:
    lines[0]["rules"] = {"options": [1]}


@pytest.mark.parametrize("damage", [_account, _seat, _memory, _rules])
def test_a_journal_with_something_else_in_its_header(
    damage: Callable[[list[dict[str, Any]]], None], tmp_path: Path
) -> None:
    lines = _journal()
    damage(lines)
    file = tmp_path / "journal.jsonl"
    file.write_text("\n".join(map(json.dumps, lines)))
    assert "journal.jsonl" in told("replay", str(file))
    assert "journal.jsonl" in told("prove", str(file), "--round", "1")
    assert "wrong" in told("prove", str(file), status=1)


def _export(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The journal of a round as a regulator's export has it, each record with its hash."""
    header, *entries = lines
    first: dict[str, Any] = {"number": 0, "entry": {"table": "1 Big O"}, "state": digest(header)}
    records = [first, *({"number": at, "entry": entry} for at, entry in enumerate(entries, start=1))]
    records = [{"at": "2026-01-01 20:00:00", "by": "the house", **record} for record in records]
    export: list[dict[str, Any]] = []
    for record in records:
        export.append({"record": record, "hash": link(export[-1]["hash"] if export else FIRST, record)})
    export[0]["snapshot"] = header
    return export


@pytest.mark.parametrize("field", ["record", "number", "entry"])
def test_an_export_with_a_damaged_record(field: str, tmp_path: Path) -> None:
    export = _export(_journal())
    file = tmp_path / "export.jsonl"
    file.write_text("\n".join(map(json.dumps, export)))
    assert "right" in told("prove", str(file), status=0)
    del (export[3] if field == "record" else export[3]["record"])[field]
    file.write_text("\n".join(map(json.dumps, export)))
    assert "wrong" in told("prove", str(file), status=1)
    assert "Big O" in told("prove", str(file), "--round", "1")


def test_an_export_with_half_a_character(tmp_path: Path) -> None:
    export = _export(_journal())
    export[2]["record"]["entry"]["who"] = HALF
    file = tmp_path / "export.jsonl"
    file.write_text("\n".join(map(json.dumps, export)))
    assert "it holds half a character, which is not text" in " ".join(told("prove", str(file), status=1).split())
    assert "Big O" in told("prove", str(file), "--round", "1")


def test_a_house_is_not_opened_on_a_file_that_is_no_database(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("not a database")
    assert told("serve", "--database", str(file)) == f"{file} can't be opened as a house: file is not a database\n"
    assert file.read_text() == "not a database"


def test_verify_a_round_whose_revealed_seed_names_no_round() -> None:
    events = [{"event": "roundBegan", "commitment": "00"}, {"event": "seedRevealed", "seed": "00"}]
    round = {"game": "criss-cross-poker", "round": 1, "events": events}
    assert "nothing to check yet" in told("verify", "-", given=json.dumps(round), status=0)
