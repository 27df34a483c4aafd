"""Each wager of a game by itself: what settlement makes of it in every case, and how many deals are such a case."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from houseway.play.outcome import Outcome, Result
from houseway.price.papers.sheet import Ended, Outcomes, Part, Taken

Case = tuple[Sequence[Outcome], int]  # how the wagers ended that were made, and in how many deals


def won(outcome: Outcome) -> int:
    """What an outcome brings or costs."""
    return outcome.paid if outcome.result is Result.WIN else -outcome.stake * (outcome.result is Result.LOSE)


def parts_of(names: Mapping[str, str], unit: int, cases: Iterable[Case]) -> tuple[Part, ...]:
    """The wagers by these names, in units of so many cents."""
    results: dict[str, dict[Fraction, int]] = {wager: {} for wager in names}
    staked = dict.fromkeys(names, 0)
    total = 0
    for outcomes, many in cases:
        if not many:
            continue
        total += many
        ended = {outcome.wager: outcome for outcome in outcomes}
        for wager, found in results.items():
            outcome = ended.get(wager)
            net = Fraction(won(outcome), unit) if outcome else Fraction(0)
            found[net] = found.get(net, 0) + many
            staked[wager] += many * outcome.stake if outcome else 0
    return tuple(
        Part(wager, name, Outcomes(results[wager]), Fraction(staked[wager], unit * total))
        for wager, name in names.items()
    )


def ends_of(unit: int, cases: Iterable[Case]) -> tuple[Ended, ...]:
    """What is paid and collected in each case, as settlement has it, in units of so many cents."""
    found: dict[tuple[Fraction, ...], int] = {}
    for outcomes, many in cases:
        due = tuple(Fraction(amount, unit) for outcome in outcomes if (amount := won(outcome)))
        found[due] = found.get(due, 0) + many
    return tuple(Ended(due, many) for due, many in found.items() if many)


def taken_of(answers: Iterable[tuple[str, str, int]], total: int) -> tuple[Taken, ...]:
    """How often each answer is given: decision, answer, and in how many deals of all."""
    return tuple(Taken(decision, answer, Fraction(many, total)) for decision, answer, many in answers)
