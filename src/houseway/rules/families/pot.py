"""Games for a pot: the betting, and what each table limit makes of bets, blinds, antes and the forced bet."""

from typing import Literal

from houseway.rules.families import Family, facts
from houseway.rules.models import Facts, Model, Money, span_of
from houseway.rules.money import cents
from houseway.rules.resolved import Rules

Betting = Literal["limit", "spread", "no limit", "pot limit"]


class Limit(Model):
    small: Money
    big: Money
    ante: Money = 0
    blinds: tuple[Money, ...] = ()
    bring_in: Money = 0
    betting: Betting | None = None  # where this limit differs from the game's own
    least_buy_in: Money = 1
    most_buy_in: Money | None = None


class PotFacts(Facts):
    betting: Betting
    limits: dict[str, Limit]


BY_LIMIT = "by limit"  # an amount that the operator leaves as the table limit has it


def at_table(rules: Rules) -> Limit:
    """What the table's limit makes of bets, blinds, antes and buy-ins, with the amounts that the operator has set."""
    stated = facts(rules.game, PotFacts)
    limit = stated.limits[str(rules.options["limit"])]
    own = {name: value for name in _OWN if (value := str(rules.options.get(name, BY_LIMIT))) != BY_LIMIT}
    amounts: dict[str, object] = {"betting": limit.betting or stated.betting}
    for name, value in own.items():
        match name:
            case "blinds":  # a bet is never less than the big one
                amounts |= {"blinds": span_of(value), "small": span_of(value)[1], "big": span_of(value)[1]}
            case "small_blind":
                amounts["blinds"] = (cents(value), *limit.blinds[1:])
            case "buy_in":
                amounts["least_buy_in"], amounts["most_buy_in"] = span_of(value)
            case _:
                amounts[name] = cents(value)
    return limit.model_copy(update=amounts)


_OWN = ("blinds", "small_blind", "ante", "bring_in", "buy_in")

FAMILIES = (Family("flop-poker", PotFacts), Family("stud-poker", PotFacts))
