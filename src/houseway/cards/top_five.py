"""Top Five hands: only tens to aces count, more of them beat fewer, then their poker hand decides.

A hand is one integer of which a higher one is better: how many cards count, what the best five make, the ranks that
make it, then the ranks of all other cards from the top (T5-1).

>>> from houseway.cards.card import hand
>>> queens, kings = rank(hand("Qh Qd 9s 5c 2d 2c 2h")), rank(hand("Ks Jd Th 4c 5s 5d 7c"))
>>> queens < kings
True
>>> name(queens), name(kings)
('two cards, pair of queens', 'three cards, king high')
"""

from collections.abc import Sequence
from functools import cache

from houseway.cards.card import RANK_PLURALS, RANK_WORDS, Card
from houseway.cards.ranks import Category, words

TEN = 8
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven")

_ROYAL = 0b11111
_FIVE = 5
_FIRST = 24  # the bits below the first rank: six more, of four bits each
_KIND = _FIRST + 4
_SIZE = _KIND + 4


def counting(cards: Sequence[Card]) -> tuple[Card, ...]:
    """The cards that stay when 2 to 9 are taken away, high to low."""
    return tuple(sorted((card for card in cards if card >> 2 >= TEN), reverse=True))


def rank(cards: Sequence[Card]) -> int:
    top = [card for card in cards if card >> 2 >= TEN]
    held = [0, 0, 0, 0]
    counts = 0
    for card in top:
        held[card & 3] |= 1 << (int(card >> 2) - TEN)
        counts += 1 << 3 * (int(card >> 2) - TEN)
    return _rank(counts, _ROYAL in held)


def size(rank: int) -> int:
    """How many cards count."""
    return rank >> _SIZE


def category(rank: int) -> Category:
    return Category(rank >> _KIND & 15)


def named_by(rank: int) -> int:
    """The rank that names the hand: a pair of kings is named by its kings. -1 where no card counts."""
    return (rank >> _FIRST & 15) if size(rank) else -1


def hand_words(rank: int) -> str:
    """What the cards make: `two pair, kings and tens`."""
    if not size(rank):
        return "nothing"
    kind, high, next_one = category(rank), rank >> _FIRST & 15, rank >> _FIRST - 4 & 15
    match kind:
        case Category.ROYAL_FLUSH:
            return words(kind)
        case Category.STRAIGHT:
            return "five card straight"
        case Category.FULL_HOUSE:
            return f"full house, {RANK_PLURALS[high]} over {RANK_PLURALS[next_one]}"
        case Category.TWO_PAIR:
            return f"two pair, {RANK_PLURALS[high]} and {RANK_PLURALS[next_one]}"
        case Category.PAIR:
            return f"pair of {RANK_PLURALS[high]}"
        case Category.HIGH_CARD:
            return f"{RANK_WORDS[high]} high"
        case _:
            return f"{words(kind)}, {RANK_PLURALS[high]}"


def name(rank: int) -> str:
    """The hand as the dealer announces it: `four cards, pair of aces`."""
    many = size(rank)
    cards = f"{NUMBERS[many]} card{'s' * (many != 1)}"
    return f"{cards}, {hand_words(rank)}" if many else cards


@cache
def _rank(counts: int, royal: bool) -> int:
    """From how many cards of each rank are held, three bits a rank, and whether five of them are a royal flush."""
    many = [counts >> 3 * one & 7 for one in range(_FIVE)]
    first, second, *_ = sorted(range(_FIVE), key=lambda one: (many[one], one), reverse=True)
    if royal or all(many):  # seven cards with all five ranks have room for nothing better than a straight
        kind, making = Category.ROYAL_FLUSH if royal else Category.STRAIGHT, {4: 1, 3: 1, 2: 1, 1: 1, 0: 1}
    elif many[first] == 4:
        kind, making = Category.FOUR_OF_A_KIND, {first: 4}
    elif many[first] == 3 and many[second] >= 2:
        pair = max(one for one in range(_FIVE) if many[one] >= 2 and one != first)
        kind, making = Category.FULL_HOUSE, {first: 3, pair: 2}
    elif many[first] == 3:
        kind, making = Category.THREE_OF_A_KIND, {first: 3}
    elif many[second] == 2:
        kind, making = Category.TWO_PAIR, {first: 2, second: 2}
    elif many[first] == 2:
        kind, making = Category.PAIR, {first: 2}
    else:
        kind, making = Category.HIGH_CARD, {}
    others = [one for one in range(_FIVE - 1, -1, -1) for _ in range(many[one] - making.get(one, 0))]
    integer = sum(many) << _SIZE | kind << _KIND
    for at, one in enumerate((*making, *others)):
        integer |= one + TEN << _FIRST - 4 * at
    return integer
