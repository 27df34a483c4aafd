"""The rules of twenty-one as plain values, from a rule file and the operator's choices."""

from fractions import Fraction

from houseway.games import game
from houseway.games.twenty_one.facts import Asked, DoubleOn, Surrender, twenty_one_rules
from houseway.rules.resolved import resolve


def test_pontoon_as_its_rule_file_has_it() -> None:
    rules = twenty_one_rules(resolve(game("pontoon-21").rules))
    assert (rules.base, rules.pack, rules.decks, rules.most_hands) == ("pontoon", "48", 6, 4)  # 11.D: three splits
    assert rules.natural_beats_natural and rules.drawn_21_beats_21  # 7.O(3), 7.O(4)
    assert rules.double_on is DoubleOn.ANY and rules.rescue  # 10.B, 10.H
    assert (rules.surrender, rules.surrender_asked) == (Surrender.LATE, Asked.AT_TURN)  # 9.A, PO-6
    assert rules.pay("blackjack") == Fraction(3, 2) and rules.pay("hard-31") is None
    assert not rules.hits_soft_17 and not rules.hits_21  # 7.M, 7.J


def test_an_operators_choices_are_in_them() -> None:
    options = {"splits": 1, "surrender": "before the card reader", "decks": 8}
    rules = twenty_one_rules(resolve(game("pontoon-21").rules, options, pays={"pontoon": {"blackjack": "6:5"}}))
    assert (rules.decks, rules.most_hands, rules.surrender_asked) == (8, 2, Asked.BEFORE_READER)
    assert rules.pay("blackjack") == Fraction(6, 5)
