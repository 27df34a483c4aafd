"""Cal Quick Draw Poker: its kernel against the game's own ranks, its counts against figures worked by hand."""

from fractions import Fraction
from math import comb
from random import Random

import numpy as np
import pytest

from houseway.cards.card import JOKER, hand, text
from houseway.games import game
from houseway.games.ante_and_raise.hands import WILD_JOKER, wild_joker_rank
from houseway.price import price
from houseway.price.ante_and_raise import cal_quick_draw_hands as hands
from houseway.price.ante_and_raise import cal_quick_draw_rule as rule
from houseway.price.ante_and_raise.cal_quick_draw_poker import held_of, unbeaten
from houseway.rules.submission import Choices, house_rules

RULES = house_rules(game("cal-quick-draw-poker").rules)


@pytest.mark.parametrize("many", [5, 6, 7])
def test_the_kernel_ranks_as_the_game_does(many: int) -> None:
    dealer, dealt = Random(many), []
    for number in range(2000):
        cards = dealer.sample(range(53), many)
        if number % 3 == 1 and JOKER not in cards:
            cards[0] = JOKER
        if number % 3 == 2:  # four or five of a suit, and the joker
            suit = [card for card in range(52) if card % 4 == number % 4]
            cards = [*dealer.sample(suit, many - 1 if many < 7 else 5), JOKER]
            cards += dealer.sample([card for card in range(52) if card not in cards], many - len(cards))
        dealt.append(cards)
    found = hands.ranked(np.array(dealt, np.int64)).tolist()
    assert found == [wild_joker_rank(tuple(cards)) for cards in dealt]


def test_sets_of_cards_up_to_suits() -> None:
    """Fives: 134,459 without the joker, and 16,432 of four cards with it."""
    kinds = [len(hands.sets_of(size).first) for size in range(5)]
    assert kinds == [1, 14, 169 + 13, 1755 + 169, 16_432 + 1755]
    fours = hands.sets_of(4)
    for at in Random(1).sample(range(len(fours.cards)), 50):
        assert hands.number_of(fours.cards[at], 4, hands.tables().choose) == at


BANKS = comb(48, 7)


@pytest.mark.parametrize(
    ("cards", "beaten"),
    [
        ("As Ad Ac Ah Jk", 0),  # five aces
        ("2s 2d 2c 2h Jk", 0),  # without the joker there is no other five of a kind
        ("Ah Kh Qh Jh Th", 8 * comb(43, 2)),  # five of a kind, of twos to nines: the higher ranks have lost a heart
        ("Ah Kh Qh Jh Jk", 3 * comb(43, 2)),  # a royal flush without the joker, of the three other suits
        ("7h 5d 4c 3s 2h", BANKS),  # seven cards always have something better than seven-high
    ],
)
def test_how_many_hands_of_the_player_dealer_beat_five_cards(cards: str, beaten: int) -> None:
    fives = hands.sets_of(5)
    held = np.array(sorted(hand(cards)), np.int64)
    kind = fives.kind[hands.number_of(held, 5, hands.tables().choose)]
    assert BANKS - int(unbeaten()[kind]) == beaten


def test_how_many_hands_beat_a_pair_by_hands_dealt_at_random() -> None:
    fives, dealer = hands.sets_of(5), np.random.default_rng(3)
    for cards in ("Kh Kd 9s 5c 2d", "Ah Qd Jk 7s 3c", "8h 9h Th Js Qd"):
        held = np.array(sorted(hand(cards)), np.int64)
        left = np.array([card for card in range(53) if card not in held])
        dealt = np.array([dealer.choice(left, 7, replace=False) for _ in range(20_000)], np.int64)
        share = float((hands.ranked(dealt) <= wild_joker_rank(hand(cards))).mean())
        exact = int(unbeaten()[fives.kind[hands.number_of(held, 5, hands.tables().choose)]]) / BANKS
        assert abs(share - exact) < 4 * (exact * (1 - exact) / 20_000) ** 0.5


@pytest.mark.parametrize(
    ("cards", "held"),
    [
        ("8c 9d Th Js Qd", "8c 9d Th Js Qd"),
        ("Kh Kd 9s 5c 2d", "Kd Kh"),
        ("Ah Kh Qh Jh 2d", "Jh Qh Kh Ah"),
        ("9c 9d 3h 4s Jk", "9c 9d Jk"),
        ("Jk Kh Kd Qs Qc", "Qc Qs Kd Kh Jk"),
        ("2h 4d 6s 8c Td", "Td"),
    ],
)
def test_what_is_held(cards: str, held: str) -> None:
    assert text(held_of(RULES, hand(cards))) == held


@pytest.mark.parametrize(
    ("cards", "held"),
    [
        ("8c 9d Th Js Qd", "8c 9d Th Js Qd"),
        ("Kh Kd 9s 9c 2d", "9c 9s Kd Kh"),
        ("9c 9d 3h 4s Jk", "9c 9d Jk"),
        ("2h 5h 9h 6h 6d", "2h 5h 6h 9h"),
        ("2h 5h 9h 7h 7d", "7d 7h"),
        ("2h 5h 9h 7d Jk", "2h 5h 9h Jk"),
        ("6h 7d 8c 9s 2d", "6h 7d 8c 9s"),
        ("5h 7d 8c Ks Jk", "5h 7d 8c Jk"),
        ("2d 5c Th Qh Jk", "Th Qh Jk"),
        ("2d 5c Th Ks Jk", "Ks Jk"),
        ("8h Th Qh 2c 5d", "8h Th Qh"),
        ("2d 5c 8h Ks Ad", "Ks Ad"),
        ("2d 5c 8h Qs Ad", "Ad"),
    ],
)
def test_what_the_rule_to_remember_holds(cards: str, held: str) -> None:
    kind, _ = WILD_JOKER.kind(wild_joker_rank(hand(cards)))
    assert text(sorted(rule.held(hand(cards), kind))) == held


def test_the_play_wager_says_that_it_is_sampled_and_the_bonus_is_exact() -> None:
    sheet = price(RULES)
    play, bonus = sheet.wager("play"), sheet.wager("quick-draw-bonus")
    assert play.method.startswith("sampled") and "standard error" in play.method
    assert abs(float(play.expectation) + 0.0153) < 0.002
    assert sum(line.count for line in play.lines) == play.outcomes.total
    assert sum(line.returned for line in play.lines) == play.expectation
    (simple,) = sheet.simple
    assert abs(float(simple.cost) - 0.00365) < 0.0001
    assert bonus.method.startswith("exact") and bonus.expectation == Fraction(-2181752, 2869685)
    counts = [line.count for line in bonus.lines]
    assert counts == [4, 13, 20, 180, 3120, 6552, 7804, 20_532, 137_280, 2_694_180]


def test_an_edited_bonus_line_is_priced_without_counting_again() -> None:
    rules = house_rules(
        game("cal-quick-draw-poker").rules, Choices(pays={"quick-draw-bonus": {"three-of-a-kind": "3:1"}})
    )
    bonus = price(rules).wager("quick-draw-bonus")
    assert bonus.expectation == Fraction(-2181752 + 137_280, 2869685)
