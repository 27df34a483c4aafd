import random
import subprocess
import sys
import warnings
from itertools import combinations

import phevaluator
import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.cards.card import NAMES, hand
from houseway.cards.ranks import BEST, Category, best_five, category, highest, lowest, name, rank, ranks_of

with warnings.catch_warnings():  # eval7 calls pyparsing by names that are going away
    warnings.simplefilter("ignore")
    import eval7


def hands(cards: int) -> st.SearchStrategy[list[int]]:
    return st.lists(st.integers(0, 51), min_size=cards, max_size=cards, unique=True)


def some_hands(cards: int, count: int) -> list[list[int]]:
    dealer = random.Random(cards)
    return [dealer.sample(range(52), cards) for _ in range(count)]


ANNOUNCED = {
    "7c 5d 4h 3s 2c": "seven high",
    "Kh Qd 9d 7s 2d": "king high",
    "6h 6c As Kd 2d": "pair of sixes",
    "Kh Kd 9s 9c 4d": "two pair, kings and nines",
    "2h 2c 2d 5d 9d": "three of a kind, twos",
    "5h 4d 3d 2s Ad": "straight, five high",
    "Ah Kd Qd Js Td": "straight, ace high",
    "Ah 9h 4h 3h 2h": "flush, ace high",
    "Qh Qd Qs 4s 4d": "full house, queens over fours",
    "7h 7c 7d 7s Kd": "four of a kind, sevens",
    "9h 8h 7h 6h 5h": "straight flush, nine high",
    "5s 4s 3s 2s As": "straight flush, five high",
    "Ah Kh Qh Jh Th": "royal flush",
}


@pytest.mark.parametrize("line", ANNOUNCED)
def test_a_hand_is_announced_as_a_dealer_would(line: str) -> None:
    assert name(rank(hand(line))) == ANNOUNCED[line]


def test_the_announced_hands_are_in_ascending_order_of_category() -> None:
    kinds = [category(rank(hand(line))) for line in ANNOUNCED]
    assert kinds == sorted(kinds)
    assert set(kinds) == set(Category) - {Category.FIVE_OF_A_KIND}


def test_ranks_run_from_1_to_7462_and_say_what_the_hand_is() -> None:
    assert rank(hand("7c 5d 4h 3s 2c")) == 1
    assert rank(hand("As Ks Qs Js Ts")) == BEST == 7462
    assert ranks_of(rank(hand("Kh Kd 9s 9c 4d"))) == (11, 7, 2)
    assert ranks_of(rank(hand("5h 4d 3d 2s Ad"))) == (3,)
    assert lowest(Category.PAIR) == rank(hand("2c 2d 3h 4s 5c"))
    assert highest(Category.PAIR) == rank(hand("Ac Ad Kh Qs Jc")) == lowest(Category.TWO_PAIR) - 1


def test_each_category_has_as_many_ranks_as_it_should() -> None:
    kinds = [category(made) for made in range(1, BEST + 1)]
    assert kinds == sorted(kinds)
    assert [kinds.count(kind) for kind in Category] == [1277, 2860, 858, 858, 10, 1277, 156, 156, 9, 1, 0]


def test_ace_to_five_is_the_lowest_straight_and_the_ace_does_not_go_round() -> None:
    wheel, six_high = rank(hand("As 2d 3h 4c 5s")), rank(hand("2d 3h 4c 5s 6s"))
    assert wheel == six_high - 1 == lowest(Category.STRAIGHT)
    assert rank(hand("Ks Ah 2c 3d 4h")) < lowest(Category.PAIR)


@pytest.mark.parametrize(
    ("line", "five"),
    [
        ("4d 9s Kh 9c 2d Kd 2c", "Kh Kd 9s 9c 4d"),
        ("Ac Ad 2c 3h 5s 4d 4h", "5s 4d 3h 2c Ac"),
        ("Ah 2h Kc 3h 9h Qh Kd", "Ah Qh 9h 3h 2h"),
        ("5h Th 9h 8h 7h 6h Ah", "Th 9h 8h 7h 6h"),
        ("3s 3d 3h Kd Kc Ks 2d", "Kd Kc Ks 3s 3d"),
    ],
)
def test_the_best_five_are_laid_out_as_announced(line: str, five: str) -> None:
    assert best_five(hand(line)) == hand(five)


@given(hands(7))
def test_the_best_five_have_the_rank_of_all_seven(cards: list[int]) -> None:
    five = best_five(cards)
    assert len(set(five) & set(cards)) == 5
    assert rank(five) == rank(cards)


@given(hands(7))
def test_seven_cards_rank_as_the_best_of_their_21_fives(cards: list[int]) -> None:
    assert rank(cards) == max(map(rank, combinations(cards, 5)))


@given(hands(9))
def test_nine_cards_rank_as_the_best_of_their_fives(cards: list[int]) -> None:
    assert rank(cards) == max(map(rank, combinations(cards, 5)))


@given(hands(10).map(lambda cards: [4 * (card % 13) + card // 26 for card in cards]))
def test_two_flushes_in_ten_cards_rank_as_the_better_one(cards: list[int]) -> None:
    different = list(dict.fromkeys(cards))
    if len(different) >= 5:
        assert rank(different) == max(map(rank, combinations(different, 5)))


@given(hands(7), st.randoms(use_true_random=False))
def test_the_order_of_the_cards_does_not_matter(cards: list[int], dealer: random.Random) -> None:
    again = list(cards)
    dealer.shuffle(again)
    assert rank(again) == rank(cards)


@pytest.mark.parametrize("cards", [5, 6, 7])
def test_phevaluator_gives_the_same_ranks_counted_from_the_other_end(cards: int) -> None:
    for held in some_hands(cards, 10_000):
        assert rank(held) == BEST + 1 - phevaluator.evaluate_cards(*held)


@pytest.mark.parametrize("cards", [5, 6, 7])
def test_eval7_puts_hands_in_the_same_order(cards: int) -> None:
    theirs = {
        rank(held): eval7.evaluate([eval7.Card(NAMES[card]) for card in held]) for held in some_hands(cards, 10_000)
    }
    assert [theirs[made] for made in sorted(theirs)] == sorted(set(theirs.values()))


def test_a_hand_that_cannot_be_ranked_is_refused_in_words() -> None:
    with pytest.raises(ValueError, match="five cards or more, not 4"):
        rank(hand("As Ks Qs Js"))
    with pytest.raises(ValueError, match="joker"):
        rank(hand("As Ks Qs Js Jk"))
    with pytest.raises(ValueError, match="four cards of a rank"):
        rank(hand("As As Ah Ad Ac"))


def test_ranking_a_hand_does_not_wait_for_numpy_or_numba() -> None:
    code = "import sys, houseway.cards.special_ranks; print({'numpy', 'numba'} & {*sys.modules})"
    assert subprocess.check_output([sys.executable, "-c", code], text=True).strip() == "set()"
