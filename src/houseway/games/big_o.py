"""Big O: Omaha with five down cards, high only."""

from houseway.games.flop_poker import Steps, Street
from houseway.games.omaha import Omaha
from houseway.play.pot import Clauses

_PLAY = "Dealing Procedures and Round of Play"
_AWARD = "How The Pot Is Awarded"
_ACTION = "Action and Distribution of Cards"


class BigO(Omaha):
    id = "big-o"
    down = 5
    steps = Steps(
        new_game=_PLAY,
        button=_ACTION,
        blinds=_ACTION,
        deal=_PLAY,
        first=_PLAY,
        streets=(
            Street("flop", 3, False, _PLAY),
            Street("turn", 1, True, _PLAY),
            Street("river", 1, True, _PLAY),
        ),
    )
    clauses = Clauses(showdown=_AWARD, award=_AWARD, odd=_AWARD, alone=_PLAY, fold=_PLAY)
