"""7 Card Stud Hi-Lo, 8 or better: the high card opens, and the best high and the best low share the pot."""

from dataclasses import replace

from houseway.cards.card import Card
from houseway.cards.special_ranks import low_rank
from houseway.games.pot.round import low_hand_name
from houseway.games.pot.stud_poker.round import Steps
from houseway.games.pot.stud_poker.seven_card_stud.round import SevenCardStud
from houseway.play.pot import PotClauses, Ranked


class SevenCardStudHiLo(SevenCardStud):
    id = "seven-card-stud-hi-lo"
    making = replace(SevenCardStud.making, low=True)
    steps = Steps(
        ante="Game Specific Rules 2",
        deal="Game Specific Rules 3",
        bring_in="Game Specific Rules 4",
        bet="Game Specific Rules 6",
        raises="Game Specific Rules 7",
        open_pair="Game Specific Rules 8",
        last_card="Game Specific Rules 5",
        short="Game Specific Rules 9",
    )
    clauses = PotClauses(
        showdown="PP-7",
        award="Game Specific Rules 10",
        odd="Game Specific Rules 10",
        alone="Game Specific Rules 4",
        fold="Game Specific Rules 4",
    )

    def ranked_beside(self, common: tuple[Card, ...]) -> tuple[Ranked, Ranked | None]:
        high, _ = super().ranked_beside(common)
        return high, Ranked(lambda cards: low_rank(cards + common), low_hand_name)


GAME = SevenCardStudHiLo
