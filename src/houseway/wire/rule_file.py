"""A game's whole rule file: what its rulebook prints as tables and figures, each with its clause."""

from typing import Literal

from pydantic import Field, JsonValue

from houseway.wire.fields import Dollars, Setting, Told

Applies = dict[str, list[Setting]]  # by option: the values for which it holds


class Rulebook(Told):
    """The document that a game's rules are read from."""

    jurisdiction: str = Field(examples=["Maryland"])
    document: str
    version: str


class Pack(Told):
    """The pack that the game is played with, and when its seed may be shown."""

    pack: str
    clause: str
    seed_shown: str
    alternating: bool


class Place(Told):
    """Where cards lie."""

    cards: int
    clause: str
    own_shuffle: bool


class Wager(Told):
    """A bet a seat may make: when, how much, and what it needs."""

    name: str
    when: str
    clause: str
    spots: list[str]
    split: bool
    required: bool
    needs: str | None
    option: str | None
    times: list[int]
    of: str | None
    at_most: str | None
    bonus: bool
    minimum: Dollars | None
    maximum: Dollars | None
    amounts: list[Dollars]
    step: Dollars | None
    needs_any: list[str]
    one_of: str
    at_least: str | None
    within: str | None
    not_above: str | None
    printed_at: dict[str, str]
    collection: bool


class PayLine(Told):
    """One line of a pay table. `low` and `high` bound the rank that names the hand."""

    hand: str
    pays: str = Field(examples=["3:2", "push"])
    clause: str
    low: str | None
    high: str | None
    name: str


class PayTable(Told):
    name: str
    wagers: list[str]
    clause: str
    lines: list[PayLine]
    applies: Applies
    points: bool
    sign: str


class LimitTable(Told):
    name: str
    limits: dict[str, str] = Field(examples=[{"base": "10-300"}])
    clause: str
    applies: Applies


class PrintedLimits(Told):
    wagers: list[str]
    without: list[str]
    clause: str


class Position(Told):
    """The player-dealer position."""

    clause: str
    coverage: str
    action: str
    base: str
    least: str
    first: str
    settle: list[list[str]]
    backline: str
    reopens: bool
    table_limit: list[str]
    to_backline: str
    greatest_wager: str
    active: int
    inactive: str
    inactive_clause: str


class WheelLine(Told):
    symbol: str
    clause: str
    pays: Dollars | None
    spinner: Dollars | None
    meter: str | None
    fixed: str | None


class Least(Told):
    initial: Dollars
    reset: Dollars
    clause: str
    rate: str


class Wheel(Told):
    name: str
    wager: str
    stake: Dollars
    kind: str
    clause: str
    lines: list[WheelLine]
    applies: Applies
    least: Least | None


class Option(Told):
    """What the rulebook leaves to the operator."""

    name: str
    default: Setting
    clause: str
    values: list[Setting] = Field(description="Empty: any value of the default's type")
    minimum: int | None
    maximum: int | None
    money: bool
    span: bool
    stated: bool
    expected: bool
    choice: bool
    at_most: str
    below: str
    also: list[Setting]
    unapproved: list[Setting]
    matters: Applies


class Requirement(Told):
    """Where `when` applies, `then` must apply too."""

    when: Applies
    then: Applies
    clause: str


class Bound(Told):
    option: str
    when: Applies
    minimum: int | None
    maximum: int | None
    clause: str


class Asked(Told):
    """What may be answered at an ask of this name; capital words stand for something to fill in."""

    who: str
    seldom: bool
    answers: list[str]
    clause: str


class Irregularity(Told):
    name: str
    clause: str
    effect: Literal["void", "on record", "forfeit", "game"]
    procedure: str
    stages: list[str]
    seat: bool
    applies: Applies
    then: str


class DutyPrinted(Told):
    name: str
    clause: str
    rounds: int | None
    hours: int | None
    at_opening: bool
    when: str
    by: list[str]
    renews: bool
    applies: Applies


class Inscription(Told):
    text: str
    clause: str
    large: bool
    applies: Applies


class Ruling(Told):
    """How a doubtful clause is read, and the option that switches the reading where there is one."""

    clause: str
    reading: str
    option: str | None


class SetInTwo(Told):
    cards: int
    front: int
    joker: str
    clause: str


class FrontWay(Told):
    front: str
    at_least: str


class HouseWayRow(Told):
    hand: str
    ways: list[FrontWay]
    clause: str
    of: str
    complete: str
    examples: list[str]


class RuleFile(Told):
    id: str = Field(examples=["criss-cross-poker"])
    name: str = Field(examples=["Criss Cross Poker"])
    summary: str
    known_as: list[str]
    family: str
    bank: str
    seats: int
    seats_clause: str
    rounds_an_hour: int
    rulebook: Rulebook
    cards: Pack
    places: dict[str, Place]
    wagers: dict[str, Wager]
    pay_tables: dict[str, PayTable]
    limit_tables: list[LimitTable]
    printed_limits: PrintedLimits | None
    position: Position | None
    wheels: dict[str, Wheel]
    options: dict[str, Option]
    requirements: list[Requirement]
    bounds: list[Bound]
    asks: dict[str, Asked]
    irregularities: dict[str, Irregularity]
    duties: dict[str, DutyPrinted]
    odds_posted: str
    fees_posted: str
    inscriptions: list[Inscription]
    rulings: dict[str, Ruling]
    chart: str
    set_in_two: SetInTwo | None
    house_way: list[HouseWayRow]
    facts: dict[str, JsonValue] = Field(description="What the games of one family state; each family has its own")
