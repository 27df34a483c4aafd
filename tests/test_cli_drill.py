"""`houseway drill`: the school in the terminal."""

import csv
import io
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from houseway.cli import app

RUNNER = CliRunner()


def drill(*options: str, said: str = "") -> Result:
    return RUNNER.invoke(app, ["drill", "three-card-poker", "--questions", "3", *options], input=said)


def test_questions_are_asked_answered_and_explained() -> None:
    it = drill("--skill", "hands", "--seed", "7", said="a\nno such answer\nb\n?\na\n")
    assert it.exit_code == 0, it.output
    assert "3 of 3 · hands" in it.output and "'no such answer' is not an answer" in it.output
    assert it.output.count("✓") + it.output.count("✗") == 3


def test_one_may_stop_at_any_moment() -> None:
    for said in ("quit\n", "", "a\n"):
        it = drill("--skill", "hands", "--seed", "7", said=said)
        assert it.exit_code == 0 and "answered" in it.output, it.output


def test_a_trainers_key_has_every_question_with_its_answer_and_is_the_same_again() -> None:
    one, two = (drill("--exam", "--seed", "class 3", "--json") for _ in range(2))
    assert one.exit_code == 0 and one.stdout == two.stdout
    key = json.loads(one.stdout)
    assert key["exam"] == "three-card-poker:all:3:2:class 3"
    assert [row["skill"] for row in key["questions"]] == ["payouts", "hands", "procedure"]
    assert all(row["right"] and row["why"] and row["clauses"] for row in key["questions"])


def test_an_exam_tells_at_its_end_and_files_its_sheets(tmp_path: Path) -> None:
    files = ("--pdf", str(tmp_path / "ann.pdf"), "--csv", str(tmp_path / "ann.csv"))
    it = drill("--skill", "hands", "--exam", "--seed", "1", "--name", "Ann", *files, said="a\na\na\n")
    assert it.exit_code == 0, it.output
    assert "✓" not in it.output.split("right   answered")[0] and "✗" not in it.output
    assert (tmp_path / "ann.pdf").read_bytes().startswith(b"%PDF-")
    rows = list(csv.DictReader(io.StringIO((tmp_path / "ann.csv").read_text(encoding="utf-8"))))
    assert [row["name"] for row in rows] == ["Ann"] * 3


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--skill", "juggling"), "'juggling' is not a skill"),
        (("--questions", "0"), "--questions '0' is not possible"),
        (("--questions", "101"), "--questions '101' is not possible"),
        (("--level", "4"), "--level '4' is not possible"),
        (("--rounds-an-hour", "0"), "--rounds-an-hour '0' is not possible"),
        (("--exam", "--seed", "a:b"), "a seed is up to 40 plain letters"),
        (("--set", "nonsense=1"), "nonsense"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(options: tuple[str, ...], said: str) -> None:
    it = drill(*options)
    assert it.exit_code == 2 and said in it.output and len(it.output.strip().splitlines()) == 1, it.output


def test_a_game_without_a_coach_has_no_decisions_to_drill() -> None:
    it = RUNNER.invoke(app, ["drill", "chinese-poker", "--skill", "decisions"])
    assert it.exit_code == 2 and "has no coach" in it.output


def test_a_sheet_that_cannot_be_written_is_said_in_a_sentence(tmp_path: Path) -> None:
    it = drill("--skill", "hands", "--pdf", str(tmp_path / "no" / "such" / "folder.pdf"), said="quit\n")
    assert it.exit_code == 2 and "can't be written" in it.output
