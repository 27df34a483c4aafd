"""What a row is worth after six cards are seen.

A row that is drawn to is counted by its ranks and the ranks that are gone; suits matter only to a row of one suit. So
its worth is looked up, and all ways to lay six cards can be gone through.
"""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import combinations_with_replacement
from math import comb

import numpy as np
from numpy.typing import NDArray

from houseway.cards.card import Card
from houseway.counting.kernels import kernel
from houseway.games.community.rows.count.deals import (
    FLUSH,
    FULL,
    HANDS,
    KINDS,
    QUADS,
    ROYAL,
    STRAIGHT,
    STRAIGHT_FLUSH,
    TRIPS,
    TWO_PAIR,
    WINDOWS,
    Ints,
    classes,
)
from houseway.pricing.counting.cache import Arrays, kept
from houseway.pricing.counting.work import Progress, each

Masks = NDArray[np.uint64]

SEEN, DRAWN = 4, 3  # cards of other rows when a row is peeked at, and cards that it still gets
COMPLETIONS = comb(52 - 2 - SEEN, DRAWN)


# Completions of a row by ranks and suits


def completions(own: Sequence[Card], gone: Sequence[Card]) -> list[int]:
    """How many of all ways to draw three cards make each kind, for a row of two with some cards gone."""
    found = _by_ranks((own[0] >> 2, own[1] >> 2), Counter(card >> 2 for card in gone), 52 - 2 - len(gone))
    if own[0] >> 2 != own[1] >> 2 and own[0] & 3 == own[1] & 3:
        suit = own[0] & 3
        taken = {card >> 2 for card in (*own, *gone) if card & 3 == suit}
        for window in WINDOWS:
            needed = {*window} - {card >> 2 for card in own}
            if len(needed) == DRAWN and not needed & taken:
                found[ROYAL if window[0] == 8 else STRAIGHT_FLUSH] += 1
        straight_flushes = found[STRAIGHT_FLUSH] + found[ROYAL]
        found[STRAIGHT] -= straight_flushes
        found[FLUSH] = comb(13 - len(taken), DRAWN) - straight_flushes
    return found


def _by_ranks(own: tuple[int, int], gone: Counter[int], left: int) -> list[int]:
    """The same, suits left aside: what is of one suit counts as what it is otherwise."""
    held = Counter(own)
    there = np.array([4 - held[one] - gone[one] for one in range(13)], np.int64)
    return [int(many) for many in _drawn(own[0], own[1], there, left, np.array(WINDOWS, np.int64))]


@kernel
def _drawn(high: int, low: int, there: Ints, left: int, windows: Ints) -> Ints:
    """What three cards out of so many of each rank make of two ranks."""
    found = np.zeros(8, np.int64)
    cards = pairs = triples = squares = spread = 0  # of other ranks
    for rank in range(13):
        if rank not in (high, low):
            many = there[rank]
            double = many * (many - 1) // 2
            cards += many
            squares += many * many
            pairs += double
            triples += double * (many - 2) // 3
            spread += double * many
    if high == low:
        mine = there[high]
        found[QUADS] = mine * (mine - 1) // 2 * (left - mine)
        found[FULL] = mine * pairs + triples
        found[TRIPS] = mine * ((cards * cards - squares) // 2)
        found[TWO_PAIR] = pairs * (left - mine) - spread
        return found
    one, two = there[high], there[low]
    rest = left - one - two
    first, second = one * (one - 1) // 2, two * (two - 1) // 2
    found[QUADS] = first * (one - 2) // 3 + second * (two - 2) // 3
    found[FULL] = first * two + one * second
    found[TRIPS] = (first + second) * rest + triples
    found[TWO_PAIR] = one * two * rest + (one + two) * pairs
    for window in range(len(windows)):
        ways, held = 1, 0
        for place in range(5):
            rank = windows[window, place]
            if rank in (high, low):
                held += 1
            else:
                ways *= there[rank]
        if held == 2:
            found[STRAIGHT] += ways
    return found


# Tables for going through six cards


PAIRS_OF_RANKS = tuple(combinations_with_replacement(range(13), 2))
FOURS_OF_RANKS = tuple(combinations_with_replacement(range(13), 4))


@cache
def drawn_table() -> Ints:
    """Completions by ranks alone: the row's two ranks, the four that are gone, the kind."""
    own, fours = (np.array(ranks, np.int64) for ranks in (PAIRS_OF_RANKS, FOURS_OF_RANKS))
    return _drawn_table(own, fours, np.array(WINDOWS, np.int64))


@kernel
def _drawn_table(own: Ints, fours: Ints, windows: Ints) -> Ints:
    found = np.zeros((len(own), len(fours), 8), np.int64)
    there = np.zeros(13, np.int64)
    for at in range(len(own)):
        for dead in range(len(fours)):
            there[:] = 4
            for one in range(2):
                there[own[at, one]] -= 1
            for one in range(4):
                there[fours[dead, one]] -= 1
            if there.min() >= 0:
                found[at, dead] = _drawn(own[at, 0], own[at, 1], there, 46, windows)
    return found


@cache
def _pair_index() -> dict[tuple[int, ...], int]:
    return {pair: at for at, pair in enumerate(PAIRS_OF_RANKS)}


@cache
def of_hands() -> dict[str, NDArray[np.int64]]:
    """For every two cards: their ranks' index, the suit if it is one (else -1), their kind up to suits; and for two
    indices that of the four ranks together."""
    pairs = _pair_index()
    fours = {tuple(four): at for at, four in enumerate(FOURS_OF_RANKS)}
    own = np.array([pairs[_sorted(int(a) >> 2, int(b) >> 2)] for a, b in HANDS], np.int64)
    suits = np.array([int(a) & 3 if a & 3 == b & 3 else -1 for a, b in HANDS], np.int64)
    together = np.array([[fours[_sorted(*one, *two)] for two in PAIRS_OF_RANKS] for one in PAIRS_OF_RANKS], np.int64)
    return {"own": own, "suit": suits, "kind": 2 * own + (suits >= 0), "together": together}


def _sorted(*ranks: int) -> tuple[int, ...]:
    return tuple(sorted(ranks))


@cache
def needed_masks() -> Masks:
    """For every two cards of one suit: the three cards of each straight flush, as bits, royal last; 0 is none."""
    found = np.zeros((len(HANDS), 5), np.uint64)
    for at, (a, b) in enumerate(HANDS.tolist()):
        if a & 3 != b & 3:
            continue
        filled = 0
        for window in WINDOWS:
            needed = [one for one in window if one not in (a >> 2, b >> 2)]
            if len(needed) == DRAWN:
                bits = sum(1 << (4 * one + (a & 3)) for one in needed)
                if window[0] == 8:
                    found[at, 4] = bits
                else:
                    found[at, filled] = bits
                    filled += 1
    return found


# Peeking


def peeks(gains: Ints, order: Ints, progress: Progress | None = None) -> Arrays:
    """All ways to lay six cards, and what becomes of a wager on one row: on the one worth most (`best`), on that one
    only where it wins more than it loses (`worthwhile`), and on the one that `order` puts highest (`ordered`, none
    where that is negative). Each is how often every kind is made, and how many wagers are placed.

    `gains` is what a kind gives back for one staked, stake included, times a whole number: of rows that began with a
    pair and of others; its last figure is what must be given back for nothing to be lost.
    """
    key = [gains.tolist(), order.tolist()]
    return kept("peeks", key, lambda: _by_rule(gains, order, progress), by=__name__)


def _by_rule(gains: Ints, order: Ints, progress: Progress | None) -> Arrays:
    reps, weights = classes()
    parts = np.array_split(np.arange(len(reps)), 8)
    found = each(_peeks, [(reps[part], weights[part], gains, order) for part in parts], progress)
    paired = np.array([one == two for one, two in PAIRS_OF_RANKS])
    made: Arrays = {"situations": np.array([len(HANDS) * comb(50, 2) * comb(48, 2)])}
    for at, name in enumerate(("best", "worthwhile", "ordered")):
        chosen = sum(part["chosen"][at] for part in found)
        flushes, straight_flushes, royals = sum(part["suited"][at] for part in found)
        kinds = np.array([np.tensordot(chosen[rows], drawn_table()[rows], 2) for rows in (paired, ~paired)])
        kinds[1] += np.array(
            [0, 0, -straight_flushes - royals, flushes - straight_flushes - royals, 0, 0, straight_flushes, royals]
        )
        made[name], made[f"{name} placed"] = kinds, np.array([chosen.sum()])
    return made


def _peeks(reps: Ints, weights: Ints, gains: Ints, order: Ints) -> Arrays:
    tables = of_hands()
    paired = np.array([one == two for one, two in PAIRS_OF_RANKS])
    kinds = len(KINDS)
    worth = np.where(paired[:, None], drawn_table() @ gains[0, :kinds], drawn_table() @ gains[1, :kinds])
    chosen, suited = _go_through(
        HANDS,
        tables["own"],
        tables["suit"],
        tables["together"],
        needed_masks(),
        worth,
        gains[1],
        order,
        tables["kind"],
        reps,
        weights,
    )
    return {"chosen": chosen, "suited": suited}


@kernel
def _suited_counts(hand: int, suit: int, needed: Masks, dead: np.uint64, of_suit: Masks) -> tuple[int, int, int]:
    """Flushes of any kind, straight flushes and royals that a row of one suit can become."""
    left, gone = 11, dead & of_suit[suit]
    while gone != 0:
        gone &= gone - np.uint64(1)
        left -= 1
    straight_flushes = 0
    for at in range(4):
        if needed[hand, at] != 0 and needed[hand, at] & dead == 0:
            straight_flushes += 1
    royals = 1 if needed[hand, 4] != 0 and needed[hand, 4] & dead == 0 else 0
    return left * (left - 1) * (left - 2) // 6, straight_flushes, royals


@kernel
def _in_suit(hand: int, suit: int, needed: Masks, dead: np.uint64, of_suit: Masks, gains: Ints) -> int:
    """What a row of one suit is worth beside its ranks."""
    flushes, straight, royal = _suited_counts(hand, suit, needed, dead, of_suit)
    plain = (flushes - straight - royal) * gains[FLUSH]
    return int(plain + straight * (gains[STRAIGHT_FLUSH] - gains[STRAIGHT]) + royal * (gains[ROYAL] - gains[STRAIGHT]))


@kernel
def _go_through(
    hands: Ints,
    own: Ints,
    suits: Ints,
    together: Ints,
    needed: Masks,
    worth: Ints,
    gains: Ints,
    order: Ints,
    kind: Ints,
    reps: Ints,
    weights: Ints,
) -> tuple[Ints, Ints]:
    """One row of each kind with two others of its kind or a later one, in all orders: which is taken by each rule."""
    chosen = np.zeros((3, worth.shape[0], worth.shape[1]), np.int64)
    suited = np.zeros((3, 3), np.int64)
    many = len(hands)
    bits, of_suit = np.zeros(many, np.uint64), np.zeros(4, np.uint64)
    for hand in range(many):
        bits[hand] = np.uint64(1) << np.uint64(hands[hand, 0]) | np.uint64(1) << np.uint64(hands[hand, 1])
    for card in range(52):
        of_suit[card & 3] |= np.uint64(1) << np.uint64(card)
    least = gains[8]
    for at in range(len(reps)):
        a = reps[at]
        for b in range(many):
            if bits[a] & bits[b] != 0 or kind[b] < kind[a]:
                continue
            ab, worth_b = together[own[a], own[b]], worth[own[b]]
            for c in range(b + 1, many):
                if (bits[a] | bits[b]) & bits[c] != 0 or kind[c] < kind[a]:
                    continue
                alike = 1 + (kind[b] == kind[a]) + (kind[c] == kind[a])  # come here so often, each being A in turn
                weight = weights[at] * 6 // alike
                ac, bc = together[own[a], own[c]], together[own[b], own[c]]
                value, row, dead = worth[own[a], bc], a, bc
                if suits[a] >= 0:
                    value += _in_suit(a, suits[a], needed, bits[b] | bits[c], of_suit, gains)
                other = worth_b[ac]
                if suits[b] >= 0:
                    other += _in_suit(b, suits[b], needed, bits[a] | bits[c], of_suit, gains)
                if other > value:
                    value, row, dead = other, b, ac
                other = worth[own[c], ab]
                if suits[c] >= 0:
                    other += _in_suit(c, suits[c], needed, bits[a] | bits[b], of_suit, gains)
                if other > value:
                    value, row, dead = other, c, ab
                first, gone = a, bc
                if order[b] > order[first]:
                    first, gone = b, ac
                if order[c] > order[first]:
                    first, gone = c, ab
                chosen[0, own[row], dead] += weight
                if value > least:
                    chosen[1, own[row], dead] += weight
                if order[first] >= 0:
                    chosen[2, own[first], gone] += weight
                everything = bits[a] | bits[b] | bits[c]
                if suits[row] >= 0:
                    found = _suited_counts(row, suits[row], needed, everything ^ bits[row], of_suit)
                    for one in range(3):
                        suited[0, one] += found[one] * weight
                        suited[1, one] += found[one] * weight if value > least else 0
                if suits[first] >= 0 and order[first] >= 0:
                    found = _suited_counts(first, suits[first], needed, everything ^ bits[first], of_suit)
                    for one in range(3):
                        suited[2, one] += found[one] * weight
    return chosen, suited
