"""Pai gow: the piles, the clauses of each step and each way to shuffle, who is set first, and what is said of hands."""

from typing import Literal

from houseway.rules.families import Family
from houseway.rules.models import Facts, Model, Rank
from houseway.rules.piles import Piles


class PaiGowClauses(Model):
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
    first_hand_only: str = ""  # of a player on several seats the other hands are set the house way
    house_way: str = ""  # of the button on such a hand


class Shuffling(Model):
    """The clauses of one way to shuffle: whose hand goes where, and what becomes of empty seats' hands."""

    dice: str
    deal: str
    player_dealer: str
    empty: str
    cut: str = ""  # where the cards are cut
    chosen: bool = False  # piles are laid out and the player-dealer chooses one
    leftovers: str = ""  # the cards left over are counted when the piles are laid out
    verified: str = ""  # they are spread when the hands have gone out
    unused: str = ""  # hands of seats without a wager are collected before any hand is set


class DoubleDown(Model):
    """A second wager once the hand is seen. It stands only against a player-dealer with this pair or better."""

    wager: str
    pair: Rank
    clause: str


class MostPlayers(Model):
    most: int
    clause: str


class PaiGowFacts(Facts):
    piles: Piles
    clauses: PaiGowClauses
    shuffling: dict[str, Shuffling]  # by the option of that name; one alone where there is no choice
    first: Literal["players", "player-dealer"] = "players"  # who is set first, and seen by the others
    player_dealer_sets: bool = True  # or its hand is always set the house way
    double_down: DoubleDown | None = None
    players: MostPlayers | None = None


PAI_GOW_RANKS = {7: "nine", 8: "ten", 9: "jack", 10: "queen", 11: "king", 12: "ace"}  # the highest of seven such cards
WITH_PAIR = ("five-aces", "royal-flush", "straight-flush", "four-of-a-kind", "full-house", "flush", "straight")

COMPARED = frozenset({"wins", "push", "player-dealer-ace-high", "player-dealer-not-qualified"})
CONTAINED = frozenset(
    {
        "five-aces",
        "flush",
        "four-of-a-kind",
        "full-house",
        "natural-royal-flush",
        "natural-seven-card-straight-flush",
        "royal-flush",
        "royal-flush-and-royal-match",
        "straight",
        "straight-flush",
        "three-of-a-kind",
        "wild-seven-card-straight-flush",
    }
)
PAIRED = frozenset({"two-pair", "three-pair", "eight-high"})
AND_PAIR = frozenset(f"{hand}-and-pair" for hand in WITH_PAIR)
PAI_GOWS = frozenset({*(f"{rank}-high-pai-gow" for rank in PAI_GOW_RANKS.values()), "nine-high-pai-gow-of-one-colour"})
HOUSE_WAY_PUSH = frozenset({"house-way-push", "house-way-push-with-threes-in-front"})
ACE_HIGH = frozenset({"both-ace-high", "player-dealer-ace-high-with-joker", "player-dealer-ace-high"})
WORDS = COMPARED | CONTAINED | PAIRED | AND_PAIR | PAI_GOWS | HOUSE_WAY_PUSH | ACE_HIGH
FAMILY = Family("pai-gow", PaiGowFacts, WORDS)
