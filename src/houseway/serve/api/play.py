"""Playing over HTTP: each request is a command to a table."""

from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import BaseModel, ConfigDict, Field

from houseway.serve.api.desk import Changing, Desk, DeskNow, SignedIn, TableId
from houseway.serve.api.errors import ERRORS
from houseway.serve.people.sessions import Session
from houseway.serve.tables import commands
from houseway.serve.tables.commands import Command, Key, Plain
from houseway.serve.web import limits

router = APIRouter(prefix="/api", responses=ERRORS)


class Done(BaseModel):
    model_config = ConfigDict(extra="allow")
    number: int | None = Field(None, description="The journal record that holds it", examples=[17])
    again: bool = Field(False, description="It was said before with this key, and done then")
    waits: str | None = Field(None, description="It is not done yet, and this is what it waits for")


class Worth(BaseModel):
    fraction: str = Field(description="Exact, in units", examples=["-1080326/1324225"])
    decimal: str = Field(examples=["-0.8158175537"])


class AnswerWorth(BaseModel):
    answer: str = Field(examples=["across 1"])
    best: bool
    expectation: Worth = Field(description="The expected result of the whole round")
    cost: Worth = Field(description="What it loses against the best answer")
    cost_amount: str = Field(description="The same in dollars at these stakes", examples=["3.42"])


class FactTold(BaseModel):
    name: str = Field(examples=["Pot odds"])
    text: str = Field(examples=["$6 to win $21: a call must win 22.2 % of the pot"])
    fraction: str = Field(examples=["2/9"])
    decimal: str = Field(examples=["0.2222222222"])


class Advised(BaseModel):
    who: str = Field(examples=["seat 1"])
    ask: str = Field(examples=["across"])
    spot: str = Field(description="The seat or box that it is about", examples=["seat 1"])
    clause: str = Field(examples=["11.B(1)"])
    unit: str = Field(examples=["one ante"])
    unit_amount: str = Field(description="One unit in dollars", examples=["10"])
    cards: dict[str, str] = Field(
        description="What it rests on: the cards that your seat can see", examples=[{"seat 1": "8h Tc"}]
    )
    best: str = Field(description="Of the answers below, the one that is worth most", examples=["across 1"])
    answers: list[AnswerWorth]
    facts: list[FactTold] = Field([], description="What to weigh besides, at a pot: equity, odds, how it stands, outs")
    basis: str = Field("", description="What the worths take for granted, where that is not the best play from here on")


@router.post("/tables/{id}/seat", status_code=201, tags=["play"], summary="Sit down and buy in")
async def sit(id: TableId, body: commands.Sit, session: Changing, desk: DeskNow) -> Done:
    """At a table that a player banks one may also stand behind a seat, or sit as a proposition player."""
    return await _say(desk, session, id, body)


@router.delete("/tables/{id}/seat", tags=["play"], summary="Get up and cash out, after the round if one is played")
async def leave(id: TableId, session: Changing, desk: DeskNow, key: Key = "") -> Done:
    return await _say(desk, session, id, commands.Leave(key=key))


@router.put("/tables/{id}/seat", tags=["play"], summary="Keep the seat after all, when you have got up during a round")
async def stay(id: TableId, session: Changing, desk: DeskNow) -> Done:
    """The hand that you left goes on without you; in the next round you play again."""
    return await _say(desk, session, id, commands.Stay())


@router.post("/tables/{id}/chips", tags=["play"], summary="Buy more chips between rounds, or for a bet")
async def buy_chips(id: TableId, body: commands.Chips, session: Changing, desk: DeskNow) -> Done:
    return await _say(desk, session, id, body)


@router.post("/tables/{id}/answers", tags=["play"], summary="Answer what you are asked")
async def answer(id: TableId, body: commands.Answer, session: Changing, desk: DeskNow) -> Done:
    """The answer is on the disk when the response comes. What may be answered is in `asks` of the table's view."""
    return await _say(desk, session, id, body)


@router.get("/tables/{id}/coach", tags=["play"], summary="What each answer you may give now is worth")
async def coach(
    id: TableId,
    session: SignedIn,
    desk: DeskNow,
    who: Annotated[Plain, Query(description="Your own seat; anybody else's is refused", examples=["seat 1"])] = "",
) -> Advised:
    """Exact, and from no more than your own seat can see. Only at your own decision, where the game has a coach and
    the house allows it; wagers whose result no decision changes are left out."""
    desk.limits.use(limits.COACHING, session.person.id)
    table = await desk.house.table(id)
    advice = await table.coach(session.person, who)
    return Advised.model_validate(advice.data())


@router.put("/tables/{id}/seal", tags=["play"], summary="Seal words of your own for the next shuffle")
async def seal_words(id: TableId, body: commands.SealWords, session: Changing, desk: DeskNow) -> Done:
    """Before the round begins; a later seal replaces an earlier one. The event `wordsSealed` shows whose are in it."""
    return await _say(desk, session, id, body)


@router.put("/tables/{id}/words", tags=["play"], summary="Open the words that you sealed")
async def open_words(id: TableId, body: commands.OpenWords, session: Changing, desk: DeskNow) -> Done:
    """When the table `awaits_words` of your seat: bets are closed, and every seal is bound. They are opened together,
    and the cards shuffled; words that are not opened within seconds do not count."""
    return await _say(desk, session, id, body)


@router.post("/tables/{id}/ready", tags=["play"], summary="On to the next round")
async def ready(id: TableId, session: Changing, desk: DeskNow) -> Done:
    return await _say(desk, session, id, commands.Ready())


@router.post("/tables/{id}/bots", status_code=201, tags=["play"], summary="Have a bot sit down")
async def add_bot(id: TableId, body: commands.BotWanted, session: Changing, desk: DeskNow) -> Done:
    return await _say(desk, session, id, body)


@router.post("/tables/{id}/rounds", status_code=201, tags=["staff"], summary="Begin a round by hand (dealer, floor)")
async def begin(id: TableId, body: commands.Begin, session: Changing, desk: DeskNow) -> Done:
    return await _say(desk, session, id, body)


@router.post("/tables/{id}/calls", tags=["staff"], summary="Call an irregularity (dealer, floor)")
async def call(id: TableId, body: commands.Call, session: Changing, desk: DeskNow) -> Done:
    """Where the house shuffles, a call that changes the round takes two people, one of them the floor: the first answer
    says that it `waits`, and the call is carried out when the other makes it too."""
    return await _say(desk, session, id, body)


@router.post("/tables/{id}/duties", tags=["staff"], summary="Record a duty as done (dealer, floor)")
async def duty(id: TableId, body: commands.DutyDone, session: Changing, desk: DeskNow) -> Done:
    return await _say(desk, session, id, body)


@router.post("/tables/{id}/opening", tags=["staff"], summary="Decks have come to the table (dealer, floor)")
async def opening(id: TableId, body: commands.DecksCome, session: Changing, desk: DeskNow) -> Done:
    return await _say(desk, session, id, body)


async def _say(desk: Desk, session: Session, id: int, command: Command) -> Done:
    table = await desk.house.table(id)
    return Done(**await table.say(session.person, command))
