"""The player-dealer's side of a table, and what a limited amount put up does to it and to everyone at the table.

Every case of `owed` says what is owed in which order; how far an amount goes then follows from the order, by the rule
of the player's bank (PD-1).

>>> from houseway.pricing.banking.bank import banked
>>> banked(rules, ["player 100"] * 5, coverages=[200_00]).lines[0].bank   # doctest: +SKIP
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from houseway.pricing.banking.owed import Cases, Ints, Known, cases_at, collected, pricing_of, wagers_of
from houseway.pricing.counting.work import Progress
from houseway.pricing.papers.sheet import Outcomes, decimal
from houseway.pricing.pricing import Placed
from houseway.rules.models import Position
from houseway.rules.money import dollars, shown
from houseway.rules.resolved import Rules
from houseway.rules.strict import RulesError

if TYPE_CHECKING:
    import pandas

ROUNDS = 10_000  # sampled where nothing can be counted
Control = tuple[Ints, Fraction]  # something sampled with the figures, in cents, and its mean, which is known
_SMALL = 1e-6  # the least error that a sample is said to have: it may not have seen the rarest case


@dataclass(frozen=True)
class Figure:
    """A figure, exact, or sampled with its standard error."""

    value: Fraction
    error: float = 0.0

    def data(self) -> dict[str, Any]:
        if self.error:
            return {"decimal": decimal(self.value), "standard_error": self.error}
        return {"decimal": decimal(self.value), "fraction": str(self.value)}

    def root(self) -> dict[str, Any]:
        """Of a square root, which is no fraction."""
        return {name: said for name, said in self.data().items() if name != "fraction"}


@dataclass(frozen=True)
class Line:
    """One amount put up: results of a round in dollars, before fees."""

    coverage: int | None  # cents; None covers everything
    bank: Figure
    deviation: Figure  # of the player-dealer's result
    covered: Figure  # the part of what is won and lost that is paid and collected
    players: tuple[Figure, ...]
    players_covered: tuple[Figure, ...]
    cost: Figure  # what the player-dealer has less than with everything covered
    players_cost: tuple[Figure, ...]

    def data(self) -> dict[str, Any]:
        return {
            "coverage": None if self.coverage is None else dollars(self.coverage),
            "player_dealer": {
                "expectation": self.bank.data(),
                "standard_deviation": self.deviation.root(),
                "cost_of_coverage": self.cost.data(),
            },
            "covered": self.covered.data(),
            "opponents": [
                {"expectation": one.data(), "cost_of_coverage": cost.data(), "covered": covered.data()}
                for one, cost, covered in zip(self.players, self.players_cost, self.players_covered, strict=True)
            ],
        }


@dataclass(frozen=True)
class Banked:
    """The player-dealer's side of one table."""

    rules: Rules
    wagers: tuple[Placed, ...]  # of each opponent, from the player-dealer's left
    fees: tuple[int, ...]  # of each opponent a round, in cents
    bank_fee: int
    clauses: tuple[str, ...]  # of the fees
    lines: tuple[Line, ...]
    cases: Cases = field(repr=False)
    known: Known | None = field(repr=False, default=None)
    method: str = ""
    notes: tuple[str, ...] = ()

    @property
    def exact(self) -> bool:
        return self.cases.weights is not None

    def data(self) -> dict[str, Any]:
        return {
            "game": self.rules.game.id,
            "options": dict(self.rules.options),
            "wagers": [{wager: dollars(amount) for wager, amount in one.items()} for one in self.wagers],
            "method": self.method,
            "exact": self.exact,
            "rounds": None if self.exact else self.cases.many,
            "fees": {
                "player_dealer": dollars(self.bank_fee),
                "opponents": [dollars(fee) for fee in self.fees],
                "clauses": list(self.clauses),
            },
            "coverages": [line.data() for line in self.lines],
            "notes": list(self.notes),
        }

    def table(self) -> "pandas.DataFrame":
        """One row a coverage, in dollars, as a DataFrame."""
        from houseway.pricing.papers.notebook import frame

        return frame(self.rows())

    def rows(self) -> list[dict[str, Any]]:
        """One flat row a coverage, in dollars."""
        return [
            {
                "coverage": None if line.coverage is None else line.coverage / 100,
                "expectation": float(line.bank.value),
                "error": line.bank.error,
                "after_fees": float(line.bank.value) - self.bank_fee / 100,
                "standard_deviation": float(line.deviation.value),
                "covered": float(line.covered.value),
                **{f"opponent_{at}": float(one.value) for at, one in enumerate(line.players, start=1)},
            }
            for line in self.lines
        ]


def banked(
    rules: Rules,
    wagers: Sequence[str],
    *,
    coverages: Sequence[int] = (),
    rounds: int = ROUNDS,
    progress: Progress | None = None,
) -> Banked:
    """The player-dealer's side against opponents with these wagers (`ante 10, trips 5`), from the left of the
    player-dealer, for each amount put up (in cents; by default a few telling ones) and with everything covered."""
    if rules.game.bank != "player-dealer":
        raise RulesError(f"no player banks {rules.game.name}: its bank is the {rules.game.bank}")
    placed = tuple(wagers_of(rules, one) for one in wagers)
    most = rules.seats - 1
    if not 1 <= len(placed) <= most:
        raise RulesError(f"{rules.game.name} has room for 1 to {most} opponents, not {len(placed)}")
    fees, bank_fee, clauses, wagered = collected(rules, placed)
    least = _least(rules)
    for amount in coverages:
        if amount < least or amount % rules.chip:
            raise RulesError(
                f"{shown(amount)} can't be put up: it takes at least {shown(least)}, in chips of {shown(rules.chip)} "
                f"({_position(rules).clause})"
            )
    cases, known, method = cases_at(rules, placed, rounds, progress)
    net = rules.options["coverage"] == "net"
    asked = sorted(set(coverages)) or _telling(wagered, rules.chip, least)
    lines = tuple(_line(cases, amount, known, net=net) for amount in (*asked, None))
    return Banked(rules, placed, fees, bank_fee, clauses, lines, cases, known, method, _notes(rules, cases))


def _position(rules: Rules) -> Position:
    assert rules.game.position is not None
    return rules.game.position


def _least(rules: Rules) -> int:
    """The least that is taken for the position: what the least wager of the table is, in whole chips."""
    return -(-rules.limits[_position(rules).base].minimum // rules.chip) * rules.chip


def _telling(wagered: int, chip: int, least: int) -> list[int]:
    """From a quarter of all that is wagered before the deal to four times as much."""
    return sorted({max(least, wagered * part // 4 // chip * chip) for part in (1, 2, 4, 8, 16)})


def _notes(rules: Rules, cases: Cases) -> tuple[str, ...]:
    reading = {
        "action": "Everything paid and collected uses the amount up, in the order of settlement (PD-1, "
        "coverage=action).",
        "net": "The amount limits the player-dealer's running result alone, in the order of settlement (PD-1, "
        "coverage=net).",
    }[str(rules.options["coverage"])]
    notes = [reading, "Opponents decide as if everything were covered; fees are not in the results."]
    notes.append("They sit side by side from the player-dealer's left, and all other seats are empty.")
    if note := pricing_of(rules).note:
        notes.append(note)
    if cases.weights is None:
        notes.append(
            "Sampled figures have their standard error beside them; with everything covered each opponent's "
            "expectation is the exact one of the sheet, and what is sampled is how far a limited amount moves it."
        )
    return tuple(notes)


# From cases to figures


def _line(cases: Cases, coverage: int | None, known: Known | None, *, net: bool) -> Line:
    moved = cases.moved(coverage, net=net)
    full, limited = cases.nets(cases.due), cases.nets(moved)
    everyone = range(cases.opponents)
    if cases.weights is not None:
        whole = [_weighted(cases, full[:, one]) for one in everyone]
        players = [Figure(_weighted(cases, limited[:, one])) for one in everyone]
        bank = Figure(-sum((one.value for one in players), Fraction(0)))
    elif known is not None and _covers(coverage, known):
        whole = list(known.means)
        players, bank = [Figure(mean) for mean in whole], Figure(-sum(whole, Fraction(0)))
    else:
        controls = _controls(full, coverage, known)
        players = [_sampled(limited[:, one], [*controls[one : one + 1], *_summed(controls)]) for one in everyone]
        bank = _sampled(-limited.sum(axis=1), _summed(controls))
        whole = list(known.means) if known else [_sampled(full[:, one], []).value for one in everyone]
    return Line(
        coverage,
        _dollars(bank),
        _dollars(_deviation(cases, -limited.sum(axis=1), known if _covers(coverage, known) else None)),
        _share(cases, np.abs(moved), np.abs(cases.due)),
        tuple(map(_dollars, players)),
        tuple(
            _share(
                cases,
                np.where(cases.whose == one, np.abs(moved), 0),
                np.where(cases.whose == one, np.abs(cases.due), 0),
            )
            for one in everyone
        ),
        _dollars(Figure(-sum(whole, Fraction(0)) - bank.value, bank.error)),
        tuple(_dollars(Figure(whole[one] - players[one].value, players[one].error)) for one in everyone),
    )


def _covers(coverage: int | None, known: Known | None) -> bool:
    """Whether an amount covers whatever can happen, rare as it may be."""
    if coverage is None or known is None or known.alone is None:
        return coverage is None
    return coverage >= sum(max(map(abs, one.counts)) for one in known.alone)


def _dollars(figure: Figure) -> Figure:
    return Figure(figure.value / 100, figure.error / 100)


def _weighted(cases: Cases, values: Ints) -> Fraction:
    assert cases.weights is not None
    total = sum(cases.weights)
    return Fraction(sum(weight * value for weight, value in zip(cases.weights, values.tolist(), strict=True)), total)


def _controls(full: Ints, coverage: int | None, known: Known | None) -> list[Control]:
    """Each opponent's results as if nobody else were there, none beyond the amount put up. Their mean is known, and the
    sample's own tells of its luck; the rare big wins that a sample has too many or too few of count no more than that.
    """
    if known is None or coverage is None:
        return []
    if known.alone is None:  # only the mean of a result that is not held to the amount is known
        return [(full[:, at], mean) for at, mean in enumerate(known.means)]
    return [
        (np.clip(full[:, at], -coverage, coverage), _capped(one, coverage).expectation)
        for at, one in enumerate(known.alone)
    ]


def _capped(outcomes: Outcomes, most: int) -> Outcomes:
    """Results held to an amount, either way."""
    counts: dict[Fraction, int] = {}
    for result, many in outcomes.counts.items():
        held = max(Fraction(-most), min(Fraction(most), result))
        counts[held] = counts.get(held, 0) + many
    return Outcomes(counts)


def _summed(controls: Sequence[Control]) -> list[Control]:
    if not controls:
        return []
    return [(np.sum([values for values, _ in controls], axis=0), sum((mean for _, mean in controls), Fraction(0)))]


def _sampled(values: Ints, controls: Sequence[Control]) -> Figure:
    """The mean of a sample, moved by what controls with a known mean say of its luck."""
    many = len(values)
    known = np.column_stack([np.ones(many), *(column - float(mean) for column, mean in controls)])
    solved, *_ = np.linalg.lstsq(known, values.astype(np.float64), rcond=None)
    left = values - known @ solved
    error = sqrt(float((left**2).sum()) / (many - known.shape[1]) / many)
    return Figure(Fraction(float(solved[0])), max(error, _SMALL))


def _deviation(cases: Cases, values: Ints, known: Known | None) -> Figure:
    """How far the player-dealer's results spread. With everything covered each opponent's own part of it is known, and
    what is sampled is only how far they go together."""
    if cases.weights is not None:
        mean = _weighted(cases, values)
        squares = sum(weight * value * value for weight, value in zip(cases.weights, values.tolist(), strict=True))
        return Figure(Fraction(sqrt(Fraction(squares, sum(cases.weights)) - mean * mean)))
    if known is not None and known.alone is not None:
        away = cases.nets(cases.due) - np.array([float(mean) for mean in known.means])
        together = away.sum(axis=1) ** 2 - (away**2).sum(axis=1)
        own = float(sum(one.variance for one in known.alone))
        spread = sqrt(max(own / cases.opponents, own + float(together.mean())))
        return Figure(Fraction(spread), max(_SMALL, float(together.std()) / sqrt(cases.many) / (2 * spread)))
    away = values - values.mean()
    spread = float(np.sqrt((away**2).mean()))
    fourth = float((away**4).mean())
    error = sqrt(max(0.0, fourth - spread**4) / len(values)) / (2 * spread) if spread else 0.0
    return Figure(Fraction(spread), max(error, _SMALL))


def _share(cases: Cases, moved: Ints, due: Ints) -> Figure:
    """What is paid and collected of all that is due."""
    some, all = moved.sum(axis=1), due.sum(axis=1)
    if cases.weights is not None:
        return Figure(_weighted(cases, some) / _weighted(cases, all))
    if np.array_equal(some, all):
        return Figure(Fraction(1))
    share = float(some.sum()) / float(all.sum())
    left = some - share * all
    error = float(left.std()) / sqrt(len(all)) / float(all.mean())
    return Figure(Fraction(int(some.sum()), int(all.sum())), max(error, _SMALL))


# Several opponents at once, for sessions


@dataclass(frozen=True)
class Together:
    """A round's results for the player-dealer against several opponents, in units of the wager that each makes."""

    outcomes: Outcomes
    fee: Fraction  # the player-dealer's, in the same units
    method: str


def against(
    rules: Rules, wager: str, opponents: int, stake: int, *, rounds: int = ROUNDS, progress: Progress | None = None
) -> Together:
    """The player-dealer's round against so many opponents with the same wager, everything covered."""
    side = banked(rules, [f"{wager} {dollars(stake)}"] * opponents, rounds=rounds, progress=progress)
    cases, method = side.cases, side.method
    if cases.weights is not None:
        counts: dict[Fraction, int] = {}
        for result, weight in zip((-cases.nets(cases.due).sum(axis=1)).tolist(), cases.weights, strict=True):
            counts[Fraction(result)] = counts.get(Fraction(result), 0) + weight
    elif side.known is None or side.known.alone is None:
        raise RulesError(f"{wager} is not priced exactly, so nothing holds a sample of {opponents} opponents in place")
    else:
        counts = _held_in_place(cases, side.known.alone[0])
        deviation = side.lines[-1].deviation
        method += (
            ", weighed to each opponent's exact mean, big wins as often and as big as they are counted; the standard "
            f"deviation of a round is off by {deviation.error / float(deviation.value):.2%} (one standard error)"
        )
    units = Outcomes({result / stake: many for result, many in counts.items()})
    return Together(units, Fraction(side.bank_fee, stake), method)


_RARE = Fraction(1, 500)  # wins that come less often than this are big ones
_PARTS = 10**9  # of a sampled round's weight


def _held_in_place(cases: Cases, alone: Outcomes) -> dict[Fraction, int]:
    """The player-dealer's results from sampled rounds that are made to agree with what is known of one opponent. A big
    win is taken for any of the big wins, as often as each comes; the rounds then weigh a little more or less, so that
    the number of big wins and the mean of the rest are the exact ones."""
    cut, above = max(alone.counts), 0
    for result in sorted(alone.counts, reverse=True):
        if above + alone.counts[result] > _RARE * alone.total:
            break
        above += alone.counts[result]
        cut = result
    big = {result: many for result, many in alone.counts.items() if result >= cut and above}
    nets = cases.nets(cases.due)
    is_big = nets >= int(cut) if big else np.zeros(nets.shape, bool)
    rest, wins = np.where(is_big, 0, nets).sum(axis=1), is_big.sum(axis=1)
    small = sum(result * many for result, many in alone.counts.items() if result not in big)
    expected = cases.opponents * np.array([float(Fraction(small) / alone.total), above / alone.total])
    seen = np.column_stack([rest, wins]).astype(np.float64)
    away = seen - seen.mean(axis=0)
    lean, *_ = np.linalg.lstsq(away.T @ away / cases.many, expected - seen.mean(axis=0), rcond=None)
    weights = np.rint((1 + away @ lean) * _PARTS).astype(np.int64)
    if weights.min() < 0 or (big and not wins.any()):
        raise RulesError(f"{cases.many} rounds are too few to say how {cases.opponents} opponents do together")
    most = int(wins.max())
    counts: dict[Fraction, int] = {}
    powers: list[dict[Fraction, int]] = [{Fraction(0): 1}]  # so many big wins together
    for _ in range(most):
        powers.append(_added(powers[-1], big))
    grouped: dict[tuple[int, int], int] = {}
    for lost, many, weight in zip((-rest).tolist(), wins.tolist(), weights.tolist(), strict=True):
        grouped[lost, many] = grouped.get((lost, many), 0) + weight
    for (lost, many), weight in grouped.items():
        for won, ways in powers[many].items():
            bank = lost - won
            counts[bank] = counts.get(bank, 0) + weight * ways * int(above ** (most - many))
    return counts


def _added(one: Mapping[Fraction, int], other: Mapping[Fraction, int]) -> dict[Fraction, int]:
    counts: dict[Fraction, int] = {}
    for first, many in one.items():
        for second, more in other.items():
            counts[first + second] = counts.get(first + second, 0) + many * more
    return counts
