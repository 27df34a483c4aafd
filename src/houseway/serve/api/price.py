"""Prices over HTTP: the PAR sheet of a game as this house has it, with any of its choices changed."""

from math import lcm
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import JSONResponse
from pydantic import Field

from houseway.errors import BadInput, NotFound, NotNow, instead
from houseway.games import catalogue
from houseway.pricing import can_price
from houseway.pricing.papers.filed import filed
from houseway.pricing.papers.sheet import Sheet
from houseway.rules.resolved import Rules
from houseway.rules.settings import choices
from houseway.rules.strict import RulesError
from houseway.rules.submission import Submission, house_rules
from houseway.serve.api.desk import Desk, DeskNow, Visitor, household_of
from houseway.serve.api.errors import gives, refuses
from houseway.serve.people.sessions import Session
from houseway.serve.web import limits
from houseway.serve.web.cached_answers import JSON, PDF, as_json
from houseway.serve.workers.counts import Count
from houseway.wire.prices import Counting, Priced, PriceSheet

MOST_CHOICES = 100
LONGEST_CHOICE = 200
NO_EDGE = {
    "pot": "players win each other's money in the pot, no bank pays them, and so there is no house edge",
    "pairwise": "every player settles with every other, no bank pays them, and so there is no house edge",
}
MOST_PAID = 100_000  # to 1, in the smallest parts that a table pays: the sums of all deals stay whole numbers

router = APIRouter(prefix="/api/v1", tags=["prices"])

GameId = Annotated[str, Path(max_length=80, examples=["cash-in-baccarat"])]
Chosen = Annotated[
    list[Annotated[str, Field(max_length=LONGEST_CHOICE)]],
    Query(
        default_factory=list,
        max_length=MOST_CHOICES,
        description="What differs from the house's own table, as often as needed: `OPTION=VALUE`, "
        "`pays.TABLE.LINE=ODDS`, `limits.WAGER.minimum=AMOUNT`, `limits.WAGER.maximum=AMOUNT`",
        examples=[["pays.tie.tie=9:1"]],
    ),
]
Wait = Annotated[
    float, Query(ge=0, le=60, description="Seconds to wait for a count before it is answered that it goes on")
]
_COUNTING: dict[int | str, dict[str, Any]] = {
    202: {"model": Counting, "description": "It is being counted: ask again"},
    **refuses(409, 429),
}


@router.get("/prices", summary="The games that have a price")
async def list_prices() -> list[Priced]:
    return [
        Priced(game=id, name=game.rules.name, summary=game.rules.summary)
        for id, game in catalogue().items()
        if can_price(id)
    ]


@router.get(
    "/price/{game}",
    summary="A game's PAR sheet, counted: wagers, edges, distributions, strategy",
    responses=_COUNTING,
    response_model=PriceSheet,
)
async def get_price(
    game: GameId, request: Request, session: Visitor, desk: DeskNow, set: Chosen, wait: Wait = 20.0
) -> Response:
    """The same as `houseway price GAME --set ... --json`. Every figure follows from exact counts. What was counted once
    is answered at once; what must be counted may take a minute, and is answered by 202 until it is over."""
    rules = rules_of(desk.house.submission, game, set)
    count = asked(desk, rules, visitor_of(request, session))
    if not await count.wait(wait):
        return JSONResponse(counting(desk, count, game).model_dump(), 202)
    sheet = sheet_of(count)
    return (await desk.answers.made(("price", count.key), lambda: as_json(filed(sheet)), JSON)).answer(request)


@router.get(
    "/price/{game}/sheet.pdf",
    summary="A game's PAR sheet as a document",
    responses={
        **gives("The document", "application/pdf"),
        **_COUNTING,
    },
    response_class=Response,
)
async def get_price_pdf(
    game: GameId, request: Request, session: Visitor, desk: DeskNow, set: Chosen, wait: Wait = 20.0
) -> Response:
    rules = rules_of(desk.house.submission, game, set)
    who = visitor_of(request, session)
    count = asked(desk, rules, who)
    if not await count.wait(wait):
        return JSONResponse(counting(desk, count, game).model_dump(), 202)
    sheet = sheet_of(count)
    made = await desk.answers.made(
        ("sheet", count.key), lambda: _drawn(sheet), PDF, allowed=lambda: desk.limits.use(limits.DOCUMENTS, who)
    )
    return made.answer(request, f"{rules.game.id}-par-sheet.pdf")


def _drawn(sheet: Sheet) -> bytes:
    from houseway.papers import pdf, price_sheet  # with fonts that a house which prints nothing never needs

    return pdf.rendered(price_sheet.described(sheet))


# What the page uses too


def rules_of(submission: Submission, game: str, settings: list[str]) -> Rules:
    """The house's rules of a game with some choices changed."""
    found = catalogue().get(game)
    if found is None:
        raise NotFound(f"{game!r} is not a game here: {instead(game, catalogue())}")
    if not can_price(game):
        why = NO_EDGE.get(found.rules.bank, "its wagers have not been counted yet")
        raise NotFound(f"{found.rules.name} has no price: {why}")
    try:
        rules = house_rules(found.rules, choices(found.rules, settings, said="set"), submission)
    except RulesError as error:
        raise BadInput(str(error)) from None
    for table in rules.pay_tables.values():
        odds = [line.pays for line in table.lines if line.pays]
        parts = lcm(*(one.stake for one in odds))
        if any(one.win * parts > MOST_PAID * one.stake for one in odds) or parts > MOST_PAID:
            raise BadInput(f"{table.name} pays more than can be counted: up to {MOST_PAID:,} to 1, in fewer parts")
    return rules


def visitor_of(request: Request, session: Session | None) -> str:
    return str(session.person.id) if session else household_of(request)


def asked(desk: Desk, rules: Rules, who: str) -> Count:
    """The count of these rules; whoever has much counted waits."""
    return desk.counts.price(rules, who, allowed=lambda: may_count(desk, who))


def may_count(desk: Desk, who: str) -> None:
    desk.limits.use(limits.COUNTING, who)


def counting(desk: Desk, count: Count, game: str) -> Counting:
    done, of = count.progress
    return Counting(counting=game, done=done, of=of, ahead=desk.counts.ahead(count))


def sheet_of(count: Count) -> Sheet:
    if count.wrong:
        raise NotNow(count.wrong)
    sheet: Sheet = count.answer
    return sheet
