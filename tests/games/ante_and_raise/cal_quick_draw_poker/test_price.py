"""Cal Quick Draw Poker: its kernels against the ranks of the game, its counts against every draw and hand on a small
pack, against figures worked by hand, and against rounds dealt at random."""

import os
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from random import Random
from typing import Any

import numpy as np
import pytest

from houseway.cards.card import JOKER, hand, text
from houseway.games import game
from houseway.games.ante_and_raise.cal_quick_draw_poker.count import discards as lost
from houseway.games.ante_and_raise.cal_quick_draw_poker.count import hands, holds, pairs, rule, sweeps, threes
from houseway.games.ante_and_raise.cal_quick_draw_poker.count import pricing as quick_draw
from houseway.games.ante_and_raise.cal_quick_draw_poker.round import settle
from houseway.games.ante_and_raise.hands import WILD_JOKER, wild_joker_rank
from houseway.games.ante_and_raise.round import Shown
from houseway.play import scenario
from houseway.play.scenario import play_to_decision
from houseway.pricing import price
from houseway.pricing.coach import coach
from houseway.pricing.counting.parts import won
from houseway.rules.submission import Choices, house_rules
from tests.games.ante_and_raise.cal_quick_draw_poker.by_hand import lost_by_every_seven

RULES = house_rules(game("cal-quick-draw-poker").rules)
KINGS = Fraction(29596461503, 130814317920)  # what two kings are worth with 9, 5 and 2 discarded


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
    if many == 7:
        known = hands.tables()
        keys, suits = (np.append(table[:52], 0) for table in (known.plain.keys, known.plain.suits))
        sums = [(int(keys[cards].sum()), int(suits[cards].sum()), JOKER in cards) for cards in dealt]
        assert found == [hands.rank_of_seven(*one, known) for one in sums]


def test_sets_of_cards_up_to_suits() -> None:
    """Fives: 134,459 without the joker, and 16,432 of four cards with it."""
    kinds = [len(hands.sets_of(size).first) for size in range(5)]
    assert kinds == [1, 14, 169 + 13, 1755 + 169, 16_432 + 1755]
    fours = hands.sets_of(4)
    for at in Random(1).sample(range(len(fours.cards)), 50):
        assert hands.number_of(fours.cards[at], 4, hands.tables().choose) == at


# Counted on a small pack, and one by one


@cache
def small() -> tuple[sweeps.Pack, Any, Any]:
    """Four ranks and the joker: straights, flushes with the joker, five of a kind."""
    pack = sweeps.Pack((*(card for card in range(52) if card >> 2 in (8, 9, 10, 12)), JOKER))
    fives = hands.sets_of(5)
    firsts = fives.firsts[np.isin(fives.firsts, pack.cards).all(axis=1)]
    (counts,) = lost.count_lost(ANY, pack)
    return pack, firsts, lost.lost_by_hold(firsts, counts)


ANY = np.array([-1, *[0] * hands.TOP], np.int8)  # one line for all final hands


def ranks_within(pack: sweeps.Pack, cards: Any) -> tuple[list[int], Any, Any]:
    left = [card for card in pack.cards if card not in cards]
    banks = list(combinations(left, 7))
    return left, hands.ranked(np.array(banks)), np.array([sum(1 << card for card in bank) for bank in banks])


def test_every_way_to_hold_loses_as_often_as_every_draw_against_every_hand_dealt() -> None:
    pack, firsts, found = small()
    for at in Random(4).sample(range(len(firsts)), 5):
        first = firsts[at].tolist()
        left, ranks, bits = ranks_within(pack, first)
        for way in range(32):
            held = [card for place, card in enumerate(first) if way >> place & 1]
            many = 0
            for drawn in combinations(left, 5 - len(held)):
                rank = wild_joker_rank((*held, *drawn))
                many += int(((ranks > rank) & (bits & sum(1 << card for card in drawn) == 0)).sum())
            assert found[at, way] == many, (text(first), way)


def test_the_worth_of_a_hold_is_what_the_table_settles_over_every_draw_and_hand() -> None:
    pack, firsts, found = small()
    lines, pays = quick_draw.numbered(RULES), quick_draw.pays_of(RULES)
    first = firsts[int(np.argmax(hands.ranked(firsts) > hands.TOP - 60))].tolist()
    at = firsts.tolist().index(first)
    made = holds.made_by_hold(first, holds.made_with(lines, pack))
    left, _, _ = ranks_within(pack, first)
    for way in (0b11111, 0b11110):
        held = tuple(card for place, card in enumerate(first) if way >> place & 1)
        total = many = 0
        for drawn in combinations(left, 5 - len(held)):
            for bank in combinations([card for card in left if card not in drawn], 7):
                outcomes = settle(RULES, Shown(held + drawn, (), bank, tuple(first)), {"play": 100})
                total += sum(map(won, outcomes))
                many += 1
        assert holds.worth(way, found[at].tolist(), made, pays, pack) == Fraction(total, many * 100)


def test_lines_counted_apart_add_up() -> None:
    pack, firsts, found = small()
    apart = np.array(
        [-1, *(0 if rank < 5864 else 1 if rank < 7400 else 2 for rank in range(1, hands.TOP + 1))], np.int8
    )
    parts = [lost.lost_by_hold(firsts, counts) for counts in lost.count_lost(apart, pack)]
    assert (sum(parts) == found).all() and all(part.any() for part in parts)


@pytest.mark.parametrize("cards", ["2c 7c Jc", "7c 7d Jk", "Ac Kd Qh"])
def test_three_known_cards_are_counted_alike_in_two_ways(cards: str) -> None:
    held = tuple(sorted(hand(cards)))
    (slow,), _ = sweeps.sweep(held, ANY, 1, sweeps.WHOLE)
    assert (threes.by_two_cards(held, sweeps.WHOLE) == pairs._evened(slow, 2, held)).all()


def test_of_equal_ways_to_hold_the_one_that_draws_least_is_best_and_large_pays_stay_exact() -> None:
    pack, firsts, found = small()
    lines = quick_draw.numbered(RULES)
    with_ = holds.made_with(lines, pack)
    for extra in (Fraction(0), Fraction(100_000), Fraction(99_991, 7)):
        pays = holds.Pays(1, -1, (extra,) * (max(lines) + 1))
        best = holds.best_ways(firsts, found, with_, pays, pack)
        for at in range(0, len(firsts), 40):
            made = holds.made_by_hold(firsts[at].tolist(), with_)
            worths = [holds.worth(way, found[at].tolist(), made, pays, pack) for way in range(32)]
            equal = [way.bit_count() for way, worth in enumerate(worths) if worth == max(worths)]
            assert worths[best[at]] == max(worths) and int(best[at]).bit_count() == max(equal)


# The whole pack


def lost_of(cards: str, held: str) -> int:
    kind, places = holds.as_first(hand(cards))
    return int(quick_draw.lost_by_kind()[kind, holds.way_of(hand(cards), hand(held), places)])


@pytest.mark.parametrize(
    ("cards", "beaten"),
    [
        ("As Ad Ac Ah Jk", 0),  # five aces
        ("2s 2d 2c 2h Jk", 0),  # without the joker there is no other five of a kind
        ("Ah Kh Qh Jh Th", 8 * comb(43, 2)),  # five of a kind, of twos to nines: the higher ranks have lost a heart
        ("Ah Kh Qh Jh Jk", 3 * comb(43, 2)),  # a royal flush without the joker, of the three other suits
        ("7h 5d 4c 3s 2h", comb(48, 7)),  # seven cards always have something better than seven-high
    ],
)
def test_how_many_hands_of_the_player_dealer_beat_five_cards_that_stand_pat(cards: str, beaten: int) -> None:
    assert lost_of(cards, cards) == beaten


@pytest.mark.parametrize(
    ("cards", "held"),
    [("Kh Kd 9s 5c 2d", "Kh Kd"), ("Ah Qd Jk 7s 3c", "Ah Jk"), ("2h 4d 6s 8c Td", "Td"), ("8h 9h Th Js Qd", "8h 9h Th"),
     ("Ac Ad Ah As 2c", ""), ("9c 9d 3h 4s Jk", "9c 9d Jk"), ("8c 9d Th Js 2d", "8c 9d Th Js")],
)  # fmt: skip
def test_rounds_dealt_at_random_lose_as_often_as_counted(cards: str, held: str) -> None:
    first, kept, dealer, rounds = hand(cards), hand(held), np.random.default_rng(3), 30_000
    left = np.array([card for card in range(53) if card not in first])
    dealt = dealer.permuted(np.tile(left, (rounds, 1)), axis=1)
    drawn = 5 - len(kept)
    final = np.hstack([np.tile(np.array(kept, int), (rounds, 1)), dealt[:, :drawn]])
    share = float((hands.ranked(dealt[:, drawn : drawn + 7]) > hands.ranked(final)).mean())
    exact = lost_of(cards, held) / (comb(48, drawn) * comb(48 - drawn, 7))
    assert abs(share - exact) < 4 * (exact * (1 - exact) / rounds) ** 0.5


def test_the_coach_gives_the_worth_of_all_32_holds_in_any_suits_and_order() -> None:
    told = coached("Kh Kd 9s 5c 2d")
    assert len(told) == 32 and max(told, key=lambda answer: told[answer]) == "discard 9s 5c 2d"
    assert told["discard 9s 5c 2d"] == KINGS
    moved = coached("2s 9h Ks 5d Kc")
    assert sorted(moved.values()) == sorted(told.values()) and moved["discard 2s 9h 5d"] == KINGS
    assert coached("Ah Kh Qh Jh Th")["stand pat"] == 101 - Fraction(2 * 8 * comb(43, 2), comb(48, 7))


def coached(cards: str) -> Mapping[str, Fraction]:
    return quick_draw.advise(RULES, "draw", hand(cards), {}, {"play": 1000}).worth


def test_the_coach_speaks_at_the_table() -> None:
    said = """
    game = "cal-quick-draw-poker"
    [cards]
    "seat 1" = "Jk 9c 9d 3h 4s"
    [[seats]]
    seat = 1
    wagers = { play = "10", quick-draw-bonus = "5" }
    """
    driver, ask = play_to_decision(scenario.read(said, name="test"), game("cal-quick-draw-poker"))
    told = coach(driver)
    assert (told.what, told.unit, told.amount, len(told.answers)) == ("draw", "the wager", 1000, 32)
    assert told.best.text == "discard 3h 4s" == quick_draw.quick(RULES)(ask, {})


@pytest.mark.parametrize(
    ("cards", "held"),
    [
        ("8c 9d Th Js Qd", "8c 9d Th Js Qd"),
        ("Kh Kd 9s 5c 2d", "Kh Kd"),
        ("Ah Kh Qh Jh 2d", "Ah Kh Qh Jh"),
        ("9c 9d 3h 4s Jk", "9c 9d Jk"),
        ("Jk Kh Kd Qs Qc", "Jk Kh Kd Qs Qc"),
        ("2h 4d 6s 8c Td", "Td"),
    ],
)
def test_what_is_held(cards: str, held: str) -> None:
    assert text(quick_draw.held_of(RULES, hand(cards))) == held


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


def test_both_wagers_are_exact() -> None:
    sheet = price(RULES)
    play, bonus = sheet.wager("play"), sheet.wager("quick-draw-bonus")
    assert play.method.startswith("exact") and bonus.method.startswith("exact")
    assert play.expectation == Fraction(-157058286623000927, 10417235834287081800)
    assert sum(line.count for line in play.lines) == play.outcomes.total
    assert sum(line.returned for line in play.lines) == play.expectation
    assert f"{play.outcomes.standard_deviation:.8f}" == "1.39519026"
    # Five of a kind is the highest hand, and can't be lost with.
    lost_lines = [line.name for line in play.lines if line.name.startswith("lose")]
    assert len(play.lines) == 17 and "lose, five of a kind" not in lost_lines
    (simple,) = sheet.simple
    assert simple.expectation == Fraction(-101119840503624421, 5349391374363636600)
    assert bonus.expectation == Fraction(-2181752, 2869685)
    counts = [line.count for line in bonus.lines]
    assert counts == [4, 13, 20, 180, 3120, 6552, 7804, 20_532, 137_280, 2_694_180]


def test_an_edited_bonus_line_is_priced_without_counting_again() -> None:
    rules = house_rules(
        game("cal-quick-draw-poker").rules, Choices(pays={"quick-draw-bonus": {"three-of-a-kind": "3:1"}})
    )
    bonus = price(rules).wager("quick-draw-bonus")
    assert bonus.expectation == Fraction(-2181752 + 137_280, 2869685)


@pytest.mark.skipif(not os.environ.get("HOUSEWAY_FULL"), reason="every one of 73 million hands, for each first hand")
@pytest.mark.parametrize("cards", ["Kh Kd 9s 5c 2d", "8c 9d Th Js Jk", "4h 6h 9h Kh Ad"])
def test_hands_of_the_whole_pack_lose_as_often_as_every_draw_of_one_card_against_every_seven(cards: str) -> None:
    first = tuple(sorted(hand(cards)))
    held = [first, *(tuple(card for card in first if card != gone) for gone in first)]
    assert lost_by_every_seven(first) == [lost_of(text(first), text(kept)) for kept in held]
