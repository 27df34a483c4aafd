"""Showdowns by the million: hands that lie beside a board, and who has what of the pot.

A joker is card 52 where it was dealt face up and `WILD`, 53, where it was dealt face down. Ranks are those of `batch`,
with five of a kind above them; a low is 1 for 8-7-6-5-4 up to 56 for 5-4-3-2-A, and 0 for none.
"""

from functools import cache
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.cards import batch
from houseway.cards.ranks import BEST
from houseway.cards.special_ranks import low_rank
from houseway.counting.kernels import kernel

JOKER, WILD = 52, 53
POT = 5040  # parts of a pot, which two halves of it and up to ten players can share
MOST_PLAYERS = 10

# What is told of a player: how often the high half is won alone and shared, and what of the pot that is; then of low.
HIGH_WON, HIGH_TIED, HIGH_PARTS, LOW_WON, LOW_TIED, LOW_PARTS = range(6)
TOLD = 6
ALL, WITH_LOW = 0, 1  # in the row after the players': the weight of all deals, and of those in which there is a low

# The first and last rank of hands that a joker dealt face up may complete.
_STRAIGHT, _FLUSH_END, _STRAIGHT_FLUSH = 5854, 7140, 7453
_ACE = 12


class Lows(NamedTuple):
    bits: NDArray[np.int64]  # 256: by card, one bit for its rank where that is eight or lower
    ranks: NDArray[np.int16]  # 256: by the bits that are held, the best low


@cache
def lows() -> Lows:
    bits, ranks = np.zeros(256, np.int64), np.zeros(256, np.int16)
    for card in range(52):
        bits[card] = 1 << (card // 4 + 1) % 13 & 0xFF
    for held in range(256):
        cards = [4 * ((at - 1) % 13) for at in range(8) if held >> at & 1]
        if len(cards) >= 5:
            ranks[held] = low_rank(cards) or 0
    return Lows(bits, ranks)


THREES = np.array(list(combinations(range(5), 3)), np.int64)


@kernel
def joker_rank(cards: NDArray[np.uint8], tables: batch.Tables) -> int:
    """The rank of five cards of which one may be a joker, up or down."""
    key, suits, joker, alike = 0, 0, -1, 0
    for card in cards:
        if card >= JOKER:
            joker = card
        else:
            key += tables.keys[card]
            suits |= tables.suits[card]
    if joker < 0:
        return batch.rank_of(key, suits, tables)
    best = 0
    for other in range(52):
        held = False
        for card in cards:
            held = held or card == other
        if held:
            continue
        found = batch.rank_of(key + tables.keys[other], suits | tables.suits[other], tables)
        completes = _STRAIGHT <= found <= _FLUSH_END or found >= _STRAIGHT_FLUSH
        if found > best and (joker == WILD or other >> 2 == _ACE or completes):
            best = found
    rank = -1
    for card in cards:
        if card < JOKER:
            alike = alike + 1 if card >> 2 == rank or rank < 0 else 0
            rank = card >> 2
    if alike == 4 and (joker == WILD or rank == _ACE):
        return BEST + 1 + rank
    return best


@kernel
def two_and_three(
    one: int, other: int, board: NDArray[np.uint8], threes: NDArray[np.int64], tables: batch.Tables
) -> int:
    """The best rank of two cards with three of the board."""
    key, suits, best = tables.keys[one] + tables.keys[other], tables.suits[one] | tables.suits[other], 0
    for at in range(len(threes)):
        a, b, c = board[threes[at, 0]], board[threes[at, 1]], board[threes[at, 2]]
        best = max(
            best,
            batch.rank_of(
                key + tables.keys[a] + tables.keys[b] + tables.keys[c],
                suits | tables.suits[a] | tables.suits[b] | tables.suits[c],
                tables,
            ),
        )
    return best


@kernel
def two_and_three_low(one: int, other: int, board: NDArray[np.uint8], threes: NDArray[np.int64], low: Lows) -> int:
    held, best = low.bits[one] | low.bits[other], 0
    for at in range(len(threes)):
        three = low.bits[board[threes[at, 0]]] | low.bits[board[threes[at, 1]]] | low.bits[board[threes[at, 2]]]
        best = max(best, low.ranks[held | three])
    return best


@kernel
def high_of(
    own: NDArray[np.uint8], board: NDArray[np.uint8], exactly: int, threes: NDArray[np.int64], tables: batch.Tables
) -> int:
    """The rank of a whole hand beside a whole board."""
    best = 0
    if exactly > 0:
        for at in range(len(own)):
            for after in range(at + 1, len(own)):
                best = max(best, two_and_three(own[at], own[after], board, threes, tables))
        return best
    if len(own) == 5 and len(board) == 0:
        return joker_rank(own, tables)
    key, suits = 0, 0
    for card in own:
        key += tables.keys[card]
        suits |= tables.suits[card]
    for card in board:
        key += tables.keys[card]
        suits |= tables.suits[card]
    return batch.rank_of(key, suits, tables)


@kernel
def low_of(own: NDArray[np.uint8], board: NDArray[np.uint8], exactly: int, threes: NDArray[np.int64], low: Lows) -> int:
    best = 0
    if exactly > 0:
        for at in range(len(own)):
            for after in range(at + 1, len(own)):
                best = max(best, two_and_three_low(own[at], own[after], board, threes, low))
        return best
    held = 0
    for card in own:
        held |= low.bits[card]
    for card in board:
        held |= low.bits[card]
    found: int = low.ranks[held]
    return found


@kernel
def parts(highs: int, lows: int) -> tuple[int, int]:
    """What each of the players who win high has of a pot, and each who wins low, given as bits."""
    high_many, low_many = 0, 0
    for player in range(MOST_PLAYERS):
        high_many += highs >> player & 1
        low_many += lows >> player & 1
    if low_many == 0:
        return POT // high_many, 0
    return POT // 2 // high_many, POT // 2 // low_many


@kernel
def shared(highs: int, lows: int, weight: int, players: int, tally: NDArray[np.int64]) -> None:
    """Add a pot that these players win, given as bits."""
    high_part, low_part = parts(highs, lows)
    alone, low_alone = highs & (highs - 1) == 0, lows & (lows - 1) == 0
    tally[players, ALL] += weight
    if lows > 0:
        tally[players, WITH_LOW] += weight
    for player in range(players):
        if highs >> player & 1:
            tally[player, HIGH_WON if alone else HIGH_TIED] += weight
            tally[player, HIGH_PARTS] += weight * high_part
        if lows >> player & 1:
            tally[player, LOW_WON if low_alone else LOW_TIED] += weight
            tally[player, LOW_PARTS] += weight * low_part


@kernel
def meet(
    masks: NDArray[np.int64],
    highs: NDArray[np.int16],
    lows: NDArray[np.int16],
    weights: NDArray[np.int64],
    starts: NDArray[np.int64],
    ends: NDArray[np.int64],
    weight: int,
    has_low: bool,
    tally: NDArray[np.int64],
) -> None:
    """Every hand of each player against every hand of the others that leaves it its cards.

    The last player's hands are only counted, by whether they beat the best of the others or equal it: the rest is said
    once for all of them. So the player with the most hands should come last."""
    players = len(starts)
    last = players - 1
    place = starts.copy()
    used = np.zeros(players + 1, np.int64)
    times = np.zeros(players + 1, np.int64)
    best = np.zeros(players + 1, np.int64)
    best_low = np.zeros(players + 1, np.int64)
    winners = np.zeros(players + 1, np.int64)
    low_winners = np.zeros(players + 1, np.int64)
    found = np.zeros((3, 3), np.int64)
    times[0] = weight
    depth = 0
    while depth >= 0:
        if depth == last:
            found[:] = 0
            taken, high, low = used[depth], best[depth], best_low[depth]
            if has_low:
                for at in range(starts[last], ends[last]):
                    if masks[at] & taken == 0:
                        against = 1 + (highs[at] > high) - (highs[at] < high)
                        against_low = 1 + (lows[at] > low) - (lows[at] < low)
                        found[against, against_low] += weights[at]
            else:
                below, equal, above = 0, 0, 0
                for at in range(starts[last], ends[last]):
                    clear = weights[at] if masks[at] & taken == 0 else 0
                    below += clear if highs[at] < high else 0
                    equal += clear if highs[at] == high else 0
                    above += clear if highs[at] > high else 0
                found[0, 1], found[1, 1], found[2, 1] = below, equal, above
            mine = 1 << last
            for against in range(3):
                for against_low in range(3):
                    if found[against, against_low] == 0:
                        continue
                    won = mine if against == 2 else winners[depth] | mine if against == 1 else winners[depth]
                    won_low = low_winners[depth]
                    if against_low == 2:
                        won_low = mine
                    elif against_low == 1 and low > 0:
                        won_low |= mine
                    shared(won, won_low, times[depth] * found[against, against_low], players, tally)
            depth -= 1
            if depth >= 0:
                place[depth] += 1
            continue
        if place[depth] >= ends[depth]:
            place[depth] = starts[depth]
            depth -= 1
            if depth >= 0:
                place[depth] += 1
            continue
        at = place[depth]
        if masks[at] & used[depth] != 0:
            place[depth] += 1
            continue
        mine, after = 1 << depth, depth + 1
        used[after] = used[depth] | masks[at]
        times[after] = times[depth] * weights[at]
        best[after], winners[after] = best[depth], winners[depth]
        if highs[at] > best[depth]:
            best[after], winners[after] = highs[at], mine
        elif highs[at] == best[depth]:
            winners[after] |= mine
        best_low[after], low_winners[after] = best_low[depth], low_winners[depth]
        if lows[at] > best_low[depth]:
            best_low[after], low_winners[after] = lows[at], mine
        elif lows[at] == best_low[depth] and lows[at] > 0:
            low_winners[after] |= mine
        depth = after


@kernel
def over_boards(
    to_come: NDArray[np.uint8],
    board_weights: NDArray[np.int64],
    lies: NDArray[np.uint8],
    hands: NDArray[np.uint8],
    masks: NDArray[np.int64],
    weights: NDArray[np.int64],
    starts: NDArray[np.int64],
    exactly: int,
    has_low: bool,
    threes: NDArray[np.int64],
    tables: batch.Tables,
    low: Lows,
) -> NDArray[np.int64]:
    """All hands of all players beside each board. What two cards make with a board is found once."""
    players = len(starts) - 1
    tally = np.zeros((players + 1, TOLD), np.int64)
    size = len(hands)
    here_masks, here_weights = np.empty(size, np.int64), np.empty(size, np.int64)
    highs, lows = np.empty(size, np.int16), np.zeros(size, np.int16)
    first, end = np.empty(players, np.int64), np.empty(players, np.int64)
    width = len(lies)
    board = np.empty(width + to_come.shape[1], np.uint8)
    board[:width] = lies
    keys, suit_keys, low_bits = np.zeros(size, np.int64), np.zeros(size, np.int64), np.zeros(size, np.int64)
    for at in range(size):
        for card in hands[at]:
            keys[at] += tables.keys[card]
            suit_keys[at] |= tables.suits[card]
            low_bits[at] |= low.bits[card]
    pairs, low_pairs = np.empty((52, 52), np.int16), np.empty((52, 52), np.int16)
    for number in range(len(to_come)):
        taken, key, suits, held = np.int64(0), 0, 0, 0
        for at in range(to_come.shape[1]):
            board[width + at] = to_come[number, at]
        for card in board:
            taken |= np.int64(1) << np.int64(card)
            key += tables.keys[card]
            suits |= tables.suits[card]
            held |= low.bits[card]
        if exactly > 0:
            pairs[:] = -1
            low_pairs[:] = -1
        may_flush = batch.flush_within(key, hands.shape[1])
        many = 0
        for player in range(players):
            first[player] = many
            for at in range(starts[player], starts[player + 1]):
                if masks[at] & taken != 0:
                    continue
                here_masks[many], here_weights[many] = masks[at], weights[at]
                if exactly == 0:
                    if may_flush:
                        highs[many] = batch.rank_of(key + keys[at], suits | suit_keys[at], tables)
                    else:
                        highs[many] = batch.rank_without_flush(key + keys[at], tables)
                    if has_low:
                        lows[many] = low.ranks[held | low_bits[at]]
                else:
                    best, best_low = 0, 0
                    for one in range(hands.shape[1]):
                        a = hands[at, one]
                        for other in range(one + 1, hands.shape[1]):
                            b = hands[at, other]
                            if pairs[a, b] < 0:
                                pairs[a, b] = two_and_three(a, b, board, threes, tables)
                                if has_low:
                                    low_pairs[a, b] = two_and_three_low(a, b, board, threes, low)
                            best = max(best, pairs[a, b])
                            if has_low:
                                best_low = max(best_low, low_pairs[a, b])
                    highs[many], lows[many] = best, best_low
                many += 1
            end[player] = many
        meet(here_masks, highs, lows, here_weights, first, end, board_weights[number], has_low, tally)
    return tally


@kernel
def known_hands(
    free: NDArray[np.uint8], to_come: int, lies: NDArray[np.uint8], hands: NDArray[np.uint8], tables: batch.Tables
) -> NDArray[np.int64]:
    """One hand of each player, all known, beside every board, where the best five of all cards count."""
    players, size = len(hands), len(free)
    wins = np.zeros(1 << players, np.int64)
    place = np.zeros(to_come, np.int64)
    keys, suits = np.zeros((to_come, players), np.int64), np.zeros((to_come, players), np.int64)
    for player in range(players):
        for card in lies:
            keys[0, player] += tables.keys[card]
            suits[0, player] |= tables.suits[card]
        for card in hands[player]:
            keys[0, player] += tables.keys[card]
            suits[0, player] |= tables.suits[card]
    depth, last = 0, to_come - 1
    while depth >= 0:
        if depth == last:
            for at in range(place[last], size):
                key, suit = tables.keys[free[at]], tables.suits[free[at]]
                best, winners = 0, 0
                for player in range(players):
                    rank = batch.rank_of(keys[last, player] + key, suits[last, player] | suit, tables)
                    if rank > best:
                        best, winners = rank, 1 << player
                    elif rank == best:
                        winners |= 1 << player
                wins[winners] += 1
            depth -= 1
            if depth >= 0:
                place[depth] += 1
            continue
        at = place[depth]
        if at > size - to_come + depth:
            depth -= 1
            if depth >= 0:
                place[depth] += 1
            continue
        for player in range(players):
            keys[depth + 1, player] = keys[depth, player] + tables.keys[free[at]]
            suits[depth + 1, player] = suits[depth, player] | tables.suits[free[at]]
        depth += 1
        place[depth] = at + 1
    tally = np.zeros((players + 1, TOLD), np.int64)
    for winners in range(1, 1 << players):
        if wins[winners] > 0:
            shared(winners, 0, wins[winners], players, tally)
    return tally
