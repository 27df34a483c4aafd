"""Places at a table: where cards lie, where chips lie, and who sits or stands there.

A place is a value with one text form, and this module alone writes and reads that form:

    seat 1                a seat, its player, its first hand          Place("seat", 1)
    seat 1 hand 2         a hand that a split made                    Place("seat", 1, hand=2)
    seat 1 second top     a part of a hand, or a part of a part       Place("seat", 1, parts=("second", "top"))
    box 3                 an empty position that a player plays       Place("box", 3)
    backline 3.1          a square behind a seat, and who bets there  Place("backline", 3, square=1)
    player-dealer front   a place that belongs to the whole table     Place("player-dealer", parts=("front",))
    seat hand             any such place, as a rule file names it     Place("seat", 0, hand=0)

Tables, ledgers, journals and views are keyed by the text form: thousands of rounds a second look places up, and a
string is looked up five times as fast as a value. To learn something about a place, read it:
`Place.read("seat 1 hand 2").hand`. Reading the same text again costs as much as one lookup.
"""

import re
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import NamedTuple

from houseway.rules import models
from houseway.rules.models import GameRules

SEAT, BOX, BACKLINE = "seat", "box", "backline"
HAND = "hand"
_NUMBER = re.compile("[1-9][0-9]?")
_COUNTED = (SEAT, BOX)  # what a table has several of; a backline square has the number of its seat


class NotAPlace(ValueError):
    """A text that names no place."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where cards or chips lie, or who sits there. `str(place)` and `Place.read(text)` are each other's inverse."""

    name: str
    number: int = 0  # of a seat, of a box, or of the seat that a backline square is behind; 0 is any
    square: int = 0  # behind the seat
    hand: int = 1  # of those that splits made; the hand that was split stays at its seat, and 0 is any of the others
    parts: tuple[str, ...] = ()

    def __str__(self) -> str:
        words = [self.name]
        if self.number:
            words.append(f"{self.number}.{self.square}" if self.square else str(self.number))
        if self.hand != 1:
            words += [HAND, str(self.hand)] if self.hand else [HAND]
        return " ".join((*words, *self.parts))

    @staticmethod
    def read(text: str) -> "Place":
        """The place that a text names; `NotAPlace` if there can be none of that name."""
        return _read(text)

    # What kind of place it is

    @property
    def is_seat(self) -> bool:
        """It is a seat, or one of its hands or parts."""
        return self.name == SEAT

    @property
    def is_box(self) -> bool:
        return self.name == BOX

    @property
    def is_backline(self) -> bool:
        return self.name == BACKLINE

    @property
    def is_position(self) -> bool:
        """A hand is dealt and bet on here: a seat or a box, with all that belongs to it."""
        return self.name in _COUNTED

    @property
    def is_player(self) -> bool:
        """Somebody sits or stands here."""
        return self.name in (SEAT, BACKLINE)

    @property
    def is_numbered(self) -> bool:
        """Its seat, box and hand have their numbers: it is one place, not any of several."""
        return bool(self.hand) and (self.number > 0 or self.name not in (*_COUNTED, BACKLINE))

    # Places near it

    @property
    def whole(self) -> "Place":
        """The place without its hand and parts: `seat 1` of `seat 1 hand 2`, `banker` of `banker front`."""
        return replace(self, hand=1, parts=()) if self.hand != 1 or self.parts else self

    @property
    def seat(self) -> "Place":
        """The seat whose hand is bet on: of `backline 3.1` it is `seat 3`; any other place stays as it is."""
        return replace(self, name=SEAT, square=0) if self.is_backline else self

    @property
    def above(self) -> "Place":
        """The place without its last part: `seat 1 second` of `seat 1 second top`."""
        return replace(self, parts=self.parts[:-1])

    @property
    def part(self) -> str:
        """Its last part: `top` of `seat 1 second top`; nothing where it has none."""
        return self.parts[-1] if self.parts else ""

    @property
    def inside(self) -> str:
        """What follows its seat, box or name: `hand 2`, `second top`, `front`."""
        return str(self)[len(str(self.whole)) :].strip()

    def at(self, *parts: str) -> "Place":
        """A part of this place."""
        return replace(self, parts=(*self.parts, *parts))

    def with_hand(self, hand: int) -> "Place":
        """Another hand of the same seat, box or backline square."""
        return replace(self, hand=hand)

    @property
    def unsplit(self) -> "Place":
        """The hand that a split one was split from, at its seat or box."""
        return replace(self, hand=1)

    def with_number(self, number: int) -> "Place":
        """The same place of another seat or box."""
        return replace(self, number=number)

    @property
    def kind(self) -> "Place":
        """The place as rule files name it: `seat hand` of `seat 1 hand 2`."""
        return replace(self, number=0, square=0, hand=1 if self.hand == 1 else 0)

    def lies_in(self, other: "Place") -> bool:
        """It is that place, or one of its hands or parts."""
        if (self.name, self.number, self.square) != (other.name, other.number, other.square):
            return False
        if self.hand != other.hand:
            return other.hand == 1 and not other.parts
        return self.parts[: len(other.parts)] == other.parts

    @property
    def order(self) -> tuple[int, int]:
        """What sorts seats and boxes clockwise, the backline after its seat."""
        return self.number, self.square


DEALER_HAND, BANK_HAND = Place("dealer"), Place("player-dealer")  # what a player's hand is compared with


@lru_cache(maxsize=1 << 14)
def _read(text: str) -> Place:
    name, *rest = text.split(" ")
    number = square = 0
    hand = 1
    if name in (*_COUNTED, BACKLINE):
        if rest and rest[0][:1].isdigit():
            seat, dot, behind = rest.pop(0).partition(".")
            number, square = _count(seat, text), _count(behind, text) if dot else 0
        if bool(number and name == BACKLINE) != bool(square):
            raise NotAPlace(f"{text!r} is not a place: a seat has a number, a backline square has two")
        if rest and rest[0] == HAND:
            hand = _count(rest[1], text) if len(rest) > 1 and rest[1].isdigit() else 0
            rest = rest[2 if hand else 1 :]
            if hand == 1:
                raise NotAPlace(f"{text!r} is not a place: the first hand stays at its seat")
    if not name or not all(rest):
        raise NotAPlace(f"{text!r} is not a place")
    return Place(name, number, square, hand, tuple(rest))


def _count(digits: str, text: str) -> int:
    if not _NUMBER.fullmatch(digits):
        raise NotAPlace(f"{text!r} is not a place: {digits!r} is not a number from 1 to 99")
    return int(digits)


# Text forms, for tables and ledgers


@cache
def seat(number: int) -> str:
    """`seat 3`."""
    return f"{SEAT} {number}"


@cache
def box(number: int) -> str:
    """`box 3`."""
    return f"{BOX} {number}"


@cache
def backline(number: int, square: int) -> str:
    """`backline 3.1`."""
    return f"{BACKLINE} {number}.{square}"


def seats(count: int) -> list[str]:
    """`seat 1` and so on, clockwise."""
    return [seat(number) for number in range(1, count + 1)]


def is_place(text: str) -> bool:
    """Whether a text, perhaps a person's, names a place."""
    try:
        return bool(_read(text))
    except NotAPlace:
        return False


@lru_cache(maxsize=1 << 12)
def seat_of(place: str) -> str:
    """The seat whose hand somebody bets on: `seat 3` for itself and for `backline 3.1`."""
    return str(_read(place).seat) if place else ""


@lru_cache(maxsize=1 << 12)
def whole_of(place: str) -> str:
    """The place without its hand and parts: `seat 1` of `seat 1 hand 2` and of `seat 1 front`."""
    return str(_read(place).whole)


@lru_cache(maxsize=1 << 12)
def unsplit(place: str) -> str:
    """Where the hand lies that this one was split from: `seat 1` of `seat 1 hand 2`."""
    return str(_read(place).unsplit)


def split_hand(place: str, hand: int) -> str:
    """`seat 1 hand 2` at `seat 1`."""
    return f"{place} {HAND} {hand}"


def part_at(place: str, part: str) -> str:
    """`seat 1 front` at `seat 1`."""
    return f"{place} {part}"


def part_of(place: str) -> str:
    """The last part of a place: `front` of `seat 1 front`; nothing where it has none."""
    return _read(place).part


def above(place: str) -> str:
    """A place without its last part: `seat 1` of `seat 1 front`."""
    return str(_read(place).above)


def hand_of(place: str) -> int:
    """Which hand of its seat or box it is: 1, or a later one that a split made."""
    return _read(place).hand


def number_of(place: str) -> int:
    """The number of a seat, of a box, or of the seat that a backline square is behind."""
    return _read(place).number


def is_seat(place: str) -> bool:
    """It is a seat, or one of its hands or parts."""
    return _read(place).is_seat


def is_box(place: str) -> bool:
    """It is a box, or one of its hands."""
    return _read(place).is_box


def is_backline(place: str) -> bool:
    """It is a square behind a seat."""
    return _read(place).is_backline


def lies_in(place: str, other: str) -> bool:
    """The first is the second, or one of its hands or parts: `seat 1 front` lies in `seat 1`."""
    return place == other or _read(place).lies_in(_read(other))


def clockwise(place: str) -> tuple[int, int]:
    """What sorts seats and boxes by number, the backline after its seat."""
    return _read(place).order


# Wagers on a box


class BoxWager(NamedTuple):
    """A wager as its player names it: `ante` on one's own seat, `box 3 ante` on a box beside it."""

    box: str  # its text form, nothing for one's own seat
    wager: str

    def __str__(self) -> str:
        return f"{self.box} {self.wager}" if self.box else self.wager

    @staticmethod
    def read(text: str) -> "BoxWager":
        return _box_wager(text)


@lru_cache(maxsize=1 << 12)
def _box_wager(text: str) -> BoxWager:
    words = text.split(" ", maxsplit=2)
    if len(words) == 3 and words[0] == BOX and words[1].isdigit():
        return BoxWager(f"{BOX} {words[1]}", words[2])
    return BoxWager("", text)


# The places that a rule file states


def stated(rules: GameRules, place: str) -> models.Place | None:
    """What a rule file states of a place, under its name without numbers; nothing where it has no such place."""
    return rules.places.get(str(_read(place).kind)) if is_place(place) else None


def place_names(rules: GameRules) -> dict[str, str]:
    """How to name each place of a game, by its key in the rule file: `seat 1 to seat 7`."""
    return {name: _every(_read(name), rules.seats) for name in rules.places}


def _every(place: Place, count: int) -> str:
    """The first and the last place of this kind. Of the hands that splits make, the first two."""
    if place.name not in _COUNTED:
        return str(place)
    if not place.hand:
        first = place.with_number(1)
        return f"{first.with_hand(2)}, {first.with_hand(3)} and so on"
    first, last = place.with_number(1), place.with_number(count)
    return str(first) if first == last else f"{first} to {last}"
