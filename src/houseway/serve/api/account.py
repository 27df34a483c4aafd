"""Accounts over HTTP: one's own password, sessions and second factor; for the operator all people, and the log."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query
from pydantic import BaseModel, Field

from houseway.errors import NotFound
from houseway.record import acts
from houseway.record.first_signatures import First
from houseway.record.person import Person
from houseway.serve.api.desk import Bound, BoundChanging, Changing, Desk, DeskNow, SignedIn
from houseway.serve.api.errors import ERRORS
from houseway.serve.api.people import Employed, waits_for
from houseway.serve.people import second_factor
from houseway.serve.people.countersigning import described
from houseway.serve.people.roles import ACCOUNTS, EMPLOY, LOG, SIGN, require
from houseway.serve.people.sessions import Session
from houseway.serve.tables.commands import Body
from houseway.serve.web import limits

router = APIRouter(prefix="/api", responses=ERRORS)

Password = Annotated[str, Field(max_length=200, examples=["correct horse"])]
Code = Annotated[str, Field(max_length=40, description="What the second factor shows, or a recovery code")]
SessionId = Annotated[str, Path(pattern=r"^[0-9a-f]{16}$", examples=["0123456789abcdef"])]
SignatureId = Annotated[str, Path(pattern=r"^[0-9a-f]{16}$", examples=["0123456789abcdef"])]
AccountId = Annotated[int, Path(ge=1, le=2**31 - 1, examples=[7])]


class NewPassword(Body):
    old: Password
    new: Password
    code: Code = ""


class NewSecond(Body):
    password: Password
    secret: Annotated[str, Field(max_length=64)] = Field(description="Of `GET /api/me/second`")
    code: Code


class NoSecond(Body):
    password: Password
    code: Code


class Shut(Body):
    disabled: bool


class NewRole(Body):
    role: Literal["dealer", "floor", "cashier", "surveillance", "operator"] = Field(examples=["floor"])


class Unsigned(BaseModel):
    """An act that waits for a second signature."""

    id: str = Field(examples=["0123456789abcdef"])
    what: str = Field(examples=["book $5,000 to Ada"])
    by: str = Field(description="Who has signed it first", examples=["cashier 1"])
    expires: int = Field(description="Milliseconds since 1970", examples=[1790000000000])
    yours: bool = Field(description="You have signed it first: another person signs it")


class SignedInAt(BaseModel):
    """A session of one's own."""

    id: str = Field(examples=["0123456789abcdef"])
    began: int = Field(description="Milliseconds since 1970", examples=[1790000000000])
    address: str = Field(examples=["203.0.113.9"])
    agent: str = Field(description="The browser, as it names itself")
    here: bool = Field(description="The one that asks")


class Second(BaseModel):
    """A second factor that may be taken."""

    secret: str = Field(examples=["JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"])
    uri: str = Field(description="For the app that shows the codes")
    picture: str = Field(description="The same for its camera, as SVG")


class Account(BaseModel):
    id: int = Field(examples=[7])
    name: str = Field(examples=["Ada"])
    role: str = Field(examples=["player"])
    disabled: bool
    second: bool = Field(description="Has a second factor")
    created: int = Field(description="Milliseconds since 1970", examples=[1790000000000])


class Act(BaseModel):
    """An entry of the log."""

    id: int = Field(examples=[12])
    at: int = Field(description="Milliseconds since 1970", examples=[1790000000000])
    act: str = Field(examples=["signed in"])
    account: int | None = Field(examples=[1])
    name: str = Field(examples=["operator"])
    address: str = Field(examples=["203.0.113.9"])
    about: str = Field(examples=[""])


# One's own


@router.get("/me/sessions", tags=["people"], summary="Where you are signed in")
async def my_sessions(session: SignedIn, desk: DeskNow) -> list[SignedInAt]:
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
async def end_my_others(session: Changing, desk: DeskNow) -> dict[str, int]:
    return {"ended": await desk.accounts.sessions.end_of(session)}


@router.delete("/me/sessions/{id}", tags=["people"], summary="End one of your sessions")
async def end_mine(id: SessionId, session: Changing, desk: DeskNow) -> dict[str, int]:
    ended = await desk.accounts.sessions.end_of(session, id)
    if not ended:
        raise NotFound(f"you have no session {id}")
    return {"ended": ended}


@router.put("/me/password", status_code=204, tags=["people"], summary="Take another password")
async def change_password(body: NewPassword, session: Changing, desk: DeskNow) -> None:
    """Every other session of the account is over with it."""
    desk.limits.use(limits.SIGNING_IN_AS, f"{session.person.id} again")
    await desk.accounts.change_password(session, body.old, body.new, body.code)


@router.get("/me/second", tags=["people"], summary="A second factor that you may take")
async def offer_second(session: Bound, desk: DeskNow) -> Second:
    """It is another one each time, and stands for nothing until it is taken with a code that it shows."""
    secret = second_factor.new_secret()
    uri = second_factor.uri(secret, session.person.name, desk.house.submission.facility)
    return Second(secret=secret, uri=uri, picture=second_factor.picture(uri))


@router.put("/me/second", tags=["people"], summary="Sign in with a second factor from now on")
async def take_second(body: NewSecond, session: BoundChanging, desk: DeskNow) -> dict[str, list[str]]:
    """The answer holds codes for whoever loses the factor, each good once. They are not shown again."""
    desk.limits.use(limits.SIGNING_IN_AS, f"{session.person.id} again")
    return {"recovery": await desk.accounts.set_second(session, body.password, body.secret, body.code)}


@router.post("/me/second/off", status_code=204, tags=["people"], summary="Give the second factor up")
async def drop_second(body: NoSecond, session: Changing, desk: DeskNow) -> None:
    desk.limits.use(limits.SIGNING_IN_AS, f"{session.person.id} again")
    await desk.accounts.drop_second(session, body.password, body.code)


@router.get("/me/acts", tags=["people"], summary="The log of your own account")
async def my_acts(session: SignedIn, desk: DeskNow) -> list[Act]:
    return [Act(**row) for row in await acts_of(desk, session.person)]


async def acts_of(desk: Desk, person: Person, most: int = 50) -> list[dict[str, Any]]:
    rows = await desk.house.store.read(lambda c: acts.latest(c, account=person.id, most=most))
    return [{name: row[name] for name in Act.model_fields} for row in rows]


# The operator's


@router.get("/people", tags=["operator"], summary="Accounts, those who work here first (operator)")
async def people(
    session: SignedIn, desk: DeskNow, find: Annotated[str, Query(max_length=80, description="Part of a name")] = ""
) -> list[Account]:
    require(session.person, ACCOUNTS)
    return [Account(**row) for row in await desk.accounts.listed(find)]


@router.put("/people/{id}/disabled", tags=["operator"], summary="Shut an account, or open it again (operator)")
async def disable(id: AccountId, body: Shut, session: Changing, desk: DeskNow) -> dict[str, str]:
    """Whoever is shut out is signed out at once; their chips stay theirs."""
    require(session.person, ACCOUNTS)
    person = await desk.accounts.disable(id, session.person, disabled=body.disabled)
    return {"name": person.name}


@router.put("/people/{id}/role", tags=["operator"], summary="Give somebody on the staff another role (operator)")
async def change_role(id: AccountId, body: NewRole, session: Changing, desk: DeskNow) -> Employed:
    """They are signed out, and sign in again. Where the submission asks for two signatures to employ somebody, it
    `waits` for the second one."""
    await desk.accounts.require(session, EMPLOY)
    done = await desk.countersigning.change_role(id, body.role, session.person)
    if isinstance(done, First):
        return Employed(name=done.act["name"], role=body.role, waits=waits_for(desk, done))
    return Employed(name=done.name, role=done.role)


# Second signatures


@router.get("/signatures", tags=["staff"], summary="What waits for a second signature (those who may sign)")
async def signatures(session: SignedIn, desk: DeskNow) -> list[Unsigned]:
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
async def sign(id: SignatureId, session: Changing, desk: DeskNow) -> dict[str, str]:
    """By a role that the submission names. Both signatures are in the log and in the daybook."""
    await desk.accounts.require(session, SIGN)
    return {"done": await desk.countersigning.sign(id, session.person)}


@router.get("/acts", tags=["operator"], summary="The log of sign-ins and staff acts (operator, surveillance)")
async def log(
    session: SignedIn,
    desk: DeskNow,
    before: Annotated[int | None, Query(ge=1, le=2**31 - 1, description="Only entries below this number")] = None,
) -> list[Act]:
    require(session.person, LOG)
    rows = await desk.house.store.read(lambda c: acts.latest(c, before=before))
    return [Act(**{name: row[name] for name in Act.model_fields}) for row in rows]
