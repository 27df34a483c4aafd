"""What the sign of a craps table says besides its pay tables: the fee that is taken from winnings."""

from houseway.games.craps.facts import CrapsFacts
from houseway.rules.families import facts
from houseway.rules.money import shown
from houseway.rules.posted import Posted, Section
from houseway.rules.resolved import Rules


def posted(rules: Rules) -> Posted:
    return Posted(deducted=(fees_on_winnings(rules),))


def fees_on_winnings(rules: Rules) -> Section:
    """What is deducted from the payout of some wagers."""
    rule = facts(rules.game, CrapsFacts).buy_lay_fee
    rows = [(f"{shown(low)} to {shown(high)} won", shown(fee)) for low, high, fee in rule.brackets]
    each, more = rule.further
    rows.append((f"Each further {shown(each)}", f"{shown(more)} more"))
    return Section("Buy and Lay fee", "deducted from the payout", rule.clause, tuple(rows))
