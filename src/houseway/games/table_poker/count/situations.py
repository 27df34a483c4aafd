"""What a player can know on each street: their own cards up to suits, and the cards that lie open."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb, prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.games.table_poker.count.ranking import Ints, all_sets, binomials
from houseway.games.table_poker.settlement import stated
from houseway.pricing.counting.hands import HandsAlike, hands_alike
from houseway.rules.models import GameRules


class Opened(NamedTuple):
    """Cards that are opened together, before one street: whose they are, and each card's place and number there."""

    bank: bool
    street: int
    cards: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class Layout:
    """How the cards of a round come to be known."""

    own: int
    opened: tuple[Opened, ...]  # by street; the bank's and the shared cards of one street apart
    hidden_bank: int  # cards of the bank that no decision knows
    hidden_shared: int
    streets: int
    places: tuple[tuple[str, tuple[int, ...]], ...]  # before which street each card is opened, `streets` for never

    @property
    def bank(self) -> int:
        return self.hidden_bank + sum(len(one.cards) for one in self.opened if one.bank)

    @property
    def shared(self) -> int:
        return self.hidden_shared + sum(len(one.cards) for one in self.opened if not one.bank)

    def axes(self, street: int) -> int:
        """How many groups of cards are open on a street."""
        return sum(one.street <= street for one in self.opened)

    def known(self, street: int, seen: Mapping[str, Sequence[int]]) -> list[tuple[int, ...]]:
        """The open cards by group, from what lies open at each place now."""
        found = []
        for group in self.opened[: self.axes(street)]:
            cards = []
            for place, number in group.cards:
                before = [at for at, when in enumerate(dict(self.places)[place]) if when <= street]
                cards.append(int(seen[place][before.index(number)]))
            found.append(tuple(sorted(cards)))
        return found


def layout(game: GameRules) -> Layout:
    """How the cards of a game come to be known, read off its steps."""
    said = stated(game)
    last = len(said.streets)
    when: dict[str, list[int]] = {}
    parts = [(0, said.deal), *((at, street.steps) for at, street in enumerate(said.streets.values()))]
    for street, steps in [*parts, (last, said.ends)]:
        for step in steps:
            cards = when.setdefault(step.place, [])
            if step.do == "deal":
                cards += [street if step.face_up else last] * step.cards
            elif step.do == "open":
                cards[:] = [min(street, one) for one in cards]
    opened = []
    for street in range(last):
        for bank, places in ((False, said.shared), (True, (said.bank,))):
            group = tuple(
                (place, at) for place in places for at, one in enumerate(when.get(place, ())) if one == street
            )
            if group:
                opened.append(Opened(bank, street, group))
    hidden = {place: cards.count(last) for place, cards in when.items()}
    return Layout(
        len(when["seat"]),
        tuple(opened),
        hidden.get(said.bank, 0) if said.bank else 0,
        sum(hidden.get(place, 0) for place in said.shared),
        last,
        tuple((place, tuple(cards)) for place, cards in when.items()),
    )


@dataclass(frozen=True, eq=False)
class Situations:
    """The situations of the last street: hands up to suits, and every way in which cards lie open."""

    laid: Layout
    hands: HandsAlike

    @cached_property
    def size(self) -> int:
        return len(self.hands.pack)

    @cached_property
    def shape(self) -> tuple[int, ...]:
        """How many sets each group of open cards can be."""
        return tuple(comb(self.size, len(one.cards)) for one in self.laid.opened)

    @cached_property
    def own(self) -> Ints:
        """The cards of each hand as places in the pack."""
        found: Ints = np.searchsorted(np.array(self.hands.pack), self.hands.members)
        return found

    @cached_property
    def indexes(self) -> Ints:
        """The index of each hand among all sets of its size."""
        found: Ints = binomials(self.size)[self.own, np.arange(self.laid.own)].sum(axis=1)
        return found

    @cached_property
    def open(self) -> Ints:
        """Every way in which cards lie open, as places in the pack, by all groups together."""
        many = prod(self.shape)
        columns = []
        rest = np.arange(many)
        for group, size in reversed(list(zip(self.laid.opened, self.shape, strict=True))):
            columns.append(all_sets(self.size, len(group.cards))[rest % size])
            rest //= size
        if not columns:
            return np.zeros((1, 0), np.int64)
        return np.concatenate(columns[::-1], axis=1).astype(np.int64)

    def sets(self, group: int) -> NDArray[np.int8]:
        """Every set that a group of open cards can be, as places in the pack."""
        return self._sets[group]

    @cached_property
    def _sets(self) -> tuple[NDArray[np.int8], ...]:
        return tuple(all_sets(self.size, len(one.cards)) for one in self.laid.opened)

    def at(self, cards: Sequence[int]) -> int:
        """The place of a group of open cards on its axis."""
        places = np.searchsorted(np.array(self.hands.pack), sorted(cards))
        return int(sum(binomials(self.size)[place, at] for at, place in enumerate(places)))


def situations(laid: Layout, pack: tuple[int, ...]) -> Situations:
    return Situations(laid, hands_alike(pack, laid.own))
