"""Those who watch a table, and what each is sent after a step."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import orjson

from houseway.record.person import Person


@dataclass(eq=False)
class Viewer:
    """Somebody who watches a table, through `tell`; a page also wants the events, to tell them in words."""

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
