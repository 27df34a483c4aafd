"""The operator's desk: submissions, tables that are opened, results, and the house's signed head."""

from typing import Annotated, Literal

from pydantic import Field

from houseway.wire.fields import Body, BotKind, Dollars, Moment, Plain, Setting, Told, Waits

LONGEST_SUBMISSION = 40_000  # bytes
MOST_RECALLED = 50

# What is given


class Written(Body):
    text: str = Field(
        max_length=LONGEST_SUBMISSION,
        description="A rules submission in TOML",
        examples=['facility = "The Card Room"\n\n[[tables]]\nname = "Baccarat 1"\ngame = "cash-in-baccarat"\n'],
    )


class FromSubmission(Body):
    table: Annotated[str, Field(max_length=80)] = Field(examples=["Baccarat 1"])
    by_hand: bool = Field(default=False, description="Real cards, entered by the dealer")


class Opening(Body):
    """A table as a submission describes it, with how it is run."""

    name: Annotated[str, Field(min_length=1, max_length=80, pattern=r"^[^\x00-\x1f\x7f]+$", examples=["Criss Cross 2"])]
    game: Plain = Field(examples=["criss-cross-poker"])
    options: dict[str, Setting] = Field(default={}, examples=[{"five_card_bonus": False}])
    limits: dict[str, dict[str, str]] = Field(default={}, examples=[{"ante": {"minimum": "10", "maximum": "100"}}])
    pays: dict[str, dict[str, str]] = Field(default={}, examples=[{"five-card-bonus": {"flush": "9:1"}}])
    wheels: dict[str, dict[str, int]] = {}
    meters: dict[str, dict[str, str]] = {}
    duties: dict[str, dict[str, int]] = {}
    by_hand: bool = Field(default=False, description="Real cards, entered by the dealer")
    clock: Annotated[int, Field(ge=5, le=3600)] = Field(default=30, description="Seconds to act")
    bots: Annotated[int, Field(ge=0, le=8)] = Field(default=0, description="Bots that keep a player company")
    bot: BotKind | None = Field(default=None, description="Of which kind; else the one that suits the game")


class Recalling(Body):
    player: Plain = Field(examples=["Ada"])
    rounds: Annotated[int, Field(ge=1, le=MOST_RECALLED)] = Field(
        default=10, description="Up to this many, latest first"
    )


# What is told


class TableOpened(Told):
    id: int = Field(description="The table's number", examples=[1])


class Finding(Told):
    where: str = Field(examples=['table "Top Five 1", options.boxes'])
    line: int = Field(description="Of the text; 0 if it is about no line", examples=[12])
    what: str = Field(examples=["boxes can't be 9: at most 3"])
    clause: str = Field(examples=["11.A(1)"])
    severity: Literal["error", "warning"]


class Report(Told):
    """What was found in a submission."""

    facility: str = Field(examples=["The Card Room"])
    tables: list[str] = Field(examples=[["Baccarat 1"]])
    errors: int
    warnings: int
    findings: list[Finding]


class Version(Told):
    """A version of the submission."""

    version: int = Field(examples=[7])
    by: str = Field(examples=["operator"])
    at: Moment
    errors: int
    warnings: int
    effective: int | None = Field(default=None, description="When it was last made effective")
    effective_by: str | None = None
    in_effect: bool
    waits: Waits = None


class WholeVersion(Version):
    text: str
    report: Report


class DayResult(Told):
    """`house` is what the table inventory gained, fills left out; `player_dealer` what those who banked gained; `fees`
    what went into the drop box."""

    day: str = Field(description="UTC", examples=["2026-11-16"])
    table: int = Field(examples=[1])
    name: str = Field(examples=["Criss Cross 1"])
    game: str = Field(examples=["criss-cross-poker"])
    rounds: int = Field(examples=[412])
    void: int = Field(examples=[1])
    wagered: Dollars
    paid: Dollars
    collected: Dollars
    house: Dollars
    player_dealer: Dollars
    fees: Dollars
    meters: Dollars


class Total(Told):
    """All days and tables together."""

    rounds: int = Field(examples=[412])
    void: int = Field(examples=[1])
    wagered: Dollars
    paid: Dollars
    collected: Dollars
    house: Dollars
    player_dealer: Dollars
    fees: Dollars
    meters: Dollars


class Results(Told):
    first: str = Field(examples=["2026-10-18"])
    last: str = Field(examples=["2026-11-16"])
    rows: list[DayResult]
    total: Total


class Head(Told):
    """The last record of the house's daybook, which names the last record of every table, signed with Ed25519."""

    house: str = Field(description="The hash of the daybook's first record: the house's own name", examples=["5f" * 32])
    number: int = Field(description="Of the last record", examples=[8120])
    hash: str = Field(description="Of the last record, and so of all before it", examples=["c0" * 32])
    at: str = Field(examples=["2026-11-16T22:15:03.120Z"])
    key: str = Field(description="The house's public key", examples=["a1" * 32])
    signature: str = Field(
        description="Over `houseway head`, a line feed, and the rest as canonical JSON without `key`"
    )
