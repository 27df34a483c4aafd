"""Limit Texas Hold'em: two down cards, a board of five, the best five of the seven, at two fixed bets."""

from houseway.cards import ranks
from houseway.cards.card import Card
from houseway.games.pot.flop_poker.round import FlopPoker, Steps, board
from houseway.games.pot.making import Making
from houseway.games.pot.round import high_name
from houseway.play.pot import PotClauses, Ranked


class LimitHoldem(FlopPoker):
    id = "limit-holdem"
    down = 2
    making = Making(own=2, common=5)
    steps = Steps(
        new_game="Dealing Procedures 10",
        button="Dealing Procedures 7",
        blinds="Dealing Procedures 8",
        deal="Dealing Procedures 1",
        first="Dealing Procedures 2",
        streets=board(flop="Dealing Procedures 3", turn="Dealing Procedures 4", river="Dealing Procedures 5"),
    )
    clauses = PotClauses(
        showdown="PP-7",
        award="Dealing Procedures 6",
        odd="PP-6",
        alone="Dealing Procedures 2",
        fold="Dealing Procedures 2",
    )

    def ranked_beside(self, common: tuple[Card, ...]) -> tuple[Ranked, Ranked | None]:
        return Ranked(lambda hole: ranks.rank(hole + common), high_name), None


GAME = LimitHoldem
