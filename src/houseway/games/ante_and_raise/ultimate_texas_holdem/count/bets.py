"""What Ultimate Texas Hold'em pays, as whole numbers, and how its wagers end."""

from dataclasses import dataclass
from functools import lru_cache
from math import lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.cards import ranks
from houseway.games.ante_and_raise.round import least_qualifying, settle_fold, stated
from houseway.games.ante_and_raise.ultimate_texas_holdem.round import settle_hand
from houseway.play.outcome import Result
from houseway.pricing.decider.tally import Ending, ending
from houseway.rules.models import PayTable
from houseway.rules.money import Odds
from houseway.rules.resolved import Rules

Whole = NDArray[Any]  # of Python's own whole numbers: pays may be of any size

WAGERS = ("ante", "blind", "play")
STREETS = ("preflop", "flop", "river")
PREFLOP, FLOP, RIVER = range(3)


@dataclass(frozen=True)
class Bets:
    """A unit of which every pay is whole, a hand of each line of the blind's pay table (the last is none: it pushes),
    what the player-dealer qualifies with, and how much may be raised on each street."""

    rules: Rules
    scale: int
    hands: tuple[int, ...]
    line_of_rank: bytes
    least: int
    times: tuple[tuple[int, ...], ...]

    def size(self, street: int) -> int:
        """The one size of a raise on the flop and on the river."""
        (size,) = self.times[street]
        return size

    def endings(self, size: int) -> list[Ending]:
        """How ante, blind and a play bet of so many antes end, as settlement says: wins by line, wins alone by line
        (where the player-dealer does not qualify), losses, losses alone, ties."""
        stakes = dict(zip(WAGERS, (self.scale, self.scale, size * self.scale), strict=True))

        def ended(line: str, hand: int, compared: Result, qualified: bool) -> Ending:
            return ending(line, settle_hand(self.rules, hand, compared, qualified, stakes))

        none = self.hands[-1]
        wins = [
            ended(str(line), hand, Result.WIN, qualified)
            for qualified in (True, False)
            for line, hand in enumerate(self.hands)
        ]
        losses = [ended("lose", none, Result.LOSE, qualified) for qualified in (True, False)]
        return [*wins, *losses, ended("tie", none, Result.PUSH, True)]

    def nets(self, size: int) -> Whole:
        """What each of them comes to."""
        return np.array([one.net for one in self.endings(size)], object)

    @property
    def fold(self) -> Ending:
        return ending("fold", settle_fold(self.rules, dict.fromkeys(("ante", "blind"), self.scale)))


@lru_cache(maxsize=16)
def bets(rules: Rules) -> Bets:
    table = rules.pay_tables["blind"]
    odds = [line.pays or Odds(0) for line in table.lines]
    scale = rules.chip * lcm(*(one.stake for one in odds))  # so that nothing is rounded
    line_of_rank = _line_of_rank(table)
    hands = tuple(max(1, line_of_rank.rfind(line)) for line in range(len(odds) + 1))
    times = tuple(stated(rules.game).streets[street].times for street in STREETS)
    return Bets(rules, scale, hands, line_of_rank, least_qualifying(rules.game), times)


def _line_of_rank(table: PayTable) -> bytes:
    at = {line.key: number for number, line in enumerate(table.lines)}
    found = [table.poker_line(rank) for rank in range(1, ranks.BEST + 1)]
    return bytes([len(at), *(len(at) if line is None else at[line.key] for line in found)])
