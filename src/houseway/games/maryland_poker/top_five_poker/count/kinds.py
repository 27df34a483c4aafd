"""Top Five Poker by kinds of hands: how many there are of each, and what they meet.

Only tens to aces count, and of their suits only whether five make a royal flush. So a player's hand is how many of each
of the five ranks it has, and how many suits it leaves whole for a royal flush of the dealer's; the dealer's hands
against it are counted by the same five numbers.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product
from math import comb

import numpy as np
from numpy.typing import NDArray

from houseway.cards import top_five
from houseway.cards.card import RANKS, Card
from houseway.pricing.counting.cache import Arrays, kept
from houseway.pricing.counting.work import Progress, each

Ints = NDArray[np.int64]
Held = tuple[int, ...]  # how many of each rank from ten to ace

EACH = 7
COUNTING = range(top_five.TEN, len(RANKS))  # the ranks that count
_CHOOSE = np.array([[comb(there, many) for many in range(5)] for there in range(5)])
WIN, WIN_ALONE, LOSE, LOSE_ALONE, TIE = range(5)  # "alone": the dealer does not qualify, and the ante pushes


@dataclass(frozen=True)
class Kind:
    """Hands that are the same for every decision: the cards that count, a royal flush, and whole suits left."""

    held: Held
    royal: bool
    whole_suits: int

    @property
    def size(self) -> int:
        return sum(self.held)


def count(pack: tuple[Card, ...], least: int, progress: Progress | None = None) -> Arrays:
    """Every kind of hand, if the dealer qualifies with this rank: what `count_kinds` says, for all sizes together."""

    def count_sizes() -> Arrays:
        parts = each(count_kinds, [(size, pack, least) for size in range(EACH + 1)], progress)
        return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}

    return kept("top-five-poker", [pack, least], count_sizes)


def count_kinds(size: int, pack: tuple[Card, ...], least: int) -> Arrays:
    """The kinds of hands with so many cards that count: an example, how many there are, and what they meet if the
    dealer qualifies with this rank."""
    high = [one for one in pack if one >> 2 in COUNTING]
    low = len(pack) - len(high)
    ways = comb(low, EACH - size)
    found: dict[Kind, tuple[int, tuple[Card, ...]]] = {}
    for cards in combinations(high, size) if ways else ():
        kind = kind_of(cards, high)
        found[kind] = (found[kind][0] + ways if kind in found else ways, cards)
    none = EACH - size
    return {
        "held": np.array([kind.held for kind in found], np.int64).reshape(-1, len(COUNTING)),
        "royal": np.array([kind.royal for kind in found], np.bool_),
        "whole_suits": np.array([kind.whole_suits for kind in found], np.int64),
        "cards": np.array([[*cards, *[-1] * none] for _, cards in found.values()], np.int64).reshape(-1, EACH),
        "hands": np.array([hands for hands, _ in found.values()], np.int64),
        "met": np.array(
            [against(least, kind, cards, high, low) for kind, (_, cards) in found.items()], np.int64
        ).reshape(-1, 5),
    }


def kind_of(cards: Sequence[Card], high: Sequence[Card]) -> Kind:
    held = [0] * len(COUNTING)
    suits = [0, 0, 0, 0]
    for one in cards:
        if one >> 2 in COUNTING:
            held[(one >> 2) - top_five.TEN] += 1
            suits[one & 3] += 1
    there = [sum(one & 3 == suit for one in high) for suit in range(4)]
    whole = sum(there[suit] == len(COUNTING) and not suits[suit] for suit in range(4))
    return Kind(tuple(held), len(COUNTING) in suits, whole)


def against(least: int, kind: Kind, cards: Sequence[Card], high: Sequence[Card], low: int) -> tuple[int, ...]:
    """How many of the dealer's hands, which qualify from a rank up, each result comes with against a hand of a kind."""
    left = np.array([sum(one >> 2 == rank for one in high) - kind.held[at] for at, rank in enumerate(COUNTING)])
    low_left = low - (EACH - kind.size)
    held, plain, royal = _dealer_ranks()
    of_low = np.array([comb(low_left, many) for many in range(EACH + 1)])[EACH - held.sum(axis=1)]
    ways = _CHOOSE[left, held].prod(axis=1) * of_low
    one_suit = _CHOOSE[np.maximum(left - 1, 0), np.maximum(held - 1, 0)].prod(axis=1) * of_low
    royals = np.where((held > 0).all(axis=1), kind.whole_suits * one_suit, 0)
    mine = top_five.rank(cards)
    met = np.zeros(5, np.int64)
    for ranked, many in ((plain, ways - royals), (royal, royals)):
        result = np.where(ranked == mine, TIE, np.where(ranked < mine, WIN, LOSE) + (ranked < least))
        np.add.at(met, result, many)
    return tuple(met.tolist())


@cache
def _dealer_ranks() -> tuple[Ints, Ints, Ints]:
    """Every way to hold up to seven cards that count, its rank, and its rank with a royal flush."""
    every = [held for held in product(range(5), repeat=len(COUNTING)) if sum(held) <= EACH]
    plain, royal = [], []
    for held in every:
        many_of = list(enumerate(zip(COUNTING, held, strict=True)))
        # Each rank begins at another suit, so that no five cards are of one suit; or all at the same one.
        plain.append(top_five.rank([rank * 4 + (at + one) % 4 for at, (rank, many) in many_of for one in range(many)]))
        royal.append(top_five.rank([rank * 4 + one for _, (rank, many) in many_of for one in range(many)]))
    return np.array(every), np.array(plain), np.array(royal)
