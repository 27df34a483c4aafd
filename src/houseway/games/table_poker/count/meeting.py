"""What every hand meets in every situation of the last street, over all cards that are still unknown."""

from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.counting.kernels import kernel
from houseway.games.table_poker.count.ranking import Ints, all_sets, binomials
from houseway.games.table_poker.count.situations import Situations

MEETS = tuple((compared, qualified) for compared in ("win", "tie", "lose") for qualified in (True, False))


class Bank(NamedTuple):
    """All hands of the bank in rising order, and what is asked of them."""

    hands: Ints
    ranks: Ints
    least: int  # the lowest rank that qualifies
    free: int  # cards of a hand that do not lie open
    total: int  # hands behind the open cards


class Sets(NamedTuple):
    """Where the number of hands that hold a set of cards stands in a table."""

    adds: Ints
    starts: Ints  # by the size of the set


# Against a hand of the bank: all its hands in rising order are added to tables of how many hold each set of cards. What
# a hand meets is then found by inclusion and exclusion of the player's own cards.


@kernel
def _add(cards: Any, sets: Sets, table: Any) -> None:
    """Add one hand to the numbers of hands that hold each set of its cards."""
    many, most = len(cards), len(sets.starts) - 2
    for chosen in range(1 << many):
        size, index = 0, 0
        for at in range(many):
            if chosen >> at & 1:
                if size < most:
                    index += sets.adds[cards[at], size]
                size += 1
        if size <= most:
            table[sets.starts[size] + index] += 1


@kernel
def _holding(opened: Any, own: Any, free: int, sets: Sets, table: Any) -> int:
    """How many hands of a table hold the open cards and none of the player's own, of which `free` could be held."""
    total = 0
    for chosen in range(1 << len(own)):
        size, index, taken, at_open = 0, 0, 0, 0
        for at in range(len(own)):
            if chosen >> at & 1:
                while at_open < len(opened) and opened[at_open] < own[at]:
                    index += sets.adds[opened[at_open], size]
                    size += 1
                    at_open += 1
                index += sets.adds[own[at], size]
                size += 1
                taken += 1
                if taken > free:
                    break
        if taken > free:
            continue
        while at_open < len(opened):
            index += sets.adds[opened[at_open], size]
            size += 1
            at_open += 1
        held = table[sets.starts[size] + index]
        total += -held if taken & 1 else held
    return total


@kernel
def _overlaps(opened: Any, own: Any) -> bool:
    """Whether a card comes twice among the open ones and the player's own."""
    for at in range(len(opened)):
        if at and opened[at] == opened[at - 1]:
            return True
        for card in own:
            if card == opened[at]:
                return True
    return False


@kernel
def _split(low: int, upto: int, poor: int, bank: Bank, rank: int, met: Any) -> None:
    """What a hand meets, from the hands of the bank below it, up to its rank, and below the qualifier."""
    if rank >= bank.least:
        met[0] = low - poor
        met[1] = poor
        met[2] = upto - low
        met[4] = bank.total - upto
    else:
        met[0] = 0
        met[1] = low
        met[3] = upto - low
        met[4] = bank.total - poor
        met[5] = poor - upto


@kernel
def _sweep(own: Any, mine: Any, opened: Any, bank: Bank, sets: Sets, met: Any) -> None:
    """Fill in what each hand meets behind each way in which cards lie open. Hands are in rising order."""
    below = np.zeros(sets.starts[-1], np.int32)  # hands of the bank that are lower than the player's
    under = np.zeros(sets.starts[-1], np.int32)  # and those that do not qualify
    at_bank = 0
    while at_bank < len(bank.hands) and bank.ranks[at_bank] < bank.least:
        _add(bank.hands[at_bank], sets, under)
        at_bank += 1
    begin, at_bank = 0, 0
    while begin < len(own):
        rank = mine[begin]
        end = begin
        while end < len(own) and mine[end] == rank:
            end += 1
        while at_bank < len(bank.hands) and bank.ranks[at_bank] < rank:
            _add(bank.hands[at_bank], sets, below)
            at_bank += 1
        for row in range(begin, end):
            for at in range(len(opened)):
                if not _overlaps(opened[at], own[row]):
                    met[row, at, 0] = _holding(opened[at], own[row], bank.free, sets, below)
        while at_bank < len(bank.hands) and bank.ranks[at_bank] == rank:
            _add(bank.hands[at_bank], sets, below)
            at_bank += 1
        for row in range(begin, end):
            for at in range(len(opened)):
                if not _overlaps(opened[at], own[row]):
                    upto = _holding(opened[at], own[row], bank.free, sets, below)
                    poor = _holding(opened[at], own[row], bank.free, sets, under) if bank.least > 0 else 0
                    _split(met[row, at, 0], upto, poor, bank, rank, met[row, at])
        begin = end


def meet_bank(sit: Situations, mine: Ints, theirs: Ints, least: int) -> Ints:
    """Hand x open cards x `MEETS`: in how many deals each comes. `mine` are the ranks of the hands, `theirs` those of
    all hands of the bank by their indexes."""
    many, shown = sit.laid.bank, sit.open.shape[1]
    sizes = [comb(sit.size, size) for size in range(min(many, sit.laid.own + shown) + 1)]
    sets = Sets(binomials(sit.size), np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64))
    order, by_rank = np.argsort(mine, kind="stable"), np.argsort(theirs, kind="stable")
    total = comb(sit.size - sit.laid.own - shown, many - shown)
    banks = all_sets(sit.size, many)[by_rank].astype(np.int64)
    met = np.zeros((len(sit.own), len(sit.open), len(MEETS)), np.int64)
    opened = np.sort(sit.open, axis=1)
    _sweep(sit.own[order], mine[order], opened, Bank(banks, theirs[by_rank], least, many - shown, total), sets, met)
    met[order] = met.copy()
    return met


# Against a pay table: what is still to come is dealt.


@kernel
def _deal(own: Any, opened: Any, size: int, to_come: int, classes: Any, adds: Any, met: Any) -> None:
    """Add up the class of every final hand."""
    known = own.shape[1] + opened.shape[1]
    held = np.zeros(known + to_come, np.int64)
    left = np.zeros(size, np.int64)
    for row in range(len(own)):
        for at in range(len(opened)):
            if _overlaps(opened[at], own[row]):
                continue
            many = 0
            for card in range(size):
                there = False
                for one in own[row]:
                    there = there or one == card
                for one in opened[at]:
                    there = there or one == card
                if not there:
                    left[many] = card
                    many += 1
            come = np.arange(to_come + 1)
            come[to_come] = many
            while True:
                for one in range(own.shape[1]):
                    held[one] = own[row, one]
                for one in range(opened.shape[1]):
                    held[own.shape[1] + one] = opened[at, one]
                for one in range(to_come):
                    held[known + one] = left[come[one]]
                index = 0
                for one in range(len(held)):  # its place in rising order is the number of lower cards
                    lower = 0
                    for other in held:
                        lower += other < held[one]
                    index += adds[held[one], lower]
                met[row, at, classes[index]] += 1
                if to_come == 0:
                    break
                one = 0
                while one < to_come - 1 and come[one] + 1 == come[one + 1]:
                    come[one] = one
                    one += 1
                come[one] += 1
                if come[to_come - 1] == many:
                    break


def meet_table(sit: Situations, classes: NDArray[np.int16], many: int) -> Ints:
    """Hand x open cards x class of the final hand: in how many deals each comes. `classes` are by the index of the
    final cards."""
    met = np.zeros((len(sit.own), len(sit.open), many), np.int64)
    opened = np.sort(sit.open, axis=1)
    _deal(sit.own, opened, sit.size, sit.laid.hidden_shared, classes, binomials(sit.size), met)
    return met
