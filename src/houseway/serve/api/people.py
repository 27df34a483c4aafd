"""People over HTTP: signing up and in, guests, staff, and the cage."""

from decimal import Decimal

from fastapi import APIRouter, Request, Response

from houseway.errors import Forbidden
from houseway.record.first_signatures import First
from houseway.record.names import tidy
from houseway.record.person import Person
from houseway.rules.money import cents, dollars
from houseway.serve.api.desk import (
    COOKIE,
    DEVICE,
    Bound,
    BoundChanging,
    Changing,
    Desk,
    DeskNow,
    Playing,
    client_of,
    cookie_name,
    desk_of,
    household_of,
    kept,
)
from houseway.serve.api.errors import refuses
from houseway.serve.people.passwords import Turn
from houseway.serve.people.roles import CAGE, EMPLOY
from houseway.serve.people.sessions import DAYS, Session
from houseway.serve.people.signatures import LASTS
from houseway.serve.web import limits
from houseway.wire.people import Again, Booked, Cage, Credentials, Me, Post, SigningIn, Staff

router = APIRouter(prefix="/api/v1")


async def _enter(request: Request, response: Response, person: Person) -> Me:
    desk = desk_of(request)
    token, session = await desk.accounts.sessions.begin(person, client_of(request))
    _keep(request, response, COOKIE, token, days=DAYS)
    return await _me(desk, session)


def _keep(request: Request, response: Response, name: str, value: str, *, days: int) -> None:
    secure = request.url.scheme == "https"
    name = cookie_name(request, name)
    response.set_cookie(name, value, max_age=days * 24 * 3600, httponly=True, samesite="lax", secure=secure)


async def _me(desk: Desk, session: Session) -> Me:
    person = session.person
    return Me(
        name=person.name,
        role=person.role,
        guest=person.guest,
        balance=_dollars(await desk.accounts.balance(person)),
        at_tables=_dollars(await desk.house.chips_of(person)),
        csrf=session.csrf,
    )


def _dollars(amount: int) -> Decimal:
    return Decimal(dollars(amount))


@router.post("/accounts", status_code=201, tags=["people"], summary="Sign up as a player", responses=refuses(409, 429))
async def sign_up(body: Credentials, request: Request, response: Response, desk: DeskNow) -> Me:
    home = household_of(request)
    desk.limits.use(limits.SIGNING_UP, home)
    return await _enter(request, response, await desk.accounts.create(body.name, body.password, turn=Turn(whose=home)))


@router.post(
    "/guest",
    status_code=201,
    tags=["people"],
    summary="Come in as a guest with play money",
    responses=refuses(403, 429),
)
async def come_as_guest(request: Request, response: Response, desk: DeskNow) -> Me:
    desk.limits.use(limits.COMING_AS_GUEST, household_of(request))
    if not desk.house.demonstration:
        raise Forbidden("this house takes no guests: sign up for an account")
    return await _enter(request, response, await desk.accounts.guest())


@router.post("/session", tags=["people"], summary="Sign in", responses=refuses(401, 403, 429))
async def sign_in(body: SigningIn, request: Request, response: Response, desk: DeskNow) -> Me:
    """After a few wrong tries under a name each takes a moment longer. A 401 with `needs: code` asks for the second
    factor's code as well."""
    device = kept(request, DEVICE)
    person, proof = await desk.signing_in.person(body.name, body.password, body.code, client_of(request), device)
    _keep(request, response, DEVICE, proof, days=365)
    return await _enter(request, response, person)


@router.post("/session/confirm", status_code=204, tags=["people"], summary="Show that it is still you (staff)")
async def confirm_identity(body: Again, session: Changing, request: Request, desk: DeskNow) -> None:
    """By your password, or a code of your second factor. A 403 with `needs: password` asks for it before money moves.
    It counts for a few minutes."""
    desk.limits.use(limits.CODES if body.code else limits.SIGNING_IN_AS, f"{session.person.id} again")
    await desk.accounts.confirm_again(session, body.password, body.code, client_of(request))


@router.delete("/session", status_code=204, tags=["people"], summary="Sign out")
async def sign_out(session: BoundChanging, request: Request, response: Response, desk: DeskNow) -> None:
    """Every socket and page of this session is closed at once."""
    await desk.accounts.sessions.end(session, client_of(request))
    response.delete_cookie(cookie_name(request, COOKIE), secure=request.url.scheme == "https", httponly=True)


@router.get("/me", tags=["people"], summary="Who am I, and what do I have")
async def get_me(session: Bound, desk: DeskNow) -> Me:
    return await _me(desk, session)


@router.post("/me/chips", tags=["people"], summary="More play money, for who has run out of it")
async def get_play_money(session: Playing, desk: DeskNow) -> Me:
    if not desk.house.demonstration:
        raise Forbidden("this house gives no play money away")
    await desk.accounts.refill(session.person)
    return await _me(desk, session)


@router.post("/staff", status_code=201, tags=["people"], summary="Give somebody a post (operator)")
async def employ(body: Staff, session: Changing, desk: DeskNow) -> Post:
    """Where the submission asks for two signatures it `waits` for the second one."""
    await desk.accounts.require(session, EMPLOY)
    done = await desk.countersigning.employ(body.name, body.password, body.role, session.person)
    waits = waits_for(desk, done) if isinstance(done, First) else None
    return Post(name=tidy(body.name), role=body.role, waits=waits)


def waits_for(desk: Desk, first: First) -> str:
    rule = desk.countersigning.rule(first.kind)
    signers = " or ".join(f"the {role}" for role in rule.by) if rule is not None else "nobody"
    return f"for a second signature, by {signers}: another person gives it within {LASTS // 60_000} minutes"


@router.post(
    "/cage",
    tags=["people"],
    summary="Book chips to a player's account, or off it (cashier, operator)",
    responses=refuses(404),
)
async def book_at_cage(body: Cage, session: Changing, desk: DeskNow) -> Booked:
    """Say it again with the same key if no answer came: it is booked once. A booking that takes two signatures by the
    submission `waits` for the second one."""
    await desk.accounts.require(session, CAGE)
    amount = cents(body.amount) if body.give else -cents(body.amount)
    booked = await desk.countersigning.book(body.name, amount, session.person, key=body.key)
    if isinstance(booked, First):
        player, balance = await desk.accounts.holding(booked.act["name"])
        return Booked(name=player.name, balance=_dollars(balance), waits=waits_for(desk, booked))
    return Booked(name=booked.person.name, balance=_dollars(booked.balance), again=booked.again)
