"""What a person may say to a table: one value for each command, whether it comes by HTTP, a socket, a page or another
worker. The table turns it into the journal entry that the driver carries out."""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from houseway.play import entry
from houseway.play.entry import Entry
from houseway.rules.money import MoneyError, cents


def _money(amount: str) -> str:
    try:
        value = cents(amount)
    except MoneyError as error:
        raise ValueError(str(error)) from None
    if not 0 < value <= 10**11:
        raise ValueError(f"{amount!r} is not an amount to play with: more than 0, up to 1000000000")
    return amount


Plain = Annotated[str, Field(max_length=1000, pattern=r"^[^\x00-\x08\x0e-\x1f\x7f]*$")]
Money = Annotated[str, Field(max_length=20, examples=["100", "12.50"]), AfterValidator(_money)]
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


class Body(BaseModel):
    """What a request or a message holds, and nothing else."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Command(Body):
    do: ClassVar[str]

    def became(self, said: Entry) -> bool:
        """Whether this entry is what the command was carried out as."""
        return said.do == self.do


class Keyed(Command):
    key: Key = ""


class Sit(Keyed):
    do: ClassVar[str] = "sit"
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

    def became(self, said: Entry) -> bool:
        return isinstance(said, entry.BuyIn)


class Chips(Keyed):
    do: ClassVar[str] = "buy in"
    amount: Money


class Leave(Keyed):
    do: ClassVar[str] = "leave"

    def became(self, said: Entry) -> bool:
        return isinstance(said, (entry.Leave, entry.CashOut))


class Stay(Command):
    do: ClassVar[str] = "stay"


class Answer(Keyed):
    do: ClassVar[str] = "answer"
    text: Plain = Field(examples=["ante 10, five-card-bonus 5", "across 3", "fold"])
    who: Plain = Field(default="", description="Your own seat or post; anybody else's is refused", examples=["seat 1"])

    def became(self, said: Entry) -> bool:
        return isinstance(said, entry.Answer) and said.text == self.text


class SealWords(Command):
    do: ClassVar[str] = "seal"
    seal: Seal = Field(
        description="SHA-256 of `seal ` followed by your words: 32 hexadecimal digits that nobody can guess, and if "
        "you like a space and plain text. Keep them to yourself until the table `awaits_words`."
    )


class OpenWords(Command):
    do: ClassVar[str] = "open words"
    words: Plain = Field(description="The words that you sealed", examples=["5eed5eed5eed5eed5eed5eed5eed5eed luck"])


class Ready(Keyed):
    do: ClassVar[str] = "ready"


class BotWanted(Command):
    do: ClassVar[str] = "bot"
    kind: BotKind = "simple"


# Of staff


class Call(Keyed):
    do: ClassVar[str] = "call"
    irregularity: Plain = Field(examples=["13.A"])
    who: Plain = Field(default="", examples=["seat 2"])

    def became(self, said: Entry) -> bool:
        return isinstance(said, entry.Call) and said.irregularity == self.irregularity


class DutyDone(Keyed):
    do: ClassVar[str] = "duty"
    duty: Plain = Field(examples=["stub-count"])

    def became(self, said: Entry) -> bool:
        return isinstance(said, entry.Duty) and said.duty == self.duty


class Begin(Keyed):
    do: ClassVar[str] = "begin"


class DecksCome(Keyed):
    do: ClassVar[str] = "open"


# Of the operator


class Close(Command):
    do: ClassVar[str] = "close"


COMMANDS: dict[str, type[Command]] = {
    kind.do: kind
    for kind in (
        *(Sit, Chips, Leave, Stay, Answer, SealWords, OpenWords, Ready, BotWanted),
        *(Call, DutyDone, Begin, DecksCome, Close),
    )
}


def written(command: Command) -> dict[str, Any]:
    """A command to be handed on."""
    return {"do": command.do, **command.model_dump(exclude_defaults=True)}


def read(data: Mapping[str, Any]) -> Command:
    """A command that was handed on; of a message that holds more, only what belongs to it."""
    kind = COMMANDS[data["do"]]
    return kind.model_validate({name: data[name] for name in kind.model_fields if name in data})
