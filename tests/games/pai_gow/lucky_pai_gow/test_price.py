"""Pai gow counted by kinds of hands, against the house way, the settlement and every deal of small packs."""

import os
from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb
from random import Random

import numpy as np
import pytest

from houseway.cards.card import JOKER, Card, hand
from houseway.cards.special_ranks import joker_rank, two_card_rank
from houseway.games import game
from houseway.games.pai_gow.count import best as best_module
from houseway.games.pai_gow.count import contents as contents_module
from houseway.games.pai_gow.count import meet as meet_module
from houseway.games.pai_gow.count.best import best
from houseway.games.pai_gow.count.coach import advise, opponents
from houseway.games.pai_gow.count.contents import contents
from houseway.games.pai_gow.count.hands import FRONT_BITS, FRONT_MASK, FULL_PACK, Ints, examples, kinds_of, many_kinds
from houseway.games.pai_gow.count.kinds import hands_of_each_kind
from houseway.games.pai_gow.count.meet import meet, points
from houseway.games.pai_gow.count.pricing import Counts, price, price_bonus_bet, settings
from houseway.games.pai_gow.count.splits import all_splits, by_kind, fronts
from houseway.games.pai_gow.facts import CONTAINED
from houseway.games.pai_gow.settlement import SetHand, compared, contained, copies, set_house_way, settle
from houseway.play import scenario
from houseway.play.outcome import Outcome, Result
from houseway.play.scenario import play_to_decision
from houseway.pricing.coach import coach
from houseway.pricing.papers.sheet import Sheet
from houseway.rules.house_way import house_way
from houseway.rules.resolved import resolve
from tests.test_house_way import likely

GAME = game("lucky-pai-gow").rules
RULES = resolve(GAME)
HANDS = int(os.environ.get("HOUSEWAY_HANDS", "20000"))

# Three ranks and a half with the joker; a suit with straights and flushes; four whole ranks.
PACKS = {
    "few ranks": hand("2c 2d 2h 2s 3c 3d 3h 3s Qc Qd Qh Qs Kc Kd Jk"),
    "one suit": hand("6c 7c 8c 9c Tc Jc Qc Kc Ac 2d 9d Td Ah Jk"),
    "whole ranks": hand("9c 9d 9h 9s Tc Td Th Ts Jc Jd Jh Js Ac Ad Ah As"),
}
MANY = hand("2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac 2d 9d Td Kd Ah 2h Th As Jk")
HOUSE = points(7, settings(GAME))
COUNTS = Counts(GAME)

Cards = tuple[Card, ...]


def code(shown: SetHand) -> tuple[int, int]:
    return joker_rank(shown.back), two_card_rank(shown.front)


def read(number: int) -> tuple[int, int]:
    return number >> FRONT_BITS, fronts(2)[number & FRONT_MASK]


# Kinds and settings


def test_every_hand_is_set_as_the_house_dealer_sets_it() -> None:
    rng, codes = Random(17), settings(GAME)
    hands = [rng.sample(range(53), 7) for _ in range(HANDS)] + [list(likely(rng)) for _ in range(HANDS // 2)]
    got = codes[kinds_of(np.array(hands, np.uint8))]
    for cards, number in zip(hands, got.tolist(), strict=True):
        assert read(number) == code(set_house_way(GAME, cards)), cards


def test_all_ways_to_set_a_hand_are_found_and_fouls_are_none() -> None:
    rng, chart = Random(5), house_way(GAME)
    hands = [sorted(likely(rng)) for _ in range(300)]  # the joker last
    for cards, ways in zip(hands, all_splits(chart.hands, np.array(hands, np.uint8)).tolist(), strict=True):
        for two, number in zip(combinations(cards, 2), ways, strict=True):
            shown = SetHand(two, tuple(card for card in cards if card not in two))
            assert (read(number) == code(shown)) if number else compared(shown, shown) == "loses"


def test_examples_of_kinds_are_all_kinds_and_together_all_hands() -> None:
    hands, known = hands_of_each_kind(FULL_PACK, 7), examples(7)
    assert hands.sum() == comb(53, 7) == 154_143_080
    assert set(np.nonzero(hands)[0].tolist()) == set(known.kinds.tolist())
    assert hands[known.kinds[known.cards[:, -1] == JOKER]].sum() == comb(52, 6)


# The bonus bet


def test_well_known_counts_of_seven_cards_with_a_joker() -> None:
    counts = {line.name: line.count for line in price_bonus_bet(RULES, "lucky-bonus", COUNTS).lines}
    assert counts == {
        "natural seven-card straight flush": 32,
        "royal flush and royal match": 72,
        "seven-card straight flush with the joker": 196,
        "five aces": comb(48, 2),
        "royal flush": 26_020,
        "straight flush": 184_644,
        "four of a kind": 307_472,
        "full house": 4_188_528,
        "flush": 6_172_088,
        "three of a kind": 7_672_500,
        "straight": 11_034_204,
        "nothing": 124_556_196,
    }


def test_the_bonus_bet_follows_its_pay_table_without_a_new_count(monkeypatch: pytest.MonkeyPatch) -> None:
    before = price_bonus_bet(RULES, "lucky-bonus", COUNTS)
    assert before.expectation == Fraction(-289617, 3853577)
    monkeypatch.setattr(contents_module, "hands_of_each_kind", None)
    edited = resolve(GAME, pays={"lucky-bonus": {"flush": "5:1", "straight": "push"}})
    after = price_bonus_bet(edited, "lucky-bonus", COUNTS)
    assert after.expectation - before.expectation == Fraction(6_172_088 - 11_034_204, comb(53, 7))


@pytest.mark.parametrize("pack", PACKS.values(), ids=PACKS.keys())
def test_what_small_packs_hold_is_what_every_hand_holds(pack: Cards) -> None:
    every = Counter(frozenset(contained(cards)) & CONTAINED for cards in combinations(pack, 7))
    assert contents(house_way(GAME).hands, CONTAINED, pack) == every


def test_bonus_lines_are_what_the_settlement_pays() -> None:
    pack = PACKS["one suit"]
    anyhow = SetHand(hand("2c 3c"), hand("4c 5c 6c 7c 9d"))
    won: Counter[Fraction] = Counter()
    for cards in combinations(pack, 7):
        (outcome,) = settle(RULES, SetHand(cards[:2], cards[2:]), anyhow, {"lucky-bonus": 100})
        won[outcome.odds.fraction() if outcome.odds else Fraction(-1)] += 1
    priced = price_bonus_bet(RULES, "lucky-bonus", Counts(GAME, pack))
    assert {result: many for result, many in priced.outcomes.counts.items() if many} == won


# The base wager


@pytest.mark.parametrize("pack", PACKS.values(), ids=PACKS.keys())
def test_every_pair_of_hands_of_a_small_pack_comes_out_as_counted(pack: Cards) -> None:
    every = {cards: set_house_way(GAME, cards) for cards in combinations(pack, 7)}
    found: Counter[str] = Counter()
    for cards, mine in every.items():
        rest = [card for card in pack if card not in cards]
        for others in combinations(rest, 7):
            theirs = every[others]
            copied = copies(mine, theirs)
            found.update([compared(mine, theirs), *copied, *["both"] * (len(copied) == 2)])
    met = meet(HOUSE, HOUSE, 7, pack=pack)
    assert met.pairs == comb(len(pack), 7) * comb(len(pack) - 7, 7)
    assert (met.both, met.push, met.lost) == (found["wins"], found["push"], found["loses"])
    assert (met.copied_front, met.copied_back, met.copied_both) == (found["front"], found["back"], found["both"])


def test_two_ways_to_set_a_hand_meet_as_counted() -> None:
    """A player who puts the highest legal front there is, against the house way."""
    pack = PACKS["one suit"]
    chart, known = house_way(GAME), examples(7)
    ways = all_splits(chart.hands, known.cards)
    front = np.where(ways > 0, (ways & FRONT_MASK) << 16 | ways >> FRONT_BITS, 0).max(axis=1)
    bold = by_kind(known.kinds, ((front & 0xFFFF) << FRONT_BITS | front >> 16).astype(np.int32))
    met = meet(points(7, bold), HOUSE, 7, pack=pack)
    found: Counter[str] = Counter()
    for cards in combinations(pack, 7):
        sets = [SetHand(two, tuple(card for card in cards if card not in two)) for two in combinations(cards, 2)]
        legal = [shown for shown in sets if compared(shown, SetHand(hand("2c 3d"), hand("2d 3c 4c 5c 7c"))) != "loses"]
        mine = max(legal, key=lambda shown: code(shown)[::-1])
        for others in combinations([card for card in pack if card not in cards], 7):
            found[compared(mine, set_house_way(GAME, others))] += 1
    assert (met.both, met.push, met.lost) == (found["wins"], found["push"], found["loses"])


# The best setting


@pytest.mark.parametrize("copies_win", [False, True], ids=["player", "player-dealer"])
def test_the_best_settings_of_a_small_pack_are_what_trying_everything_finds(copies_win: bool) -> None:
    pack = hand("2c 2d 2h 2s 3c 3d 3h 3s 4c 4d 4h 4s Ac Ad Ah As Jk")
    chart, codes = house_way(GAME), settings(GAME)
    hands = list(combinations(pack, 7))
    rows = np.array([sorted(cards) for cards in hands], np.uint8)
    found = kinds_of(rows)
    house = dict(zip(hands, codes[found].tolist(), strict=True))
    most: list[int] = []
    at_home: list[int] = []
    alike: dict[int, Counter[int]] = {}
    for cards, kind, ways in zip(hands, found.tolist(), all_splits(chart.hands, rows).tolist(), strict=True):
        theirs = np.array([house[others] for others in combinations([one for one in pack if one not in cards], 7)])
        worth = {way: _lower(way, theirs, copies_win) for way in {*ways, house[cards]} - {0}}
        most.append(max(worth.values()))
        at_home.append(worth[house[cards]])
        alike.setdefault(kind, Counter()).update(worth)
    got = best(chart.hands, codes, pack=pack, copies_win=copies_win)
    pairs = got.pairs  # each counts for one less than the lower of its two hands
    assert (got.worth + pairs, got.house + pairs) == (sum(most), sum(at_home))
    assert got.by_kind + pairs == sum(max(worth.values()) for worth in alike.values())
    assert all(alike[kind][way] == max(alike[kind].values()) for kind, way in zip(got.kinds, got.codes, strict=True))
    assert got.worth > got.house


def _lower(way: int, theirs: np.ndarray[tuple[int], np.dtype[np.int32]], copies_win: bool) -> int:
    front, back = way & FRONT_MASK, way >> FRONT_BITS
    fronts, backs = theirs & FRONT_MASK, theirs >> FRONT_BITS
    lower = (fronts <= front, backs <= back) if copies_win else (fronts < front, backs < back)
    return int(lower[0].sum() + lower[1].sum())


def test_a_pack_without_whole_ranks_is_refused() -> None:
    with pytest.raises(ValueError, match="a pack of whole ranks"):
        best(house_way(GAME).hands, settings(GAME), pack=PACKS["one suit"])


# The whole game


@pytest.fixture(scope="module")
def sheet() -> Sheet:
    return price(RULES)


def test_the_house_way_against_itself_loses_just_by_copies(sheet: Sheet) -> None:
    base = sheet.wager("base")
    assert base.outcomes.total == comb(53, 7) * comb(46, 7)
    assert base.outcomes.counts == {
        Fraction(1): 2_373_939_678_930_048,
        Fraction(0): 3_397_256_922_526_652,
        Fraction(-1): 2_479_262_429_757_700,
    }
    met = meet(HOUSE, HOUSE, 7)
    assert base.expectation == -Fraction(met.copied_front + met.copied_back, 2 * met.pairs)
    assert 2 * met.front + met.copied_front == met.pairs == 2 * met.back + met.copied_back


def test_both_ways_to_count_the_base_wager_agree(sheet: Sheet) -> None:
    hands, codes = house_way(GAME).hands, settings(GAME)
    met, found = meet(HOUSE, HOUSE, 7), best(hands, codes)
    assert found.house == met.front + met.back - met.pairs
    alike = meet(points(7, found.settings()), HOUSE, 7)
    assert found.by_kind == alike.front + alike.back - alike.pairs
    assert sheet.wager("base-best").expectation == Fraction(found.by_kind, found.pairs)
    assert found.by_kind <= found.worth == 8_164_338_262_532_464 - met.pairs
    bank = best(hands, codes, copies_win=True)
    assert bank.worth == 8_374_953_096_780_440 - met.pairs
    assert bank.house == met.front + met.back + met.copied_front + met.copied_back - met.pairs


def test_what_a_hand_gains_is_what_all_its_opponents_say() -> None:
    """Hands with a flush, which are all of their kind up to suits, against each of 53,524,680 opponents."""
    chart, codes = house_way(GAME), settings(GAME)
    found, hands = best(chart.hands, codes), hands_of_each_kind(FULL_PACK, 7)
    where = {kind: at for at, kind in enumerate(found.kinds.tolist())}
    for text in ("9c Tc Jc Qc Kc Kd Ah", "2c 5c 9c Kc Ad Qh Jk", "3c 6c 8c Tc Ac Ad Ah"):
        cards = hand(text)
        (kind,) = kinds_of(np.array([cards], np.uint8)).tolist()
        tally = opponents(codes, 7, cards)
        backs, fronts = np.append(0, tally.sum(axis=1).cumsum()), np.append(0, tally.sum(axis=0).cumsum())

        def lower(way: int, backs: Ints = backs, fronts: Ints = fronts) -> int:
            return int(backs[way >> FRONT_BITS] + fronts[way & FRONT_MASK])

        ways = all_splits(chart.hands, np.array([cards], np.uint8))[0].tolist()
        most = max(lower(way) for way in ways if way)
        assert lower(int(found.codes[where[kind]])) == most, text
        assert found.gained[where[kind]] == (most - lower(int(codes[kind]))) * hands[kind], text


def test_deals_settled_at_the_table_come_out_as_counted(sheet: Sheet) -> None:
    rng, net, square, many = Random(2026), 0, 0, HANDS
    bonus: list[int] = []
    for _ in range(many):
        cards = rng.sample(range(53), 14)
        mine, theirs = set_house_way(GAME, cards[:7]), set_house_way(GAME, cards[7:])
        base, lucky = (_net(one) for one in settle(RULES, mine, theirs, {"base": 100, "lucky-bonus": 100}))
        net, square = net + base, square + base * base
        bonus.append(lucky)
    for wager, mean in (("base", net / many / 100), ("lucky-bonus", sum(bonus) / many / 100)):
        priced = sheet.wager(wager)
        assert abs(mean - float(priced.expectation)) < 4 * priced.outcomes.standard_deviation / many**0.5
    outcomes = sheet.wager("base").outcomes
    decided = 1 - outcomes.counts[Fraction(0)] / Fraction(outcomes.total)
    assert square / many / 10_000 == pytest.approx(float(decided), abs=0.02)


def _net(outcome: Outcome) -> int:
    return outcome.paid if outcome.result is Result.WIN else -outcome.stake * (outcome.result is Result.LOSE)


def test_other_pays_of_the_base_wager_need_no_new_count(monkeypatch: pytest.MonkeyPatch, sheet: Sheet) -> None:
    monkeypatch.setattr(meet_module, "each", None)
    monkeypatch.setattr(best_module, "each", None)
    again = price(resolve(GAME, pays={"base": {"wins": "19:20"}}))
    wins = sheet.wager("base").outcomes.counts[Fraction(1)]
    total = sheet.wager("base").outcomes.total
    assert sheet.wager("base").expectation - again.wager("base").expectation == Fraction(wins, 20 * total)
    assert any("At these pays other settings may be better" in note for note in again.notes)


# The coach


def test_the_coach_says_what_every_hand_of_the_player_dealer_says() -> None:
    pack, cards = PACKS["few ranks"], hand("2c 2d 3c 3h Qs Kd Jk")
    advised = advise(RULES, "set", cards, {"seat 1": cards}, {"base": 500}, pack=pack)
    assert advised.amount == 500
    theirs = [set_house_way(GAME, others) for others in combinations([one for one in pack if one not in cards], 7)]
    for two in combinations(cards, 2):
        shown = SetHand(two, tuple(card for card in cards if card not in two))
        worth = sum({"wins": 1, "push": 0, "loses": -1}[compared(shown, bank)] for bank in theirs)
        name = "front " + " ".join(_name(card) for card in two)
        assert advised.worth[name] == Fraction(worth, len(theirs)), name
    assert advised.worth["house way"] in advised.worth.values()


def _name(card: Card) -> str:
    return next(name for name in ("2c", "2d", "3c", "3h", "Qs", "Kd", "Jk") if hand(name) == (card,))


def test_the_coach_knows_the_cards_of_its_own_seat_only() -> None:
    text = """
    game = "lucky-pai-gow"
    [cards]
    "seat 2" = "Ks 9s 7s 7c 4h 4d 3s"
    "seat 3" = "{other}"
    [bank]
    seat = 1
    amount = "1000"
    [[seats]]
    seat = 2
    wagers = {{ base = "10" }}
    [[seats]]
    seat = 3
    wagers = {{ base = "10" }}
    """
    told = []
    for other in ("Ah Ad As Ac Kc Kd Kh", "2c 2d 3c 5c 6d 8h Tc"):
        plan = scenario.read(text.format(other=other), name="test")
        told.append(coach(play_to_decision(plan, game("lucky-pai-gow"))[0], "seat 2"))
    first, second = told
    assert first.answers == second.answers
    assert first.best.text == "front 4h 4d"
    assert first.best.worth == Fraction(2427409, 17841560)
    house = next(answer for answer in first.answers if answer.text == "house way")
    assert house.worth == next(answer for answer in first.answers if answer.text == "front Ks 9s").worth


@pytest.mark.parametrize("size", [6, 7])
@pytest.mark.parametrize("pack", [*PACKS.values(), MANY], ids=[*PACKS.keys(), "all ranks"])
def test_hands_of_each_kind_are_those_counted_one_by_one(pack: Cards, size: int) -> None:
    """By arithmetic, and by looking at each of them."""
    one_by_one = np.bincount(kinds_of(np.array(list(combinations(pack, size)), np.uint8)), minlength=many_kinds())
    assert np.array_equal(hands_of_each_kind(pack, size), one_by_one)


def test_opponents_are_all_hands_of_the_other_cards() -> None:
    tally = opponents(settings(GAME), 7, hand("As Ah Kd Qc 7h 5d Jk"))
    assert tally.sum() == comb(46, 7)
