"""Two hands of pai gow that the dealer sets: their piles, and what can be said of the two."""

from houseway.games.community.clauses import SIDES, CommunityFacts, RoundClauses, unpaid
from houseway.rules.families import Family
from houseway.rules.piles import Piles


class HandsAsPiles(Piles):
    """Piles of which the player-dealer chooses one."""

    back_and_forth: bool = True
    counted: bool = True
    clause: str
    choose: str
    dice: str
    banker: str


class PaiGowHandsClauses(RoundClauses):
    set: str


class PaiGowHandsFacts(CommunityFacts):
    clauses: PaiGowHandsClauses
    piles: HandsAsPiles


FAMILY = Family(
    "pai-gow-hands",
    PaiGowHandsFacts,
    frozenset({"push", "push-with-threes", "two-card-tie", "five-card-tie", "seven-card-tie"})
    | {f"{side}-{what}" for side in SIDES for what in ("wins", "wins-with-threes", "wins-beside-a-copy")},
    wrong=unpaid,
)
