"""The fair shuffle: committed to before wagers are placed, checkable by anyone afterwards.

A round has a secret seed of 32 bytes, and every seat may seal words of its own before it begins. The house commits to
its seed, which fixes the order of its deck, and when no more bets are taken the words are opened; they decide how the
house's deck is cut up. Neither side can choose the cards: each was bound before it knew what the other had. In full:

    stream(key, label) = SHA-256(key, label, 0), SHA-256(key, label, 1), ... read as big-endian 32-bit numbers;
             the label is plain text ("shuffle" here, "shuffle 2" for a second one in the same round and so on),
             the counter four big-endian bytes
    below n: take the next number; if it is not under the largest multiple of n up to 2**32, take another; mod n
    mix(items, key, label): for i from last to 1: swap the items at i and at (below i + 1)
    house's deck = mix(the pack in ascending order deck by deck, seed, label)
    words key    = SHA-256("words", then SHA-256("word ", text) of each opened text, by seat)
    the cards    = the house's deck at the places mix(0, 1, 2, ..., words key, label); as it is if no words were opened
    a number     = below n of stream(SHA-256(seed, words key), label); of stream(seed, label) without words; where cards
                   are committed to one by one, the commitment stands in for the seed if there are words

The card at 0 is on top. `docs/fairness.md` has the lines that check it without this package.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from hashlib import sha256
from itertools import chain, count
from operator import mod
from secrets import token_bytes
from struct import Struct
from typing import TypeVar

SEED_BYTES = 32
_WORD = 1 << 32
_EIGHT = Struct(">8I").unpack
T = TypeVar("T")


def commitment(seed: bytes) -> str:
    return sha256(seed).hexdigest()


def sealed(words: str) -> str:
    """What a seat gives the house of its words before they are opened."""
    return sha256(f"seal {words}".encode()).hexdigest()


def words_key(opened: Iterable[str]) -> bytes:
    """The key that opened words make together; nothing if there are none."""
    digests = b"".join(sha256(f"word {words}".encode()).digest() for words in opened)
    return sha256(b"words" + digests).digest() if digests else b""


def mixed(seed: bytes, key: bytes = b"") -> bytes:
    """The key of a cut, a die or a wheel: the seed with the key of the words."""
    return sha256(seed + key).digest() if key else seed


def seed_from(words: str | int) -> bytes:
    """A seed for a scenario or a simulation, where a short one is wanted rather than a secret."""
    short = sha256(f"houseway seed {words}".encode()).digest()
    return sha256(short).digest()  # so that scenarios keep the cards they have always had


def seeds_from(seed: str | int | None) -> Iterator[bytes]:
    """A seed for each round: secret ones, or those that follow from the one given, words or 64 hexadecimal digits."""
    if seed is None:
        while True:
            yield token_bytes(SEED_BYTES)
    try:
        first = bytes.fromhex(str(seed))
    except ValueError:
        first = b""
    yield first if len(first) == SEED_BYTES else seed_from(seed)
    for number in count(2):
        yield seed_from(f"{seed} round {number}")


def _numbers(key: bytes, label: str) -> Iterator[int]:
    start = key + label.encode()

    def block(counter: int) -> tuple[int, ...]:
        return _EIGHT(sha256(start + counter.to_bytes(4, "big")).digest())

    return chain.from_iterable(map(block, count()))


def number(key: bytes, label: str, below: int) -> int:
    """One unbiased number from 0 up to `below`: a die, a wheel, a cut. A label is good for one number."""
    limit = _WORD - _WORD % below
    return next(word for word in _numbers(key, label) if word < limit) % below


def shuffled(items: Sequence[T], key: bytes, label: str = "shuffle") -> list[T]:
    """The items mixed, top first: Fisher and Yates, unbiased."""
    order = list(items)
    sizes, counters, words = _steps(len(order))
    start = key + label.encode()
    stream = b"".join([sha256(start + counter).digest() for counter in counters])
    # Without two such bytes every number is below the largest multiple of its size, which is within a size of 2**32.
    plain = len(order) <= 1 << 16 and b"\xff\xff" not in stream
    places = map(mod, words(stream), sizes) if plain else _one_by_one(key, label, sizes)
    last = len(order)
    for other in places:
        last -= 1
        chosen = order[other]
        order[other] = order[last]
        order[last] = chosen
    return order


@lru_cache(maxsize=64)
def _steps(many: int) -> tuple[tuple[int, ...], tuple[bytes, ...], Callable[[bytes], tuple[int, ...]]]:
    """The steps of mixing so many items: how many are left at each, the counters of the hashes that are enough unless a
    number is drawn again, and what reads these as numbers."""
    blocks = -(-max(many - 1, 0) // 8)
    counters = tuple(at.to_bytes(4, "big") for at in range(blocks))
    return tuple(range(many, 1, -1)), counters, Struct(f">{8 * blocks}I").unpack


def _one_by_one(key: bytes, label: str, sizes: Iterable[int]) -> Iterator[int]:
    """A number below each of these, drawn again where it would favour some."""
    numbers = _numbers(key, label)
    for size in sizes:
        limit = _WORD - _WORD % size
        yield next(word for word in numbers if word < limit) % size
