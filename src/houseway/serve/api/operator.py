"""The operator's desk over HTTP: submissions, tables opened from them, results by table and day, placards."""

import asyncio
import csv
import io
from collections.abc import Callable, Hashable, Iterable, Mapping
from datetime import UTC, date, datetime, timedelta
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, Request, Response

from houseway.cells import harmless
from houseway.errors import BadInput, NotFound
from houseway.papers import html
from houseway.papers import sign as signs
from houseway.prove.check import Checked
from houseway.prove.placard import Paper, Placard, paper_named, placard
from houseway.record import books, results
from houseway.record.figures import NAMES
from houseway.record.first_signatures import First
from houseway.record.person import Person
from houseway.rules.money import dollars
from houseway.rules.strict import RulesError
from houseway.serve import submissions
from houseway.serve.api.desk import AtDesk, Changing, Desk, DeskNow, OnFloor, Operating, TableId
from houseway.serve.api.errors import gives, refuses
from houseway.serve.api.people import waits_for
from houseway.serve.house import resolved
from houseway.serve.people.roles import MAKE_EFFECTIVE, READ_RULES, RESULTS, TABLES, WRITE_RULES, require
from houseway.serve.web.cached_answers import HTML, PDF
from houseway.wire.fields import MOST_NUMBER
from houseway.wire.operating import (
    DayResult,
    FromSubmission,
    Report,
    Results,
    TableOpened,
    Total,
    Version,
    WholeVersion,
    Written,
)

LOOKED_BACK = 30  # days, if none are named
MOST_DAYS = 3700
_COUNTED = ("rounds", "void")  # the other figures are money

router = APIRouter(prefix="/api/v1")


VersionNumber = Annotated[int, Path(ge=1, le=MOST_NUMBER, examples=[1])]
Day = Annotated[str, Query(pattern=r"^(\d{4}-\d{2}-\d{2})?$", description="A day in UTC", examples=["2026-11-16"])]
OfTable = Annotated[int | None, Query(ge=1, le=MOST_NUMBER, description="Only of this table", examples=[1])]
PaperName = Annotated[Literal["letter", "a4"], Query(description="The sheet that it is set on")]


# Submissions


@router.get("/submissions", tags=["operator"], summary="The versions of the submission, newest first (operator)")
async def list_submissions(session: AtDesk, desk: DeskNow) -> list[Version]:
    require(session.person, READ_RULES)
    found = await desk.house.store.read(submissions.versions)
    return [Version(**one.data()) for one in found]


@router.get("/submissions/{id}", tags=["operator"], summary="A version with its text and findings (operator)")
async def get_submission(id: VersionNumber, session: AtDesk, desk: DeskNow) -> WholeVersion:
    require(session.person, READ_RULES)
    found = await desk.house.store.read(lambda c: submissions.version(c, id))
    if found is None:
        raise NotFound(f"there is no version {id} of the submission")
    return await _whole(found)


@router.post("/submissions/check", tags=["operator"], summary="Check a submission without keeping it (operator)")
async def check_submission(body: Written, session: Operating, desk: DeskNow) -> Report:
    require(session.person, WRITE_RULES)
    return report(await asyncio.to_thread(submissions.checked, body.text))


@router.post("/submissions", status_code=201, tags=["operator"], summary="Keep a submission as a version (operator)")
async def save_submission(body: Written, session: Operating, desk: DeskNow) -> WholeVersion:
    """It may have errors; only one without can be made effective."""
    require(session.person, WRITE_RULES)
    return await _whole(await submissions.save(desk.house, body.text, session.person))


@router.post("/submissions/{id}/effective", tags=["operator"], summary="Make a version effective (operator)")
async def make_effective(id: VersionNumber, session: Changing, desk: DeskNow) -> Version:
    """Tables opened from now on follow it; open tables keep the rules they were opened with. Where the submission in
    effect asks for two signatures it `waits` for the second one."""
    await desk.accounts.require(session, MAKE_EFFECTIVE)
    done = await desk.countersigning.make_effective(id, session.person)
    if not isinstance(done, First):
        return Version(**done.data())
    kept = await desk.house.store.read(lambda c: submissions.version(c, id))
    assert kept is not None
    return Version(**kept.data(), waits=waits_for(desk, done))


@router.post(
    "/submissions/tables",
    status_code=201,
    tags=["operator"],
    summary="Open a table of the effective one (operator)",
    responses=refuses(404),
)
async def open_submitted_table(body: FromSubmission, session: Operating, desk: DeskNow) -> TableOpened:
    require(session.person, TABLES)
    return TableOpened(id=await opened(desk, session.person, body.table, by_hand=body.by_hand))


async def opened(desk: Desk, person: Person, name: str, *, by_hand: bool = False) -> int:
    """Open a table as the submission in effect has it."""
    await submissions.follow(desk.house)
    try:
        submitted = desk.house.submission.table(name)
    except RulesError as error:
        raise NotFound(str(error)) from None
    return await desk.house.open_table(submitted, by=person, by_hand=by_hand, bots=desk.house.bots)


async def _whole(version: submissions.Version) -> WholeVersion:
    found = await asyncio.to_thread(submissions.checked, version.text)
    return WholeVersion(**version.data(), text=version.text, report=report(found))


def report(found: Checked) -> Report:
    return Report(**{name: value for name, value in found.report().items() if name != "submission"})


# Results


@router.get("/results", tags=["operator"], summary="Fees and results by table and day (operator, surveillance)")
async def get_results(
    session: OnFloor, desk: DeskNow, first: Day = "", last: Day = "", table: OfTable = None
) -> Results:
    """The last thirty days if none are named."""
    wanted = asked_for(session.person, first, last, table)
    rows, total = await found(desk, wanted)
    return Results(
        first=wanted.first.isoformat(),
        last=wanted.last.isoformat(),
        rows=[DayResult(**in_dollars(row)) for row in rows],
        total=Total(**in_dollars(total)),
    )


@router.get(
    "/results.csv",
    tags=["operator"],
    summary="The same as a file for a spreadsheet (operator, surveillance)",
    responses=gives("One line a table and day", "text/csv"),
    response_class=Response,
)
async def get_results_csv(
    session: OnFloor, desk: DeskNow, first: Day = "", last: Day = "", table: OfTable = None
) -> Response:
    wanted = asked_for(session.person, first, last, table)
    rows, _ = await found(desk, wanted)
    name = f"results-{wanted.first}-{wanted.last}.csv"
    return Response(
        await asyncio.to_thread(_csv, rows),
        media_type="text/csv; charset=utf-8",
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )


async def found(desk: Desk, wanted: results.Wanted) -> tuple[list[dict[str, Any]], dict[str, int]]:
    return await desk.house.store.read(lambda c: (results.rows(c, wanted), results.total(c, wanted)))


def asked_for(person: Person, first: str, last: str, table: int | None) -> results.Wanted:
    """The days that are wanted, by somebody who may see them."""
    require(person, RESULTS)
    today = datetime.now(UTC).date()
    end = _day(last) or today
    begin = _day(first) or end - timedelta(days=min(LOOKED_BACK - 1, (end - date.min).days))
    if begin > end:
        raise BadInput(f"the first day, {begin}, is after the last, {end}")
    if (end - begin).days >= MOST_DAYS:
        raise BadInput(f"up to {MOST_DAYS} days can be asked for at a time")
    return results.Wanted(begin, end, table)


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        raise BadInput(f"{text!r} is not a day: write it as 2026-11-16") from None


def in_dollars(row: Mapping[str, Any]) -> dict[str, Any]:
    return {name: dollars(value) if name in NAMES and name not in _COUNTED else value for name, value in row.items()}


def _csv(rows: Iterable[Mapping[str, Any]]) -> str:
    written = io.StringIO()
    names = ("day", "table", "name", "game", *NAMES)
    lines = csv.writer(written)
    lines.writerow(names)
    for row in map(in_dollars, rows):
        lines.writerow([harmless(row[name]) for name in names])
    return written.getvalue()


# Placards


@router.get(
    "/tables/{id}/placard.pdf",
    tags=["tables"],
    summary="The sign at a table, to print",
    responses={**gives("One sheet", "application/pdf")},
    response_class=Response,
)
async def get_placard_pdf(id: TableId, request: Request, desk: DeskNow, paper: PaperName = "letter") -> Response:
    key, sign = await sign_of(desk, id)
    made = await desk.answers.made(("sign", paper, key), lambda: _drawn(sign(), paper_named(paper)), PDF)
    return made.answer(request, f"placard-{id}.pdf")


def _drawn(sign: Placard, paper: Paper) -> bytes:
    from houseway.papers import pdf  # with fonts that a house which prints nothing never needs

    return pdf.rendered(signs.described(sign, paper))


async def sign_of(desk: Desk, id: int) -> tuple[Hashable, Callable[[], Placard]]:
    """What hangs at an open table, and what it is made of; looking at it wakes nobody there."""
    row = await desk.house.store.read(lambda c: books.table_row(c, id))
    if row is None or row["closed"]:
        raise NotFound(f"there is no table {id} here")
    game, choices, facility, name = row["game"], row["choices"], desk.house.submission.facility, row["name"]
    key = game, choices, facility, name
    return key, lambda: placard(resolved(game, choices), facility=facility, table=name)


async def placard_page(desk: Desk, request: Request, id: int) -> Response:
    """The sign on screen."""
    key, sign = await sign_of(desk, id)
    letter = paper_named("letter")
    made = await desk.answers.made(("page", key), lambda: html.rendered(signs.described(sign(), letter)).encode(), HTML)
    return made.answer(request)
