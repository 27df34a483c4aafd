"""Pays that bring a wager to an edge: every figure is that of the game with these pays."""

from collections.abc import Mapping
from fractions import Fraction

import pytest

from houseway.cli.tune import edge_of
from houseway.pricing import price
from houseway.pricing.tuning import priced, table_of, tune
from houseway.rules.files import game_rules
from houseway.rules.resolved import Rules
from houseway.rules.strict import RulesError
from houseway.rules.submission import Choices, house_rules

GAME, WAGER = "three-card-poker", "pair-and-up"


def with_pays(pays: Mapping[str, str]) -> Rules:
    return house_rules(game_rules(GAME), Choices(pays={WAGER: dict(pays)}))


def test_the_nearest_pays_come_first_with_their_exact_edge() -> None:
    target = Fraction(5, 100)
    found = tune(with_pays({}), WAGER, target, with_pays)
    assert [one.off(target) for one in found] == sorted(one.off(target) for one in found)
    assert found[0].off(target) < Fraction(1, 1000)
    for one in found:
        rules = with_pays({key: f"{many}:1" for key, many in one.pays.items()})
        assert priced(price(rules), WAGER).house_edge == one.edge
        odds = [line.pays.win for line in rules.pay_tables[WAGER].lines if line.pays]
        assert odds == sorted(odds, reverse=True), "a better hand pays no less"
        assert len(one.pays) <= 2


def test_pays_that_are_there_already_are_left_alone() -> None:
    now = priced(price(with_pays({})), WAGER).house_edge
    assert tune(with_pays({}), WAGER, now, with_pays)[0].pays == {}


def test_what_can_not_be_tuned_is_refused() -> None:
    with pytest.raises(RulesError, match="3 Card Poker has no pay table for 'play'"):
        table_of(with_pays({}), "play")
    assert edge_of("2.5%") == edge_of(" 2.5 ") == Fraction(1, 40)
    with pytest.raises(RulesError, match=r"--edge 'much' is not an edge: write it in percent, as in 2.5%"):
        edge_of("much")


def test_a_line_that_is_kept_stays_as_it_is_and_an_unknown_one_is_refused() -> None:
    found = tune(with_pays({}), WAGER, Fraction(5, 100), with_pays, keep=["mini-royal-flush"])
    assert found[0].pays and not any("mini-royal-flush" in one.pays for one in found)
    with pytest.raises(RulesError, match="'royal' is not a line of pair-and-up that can be kept"):
        tune(with_pays({}), WAGER, Fraction(5, 100), with_pays, keep=["royal"])
