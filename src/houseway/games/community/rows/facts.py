"""Rows of two cards, then five: which rows a wager is on, and what can be said of a row."""

from houseway.games.community.clauses import CommunityFacts, RoundClauses, unpaid
from houseway.rules.families import POKER_WORDS, Family


class RowsClauses(RoundClauses):
    first: str  # the two-card hands are called
    peek: str
    rest: str


class RowsFacts(CommunityFacts):
    """Which rows a wager is on, by letter: all of those that tie for the best must be among a pick's, and each row of
    another wager is paid for."""

    clauses: RowsClauses
    picks: dict[str, str]
    each: dict[str, str]


TWO_CARDS = ("flush", "straight", "pair", "straight-flush", "mini-royal")
FAMILY = Family(
    "rows",
    RowsFacts,
    frozenset(
        {
            "best",
            "tied",
            *(f"two-card-{kind}" for kind in TWO_CARDS),
            *POKER_WORDS,
            *(f"{kind}-from-{what}" for kind in ("two-pair", "three-of-a-kind") for what in ("a-pair", "no-pair")),
        }
    ),
    wrong=unpaid,
)
