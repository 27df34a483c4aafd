"""The player-dealer's side of a table, and what a limited amount put up does to it and to everyone at the table.

Every case of `owed` says what is owed in which order; how far an amount goes then follows from the order, by the rule
of the player's bank (PD-1).

>>> from houseway.price.bank import banked
>>> banked(rules, ["player 100"] * 5, coverages=[200_00]).lines[0].bank   # doctest: +SKIP
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from typing import Any

import numpy as np

from houseway.price.owed import Cases, Ints, Placed, Progress, cases_at, collected, is_craps, wagers_of
from houseway.price.sheet import Outcomes, decimal
from houseway.rules.files import RulesError
from houseway.rules.models import Position
from houseway.rules.money import dollars, shown
from houseway.rules.resolved import Rules

ROUNDS = 10_000  # sampled where nothing can be counted


@dataclass(frozen=True)
class Figure:
    """A figure, exact, or sampled with its standard error."""

    value: Fraction
    error: float = 0.0

    def data(self) -> dict[str, Any]:
        if self.error:
            return {"decimal": decimal(self.value), "standard_error": self.error}
        return {"decimal": decimal(self.value), "fraction": str(self.value)}

    def plus(self, exactly: Fraction) -> "Figure":
        return Figure(self.value + exactly, self.error)


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
                "standard_deviation": self.deviation.data(),
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

    def table(self) -> list[dict[str, Any]]:
        """One flat row a coverage, in dollars: hand it to `pandas.DataFrame`."""
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
    player-dealer, for each amount put up (in cents; else some that tell most) and with everything covered."""
    if rules.game.bank != "player-dealer":
        raise RulesError(f"no player banks {rules.game.name}: its bank is the {rules.game.bank}")
    placed = tuple(wagers_of(rules, one) for one in wagers)
    most = rules.game.seats - 1
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
    cases, exactly, method = cases_at(rules, placed, rounds, progress)
    net = rules.options["coverage"] == "net"
    asked = sorted(set(coverages)) or _telling(wagered, rules.chip, least)
    lines = tuple(_line(cases, amount, exactly, net=net) for amount in (*asked, None))
    return Banked(rules, placed, fees, bank_fee, clauses, lines, cases, method, _notes(rules, cases))


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
    if is_craps(rules):
        notes.append("A result is that of one wager until it is decided, with the same amount put up at every flip.")
    if cases.weights is None:
        notes.append(
            "Sampled figures have their standard error beside them; with everything covered each opponent's "
            "expectation is the exact one of the sheet, and what is sampled is how far a limited amount moves it."
        )
    return tuple(notes)


# From cases to figures


def _line(cases: Cases, coverage: int | None, exactly: tuple[Fraction, ...] | None, *, net: bool) -> Line:
    moved = cases.moved(coverage, net=net)
    full, limited = cases.nets(cases.due), cases.nets(moved)
    shares = [
        _share(
            cases, np.where(cases.whose == one, np.abs(moved), 0), np.where(cases.whose == one, np.abs(cases.due), 0)
        )
        for one in range(cases.opponents)
    ]
    bank = -limited.sum(axis=1)
    everything = Fraction(0) if exactly is None else -sum(exactly)
    players = [_mean(cases, limited[:, one], full, exactly, one) for one in range(cases.opponents)]
    whole = [_mean(cases, full[:, one], full, exactly, one) for one in range(cases.opponents)]
    banks = _mean(cases, bank, full, exactly, None)
    without = sum((one.value for one in whole), Fraction(0))
    assert exactly is None or without == -everything
    return Line(
        coverage,
        _dollars(banks),
        _dollars(_deviation(cases, bank)),
        _share(cases, np.abs(moved), np.abs(cases.due)),
        tuple(map(_dollars, players)),
        tuple(shares),
        _dollars(Figure(-without - banks.value, banks.error)),
        tuple(_dollars(Figure(all.value - one.value, one.error)) for one, all in zip(players, whole, strict=True)),
    )


def _dollars(figure: Figure) -> Figure:
    return Figure(figure.value / 100, figure.error / 100)


def _weighted(cases: Cases, values: Ints) -> Fraction:
    assert cases.weights is not None
    total = sum(cases.weights)
    return Fraction(sum(weight * value for weight, value in zip(cases.weights, values.tolist(), strict=True)), total)


def _mean(cases: Cases, values: Ints, full: Ints, exactly: tuple[Fraction, ...] | None, one: int | None) -> Figure:
    """The mean in cents. A sampled one is moved by what the sample's results with everything covered, whose mean is
    known, say of its luck (the whole table's, and for an opponent the own ones)."""
    if cases.weights is not None:
        return Figure(_weighted(cases, values))
    many = len(values)
    if exactly is None:
        return Figure(Fraction(int(values.sum()), many), float(values.std()) / sqrt(many))
    known = [(full.sum(axis=1), sum(exactly, Fraction(0)))]
    if one is not None:
        known.append((full[:, one], exactly[one]))
        if np.array_equal(values, full[:, one]):
            return Figure(exactly[one])
    if np.array_equal(values, -full.sum(axis=1)):
        return Figure(-sum(exactly, Fraction(0)))
    controls = np.stack([column - float(mean) for column, mean in known], axis=1)
    with_one = np.column_stack([np.ones(many), controls])
    solved, *_ = np.linalg.lstsq(with_one, values.astype(np.float64), rcond=None)
    left = values - with_one @ solved
    return Figure(Fraction(float(solved[0])), sqrt(float((left**2).sum()) / (many - with_one.shape[1]) / many))


def _deviation(cases: Cases, values: Ints) -> Figure:
    if cases.weights is not None:
        mean = _weighted(cases, values)
        squares = sum(weight * value * value for weight, value in zip(cases.weights, values.tolist(), strict=True))
        return Figure(Fraction(sqrt(Fraction(squares, sum(cases.weights)) - mean * mean)))
    away = values - values.mean()
    spread = float(np.sqrt((away**2).mean()))
    fourth = float((away**4).mean())
    error = sqrt(max(0.0, fourth - spread**4) / len(values)) / (2 * spread) if spread else 0.0
    return Figure(Fraction(spread), error)


def _share(cases: Cases, moved: Ints, due: Ints) -> Figure:
    """What is paid and collected of all that is due."""
    some, all = moved.sum(axis=1), due.sum(axis=1)
    if cases.weights is not None:
        return Figure(_weighted(cases, some) / _weighted(cases, all))
    if not all.sum():
        return Figure(Fraction(1))
    share = float(some.sum()) / float(all.sum())
    left = some - share * all
    error = float(left.std()) / sqrt(len(all)) / float(all.mean())
    return Figure(Fraction(int(some.sum()), int(all.sum())), error)


# Several opponents at once, for sessions


@dataclass(frozen=True)
class Together:
    """A round's results for the player-dealer against several opponents, in units of the wager that each makes."""

    outcomes: Outcomes
    fee: Fraction  # the player-dealer's, in the same units
    method: str


_PARTS = 10**6  # of a sampled round's weight


def against(
    rules: Rules, wager: str, opponents: int, stake: int, *, rounds: int = ROUNDS, progress: Progress | None = None
) -> Together:
    """The player-dealer's round against so many opponents with the same wager, everything covered."""
    side = banked(rules, [f"{wager} {dollars(stake)}"] * opponents, rounds=rounds, progress=progress)
    cases, line = side.cases, side.lines[-1]
    bank = -cases.nets(cases.due).sum(axis=1)
    weights, method = cases.weights, side.method
    if weights is None:
        # Every round weighs a little more or less, so that the mean is the one that is known.
        luck = bank - bank.mean()
        lean = (100 * float(line.bank.value) - bank.mean()) / float((luck**2).mean())
        weights = tuple(np.rint((1 + lean * luck) * _PARTS).astype(np.int64).tolist())
        if min(weights) < 0:
            raise RulesError(f"{rounds} rounds are too few to say how {opponents} opponents do together: take more")
        error = line.deviation.error / float(line.deviation.value)
        method += (
            f", weighed to the exact mean; the standard deviation of a round is off by {error:.2%} (one standard error)"
        )
    counts: dict[Fraction, int] = {}
    for result, weight in zip(bank.tolist(), weights, strict=True):
        counts[Fraction(result, stake)] = counts.get(Fraction(result, stake), 0) + weight
    return Together(Outcomes(counts), Fraction(side.bank_fee, stake), method)
