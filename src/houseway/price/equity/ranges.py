"""What the others may hold: hands drawn at random, and of those the better ones the more somebody has bet."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from houseway.cards import batch
from houseway.cards.card import HIDDEN, JOKER, Card
from houseway.cards.pack import pack
from houseway.games.pot.base import PotGame
from houseway.kernels import kernel
from houseway.price.equity.dealing import Cards, below, following, scattered
from houseway.price.equity.showdown import THREES, WILD, Lows, high_of, low_of, lows, parts
from houseway.price.equity.situation import Opponent, Situation

HANDS, DEALS = 96, 24  # hands drawn for somebody, and deals by which each of them is judged
LEAST = 0.12  # however much somebody bets, so large a part of all hands is thought possible
RAISED, CALLED = 0.55, 0.88  # the part of the hands that is left after a bet or a raise, and after a call


def ranges(at: Situation, game: PotGame, seed: int) -> list[tuple[tuple[Card, ...], ...]]:
    """For each opponent the hands that the betting leaves, whole as far as they are dealt."""
    seen = {min(card, JOKER) for card in (*at.cards, *at.board, *at.dead)}
    seen |= {min(card, JOKER) for one in at.opponents for card in one.cards if card != HIDDEN}
    free = [card for card in pack(game.rules.cards.pack) if card not in seen]
    found = []
    judged: dict[tuple[Card, ...], tuple[Cards, NDArray[np.int64]]] = {}
    for number, one in enumerate(at.opponents):
        if one.cards not in judged:  # of whom the same is seen, the same is thought before they bet
            judged[one.cards] = _judged(at, game, one, free, seed + number)
        hands, worth = judged[one.cards]
        left = max(LEAST, RAISED**one.raises * CALLED**one.calls)
        kept = np.argsort(-worth, kind="stable")[: max(4, round(left * len(hands)))]
        found.append(tuple(tuple(int(card) for card in hands[row]) for row in kept))
    return found


def _judged(
    at: Situation, game: PotGame, one: Opponent, free: Sequence[Card], seed: int
) -> tuple[Cards, NDArray[np.int64]]:
    making = game.making.beside(len(at.board))
    cards = np.array([WILD if c == JOKER and d else c for c, d in zip(one.cards, one.down, strict=True)], np.uint8)
    hidden = np.array([card == HIDDEN for card in one.cards], np.bool_)
    down = np.array(one.down, np.bool_)
    hands, worth = _drawn_and_judged(
        HANDS, DEALS, seed, np.array(free, np.uint8), cards, hidden, down, np.array(at.board, np.uint8),
        making.common - len(at.board), making.own, making.exactly, making.low, making.first_down > 0, THREES,
        batch.tables(), lows(),
    )  # fmt: skip
    return hands, worth


@kernel
def _drawn_and_judged(
    many: int,
    deals: int,
    seed: int,
    free: Cards,
    cards: Cards,
    hidden: NDArray[np.bool_],
    down: NDArray[np.bool_],
    lies: Cards,
    to_come: int,
    own: int,
    exactly: int,
    has_low: bool,
    wild_to_come: bool,
    threes: NDArray[np.int64],
    tables: batch.Tables,
    low: Lows,
) -> tuple[Cards, NDArray[np.int64]]:
    """Hands that may lie behind cards, and what each of them has of the pot against one that is not known."""
    state = scattered(np.uint64(seed))
    dealt = len(cards)
    hands, worth = np.empty((many, dealt), np.uint8), np.zeros(many, np.int64)
    both = np.zeros((2, own), np.uint8)
    board = np.empty(len(lies) + to_come, np.uint8)
    board[: len(lies)] = lies
    for number in range(many):
        held = np.int64(0)
        for at in range(dealt):
            card = cards[at]
            if hidden[at]:
                state = following(state)
                card = free[below(state, len(free))]
                while held >> np.int64(card) & 1:
                    state = following(state)
                    card = free[below(state, len(free))]
                held |= np.int64(1) << np.int64(card)
                card = WILD if card == JOKER and down[at] else card
            hands[number, at] = card
        for _ in range(deals):
            taken = held
            both[0, :dealt] = hands[number]
            for place in range(2 * own + to_come):
                side = 0 if place < own else 1 if place < 2 * own else 2
                if side == 0 and place < dealt:
                    continue
                state = following(state)
                card = free[below(state, len(free))]
                while taken >> np.int64(card) & 1:
                    state = following(state)
                    card = free[below(state, len(free))]
                taken |= np.int64(1) << np.int64(card)
                if side == 2:
                    board[len(lies) + place - 2 * own] = card
                else:
                    both[side, place - side * own] = WILD if card == JOKER and wild_to_come else card
            first = high_of(both[0], board, exactly, threes, tables)
            other = high_of(both[1], board, exactly, threes, tables)
            winners = 1 if first > other else 2 if other > first else 3
            low_winners = 0
            if has_low:
                first_low = low_of(both[0], board, exactly, threes, low)
                other_low = low_of(both[1], board, exactly, threes, low)
                if first_low > 0 or other_low > 0:
                    low_winners = 1 if first_low > other_low else 2 if other_low > first_low else 3
            high_part, low_part = parts(winners, low_winners)
            worth[number] += (winners & 1) * high_part + (low_winners & 1) * low_part
    return hands, worth
