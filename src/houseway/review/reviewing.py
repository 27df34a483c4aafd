"""The rounds of one player looked at again: each decision with its cost, and each result taken apart."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any

from houseway.cards.card import text
from houseway.floor.clumps import spread_of
from houseway.floor.deciding import Costs, Decided
from houseway.floor.judging import Floor
from houseway.floor.observing import Bet, Seen
from houseway.floor.reading import House, Told, Wanted, read
from houseway.floor.theory import Theory
from houseway.pricing.coach import Advice, advise
from houseway.record.errors import ProveError
from houseway.review.parts import Parts, total
from houseway.rules.money import dollars


class Mark(StrEnum):
    """How good a decision was, by what it cost in units of the first wager."""

    BEST = "best"
    NEAR = "close"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


_NEAR, _MISTAKE = 0.01, 0.1  # of the first wager: at most this much is given away


@dataclass(frozen=True)
class Moment:
    """A decision of the player, with what it cost in cents."""

    seen: Seen
    decided: Decided
    first_wager: int  # cents

    @property
    def cost(self) -> float:
        return self.decided.cost

    @property
    def mark(self) -> Mark:
        if self.decided.best:
            return Mark.BEST
        share = self.cost / self.first_wager if self.first_wager else 1.0
        return Mark.NEAR if share <= _NEAR else Mark.MISTAKE if share <= _MISTAKE else Mark.BLUNDER

    def advice(self) -> Advice | None:
        """What every answer was worth by what the player could see, counted when somebody asks."""
        return advise(self.decided.about) if self.decided.about is not None else None

    def data(self) -> dict[str, Any]:
        about = self.decided.about
        return {
            "table": self.seen.table,
            "round": self.seen.round,
            "game": self.seen.game,
            "ask": self.decided.ask,
            "spot": self.decided.spot,
            "answer": self.decided.answer,
            "clause": about.clause if about is not None else "",
            "cards": {place: text(cards) for place, cards in about.seen.items()} if about is not None else {},
            "mark": self.mark,
            "cost": dollars(round(self.cost)),
            "cost_in_first_wagers": round(self.cost / self.first_wager, 6) if self.first_wager else None,
        }


@dataclass(frozen=True)
class RoundReview:
    """One round of the player."""

    seen: Seen
    bets: tuple[Bet, ...]
    parts: Parts
    moments: tuple[Moment, ...]
    unpriced: int = 0  # cents wagered on what has no price: its result counts as luck

    @property
    def line(self) -> str:
        """What the player reads after the round; empty where nothing was decided."""
        if not self.moments:
            return ""
        best = sum(moment.mark is Mark.BEST for moment in self.moments)
        if best == len(self.moments):
            return "As best play." if best == 1 else f"All {best} decisions as best play."
        worst = max(self.moments, key=lambda moment: moment.cost)
        cost = f"${worst.cost / 100:,.2f}"
        return f"{best} of {len(self.moments)} as best play; {worst.decided.answer} cost {cost}."

    def data(self) -> dict[str, Any]:
        return {
            "table": self.seen.table,
            "round": self.seen.round,
            "game": self.seen.game,
            "at": self.seen.at,
            "line": self.line,
            **self.parts.data(),
            "decisions": [moment.data() for moment in self.moments],
        }


@dataclass(frozen=True)
class Review:
    """A player's rounds."""

    player: str
    rounds: tuple[RoundReview, ...]
    left_out: tuple[str, ...] = ()  # games that have no price, and rounds that could not be played again

    @cached_property
    def parts(self) -> Parts:
        return total(one.parts for one in self.rounds)

    @property
    def moments(self) -> tuple[Moment, ...]:
        return tuple(moment for one in self.rounds for moment in one.moments)

    @property
    def dearest(self) -> list[Moment]:
        """The decisions that cost something, the dearest first."""
        return sorted((one for one in self.moments if not one.decided.best), key=lambda one: -one.cost)

    @cached_property
    def chance(self) -> float | None:
        """How likely chance alone goes as far from what was expected, to either side; None if nothing was priced."""
        floor = Floor.of([one.seen for one in self.rounds])
        shapes: dict[Any, int] = {}
        result = theory = variance = 0.0
        for one in self.rounds:
            judged = floor.judged(one.seen, one.bets)
            if judged.shape is not None:
                shapes[judged.shape] = shapes.get(judged.shape, 0) + 1
                result, theory = result + judged.judged, theory + judged.theory
                variance += judged.variance
        return spread_of(shapes, mean=theory, variance=variance).p(result) if shapes else None

    def data(self) -> dict[str, Any]:
        marks = [moment.mark for moment in self.moments]
        return {
            "player": self.player,
            "sentence": self.parts.sentence(),
            **self.parts.data(),
            "chance_of_such_luck": self.chance,
            "decisions": {mark.value: marks.count(mark) for mark in Mark},
            "rounds": [one.data() for one in self.rounds],
            "left_out": list(self.left_out),
        }


def review(what: str, player: str = "", *, wanted: Wanted | None = None, told: Told | None = None) -> Review:
    """A player's rounds in a journal, an export or a house's database. Without a name, the one player there is."""
    house = read(what, wanted or Wanted(), Theory(), costs=Costs(keep=True), told=told)
    players = sorted({name for seen in house.rounds for name in seen.accounts.values() if name})
    if not house.rounds:
        why = house.wrong[0] if house.wrong else "it holds no round that is over"
        raise ProveError(f"{what} can't be reviewed: {why}")
    chosen = _player(player, players, what)
    reviewed = tuple(one for seen in house.rounds for one in rounds_of(seen, chosen))
    return Review(chosen, reviewed, tuple(_left_out(house, reviewed)))


def _player(given: str, players: Sequence[str], what: str) -> str:
    if not given and len(players) == 1:
        return players[0]
    found = [name for name in players if name.lower() == given.lower()]
    if found:
        return found[0]
    if not given:
        raise ProveError(f"{what} has several players: name one of {', '.join(players)}")
    raise ProveError(f"{given} does not play in {what}: expected one of {', '.join(players)}")


def rounds_of(seen: Seen, player: str) -> Iterator[RoundReview]:
    """The player's part of a round, if they had one."""
    seats = {who for who, name in seen.accounts.items() if name == player}
    bets = tuple(bet for bet in seen.bets if bet.who in seats)
    banked = [who for who in seats if who in seen.banked]
    if not bets and not banked and not any(who in seen.fees for who in seats):
        return
    moments = tuple(
        Moment(seen, decided, _first_wager(decided, bets)) for decided in seen.decisions if decided.who in seats
    )
    yield RoundReview(seen, bets, _parts(seen, bets, seats), moments, sum(bet.handle for bet in bets if not bet.priced))


def _first_wager(decided: Decided, bets: Sequence[Bet]) -> int:
    """One unit of what the decision was about."""
    about = decided.about
    stakes = list(about.stakes.values()) if about is not None else []
    return stakes[0] if stakes else max((round(bet.unit) for bet in bets), default=0)


def _parts(seen: Seen, bets: Sequence[Bet], seats: set[str]) -> Parts:
    won, judged = sum(bet.won for bet in bets), sum(bet.judged for bet in bets)
    fees = sum(seen.fees.get(who, 0) for who in seats)
    banking = sum(seen.banked.get(who, 0) for who in seats)
    return Parts(
        result=won + banking - fees,
        price=round(sum(bet.unit * bet.expected.mean for bet in bets if bet.expected is not None)),
        mistakes=round(sum(bet.cost for bet in bets)),
        fees=fees,
        not_covered=won - judged,
        banking=banking,
    )


def _left_out(house: House, reviewed: Sequence[RoundReview]) -> Iterator[str]:
    unpriced = {one.seen.rules.game.name for one in reviewed if one.bets and not any(bet.priced for bet in one.bets)}
    for name in sorted(unpriced):
        yield f"{name} has no price: its results count as luck"
    if house.secret:
        yield f"rounds whose shoe is still being dealt: {house.secret}"
    yield from house.wrong
