"""Games for a pot: the betting, and what each table limit makes of bets, blinds, antes and the forced bet."""

from collections.abc import Iterator
from typing import Literal

from houseway.rules.families import facts
from houseway.rules.models import Facts, Model, Money, Problem, span_of
from houseway.rules.money import cents, shown
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


def problems(rules: Rules) -> Iterator[Problem]:
    """Amounts of a table that do not go together (PP-13), or that its chips can't make up (ALL-1)."""
    money = at_table(rules)
    own = [name for name in _OWN if str(rules.options.get(name, BY_LIMIT)) != BY_LIMIT]
    clause = rules.game.options["buy_in"].clause
    if money.ante > money.small:
        yield Problem("ante", f"the ante, {shown(money.ante)}, is above the smaller bet, {shown(money.small)}", clause)
    needed = money.ante + max(money.small, *money.blinds, 0)
    bought = money.least_buy_in > 1 or "buy_in" in own
    if bought and money.least_buy_in < needed:
        what = f"the least buy-in, {shown(money.least_buy_in)}, does not pay for the first bet of {shown(needed)}"
        yield Problem(own[-1] if own else "limit", what, clause)
    used = rules.schedule
    if used and used.moment == "before the deal" and not money.ante:
        what = "there is no ante, and the collection comes out of the pot before the deal"
        yield Problem("ante", what, used.clause)
    yield from _in_chips(rules, money)


def _in_chips(rules: Rules, money: Limit) -> Iterator[Problem]:
    amounts = {"ante": money.ante, "forced bet": money.bring_in, "smaller bet": money.small, "larger bet": money.big}
    amounts |= dict(zip(("small blind", "big blind"), money.blinds, strict=False))
    amounts |= {"least buy-in": money.least_buy_in if money.least_buy_in > 1 else 0}
    for name, amount in amounts.items():
        if amount % rules.chip:
            what = f"the {name}, {shown(amount)}, is not a whole number of {shown(rules.chip)} chips"
            yield Problem("smallest_chip", what, rules.game.options["smallest_chip"].clause)
