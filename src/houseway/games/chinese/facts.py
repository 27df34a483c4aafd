"""Chinese poker: who plays, what a foul and a scoop cost, Fantasy Land, and the order of settlement."""

from pydantic import Field

from houseway.rules.families import POKER_WORDS, Family
from houseway.rules.models import Facts, Model, Rank


class Clause(Model):
    clause: str


class BuyIn(Model):
    """The first buy-in takes so many times the limit."""

    limits: int
    clause: str


class Points(Model):
    points: int
    clause: str


class Order(Model):
    """Which positions are compared, in the order they are."""

    positions: tuple[tuple[int, int], ...]
    clause: str


class Enter(Model):
    hand: str
    low: Rank


class Stay(Model):
    top: str
    middle: str
    bottom: str


class FantasyLand(Model):
    clause: str
    enter: Enter
    stay: Stay


class Down(Model):
    """A fee by time: for so many minutes, and half of it from so many on."""

    minutes: int
    half_from: int
    clause: str


class ChineseFacts(Facts):
    active: int = Field(ge=2)  # hands dealt at most
    two_hands: Clause | None = None
    buy_in: BuyIn
    round_minimum: Points
    foul: Points
    scoop: Points | None = None
    order: Order
    fantasy_land: FantasyLand
    down: Down


WORDS = POKER_WORDS | {"dragon", "six-pairs", "super-dragon", "three-flushes", "three-straights"}
FAMILY = Family("chinese", ChineseFacts, WORDS)
