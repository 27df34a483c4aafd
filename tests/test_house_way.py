"""House ways: the printed examples, every kind of hand, and many hands set a second time by trying everything.

Twenty thousand random hands are set here, in about two seconds; HOUSEWAY_HANDS=1000000 sets a million.
"""

import os
from collections.abc import Sequence
from random import Random

import pytest

from houseway.cards.card import Card, hand, text
from houseway.cards.two_hands import TwoHands
from houseway.games import catalogue, game
from houseway.games.pai_gow.settlement import SetHand, is_foul
from houseway.rules.files import house_way_chart
from houseway.rules.house_way import HouseWay, examples, house_way
from houseway.rules.models import GameRules, HouseWayChart, HouseWayRow
from houseway.rules.strict import RulesError, read_model
from tests.games.pai_gow import by_hand

HANDS = int(os.environ.get("HOUSEWAY_HANDS", "20000"))
LUCKY = game("lucky-pai-gow").rules
CHARTS: dict[str, GameRules | HouseWayChart] = {
    "lucky-pai-gow": LUCKY,
    **{name: house_way_chart(name) for name in ("pai-gow-poker", "ace-up", "mini")},
}
PRINTED = [
    pytest.param(name, front, back, id=f"{name}: {row.clause}: {front}")
    for name, chart in CHARTS.items()
    for row, front, back in examples(chart.house_way)
]


def ranks(line: str) -> list[str]:
    """The ranks of cards as they are counted, the joker as an ace."""
    return sorted("A" if card == "Jk" else card[0] for card in line.split())


def set_by(name: str, cards: Sequence[Card]) -> SetHand:
    chart = house_way(CHARTS[name])
    return SetHand(*chart.set(cards), chart.hands)


@pytest.mark.parametrize(("name", "front", "back"), PRINTED)
def test_every_printed_example_is_set_as_printed_in_whatever_order_it_comes(name: str, front: str, back: str) -> None:
    rng = Random(front)
    cards = hand(front) + hand(back)
    assert len(set(cards)) == 7
    for _ in range(5):
        got = set_by(name, rng.sample(cards, 7))
        assert (ranks(text(got.front)), ranks(text(got.back))) == (ranks(front), ranks(back))


def test_all_the_rows_of_the_printed_charts_have_their_examples() -> None:
    lost = [row.clause for row in LUCKY.house_way if not row.examples]
    assert lost == ["House Way, Two Pair, As, Ks, Qs"]  # its cards are lost in the scan
    assert all(row.examples for row in house_way_chart("ace-up").house_way)
    assert len(PRINTED) == 26 + 21


def test_every_chart_of_a_game_is_tried_here() -> None:
    """A game's own chart, or the file that it shares."""
    with_a_chart = {id: one.rules.chart or id for id, one in catalogue().items() if one.rules.house_way}
    assert set(with_a_chart.values()) <= set(CHARTS)


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
@pytest.mark.parametrize("name", ["lucky-pai-gow", "pai-gow-poker"])
def test_hands_of_every_kind_are_set_by_their_row(name: str, front: str, back: str, why: str) -> None:
    """The chart that Triple Bonus and Ultimate print asks for the same in other words."""
    got = set_by(name, hand(front) + hand(back))
    assert len(got.back) == 5
    assert ranks(text(got.front)) == ranks(front), text(got.front)


ACE_UP = [
    ("Kd Js", "As Tc 7h 5d 3s", "high card: the second and third highest"),
    ("Kd 9s", "Jk 8h 6h 3h 2h", "four hearts and the joker are no flush: ace high (PG-4)"),
    ("Ac Qs", "3h 3d Jc 8d 4c", "one pair in back"),
    ("Kc 2d", "9h 8h 7h 6h Jk", "the joker completes a straight flush"),
    ("Kc 8d", "9h 8h 7c 6h Jk", "and a straight"),
    ("Kc Qd", "9h 7h 4h 2h Jk", "but no flush: a hand without a pair"),
    ("Kc Qd", "Jh 9h 7h 4h 2h", "five of a suit need no joker"),
    ("Ah Jk", "Jh 9h 7h 4h 2h", "and leave a pair of aces in front"),
    ("3c 3s", "Kh Kd Ac 6d 2h", "two pair with kings: the small pair in front"),
    ("Jk 7h", "Jc Js 8d 8h 4c", "jacks stay together where the joker is an ace in front"),
    ("8d 8h", "Jc Js Kd 7h 4c", "jacks split without an ace"),
    ("4h 4d", "8c 8d Qs 9s 7c", "eights split without a king"),
    ("4c 4d", "5h 5s Jd 8c 2h", "fives split without a queen"),
    ("9c 9d", "Kh Qh Jh 9h 3h", "three of a kind with a flush: a pair in front"),
    ("9s 9c", "8d 7h 6c 5s Jk", "the joker completes a straight behind a pair of nines"),
    ("Ac 2d", "Ah Kd Qs Jc Jk", "three aces whose joker is in the straight: an ace in front"),
    ("Ac Ks", "Ad Jk 9h 7h 4h", "three aces with the joker: one and the highest single card"),
    ("9h 9d", "Kc Ks Qh Jd Th", "two pair with a straight that neither pair leaves: two pair strategy"),
    ("Kc Kd", "Qh Jh 9h 4h 2h", "one pair with a flush: the pair in front"),
    ("4s 4d", "9h 8c 7d 6h Jk", "one pair with a straight that the joker completes"),
    ("7c 7d", "8s 8d 6h 5h 4h", "two pair whose straight takes both apart: the small pair without a king"),
    ("7c 7d", "Th 9h 8c 7h Jk", "three sevens with a straight that the joker completes"),
    ("Ks Kc", "Kd Jh 9c 4h Kh", "four kings split"),
    ("2s 2c", "Kd Ks Kc 4h Kh", "four kings with a pair: the pair in front"),
    ("2s 2c", "Kd Ks Kc 2h Kh", "four kings with three twos: two of them in front, as with a pair"),
    ("Ah Jk", "Ad As Kc Qh 9d", "four aces with the joker split"),
    ("Kh 3d", "Jc Jd Jh Js 2c", "jacks stay together with a king in front"),
    ("Qh 3d", "8c 8d 8h 8s 2c", "eights stay together with a queen in front"),
    ("7h 6d", "5c 5d 5h 5s 2c", "fives stay together"),
    ("Ac As", "Ah Ad Jk Ks Kd", "five aces with a pair: aces in front all the same"),
]


@pytest.mark.parametrize(("front", "back", "why"), ACE_UP, ids=[why for *_, why in ACE_UP])
def test_Ace_Up_sets_hands_of_every_kind_by_their_row(front: str, back: str, why: str) -> None:
    got = set_by("ace-up", hand(front) + hand(back))
    assert ranks(text(got.front)) == ranks(front), text(got.front)


def test_Ace_Up_leaves_a_straight_or_flush_behind_a_pair_of_two() -> None:
    """Two pair and a straight that the joker completes: tens and nines would be split, and need not be."""
    assert ranks(text(set_by("ace-up", hand("Kc Kd 9h 9d 8c 7h 6d")).front)) == ["9", "9"]  # by two pair strategy
    got = set_by("ace-up", hand("Kc Kd 9h 8d 7c 6h Jk"))  # kings alone are a pair: the straight is left behind them
    assert (text(got.front), got.hands.back_name(got.back_rank)) == ("Kd Kc", "straight, ten high")
    got = set_by("ace-up", hand("Ac Jk Kh Kd Qc Jh Th"))  # aces and kings: the kings leave ace-queen-jack-ten and joker
    assert (text(got.front), got.hands.back_name(got.back_rank)) == ("Kh Kd", "straight, ace high")
    lucky = set_by("lucky-pai-gow", hand("Ac Jk 4h 4d Qc Jh Th"))
    got = set_by("ace-up", hand("Ac Jk 4h 4d Qc Jh Th"))
    assert text(got.front) == text(lucky.front) == "4h 4d"


MINI = [
    ("Kd", "As Tc 7h 5d 3s", "no pairs: the highest card in back, the second in front"),
    ("Kd", "Jk Tc 7h 5d 3s", "the joker is the highest card"),
    ("Ac", "3h 3d Jc 8d 4c", "one pair: the highest other card in front"),
    ("Kc", "Ah Jk Jc 8d 4c", "the joker is an ace of the pair"),
    ("Jk", "9h 9d Jc 8d 4c", "the joker alone is the highest other card"),
    ("Ac", "9h 9d Jc Jd 4c", "two pairs stay together"),
    ("4c", "9h 9d Ac Jk 3c", "a pair of aces with the joker beside nines"),
    ("Kc", "Kd 9h 9d 4c 4s", "three pairs: one of the highest in front"),
    ("Jk", "Ad 9h 9d 4c 4s", "and the joker where it is one of the highest pair"),
    ("Kc", "9h 9d 9c 4c 3s", "three of a kind: the highest other card"),
    ("Qc", "Ah Ad Jk 4c 3s", "three aces with the joker"),
    ("9c", "8h 7d 6c 5c 4s", "a six-card straight: its highest card"),
    ("Kc", "8h 7d 6c 5c 4s", "a straight and one card"),
    ("8c", "8h 7d 6c 5c 4s", "a straight with a pair: the card not in it"),
    ("Jk", "8h 7d 6c 5c 4s", "the joker goes in front where the straight needs none"),
    ("9h", "8h 7d Jk 5c 4s", "and stays where it does"),
    ("2c", "Ah Kd Qc Jk Js", "a straight with the joker, which would be an ace of a pair"),
    ("Ac", "Ah Kd Qc Jk Js", "three aces with the joker: the straight comes first (PG-7)"),
    ("Kc", "Ah Kd Qc Jk Js", "two pairs with the joker: the straight comes first"),
    ("Ah", "Kh 9h 7h 5h 2h", "a six-card flush: its highest card"),
    ("Ac", "Kh 9h 7h 5h 2h", "a flush and an odd card"),
    ("Jk", "Kh 9h 7h 5h 2h", "the joker goes in front of five of a suit"),
    ("Kc", "Jk 9h 7h 5h 2h", "and stays with four"),
    ("5c", "9h 8h 7h 6h 2h", "a flush before a straight (PG-7)"),
    ("9h", "8h 7h 6h 5h 4h", "a six-card straight flush: the highest that leaves one"),
    ("2h", "9h 8h 7h 6h 5h", "a straight flush before the flush with a higher front"),
    ("Jk", "Ah Kh Qh Jh Th", "the joker goes in front of a royal flush"),
    ("Ac", "Ks Kh Kd 9c 9d", "a full house"),
    ("Kc", "Ks Kh 9h 9c 9d", "two three of a kinds: one of the higher in front"),
    ("Jk", "As Ah 9h 9c 9d", "the joker of three aces goes in front"),
    ("Kc", "9s 9h 9d 9c 4d", "four of a kind: the highest other card"),
    ("4c", "9s 9h 9d 9c 4d", "four of a kind and a pair: the four stay together"),
    ("Kc", "As Ah Jk Ac 4d", "four aces with the joker stay together"),
    ("Jk", "As Ah Ad Ac 4d", "five aces: the joker in front, above an ace (PG-14)"),
]


@pytest.mark.parametrize(("front", "back", "why"), MINI, ids=[why for *_, why in MINI])
def test_Mini_sets_hands_of_every_kind_by_their_row(front: str, back: str, why: str) -> None:
    got = set_by("mini", hand(front) + hand(back))
    assert got.front_rank == got.hands.front_rank(hand(front)), text(got.front)


@pytest.mark.parametrize("name", CHARTS)
def test_the_house_way_never_sets_a_foul_and_loses_no_card(name: str) -> None:
    chart, rng = house_way(CHARTS[name]), Random(HANDS)
    for _ in range(HANDS // 2):
        cards = rng.sample(range(53), chart.hands.cards)
        got = SetHand(*chart.set(cards), chart.hands)
        assert len(got.back) == 5 and sorted(got.front + got.back) == sorted(cards)
        assert not is_foul(got), text(cards)


def likely(rng: Random, many: int = 7) -> tuple[int, ...]:
    """Cards of few ranks or few suits, or of neighbours, often with the joker: the hands that are hard to set."""
    kind = rng.randrange(4)
    first = rng.randrange(13)
    near = [(first + step) % 13 for step in range(rng.randint(3, 8))]
    suits = rng.sample(range(4), rng.randint(1, 4))
    pool = [card for card in range(52) if kind == 0 or card >> 2 in near or (kind == 2 and card & 3 in suits)]
    cards = rng.sample(pool, min(many, len(pool)))
    if rng.random() < 0.4:
        cards[0] = 52
    return tuple(cards) if len(cards) == many else likely(rng, many)


@pytest.mark.parametrize(
    ("name", "completed"),
    [("lucky-pai-gow", by_hand.COMPLETED), ("pai-gow-poker", by_hand.COMPLETED), ("ace-up", by_hand.ACE_UP)],
)
def test_the_house_way_is_what_trying_everything_gives(name: str, completed: tuple[str, ...]) -> None:
    chart, rng = house_way(CHARTS[name]), Random(7)
    for _ in range(min(HANDS // 20, 5000)):
        cards = likely(rng)
        front, back = chart.set(cards)
        hand_front, hand_back = by_hand.house_way(tuple(text(cards).split()), completed)
        got = tuple(text(front).split()), tuple(text(back).split())
        assert by_hand.two(got[0]) == by_hand.two(hand_front), text(cards)
        assert by_hand.five(got[1], completed) == by_hand.five(hand_back, completed), text(cards)


def test_Mini_s_house_way_is_what_trying_each_card_gives() -> None:
    chart, rng = house_way(CHARTS["mini"]), Random(8)
    for _ in range(min(HANDS // 10, 5000)):
        cards = likely(rng, 6)
        front, back = chart.set(cards)
        hand_front, hand_back = by_hand.mini_house_way(tuple(text(cards).split()))
        assert by_hand.one(tuple(text(front).split())) == by_hand.one(hand_front), text(cards)
        assert by_hand.five(tuple(text(back).split())) == by_hand.five(hand_back), text(cards)


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
        HouseWay(without_pairs, TwoHands())
    no_twos = [row.model_copy(update={"of": "543"}) if row.of == "5432" else row for row in LUCKY.house_way]
    with pytest.raises(RulesError, match="no row for four of a kind of rank 2"):
        HouseWay(no_twos, TwoHands())
    half = [row.model_copy(update={"ways": row.ways[:1]}) for row in LUCKY.house_way]
    with pytest.raises(RulesError, match="has no way that can always be taken"):
        HouseWay(half, TwoHands())
    with pytest.raises(RulesError, match="puts two-of-the-set in front: of 1, it can be second, highest-other"):
        HouseWay(LUCKY.house_way, TwoHands(in_front=1))


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ('hand = "one-pair"\nclause = "1"\nways = []', "ways: Tuple should have at least 1 item"),
        ('hand = "one-pair"\nclause = "1"\nof = "AKX"\nways = [{ front = "low-pair" }]', "of: 'X' is not a rank"),
        ('hand = "no-pair"\nclause = "1"\nways = [{ front = "leaving-complete" }]', "says what leaves it complete"),
        (
            'hand = "any"\nclause = "1"\nways = [{ front = "low-pair" }]',
            "a row for any hand is for a straight or flush",
        ),
        ('hand = "six-aces"\nclause = "1"\nways = [{ front = "low-pair" }]', "hand: write 'five-aces'"),
    ],
)
def test_a_row_that_makes_no_sense_is_refused(row: str, why: str) -> None:
    with pytest.raises(RulesError) as error:
        read_model(HouseWayRow, row, name="chart.toml")
    assert why in str(error.value)
