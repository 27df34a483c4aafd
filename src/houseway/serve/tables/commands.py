"""What a person may say to a table: one value for each command, whether it comes by HTTP, a socket, a page or another
worker. The table turns it into the journal entry that the driver carries out."""

from collections.abc import Mapping
from typing import Any, ClassVar

from houseway.play import entry
from houseway.play.entry import Entry
from houseway.wire import playing
from houseway.wire.fields import Body, Key


class Command(Body):
    do: ClassVar[str]

    def became(self, said: Entry) -> bool:
        """Whether this entry is what the command was carried out as."""
        return said.do == self.do


class Keyed(Command):
    key: Key = ""


class Sit(playing.Sit, Keyed):
    do: ClassVar[str] = "sit"

    def became(self, said: Entry) -> bool:
        return isinstance(said, entry.BuyIn)


class Chips(playing.Chips, Keyed):
    do: ClassVar[str] = "buy in"


class Leave(Keyed):
    do: ClassVar[str] = "leave"

    def became(self, said: Entry) -> bool:
        return isinstance(said, (entry.Leave, entry.CashOut))


class Stay(Command):
    do: ClassVar[str] = "stay"


class Answer(playing.Answer, Keyed):
    do: ClassVar[str] = "answer"

    def became(self, said: Entry) -> bool:
        return isinstance(said, entry.Answer) and said.text == self.text


class SealWords(playing.SealWords, Command):
    do: ClassVar[str] = "seal"


class OpenWords(playing.OpenWords, Command):
    do: ClassVar[str] = "open words"


class Ready(Keyed):
    do: ClassVar[str] = "ready"


class BotWanted(playing.BotWanted, Command):
    do: ClassVar[str] = "bot"


# Of staff


class Call(playing.Call, Keyed):
    do: ClassVar[str] = "call"

    def became(self, said: Entry) -> bool:
        return isinstance(said, entry.Call) and said.irregularity == self.irregularity


class DutyDone(playing.DutyDone, Keyed):
    do: ClassVar[str] = "duty"

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
