"""Files that are damaged or hostile: whatever a command is given, it answers in a sentence, never with a traceback.

`HOUSEWAY_FUZZ` is the number of damaged files for each command. `tests/fuzz` keeps files that once broke one, named
after the command.
"""

import asyncio
import json
import os
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from typer.testing import CliRunner

from houseway.cards.shuffle import seed_from
from houseway.cli import app
from houseway.play import view
from houseway.record.store import Store
from houseway.rules.submission import Submission, SubmittedTable, demonstration_text
from houseway.serve.house import House
from houseway.serve.people.accounts import Accounts
from houseway.serve.tables.clocks import Pace
from houseway.serve.tables.commands import Answer, Sit
from tests.folders import folder_of
from tests.rounds import Setup, play_on

ROOT = Path(__file__).parent.parent
KEPT = Path(__file__).parent / "fuzz"
TIMES = int(os.environ.get("HOUSEWAY_FUZZ", "12"))

ODD = (
    '""', "0", "-1", "1e309", "nan", "null", "[]", "{}", "true", "99999999999999999999", '"\\u0000"',
    '"' + "a" * 300 + '"',
    "seat 0", "seat 999", "Jk", "??", "1:0", "0:0", "-1:1", "1:1:1", "fold", "=", "[", "]", "'", "\x00", "\ud7ff", "٣",
)  # fmt: skip

HISTORY = """\
variant = "FT"
antes = [0, 0]
blinds_or_straddles = [2, 4]
small_bet = 4
big_bet = 8
starting_stacks = [200, 200]
actions = ["d dh p1 AhKh", "d dh p2 QsQd", "p2 cc", "p1 cc", "d db 2c7h9s", "p1 cc", "p2 cbr 4", "p1 f"]
"""


class Command(NamedTuple):
    """A command with the files it is given; `{}` stands for the file."""

    words: tuple[str, ...]
    files: tuple[bytes, ...]
    ending: str = ".toml"


def _texts(*paths: Path) -> tuple[bytes, ...]:
    return tuple(path.read_bytes() for path in paths)


def _told(id: str) -> bytes:
    """A round of a game as a player is told it."""
    driver = Setup(id, {}, seats=(1, 2, 3), luck=1).driver()
    driver.begin(seed_from(1), 0, {})
    play_on(driver, Random(1))
    return json.dumps(view.round_told(driver, "seat 1")).encode()


EXAMPLES = _texts(*sorted((ROOT / "examples").glob("*.toml")))
SUBMISSIONS = (
    demonstration_text().encode(),
    *_texts(*sorted((ROOT / "tests" / "submissions").glob("*.toml"))),
)
JOURNALS = _texts(*(folder_of(id) / "golden.jsonl" for id in ("big-o", "blackjack-x", "criss-cross-poker")))
RESULTS = b'wager,hands,handle,win\nPlayer,30000,"$3,000,000",-61800\ntie, 4000, 40000.00, 5200.50\n'

COMMANDS = {
    "settle": Command(("settle", "{}"), EXAMPLES),
    "coach": Command(("coach", "criss-cross-poker", "{}"), EXAMPLES),
    "check": Command(("check", "{}"), SUBMISSIONS),
    "placard": Command(("placard", "--submission", "{}", "--table", "Criss Cross 1", "--to", "signs"), SUBMISSIONS),
    "replay": Command(("replay", "{}"), JOURNALS, ".jsonl"),
    "histories": Command(("replay", "{}"), (HISTORY.encode(),), ".phh"),
    "verify": Command(
        ("verify", "{}"), tuple(map(_told, ("criss-cross-poker", "ace-up-pai-gow", "party-craps"))), ".json"
    ),
    "prove a journal": Command(("prove", "{}"), JOURNALS, ".jsonl"),
    "floor": Command(("floor", "--results", "{}", "--game", "cash-in-baccarat"), (RESULTS,), ".csv"),
}


def damaged(content: bytes, rng: Random) -> bytes:
    """Content with a few things wrong: as text, as JSON, or byte by byte."""
    if content.startswith(b"SQLite"):
        return _bytes(content, rng)
    if content.startswith((b"{", b"[")) and rng.random() < 0.8:
        return _json(content, rng)
    return _bytes(content, rng) if rng.random() < 0.2 else _text(content, rng)


def _bytes(content: bytes, rng: Random) -> bytes:
    changed = bytearray(content)
    for _ in range(rng.choice((1, 1, 3, 20))):
        changed[rng.randrange(len(changed))] = rng.randrange(256)
    return bytes(changed[: rng.randrange(len(changed))]) if rng.random() < 0.2 else bytes(changed)


def _text(content: bytes, rng: Random) -> bytes:
    lines = content.decode().splitlines()
    for _ in range(rng.choice((1, 1, 2, 4))):
        at = rng.randrange(len(lines))
        match rng.randrange(4):
            case 0:
                lines.pop(at)
            case 1:
                lines.insert(at, lines[rng.randrange(len(lines))])
            case 2:
                lines[at] = lines[at][: rng.randrange(len(lines[at]) + 1)] + rng.choice(ODD)
            case _:
                words = lines[at].split(" ")
                words[rng.randrange(len(words))] = rng.choice(ODD)
                lines[at] = " ".join(words)
        lines = lines or [""]
    return "\n".join(lines).encode("utf-8", "replace")


def _json(content: bytes, rng: Random) -> bytes:
    """Values taken out, exchanged or put elsewhere, in one line of a file of JSON lines."""
    lines = content.decode().splitlines()
    at = rng.randrange(len(lines))
    read = json.loads(lines[at])
    places = list(_places(read))
    for _ in range(rng.choice((1, 1, 2))):
        if not places:
            break
        where, key = rng.choice(places)
        other, from_there = rng.choice(places)
        value: Any = rng.choice((None, 0, -1, 10**30, 1.5, "", "seat 9", "??", [], {}, True, [[]], {"a": 1}))
        try:
            if rng.random() < 0.3:
                del where[key]
            else:
                where[key] = other[from_there] if rng.random() < 0.3 else value
        except (KeyError, IndexError):  # taken out before
            continue
    try:
        lines[at] = json.dumps(read)
    except ValueError:  # a value was put inside itself
        lines[at] = "{}"
    return "\n".join(lines).encode()


def _places(read: Any) -> Iterator[tuple[Any, Any]]:
    keys = list(read) if isinstance(read, dict) else range(len(read)) if isinstance(read, list) else ()
    for key in keys:
        yield read, key
        yield from _places(read[key])


def hold(words: tuple[str, ...], content: bytes, file: Path) -> None:
    """Give a file to a command: it is taken, found wrong, or refused in one sentence."""
    file.write_bytes(content)
    done = CliRunner().invoke(app, [word.replace("{}", str(file)) for word in words])
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        kept = KEPT / f"{words[0]}-{abs(hash(content)) % 10**8}{file.suffix}"
        raise AssertionError(f"{' '.join(words)} fails: keep {file} as {kept.name}") from done.exception
    assert done.exit_code in (0, 1, 2), done.output
    assert "Traceback" not in done.output
    if done.exit_code == 2:
        said = done.stderr or done.stdout  # of several histories, each has its line in the answer
        assert said.strip() and len(said) < 2000, done.output


@pytest.mark.threat("damaged-files")
@pytest.mark.parametrize("name", COMMANDS)
def test_damaged_files_are_answered_in_a_sentence(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    command = COMMANDS[name]
    monkeypatch.chdir(tmp_path)
    (tmp_path / "signs").mkdir()
    rng = Random(name)
    for _ in range(TIMES):
        hold(command.words, damaged(rng.choice(command.files), rng), tmp_path / f"damaged{command.ending}")
    for kept in sorted(KEPT.glob(f"{command.words[0]}-*{command.ending}")):
        hold(command.words, kept.read_bytes(), tmp_path / f"damaged{command.ending}")


@pytest.mark.parametrize(
    "setting", [f"{name}={value}" for name in ("decks", "pays.five-card-bonus.flush", "limits.ante.minimum", "=", "a.b")
                for value in ODD if "\x00" not in value]
)  # fmt: skip
def test_odd_settings_of_a_price_are_answered_in_a_sentence(setting: str) -> None:
    done = CliRunner().invoke(app, ["price", "criss-cross-poker", "--set", setting, "--json"])
    assert done.exception is None or isinstance(done.exception, SystemExit), setting
    assert done.exit_code in (0, 2)


# A house's database


async def _played(url: str) -> None:
    tables = tuple(SubmittedTable(name=f"Table {number}", game="criss-cross-poker") for number in (1, 2))
    house = House(Store(url), Submission(facility="Here", tables=tables), pace=Pace(pause=0.0, first=0.0), bots=0)
    await house.start()
    try:
        table, ann = await house.table(1), await Accounts(house.store).guest()
        await table.say(ann, Sit(amount="1000"))
        for _ in range(3):
            while "seat 1" not in table.driver.asks:
                await asyncio.sleep(0.01)
            await table.say(ann, Answer(text="sit out"))
    finally:
        await house.stop()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    file = tmp_path_factory.mktemp("house") / "house.db"
    asyncio.run(_played(f"sqlite:///{file}"))
    copy = file.with_name("backup")
    done = CliRunner().invoke(app, ["backup", str(copy), "--database", str(file)])
    assert done.exit_code == 0, done.output
    return copy.read_bytes()


@pytest.mark.threat("damaged-files")
@pytest.mark.parametrize("words", [("prove", "{}"), ("restore", "{}", "--database", "new.db"), ("floor", "{}")])
def test_damaged_databases_are_answered_in_a_sentence(
    words: tuple[str, ...], house: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    rng = Random(str(words))
    for _ in range(TIMES):
        hold(words, damaged(house, rng), tmp_path / "damaged.db")
        for file in tmp_path.glob("new.db*"):
            file.unlink()
