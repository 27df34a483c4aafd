"""Was it dealt from the shuffle that was committed to? Checked by a second reading of the published rule."""

from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import count

from houseway.cards.card import Card
from houseway.cards.pack import Shoe
from houseway.cards.source import FairShuffle
from houseway.play.driver import Driver
from houseway.play.event import RoundBegan, SeedRevealed

# Written from `docs/fairness.md`, not from the shuffle that dealt the cards.


def _words(seed: bytes, added: Iterable[str], label: str) -> Iterator[int]:
    key = sha256(seed + b"".join(sha256(text.encode()).digest() for text in added)).digest()
    blocks = (sha256(key + label.encode() + number.to_bytes(4, "big")).digest() for number in count())
    return (int.from_bytes(block[at : at + 4], "big") for block in blocks for at in range(0, 32, 4))


def order(seed: bytes, added: Iterable[str], cards: Sequence[Card], label: str = "shuffle") -> list[Card]:
    """The cards as they come, top first."""
    words = _words(seed, added, label)
    deck = list(cards)
    for last in range(len(deck) - 1, 0, -1):
        size = last + 1
        pick = next(word for word in words if word < 2**32 - 2**32 % size) % size
        deck[last], deck[pick] = deck[pick], deck[last]
    return deck


def drawn(seed: bytes, added: Iterable[str], label: str, below: int) -> int:
    """The number that a cut, a die or a wheel comes from."""
    return next(word for word in _words(seed, added, label) if word < 2**32 - 2**32 % below) % below


class Witness(FairShuffle):
    """Shuffles like the house, and looks on: whatever does not follow from the seed and the published rule is noted."""

    def __init__(self) -> None:
        super().__init__()
        self.shuffles = 0
        self.wrong: list[str] = []
        self._added: tuple[str, ...] = ()

    def begin(self, seed: bytes) -> None:
        super().begin(seed)
        self._begun, self._added = seed, ()

    def close(self, added: Sequence[str]) -> None:
        super().close(added)
        self._added = tuple(added)

    def shoe(self, pack: Sequence[Card], label: str = "shuffle") -> Shoe:
        made = super().shoe(pack, label)
        self.shuffles += 1
        if made.cards[::-1] != order(self._begun, self._added, pack, label):
            self.wrong.append("the cards are not in the order that the seed gives them")
        return made

    def number(self, label: str, below: int) -> int | None:
        made = super().number(label, below)
        if made != drawn(self._begun, self._added, label, below):
            self.wrong.append(f"{label} is not the number that the seed gives")
        return made


def broken_promises(driver: Driver) -> list[str]:
    """What the round said of its seed and did not keep."""
    if not driver.journal or driver.journal[0]["do"] != "begin":
        return []
    seed = bytes.fromhex(driver.journal[0]["seed"])
    wrong = []
    for event in driver.events:
        if isinstance(event, RoundBegan) and event.commitment != sha256(seed).hexdigest():
            wrong.append("the seed is not the one that was committed to")
        if isinstance(event, SeedRevealed) and event.round == driver.table.round and event.seed != seed.hex():
            wrong.append("another seed was shown than the one that was dealt from")
    return wrong
