"""A player's natural: what it wins, against a dealer's own and otherwise, over every deal of four cards."""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import perm

from houseway.cards.card import Card
from houseway.games.twenty_one.count.ends import BLACKJACK_X, NATURAL, NO_NATURAL, Table, kind_of_natural
from houseway.games.twenty_one.count.hands import ACE, TEN, value
from houseway.games.twenty_one.count.one_hand import Terms

Lines = dict[tuple[str, Fraction], Fraction]  # the chance of each line and what it wins, in wagers

_LINES = {NATURAL: "blackjack", BLACKJACK_X: "blackjack-x"}


def line_of_natural(table: Table, scale: int, own: int, dealers: int) -> tuple[str, Fraction]:
    """The line by which a natural ends and what it wins, against a dealer's natural of some kind or none."""
    won = table.natural(own, dealers)
    line = _LINES[own] if won > 0 else "push" if won == 0 else "dealer-blackjack"
    return line, Fraction(won, scale)


def naturals(terms: Terms, cards: Sequence[Card], up: int | None = None) -> Lines:
    """Every natural that a player can be dealt from a shoe of these cards, where the dealer's first card has this
    value, or any."""
    there = Counter(cards)
    total = perm(len(cards), 4)
    found: Lines = {}

    def add(line: tuple[str, Fraction], ways: int) -> None:
        found[line] = found.get(line, Fraction(0)) + Fraction(ways, total)

    kinds, table = _kinds(terms, there), terms.table
    lines = {
        (own, dealers): line_of_natural(table, terms.scale, own, dealers)
        for own in _LINES
        for dealers in (NO_NATURAL, *_LINES)
    }
    for own, ways, left in _dealt(kinds, there):
        both = 0
        for dealers, either, _ in _dealt(kinds, left):
            many = either if up is None else either // 2 if up in (ACE, TEN) else 0  # one of the two orders
            both += many
            add(lines[own, dealers], ways * many)
        firsts = left.total() if up is None else sum(many for card, many in left.items() if value(card) == up)
        add(lines[own, NO_NATURAL], ways * (firsts * (left.total() - 1) - both))
    return {line: chance for line, chance in found.items() if chance}


Kinds = dict[tuple[Card, Card], int]  # of an ace and a card of ten points


def _kinds(terms: Terms, there: Counter[Card]) -> Kinds:
    aces, tens = ([card for card in there if value(card) == wanted] for wanted in (ACE, TEN))
    return {both: kind_of_natural(terms.rules, both) for both in product(aces, tens)}


def _dealt(kinds: Kinds, there: Counter[Card]) -> Iterator[tuple[int, int, Counter[Card]]]:
    """Every natural: its kind, in how many orders its two cards can be dealt, and what is left."""
    for (ace, ten), kind in kinds.items():
        if there[ace] and there[ten]:
            yield kind, 2 * there[ace] * there[ten], there - Counter((ace, ten))
