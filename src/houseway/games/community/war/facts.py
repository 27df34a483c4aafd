"""The higher of two cards: the clauses of a war, and what can be said of one card each."""

from houseway.cards.card import RANKS
from houseway.games.community.clauses import SIDES, CommunityFacts, RoundClauses, unpaid
from houseway.rules.families import Family


class WarClauses(RoundClauses):
    war: str
    reshuffle: str  # the cards have run out


class WarFacts(CommunityFacts):
    clauses: WarClauses


WARS = ("first-war", "second-war", "third-war", "fourth-war")  # how often the cards were equal, four times or more last
_WITH = [f"{side}-wins-with-{rank}" for side in SIDES for rank in RANKS[1:]]
FAMILY = Family(
    "war",
    WarFacts,
    frozenset([*WARS, *(f"{side}-wins" for side in SIDES), *_WITH])
    | {f"{wins}-{when}-war" for wins in _WITH for when in ("before", "after")},
    wrong=unpaid,
)
