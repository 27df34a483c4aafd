"""Every hand of pai gow up to suits with all that it can answer to a hand that is known: a digest of all.

Pairs of hands are too many to go through. But what a hand can do against another hangs on how high that one is set in
front and in back, and so on the steps of its own stair (see `answering`): one that is higher in both wins, else one
that is higher in either pushes. So a list of the steps of every hand says the best answer to every hand.
"""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Any

import numpy as np

from houseway.cards.card import JOKER
from houseway.counting.kernels import kernel
from houseway.games.pai_gow.count.answering import stairs
from houseway.games.pai_gow.count.contents import ace_high
from houseway.games.pai_gow.count.hands import FULL_PACK, Bytes, Ints, examples, kinds_of, many_kinds
from houseway.games.pai_gow.count.meet import digest
from houseway.games.pai_gow.count.settings import house_settings
from houseway.games.pai_gow.settlement import BASE, two_hands
from houseway.pricing.counting.cache import Arrays, kept
from houseway.pricing.counting.work import Progress
from houseway.rules.house_way import house_way
from houseway.rules.resolved import Rules

_AT_ONCE = 500_000  # hands


def every_number(pack: Sequence[int], size: int) -> Ints:
    """All hands up to suits of a pack with every suit of its ranks, as numbers in rising order."""
    ranks = sorted({card >> 2 for card in pack if card != JOKER})
    assert all(rank << 2 | suit in pack for rank in ranks for suit in range(4)), "the suits are alike"
    subsets = np.array(sorted(_subsets(ranks), key=lambda held: (held.bit_count(), held)), np.int64)
    begin = np.array([sum(held.bit_count() < many for held in subsets.tolist()) for many in range(size + 2)])
    found = []
    for joker in range(1 + (JOKER in pack)):
        many = _numbers(subsets, begin, size - joker, joker, np.empty(0, np.int64))
        numbers = np.empty(many, np.int64)
        _numbers(subsets, begin, size - joker, joker, numbers)
        found.append(numbers)
    return np.sort(np.concatenate(found))


def _subsets(ranks: Sequence[int]) -> list[int]:
    found = [0]
    for rank in ranks:
        found += [held | 1 << rank for held in found]
    return found


@kernel
def _numbers(subsets: Any, begin: Any, size: int, joker: int, found: Any) -> int:
    """Every way to hold so many cards in four suits, none with a larger number than the one before it. Subsets of ranks
    are in order by how many they are and then by their numbers."""
    at = 0
    for in_first in range(size + 1):
        for first in subsets[begin[in_first] : begin[in_first + 1]]:
            for in_second in range(size - in_first + 1):
                for second in subsets[begin[in_second] : begin[in_second + 1]]:
                    if second > first:
                        break
                    for in_third in range(size - in_first - in_second + 1):
                        last = size - in_first - in_second - in_third
                        for third in subsets[begin[in_third] : begin[in_third + 1]]:
                            if third > second:
                                break
                            for fourth in subsets[begin[last] : begin[last + 1]]:
                                if fourth > third:
                                    break
                                if at < len(found):
                                    found[at] = (((first << 13 | second) << 13 | third) << 13 | fourth) << 1 | joker
                                at += 1
    return at


def cards_of(numbers: Ints, size: int) -> Bytes:
    """A hand of each number; the joker, where there is one, is last."""
    cards = np.empty((len(numbers), size), np.uint8)
    _cards_of(numbers, cards)
    return cards


@kernel
def _cards_of(numbers: Any, cards: Any) -> None:
    for at in range(len(numbers)):
        to = 0
        for suit in range(4):
            held = numbers[at] >> (1 + 13 * (3 - suit)) & 0x1FFF
            for rank in range(13):
                if held >> rank & 1:
                    cards[at, to] = rank << 2 | suit
                    to += 1
        if numbers[at] & 1:
            cards[at, to] = JOKER


@kernel
def _records(numbers: Any, places: Any, first: Any, codes: Any, weights: Any, bank: Any, found: Any) -> int:
    at = 0
    for which in range(len(numbers)):
        place = places[which]
        found[at], found[at + 1] = numbers[which], bank[place]
        steps = 0
        for step in range(first[place], first[place + 1]):
            if weights[step] > 0:  # and no corner between two
                found[at + 3 + steps] = codes[step]
                steps += 1
        found[at + 2] = steps
        at += 3 + steps
    return at


def gives_back(rules: Rules) -> bool:
    """Whether an ace high of the player-dealer's ends the matter."""
    return rules.pay_tables[BASE].line("player-dealer-ace-high") is not None


def records(
    rules: Rules, *, pack: Sequence[int] = FULL_PACK, progress: Progress | None = None
) -> Iterator[tuple[int, Ints]]:  # fmt: skip
    """The records of every hand, in blocks: how many hands, and their numbers one after the other."""
    hands = two_hands(rules.game)
    known, stair = examples(hands.cards), stairs(hands)
    place_of_kind = np.full(many_kinds(), -1, np.int64)
    place_of_kind[known.kinds] = np.arange(len(known.kinds))
    set_by_house = house_settings(house_way(rules.game))[known.kinds]
    bank = np.where(ace_high(hands) & gives_back(rules), 0, set_by_house).astype(np.int64)
    most = int((stair.first[1:] - stair.first[:-1]).max())
    numbers = every_number(pack, hands.cards)
    for begin in range(0, len(numbers), _AT_ONCE):
        some = numbers[begin : begin + _AT_ONCE]
        places = place_of_kind[kinds_of(cards_of(some, hands.cards))]
        found = np.empty(len(some) * (3 + most), np.int64)
        ends = _records(some, places, stair.first, stair.codes, stair.weights, bank, found)
        if progress:
            progress(begin + len(some), len(numbers))
        yield len(some), found[:ends]


def known_digest(
    rules: Rules, progress: Progress | None = None, *, pack: Sequence[int] = FULL_PACK
) -> tuple[int, str]:  # fmt: skip
    """How many hands there are up to suits, and the digest of what they can answer."""

    def made() -> Arrays:
        together, many = sha256(), 0
        for some, numbers in records(rules, pack=pack, progress=progress):
            together.update(numbers.astype("<i8").tobytes())
            many += some
        return {"many": np.array(many), "digest": np.frombuffer(together.digest(), np.uint8)}

    hands = two_hands(rules.game)
    house = digest(house_settings(house_way(rules.game)))
    key = [sorted(pack), hands.in_front, hands.plain_flushes, house, gives_back(rules)]
    found = kept("pai-gow-known-digest", key, made, by=__name__)
    return int(found["many"]), found["digest"].tobytes().hex()
