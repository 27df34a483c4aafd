"""A decision as a policy lists it: what is asked, what is known, and what each answer is worth."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from houseway.cards.card import Card
from houseway.rules.resolved import Rules


@dataclass(frozen=True)
class Situation:
    """One decision up to suits: `ways` says in how many deals it comes, `worth` what each answer brings in all."""

    ask: str
    hand: str
    seen: str  # what else lies open
    ways: int
    worth: Mapping[str, Fraction]

    @property
    def best(self) -> str:
        """The best answer; among equals a check or a fold, else the one named first."""
        most = max(self.worth.values())
        equal = [answer for answer, worth in self.worth.items() if worth == most]
        return next((answer for answer in equal if answer in ("check", "fold")), equal[0])


class Listed(Protocol):
    def __call__(self, rules: Rules, /) -> Iterator[Situation]: ...


@dataclass(frozen=True)
class Policy:
    """Best play as a list: every situation of the streets that can be listed, and what is left out."""

    listed: Listed
    note: str  # which situations there are, how a hand is written, and what is left to the coach


def renamed(hands: Sequence[Sequence[Card]]) -> tuple[tuple[Card, ...], ...]:
    """The same cards with the suits named in the order in which they come, the highest card of each place first."""
    names: dict[int, int] = {}
    found = []
    for cards in hands:
        ordered = sorted(cards, key=lambda card: (-(card >> 2), names.get(card & 3, 4), card & 3))
        found.append(tuple(card >> 2 << 2 | names.setdefault(card & 3, len(names)) for card in ordered))
    return tuple(found)
