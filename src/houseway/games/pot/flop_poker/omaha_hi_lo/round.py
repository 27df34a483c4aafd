"""Omaha Hi-Lo, 8 or better: the best high hand and the best low of eight or better share the pot."""

from dataclasses import replace

from houseway.cards.card import Card
from houseway.cards.special_ranks import omaha_low
from houseway.games.pot.flop_poker.omaha.round import Omaha
from houseway.games.pot.round import low_hand_name
from houseway.play.pot import Ranked


class OmahaHiLo(Omaha):
    id = "omaha-hi-lo"
    making = replace(Omaha.making, low=True)
    clauses = replace(Omaha.clauses, award="Dealing Procedures 6", alone="Dealing Procedures 6")

    def ranked_beside(self, common: tuple[Card, ...]) -> tuple[Ranked, Ranked | None]:
        high, _ = super().ranked_beside(common)
        return high, Ranked(lambda hole: omaha_low(hole, common), low_hand_name)


GAME = OmahaHiLo
