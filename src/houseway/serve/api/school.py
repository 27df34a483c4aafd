"""The school over HTTP: questions, answers, how one does; for the operator, how the staff does."""

import asyncio
from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Response
from pydantic import BaseModel, ConfigDict, Field

from houseway.errors import BadInput, NotFound
from houseway.games import catalogue
from houseway.rules.meaning import meanings, readings
from houseway.rules.source import source_of
from houseway.school import exam as exams
from houseway.school.question import SKILLS, SchoolError
from houseway.serve.api.desk import Changing, DeskNow, SignedIn
from houseway.serve.api.errors import ERRORS
from houseway.serve.api.price import GameId
from houseway.serve.people.roles import CLASSES, require
from houseway.serve.school import LONGEST_CLASS, School, rules_for, skills_of
from houseway.serve.web import limits

router = APIRouter(prefix="/api/school", responses=ERRORS, tags=["school"])

Skill = Annotated[str, Path(max_length=20, examples=["payouts"])]
Code = Annotated[str, Query(max_length=200, description="GAME:SKILL:QUESTIONS:LEVEL:SEED")]
_QUESTION = {
    "id": "6a1f0b52c7d9e83a",
    "game": "three-card-poker",
    "skill": "hands",
    "asked": "Which hand lies at seat 1?",
    "answer": {"form": "choice", "options": ["straight, ten high", "pair of tens", "flush, ten high"]},
    "cards": {"seat 1": "Th 9h 3h"},
}


class Said(BaseModel):
    """An answer, in words; of a choice also its letter."""

    model_config = ConfigDict(extra="forbid")
    answer: str = Field(max_length=400, examples=["ante 10, play -20"])


class Held(BaseModel):
    """An exam that a class sits."""

    model_config = ConfigDict(extra="forbid")
    game: str = Field(max_length=80, examples=["three-card-poker"])
    skill: str = Field("all", max_length=20, examples=["payouts"])
    questions: int = Field(20, ge=1, le=exams.MOST)
    level: int = Field(2, ge=1, le=3)
    seed: str = Field(max_length=40, examples=["class 7"])
    minutes: int = Field(60, ge=1, le=LONGEST_CLASS)


class Ended(BaseModel):
    model_config = ConfigDict(extra="forbid")
    code: str = Field(max_length=200, examples=["three-card-poker:payouts:20:2:class 7"])


class ClassHeld(BaseModel):
    """A class that sits an exam."""

    code: str = Field(examples=["three-card-poker:payouts:20:2:class 7"])
    opened: int = Field(description="Milliseconds since 1970", examples=[1790000000000])
    closes: int = Field(description="Milliseconds since 1970", examples=[1790003600000])
    over: bool = Field(description="Nothing more is answered, and results are told")


class Subject(BaseModel):
    """What can be drilled in a game."""

    game: str = Field(examples=["three-card-poker"])
    name: str = Field(examples=["3 Card Poker"])
    skills: dict[str, str]


@router.get("", summary="The games, and what can be drilled in each")
async def subjects() -> list[Subject]:
    return [
        Subject(game=id, name=game.rules.name, skills={skill: SKILLS[skill] for skill in skills_of(id)})
        for id, game in catalogue().items()
    ]


@router.get("/{game}/clauses", summary="What a clause of a game means in this house")
async def clause(
    game: GameId, desk: DeskNow, cited: Annotated[str, Query(min_length=1, max_length=400, examples=["12.A(9)"])]
) -> dict[str, Any]:
    rules = rules_for(desk.house, game)
    return {
        "cited": cited,
        "rules": [dict(one.__dict__) for one in meanings(rules, cited)],
        "rulings": {name: ruling.reading for name, ruling in readings(rules, cited).items()},
        "document": source_of(rules.game.rulebook),
    }


@router.get("/progress", summary="How you do, skill by skill")
async def progress(session: SignedIn, desk: DeskNow) -> list[dict[str, Any]]:
    """Yours alone: nobody else's are told, whoever asks."""
    return [one.data() for one in await School(desk.house).standings(session.person)]


@router.get("/staff", summary="How those do who work here: the operator's to see")
async def staff(session: SignedIn, desk: DeskNow) -> list[dict[str, Any]]:
    require(session.person, CLASSES)
    found = await School(desk.house).of_staff()
    return [
        {"name": one["name"], "role": one["role"], "progress": [standing.data() for standing in standings]}
        for one, standings in found
    ]


@router.post(
    "/{game}/{skill}/questions",
    summary="Ask for the next question of a lesson",
    responses={200: {"content": {"application/json": {"example": _QUESTION}}}},
)
async def ask(game: GameId, skill: Skill, session: Changing, desk: DeskNow) -> dict[str, Any]:
    """It takes the place of a question that you have not answered."""
    desk.limits.use(limits.DRAWING, session.person.id)
    return (await School(desk.house).ask(session.person, game, skill)).data()


@router.post("/exam/questions", summary="Ask for the next question of an exam")
async def ask_exam(code: Code, session: Changing, desk: DeskNow) -> dict[str, Any]:
    """When all are answered: what you made of it, answer by answer. While its class goes on, only that you are done."""
    desk.limits.use(limits.DRAWING, session.person.id)
    school = School(desk.house)
    one = await school.ask_exam(session.person, code)
    if one is not None:
        return one.data()
    held = await school.class_of(code)
    if held is not None and not held.over:
        return {"over": True, "results_at": held.closes}
    result = await school.result(session.person, code)
    return {"over": True, **result.data(), "lines": [vars(line) for line in result.lines]}


@router.get("/question", summary="The question that waits for you")
async def waits(session: SignedIn, desk: DeskNow) -> dict[str, Any]:
    desk.limits.use(limits.DRAWING, session.person.id)
    one = await School(desk.house).waits(session.person)
    if one is None:
        raise NotFound("no question waits for you: ask for one")
    return one.data()


@router.post("/questions/{id}/answer", summary="Answer the question that waits for you")
async def answer(
    id: Annotated[str, Path(max_length=32, examples=["6a1f0b52c7d9e83a"])], said: Said, session: Changing, desk: DeskNow
) -> dict[str, Any]:
    """Right or not, why, by which clause, and what a mistake would have cost whom. In an exam it is only noted."""
    desk.limits.use(limits.DRAWING, session.person.id)
    question, done, spec = await School(desk.house).answer(session.person, id, said.answer)
    if spec.exam:
        return {"noted": True, "exam": spec.exam, "number": spec.number}
    return {"topic": question.topic, **done.data()}


@router.post("/classes", status_code=201, summary="Open an exam for a class (operator)")
async def hold(body: Held, session: Changing, desk: DeskNow) -> ClassHeld:
    """The class is asked the same questions, which follow from a secret of the house too. They are answered until it is
    over, and what was right is told afterwards."""
    require(session.person, CLASSES)
    try:
        exam = exams.Exam(body.game, body.skill, body.seed, body.questions, body.level)
    except SchoolError as error:
        raise BadInput(str(error)) from None
    held = await School(desk.house).hold(session.person, exam, body.minutes)
    return ClassHeld(**vars(held))


@router.get("/classes", summary="The latest classes (operator)")
async def classes(session: SignedIn, desk: DeskNow) -> list[ClassHeld]:
    require(session.person, CLASSES)
    return [ClassHeld(**vars(one)) for one in await School(desk.house).classes()]


@router.post("/classes/over", summary="End a class before its time (operator)")
async def end(body: Ended, session: Changing, desk: DeskNow) -> ClassHeld:
    require(session.person, CLASSES)
    return ClassHeld(**vars(await School(desk.house).end_class(session.person, body.code)))


@router.get("/exam/sheet", summary="The result sheet of an exam, for the class: PDF or CSV", response_class=Response)
async def sheet(
    code: Code,
    session: SignedIn,
    desk: DeskNow,
    form: Annotated[str, Query(alias="as", pattern="^(pdf|csv)$")] = "pdf",
) -> Response:
    require(session.person, CLASSES)
    desk.limits.use(limits.DOCUMENTS, session.person.id)
    results = await School(desk.house).class_results(code)
    exam = exams.exam_of(code)
    if form == "csv":
        return Response(exams.as_csv(results), media_type="text/csv; charset=utf-8")
    name = rules_for(desk.house, exam.game).game.name
    under = f"{desk.house.submission.facility} · exam {exam.code}"
    sheet = await asyncio.to_thread(_drawn, f"{name}: {exam.skill}", under, results)
    return Response(sheet, media_type="application/pdf")


def _drawn(title: str, subtitle: str, results: Sequence[exams.Result]) -> bytes:
    from houseway.papers import exam_results, pdf  # with fonts that a house which prints nothing never needs

    return pdf.rendered(exam_results.described(title, subtitle, results))
