"""Hands of two cards that are ranked like poker hands, as in Two Card Peek.

    >>> from houseway.cards.card import hand
    >>> name(rank(hand("As 2h")))
    'straight, two high'

The category is above everything, then the higher card and the lower, four bits each; a higher rank is a better hand.
"""

from collections.abc import Sequence
from enum import IntEnum

from houseway.cards.card import RANK_PLURALS, RANK_WORDS, Card
from houseway.cards.ranks import ACE


class TwoCards(IntEnum):
    """What two cards are called, from the lowest (TP-1)."""

    HIGH_CARD = 0
    FLUSH = 1
    STRAIGHT = 2
    PAIR = 3
    STRAIGHT_FLUSH = 4
    MINI_ROYAL = 5


def rank(cards: Sequence[Card]) -> int:
    """Ace-king is the highest straight, ace-two the lowest; of one suit ace-king is a mini royal."""
    if len(cards) != 2:
        raise ValueError(f"a two-card hand is two cards, not {len(cards)}")
    low, high = sorted(int(card >> 2) for card in cards)
    one_suit = cards[0] & 3 == cards[1] & 3
    if low == high:
        return TwoCards.PAIR << 8 | high << 4 | low
    if high - low == 1 or (high, low) == (ACE, 0):
        top = high if high - low == 1 else low  # of ace-two, the two
        kind = TwoCards.STRAIGHT if not one_suit else TwoCards.MINI_ROYAL if top == ACE else TwoCards.STRAIGHT_FLUSH
        return kind << 8 | top << 4
    return (TwoCards.FLUSH if one_suit else TwoCards.HIGH_CARD) << 8 | high << 4 | low


def category(rank: int) -> TwoCards:
    return TwoCards(rank >> 8)


def name(rank: int) -> str:
    kind, high = category(rank), rank >> 4 & 15
    if kind is TwoCards.MINI_ROYAL:
        return "suited ace-king"
    if kind is TwoCards.PAIR:
        return f"pair of {RANK_PLURALS[high]}"
    words = kind.name.lower().replace("_", " ")
    return f"{RANK_WORDS[high]} high" if kind is TwoCards.HIGH_CARD else f"{words}, {RANK_WORDS[high]} high"
