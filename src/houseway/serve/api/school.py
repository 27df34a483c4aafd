"""The school over HTTP: questions, answers, how one does; for the operator, how the staff does."""

import asyncio
from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Path, Query, Response

from houseway.errors import BadInput, NotFound
from houseway.games import catalogue
from houseway.school import exam as exams
from houseway.school.question import SKILLS, SchoolError
from houseway.serve.api.desk import AtDesk, DeskNow, Operating, Playing, SignedIn
from houseway.serve.api.errors import gives, refuses
from houseway.serve.api.price import GameId
from houseway.serve.api.tables import explained
from houseway.serve.people.roles import CLASSES, require
from houseway.serve.school import School, rules_for, skills_of
from houseway.serve.web import limits
from houseway.wire.school import (
    ClassEnded,
    ClassHeld,
    ExamOver,
    Held,
    Judged,
    Noted,
    Progress,
    Question,
    Said,
    StaffProgress,
    Subject,
)
from houseway.wire.tables import Clause

router = APIRouter(prefix="/api/v1/school", tags=["school"])

Skill = Annotated[str, Path(max_length=20, examples=["payouts"])]
Code = Annotated[str, Query(max_length=200, description="GAME:SKILL:QUESTIONS:LEVEL:SEED")]


@router.get("", summary="The games, and what can be drilled in each")
async def list_subjects() -> list[Subject]:
    return [
        Subject(game=id, name=game.rules.name, skills={skill: SKILLS[skill] for skill in skills_of(id)})
        for id, game in catalogue().items()
    ]


@router.get("/{game}/clauses", summary="What a clause of a game means in this house", responses=refuses(409))
async def explain_game_clause(
    game: GameId, desk: DeskNow, cited: Annotated[str, Query(min_length=1, max_length=400, examples=["12.A(9)"])]
) -> Clause:
    return explained(rules_for(desk.house, game), cited)


@router.get("/progress", summary="How you do, skill by skill")
async def get_progress(session: SignedIn, desk: DeskNow) -> list[Progress]:
    """Yours alone: nobody else's are told, whoever asks."""
    return [Progress(**one.data()) for one in await School(desk.house).standings(session.person)]


@router.get("/staff", summary="How those do who work here: the operator's to see")
async def get_staff_progress(session: AtDesk, desk: DeskNow) -> list[StaffProgress]:
    require(session.person, CLASSES)
    found = await School(desk.house).of_staff()
    return [
        StaffProgress(
            name=one["name"], role=one["role"], progress=[Progress(**standing.data()) for standing in standings]
        )
        for one, standings in found
    ]


@router.post(
    "/{game}/{skill}/questions",
    summary="Ask for the next question of a lesson",
    response_model_exclude_unset=True,
)
async def ask_question(game: GameId, skill: Skill, session: Playing, desk: DeskNow) -> Question:
    """It takes the place of a question that you have not answered."""
    desk.limits.use(limits.DRAWING, session.person.id)
    return Question(**(await School(desk.house).ask(session.person, game, skill)).data())


@router.post(
    "/exam/questions",
    summary="Ask for the next question of an exam",
    responses=refuses(404),
    response_model_exclude_unset=True,
)
async def ask_exam_question(code: Code, session: Playing, desk: DeskNow) -> Question | ExamOver:
    """When all are answered: what you made of it, answer by answer. While its class goes on, only that you are done."""
    desk.limits.use(limits.DRAWING, session.person.id)
    school = School(desk.house)
    one = await school.ask_exam(session.person, code)
    if one is not None:
        return Question(**one.data())
    held = await school.class_of(code)
    if held is not None and not held.over:
        return ExamOver(over=True, results_at=held.closes)
    result = await school.result(session.person, code)
    return ExamOver.model_validate({"over": True, **result.data(), "lines": [vars(line) for line in result.lines]})


@router.get(
    "/question",
    summary="The question that waits for you",
    responses=refuses(404, 409, 429),
    response_model_exclude_unset=True,
)
async def get_question(session: SignedIn, desk: DeskNow) -> Question:
    desk.limits.use(limits.DRAWING, session.person.id)
    one = await School(desk.house).waits(session.person)
    if one is None:
        raise NotFound("no question waits for you: ask for one")
    return Question(**one.data())


@router.post(
    "/questions/{id}/answer", summary="Answer the question that waits for you", response_model_exclude_unset=True
)
async def answer_question(
    id: Annotated[str, Path(max_length=32, examples=["6a1f0b52c7d9e83a"])], said: Said, session: Playing, desk: DeskNow
) -> Judged | Noted:
    """Right or not, why, by which clause, and what a mistake would have cost whom. In an exam it is only noted."""
    desk.limits.use(limits.DRAWING, session.person.id)
    question, done, spec = await School(desk.house).answer(session.person, id, said.answer)
    if spec.exam:
        return Noted(noted=True, exam=spec.exam, number=spec.number)
    return Judged(topic=question.topic, **done.data())


@router.post("/classes", status_code=201, summary="Open an exam for a class (operator)", responses=refuses(404))
async def hold_class(body: Held, session: Operating, desk: DeskNow) -> ClassHeld:
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
async def list_classes(session: AtDesk, desk: DeskNow) -> list[ClassHeld]:
    require(session.person, CLASSES)
    return [ClassHeld(**vars(one)) for one in await School(desk.house).classes()]


@router.post("/classes/over", summary="End a class before its time (operator)", responses=refuses(404))
async def end_class(body: ClassEnded, session: Operating, desk: DeskNow) -> ClassHeld:
    require(session.person, CLASSES)
    return ClassHeld(**vars(await School(desk.house).end_class(session.person, body.code)))


@router.get(
    "/exam/sheet",
    summary="The result sheet of an exam, for the class: PDF or CSV",
    responses={
        **gives("The sheet", "application/pdf", "text/csv"),
        **refuses(404, 409, 429),
    },
    response_class=Response,
)
async def get_exam_sheet(
    code: Code,
    session: AtDesk,
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
