"""Situations by name, as a policy lists them: what differs only by the names of suits is one situation."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from houseway.cards.card import Card, text
from houseway.pricing.counting.naming import renamed
from houseway.pricing.counting.situations import Situation
from houseway.pricing.decider.streets import Street


class Spot(NamedTuple):
    """A situation of a street, and the cards that lie there: the hand, then what is open, place by place."""

    street: Street
    at: tuple[int, ...]
    cards: Sequence[Sequence[Card]]


def listed(spots: Iterable[Spot]) -> Iterator[Situation]:
    """Each situation once, in the order in which they are first met."""
    first: dict[tuple[tuple[Card, ...], ...], Spot] = {}
    ways: dict[tuple[tuple[Card, ...], ...], int] = {}
    for spot in spots:
        name = renamed(spot.cards)
        known = first.setdefault(name, spot)
        assert known is spot or _worths(known) == _worths(spot), "suits are alike"
        ways[name] = ways.get(name, 0) + _ways(spot)
    for name, spot in first.items():
        yield situation(spot, name, ways[name])


def situation(spot: Spot, named: Sequence[Sequence[Card]], ways: int) -> Situation:
    """A situation whose cards have their names, and that comes in so many deals."""
    street = spot.street
    deals = street.deals.item(*spot.at) * street.unit
    worth = {one.name: Fraction(one.worth.item(*spot.at), deals) for one in street.answers}
    hand, *seen = named
    return Situation(street.ask, text(hand), " ".join(map(text, seen)), ways, worth)


def _worths(spot: Spot) -> list[int]:
    return [one.worth.item(*spot.at) for one in spot.street.answers]


def _ways(spot: Spot) -> int:
    street = spot.street
    weights = street.weights
    if not isinstance(weights, int):
        weights = weights.item(*(at if size > 1 else 0 for at, size in zip(spot.at, weights.shape, strict=True)))
    return int(weights * street.deals.item(*spot.at))
