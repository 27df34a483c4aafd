"""Every hand of six and seven cards from a pack of 53, the joker an ace or what completes a straight or a flush."""

from math import comb

import numpy as np
import pytest
from numpy.typing import NDArray

from houseway.cards import batch
from houseway.cards.card import JOKER
from houseway.cards.ranks import ACE, BEST, Category, category
from houseway.cards.special_ranks import joker_category, joker_rank
from houseway.counting.kernels import kernel

FIVE_ACES = BEST + 13
# Which ranks the joker may make as any card: straights, flushes, and both at once.
COMPLETED = np.array(
    [
        made > 0
        and category(made) in (Category.STRAIGHT, Category.FLUSH, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH)
        for made in range(BEST + 1)
    ]
)
# In the order of the categories, from nothing to five aces. Those of seven cards are Alspach's (7-Card Poker Hands with
# Joker, 2003), where straight flushes and royal flushes stand together: 210,964.
TOTALS = {
    6: (7_183_140, 10_809_876, 2_873_952, 853_264, 696_228, 314_944, 196_896, 19_752, 8_248, 1_132, 48),
    7: (24_780_420, 64_221_960, 35_553_816, 7_470_676, 11_236_028, 6_172_088, 4_188_528, 307_472, 184_832, 26_132, 1_128),  # noqa: E501
}  # fmt: skip


@kernel
def _with_joker(held: NDArray[np.uint8], tables: batch.Tables, completed: NDArray[np.bool_]) -> int:
    """The rank of some cards and the joker, every card of the pack tried for it."""
    key, suits, aces = 0, 0, 0
    has = np.zeros(52, np.bool_)
    for card in held:
        key += tables.keys[card]
        suits += tables.suits[card]
        aces += card >> 2 == ACE
        has[card] = True
    if aces == 4:
        return FIVE_ACES
    best = batch.rank_of(key, suits, tables) if len(held) >= 5 else 0
    for card in range(52):
        if not has[card]:
            made = batch.rank_of(key + tables.keys[card], suits + tables.suits[card], tables)
            if made > best and (card >> 2 == ACE or completed[made]):
                best = made
    return best


@kernel
def _every(cards: int, tables: batch.Tables, completed: NDArray[np.bool_]) -> NDArray[np.int64]:
    """How often each rank comes among all hands of so many cards and the joker."""
    found = np.zeros(FIVE_ACES + 1, np.int64)
    held = np.arange(cards).astype(np.uint8)
    while True:
        found[_with_joker(held, tables, completed)] += 1
        at = cards - 1
        while at >= 0 and held[at] == 52 - cards + at:
            at -= 1
        if at < 0:
            return found
        held[at] += 1
        for later in range(at + 1, cards):
            held[later] = held[later - 1] + 1


def test_the_kernel_of_this_test_ranks_as_the_evaluator_does() -> None:
    dealer = np.random.default_rng(53)
    for cards in (4, 5, 6):
        for _ in range(3000):
            held = dealer.permutation(52)[:cards].astype(np.uint8)
            assert _with_joker(held, batch.tables(), COMPLETED) == joker_rank([*held.tolist(), JOKER])


@pytest.mark.parametrize("cards", [6, 7])
def test_every_hand_with_and_without_the_joker_counted(cards: int) -> None:
    kinds = [0] * len(Category)
    plain = batch.count_all(cards)
    for made, times in enumerate(_every(cards - 1, batch.tables(), COMPLETED)):
        if made and (times or made <= BEST):
            kinds[joker_category(made)] += int(times) + (int(plain[made]) if made <= BEST else 0)
    assert sum(kinds) == comb(53, cards)
    assert tuple(kinds) == TOTALS[cards]
