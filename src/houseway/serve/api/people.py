"""People over HTTP: signing up and in, guests, staff, and the cage."""

from typing import Annotated, Literal

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, Field

from houseway.rules.money import cents, dollars
from houseway.serve import limits
from houseway.serve.accounts import SESSION_DAYS, Session
from houseway.serve.api.desk import COOKIE, Changing, Desk, DeskNow, SignedIn, address, desk_of, only
from houseway.serve.api.errors import ERRORS
from houseway.serve.commands import Body, Money, Plain
from houseway.serve.people import Denied, Person

router = APIRouter(prefix="/api", responses=ERRORS)


class Credentials(Body):
    name: Plain = Field(examples=["Ada"])
    password: Annotated[str, Field(max_length=200, examples=["correct horse"])]


class Staff(Credentials):
    role: Literal["dealer", "floor", "surveillance", "operator"] = Field(examples=["dealer"])


class Cage(Body):
    name: Plain = Field(examples=["Ada"])
    amount: Money
    give: bool = Field(True, description="False where the player cashes chips in")


class Me(BaseModel):
    name: str = Field(examples=["Guest 482910"])
    role: str = Field(examples=["player"])
    guest: bool
    balance: str = Field(examples=["9000"])
    at_tables: str = Field(
        description="Your stacks and wagers; they come to the balance when a seat is given up", examples=["1000"]
    )
    csrf: str = Field(description="Send it as X-CSRF-Token with every request that changes something")


async def _enter(request: Request, response: Response, person: Person) -> Me:
    desk = desk_of(request)
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
    desk.limits.use(limits.SIGNING_UP, address(request))
    return await _enter(request, response, await desk.accounts.create(body.name, body.password))


@router.post("/guest", status_code=201, tags=["people"], summary="Come in as a guest with play money")
async def come_as_guest(request: Request, response: Response, desk: DeskNow) -> Me:
    desk.limits.use(limits.COMING_AS_GUEST, address(request))
    if not desk.house.demonstration:
        raise Denied(403, "this house takes no guests: sign up for an account")
    return await _enter(request, response, await desk.accounts.guest())


@router.post("/session", tags=["people"], summary="Sign in")
async def sign_in(body: Credentials, request: Request, response: Response, desk: DeskNow) -> Me:
    desk.limits.use(limits.SIGNING_IN, address(request))
    desk.limits.use(limits.SIGNING_IN_AS, body.name.casefold())
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
