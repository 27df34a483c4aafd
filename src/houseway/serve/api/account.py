"""Accounts over HTTP: one's own password, sessions, tokens and second factor; for the operator people and the log."""

from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request

from houseway.errors import NotFound
from houseway.record import acts
from houseway.record.first_signatures import First
from houseway.record.person import Person
from houseway.serve.api.desk import (
    AtDesk,
    BoundChanging,
    BoundInPerson,
    Changing,
    Desk,
    DeskNow,
    InPerson,
    OnFloor,
    Operating,
    SignedIn,
    client_of,
)
from houseway.serve.api.people import waits_for
from houseway.serve.people import second_factor
from houseway.serve.people.countersigning import described
from houseway.serve.people.roles import ACCOUNTS, EMPLOY, LOG, SIGN, require
from houseway.serve.people.sessions import Session
from houseway.serve.web import limits
from houseway.wire.fields import MOST_NUMBER
from houseway.wire.people import (
    Account,
    AccountNamed,
    Act,
    Countersigned,
    NewPassword,
    NewRole,
    NewSecond,
    NewToken,
    NoSecond,
    Post,
    Recovery,
    Second,
    SessionsEnded,
    Shut,
    SignedInAt,
    Token,
    TokenMade,
    Unsigned,
)

router = APIRouter(prefix="/api/v1")

SessionId = Annotated[str, Path(pattern=r"^[0-9a-f]{16}$", examples=["0123456789abcdef"])]
SignatureId = Annotated[str, Path(pattern=r"^[0-9a-f]{16}$", examples=["0123456789abcdef"])]
TokenId = Annotated[str, Path(pattern=r"^[0-9a-f]{16}$", examples=["0123456789abcdef"])]
AccountId = Annotated[int, Path(ge=1, le=MOST_NUMBER, examples=[7])]


# One's own


@router.get("/me/sessions", tags=["people"], summary="Where you are signed in")
async def list_my_sessions(session: InPerson, desk: DeskNow) -> list[SignedInAt]:
    return await sessions_of(desk, session)


async def sessions_of(desk: Desk, session: Session) -> list[SignedInAt]:
    return [
        SignedInAt(
            id=row["id"][:16],
            began=row["began"],
            address=row["address"],
            agent=row["agent"],
            here=row["id"] == session.id,
        )
        for row in await desk.accounts.sessions.of(session.person)
    ]


@router.delete("/me/sessions", tags=["people"], summary="Sign out everywhere else")
async def end_other_sessions(session: Changing, desk: DeskNow) -> SessionsEnded:
    return SessionsEnded(ended=await desk.accounts.sessions.end_of(session))


@router.delete("/me/sessions/{id}", tags=["people"], summary="End one of your sessions")
async def end_session(id: SessionId, session: Changing, desk: DeskNow) -> SessionsEnded:
    ended = await desk.accounts.sessions.end_of(session, id)
    if not ended:
        raise NotFound(f"you have no session {id}")
    return SessionsEnded(ended=ended)


@router.get("/me/tokens", tags=["people"], summary="Your tokens for programs")
async def list_my_tokens(session: InPerson, desk: DeskNow) -> list[Token]:
    return await tokens_of(desk, session.person)


async def tokens_of(desk: Desk, person: Person) -> list[Token]:
    return [Token(**_shown(row)) for row in await desk.accounts.tokens.of(person)]


def _shown(row: Mapping[str, Any]) -> dict[str, Any]:
    return {name: row[name] for name in ("name", "scope", "began", "expires")} | {"id": row["id"][:16]}


@router.post("/me/tokens", status_code=201, tags=["people"], summary="Make a token for a program")
async def make_token(body: NewToken, session: Changing, request: Request, desk: DeskNow) -> TokenMade:
    """The token is shown this once; the house keeps only its hash. It can do no more than your role may, nothing that
    asks for your password again, and nothing to your account. Staff confirm who they are first."""
    if session.staff:
        await desk.accounts.require_again(session)
    made, row = await desk.accounts.tokens.make(session.person, body.name, body.scope, body.days, client_of(request))
    return TokenMade(**_shown(row), token=made)


@router.delete("/me/tokens/{id}", status_code=204, tags=["people"], summary="Revoke a token")
async def revoke_token(id: TokenId, session: Changing, request: Request, desk: DeskNow) -> None:
    """Whatever uses it is signed out at once."""
    await desk.accounts.tokens.revoke(session.person, id, client_of(request))


@router.put("/me/password", status_code=204, tags=["people"], summary="Take another password")
async def change_password(body: NewPassword, session: Changing, desk: DeskNow) -> None:
    """Every other session and every token of the account is over with it."""
    desk.limits.use(limits.SIGNING_IN_AS, f"{session.person.id} again")
    await desk.accounts.change_password(session, body.old, body.new, body.code)


@router.get("/me/second", tags=["people"], summary="A second factor that you may take")
async def offer_second_factor(session: BoundInPerson, desk: DeskNow) -> Second:
    """It is another one each time, and stands for nothing until it is taken with a code that it shows."""
    secret = second_factor.new_secret()
    uri = second_factor.uri(secret, session.person.name, desk.house.submission.facility)
    return Second(secret=secret, uri=uri, picture=second_factor.picture(uri))


@router.put("/me/second", tags=["people"], summary="Sign in with a second factor from now on")
async def take_second_factor(body: NewSecond, session: BoundChanging, desk: DeskNow) -> Recovery:
    """The answer holds codes for whoever loses the factor, each good once. They are not shown again."""
    desk.limits.use(limits.SIGNING_IN_AS, f"{session.person.id} again")
    return Recovery(recovery=await desk.accounts.set_second(session, body.password, body.secret, body.code))


@router.post("/me/second/off", status_code=204, tags=["people"], summary="Give the second factor up")
async def drop_second_factor(body: NoSecond, session: Changing, desk: DeskNow) -> None:
    desk.limits.use(limits.SIGNING_IN_AS, f"{session.person.id} again")
    await desk.accounts.drop_second(session, body.password, body.code)


@router.get("/me/acts", tags=["people"], summary="The log of your own account")
async def list_my_acts(session: SignedIn, desk: DeskNow) -> list[Act]:
    return [Act(**row) for row in await acts_of(desk, session.person)]


async def acts_of(desk: Desk, person: Person, most: int = 50) -> list[dict[str, Any]]:
    rows = await desk.house.store.read(lambda c: acts.latest(c, account=person.id, most=most))
    return [{name: row[name] for name in Act.model_fields} for row in rows]


# The operator's


@router.get("/people", tags=["operator"], summary="Accounts, those who work here first (operator)")
async def list_people(
    session: AtDesk, desk: DeskNow, find: Annotated[str, Query(max_length=80, description="Part of a name")] = ""
) -> list[Account]:
    require(session.person, ACCOUNTS)
    return [Account(**row) for row in await desk.accounts.listed(find)]


@router.put("/people/{id}/disabled", tags=["operator"], summary="Shut an account, or open it again (operator)")
async def disable_account(id: AccountId, body: Shut, session: Operating, desk: DeskNow) -> AccountNamed:
    """Whoever is shut out is signed out at once; their chips stay theirs."""
    require(session.person, ACCOUNTS)
    person = await desk.accounts.disable(id, session.person, disabled=body.disabled)
    return AccountNamed(name=person.name)


@router.put("/people/{id}/role", tags=["operator"], summary="Give somebody on the staff another role (operator)")
async def change_role(id: AccountId, body: NewRole, session: Changing, desk: DeskNow) -> Post:
    """They are signed out, and sign in again. Where the submission asks for two signatures to employ somebody, it
    `waits` for the second one."""
    await desk.accounts.require(session, EMPLOY)
    done = await desk.countersigning.change_role(id, body.role, session.person)
    if isinstance(done, First):
        return Post(name=done.act["name"], role=body.role, waits=waits_for(desk, done))
    return Post(name=done.name, role=done.role)


# Second signatures


@router.get("/signatures", tags=["staff"], summary="What waits for a second signature (those who may sign)")
async def list_signatures(session: OnFloor, desk: DeskNow) -> list[Unsigned]:
    """What you may sign, and what you have signed first yourself."""
    require(session.person, SIGN)
    return await unsigned(desk, session.person)


async def unsigned(desk: Desk, person: Person) -> list[Unsigned]:
    return [
        Unsigned(
            id=one.id,
            what=described(one.kind, one.act),
            by=one.by.name,
            expires=one.expires,
            yours=one.by.id == person.id,
        )
        for one in await desk.countersigning.waiting(person)
    ]


@router.post("/signatures/{id}", tags=["staff"], summary="Sign what another person has signed, and have it done")
async def countersign(id: SignatureId, session: Changing, desk: DeskNow) -> Countersigned:
    """By a role that the submission names. Both signatures are in the log and in the daybook."""
    await desk.accounts.require(session, SIGN)
    return Countersigned(done=await desk.countersigning.sign(id, session.person))


@router.get("/acts", tags=["operator"], summary="The log of sign-ins and staff acts (operator, surveillance)")
async def list_acts(
    session: OnFloor,
    desk: DeskNow,
    before: Annotated[int | None, Query(ge=1, le=MOST_NUMBER, description="Only entries below this number")] = None,
) -> list[Act]:
    require(session.person, LOG)
    rows = await desk.house.store.read(lambda c: acts.latest(c, before=before))
    return [Act(**{name: row[name] for name in Act.model_fields}) for row in rows]
