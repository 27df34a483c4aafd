"""Top Five hands against plain poker ranks, and the order of hands with fewer than five counting cards."""

import random
from itertools import combinations, pairwise

import pytest

from houseway.cards import ranks, top_five
from houseway.cards.card import hand
from houseway.cards.ranks import Category

TOP = tuple(range(32, 52))


def test_five_counting_cards_are_ordered_as_in_poker() -> None:
    hands = list(combinations(TOP, 5))
    by_poker = sorted(hands, key=ranks.rank)
    for lower, higher in pairwise(by_poker):
        mine = top_five.rank(lower), top_five.rank(higher)
        assert mine[0] < mine[1] if ranks.rank(lower) < ranks.rank(higher) else mine[0] == mine[1]


@pytest.mark.parametrize("size", [6, 7])
def test_six_and_seven_counting_cards_play_their_best_five_and_then_the_others_from_the_top(size: int) -> None:
    def plainly(cards: list[int]) -> tuple[int, list[int]]:
        fives = combinations(cards, 5)
        return max((ranks.rank(five), sorted((one >> 2 for one in {*cards} - {*five}), reverse=True)) for five in fives)

    rng = random.Random(size)
    for _ in range(2000):
        cards = rng.sample(TOP, size)
        mine = top_five.rank(cards)
        plain = ranks.rank(cards)
        assert top_five.size(mine) == size
        assert top_five.category(mine) == ranks.category(plain)
        assert top_five.named_by(mine) == ranks.ranks_of(plain)[0]
        other = rng.sample(TOP, size)
        assert (mine > top_five.rank(other)) == (plainly(cards) > plainly(other))
        assert (mine == top_five.rank(other)) == (plainly(cards) == plainly(other))


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("Ac Ad Kc Kd Qc Jd", "Ah As Kh Ks Qh Td"),
        ("Ac Ad Ah Kc Kd Kh", "As Ad Ah Kc Kd Qh"),  # one king more than the full house needs
        ("Ac Kd Qh Js Tc Kh", "Ac Kd Qh Js Tc Qs"),
        ("Ac Kd Qh Js Tc Kh Jc", "Ac Kd Qh Js Tc Kh Td"),
        ("Ac Kc Qc Jc Tc Ad Th", "Ah Kh Qh Jh Th Kd Ks"),
        ("Ac Ad Ah As Kc Kd Th", "Ac Ad Ah As Kc Qd Qh"),
    ],
)
def test_11_C_3_e_11_C_4_e_cards_beyond_the_best_five_decide_from_the_top(better: str, worse: str) -> None:
    """T5-1: a push needs equal ranks of all the remaining cards."""
    assert top_five.rank(hand(better)) > top_five.rank(hand(worse))
    assert top_five.name(top_five.rank(hand(better))) == top_five.name(top_five.rank(hand(worse)))


def test_fewer_than_five_are_in_the_order_of_the_ruling() -> None:
    upwards = [
        "2c 3d 4h 5s 7c 8d 9h", "Tc 2c", "Jc 9h", "Qs", "Kd", "Ah",
        "Jc Td", "Qc Td", "Qc Jd", "Kc Td", "Kc Qd", "Ac Td", "Ac Kd", "Tc Td", "Ac Ad",
        "Qc Jd Th", "Ac Kd Qh", "Tc Td Jh", "Tc Td Ah", "Jc Jd Th", "Tc Td Th", "Ac Ad Ah",
        "Kc Qd Jh Ts", "Ac Kd Qh Js", "Tc Td Qh Js", "Ac Ad Qh Js", "Ac Ad Kh Ts", "Jc Jd Th Ts", "Ac Ad Th Ts",
        "Ac Ad Kh Ks", "Tc Td Th Js", "Tc Td Th Ts", "Ac Ad Ah As",
    ]  # fmt: skip
    made = [top_five.rank(hand(line)) for line in upwards]
    assert made == sorted(set(made))


def test_suits_never_decide_and_low_cards_never_count() -> None:
    assert top_five.rank(hand("Ah Kh 2h 3h 4h 5h 6h")) == top_five.rank(hand("As Kd 9c 9d 9h 9s 8c"))


def test_names() -> None:
    names = {
        "2c 3c": "no cards",
        "Kc 9d": "one card, king high",
        "Qc Qd": "two cards, pair of queens",
        "Jc Jd Th Ts": "four cards, two pair, jacks and tens",
        "Jc Jd Jh Ts": "four cards, three of a kind, jacks",
        "Jc Jd Jh Ts Tc": "five cards, full house, jacks over tens",
        "Ac Kd Qh Js Tc Td": "six cards, five card straight",
        "Ac Kc Qc Jc Tc Ad Ah": "seven cards, royal flush",
        "Ac Ad Ah As Tc Td Th": "seven cards, four of a kind, aces",
    }
    assert {line: top_five.name(top_five.rank(hand(line))) for line in names} == names


def test_nothing_is_a_high_card_named_by_no_rank() -> None:
    nothing = top_five.rank(hand("2c 3c 4c 5d 6d 7d 8d"))
    assert (top_five.size(nothing), top_five.category(nothing)) == (0, Category.HIGH_CARD)
    assert top_five.named_by(nothing) == -1
    assert top_five.hand_words(nothing) == "nothing"
