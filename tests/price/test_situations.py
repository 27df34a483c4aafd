"""Situations after the first: listed ones add up to the street before, and digests are of what the coach says."""

import os
from collections.abc import Iterator, Sequence
from fractions import Fraction
from hashlib import sha256
from itertools import combinations, permutations
from math import comb
from random import Random

import numpy as np
import pytest

from houseway.cards.card import JOKER, text, without
from houseway.games import catalogue
from houseway.games.ante_and_raise.ultimate_texas_holdem.count import bets as uth_bets
from houseway.games.ante_and_raise.ultimate_texas_holdem.count import pricing as uth
from houseway.games.ante_and_raise.ultimate_texas_holdem.count import situations as uth_situations
from houseway.games.community.rows.count import pricing as rows
from houseway.games.community.rows.count import situations as rows_situations
from houseway.games.community.rows.count.deals import HANDS
from houseway.games.community.rows.count.peek import COMPLETIONS
from houseway.games.community.rows.round import ROWS, peek_wagers, place
from houseway.games.maryland_poker.criss_cross_poker.count import pricing as cross
from houseway.games.maryland_poker.criss_cross_poker.count import situations as cross_situations
from houseway.games.pai_gow.count import coach as pai_gow_coach
from houseway.games.pai_gow.count import known as pai_gow_known
from houseway.games.pai_gow.count import pricing as pai_gow_sheet
from houseway.games.pai_gow.count import situations as pai_gow_situations
from houseway.games.pai_gow.count.best import best
from houseway.games.pai_gow.count.settings import house_settings
from houseway.games.pai_gow.count.splits import fronts
from houseway.games.pai_gow.settlement import SetHand, is_foul, set_house_way, two_hands, whatever_the_hand
from houseway.pricing.counting.boards import kinds
from houseway.pricing.policy import digests
from houseway.rules.house_way import house_way
from houseway.rules.resolved import Rules
from houseway.rules.strict import RulesError
from houseway.rules.submission import house_rules

Cards = tuple[int, ...]


def rules_of(id: str) -> Rules:
    return house_rules(catalogue()[id].rules)


def changes() -> list[list[int]]:
    return [[card >> 2 << 2 | order[card & 3] for card in range(52)] for order in permutations(range(4))]


def digest_of(blocks: Sequence[Sequence[int]]) -> str:
    """As it is documented: 8 bytes a number, the lowest first; a digest of the blocks' digests."""
    of_each = [sha256(b"".join(number.to_bytes(8, "little", signed=True) for number in block)) for block in blocks]
    return sha256(b"".join(one.digest() for one in of_each)).hexdigest()


# Ultimate Texas Hold'em


def test_flops_of_ultimate_texas_holdem_add_up_to_a_check_before_the_flop() -> None:
    rules, pack = rules_of("ultimate-texas-holdem"), tuple(range(16))
    counted, of = uth.count(rules, pack=pack), kinds(pack)
    found = uth_situations.flops(rules, pack=pack)
    by_hand = [0] * counted.hands
    for at, raised, checked in zip(
        of.flops.situations.tolist(), found["raised"].tolist(), found["checked"].tolist(), strict=True
    ):
        by_hand[of.hand_of[at % comb(52, 2)]] += max(raised, checked)
    checking = counted.preflop.answers[-1].worth.tolist()
    assert by_hand == checking
    listed = list(uth_situations.on_the_flop(rules, pack=pack))
    assert sum(one.ways for one in listed) == counted.deals
    best = sum(one.ways * max(one.worth.values()) for one in listed)
    assert best == Fraction(sum(checking), counted.bets.scale)


def test_a_flop_of_ultimate_texas_holdem_is_worth_what_the_coach_says() -> None:
    rules, pack = rules_of("ultimate-texas-holdem"), tuple(range(16))
    listed, of = list(uth_situations.on_the_flop(rules, pack=pack)), kinds(pack)
    first, second = np.triu_indices(52, 1)
    for at in Random(5).sample(range(len(listed)), 25):
        flop, pair = divmod(int(of.flops.situations[at]), comb(52, 2))
        hole = (int(first[pair]), int(second[pair]))
        told = uth.advise(rules, "flop", hole, {"flop": of.flops.first[flop].tolist()}, {"ante": 1}, pack=pack)
        assert listed[at].worth == told.worth


def boards_of(pack: Cards) -> Iterator[Cards]:
    alike = changes()
    for board in combinations(pack, 5):
        renamed = [
            sum(1 << change[card] for card in board)
            for change in alike
            if set(map(change.__getitem__, pack)) == set(pack)
        ]
        if sum(1 << card for card in board) == min(renamed):
            yield board


def test_the_digest_of_rivers_is_of_what_the_coach_says_of_each() -> None:
    rules, pack = rules_of("ultimate-texas-holdem"), tuple(range(12))
    unit = uth_bets.bets(rules).scale * comb(len(pack) - 7, 2)
    worths = []
    for board in boards_of(pack):
        seen = {"flop": board[:3], "turn": board[3:4], "river": board[4:]}
        for hole in combinations([card for card in pack if card not in board], 2):
            told = uth.advise(rules, "river", hole, seen, {"ante": 1}, pack=pack)
            worths.append(int(told.worth["play 1"] * unit))
    assert uth_situations.river_digest(rules, pack=pack) == (len(worths), digest_of([worths]))


# Criss Cross Poker


def test_pairs_across_add_up_to_the_bets_on_the_first_street() -> None:
    rules, pack = rules_of("criss-cross-poker"), tuple(range(16))
    counted = cross.count(rules, pack=pack)
    sums: dict[str, Fraction] = {}
    for one in cross_situations.with_across(rules, pack=pack):
        sums[one.made] = sums.get(one.made, Fraction(0)) + one.ways * max(one.worth.values())
    for answer, made in ((cross.ONE, "across 1"), (cross.THREE, "across 3")):
        total = sum(hole.weight * hole.worth[answer] for hole in counted.holes)
        assert sums[made] == Fraction(total, counted.bets.scale)


def test_the_digest_of_crosses_is_of_what_the_coach_says_of_each() -> None:
    rules, pack = rules_of("criss-cross-poker"), tuple(range(8))
    pays = cross.bets(rules)
    unit = pays.scale * (len(pack) - 6)
    blocks = []
    renamings = [change for change in changes() if {change[card] for card in pack} == set(pack)]
    for hole in combinations(pack, 2):
        if hole != min(tuple(sorted(change[card] for card in hole)) for change in renamings):
            continue
        keep = [change for change in renamings if {change[card] for card in hole} == set(hole)]
        block: list[int] = []
        for across in combinations([card for card in pack if card not in hole], 2):
            if across != min(tuple(sorted(change[card] for card in across)) for change in keep):
                continue
            for down in combinations([card for card in pack if card not in hole + across], 2):
                block += four_numbers(rules, hole, across, down, pack, unit)
        blocks.append(block)
    assert cross_situations.cross_digest(rules, pack=pack) == (sum(map(len, blocks)) // 4, digest_of(blocks))


def four_numbers(rules: Rules, hole: Cards, across: Cards, down: Cards, pack: Cards, unit: int) -> list[int]:
    """From what the coach says after different bets."""

    def worth(first: int, second: int, third: int) -> Fraction:
        stakes = {"ante-across": 1, "across": first, "down": second}
        told = cross.advise(rules, "middle", hole, {"across": across, "down": down}, stakes, pack=pack)
        return told.worth[f"middle {third}"] * unit

    least = worth(1, 1, 1)
    on_across, on_down, on_middle = worth(2, 1, 1) - least, worth(1, 2, 1) - least, worth(1, 1, 2) - least
    return [int(one) for one in (least - on_across - on_down - on_middle, on_across, on_down, on_middle)]


# Two Card Peek


@pytest.mark.parametrize("first", [(0, 1), (0, 4), (35, 47), (40, 50)])
def test_rows_are_worth_what_the_coach_says_of_six_cards(first: Cards) -> None:
    rules = rules_of("two-card-peek")
    number = HANDS.tolist().index(list(first))
    found = rows_situations.rows_with(number, rows_situations.given_back(rules))
    second = rows_situations.seconds(number)
    luck = Random(7)
    for at in luck.sample(range(len(found)), 25):
        which, third = divmod(at, comb(48, 2))
        row = tuple(second[which].tolist())
        left = list(combinations([card for card in range(52) if card not in first + row], 2))
        laid = dict(zip(map(place, ROWS), (first, row, left[third]), strict=True))
        told = rows.advise(rules, "peek", (), laid, {})
        for wager, on in peek_wagers(rules.game).items():
            parts = rows.gains(rules.pay_tables[wager].lines)[1]
            worth = next(worth for answer, worth in told.worth.items() if answer.startswith(wager))
            assert Fraction(int(found[at, ROWS.index(on)]), parts * COMPLETIONS) - 1 == worth


def test_what_needs_no_digest_says_so() -> None:
    with pytest.raises(RulesError, match="--policy lists every situation"):
        digests(rules_of("three-card-poker"))
    with pytest.raises(RulesError, match="nothing is decided"):
        digests(rules_of("cash-in-baccarat"))


@pytest.mark.parametrize(
    ("id", "situations", "begins"),
    [
        ("ultimate-texas-holdem", 145_350_179, "a0c033b9f8de"),
        ("criss-cross-poker", 105_771_432, "e2d521d8d179"),
        ("two-card-peek", 105_771_432, "597f341eb4f2"),
        ("ace-up-pai-gow", 6_972_147, "d980252ae003"),
    ],
)
def test_digests_of_whole_packs_are_those_in_the_documents(id: str, situations: int, begins: str) -> None:
    if not os.environ.get("HOUSEWAY_FULL"):
        pytest.skip("a hundred million situations each: HOUSEWAY_FULL=1")
    (one,) = digests(rules_of(id))
    assert one.situations == situations and one.digest.startswith(begins)


# Pai gow


@pytest.mark.parametrize("id", ["lucky-pai-gow", "mini-pai-gow"])
def test_every_hand_of_pai_gow_is_worth_what_the_coach_says_of_its_best_setting(id: str) -> None:
    """Mini: a wager that is better doubled is."""
    rules, pack = rules_of(id), (*range(16), JOKER)
    size = two_hands(rules.game).cards
    found = pai_gow_situations.every_hand(rules, pack=pack)
    hands = np.array(list(combinations(pack, size)), np.uint8)
    keys, many = np.unique(pai_gow_situations.keys_of(hands), return_counts=True)
    assert (keys == found["keys"]).all() and many.sum() == comb(len(pack), size)
    worth = dict(zip(found["keys"].tolist(), found["worths"].tolist(), strict=True))
    house, least = house_settings(house_way(rules.game)), pai_gow_coach.doubles_against(rules.game)
    together = best(two_hands(rules.game), house, pack=pack, doubles_against=least).worth
    assert int((found["worths"] * many).sum()) == together, "what the sheet adds up"
    opponents = comb(len(pack) - size, size)
    for at in Random(id).sample(range(len(hands)), 12):
        cards = hands[at].tolist()
        told = pai_gow_coach.advise(rules, "set", cards, {"seat 2": cards}, {"base": 1}, pack=pack).worth
        (key,) = pai_gow_situations.keys_of(hands[at : at + 1]).tolist()
        assert Fraction(worth[key], opponents) == max(told.values()), text(cards)
    records = np.stack([found["keys"], found["worths"]], axis=1).ravel().tolist()
    whole = sha256(b"".join(number.to_bytes(8, "little", signed=True) for number in records)).hexdigest()
    assert pai_gow_situations.hand_digest(rules, pack=pack) == (len(keys), whole)


def in_records(numbers: Sequence[int]) -> dict[int, tuple[int, list[int]]]:
    """By the number of a hand: how the house way sets it, and its settings."""
    found, at = {}, 0
    while at < len(numbers):
        number, house, many = numbers[at : at + 3]
        found[number] = house, [*numbers[at + 3 : at + 3 + many]]
        at += 3 + many
    return found


def answered(settings: Sequence[int], known: int) -> int:
    """As it is documented: what the best setting comes to against a hand that is set so."""
    return max((one >> 7 > known >> 7) + (one & 127 > known & 127) for one in settings) - 1


def test_answers_to_a_known_hand_are_those_that_the_coach_gives() -> None:
    """Whichever way the known hand is set; its ace high gives every wager back and asks nothing."""
    rules, pack = rules_of("ace-up-pai-gow"), (*range(20), 50, 49, 48, 51, JOKER)
    blocks = list(pai_gow_known.records(rules, pack=pack))
    told = in_records([number for _, numbers in blocks for number in numbers.tolist()])
    hands = np.array(list(combinations(pack, 7)), np.uint8)
    keys = pai_gow_situations.keys_of(hands)
    assert sorted(told) == np.unique(keys).tolist() and sum(many for many, _ in blocks) == len(told)
    luck, results = Random(11), set()
    for _ in range(150):
        dealt = luck.sample(pack, 14)
        mine, theirs = sorted(dealt[:7]), sorted(dealt[7:])
        mine_number, their_number = pai_gow_situations.keys_of(np.array([mine, theirs], np.uint8)).tolist()
        house, ways = told[their_number]
        bank = set_house_way(rules.game, theirs)
        assert (house == 0) == (whatever_the_hand(rules, "base", bank) is not None)
        if luck.random() < 0.5:  # not the house way
            bank = next(shown for front in luck.sample(list(combinations(theirs, 2)), 21)
                        if not is_foul(shown := SetHand(front, without(theirs, front), bank.hands)))  # fmt: skip
            known = place_of(bank)
        else:
            known = house or place_of(bank)
            assert known == place_of(bank)
        if house == 0:
            continue
        assert any(one >> 7 >= known >> 7 and one & 127 >= known & 127 for one in ways), "none is higher than all"
        seen = {"player-dealer front": bank.front, "player-dealer back": bank.back, "seat 2": mine}
        worths = pai_gow_coach.advise(rules, "set", mine, seen, {"base": 1}, pack=pack).worth
        assert answered(told[mine_number][1], known) == max(worths.values()), (text(mine), str(bank))
        results.add(max(worths.values()))
    assert results == {-1, 0, 1}
    digest = sha256(b"".join(numbers.astype("<i8").tobytes() for _, numbers in blocks)).hexdigest()
    assert pai_gow_known.known_digest(rules, pack=pack) == (len(told), digest)


def place_of(shown: SetHand) -> int:
    return shown.back_rank << 7 | fronts(2).index(shown.front_rank)


def test_each_pai_gow_has_one_digest() -> None:
    """A hand that is set before the others, and so known, has another one."""
    for id, game in catalogue().items():
        if game.rules.family == "pai-gow":
            policy = pai_gow_sheet.PRICING.policy
            assert policy is not None
            (one,) = (one for one in policy.unlisted if one.applies(rules_of(id)))
            assert ("128 times" in one.record) == (id == "ace-up-pai-gow")
