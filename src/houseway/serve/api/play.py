"""Playing over HTTP: each request is a command to a table."""

from typing import Annotated

from fastapi import APIRouter, Query

from houseway.serve.api.desk import Dealing, Desk, DeskNow, Playing, SignedIn, TableId
from houseway.serve.api.errors import refuses
from houseway.serve.people.sessions import Session
from houseway.serve.tables import commands
from houseway.serve.tables.commands import Command
from houseway.serve.web import limits
from houseway.wire.fields import Key, Plain
from houseway.wire.playing import Advice, Done

router = APIRouter(prefix="/api/v1")


@router.post("/tables/{id}/seat", status_code=201, tags=["play"], summary="Sit down and buy in")
async def sit_down(id: TableId, body: commands.Sit, session: Playing, desk: DeskNow) -> Done:
    """At a table that a player banks one may also stand behind a seat, or sit as a proposition player."""
    return await _say(desk, session, id, body)


@router.delete("/tables/{id}/seat", tags=["play"], summary="Get up and cash out, after the round if one is played")
async def leave_table(id: TableId, session: Playing, desk: DeskNow, key: Key = "") -> Done:
    return await _say(desk, session, id, commands.Leave(key=key))


@router.put("/tables/{id}/seat", tags=["play"], summary="Keep the seat after all, when you have got up during a round")
async def keep_seat(id: TableId, session: Playing, desk: DeskNow) -> Done:
    """The hand that you left goes on without you; in the next round you play again."""
    return await _say(desk, session, id, commands.Stay())


@router.post("/tables/{id}/chips", tags=["play"], summary="Buy more chips between rounds, or for a bet")
async def buy_chips(id: TableId, body: commands.Chips, session: Playing, desk: DeskNow) -> Done:
    return await _say(desk, session, id, body)


@router.post("/tables/{id}/answers", tags=["play"], summary="Answer what you are asked")
async def answer_ask(id: TableId, body: commands.Answer, session: Playing, desk: DeskNow) -> Done:
    """The answer is on the disk when the response comes. What may be answered is in `asks` of the table's view."""
    return await _say(desk, session, id, body)


@router.get(
    "/tables/{id}/coach",
    tags=["play"],
    summary="What each answer you may give now is worth",
    responses=refuses(409, 429),
)
async def ask_coach(
    id: TableId,
    session: SignedIn,
    desk: DeskNow,
    who: Annotated[Plain, Query(description="Your own seat; anybody else's is refused", examples=["seat 1"])] = "",
) -> Advice:
    """Exact, and from no more than your own seat can see. Only at your own decision, where the game has a coach and
    the house allows it; wagers whose result no decision changes are left out."""
    desk.limits.use(limits.COACHING, session.person.id)
    table = await desk.house.table(id)
    advice = await table.coach(session.person, who)
    return Advice.model_validate(advice.data())


@router.put("/tables/{id}/seal", tags=["play"], summary="Seal words of your own for the next shuffle")
async def seal_words(id: TableId, body: commands.SealWords, session: Playing, desk: DeskNow) -> Done:
    """Before the round begins; a later seal replaces an earlier one. The event `wordsSealed` shows whose are in it."""
    return await _say(desk, session, id, body)


@router.put("/tables/{id}/words", tags=["play"], summary="Open the words that you sealed")
async def open_words(id: TableId, body: commands.OpenWords, session: Playing, desk: DeskNow) -> Done:
    """When the table `awaits_words` of your seat: bets are closed, and every seal is bound. They are opened together,
    and the cards shuffled; words that are not opened within seconds do not count."""
    return await _say(desk, session, id, body)


@router.post("/tables/{id}/ready", tags=["play"], summary="On to the next round")
async def be_ready(id: TableId, session: Playing, desk: DeskNow) -> Done:
    return await _say(desk, session, id, commands.Ready())


@router.post("/tables/{id}/bots", status_code=201, tags=["play"], summary="Have a bot sit down")
async def add_bot(id: TableId, body: commands.BotWanted, session: Playing, desk: DeskNow) -> Done:
    return await _say(desk, session, id, body)


@router.post("/tables/{id}/rounds", status_code=201, tags=["staff"], summary="Begin a round by hand (dealer, floor)")
async def begin_round(id: TableId, body: commands.Begin, session: Dealing, desk: DeskNow) -> Done:
    return await _say(desk, session, id, body)


@router.post("/tables/{id}/calls", tags=["staff"], summary="Call an irregularity (dealer, floor)")
async def call_irregularity(id: TableId, body: commands.Call, session: Dealing, desk: DeskNow) -> Done:
    """Where the house shuffles, a call that changes the round takes two people, one of them the floor: the first answer
    says that it `waits`, and the call is carried out when the other makes it too."""
    return await _say(desk, session, id, body)


@router.post("/tables/{id}/duties", tags=["staff"], summary="Record a duty as done (dealer, floor)")
async def record_duty(id: TableId, body: commands.DutyDone, session: Dealing, desk: DeskNow) -> Done:
    return await _say(desk, session, id, body)


@router.post("/tables/{id}/opening", tags=["staff"], summary="Decks have come to the table (dealer, floor)")
async def receive_decks(id: TableId, body: commands.DecksCome, session: Dealing, desk: DeskNow) -> Done:
    return await _say(desk, session, id, body)


async def _say(desk: Desk, session: Session, id: int, command: Command) -> Done:
    table = await desk.house.table(id)
    return Done(**await table.say(session.person, command))
