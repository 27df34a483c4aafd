"""What requests need: the house, who asks, and what they may ask for."""

from collections.abc import Sized
from typing import Annotated

from fastapi import Depends, Header, Path, Request, WebSocket
from starlette.requests import HTTPConnection

from houseway.errors import Forbidden, NotSignedIn
from houseway.record import books
from houseway.record.person import Person
from houseway.serve.house import House
from houseway.serve.people.accounts import Accounts
from houseway.serve.people.countersigning import Countersigning
from houseway.serve.people.sessions import Client, Session
from houseway.serve.people.signing_in import SigningIn
from houseway.serve.tables.coach import Coach
from houseway.serve.web import limits
from houseway.serve.web.admission import Admission
from houseway.serve.web.cached_answers import CachedAnswers
from houseway.serve.web.limits import Limits, household
from houseway.serve.web.traffic import Traffic
from houseway.serve.workers.counts import Counts

COOKIE = "houseway"
DEVICE = "houseway-device"  # says that somebody has signed in from this browser before
VISIT = "houseway-visit"  # tells one browser from another before anybody has signed in
MOST_BODY = 64 * 1024
_SIGN_IN = "sign in first, or come in as a guest"


class Desk:
    """What requests need: the house, its people, how often they may try, and what is counted for them."""

    def __init__(self, house: House, accounts: Accounts, limits: Limits) -> None:
        self.house, self.accounts, self.limits = house, accounts, limits
        self.signing_in = SigningIn(accounts, limits)
        self.countersigning = Countersigning(house, accounts)
        self.traffic = Traffic()
        self.counts = Counts()
        self.answers = CachedAnswers()
        self.admission = Admission()
        self.equities = Coach()  # apart from the one of the tables, so that nobody at a table waits for it
        self.unopened: Sized = ()  # pages that were sent and whose browser has not opened its socket yet


def desk_of(request: Request) -> Desk:
    return request.app.state.desk  # type: ignore[no-any-return]


async def _visitor(request: Request) -> Session | None:
    accounts = desk_of(request).accounts
    session = await accounts.session(kept(request, COOKIE))
    if session is not None:
        await accounts.sessions.acts(session)
    return session


async def _signed_in(request: Request) -> Session:
    session = await _visitor(request)
    if session is None:
        raise NotSignedIn(_why_not(request))
    return session


async def _bound(request: Request) -> Session:
    """Who is signed in, though it may be to nothing but setting up a second factor."""
    accounts = desk_of(request).accounts
    session = await accounts.any_session(kept(request, COOKIE))
    if session is None:
        raise NotSignedIn(_why_not(request))
    await accounts.sessions.acts(session)
    return session


def _why_not(request: Request) -> str:
    sessions = desk_of(request).accounts.sessions
    if not sessions.left_idle(kept(request, COOKIE)):
        return _SIGN_IN
    return f"you did nothing for {sessions.idle // 60_000} minutes and were signed out: sign in again"


CSRF = Annotated[str, Header(alias="X-CSRF-Token", description="The `csrf` of `GET /api/me`")]


async def _changing(request: Request, x_csrf_token: CSRF = "") -> Session:
    """Who asks for a change: by cookie, and with the token that another site can't know."""
    return _with_token(request, await _signed_in(request), x_csrf_token)


async def _bound_changing(request: Request, x_csrf_token: CSRF = "") -> Session:
    return _with_token(request, await _bound(request), x_csrf_token)


def _with_token(request: Request, session: Session, token: str) -> Session:
    if token != session.csrf:
        raise Forbidden("the X-CSRF-Token header must hold the csrf token of GET /api/me")
    desk_of(request).limits.use(limits.REQUESTS, session.person.id)
    return session


DeskNow = Annotated[Desk, Depends(desk_of)]
Visitor = Annotated[Session | None, Depends(_visitor)]
SignedIn = Annotated[Session, Depends(_signed_in)]
Changing = Annotated[Session, Depends(_changing)]
Bound = Annotated[Session, Depends(_bound)]  # who has to set up a second factor first is let in too
BoundChanging = Annotated[Session, Depends(_bound_changing)]
TableId = Annotated[int, Path(ge=1, le=2**31 - 1, examples=[1])]
RoundNumber = Annotated[int, Path(ge=1, le=2**31 - 1, examples=[1])]


def address(request: HTTPConnection) -> str:
    return request.client.host if request.client else ""


def cookie_name(connection: HTTPConnection, name: str) -> str:
    """Where it comes by TLS, a name that only this host can set, for all of itself and by TLS alone."""
    return f"__Host-{name}" if connection.scope["scheme"] in ("https", "wss") else name


def kept(connection: HTTPConnection, name: str) -> str | None:
    """What a browser keeps for the house under a name."""
    return connection.cookies.get(cookie_name(connection, name))


def visit_of(connection: HTTPConnection) -> str:
    """Whose browser this is, by its session's cookie or the one that its first page gave it; empty without either."""
    return kept(connection, COOKIE) or kept(connection, VISIT) or connection.scope.get("state", {}).get("visit", "")


def household_of(request: HTTPConnection) -> str:
    """Who comes from one address, for limits that hold for all of them together."""
    return household(address(request))


def client_of(request: Request | WebSocket) -> Client:
    return Client(address(request), request.headers.get("user-agent", ""))


def person_of(session: Session | None) -> Person | None:
    return session.person if session else None


async def comes_first(desk: Desk, token: str | None) -> bool:
    """Whether this is somebody for whom a place is kept: who has a seat, or works here."""
    session = await desk.accounts.any_session(token)
    if session is None:
        return False
    person = session.person
    return person.role != "player" or bool(await desk.house.store.read(lambda c: books.seats_of(c, person.id)))


def same_origin(origin: str | None, host: str | None) -> bool:
    """A browser says where a page comes from; a program that is no browser says nothing."""
    return origin is None or origin.partition("://")[2] == host
