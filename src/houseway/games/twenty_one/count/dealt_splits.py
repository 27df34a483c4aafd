"""How far off the chances of a split's results can be: splits dealt card by card, beside those that were counted.

How the results of several hands of a split add up is counted near, see `split`. So splits alone are dealt: each pair
against each up card in its share of so many, from a shoe without these cards, and played as counted, hand by hand in
the order of the table. What comes out has the error of a sample and no other, and bounds what the sheet's can be off.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.counting.kernels import kernel
from houseway.games.twenty_one.count.hands import value
from houseway.games.twenty_one.count.simulation import LIVE, dealers_end, draw, plan_of, play_hand
from houseway.games.twenty_one.count.split import matters
from houseway.games.twenty_one.count.whole_round import Round
from houseway.pricing.counting.cache import Arrays, kept

SPLITS = 20_000_000
SEED = 21
ERRORS = 4  # standard errors that a bound takes in: further off lies one sample in 16,000


class _Pair(NamedTuple):
    """A pair that is split against an up card, and its share of all splits."""

    up: int
    pair: int
    share: Fraction

    def of(self, splits: int) -> int:
        return max(1, round(self.share * splits))


@dataclass(frozen=True)
class DealtSplits:
    """What so many splits came to, beside what was counted; chances are those of a split."""

    splits: int
    seed: int
    often: float  # a split, of all rounds
    counted: Mapping[Fraction, float]
    found: Mapping[Fraction, float]

    def error(self, result: Fraction) -> float:
        """The standard error of a chance, also of what never came."""
        likely = max(self.counted.get(result, 0.0), self.found.get(result, 0.0), 1 / self.splits)
        return sqrt(likely * (1 - likely) / self.splits)

    def off(self, result: Fraction) -> float:
        return abs(self.counted.get(result, 0.0) - self.found.get(result, 0.0))

    @property
    def results(self) -> set[Fraction]:
        return {*self.counted, *self.found}

    @property
    def furthest(self) -> float:
        """How many standard errors lie between counted and found, at most."""
        return max(self.off(result) / self.error(result) for result in self.results)

    @property
    def of_a_chance(self) -> float:
        """No chance of a result of a round is off by more."""
        return self.often * max(self.off(result) + ERRORS * self.error(result) for result in self.results)

    @property
    def of_hits(self) -> float:
        """The hit rate of a round is off by no more."""
        counted, found = (
            sum(likely for result, likely in chances.items() if result > 0) for chances in (self.counted, self.found)
        )
        return self.often * (abs(counted - found) + ERRORS * sqrt(found * (1 - found) / self.splits))

    def of_the_deviation(self, deviation: float) -> float:
        """The standard deviation of a round is off by no more: as the mean is exact, only the mean square can be."""
        counted, found = (_mean_power(chances, 2) for chances in (self.counted, self.found))
        error = sqrt((_mean_power(self.found, 4) - found**2) / self.splits)
        return self.often * (abs(counted - found) + ERRORS * error) / (2 * deviation)

    def statement(self, deviation: float) -> str:
        """How near, and how that is known."""
        most = self.of_the_deviation(deviation)
        return (
            f"{self.splits:,} splits were dealt card by card for this table (seed {self.seed}), each pair against each "
            f"up card in its share, and played as counted. Counted and found are at most {self.furthest:.1f} standard "
            f"errors apart in the chance of any result. With {ERRORS} standard errors taken in, no chance of a result "
            f"of a round is off by more than {self.of_a_chance:.1e}, the hit rate by {self.of_hits:.1e} and the "
            f"standard deviation by {most:.1e}, which makes an interval after many rounds at most "
            f"{most / deviation:.4%} too wide or too narrow."
        )


def _mean_power(chances: Mapping[Fraction, float], power: int) -> float:
    return sum(float(result) ** power * likely for result, likely in chances.items())


def deal_splits(
    played: Round, counted: Mapping[Fraction, Fraction], *, splits: int = SPLITS, seed: int = SEED
) -> DealtSplits:  # fmt: skip
    """`counted` has the chance of each result, given a split."""
    pairs, scale = _pairs(played), played.terms.scale
    far = 2 * max(abs(int(result * scale)) for result in counted)  # more than any split comes to

    def deal_every_pair() -> Arrays:
        plan, rows = plan_of(played), np.zeros((len(pairs), 2 * far + 1), np.int64)
        for at, one in enumerate(pairs):
            state = np.random.SeedSequence([seed, at]).generate_state(2, np.uint64)
            _splits(plan, _shoe(played, one), state, one.pair, one.of(splits), rows[at])
        return {"results": rows}

    answers = [(one.up, one.pair, str(one.share)) for one in pairs]
    shoe = np.bincount([value(card) for card in played.cards]).tolist()
    key = [shoe, matters(played.terms), scale, far, answers, splits, seed]  # results lie by parts of a wager
    found: dict[Fraction, float] = {}
    for one, row in zip(pairs, kept("twenty-one-splits-dealt", key, deal_every_pair)["results"], strict=True):
        for at in np.nonzero(row)[0].tolist():
            result = Fraction(at - far, scale)
            found[result] = found.get(result, 0.0) + float(one.share) * int(row[at]) / one.of(splits)
    near = {result: float(likely) for result, likely in counted.items()}
    return DealtSplits(sum(one.of(splits) for one in pairs), seed, float(played.split_chance), near, found)


def _pairs(played: Round) -> list[_Pair]:
    """Every pair that is split, the dealer without a natural."""
    chances: dict[tuple[int, int], Fraction] = {}
    for start, _ in played.split_starts:
        key = start.up, start.held[0]
        chance = start.ways * (1 - played.dealer_natural(start)) / played.deals
        chances[key] = chances.get(key, Fraction(0)) + chance
    return [_Pair(up, pair, chance / played.split_chance) for (up, pair), chance in sorted(chances.items())]


def _shoe(played: Round, one: _Pair) -> NDArray[np.int64]:
    """All other cards, the up card first: no line that suits make is paid on a split."""
    left = list(played.cards)
    gone = []
    for wanted in (one.up, one.pair, one.pair):
        gone.append(next(card for card in left if value(card) == wanted))
        left.remove(gone[-1])
    return np.array([gone[0], *left], np.int64)


@kernel
def _splits(plan: Any, shoe: Any, state: Any, pair: Any, rounds: int, results: Any) -> None:
    """Deal and settle so many splits of one pair; the up card is the shoe's first and stays there."""
    ways, cards, ends = plan.ways, plan.cards, plan.ends
    rows = np.zeros(512, np.int64)
    wagers = np.zeros(512, np.int64)
    middle = len(results) // 2
    up = cards.values[shoe[0]]
    for _ in range(rounds):
        hole = draw(shoe, 1, state)
        while cards.naturals[shoe[0], hole]:  # a look at it has ruled that out
            hole = draw(shoe, 1, state)
        at, net, ended, waiting, made = 2, 0, 0, 2, 2
        while waiting > 0:
            card = cards.values[draw(shoe, at, state)]
            at += 1
            if card == pair and made < ways.most_hands[pair, up]:
                made += 1
                waiting += 1
                continue
            waiting -= 1
            hand = cards.after[cards.after[0, pair], card]
            row, hand, stake, at = play_hand(plan, shoe, state, at, pair, up, hand, ways.answers[pair, up, hand])
            rows[ended], wagers[ended] = ends.rows[hand] if row == LIVE else row, stake
            ended += 1
        end, _ = dealers_end(plan, shoe, state, at, cards.after[cards.after[0, up], cards.values[hole]])
        for which in range(ended):
            net += ends.comes_to[1, wagers[which] - 1, rows[which], end]
        if 0 <= middle + net < len(results):
            results[middle + net] += 1
