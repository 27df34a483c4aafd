"""Exams: the same questions for everybody, from a seed; and what came of them, as a sheet for the class."""

import csv
import io
import re
from collections.abc import Iterable
from dataclasses import dataclass
from random import Random
from typing import Any

from houseway.cells import harmless
from houseway.errors import instead
from houseway.rules.money import dollars
from houseway.rules.resolved import Rules
from houseway.school.drawing import check, draw
from houseway.school.question import DECISIONS, SKILLS, Judged, Question, SchoolError
from houseway.school.syllabus import syllabus
from houseway.school.table import LEVELS

ALL = "all"
MOST = 100  # questions
_SEED = re.compile(r"[\w .-]{1,40}", re.ASCII)


@dataclass(frozen=True)
class Exam:
    """What an exam asks: everything follows from this."""

    game: str
    skill: str  # or all of them in turn
    seed: str
    questions: int = 20
    level: int = 2

    def __post_init__(self) -> None:
        if self.skill != ALL and self.skill not in SKILLS:
            raise SchoolError(f"{self.skill!r} is not a skill: {instead(self.skill, (*SKILLS, ALL))}")
        if not 1 <= self.questions <= MOST:
            raise SchoolError(f"an exam has from 1 to {MOST} questions, not {self.questions}")
        if not 1 <= self.level <= LEVELS:
            raise SchoolError(f"there is no level {self.level}: from 1 to {LEVELS}")
        if not _SEED.fullmatch(self.seed):
            raise SchoolError("a seed is up to 40 plain letters, digits, spaces, dots and dashes")

    @property
    def code(self) -> str:
        """What names the exam, and sets it again."""
        return f"{self.game}:{self.skill}:{self.questions}:{self.level}:{self.seed}"


def exam_of(code: str) -> Exam:
    """The exam that a code names."""
    parts = code.split(":", 4)
    if len(parts) != 5 or not all(part.isascii() and part.isdecimal() and len(part) < 6 for part in parts[2:4]):
        raise SchoolError(f"{code[:80]!r} is not an exam: GAME:SKILL:QUESTIONS:LEVEL:SEED")
    return Exam(parts[0], parts[1], parts[4], int(parts[2]), int(parts[3]))


def skills_of(rules: Rules, exam: Exam) -> list[str]:
    if exam.skill != ALL:
        check(rules, exam.skill, exam.level)
        return [exam.skill]
    return [skill for skill in syllabus(rules).skills() if skill != DECISIONS]


def question_of(rules: Rules, exam: Exam, number: int, *, secret: str = "") -> Question:
    """One question of an exam, counted from 1; no topic comes twice before all of its skill have come. With a secret,
    nobody who only knows the code can have the questions."""
    if not 1 <= number <= exam.questions:
        raise SchoolError(f"this exam has questions 1 to {exam.questions}, and no {number}")
    skills = skills_of(rules, exam)
    skill = skills[(number - 1) % len(skills)]
    topics = syllabus(rules).topics(skill)
    Random(f"{exam.code}{secret} {skill}").shuffle(topics)
    topic = topics[(number - 1) // len(skills) % len(topics)]
    return draw(rules, skill, seed=f"{exam.code}{secret} {number}", topic=topic, level=exam.level)


# What came of it


@dataclass(frozen=True)
class Line:
    """One answer on a sheet."""

    number: int
    skill: str
    topic: str
    asked: str
    said: str
    expected: str
    right: bool
    seconds: float
    cost: int  # cents

    def row(self) -> list[str]:
        outcome = "right" if self.right else "wrong"
        return [str(self.number), self.skill, self.topic, self.asked, self.said, self.expected, outcome,
                f"{self.seconds:.0f}", dollars(self.cost)]  # fmt: skip


@dataclass(frozen=True)
class Result:
    """What one person made of an exam or a lesson."""

    name: str
    lines: tuple[Line, ...]
    questions: int

    @property
    def right(self) -> int:
        return sum(line.right for line in self.lines)

    @property
    def seconds(self) -> float:
        return sum(line.seconds for line in self.lines)

    @property
    def cost(self) -> int:
        return sum(line.cost for line in self.lines)

    def data(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "questions": self.questions,
            "answered": len(self.lines),
            "right": self.right,
            "seconds": round(self.seconds),
            "cost": dollars(self.cost),
        }


def line(number: int, question: Question, judged: Judged, seconds: float) -> Line:
    return Line(
        number, question.skill, question.topic, question.asked, judged.said, judged.expected, judged.right, seconds,
        judged.cost,
    )  # fmt: skip


_HEADS = ("number", "skill", "topic", "asked", "answered", "right answer", "result", "seconds", "cost")


def as_csv(results: Iterable[Result]) -> str:
    """Every answer of everybody, a row each. What a spreadsheet would take for a formula is only text."""
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(["name", *_HEADS])
    for result in results:
        for one in result.lines:
            rows.writerow([harmless(cell) for cell in (result.name, *one.row())])
    return out.getvalue()
