"""What settlement says of one wager."""

from enum import StrEnum

from houseway.cards.value import value
from houseway.rules.money import Odds


class Result(StrEnum):
    WIN = "win"
    LOSE = "lose"
    PUSH = "push"
    RETURNED = "returned"


@value
class Outcome:
    """How one wager ended: what it won beside its own stake, at which odds, for which hand, by which clause."""

    wager: str
    stake: int
    result: Result
    clause: str
    paid: int = 0
    odds: Odds | None = None
    hand: str = ""
    note: str = ""  # what changed the plain result: a payout limit, a bank that ran out
    returned: int = 0  # the part of a losing stake that went back because the bank did not cover it
