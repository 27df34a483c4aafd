"""A first wager and decisions after it, against the player-dealer's hand: what is dealt and opened when, what may be
raised on each street, what the player-dealer qualifies with, and what each bonus bet looks at."""

from typing import Literal

from pydantic import Field

from houseway.rules.families import POKER_WORDS, Family
from houseway.rules.models import Facts, Model, Rank


class Step(Model):
    """Something that the house dealer does with the cards. At the place `seat` it is done for every hand in turn."""

    do: Literal["deal", "open", "burn", "put the stub away"]
    clause: str
    place: str = ""
    cards: int = 1
    face_up: bool = False  # as it is dealt
    if_played: bool = False  # only where somebody has not folded


class Street(Model):
    """What is opened first, what may then be raised, in multiples of the first wager, and what one does instead. Who
    has put up the street's wager already is not asked."""

    times: tuple[int, ...] = Field(min_length=1)
    otherwise: Literal["check", "fold"] = Field(alias="else")
    clause: str
    wager: str = "play"
    steps: tuple[Step, ...] = ()


Compared = Literal["win", "lose", "push"]  # what the comparison of two hands says of the player's


class Unqualified(Model):
    """What becomes of a wager where the player-dealer does not qualify, if the comparison says one of these."""

    when: tuple[Compared, ...] = ("win", "lose", "push")
    result: Literal["win", "push", "returned"]
    clause: str


class Qualifier(Model):
    """The least hand that the player-dealer plays with: a kind of hand, and the rank that names it."""

    hand: str
    low: Rank
    clause: str
    without: dict[str, Unqualified]  # by wager; the others follow the comparison


class Results(Model):
    """The clause of each result of first wager and raises."""

    win: str
    lose: str
    push: str = ""  # where hands can't tie
    fold: str = ""  # where nobody folds


Hands = Literal["poker", "three cards", "two cards", "three of five", "wild joker"]


class Bonus(Model):
    """Which cards a bonus bet looks at, how they make a hand, and the clause by which it is lost."""

    clause: str
    cards: Literal["own", "own and shared", "own and player-dealer's", "first"]
    hands: Hands
    lost: str


class AnteAndRaiseClauses(Model):
    close: str
    shuffle: str
    expose: str
    called: str  # what a hand is
    discard: str
    discard_folded: str  # with its bonus bets settled
    discard_rest: str


class AnteAndRaiseFacts(Facts):
    base: str  # the wager that decisions are about
    hands: Hands
    shared: tuple[str, ...] = ()  # places whose cards belong to every hand
    first: Literal["house dealer's left", "player-dealer's left"]  # who is dealt to and asked first
    deals: dict[str, tuple[Step, ...]]  # by the option `dealing`, where there is one
    streets: dict[str, Street] = {}
    ends: tuple[Step, ...]  # when all have decided
    ties: Literal["push", "win"] = "push"
    qualifier: Qualifier | None = None
    results: Results
    bonus: dict[str, Bonus] = {}
    clauses: AnteAndRaiseClauses


WORDS = POKER_WORDS | {
    "mini-royal-flush",
    "suited-ace-king",
    "straight-flush-plus-a-pair",
    "straight-plus-a-pair",
    "wild-royal-flush",
}
FAMILY = Family("ante-and-raise", AnteAndRaiseFacts, WORDS)
