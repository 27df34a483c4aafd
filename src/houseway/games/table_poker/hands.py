"""Hands of up to five cards, ranked in whatever order a rule file lists the kinds of hand."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations
from typing import NamedTuple

from houseway.cards.card import RANK_PLURALS, RANK_WORDS, Card

Cards = tuple[Card, ...]
Kind = tuple[str, int]  # what a pay line calls a hand, and the rank of the card that names it

CATEGORIES = (
    "high-card", "pair", "two-pair", "three-of-a-kind", "straight", "flush", "full-house", "four-of-a-kind",
    "straight-flush", "royal-flush",
)  # fmt: skip
_HIGH, _PAIR, _TWO_PAIR, _THREE, _STRAIGHT, _FLUSH, _FULL, _FOUR, _STRAIGHT_FLUSH, _ROYAL = range(len(CATEGORIES))
_ACE = 12
ROYALS = {3: "mini-royal-flush"}  # what pay lines call the highest straight flush, where that is no royal flush

ORDERS: Mapping[int, tuple[str, ...]] = {
    1: ("high-card",),
    2: ("high-card", "pair", "flush"),
    3: ("high-card", "pair", "flush", "straight", "three-of-a-kind", "straight-flush"),
    4: ("high-card", "pair", "two-pair", "straight", "flush", "three-of-a-kind", "straight-flush", "four-of-a-kind"),
    5: CATEGORIES,
}
WORDS = frozenset(CATEGORIES) | set(ROYALS.values())
RANKS_AT = 20  # a key is the place of the kind in its order, then five ranks of four bits that decide


class Made(NamedTuple):
    """The best hand among some cards."""

    key: int  # a higher one is a better hand
    name: str
    kinds: tuple[Kind, ...]  # everything that a pay line can call it, the most particular first


@dataclass(frozen=True)
class HandOrder:
    """How many cards make a hand, and the kinds of hand in rising order."""

    cards: int
    order: tuple[str, ...]

    @cached_property
    def places(self) -> tuple[int, ...]:
        """By category, its place in the order; -1 where it is no kind of hand."""
        return tuple(self.order.index(kind) if kind in self.order else -1 for kind in CATEGORIES)

    def best(self, cards: Cards) -> Made:
        """The best hand of these cards."""
        return self.made(max(_key(self.cards, self.places, five) for five in combinations(sorted(cards), self.cards)))

    def made(self, key: int) -> Made:
        """What a key says of a hand."""
        return _made(self, key)

    def least(self, kind: str, ranks: tuple[int, ...]) -> int:
        """The lowest key of a kind whose ranks reach these."""
        return _packed(self.order.index(kind), ranks)

    def used(self, cards: Cards) -> Cards:
        """The cards that make the best hand."""
        return max(combinations(sorted(cards), self.cards), key=lambda held: _key(self.cards, self.places, held))


@lru_cache(maxsize=1 << 16)
def _key(size: int, places: tuple[int, ...], cards: Cards) -> int:
    """The key of exactly as many cards as make a hand."""
    counts = [0] * 13
    for card in cards:
        counts[card >> 2] += 1
    ranks = sorted((rank for rank in range(13) if counts[rank]), key=lambda rank: (-counts[rank], -rank))
    shape = [counts[rank] for rank in ranks]
    flat = len(ranks) == size > 1
    wheel = flat and ranks[0] == _ACE and ranks[1] == size - 2 and ranks[-1] == 0
    run = flat and (wheel or ranks[0] - ranks[-1] == size - 1)
    suited = size > 1 and len({card & 3 for card in cards}) == 1
    high = (size - 2,) if wheel else (ranks[0],)
    if run and suited and high[0] == _ACE and places[_ROYAL] >= 0:
        return _packed(places[_ROYAL], high)
    if run and suited and places[_STRAIGHT_FLUSH] >= 0:
        return _packed(places[_STRAIGHT_FLUSH], high)
    best = _packed(places[_HIGH], tuple(ranks) if flat or size == 1 else _spread(ranks, shape))
    for there, category, deciding in (
        (run, _STRAIGHT, high),
        (suited, _FLUSH, tuple(ranks)),
        (shape[0] == 4, _FOUR, tuple(ranks)),
        (shape[:2] == [3, 2], _FULL, tuple(ranks)),
        (shape[0] == 3, _THREE, tuple(ranks)),
        (shape[:2] == [2, 2], _TWO_PAIR, tuple(ranks)),
        (shape[0] == 2, _PAIR, tuple(ranks)),
    ):
        if there and places[category] >= 0:
            best = max(best, _packed(places[category], deciding))
    return best


def _spread(ranks: list[int], shape: list[int]) -> tuple[int, ...]:
    """Every card's rank, the highest first: where pairs are no kind of hand."""
    return tuple(sorted((rank for rank, many in zip(ranks, shape, strict=True) for _ in range(many)), reverse=True))


def _packed(place: int, ranks: tuple[int, ...]) -> int:
    key = place
    for at in range(5):
        key = key << 4 | (ranks[at] if at < len(ranks) else 0)
    return key


@lru_cache(maxsize=1 << 15)
def _made(order: HandOrder, key: int) -> Made:
    kind = order.order[key >> RANKS_AT]
    first, second = key >> 16 & 15, key >> 12 & 15
    kinds: tuple[Kind, ...] = ((kind, first),)
    if kind == "royal-flush":
        kinds = (*kinds, ("straight-flush", first))
    elif kind == "straight-flush" and first == _ACE and order.cards in ROYALS:
        kinds = ((ROYALS[order.cards], first), *kinds)
    return Made(key, _name(kind, first, second), kinds)


def _name(kind: str, first: int, second: int) -> str:
    """The hand as the dealer announces it."""
    words, high, highs = kind.replace("-", " "), RANK_WORDS[first], RANK_PLURALS[first]
    if kind in ("high-card", "straight", "flush", "straight-flush"):
        return f"{high} high" if kind == "high-card" else f"{words}, {high} high"
    if kind == "pair":
        return f"pair of {highs}"
    if kind == "two-pair":
        return f"two pair, {highs} and {RANK_PLURALS[second]}"
    if kind == "full-house":
        return f"full house, {highs} over {RANK_PLURALS[second]}"
    return words if kind == "royal-flush" else f"{words}, {highs}"
