"""Are cards and dealt places uniform? A randomness report, from the cards as they were dealt.

Every card that is dealt is held to the cards that were still to come just before: each of them was as likely. The
difference between what came and what was expected, card by card, adds up to nothing on average whatever the players
drew or left, and its variance adds up too; so expected counts are exact, and no round has to end at a fixed card.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from houseway.cards.card import HIDDEN, NAMES, RANKS, Card, rank, suit
from houseway.cards.pack import pack
from houseway.floor.chance import Floats, chi_square_p, discoveries, normal_p
from houseway.floor.judging import RATE
from houseway.floor.observing import SHUFFLE, Seen

_LEAST = 5.0  # that a card is expected, for its own row
_DRAWS = 30  # at a place, for its own test


class Draw(NamedTuple):
    """A card that came to a place, and what could have come."""

    place: str
    card: Card
    left: bytes  # how many of each card, by its number


_CARDS = 53


@dataclass(frozen=True)
class Test:
    """One test: what was looked at, its statistic and how likely chance alone goes as far."""

    name: str
    what: str
    draws: int
    statistic: float
    freedom: int  # of chi-square; 0 for a normal deviate
    p: float
    finding: bool = False
    cells: tuple[tuple[str, int, float], ...] = ()  # what was counted, how often it came and was expected

    def data(self) -> dict[str, Any]:
        return {
            "test": self.name,
            "what": self.what,
            "draws": self.draws,
            "statistic": round(self.statistic, 4),
            "degrees_of_freedom": self.freedom or None,
            "p": self.p,
            "finding": self.finding,
            "cells": [{"of": of, "came": came, "expected": round(expected, 4)} for of, came, expected in self.cells],
        }


@dataclass(frozen=True)
class Randomness:
    """What the shuffles of one table look like."""

    table: str
    game: str
    rounds: int
    shuffles: int
    draws: int
    first: str
    last: str
    tests: tuple[Test, ...]
    impossible: tuple[str, ...] = ()  # cards that came although none was left

    @property
    def findings(self) -> list[str]:
        found = [f"{test.name}: once in {1 / test.p:,.0f} by chance" for test in self.tests if test.finding]
        return [*self.impossible, *found]

    def data(self) -> dict[str, Any]:
        return {
            "table": self.table,
            "game": self.game,
            "rounds": self.rounds,
            "shuffles": self.shuffles,
            "draws": self.draws,
            "first": self.first,
            "last": self.last,
            "findings": self.findings,
            "impossible": list(self.impossible),
            "tests": [test.data() for test in self.tests],
            "method": METHOD,
        }


METHOD = (
    "Each dealt card is compared with the cards that were still to come: all as likely. Counts less their exact "
    "expectations are summed, with their exact covariance, into chi-square for cards, ranks, suits and every dealt "
    "place; runs of colour and of high and low cards into a normal deviate. Findings are chosen among all tests of the "
    f"report so that at most {RATE:.0%} of findings are chance on average (Benjamini and Hochberg)."
)


@dataclass
class Stream:
    """The cards of one table as they come, with what is left of the shoe; from one round to the next where the shoe
    goes on."""

    kind: str
    left: bytearray = field(default_factory=lambda: bytearray(_CARDS))  # how many of each card, by its number
    known: bool = False
    shuffles: int = 0
    impossible: list[str] = field(default_factory=list)

    def draws(self, seen: Seen) -> Iterator[Draw]:
        for place, cards in seen.dealt:
            if place == SHUFFLE:
                self._shuffled(cards[0])
                continue
            for card in cards:
                if card == HIDDEN or not self.known:
                    continue
                if not self.left[card]:
                    self.impossible.append(f"round {seen.round}: {NAMES[card]} came to {place}, and none was left")
                    self.known = False
                    continue
                yield Draw(place, card, bytes(self.left))
                self.left[card] -= 1

    def _shuffled(self, count: int) -> None:
        whole = pack(self.kind)
        decks, rest = divmod(count, len(whole))
        self.known = decks > 0 and not rest  # a discard rack that is shuffled again is not looked at
        self.left = bytearray(decks * whole.count(card) for card in range(_CARDS))
        self.shuffles += 1


def randomness(rounds: Sequence[Seen], *, rate: float = RATE) -> Randomness:
    """The report of one table."""
    first = rounds[0]
    stream = Stream(first.rules.game.cards.pack)
    draws = [draw for seen in rounds if not seen.void for draw in stream.draws(seen)]
    tests = list(_tests(draws))
    which = discoveries([test.p for test in tests], rate)
    return Randomness(
        table=f"{first.table} {first.name}",
        game=first.game,
        rounds=len(rounds),
        shuffles=stream.shuffles,
        draws=len(draws),
        first=min(seen.at for seen in rounds)[:10],
        last=max(seen.at for seen in rounds)[:10],
        tests=tuple(replace(test, finding=found) for test, found in zip(tests, which, strict=True)),
        impossible=tuple(stream.impossible[:20]),
    )


Cell = Callable[[Card], int]
_RANKS = (*RANKS, "joker")
_SUITS = ("clubs", "diamonds", "hearts", "spades", "joker")
_IS_HIGH = 6  # ranks from the eight on


def _of_suit(card: Card) -> int:
    return suit(card) if card < 52 else 4


def _tests(draws: Sequence[Draw]) -> Iterator[Test]:
    if not draws:
        return
    whole = uniform("every card", "52 cards, and a joker where there is one", draws, lambda card: card, NAMES)
    yield whole
    yield furthest(whole, _deviations(draws))
    yield uniform("ranks", "by rank", draws, rank, _RANKS)
    yield uniform("suits", "by suit", draws, _of_suit, _SUITS)
    places: dict[str, list[Draw]] = {}
    for draw in draws:
        places.setdefault(draw.place, []).append(draw)
    for place, there in sorted(places.items()):
        if len(there) >= _DRAWS:
            yield uniform(f"ranks at {place}", "by rank, of the cards dealt there", there, rank, _RANKS)
    yield repeats("runs of colour", "how often a card has the colour of the one before it", draws,
                  lambda card: int(suit(card) in (1, 2)))  # fmt: skip
    yield repeats("runs of high and low", "how often a card is high as the one before it is, from the eight on", draws,
                  lambda card: int(rank(card) >= _IS_HIGH))  # fmt: skip
    yield lone("first cards", "ranks of the first card after each shuffle", draws)


_ROWS = 1 << 16  # draws that are looked at together


def _left(draws: Sequence[Draw]) -> Iterator[Floats]:
    """What was left before each draw, so many rows at a time."""
    for at in range(0, len(draws), _ROWS):
        rows = b"".join(draw.left for draw in draws[at : at + _ROWS])
        yield np.frombuffer(rows, np.uint8).reshape(-1, _CARDS).astype(np.float64)


def _deviations(draws: Sequence[Draw]) -> list[float]:
    """The standard deviation of how often each card comes that can come at all."""
    expected, variances = np.zeros(_CARDS), np.zeros(_CARDS)
    for left in _left(draws):
        chances = left / left.sum(axis=1, keepdims=True)
        expected += chances.sum(axis=0)
        variances += (chances * (1 - chances)).sum(axis=0)
    return [sqrt(variance) for variance, there in zip(variances, expected, strict=True) if there > 1e-12]


def lone(name: str, what: str, draws: Sequence[Draw]) -> Test:
    """Of every shuffle only the card on top."""
    firsts, before = [], 0
    for draw in draws:
        left = sum(draw.left)
        if left > before:
            firsts.append(draw)
        before = left
    return uniform(name, what, firsts, rank, _RANKS)


def uniform(name: str, what: str, draws: Sequence[Draw], cell: Cell, names: Sequence[str]) -> Test:
    """Chi-square of counts that are each held to what was left: with the difference d and the summed covariance M of
    all draws, d' M^-1 d has as many degrees of freedom as there are cells, less one."""
    cells = np.array([cell(card) for card in range(_CARDS)])
    many = int(cells.max()) + 1
    into = np.zeros((_CARDS, many))
    into[np.arange(_CARDS), cells] = 1.0
    expected, products = np.zeros(many), np.zeros((many, many))
    for left in _left(draws):
        chances = (left @ into) / left.sum(axis=1, keepdims=True)
        expected += chances.sum(axis=0)
        products += chances.T @ chances
    came = np.bincount(cells[[draw.card for draw in draws]], minlength=many).astype(np.float64)
    covariance = np.diag(expected) - products
    there = np.nonzero(expected > 1e-12)[0]
    if len(there) < 2:
        return Test(name, what, len(draws), 0.0, 0, 1.0)
    away = (came - expected)[there]
    values, axes = np.linalg.eigh(covariance[np.ix_(there, there)])
    loose = values > values.max() * 1e-9  # one is nothing: the counts add up to the draws
    statistic = float((((axes.T @ away)[loose]) ** 2 / values[loose]).sum())
    freedom = int(loose.sum())
    shown = tuple((names[int(at)], int(came[at]), float(expected[at])) for at in there)
    return Test(name, what, len(draws), statistic, freedom, _p(statistic, freedom, expected[there]), cells=shown)


def furthest(whole: Test, spread: Sequence[float]) -> Test:
    """The one card that is furthest off, with allowance for all that it was chosen among."""
    aways = [
        ((came - expected) / deviation if deviation else 0.0, of, came, expected)
        for (of, came, expected), deviation in zip(whole.cells, spread, strict=True)
    ]
    z, of, came, expected = max(aways, key=lambda one: abs(one[0]))
    enough = all(expected >= _LEAST for _, _, expected in whole.cells)
    p = min(1.0, len(aways) * normal_p(z)) if enough else 1.0
    cells = ((of, came, expected), ("others", whole.draws - came, whole.draws - expected))
    return Test("the card furthest off", f"{of}, of {len(aways)} cards", whole.draws, z, 0, p, cells=cells)


def _p(statistic: float, freedom: int, expected: Any) -> float:
    """The tail; cells that are hardly expected make chi-square too large, and it is not told then."""
    if float(expected.min()) < _LEAST:
        return 1.0
    return max(chi_square_p(statistic, freedom), 1e-15)


def repeats(name: str, what: str, draws: Sequence[Draw], side: Cell) -> Test:
    """Runs: how often a card is of the same kind as the one before it in the same shuffle, each time against the chance
    that what was left gave it. The joker is of no kind: what comes is known not to be it, so it is not among what was
    left."""
    sides = np.array([side(card) for card in range(_CARDS - 1)])
    cards = np.array([draw.card for draw in draws], np.int64)
    there = np.array([sum(draw.left) for draw in draws], np.int64)
    plain = cards < _CARDS - 1
    follows = np.zeros(len(draws), bool)
    follows[1:] = (there[1:] == there[:-1] - 1) & plain[1:] & plain[:-1]
    same = sides[np.roll(cards, 1) % (_CARDS - 1)]  # of the card before
    of_side = np.concatenate([left[:, :-1] @ np.stack([sides == 0, sides == 1], axis=1) for left in _left(draws)])
    chances = (of_side[np.arange(len(draws)), same] / np.maximum(of_side.sum(axis=1), 1))[follows]
    came = float((sides[cards % (_CARDS - 1)] == same)[follows].sum())
    expected, variance, many = float(chances.sum()), float((chances * (1 - chances)).sum()), int(follows.sum())
    z = (came - expected) / sqrt(variance) if variance else 0.0
    cells = (("the same as the card before", int(came), expected), ("another", many - int(came), many - expected))
    return Test(name, what, many, z, 0, normal_p(z) if many >= _DRAWS else 1.0, cells=cells)


def of_tables(rounds: Iterable[Seen]) -> dict[int, list[Seen]]:
    """Rounds by table, in the order in which they were played."""
    found: dict[int, list[Seen]] = {}
    for seen in rounds:
        found.setdefault(seen.table, []).append(seen)
    return {table: sorted(those, key=lambda one: one.round) for table, those in found.items()}
