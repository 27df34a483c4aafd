"""Cards that differ only by the names of suits, under one name: how a policy writes a situation."""

from collections.abc import Sequence

from houseway.cards.card import JOKER, Card

SUITS_NAMED = (
    "Suits are named by what they hold: the suit with the highest cards in the hand is clubs, the next diamonds, then "
    "hearts and spades (king and three before king and deuce, and these before a king alone); of suits that hold the "
    "same there, the one with the highest cards among those seen, place by place. Of suits that hold the same "
    "everywhere it does not matter which is which."
)
_COPIES = 4  # bits: so many packs of cards can lie in one place


class Naming:
    """New names for the suits of cards that lie at some places."""

    def __init__(self, hands: Sequence[Sequence[Card]]) -> None:
        held = [[0] * len(hands) for _ in range(4)]
        for place, cards in enumerate(hands):
            for card in cards:
                if card < JOKER:
                    held[card & 3][place] += 1 << _COPIES * (card >> 2)
        self.names = [0] * 4
        for name, suit in enumerate(sorted(range(4), key=held.__getitem__, reverse=True)):
            self.names[suit] = name

    def __call__(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        """The cards by their new names, the highest first."""
        named = (card >> 2 << 2 | self.names[card & 3] if card < JOKER else card for card in cards)
        return tuple(sorted(named, key=_highest_first))


def _highest_first(card: Card) -> tuple[int, int]:
    return -(card >> 2), card & 3


def renamed(hands: Sequence[Sequence[Card]]) -> tuple[tuple[Card, ...], ...]:
    """The cards of each place with the suits named as above.

    >>> from houseway.cards.card import hand, text
    >>> [text(renamed([hand(cards)])[0]) for cards in ("Kh Ks 3s", "Kh Ks 3h")]
    ['Kc Kd 3c', 'Kc Kd 3c']
    """
    return tuple(map(Naming(hands), hands))
