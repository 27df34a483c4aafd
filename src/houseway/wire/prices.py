"""Prices: the PAR sheet of a game, and equity."""

from pydantic import Field

from houseway.wire.fields import Cards, Figure, Number, Setting, Told


class Priced(Told):
    """A game that has a price."""

    game: str = Field(examples=["cash-in-baccarat"])
    name: str = Field(examples=["Cash-In Baccarat"])
    summary: str


class Counting(Told):
    """A count that is not over: ask again, with the same choices, and it goes on."""

    counting: str = Field(examples=["ultimate-texas-holdem"])
    done: int = Field(description="Parts that are counted", examples=[120])
    of: int = Field(description="All parts; 0 before it has begun", examples=[780])
    ahead: int = Field(description="Counts that come first", examples=[0])


class Made(Told):
    """What a sheet was made by, from what, and when it was counted."""

    version: str
    software_sha256: str
    rules_sha256: str
    counted: str


class Edge(Figure):
    """The house edge as it is usually quoted."""

    of: str = Field(description="What it is a part of")


class Rate(Figure):
    one_in: Number | None


class Near(Told):
    """How far figures can be off whose chances are not exact."""

    probability_of_a_result: float
    hit_rate: float
    standard_deviation: float
    how_it_is_known: str


class Result(Told):
    """One result of a wager. `count` is how many of all cases end so, or `probability` where that is not exact."""

    result: str
    count: int | None = None
    probability: Number | None = None


class Part(Told):
    """One wager of a game by itself."""

    wager: str
    name: str
    expectation: Figure
    action: Figure
    hit_rate: Figure
    standard_deviation: Number
    distribution: list[Result]
    total: int


class DecisionTaken(Told):
    """An answer at a decision, and how often it is given, of all rounds."""

    decision: str
    answer: str
    fraction: str
    decimal: Number
    one_in: Number | None


class ByCard(Told):
    card: str
    probability: Figure
    expectation: Figure


class LinePrice(Told):
    """A line of a pay table: how often it comes and what it gives back."""

    line: str
    pays: str
    clause: str
    count: int
    probability: Number
    one_in: Number | None
    returned: Number = Field(alias="return", description="Its part of the expectation")


class Interval(Told):
    """Between which returns a number of rounds ends."""

    rounds: int
    law: str
    error: float
    return_to_player: dict[str, tuple[Number, Number]] = Field(description="By the chance of it")


class Hold(Told):
    bought: int
    rounds: int
    hold: Number


class WagerPrice(Told):
    """What a wager is worth. Figures are in units of `unit`."""

    wager: str
    name: str
    unit: str
    clause: str
    staked: str
    expectation: Figure
    house_edge: Figure
    headline_edge: Edge
    return_to_player: Figure
    element_of_risk: Figure | None
    action: Figure | None
    action_range: list[Figure] | None
    hit_rate: Rate
    push_rate: Rate
    variance: Figure
    standard_deviation: Number
    volatility_index: Number
    method: str
    off_by_at_most: Near | None
    parts: list[Part]
    decisions: list[DecisionTaken]
    by_card: list[ByCard]
    lines: list[LinePrice]
    distribution: list[Result]
    distribution_rounded_to: str | None = None
    total: int
    intervals: list[Interval] = []
    hold: list[Hold] = []


class Chart(Told):
    """A strategy laid out: a cell for each situation, with the best answer."""

    name: str
    rows: list[str]
    columns: list[str]
    cells: list[list[str]]
    legend: dict[str, str]
    note: str


class SimpleStrategy(Told):
    """A strategy that a person can remember, and what it is worth."""

    name: str
    steps: list[str]
    expectation: Figure
    cost: Figure


class Tested(Told):
    wager: str
    figure: str
    counted: float
    found: float
    z: float


class Evidence(Told):
    """What rounds at the table came to."""

    rounds: int
    seed: str
    largest_z: float
    figures: list[Tested]


class PriceSheet(Told):
    """A game's PAR sheet."""

    made: Made | None = None
    game: str = Field(examples=["cash-in-baccarat"])
    name: str = Field(examples=["Cash-In Baccarat"])
    options: dict[str, Setting]
    pays: dict[str, dict[str, str]]
    wagers: list[WagerPrice]
    strategy: list[Chart]
    simple_strategies: list[SimpleStrategy]
    method: list[str]
    notes: list[str]
    evidence: Evidence | None = None
    hold_assumes: str
    sha256_of_all_figures: str


class Share(Told):
    """How often the pot, or half of it, is won alone and shared; and what of the pot that is."""

    won: Figure
    tied: Figure
    share: Figure


class HandEquity(Told):
    hand: str
    equity: Figure
    standard_error: Number | None
    high: Share
    low: Share | None


class Equity(Told):
    """What hands of a pot game are worth against each other."""

    game: str = Field(examples=["no-limit-holdem"])
    board: Cards
    dead: Cards
    method: str = Field(examples=["exact: all 11,880 deals"])
    exact: bool
    deals: int
    with_low: Figure | None
    players: list[HandEquity]
