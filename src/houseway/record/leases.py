"""Who owns a table, and until when.

Each worker is entered under a number of its own. A table is leased to one number at a time, and its leases are counted.
Every write to a table carries its lease, and the transaction checks it: a worker whose lease is over writes nothing.

A worker that shares its database holds an advisory lock on its number while its connection lives, and counts its beats.
The others give it up when its lock is free, or after `SILENT` looks at it without a new beat. No clock decides this.
A worker that was asleep has not looked, so it gives nobody up when it wakes.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple

SILENT = 6  # looks, one for each beat of the worker that looks
BEAT = 1.0  # seconds between two beats


@dataclass(frozen=True)
class Lease:
    """What a write to a table carries: the worker that owns the table, and which of the table's leases this is."""

    worker: int
    number: int


class Entered(NamedTuple):
    """A worker as the database has it: its beats, and whether it holds the lock on its number."""

    beats: int
    locked: bool


class Seen(NamedTuple):
    """What a worker knows of another: its last beat, and the number of looks without a new one."""

    beats: int
    looks: int


class Step(NamedTuple):
    """What a beat asks of the database, in one transaction; `worker` is the number that it is about."""

    do: Literal["enter", "beat", "look", "give up", "free"]
    worker: int = 0


@dataclass(frozen=True)
class Place:
    """A worker among the others, as it knows them."""

    number: int = 0
    others: Mapping[int, Seen] = field(default_factory=dict)
    gone: tuple[int, ...] = ()  # whom it is about to give up
    silent: int = SILENT  # looks without a new beat, after which it gives another up

    def first(self) -> Step:
        """The first step of a beat."""
        return Step("beat", self.number) if self.number else Step("enter")

    def then(self, step: Step, answer: Any) -> "tuple[Place, Step | None]":
        """What follows from the database's answer to a step, and the next step; None when the beat is over."""
        match step.do:
            case "enter":
                return replace(self._alone(), number=answer), Step("look", answer)
            case "beat":  # the answer is whether the worker is still entered
                return (self, Step("look", self.number)) if answer else (self._alone(), Step("enter"))
            case "look":
                return self._looked(answer)._next()
            case "give up":
                return self._next()
            case "free":
                return self, None

    def _alone(self) -> "Place":
        return Place(silent=self.silent)

    def _looked(self, entered: Mapping[int, Entered]) -> "Place":
        others = {}
        for number, there in entered.items():
            known = self.others.get(number)
            same = known is not None and known.beats == there.beats
            others[number] = Seen(there.beats, known.looks + 1 if known and same else 0)
        gone = [one for one in others if not entered[one].locked or others[one].looks >= self.silent]
        return replace(self, others=others, gone=tuple(gone))

    def _next(self) -> "tuple[Place, Step]":
        if not self.gone:
            return self, Step("free")  # tables of owners that are not entered
        return replace(self, gone=self.gone[1:]), Step("give up", self.gone[0])
