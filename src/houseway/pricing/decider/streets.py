"""A street is one ask in all its situations: what each answer is worth there, and what is best."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.pricing.counting.advised import Advised
from houseway.pricing.decider.tally import Ending, Given, Tally
from houseway.pricing.papers.sheet import ByCard

Whole = NDArray[Any]  # whole numbers by situation: the machine's, or Python's own where those could overflow
Choices = Mapping[str, NDArray[Any]]  # by ask: in which situations the boldest answer is given, else the most timid


@dataclass(frozen=True, eq=False)
class Answer:
    """What may be answered, and what it comes to in each situation over all deals that follow."""

    name: str
    size: int  # units that it wagers. Among equal answers the smallest is taken: a check or a fold
    worth: Whole
    met: Whole | None = None  # situation x what is met: in how many deals
    endings: tuple[Ending, ...] = ()  # by what is met
    then: "Street | None" = None  # what is asked next


def ends(name: str, size: int, met: Whole, endings: Iterable[Ending]) -> Answer:
    """An answer after which nothing is decided: the wagers end by what is met."""
    by_met = tuple(endings)
    return Answer(name, size, met @ np.array([one.net for one in by_met], met.dtype), met, by_met)


def goes_on(name: str, size: int, then: "Street") -> Answer:
    """An answer after which cards are opened and the next street is asked."""
    return Answer(name, size, then.opened_sum(then.worth), then=then)


@dataclass(frozen=True, eq=False)
class Street:
    """One ask in all its situations."""

    ask: str
    answers: tuple[Answer, ...]  # in the order in which they are listed
    deals: Whole  # by situation: how many deals follow; none where there is no such situation
    unit: int  # what one unit is in the whole numbers that answers are worth
    weights: Whole | int = 1  # how many situations differ from one only by suits; as `deals`, or broadcast to it
    opened: int = 0  # so many of the last axes of the situations go by cards opened since the street before
    decision: str = ""  # as the sheet calls it, where that is not the ask

    def opened_sum(self, by_situation: Whole) -> Whole:
        """Added up over the cards opened since the street before."""
        found: Whole = by_situation.sum(axis=tuple(range(-self.opened, 0)))
        return found

    @cached_property
    def there(self) -> Any:
        """Which situations there are."""
        return self.deals > 0

    @cached_property
    def by_size(self) -> tuple[int, ...]:
        """The places of the answers, the most timid first."""
        return tuple(sorted(range(len(self.answers)), key=lambda at: self.answers[at].size))

    @cached_property
    def worth(self) -> Whole:
        """By situation: what the best answer comes to."""
        found: Whole = np.maximum.reduce([answer.worth for answer in self.answers])
        return found

    @cached_property
    def best(self) -> NDArray[np.int64]:
        """By situation: the place of the best answer, the most timid among equals."""
        return self._first_of_best(self.by_size)

    @cached_property
    def boldest(self) -> NDArray[np.int64]:
        """By situation: the place of the best answer, the boldest among equals."""
        return self._first_of_best(self.by_size[::-1])

    def _first_of_best(self, order: tuple[int, ...]) -> NDArray[np.int64]:
        worths = np.stack([self.answers[at].worth for at in order])
        found: NDArray[np.int64] = np.array(order)[worths.argmax(axis=0)]
        return found

    @cached_property
    def raises(self) -> Any:
        """Whether the best answer of each situation is another than the most timid one."""
        return self.there & (self.best != self.by_size[0])

    # What follows for the whole game, from its first street

    def tally(self, choices: Choices | None = None, *, bold: bool = False) -> Tally:
        """Every deal with best play, or as chosen by ask."""
        ended: list[tuple[Ending, int]] = []
        given: list[Given] = []
        self._add(np.broadcast_to(self.weights, self.deals.shape), choices or {}, bold, ended, given)
        return Tally(self.unit, ended, given)

    def _add(
        self, reached: Whole, choices: Choices, bold: bool, ended: list[tuple[Ending, int]], given: list[Given]
    ) -> None:
        """Add the deals of situations that are reached in so many ways."""
        chosen = self.boldest if bold else self.best
        if self.ask in choices:
            chosen = np.where(choices[self.ask], self.by_size[-1], self.by_size[0])
        after: list[tuple[Street, Whole]] = []
        for at in reversed(self.by_size):
            answer, here = self.answers[at], reached * (chosen == at)
            given.append(Given(self.decision or self.ask, answer.name, int((here * self.deals).sum())))
            if answer.then is not None:
                after.append((answer.then, here))
                continue
            assert answer.met is not None, f"{answer.name} ends the round"
            axes = tuple(range(here.ndim))
            many = np.tensordot(here, answer.met, (axes, axes))
            ended += zip(answer.endings, many.tolist(), strict=True)
        for street, here in after:
            street._add(here[(..., *[None] * street.opened)], choices, bold, ended, given)

    # What follows for some situations

    def advised(self, at: tuple[int, ...], unit: str, amount: int) -> Advised:
        """What each answer is worth in one situation; a unit is this amount here, in cents."""
        deals = int(self.deals[at]) * self.unit
        return Advised({one.name: Fraction(int(one.worth[at]), deals) for one in self.answers}, unit, amount)

    def by_card(self, groups: Mapping[str, Any]) -> tuple[ByCard, ...]:
        """How often each group of situations comes, and what a round is worth there; together they are all."""
        deals, worth = self.deals * self.weights, self.worth * self.weights
        every = int(deals.sum())
        found = []
        for name, where in groups.items():
            many = int((deals * where).sum())
            found.append(ByCard(name, Fraction(many, every), Fraction(int((worth * where).sum()), many * self.unit)))
        return tuple(found)

    def letter(self, where: Any, letters: Mapping[str, str], mixed: str) -> str:
        """The letter of the answer that is best in all of some situations; where it is not one answer, `mixed`."""
        found = set(np.unique(self.best[where][self.there[where]]).tolist())
        return letters[self.answers[found.pop()].name] if len(found) == 1 else mixed
