"""A house's own database read for the floor: by the command, over the API, and by nobody who may not."""

import json
import re
import shlex
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from houseway.cards.shuffle import seed_from
from houseway.cli import app
from houseway.floor.reading import Memory, Wanted, read
from houseway.floor.report import Report, make_report
from houseway.floor.theory import Theory
from houseway.games import game
from houseway.papers import html, pdf
from houseway.papers.floor_report import described
from houseway.play.driver import Driver
from houseway.play.journal import written
from houseway.record.store import Store
from houseway.rules.submission import house_rules
from tests.documents import DOCS
from tests.serve import test_results

GAMES = ("top-five-poker", "cash-in-baccarat", "limit-holdem")
THEORY = Theory()


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A house where one guest at each of three tables played twelve rounds with bots."""
    path = tmp_path_factory.mktemp("floor") / "house.db"
    before, test_results.GAMES = test_results.GAMES, GAMES  # type: ignore[assignment]
    try:
        test_results.play(f"sqlite:///{path}", 12)
    finally:
        test_results.GAMES = before
    return str(path)


@pytest.fixture(scope="module")
def report(database: str) -> Report:
    return make_report(database, decisions=False, shuffles=True, theory=THEORY)


def run(*args: str) -> tuple[int, str, str]:
    done = CliRunner().invoke(app, ["floor", *args])
    return done.exit_code, done.stdout, done.stderr


def booked(database: str, column: str) -> dict[int, int]:
    with sqlite3.connect(database) as connection:
        rows = connection.execute(f'SELECT "table", sum({column}) FROM results GROUP BY "table"').fetchall()
    return {int(table): int(amount) for table, amount in rows}


def test_every_line_of_a_table_is_what_its_books_say(database: str, report: Report) -> None:
    tables = {line.table: line for line in report.of("month") if line.kind == "table"}
    assert {table: line.handle for table, line in tables.items()} == booked(database, "wagered")
    assert {table: line.fees for table, line in tables.items()} == booked(database, "fees")
    assert {table: line.rounds for table, line in tables.items()} == booked(database, "rounds")
    assert tables[1].win == booked(database, "house")[1]
    assert tables[2].win == booked(database, "player_dealer")[2]
    assert all(line.drop > 0 for line in tables.values())


def test_what_accounts_did_adds_up_to_what_tables_took(report: Report) -> None:
    month = report.of("month")
    for figure in ("handle", "win", "drop", "fees"):
        by_account = sum(getattr(line, figure) for line in month if line.kind == "account")
        in_pots = sum(
            line.handle if figure == "handle" else line.fees if figure == "fees" else 0
            for line in month
            if line.kind == "table" and line.whose == "nobody"
        )
        by_table = sum(getattr(line, figure) for line in month if line.kind == "table")
        assert by_account in (by_table, by_table - in_pots), figure


def test_what_was_read_before_is_not_played_again_and_says_the_same(database: str) -> None:
    memory = Memory()
    first = read(database, Wanted(), THEORY, memory=memory)
    again = read(database, Wanted(), THEORY, memory=memory)
    assert memory.kept and [seen.round for seen in first.rounds] == [seen.round for seen in again.rounds]
    assert [seen.bets for seen in first.rounds] == [seen.bets for seen in again.rounds]
    assert len(first.bought) == len(again.bought)


def test_an_account_alone_has_nothing_of_anybody_elses(database: str, report: Report) -> None:
    name = guest_at("top-five-poker", report)
    mine = make_report(database, account=name, decisions=False, theory=THEORY)
    said = json.dumps(mine.data())
    others = {line.name for line in report.lines if line.kind == "account"} - {name}
    assert others and not any(f'"{other}"' in said for other in others)
    assert {line.name for line in mine.of("month") if line.kind == "account"} == {name}
    of_all = next(line for line in report.of("month") if line.key == ("account", name))
    of_own = next(line for line in mine.of("month") if line.key == ("account", name))
    assert (of_own.handle, of_own.win, of_own.fees) == (of_all.handle, of_all.win, of_all.fees)


def guest_at(game: str, report: Report) -> str:
    accounts = [line for line in report.of("month") if line.kind == "account" and line.name != "bots"]
    return next(line.name for line in accounts if line.games == (game,))


def test_an_account_is_not_told_of_a_shoe_that_goes_on(database: str, report: Report) -> None:
    mine = make_report(database, account=guest_at("cash-in-baccarat", report), decisions=False, theory=THEORY)
    assert mine.rounds == 0 and [line.handle for line in mine.of("month") if line.kind == "account"] == [0]


def test_the_command_tells_people_programs_and_spreadsheets(database: str, tmp_path: Path) -> None:
    paper = tmp_path / "report.pdf"
    status, told, _ = run(database, "--no-decisions", "--pdf", str(paper), "--table", "1")
    assert status in (0, 1) and "Tables, month to date" in told and "Shuffles of 1" in told
    assert paper.read_bytes()[:5] == b"%PDF-"
    _, answer, _ = run(database, "--no-decisions", "--json", "--game", "cash-in-baccarat")
    data: dict[str, Any] = json.loads(answer)
    assert {tuple(line["games"]) for line in data["lines"]} == {("cash-in-baccarat",)}
    assert all(isinstance(line["win"], str) for line in data["lines"])
    _, rows, _ = run(database, "--no-decisions", "--csv")
    assert rows.splitlines()[0].startswith("period,first,last,kind,name,rounds,void,hands,handle,drop,win_is,win")


def test_the_commands_of_the_page_come_to_a_report(
    database: str, report: Report, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As they are printed, but for the month, the table and the account, which are this house's."""
    monkeypatch.chdir(tmp_path)
    Path("house.db").write_bytes(Path(database).read_bytes())
    Path("month.csv").write_text("wager,hands,handle,win\nplayer,300,30000,310\n", encoding="utf-8")
    ours = {"2026-11": report.first[:7], '"Baccarat 1"': "2", "Ada": shlex.quote(guest_at("top-five-poker", report))}
    text = (DOCS / "floor.md").read_text(encoding="utf-8")
    for printed, here in ours.items():
        text = text.replace(printed, here)
    lines = re.findall(r"^ {4}houseway floor (.+?) *(?:#.*)?$", text, re.MULTILINE)
    assert len(lines) == 5
    for line in lines:
        quick = ["--no-decisions"] if "house.db" in line else []
        status, told, wrong = run(*shlex.split(line), *quick)
        assert status in (0, 1) and told, f"{line}\n{wrong}"
    assert Path("report.pdf").read_bytes()[:5] == b"%PDF-"


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ((), "give one: a house's DATABASE, or --results FILE.csv with --game"),
        (("nowhere.db",), "nowhere.db can't be read"),
        (("DATABASE", "--month", "2026-13"), "'2026-13' is not a month: write it as 2026-11"),
        (("DATABASE", "--table", "Nine"), "'Nine' is not a table of"),
        (("DATABASE", "--game", "snap"), "snap"),
        (("--results", "nowhere.csv", "--game", "cash-in-baccarat"), "nowhere.csv can't be read"),
        (("--results", "DATABASE"), "--results needs the game that they are of"),
        (("--results", "DATABASE", "--game", "limit-holdem"), "has no price"),
        (("DATABASE", "--no-decisions", "--pdf", "/nowhere/report.pdf"), "can't be written"),
    ],
)
def test_what_can_not_be_judged_is_refused_in_a_sentence(database: str, args: tuple[str, ...], said: str) -> None:
    status, _, wrong = run(*(database if one == "DATABASE" else one for one in args))
    assert status == 2 and said in wrong and len(wrong.strip().splitlines()) == 1


def test_a_month_in_which_nobody_played_has_no_lines(database: str) -> None:
    status, told, _ = run(database, "--month", "2019-05", "--no-decisions")
    assert status == 0 and "No round ended in this month." in told


def test_a_house_in_which_nobody_has_played_yet_says_so(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'new.db'}"
    store = Store(url)
    store.open()
    store.close()
    status, told, _ = run(url, "--no-decisions")
    assert status == 0 and "No round has ended here yet." in told


def test_a_journal_without_dates_is_refused(tmp_path: Path) -> None:
    driver = Driver(game("top-five-poker"), house_rules(game("top-five-poker").rules))
    driver.buy_in("seat 1", 1000_00, "Ada")
    driver.begin(seed_from("no date"))
    while driver.open:
        ask = next(iter(driver.asks.values()))
        driver.answer(ask.who, "ante 10" if ask.what == "wagers" else ask.default)
    path = tmp_path / "round.jsonl"
    path.write_text(written(driver))
    status, _, wrong = run(str(path), "--no-decisions")
    assert status == 2 and "does not say when its rounds were played" in wrong


def test_a_database_that_is_no_house_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE anything (x)")
    status, _, wrong = run(str(path))
    assert status == 2 and "can't be read as a house's" in wrong


def test_a_damaged_round_is_left_out_and_said(database: str, tmp_path: Path) -> None:
    path = tmp_path / "damaged.db"
    path.write_bytes(Path(database).read_bytes())
    with sqlite3.connect(path) as connection:
        connection.execute(
            """UPDATE entries SET record = replace(record, '"do":"answer"', '"do":"nonsense"') WHERE "table" = 1"""
        )
    broken = make_report(str(path), decisions=False, theory=THEORY)
    assert any("can't be played again" in one for one in broken.warnings)
    assert not any(line.name.startswith("1 ") for line in broken.of("month") if line.kind == "table" and line.hands)


def _changed(database: str, path: Path, sql: str) -> Report:
    path.write_bytes(Path(database).read_bytes())
    with sqlite3.connect(path) as connection:
        assert connection.execute(sql).rowcount == 1
    return make_report(str(path), decisions=False, theory=THEORY)


def test_a_round_that_does_not_open_is_a_finding_unless_it_is_still_secret(
    database: str, report: Report, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = """UPDATE seeds SET seed = NULL WHERE "table" = 1 AND round = 2"""
    unshown = _changed(database, tmp_path / "seed.db", shown)
    assert any("round 2: its seed was " in one for one in unshown.warnings)
    byte = (
        """UPDATE snapshots SET header = replace(header, '"hidden":"', '"hidden":"A') WHERE "table" = 2 AND round = 3"""
    )
    flipped = _changed(database, tmp_path / "shoe.db", byte)
    assert any("round 3: the shoe in its snapshot does not open" in one for one in flipped.warnings)
    for one in (unshown, flipped):
        assert one.rounds == report.rounds - 1 and not any("secret" in warning for warning in one.warnings)
    monkeypatch.setenv("HOUSEWAY_SEEDS_KEY", "7" * 64)  # not the house's
    elsewhere = make_report(database, decisions=False, theory=THEORY)
    assert not any("can't be played again" in one for one in elsewhere.warnings)
    assert elsewhere.rounds < report.rounds


def test_the_report_as_a_document_is_the_same_twice(report: Report) -> None:
    drawn, page = pdf.rendered(described(report), compressed=False), html.rendered(described(report))
    assert drawn == pdf.rendered(described(report), compressed=False)
    for title in ("Findings", "Tables, month to date", "Accounts, month to date", "How it is judged"):
        assert title in page and f"({title})".encode() in drawn
