"""The family of pai gow: every wager of every game over every deal of small packs, set and settled by the table's own
settlement, against the counts; and the figures of whole packs."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from random import Random

import numpy as np
import pytest

from houseway.cards.card import Card, hand, text, without
from houseway.games import catalogue, game
from houseway.games.community.count.lines import price_said
from houseway.games.community.pai_gow_hands import count as community_price
from houseway.games.community.pai_gow_hands import round as pai_gow_hands
from houseway.games.community.round import settle_said
from houseway.games.pai_gow.count.answering import stairs, tops
from houseway.games.pai_gow.count.best import best
from houseway.games.pai_gow.count.coach import advise, doubles_against
from houseway.games.pai_gow.count.contents import ace_high
from houseway.games.pai_gow.count.hands import FRONT_BITS, FRONT_MASK, examples, kinds_of
from houseway.games.pai_gow.count.pricing import Counts, compared_answering, doubled, price_bonus_bet, settings
from houseway.games.pai_gow.count.splits import all_splits, fronts
from houseway.games.pai_gow.settlement import (
    BASE,
    SetHand,
    is_ace_high,
    is_foul,
    qualifies,
    set_house_way,
    settle,
    two_hands,
    with_pair,
)
from houseway.play import scenario
from houseway.play.outcome import Outcome, Result
from houseway.play.scenario import play_to_decision
from houseway.pricing import price
from houseway.pricing.coach import Advice, coach
from houseway.rules.models import GameRules
from houseway.rules.resolved import Rules, resolve
from tests.test_house_way import likely

Cards = tuple[Card, ...]

FAMILY = sorted(id for id, one in catalogue().items() if one.rules.family == "pai-gow")
# A suit with straights and flushes; one with the joker; few ranks.
PACKS = {
    "one suit": hand("6c 7c 8c 9c Tc Jc Qc Kc Ac 2d 9d Td Ah Jk"),
    "two suits": hand("2c 3c 4c 5c 8c 2d 3d 4d 5d 8d 9d 8h Ah Ts"),
    "few ranks": hand("Ac Ad Ah As 2c 2d 2h 3c 3d 3h Kc Kd Kh Jk"),
    "nothing": hand("2c 3s 4c 6s 7c 8s 9c Ts Jc Ks Ah 5h 3d Jk"),
}


def rules_of(id: str, **options: str) -> Rules:
    return resolve(game(id).rules, options)


def net(outcome: Outcome) -> Fraction:
    if outcome.result is Result.WIN:
        return Fraction(outcome.paid, outcome.stake)
    return Fraction(-1 if outcome.result is Result.LOSE else 0)


def every_pair(rules: GameRules, pack: Cards) -> Iterator[tuple[SetHand, SetHand]]:
    """Both sides the house way."""
    size = two_hands(rules).cards
    every = {cards: set_house_way(rules, cards) for cards in combinations(pack, size)}
    for cards, mine in every.items():
        for others in combinations([card for card in pack if card not in cards], size):
            yield mine, every[others]


def pack_for(rules: GameRules, pack: Cards) -> Cards:
    """As few cards as two hands have, or one more."""
    return pack if two_hands(rules).cards == 7 else pack[:5] + pack[6:]


# Every wager over every deal of small packs


@pytest.mark.parametrize("pack", ["one suit", "few ranks", "nothing"])
@pytest.mark.parametrize("id", FAMILY)
def test_every_wager_of_a_small_pack_comes_out_as_the_table_settles_it(id: str, pack: str) -> None:
    rules = rules_of(id, **({"shuffling": "machine"} if id == "pai-gow-triple-bonus" else {}))
    small = pack_for(rules.game, PACKS[pack])
    double = two_hands(rules.game).in_front == 1
    stakes = dict.fromkeys(rules.wagers, 100)
    found: dict[str, Counter[Fraction]] = {wager: Counter() for wager in stakes}
    for mine, theirs in every_pair(rules.game, small):
        for outcome in settle(rules, mine, theirs, stakes):
            found[outcome.wager][net(outcome)] += 1
    counts = Counts(rules.game, small)
    met = counts.house_ways
    base = {Fraction(1): met.both, Fraction(0): met.push + met.pairs - met.stood, Fraction(-1): met.lost}
    assert +Counter(base) == found.pop(BASE)
    if double:
        found.pop("double-down")
    for wager, results in found.items():
        priced = price_bonus_bet(rules, wager, counts).outcomes
        each = counts.pairs // priced.total  # bets on one hand are counted without the other
        assert {result: many * each for result, many in priced.counts.items() if many} == results, wager


def test_a_line_that_needs_a_machine_is_priced_only_with_one() -> None:
    priced = [
        price_bonus_bet(rules, "happy-pai-gow", Counts(rules.game))
        for rules in (rules_of("pai-gow-triple-bonus", shuffling=how) for how in ("machine", "hand"))
    ]
    with_machine, by_hand = ({line.name: line.count for line in one.lines} for one in priced)
    red_or_black = with_machine.pop("nine-high pai gow, all seven cards of one colour")
    # Of the eight ranks from two to nine, a five or a six is left out: otherwise there is a straight. Of one colour,
    # and three or four of each of its suits.
    assert red_or_black == 2 * 2 * (35 + 35)
    assert by_hand["nine-high pai gow"] == with_machine["nine-high pai gow"] + red_or_black
    del by_hand["nine-high pai gow"], with_machine["nine-high pai gow"]
    assert by_hand == with_machine


# The figures of whole packs: counted once, and kept

WHOLE = {
    "pai-gow-double-hand": {"base": Fraction(-26330687706913, 2062614757803600)},
    "pai-gow-triple-bonus": {
        "base": Fraction(-26330687706913, 2062614757803600),
        "base-best": Fraction(-7176777767911, 687538252601200),
        "ultimate-push": Fraction(-123127409613353, 2062614757803600),
        "double-luck": Fraction(-207087, 2266810),
    },
    "ace-up-pai-gow": {
        "base": Fraction(-16208609848799, 257826844725450),
        "base-best": Fraction(-627353552179, 30332569967700),
        "lucky-bonus": Fraction(-191379, 1482145),
        "ace-up-bonus": Fraction(-117553125597, 8088685324720),
    },
    "mini-pai-gow": {
        "base": Fraction(-765404764471, 12325380869802),
        "base-best": Fraction(-27859045661, 12325380869802),
        "double-down": Fraction(1597269131512, 10400982299169),
        "aces-bonus": Fraction(-459639, 2869685),
    },
    "ultimate-pai-gow": {
        "player": Fraction(106564961, 101446722300),
        "banker": Fraction(106564961, 101446722300),
        "push": Fraction(-11052013855529, 128913422362725),
        "tie": Fraction(-2710556243869, 23438804065950),
    },
}


@pytest.mark.parametrize("id", WHOLE)
def test_the_figures_of_whole_packs(id: str) -> None:
    sheet = price(rules_of(id))
    assert {wager: sheet.wager(wager).expectation for wager in WHOLE[id]} == WHOLE[id]
    for wager in sheet.wagers:
        if wager.action is not None:  # a base wager that may be doubled, and its double-down by themselves
            assert sum((part.expectation for part in wager.parts), Fraction(0)) == wager.expectation
            assert sum((part.action for part in wager.parts), Fraction(0)) == wager.action
            assert sum((one.chance for one in wager.taken), Fraction(0)) == 1


def test_mini_whole_pack_both_ways_to_count_agree() -> None:
    """All pairs together, and every hand up to suits against all its opponents."""
    counts = Counts(game("mini-pai-gow").rules)
    met, found = counts.house_ways, counts.best
    assert found.house == met.both - met.lost == met.front + met.back - met.pairs
    parts = doubled(counts)
    single, twice, back = ((one.both - one.lost) for one in (parts.single, parts.counted, parts.back))
    assert single + 2 * twice + back == found.by_kind <= found.worth
    assert Fraction(found.by_kind, found.pairs) == WHOLE["mini-pai-gow"]["base-best"]


# Settings that answer a known hand


@pytest.mark.parametrize("pack", ["two suits", "few ranks"])
def test_ace_up_round_of_play_5_a_known_hand_is_answered_as_well_as_can_be(pack: str) -> None:
    rules, cards_of = rules_of("ace-up-pai-gow"), PACKS[pack]
    every = {cards: _settings(rules.game, cards) for cards in combinations(cards_of, 7)}
    banks = {cards: set_house_way(rules.game, cards) for cards in every}
    found: Counter[Fraction] = Counter()
    for cards, ways in every.items():
        for others in combinations([card for card in cards_of if card not in cards], 7):
            found[max(net(settle(rules, way, banks[others], {BASE: 100})[0]) for way in ways)] += 1
    got = compared_answering(Counts(rules.game, cards_of))
    results = {
        Fraction(1): got["wins"],
        Fraction(0): got["push"] + got["player-dealer-ace-high"],
        Fraction(-1): got[""],
    }
    assert +Counter(results) == found


def _settings(rules: GameRules, cards: Cards) -> list[SetHand]:
    ranking = two_hands(rules)
    ways = [SetHand(some, without(cards, some), ranking) for some in combinations(cards, ranking.in_front)]
    return [way for way in ways if not is_foul(way)]


# Mini Pai Gow's double-down


@pytest.mark.parametrize("ranks", ["234A", "9TJK"])
def test_mini_player_options_setting_and_doubling_best_is_what_trying_everything_finds(ranks: str) -> None:
    rules = game("mini-pai-gow").rules
    pack = hand(" ".join(rank + suit for rank in ranks for suit in "cdhs") + (" Jk" if "A" in ranks else ""))
    hands, codes, least = two_hands(rules), settings(rules), doubles_against(rules)
    every = list(combinations(sorted(pack), 6))
    rows = np.array(every, np.uint8)
    house = dict(zip(every, codes[kinds_of(rows)].tolist(), strict=True))
    alike: dict[int, Counter[tuple[int, bool]]] = {}
    most, at_home = 0, 0
    for cards, kind, ways in zip(every, kinds_of(rows).tolist(), all_splits(hands, rows).tolist(), strict=True):
        left = [card for card in sorted(pack) if card not in cards]
        theirs = np.array([house[others] for others in combinations(left, 6)])
        good = theirs >> FRONT_BITS >= least
        worth: dict[tuple[int, bool], int] = {}
        for way in {*ways, house[cards]} - {0}:
            higher = (way & FRONT_MASK > theirs & FRONT_MASK).astype(int) + (way >> FRONT_BITS > theirs >> FRONT_BITS)
            worth[way, False] = int((higher - 1).sum())
            worth[way, True] = worth[way, False] + int((higher - 1)[good].sum())
        most += max(worth.values())
        at_home += worth[house[cards], False]
        alike.setdefault(kind, Counter()).update(worth)
    got = best(hands, codes, pack=pack, doubles_against=least)
    assert (got.worth, got.house) == (most, at_home)
    assert got.by_kind == sum(max(worth.values()) for worth in alike.values())
    counts = Counts(rules, pack)
    met = doubled(counts)
    single, twice, back = ((one.both - one.lost) for one in (met.single, met.counted, met.back))
    assert single + 2 * twice + back == got.by_kind
    assert met.single.stood + met.counted.stood + met.back.stood == counts.pairs


@pytest.mark.parametrize(
    ("id", "pays", "names"),
    [
        ("mini-pai-gow", {}, ("set best and doubled where that is best", "where it is best to make it")),
        ("mini-pai-gow", {"base": {"wins": "2:1"}}, ("as is best at even money", "making it is best at even money")),
        ("mini-pai-gow", {"double-down": {"wins": "2:1"}}, ("as is best at even money",)),
        ("lucky-pai-gow", {}, ("set best against the house way",)),
        ("lucky-pai-gow", {"base": {"wins": "3:2"}}, ("set as is best at even money, against the house way",)),
    ],
)
def test_settings_that_are_best_at_even_money_are_called_so_at_other_pays(
    id: str, pays: dict[str, dict[str, str]], names: tuple[str, ...]
) -> None:
    sheet = price(resolve(game(id).rules, pays=pays))
    told = [wager.name for wager in sheet.wagers]
    assert all(any(name in one for one in told) for name in names)
    assert any("other settings may be better" in note for note in sheet.notes) == bool(pays)


def test_mini_player_options_the_lowest_back_that_qualifies_is_a_pair_of_fives() -> None:
    rules = game("mini-pai-gow").rules
    least, rng = doubles_against(rules), Random(3)
    for _ in range(2000):
        bank = set_house_way(rules, rng.sample(range(53), 6))
        assert qualifies(rules, bank) == (bank.back_rank >= least)


# What is said of hands, against the settlement's own words


@pytest.mark.parametrize("id", ["pai-gow-triple-bonus", "ace-up-pai-gow"])
def test_kinds_hold_what_the_settlement_says(id: str) -> None:
    rules, rng = game(id).rules, Random(11)
    hands = two_hands(rules)
    known = examples(7)
    places = {kind: at for at, kind in enumerate(known.kinds.tolist())}
    high = ace_high(hands)
    dealt = [sorted(likely(rng)) for _ in range(1500)] + [sorted(rng.sample(range(53), 7)) for _ in range(1500)]
    for cards, kind in zip(dealt, kinds_of(np.array(dealt, np.uint8)).tolist(), strict=True):
        example = known.cards[places[kind]].tolist()
        assert with_pair(cards, hands) == with_pair(example, hands), text(cards)
        assert is_ace_high(cards, hands) == high[places[kind]] == is_ace_high(example, hands), text(cards)


def test_stairs_and_tops_are_those_of_all_settings() -> None:
    rules, rng = game("ace-up-pai-gow").rules, Random(4)
    hands, known = two_hands(rules), examples(7)
    place = {rank: at for at, rank in enumerate(fronts(2))}
    stair, top = stairs(hands), tops(hands)
    for at in rng.sample(range(len(known.kinds)), 300):
        ways = [(place[way.front_rank], way.back_rank) for way in _settings(rules, tuple(known.cards[at].tolist()))]
        assert (top[at] & FRONT_MASK, top[at] >> FRONT_BITS) == tuple(max(part) for part in zip(*ways, strict=True))
        steps = slice(stair.first[at], stair.first[at + 1])
        for front, back in [rng.choice(ways), (rng.randrange(91), rng.randrange(7000))]:
            below = (stair.codes[steps] & FRONT_MASK > front) & (stair.codes[steps] >> FRONT_BITS > back)
            assert stair.weights[steps][below].sum() == any(one > front and other > back for one, other in ways)


# Ultimate Pai Gow


@pytest.mark.parametrize("copies", ["push", "lose"])
@pytest.mark.parametrize("pack", PACKS.values(), ids=PACKS.keys())
def test_ultimate_every_wager_of_a_small_pack_comes_out_as_the_table_settles_it(pack: Cards, copies: str) -> None:
    rules = rules_of("ultimate-pai-gow", copies=copies)
    stakes = dict.fromkeys(rules.wagers, 100)
    found: dict[str, Counter[Fraction]] = {wager: Counter() for wager in stakes}
    for player, banker in every_pair(rules.game, pack):
        for outcome in settle_said(rules, pai_gow_hands.results(player, banker), stakes, ""):
            found[outcome.wager][net(outcome)] += 1
    counts = community_price.deals_by_words(rules.game, pack=pack)
    for wager, results in found.items():
        assert +Counter(dict(price_said(rules, wager, counts).outcomes.counts)) == results, wager


def test_ultimate_hands_that_say_everything_are_found_for_the_bank() -> None:
    rules = game("ultimate-pai-gow").rules
    wanted = set(community_price.deals_by_words(rules, pack=PACKS["few ranks"]))
    for words, (player, banker) in community_price._hands_that_say(rules, wanted).items():
        assert pai_gow_hands.results(set_house_way(rules, player), set_house_way(rules, banker)) == words


# The coach


@pytest.mark.parametrize("id", ["lucky-pai-gow", "mini-pai-gow"])
def test_the_coach_of_a_seat_says_what_every_hand_of_the_player_dealer_says(id: str) -> None:
    """Mini: a hand that is better doubled counts twice against those that qualify."""
    rules, pack = rules_of(id), PACKS["few ranks"]
    size = two_hands(rules.game).cards
    cards = Random(id).sample(pack, size)
    left = [card for card in pack if card not in cards]
    banks = [set_house_way(rules.game, others) for others in combinations(left, size)]
    advised = advise(rules, "set", cards, {"seat 2": cards}, {BASE: 500}, pack=pack)
    assert (advised.amount, advised.unit) == (500, "the base wager")
    for some in combinations(cards, two_hands(rules.game).in_front):
        way = SetHand(some, without(cards, some), two_hands(rules.game))
        by_wager = {wager: _mean(rules, wager, way, banks) for wager in rules.wagers if wager in (BASE, "double-down")}
        worth = by_wager[BASE] + max(Fraction(0), by_wager.get("double-down", Fraction(0)))
        assert advised.worth[f"front {text(some)}"] == worth, text(some)
        if "double-down" in by_wager:
            laid = {"seat 2 front": way.front, "seat 2 back": way.back}
            asked = advise(rules, "double-down", cards, laid, {BASE: 500}, pack=pack)
            assert asked.worth == {"no double-down": by_wager[BASE], "double-down": sum(by_wager.values())}


def _mean(rules: Rules, wager: str, way: SetHand, banks: list[SetHand]) -> Fraction:
    return sum((net(settle(rules, way, bank, {wager: 100})[0]) for bank in banks), Fraction(0)) / len(banks)


def test_the_coach_of_the_player_dealer_says_what_every_hand_set_the_house_way_says() -> None:
    rules, pack = rules_of("lucky-pai-gow"), PACKS["two suits"]
    cards = Random(8).sample(pack, 7)
    players = [set_house_way(rules.game, others) for others in combinations(set(pack) - set(cards), 7)]
    advised = advise(rules, "set player-dealer", cards, {"player-dealer": cards}, {BASE: 2500}, pack=pack)
    for way in _settings(rules.game, tuple(cards)):
        lost = sum((net(settle(rules, one, way, {BASE: 100})[0]) for one in players), Fraction(0))
        assert advised.worth[f"front {text(way.front)}"] == -lost / len(players), str(way)
    assert advised.amount == 2500


def test_ace_up_round_of_play_5_the_coach_of_the_player_dealer_knows_that_players_see_its_hand() -> None:
    rules, pack = rules_of("ace-up-pai-gow"), PACKS["few ranks"]
    for cards in (hand("Ac 2c 2d 3c 3d Kc Jk"), hand("Ac Ad 2c 3c 3d Kc Kd")):
        advised = advise(rules, "set player-dealer", cards, {"player-dealer": cards}, {BASE: 100}, pack=pack)
        answers = [
            _settings(rules.game, others) for others in combinations([one for one in pack if one not in cards], 7)
        ]
        for way in _settings(rules.game, cards):
            best_answers = (max(net(settle(rules, one, way, {BASE: 100})[0]) for one in ways) for ways in answers)
            assert advised.worth[f"front {text(way.front)}"] == -sum(best_answers, Fraction(0)) / len(answers)


def test_ace_up_how_winners_are_determined_3_a_an_ace_high_player_dealer_is_worth_nothing_to_anybody() -> None:
    cards = hand("Ac Kd Jh 9s 7c 5d 3h")
    advised = advise(rules_of("ace-up-pai-gow"), "set player-dealer", cards, {"player-dealer": cards}, {BASE: 100})
    assert set(advised.worth.values()) == {Fraction(0)}


PLAN = """
game = "{game}"
[cards]
player-dealer = "{bank}"
"seat 2" = "{cards}"
[bank]
seat = 1
amount = "1000"
[[seats]]
seat = 1
stack = "5000"
decisions = [{banks}]
[[seats]]
seat = 2
wagers = {{ base = "10" }}
decisions = [{sets}]
"""


def advice(id: str, bank: str, cards: str, who: str, *, banks: str, sets: str = "", at: str = "") -> Advice:
    plan = scenario.read(PLAN.format(game=id, bank=bank, cards=cards, banks=banks, sets=sets), name="test")
    return coach(play_to_decision(plan, game(id), at)[0], who)


def test_ace_up_round_of_play_5_the_coach_of_a_seat_knows_the_player_dealers_hand() -> None:
    """Sixes in front beat a queen, and kings in back beat sevens."""
    bank, cards = "7c 7d Qh Js 9c 4d 2h", "Kc Kd 6h 6s 3c 8d 5h"
    told = advice("ace-up-pai-gow", bank, cards, "seat 2", banks="'1', 'house way'")
    worth = {answer.text: answer.worth for answer in told.answers}
    assert worth["front 6h 6s"] == 1 == told.best.worth
    assert worth["front 8d 5h"] == 0  # below a queen, and two pair in back
    assert set(worth.values()) <= {Fraction(1), Fraction(0), Fraction(-1)}


@pytest.mark.parametrize(
    ("id", "sets"), [("lucky-pai-gow", "'house way'"), ("ace-up-pai-gow", ""), ("pai-gow-double-hand", "'house way'")]
)
def test_the_player_dealers_own_setting_is_coached(id: str, sets: str) -> None:
    bank, cards = "7c 7d Qh Js 9c 4d 2h", "Kc Kd 6h 6s 3c 8d 5h"
    told = advice(id, bank, cards, "seat 1", banks="'1'", sets=sets)
    assert (told.what, told.spot, told.amount) == ("set player-dealer", "player-dealer", 1000)
    assert told.best.text == "front Qh Js"
    assert told.seen == {"player-dealer": hand(bank)}


def test_mini_player_options_the_double_down_is_coached_once_the_hand_is_set() -> None:
    bank, offer = "7c 7d Qh Js 9c 4d", "double-down"
    told = advice("mini-pai-gow", bank, "Kc Kd Kh As Ad 8d", "seat 2", banks="'1'", sets="'front As'", at=offer)
    assert [answer.text for answer in told.answers] == ["double-down", "no double-down"]
    assert told.best.text == "double-down"
    weak = advice("mini-pai-gow", bank, "9d 8c 6h 4s 3c 2d", "seat 2", banks="'1'", sets="'house way'", at=offer)
    assert weak.best.text == "no double-down"
