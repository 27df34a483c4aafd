"""Games for a pot: the betting, and what each table limit makes of bets, blinds, antes and the forced bet."""

from typing import Literal

from houseway.rules.families import Family
from houseway.rules.models import Facts, Model, Money

Betting = Literal["limit", "spread", "no limit", "pot limit"]


class Limit(Model):
    small: Money
    big: Money
    ante: Money = 0
    blinds: tuple[Money, ...] = ()
    bring_in: Money = 0
    betting: Betting | None = None  # where this limit differs from the game's own


class PotFacts(Facts):
    betting: Betting
    limits: dict[str, Limit]


FAMILIES = (Family("flop-poker", PotFacts), Family("stud-poker", PotFacts))
