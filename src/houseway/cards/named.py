"""Cards for people who write programs: a card that reads as it is written, and is the engine's small integer too."""

from collections.abc import Iterable
from typing import Self

from houseway.cards.card import HIDDEN, NAMES, RANKS, SUITS, CardError, parse, text, words
from houseway.cards.card import hand as hand_of


class Card(int):
    """A card: `Card("Kh")`, `Card("10d")`, `Card("Jk")` for the joker. Higher ranks come later when cards are sorted.

    The engine has cards as small integers. This is one of them, so that it goes wherever one of those does.

    >>> Card("Kh")
    Card('Kh')
    >>> print(Card("Kh"), Card("Kh").name, Card("Kh") < Card("2c"))
    Kh king of hearts False
    >>> sorted(Card.hand("Ah 2c Td"))
    [Card('2c'), Card('Td'), Card('Ah')]
    """

    __slots__ = ()

    def __new__(cls, card: "str | int") -> Self:
        number = parse(card) if isinstance(card, str) else card
        if not 0 <= number < HIDDEN:
            raise CardError(f"{number} is not a card: they are numbered from 0 to {HIDDEN - 1}")
        return super().__new__(cls, number)

    @classmethod
    def hand(cls, cards: str) -> tuple[Self, ...]:
        """Several cards from text: `Ah Kd` or `AhKd`."""
        return tuple(map(cls, hand_of(cards)))

    @property
    def rank(self) -> str:
        """`2` to `A`; nothing for the joker."""
        return RANKS[self >> 2] if self < 4 * len(RANKS) else ""

    @property
    def suit(self) -> str:
        """`c`, `d`, `h` or `s`; nothing for the joker."""
        return SUITS[self & 3] if self.rank else ""

    @property
    def name(self) -> str:
        """As spoken: `king of hearts`."""
        return words(self)

    def __str__(self) -> str:
        return NAMES[self]

    def __repr__(self) -> str:
        return f"Card({str(self)!r})"


Cards = str | int | Iterable[int]  # how cards may be given: as text, as one card, or as several


def in_text(cards: Cards) -> str:
    """Cards as the text that the engine reads, however they were given.

    >>> in_text([Card("Ah"), Card("Kh")])
    'Ah Kh'
    """
    if isinstance(cards, str):
        return cards
    return text(map(Card, [cards] if isinstance(cards, int) else cards))
