"""Top Five Poker: what the dealer qualifies with."""

from houseway.rules.families import POKER_WORDS, Family
from houseway.rules.models import Facts, Model


class Qualifies(Model):
    """The least hand that the dealer plays with."""

    hand: str
    clause: str


class TopFiveFacts(Facts):
    qualifies: Qualifies


FAMILY = Family(
    "top-five-poker", TopFiveFacts, POKER_WORDS | {"win", "four-cards", "five-cards", "six-cards", "seven-cards"}
)
