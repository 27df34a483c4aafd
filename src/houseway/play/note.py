"""Notes: what changed the plain result of a wager, as reasons that a program can ask for and a person can read.

A note is its own text, `folded; $15 of $20 is covered`, so it is shown and serialised as it is. Ask it for its reasons:
`event.note.says(Why.PARTLY_COVERED)`. A game may say something in words of its own, `Note("off on the come-out")`;
the reasons that the engine gives, or that anything asks for, are listed here with their text.
"""

import re
from enum import Enum
from functools import lru_cache
from typing import NamedTuple

_AND = "; "


class Why(Enum):
    """A reason, with its text; a blank stands for what it is about."""

    PUSH = "push"
    RETURNED = "returned"
    VOID = "void"
    FORFEITED = "forfeited"
    FOLDED = "folded"
    SURRENDERED = "surrendered"
    NOT_CALLED = "not called"
    NOT_COVERED = "not covered"  # by the player-dealer's bank, not at all
    PARTLY_COVERED = "{} of {} is covered"
    OWN_WAGER = "the player-dealer's own wager has no action"
    PAYOUT_LIMIT = "the payout limit of {} is reached"  # the limit's clause
    COPY = "a copy in {}"
    FOUL = "a foul"
    LESS_FEE = "{} less a fee of {}"
    OF_THE_POT = "{} of the pot"
    POINT = "{} point"
    POINTS = "{} points"
    HAS_LEFT = "{} is owed and {} has {} left"
    HAS_LEFT_OF_STACK = "{} is owed and {} has {} left of the stack that began the hand"
    BEGAN_WITH = "{} is owed and {} began the hand with {}"
    STILL_THERE = "still on the table"
    OWN_WORDS = "{}"

    @property
    def note(self) -> "Note":
        """The note that gives this reason alone, where it is about nothing more."""
        return Note(self.value)

    def about(self, *what: str) -> "Note":
        """The note that gives this reason alone, with what it is about."""
        return Note(self.value.format(*what))


class Reason(NamedTuple):
    """One reason of a note, and what fills the blanks of its text."""

    why: Why
    about: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.why.value.format(*self.about)


class Note(str):
    """What changed a plain result. The text is the whole value: two notes that read the same are the same."""

    __slots__ = ()

    @staticmethod
    def of(*reasons: Reason) -> "Note":
        return Note(_AND.join(map(str, reasons)))

    @property
    def reasons(self) -> tuple[Reason, ...]:
        return _read(str(self))

    def says(self, *whys: Why) -> bool:
        """Whether one of these is among its reasons."""
        return any(reason.why in whys for reason in self.reasons)

    def is_only(self, why: Why) -> bool:
        """Whether it gives this reason and no other."""
        return [reason.why for reason in self.reasons] == [why]

    def also(self, other: "Note") -> "Note":
        """This note and then the other; one that is empty says nothing."""
        return Note(_AND.join(filter(None, (self, other))))


NO_NOTE = Note()
PUSHED, GIVEN_BACK = Why.PUSH.note, Why.RETURNED.note  # what a wager that comes back says without a reason
VOID, FORFEITED, FOLDED, SURRENDERED = Why.VOID.note, Why.FORFEITED.note, Why.FOLDED.note, Why.SURRENDERED.note

_SHAPES = [(why, re.compile(re.escape(why.value).replace(r"\{\}", "(.+?)"))) for why in Why]


@lru_cache(maxsize=1 << 10)
def _read(text: str) -> tuple[Reason, ...]:
    return tuple(map(_reason, text.split(_AND))) if text else ()


def _reason(text: str) -> Reason:
    shapes = ((why, shape.fullmatch(text)) for why, shape in _SHAPES)
    return next(Reason(why, found.groups()) for why, found in shapes if found)  # its own words, at the latest
