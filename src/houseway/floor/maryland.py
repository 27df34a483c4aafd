"""Maryland's own statistic: drop, win and win-to-drop by table and game, held to last year's (COMAR 36.05.03.25).

The regulation asks for a 95 percent interval around the win-to-drop of the year before, or in the first year of the
month before, and for a written investigation of what lies outside. How wide the interval is follows here from the days
of that base: a day's win less the base's win-to-drop of its drop, squared and summed, per dollar dropped.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from math import sqrt
from typing import Any

from houseway.floor.chance import NORMAL
from houseway.floor.observing import Bought, Seen
from houseway.rules.money import dollars

CLAUSE = "COMAR 36.05.03.25"
_WIDTH = NORMAL.inv_cdf(0.975)
_DAYS = 2  # of a base, at least
_BANKS = ("house", "player-dealer")  # who wins; in a pot, and hand against hand, nobody does


@dataclass
class Day:
    drop: int = 0
    win: int = 0


@dataclass(frozen=True)
class Base:
    """What a table or a game is held to."""

    named: str  # the year, or the month
    drop: int
    win: int
    spread: float  # cents squared per cent dropped

    @property
    def hold(self) -> float:
        return self.win / self.drop

    def interval(self, drop: int) -> tuple[float, float]:
        """Around the base's win-to-drop, for so much dropped."""
        wide = _WIDTH * sqrt(self.spread / drop)
        return self.hold - wide, self.hold + wide


@dataclass(frozen=True)
class Statistic:
    """One table or game over a day, the month to date or the year to date."""

    kind: str
    name: str
    period: str
    first: str
    last: str
    drop: int
    win: int
    base: Base | None

    @property
    def hold(self) -> float | None:
        return self.win / self.drop if self.drop else None

    @property
    def interval(self) -> tuple[float, float] | None:
        return self.base.interval(self.drop) if self.base and self.drop else None

    @property
    def investigate(self) -> bool:
        within, hold = self.interval, self.hold
        return within is not None and hold is not None and not within[0] <= hold <= within[1]

    def data(self) -> dict[str, Any]:
        within = self.interval
        return {
            "kind": self.kind,
            "name": self.name,
            "period": self.period,
            "first": self.first,
            "last": self.last,
            "drop": dollars(self.drop),
            "win": dollars(self.win) if self.win >= 0 else f"-{dollars(-self.win)}",
            "win_to_drop": self.hold,
            "base": self.base.named if self.base else None,
            "base_win_to_drop": self.base.hold if self.base else None,
            "within_95": list(within) if within else None,
            "investigate": self.investigate,
            "clause": CLAUSE,
        }


@dataclass
class _Books:
    """Drop and win by day."""

    days: dict[str, Day] = field(default_factory=dict)

    def on(self, at: str) -> Day:
        return self.days.setdefault(at[:10], Day())

    def between(self, first: str, last: str) -> list[Day]:
        return [day for at, day in self.days.items() if first <= at <= last]


def statistics(rounds: Sequence[Seen], bought: Iterable[Bought], first: date, last: date) -> list[Statistic]:
    """Every table and game, each day from the first to the last, and the month and the year to the last."""
    books: dict[tuple[str, str], _Books] = {}
    nobody = {seen.game for seen in rounds if seen.rules.game.bank not in _BANKS}
    for seen in rounds:
        if seen.game in nobody:
            continue
        won = -sum(bet.won for bet in seen.bets)
        for key in (("table", f"{seen.table} {seen.name}"), ("game", seen.game)):
            books.setdefault(key, _Books()).on(seen.at).win += won
    for one in bought:
        if one.game in nobody:
            continue
        for key in (("table", f"{one.table} {one.name}"), ("game", one.game)):
            books.setdefault(key, _Books()).on(one.at).drop += one.amount
    return [found for key, book in sorted(books.items()) for found in _of(key, book, first, last)]


def _of(key: tuple[str, str], book: _Books, first: date, last: date) -> Iterator[Statistic]:
    base = _base(book, last)
    spans = [("year", date(last.year, 1, 1), last), ("month", last.replace(day=1), last)]
    spans += [("day", one, one) for one in (first + timedelta(days=at) for at in range((last - first).days + 1))]
    for period, begin, end in spans:
        days = book.between(begin.isoformat(), end.isoformat())
        drop, win = sum(day.drop for day in days), sum(day.win for day in days)
        if drop or win:
            yield Statistic(*key, period, begin.isoformat(), end.isoformat(), drop, win, base)


def _base(book: _Books, last: date) -> Base | None:
    """The year before; where there was none, the month before."""
    before = last.replace(day=1) - timedelta(days=1)
    year = _held(book.between(f"{last.year - 1}-01-01", f"{last.year - 1}-12-31"), str(last.year - 1))
    month = before.isoformat()[:7]
    return year or _held(book.between(f"{month}-01", before.isoformat()), month)


def _held(days: Sequence[Day], named: str) -> Base | None:
    drop, win = sum(day.drop for day in days), sum(day.win for day in days)
    if not drop or len(days) < _DAYS:
        return None
    hold = win / drop
    return Base(named, drop, win, sum((day.win - hold * day.drop) ** 2 for day in days) / drop)
