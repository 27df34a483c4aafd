"""Packs, and the shoe that cards are dealt from."""

from collections.abc import Sequence
from dataclasses import dataclass

from houseway.cards.card import JOKER, Card, rank

_TEN, _SIX, _ACE = 8, 4, 12
_FULL = tuple(range(52))

PACKS: dict[str, tuple[Card, ...]] = {
    "52": _FULL,
    "53": (*_FULL, JOKER),
    "48": tuple(card for card in _FULL if rank(card) != _TEN),
    "24": tuple(card for card in _FULL if rank(card) <= _SIX or rank(card) == _ACE),
}


def pack(kind: str, decks: int = 1) -> tuple[Card, ...]:
    """All the cards of so many decks of a kind: 52, 53 with a joker, 48 without tens, 24 from ace to six."""
    return PACKS[kind] * decks


class ShoeEmpty(Exception):
    """A card was called for and there is none left to deal."""


@dataclass(slots=True)
class Shoe:
    """Cards in the order they will come, the next one last so that dealing is popping."""

    cards: list[Card]
    cover: int = 0  # how many cards lie behind the cover card; 0 when there is none
    # Cards that are out and that the engine does not know, and so still count among `cards`; below zero, cards that are
    # still to come from it and are kept elsewhere: those that a scenario gives.
    unseen: int = 0

    @property
    def left(self) -> int:
        return len(self.cards) - self.unseen

    def draw(self, count: int = 1) -> tuple[Card, ...]:
        cards = self.cards
        if count == 1 and cards:
            return (cards.pop(),)
        if count > len(cards):
            raise ShoeEmpty(f"{count} cards are called for, and {len(cards)} are left")
        return tuple([cards.pop() for _ in range(count)])

    def cut(self, depth: int) -> None:
        """Take the `depth` cards on top and put them at the bottom."""
        self.cards[:] = self.cards[-depth:] + self.cards[:-depth]

    @property
    def cover_reached(self) -> bool:
        return self.left <= self.cover

    @classmethod
    def stacked(cls, cards: Sequence[Card]) -> "Shoe":
        """A shoe that deals `cards` first to last."""
        return cls(list(cards[::-1]))
