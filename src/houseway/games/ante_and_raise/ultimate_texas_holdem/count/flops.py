"""Ultimate Texas Hold'em decided quickly, for rounds by the thousand: the flop is looked up as the count keeps it."""

from typing import Any

from houseway.cards.card import Card
from houseway.games.ante_and_raise.facts import AnteAndRaiseFacts
from houseway.games.ante_and_raise.ultimate_texas_holdem.count import deals
from houseway.games.ante_and_raise.ultimate_texas_holdem.count.decisions import count
from houseway.play.ask import Ask
from houseway.pricing.counting import boards
from houseway.pricing.pricing import Hands
from houseway.rules.families import facts
from houseway.rules.resolved import Rules


class Flops:
    """Decides flops as the coach does, who has to go through all that can follow; leaves other decisions to it."""

    def __init__(self, rules: Rules) -> None:
        counted = count(rules)
        self.raise_word = f"play {max(facts(rules.game, AnteAndRaiseFacts).streets['flop'].times)}"
        self.kinds = boards.kinds(counted.pack)
        # By situation: raise, check, as good, or open until the blind's pays are known.
        decided = self.kinds.flops.spread(counted.deals_counted["decided"], deals.CHECK)
        self.best: Any = 1 * (decided == deals.RAISE) - 1 * (decided == deals.OPEN)

    def __call__(self, ask: Ask, hands: Hands) -> str | None:
        if ask.what != "flop":
            return None
        best = self._looked_up(tuple(hands[ask.who]), tuple(sorted(hands["flop"])))
        return None if best < 0 else self.raise_word if best else "check"

    def _looked_up(self, hole: tuple[Card, ...], flop: tuple[Card, ...]) -> int:
        """1 for a raise, 0 for a check, less where it is open."""
        flops = self.kinds.flops
        pair = self.kinds.moved[flops.by[flop], self.kinds.pair_at[hole]]
        return int(self.best[flops.at[flop], pair])
