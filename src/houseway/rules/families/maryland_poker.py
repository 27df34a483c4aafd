"""The Maryland poker games: a payout limit, hands that are listed together, and what the dealer qualifies with."""

from houseway.rules.families import POKER_WORDS, Family
from houseway.rules.models import Facts, Model, Money


class PayoutLimit(Model):
    amount: Money
    clause: str


class Together(Model):
    """Pairs of lines that the across and the down hand can be paid by in one round."""

    clause: str
    lines: tuple[tuple[str, str], ...]


class Qualifies(Model):
    """The least hand that the dealer plays with."""

    hand: str
    clause: str


class CrissCrossFacts(Facts):
    payout_limit: PayoutLimit
    together: Together


class TopFiveFacts(Facts):
    qualifies: Qualifies


FAMILIES = (
    Family("criss-cross-poker", CrissCrossFacts, POKER_WORDS),
    Family(
        "top-five-poker", TopFiveFacts, POKER_WORDS | {"win", "four-cards", "five-cards", "six-cards", "seven-cards"}
    ),
)
