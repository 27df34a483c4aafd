"""Every hand of seven that the player-dealer can have against one first hand, one after the other: how often it beats
the five cards pat, and each hand of four with each card that may be drawn. Nothing here is added up from parts."""

from typing import Any

import numpy as np

from houseway.counting.kernels import kernel
from houseway.games.ante_and_raise.cal_quick_draw_poker.count import hands

rank_of_seven = hands.rank_of_seven
JOKER = 52


def lost_by_every_seven(first: tuple[int, ...]) -> list[int]:
    """For the hand pat, and with each of its cards discarded in turn: the pairs of a draw and a seven that lose."""
    known = hands.tables()
    left = np.array([card for card in range(53) if card not in first], np.int64)
    keys, suits = (np.append(table[:52], 0)[left] for table in (known.plain.keys, known.plain.suits))
    made = np.full((6, len(left)), 1 << 30)  # the rank of the final hand by the card drawn; pat, none is drawn
    pat = int(hands.ranked(np.array([first]))[0])
    for place in range(5):
        rest = [card for at, card in enumerate(first) if at != place]
        made[1 + place] = hands.ranked(np.array([[*rest, int(card)] for card in left]))
    top = int(max(made[1:].max(), pat)) + 8000
    below = np.zeros((6, top), np.int64)  # by rank: how many final hands are lower
    below[0, pat + 1 :] = 1
    for way in range(1, 6):
        below[way] = np.searchsorted(np.sort(made[way]), np.arange(top))
    lost = np.zeros(6, np.int64)
    _sweep(keys.astype(np.int64), suits.astype(np.int64), left == JOKER, made, below, known, lost)
    return [int(many) for many in lost]


@kernel
def _sweep(keys: Any, suits: Any, jokers: Any, made: Any, below: Any, known: Any, lost: Any) -> None:
    many = len(keys)
    at = np.empty(7, np.int64)
    for a in range(many):
        for b in range(a + 1, many):
            for c in range(b + 1, many):
                for d in range(c + 1, many):
                    key4 = keys[a] + keys[b] + keys[c] + keys[d]
                    suits4 = suits[a] + suits[b] + suits[c] + suits[d]
                    joker4 = jokers[a] or jokers[b] or jokers[c] or jokers[d]
                    at[0], at[1], at[2], at[3] = a, b, c, d
                    for e in range(d + 1, many):
                        for f in range(e + 1, many):
                            for g in range(f + 1, many):
                                joker = joker4 or jokers[e] or jokers[f] or jokers[g]
                                rank = rank_of_seven(
                                    key4 + keys[e] + keys[f] + keys[g], suits4 + suits[e] + suits[f] + suits[g], joker,
                                    known,
                                )  # fmt: skip
                                at[4], at[5], at[6] = e, f, g
                                for way in range(6):
                                    count = below[way, rank]
                                    if count and way:
                                        for card in at:
                                            count -= made[way, card] < rank
                                    lost[way] += count
