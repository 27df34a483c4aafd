"""Placing cards into segments that may be partly filled: five to begin with, then one by one, or two of three."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product
from math import comb
from random import Random
from typing import Any

from houseway.cards import card
from houseway.cards.card import Card
from houseway.play.ask import Refused
from houseway.play.value import value

Placed = dict[str, tuple[Card, ...]]
_MANY = 1000  # more answers than this are not listed
_SHOWN = 17  # more cards than this are not shown in a prompt


@value
class Placement:
    """So many of the cards go where there is room: `top Qh, bottom Kd Kh`; what is not named is left over.

    A segment named without cards takes all the others, where none may be left over.
    """

    cards: tuple[Card, ...]
    room: Mapping[str, int]  # how many cards each segment still takes, in the order they are shown
    count: int  # how many of the cards are placed
    clause: str = ""

    def read(self, text: str) -> Placed | None:
        parts = [part.strip().partition(" ") for part in text.split(",")]
        if any(name not in self.room for name, _, _ in parts):
            return None
        placed: Placed = {}
        open_ended = []
        for name, _, line in parts:
            if name in placed:
                raise Refused(f"{name} is named twice")
            try:
                placed[name] = card.hand(line)
            except card.CardError as error:
                raise Refused(str(error)) from None
            if not line.strip():
                open_ended.append(name)
        left = self._left(placed)
        if open_ended:
            if len(open_ended) > 1 or self.count < len(self.cards):
                raise Refused(f"say which cards go to {open_ended[0]}")
            placed[open_ended[0]] = left
        self._check(placed)
        return {name: placed[name] for name in self.room if placed.get(name)}

    def _left(self, placed: Placed) -> tuple[Card, ...]:
        left = list(self.cards)
        for one in (one for cards in placed.values() for one in cards):
            if one not in left:
                raise Refused(f"{card.NAMES[one]} is not there to be placed")
            left.remove(one)
        return tuple(left)

    def _check(self, placed: Placed) -> None:
        because = f" ({self.clause})" if self.clause else ""
        given = sum(map(len, placed.values()))
        if given != self.count:
            raise Refused(f"{self.count} card{'s' * (self.count > 1)} must be placed, {given} given{because}")
        for name, cards in placed.items():
            if len(cards) > self.room[name]:
                raise Refused(f"{name} has room for {self.room[name]} more, {len(cards)} given{because}")

    def answers(self) -> tuple[str, ...]:
        """All of them, unless they are very many."""
        if comb(len(self.cards), self.count) * len(self._open()) ** self.count > _MANY:
            return ()
        return tuple(map(self.written, self.every()))

    def _open(self) -> list[str]:
        return [name for name, room in self.room.items() if room]

    def every(self) -> Iterator[Placed]:
        for chosen in combinations(self.cards, self.count):
            for names in product(self._open(), repeat=self.count):
                if all(names.count(name) <= self.room[name] for name in names):
                    yield _grouped(chosen, names)

    def written(self, placed: Placed) -> str:
        """A placement as the text that is read."""
        return ", ".join(f"{name} {card.text(placed[name])}" for name in self.room if placed.get(name))

    def random(self, rng: Random) -> str:
        chosen = [self.cards[at] for at in sorted(rng.sample(range(len(self.cards)), self.count))]
        spaces = [name for name, room in self.room.items() for _ in range(room)]
        return self.written(_grouped(chosen, rng.sample(spaces, self.count)))

    def from_the_back(self) -> str:
        """The cards as they came into the last segment with room, then the one before it: always allowed."""
        spaces = [name for name, room in reversed(list(self.room.items())) for _ in range(room)]
        return self.written(_grouped(self.cards[: self.count], spaces[: self.count]))

    def prompt(self) -> str:
        rooms = ", ".join(f"{name} ({room} free)" for name, room in self.room.items() if room)
        cards = card.text(self.cards) if len(self.cards) <= _SHOWN else "the cards not yet seen"
        return f"{self.count} of {cards} to {rooms}"

    def data(self) -> dict[str, Any]:
        return {"form": "placement", "cards": card.text(self.cards), "count": self.count, "room": dict(self.room)}


def _grouped(cards: Sequence[Card], names: Sequence[str]) -> Placed:
    placed: Placed = {}
    for one, name in zip(cards, names, strict=True):
        placed[name] = (*placed.get(name, ()), one)
    return placed
