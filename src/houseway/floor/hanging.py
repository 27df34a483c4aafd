"""How wagers of one round hang together: two on one hand, two hands against the same dealer's cards.

A sheet prices each wager by itself. Where everybody bets on the same cards, what two wagers have in common is known
exactly from every case that can come. Elsewhere it is measured from the rounds themselves, over all tables of the same
rules, and taken two standard errors higher than it was found, so that few rounds make an interval wider and never
narrower than it should be; of fewer than twenty rounds, as if the two were won and lost together.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import sqrt

from houseway.floor.observing import Bet, Seen
from houseway.floor.theory import key_of
from houseway.pricing import can_price
from houseway.pricing.banking.owed import SameCards, same_cards
from houseway.rules.resolved import Rules

_FEW = 20
_ERRORS = 2.0
_AS_ONE = 0.999

Pair = tuple[str, str, str, bool]  # rules, two wagers by name, and whether they are on one hand


@dataclass
class Hanging:
    """The correlations of pairs of wagers."""

    found: Mapping[Pair, float] = field(default_factory=dict)

    def variance(self, key: str, bets: Sequence[tuple[Bet, float]]) -> float:
        """Of what the bets of one round come to together, in cents squared; each is given with its own deviation."""
        total = sum(own * own for _, own in bets)
        for at, (one, own) in enumerate(bets):
            for other, theirs in bets[at + 1 :]:
                total += 2 * own * theirs * self.found.get(_pair(key, one, other), 1.0)
        return max(total, 0.0)

    def as_one(self, key: str, wager: str) -> bool:
        """Whether everybody who makes this wager wins or loses it together, as on the same dice."""
        return self.found.get((key, wager, wager, False), 0.0) >= _AS_ONE


def _pair(key: str, one: Bet, other: Bet) -> Pair:
    low, high = sorted((one.wager, other.wager))
    return key, low, high, (one.who, one.spot) == (other.who, other.spot)


def measured(rounds: Iterable[Seen]) -> Hanging:
    """The correlations in these rounds."""
    sums: dict[Pair, list[float]] = {}
    keys: dict[int, str] = {}
    by_key: dict[str, Rules] = {}
    for seen in rounds:
        if id(seen.rules) not in keys:
            keys[id(seen.rules)] = key_of(seen.rules)
            by_key.setdefault(keys[id(seen.rules)], seen.rules)
        key = keys[id(seen.rules)]
        bets = [bet for bet in seen.bets if bet.expected and bet.expected.deviation]
        aways = [
            (bet.judged - bet.theory) / (bet.unit * bet.expected.deviation) for bet in bets if bet.expected is not None
        ]
        of_round: dict[Pair, list[float]] = {}
        for at, one in enumerate(bets):
            for then in range(at + 1, len(bets)):
                of_round.setdefault(_pair(key, one, bets[then]), []).append(aways[at] * aways[then])
        for pair, products in of_round.items():  # a round is one observation, however many sit there
            mean = sum(products) / len(products)
            tally = sums.setdefault(pair, [0.0, 0.0, 0.0])
            tally[0] += 1
            tally[1] += mean
            tally[2] += mean * mean
    exact = {key: same.correlations() if (same := known(rules)) else {} for key, rules in by_key.items()}

    def common(pair: Pair) -> float:
        found = exact[pair[0]].get(pair[1:3])
        return _at_most(*sums[pair]) if found is None else found

    return Hanging({pair: common(pair) for pair in sums})


@lru_cache(maxsize=64)
def known(rules: Rules) -> SameCards | None:
    """What wagers of a table come to together where everybody bets on the same cards; None where it is measured."""
    return same_cards(rules) if can_price(rules.game.id) else None


def _at_most(many: float, total: float, squares: float) -> float:
    if many < _FEW:
        return 1.0
    mean = total / many
    error = sqrt(max(squares / many - mean * mean, 0.0) / many)
    return max(-1.0, min(1.0, mean + _ERRORS * error))
