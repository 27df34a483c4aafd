"""A table's socket: what a client may send, and what the house sends."""

from typing import Annotated, Literal

from pydantic import Field

from houseway.wire.fields import Body, Key, Plain, Seal, Told
from houseway.wire.playing import Done
from houseway.wire.viewing import View

MOST_MESSAGE = 8 * 1024  # characters
PLAYING = ("answer", "seal", "open words", "ready", "leave")
DEALING = ("call", "duty", "begin", "open")


class Said(Body):
    """What a client may send; `id` comes back with the reply."""

    do: Literal["answer", "seal", "open words", "ready", "leave", "view", "call", "duty", "begin", "open"]
    id: Annotated[str, Field(max_length=80)] = ""
    key: Key = ""
    text: Plain = Field(default="", description="Of an answer")
    who: Plain = ""
    irregularity: Plain = Field(default="", description="Of a call")
    duty: Plain = Field(default="", description="The duty that is done")
    seal: Seal = ""
    words: Plain = Field(default="", description="Sealed words that are opened")


class DoneReply(Done):
    """What was said is on the disk."""

    type: Literal["done"]
    id: str


class Refused(Told):
    """What was said is not done."""

    type: Literal["refused"]
    id: str
    status: int = Field(description="The status that a request would be answered with", examples=[409])
    error: str


class ViewMessage(View):
    """A whole table, or the events since the last message. `id` names the message that asked for it."""

    id: str = ""


FromHouse = ViewMessage | DoneReply | Refused
