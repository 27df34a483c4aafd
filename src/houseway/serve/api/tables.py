"""Games and tables over HTTP: what there is, what hangs beside it, and what was played there."""

import json
from collections.abc import Iterable
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import StreamingResponse

from houseway.errors import BadInput, NotFound, instead
from houseway.games import catalogue
from houseway.play.event import PUBLIC
from houseway.play.view import round_told
from houseway.record.person import Person
from houseway.rules.meaning import meanings, readings
from houseway.rules.money import dollars
from houseway.rules.resolved import Rules
from houseway.rules.source import source_of
from houseway.rules.submission import SubmittedTable
from houseway.serve.api.desk import Dealing, Desk, DeskNow, OnFloor, Operating, RoundNumber, TableId, Visitor, person_of
from houseway.serve.api.errors import gives, refuses
from houseway.serve.house import resolved
from houseway.serve.people.roles import RECALL, TABLES, require
from houseway.serve.tables.history import LAST, Recalled, export_chain, recall, round_of, rounds_of
from houseway.serve.tables.viewers import written
from houseway.serve.web.cached_answers import JSON, JSON_LINES, as_json
from houseway.serve.workers.counts import key_of
from houseway.wire import tables as wire
from houseway.wire.operating import Opening, Recalling, TableOpened
from houseway.wire.rule_file import RuleFile
from houseway.wire.viewing import View

router = APIRouter(prefix="/api/v1")
TEN = 10  # rounds that are recalled unless told otherwise


@router.get("/games", tags=["games"], summary="The games that can be played here", response_model=list[wire.GameListed])
async def list_games(request: Request, desk: DeskNow) -> Response:
    return (await desk.answers.made(("games", len(catalogue())), lambda: as_json(_games()), JSON)).answer(request)


def _games() -> list[dict[str, Any]]:
    return [
        {
            "id": id,
            "name": game.rules.name,
            "summary": game.rules.summary,
            "known_as": list(game.rules.known_as),
            "bank": game.rules.bank,
            "seats": game.rules.seats,
            "jurisdiction": game.rules.rulebook.jurisdiction,
        }
        for id, game in catalogue().items()
    ]


@router.get("/games/{id}", tags=["games"], summary="A game's whole rule file", response_model=RuleFile)
async def get_game(
    id: Annotated[str, Path(max_length=80, examples=["criss-cross-poker"])], request: Request, desk: DeskNow
) -> Response:
    found = catalogue().get(id)
    if found is None:
        raise NotFound(f"{id!r} is not a game here: {instead(id, catalogue())}")
    rules = found.rules
    made = await desk.answers.made(("rules", id), lambda: as_json(rules.model_dump(mode="json")), JSON)
    return made.answer(request)


@router.get("/tables", tags=["tables"], summary="The lobby")
async def list_tables(desk: DeskNow) -> list[wire.TableListed]:
    return [wire.TableListed(**one) for one in await desk.house.lobby()]


@router.post("/tables", status_code=201, tags=["tables"], summary="Open a table (operator)")
async def open_table(body: Opening, session: Operating, desk: DeskNow) -> TableOpened:
    require(session.person, TABLES)
    if body.game not in catalogue():
        raise BadInput(f"{body.game!r} is not a game here: {instead(body.game, catalogue())}")
    submitted = SubmittedTable(**body.model_dump(exclude={"by_hand", "clock", "bots", "bot"}))
    made = await desk.house.open_table(
        submitted, by=session.person, by_hand=body.by_hand, clock=body.clock, bots=body.bots, bot=body.bot
    )
    return TableOpened(id=made)


@router.delete("/tables/{id}", status_code=204, tags=["tables"], summary="Close an empty table (operator)")
async def close_table(id: TableId, session: Operating, desk: DeskNow) -> None:
    require(session.person, TABLES)
    await desk.house.close_table(id, session.person)


@router.get("/tables/{id}", tags=["tables"], summary="The table as you may see it now", response_model=View)
async def look_at_table(id: TableId, session: Visitor, desk: DeskNow) -> Response:
    table = await desk.house.table(id)
    return Response(written(await table.look(person_of(session))), media_type="application/json")


@router.get(
    "/tables/{id}/placard",
    tags=["tables"],
    summary="Limits, pay tables, options and rulings of this table",
    response_model=wire.Placard,
)
async def get_placard(id: TableId, request: Request, desk: DeskNow) -> Response:
    rules = (await desk.house.table(id)).rules
    return (await desk.answers.made(("posted", key_of(rules)), lambda: as_json(posted(rules)), JSON)).answer(request)


@router.get("/tables/{id}/clauses", tags=["tables"], summary="What a clause means at this table, open or closed")
async def explain_clause(
    id: TableId, desk: DeskNow, cited: Annotated[str, Query(min_length=1, max_length=400, examples=["12.A(9)"])]
) -> wire.Clause:
    row = await desk.house.known(id)
    return explained(resolved(row["game"], row["choices"]), cited)


def explained(rules: Rules, cited: str) -> wire.Clause:
    """What a clause means by these rules."""
    return wire.Clause(
        cited=cited,
        rules=[wire.Meaning(**one.__dict__) for one in meanings(rules, cited)],
        rulings={name: ruling.reading for name, ruling in readings(rules, cited).items()},
        document=source_of(rules.game.rulebook),
    )


def posted(rules: Rules) -> dict[str, Any]:
    """What hangs beside a table: its limits and what its wagers pay."""
    return {
        "game": rules.game.id,
        "name": rules.game.name,
        "rulebook": rules.game.rulebook.model_dump(),
        "wagers": {
            name: {
                "name": wager.name,
                "clause": wager.clause,
                "minimum": dollars(rules.limits[name].minimum) if name in rules.limits else None,
                "maximum": dollars(rules.limits[name].maximum) if name in rules.limits else None,
                "times": list(wager.times),
                "of": wager.of,
                "spots": list(wager.spots),
            }
            for name, wager in rules.wagers.items()
        },
        "pay_tables": {
            table.name: {
                "clause": table.clause,
                "wagers": list(table.wagers),
                "lines": [
                    {"hand": line.label, "pays": str(line.pays) if line.pays else "push", "clause": line.clause}
                    for line in table.lines
                ],
            }
            for table in {table.name: table for table in rules.pay_tables.values()}.values()
        },
        "options": dict(rules.options),
        "rulings": {name: ruling.model_dump() for name, ruling in rules.game.rulings.items()},
    }


# What was


@router.get("/tables/{id}/rounds", tags=["history"], summary="The rounds that were played here, latest first")
async def list_rounds(
    id: TableId, desk: DeskNow, before: Annotated[int, Query(ge=1, le=LAST)] = LAST
) -> list[wire.RoundListed]:
    await desk.house.known(id)
    return [wire.RoundListed(**one) for one in await rounds_of(desk.house.store, id, before=before)]


@router.get(
    "/tables/{id}/rounds/{number}",
    tags=["history"],
    summary="A round again, as you may see it",
    response_model=wire.RoundAgain,
)
async def get_round(id: TableId, number: RoundNumber, request: Request, session: Visitor, desk: DeskNow) -> Response:
    """`openings` prove each card that you were shown, where the house commits to each card by itself; `wheels` has what
    is on each, by stops. `houseway verify` checks them, and all that a round promised."""
    kept = await round_of(desk.house.store, id, person_of(session), number)
    made = await desk.answers.made(("round", kept.key), lambda: as_json(round_told(kept.played(), kept.eyes)), JSON)
    return made.answer(request, own=kept.eyes != PUBLIC)


@router.get(
    "/tables/{id}/rounds/{number}/journal",
    tags=["history"],
    summary="A round's journal as JSON lines",
    responses=gives("A record a line", "application/x-ndjson"),
    response_class=Response,
)
async def get_journal(id: TableId, number: RoundNumber, request: Request, session: Visitor, desk: DeskNow) -> Response:
    """What would tell a card that you may not know is left out."""
    kept = await round_of(desk.house.store, id, person_of(session), number)
    made = await desk.answers.made(("journal", kept.key), lambda: kept.exported().encode(), JSON_LINES)
    return made.answer(request, own=kept.eyes != PUBLIC)


@router.post(
    "/tables/{id}/recall",
    tags=["staff"],
    summary="A player's last rounds (floor, surveillance, operator)",
    response_model_exclude_unset=True,
)
async def recall_rounds(id: TableId, body: Recalling, session: Dealing, desk: DeskNow) -> list[wire.Recalled]:
    """Latest first, each as you may see it, and what the player won or lost. That you looked is in the log."""
    return [
        wire.Recalled.model_validate(
            {
                "round": one.round,
                "began": one.began,
                "seat": one.seat,
                "won": None if one.won is None else dollars(one.won),
                "again": round_told(one.driver, one.eyes),
            }
        )
        for one in await recalled(desk, session.person, id, body.player, body.rounds)
    ]


async def recalled(desk: Desk, person: Person, table: int, name: str, most: int = TEN) -> list[Recalled]:
    require(person, RECALL)
    await desk.house.known(table)
    player, _ = await desk.accounts.holding(name)
    return await recall(desk.house.store, table, player, person, most=most)


@router.get(
    "/tables/{id}/export",
    tags=["history"],
    summary="The regulator's export (surveillance, operator)",
    responses={**gives("A record a line", "application/x-ndjson"), **refuses(409)},
    response_class=Response,
)
async def export_table(id: TableId, session: OnFloor, desk: DeskNow) -> StreamingResponse:
    """Every record of the table's chain with its hash, as JSON lines, up to the first round whose shuffle is still
    secret. hash = SHA-256(previous hash as 64 hex digits + the record as canonical JSON, RFC 8785)."""
    table = await desk.house.table(id)
    lines = await export_chain(table.actor, session.person)
    return StreamingResponse(_json_lines(lines), media_type="application/x-ndjson; charset=utf-8")


def _json_lines(lines: Iterable[dict[str, Any]]) -> Iterable[str]:
    for line in lines:
        yield json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n"
