"""How soon a fault is noticed, against frauds that are counted by hand and dealt."""

from math import comb
from random import Random

import numpy as np
import pytest

from houseway.floor.chance import Part, spread
from houseway.floor.noticing import about, hands_until, noticing
from houseway.floor.theory import Expected, Theory
from tests.floor.generated import Generated

COIN = Expected("coin", 1.0, None, np.array([-1.0, 1.0]), np.array([0.5, 0.5]), 0.0, True)


def test_a_coin_that_pays_two_to_one_is_noticed_by_hand() -> None:
    """With heads h of n tosses the bank has n - 2h, and n - 3h if heads are paid double. Fair play goes below n - 2k
    with a chance of less than one in two thousand; the fault does as often as not."""

    def seen(n: int) -> bool:
        tails = [sum(comb(n, h) for h in range(k + 1, n + 1)) / 2**n for k in range(n + 1)]
        k = next(k for k, tail in enumerate(tails) if tail < 0.0005)
        return 2 * sum(comb(n, h) for h in range(n + 1) if n - 3 * h < n - 2 * k) >= 1 << n

    found = hands_until(COIN, 1.0)
    assert found is not None and seen(found)
    assert not seen(round(found * 0.8))


def test_a_fault_is_noticed_as_often_as_not_after_so_many_hands() -> None:
    long_shot = Expected("long", 1.0, None, np.array([-1.0, 5.0, 40.0]), np.array([0.87, 0.12, 0.01]), 0.13, True)
    hands = hands_until(long_shot, 5.0, 2.0)
    assert hands is not None
    low, _ = spread([Part(-100 * long_shot.results, long_shot.chances, hands)]).interval(0.999)
    rng, noticed = Random(3), 0
    for _ in range(400):
        won = sum(rng.choices((-1.0, 7.0, 40.0), (0.87, 0.12, 0.01), k=hands))
        noticed += -100 * won < low
    assert noticed / 400 == pytest.approx(0.5, abs=0.1)


def test_what_never_happens_is_never_noticed() -> None:
    sure = Expected("sure", 1.0, None, np.array([-1.0]), np.array([1.0]), -1.0, True)
    assert hands_until(sure, 1.0) is None
    rare = Expected("rare", 1.0, None, np.array([-1.0, 1e6]), np.array([1 - 1e-9, 1e-9]), 0.0, True)
    assert hands_until(rare, 1e6) is None


def test_every_wager_of_a_table_is_told_with_its_likeliest_win() -> None:
    rounds = list(Generated("cash-in-baccarat", seats=3, theory=Theory()).play(5))
    found = {one.wager: one for one in noticing(rounds)}
    assert set(found) == {bet.wager for seen in rounds for bet in seen.bets}
    assert found["tie"].wins == 8 and found["player"].a_round == 1  # all on the same cards
    assert found["player"].hands is not None and found["tie"].hands is not None
    assert found["player"].hands < found["tie"].hands and found["player"].rounds == found["player"].hands


def test_numbers_that_are_near_are_told_in_two_figures() -> None:
    assert [about(many) for many in (7, 102, 48_965, None)] == ["7", "100", "49,000", "over ten million"]
