"""Who plays like the coach: what each account's decisions cost, in all and an hour."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from houseway.floor.judging import BOT
from houseway.floor.observing import Seen

_AWAY = 600.0  # seconds without a round after which somebody was not playing
_ROUND = 60.0  # seconds that a lone round is taken for


@dataclass(frozen=True)
class Played:
    """How one account decided at one game. Money in cents."""

    account: str
    game: str
    rounds: int
    hours: float
    decisions: int
    best: int  # of them as the coach would
    cost: float
    worst: tuple[tuple[int, int, str, str, float], ...] = ()  # table, round, ask, answer, cost

    @property
    def per_hour(self) -> float:
        return self.cost / self.hours if self.hours else 0.0

    def data(self) -> dict[str, Any]:
        return {
            "account": self.account,
            "game": self.game,
            "rounds": self.rounds,
            "hours": round(self.hours, 3),
            "decisions": self.decisions,
            "as_the_coach": self.best,
            "cost": round(self.cost / 100, 2),
            "cost_per_hour": round(self.per_hour / 100, 2),
            "worst": [
                {"table": table, "round": round, "ask": ask, "answer": answer, "cost": cost / 100}
                for table, round, ask, answer, cost in self.worst
            ],
        }


@dataclass
class _Tally:
    rounds: int = 0
    seconds: float = 0.0
    last: float = 0.0
    decisions: int = 0
    best: int = 0
    cost: float = 0.0
    worst: list[tuple[int, int, str, str, float]] = field(default_factory=list)


_MOST_WORST = 5


def played(rounds: Iterable[Seen]) -> list[Played]:
    """Every account at every game whose decisions were looked at, the dearest hour first."""
    found: dict[tuple[str, str], _Tally] = {}
    for seen in sorted(rounds, key=lambda one: one.at):
        if not seen.coached:
            continue
        bettors = {bet.who for bet in seen.bets} | {decided.who for decided in seen.decisions}
        for account in {seen.account(who) or BOT for who in bettors}:
            tally = found.setdefault((account, seen.game), _Tally())
            tally.rounds += 1
            now = _seconds(seen.at)
            gap = now - tally.last
            tally.seconds += gap if tally.last and gap <= _AWAY else _ROUND
            tally.last = now
        for decided in seen.decisions:
            tally = found[seen.account(decided.who) or BOT, seen.game]
            tally.decisions += 1
            tally.best += decided.best
            tally.cost += decided.cost
            if not decided.best:
                tally.worst.append((seen.table, seen.round, decided.ask, decided.answer, decided.cost))
    told = [_told(account, game, tally) for (account, game), tally in found.items() if tally.decisions]
    return sorted(told, key=lambda one: -one.per_hour)


def _told(account: str, game: str, tally: _Tally) -> Played:
    worst = tuple(sorted(tally.worst, key=lambda one: -one[4])[:_MOST_WORST])
    hours = tally.seconds / 3600
    return Played(account, game, tally.rounds, hours, tally.decisions, tally.best, tally.cost, worst)


def _seconds(at: str) -> float:
    return datetime.fromisoformat(at.replace("Z", "+00:00")).timestamp()
