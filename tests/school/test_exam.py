"""Exams: the same for everybody, set again from their code; and the sheet of a class."""

import csv
import io

import pytest

from houseway.school.exam import Exam, Line, Result, as_csv, exam_of, question_of
from houseway.school.question import DECISIONS, SchoolError
from tests.school.table import rules_of

RULES = rules_of("three-card-poker")


def test_an_exam_is_set_again_from_its_code() -> None:
    exam = Exam("three-card-poker", "all", "class 7", 9, 2)
    first = [question_of(RULES, exam, number) for number in range(1, 10)]
    second = [question_of(RULES, exam_of(exam.code), number) for number in range(9, 0, -1)][::-1]
    assert [one.data(answered=True) for one in first] == [one.data(answered=True) for one in second]
    assert {one.skill for one in first} == {"payouts", "hands", "procedure"}
    assert len({(one.skill, one.topic) for one in first}) == 9  # no topic twice
    other = [question_of(RULES, Exam("three-card-poker", "all", "class 8", 9, 2), number) for number in range(1, 10)]
    assert [one.data() for one in other] != [one.data() for one in first]


def test_an_exam_of_decisions_asks_decisions() -> None:
    assert question_of(RULES, Exam("three-card-poker", DECISIONS, "1", 3), 2).skill == DECISIONS


@pytest.mark.parametrize(
    "code",
    ["", "x", "a:b:c:d:e", "g:payouts:0:1:s", "g:payouts:101:1:s", "g:payouts:5:9:s", "g:juggling:5:1:s",
     "g:payouts:5:1:", "g:payouts:5:1:" + "x" * 41, "g:payouts:5:1:a\nb", "g:payouts:٣:1:s", "g:payouts:5:1:<b>"],
)  # fmt: skip
def test_what_is_no_exam_is_refused_in_a_sentence(code: str) -> None:
    with pytest.raises(SchoolError) as error:
        exam_of(code)
    assert "\n" not in str(error.value) and str(error.value)


def test_a_number_that_the_exam_has_not_is_refused() -> None:
    exam = Exam("three-card-poker", "hands", "1", 3)
    for number in (0, 4, -1):
        with pytest.raises(SchoolError):
            question_of(RULES, exam, number)


RESULTS = [
    Result("Ann", (Line(1, "hands", "flush", "Which hand?", "flush", "flush", True, 4.2, 0),), 2),
    Result(
        "=SUM(A1)",
        (
            Line(1, "payouts", "ante: loses", "What is paid?", "ante -5", "ante -10", False, 9.0, 500),
            Line(2, "hands", "flush", "Which hand?", "flush", "flush", True, 1.0, 0),
        ),
        2,
    ),
]


def test_the_sheet_of_a_class_has_a_row_for_every_answer_and_no_formula() -> None:
    rows = list(csv.DictReader(io.StringIO(as_csv(RESULTS))))
    assert [(row["name"], row["number"], row["result"], row["cost"]) for row in rows] == [
        ("Ann", "1", "right", "0"),
        ("'=SUM(A1)", "1", "wrong", "5"),
        ("'=SUM(A1)", "2", "right", "0"),
    ]
