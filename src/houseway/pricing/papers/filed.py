"""What a laboratory files besides the exact figures: intervals of the return after many rounds, and hold against drop.

These follow from the exact distribution, but by a Fourier transform or the normal law, each with its error; so they are
no part of a sheet's fingerprint.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from houseway.pricing.papers.sheet import Outcomes, Sheet, WagerPrice, decimal
from houseway.pricing.sessions import after, ruin
from houseway.rules.strict import RulesError

ROUNDS = (100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000)
SHARES = (90, 95, 99)  # per cent
BOUGHT = (25, 50, 100)  # times what is put up at first
PLAYED = (60, 240)  # rounds, an hour and four at a table of sixty an hour
_MOST_POINTS = 1 << 22  # of a transform for a sheet
_MOST_STEPS = 3 * 10**8  # of following a bankroll for a sheet

HOLD = (
    "Hold against drop is what the table keeps of the chips bought. It hangs on how long they are played, so it is "
    f"given for chips bought once, {', '.join(map(str, BOUGHT[:-1]))} or {BOUGHT[-1]} times what is put up at first, "
    f"the same wager in every round, until {PLAYED[0]} or {PLAYED[1]} rounds are played or the chips left do not cover "
    "what one round can lose, no chips bought again, and what is left taken away."
)


@dataclass(frozen=True)
class Interval:
    """Between which returns a number of rounds ends with these chances, an equal part of the rest on each side."""

    rounds: int
    law: str
    error: float  # how far each of the chances can be off
    ends: tuple[tuple[Fraction, Fraction], ...]  # by share: as a part of all that is put up at first

    def data(self) -> dict[str, Any]:
        return {
            "rounds": self.rounds,
            "law": self.law,
            "error": self.error,
            "return_to_player": {
                str(share): [decimal(low), decimal(high)] for share, (low, high) in zip(SHARES, self.ends, strict=True)
            },
        }


@dataclass(frozen=True)
class Hold:
    """What is kept of chips bought for so much, by how many rounds they are played."""

    bought: int  # times what is put up at first
    kept: tuple[float, ...]  # by PLAYED


def filed(sheet: Sheet) -> dict[str, Any]:
    """A sheet with all that is filed, as JSON has it."""
    data = sheet.data()
    for wager, said in zip(sheet.wagers, data["wagers"], strict=True):
        said["intervals"] = [one.data() for one in intervals(wager)]
        said["hold"] = [
            {"bought": one.bought, "rounds": played, "hold": f"{kept:.10f}"}
            for one in holds(wager)
            for played, kept in zip(PLAYED, one.kept, strict=True)
        ]
    made = {} if sheet.made is None else {"made": sheet.made.data()}
    played = {} if sheet.evidence is None else {"evidence": sheet.evidence.data()}
    return {**made, **data, **played, "hold_assumes": HOLD, "sha256_of_all_figures": sheet.fingerprint}


def intervals(wager: WagerPrice) -> tuple[Interval, ...]:
    """For each number of rounds that can be counted, or that the normal law says something of."""
    return _intervals(_key(wager.outcomes), wager.staked)


def holds(wager: WagerPrice) -> tuple[Hold, ...]:
    """What is kept of the chips bought; none where following them takes too long."""
    return _holds(_key(wager.outcomes), wager.staked)


_Key = tuple[tuple[Fraction, int], ...]


def _key(outcomes: Outcomes) -> _Key:
    return tuple(sorted((result, count) for result, count in outcomes.counts.items() if count))


@lru_cache(maxsize=256)
def _intervals(key: _Key, staked: Fraction) -> tuple[Interval, ...]:
    found = []
    for rounds in ROUNDS:
        try:
            session = after(Outcomes(dict(key)), rounds, most_points=_MOST_POINTS)
        except RulesError:  # too fine a grid, and too few rounds for the normal law
            continue
        put_up = rounds * staked
        ends = tuple(
            (
                1 + session.quantile((1 - share / 100) / 2) / put_up,
                1 + session.quantile((1 + share / 100) / 2) / put_up,
            )
            for share in SHARES
        )
        found.append(Interval(rounds, session.law, session.band_error(), ends))
    return tuple(found)


@lru_cache(maxsize=256)
def _holds(key: _Key, staked: Fraction) -> tuple[Hold, ...]:
    outcomes = Outcomes(dict(key))
    needed = max(Fraction(0), -min(outcomes.counts))
    found = []
    for bought in BOUGHT:
        amount = bought * staked
        if amount < needed:
            continue
        try:
            ruined = ruin(outcomes, amount, max(PLAYED), needed=needed, most_steps=_MOST_STEPS).chances
        except RulesError:
            continue
        # Wald: what a table wins on average is what one round brings times the rounds that are played on average.
        each = -float(outcomes.expectation) / float(amount)
        found.append(Hold(bought, tuple(each * float((1 - ruined[:played]).sum()) for played in PLAYED)))
    return tuple(found)
