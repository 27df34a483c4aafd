"""Which cards a hand is made of, where there are more than it plays."""

from collections.abc import Callable
from itertools import combinations, product
from typing import Any

from houseway.cards.card import Card, without

Cards = tuple[Card, ...]


def cards_played(rank: Callable[[Cards], Any], cards: Cards, plays: int = 5) -> Cards:
    """So many of these cards that rank as high as all of them."""
    best = rank(cards)
    for card in cards:
        if len(cards) > plays and rank(fewer := without(cards, (card,))) == best:
            cards = fewer
    return cards


def two_and_three(rank: Callable[[Cards], Any], hole: Cards, board: Cards) -> Cards:
    """The two and the three that make the best hand where two of one's own must play."""
    made = [own + three for own, three in product(combinations(hole, 2), combinations(board, 3))]
    return max((cards for cards in made if rank(cards) is not None), key=rank, default=())
