"""What the sign of a table for a pot says: its limit, and what that makes of bets, blinds and antes."""

from houseway.games.pot.flop_poker.round import half_kill
from houseway.games.pot.limits import at_table
from houseway.games.pot.round import stakes_at
from houseway.rules.money import shown, shown_span
from houseway.rules.posted import Posted, Section
from houseway.rules.resolved import Rules


def posted(rules: Rules) -> Posted:
    return Posted(stakes=(betting(rules),))


def betting(rules: Rules) -> Section:
    """What is bet at a table for a pot: the printed limit, and what it makes of bets, blinds, antes and forced bets."""
    limit, money = str(rules.options["limit"]), at_table(rules)
    blinds = " and ".join(shown(abs(blind)) for blind in money.blinds if blind)
    rows = {
        "Ante": shown(money.ante) if money.ante else "",
        "Blinds": blinds,
        "Forced bet": shown(money.bring_in) if money.bring_in else "",
        "Bets": _bets(str(money.betting), money.small, money.big),
        "Buy-in": _bought(money.least_buy_in, money.most_buy_in),
        "Smallest chip": shown(rules.chip),
    }
    if rules.options.get("kill") == "half":
        raised = half_kill(stakes_at(rules))
        rows["Half kill, bets"] = _bets(raised.betting, raised.small, raised.big)
        rows["Half kill, blind"] = shown(raised.small)
    clause = rules.game.options["limit"].clause
    return Section(f"Table limit {limit}", "", clause, tuple((name, told) for name, told in rows.items() if told))


def _bought(least: int, most: int | None) -> str:
    if most is None:
        return f"{shown(least)} or more" if least > 1 else ""
    return shown_span(least, most)


def _bets(betting: str, small: int, big: int) -> str:
    if betting == "limit":
        return f"{shown(small)} and {shown(big)}"
    return f"{shown(small)} to {shown(big)}" if betting == "spread" else f"{shown(small)} or more, {betting}"
