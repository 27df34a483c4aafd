"""Who is at a table and how fast it goes: the values that the house, its tables and their viewers share."""

import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

LONGEST_NAME = 40


class Denied(Exception):
    """Something that is not done, with the one sentence that says why and the HTTP status that fits."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status, self.why = status, why


@dataclass(frozen=True)
class Person:
    """Who is speaking: an account and its role."""

    id: int
    name: str
    role: str
    guest: bool = False


@dataclass(frozen=True)
class Pace:
    """How quickly things go on by themselves, in seconds."""

    clock: int = 30
    pause: float = 6.0  # to look at the results
    first: float = 0.3  # from sitting down to the first round
    bot: tuple[float, float] = (0.5, 1.2)
    gone: float = 180.0  # an empty chair is cleared after this


@dataclass
class Sitter:
    """Who sits on a seat: an account, or a bot."""

    account: int | None
    name: str
    bot: str = ""
    leaving: bool = False
    lapses: int = 0  # times in a row that the clock answered
    seen: float = field(default_factory=time.monotonic)


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


class Update:
    """What a table shows one viewer after a step; its JSON is made once, however many watch with the same eyes."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data
        self._text = ""

    @property
    def text(self) -> str:
        self._text = self._text or json.dumps(self.data, ensure_ascii=False, separators=(",", ":"))
        return self._text
