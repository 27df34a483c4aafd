"""What an event puts into a template: typed values, not yet in any language."""

from collections.abc import Mapping
from typing import Any

from houseway.cards.card import Card
from houseway.play.value import value


@value
class At:
    """Somebody, or a place: a seat, the dealer, the board, or a part of what lies at a seat."""

    place: str


@value
class Money:
    cents: int


@value
class Shown:
    """Cards, face up or face down."""

    cards: tuple[Card, ...]


@value
class WagerNamed:
    """A wager by its id."""

    wager: str


@value
class Made:
    """What cards come to."""

    hand: str


@value
class Clause:
    clause: str


@value
class Phrase:
    """A template of its own inside another one."""

    key: str
    values: "Mapping[str, Value | None]"


@value
class Several:
    """A list; `joined` with "and" before the last, or with commas alone."""

    values: "tuple[Value, ...]"
    joined: bool = True


Value = str | int | At | Money | Shown | WagerNamed | Made | Clause | Phrase | Several


class Said(str):
    """Words of an event that have typed parts. A program reads them as text; a sentence is made from the parts, in any
    language.

        >>> Said("answer-about", answer="hit", hand=At("seat 5 hand 2"))
        'hit, seat 5 hand 2'
    """

    phrase: Phrase

    def __new__(cls, key: str, **values: "Value | None") -> "Said":
        from houseway.play.sentences.languages import english  # a language needs the values above

        phrase = Phrase(key, values)
        said = super().__new__(cls, english().text_of(phrase))
        said.phrase = phrase
        return said

    def __getnewargs_ex__(self) -> tuple[tuple[str], Mapping[str, Any]]:
        return (self.phrase.key,), self.phrase.values


class Deed(Said):
    """What somebody does, told after a colon: `seat 1: waits for the next round`. Whoever does it reads `You wait for
    the next round`."""
