"""Cards set into two hands, as pai gow sets them: one or two in front, five in back.

    >>> from houseway.cards.card import hand
    >>> poker = TwoHands()
    >>> poker.is_foul(hand("As Ah"), hand("Ks Kh Qd 9c 3d"))
    True

In both hands a higher rank is better, and only ranks of the same part can be compared.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from houseway.cards.card import JOKER, RANK_WORDS, Card
from houseway.cards.ranks import ACE, Category
from houseway.cards.special_ranks import (
    joker_category,
    joker_name,
    joker_rank,
    joker_ranks_of,
    two_card_name,
    two_card_rank,
)

IN_BACK = 5
_JOKER_ALONE = ACE + 1


@dataclass(frozen=True)
class TwoHands:
    """How many cards go in front, and what the joker may stand for. Alone in front it is higher than an ace."""

    in_front: int = 2
    plain_flushes: bool = True  # whether the joker completes a flush that is no straight flush

    @property
    def cards(self) -> int:
        return self.in_front + IN_BACK

    def front_rank(self, cards: Sequence[Card]) -> int:
        if self.in_front == 2:
            return two_card_rank(cards)
        (card,) = cards
        return _JOKER_ALONE if card == JOKER else card >> 2

    def back_rank(self, cards: Sequence[Card]) -> int:
        """The rank of the five cards, or of the best five of more."""
        return joker_rank(cards, plain_flushes=self.plain_flushes)

    def front_name(self, rank: int) -> str:
        if self.in_front == 2:
            return two_card_name(rank)
        return "joker" if rank == _JOKER_ALONE else RANK_WORDS[rank]

    def back_name(self, rank: int) -> str:
        return joker_name(rank)

    def is_foul(self, front: Sequence[Card], back: Sequence[Card]) -> bool:
        """Whether the hand in front outranks the hand in back."""
        return self.outranks(self.front_rank(front), self.back_rank(back))

    def outranks(self, front: int, back: int) -> bool:
        """Whether a rank in front is higher than a rank in back."""
        kind, ranks = joker_category(back), joker_ranks_of(back)
        if kind > Category.PAIR:
            return False
        if self.in_front == 1:
            return kind < Category.PAIR and front > ranks[0]
        high, low = front >> 4 & 15, front & 15
        if front >> 8:
            return kind < Category.PAIR or high > ranks[0]
        return kind < Category.PAIR and (high, low) > ranks[:2]
