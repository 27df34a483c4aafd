"""What messages are made of: their two kinds, money, figures, and text with its limits."""

import re
from decimal import Decimal
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, PlainSerializer, WithJsonSchema

MOST_NUMBER = 2**31 - 1  # of a table, an account, a version, a round


def _open(schema: dict[str, Any]) -> None:
    """A newer house may add fields. That is no reason to describe an answer as free-form."""
    schema.pop("additionalProperties", None)


class Body(BaseModel):
    """What a request or a message to the house holds, and nothing else."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Told(BaseModel):
    """What a house tells. Fields that a newer house adds are kept."""

    model_config = ConfigDict(extra="allow", frozen=True, json_schema_extra=_open)


# What is told

Dollars = Annotated[
    Decimal,
    PlainSerializer(lambda amount: f"{amount:f}", return_type=str),
    WithJsonSchema({"type": "string", "pattern": r"^-?[0-9]+(\.[0-9]+)?$", "examples": ["12.50"]}),
    Field(description="Dollars"),
]
Number = Annotated[  # to more places than a float holds
    Decimal,
    PlainSerializer(lambda number: f"{number:f}", return_type=str),
    WithJsonSchema({"type": "string", "pattern": r"^-?[0-9]+(\.[0-9]+)?$", "examples": ["-0.0123456789"]}),
]
Cards = Annotated[str, Field(description="`Ah Kd`, and `??` for a card that you may not see", examples=["Ah Kd"])]
Moment = Annotated[int, Field(description="Milliseconds since 1970", examples=[1790000000000])]
Setting = bool | int | str
Waits = Annotated[str | None, Field(description="It is not done yet, and this is what it waits for")]


class Figure(Told):
    """A figure, exact and in decimals."""

    fraction: str = Field(examples=["-1080326/1324225"])
    decimal: Number


# What is given


_AMOUNT = re.compile(r" *\$?([0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)(\.[0-9]{1,2})? *", re.ASCII)


def _playable(amount: str) -> str:
    if not _AMOUNT.fullmatch(amount):
        raise ValueError(f"{amount!r} is not an amount of money: write dollars, as in 10 or 12.50")
    if not 0 < Decimal(amount.strip().removeprefix("$").replace(",", "")) <= 10**9:
        raise ValueError(f"{amount!r} is not an amount to play with: more than 0, up to 1000000000")
    return amount


Plain = Annotated[str, Field(max_length=1000, pattern=r"^[^\x00-\x08\x0e-\x1f\x7f]*$")]
Money = Annotated[
    str,
    Field(
        max_length=20,
        description="Dollars",
        examples=["100", "12.50"],
        json_schema_extra={"pattern": f"^{_AMOUNT.pattern}$"},  # the validator refuses the rest in a sentence
    ),
    AfterValidator(_playable),
]
Key = Annotated[
    str,
    Field(
        max_length=80,
        pattern=r"^[A-Za-z0-9_.-]*$",
        description="Your own name for this request. Said again with the same key it is not done again.",
        examples=["b3c1f0de"],
    ),
]
Seal = Annotated[
    str,
    Field(
        pattern=r"^([0-9a-f]{64})?$", examples=["9b1f0d4c" * 8], description="Your sealed words for the next shuffle"
    ),
]
SeatNumber = Annotated[int, Field(ge=1, le=100)]
BotKind = Annotated[
    Literal["simple", "random", "optimal", "skilled", "tight", "loose", "aggressive"],
    Field(
        description="`optimal` answers as the coach says, at games against a bank. Games for a pot have bots of style: "
        "`skilled`, `tight`, `loose`, `aggressive`; Chinese poker a `skilled` one. The others are everywhere."
    ),
]
Role = Literal["dealer", "floor", "cashier", "surveillance", "operator"]
Password = Annotated[str, Field(max_length=200, examples=["correct horse"])]
Code = Annotated[str, Field(max_length=40, description="What the second factor shows, or a recovery code")]
