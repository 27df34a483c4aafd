"""Keys of hands: in play and in counts the same, and in the order of the poker ranks that the package has."""

from itertools import combinations
from random import Random

import numpy as np
import pytest

from houseway.cards import ranks
from houseway.cards.card import hand
from houseway.cards.special_ranks import three_card_rank
from houseway.games.table_poker.count.ranking import all_keys, all_sets
from houseway.games.table_poker.hands import ORDERS, HandOrder

PACK = tuple(range(52))
SMALL = hand("2c 3c 4c 5c Ac Ad 2d 5h Kh Qh Jh Th 9h")


@pytest.mark.parametrize(("size", "many"), [(1, 1), (2, 2), (3, 3), (3, 5), (4, 4), (4, 5), (5, 5), (5, 7)])
def test_a_compiled_key_is_the_key_that_play_gives(size: int, many: int) -> None:
    order, pack = HandOrder(size, ORDERS[size]), tuple(sorted(SMALL))
    sets = all_sets(len(pack), many)
    keys = all_keys(pack, many, order)
    for index in Random(1).sample(range(len(sets)), min(len(sets), 1500)):
        cards = tuple(pack[place] for place in sets[index])
        assert keys[index] == order.best(cards).key


def test_kinds_that_are_not_listed_are_none() -> None:
    order = HandOrder(3, ("high-card", "flush"))
    assert order.best(hand("Ah Ad 3c")).name == "ace high" and order.best(hand("2h 3h 4h")).name == "flush, four high"
    assert order.best(hand("Ah Ad 3c")).key > order.best(hand("Ah Kd Qc")).key, "two aces are two high cards"


def test_five_cards_are_in_the_order_of_poker() -> None:
    rng, order = Random(2), HandOrder(5, ORDERS[5])
    hands = [tuple(rng.sample(PACK, 5)) for _ in range(3000)] + [hand("Ah 2c 3d 4s 5h"), hand("Th Jh Qh Kh Ah")]
    by_key = sorted(hands, key=lambda cards: order.best(cards).key)
    assert [ranks.rank(cards) for cards in by_key] == sorted(map(ranks.rank, hands))
    assert len({order.best(cards).key for cards in hands}) == len(set(map(ranks.rank, hands)))
    assert all(order.best(cards).name == ranks.name(ranks.rank(cards)) for cards in hands)


def test_three_cards_are_in_the_order_of_three_card_poker() -> None:
    order = HandOrder(3, ORDERS[3])
    hands = list(combinations(PACK, 3))[::7]
    keys, known = [order.best(cards).key for cards in hands], [three_card_rank(cards) for cards in hands]
    assert len(set(zip(keys, known, strict=True))) == len(set(keys)) == len(set(known))
    assert [known[at] for at in np.argsort(keys, kind="stable")] == sorted(known)


def test_the_highest_straight_flush_of_three_can_be_called_a_mini_royal() -> None:
    made = HandOrder(3, ORDERS[3]).best(hand("Qh Kh Ah"))
    assert made.kinds == (("mini-royal-flush", 12), ("straight-flush", 12))
