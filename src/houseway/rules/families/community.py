"""Hands that belong to nobody: the clauses of a round, and what can be said of one card each, of rows, and of two hands
of pai gow."""

from houseway.cards.card import RANKS
from houseway.rules.families import POKER_WORDS, Family
from houseway.rules.families.piles import Piles
from houseway.rules.models import Facts, Model

SIDES = ("player", "banker")


class Clauses(Model):
    """Where each step of a round is printed."""

    close: str
    shuffle: str
    deal: str
    announce: str
    discard: str


class CommunityFacts(Facts):
    clauses: Clauses
    shuffling: dict[str, str] = {}  # the clause of a way to shuffle, where it is another one


# War: the higher of two cards


class WarClauses(Clauses):
    war: str
    reshuffle: str  # the cards have run out


class WarFacts(CommunityFacts):
    clauses: WarClauses


WARS = ("first-war", "second-war", "third-war", "fourth-war")  # how often the cards were equal, four times or more last
_WITH = [f"{side}-wins-with-{rank}" for side in SIDES for rank in RANKS[1:]]
WAR = Family(
    "war",
    WarFacts,
    frozenset([*WARS, *(f"{side}-wins" for side in SIDES), *_WITH])
    | {f"{wins}-{when}-war" for wins in _WITH for when in ("before", "after")},
)


# Pai gow: two hands that the dealer sets


class HandsAsPiles(Piles):
    """Piles of which the player-dealer chooses one."""

    back_and_forth: bool = True
    counted: bool = True
    clause: str
    choose: str
    dice: str
    banker: str


class PaiGowHandsClauses(Clauses):
    set: str


class PaiGowHandsFacts(CommunityFacts):
    clauses: PaiGowHandsClauses
    piles: HandsAsPiles


PAI_GOW_HANDS = Family(
    "pai-gow-hands",
    PaiGowHandsFacts,
    frozenset({"push", "push-with-threes", "two-card-tie", "five-card-tie", "seven-card-tie"})
    | {f"{side}-{what}" for side in SIDES for what in ("wins", "wins-with-threes", "wins-beside-a-copy")},
)

# Rows: two cards each, then five


class RowsClauses(Clauses):
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
ROWS = Family(
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
)
FAMILIES = (WAR, PAI_GOW_HANDS, ROWS)
