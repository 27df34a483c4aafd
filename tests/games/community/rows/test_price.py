"""Two Card Peek's prices, counted again by other ways: by hand, by trying every card, and through the table."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb
from random import Random

import numpy as np
import pytest

from houseway.cards import ranks, two_cards
from houseway.cards.card import hand, text
from houseway.games import game
from houseway.games.community.count.lines import price_said
from houseway.games.community.rows.count import five as rows_five
from houseway.games.community.rows.count import peek as rows_peek
from houseway.games.community.rows.count.deals import HANDS, KINDS, ROYAL, TRIPS, WINDOWS, rows_laid
from houseway.games.community.rows.count.peek import COMPLETIONS, completions
from houseway.games.community.rows.count.pricing import _order, _picked, gains, price
from houseway.games.community.rows.round import TEN, line_of, settle
from houseway.games.community.rows.round import best_rows as best_of
from houseway.play.scenario import play_to_decision, read
from houseway.pricing.banking.bank import banked
from houseway.pricing.coach import coach
from houseway.pricing.papers.sheet import Sheet
from houseway.rules.models import hand_key
from houseway.rules.resolved import Rules, resolve

GAME = game("two-card-peek")
PACK = tuple(range(52))


@pytest.fixture(scope="module")
def rules() -> Rules:
    return resolve(GAME.rules)


@pytest.fixture(scope="module")
def sheet(rules: Rules) -> Sheet:
    return price(rules)


# Pick Row and 2 Card Poker


def test_the_best_of_three_rows_against_every_row_beside_two_that_are_given() -> None:
    """All third rows beside 40 pairs of rows, and the same through the count's kernel, row A one of them."""
    rng = Random("rows")
    for _ in range(40):
        cards = rng.sample(PACK, 4)
        first, second = tuple(cards[:2]), tuple(cards[2:])
        left = [card for card in PACK if card not in cards]
        values = [two_cards.rank(first), two_cards.rank(second)]
        for third in rng.sample(list(combinations(left, 2)), 50):
            value = two_cards.rank(third)
            best = max(*values, value)
            expected = "".join(row for row, one in zip("abc", (*values, value), strict=True) if one == best)
            good = two_cards.category(best) > 0 or max(card >> 2 for card in third + first + second) >= 8
            assert best_of([first, second, third]) == (expected if good else "")


def test_picks_add_up_by_hand(sheet: Sheet) -> None:
    """Of three rows one is best, or some tie: A, B and C win as often, and AB wins unless C is best or tied."""
    counts = rows_laid(TEN).counts.sum(axis=(2, 3, 4))
    total = 1326 * 1225 * 1128
    assert int(counts.sum()) == total
    one, two = _picked("a"), _picked("ab")
    assert sum(one.values()) == sum(two.values()) == total
    assert one == _picked("b") == _picked("c") and two == _picked("bc")
    low = int(counts[:, 0].sum())  # nine-high or less
    only = {mask: int(counts[mask, 1]) for mask in range(8)}
    assert one[("best",)] == only[1] and one[("tied",)] == only[3] + only[5] + only[7]
    assert two[("best",)] == only[1] + only[2] + only[3] and two[("tied",)] == only[5] + only[6] + only[7]
    assert one[()] == low + only[2] + only[4] + only[6]
    assert sheet.wager("pick-a").expectation == Fraction(2 * one[("best",)] - one[()], total)
    assert sheet.wager("pick-ab").expectation == Fraction(two[("best",)], 2 * total) - Fraction(two[()], total)


def test_nobody_qualifies_as_often_as_all_six_cards_say() -> None:
    """Nine-high or less in all three rows, no pair, straight or flush, laid without a common card."""
    low = [card for card in PACK if card >> 2 <= 7]
    plain = [two for two in combinations(low, 2) if two_cards.category(two_cards.rank(two)) == 0]
    masks = np.array([1 << a | 1 << b for a, b in plain], np.int64)
    apart = (masks[:, None] & masks[None, :]) == 0
    ways = sum(int(apart[at] @ apart.astype(np.int64) @ apart[at]) for at in range(len(plain)))
    assert ways == int(rows_laid(TEN).counts[:, 0].sum())


def test_two_card_poker_by_hand(sheet: Sheet) -> None:
    """1326 hands: 4 suited ace-kings, 48 other straight flushes, 78 pairs, 156 straights, 260 flushes."""
    lines = {line.name: line.count for line in sheet.wager("two-card-b").lines}
    assert lines == {
        "suited ace-king": 4,
        "straight flush": 48,
        "pair": 78,
        "straight": 156,
        "flush": 260,
        "nothing": 780,
    }
    won = 4 * 10 + 48 * 3 + Fraction(78 * 3, 2) + 156 + 260
    assert sheet.wager("two-card-b").expectation == (won - 780) / 1326


def test_the_kinds_of_hands_in_all_rows_are_those_of_one() -> None:
    counts = rows_laid(TEN).counts
    for row in range(3):
        kinds = counts.sum(axis=tuple(axis for axis in range(5) if axis != row + 2)) // (1225 * 1128)
        assert kinds.tolist() == [780, 260, 156, 78, 48, 4]
    for (rows, good, *of), many in np.ndenumerate(counts):
        if many:
            cards = rows_laid(TEN).examples[(rows, good, *of)].tolist()
            assert [two_cards.category(two_cards.rank(two)) for two in cards] == of
            best = "".join(row for at, row in enumerate("abc") if rows >> at & 1)
            assert best_of([tuple(two) for two in cards]) == (best if good else "")


def test_the_player_dealers_side_of_picks_and_2_card_poker_is_exact(rules: Rules, sheet: Sheet) -> None:
    side = banked(rules, ["pick-a 10, two-card-b 5", "pick-bc 20", "pick-b 10, two-card-b 10"], coverages=[30_00])
    lost = 20 * sheet.wager("pick-a").house_edge + 20 * sheet.wager("pick-bc").house_edge
    assert side.method.startswith("exact")
    assert side.lines[-1].bank.value == lost + 15 * sheet.wager("two-card-b").house_edge
    assert side.lines[0].covered.value < 1
    assert banked(rules, ["pick-a 10, super 1"], rounds=50).method.startswith("sampled")


def test_the_sheet_is_pinned(sheet: Sheet) -> None:
    pinned = {
        "pick-a": Fraction(-297113, 38172225),
        "pick-ab": Fraction(-186968, 38172225),
        "two-card-a": Fraction(-21, 442),
        "super": Fraction(-1040023544572183, 20186382544768440),
        "peek-a": Fraction(-1486187, 3248700),
    }
    assert {wager: sheet.wager(wager).expectation for wager in pinned} == pinned
    assert sheet.simple[1].expectation == Fraction(-67209901361, 193151458500)


def test_TP_3_two_rows_as_printed_would_give_the_player_a_third_of_every_bet(rules: Rules) -> None:
    printed = resolve(GAME.rules, {"two_rows_pay": "1:1"})
    counts = _picked("ab")
    assert float(price_said(printed, "pick-ab", counts).expectation) == pytest.approx(0.325517, abs=5e-7)


# The Super Bet


def test_one_row_of_five_is_worth_what_all_hands_say(sheet: Sheet) -> None:
    counts = rows_five.three_rows()
    assert counts.sum() == comb(52, 5) * comb(47, 5) * comb(42, 5)
    rest = comb(47, 5) * comb(42, 5)
    known = dict(zip(KINDS, (0, 54912, 10200, 5108, 3744, 624, 36, 4), strict=True))
    for at, kind in enumerate(KINDS[1:], start=1):
        for row in range(3):
            assert np.take(counts, at, axis=row).sum() == known[kind] * rest


def test_two_rows_and_three_by_hand() -> None:
    counts = rows_five.three_rows()
    both = counts[ROYAL, ROYAL].sum() // comb(42, 5)
    assert both == 4 * 3 and counts[ROYAL, ROYAL, ROYAL] == 4 * 3 * 2
    fours = KINDS.index("four-of-a-kind")
    two_fours = counts[fours, fours].sum() // comb(42, 5)
    # The second four is of a rank of which the first has no card, its fifth card neither of the first hand nor its own.
    assert two_fours == 13 * 48 * 11 * (52 - 5 - 4)


def test_what_is_left_for_the_third_row_is_what_trying_all_of_it_gives() -> None:
    """Three rows of five from a pack of 52 are too many; the formula for what is left is held to ten random rests."""
    every, of = rows_five._every_paid_hand()
    assert len(every) == 74628 and len(set(every.tolist())) == 74628
    named = {int(mask): KINDS[kind] for mask, kind in zip(every, of, strict=True)}
    rng = Random("five")
    for mask in rng.sample(list(named), 300):
        cards = [card for card in PACK if mask >> card & 1]
        assert hand_key(ranks.category(ranks.rank(cards))) == named[mask]
    suited = [at for at, kind in enumerate(of.tolist()) if KINDS[kind] in ("straight", "flush")]
    for at in rng.sample(suited, 3):
        one = np.array([every[at]]), np.array([of[at]])
        found = rows_five._with_suits(*one, np.array([1]))
        apart = (every & every[at]) == 0
        pairs = Counter(of[apart].tolist())
        assert {kind: int(many) for kind, many in enumerate(found["pairs"][of[at]]) if many} == dict(pairs)
        triples: Counter[tuple[int, int]] = Counter()
        others = rng.sample(np.nonzero(apart)[0].tolist(), 20)
        check = rows_five._count_with(
            one[0], *rows_five._taken(one[0]), one[1], np.array([1]),
            every[others], *rows_five._taken(every[others]), of[others],
            np.array(WINDOWS, np.int64), rows_five._suit_table(),
        )[1]  # fmt: skip
        for other in others:
            third = of[(every & (every[at] | every[other])) == 0]
            here = int(of[other])
            triples.update((here, int(kind)) for kind in third if here != TRIPS or kind == TRIPS)
        assert {key: int(check[of[at]][key]) for key in triples} == dict(triples)
        assert int(check.sum()) == triples.total()


def test_2_2_3_2_the_super_bet_pays_every_row_that_wins(rules: Rules, sheet: Sheet) -> None:
    price = sheet.wager("super")
    assert max(price.outcomes.counts) == 60000 and price.outcomes.counts[Fraction(60000)] == 24
    pays = {line.hand: line.pays.fraction() for line in rules.pay_tables["super"].lines if line.pays}
    known = dict(zip(KINDS[1:], (54912, 10200, 5108, 3744, 624, 36, 4), strict=True))
    one_row = sum(pays[kind] * many for kind, many in known.items()) / comb(52, 5)
    lost = Fraction(price.outcomes.counts[Fraction(-1)], price.outcomes.total)
    assert price.expectation == 3 * one_row - lost


# The Peek Bonus


@pytest.mark.parametrize(
    ("own", "gone"),
    [("Kh Kd", "9s 3c As Qs"), ("8h 9h", "Th 2c 2d 7h"), ("As Ks", "Qd Jd Td 9d"), ("Ah 2h", "3s 3h 9c 9d"),
     ("7c 2d", "7d 7h 2c 4s"), ("5c 5d", "9c 9d 9h 9s")],
)  # fmt: skip
def test_what_a_row_becomes_is_what_trying_all_three_cards_gives(own: str, gone: str, rules: Rules) -> None:
    mine, dead = hand(own), hand(gone)
    left = [card for card in PACK if card not in (*mine, *dead)]
    tried = Counter(hand_key(ranks.category(ranks.rank((*mine, *three)))) for three in combinations(left, 3))
    assert dict(zip(KINDS, completions(mine, dead), strict=True)) == {kind: tried[kind] for kind in KINDS}


def test_a_pair_beside_four_of_a_kind_is_worth_exactly_nothing(rules: Rules) -> None:
    """2640 two pair, 1760 threes, 176 full houses and 44 fours win 10,560, and the other 10,560 draws lose as much."""
    found = dict(zip(KINDS, completions(hand("5c 5d"), hand("9c 9d 9h 9s")), strict=True))
    won = found["two-pair"] + 2 * found["three-of-a-kind"] + 15 * found["full-house"] + 40 * found["four-of-a-kind"]
    assert won == 10_560 == COMPLETIONS - sum(found.values())


def test_every_way_to_lay_six_cards_is_gone_through(rules: Rules) -> None:
    """One row A with every B and C of a few cards, each row's worth by `completions`: the same rows are taken."""
    given, parts = gains(rules.pay_tables["peek-a"].lines)
    order = _order()
    few = np.array([at for at, two in enumerate(HANDS.tolist()) if set(two) <= {0, 1, 5, 9, 20, 24, 25, 30, 51}])
    tables = rows_peek.of_hands()
    paired = np.array([one == two for one, two in rows_peek.PAIRS_OF_RANKS])
    kinds = len(KINDS)
    table = rows_peek.drawn_table()
    worth = np.where(paired[:, None], table @ given[0, :kinds], table @ given[1, :kinds])
    reps = few[:6]
    chosen, _ = rows_peek._go_through(
        HANDS[few], tables["own"][few], tables["suit"][few], tables["together"], rows_peek.needed_masks()[few],
        worth, given[1], order[few], tables["kind"][few], np.arange(len(reps)), np.ones(len(reps), np.int64),
    )  # fmt: skip
    expected = Counter[tuple[int, int]]()
    total = 0
    for a in reps.tolist():
        for b, c in combinations(few.tolist(), 2):
            rows = [HANDS[at].tolist() for at in (a, b, c)]
            kinds_of = [int(tables["kind"][at]) for at in (a, b, c)]
            if len({card for row in rows for card in row}) < 6 or min(kinds_of) < kinds_of[0]:
                continue
            weight = 6 // kinds_of.count(kinds_of[0])
            values = []
            for at in range(3):
                gone = [card for other in range(3) if other != at for card in rows[other]]
                back = given[0 if rows[at][0] >> 2 == rows[at][1] >> 2 else 1, :kinds]
                values.append(sum(int(x) * y for x, y in zip(back, completions(rows[at], gone), strict=True)))
            row = values.index(max(values))
            own = int(tables["own"][(a, b, c)[row]])
            others = [int(tables["own"][at]) for at in (a, b, c) if at != (a, b, c)[row]]
            expected[own, int(tables["together"][others[0], others[1]])] += weight
            total += weight
    taken = {(int(x), int(y)): int(chosen[0, x, y]) for x, y in zip(*np.nonzero(chosen[0]), strict=True)}
    assert taken == dict(expected)
    assert int(chosen[0].sum()) == total and int(chosen[1].sum()) == 0 and parts == 1
    generous = given.copy()
    generous[0, 0] += 2  # two pair at 3 to 1 makes a pair worth a bet
    better = np.where(paired[:, None], table @ generous[0, :kinds], worth)
    bet, _ = rows_peek._go_through(
        HANDS[few], tables["own"][few], tables["suit"][few], tables["together"], rows_peek.needed_masks()[few],
        better, generous[1], order[few], tables["kind"][few], np.arange(len(reps)), np.ones(len(reps), np.int64),
    )  # fmt: skip
    assert 0 < int(bet[1].sum()) < total and not bet[1][~paired].any()


def test_no_peek_is_worth_more_than_nothing_and_the_rule_costs_what_it_says(sheet: Sheet) -> None:
    bet, best, ruled = sheet.simple
    assert bet.expectation == 0 and "no row" in bet.steps[0]
    assert round(float(best.expectation), 6) == -0.347965
    assert round(float(ruled.cost), 6) == 0.015263


def test_a_row_that_nobody_looks_at_is_worth_what_five_cards_are(sheet: Sheet, rules: Rules) -> None:
    """Every first two cards and what can follow, from 1326 x 19600 hands."""
    lines = sheet.wager("peek-c").lines
    counts = {line.name: line.count for line in lines}
    assert lines[0].total == 1326 * comb(50, 3) == 10 * comb(52, 5)
    assert counts["royal flush"] == 40 and counts["flush"] == 10 * 5108 and counts["full house"] == 10 * 3744
    from_pair, from_none = (counts[f"two pair, the row began with{how} pair"] for how in (" a", "out a"))
    assert from_pair + from_none == 10 * 123_552 and from_pair == 2 * 123_552  # of ten ways to take two, two are a pair


def test_the_coach_says_what_each_row_is_worth(rules: Rules) -> None:
    scenario = read(
        'game = "two-card-peek"\n[cards]\n"row a" = "5c 5d"\n"row b" = "9c 9d"\n"row c" = "9h 9s"\n'
        '[[seats]]\nseat = 2\nwagers = { pick-a = "10" }\n',
        name="the scenario",
    )
    driver, ask = play_to_decision(scenario, GAME, "peek")
    assert ask.what == "peek"
    advice = coach(driver, "seat 2")
    worth = {answer.text: answer.worth for answer in advice.answers}
    assert set(worth) == {"peek-a 5", "peek-b 5", "peek-c 5", "no bet"}
    assert worth["no bet"] == worth["peek-a 5"] == 0 > worth["peek-b 5"] == worth["peek-c 5"]
    assert advice.amount == 500


def test_the_same_through_settlement(rules: Rules) -> None:
    """The worth that the coach gives is the mean of the settlement over every draw."""
    mine, dead = hand("8h 9h"), hand("Th 2c 2d 7h")
    left = [card for card in PACK if card not in (*mine, *dead)]
    won = Fraction(0)
    lines = rules.pay_tables["peek-a"].lines
    for three in combinations(left, 3):
        line = line_of(lines, (*mine, *three))
        won += line.pays.fraction() if line and line.pays else -1
    given, parts = gains(lines)
    back = zip(given[1, : len(KINDS)], completions(mine, dead), strict=True)
    assert won == Fraction(sum(int(one) * many for one, many in back), parts) - COMPLETIONS
    rows = [(*mine, *left[:3]), (*dead[:2], *left[3:6]), (*dead[2:], *left[6:9])]
    (outcome,) = settle(rules, rows, {"peek-a": 500})
    assert outcome.wager == "peek-a" and text(mine) == "8h 9h"
