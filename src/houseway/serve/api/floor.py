"""The floor over HTTP: results against theory for those who watch it, and for players their own part."""

import asyncio
from datetime import UTC, datetime
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Response
from fastapi.responses import JSONResponse

from houseway.errors import BadInput, NotFound, NotNow, instead
from houseway.floor import elsewhere
from houseway.floor.report import Report, csv_of, month_of, own
from houseway.floor.theory import known_of
from houseway.games import catalogue
from houseway.record import listing
from houseway.record.errors import ProveError
from houseway.record.person import Person
from houseway.rules.strict import RulesError
from houseway.serve.api.desk import Dealing, Desk, DeskNow, OnFloor, SignedIn
from houseway.serve.api.errors import gives, refuses
from houseway.serve.api.price import asked, may_count, rules_of, sheet_of
from houseway.serve.people.roles import FLOOR, require
from houseway.serve.web import limits
from houseway.serve.workers.counts import Count
from houseway.wire.fields import MOST_NUMBER
from houseway.wire.floor import FloorReport, Given, JudgedElsewhere, Judging

router = APIRouter(prefix="/api/v1", tags=["floor"])


Month = Annotated[str, Query(pattern=r"^(\d{4}-\d{2})?$", description="Else this month", examples=["2026-11"])]
OfTable = Annotated[int | None, Query(ge=1, le=MOST_NUMBER, description="Only of this table", examples=[1])]
OfGame = Annotated[str, Query(max_length=80, description="Only of this game", examples=["pontoon-21"])]
OfAccount = Annotated[str, Query(max_length=40, description="Only what this account did")]
Decisions = Annotated[bool, Query(description="Hold every decision to the coach's, which takes longer")]
Shuffles = Annotated[bool, Query(description="Test the shuffles of each table")]
Wait = Annotated[float, Query(ge=0, le=60, description="Seconds to wait before it is answered that it goes on")]
_JUDGING: dict[int | str, dict[str, Any]] = {
    202: {"model": Judging, "description": "It is being judged: ask again"},
    **refuses(404, 409, 429),
}


def wanted_of(
    month: Month = "", table: OfTable = None, game: OfGame = "", decisions: Decisions = False
) -> dict[str, Any]:
    """A question that can be asked, of every account and without the shuffles."""
    month = month or datetime.now(UTC).strftime("%Y-%m")
    try:
        month_of(month)
    except ProveError as error:
        raise BadInput(str(error)) from None
    if game and game not in catalogue():
        raise NotFound(f"{game!r} is not a game here: {instead(game, catalogue())}")
    return {
        "month": month,
        "table": "" if table is None else str(table),
        "game": game,
        "account": "",
        "decisions": decisions,
        "shuffles": False,
    }


Wanted = Annotated[dict[str, Any], Depends(wanted_of)]


@router.get(
    "/floor",
    summary="Results against theory for a month (operator, surveillance)",
    responses=_JUDGING,
    response_model=FloorReport,
)
async def get_floor_report(
    session: OnFloor,
    desk: DeskNow,
    wanted: Wanted,
    account: OfAccount = "",
    shuffles: Shuffles = False,
    wait: Wait = 20.0,
) -> Response:
    """The same as `houseway floor DATABASE --json`."""
    found = await report(desk, session.person, {**wanted, "account": account, "shuffles": shuffles}, wait)
    return found if isinstance(found, JSONResponse) else JSONResponse(await asyncio.to_thread(found.data))


@router.get(
    "/floor.csv",
    summary="The same as a file for a spreadsheet (operator, surveillance)",
    responses={**gives("One line each", "text/csv"), **_JUDGING},
    response_class=Response,
)
async def get_floor_csv(
    session: OnFloor, desk: DeskNow, wanted: Wanted, account: OfAccount = "", wait: Wait = 20.0
) -> Response:
    found = await report(desk, session.person, {**wanted, "account": account}, wait)
    if isinstance(found, JSONResponse):
        return found
    return Response(
        await asyncio.to_thread(csv_of, found.lines),
        media_type="text/csv; charset=utf-8",
        headers={"content-disposition": f'attachment; filename="floor-{wanted["month"]}.csv"'},
    )


@router.get(
    "/floor.pdf",
    summary="The monthly report as a document (operator, surveillance)",
    responses={
        **gives("The document", "application/pdf"),
        **_JUDGING,
    },
    response_class=Response,
)
async def get_floor_pdf(session: OnFloor, desk: DeskNow, wanted: Wanted, wait: Wait = 20.0) -> Response:
    found = await report(desk, session.person, {**wanted, "shuffles": True}, wait)
    if isinstance(found, JSONResponse):
        return found
    desk.limits.use(limits.DOCUMENTS, session.person.id)
    return Response(
        await asyncio.to_thread(_drawn, found),
        media_type="application/pdf",
        headers={"content-disposition": f'inline; filename="floor-{wanted["month"]}.pdf"'},
    )


def _drawn(found: Report) -> bytes:
    from houseway.papers import floor_report, pdf  # with fonts that a house which prints nothing never needs

    return pdf.rendered(floor_report.described(found))


@router.get(
    "/floor/me",
    summary="How I play: my own results against theory, decisions and bets",
    responses=_JUDGING,
    response_model=FloorReport,
)
async def get_my_play(session: SignedIn, desk: DeskNow, month: Month = "", wait: Wait = 20.0) -> Response:
    """One's own part alone, from rounds whose shoe is over."""
    found = await report_of(desk, session.person, wait, own_of(session.person, month))
    return found if isinstance(found, JSONResponse) else JSONResponse(await asyncio.to_thread(own(found).data))


@router.post("/floor/results", summary="Judge a month's results from elsewhere (operator, surveillance)",
             responses=_JUDGING, response_model=JudgedElsewhere)  # fmt: skip
async def judge_results(body: Given, session: Dealing, desk: DeskNow, wait: Wait = 20.0) -> Response:
    """The same as `houseway floor --results FILE.csv --game GAME`."""
    require(session.person, FLOOR)
    rules = rules_of(desk.house.submission, body.game, [])
    try:
        given = elsewhere.read(body.text, name="text")
        count = asked(desk, rules, str(session.person.id))
        if not await count.wait(wait):
            return _goes_on(desk, count)
        judged = await asyncio.to_thread(elsewhere.judged, given, known_of(sheet_of(count)))
    except RulesError as error:
        raise BadInput(str(error)) from None
    return JSONResponse(judged.data())


# What the pages use too


def own_of(person: Person, month: str) -> dict[str, Any]:
    """What somebody may ask about themself."""
    return {**wanted_of(month, decisions=True), "account": person.name}


async def report(desk: Desk, person: Person, wanted: dict[str, Any], wait: float) -> Report | JSONResponse:
    require(person, FLOOR)
    return await report_of(desk, person, wait, wanted)


async def report_of(desk: Desk, person: Person, wait: float, wanted: dict[str, Any]) -> Report | JSONResponse:
    """The report, or that it goes on. Whoever asks must be allowed to."""
    count = await judging(desk, person, wanted)
    if not await count.wait(wait):
        return _goes_on(desk, count)
    return report_in(count)


async def judging(desk: Desk, person: Person, wanted: dict[str, Any]) -> Count:
    """The count of a report of the house as it stands."""
    now = await desk.house.store.read(listing.stands)
    if wanted["table"] and int(wanted["table"]) not in now.tables:
        raise NotFound(f"there is no table {wanted['table']} here")
    url = desk.house.store.engine.url.render_as_string(hide_password=False)
    who = str(person.id)
    return desk.counts.floor(url, wanted, f"{now.rounds} {now.records}", who, allowed=lambda: may_count(desk, who))


def report_in(count: Count) -> Report:
    if count.wrong:
        raise NotNow(count.wrong)
    found: Report = count.answer
    return found


def _goes_on(desk: Desk, count: Count) -> JSONResponse:
    done, of = count.progress
    return JSONResponse(Judging(done=done, of=of, ahead=desk.counts.ahead(count)).model_dump(), 202)
