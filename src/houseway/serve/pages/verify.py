"""The page that checks a shuffle in the visitor's own browser: the house only hands out the lines that do it."""

import json
from functools import cache
from typing import Any

from fastapi import Request, Response

from houseway.games import catalogue
from houseway.prove.commitments import dealing
from houseway.serve.api.desk import Desk
from houseway.serve.pages.plain import LOBBY, Plain, lasting_page, own_page
from houseway.serve.pages.templates import render
from houseway.serve.people.sessions import Session

_PAGE = Plain(
    "verify.html",
    "Verify a shuffle",
    crumbs=(*LOBBY, ("", "Verify")),
    sheets=("learn",),
    scripts=("fairness", "verify"),
)


async def verify_page(
    desk: Desk, request: Request, session: Session | None, table: int | None, round: int | None
) -> Response:
    def make() -> dict[str, Any]:
        return {"table": table, "round": round, "games": _games(len(catalogue()))}

    if table or round:  # too many to keep
        return await own_page(desk, session, _PAGE, render(_PAGE.template, **make()))
    return await lasting_page(desk, request, session, _PAGE, len(catalogue()), make)


@cache
def _games(number: int) -> str:
    """How each game is dealt."""
    return json.dumps({id: dealing(game.rules).data() for id, game in catalogue().items()})
