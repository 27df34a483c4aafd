"""What to hold at Cal Quick Draw Poker, as a person can remember it."""

from collections import Counter
from collections.abc import Collection
from itertools import combinations

from houseway.cards.card import JOKER, Card

STEPS = (
    "Stand pat with a straight or better; of four of a kind, three of a kind and two pairs hold what makes them, the "
    "joker included.",
    "With four to a flush, the joker included, hold them, unless you have a pair of sevens or higher: then hold that.",
    "Hold a pair.",
    "Hold four to an open straight; with the joker, three cards no more than three ranks apart, none of them an ace.",
    "With the joker, hold it with two suited cards no more than two ranks apart, else with your highest card.",
    "Hold three suited cards to a straight flush, the highest of them a queen or better.",
    "Hold ace and king together, else your highest card alone.",
)
_SEVEN, _QUEEN, _KING, _ACE = 5, 10, 11, 12
_PAT = ("straight", "flush", "full-house", "straight-flush", "royal-flush", "wild-royal-flush", "five-of-a-kind")
_SETS = ("four-of-a-kind", "three-of-a-kind", "two-pair")


def held(cards: Collection[Card], kind: str) -> set[Card]:
    """The cards to hold of five that make a hand of this kind."""
    joker = {card for card in cards if card == JOKER}
    plain = sorted(set(cards) - joker)
    if kind in _PAT:
        return set(cards)
    ranks, suits = Counter(card >> 2 for card in plain), Counter(card & 3 for card in plain)
    sets = {card for card in plain if ranks[card >> 2] > 1}
    flush = {card for card in plain if suits[card & 3] + len(joker) >= 4}
    if kind in _SETS and (sets or not joker):
        return sets | joker
    if flush and not (sets and min(sets) >> 2 >= _SEVEN):
        return flush | joker
    if sets:
        return sets
    return joker | (_to_a_straight(plain, joker=bool(joker)) or _few(plain, joker=bool(joker)))


def _to_a_straight(plain: list[Card], *, joker: bool) -> set[Card]:
    for some in reversed(list(combinations(plain, 3 if joker else 4))):
        low, high = some[0] >> 2, some[-1] >> 2
        if high - low <= 3 and high < _ACE:
            return set(some)
    return set()


def _few(plain: list[Card], *, joker: bool) -> set[Card]:
    """Two or three suited cards close together, else the highest."""
    many, apart, least = (2, 2, 0) if joker else (3, 4, _QUEEN)
    for some in reversed(list(combinations(plain, many))):
        low, high = some[0] >> 2, some[-1] >> 2
        if len({card & 3 for card in some}) == 1 and high - low <= apart and high >= least:
            return set(some)
    high = plain[-1] >> 2
    return {card for card in plain if card >> 2 == high or (high == _ACE and card >> 2 == _KING and not joker)}
