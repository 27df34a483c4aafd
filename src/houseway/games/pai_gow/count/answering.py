"""Hands set by someone who knows what they are up against, as in a game that sets the player-dealer's hand first.

Such a hand wins against every hand that is lower, in front and in back, than one of the ways to set it. Of the ways
that are no worse than another, the higher the front the lower the back: a stair. What lies below the stair lies below
one of its steps, less what lies below two steps that follow one another. So the hand stands at each step, and with the
weight of minus one at each corner between two.
"""

import numpy as np

from houseway.cards.two_hands import TwoHands
from houseway.counting.kernels import kernel
from houseway.games.pai_gow.count.hands import FRONT_BITS, FRONT_MASK, Codes, Ints, examples
from houseway.games.pai_gow.count.meet import Points
from houseway.games.pai_gow.count.splits import all_splits
from houseway.pricing.counting.cache import Arrays, kept


def stairs(hands: TwoHands) -> Points:
    """Every hand at the steps and corners of its stair: it can win against all that is lower."""
    found = _kept(hands)
    return Points(found["first"], found["codes"], found["weights"])


def tops(hands: TwoHands) -> Codes:
    """The highest front and the highest back of every hand, by example: it loses to what is as high in both."""
    return _kept(hands)["tops"]


def _kept(hands: TwoHands) -> Arrays:
    return kept("pai-gow-stairs", [hands.in_front, hands.plain_flushes], lambda: _stairs(hands))


def _stairs(hands: TwoHands) -> Arrays:
    ways = np.sort(all_splits(hands, examples(hands.cards).cards), axis=1)[:, ::-1].copy()  # the highest back first
    first, tops = np.zeros(len(ways) + 1, np.int64), np.empty(len(ways), np.int32)
    codes, weights = np.empty(2 * ways.size, np.int32), np.empty(2 * ways.size, np.int64)
    found = _steps(ways, first, codes, weights, tops)
    return {"first": first, "codes": codes[:found], "weights": weights[:found], "tops": tops}


@kernel
def _steps(ways: Codes, first: Ints, codes: Codes, weights: Ints, tops: Codes) -> int:
    at = 0
    for hand in range(len(ways)):
        first[hand] = at
        front = -1
        for code in ways[hand]:
            if code == 0 or code & FRONT_MASK <= front:
                continue
            if front >= 0:
                codes[at], weights[at] = code >> FRONT_BITS << FRONT_BITS | front, -1
                at += 1
            front = code & FRONT_MASK
            codes[at], weights[at] = code, 1
            at += 1
        tops[hand] = ways[hand, 0] >> FRONT_BITS << FRONT_BITS | front
    first[len(ways)] = at
    return at
