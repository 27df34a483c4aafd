"""What requests need: the house, who asks, and what they may ask for."""

from collections.abc import Sized
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Path, Request, WebSocket
from starlette.requests import HTTPConnection

from houseway.errors import Forbidden, NotSignedIn
from houseway.record import books
from houseway.record.person import Person
from houseway.serve.house import House
from houseway.serve.people.accounts import Accounts
from houseway.serve.people.countersigning import Countersigning
from houseway.serve.people.sessions import Client, Session
from houseway.serve.people.signing_in import SigningIn
from houseway.serve.people.tokens import as_token, is_token, wide_enough
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
CSRF = "X-CSRF-Token"
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


@dataclass(frozen=True)
class Asking:
    """Who may ask for something: in a session of their own, or with a token of at least this scope."""

    scope: str = ""  # no token will do if it is empty
    changing: bool = False  # a session shows the token that another site can't know
    anybody: bool = False  # also whoever is not signed in
    bound: bool = False  # also who has to set up a second factor first

    async def __call__(self, request: Request) -> Session | None:
        accounts, credential = desk_of(request).accounts, credential_of(request)
        look_up = accounts.any_session if self.bound else accounts.session
        session = await look_up(credential)
        if session is None:
            if self.anybody and not bearer_of(request):
                return None
            raise NotSignedIn(_why_not(request))
        self.allows(session)
        await accounts.sessions.acts(session)
        if self.changing:
            if not session.scope and request.headers.get(CSRF, "") != session.csrf:
                raise Forbidden("the X-CSRF-Token header must hold the csrf token of GET /api/v1/me")
            desk_of(request).limits.use(limits.REQUESTS, session.person.id)
        return session

    def allows(self, session: Session) -> None:
        """Refuse a token whose scope is too narrow."""
        if not session.scope:
            return
        if not self.scope:
            raise Forbidden("a token can't do this: sign in with your password")
        if not wide_enough(session.scope, self.scope):
            raise Forbidden(f"this token's scope is {session.scope}: it takes one of the scope {self.scope}")


def _why_not(request: Request) -> str:
    if bearer_of(request):
        return "this token is not known, was revoked, or has ended: make another one (/account)"
    sessions = desk_of(request).accounts.sessions
    if not sessions.left_idle(kept(request, COOKIE)):
        return _SIGN_IN
    return f"you did nothing for {sessions.idle // 60_000} minutes and were signed out: sign in again"


DeskNow = Annotated[Desk, Depends(desk_of)]
Visitor = Annotated[Session | None, Depends(Asking("read", anybody=True))]
SignedIn = Annotated[Session, Depends(Asking("read"))]
OnFloor = Annotated[Session, Depends(Asking("floor"))]
AtDesk = Annotated[Session, Depends(Asking("operator"))]
InPerson = Annotated[Session, Depends(Asking())]
Playing = Annotated[Session, Depends(Asking("play", changing=True))]
Dealing = Annotated[Session, Depends(Asking("floor", changing=True))]
Operating = Annotated[Session, Depends(Asking("operator", changing=True))]
Changing = Annotated[Session, Depends(Asking(changing=True))]
Bound = Annotated[Session, Depends(Asking("read", bound=True))]
BoundInPerson = Annotated[Session, Depends(Asking(bound=True))]
BoundChanging = Annotated[Session, Depends(Asking(changing=True, bound=True))]
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


def bearer_of(connection: HTTPConnection) -> str:
    """The token that a program sends."""
    kind, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else ""


def credential_of(connection: HTTPConnection) -> str | None:
    """What shows who somebody is: a program's token, or else the session that a browser keeps. A token that comes as a
    cookie counts for nothing: a browser would send it along for any site."""
    if token := bearer_of(connection):
        return as_token(token)
    cookie = kept(connection, COOKIE)
    return None if cookie is None or is_token(cookie) else cookie


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
