"""Final hands that lose to the player-dealer, if four or five of the player-dealer's seven cards are known.

Here it is the player-dealer's hands, up to suits, that each look at the final hands gone by, from the lowest rank up:
how many have no card of theirs, for every card that a final hand may have.
"""

from functools import cache
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.counting.kernels import kernel
from houseway.games.ante_and_raise.cal_quick_draw_poker.count.hands import (
    CARDS,
    FOURS,
    THREES,
    TWOS,
    Ints,
    changes,
    number_of,
    pick,
    rank_of_seven,
    sets_of,
    tables,
)
from houseway.games.ante_and_raise.cal_quick_draw_poker.count.sweeps import Pack, finals

# Here cards lie in lanes in the order of suits, sixteen to a suit, so that a change of suits moves whole suits.
_SUIT, _LANES, _JOKERS = 16, 64, 13


class Sevens(NamedTuple):
    """The player-dealer's hands up to suits, the lowest rank first: the ranks held in each suit, and above them the
    joker; the rank of the hand; how many are like it."""

    held: Ints
    rank: NDArray[np.int16]
    many: NDArray[np.uint8]


@kernel
def _of_sizes(sizes: Any, joker: bool, masks: Any, starts: Any, keys: Any, known: Any, held: Any, rank: Any, many: Any,
              at: int) -> Any:  # fmt: skip
    """Every way to hold so many ranks in each suit, suits of one size in falling order."""
    write = len(held) > 0
    for a in range(starts[sizes[0]], starts[sizes[0] + 1]):
        for b in range(starts[sizes[1]], a + 1 if sizes[1] == sizes[0] else starts[sizes[1] + 1]):
            for c in range(starts[sizes[2]], b + 1 if sizes[2] == sizes[1] else starts[sizes[2] + 1]):
                for d in range(starts[sizes[3]], c + 1 if sizes[3] == sizes[2] else starts[sizes[3] + 1]):
                    if write:
                        run, like = 1, 24
                        run = run + 1 if a == b else 1
                        like //= run
                        run = run + 1 if b == c else 1
                        like //= run
                        run = run + 1 if c == d else 1
                        like //= run
                        suits = masks[a] | masks[b] << 16 | masks[c] << 32 | masks[d] << 48
                        key = keys[0, masks[a]] + keys[1, masks[b]] + keys[2, masks[c]] + keys[3, masks[d]]
                        rank[at] = rank_of_seven(key, suits, joker, known)
                        many[at] = like
                        held[at] = masks[a] | masks[b] << 13 | masks[c] << 26 | masks[d] << 39 | np.int64(joker) << 52
                    at += 1
    return at


@cache
def sevens(ranks: tuple[int, ...]) -> Sevens:
    """From a pack of these ranks and the joker."""
    known = tables()
    within = sum(1 << one for one in ranks)
    masks = sorted((mask for mask in range(8192) if mask & ~within == 0), key=lambda mask: (mask.bit_count(), mask))
    starts = np.searchsorted([mask.bit_count() for mask in masks], np.arange(15))
    keys = np.zeros((4, 8192), np.int64)
    for card in range(52):
        keys[card & 3] += np.where(np.arange(8192) >> (card >> 2) & 1, known.plain.keys[card], 0)
    listed = np.array(masks, np.int64)
    tasks = [
        (np.array(sizes[::-1], np.int64), joker)
        for joker in (False, True)
        for sizes in combinations_with_replacement(range(8), 4)
        if sum(sizes) == 7 - joker
    ]
    none = np.zeros(0, np.int64), np.zeros(0, np.int16), np.zeros(0, np.uint8)
    total = 0
    for sizes, joker in tasks:
        total = _of_sizes(sizes, joker, listed, starts, keys, known, *none, total)
    held, rank, many = np.empty(total, np.int64), np.empty(total, np.int16), np.empty(total, np.uint8)
    at = 0
    for sizes, joker in tasks:
        at = _of_sizes(sizes, joker, listed, starts, keys, known, held, rank, many, at)
    order = np.argsort(rank, kind="stable")
    return Sevens(held[order], rank[order], many[order])


@kernel
def _cards_of(held: Any, cards: Any) -> None:
    """The cards of a hand, in rising order."""
    at = 0
    for rank in range(13):
        for suit in range(4):
            if held >> (13 * suit + rank) & 1:
                cards[at] = 4 * rank + suit
                at += 1
    if held >> 52 & 1:
        cards[at] = 52


@kernel
def _lane(card: Any) -> Any:
    return np.int64(_JOKERS) if card == 52 else (np.int64(card) & 3) * _SUIT + (np.int64(card) >> 2)


@kernel
def _note(cards: Any, choose: Any, ones: Any, twos: Any, threes: Any, fours: Any, fives: Any) -> None:
    """A final hand has gone by: it is counted for each of its cards and every set of its other cards."""
    part = np.empty(4, np.int64)
    for place in range(5):
        lane = _lane(cards[place])
        for chosen in range(32):
            if chosen >> place & 1:
                continue
            many = pick(cards, chosen, part)
            number = number_of(part, many, choose)
            if many == 0:
                ones[lane] += 1
            elif many == 1:
                twos[number, lane] += 1
            elif many == 2:
                threes[number, lane] += 1
            elif many == 3:
                fours[number, lane] += 1
            else:
                fives[number] |= np.int64(1) << lane


@kernel
def _free(cards: Any, choose: Any, ones: Any, twos: Any, threes: Any, fours: Any, fives: Any, planes: Any,
          free: Any) -> None:  # fmt: skip
    """By lane: how many of the final hands gone by have that card and none of these seven."""
    planes[:] = 0
    for lane in range(_LANES):
        free[lane] = ones[lane]
    for i in range(7):
        two = twos[cards[i]]
        for lane in range(_LANES):
            free[lane] -= two[lane]
        for j in range(i + 1, 7):
            pair = cards[i] + choose[cards[j], 2]
            three = threes[pair]
            for lane in range(_LANES):
                free[lane] += three[lane]
            for k in range(j + 1, 7):
                triple = pair + choose[cards[k], 3]
                four = fours[triple]
                for lane in range(_LANES):
                    free[lane] -= four[lane]
                for m in range(k + 1, 7):  # a bit for each lane: all lanes are added up at once, plane by plane
                    carry = fives[triple + choose[cards[m], 4]]
                    plane = 0
                    while carry != 0:
                        planes[plane], carry = planes[plane] ^ carry, planes[plane] & carry
                        plane += 1
    for plane in range(6):
        bits = planes[plane]
        if bits != 0:
            for lane in range(_LANES):
                free[lane] += np.int32((bits >> lane & 1) << plane)


@kernel
def _meet(first: int, step: int, low: int, high: int, pack_bits: int, of: Any, all_: Any, choose: Any, kind: Any,
          change: Any, kind_of_five: Any, order: Any, by_four: Any, by_five: Any) -> None:  # fmt: skip
    """Every so many'th hand of the player-dealer against all lower final hands of ranks within two bounds."""
    ones, twos = np.zeros(_LANES, np.int32), np.zeros((53, _LANES), np.int32)
    threes, fours = np.zeros((TWOS, _LANES), np.int16), np.zeros((THREES, _LANES), np.int8)
    fives, planes = np.zeros(FOURS, np.int64), np.zeros(6, np.int64)
    cards = np.empty(7, np.int64)
    free, times = np.empty(_LANES, np.int32), np.empty(_LANES, np.int64)
    rank = low
    for at in range(np.searchsorted(of.rank, low) + first, len(of.rank), step):
        while rank < of.rank[at] and rank <= high:
            for final in range(all_.starts[rank], all_.starts[rank + 1]):
                if all_.bits[final] & ~pack_bits == 0:
                    _note(all_.cards[final], choose, ones, twos, threes, fours, fives)
            rank += 1
        _cards_of(of.held[at], cards)
        _free(cards, choose, ones, twos, threes, fours, fives, planes, free)
        many = np.int64(of.many[at])
        for lane in range(_LANES):
            times[lane] = free[lane] * many
        for place in range(7):
            times[_lane(cards[place])] = 0
        total = np.int64(0)
        for lane in range(_LANES):
            total += times[lane]
        if total == 0:
            continue
        total //= 5
        for i in range(7):
            for j in range(i + 1, 7):
                for k in range(j + 1, 7):
                    for m in range(k + 1, 7):
                        quad = cards[i] + choose[cards[j], 2] + choose[cards[k], 3] + choose[cards[m], 4]
                        row = by_four[kind[quad]]
                        for suit in range(4):
                            to = row[order[change[quad], suit]]
                            by = times[_SUIT * suit : _SUIT * suit + _SUIT]
                            for one in range(_SUIT):
                                to[one] += by[one]
                        for n in range(m + 1, 7):
                            by_five[kind_of_five[quad + choose[cards[n], 5]]] += total


def _by_card(lanes: Ints) -> Ints:
    """Counts by lane, in the order of cards; what a change of suits did with the joker's lane is undone."""
    found = np.zeros((len(lanes), CARDS), np.int64)
    for card in range(52):
        found[:, card] = lanes[:, card & 3, card >> 2]
    found[:, 52] = lanes[:, :, _JOKERS].sum(axis=1)
    return found


def meet(first: int, step: int, low: int, high: int, pack: Pack) -> dict[str, NDArray[Any]]:
    """Some of the player-dealer's hands: pairs with a lower final hand, of ranks within these bounds, by the kind of
    four cards of the player-dealer's and a card of the final hand, and by the kind of five cards of the
    player-dealer's. Pairs that only change suits stand for one another."""
    four, five = sets_of(4), sets_of(5)
    by_four, by_five = np.zeros((len(four.first), 4, _SUIT), np.int64), np.zeros(len(five.first), np.int64)
    of = sevens(tuple(sorted({card >> 2 for card in pack.cards if card < 52})))
    order = np.ascontiguousarray(changes()[:, :4] & 3)
    _meet(first, step, low, high, pack.bits, of, finals(), tables().choose, four.kind, four.change, five.kind, order,
          by_four, by_five)  # fmt: skip
    return {"by_four": _by_card(by_four), "by_five": by_five}
