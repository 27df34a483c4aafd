"""Counts over the first cards, against every order of a small pack dealt one by one."""

from collections import Counter
from itertools import permutations

from houseway.cards.card import hand
from houseway.cards.pack import pack
from houseway.pricing.counting.deals import every_deal, on_the_deal

SMALL = (*hand("As Ks Kh 2c"), *hand("As 2c 2d"))  # two cards are there twice


def test_every_deal_comes_as_often_as_in_all_orders_of_the_cards() -> None:
    ordered: Counter[tuple[tuple[int, ...], ...]] = Counter()
    for drawn in permutations(range(len(SMALL)), 3):
        first, second, up = (SMALL[at] for at in drawn)
        ordered[tuple(sorted((first, second))), (up,)] += 1
    counted = {hands: ways * 2 for hands, ways in every_deal(SMALL, (2, 1))}  # two orders of the first hand
    assert counted == dict(ordered)


def test_pairs_in_two_cards_of_six_decks() -> None:
    counts = on_the_deal(pack("52", 6), (2,), lambda two: "pair" if two[0] >> 2 == two[1] >> 2 else "")
    assert counts == {"pair": 13 * (24 * 23 // 2), "": 312 * 311 // 2 - 13 * 276}


def test_three_of_a_rank_over_two_places() -> None:
    counts = on_the_deal(
        pack("52", 1), (2, 1), lambda two, up: "three" if two[0] >> 2 == two[1] >> 2 == up[0] >> 2 else ""
    )
    assert counts["three"] == 13 * 6 * 2
    assert sum(counts.values()) == 1326 * 50
