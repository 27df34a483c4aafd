"""7 Card Stud, high only: the low card opens, and the best five of seven takes the pot."""

from houseway.cards import ranks
from houseway.cards.card import Card
from houseway.games.pot.making import Making
from houseway.games.pot.round import high_name
from houseway.games.pot.stud_poker.round import Steps, StudPoker
from houseway.play.pot import PotClauses, Ranked


class SevenCardStud(StudPoker):
    id = "seven-card-stud"
    making = Making(own=7, may_be_common=1)
    steps = Steps(
        ante="PP-13",
        deal="7 Card Stud 1",
        bring_in="7 Card Stud 4",
        bet="7 Card Stud 2",
        raises="7 Card Stud 5",
        open_pair="7 Card Stud 6",
        last_card="7 Card Stud 1",
        short="7 Card Stud 7",
    )
    clauses = PotClauses(
        showdown="PP-7", award="7 Card Stud 1", odd="PP-6", alone="7 Card Stud 1", fold="7 Card Stud 2"
    )

    common = "community"
    common_least = 0

    def ranked_beside(self, common: tuple[Card, ...]) -> tuple[Ranked, Ranked | None]:
        return Ranked(lambda cards: ranks.rank(cards + common), high_name), None


GAME = SevenCardStud
