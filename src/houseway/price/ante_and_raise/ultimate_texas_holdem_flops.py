"""Ultimate Texas Hold'em decided quickly, for rounds by the thousand: the flop is looked up as the count keeps it."""

from typing import Any

from houseway.cards.card import Card
from houseway.play.ask import Ask
from houseway.price.ante_and_raise import ultimate_texas_holdem as uth
from houseway.price.ante_and_raise import ultimate_texas_holdem_boards as boards
from houseway.price.pricing import Hands
from houseway.rules.families import facts
from houseway.rules.families.ante_and_raise import AnteAndRaiseFacts
from houseway.rules.resolved import Rules


class Flops:
    """Decides flops as the coach does, who has to go through all that can follow; leaves other decisions to it."""

    def __init__(self, rules: Rules) -> None:
        counted = uth.count(rules)
        self.raise_word = f"play {max(facts(rules.game, AnteAndRaiseFacts).streets['flop'].times)}"
        self.kinds = boards.kinds(counted.pack)
        # By situation: raise, check, as good, or open until the blind's pays are known.
        decided = self.kinds.flops.spread(counted.deals_counted["decided"], boards.CHECK)
        self.best: Any = 1 * (decided == boards.RAISE) - 1 * (decided == boards.OPEN)

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
