"""Was it dealt from the shuffle that was committed to? Checked by a second reading of the published rule."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import count
from typing import Any, TypeVar

from houseway.cards.card import NAMES, Card
from houseway.cards.pack import Shoe
from houseway.cards.sealed import SealedDecks
from houseway.cards.source import FairShuffle
from houseway.play.driver import Driver
from houseway.play.event import RoundBegan, SeedRevealed

T = TypeVar("T")

# Written from `docs/fairness.md`, not from the shuffle that dealt the cards.


def sha(*parts: bytes) -> bytes:
    return sha256(b"".join(parts)).digest()


def _numbers(key: bytes, label: str) -> Iterator[int]:
    blocks = (sha(key, label.encode(), number.to_bytes(4, "big")) for number in count())
    return (int.from_bytes(block[at : at + 4], "big") for block in blocks for at in range(0, 32, 4))


def mix(items: Sequence[T], key: bytes, label: str = "shuffle") -> list[T]:
    numbers = _numbers(key, label)
    mixed = list(items)
    for last in range(len(mixed) - 1, 0, -1):
        size = last + 1
        pick = next(number for number in numbers if number < 2**32 - 2**32 % size) % size
        mixed[last], mixed[pick] = mixed[pick], mixed[last]
    return mixed


def words_key(words: Iterable[str]) -> bytes:
    digests = [sha(b"word ", text.encode()) for text in words]
    return sha(b"words", *digests) if digests else b""


def places(size: int, words: Iterable[str], label: str = "shuffle") -> list[int]:
    """Which place of the house's deck each card comes from, top first: all that words decide."""
    key = words_key(words)
    return mix(range(size), key, label) if key else list(range(size))


def order(seed: bytes, words: Sequence[str], cards: Sequence[Card], label: str = "shuffle") -> list[Card]:
    """The cards as they come, top first."""
    deck = mix(cards, seed, label)
    return [deck[place] for place in places(len(deck), words, label)]


def drawn(seed: bytes, words: Sequence[str], label: str, below: int) -> int:
    """The number that a cut, a die or a wheel comes from."""
    key = sha(seed, words_key(words)) if words else seed
    return next(number for number in _numbers(key, label) if number < 2**32 - 2**32 % below) % below


def promise(seed: bytes, packs: Mapping[str, Sequence[Card]]) -> str:
    """The commitment: to the seed, or to every card of these packs by itself."""
    if not packs:
        return sha(seed).hex()
    leaves = []
    for label, pack in packs.items():
        for place, card in enumerate(mix(pack, seed, label)):
            salt = sha(seed, b"salt ", label.encode(), place.to_bytes(4, "big"))
            leaves.append(sha(b"\0", salt, NAMES[card].encode()))
    return _root(leaves).hex()


def _root(leaves: Sequence[bytes]) -> bytes:
    """The root of a Merkle tree: as many leaves as a power of two holds on the left, the rest on the right."""
    if len(leaves) == 1:
        return leaves[0]
    left = 1 << (len(leaves) - 1).bit_length() - 1
    return sha(b"\1", _root(leaves[:left]), _root(leaves[left:]))


def climbed(leaf: bytes, index: int, size: int, path: Sequence[bytes]) -> bytes | None:
    """The root that a leaf and the hashes beside its way up come to; none if there are too many or too few."""
    beside, node = list(path), leaf
    while size > 1:
        if index ^ 1 < size:
            if not beside:
                return None
            other = beside.pop(0)
            node = sha(b"\1", other, node) if index & 1 else sha(b"\1", node, other)
        index, size = index >> 1, (size + 1) >> 1
    return None if beside else node


class Witness(FairShuffle):
    """Shuffles like the house, and looks on: whatever does not follow from the seed and the published rule is noted."""

    def __init__(self) -> None:
        super().__init__()
        self.shuffles = 0
        self.wrong: list[str] = []
        self._added: tuple[str, ...] = ()

    def begin(self, seed: bytes) -> None:
        super().begin(seed)
        self._begun, self._added, self._known = seed, (), seed

    def commit(self, packs: Mapping[str, Sequence[Card]]) -> str | SealedDecks:
        made = super().commit(packs)
        if packs:
            self._known = bytes.fromhex(promise(self._begun, packs))
        if str(made) != promise(self._begun, packs):
            self.wrong.append("the commitment is not the one that the seed gives")
        return made

    def close(self, added: Sequence[str]) -> None:
        super().close(added)
        self._added = tuple(added)

    def shoe(self, pack: Sequence[Card], label: str = "shuffle") -> Shoe:
        made = super().shoe(pack, label)
        self.shuffles += 1
        if made.cards[::-1] != order(self._begun, self._added, pack, label):
            self.wrong.append("the cards are not in the order that the seed and the words give them")
        return made

    def number(self, label: str, below: int) -> int | None:
        made = super().number(label, below)
        if made != drawn(self._known if self._added else self._begun, self._added, label, below):
            self.wrong.append(f"{label} is not the number that the seed gives")
        return made


def broken_promises(driver: Driver, entries: Iterable[Mapping[str, Any]] = ()) -> list[str]:
    """What the round said of its seed, in its records and at the table, and did not keep."""
    if not driver.journal or driver.journal[0]["do"] != "begin":
        return []
    began, seed = driver.events[0], driver.journal[0]["seed"]
    promised = next((said["commitment"] for said in entries if said.get("commitment")), None)
    if promised is not None and isinstance(began, RoundBegan) and str(began.commitment) != promised:
        return ["the seed is not the one that was committed to"]
    shown = [event for event in driver.events if isinstance(event, SeedRevealed)]
    if any(event.round == driver.table.round and event.seed != seed for event in shown):
        return ["another seed was shown than the one that was dealt from"]
    return []
