"""Bets that grow when the remaining shoe is good: who counts at twenty-one.

What a shoe is worth as it stands is estimated from the effects of removal: how much better or worse a round is without
one card of a value, all else as in a fresh shoe. They are sampled from the sheet's best play with their standard error,
and added up over the cards that are gone; a count of every round as it stood would take days. What an effect leaves out
is what cards do together, which is small until a shoe is nearly out, and the change of best play, which makes a counter
better off than is said here.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import sqrt
from typing import Any

import numpy as np

from houseway.counting import disk
from houseway.floor.chance import NORMAL, Floats, discoveries
from houseway.floor.judging import BOT, RATE
from houseway.floor.observing import SHUFFLE, Seen
from houseway.floor.shuffles import Stream, of_tables
from houseway.games import game as game_named
from houseway.games.twenty_one.count.hands import NAMES, VALUES, value
from houseway.games.twenty_one.count.sheet import best_round
from houseway.games.twenty_one.count.simulation import simulate
from houseway.games.twenty_one.facts import twenty_one_rules
from houseway.games.twenty_one.procedure import TwentyOne
from houseway.rules.money import dollars
from houseway.rules.resolved import Rules

SAMPLED = 8_000_000  # rounds for each value
_PART = 4  # a quarter of a value's cards is taken out at a time: the effect stands out from chance, and stays even
_FEW = 20  # rounds


@dataclass(frozen=True)
class Effects:
    """What a fresh shoe is worth to the player, and what each value's removal adds to it, in wagers."""

    fresh: float
    effects: Floats  # of one card, by value; with the shoe's own proportions they add up to nothing
    errors: Floats
    cards: int  # in a fresh shoe

    def advantage(self, gone: Sequence[int]) -> tuple[float, float]:
        """What a round is worth when so many of each value are gone, and the standard error of that."""
        left = self.cards - sum(gone)
        if left <= 0:
            return self.fresh, 0.0
        weights = np.array(gone) * (self.cards - 1) / left
        return self.fresh + float(weights @ self.effects), sqrt(float(weights**2 @ self.errors**2))

    def data(self) -> dict[str, Any]:
        return {
            "fresh_shoe": self.fresh,
            "effects": {
                name: {"effect": float(effect), "standard_error": float(error)}
                for name, effect, error in zip(NAMES, self.effects, self.errors, strict=True)
            },
        }


def counts(rules: Rules) -> bool:
    """Whether there is something to count: twenty-one from a shoe that goes on from round to round."""
    return isinstance(game_named(rules.game.id), TwentyOne)


@lru_cache(maxsize=32)
def effects(rules: Rules, rounds: int = SAMPLED) -> Effects:
    """The effects of removal at a table, sampled once and kept."""
    known = twenty_one_rules(rules)
    best = best_round(rules, rules.limits[known.base].minimum)
    there = [sum(value(card) == one for card in best.cards) for one in VALUES]

    def sampled() -> dict[str, Any]:
        found, errors = np.zeros(len(VALUES)), np.zeros(len(VALUES))
        for one in VALUES:
            many = max(1, there[one] // _PART)
            which = [at for at, card in enumerate(best.cards) if value(card) == one]
            out = {which[at * len(which) // many] for at in range(many)}  # of every suit alike
            cards = [card for at, card in enumerate(best.cards) if at not in out]
            without = simulate(replace(best, cards=cards), rounds, seed=one)
            found[one] = (without.mean - float(best.expectation)) / many
            errors[one] = without.error / many
        return {"effects": found, "errors": errors}

    key = [rules.game.id, str(rules.chosen), rounds]
    kept = disk.kept("effects-of-removal", "houseway.games.twenty_one.count.simulation", sampled, key=key)
    shares = np.array(there) / len(best.cards)
    return Effects(
        float(best.expectation), kept["effects"] - float(shares @ kept["effects"]), kept["errors"], len(best.cards)
    )


@dataclass(frozen=True)
class Counter:
    """How the bets of one account at one game follow the shoe."""

    account: str
    game: str
    rounds: int
    shoes: int
    least: int  # cents
    most: int
    correlation: float
    z: float
    p: float
    flat: float  # what the shoes were worth on average, in wagers
    betting: float  # the same weighted by the bets
    error: float  # of both, from the effects of removal
    finding: bool = False

    @property
    def gain(self) -> float:
        """What betting by the shoe added, in parts of all that was wagered first."""
        return self.betting - self.flat

    def data(self) -> dict[str, Any]:
        return {
            "account": self.account,
            "game": self.game,
            "rounds": self.rounds,
            "shoes": self.shoes,
            "least_bet": dollars(self.least),
            "most_bet": dollars(self.most),
            "correlation": round(self.correlation, 4),
            "z": round(self.z, 3),
            "p": self.p,
            "advantage_flat": self.flat,
            "advantage_as_bet": self.betting,
            "standard_error": self.error,
            "finding": self.finding,
        }


@dataclass(frozen=True)
class _Placed:
    shoe: int
    amount: float
    worth: float
    error: float


def counters(rounds: Iterable[Seen], *, rate: float = RATE, sampled: int = SAMPLED) -> list[Counter]:
    """Every account at games with a shoe, whoever bets most by it first."""
    placed: dict[tuple[str, str], list[_Placed]] = {}
    base = 0
    for seen in of_tables(rounds).values():
        if not counts(seen[0].rules):
            continue
        base += _follow(seen, placed, base, sampled)
    found = [one for (account, game), bets in placed.items() if (one := _judged(account, game, bets)) is not None]
    which = discoveries([one.p for one in found], rate)
    named = [replace(one, finding=finding) for one, finding in zip(found, which, strict=True)]
    return sorted(named, key=lambda one: one.p)


def _follow(rounds: Sequence[Seen], placed: dict[tuple[str, str], list[_Placed]], base: int, sampled: int) -> int:
    """The bets of one table with what the shoe was worth as they were made; the number of its shoes."""
    stream = Stream(rounds[0].rules.game.cards.pack)
    for seen in rounds:
        worth = effects(seen.rules, sampled)
        fresh = any(place == SHUFFLE for place, _ in seen.dealt)
        gone = [0] * len(VALUES)
        if not fresh and stream.known:
            whole = [0] * len(VALUES)
            for card, many in enumerate(stream.left):
                if many:
                    whole[value(card)] += many
            full = _whole(seen.rules)
            gone = [there - left for there, left in zip(full, whole, strict=True)]
        known = fresh or stream.known
        advantage, error = worth.advantage(gone)
        for _ in stream.draws(seen):
            pass
        main = twenty_one_rules(seen.rules).base
        for bet in seen.bets:
            if known and bet.wager == main and bet.unit and not seen.void:
                key = (seen.account(bet.who) or BOT, seen.game)
                placed.setdefault(key, []).append(_Placed(base + stream.shuffles, bet.unit, advantage, error))
    return stream.shuffles + 1


@lru_cache(maxsize=32)
def _whole(rules: Rules) -> tuple[int, ...]:
    cards = best_round(rules, rules.limits[twenty_one_rules(rules).base].minimum).cards
    return tuple(sum(value(card) == one for card in cards) for one in VALUES)


def _judged(account: str, game: str, bets: Sequence[_Placed]) -> Counter | None:
    """Bets above the usual when the shoe is above its mean, shoe by shoe: shoes are independent of each other, so the
    sum over them has the spread that they show; rounds of one shoe are not."""
    if len(bets) < _FEW:
        return None
    amounts = np.array([one.amount for one in bets])
    worths = np.array([one.worth for one in bets])
    away, good = amounts - amounts.mean(), worths - worths.mean()
    shoes: dict[int, float] = {}
    for at, one in enumerate(bets):
        shoes[one.shoe] = shoes.get(one.shoe, 0.0) + float(away[at] * good[at])
    spread = sqrt(sum(part * part for part in shoes.values()))
    z = sum(shoes.values()) / spread if spread else 0.0
    scale = sqrt(float(away @ away) * float(good @ good))
    return Counter(
        account=account,
        game=game,
        rounds=len(bets),
        shoes=len(shoes),
        least=round(float(amounts.min())),
        most=round(float(amounts.max())),
        correlation=float(away @ good) / scale if scale else 0.0,
        z=z,
        p=max(1 - NORMAL.cdf(z), 1e-15) if scale else 1.0,
        flat=float(worths.mean()),
        betting=float(amounts @ worths / amounts.sum()),
        error=float(np.mean([one.error for one in bets])),
    )
