"""What a house tells, as values. Money is a Decimal in dollars; what a newer house adds is kept beside these."""

from decimal import Decimal
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

Event = dict[str, Any]  # `event` names its kind
Json = dict[str, Any]


class Value(BaseModel):
    model_config = ConfigDict(extra="allow", frozen=True)


# People


class Me(Value):
    name: str
    role: str
    guest: bool
    balance: Decimal
    at_tables: Decimal
    csrf: str


class SignedInAt(Value):
    """A session of one's own."""

    id: str
    began: int
    address: str
    agent: str
    here: bool


class Second(Value):
    """A second factor that may be taken."""

    secret: str
    uri: str
    picture: str


class Account(Value):
    id: int
    name: str
    role: str
    disabled: bool
    second: bool
    created: int


class Act(Value):
    """An entry of the log."""

    id: int
    at: int
    act: str
    account: int | None
    name: str
    address: str
    about: str


class Booked(Value):
    """What the cage has booked, or that it `waits` for a second signature."""

    name: str
    balance: Decimal
    again: bool = False
    waits: str | None = None


class Post(Value):
    """A post that somebody has, or that it `waits` for a second signature."""

    name: str
    role: str
    waits: str | None = None


class Unsigned(Value):
    """An act that waits for a second signature."""

    id: str
    what: str
    by: str
    expires: int
    yours: bool


# Games and tables


class GameListed(Value):
    id: str
    name: str
    summary: str
    known_as: list[str]
    bank: str
    seats: int
    jurisdiction: str


class BuyIn(Value):
    least: Decimal
    most: Decimal | None


class Taken(Value):
    """A seat that somebody has."""

    name: str
    bot: bool


class TableListed(Value):
    """A table as the lobby has it."""

    id: int
    name: str
    game: str
    title: str
    summary: str
    known_as: list[str]
    jurisdiction: str
    bank: str
    dealt: str
    clock: int
    seats: int
    taken: dict[str, Taken]
    limits: dict[str, list[str]]
    buy_in: BuyIn


class Ask(Value):
    """A question to somebody. What may be answered, `forms`, is told only to who is asked."""

    who: str
    what: str
    clause: str
    spot: str = ""
    optional: bool = False
    default: str = ""
    forms: list[Json] = []


class Seat(Value):
    name: str
    stack: Decimal
    wagers: dict[str, Decimal]


class Sitter(Value):
    bot: str
    role: str
    leaving: bool
    away: bool


class View(Value):
    """A table as one viewer may see it now, with the events of the round so far."""

    table: int
    name: str
    number: int  # of the last record in the table's journal
    hash: str
    viewer: str
    game: str
    round: int
    stage: str
    open: bool  # a round is played
    seats: dict[str, Seat]
    bank: Json
    spots: dict[str, Json]
    cards: dict[str, str]
    asks: list[Ask]
    events: list[Event]
    openings: list[Json] = []
    awaits_words: list[str] = []
    duties: list[Json] = []
    shoe: int
    meters: dict[str, Decimal]
    clock: dict[str, Any]
    people: dict[str, Sitter]

    @property
    def ask(self) -> Ask | None:
        """What the viewer is asked now."""
        return next((one for one in self.asks if one.who == self.viewer), None)


class Placard(Value):
    """What hangs beside a table."""

    game: str
    name: str
    rulebook: Json
    wagers: dict[str, Json]
    pay_tables: dict[str, Json]
    options: dict[str, Any]
    rulings: dict[str, Json]


class Clause(Value):
    """What a clause means at a table."""

    cited: str
    rules: list[Json]
    rulings: dict[str, str]
    document: str


# What was


class RoundListed(Value):
    round: int
    began: str
    seats: int


class RoundAgain(Value):
    """A round as one viewer may see it: what `houseway verify` checks."""

    game: str
    round: int
    viewer: str
    by_hand: bool = False  # real cards, dice and wheels
    cards: dict[str, str]
    wheels: list[Json] = []
    events: list[Event]
    openings: list[Json]
    story: list[str]


class Head(Value):
    """The signed end of all that the house has recorded."""

    house: str
    number: int
    hash: str
    at: str
    key: str
    signature: str


# Playing


class Done(Value):
    """What was said is on the disk."""

    number: int | None = None
    again: bool = False  # it had been said before with this key
    seat: str = ""  # the one that was taken
    waiting: bool = False  # it is kept until the round is over


class Worth(Value):
    fraction: str
    decimal: Decimal


class AnswerWorth(Value):
    answer: str
    best: bool
    expectation: Worth
    cost: Worth
    cost_amount: Decimal


class Advice(Value):
    """What each answer is worth that may be given now."""

    who: str
    ask: str
    spot: str
    clause: str
    unit: str
    unit_amount: Decimal
    cards: dict[str, str]
    best: str
    answers: list[AnswerWorth]
    facts: list[Json] = []
    basis: str = ""


# Prices


class Priced(Value):
    game: str
    name: str
    summary: str


# The operator's


class Finding(Value):
    where: str
    line: int
    what: str
    clause: str
    severity: Literal["error", "warning"]


class Report(Value):
    """What was found in a submission."""

    facility: str
    tables: list[str]
    errors: int
    warnings: int
    findings: list[Finding]


class Version(Value):
    """A version of the submission."""

    version: int
    by: str
    at: int
    errors: int
    warnings: int
    effective: int | None = None
    effective_by: str | None = None
    in_effect: bool
    waits: str | None = None


class WholeVersion(Version):
    text: str
    report: Report


class DayResult(Value):
    day: str
    table: int
    name: str
    game: str
    rounds: int
    void: int
    wagered: Decimal
    paid: Decimal
    collected: Decimal
    house: Decimal
    player_dealer: Decimal
    fees: Decimal
    meters: Decimal


class Results(Value):
    first: str
    last: str
    rows: list[DayResult]
    total: dict[str, int | Decimal]
