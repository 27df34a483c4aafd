"""The compiled rounds against the table itself, round for round, and against the exact figures."""

import os
from collections.abc import Sequence
from fractions import Fraction
from math import sqrt

import pytest

from houseway.cards.card import Card
from houseway.cards.pack import Shoe, pack
from houseway.cards.source import FairShuffle
from houseway.games import game
from houseway.games.twenty_one.count.sheet import best_round, main_wager
from houseway.games.twenty_one.count.simulation import simulate
from houseway.games.twenty_one.count.whole_round import Round
from houseway.games.twenty_one.pontoon_21.count import ENDS
from houseway.play.driver import Driver
from houseway.play.table import FLOOR
from houseway.rules.resolved import Rules, resolve
from tests.games.twenty_one.pontoon_21.test_counted_round import FIXED, WAGER, as_counted

RECORDED = 3000


class InOrder(FairShuffle):
    """A shoe that deals these cards first, after the one that is burned."""

    order: Sequence[Card] = ()

    def shoe(self, pack: Sequence[Card], label: str = "shuffle") -> Shoe:
        rest = list(pack)
        for card in self.order:
            rest.remove(card)
        return Shoe.stacked([rest[0], *self.order, *rest[1:]])


@pytest.fixture(scope="module", params=[6, 8])
def table(request: pytest.FixtureRequest) -> tuple[Rules, Round]:
    rules = resolve(game("pontoon-21").rules, {"shuffling": "continuous", "decks": request.param})
    return rules, best_round(rules, WAGER)


def test_every_recorded_round_is_settled_as_at_the_table(table: tuple[Rules, Round]) -> None:
    rules, best = table
    decks = int(rules.options["decks"])
    recorded = simulate(best, RECORDED, seed=21, recorded=RECORDED).record
    source = InOrder()
    driver = Driver(game("pontoon-21"), rules, source=source, automatic=(FLOOR,))
    driver.buy_in("seat 1", 100 * WAGER)
    start = driver.table.state()
    decide = as_counted(best, pack("48", decks))
    hands_made = set()
    for net, dealt, *cards in recorded.tolist():
        source.order = cards[:dealt]
        driver.restore(start)
        driver.begin(bytes(32))
        driver.answer("seat 1", "pontoon 5")
        while driver.open:
            ask = next(iter(driver.asks.values()))
            driver.answer(ask.who, FIXED.get(ask.what) or decide(driver, ask))
        assert (driver.table.stack("seat 1") - 100 * WAGER) * best.terms.scale == net * WAGER, cards[:dealt]
        hands_made.add(len(driver.table.layout.boxes["seat 1"]))
    assert {1, 2, 3} <= hands_made


def test_many_rounds_come_out_as_counted(table: tuple[Rules, Round]) -> None:
    rules, best = table
    rounds = int(os.environ.get("HOUSEWAY_ROUNDS", "20000000"))
    found = simulate(best, rounds, seed=5)
    assert abs(found.mean - float(best.expectation)) < 4 * found.error
    assert abs(found.action - float(best.action)) < 4 * 0.5 / sqrt(rounds)
    priced = main_wager(rules, best, ENDS).outcomes
    assert found.deviation == pytest.approx(priced.standard_deviation, rel=0.01)
    for result, count in priced.counts.items():
        chance = count / priced.total
        if result < 100:  # those of 12.C are not told apart
            error = sqrt(chance * (1 - chance) / rounds)
            assert abs(found.chances.get(result, 0.0) - chance) < 5 * error + 1e-7, result


def test_two_hands_of_a_split_are_counted_jointly(table: tuple[Rules, Round]) -> None:
    """Two thousand million rounds with six decks gave +4 a chance of 0.0008491; hands that are taken as independent of
    each other would give 0.0008528."""
    rules, best = table
    if len(best.cards) == 6 * 48:
        priced = main_wager(rules, best, ENDS).outcomes
        assert priced.counts[Fraction(4)] / priced.total == pytest.approx(0.0008491, abs=1.5e-6)
    for start, made in best.split_starts:
        mean = sum(float(result) * likely for result, likely in made.results.items())
        alive = float(best.ups[start.up].alive(start.number))
        assert mean == pytest.approx(float(made.worth) / alive, abs=0.004), (
            "near the exact mean before it is moved there"
        )
