"""What the sign of a table of twenty-one says besides its pay tables."""

from houseway.games.twenty_one.facts import TwentyOneFacts
from houseway.rules.families import facts
from houseway.rules.posted import Posted
from houseway.rules.resolved import Rules


def posted(rules: Rules) -> Posted:
    made_of = facts(rules.game, TwentyOneFacts).player.blackjack_x
    return Posted(held={"blackjack-x": made_of} if made_of else {})
