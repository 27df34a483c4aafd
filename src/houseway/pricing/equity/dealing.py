"""Ways to deal what is not known: every board, every hand, or some of all at random."""

from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from houseway.cards import batch
from houseway.counting.kernels import kernel
from houseway.pricing.equity.showdown import JOKER, TOLD, WILD, Lows, high_of, low_of, parts, shared

Cards = NDArray[np.uint8]


@kernel
def choose(free: Cards, many: int, maps: Cards) -> tuple[Cards, NDArray[np.int64]]:
    """Every way to take so many cards, one for all that are the same in other suits, and how many these are.

    `maps` has a row for each way to change suits that changes nothing else: to which card each card goes."""
    size, ways = len(free), 1
    for at in range(many):
        ways = ways * (size - at) // (at + 1)
    rows, weights = np.empty((ways, many), np.uint8), np.ones(ways, np.int64)
    place = np.arange(many)
    kept = 0
    for _ in range(ways):
        mask = np.int64(0)
        for at in range(many):
            mask |= np.int64(1) << np.int64(free[place[at]])
        same, first = 1, True
        for number in range(1, len(maps)):  # the first changes nothing
            image = np.int64(0)
            for at in range(many):
                image |= np.int64(1) << np.int64(maps[number, free[place[at]]])
            if image < mask:
                first = False
                break
            same += image == mask
        if first:
            for at in range(many):
                rows[kept, at] = free[place[at]]
            weights[kept] = len(maps) // same
            kept += 1
        at = many - 1
        while at >= 0 and place[at] == size - many + at:
            at -= 1
        if at >= 0:
            place[at] += 1
            for after in range(at + 1, many):
                place[after] = place[after - 1] + 1
    return rows[:kept], weights[:kept]


def same_suits(sets: list[frozenset[frozenset[int]]]) -> Cards:
    """The ways to change suits under which each of these sets of hands stays what it is."""
    maps = []
    for suits in permutations(range(4)):
        to = [card & ~3 | suits[card & 3] for card in range(52)] + [JOKER, WILD]
        if all({frozenset(to[card] for card in hand) for hand in hands} == hands for hands in sets):
            maps.append(to)
    return np.array(maps, np.uint8)


@kernel
def masks_of(hands: Cards) -> NDArray[np.int64]:
    masks = np.zeros(len(hands), np.int64)
    for at in range(len(hands)):
        for card in hands[at]:
            masks[at] |= np.int64(1) << np.int64(min(card, JOKER))
    return masks


@kernel
def ranked(
    hands: Cards,
    board: Cards,
    exactly: int,
    has_low: bool,
    threes: NDArray[np.int64],
    tables: batch.Tables,
    low: Lows,
) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    """The high and the low of whole hands beside a whole board."""
    highs, lows = np.empty(len(hands), np.int16), np.zeros(len(hands), np.int16)
    for at in range(len(hands)):
        highs[at] = high_of(hands[at], board, exactly, threes, tables)
        if has_low:
            lows[at] = low_of(hands[at], board, exactly, threes, low)
    return highs, lows


@kernel
def dealt_at_random(
    deals: int,
    seed: int,
    free: Cards,
    lies: Cards,
    to_come: int,
    known: Cards,
    starts: NDArray[np.int64],
    counts: NDArray[np.int64],
    down: NDArray[np.bool_],
    exactly: int,
    has_low: bool,
    threes: NDArray[np.int64],
    tables: batch.Tables,
    low: Lows,
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Deals at random: for each player one of the hands that it may be, as often as another, then what is not known.

    `known` has a row for each hand that a player may have, the player's from `starts` on; `counts` says how many cards
    of them are known, and `down` which of a player's cards are dealt face down."""
    players, own = len(counts), known.shape[1]
    tally = np.zeros((players + 1, TOLD), np.int64)
    squares = np.zeros(players, np.float64)
    held = np.zeros((players, own), np.uint8)
    board = np.empty(len(lies) + to_come, np.uint8)
    board[: len(lies)] = lies
    state = scattered(np.uint64(seed))
    for _ in range(deals):
        clear = False
        taken = np.int64(0)
        while not clear:  # hands that need the same card are drawn again, all of them
            clear, taken = True, np.int64(0)
            for player in range(players):
                row = starts[player]
                if starts[player + 1] - row > 1:
                    state = following(state)
                    row += below(state, starts[player + 1] - row)
                for at in range(counts[player]):
                    card = known[row, at]
                    held[player, at] = card
                    bit = np.int64(1) << np.int64(min(card, JOKER))
                    clear = clear and taken & bit == 0
                    taken |= bit
        for player in range(players + 1):
            first, end = (counts[player], own) if player < players else (0, to_come)
            for at in range(first, end):
                state, card = another(state, free, taken)
                taken |= np.int64(1) << np.int64(card)
                if player == players:
                    board[len(lies) + at] = card
                else:
                    held[player, at] = WILD if card == JOKER and down[player, at] else card
        best, best_low, winners, low_winners = 0, 0, 0, 0
        for player in range(players):
            high = high_of(held[player], board, exactly, threes, tables)
            if high > best:
                best, winners = high, 0
            if high == best:
                winners |= 1 << player
            if has_low:
                its_low = low_of(held[player], board, exactly, threes, low)
                if its_low > best_low:
                    best_low, low_winners = its_low, 0
                if its_low == best_low and its_low > 0:
                    low_winners |= 1 << player
        shared(winners, low_winners, 1, players, tally)
        high_part, low_part = parts(winners, low_winners)
        for player in range(players):
            part = float((winners >> player & 1) * high_part + (low_winners >> player & 1) * low_part)
            squares[player] += part * part
    return tally, squares


@kernel
def boards_at_random(
    deals: int,
    seed: int,
    free: Cards,
    lies: Cards,
    to_come: int,
    hands: Cards,
    starts: NDArray[np.int64],
    tables: batch.Tables,
) -> NDArray[np.int64]:
    """Boards at random beside whole hands, where the best five of all cards count: how often which players win, given
    as bits. A player has one of the hands from `starts` on, each as often as another."""
    players = len(starts) - 1
    wins = np.zeros(1 << players, np.int64)
    masks = masks_of(hands)
    keys, suits = np.zeros(len(hands), np.int64), np.zeros(len(hands), np.int64)
    for at in range(len(hands)):
        for card in hands[at]:
            keys[at] += tables.keys[card]
            suits[at] |= tables.suits[card]
        for card in lies:
            keys[at] += tables.keys[card]
            suits[at] |= tables.suits[card]
    rows = starts[:-1].copy()
    state = scattered(np.uint64(seed))
    for _ in range(deals):
        clear, taken = False, np.int64(0)
        while not clear:  # hands that need the same card are drawn again, all of them
            clear, taken = True, np.int64(0)
            for player in range(players):
                many = starts[player + 1] - starts[player]
                if many > 1:
                    state = following(state)
                    rows[player] = starts[player] + below(state, many)
                clear = clear and taken & masks[rows[player]] == 0
                taken |= masks[rows[player]]
        key, suit = np.int64(0), np.int64(0)
        for _at in range(to_come):
            state, card = another(state, free, taken)
            taken |= np.int64(1) << np.int64(card)
            key += tables.keys[card]
            suit |= tables.suits[card]
        best, winners = 0, 0
        for player in range(players):
            row = rows[player]
            rank = batch.rank_of(key + keys[row], suit | suits[row], tables)
            if rank > best:
                best, winners = rank, 1 << player
            elif rank == best:
                winners |= 1 << player
        wins[winners] += 1
    return wins


@kernel
def scattered(seed: np.uint64) -> np.uint64:
    """A state to begin with that is unlike that of the next seed, and never nothing (splitmix64)."""
    state = seed + np.uint64(0x9E3779B97F4A7C15)
    state = (state ^ (state >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    state = (state ^ (state >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return np.uint64((state ^ (state >> np.uint64(31))) | np.uint64(1))


@kernel
def following(state: np.uint64) -> np.uint64:
    """The next state (xorshift64)."""
    state ^= state << np.uint64(13)
    state ^= state >> np.uint64(7)
    state ^= state << np.uint64(17)
    return state


@kernel
def below(state: np.uint64, most: int) -> int:
    """A number below another, from a state."""
    mixed = (state * np.uint64(0x2545F4914F6CDD1D)) >> np.uint64(32)
    return int((mixed * np.uint64(most)) >> np.uint64(32))


@kernel
def another(state: np.uint64, free: Cards, taken: np.int64) -> tuple[np.uint64, np.uint8]:
    """The next state, and a card of those that are free and not among those taken."""
    state = following(state)
    card = free[below(state, len(free))]
    while taken >> np.int64(card) & 1:
        state = following(state)
        card = free[below(state, len(free))]
    return state, card
