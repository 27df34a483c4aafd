"""Every deal by how its wagers end: what a sheet says of a game's wagers follows from it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from houseway.play.outcome import Outcome
from houseway.pricing.counting.parts import won
from houseway.pricing.papers.sheet import Ended, LinePrice, Outcomes, Part, Taken, WagerPrice


class Settled(NamedTuple):
    """One wager as it ended."""

    wager: str
    stake: int
    won: int


class Ending(NamedTuple):
    """One way in which the wagers of a round end, and the line of the sheet that it belongs to."""

    line: str
    wagers: tuple[Settled, ...]  # in the order of settlement

    @property
    def net(self) -> int:
        return sum(one.won for one in self.wagers)

    @property
    def staked(self) -> int:
        return sum(one.stake for one in self.wagers)


def ending(line: str, outcomes: Iterable[Outcome]) -> Ending:
    """As settlement says."""
    return Ending(line, tuple(Settled(one.wager, one.stake, won(one)) for one in outcomes))


class Line(NamedTuple):
    """A line of the sheet: endings name it by its key."""

    key: str
    name: str
    pays: str
    clause: str


class Given(NamedTuple):
    """An answer at a decision, and in how many deals it is given."""

    decision: str
    answer: str
    deals: int


class Words(NamedTuple):
    """What the sheet calls a game whose wagers are priced together."""

    wager: str
    name: str
    clause: str
    lines: Sequence[Line]
    parts: Mapping[str, str]  # the names of the wagers by which deals end
    staked: int = 1  # units put up at first
    customary: str = ""
    unit: str = "one ante"


@dataclass(frozen=True)
class Tally:
    """Each way in which the wagers end, and in how many deals."""

    unit: int  # what one unit is in the whole numbers that endings are stated in
    ended: Sequence[tuple[Ending, int]]
    given: Sequence[Given] = ()

    @cached_property
    def deals(self) -> int:
        return sum(many for _, many in self.ended)

    @cached_property
    def expectation(self) -> Fraction:
        """What a round is worth, in units."""
        return Fraction(sum(one.net * many for one, many in self.ended), self.unit * self.deals)

    @cached_property
    def action(self) -> Fraction:
        """Units wagered on average."""
        return Fraction(sum(one.staked * many for one, many in self.ended), self.unit * self.deals)

    def outcomes(self) -> Outcomes:
        """How often each result comes."""
        found: dict[Fraction, int] = {}
        for one, many in self.ended:
            if many:
                net = Fraction(one.net, self.unit)
                found[net] = found.get(net, 0) + many
        return Outcomes(found)

    def lines(self, named: Iterable[Line]) -> tuple[LinePrice, ...]:
        """The deals by line of the sheet: together every deal, and the whole expectation."""
        count: dict[str, int] = {}
        total: dict[str, int] = {}
        for one, many in self.ended:
            count[one.line] = count.get(one.line, 0) + many
            total[one.line] = total.get(one.line, 0) + one.net * many
        every = self.unit * self.deals
        return tuple(
            LinePrice(
                line.name,
                line.pays,
                line.clause,
                count.get(line.key, 0),
                self.deals,
                Fraction(total.get(line.key, 0), every),
            )
            for line in named
        )

    def parts(self, names: Mapping[str, str]) -> tuple[Part, ...]:
        """The wagers of these names, each by itself; its result is nothing where it is not made."""
        results: dict[str, dict[int, int]] = {wager: {} for wager in names}
        staked = dict.fromkeys(names, 0)
        for one, many in self.ended:
            if not many:
                continue
            settled = {wager.wager: wager for wager in one.wagers}
            for name, found in results.items():
                wager = settled.get(name, Settled(name, 0, 0))
                found[wager.won] = found.get(wager.won, 0) + many
                staked[name] += wager.stake * many
        every = self.unit * self.deals
        return tuple(
            Part(
                wager,
                name,
                Outcomes({Fraction(net, self.unit): many for net, many in results[wager].items()}),
                Fraction(staked[wager], every),
            )
            for wager, name in names.items()
        )

    def ends(self) -> tuple[Ended, ...]:
        """What is paid and collected, in the order of settlement, and in how many deals."""
        found: dict[tuple[Fraction, ...], int] = {}
        for one, many in self.ended:
            due = tuple(Fraction(wager.won, self.unit) for wager in one.wagers if wager.won)
            found[due] = found.get(due, 0) + many
        return tuple(Ended(due, many) for due, many in found.items() if many)

    def taken(self) -> tuple[Taken, ...]:
        """How often each answer is given."""
        return tuple(Taken(one.decision, one.answer, Fraction(one.deals, self.deals)) for one in self.given)

    def price(self, words: Words, most_action: Fraction) -> WagerPrice:
        """The game's wagers priced together; `most_action` is what a player wagers who is bold where that is free."""
        return WagerPrice(
            wager=words.wager,
            name=words.name,
            unit=words.unit,
            staked=Fraction(words.staked),
            outcomes=self.outcomes(),
            clause=words.clause,
            action=self.action,
            actions=(self.action, most_action),
            lines=self.lines(words.lines),
            customary=words.customary,
            parts=self.parts(words.parts),
            ends=self.ends(),
            taken=self.taken(),
        )
