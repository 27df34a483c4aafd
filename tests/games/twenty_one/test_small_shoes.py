"""Every figure of a sheet of twenty-one that is no plain count of first cards, counted again on small shoes."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

import pytest

from houseway.cards.card import Card, hand
from houseway.games.twenty_one.count.charts import basic, round_by
from houseway.games.twenty_one.count.exceptions import by_chart
from houseway.games.twenty_one.count.hands import hand_lists, hands, value
from houseway.games.twenty_one.count.one_hand import HIT, STAND
from houseway.games.twenty_one.count.sheet import terms_at
from houseway.games.twenty_one.count.whole_round import Round, play
from tests.games.twenty_one.small_shoes import Best, Found, Shoe
from tests.games.twenty_one.test_counted_round import GAMES, WAGER, rules_of

SMALLER = {  # with these the charts find enough cards for all the pairs that they split
    "pairs": "8d 8d 8d 5c 6c Kh Kh Kh Kh Kh Kh",
    "soft 14 to 21": "Ad 3d 7d 9c 9c 9c Kh Kh Kh Kh Kh Kh",
}
SHOES = {
    "soft hands": "Ad Ad 2d 3c 5c 6c 6c Kh Kh Kh Kh Kh Kh Kh",
    "soft 21 and more": "Ad 2d 4d 4d 6d 8c Kh Kh Kh Kh Kh",
    "aces to split": "Ad Ad Ad 9c 9c 9c Kh Kh Kh Kh Kh Kh Kh",
    **SMALLER,
}
TABLES: list[tuple[str, Mapping[str, object]]] = [
    *((id, {}) for id in GAMES),
    ("blackjack-x-magic-7", {"surrender": "at the player's turn"}),
    ("cal-blackjack-2.0", {"soft_31_pays": "3:1", "resplit_aces": True}),
]
Table = tuple[str, Mapping[str, object]]


def counted_on(table: Table, shoe: str) -> Round:
    id, options = table
    return play(hand(shoe), terms_at(rules_of(id, **options), WAGER))


def dealt(counted: Round, cards: Sequence[Card]) -> Found:
    return Shoe(counted, [value(card) + 1 for card in cards]).every_round()


def some(chances: Mapping[tuple[str, Fraction], Fraction]) -> dict[tuple[str, Fraction], Fraction]:
    """Those that come at all."""
    return {key: chance for key, chance in chances.items() if chance}


@pytest.mark.parametrize("shoe", SHOES.values(), ids=SHOES.keys())
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_every_figure_of_the_best_play_is_what_every_order_of_a_small_shoe_comes_to(table: Table, shoe: str) -> None:
    counted = counted_on(table, shoe)
    found, scale = dealt(counted, hand(shoe)), counted.terms.scale
    assert some({(name, Fraction(won, scale)): chance for (name, won), chance in counted.lines.items()}) == some(
        found.lines
    )
    assert (counted.split_chance, counted.split_return) == (found.split, found.split_return)
    assert (counted.expectation, counted.action) == (found.expectation, found.action)
    assert counted.first_answers == found.first
    assert {up: often * worth for up, (often, worth) in counted.by_up.items()} == found.by_up
    if "side" in counted.terms.rules.wagers:
        assert counted.side == (found.offered, found.lifted)


@pytest.mark.parametrize("shoe", SHOES.values(), ids=SHOES.keys())
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_no_other_answer_is_better(table: Table, shoe: str) -> None:
    """Each answer to each hand that is not split, valued by trying all that can follow."""
    counted = counted_on(table, shoe)
    counts, sizes, totals, _ = hand_lists()
    for up, one in counted.ups.items():
        best, solved = Best(counted.terms.rules, up + 1), one.solved
        for number, orders in enumerate(solved.orders):
            if not orders or (sizes[number] == 2 and totals[number] == 21):
                continue
            cards = tuple(at + 1 for at, many in enumerate(counts[number]) for _ in range(many))
            left = tuple(there - many for there, many in zip(one.against.there, counts[number], strict=True))
            worths = best.worths(cards, left)
            known = {STAND: solved.stand, HIT: solved.hit}
            assert {
                answer: Fraction(known.get(answer, solved.double)[number], orders * counted.terms.scale)
                for answer in worths
            } == worths
            assert worths[solved.policy.answers[number]] == max(worths.values())


def test_game_rules_11_15_a_ten_on_a_soft_hand_below_21_makes_no_31_and_the_hand_may_go_over_later() -> None:
    """Cal Blackjack 2.0: ace, 2, 3 and a ten are a hard 16, and its next card may be what a Side bet is offered on."""
    counted = counted_on(("cal-blackjack-2.0", {}), SHOES["soft hands"])
    below = hands().number([value(card) for card in hand("Ad 2d 3c")])
    at_21 = hands().number([value(card) for card in hand("Ad 2d 3c 5c")])
    against = counted.ups[value(hand("6c")[0])].against
    assert against.on_31(below) == (0, 0)
    assert against.on_31(at_21)[0] > 0 and against.on_31(at_21)[1] == counted.terms.parts(Fraction(6, 5))
    found = dealt(counted, counted.cards)
    assert 0 < found.lifted < found.offered and counted.side == (found.offered, found.lifted)


@pytest.mark.parametrize("shoe", SMALLER.values(), ids=SMALLER.keys())
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_what_the_charts_are_worth_is_what_playing_by_them_comes_to(table: Table, shoe: str) -> None:
    best = counted_on(table, shoe)
    charted = basic(best)
    played = by_chart(charted, best)
    found = dealt(round_by(charted, best), best.cards)
    assert played.expectation == found.expectation
    assert sum((one.gain for one in played.departures), Fraction(0)) + played.splits(best) == (
        best.expectation - found.expectation
    )
