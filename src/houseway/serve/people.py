"""Who is at a table and how fast it goes: the values that the house, its tables and their viewers share."""

import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import orjson

LONGEST_NAME = 40
UNREACHABLE = "the house's books can't be reached right now: try again in a moment"


class Denied(Exception):
    """Something that is not done, with the one sentence that says why and the HTTP status that fits."""

    def __init__(self, status: int, why: str, *, needs: str = "") -> None:
        super().__init__(why)
        self.status, self.why = status, why
        self.needs = needs  # what is missing and can be given: "code"


@dataclass(frozen=True)
class Person:
    """Who is speaking: an account and its role."""

    id: int
    name: str
    role: str
    guest: bool = False


THE_HOUSE = Person(0, "house", "operator")  # itself, where nobody tells it to


@dataclass(frozen=True)
class Pace:
    """How quickly things go on by themselves, in seconds."""

    clock: int = 30
    patience: float = 900.0  # the clock of whoever plays alone, before their eyes: nobody waits for them
    pause: float = 6.0  # to look at the results
    first: float = 0.3  # from sitting down to the first round
    bot: tuple[float, float] = (0.5, 1.2)
    gone: float = 180.0  # an empty chair is cleared after this
    words: float = 3.0  # for pages to seal words before a round, and to open them before the cards are shuffled


@dataclass
class Sitter:
    """Who sits on a seat: an account, or a bot."""

    account: int | None
    name: str
    bot: str = ""
    leaving: bool = False
    lapses: int = 0  # times in a row that the clock answered
    seen: float = field(default_factory=time.monotonic)
    wagered: str = ""  # the last wagers, to be placed again


@dataclass(frozen=True)
class Waiting:
    """Somebody who sits down when the round is over, and for how much."""

    person: Person
    amount: int
    key: str


@dataclass(eq=False)
class Viewer:
    """Somebody who watches a table, through `tell`; a page also wants what happened in words."""

    person: Person | None
    tell: Callable[["Update"], None]
    words: bool = False
    moved: Callable[[], None] = lambda: None  # the table goes on at another worker


class Alike:
    """What a table shows to everybody alike after a step; its JSON is made once, however many watch."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data

    @cached_property
    def json(self) -> bytes:
        return written(self.data)


class Update:
    """What a table shows one viewer after a step; its JSON is made once, however many watch with the same eyes."""

    def __init__(self, own: dict[str, Any], alike: Alike | None = None) -> None:
        self._own, self._alike = own, alike

    @cached_property
    def data(self) -> dict[str, Any]:
        return {**self._alike.data, **self._own} if self._alike else self._own

    @cached_property
    def json(self) -> bytes:
        own = written(self._own)
        return self._alike.json[:-1] + b"," + own[1:] if self._alike else own


def written(data: dict[str, Any]) -> bytes:
    """JSON for a client; what orjson does not write (numbers beyond 64 bits) is written all the same."""
    try:
        return orjson.dumps(data)
    except TypeError:
        return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()
