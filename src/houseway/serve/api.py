"""The HTTP and WebSocket API: every request checked, every error one sentence."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Iterable
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, FastAPI, Header, HTTPException, Path, Query, Request, Response, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse, StreamingResponse
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter, ValidationError
from sqlalchemy.exc import OperationalError
from starlette.exceptions import HTTPException as StarletteHTTPException
from starlette.websockets import WebSocketDisconnect

from houseway.cards.card import text as cards_text
from houseway.games import catalogue
from houseway.play.view import cards_in_sight, history, story
from houseway.rules.models import Setting
from houseway.rules.money import MoneyError, cents, dollars
from houseway.rules.resolved import Rules
from houseway.rules.submission import SubmittedTable
from houseway.serve.accounts import SESSION_DAYS, Accounts, Limits, Session
from houseway.serve.counts import Counts
from houseway.serve.history import rounds_of
from houseway.serve.house import House
from houseway.serve.people import Denied, Person, Update, Viewer
from houseway.serve.table import Table

COOKIE = "houseway"
MOST_BODY = 64 * 1024
MOST_MESSAGE = 8 * 1024
_MOST_SOCKETS = 20  # open at a time for one account: as many tables as anybody watches
_MOST_STRANGERS = 60  # and for all who have not signed in from one address
_MOST_BEHIND = 200  # updates that a slow viewer may be behind before it is told everything anew


def _money(amount: str) -> str:
    try:
        value = cents(amount)
    except MoneyError as error:
        raise ValueError(str(error)) from None
    if not 0 < value <= 10**11:
        raise ValueError(f"{amount!r} is not an amount to play with: more than 0, up to 1000000000")
    return amount


Plain = Annotated[str, Field(max_length=1000, pattern=r"^[^\x00-\x08\x0e-\x1f\x7f]*$")]
Money = Annotated[str, Field(max_length=20, examples=["100", "12.50"]), AfterValidator(_money)]
Key = Annotated[
    str,
    Field(
        max_length=80,
        pattern=r"^[A-Za-z0-9_.-]*$",
        description="Your own name for this request. Said again with the same key it is not done again.",
        examples=["b3c1f0de"],
    ),
]


class Body(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Credentials(Body):
    name: Plain = Field(examples=["Ada"])
    password: Annotated[str, Field(max_length=200, examples=["correct horse"])]


class Staff(Credentials):
    role: Literal["dealer", "floor", "surveillance", "operator"] = Field(examples=["dealer"])


class Cage(Body):
    name: Plain = Field(examples=["Ada"])
    amount: Money
    give: bool = Field(True, description="False where the player cashes chips in")


class Sit(Body):
    amount: Money
    seat: Annotated[int, Field(ge=1, le=100)] | None = Field(None, description="The first free one if not given")
    behind: Annotated[int, Field(ge=1, le=100)] | None = Field(
        None, description="Instead of a seat: stand on the backline behind this one and bet on its player's hand"
    )
    proposition: bool = Field(
        False, description="Sit as a third-party proposition player, who takes the bank unless told otherwise"
    )
    key: Key = ""


class Chips(Body):
    amount: Money
    key: Key = ""


class Answer(Body):
    text: Plain = Field(examples=["ante 10, five-card-bonus 5", "across 3", "fold"])
    who: Plain = Field("", description="Your own seat or post; anybody else's is refused", examples=["seat 1"])
    key: Key = ""


class Words(Body):
    text: Plain = Field(examples=["my lucky words"])
    key: Key = ""


class Call(Body):
    irregularity: Plain = Field(examples=["13.A"])
    who: Plain = Field("", examples=["seat 2"])
    key: Key = ""


class DutyDone(Body):
    duty: Plain = Field(examples=["stub-count"])
    key: Key = ""


class Keyed(Body):
    key: Key = ""


BotKind = Annotated[
    Literal["simple", "random", "optimal"],
    Field(description="`optimal` answers as the coach says where the game has one, and is simple elsewhere"),
]


class BotWanted(Body):
    kind: BotKind = "simple"


class Opening(Body):
    """A table as a submission describes it, with how it is run."""

    name: Annotated[str, Field(min_length=1, max_length=80, pattern=r"^[^\x00-\x1f\x7f]+$", examples=["Criss Cross 2"])]
    game: Plain = Field(examples=["criss-cross-poker"])
    options: dict[str, Setting] = Field({}, examples=[{"five_card_bonus": False}])
    limits: dict[str, dict[str, str]] = Field({}, examples=[{"ante": {"minimum": "10", "maximum": "100"}}])
    pays: dict[str, dict[str, str]] = Field({}, examples=[{"five-card-bonus": {"flush": "9:1"}}])
    wheels: dict[str, dict[str, int]] = {}
    meters: dict[str, dict[str, str]] = {}
    duties: dict[str, dict[str, int]] = {}
    by_hand: bool = Field(False, description="Real cards, entered by the dealer")
    clock: Annotated[int, Field(ge=5, le=3600)] = Field(30, description="Seconds to act")
    bots: Annotated[int, Field(ge=0, le=8)] = Field(0, description="Bots that keep a player company")
    bot: BotKind = "simple"


class Wrong(BaseModel):
    error: str = Field(examples=["seat 2 is not asked anything now: the table waits for seat 1 (across)"])


class Me(BaseModel):
    name: str = Field(examples=["Guest 482910"])
    role: str = Field(examples=["player"])
    guest: bool
    balance: str = Field(examples=["9000"])
    at_tables: str = Field(
        description="Your stacks and wagers; they come to the balance when a seat is given up", examples=["1000"]
    )
    csrf: str = Field(description="Send it as X-CSRF-Token with every request that changes something")


class Done(BaseModel):
    model_config = ConfigDict(extra="allow")
    number: int | None = Field(None, description="The journal record that holds it", examples=[17])
    again: bool = Field(False, description="It was said before with this key, and done then")


class Worth(BaseModel):
    fraction: str = Field(description="Exact, in units", examples=["-1080326/1324225"])
    decimal: str = Field(examples=["-0.8158175537"])


class AnswerWorth(BaseModel):
    answer: str = Field(examples=["across 1"])
    best: bool
    expectation: Worth = Field(description="The expected result of the whole round")
    cost: Worth = Field(description="What it loses against the best answer")
    cost_amount: str = Field(description="The same in dollars at these stakes", examples=["3.42"])


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
    best: str = Field(examples=["across 1"])
    answers: list[AnswerWorth]


ERRORS: dict[int | str, dict[str, Any]] = {
    status: {"model": Wrong, "description": meaning}
    for status, meaning in {
        400: "Not understood",
        401: "Nobody is signed in",
        403: "Not yours to do",
        404: "No such thing",
        409: "Not allowed now; nothing has changed",
        413: "Too long",
        422: "Not well formed",
        429: "Too many tries",
        503: "The table is changing hands: say it again with the same key",
    }.items()
}

router = APIRouter(prefix="/api", responses=ERRORS)


class Desk:
    """What requests need: the house, its people, how often they may try, and what is counted for them."""

    def __init__(self, house: House, accounts: Accounts, limits: Limits) -> None:
        self.house, self.accounts, self.limits = house, accounts, limits
        self.counts = Counts()


def _desk(request: Request) -> Desk:
    return request.app.state.desk  # type: ignore[no-any-return]


async def _visitor(request: Request) -> Session | None:
    return await _desk(request).accounts.session(request.cookies.get(COOKIE))


async def _signed_in(request: Request) -> Session:
    session = await _visitor(request)
    if session is None:
        raise Denied(401, "sign in first, or come in as a guest")
    return session


async def _changing(
    request: Request,
    x_csrf_token: Annotated[str, Header(description="The `csrf` of `GET /api/me`")] = "",
) -> Session:
    """Who asks for a change: by cookie, and with the token that another site can't know."""
    session = await _signed_in(request)
    if x_csrf_token != session.csrf:
        raise Denied(403, "the X-CSRF-Token header must hold the csrf token of GET /api/me")
    _desk(request).limits.use("requests", str(session.person.id), burst=60, per_minute=1200)
    return session


DeskNow = Annotated[Desk, Depends(_desk)]
Visitor = Annotated[Session | None, Depends(_visitor)]
SignedIn = Annotated[Session, Depends(_signed_in)]
Changing = Annotated[Session, Depends(_changing)]
TableId = Annotated[int, Path(ge=1, le=2**31 - 1, examples=[1])]
RoundNumber = Annotated[int, Path(ge=1, le=2**31 - 1, examples=[1])]


def address(request: Request | WebSocket) -> str:
    return request.client.host if request.client else ""


def _person(session: Session | None) -> Person | None:
    return session.person if session else None


# People


async def _enter(request: Request, response: Response, person: Person) -> Me:
    desk = _desk(request)
    token, session = await desk.accounts.begin_session(person)
    response.set_cookie(
        COOKIE,
        token,
        max_age=SESSION_DAYS * 24 * 3600,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )
    return await _me(desk, session)


async def _me(desk: Desk, session: Session) -> Me:
    person = session.person
    return Me(
        name=person.name,
        role=person.role,
        guest=person.guest,
        balance=dollars(await desk.accounts.balance(person)),
        at_tables=dollars(await desk.house.chips_of(person)),
        csrf=session.csrf,
    )


@router.post("/accounts", status_code=201, tags=["people"], summary="Sign up as a player")
async def sign_up(body: Credentials, request: Request, response: Response, desk: DeskNow) -> Me:
    desk.limits.use("signing up", address(request), burst=20, per_minute=10)
    return await _enter(request, response, await desk.accounts.create(body.name, body.password))


@router.post("/guest", status_code=201, tags=["people"], summary="Come in as a guest with play money")
async def come_as_guest(request: Request, response: Response, desk: DeskNow) -> Me:
    desk.limits.use("coming as a guest", address(request), burst=30, per_minute=20)
    if not desk.house.demonstration:
        raise Denied(403, "this house takes no guests: sign up for an account")
    return await _enter(request, response, await desk.accounts.guest())


@router.post("/session", tags=["people"], summary="Sign in")
async def sign_in(body: Credentials, request: Request, response: Response, desk: DeskNow) -> Me:
    desk.limits.use("signing in", address(request), burst=20, per_minute=20)
    desk.limits.use("signing in", body.name.casefold(), burst=10, per_minute=6)
    return await _enter(request, response, await desk.accounts.check(body.name, body.password))


@router.delete("/session", status_code=204, tags=["people"], summary="Sign out")
async def sign_out(session: Changing, response: Response, desk: DeskNow) -> None:
    await desk.accounts.end_session(session)
    response.delete_cookie(COOKIE)


@router.get("/me", tags=["people"], summary="Who am I, and what do I have")
async def me(session: SignedIn, desk: DeskNow) -> Me:
    return await _me(desk, session)


@router.post("/me/chips", tags=["people"], summary="More play money, for who has run out of it")
async def more_play_money(session: Changing, desk: DeskNow) -> Me:
    if not desk.house.demonstration:
        raise Denied(403, "this house gives no play money away")
    await desk.accounts.refill(session.person)
    return await _me(desk, session)


@router.post("/staff", status_code=201, tags=["people"], summary="Give somebody a post (operator)")
async def employ(body: Staff, session: Changing, desk: DeskNow) -> dict[str, str]:
    only(session.person, "operator", "employ staff")
    person = await desk.accounts.create(body.name, body.password, body.role)
    return {"name": person.name, "role": person.role}


@router.post("/cage", tags=["people"], summary="Book chips to a player's account, or off it (operator)")
async def cage(body: Cage, session: Changing, desk: DeskNow) -> dict[str, str]:
    only(session.person, "operator", "book at the cage")
    amount = cents(body.amount) if body.give else -cents(body.amount)
    person = await desk.accounts.at_the_cage(body.name, amount)
    return {"name": person.name, "balance": dollars(await desk.accounts.balance(person))}


def only(person: Person, role: str, what: str) -> None:
    if person.role != role:
        raise Denied(403, f"a {person.role} can't {what}: the {role} does")


# Games and tables


@router.get("/games", tags=["games"], summary="The games that can be played here")
async def games() -> list[dict[str, Any]]:
    return [
        {
            "id": id,
            "name": game.rules.name,
            "summary": game.rules.summary,
            "bank": game.rules.bank,
            "seats": game.rules.seats,
            "jurisdiction": game.rules.rulebook.jurisdiction,
        }
        for id, game in catalogue().items()
    ]


@router.get("/games/{id}", tags=["games"], summary="A game's whole rule file")
async def game_rules(id: Annotated[str, Path(max_length=80, examples=["criss-cross-poker"])]) -> dict[str, Any]:
    found = catalogue().get(id)
    if found is None:
        raise Denied(404, f"{id!r} is not a game here")
    return found.rules.model_dump(mode="json")


@router.get("/tables", tags=["tables"], summary="The lobby")
async def lobby(desk: DeskNow) -> list[dict[str, Any]]:
    return await desk.house.lobby()


@router.post("/tables", status_code=201, tags=["tables"], summary="Open a table (operator)")
async def open_table(body: Opening, session: Changing, desk: DeskNow) -> dict[str, int]:
    only(session.person, "operator", "open a table")
    if body.game not in catalogue():
        raise Denied(422, f"{body.game!r} is not a game here: {', '.join(catalogue())}")
    submitted = SubmittedTable(**body.model_dump(exclude={"by_hand", "clock", "bots", "bot"}))
    by = session.person.name
    made = await desk.house.open_table(
        submitted, by=by, by_hand=body.by_hand, clock=body.clock, bots=body.bots, bot=body.bot
    )
    return {"id": made}


@router.delete("/tables/{id}", status_code=204, tags=["tables"], summary="Close an empty table (operator)")
async def close_table(id: TableId, session: Changing, desk: DeskNow) -> None:
    only(session.person, "operator", "close a table")
    await desk.house.close_table(id)


@router.get("/tables/{id}", tags=["tables"], summary="The table as you may see it now")
async def look(id: TableId, session: Visitor, desk: DeskNow) -> dict[str, Any]:
    table = await desk.house.table(id)
    return await table.look(_person(session))


@router.get("/tables/{id}/placard", tags=["tables"], summary="Limits, pay tables, options and rulings of this table")
async def placard(id: TableId, desk: DeskNow) -> dict[str, Any]:
    return posted((await desk.house.table(id)).rules)


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


@router.post("/tables/{id}/seat", status_code=201, tags=["play"], summary="Sit down and buy in")
async def sit(id: TableId, body: Sit, session: Changing, desk: DeskNow) -> Done:
    """At a table that a player banks one may also stand behind a seat, or sit as a proposition player."""
    where = {"seat": body.seat, "behind": body.behind, "proposition": body.proposition}
    return await _say(desk, session, id, {"do": "sit", **where, "amount": cents(body.amount), "key": body.key})


@router.delete("/tables/{id}/seat", tags=["play"], summary="Get up and cash out, after the round if one is played")
async def leave(id: TableId, session: Changing, desk: DeskNow, key: Key = "") -> Done:
    return await _say(desk, session, id, {"do": "leave", "key": key})


@router.post("/tables/{id}/chips", tags=["play"], summary="Buy more chips between rounds")
async def buy_chips(id: TableId, body: Chips, session: Changing, desk: DeskNow) -> Done:
    return await _say(desk, session, id, {"do": "buy in", "amount": cents(body.amount), "key": body.key})


@router.post("/tables/{id}/answers", tags=["play"], summary="Answer what you are asked")
async def answer(id: TableId, body: Answer, session: Changing, desk: DeskNow) -> Done:
    """The answer is on the disk when the response comes. What may be answered is in `asks` of the table's view."""
    return await _say(desk, session, id, {"do": "answer", "text": body.text, "who": body.who, "key": body.key})


@router.get("/tables/{id}/coach", tags=["play"], summary="What each answer you may give now is worth")
async def coach(
    id: TableId,
    session: SignedIn,
    desk: DeskNow,
    who: Annotated[Plain, Query(description="Your own seat; anybody else's is refused", examples=["seat 1"])] = "",
) -> Advised:
    """Exact, and from no more than your own seat can see. Only at your own decision, where the game has a coach and
    the house allows it; wagers whose result no decision changes are left out."""
    desk.limits.use("asking the coach", str(session.person.id), burst=20, per_minute=60)
    table = await desk.house.table(id)
    advice = await table.coach(session.person, who)
    return Advised.model_validate(advice.data())


@router.post("/tables/{id}/entropy", tags=["play"], summary="Add words of your own to the shuffle")
async def add_entropy(id: TableId, body: Words, session: Changing, desk: DeskNow) -> Done:
    return await _say(desk, session, id, {"do": "add entropy", "text": body.text, "key": body.key})


@router.post("/tables/{id}/ready", tags=["play"], summary="On to the next round")
async def ready(id: TableId, session: Changing, desk: DeskNow) -> Done:
    return await _say(desk, session, id, {"do": "ready"})


@router.post("/tables/{id}/bots", status_code=201, tags=["play"], summary="Have a bot sit down")
async def add_bot(id: TableId, body: BotWanted, session: Changing, desk: DeskNow) -> Done:
    return await _say(desk, session, id, {"do": "bot", "kind": body.kind})


@router.post("/tables/{id}/rounds", status_code=201, tags=["staff"], summary="Begin a round by hand (dealer, floor)")
async def begin(id: TableId, body: Keyed, session: Changing, desk: DeskNow) -> Done:
    return await _say(desk, session, id, {"do": "begin", "key": body.key})


@router.post("/tables/{id}/calls", tags=["staff"], summary="Call an irregularity (dealer, floor)")
async def call(id: TableId, body: Call, session: Changing, desk: DeskNow) -> Done:
    said = {"do": "call", "irregularity": body.irregularity, "who": body.who, "key": body.key}
    return await _say(desk, session, id, said)


@router.post("/tables/{id}/duties", tags=["staff"], summary="Record a duty as done (dealer, floor)")
async def duty(id: TableId, body: DutyDone, session: Changing, desk: DeskNow) -> Done:
    return await _say(desk, session, id, {"do": "duty", "duty": body.duty, "key": body.key})


@router.post("/tables/{id}/opening", tags=["staff"], summary="Decks have come to the table (dealer, floor)")
async def opening(id: TableId, body: Keyed, session: Changing, desk: DeskNow) -> Done:
    return await _say(desk, session, id, {"do": "open", "key": body.key})


async def _say(desk: Desk, session: Session, id: int, command: dict[str, Any]) -> Done:
    table = await desk.house.table(id)
    return Done(**await table.say(session.person, command))


# What was


@router.get("/tables/{id}/rounds", tags=["history"], summary="The rounds that were played here, latest first")
async def rounds(
    id: TableId, desk: DeskNow, before: Annotated[int, Query(ge=1, le=2**31 - 1)] = 2**31 - 1
) -> list[dict[str, Any]]:
    table = await desk.house.table(id)
    return await rounds_of(desk.house.store, table.id, before=before)


@router.get("/tables/{id}/rounds/{number}", tags=["history"], summary="A round again, as you may see it")
async def round_again(id: TableId, number: RoundNumber, session: Visitor, desk: DeskNow) -> dict[str, Any]:
    table = await desk.house.table(id)
    driver, eyes = await table.round_of(_person(session), number)
    cards = {place: cards_text(cards) for place, cards in cards_in_sight(driver.events, eyes).items()}
    return {
        "round": number,
        "viewer": eyes,
        "cards": cards,
        "events": history(driver.events, eyes),
        "story": story(driver.events, eyes),
    }


@router.get("/tables/{id}/rounds/{number}/journal", tags=["history"], summary="A round's journal as JSON lines")
async def round_journal(id: TableId, number: RoundNumber, session: Visitor, desk: DeskNow) -> PlainTextResponse:
    """What would tell a card that you may not know is left out."""
    table = await desk.house.table(id)
    return PlainTextResponse(
        await table.export_round(_person(session), number), media_type="application/x-ndjson; charset=utf-8"
    )


@router.get("/tables/{id}/export", tags=["history"], summary="The regulator's export (surveillance, operator)")
async def export(id: TableId, session: SignedIn, desk: DeskNow) -> StreamingResponse:
    """Every record of the table's chain with its hash, as JSON lines, up to the first round whose shuffle is still
    secret. hash = SHA-256(previous hash as 64 hex digits + the record as canonical JSON, RFC 8785)."""
    table = await desk.house.table(id)
    lines = await table.export_chain(session.person)
    return StreamingResponse(_json_lines(lines), media_type="application/x-ndjson; charset=utf-8")


def _json_lines(lines: Iterable[dict[str, Any]]) -> Iterable[str]:
    for line in lines:
        yield json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n"


# Live


class Live(BaseModel):
    """What a client may send on the socket; `id` comes back with the reply."""

    model_config = ConfigDict(extra="forbid")
    do: Literal["answer", "add entropy", "ready", "leave", "view", "call", "duty", "begin", "open"]
    id: Annotated[str, Field(max_length=80)] = ""
    key: Key = ""
    text: Plain = ""
    who: Plain = ""
    irregularity: Plain = ""
    duty: Plain = ""


_LIVE = TypeAdapter(Live)


class Socket:
    """One client on a socket: it is told of every event in its order, or of everything anew if it fell behind."""

    def __init__(self, desk: Desk, table: Table, session: Session | None, socket: WebSocket, who: str) -> None:
        self.desk, self.table, self.session, self.socket, self.who = desk, table, session, socket, who
        self._out: asyncio.Queue[Update | None] = asyncio.Queue()
        self._viewer = Viewer(_person(session), self._tell)

    def _tell(self, update: Update) -> None:
        if self._out.qsize() > _MOST_BEHIND:
            while not self._out.empty():
                self._out.get_nowait()
            self._out.put_nowait(None)  # a whole view instead
        self._out.put_nowait(update)

    async def run(self) -> None:
        self.table.watch(self._viewer)
        self._out.put_nowait(None)
        sending = asyncio.create_task(self._send())
        try:
            while True:
                text = await self.socket.receive_text()
                self._out.put_nowait(Update(await self._reply(text)))
        except (WebSocketDisconnect, RuntimeError):
            pass
        except KeyError:  # bytes where text was expected
            with contextlib.suppress(RuntimeError):
                await self.socket.close(1003, "send text")
        finally:
            self.table.unwatch(self._viewer)
            sending.cancel()

    async def _send(self) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            while True:
                update = await self._out.get()
                if update is None:
                    update = Update(await self.table.look(_person(self.session)))
                await self.socket.send_text(update.text)

    async def _reply(self, text: str) -> dict[str, Any]:
        id = ""
        try:
            if len(text) > MOST_MESSAGE:
                raise Denied(413, f"a message has up to {MOST_MESSAGE} characters, not {len(text)}")
            try:
                said = _LIVE.validate_json(text)
                id = said.id
            except ValidationError as error:
                raise Denied(422, _sentence(error.errors())) from None
            finally:
                self.desk.limits.use("messages", self.who, burst=60, per_minute=1200)
            if said.do == "view":
                return {**await self.table.look(_person(self.session)), "id": id}
            session = self.session and await self.desk.accounts.session_by_id(self.session.id)
            if session is None:
                raise Denied(401, "sign in first, or come in as a guest")
            done = await self.table.say(session.person, said.model_dump(exclude={"id"}))
            return {"type": "done", "id": id, **done}
        except Denied as denied:
            return {"type": "refused", "id": id, "status": denied.status, "error": denied.why}


@router.websocket("/tables/{id}/live")
async def live(socket: WebSocket, id: int) -> None:
    """A table live: first a whole `view`, then `events` numbered by `round` and `from`. A client that notices a gap
    sends `{"do": "view"}`. Answers are sent as `{"do": "answer", "text": ..., "key": ..., "id": ...}`."""
    desk: Desk = socket.app.state.desk
    if not same_origin(socket.headers.get("origin"), socket.headers.get("host")):
        await socket.close(1008, "another site can't listen here")
        return
    session = await desk.accounts.session(socket.cookies.get(COOKIE))
    try:
        if not 0 < id < 2**31:
            raise Denied(404, f"there is no table {id} here")
        table = await desk.house.table(id)
    except Denied as denied:
        await socket.close(1008, denied.why)
        return
    who = f"account {session.person.id}" if session else address(socket)
    try:
        with desk.limits.held("open sockets", who, most=_MOST_SOCKETS if session else _MOST_STRANGERS):
            await socket.accept()
            await Socket(desk, table, session, socket, who).run()
    except Denied as denied:
        await socket.close(1008, denied.why)


def same_origin(origin: str | None, host: str | None) -> bool:
    """A browser says where a page comes from; a program that is no browser says nothing."""
    return origin is None or origin.partition("://")[2] == host


# Errors


def _sentence(errors: Iterable[Any]) -> str:
    first = next(iter(errors))
    place = ".".join(str(part) for part in first["loc"] if part not in ("body", "query", "path", "header"))
    said = first["msg"].removeprefix("Value error, ")
    sentence = f"{place}: {said[:1].lower()}{said[1:]}" if place else said
    return sentence.encode("utf-8", "replace").decode()[:500]


def _wrong(status: int, why: str) -> JSONResponse:
    return JSONResponse({"error": why.encode("utf-8", "replace").decode()}, status)


async def _denied(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, Denied)
    return _wrong(error.status, error.why)


async def _malformed(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    return _wrong(422, _sentence(error.errors()))


async def _http(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, (HTTPException, StarletteHTTPException))
    why = {404: f"there is no {request.url.path} here", 405: f"{request.method} can't be done to {request.url.path}"}
    headers = dict(error.headers or {})
    answer = _wrong(error.status_code, why.get(error.status_code, str(error.detail)))
    answer.headers.update(headers)
    return answer


async def _unreachable(request: Request, error: Exception) -> JSONResponse:
    return _wrong(503, "the house's books can't be reached right now: try again in a moment")


async def _mistake(request: Request, error: Exception) -> JSONResponse:
    return _wrong(500, "something is wrong with this house; nothing was changed by your request")


def add_api(app: FastAPI, desk: Desk) -> None:
    app.state.desk = desk
    app.include_router(router)
    app.add_exception_handler(Denied, _denied)
    app.add_exception_handler(RequestValidationError, _malformed)
    app.add_exception_handler(StarletteHTTPException, _http)
    app.add_exception_handler(OperationalError, _unreachable)
    app.add_exception_handler(Exception, _mistake)


@contextlib.asynccontextmanager
async def running(house: House) -> AsyncIterator[None]:
    await house.start()
    try:
        yield
    finally:
        await house.stop()
