"""The decider by itself, on a game that can be worked out by hand: a die is shown, then another, and high dice win.

A first wager of one unit is made. After the first die (1 to 3) the player raises by 1 or 2 units or folds; after the
second (1 to 3) the player bets 1 more unit or checks. The round is won if the dice come to 5 or more; of two deals with
two deuces one is won.
"""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from houseway.play.outcome import Outcome, Result
from houseway.pricing.decider.charts import chart, starting_hands
from houseway.pricing.decider.listing import Spot, listed
from houseway.pricing.decider.streets import Street, ends, goes_on
from houseway.pricing.decider.tally import Line, Tally, Words, ending

UNIT = 10
DICE = range(3)


def wagers(line: str, result: Result, *stakes: int) -> list[Outcome]:
    return [
        Outcome(name, UNIT * stake, result, line, paid=UNIT * stake if result is Result.WIN else 0)
        for name, stake in zip(("ante", "raise", "bet"), stakes, strict=False)
    ]


def last(raised: int) -> Street:
    """After both dice: each situation is two deals, both won or both lost, or one of each."""
    met = np.zeros((3, 3, 2), np.int64)  # first x second die x won or lost
    for one, other in product(DICE, DICE):
        met[one, other] = (1, 1) if one == other == 1 else (2, 0) if one + other + 2 >= 5 else (0, 2)
    both = [(won, [ending(won, wagers(won, result, 1, raised, bet)) for bet in (0, 1)])
            for won, result in (("win", Result.WIN), ("lose", Result.LOSE))]  # fmt: skip
    answers = (
        ends("bet 1", 1, met, [each[1] for _, each in both]),
        ends("check", 0, met, [each[0] for _, each in both]),
    )
    return Street("second", answers, met.sum(axis=2), UNIT, opened=1)


def first() -> Street:
    by_size = {size: last(size) for size in (1, 2)}
    fold = ends("fold", 0, np.full((3, 1), 6), [ending("fold", wagers("fold", Result.LOSE, 1))])
    goes = tuple(goes_on(f"raise {size}", size, street) for size, street in by_size.items())
    return Street("first", (*goes, fold), np.full(3, 6), UNIT, np.array((1, 1, 2)), decision="the first die")


def by_hand(one: int, size: int) -> int:
    """What a raise comes to after the first die, in units over its six deals, with best play."""
    total = 0
    for other in DICE:
        if one == other == 1:
            continue  # won once and lost once
        total += 2 * (2 + size) if one + other + 2 >= 5 else -2 * (1 + size)
    return total


def test_the_best_answer_is_worth_what_it_comes_to_with_the_best_answer_after_it() -> None:
    street = first()
    for at, answer in enumerate(street.answers[:2]):
        assert answer.worth.tolist() == [UNIT * by_hand(one, at + 1) for one in DICE]
    assert [street.answers[at].name for at in street.best] == ["fold", "raise 1", "raise 2"]
    assert street.raises.tolist() == [False, True, True]


def test_among_equals_the_smallest_wager_is_taken_and_by_the_bold_the_largest() -> None:
    street = last(1)
    assert street.answers[street.best[1, 1]].name == "check"
    assert street.answers[street.boldest[1, 1]].name == "bet 1"
    assert first().tally(bold=True).action > first().tally().action


def test_every_deal_is_tallied_once_and_gives_the_expectation_again() -> None:
    tally = first().tally()
    assert tally.deals == 6 + 6 + 2 * 6
    assert tally.expectation == Fraction(-6 + by_hand(1, 1) + 2 * by_hand(2, 2), 24) == tally.outcomes().expectation
    assert sum(part.expectation for part in tally.parts({"ante": "", "raise": "", "bet": ""})) == tally.expectation
    assert sum(part.action for part in tally.parts({"ante": "", "raise": "", "bet": ""})) == tally.action
    assert sum(sum(end.due) * end.many for end in tally.ends()) == tally.expectation * 24
    lines = tally.lines([Line("win", "won", "1:1", "a"), Line("lose", "lost", "lose", "b"), Line("fold", "", "", "c")])
    assert [line.count for line in lines] == [11, 7, 6]
    assert sum(line.returned for line in lines) == tally.expectation


def test_answers_are_given_from_the_boldest_down_street_by_street() -> None:
    assert [(one.decision, one.answer, one.chance) for one in first().tally().taken()][:3] == [
        ("the first die", "raise 2", Fraction(1, 2)),
        ("the first die", "raise 1", Fraction(1, 4)),
        ("the first die", "fold", Fraction(1, 4)),
    ]


def test_a_simple_strategy_is_tallied_as_it_is_chosen() -> None:
    everywhere = np.ones(3, np.bool_)
    second = np.zeros((3, 3), np.bool_)
    tally = first().tally({"first": everywhere, "second": second})
    assert tally.action == 3, "the ante and a raise of two units, always, and never a bet"
    assert tally.expectation < first().tally().expectation


def test_the_coach_is_told_the_worth_of_one_situation_in_units() -> None:
    advised = first().advised((2,), "one ante", 500)
    assert advised.worth == {"raise 1": Fraction(by_hand(2, 1), 6), "raise 2": Fraction(by_hand(2, 2), 6), "fold": -1}
    assert (advised.unit, advised.amount) == ("one ante", 500)


def test_a_round_is_worth_as_much_by_card_as_in_all() -> None:
    street = first()
    cards = street.by_card({str(one): np.arange(3) == one for one in DICE})
    assert [one.chance for one in cards] == [Fraction(1, 4), Fraction(1, 4), Fraction(1, 2)]
    assert sum(one.chance * one.expectation for one in cards) == street.tally().expectation


def test_a_chart_has_a_letter_of_its_own_where_answers_differ() -> None:
    street, letters = first(), {"raise 2": "2", "raise 1": "1", "fold": "f"}
    rows = {"low": np.array((True, False, False)), "any": np.ones(3, np.bool_)}
    laid = chart("Dice", rows, {"": None}, lambda row, _: street.letter(row, letters, "?"), {"2": "", "f": ""})
    assert laid.cells == (("f",), ("?",)) and laid.rows == ("low", "any")


def test_starting_hands_are_suited_to_the_right_of_the_pairs() -> None:
    laid = starting_hands("", lambda hand: "s" if hand[0] & 3 == hand[1] & 3 else "p" if hand[0] >> 2 == hand[1] >> 2
                          else "o", {})  # fmt: skip
    assert [row[at] for at, row in enumerate(laid.cells)] == ["p"] * 13
    assert laid.cells[0][1] == "s" and laid.cells[1][0] == "o" and laid.rows[0] == "A"


def test_situations_that_differ_by_suits_are_listed_once_with_all_their_ways() -> None:
    deals = np.array([[4, 4, 0]])
    worth = np.array([[8, 8, 0]])
    answers = (ends("play 1", 1, worth[..., None] // 2, [ending("win", wagers("win", Result.WIN, 1))]),)
    street = Street("play", answers, deals, UNIT, np.array([[3]]))
    (one,) = listed([Spot(street, (0, at), ((48, 44), (at,))) for at in (0, 1)][:1])
    assert (one.ask, one.hand, one.seen, one.ways) == ("play", "Ac Kc", "2c", 12)
    pair = [Spot(street, (0, at), ((49, 45), (at + 2,))) for at in (0, 1)]
    (other,) = listed(pair)
    assert (other.hand, other.seen, other.ways, other.worth) == ("Ac Kc", "2d", 24, {"play 1": Fraction(1)})


def test_situations_of_one_name_that_are_not_worth_the_same_are_an_error() -> None:
    answers = (ends("play 1", 1, np.array([[1], [2]]), [ending("win", wagers("win", Result.WIN, 1))]),)
    street = Street("play", answers, np.array([2, 2]), UNIT)
    with pytest.raises(AssertionError, match="suits are alike"):
        list(listed([Spot(street, (at,), ((48 + at,),)) for at in range(2)]))


def test_a_price_has_everything_that_the_tally_knows() -> None:
    words = Words("ante", "Ante and raise", "12.A", (Line("win", "won", "1:1", "a"),), {"ante": "Ante"})
    price = Tally(UNIT, [(ending("win", wagers("win", Result.WIN, 1)), 3)]).price(words, Fraction(2))
    assert (price.expectation, price.action, price.actions) == (Fraction(1), Fraction(1), (Fraction(1), Fraction(2)))
    assert (price.lines[0].count, price.parts[0].name, price.ends[0].many) == (3, "Ante", 3)
