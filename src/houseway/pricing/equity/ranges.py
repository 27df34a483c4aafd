"""What the others may hold: hands drawn at random, each as likely as it makes what its player did.

The same is thought of the seat's own hand as the others see it: whoever bets reckons with what the other has shown.
Hands are judged against each other at every betting round with the cards that lay there then, and each check, call, bet
and raise shifts the weight to the hands with which it is likely; some weight stays on bluffs and on slow play.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log2
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.cards import batch
from houseway.cards.card import HIDDEN, JOKER, Card
from houseway.cards.pack import pack
from houseway.counting.kernels import kernel
from houseway.games.pot.making import Making
from houseway.games.pot.round import PotGame
from houseway.pricing.equity.dealing import Cards, another, masks_of, scattered
from houseway.pricing.equity.showdown import THREES, WILD, Lows, high_of, low_of, lows
from houseway.pricing.equity.situation import Move, Situation

Weights = NDArray[np.float64]
Shares = NDArray[np.float64]  # of the pot, by one's own hand and the other's


class Precision(NamedTuple):
    """How many hands are drawn for a player, and how many deals they meet in."""

    hands: int
    before: int  # deals at a betting round that is over
    now: int


QUICK, QUICK_BY_TWO = Precision(64, 24, 64), Precision(44, 12, 40)  # the second where two of one's own cards play
FINE = Precision(160, 48, 96)


class Likely(NamedTuple):
    """With what part of a player's hands something is done: the middle of its slope, how wide that is, and the part of
    the time that it is done where it is least likely."""

    middle: float
    width: float
    least: float


# By where a hand stands among those that its player may have, from 0 to 1.
_RAISING = {"bet": Likely(0.47, 0.14, 0.22), "raise": Likely(0.83, 0.07, 0.03)}
_STAYING = Likely(0.22, 0.08, 0.05)
_NOT_RAISING = Likely(0.85, 0.06, 0.45)
_USUAL, _MORE, _NARROWEST = 0.5, 0.18, 0.95  # for each time that a bet is twice the usual part of the pot
_CHECKING = Likely(0.55, 0.12, 0.28)


@dataclass(frozen=True)
class Meeting:
    """The seat's own hands as another may think of them, the first the true one, and that player's."""

    own: Cards
    own_weights: Weights
    hands: Cards
    weights: Weights
    shares: Shares

    @property
    def equity(self) -> float:
        """What of the pot the true hand is worth."""
        return float(self.shares[0] @ self.weights)


def precision(game: PotGame) -> Precision:
    return QUICK_BY_TWO if game.making.exactly else QUICK


def ranges(
    at: Situation, game: PotGame, seed: int, fine: Precision | None = None
) -> list[tuple[tuple[Card, ...], ...]]:
    """For each opponent hands that the betting leaves, whole as far as they are dealt, as often as they are likely."""
    found = []
    for met in meetings(at, game, seed, fine):
        many = len(met.weights)
        steps = (np.arange(many) + 0.5) / many
        rows = np.minimum(np.searchsorted(np.cumsum(met.weights), steps), many - 1)
        found.append(tuple(tuple(int(card) for card in met.hands[row]) for row in rows))
    return found


def meetings(at: Situation, game: PotGame, seed: int, fine: Precision | None = None) -> list[Meeting]:
    """The seat's hands and each opponent's, by all that the two have done."""
    drawn = fine or precision(game)
    seen = {min(card, JOKER) for card in (*at.board, *at.dead)}
    seen |= {min(card, JOKER) for one in at.opponents for card in one.cards if card != HIDDEN}
    whole = pack(game.rules.cards.pack)
    up = {min(card, JOKER) for card, down in zip(at.cards, at.down, strict=True) if not down}
    own = _drawn(drawn.hands, seed, [card for card in whole if card not in seen | up], at.cards, at.down, at.down)
    own[0] = at.cards
    free = [card for card in whole if card not in seen and card not in {min(card, JOKER) for card in at.cards}]
    found = []
    alike: dict[tuple[Card, ...], tuple[Cards, dict[tuple[int, int], Shares]]] = {}
    for number, one in enumerate(at.opponents):
        if one.cards not in alike:  # of whom the same is seen, the same is thought before they bet
            hidden = [card == HIDDEN for card in one.cards]
            alike[one.cards] = _drawn(drawn.hands, seed + 1 + number, free, one.cards, one.down, hidden), {}
        hands, shares = alike[one.cards]
        moves = [move for move in at.moves if move.who in (at.who, one.who)]
        now = len(at.cards), len(at.board)
        for place in (*((move.cards, move.board) for move in moves), now):
            if place not in shares:
                many = drawn.now if place == now else drawn.before
                shares[place] = _shares(at, game, own, hands, free, place, many, seed)
        mine, theirs = _weighed(moves, at.who, shares)
        found.append(Meeting(own, mine, hands, theirs, shares[now]))
    return found


def _weighed(moves: Iterable[Move], who: str, shares: dict[tuple[int, int], Shares]) -> tuple[Weights, Weights]:
    """How likely each hand of the two is after what they did."""
    some = next(iter(shares.values()))
    weights = [np.full(many, 1 / many) for many in some.shape]
    for move in moves:
        share = shares[move.cards, move.board]
        if move.who == who:
            acts, worth = 0, share @ weights[1]
        else:
            acts, worth = 1, 1 - weights[0] @ share
        weight = weights[acts] * likelihood(move.kind, move.size, standing(worth, weights[acts]))
        weights[acts] = weight / weight.sum()
    return weights[0], weights[1]


def standing(worth: Weights, weights: Weights) -> Weights:
    """Where each hand stands among all, from the worst at 0 to the best at 1."""
    order = np.argsort(worth, kind="stable")
    below = np.empty_like(weights)
    below[order] = np.cumsum(weights[order]) - weights[order] / 2
    return below


def likelihood(kind: str, size: float, stands: Weights) -> Weights:
    """How likely somebody does this with hands that stand so among those that they may have; it takes a better hand to
    bet or to call more than the pot, and few bluff for it."""
    if kind in _RAISING:
        return _rising(_for_more(_RAISING[kind], size), stands)
    if kind == "call":
        seldom = (1 - _NOT_RAISING.least) * _slope(_NOT_RAISING, stands)
        defends = _STAYING._replace(middle=max(_STAYING.middle, size / (1 + size)))  # as a bluff makes it worth to
        return _rising(defends, stands) * (1 - seldom)
    return 1 - (1 - _CHECKING.least) * _slope(_CHECKING, stands)


def _for_more(likely: Likely, size: float) -> Likely:
    if size <= _USUAL:
        return likely
    times = size / _USUAL
    return Likely(min(_NARROWEST, likely.middle + _MORE * log2(times)), likely.width * 0.6, likely.least / times**1.5)


def _rising(likely: Likely, stands: Weights) -> Weights:
    return likely.least + (1 - likely.least) * _slope(likely, stands)


def _slope(likely: Likely, stands: Weights) -> Weights:
    found: Weights = 1 / (1 + np.exp((likely.middle - stands) / likely.width))
    return found


# Drawing hands, and what they have of the pot against each other


def _drawn(
    many: int, seed: int, free: Sequence[Card], cards: Sequence[Card], down: Sequence[bool], hidden: Sequence[bool]
) -> Cards:
    known = np.array([WILD if c == JOKER and d else c for c, d in zip(cards, down, strict=True)], np.uint8)
    found: Cards = _behind(
        many, seed, np.array(free, np.uint8), known, np.array(hidden, np.bool_), np.array(down, np.bool_)
    )
    return found


def _shares(
    at: Situation, game: PotGame, own: Cards, hands: Cards, free: Sequence[Card], place: tuple[int, int], many: int,
    seed: int,
) -> Shares:  # fmt: skip
    """What each of one's own hands has of the pot against each of the other's, with the cards that lay there then."""
    dealt, board = place
    making: Making = game.making.beside(len(at.board))
    dealt = min(dealt, making.own)
    to_come = making.common - min(board, making.common)
    many = 1 if dealt == making.own and not to_come else many
    lay = np.array(at.board[: making.common - to_come], np.uint8)
    found: Shares = _met(
        np.ascontiguousarray(own[:, :dealt]), np.ascontiguousarray(hands[:, :dealt]), masks_of(own), masks_of(hands),
        np.array(free, np.uint8), lay, to_come, making.own, making.exactly, making.low, making.first_down > 0, many,
        seed, THREES, batch.tables(), lows(),
    )  # fmt: skip
    return found


@kernel
def _behind(
    many: int, seed: int, free: Cards, cards: Cards, hidden: NDArray[np.bool_], down: NDArray[np.bool_]
) -> Cards:
    """Hands that may lie behind cards of which some are hidden."""
    state = scattered(np.uint64(seed))
    hands = np.empty((many, len(cards)), np.uint8)
    for number in range(many):
        held = np.int64(0)
        for at in range(len(cards)):
            card = cards[at]
            if hidden[at]:
                state, card = another(state, free, held)
                held |= np.int64(1) << np.int64(card)
                card = WILD if card == JOKER and down[at] else card
            hands[number, at] = card
    return hands


@kernel
def _met(
    own: Cards,
    hands: Cards,
    own_masks: NDArray[np.int64],
    masks: NDArray[np.int64],
    free: Cards,
    lies: Cards,
    to_come: int,
    size: int,
    exactly: int,
    has_low: bool,
    wild_to_come: bool,
    deals: int,
    seed: int,
    threes: NDArray[np.int64],
    tables: batch.Tables,
    low: Lows,
) -> Shares:
    """The share of every hand against every other, over the same deals; of two that never meet, what the first has on
    average."""
    state = scattered(np.uint64(seed))
    first, second, dealt = len(own), len(hands), own.shape[1]
    more = size - dealt
    won, met = np.zeros((first, second), np.int32), np.zeros((first, second), np.int32)  # won in quarters
    highs, low_ranks = np.zeros(first + second, np.int32), np.zeros(first + second, np.int32)
    clear = np.zeros(first + second, np.int32)
    whole = np.empty(size, np.uint8)
    board = np.empty(len(lies) + to_come, np.uint8)
    board[: len(lies)] = lies
    comes = np.empty(2 * more + to_come, np.uint8)
    for _ in range(deals):
        taken = np.int64(0)
        for at in range(len(comes)):
            state, card = another(state, free, taken)
            taken |= np.int64(1) << np.int64(card)
            comes[at] = card
        board[len(lies) :] = comes[2 * more :]
        for number in range(first + second):
            mask = own_masks[number] if number < first else masks[number - first]
            clear[number] = mask & taken == 0
            if clear[number] == 1:
                whole[:dealt] = own[number] if number < first else hands[number - first]
                begin = 0 if number < first else more
                for at in range(more):
                    card = comes[begin + at]
                    whole[dealt + at] = WILD if card == JOKER and wild_to_come else card
                highs[number] = high_of(whole, board, exactly, threes, tables)
                if has_low:
                    low_ranks[number] = low_of(whole, board, exactly, threes, low)
        for one in range(first):
            if clear[one] == 0:
                continue
            high, its_low = highs[one], low_ranks[one]
            for other in range(second):  # without a branch, for its speed
                at = first + other
                quarters = 4 * (high > highs[at]) + 2 * (high == highs[at])
                if has_low:
                    of_low = 2 * (its_low > low_ranks[at]) + (its_low == low_ranks[at])
                    quarters = quarters // 2 + of_low if its_low + low_ranks[at] > 0 else quarters
                won[one, other] += clear[at] * quarters
                met[one, other] += clear[at]
    shares = np.empty((first, second))
    for one in range(first):
        total, times = 0, 0
        for other in range(second):
            if own_masks[one] & masks[other]:
                met[one, other] = 0  # they can't both be held
            elif met[one, other] > 0:
                total, times = total + won[one, other], times + met[one, other]
                shares[one, other] = won[one, other] / (4 * met[one, other])
        mean = total / (4 * times) if times > 0 else 0.5
        for other in range(second):
            if met[one, other] == 0:
                shares[one, other] = mean
    return shares
