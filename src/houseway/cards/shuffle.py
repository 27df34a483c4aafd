"""The fair shuffle: committed to before wagers close, checkable by anyone afterwards.

A shuffle has a secret seed of 32 bytes. Its SHA-256 is published first, the seed itself after the round, and between
the two anybody at the table may add words of their own that the dealer could not know. In full:

    key    = SHA-256(seed, then SHA-256 of each added text in the order added)
    stream = SHA-256(key, label, 0), SHA-256(key, label, 1), ... read as big-endian 32-bit numbers;
             the label is plain text ("shuffle" here, "shuffle 2" for a second one in the same round and so on),
             the counter four big-endian bytes
    below n: take the next number; if it is not under the largest multiple of n up to 2**32, take another; mod n
    shuffle: for i from last to 1: swap the cards at i and at (below i + 1); the pack is first in ascending order
             deck by deck; the card at 0 is on top

`docs/fairness.md` has the ten lines that check it without this package.
"""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, count
from struct import Struct

from houseway.cards.card import Card

SEED_BYTES = 32
_WORD = 1 << 32
_EIGHT = Struct(">8I").unpack


def commitment(seed: bytes) -> str:
    return hashlib.sha256(seed).hexdigest()


def mixed(seed: bytes, added: Iterable[str] = ()) -> bytes:
    """The key of a shuffle: the seed with what was added to it."""
    digest = hashlib.sha256(seed)
    for words in added:
        digest.update(hashlib.sha256(words.encode()).digest())
    return digest.digest()


def seed_from(words: str | int) -> bytes:
    """A seed for a scenario or a simulation, where a short one is wanted rather than a secret."""
    return hashlib.sha256(f"houseway seed {words}".encode()).digest()


def _numbers(key: bytes, label: str) -> Iterator[int]:
    start = key + label.encode()

    def block(counter: int) -> tuple[int, ...]:
        return _EIGHT(hashlib.sha256(start + counter.to_bytes(4, "big")).digest())

    return chain.from_iterable(map(block, count()))


def number(key: bytes, label: str, below: int) -> int:
    """One unbiased number from 0 up to `below`: a die, a wheel, a cut. A label is good for one number."""
    limit = _WORD - _WORD % below
    return next(word for word in _numbers(key, label) if word < limit) % below


def shuffled(cards: Sequence[Card], key: bytes, label: str = "shuffle") -> list[Card]:
    """The cards in the order they come, top first: Fisher and Yates, unbiased."""
    order = list(cards)
    numbers = _numbers(key, label)
    for last, word in zip(range(len(order) - 1, 0, -1), numbers, strict=False):
        size = last + 1
        while word >= _WORD - size and word >= _WORD - _WORD % size:
            word = next(numbers)  # noqa: PLW2901  # the same place once more: this number would favour some cards
        other = word % size
        order[last], order[other] = order[other], order[last]
    return order
