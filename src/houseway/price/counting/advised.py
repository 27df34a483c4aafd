"""What a game's analysis says of one decision."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Advised:
    """Each answer's worth: the expected result of the whole round, in units of the first wager."""

    worth: Mapping[str, Fraction]
    unit: str  # what a worth of 1 is: "one ante"
    amount: int  # and how much that is here, in cents
