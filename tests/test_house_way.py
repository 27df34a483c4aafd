"""House ways: the printed examples, every kind of hand, and many hands set a second time by trying everything.

Twenty thousand random hands are set here, in about two seconds; HOUSEWAY_HANDS=1000000 sets a million.
"""

import os
from random import Random

import pytest

from houseway.cards.card import hand, text
from houseway.games import catalogue, game
from houseway.games.pai_gow.base import SetHand, is_foul, set_house_way
from houseway.rules.files import RulesError, read_model
from houseway.rules.house_way import HouseWay, examples, house_way
from houseway.rules.models import HouseWayRow
from tests.games import pai_gow_by_hand as by_hand

HANDS = int(os.environ.get("HOUSEWAY_HANDS", "20000"))
WITH_A_CHART = [id for id, one in catalogue().items() if one.rules.house_way]
LUCKY = game("lucky-pai-gow").rules
PRINTED = [
    pytest.param(id, front, back, id=f"{id}: {row.clause}: {front}")
    for id in WITH_A_CHART
    for row, front, back in examples(game(id).rules.house_way)
]


def ranks(line: str) -> list[str]:
    """The ranks of cards as they are counted, the joker as an ace."""
    return sorted("A" if card == "Jk" else card[0] for card in line.split())


@pytest.mark.parametrize(("id", "front", "back"), PRINTED)
def test_every_printed_example_is_set_as_printed_in_whatever_order_it_comes(id: str, front: str, back: str) -> None:
    rng = Random(front)
    cards = hand(front) + hand(back)
    assert len(set(cards)) == 7
    for _ in range(5):
        got = set_house_way(game(id).rules, rng.sample(cards, 7))
        assert (ranks(text(got.front)), ranks(text(got.back))) == (ranks(front), ranks(back))


def test_all_the_rows_of_the_printed_chart_have_their_examples() -> None:
    lost = [row.clause for row in LUCKY.house_way if not row.examples]
    assert lost == ["House Way, Two Pair, As, Ks, Qs"]  # its cards are lost in the scan
    assert len(PRINTED) == 26


SET = [  # front, back, why
    ("8s 8h", "Ah Ad Kc 5d 2c", "two pair with aces: the small pair in front"),
    ("8s 8h", "Qh Qd Ac Kd 2c", "two pair with queens splits beside an ace"),
    ("6s 6h", "Jh Jd Kc Qd 2c", "two pair with jacks splits beside a king"),
    ("Jk 5h", "Jh Jd 6c 6d 2c", "the joker in front keeps jacks together"),
    ("Ah 5h", "9h 9d 8c 8d 2c", "nines stay together with an ace in front"),
    ("5s 5h", "8h 8d Qc Jd 2c", "eights split beside a queen"),
    ("Kc 7d", "6h 6d 3s 3h 2c", "sixes stay together with a king in front"),
    ("3s 3h", "5h 5d Jc Td 2c", "fives split beside a jack"),
    ("Qc 7d", "3h 3d 2s 2h 5c", "threes stay together with a queen in front"),
    ("Ks Kh", "Qh Qd 3c 3d Ac", "three pair: the highest in front"),
    ("As Jk", "Qh Qd 3c 3d 5c", "three pair with the joker as an ace"),
    ("As Ks", "Ah Ad Qc 9d 2c", "three aces: one and the next highest in front"),
    ("Ac Js", "3h 3d 3c 9d 2c", "three threes stay together"),
    ("5s 5h", "Kh Kd Ks 9d 2c", "a full house: the pair in front, the set in back"),
    ("9s 9h", "Kh Kd Ks 5d 5c", "a full house with two pairs: the higher in front (LP-1)"),
    ("Ks Kh", "4h 4d 4s 5d 5c", "a full house with two pairs: the higher in front"),
    ("2s 2h", "Ah Ad Jk 9d 5c", "three aces with the joker and a pair"),
    ("As Ah", "3c 3d 3h Ad Kc", "two sets: two of the higher in front"),
    ("2s 2h", "Ah Ad Ac As 5c", "four aces stay together beside a pair"),
    ("2s 2h", "Ah Ad Jk As 2c", "four aces with the joker beside three of another rank (LP-3)"),
    ("As Ad", "Ah Ac Kc Qd 9c", "four aces without a pair split"),
    ("Jk As", "Ah Ac Kd Qd 9d", "four aces with the joker split, and the joker goes in front where it helps nothing"),
    ("Ah Ac", "Ad Jk Kd Qd 9d", "and in back where it makes a flush (PG-7)"),
    ("2s 2h", "Jh Jd Jc Js 5c", "jacks stay together beside any pair (LP-3)"),
    ("Js Jh", "Jd Jc Qc 9d 5c", "jacks split beside a queen"),
    ("Jk 5c", "Jd Jc Jh Js 2d", "jacks stay together beside the joker"),
    ("8s 8h", "8d 8c Jc 9d 5c", "eights split beside a jack"),
    ("7c 3d", "5d 5c 5h 5s 2c", "fives never split"),
    ("As Ks", "Qh Jc Ts 9s 8c", "no pair: the highest two that leave the straight"),
    ("Kh Qh", "Js Td 9c 8c 7c", "no pair: king and queen leave the straight to the jack"),
    ("Ac Kd", "9h 8h 6h 4h 2h", "a flush and the two highest of the others"),
    ("Ah 9d", "Kh 8h 6h 4h 2h", "six of a suit: the ace goes in front"),
    ("Jk Kd", "9h 8h 6h 4h 2h", "a flush without the joker, which is an ace in front"),
    ("8c 5d", "As Jk Kd Qh Jc", "the joker is an ace for the pair, and completes the straight"),
    ("Ac Kc", "7h 6d 5s 4d Jk", "the joker completes the straight, and two high cards are left"),
    ("9s 9h", "9d Kd 8d 6d 2d", "three of a kind with a flush: a pair in front"),
    ("Ac 2d", "Ah Kd Qs Jc Jk", "three aces with the joker in the straight: no pair for the front (LP-2)"),
    ("As Jk", "5c 4d 3h 2s Ah", "three aces with the joker: a pair in front where the straight needs none"),
    ("9s 9h", "Ts Th 8c 7d 6s", "two pair with a straight play the two pair"),
    ("Kh Td", "Jk 8h 5c 4c 2d", "with the joker the highest card is an ace"),
]


@pytest.mark.parametrize(("front", "back", "why"), SET, ids=[why for *_, why in SET])
def test_hands_of_every_kind_are_set_by_their_row(front: str, back: str, why: str) -> None:
    got = set_house_way(LUCKY, hand(front) + hand(back))
    assert len(got.back) == 5
    assert ranks(text(got.front)) == ranks(front), text(got.front)


@pytest.mark.parametrize("id", WITH_A_CHART)
def test_the_house_way_never_sets_a_foul_and_loses_no_card(id: str) -> None:
    chart, rng = house_way(game(id).rules.house_way), Random(HANDS)
    for _ in range(HANDS):
        cards = rng.sample(range(53), 7)
        got = SetHand(*chart.set(cards))
        assert len(got.front) == 2 and sorted(got.front + got.back) == sorted(cards)
        assert not is_foul(got), text(cards)


def likely(rng: Random) -> tuple[int, ...]:
    """Seven cards of few ranks or few suits, or of neighbours, often with the joker: the hands that are hard to set."""
    kind = rng.randrange(4)
    first = rng.randrange(13)
    near = [(first + step) % 13 for step in range(rng.randint(3, 8))]
    suits = rng.sample(range(4), rng.randint(1, 4))
    pool = [card for card in range(52) if kind == 0 or card >> 2 in near or (kind == 2 and card & 3 in suits)]
    cards = rng.sample(pool, min(7, len(pool)))
    if rng.random() < 0.4:
        cards[0] = 52
    return tuple(cards) if len(cards) == 7 else likely(rng)


def test_the_house_way_is_what_trying_everything_gives() -> None:
    chart, rng = house_way(LUCKY.house_way), Random(7)
    for _ in range(min(HANDS // 20, 5000)):
        cards = likely(rng)
        front, back = chart.set(cards)
        hand_front, hand_back = by_hand.house_way(tuple(text(cards).split()))
        got = tuple(text(front).split()), tuple(text(back).split())
        assert by_hand.two(got[0]) == by_hand.two(hand_front), text(cards)
        assert by_hand.five(got[1]) == by_hand.five(hand_back), text(cards)


def test_what_is_a_foul_is_what_comparing_both_hands_gives() -> None:
    rng, fouls = Random(3), 0
    for _ in range(min(HANDS // 40, 2000)):
        cards = likely(rng)
        for front, back in by_hand.splits(tuple(text(cards).split())):
            foul = is_foul(SetHand(hand(" ".join(front)), hand(" ".join(back))))
            assert foul == by_hand.foul(front, back), (front, back)
            fouls += foul
    assert fouls


def test_a_chart_that_leaves_a_hand_out_is_refused() -> None:
    without_pairs = [row for row in LUCKY.house_way if row.hand != "one-pair"]
    with pytest.raises(RulesError, match="the house way has no row for one pair of rank A"):
        HouseWay(without_pairs)
    no_twos = [row.model_copy(update={"of": "543"}) if row.of == "5432" else row for row in LUCKY.house_way]
    with pytest.raises(RulesError, match="no row for four of a kind of rank 2"):
        HouseWay(no_twos)
    half = [row.model_copy(update={"ways": row.ways[:1]}) for row in LUCKY.house_way]
    with pytest.raises(RulesError, match="has no way that can always be taken"):
        HouseWay(half)


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ('hand = "one-pair"\nclause = "1"\nways = []', "ways: Tuple should have at least 1 item"),
        ('hand = "one-pair"\nclause = "1"\nof = "AKX"\nways = [{ front = "low-pair" }]', "of: 'X' is not a rank"),
        ('hand = "no-pair"\nclause = "1"\nways = [{ front = "leaving-complete" }]', "says what leaves it complete"),
        ('hand = "six-aces"\nclause = "1"\nways = [{ front = "low-pair" }]', "hand: Input should be 'five-aces'"),
    ],
)
def test_a_row_that_makes_no_sense_is_refused(row: str, why: str) -> None:
    with pytest.raises(RulesError) as error:
        read_model(HouseWayRow, row, name="chart.toml")
    assert why in str(error.value)
