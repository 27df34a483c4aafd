"""Craps: what decides each wager, the printed order of settlement, and fees on what is won."""

from typing import Literal

from houseway.rules.families import Family
from houseway.rules.models import Facts, Model, Money

Puck = Literal["on", "off"]


class Propositions(Model):
    """Wagers that stand only beside one of some others."""

    wagers: tuple[str, ...]
    beside: tuple[str, ...]
    clause: str


class BuyLayFee(Model):
    """A fee on the winnings of some wagers: from so much, to so much, the fee; then so much for each further amount."""

    wagers: tuple[str, ...]
    brackets: tuple[tuple[Money, Money, Money], ...]
    further: tuple[Money, Money]
    clause: str


class Decides(Model):
    """What wins and loses some wagers; those that are off while there is no point stay or are returned."""

    wagers: tuple[str, ...]
    puck: Puck | None = None
    wins: tuple[str, ...]
    loses: tuple[str, ...]
    off: Literal["", "stays", "returned"] = ""
    off_clause: str = ""


class CrapsFacts(Facts):
    contract: tuple[str, ...]
    come_out_only: tuple[str, ...]
    point_only: tuple[str, ...]
    propositions: Propositions
    buy_lay_fee: BuyLayFee
    decisions: tuple[Decides, ...]
    areas: dict[str, dict[str, tuple[str, ...]]]  # by the puck
    order: dict[str, tuple[str, ...]]  # by the two cards: the areas in which wagers are settled


WORDS = frozenset({"wins", "easy", "hard", *map(str, range(2, 13))})
FAMILY = Family("craps", CrapsFacts, WORDS)
