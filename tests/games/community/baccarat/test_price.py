"""The count against every order of a small shoe, dealt by the printed table and settled by the game."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations

import pytest

from houseway.cards.card import Card, hand
from houseway.games.community.baccarat.count import expectation_of, price
from houseway.games.community.baccarat.round import banker_draws, is_natural, player_draws, settle
from houseway.play.outcome import Outcome, Result
from houseway.rules.files import game_rules
from houseway.rules.resolved import Rules, resolve

SMALL_SHOE = hand("2c 2d 3c 6h 5s 7d Kc Ac")
WAGERS = ("player", "banker", "tie", "phoenix-7", "tiger-8")


@pytest.fixture(scope="module")
def rules() -> Rules:
    return resolve(game_rules("cash-in-baccarat"))


def deal(rules: Rules, order: Sequence[Card]) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Two cards each by turns, then the third cards."""
    player, banker, rest = (order[0], order[2]), (order[1], order[3]), list(order[4:])
    if is_natural(rules.game, player) or is_natural(rules.game, banker):
        return player, banker
    third = rest.pop(0) if player_draws(rules.game, player) else None
    hits = banker_draws(rules.game, banker, third)
    return player if third is None else (*player, third), (*banker, rest.pop(0)) if hits else banker


def net(outcome: Outcome) -> Fraction:
    if outcome.result is Result.WIN:
        return Fraction(outcome.paid, outcome.stake)
    return Fraction(-(outcome.result is Result.LOSE))


def test_every_order_of_a_small_shoe_settles_as_counted(rules: Rules) -> None:
    nets: dict[str, Counter[Fraction]] = {wager: Counter() for wager in WAGERS}
    for order in permutations(SMALL_SHOE, 6):
        player, banker = deal(rules, order)
        for outcome in settle(rules, player, banker, dict.fromkeys(WAGERS, 100)):
            nets[outcome.wager][net(outcome)] += 1
    assert all(len(results) > 1 for results in nets.values())
    for wager in WAGERS:
        total = sum(result * many for result, many in nets[wager].items())
        assert expectation_of(rules, wager, SMALL_SHOE) == total / Fraction(sum(nets[wager].values()))


def test_eight_decks_have_the_published_edges(rules: Rules) -> None:
    sheet = price(rules)
    edges = {wager.wager: float(wager.house_edge) for wager in sheet.wagers}
    assert edges["banker"] == pytest.approx(0.010183, abs=5e-7)
    assert edges["phoenix-7"] == pytest.approx(0.076113, abs=5e-7)
    assert edges["tiger-8"] == pytest.approx(0.101876, abs=5e-7)
    assert edges["player"] == pytest.approx(0.012351, abs=5e-7)
    assert edges["tie"] == pytest.approx(0.143596, abs=5e-7)
    total = 416 * 415 * 414 * 413 * 412 * 411
    assert all(wager.outcomes.total == total for wager in sheet.wagers)
    # The well-known shares of an eight-deck shoe.
    player, banker = sheet.wager("player"), sheet.wager("banker")
    assert float(player.outcomes.hit_rate) == pytest.approx(0.446247, abs=5e-7)
    assert player.lines[1].count == banker.lines[2].count
    assert Fraction(player.lines[1].count, total) == pytest.approx(0.095156, abs=5e-7)


def test_any_number_of_decks_can_be_priced() -> None:
    sheets = [price(resolve(game_rules("cash-in-baccarat"), {"decks": decks})) for decks in range(3, 9)]
    assert all(wager.house_edge > 0 for sheet in sheets for wager in sheet.wagers)
    edges = [sheet.wager("phoenix-7").house_edge for sheet in sheets]
    assert edges == sorted(edges), "the more decks, the fewer three-card sevens"


def test_commission_free_a_dealers_six_at_half_pay_costs_what_is_published() -> None:
    sheet = price(resolve(game_rules("commission-free-baccarat")))
    assert sheet.wager("banker").expectation == Fraction(-284694798368, 19524993263685)  # 1.4581 %
    cash_in = price(resolve(game_rules("cash-in-baccarat")))
    for line in ("player", "tie"):
        assert sheet.wager(line).outcomes == cash_in.wager(line).outcomes


def test_commission_free_every_order_of_a_small_shoe_settles_as_counted() -> None:
    rules = resolve(game_rules("commission-free-baccarat"))
    nets: dict[str, Counter[Fraction]] = {wager: Counter() for wager in rules.wagers}
    for order in permutations(SMALL_SHOE, 6):
        for outcome in settle(rules, *deal(rules, order), dict.fromkeys(rules.wagers, 100)):
            nets[outcome.wager][net(outcome)] += 1
    assert nets["banker"][Fraction(1, 2)] > 0
    for wager, found in nets.items():
        total = sum(result * many for result, many in found.items())
        assert expectation_of(rules, wager, SMALL_SHOE) == total / Fraction(sum(found.values()))
