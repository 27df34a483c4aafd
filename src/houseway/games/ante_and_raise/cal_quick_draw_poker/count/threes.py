"""Final hands that lose to the player-dealer, if three of the player-dealer's seven cards are known: the fast way.

Suits only matter for flushes, which are few. Let every hand have two ranks: its own, and its plain rank, which takes no
notice of flushes. A pair of hands in which the player-dealer's has the higher rank is then one in which it has the
higher plain rank, with two corrections:

- more: the player-dealer's hand is a flush, not higher than the final hand by plain rank, and higher by its own;
- less: the final hand is a flush, lower than the player-dealer's rank by its plain rank, and not by its own.

Plain ranks are compared by the ranks of cards alone, and in the corrections only the side with the flush needs suits.
`sweeps` counts the same hand by hand.
"""

from functools import cache
from itertools import combinations_with_replacement
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.cards import batch
from houseway.counting.kernels import kernel
from houseway.games.ante_and_raise.cal_quick_draw_poker.count.by_rank import (
    PAIRS,
    RANKS,
    STARTS,
    all_ranks,
    copies_of,
    final_flushes,
    final_ranks,
    lost_by_ranks,
    number_of_ranks,
    plain_of_seven,
    ways_to_have,
)
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
from houseway.games.ante_and_raise.cal_quick_draw_poker.count.sweeps import SIX, Pack, numbers

# More: the player-dealer's hand is a flush


@cache
def _least() -> tuple[int, int]:
    """The lowest rank of a full house and of five of a kind: twos full of threes, and five twos."""
    full_house, five_of_a_kind = ranked(np.array([[0, 1, 2, 4, 5], [0, 1, 2, 3, 52]])).tolist()
    return full_house, five_of_a_kind


class Above(NamedTuple):
    """For the player-dealer's hands that can be a flush, by their ranks: how many final hands with two cards of some
    ranks, and none of the hand's own, have at least its plain rank; below a full house, or below five of a kind."""

    at: NDArray[np.int32]  # where, by the place that `batch` has for the ranks besides the joker
    plain: Ints
    many: NDArray[np.int32]  # below what x hand x two ranks


@cache
def _above(pack: Pack) -> Above:
    known, choose = tables(), tables().choose
    copies = copies_of(pack)
    hands = [
        (*ranks, *joker)
        for joker in ((), (13,))
        for ranks in combinations_with_replacement(range(13), 7 - len(joker))
        if len(set(ranks)) >= 5 - len(joker) and all(ranks.count(one) <= copies[one] for one in set(ranks))
    ]
    sevens = np.array(hands, np.int64).reshape(-1, 7)
    plain = np.array([plain_of_seven(row, known) for row in sevens], np.int64)
    order = np.argsort(plain, kind="stable")
    sevens, plain = np.ascontiguousarray(sevens[order]), plain[order]
    at = np.full(len(known.plain.ranks), -1, np.int32)
    for number, row in enumerate(sevens.tolist()):
        at[batch.place_of(sum(int(known.plain.keys[4 * rank]) for rank in row if rank < 13), known.plain)] = number
    few = np.concatenate([np.pad(all_ranks(size), ((0, 0), (0, 3 - size)), constant_values=99) for size in range(4)])
    joined = np.zeros((len(few), PAIRS), np.int64)
    for few_at, some in enumerate(few.tolist()):
        held = [rank for rank in some if rank < 99]
        for pair, two in enumerate(all_ranks(2).tolist()):
            both = np.array(sorted((*held, *two)), np.int64)
            joined[few_at, pair] = STARTS[len(both)] + number_of_ranks(both, len(both), choose)
    many = np.zeros((2, len(sevens), PAIRS), np.int32)
    for which, limit in enumerate(_least()):
        ways = ways_to_have(copies)
        _count_above(sevens, plain, final_ranks(), limit, ways, joined, STARTS, choose, many[which])
    return Above(at, plain, many)


@kernel
def _count_above(sevens: Any, plain: Any, fives: Any, bound: int, ways: Any, joined: Any, starts: Any, choose: Any,
                 many: Any) -> None:  # fmt: skip
    part = np.empty(7, np.int64)
    sums, each = np.zeros(starts[6], np.int64), np.zeros(starts[6], np.int64)
    five = len(fives.plain) - 1
    for at in range(len(sevens) - 1, -1, -1):
        while five >= 0 and fives.plain[five] >= plain[at]:
            if fives.plain[five] < bound and ways[fives.number[five]] > 0:
                for number in fives.parts[five]:
                    sums[number] += ways[fives.number[five]]
                    each[number] = sums[number] // ways[number]
            five -= 1
        for i in range(-1, 7):
            for j in range(i, 7):
                for k in range(j, 7):
                    size = 0  # none, or one to three different places; a place that is not one only once
                    if i >= 0:
                        if j in (i, k):
                            continue
                        size = 3
                    elif j >= 0:
                        if k == j:
                            continue
                        size = 2
                    elif k >= 0:
                        size = 1
                    for place, spot in ((0, i), (1, j), (2, k)):
                        if spot >= 0:
                            part[place - 3 + size] = sevens[at, spot]
                    row = joined[starts[size] + number_of_ranks(part, size, choose)]
                    for pair in range(len(row)):
                        many[at, pair] += -each[row[pair]] if size & 1 else each[row[pair]]


@kernel
def _flush_sevens(held: Any, left: Any, known: Any, above: Any, packed: Any, at: Any, own: Any) -> int:
    """The player-dealer's hands with three cards that are flushes above their plain rank: the other cards, packed;
    where `_above` has the hand; its rank; and how many there are."""
    many = 0
    key, suits, joker = np.zeros(5, np.int64), np.zeros(5, np.int64), np.zeros(5, np.bool_)
    for card in held:
        if card == 52:
            joker[0] = True
        else:
            key[0] += known.plain.keys[card]
            suits[0] += known.plain.suits[card]
    place, depth = np.zeros(5, np.int64), 1
    while depth > 0:
        if place[depth] > len(left) - 5 + depth:
            depth -= 1
            if depth > 0:
                place[depth] += 1
            continue
        card = left[place[depth]]
        jokers = card == 52
        joker[depth] = joker[depth - 1] or jokers
        key[depth] = key[depth - 1] + (0 if jokers else known.plain.keys[card])
        suits[depth] = suits[depth - 1] + (0 if jokers else known.plain.suits[card])
        if depth < 4:
            if batch.flush_within(key[depth], 4 - depth + 1):  # the joker may be one more
                depth += 1
                place[depth] = place[depth - 1] + 1
            else:
                place[depth] += 1
            continue
        if batch.flush_within(key[4], 1 if joker[4] else 0):
            rank = rank_of_seven(key[4], suits[4], joker[4], known)
            found = above.at[batch.place_of(key[4], known.plain)]
            if rank > above.plain[found]:
                cards = np.int64(0)
                for spot in range(4):
                    cards |= left[place[spot + 1]] << 6 * spot
                packed[many], at[many], own[many] = cards, found, rank
                many += 1
        place[depth] += 1
    return many


@kernel
def _more(many: int, packed: Any, at: Any, own: Any, full: int, above: Any, choose: Any, none: Any, one: Any,
          two: Any) -> None:  # fmt: skip
    """What the flushes add: by two ranks of the final hand; to take off, by a card that the flush has and a rank of the
    final hand; to add again, by two cards that it has."""
    for hand in range(many):
        counts = above.many[0 if own[hand] < full else 1, at[hand]]
        for pair in range(len(counts)):
            none[pair] += counts[pair]
        for i in range(4):
            first = packed[hand] >> 6 * i & SIX
            for rank in range(14):
                low, high = min(first >> 2, rank), max(first >> 2, rank)
                one[first, rank] += counts[low + choose[high + 1, 2]]
            for j in range(i + 1, 4):
                second = packed[hand] >> 6 * j & SIX
                two[first + choose[second, 2]] += counts[(first >> 2) + choose[(second >> 2) + 1, 2]]


# Less: the final hand is a flush


@kernel
def _free_cards(cards: Any, none: Any, ones: Any, twos: Any, threes: Any, fours: Any, number: Any) -> Any:
    """How many of the hands gone by have none of these five cards."""
    free = none
    for i in range(5):
        first = np.uint64(cards[i])
        free -= ones[first]
        for j in range(i + 1, 5):
            second = first + number.two[np.uint64(cards[j])]
            free += twos[second]
            for k in range(j + 1, 5):
                third = second + number.three[np.uint64(cards[k])]
                free -= threes[third]
                for m in range(k + 1, 5):
                    free += fours[third + number.four[np.uint64(cards[m])]]
    return free


@kernel
def _note(cards: Any, sign: int, ones: Any, twos: Any, threes: Any, fours: Any, number: Any) -> None:
    for i in range(4):
        first = np.uint64(cards >> 6 * i & SIX)
        ones[first] += sign
        for j in range(i + 1, 4):
            second = first + number.two[np.uint64(cards >> 6 * j & SIX)]
            twos[second] += sign
            for k in range(j + 1, 4):
                third = second + number.three[np.uint64(cards >> 6 * k & SIX)]
                threes[third] += sign
                for m in range(k + 1, 4):
                    fours[third + number.four[np.uint64(cards >> 6 * m & SIX)]] += sign


@kernel
def _less(many: int, packed: Any, at: Any, own: Any, away: int, above: Any, flushes: Any, number: Any, flush: Any,
          two: Any) -> None:  # fmt: skip
    """Add up, by two cards of the final hand, what final hands with a flush win by it. What they win against hands by
    plain rank is known; a flush of the player-dealer's counts by its own rank instead."""
    none = np.int64(0)
    ones, twos = np.zeros(53, np.int32), np.zeros(TWOS, np.int32)
    threes, fours = np.zeros(THREES, np.int32), np.zeros(FOURS, np.int8)
    plain = above.plain[at[:many]]
    by_own, by_plain = np.argsort(own[:many]), np.argsort(plain)
    mine, low = len(flushes.own) - 1, len(flushes.own) - 1
    theirs, below = many - 1, many - 1
    for now in range(TOP, 0, -1):
        while mine >= 0 and flushes.own[flushes.by_own[mine]] == now:
            hand = flushes.by_own[mine]
            if flushes.bits[hand] & away == 0:
                flush[hand] -= _free_cards(flushes.cards[hand], none, ones, twos, threes, fours, number)
            mine -= 1
        while low >= 0 and flushes.plain[flushes.by_plain[low]] == now:
            hand = flushes.by_plain[low]
            if flushes.bits[hand] & away == 0:
                flush[hand] += _free_cards(flushes.cards[hand], none, ones, twos, threes, fours, number)
            low -= 1
        while theirs >= 0 and own[by_own[theirs]] == now:
            none += 1
            _note(packed[by_own[theirs]], 1, ones, twos, threes, fours, number)
            theirs -= 1
        while below >= 0 and plain[by_plain[below]] == now:
            none -= 1
            _note(packed[by_plain[below]], -1, ones, twos, threes, fours, number)
            below -= 1
    for hand in range(len(flush)):
        if flushes.bits[hand] & away == 0:
            for i in range(5):
                for j in range(i + 1, 5):
                    first = np.uint64(flushes.cards[hand, i])
                    two[first + number.two[np.uint64(flushes.cards[hand, j])]] += flush[hand]


# All together


def by_two_cards(held: tuple[int, ...], pack: Pack) -> Ints:
    """For three cards of the player-dealer's: pairs of a final hand that loses and a hand of the player-dealer's with
    these cards, by the number of two cards of the final hand."""
    flushes, known, above, choose = final_flushes(), tables(), _above(pack), tables().choose
    pairs, flush = lost_by_ranks(tuple(card >> 2 for card in held), pack)
    left = np.array([card for card in pack.cards if card not in held], np.int64)
    most = comb(len(left), 4)
    packed, at, own = np.empty(most, np.int64), np.empty(most, np.int64), np.empty(most, np.int64)
    full, _ = _least()
    many = _flush_sevens(np.array(held), left, known, above, packed, at, own)
    none, one, two = np.zeros(PAIRS, np.int64), np.zeros((CARDS, RANKS), np.int64), np.zeros(comb(CARDS, 2), np.int64)
    _more(many, packed, at, own, full, above, choose, none, one, two)
    less = np.zeros(comb(CARDS, 2), np.int64)
    away = sum(1 << card for card in range(CARDS) if card not in left)
    _less(many, packed, at, own, away, above, flushes, numbers(), flush.copy(), less)
    first, second = sets_of(2).cards.astype(np.int64).T
    ranks = (first >> 2) + choose[(second >> 2) + 1, 2]
    found = pairs[ranks] + none[ranks] - one[first, second >> 2] - one[second, first >> 2] + two - less
    return np.where(np.isin(sets_of(2).cards, left).all(axis=1), found, 0)
