"""A betting round between two, solved: games whose solution is known."""

import numpy as np
import pytest

from houseway.skill.round_of_bets import Rises, grown
from houseway.skill.solving import solved

NO_RAISE = Rises(fixed=0, most=0, left=1, made=0, stack=1 << 40)


def often(shares: list[list[float]], *, call: int, bets: list[int], own: list[float], rises: Rises) -> list[float]:
    """What is done with the first hand, at a pot of 100, against one who answers as well as can be."""
    tree, pressed = grown(pot=100, call=call, closes=True, bets=bets, rises=rises)
    other = np.full(len(shares[0]), 1 / len(shares[0]))
    found = solved(tree, pressed, 100.0, np.array(shares), np.array(own), other, times=3000, habit=0.0)
    return [float(part) for part in found]


@pytest.mark.parametrize("bet", [50, 100, 200])
def test_bluffs_are_as_many_as_make_a_call_worth_nothing(bet: int) -> None:
    """One has the best hand or nothing, as often the one as the other, and the other a hand between the two: a bet of b
    at a pot of p is a bluff b times for every p + b times that it is not."""
    best, nothing = [1.0], [0.0]
    checks, bets = often([nothing, best], call=0, bets=[bet], own=[0.5, 0.5], rises=NO_RAISE)
    assert bets == pytest.approx(bet / (100 + bet), abs=0.03)
    assert checks == pytest.approx(1 - bets)
    checks, bets = often([best, nothing], call=0, bets=[bet], own=[0.5, 0.5], rises=NO_RAISE)
    assert bets > 0.97


@pytest.mark.parametrize(("equity", "answer"), [(0.22, "fold"), (0.28, "call")])
def test_a_call_goes_by_the_pot_odds(equity: float, answer: str) -> None:
    """33 to win 100: a quarter of the pot."""
    found = often([[equity]], call=33, bets=[], own=[1.0], rises=NO_RAISE._replace(left=0))
    assert found[("fold", "call").index(answer)] > 0.97


def test_against_habit_a_hand_that_is_ahead_is_bet_and_the_worst_hand_is_not_called() -> None:
    tree, pressed = grown(pot=100, call=0, closes=True, bets=[30], rises=Rises(30, 0, 4, 0, 1 << 40))
    shares = np.array([[0.9, 0.7, 0.6], [0.4, 0.3, 0.2]])
    checks, bets = solved(tree, pressed, 100.0, shares, np.array([0.5, 0.5]), np.full(3, 1 / 3))
    assert bets > 0.9 > checks


def test_a_tree_ends_in_a_fold_or_a_showdown_with_what_was_put_in() -> None:
    tree, pressed = grown(pot=90, call=0, closes=True, bets=[30], rises=Rises(30, 0, 2, 0, 1 << 40))
    assert [list(put) for put in tree.put] == [[0, 0], [30, 0], [30, 30], [30, 60], [60, 60]]
    assert list(tree.player) == [0, 1, 0]
    assert list(tree.odds) == pytest.approx([0, 30 / 150, 30 / 210])
    assert pressed == [(), (30 / 90,)]
