"""The school: subjects, questions, answers, exams and classes."""

from typing import Literal

from pydantic import Field

from houseway.wire.fields import Body, Cards, Dollars, Moment, Told
from houseway.wire.viewing import Bank, Event, Seat, Standing

MOST_QUESTIONS = 100
LONGEST_CLASS = 24 * 60  # minutes

# What is given


class Said(Body):
    """An answer, in words; of a choice also its letter."""

    answer: str = Field(max_length=400, examples=["ante 10, play -20"])


class Held(Body):
    """An exam that a class sits."""

    game: str = Field(max_length=80, examples=["three-card-poker"])
    skill: str = Field(default="all", max_length=20, examples=["payouts"])
    questions: int = Field(default=20, ge=1, le=MOST_QUESTIONS)
    level: int = Field(default=2, ge=1, le=3)
    seed: str = Field(max_length=40, examples=["class 7"])
    minutes: int = Field(default=60, ge=1, le=LONGEST_CLASS)


class ClassEnded(Body):
    code: str = Field(max_length=200, examples=["three-card-poker:payouts:20:2:class 7"])


# What is told


class Subject(Told):
    """What can be drilled in a game."""

    game: str = Field(examples=["three-card-poker"])
    name: str = Field(examples=["3 Card Poker"])
    skills: dict[str, str]


class Progress(Told):
    """How somebody does in one skill of one game."""

    game: str
    skill: str
    answered: int
    right: int
    recent: float = Field(description="The share that was right, of the last twenty")
    streak: int
    best_streak: int
    seconds: float = Field(description="An answer")
    level: int
    due: int = Field(description="Topics")
    cost: Dollars
    weak: list[str]


class StaffProgress(Told):
    name: str
    role: str
    progress: list[Progress]


class AnswerForm(Told):
    """How a question is answered: a choice, an amount, a settlement, or cards that are set."""

    form: str = Field(examples=["choice"])
    options: list[str] | None = None
    names: list[str] | None = None
    stakes: list[Dollars] | None = None
    count: int | None = None
    ordered: bool | None = None
    signed: bool | None = None
    cards: Cards | None = None
    name: str | None = None


class Question(Told):
    """A question that waits for its answer."""

    id: str = Field(examples=["6a1f0b52c7d9e83a"])
    game: str = Field(examples=["three-card-poker"])
    skill: str = Field(examples=["hands"])
    topic: str | None
    level: int
    asked: str = Field(examples=["Which hand lies at seat 1?"])
    answer: AnswerForm
    viewer: str
    cards: dict[str, Cards]
    seats: dict[str, Seat]
    spots: dict[str, Standing]
    bank: Bank
    told: list[str]
    events: list[Event]
    exam: str | None = Field(default=None, description="Its code, where it is of an exam")
    number: int | None = None


class ExamAnswer(Told):
    number: int
    skill: str
    topic: str
    asked: str
    said: str
    expected: str
    right: bool
    seconds: float
    cost: int = Field(description="Cents")


class ExamOver(Told):
    """All questions of an exam are answered. While its class goes on, only when the results are told."""

    over: Literal[True]
    results_at: Moment | None = None
    name: str | None = None
    questions: int | None = None
    answered: int | None = None
    right: int | None = None
    seconds: int | None = None
    cost: Dollars | None = None
    lines: list[ExamAnswer] | None = None


class Cost(Told):
    who: str
    amount: Dollars


class Worth(Told):
    answer: str
    worth: str
    costs: str


class Judged(Told):
    """What an answer was worth."""

    topic: str
    right: bool
    said: str
    expected: str
    words: str
    why: list[str]
    clauses: list[str]
    costs: list[Cost]
    an_hour: Dollars | None
    worths: list[Worth]


class Noted(Told):
    """An answer of an exam is kept, and nothing is said of it."""

    noted: Literal[True]
    exam: str
    number: int


class ClassHeld(Told):
    """A class that sits an exam."""

    code: str = Field(examples=["three-card-poker:payouts:20:2:class 7"])
    opened: Moment
    closes: Moment
    over: bool = Field(description="Nothing more is answered, and results are told")
