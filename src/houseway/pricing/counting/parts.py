"""What an outcome brings, and how often answers are given; `price.decider.tally` has the rest of a game's parts."""

from collections.abc import Iterable
from fractions import Fraction

from houseway.play.outcome import Outcome, Result
from houseway.pricing.papers.sheet import Taken


def won(outcome: Outcome) -> int:
    """What an outcome brings or costs."""
    return outcome.paid if outcome.result is Result.WIN else -outcome.stake * (outcome.result is Result.LOSE)


def taken_of(answers: Iterable[tuple[str, str, int]], total: int) -> tuple[Taken, ...]:
    """How often each answer is given: decision, answer, and in how many deals of all."""
    return tuple(Taken(decision, answer, Fraction(many, total)) for decision, answer, many in answers)
