"""Games and tables: what there is, what hangs beside it, and what was played there."""

from pydantic import Field

from houseway.wire.fields import Cards, Dollars, Setting, Told
from houseway.wire.rule_file import Rulebook, Ruling
from houseway.wire.viewing import CardOpening, Event


class GameListed(Told):
    id: str = Field(examples=["criss-cross-poker"])
    name: str = Field(examples=["Criss Cross Poker"])
    summary: str
    known_as: list[str]
    bank: str = Field(examples=["house"])
    seats: int = Field(examples=[6])
    jurisdiction: str = Field(examples=["Maryland"])


class BuyIn(Told):
    least: Dollars
    most: Dollars | None


class Taken(Told):
    """A seat that somebody has."""

    name: str
    bot: bool


class TableListed(Told):
    """A table as the lobby has it."""

    id: int = Field(examples=[1])
    name: str = Field(examples=["Criss Cross 1"])
    game: str = Field(examples=["criss-cross-poker"])
    title: str = Field(description="The game's name", examples=["Criss Cross Poker"])
    summary: str
    known_as: list[str]
    jurisdiction: str
    bank: str = Field(examples=["house"])
    dealt: str = Field(description="`by shuffle` or `by hand`", examples=["by shuffle"])
    clock: int = Field(description="Seconds to act", examples=[30])
    seats: int = Field(examples=[6])
    taken: dict[str, Taken] = Field(description="By seat")
    limits: dict[str, tuple[str, str]] = Field(description="The least and the most, as printed, by wager")
    buy_in: BuyIn


class PostedWager(Told):
    name: str
    clause: str
    minimum: Dollars | None
    maximum: Dollars | None
    times: list[int]
    of: str | None
    spots: list[str]


class PostedLine(Told):
    hand: str
    pays: str = Field(examples=["9:1"])
    clause: str


class PostedTable(Told):
    clause: str
    wagers: list[str]
    lines: list[PostedLine]


class Placard(Told):
    """What hangs beside a table."""

    game: str
    name: str
    rulebook: Rulebook
    wagers: dict[str, PostedWager]
    pay_tables: dict[str, PostedTable]
    options: dict[str, Setting]
    rulings: dict[str, Ruling]


class Meaning(Told):
    """One rule that stands under a clause."""

    about: str
    words: str
    clause: str


class Clause(Told):
    """What a clause means at a table."""

    cited: str
    rules: list[Meaning]
    rulings: dict[str, str]
    document: str


class RoundListed(Told):
    round: int
    began: str
    seats: int


class Stops(Told):
    symbol: str
    stops: int


class WheelSeen(Told):
    wheel: str
    on: list[Stops]


class RoundAgain(Told):
    """A round as one viewer may see it: what `houseway verify` checks."""

    game: str
    round: int
    viewer: str
    by_hand: bool = Field(default=False, description="Real cards, dice and wheels")
    cards: dict[str, Cards] = Field(description="By place")
    wheels: list[WheelSeen] = []
    events: list[Event]
    openings: list[CardOpening]
    story: list[str]


class Recalled(Told):
    """A round that a player was in, and what they won or lost."""

    round: int
    began: str
    seat: str
    won: Dollars | None
    again: RoundAgain
