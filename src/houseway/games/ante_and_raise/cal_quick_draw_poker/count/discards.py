"""Cal Quick Draw Poker: how often each of the 32 ways to hold some of five cards loses, exactly.

A final hand holds the cards that are kept and none of the discards, and neither does the player-dealer's hand have one.
By inclusion and exclusion over the discards, that is a sum over pairs of hands that share no card, where the final hand
has all of some cards and the player-dealer's hand all of some others. Both sets lie within the first five cards, so
there are few of them up to suits, and all ways to hold share them.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.counting.kernels import kernel
from houseway.games.ante_and_raise.cal_quick_draw_poker.count.hands import (
    OFFSETS,
    Ints,
    changes,
    number_changed,
    number_of,
    pick,
    sets_of,
    tables,
)
from houseway.games.ante_and_raise.cal_quick_draw_poker.count.pairs import Lost, count_lost

__all__ = ["Lost", "count_lost", "lost_by_hold"]


@kernel
def _lost_by_hold(hands: Any, only: Any, counts: Any, sets: Any, changes: Any, choose: Any, offsets: Any,
                  rows: Any, found: Any) -> None:  # fmt: skip
    """For each hand and way to hold, as bits: how many pairs of a draw and a hand of the player-dealer lose."""
    bank, part, changed = np.empty(5, np.int64), np.empty(5, np.int64), np.empty(5, np.int64)
    pairs = np.zeros((32, 32), np.int64)  # by cards of the player-dealer's, and of the final hand
    odd = np.array([0, 1, 1, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 1, 1, 0, 1, 0, 0, 1, 0, 1, 1, 0, 0, 1, 1, 0, 1, 0, 0, 1])
    for at in range(len(hands)):
        for theirs in range(32):
            if only[at] >= 0 and theirs & only[at]:
                continue
            known = pick(hands[at], theirs, bank)
            number = number_of(bank, known, choose)
            kind, change = sets[known].kind[number], changes[sets[known].change[number]]
            rest = 31 & ~theirs
            mine = rest
            while True:
                many = pick(hands[at], mine, part)
                if known == 0:
                    value = counts.none[offsets[many] + number_of(part, many, choose)]
                elif known == 1:
                    own = number_of(part, many, choose)
                    moved = changes[sets[many].change[own], bank[0]]
                    value = counts.one[rows[many] + sets[many].kind[own], moved]
                elif known == 2:
                    own = number_changed(part, many, change, choose, changed)
                    value = counts.two[kind, offsets[many] + own]
                elif known == 3:
                    own = number_changed(part, many, change, choose, changed)
                    value = counts.three[kind, offsets[many] + own]
                elif known == 4:
                    value = counts.four[kind, change[part[0]] if many else 53]
                else:
                    value = counts.five[kind]
                pairs[theirs, mine] = value
                if mine == 0:
                    break
                mine = (mine - 1) & rest
        for held in range(32):
            if only[at] >= 0 and held != only[at]:
                continue
            gone = 31 & ~held
            total = np.int64(0)
            theirs = gone
            while True:  # discards that the player-dealer has, and others that the final hand has
                rest = gone & ~theirs
                mine = rest
                while True:
                    value = pairs[theirs, held | mine]
                    total += -value if odd[theirs] ^ odd[mine] else value
                    if mine == 0:
                        break
                    mine = (mine - 1) & rest
                if theirs == 0:
                    break
                theirs = (theirs - 1) & gone
            found[at, held] = total


def lost_by_hold(hands: NDArray[np.uint8], counts: Lost, only: Ints | None = None) -> Ints:
    """For each of these hands: how many pairs of a draw and a hand of the player-dealer lose, by the bits of the cards
    that are held; of one way to hold for each hand, if told."""
    found = np.zeros((len(hands), 32), np.int64)
    rows = np.cumsum([0, *(len(sets_of(size).first) for size in range(5))])
    ways = np.full(len(hands), -1) if only is None else only
    sets = tuple(sets_of(size) for size in range(6))
    _lost_by_hold(hands, ways, counts, sets, changes(), tables().choose, OFFSETS, rows, found)
    return found
