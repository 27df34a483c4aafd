"""What is said to a table, and what comes of it."""

from pydantic import Field

from houseway.wire.fields import (
    Body,
    BotKind,
    Cards,
    Dollars,
    Figure,
    Key,
    Money,
    Number,
    Plain,
    Seal,
    SeatNumber,
    Told,
    Waits,
)


class Keyed(Body):
    key: Key = ""


class Sit(Keyed):
    amount: Money
    seat: SeatNumber | None = Field(default=None, description="The first free one if not given")
    behind: SeatNumber | None = Field(
        default=None,
        description="Instead of a seat: stand on the backline behind this one and bet on its player's hand",
    )
    proposition: bool = Field(
        default=False, description="Sit as a third-party proposition player, who takes the bank unless told otherwise"
    )
    seal: Seal = ""


class Chips(Keyed):
    amount: Money


class Answer(Keyed):
    text: Plain = Field(examples=["ante 10, five-card-bonus 5", "across 3", "fold"])
    who: Plain = Field(default="", description="Your own seat or post; anybody else's is refused", examples=["seat 1"])


class SealWords(Body):
    seal: Seal = Field(
        description="SHA-256 of `seal ` followed by your words: 32 hexadecimal digits that nobody can guess, and if "
        "you like a space and plain text. Keep them to yourself until the table `awaits_words`."
    )


class OpenWords(Body):
    words: Plain = Field(description="The words that you sealed", examples=["5eed5eed5eed5eed5eed5eed5eed5eed luck"])


class BotWanted(Body):
    kind: BotKind = "simple"


class Call(Keyed):
    irregularity: Plain = Field(examples=["13.A"])
    who: Plain = Field(default="", examples=["seat 2"])


class DutyDone(Keyed):
    duty: Plain = Field(examples=["stub-count"])


# What is told


class Done(Told):
    """What was said is on the disk."""

    number: int | None = Field(default=None, description="The journal record that holds it", examples=[17])
    again: bool = Field(default=False, description="It was said before with this key, and done then")
    waits: Waits = None
    seat: str = Field(default="", description="The one that was taken", examples=["seat 3"])
    waiting: bool = Field(default=False, description="It is kept until the round is over")


class AnswerWorth(Told):
    answer: str = Field(examples=["across 1"])
    best: bool
    expectation: Figure = Field(description="The expected result of the whole round, in units")
    cost: Figure = Field(description="What it loses against the best answer, in units")
    cost_amount: Dollars = Field(description="The same in dollars at these stakes", examples=["3.42"])


class FactTold(Told):
    name: str = Field(examples=["Pot odds"])
    text: str = Field(examples=["$6 to win $21: a call must win 22.2 % of the pot"])
    fraction: str = Field(examples=["2/9"])
    decimal: Number


class Advice(Told):
    """What each answer is worth that may be given now."""

    who: str = Field(examples=["seat 1"])
    ask: str = Field(examples=["across"])
    spot: str = Field(description="The seat or box that it is about", examples=["seat 1"])
    clause: str = Field(examples=["11.B(1)"])
    unit: str = Field(examples=["one ante"])
    unit_amount: Dollars = Field(description="One unit in dollars", examples=["10"])
    cards: dict[str, Cards] = Field(
        description="What it rests on: the cards that your seat can see", examples=[{"seat 1": "8h Tc"}]
    )
    best: str = Field(description="Of the answers below, the one that is worth most", examples=["across 1"])
    answers: list[AnswerWorth]
    facts: list[FactTold] = Field(
        default=[], description="What to weigh besides, at a pot: equity, odds, how it stands, outs"
    )
    basis: str = Field(
        default="", description="What the worths take for granted, where that is not the best play from here on"
    )
