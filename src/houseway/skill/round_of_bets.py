"""The rest of a betting round between two, as a tree: who may do what, what it puts in, and how it ends.

What comes after the round is not looked into: whoever is still in then has the hand's share of the pot.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

SHOWN, OWN_FOLD, OTHER_FOLD = range(3)
OWN, OTHER = range(2)
_ALL_IN = 1.5  # a raise that leaves less than this times the pot behind is for everything
_PART = 0.75  # of the pot, that is bet or raised where any amount may be


class Tree(NamedTuple):
    """Decisions in an order in which each comes after the one it follows from; the first is the seat's own."""

    player: NDArray[np.int64]
    first: NDArray[np.int64]  # of its branches
    last: NDArray[np.int64]
    odds: NDArray[np.float64]  # the part of the pot that a call must win; 0 where there is nothing to call
    raised: NDArray[np.int64]  # bets and raises before it
    pressed: NDArray[np.int64]  # which of the seat's own bets came before it, by number
    target: NDArray[np.int64]  # of each branch: a decision, or below zero an end
    ends: NDArray[np.int64]  # how each end comes about
    put: NDArray[np.float64]  # and what each of the two has put in from now on


class Rises(NamedTuple):
    """How a bet may be raised after the seat's own answer."""

    fixed: int  # by so much, or 0 where any amount may be
    most: int  # by no more than this; 0 for any amount
    left: int  # how many more raises are looked into
    made: int  # bets and raises before
    stack: int  # what can be put in from now on
    pressed: tuple[float, ...] = ()  # the seat's own bets and raises from now on, in pots


@dataclass
class _Grown:
    player: list[int] = field(default_factory=list)
    odds: list[float] = field(default_factory=list)
    raised: list[int] = field(default_factory=list)
    pressed: dict[tuple[float, ...], int] = field(default_factory=dict)
    presses: list[int] = field(default_factory=list)
    branches: list[list[int]] = field(default_factory=list)
    ends: list[tuple[int, int, int]] = field(default_factory=list)

    def end(self, how: int, put: tuple[int, int]) -> int:
        self.ends.append((how, *put))
        return -len(self.ends)

    def decision(self, player: int, odds: float, rises: Rises) -> int:
        self.player.append(player)
        self.odds.append(odds)
        self.raised.append(rises.made)
        self.presses.append(self.pressed.setdefault(rises.pressed, len(self.pressed)))
        self.branches.append([])
        return len(self.player) - 1


def grown(
    *, pot: int, call: int, closes: bool, bets: Sequence[int], rises: Rises
) -> tuple[Tree, list[tuple[float, ...]]]:
    """The tree from the seat's own decision on: to fold where there is something to call, to check or call, and to put
    in each of these amounts; and the seat's own bets, in pots, as they come before decisions. `closes`: the other has
    acted, so that a check or a call ends the round."""
    tree = _Grown()
    root = tree.decision(OWN, call / (pot + call) if call else 0, rises)
    if call:
        tree.branches[root].append(tree.end(OWN_FOLD, (0, 0)))
    put = (call, 0)
    tree.branches[root].append(tree.end(SHOWN, put) if closes else _faced(tree, OTHER, pot, put, 0, rises))
    for amount in bets:
        after = _after(rises, OWN, (amount - call) / (pot + call))
        tree.branches[root].append(_faced(tree, OTHER, pot, (amount, 0), amount - call, after))
    return _as_arrays(tree), list(tree.pressed)


def _faced(tree: _Grown, player: int, pot: int, put: tuple[int, int], owed: int, rises: Rises) -> int:
    """A decision of one of the two, who owes so much, and after whose check or call the round is over."""
    called = _with(put, player, owed)
    here = tree.decision(player, owed / (pot + sum(called)) if owed else 0, rises)
    if owed:
        tree.branches[here].append(tree.end(OTHER_FOLD if player == OTHER else OWN_FOLD, put))
    tree.branches[here].append(tree.end(SHOWN, called))
    rise = _rise(pot + sum(called), rises, rises.stack - called[player]) if rises.left > 0 else 0
    if rise > 0:
        after = _after(rises, player, rise / (pot + sum(called)))
        tree.branches[here].append(_faced(tree, 1 - player, pot, _with(called, player, rise), rise, after))
    return here


def _after(rises: Rises, player: int, size: float) -> Rises:
    pressed = (*rises.pressed, size) if player == OWN else rises.pressed
    return rises._replace(left=rises.left - 1, made=rises.made + 1, pressed=pressed)


def _rise(pot: int, rises: Rises, behind: int) -> int:
    """By how much a bet is raised: by what is fixed, or a part of the pot, or all that is left."""
    if rises.fixed:
        return min(rises.fixed, behind)
    wanted = round(_PART * pot)
    if rises.most:
        wanted = min(wanted, rises.most)
    return behind if behind < wanted + _ALL_IN * pot and not rises.most else min(wanted, behind)


def _with(put: tuple[int, int], player: int, more: int) -> tuple[int, int]:
    return (put[0] + more, put[1]) if player == OWN else (put[0], put[1] + more)


def _as_arrays(tree: _Grown) -> Tree:
    last = np.cumsum([len(branches) for branches in tree.branches])
    return Tree(
        player=np.array(tree.player),
        first=last - np.array([len(branches) for branches in tree.branches]),
        last=last,
        odds=np.array(tree.odds, np.float64),
        raised=np.array(tree.raised),
        pressed=np.array(tree.presses),
        target=np.array([target for branches in tree.branches for target in branches]),
        ends=np.array([how for how, _, _ in tree.ends]),
        put=np.array([put for _, *put in tree.ends], np.float64),
    )
