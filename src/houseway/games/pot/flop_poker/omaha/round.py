"""Omaha: four down cards and a board of five, of which a hand takes exactly two and three."""

from houseway.cards import ranks
from houseway.cards.card import Card
from houseway.cards.played import two_and_three
from houseway.cards.special_ranks import low_rank, omaha_rank
from houseway.games.pot.flop_poker.round import FlopPoker, Steps, board
from houseway.games.pot.making import Making
from houseway.games.pot.round import high_name
from houseway.play.pot import PotClauses, Ranked


class Omaha(FlopPoker):
    id = "omaha"
    down = 4
    making = Making(own=4, common=5, exactly=2)
    steps = Steps(
        new_game="Dealing Procedures 12",
        button="Dealing Procedures 9",
        blinds="Dealing Procedures 10",
        deal="Dealing Procedures 1",
        first="Dealing Procedures 2",
        streets=board(flop="Dealing Procedures 3", turn="Dealing Procedures 4", river="Dealing Procedures 5"),
        kill="Dealing Procedures 5",
    )
    clauses = PotClauses(
        showdown="PP-7",
        award="Dealing Procedures 8",
        odd="PP-6",
        alone="Dealing Procedures 2",
        fold="Dealing Procedures 2",
    )

    def ranked_beside(self, common: tuple[Card, ...]) -> tuple[Ranked, Ranked | None]:
        return Ranked(lambda hole: omaha_rank(hole, common), high_name), None

    def played(self, own: tuple[Card, ...], common: tuple[Card, ...], part: str) -> tuple[Card, ...]:
        return two_and_three(low_rank if part == "low" else ranks.rank, own, common)


GAME = Omaha
