import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

import phevaluator
import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.cards.card import JOKER, hand
from houseway.cards.ranks import ACE, BEST, Category, category, rank
from houseway.cards.special_ranks import (
    THREE_CARD_ORDER,
    ThreeCards,
    baccarat_points,
    joker_category,
    joker_name,
    joker_rank,
    joker_ranks_of,
    low_name,
    low_rank,
    omaha_low,
    omaha_rank,
    three_card_category,
    three_card_name,
    three_card_rank,
    two_card_name,
    two_card_rank,
    wild_rank,
)

Rank = Callable[[Sequence[int]], int]
FIVE_ACES = BEST + 13

# Fewer ranks, so that straight flushes and five of a kind come up; then the whole pack.
CLOSE = [card for card in range(52) if card >> 2 in (0, 1, 2, 3, 12)]
held_with_joker = st.one_of(
    [st.lists(st.sampled_from(pack), min_size=4, max_size=6, unique=True) for pack in (CLOSE, range(52))]
).map(lambda cards: [*cards, JOKER])


def by_substitution(cards: Sequence[int], *, fully_wild: bool) -> int:
    """The best five, trying each card of the pack for the joker."""
    return max(_five_by_substitution(five, fully_wild=fully_wild) for five in combinations(cards, 5))


def _five_by_substitution(five: Sequence[int], *, fully_wild: bool) -> int:
    held = [card for card in five if card != JOKER]
    if len(held) == 5:
        return rank(held)
    if len({card >> 2 for card in held}) == 1 and (fully_wild or held[0] >> 2 == ACE):
        return BEST + 1 + (held[0] >> 2)
    made = ((card, rank([*held, card])) for card in range(52) if card not in held)
    completed = (Category.STRAIGHT, Category.FLUSH, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH)
    return max(it for card, it in made if fully_wild or card >> 2 == ACE or category(it) in completed)


@given(held_with_joker)
def test_the_joker_is_an_ace_or_completes_a_straight_or_a_flush(cards: list[int]) -> None:
    assert joker_rank(cards) == by_substitution(cards, fully_wild=False)


@given(held_with_joker)
def test_a_fully_wild_joker_is_the_best_card_there_is(cards: list[int]) -> None:
    assert wild_rank(cards) == by_substitution(cards, fully_wild=True)


@given(st.lists(st.integers(0, 51), min_size=5, max_size=7, unique=True))
def test_without_the_joker_ranks_are_the_plain_ones(cards: list[int]) -> None:
    assert joker_rank(cards) == wild_rank(cards) == rank(cards)


def every_five_with_a_joker(ranking: Rank) -> Counter[Category]:
    found = Counter(ranking([*held, JOKER]) for held in combinations(range(52), 4))
    kinds: Counter[Category] = Counter()
    for made, times in found.items():
        kinds[joker_category(made)] += times
    return kinds


# With the joker an ace, the pairs on top of the plain ones are, by hand: 12 * 6 * 55 * 16 that have a pair
# below aces, and 220 * 256 - (8 * 256 + 220 * 4 - 8 * 4) that have an ace and no straight or flush.
PLAIN_FIVES = (1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 36, 4, 0)


@pytest.mark.parametrize(
    ("ranking", "totals"),
    [
        (joker_rank, (1418964, 1215024, 138600, 63360, 20532, 7804, 4368, 828, 180, 24, 1)),
        (wild_rank, (1302540, 1268088, 123552, 137280, 20532, 7804, 6552, 3120, 180, 24, 13)),
    ],
)
def test_all_five_card_hands_of_a_53_card_pack(ranking: Rank, totals: tuple[int, ...]) -> None:
    kinds = every_five_with_a_joker(ranking)
    assert tuple(PLAIN_FIVES[kind] + kinds[kind] for kind in Category) == totals
    assert sum(totals) == 2_869_685


@pytest.mark.parametrize(
    ("line", "announced"),
    [
        ("As Ad Ah Ac Jk", "five aces"),
        ("As Ad Ah Ac Jk Kd Kc", "five aces"),
        ("Ks Qs Js Ts Jk", "royal flush"),
        ("5s 4s 3s 2s Jk 6d 6c", "straight flush, six high"),
        ("4s 3s 2s As Jk", "straight flush, five high"),
        ("Ks 9s 5s 2s Jk", "flush, ace high"),
        ("Kd Ks Kh Kc Jk", "four of a kind, kings"),
        ("9d 8s 6h 5c Jk", "straight, nine high"),
        ("9d 8s 7h 6c Jk", "straight, ten high"),
        ("Ad Ks Kh 4c Jk", "two pair, aces and kings"),
        ("Qd Qs Kh 4c Jk", "pair of queens"),
        ("Qd 9s Kh 4c Jk", "ace high"),
    ],
)
def test_hands_with_a_joker_are_announced(line: str, announced: str) -> None:
    assert joker_name(joker_rank(hand(line))) == announced


def test_five_aces_stand_where_the_game_puts_them() -> None:
    aces, royal, straight_flush = hand("As Ad Ah Ac Jk"), hand("As Ks Qs Ts Jk"), hand("Ks Qs Js Ts 9s")
    assert joker_rank(aces) == FIVE_ACES > joker_rank(royal) == BEST

    under_royal = Category.STRAIGHT_FLUSH
    made = [joker_rank(cards, five_aces_over=under_royal) for cards in (straight_flush, aces, royal)]
    assert made == sorted(set(made))
    assert [joker_name(it, fives_over=under_royal) for it in made] == [
        "straight flush, king high", "five aces", "royal flush",
    ]  # fmt: skip
    assert joker_category(made[1], fives_over=under_royal) is Category.FIVE_OF_A_KIND
    assert joker_ranks_of(made[1], fives_over=under_royal) == (ACE,)
    assert joker_ranks_of(made[0], fives_over=under_royal) == (11,)


def test_a_hand_has_one_joker_at_most() -> None:
    with pytest.raises(ValueError, match="at most one joker"):
        joker_rank(hand("As Ad Ah Jk Jk"))


def every_three() -> Iterator[tuple[int, ...]]:
    return combinations(range(52), 3)


def test_all_three_card_hands() -> None:
    kinds = Counter(three_card_category(three_card_rank(cards)) for cards in every_three())
    assert [kinds[kind] for kind in ThreeCards] == [16440, 3744, 1096, 720, 52, 48]
    assert len({three_card_rank(cards) for cards in every_three()}) == 274 + 156 + 274 + 12 + 13 + 12


def test_three_card_hands_in_ascending_order() -> None:
    lines = {
        "5c 3d 2h": "five high",
        "Ac Kd Jh": "ace high",
        "2c 2d 3h": "pair of twos",
        "2c 2d Ah": "pair of twos",
        "6c 6d 3h": "pair of sixes",
        "5h 3h 2h": "flush, five high",
        "Ac 2d 3h": "straight, three high",
        "2c 3d 4h": "straight, four high",
        "Ac Kd Qh": "straight, ace high",
        "2c 2d 2h": "three of a kind, twos",
        "As 2s 3s": "straight flush, three high",
        "As Ks Qs": "straight flush, ace high",
    }
    made = [three_card_rank(hand(line)) for line in lines]
    assert made == sorted(set(made))
    assert [three_card_name(it) for it in made] == list(lines.values())


def test_the_order_of_three_card_categories_is_the_games_own() -> None:
    flush_over_straight = tuple(
        {ThreeCards.FLUSH: ThreeCards.STRAIGHT, ThreeCards.STRAIGHT: ThreeCards.FLUSH}.get(kind, kind)
        for kind in THREE_CARD_ORDER
    )
    flush, straight = hand("9h 3h 2h"), hand("Ac Kd Qh")
    assert three_card_rank(flush) < three_card_rank(straight)
    made = three_card_rank(flush, flush_over_straight)
    assert made > three_card_rank(straight, flush_over_straight)
    assert three_card_name(made, flush_over_straight) == "flush, nine high"


def test_three_cards_of_several_decks_may_be_the_same_card() -> None:
    assert three_card_name(three_card_rank(hand("6s 6s 6s"))) == "three of a kind, sixes"


def test_two_cards_are_a_pair_or_high_cards_and_the_joker_is_an_ace() -> None:
    lines = {
        "3h 2c": "three-two",
        "Kd Qd": "king-queen",
        "Jk 2c": "ace-two",
        "9c Ah": "ace-nine",
        "2h 2c": "pair of twos",
        "Jk As": "pair of aces",
    }
    made = [two_card_rank(hand(line)) for line in lines]
    assert made == sorted(set(made))
    assert [two_card_name(it) for it in made] == list(lines.values())
    assert two_card_rank(hand("Jk Kd")) == two_card_rank(hand("Ac Kh"))


def low_by_hand(cards: Sequence[int]) -> list[int] | None:
    """The best low as ranks from the highest, the ace a one: the smaller list is the better low."""
    fives = ([sorted((((card >> 2) + 1) % 13 + 1 for card in five), reverse=True)] for five in combinations(cards, 5))
    return min((five for (five,) in fives if len(set(five)) == 5 and five[0] <= 8), default=None)


@given(st.lists(st.lists(st.integers(0, 51), min_size=5, max_size=7, unique=True), min_size=2, max_size=2))
def test_lows_compare_from_the_highest_card_down(two: list[list[int]]) -> None:
    (mine, yours), (my_low, your_low) = map(low_by_hand, two), map(low_rank, two)
    assert (mine is None, yours is None) == (my_low is None, your_low is None)
    if mine and yours and my_low and your_low:
        assert (mine < yours, mine == yours) == (my_low > your_low, my_low == your_low)


def test_there_are_56_lows_and_straights_and_flushes_do_not_count() -> None:
    cards = [4 * one for one in (12, 0, 1, 2, 3, 4, 5, 6)]
    lows = [low_rank(five) for five in combinations(cards, 5)]
    assert sorted(low or 0 for low in lows) == list(range(1, 57))
    assert low_rank(hand("5s 4s 3s 2s As Kd Ac")) == 56
    assert low_name(56) == "five-four-three-two-ace low"
    assert low_name(low_rank(hand("8s 6s 4s 2s As 7d 2c")) or 0) == "seven-six-four-two-ace low"
    assert low_rank(hand("9s 4s 3s 2s As")) is None


def omaha_deals(count: int) -> Iterator[tuple[list[int], list[int]]]:
    dealer = random.Random(4)
    for _ in range(count):
        cards = dealer.sample(range(52), 9)
        yield cards[:4], cards[4:]


def test_omaha_takes_exactly_two_from_the_hand() -> None:
    for hole, board in omaha_deals(500):
        assert omaha_rank(hole, board) == BEST + 1 - phevaluator.evaluate_omaha_cards(*board, *hole)
    assert category(omaha_rank(hand("As 2s 3d 4d"), hand("Ks Qs Js Ts 9s"))) is Category.FLUSH
    assert category(omaha_rank(hand("As 2d 3d 4h"), hand("Ks Qs Js Ts 9c"))) is Category.HIGH_CARD


def test_an_omaha_low_takes_exactly_two_from_the_hand() -> None:
    for hole, board in omaha_deals(500):
        lows = (low_rank(two + three) for two in combinations(hole, 2) for three in combinations(board, 3))
        assert omaha_low(hole, board) == max((low for low in lows if low), default=None)
    assert omaha_low(hand("As Kd Kh Qd"), hand("2s 3s 4s 5s 6c")) is None
    with pytest.raises(ValueError, match="two cards from the hand and three from the board"):
        omaha_low(hand("As"), hand("2s 3s 4s"))


@pytest.mark.parametrize(
    ("line", "points"), [("Kh Ts", 0), ("9h 9d", 8), ("Ah 8d", 9), ("7c 6d 7h", 0), ("2c Qd 5h", 7)]
)
def test_baccarat_points(line: str, points: int) -> None:
    assert baccarat_points(hand(line)) == points
