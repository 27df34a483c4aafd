"""`houseway check` and `houseway placard` as they are typed."""

import json
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from houseway.rules.submission import demonstration_text
from tests.test_cli import Answer

MISTAKES = Path(__file__).parent / "submissions" / "mistakes.toml"
HERE = TemporaryDirectory()
HOUSE = str(Path(HERE.name) / "demonstration.toml")
Path(HOUSE).write_text(demonstration_text(), encoding="utf-8")
GOOD = """
facility = "One Table"
[[tables]]
name = "Top / Five"
game = "top-five-poker"
options = { top_five_bonus = false, poker_bonus = true, poker_pay_table = "B", boxes = 1 }
limits = { ante = { minimum = "10", maximum = "100" }, poker-bonus = { minimum = "1", maximum = "25" } }
"""


def test_check_says_that_nothing_is_wrong() -> None:
    done = Answer("check", "-", given=GOOD)
    assert (done.status, done.err) == (0, "")
    assert done.out.strip() == "✓ One Table: 1 table, nothing wrong"
    assert Answer("check", HOUSE).status == 0


def test_check_tells_every_finding_and_leaves_with_status_1() -> None:
    done = Answer("check", str(MISTAKES))
    assert done.status == 1
    said = " ".join(done.out.split())
    assert "boxes can't be 7: at most 6 (7.F)" in said
    assert 'line 12, table "Criss Cross 1", options.shuffling' in said
    assert "House of Mistakes: 4 tables, 20 errors" in said


def test_check_in_json() -> None:
    done = Answer("check", str(MISTAKES), "--json")
    report = json.loads(done.out)
    assert (done.status, report["errors"]) == (1, 20)
    assert {"where", "line", "what", "clause", "severity"} == set(report["findings"][0])


def test_warnings_alone_let_the_tables_open() -> None:
    done = Answer("check", "-", given=GOOD.replace(', poker-bonus = { minimum = "1", maximum = "25" }', ""))
    assert done.status == 0
    assert "0 errors, 1 warning: the tables may open" in " ".join(done.out.split())


@pytest.mark.parametrize("args", [("check", "nowhere.toml"), ("placard", "--submission", "nowhere.toml")])
def test_a_file_that_is_not_there(args: tuple[str, ...]) -> None:
    done = Answer(*args)
    assert (done.status, done.out) == (2, "")
    assert "nowhere.toml can't be read" in done.err


def test_check_of_what_is_no_toml() -> None:
    done = Answer("check", "-", given="facility = ")
    assert (done.status, done.err.count("\n")) == (2, 1)
    assert done.err.startswith("standard input is not TOML")


def test_placard_of_a_game(tmp_path: Path) -> None:
    done = Answer("placard", "top-five-poker", "--set", "top_five_pay_table=B", "--paper", "a4", "--to", str(tmp_path))
    files = [tmp_path / "top-five-poker.html", tmp_path / "top-five-poker.pdf"]
    assert (done.status, done.out.split()) == (0, [str(file) for file in files])
    assert ">200 to 1</span>" in files[0].read_text()
    assert files[1].read_bytes().startswith(b"%PDF")


def test_placard_of_the_only_table_of_a_submission(tmp_path: Path) -> None:
    done = Answer("placard", "--submission", "-", "--to", str(tmp_path), given=GOOD)
    assert done.status == 0, done.err
    page = (tmp_path / "top-/-five.html".replace("/", "-")).read_text()
    assert "One Table" in page and ">150 to 1</span>" in page and "$10 to $100" in page and "Top Five Bonus" not in page


def test_no_sign_is_printed_for_a_submission_with_errors(tmp_path: Path) -> None:
    odd = GOOD + '[tables.pays]\npoker-bonus-b = { royal-flush = "5:1" }\n'
    done = Answer("placard", "--submission", "-", "--to", str(tmp_path), given=odd)
    assert done.status == 2 and "has 1 error: see `houseway check" in done.err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ((), "name either a GAME or a --submission"),
        (("top-five-poker", "--submission", HOUSE), "name either a GAME or a --submission"),
        (("top-five-poker", "--table", "1"), "--table goes with --submission"),
        (("--submission", HOUSE, "--set", "boxes=1"), "--set goes with a GAME"),
        (("--submission", HOUSE), "say which one with --table"),
        (("--submission", HOUSE, "--table", "Nine"), "'Nine' is not a table of Demonstration House"),
        (("top-five-poker", "--paper", "legal"), "'legal' is not a paper: letter or a4"),
        (("top-five-poker", "--to", "/nowhere/at/all"), "/nowhere/at/all can't be written to"),
    ],
)
def test_placard_is_asked_for_in_vain(args: tuple[str, ...], words: str) -> None:
    done = Answer("placard", *args)
    assert (done.status, done.out) == (2, "")
    assert words in done.err


def test_a_box_is_named_where_it_is_asked_about_and_settled() -> None:
    typed = "ante 10, box 2 ante 10\nplay\nfold\nq\n"
    done = Answer("play", "top-five-poker", "--seed", "5", given=typed)
    assert "play box 2> " in done.out
    assert "ante at box 2" in done.out
