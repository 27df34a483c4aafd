"""A betting round between two, solved: how often to do what with a hand, so that little is lost whatever is answered.

Both are given the hands that each may have by what was done before. The other is taken to play by habit most of the
time, as plain players do: to bet what is better than a fair share, and to call by the pot odds with a bet taken at its
word. The rest of the time the other answers as well as can be. The method is counterfactual regret minimisation: each
decision is weighed again and again against what follows, and shifts to what would have been better; the mean of it all
is played. So hands bet for the worse ones that call, defend as far as pot odds make it worth, and bluff where enough
fold.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from houseway.counting.kernels import kernel
from houseway.pricing.equity.ranges import Shares, Weights, likelihood, standing
from houseway.skill.round_of_bets import OTHER_FOLD, OWN, OWN_FOLD, Tree

TIMES = 50  # that all decisions are weighed
HABIT = 0.8  # how often the other is taken to play by habit

# The habits, in parts of the pot that a hand is worth
_BETS, _RAISES, _EACH_RAISE = 0.52, 0.60, 0.05  # from there on, and so much more for each raise after the first
_CLOSE = 0.03  # within which it may go either way
_BLUFFS, _SLOW = 0.08, 0.07  # how often a bet is made with nothing, and none with a good hand
_CURIOUS, _CHEAP = 0.4, 0.3  # how often a call is made with nothing, where it need win no more of the pot than this


def _thought_of(
    shares: Shares, own: Weights, other: Weights, pressed: Sequence[tuple[float, ...]], *, faced: bool
) -> Shares:
    """What the other's hands have of the pot, as a player would think who takes a bet to speak for better hands: a row
    for each line of the seat's own bets."""
    rows = []
    for line in pressed:
        kind, weights = "raise" if faced else "bet", own
        for size in line:
            weights = weights * likelihood(kind, size, standing(shares @ other, weights))
            kind, weights = "raise", weights / weights.sum()
        rows.append(1 - weights @ shares)
    return np.stack(rows)


@kernel
def _habits(tree: Tree, thought: Shares) -> Shares:
    """How a plain player goes about it: bets and raises with more than a fair share, calls by the pot odds."""
    habits = np.zeros((len(tree.target), thought.shape[1]))
    for at in range(len(tree.player)):
        begin, end, odds = tree.first[at], tree.last[at], tree.odds[at]
        stays = begin + (odds > 0)
        bar = (_RAISES if odds > 0 else _BETS) + _EACH_RAISE * max(0, tree.raised[at] - 1)
        for hand in range(thought.shape[1]):
            equity = thought[tree.pressed[at], hand]
            raises, folds = 0.0, 0.0
            if end > stays + 1:
                raises = _BLUFFS + (1 - _BLUFFS - _SLOW) / (1 + np.exp((bar - equity) / _CLOSE))
            if odds > 0:
                curious = _CURIOUS * min(1.0, (_CHEAP / odds) ** 3)
                folds = (1 - curious) / (1 + np.exp((equity - odds) / _CLOSE))
            if odds > 0:
                habits[begin, hand] = folds * (1 - raises)
            habits[stays, hand] = (1 - folds) * (1 - raises)
            for branch in range(stays + 1, end):
                habits[branch, hand] = raises / (end - stays - 1)
    return habits


def solved(
    tree: Tree,
    pressed: Sequence[tuple[float, ...]],
    pot: float,
    shares: Shares,
    own: Weights,
    other: Weights,
    *,
    times: int = TIMES,
    habit: float = HABIT,
) -> Weights:
    """How often the first of one's own hands takes each of the branches of the first decision."""
    thought = _thought_of(shares, own, other, pressed, faced=bool(tree.odds[0]))
    found: Weights = _solved(tree, pot, shares, own, other, thought, times, habit)
    return found


@kernel
def _solved(
    tree: Tree, pot: float, shares: Shares, own: Weights, other: Weights, thought: Shares, times: int, habit: float
) -> NDArray[np.float64]:
    decisions, branches = len(tree.player), len(tree.target)
    first, second = shares.shape
    most = max(first, second)
    turned = shares.T.copy()
    habits = _habits(tree, thought)
    regret, chosen = np.zeros((branches, most)), np.zeros((branches, most))
    often = np.zeros((branches, most))  # what is chosen, and with the other what is done by habit
    reach_own, reach_other = np.zeros((decisions, first)), np.zeros((decisions, second))
    worth_own, worth_other = np.zeros((branches, first)), np.zeros((branches, second))
    mean = np.zeros(tree.last[0])
    for time in range(1, times + 1):
        _choose(tree, regret, chosen, often, habits, habit)
        reach_own[0], reach_other[0] = own, other
        for at in range(decisions):  # how often it comes to what follows, and what it is worth where it ends
            for branch in range(tree.first[at], tree.last[at]):
                follows = tree.target[branch]
                mine, theirs = reach_own[at], reach_other[at]
                if tree.player[at] == OWN:
                    mine = mine * often[branch, :first]
                else:
                    theirs = theirs * often[branch, :second]
                if follows >= 0:
                    reach_own[follows], reach_other[follows] = mine, theirs
                    continue
                how, put = tree.ends[-follows - 1], tree.put[-follows - 1]
                if how == OWN_FOLD:
                    worth_own[branch] = -put[0] * theirs.sum()
                    worth_other[branch] = (pot + put[0]) * mine.sum()
                elif how == OTHER_FOLD:
                    worth_own[branch] = (pot + put[1]) * theirs.sum()
                    worth_other[branch] = -put[1] * mine.sum()
                else:
                    whole = pot + put[0] + put[1]
                    worth_own[branch] = whole * _weighed(turned, theirs) - put[0] * theirs.sum()
                    worth_other[branch] = (whole - put[1]) * mine.sum() - whole * _weighed(shares, mine)
        for branch in range(tree.last[0]):
            mean[branch] += time * often[branch, 0]
        _regret(tree, regret, chosen, often, worth_own, worth_other)
    mean /= mean.sum()
    return mean


@kernel
def _weighed(shares: Shares, weights: Weights) -> Weights:
    """The weighted sum of the rows: `weights @ shares`, which numba can only compile where scipy is installed."""
    total = np.zeros(shares.shape[1])
    for row in range(len(weights)):
        for column in range(len(total)):
            total[column] += weights[row] * shares[row, column]
    return total


@kernel
def _choose(tree: Tree, regret: Shares, chosen: Shares, often: Shares, habits: Shares, habit: float) -> None:
    """Each branch as often as it is regretted not to have taken it; all alike where nothing is."""
    for at in range(len(tree.player)):
        begin, end = tree.first[at], tree.last[at]
        by_habit = tree.player[at] != OWN
        for hand in range(habits.shape[1] if by_habit else regret.shape[1]):
            total = 0.0
            for branch in range(begin, end):
                total += regret[branch, hand]
            for branch in range(begin, end):
                part = regret[branch, hand] / total if total > 0 else 1.0 / (end - begin)
                chosen[branch, hand] = part
                often[branch, hand] = part + habit * (habits[branch, hand] - part) if by_habit else part


@kernel
def _regret(tree: Tree, regret: Shares, chosen: Shares, often: Shares, worth_own: Shares, worth_other: Shares) -> None:
    """What every decision was worth, from the last to the first, and how much better each branch would have been."""
    first, second = worth_own.shape[1], worth_other.shape[1]
    at_own, at_other = np.zeros((len(tree.player), first)), np.zeros((len(tree.player), second))
    for at in range(len(tree.player) - 1, -1, -1):
        mine = tree.player[at] == OWN
        many = first if mine else second
        was = np.zeros(many)
        for branch in range(tree.first[at], tree.last[at]):
            follows = tree.target[branch]
            if follows >= 0:
                worth_own[branch], worth_other[branch] = at_own[follows], at_other[follows]
            worth = worth_own[branch] if mine else worth_other[branch]
            was += chosen[branch, :many] * worth
            at_own[at] += often[branch, :first] * worth_own[branch] if mine else worth_own[branch]
            at_other[at] += worth_other[branch] if mine else often[branch, :second] * worth_other[branch]
        for branch in range(tree.first[at], tree.last[at]):
            worth = worth_own[branch] if mine else worth_other[branch]
            regret[branch, :many] = np.maximum(0.0, regret[branch, :many] + worth - was)
