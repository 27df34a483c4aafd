"""A table as somebody may see it: its seats, cards and events, and what is asked there."""

from typing import Literal

from pydantic import Field

from houseway.wire.fields import Cards, Dollars, Told

# What may be answered


class Words(Told):
    """Plain words: fold, check, stand."""

    form: Literal["words"]
    words: list[str]

    def answers(self) -> tuple[str, ...]:
        return tuple(self.words)


class Moves(Told):
    """A bet of one of several amounts, by its word: a multiple of a wager, or a move at a pot."""

    form: Literal["times", "moves"]
    wager: str | None = None
    of: str | None = None
    words: dict[str, Dollars] = Field(description="What each word puts up")

    def answers(self) -> tuple[str, ...]:
        return tuple(self.words)


class AnyAmount(Told):
    """A bet of any amount within bounds: `raise to 60`."""

    form: Literal["amount"]
    word: str
    low: Dollars
    high: Dollars
    step: Dollars

    def answers(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(f"{self.word} {amount:f}" for amount in (self.low, self.high)))


class AnyNumber(Told):
    """A whole number within bounds."""

    form: Literal["number"]
    low: int
    high: int

    def answers(self) -> tuple[str, ...]:
        return tuple(map(str, sorted({self.low, self.high})))


class Spot(Told):
    """A wager that may be placed now. `bets` is how many equal bets it makes."""

    wager: str
    minimum: Dollars
    maximum: Dollars
    bets: int
    required: bool
    needs: str | None
    clause: str
    amounts: list[Dollars] = Field(default=[], description="The only ones there are")
    step: Dollars | None = Field(default=None, description="It takes multiples of this only")
    needs_any: list[str] = Field(default=[], description="It stands only beside one of these")
    one_of: str = Field(default="", description="Only one of the wagers that share this word may be placed")


class Wagers(Told):
    """Wagers placed together: `ante 10, five-card-bonus 5`."""

    form: Literal["wagers"]
    spots: list[Spot]
    stack: Dollars
    boxes: int | None = Field(default=None, description="How many boxes one player may play")
    at_most: dict[str, str] | None = Field(default=None, description="By wager: another that it may not exceed")
    at_least: dict[str, str] | None = Field(default=None, description="By wager: another that it may not be below")
    standing: dict[str, Dollars] | None = Field(default=None, description="What stands already")
    take_down: list[str] | None = Field(default=None, description="What may be taken down")
    calls: list[str] | None = Field(default=None, description="Words that may be said besides")

    def answers(self) -> tuple[str, ...]:
        """Texts that are answers by themselves: wagers are named with their amounts."""
        return ()


class Arrangement(Told):
    """Cards to be set into groups of a size each."""

    form: Literal["arrangement"]
    cards: Cards
    groups: list[tuple[str, int]]

    def answers(self) -> tuple[str, ...]:
        return ()


class Placement(Told):
    """Some of these cards, to be laid where there is room."""

    form: Literal["placement"]
    cards: Cards
    count: int
    room: dict[str, int]

    def answers(self) -> tuple[str, ...]:
        return ()


class CardsNamed(Told):
    """Cards that the dealer turned over."""

    form: Literal["cards"]
    count: int
    place: str

    def answers(self) -> tuple[str, ...]:
        return ()


class Purchase(Told):
    """Chips that may be bought at this moment of the round, by buying chips and not by an answer."""

    form: Literal["purchase"]
    amount: Dollars

    def answers(self) -> tuple[str, ...]:
        return ()


Form = Words | Moves | AnyAmount | AnyNumber | Wagers | Arrangement | Placement | CardsNamed | Purchase


class Ask(Told):
    """A question to somebody. `default` and `forms`, what may be answered, are told only to whoever is asked."""

    who: str = Field(examples=["seat 1"])
    what: str = Field(examples=["across"])
    clause: str = Field(examples=["11.B(1)"])
    spot: str = Field(
        default="", description="The box or hand that it is about, where that is not plain from who is asked"
    )
    optional: bool = Field(default=False, description="An offer that may be let pass without a word")
    default: str = Field(default="", description="What is taken from somebody who does not answer")
    forms: list[Form] = []

    def answers(self) -> tuple[str, ...]:
        """The answers that can be listed, as the table engine's own asks list them."""
        return tuple(answer for form in self.forms for answer in form.answers())


# What happened


class Event(Told):
    """Something that happened. `event` names its kind, and a kind has some of the other fields."""

    event: str = Field(examples=["dealt"])
    who: str | None = None
    name: str | None = None
    amount: Dollars | None = None
    stake: Dollars | None = None
    spot: str | None = Field(default=None, description="Where a wager stands: a seat or a box")
    wager: str | None = None
    clause: str | None = None
    place: str | None = Field(default=None, description="Where cards lie")
    cards: Cards | None = None
    seen: list[str] | None = Field(default=None, description="Who sees the cards; null for everybody")
    origin: str | None = None
    deck: str | None = None
    count: int | None = None
    added: list[str] | None = None
    depth: int | None = None
    round: int | None = None
    game: str | None = None
    now: int | None = Field(default=None, description="Milliseconds since 1970")
    commitment: str | None = None
    decks: dict[str, int] | None = Field(default=None, description="Cards of each deck that is committed to")
    sealed: dict[str, str] | None = None
    opened: dict[str, str] | None = None
    closed: list[str] | None = None
    seed: str | None = None
    staff_only: bool | None = None
    ask: str | None = None
    answer: str | None = None
    what: str | None = None
    puck: int | None = None
    odds: str | None = None
    hand: str | None = None
    note: str | None = None
    against: str | None = None
    points: str | None = None
    to: str | None = None
    meter: str | None = None
    stands: Dollars | None = None
    why: str | None = None
    wheel: str | None = None
    stop: int | None = None
    stops: int | None = None
    symbol: str | None = None
    label: str | None = None
    by: str | None = None
    irregularity: str | None = None
    duty: str | None = None
    turn: int | None = None
    net: Dollars | None = None
    seat: str | None = None
    seats: list[str] | None = None
    how: str | None = None
    dice: list[int] | None = None
    number: int | None = None
    most: int | None = None
    action: str | None = None
    pot: str | None = None
    part: str | None = Field(default=None, description="`high` or `low` of a pot that is split")
    blind: str | None = None
    whose: str | None = None
    hands: int | None = None
    shoe: list[tuple[str, int, str]] | None = Field(
        default=None, description="What came in this shoe, how often, its share"
    )
    previous_hands: int | None = None
    previous: list[tuple[str, int, str]] | None = None


class CardOpening(Told):
    """What proves a card that was shown."""

    shuffle: str = Field(description="The label of the shuffle")
    position: int = Field(description="In the house's deck, the top card at 0")
    card: str
    salt: str
    path: list[str]


# The table


class Seat(Told):
    name: str
    stack: Dollars
    wagers: dict[str, Dollars]


class Standing(Told):
    """A wager that does not stand at a seat."""

    owner: str
    amount: Dollars


class Bank(Told):
    """Who banks and how much is left, where a player does; the pots, where players contest them."""

    who: str | None = None
    put_up: Dollars | None = None
    come_come: dict[str, Dollars] | None = None
    paid: Dollars | None = None
    collected: Dollars | None = None
    covers_wins: Dollars | None = None
    covers_losses: Dollars | None = None
    round: int | None = None
    pots: dict[str, Dollars] | None = None
    button: str | None = None
    missed: dict[str, str] | None = Field(default=None, description="Who owes which blinds")


class Duty(Told):
    """What staff must do at the table."""

    duty: str
    what: str
    clause: str
    state: Literal["due", "overdue", "not due"]
    done_at: int | None
    done_by: str | None


class Sitter(Told):
    bot: str = Field(description="Its kind; empty for a person")
    role: str
    leaving: bool
    away: bool


class View(Told):
    """A table as one viewer may see it now, with the events of the round so far."""

    type: Literal["view", "events"]
    table: int
    name: str
    number: int = Field(description="Of the last record in the table's journal")
    hash: str = Field(description="Of that record")
    start: int = Field(alias="from", description="How many events of the round came before those here")
    viewer: str = Field(description="Whose eyes: a seat, `public`, `dealer`, `floor` or `surveillance`")
    game: str
    round: int
    stage: str
    open: bool = Field(description="A round is played")
    seats: dict[str, Seat]
    bank: Bank
    spots: dict[str, Standing]
    cards: dict[str, Cards] = Field(description="By place")
    asks: list[Ask]
    events: list[Event]
    openings: list[CardOpening] = []
    awaits_words: list[str] = Field(default=[], description="Seats whose sealed words must be opened now")
    duties: list[Duty] = []
    shoe: int = Field(description="Cards in it")
    meters: dict[str, Dollars]
    clock: dict[str, float] = Field(description="Seconds that are left, by who is asked")
    people: dict[str, Sitter]

    @property
    def ask(self) -> Ask | None:
        """What the viewer is asked now."""
        return next((one for one in self.asks if one.who == self.viewer), None)
