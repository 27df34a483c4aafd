"""What a game's analysis says of one decision."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Fact:
    """Something to weigh besides what answers are worth: its name, in words, and as a number."""

    name: str
    text: str
    value: Fraction


@dataclass(frozen=True)
class Advised:
    """Each answer's worth: the expected result of the whole round, in units of the first wager."""

    worth: Mapping[str, Fraction]
    unit: str  # what a worth of 1 is: "one ante"
    amount: int  # and how much that is here, in cents
    facts: tuple[Fact, ...] = ()
    basis: str = ""  # what is taken for granted, where that is not the best play from here on
