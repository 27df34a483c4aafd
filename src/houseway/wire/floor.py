"""Results against theory: the floor's monthly report, and how one plays."""

from typing import Annotated

from pydantic import Field

from houseway.wire.fields import Body, Dollars, Told


class Given(Body):
    game: Annotated[str, Field(max_length=80)] = Field(examples=["cash-in-baccarat"])
    text: str = Field(
        max_length=60_000,
        description="Comma-separated: wager, hands, handle, win; a line a wager",
        examples=["wager,hands,handle,win\nplayer,30000,3000000,36500\n"],
    )


class Judging(Told):
    """A report that is not ready: ask again with the same question."""

    done: int = Field(description="Records that were played again", examples=[1200])
    of: int = Field(description="All records; 0 before it has begun", examples=[5400])
    ahead: int = Field(description="Counts that come first", examples=[0])


class RoundThatMoved(Told):
    table: int
    round: int
    at: str
    away: float


class Line(Told):
    """What a table, a game, a wager or an account came to in a period. Theory and spread are in dollars."""

    kind: str
    name: str
    period: str
    first: str
    last: str
    games: list[str]
    rounds: int
    void: int
    hands: int
    handle: Dollars
    drop: Dollars
    win_is: str = Field(description="Whose")
    win: Dollars
    hold: float | None
    fees: Dollars
    fees_due: Dollars | None
    jackpots: Dollars
    without_price: Dollars
    judged_win: Dollars | None
    theoretical_win: float | None
    mistakes: float | None
    standard_deviation: float | None
    z: float | None
    p: float | None
    within_95: tuple[float, float] | None
    within_99_9: tuple[float, float] | None
    finding: bool
    why: str
    rounds_that_made_it: list[RoundThatMoved]


class Statistic(Told):
    """Win to drop, as Maryland asks for it."""

    kind: str
    name: str
    period: str
    first: str
    last: str
    drop: Dollars
    win: Dollars
    win_to_drop: float | None
    base: str | None
    base_win_to_drop: float | None
    within_95: tuple[float, float] | None
    investigate: bool
    clause: str


class Mistake(Told):
    table: int
    round: int
    ask: str
    answer: str
    cost: float


class Played(Told):
    """How one account decided at one game. Costs are in dollars."""

    account: str
    game: str
    rounds: int
    hours: float
    decisions: int
    as_the_coach: int
    cost: float
    cost_per_hour: float
    worst: list[Mistake]


class Counter(Told):
    """How the bets of one account at one game follow the shoe."""

    account: str
    game: str
    rounds: int
    shoes: int
    least_bet: Dollars
    most_bet: Dollars
    correlation: float
    z: float
    p: float
    advantage_flat: float
    advantage_as_bet: float
    standard_error: float
    finding: bool


class Cell(Told):
    of: str
    came: int
    expected: float


class ShuffleTest(Told):
    test: str
    what: str
    draws: int
    statistic: float
    degrees_of_freedom: int | None
    p: float
    finding: bool
    cells: list[Cell]


class Randomness(Told):
    """What the shuffles of one table look like."""

    table: str
    game: str
    rounds: int
    shuffles: int
    draws: int
    first: str
    last: str
    findings: list[str]
    impossible: list[str]
    tests: list[ShuffleTest]
    method: str


class Noticed(Told):
    """After how many hands an overpayment at a wager would be noticed."""

    table: str
    wager: str
    wins: float
    chance: float
    overpaid_by: int
    hands: int | None
    rounds: int | None


class FloorReport(Told):
    """A month's results against exact theory."""

    first: str
    last: str
    rounds: int
    false_discovery_rate: float
    decisions: bool
    findings: list[str]
    lines: list[Line]
    maryland: list[Statistic]
    players: list[Played]
    counters: list[Counter]
    randomness: list[Randomness]
    noticed_after: list[Noticed]
    notes: list[str]
    warnings: list[str]


class JudgedElsewhere(Told):
    """Results from elsewhere against theory."""

    game: str
    note: str
    lines: list[Line]
