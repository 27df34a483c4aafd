"""A decision as a policy lists it: what is asked, what is known, and what each answer is worth."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from typing import Any, Protocol

import numpy as np

from houseway.pricing.counting.cache import Arrays, kept
from houseway.pricing.counting.work import Count, Progress, Task, each
from houseway.rules.resolved import Rules

CARDS = (
    "A card is a number: 4 times its rank (a deuce is 0, an ace 12) and its suit (clubs, diamonds, hearts, spades "
    "are 0 to 3)."
)


@dataclass(frozen=True)
class Situation:
    """One decision up to suits: `ways` says in how many deals it comes, `worth` what each answer brings in all."""

    ask: str
    hand: str
    seen: str  # what else lies open
    ways: int
    worth: Mapping[str, Fraction]
    made: str = ""  # the bets that were made before, where they can differ

    @property
    def best(self) -> str:
        """The best answer; among equals a check or a fold, else the one named first."""
        most = max(self.worth.values())
        equal = [answer for answer, worth in self.worth.items() if worth == most]
        return next((answer for answer in equal if answer in ("check", "fold")), equal[0])


class Listed(Protocol):
    def __call__(self, rules: Rules, /) -> Iterator[Situation]: ...


class Digest(Protocol):
    def __call__(self, rules: Rules, progress: Progress | None = None, /) -> tuple[int, str]: ...


@dataclass(frozen=True)
class Unlisted:
    """Situations of one ask that are too many to list: the coach answers any of them, and a digest holds for all."""

    ask: str
    record: str  # what is digested of each, and in which order, so that anybody can make it again
    digest: Digest  # how many there are, and their digest
    applies: Callable[[Rules], bool] = lambda rules: True  # else the game has no such situations


@dataclass(frozen=True)
class Policy:
    """Best play as a list: every situation of the streets that can be listed, and a digest of each that can't."""

    listed: Listed | None
    note: str  # which situations there are, how a hand is written, and what is left to the coach
    unlisted: tuple[Unlisted, ...] = ()


def of_blocks(name: str, key: Any, block: Count, tasks: Sequence[Task], progress: Progress | None) -> str:
    """One digest of the digests of blocks, each made by a task. Finished blocks are kept until the whole is, so that a
    digest that is broken off goes on where it stopped."""

    def made() -> Arrays:
        digests = [part["digest"].tobytes() for part in each(block, tasks, progress)]
        return {"digest": np.frombuffer(sha256(b"".join(digests)).digest(), np.uint8)}

    return kept(name, key, made, by=block.__module__)["digest"].tobytes().hex()
