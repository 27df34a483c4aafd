"""Two cards each and cards that belong to both: what a hand meets, board by board.

On a full board every two cards have a rank. Those two that can still come are put in rising order once, and what any of
them meets follows from how many come before it, in all and with either of its cards."""

from hashlib import sha256
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.cards import batch, ranks
from houseway.counting.kernels import kernel
from houseway.games.table_poker.count.ranking import Ints, Keys, binomials
from houseway.games.table_poker.count.situations import Situations
from houseway.games.table_poker.hands import CATEGORIES, RANKS_AT
from houseway.pricing.counting.cache import Arrays, kept
from houseway.pricing.counting.hands import HandsAlike, hands_alike
from houseway.pricing.counting.suits import suit_changes

EACH = 2  # cards of player and bank


class Reading(NamedTuple):
    """What is told apart: by the rank of the player's hand its class, and by what is met and the class the column."""

    least: int  # the lowest rank that qualifies
    classes: NDArray[np.int16]
    columns: NDArray[np.int16]  # what is met x class


def keys_by_rank() -> Keys:
    """The key of every poker rank; the one of nothing is 0."""
    found = np.zeros(ranks.BEST + 1, np.int32)
    for rank in range(1, ranks.BEST + 1):
        kind = ranks.category(rank).name.lower().replace("_", "-")
        key = CATEGORIES.index(kind) << RANKS_AT
        for at, one in enumerate(ranks.ranks_of(rank)):
            key |= one << 16 - 4 * at
        found[rank] = key
    return found


@kernel
def _meet_board(pack: Any, board: Any, reading: Reading, tables: Any, adds: Any, met: Any) -> None:
    """Add what every two cards meet on one full board."""
    size = len(pack)
    key, suits = 0, 0
    left = np.zeros(size, np.int64)
    many = 0
    for place in range(size):
        there = False
        for one in board:
            there = there or one == place
        if there:
            key += tables.keys[pack[place]]
            suits += tables.suits[pack[place]]
        else:
            left[many] = place
            many += 1
    pairs = many * (many - 1) // 2
    sorted_by = np.zeros(pairs, np.int64)  # the rank, then both places: one number each
    at = 0
    for high in range(many):
        for low in range(high):
            one, two = pack[left[low]], pack[left[high]]
            more, suited = key + tables.keys[one] + tables.keys[two], suits + tables.suits[one] + tables.suits[two]
            sorted_by[at] = batch.rank_of(more, suited, tables) << 16 | left[low] << 8 | left[high]
            at += 1
    sorted_by.sort()
    with_card = np.zeros(size, np.int64)
    poor_with = np.zeros(size, np.int64)
    poor = 0
    while poor < pairs and sorted_by[poor] >> 16 < reading.least:
        poor_with[sorted_by[poor] >> 8 & 255] += 1
        poor_with[sorted_by[poor] & 255] += 1
        poor += 1
    total = (many - 2) * (many - 3) // 2
    begin = 0
    while begin < pairs:
        rank = sorted_by[begin] >> 16
        end = begin
        while end < pairs and sorted_by[end] >> 16 == rank:
            with_card[sorted_by[end] >> 8 & 255] += 1
            with_card[sorted_by[end] & 255] += 1
            end += 1
        alike = np.zeros(size, np.int64)
        for at in range(begin, end):
            alike[sorted_by[at] >> 8 & 255] += 1
            alike[sorted_by[at] & 255] += 1
        own_class = reading.classes[rank]
        for at in range(begin, end):
            low, high = sorted_by[at] >> 8 & 255, sorted_by[at] & 255
            index = adds[low, 0] + adds[high, 1]
            below = begin - (with_card[low] - alike[low]) - (with_card[high] - alike[high])
            tied = end - begin - alike[low] - alike[high] + 1
            unfit = poor - poor_with[low] - poor_with[high]
            if rank >= reading.least:
                met[index, reading.columns[0, own_class]] += below - unfit
                met[index, reading.columns[1, own_class]] += unfit
                met[index, reading.columns[2, own_class]] += tied
                met[index, reading.columns[4, own_class]] += total - below - tied
            else:
                unfit += 1  # the two cards themselves were taken out with either of them
                met[index, reading.columns[1, own_class]] += below
                met[index, reading.columns[3, own_class]] += tied
                met[index, reading.columns[5, own_class]] += unfit - below - tied
                met[index, reading.columns[4, own_class]] += total - unfit
        begin = end


@kernel
def _meet_all(pack: Any, known: Any, to_come: int, reading: Reading, tables: Any, adds: Any, met: Any) -> None:
    """By known cards and own two: what is met, over everything that is still to come."""
    size, shown = len(pack), known.shape[1]
    left = np.zeros(size, np.int64)
    board = np.zeros(shown + to_come, np.int64)
    for at in range(len(known)):
        many = 0
        for place in range(size):
            there = False
            for one in known[at]:
                there = there or one == place
            if not there:
                left[many] = place
                many += 1
        board[:shown] = known[at]
        come = np.arange(to_come + 1)
        come[to_come] = many
        while True:
            for one in range(to_come):
                board[shown + one] = left[come[one]]
            _meet_board(pack, board, reading, tables, adds, met[at])
            if to_come == 0:
                break
            one = 0
            while one < to_come - 1 and come[one] + 1 == come[one + 1]:
                come[one] = one
                one += 1
            come[one] += 1
            if come[to_come - 1] == many:
                break


def meet_sharing(sit: Situations, reading: Reading) -> Ints:
    """Hand x open cards x column: in how many deals each comes."""
    pack, shown = np.array(sit.hands.pack, np.int64), sit.open.shape[1]
    alike = hands_alike(sit.hands.pack, shown)
    many = int(reading.columns.max()) + 1

    def made() -> Arrays:
        met = np.zeros((len(alike.members), comb(len(pack), EACH), many), np.int32)
        known = np.searchsorted(pack, alike.members)
        _meet_all(pack, known, sit.laid.hidden_shared, reading, batch.tables(), binomials(len(pack)), met)
        return {"met": met}

    told = sha256(reading.classes.tobytes() + reading.columns.tobytes()).hexdigest()
    key = [list(sit.hands.pack), shown, sit.laid.hidden_shared, reading.least, told]
    by_kind = kept("table-poker-sharing", key, made)["met"]
    return _laid_out(sit, alike, by_kind)


def _laid_out(sit: Situations, alike: HandsAlike, by_kind: NDArray[np.int32]) -> Ints:
    """What is met by hand up to suits and any open cards, from what it is by open cards up to suits and any hand."""
    pack, adds, shown = np.array(sit.hands.pack), binomials(sit.size), sit.open.shape[1]
    changes = np.searchsorted(pack, suit_changes(pack)[:, pack])  # of places
    places = np.arange(shown)
    kinds = adds[np.searchsorted(pack, alike.members), places].sum(axis=1)
    order = np.argsort(kinds)
    opened = np.sort(sit.open, axis=1)
    whole = (np.diff(opened, axis=1) > 0).all(axis=1)
    met = np.zeros((len(sit.own), len(opened), by_kind.shape[-1]), np.int64)
    done = ~whole
    for change in changes:
        index = adds[np.sort(change[opened], axis=1), places].sum(axis=1)
        at = np.searchsorted(kinds[order], index).clip(max=len(kinds) - 1)
        here = ~done & (kinds[order][at] == index)
        done |= here
        for row, own in enumerate(sit.own):
            low, high = sorted(change[own].tolist())
            clear = here & ~np.isin(opened, own).any(axis=1)
            met[row, clear] = by_kind[order[at[clear]], adds[low, 0] + adds[high, 1]]
    assert done.all(), "every set of open cards is of some kind"
    return met
