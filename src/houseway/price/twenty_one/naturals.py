"""A player's natural: what it wins, against a dealer's own and otherwise, over every deal of four cards."""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import perm

from houseway.cards.card import Card, hand, suit
from houseway.price.twenty_one.hands import ACE, TEN, value
from houseway.rules.families.twenty_one import BlackjackX, TwentyOneRules

Lines = dict[tuple[str, Fraction], Fraction]  # the chance of each line and what it wins, in wagers

BLACKJACK, BLACKJACK_X = "blackjack", "blackjack-x"
_KING, _SPADE = hand("Kc")[0] >> 2, suit(hand("As")[0])


def name_of(rules: TwentyOneRules, ace: Card, ten: Card) -> str:
    """The line of a natural of these two cards."""
    suited = suit(ace) == suit(ten) and ten >> 2 == _KING
    match rules.blackjack_x:
        case BlackjackX.SPADES:
            best = suited and suit(ace) == _SPADE
        case BlackjackX.SUITED:
            best = suited
        case _:
            best = False
    return BLACKJACK_X if best else BLACKJACK


def result(rules: TwentyOneRules, own: str, dealers: str | None) -> tuple[str, Fraction]:
    """The line by which a natural ends and what it wins, against a dealer's natural of some kind or none."""
    pays = rules.pay(own)
    assert pays is not None
    ranked = rules.blackjack_x_ranked and dealers not in (None, own)
    if dealers is None or rules.natural_beats_natural or (ranked and own == BLACKJACK):
        return own, pays
    return ("dealer-blackjack", Fraction(-1)) if ranked else ("push", Fraction(0))


def naturals(rules: TwentyOneRules, cards: Sequence[Card], up: int | None = None) -> Lines:
    """Every natural that a player can be dealt from a shoe of these cards, where the dealer's first card has this
    value, or any."""
    there = Counter(cards)
    total = perm(len(cards), 4)
    found: Lines = {}

    def add(line: tuple[str, Fraction], ways: int) -> None:
        found[line] = found.get(line, Fraction(0)) + Fraction(ways, total)

    for own, ways, left in _dealt(rules, there):
        both = 0
        for dealers, either, _ in _dealt(rules, left):
            many = either if up is None else either // 2 if up in (ACE, TEN) else 0  # one of the two orders
            both += many
            add(result(rules, own, dealers), ways * many)
        firsts = left.total() if up is None else sum(many for card, many in left.items() if value(card) == up)
        add(result(rules, own, None), ways * (firsts * (left.total() - 1) - both))
    return {line: chance for line, chance in found.items() if chance}


def _dealt(rules: TwentyOneRules, there: Counter[Card]) -> Iterator[tuple[str, int, Counter[Card]]]:
    """Every natural: its line, in how many orders its two cards can be dealt, and what is left."""
    aces, tens = ([card for card in there if value(card) == wanted] for wanted in (ACE, TEN))
    for ace, ten in product(aces, tens):
        yield name_of(rules, ace, ten), 2 * there[ace] * there[ten], there - Counter((ace, ten))
