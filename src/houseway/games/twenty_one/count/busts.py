"""How often the dealer's hand goes over, by its number of cards, from a fresh shoe.

What players draw makes no difference: they decide by cards in sight, and whatever these are, the cards that the dealer
gets after them are as likely to be one as another of those not seen. Nor does a dealer's natural, which ends the round
before anybody draws and is no hand that goes over.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import perm

from houseway.games.twenty_one.count.hands import VALUES, dealer_draws, total_of


def busts(there: Sequence[int], *, hits_soft_17: bool) -> dict[int, Fraction]:
    """The chance of going over with each number of cards, by how many cards of each value the shoe has."""
    cards = sum(there)
    found: dict[int, int] = {}
    layer: dict[tuple[int, ...], int] = {(0,) * len(VALUES): 1}
    size = 0
    while layer:
        size += 1
        longer: dict[tuple[int, ...], int] = {}
        for held, ways in layer.items():
            for one in VALUES:
                if not (left := there[one] - held[one]):
                    continue
                more = (*held[:one], held[one] + 1, *held[one + 1 :])
                total, soft = total_of(more)
                if dealer_draws(total, soft=soft, hits_soft_17=hits_soft_17):
                    longer[more] = longer.get(more, 0) + ways * left
                elif total > 21:
                    found[size] = found.get(size, 0) + ways * left
        layer = longer
    return {size: Fraction(ways, perm(cards, size)) for size, ways in sorted(found.items())}
