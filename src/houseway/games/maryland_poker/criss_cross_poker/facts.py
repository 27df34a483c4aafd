"""Criss Cross Poker: its payout limit, and hands that are listed together."""

from houseway.rules.families import POKER_WORDS, Family
from houseway.rules.models import Facts, Model, Money


class PayoutLimit(Model):
    amount: Money
    clause: str


class Together(Model):
    """Pairs of lines that the across and the down hand can be paid by in one round."""

    clause: str
    lines: tuple[tuple[str, str], ...]


class CrissCrossFacts(Facts):
    payout_limit: PayoutLimit
    together: Together


FAMILY = Family("criss-cross-poker", CrissCrossFacts, POKER_WORDS)
