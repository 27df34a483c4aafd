"""Where a hand stands before the next card comes, and its outs: the cards that would put it in front.

A hand is judged against every hand that an opponent may have by what lies open, with the cards that lie there now. An
out is a card that would give it more than half of the pot, on average, against those that beat it now: so a hand that
is in front of most still has outs, and one that nothing beats needs none.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from houseway.cards import batch
from houseway.cards.card import JOKER, Card
from houseway.pricing.equity.counted import Deal
from houseway.pricing.equity.dealing import Cards, choose, masks_of, ranked
from houseway.pricing.equity.hands import Held
from houseway.pricing.equity.showdown import WILD, lows

FEW = 20_000  # hands in front, of which each card is tried against no more: some at random of a million at Big O
_FIVE = 5  # cards of a whole hand
_HALF = 2  # of a pot in quarters
_UNCHANGED = np.array([list(range(54))], np.uint8)

Quarters = NDArray[np.int64]
Ranks = tuple[NDArray[np.int16], NDArray[np.int16]]  # high and low


@dataclass(frozen=True)
class Standing:
    """What part of the hands that an opponent may have is worse, as good, and better; and the cards that would help."""

    ahead: Fraction
    level: Fraction
    behind: Fraction
    outs: tuple[Card, ...]


def standing(deal: Deal) -> Standing | None:
    """How the first hand of a deal stands against the others; None where no single card comes next, or where a hand is
    not yet one of five cards."""
    mine, *others = deal.hands
    on_board = deal.to_come > 0
    if not (on_board or mine.unknown) or not _can_be_judged(deal):
        return None
    own = np.array(mine.ways, np.uint8)
    hands = np.concatenate([_may_have(deal, one) for one in {(one.ways, one.down): one for one in others}.values()])
    shares = _shares(deal, _ranks(deal, own), _ranks(deal, hands))
    count = len(hands)
    ahead, behind = (int(some.sum()) for some in (shares > _HALF, shares < _HALF))
    beaten_by = _some(hands[shares < _HALF])
    found = tuple(card for card in deal.free if _helps(deal, own, beaten_by, card, on_board=on_board))
    return Standing(Fraction(ahead, count), Fraction(count - ahead - behind, count), Fraction(behind, count), found)


def _can_be_judged(deal: Deal) -> bool:
    """A flop lies there; or five cards of one's own, or all but the last where a hand has no more."""
    mine = deal.hands[0]
    if deal.making.common and deal.to_come:
        return len(deal.board) >= 3
    return mine.known + len(deal.board) >= _FIVE or mine.unknown == 1


def _may_have(deal: Deal, held: Held) -> Cards:
    """Every hand that an opponent may have now, a row each. A joker that lies face down is wild where it may be."""
    hidden = held.unknown - deal.hands[0].unknown
    drawn, _ = choose(np.array(deal.free, np.uint8), hidden, _UNCHANGED)
    if deal.making.first_down:
        drawn = np.where(drawn == JOKER, np.uint8(WILD), drawn)
    known = np.broadcast_to(np.array(held.ways[0], np.uint8), (len(drawn), held.known))
    return np.ascontiguousarray(np.concatenate([known, drawn], axis=1))


def _some(hands: Cards) -> Cards:
    if len(hands) <= FEW:
        return hands
    return hands[np.sort(np.random.default_rng(0).choice(len(hands), FEW, replace=False))]


def _helps(deal: Deal, own: Cards, hands: Cards, card: Card, *, on_board: bool) -> bool:
    """Whether a card that comes next turns the tables on most of these hands; each other player's next card is not
    thought of."""
    left = hands[masks_of(hands) >> card & 1 == 0]
    if not len(left):
        return False
    if on_board:
        board = (*deal.board, card)
        mine, theirs = _ranks(deal, own, board), _ranks(deal, left, board)
    else:
        comes = WILD if card == JOKER and deal.hands[0].down[0] else card
        mine = _ranks(deal, np.append(own, np.array([[comes]], np.uint8), axis=1))
        theirs = _ranks(deal, left)
    return bool(_shares(deal, mine, theirs).mean() > _HALF)


def _shares(deal: Deal, mine: Ranks, theirs: Ranks) -> Quarters:
    """What one hand would have of the pot against each of others if this were the end, in quarters."""
    (high,), (low,) = mine
    highs, low_ranks = theirs
    quarters: Quarters = 4 * (high > highs).astype(np.int64) + 2 * (high == highs)
    if not deal.making.low:
        return quarters
    of_low = 2 * (low > low_ranks).astype(np.int64) + (low == low_ranks)
    return np.where(np.maximum(low, low_ranks) > 0, quarters // 2 + of_low, quarters)


def _ranks(deal: Deal, hands: Cards, board: Iterable[Card] | None = None) -> Ranks:
    """High and low of hands as they stand. One that lacks its fifth card is worth what it is sure of."""
    lies = np.array(tuple(deal.board if board is None else board), np.uint8)
    if hands.shape[1] + len(lies) >= _FIVE:
        threes = np.array(list(combinations(range(len(lies)), 3)), np.int64).reshape(-1, 3)
        made: Ranks = ranked(
            np.ascontiguousarray(hands), lies, deal.making.exactly, deal.making.low, threes, batch.tables(), lows()
        )
        return made
    least = np.full(len(hands), np.iinfo(np.int16).max, np.int16)
    for card in deal.free:
        clear = masks_of(hands) >> card & 1 == 0
        whole = np.append(hands[clear], np.full((int(clear.sum()), 1), card, np.uint8), axis=1)
        least[clear] = np.minimum(least[clear], _ranks(deal, whole)[0])
    return least, np.zeros(len(hands), np.int16)
