from itertools import combinations

import numpy as np
import phevaluator
import pytest
from numpy.typing import NDArray

from houseway.cards import batch
from houseway.cards.batch import rank_few
from houseway.cards.ranks import BEST, Category, category, rank
from houseway.counting.kernels import kernel

TOTALS = {
    5: (1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 36, 4, 0),
    6: (6612900, 9730740, 2532816, 732160, 361620, 205792, 165984, 14664, 1656, 188, 0),
    7: (23294460, 58627800, 31433400, 6461620, 6180020, 4047644, 3473184, 224848, 37260, 4324, 0),
}
CLASSES = {5: 7462, 6: 6075, 7: 4824}


def random_hands(count: int, cards: int) -> NDArray[np.uint8]:
    shuffled = np.random.default_rng(cards).permuted(np.tile(np.arange(52, dtype=np.uint8), (count, 1)), axis=1)
    return shuffled[:, :cards]


@pytest.mark.parametrize("cards", [5, 6, 7])
def test_every_hand_counted(cards: int) -> None:
    found = batch.count_all(cards)
    kinds = [0] * len(Category)
    for made in range(1, BEST + 1):
        kinds[category(made)] += int(found[made])
    assert tuple(kinds) == TOTALS[cards]
    assert np.count_nonzero(found) == CLASSES[cards]
    assert found[0] == 0


def test_counting_ranks_every_hand_as_an_array_of_all_hands_does() -> None:
    every = np.array(list(combinations(range(52), 5)), np.uint8)
    assert np.array_equal(batch.count_all(5), np.bincount(batch.rank_batch(every), minlength=BEST + 1))


@pytest.mark.parametrize("cards", [5, 6, 7])
def test_batches_rank_as_one_hand_at_a_time(cards: int) -> None:
    hands = random_hands(30_000, cards)
    assert batch.rank_batch(hands).tolist() == [rank(held) for held in hands.tolist()]


@pytest.mark.parametrize("cards", [5, 6, 7])
def test_batches_rank_as_phevaluator_does(cards: int) -> None:
    hands = random_hands(30_000, cards)
    theirs = [BEST + 1 - phevaluator.evaluate_cards(*held) for held in hands.tolist()]
    assert batch.rank_batch(hands).tolist() == theirs


@kernel
def _best_with_one_more(board: NDArray[np.uint8], left: NDArray[np.uint8], tables: batch.Tables) -> int:
    key, suits = 0, 0
    for card in board:
        key += tables.keys[card]
        suits += tables.suits[card]
    best = 0
    for card in left:
        best = max(best, batch.rank_of(key + tables.keys[card], suits + tables.suits[card], tables))
    return best


def test_keys_add_up_in_a_kernel_of_ones_own() -> None:
    for held in random_hands(200, 6):
        left = np.setdiff1d(np.arange(52, dtype=np.uint8), held)
        expected = max(rank([*held.tolist(), card]) for card in left.tolist())
        assert _best_with_one_more(held, left, batch.tables()) == expected


def test_a_flush_is_within_reach_or_not() -> None:
    keys = batch.tables().keys
    spades = [int(card) for card in keys[3:52:4]]
    for held in range(1, 8):
        for to_come in range(3):
            assert batch.flush_within(sum(spades[:held]), to_come) == (held + to_come >= 5)


def test_what_is_no_hand_is_refused_in_words() -> None:
    with pytest.raises(ValueError, match="rows of 5, 6 or 7 cards as uint8"):
        batch.rank_batch(np.zeros((3, 4), np.uint8))
    with pytest.raises(ValueError, match="rows of 5, 6 or 7 cards as uint8"):
        batch.rank_batch(np.zeros(7, np.uint8))
    with pytest.raises(ValueError, match="no card of a 52-card pack"):
        batch.rank_batch(np.array([[0, 1, 2, 3, 4], [0, 1, 2, 3, 52]], np.uint8))
    with pytest.raises(ValueError, match="5, 6 or 7 cards can be counted, not of 8"):
        batch.count_all(8)
    assert len(batch.rank_batch(np.zeros((0, 7), np.uint8))) == 0


@pytest.mark.parametrize("cards", [5, 6, 7])
def test_few_hands_have_the_same_ranks_without_compiled_code(cards: int) -> None:
    hands = random_hands(20_000, cards)
    flushes = hands[:2000] // 4 * 4  # one suit; where a card came twice it is no hand
    flushes = flushes[[len({*row}) == cards for row in flushes.tolist()]]
    for some in (hands, flushes):
        assert np.array_equal(rank_few(some), batch.rank_batch(some))
