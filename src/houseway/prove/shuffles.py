"""Was it dealt from the shuffle that was committed to? Checked by a second reading of the published rule."""

from collections.abc import Iterable, Sequence
from hashlib import sha256
from itertools import count

from houseway.cards.card import HIDDEN, Card, text
from houseway.cards.pack import pack
from houseway.play.driver import Driver
from houseway.play.event import Burned, Cut, Dealt, RoundBegan, SeedRevealed, Shuffled


def order(seed: bytes, added: Iterable[str], cards: Sequence[Card]) -> list[Card]:
    """The cards as they come, top first. Written from `docs/fairness.md`, not from the shuffle that dealt them."""
    key = sha256(seed + b"".join(sha256(words.encode()).digest() for words in added)).digest()
    blocks = (sha256(key + b"shuffle" + number.to_bytes(4, "big")).digest() for number in count())
    words = (int.from_bytes(block[at : at + 4], "big") for block in blocks for at in range(0, 32, 4))
    deck = list(cards)
    for last in range(len(deck) - 1, 0, -1):
        size = last + 1
        pick = next(word for word in words if word < 2**32 - 2**32 % size) % size
        deck[last], deck[pick] = deck[pick], deck[last]
    return deck


def problem(driver: Driver) -> str | None:
    """What is wrong with the shuffle of the round that this driver has replayed; None if nothing is."""
    if driver.header["source"] != {"cards": "shuffled"} or not driver.journal or driver.journal[0]["do"] != "begin":
        return None
    seed = bytes.fromhex(driver.journal[0]["seed"])
    number = driver.table.round
    shoe = list(driver.table.shoe.cards[:0])
    known = False
    for event in driver.events:
        match event:
            case RoundBegan():
                if event.commitment != sha256(seed).hexdigest():
                    return f"round {number}: the seed is not the one that was committed to"
            case SeedRevealed() if event.round == number and event.seed != seed.hex():
                return f"round {number}: another seed was shown than the one that was dealt from"
            case Shuffled():
                kind = pack(driver.table.rules.game.cards.pack)
                shoe = order(seed, event.added, kind * (event.count // len(kind)))
                known = event.count % len(kind) == 0
            case Cut():
                shoe = shoe[event.depth :] + shoe[: event.depth]
            case Dealt() | Burned() if known and HIDDEN not in event.cards:
                came, shoe = shoe[: len(event.cards)], shoe[len(event.cards) :]
                if tuple(came) != event.cards:
                    dealt = f"round {number}: {event.place} was dealt {text(event.cards)}"
                    return f"{dealt}, and {text(came)} was next in the shuffle"
    return None
