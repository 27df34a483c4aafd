"""What holds for every game of ante and raise: what its rule file says twice, it says alike."""

import pytest

from houseway.games import catalogue
from houseway.games.ante_and_raise.round import AnteAndRaise, bonus_bets, least_qualifying, ranked, stated
from houseway.rules.submission import house_rules

MEMBERS = [id for id, game in catalogue().items() if isinstance(game, AnteAndRaise)]
every_member = pytest.mark.parametrize("id", MEMBERS)


def test_the_family_has_its_four_members() -> None:
    assert set(MEMBERS) >= {
        "ultimate-texas-holdem", "three-card-poker", "three-card-texas-holdem", "cal-quick-draw-poker",
    }  # fmt: skip


@every_member
def test_a_raise_is_of_the_sizes_of_its_streets_and_every_street_is_asked(id: str) -> None:
    rules = catalogue()[id].rules
    said = stated(rules)
    for wager in {street.wager for street in said.streets.values()}:
        sizes = {size for street in said.streets.values() if street.wager == wager for size in street.times}
        assert sizes == set(rules.wagers[wager].times) and rules.wagers[wager].of == said.base
    for name, street in said.streets.items():
        assert set(rules.asks[name].answers) == {*(f"{street.wager} {size}" for size in street.times), street.otherwise}


@every_member
def test_every_place_and_bonus_bet_that_is_named_is_there(id: str) -> None:
    rules = catalogue()[id].rules
    said = stated(rules)
    steps = [step for steps in said.deals.values() for step in steps] + [*said.ends]
    steps += [step for street in said.streets.values() for step in street.steps]
    assert all(step.place in rules.places for step in steps if step.do in ("deal", "open"))
    for way in said.deals.values():
        assert sum(step.cards for step in way if step.place == "seat") == rules.places["seat"].cards
    if "dealing" in rules.options:
        assert set(said.deals) == set(rules.options["dealing"].values)
    assert set(said.bonus) <= set(bonus_bets(house_rules(rules)))


def test_the_least_hand_that_qualifies() -> None:
    least = {
        id: ranked(catalogue()[id].rules).name(least_qualifying(catalogue()[id].rules))
        for id in MEMBERS
        if stated(catalogue()[id].rules).qualifier
    }
    assert least["ultimate-texas-holdem"] == "pair of twos"
    assert least["three-card-poker"] == "queen high"
    assert least["three-card-texas-holdem"] == "pair of fours"
