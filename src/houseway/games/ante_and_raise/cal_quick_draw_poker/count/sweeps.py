"""Final hands that lose to the player-dealer, if some of the player-dealer's seven cards are known.

Final hands and the player-dealer's hands go by in one sweep, from the best rank down. A hand of the player-dealer's is
counted for each set of its cards; how many of those gone by have no card of a final hand is then added up by inclusion
and exclusion over the sets of the final hand's own cards.
"""

from functools import cache
from itertools import pairwise
from math import comb, factorial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.counting.kernels import kernel
from houseway.games.ante_and_raise.cal_quick_draw_poker.count.hands import (
    CARDS,
    FOURS,
    THREES,
    TOP,
    TWOS,
    Ints,
    rank_of_seven,
    ranked,
    sets_of,
    tables,
)

SIX = 63  # cards are packed by six bits each, five of them at most


class Finals(NamedTuple):
    """All hands of five cards, the lowest rank first."""

    cards: NDArray[np.uint8]
    bits: Ints
    key: Ints  # as `batch` has it
    suits: Ints
    kind: NDArray[np.int32]
    starts: Ints  # by rank, where its hands begin


@cache
def finals() -> Finals:
    fives, known = sets_of(5), tables()
    ranks = ranked(fives.cards)
    order = np.argsort(ranks, kind="stable")
    cards = np.ascontiguousarray(fives.cards[order])
    starts = np.searchsorted(ranks[order], np.arange(TOP + 2))
    bits, key, suits = (np.zeros(len(cards), np.int64) for _ in range(3))
    keys, suited = (np.append(table[:52], 0) for table in (known.plain.keys, known.plain.suits))
    for place in range(5):
        bits |= np.left_shift(1, cards[:, place], dtype=np.int64)
        key += keys[cards[:, place]]
        suits += suited[cards[:, place]]
    return Finals(cards, bits, key, suits, fives.kind[order], starts)


@cache
def weights(free: tuple[int, ...]) -> NDArray[np.uint8]:
    """Final hands up to changes of these suits: how many there are of each; none but for the first."""
    suits = finals().suits
    held = [suits >> 16 * suit & 0x1FFF for suit in free]
    many = np.full(len(suits), factorial(len(free)), np.uint8)
    run = np.ones(len(suits), np.uint8)
    for one, next_ in pairwise(held):
        run = np.where(one == next_, run + 1, 1).astype(np.uint8)
        many = np.where(one < next_, 0, many // run).astype(np.uint8)
    return many


class Pack(NamedTuple):
    """The cards that are played with: all suits of some ranks, and the joker."""

    cards: tuple[int, ...]

    @property
    def bits(self) -> int:
        return sum(1 << card for card in self.cards)


WHOLE = Pack(tuple(range(CARDS)))


@kernel
def _sevens(held: Any, left: Any, more: int, least: int, known: Any, ranks: Any, packed: Any, many: Any) -> None:
    """Every hand of the player-dealer with these cards and at least this rank: the others, packed, in falling order of
    the hand's rank; how many hands have each rank."""
    key, suits, joker = np.zeros(more + 1, np.int64), np.zeros(more + 1, np.int64), np.zeros(more + 1, np.int64)
    for card in held:
        if card == 52:
            joker[more] = 1
        else:
            key[more] += known.plain.keys[card]
            suits[more] += known.plain.suits[card]
    found = np.empty(len(packed), np.int32)
    at = np.arange(more)
    place, row = more - 1, 0
    for _ in range(len(packed)):
        for spot in range(place, -1, -1):  # what changed, and all below it
            card = left[at[spot]]
            jokers = card == 52
            joker[spot] = joker[spot + 1] + jokers
            key[spot] = key[spot + 1] + (0 if jokers else known.plain.keys[card])
            suits[spot] = suits[spot + 1] + (0 if jokers else known.plain.suits[card])
        rank = rank_of_seven(key[0], suits[0], joker[0] > 0, known)
        if rank >= least:
            ranks[row] = rank
            many[rank] += 1
            cards = np.int64(0)
            for spot in range(more):
                cards |= left[at[spot]] << 6 * spot
            found[row] = cards
            row += 1
        place = 0
        while place < more:
            at[place] += 1
            if place == more - 1 or at[place] < at[place + 1]:
                break
            at[place] = place
            place += 1
    begin = np.zeros(len(many) + 1, np.int64)
    for rank in range(len(many) - 1, -1, -1):
        begin[rank] = begin[rank + 1] + many[rank]
    for rank in range(len(many)):
        begin[rank] = begin[rank + 1]
    for one in range(row):
        packed[begin[ranks[one]]] = found[one]
        begin[ranks[one]] += 1


class Numbers(NamedTuple):
    """What a card adds to the number of a set by its place there, unsigned for speed."""

    two: NDArray[np.uint64]
    three: NDArray[np.uint64]
    four: NDArray[np.uint64]


@cache
def numbers() -> Numbers:
    choose = tables().choose.astype(np.uint64)
    return Numbers(*(np.ascontiguousarray(choose[:CARDS, place]) for place in (2, 3, 4)))


def _sweeping(more: int) -> Any:
    """A kernel that knows how many cards of the player-dealer's are not known, and so has no loops over them."""
    in_fives = more == 5

    @kernel
    def sweep(held: Any, pack_bits: int, packed: Any, many: Any, all_: Any, weight: Any, line: Any, least: int,
              number: Any, known: Any, lost: Any, by_kind: Any) -> None:  # fmt: skip
        """For each set of four cards (three cards are known: of two) and each line of final hands: how many pairs there
        are of a final hand with that set and a better hand of the player-dealer with the cards that are known."""
        none = np.int64(0)
        ones, twos = np.zeros(53, np.int64), np.zeros(TWOS, np.int32)
        threes, fours = np.zeros(THREES, np.uint16), np.zeros(FOURS, np.uint8)
        key, suits, joker, bits = np.int64(0), np.int64(0), False, np.int64(0)
        for card in held:
            bits |= np.int64(1) << np.int64(card)
            if card == 52:
                joker = True
            else:
                key += known.plain.keys[card]
                suits += known.plain.suits[card]
        away = bits | ~pack_bits
        row = 0
        for rank in range(len(line) - 1, least - 1, -1):
            if line[rank] >= 0:
                for at in range(all_.starts[rank], all_.starts[rank + 1]):
                    times = np.int64(weight[at])
                    if times == 0 or all_.bits[at] & away:
                        continue
                    free = none
                    for i in range(5):
                        first = np.uint64(all_.cards[at, i])
                        free -= ones[first]
                        for j in range(i + 1, 5):
                            second = first + number.two[np.uint64(all_.cards[at, j])]
                            free += twos[second]
                            for k in range(j + 1, 5):
                                third = second + number.three[np.uint64(all_.cards[at, k])]
                                free -= threes[third]
                                for m in range(k + 1, 5):
                                    free += fours[third + number.four[np.uint64(all_.cards[at, m])]]
                    if in_fives:
                        jokers = joker or all_.bits[at] >> 52 & 1 > 0
                        free -= rank_of_seven(key + all_.key[at], suits + all_.suits[at], jokers, known) > rank
                    if free:
                        free *= times
                        by_kind[all_.kind[at]] += free
                        for i in range(5):
                            first = np.uint64(all_.cards[at, i])
                            for j in range(i + 1, 5):
                                second = first + number.two[np.uint64(all_.cards[at, j])]
                                if in_fives:
                                    for k in range(j + 1, 5):
                                        third = second + number.three[np.uint64(all_.cards[at, k])]
                                        for m in range(k + 1, 5):
                                            fourth = third + number.four[np.uint64(all_.cards[at, m])]
                                            lost[line[rank], fourth] += free
                                else:
                                    lost[line[rank], second] += free
            for _ in range(many[rank]):
                cards = packed[row]
                row += 1
                none += 1
                for i in range(more):
                    first = np.uint64(cards >> 6 * i & SIX)
                    ones[first] += 1
                    for j in range(i + 1, more):
                        second = first + number.two[np.uint64(cards >> 6 * j & SIX)]
                        twos[second] += 1
                        for k in range(j + 1, more):
                            third = second + number.three[np.uint64(cards >> 6 * k & SIX)]
                            threes[third] += 1
                            for m in range(k + 1, more):
                                fours[third + number.four[np.uint64(cards >> 6 * m & SIX)]] += 1

    return sweep


_SWEEPS = {known: _sweeping(7 - known) for known in (2, 3)}


def free_suits(cards: Any) -> tuple[int, ...]:
    """The suits that none of these cards has: a change of them changes nothing."""
    return tuple(suit for suit in range(4) if all(card == 52 or card & 3 != suit for card in cards))


def sweep(held: Any, line: NDArray[np.int8], lines: int, pack: Pack) -> tuple[Ints, Ints]:
    """For these two or three cards of the player-dealer: pairs by line and by the number of a set of four (of two)
    cards of the final hand; and by the kind of the final hand. Sets that only change suits stand for one another."""
    left = np.array([card for card in pack.cards if card not in held], np.int64)
    more = 7 - len(held)
    sevens = comb(len(left), more)
    ranks, packed, many = np.empty(sevens, np.int16), np.empty(sevens, np.int32), np.zeros(TOP + 1, np.int64)
    known = tables()
    least = int(np.argmax(line >= 0))
    _sevens(np.array(held, np.int64), left, more, least, known, ranks, packed, many)
    lost = np.zeros((lines, comb(CARDS, 4 if more == 5 else 2)), np.int64)
    by_kind = np.zeros(len(sets_of(5).first), np.int64)
    _SWEEPS[len(held)](
        np.array(held, np.int64), pack.bits, packed, many, finals(), weights(free_suits(held)), line, least,
        numbers(), known, lost, by_kind,
    )  # fmt: skip
    return lost, by_kind
