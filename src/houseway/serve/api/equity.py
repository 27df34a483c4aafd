"""Equity over HTTP: what hands of a pot game are worth against each other."""

from functools import partial
from typing import Annotated

from fastapi import APIRouter, Query, Request
from pydantic import Field

from houseway.cards.card import CardError
from houseway.errors import BadInput, NotFound, instead
from houseway.games import catalogue
from houseway.pricing.equity.equity import equity as count
from houseway.serve.api.desk import DeskNow, Visitor, household_of
from houseway.serve.api.errors import refuses
from houseway.serve.api.price import GameId, visitor_of
from houseway.serve.web import limits
from houseway.wire.prices import Equity

router = APIRouter(prefix="/api/v1", tags=["prices"])

Cards = Annotated[str, Query(max_length=200, examples=["Kd 7c 2s"])]


@router.get(
    "/equity/{game}",
    summary="What hands of a pot game are worth against each other",
    responses=refuses(409, 429),
    response_model_exclude_unset=True,
)
async def get_equity(
    game: GameId,
    request: Request,
    session: Visitor,
    desk: DeskNow,
    hand: Annotated[
        list[Annotated[str, Field(max_length=400)]],
        Query(
            max_length=10,
            description="One for each player: `AhKh`, `??` for what is not known, several with commas between, for "
            "Hold'em also `QQ+, AKs, TT-77`",
            examples=[["AhKh", "QQ+, AKs"]],
        ),
    ],
    board: Cards = "",
    dead: Cards = "",
    to_come: Annotated[str, Query(max_length=4, description="In Mexican Stud: `up` or `down`")] = "down",
    wait: Annotated[float, Query(ge=0, le=60, description="Seconds to wait for the count")] = 20.0,
) -> Equity:
    """The same as `houseway equity GAME HAND... --json`: exact by counting, and sampled with its standard error where
    counting would take over ten seconds."""
    if game not in catalogue():
        raise NotFound(f"{game!r} is not a game here: {instead(game, catalogue())}")
    desk.limits.use(limits.COUNTING, visitor_of(request, session))
    key = ("equity", game, *hand, board, dead, to_come)
    counting = partial(count, game, *hand, board=board, dead=dead, to_come=to_come)  # reading ranges takes a while too
    try:
        found = await desk.equities.counted(key, counting, who=household_of(request), patience=wait)
    except CardError as error:
        raise BadInput(str(error)) from None
    return Equity.model_validate(found.data())
