"""Big O: Omaha with five down cards, high only."""

from houseway.games.pot.flop_poker.omaha.round import Omaha
from houseway.games.pot.flop_poker.round import Steps, board
from houseway.games.pot.making import Making
from houseway.play.pot import PotClauses

_PLAY = "Dealing Procedures and Round of Play"
_AWARD = "How The Pot Is Awarded"
_ACTION = "Action and Distribution of Cards"


class BigO(Omaha):
    id = "big-o"
    down = 5
    making = Making(own=5, common=5, exactly=2)
    steps = Steps(
        new_game=f"{_PLAY} 1",
        button=f"{_ACTION} 1",
        blinds=f"{_ACTION} 2",
        deal=f"{_PLAY} 2",
        first=f"{_PLAY} 2",
        cut="Description of the Deck",
        streets=board(flop=f"{_PLAY} 3", turn=f"{_PLAY} 4", river=f"{_PLAY} 5"),
    )
    clauses = PotClauses(
        showdown=f"{_AWARD} 1",
        award=f"{_AWARD} 1(a)",
        odd=f"{_AWARD} 1(b)",
        alone=f"{_PLAY} 2(a)",
        fold=f"{_PLAY} 2(a)",
    )


GAME = BigO
