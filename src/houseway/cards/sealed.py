"""Decks that are committed to card by card, so that one card can be shown to be what it was without showing another.

Each card has a salt; their hashes are the leaves of a Merkle tree as RFC 9162 (2.1.1) builds it, over one deck after
the other. The house publishes the root before anybody's words are opened. A card is opened by its place in the tree,
its salt and the hashes beside its way up to the root: whoever knows these knows that card, and nothing of the others.

    salt = SHA-256(seed, "salt ", label of the shuffle, place in the deck as four big-endian bytes)
    leaf = SHA-256(0, salt, the card in two letters),  node = SHA-256(1, left, right)
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import Any

from houseway.cards.card import NAMES, Card

_NAMES = tuple(name.encode() for name in NAMES)


@dataclass(frozen=True)
class Opening:
    """One card of a sealed deck, with what proves it."""

    shuffle: str  # the label of the shuffle
    position: int  # in the house's deck, the top card at 0
    card: Card
    salt: str
    path: tuple[str, ...]

    def data(self) -> dict[str, Any]:
        return {
            "shuffle": self.shuffle,
            "position": self.position,
            "card": NAMES[self.card],
            "salt": self.salt,
            "path": list(self.path),
        }


class SealedDecks:
    """Decks in the order in which the house has them, by the label of their shuffle, and the tree over their cards; as
    text it is the root. The tree is made when it is first looked at: a simulation never does."""

    def __init__(self, seed: bytes, decks: Mapping[str, Sequence[Card]]) -> None:
        self._seed, self.decks = seed, decks

    def __str__(self) -> str:
        return self._levels[-1][0].hex()

    def sizes(self) -> dict[str, int]:
        """How many cards each deck has: the tree has a leaf for each, in this order."""
        return {label: len(deck) for label, deck in self.decks.items()}

    @cached_property
    def _salts(self) -> list[bytes]:
        made = []
        for label, deck in self.decks.items():
            start = self._seed + b"salt " + label.encode()
            made += [sha256(start + place.to_bytes(4, "big")).digest() for place in range(len(deck))]
        return made

    @cached_property
    def _levels(self) -> list[list[bytes]]:
        """The hashes from the leaves up to the root; a last one without a neighbour goes up as it is."""
        cards = [card for deck in self.decks.values() for card in deck]
        level = [sha256(b"\0" + salt + _NAMES[card]).digest() for salt, card in zip(self._salts, cards, strict=True)]
        levels = [level]
        while len(level) > 1:
            pairs = zip(level[::2], level[1::2], strict=False)
            odd = level[-1:] if len(level) % 2 else []
            level = [sha256(b"\1" + left + right).digest() for left, right in pairs] + odd
            levels.append(level)
        return levels

    def openings(self, label: str, cards: Iterable[Card]) -> list[Opening]:
        """The cards of one deck, each with its proof."""
        deck = self.decks[label]
        before = 0
        for other, cards_there in self.decks.items():
            if other == label:
                break
            before += len(cards_there)
        return [self._opening(label, deck.index(card), card, before) for card in cards]

    def _opening(self, label: str, position: int, card: Card, before: int) -> Opening:
        leaf = at = before + position
        path = []
        for level in self._levels[:-1]:
            if at ^ 1 < len(level):
                path.append(level[at ^ 1].hex())
            at >>= 1
        return Opening(label, position, card, self._salts[leaf].hex(), tuple(path))
