"""Pai gow: the piles, the clauses of each step and of each way to shuffle, and what seven cards can hold."""

from houseway.rules.families import Family
from houseway.rules.models import Facts, Model


class Piles(Model):
    count: int
    cards: int


class Clauses(Model):
    close: str
    shuffle: str
    piles: str
    choose: str
    button: str
    set: str
    foul: str
    expose: str
    set_player_dealer: str
    copies: str
    showdown: str
    discard: str


class Shuffling(Model):
    """The clauses of one way to shuffle: whose hand goes where, and what becomes of empty seats' hands."""

    dice: str
    deal: str
    player_dealer: str
    empty: str


class PaiGowFacts(Facts):
    piles: Piles
    clauses: Clauses
    shuffling: dict[str, Shuffling]


WORDS = frozenset(
    {
        "wins",
        "push",
        "five-aces",
        "flush",
        "four-of-a-kind",
        "full-house",
        "natural-seven-card-straight-flush",
        "royal-flush",
        "royal-flush-and-royal-match",
        "straight",
        "straight-flush",
        "three-of-a-kind",
        "wild-seven-card-straight-flush",
    }
)
FAMILIES = (Family("pai-gow", PaiGowFacts, WORDS),)
