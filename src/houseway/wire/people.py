"""People: signing up and in, sessions, tokens, second factors, staff, signatures and the log."""

from typing import Annotated, Literal

from pydantic import Field

from houseway.wire.fields import Body, Code, Dollars, Key, Moment, Money, Password, Plain, Role, Told, Waits

Scope = Annotated[
    Literal["read", "play", "floor", "operator"],
    Field(
        description="`read`: look at what the account may see. `play`: also sit down and play. For staff: `floor`: "
        "what the role does at tables, and reports. `operator`: also tables, submissions, accounts and classes."
    ),
]
LONGEST_TOKEN = 366  # days
ShownId = Annotated[str, Field(pattern=r"^[0-9a-f]{16}$", examples=["0123456789abcdef"])]

# What is given


class Credentials(Body):
    name: Plain = Field(examples=["Ada"])
    password: Password


class SigningIn(Credentials):
    code: Code = ""


class Again(Body):
    """One of the two."""

    password: Password = ""
    code: Code = ""


class Staff(Credentials):
    role: Role = Field(examples=["dealer"])


class Cage(Body):
    name: Plain = Field(examples=["Ada"])
    amount: Money
    give: bool = Field(default=True, description="False where the player cashes chips in")
    key: Key = ""


class NewPassword(Body):
    old: Password
    new: Password
    code: Code = ""


class NewSecond(Body):
    password: Password
    secret: Annotated[str, Field(max_length=64)] = Field(description="The one that you were offered")
    code: Code


class NoSecond(Body):
    password: Password
    code: Code


class Shut(Body):
    disabled: bool


class NewRole(Body):
    role: Role = Field(examples=["floor"])


class NewToken(Body):
    name: Annotated[str, Field(min_length=1, max_length=40, pattern=r"^[^\x00-\x1f\x7f]+$")] = Field(
        description="What it is for", examples=["my bot"]
    )
    scope: Scope = "read"
    days: Annotated[int, Field(ge=1, le=LONGEST_TOKEN)] = Field(default=30, description="Days until it ends")


# What is told


class Me(Told):
    name: str = Field(examples=["Guest 482910"])
    role: str = Field(examples=["player"])
    guest: bool
    balance: Dollars
    at_tables: Dollars = Field(
        description="Your stacks and wagers; they come to the balance when a seat is given up", examples=["1000"]
    )
    csrf: str = Field(description="Send it as X-CSRF-Token with every change; empty where a token is used")


class SignedInAt(Told):
    """A session of your own."""

    id: ShownId
    began: Moment
    address: str = Field(examples=["203.0.113.9"])
    agent: str = Field(description="The browser, as it names itself")
    here: bool = Field(description="The one that asks")


class SessionsEnded(Told):
    ended: int = Field(description="How many", examples=[1])


class Token(Told):
    """A token of your own, without its secret."""

    id: ShownId
    name: str = Field(examples=["my bot"])
    scope: Scope
    began: Moment
    expires: Moment


class TokenMade(Token):
    token: str = Field(
        description="Send it as `Authorization: Bearer TOKEN`. It is not shown again.",
        examples=["houseway_" + "x" * 43],
    )


class Second(Told):
    """A second factor that may be taken."""

    secret: str = Field(examples=["JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"])
    uri: str = Field(description="For the app that shows the codes")
    picture: str = Field(description="The same for its camera, as SVG")


class Recovery(Told):
    recovery: list[str] = Field(description="Codes for a lost second factor, each good once. They are not shown again.")


class Booked(Told):
    """What the cage has booked, or that it waits for a second signature."""

    name: str = Field(examples=["Ada"])
    balance: Dollars = Field(description="What the account held when it was booked", examples=["500"])
    again: bool = Field(default=False, description="It was said before with this key, and booked then")
    waits: Waits = None


class Post(Told):
    """A post that somebody has, or that it waits for a second signature."""

    name: str = Field(examples=["Dana"])
    role: str = Field(examples=["dealer"])
    waits: Waits = None


class Account(Told):
    id: int = Field(examples=[7])
    name: str = Field(examples=["Ada"])
    role: str = Field(examples=["player"])
    disabled: bool
    second: bool = Field(description="Has a second factor")
    created: Moment


class AccountNamed(Told):
    name: str = Field(examples=["Ada"])


class Act(Told):
    """An entry of the log."""

    id: int = Field(examples=[12])
    at: Moment
    act: str = Field(examples=["signed in"])
    account: int | None = Field(examples=[1])
    name: str = Field(examples=["operator"])
    address: str = Field(examples=["203.0.113.9"])
    about: str = Field(examples=[""])


class Unsigned(Told):
    """An act that waits for a second signature."""

    id: ShownId
    what: str = Field(examples=["book $5,000 to Ada"])
    by: str = Field(description="Who has signed it first", examples=["cashier 1"])
    expires: Moment
    yours: bool = Field(description="You have signed it first: another person signs it")


class Countersigned(Told):
    done: str = Field(description="What was done", examples=["book $5,000 to Ada"])


class Refusal(Told):
    """Why something was not done, in one sentence. Nothing has changed."""

    error: str = Field(examples=["seat 2 is not asked anything now: the table waits for seat 1 (across)"])
    needs: Literal["code", "second", "password"] | None = Field(
        default=None,
        description="Left out where nothing is missing. code: say it again with the second factor's; "
        "second: set one up first; password: confirm who you are first",
    )
