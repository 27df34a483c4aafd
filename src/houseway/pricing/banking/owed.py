"""What is owed at a table that a player banks, case by case and in the order of settlement.

Each case is a round played through the engine with everything covered. Where every opponent bets on the same cards
every case is played once and weighs as often as it comes. One opponent has the cases of the sheet, where it counts each
way in which the wagers on a hand end. Elsewhere rounds are dealt at random and decided by the counted strategy.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor, lcm, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.games import game
from houseway.play.ask import Refused, Wagers, written
from houseway.play.driver import Driver
from houseway.play.event import FeeTaken, Wagered
from houseway.play.outcome import Outcome, Result
from houseway.play.places import number_of, seat
from houseway.play.scenario import Scenario, ScenarioError, play_by_default
from houseway.play.table import Settled
from houseway.play.wagers import spots_for
from houseway.pricing import price
from houseway.pricing.banking.played import Coached, Decide, Rounds
from houseway.pricing.counting.work import Progress
from houseway.pricing.families import pricing
from houseway.pricing.papers.sheet import Outcomes, Sheet
from houseway.pricing.pricing import Placed, Pricing, Shared
from houseway.rules.money import MoneyError, cents, dollars
from houseway.rules.resolved import Rules
from houseway.rules.strict import RulesError

Ints = NDArray[np.int64]

SEED = "the player-dealer's side"
_EVERYTHING = 10**10  # cents put up that cover whatever happens
_IN_PLAY = 500  # rounds between two words on progress


@dataclass(frozen=True)
class Cases:
    """What is due to an opponent (more than nothing) or to the player-dealer (less) in each case, in the order of
    settlement. Rows are as long as the longest; nothing is due in what is left of a row."""

    opponents: int
    whose: Ints  # case x turn: which opponent
    due: Ints  # case x turn, in cents
    weights: tuple[int, ...] | None = None  # how many times each comes; None where each was dealt at random

    @property
    def many(self) -> int:
        return len(self.due)

    def moved(self, coverage: int | None, *, net: bool) -> Ints:
        """What is paid and collected of it with so much put up, by one of the two readings of PD-1."""
        if coverage is None:
            return self.due
        moved = np.zeros_like(self.due)
        paid, collected = np.zeros(self.many, np.int64), np.zeros(self.many, np.int64)
        for turn in range(self.due.shape[1]):
            due = self.due[:, turn]
            won = due > 0
            running = collected - paid
            left = coverage + np.where(won, running, -running) if net else coverage - paid - collected
            covered = np.minimum(np.abs(due), left)
            paid += np.where(won, covered, 0)
            collected += np.where(won, 0, covered)
            moved[:, turn] = np.where(won, covered, -covered)
        return moved

    def nets(self, moved: Ints) -> Ints:
        """Case x opponent: the result of each."""
        return np.stack([np.where(self.whose == one, moved, 0).sum(axis=1) for one in range(self.opponents)], axis=1)


def cases_of(opponents: int, found: Sequence[Sequence[tuple[int, int]]], weights: Sequence[int] | None = None) -> Cases:
    """Cases from lists of who is due how much."""
    width = max([1, *map(len, found)])
    whose, due = np.zeros((len(found), width), np.int64), np.zeros((len(found), width), np.int64)
    for at, turns in enumerate(found):
        for turn, (who, amount) in enumerate(turns):
            whose[at, turn], due[at, turn] = who, amount
    return Cases(opponents, whose, due, None if weights is None else tuple(weights))


# Wagers and fees


def base_wager(rules: Rules) -> str:
    """The wager that an amount alone is put on: the first that needs no other."""
    return next(name for name, wager in rules.wagers.items() if wager.when == "wagers" and wager.needs is None)


def least_wager(rules: Rules) -> str:
    base = base_wager(rules)
    return f"{base} {dollars(rules.limits[base].minimum)}"


def wagers_of(rules: Rules, wagers: str) -> dict[str, int]:
    """An opponent's wagers from the words of the table; an amount alone is on the base wager."""
    base = base_wager(rules)
    given = wagers.strip()
    if given.replace(".", "", 1).isdigit():
        given = f"{base} {given}"
    spots = spots_for(rules)
    shared = pricing_of(rules).shared
    if shared and shared.one_wager:
        return _one_wager(rules, given, list(spots))
    try:
        placed = Wagers(spots, _EVERYTHING, rules.chip).read(given)
    except (Refused, MoneyError) as error:
        raise RulesError(f"{wagers!r}: {error}") from None
    if placed is None:
        raise RulesError(f"{wagers!r} are not wagers: write them as at the table, as in {base} 10")
    return placed


def _one_wager(rules: Rules, given: str, known: list[str]) -> dict[str, int]:
    wager, _, amount = given.rpartition(" ")
    if wager not in known or "," in given:
        raise RulesError(f"{given!r} is not one wager of {rules.game.name}: {', '.join(known)}")
    try:
        return {wager: cents(amount)}
    except MoneyError as error:
        raise RulesError(f"{given!r}: {error}") from None


def collected(rules: Rules, placed: Sequence[Placed]) -> tuple[tuple[int, ...], int, tuple[str, ...], int]:
    """The fees of opponents and player-dealer in a round with these wagers, where they stand, and all that is wagered
    before the deal."""
    shared = pricing_of(rules).shared
    driver = _played(rules, placed, before=shared.begins(rules, placed[0]) if shared else {})
    taken = [event for event in driver.events if isinstance(event, FeeTaken)]
    seats = [_seat(at) for at in range(len(placed))]
    fees = tuple(sum(fee.amount for fee in taken if fee.who == who) for who in seats)
    bank = sum(fee.amount for fee in taken if fee.who not in seats)
    spots = {spot for name in rules.wagers for spot in (rules.wagers[name].spots or (name,))
             if rules.wagers[name].when == "wagers"}  # fmt: skip
    wagered = sum(event.amount for event in driver.events if isinstance(event, Wagered) and event.wager in spots)
    return fees, bank, tuple(dict.fromkeys(fee.clause for fee in taken)), wagered


def _seat(at: int) -> str:
    return seat(at + 1)


def _played(
    rules: Rules,
    placed: Sequence[Placed],
    cards: Mapping[str, str] | None = None,
    before: Mapping[str, str] | None = None,
    thrown: Mapping[str, Any] | None = None,
) -> Driver:
    """One round with these wagers and cards, everything covered; the player-dealer sits at the last seat."""
    plan = {
        "game": rules.game.id,
        "cards": dict(cards or {}),
        "before": dict(before or {}),
        **(thrown or {}),
        "bank": {"seat": rules.seats, "amount": dollars(_EVERYTHING)},
        "seats": [
            {
                "seat": at + 1,
                "stack": dollars(_EVERYTHING),
                "wagers": {wager: dollars(amount) for wager, amount in one.items()},
            }
            for at, one in enumerate(placed)
        ],
        **{part: dict(chosen) for part, chosen in rules.chosen.items()},
    }
    try:
        return play_by_default(Scenario.model_validate(plan), game(rules.game.id))
    except ScenarioError as error:
        raise RulesError(str(error)) from None


@dataclass(frozen=True)
class Known:
    """What is exactly known of each opponent with everything covered, where cases are sampled."""

    means: tuple[Fraction, ...]  # in cents
    alone: tuple[Outcomes, ...] | None  # results in cents; None where somebody has several wagers, which hang together


# Cases: counted where everyone bets on the same cards or there is one opponent, else dealt


def cases_at(
    rules: Rules, placed: Sequence[Placed], rounds: int, progress: Progress | None
) -> tuple[Cases, Known | None, str]:
    """The cases, what is exactly known of sampled ones, and how they were found."""
    found = pricing_of(rules)
    if found.shared and found.shared.fits(rules, placed):
        return _counted(found.shared, rules, placed), None, f"exact, by counting: {found.shared.why}"
    sheet = price(rules, progress=progress)
    if alone := _alone(rules, placed, sheet):
        return alone, None, "exact, by counting: one opponent, and every way in which the wagers on one hand end"
    cases = dealt(rules, placed, rounds, progress)
    return cases, _known(sheet, placed), f"sampled: {rounds:,} rounds dealt at random and settled at the table"


def due_of(settled: Sequence[Settled], opponents: int) -> list[tuple[int, int]]:
    """Who is due how much, from a round in which everything was covered."""
    at = {_seat(number): number for number in range(opponents)}
    found = [(at[one.owner], _amount(one.outcome)) for one in settled if one.owner in at]
    return [(who, amount) for who, amount in found if amount]


def _amount(outcome: Outcome) -> int:
    if outcome.result is Result.WIN:
        return outcome.paid
    return -outcome.stake if outcome.result is Result.LOSE else 0


def _counted(shared: Shared, rules: Rules, placed: Sequence[Placed]) -> Cases:
    """Every case, played once."""
    every = list(shared.cases(rules, placed))
    played = (_played(rules, one.wagers, one.cards, one.before, one.thrown) for one in every)
    found = [due_of(driver.table.settled, len(placed)) for driver in played]
    whole = lcm(*(Fraction(one.weight).denominator for one in every))
    return cases_of(len(placed), found, [int(one.weight * whole) for one in every])


@dataclass(frozen=True)
class SameCards:
    """What wagers on the same cards come to together: every case with its exact chance, results in wagers."""

    chances: NDArray[np.float64]
    results: Mapping[str, NDArray[np.float64]]  # by wager, case by case

    def correlations(self) -> dict[tuple[str, str], float]:
        """How each pair of wagers hangs together, by their names in order."""
        away = {name: results - results @ self.chances for name, results in self.results.items()}
        spread = {name: sqrt(float(own**2 @ self.chances)) for name, own in away.items()}
        return {
            (name, other): float((away[name] * away[other]) @ self.chances) / (spread[name] * spread[other])
            for name in away
            for other in away
            if name <= other and spread[name] and spread[other]
        }


def same_cards(rules: Rules) -> SameCards | None:
    """Every case of a table where everybody bets on the same cards, each played once; None where there is no such list.
    Two bettors with one wager win and lose together."""
    shared = pricing_of(rules).shared
    if shared is None or shared.one_wager or rules.game.bank != "player-dealer":
        return None
    bettors = _on_each(rules, shared)
    stakes = {name: stake for one in bettors for name, stake in one.items()}
    weights: dict[tuple[int, ...], int | Fraction] = {}  # by what each wager comes to, in cents
    for case in shared.cases(rules, bettors):
        won = dict.fromkeys(stakes, 0)
        for one in _played(rules, case.wagers, case.cards, case.before, case.thrown).table.settled:
            at = number_of(one.owner) - 1
            if at < len(bettors) and one.outcome.wager in bettors[at]:
                won[one.outcome.wager] += _amount(one.outcome)
        key = tuple(won.values())
        weights[key] = weights.get(key, 0) + case.weight
    total = sum(weights.values())
    return SameCards(
        np.array([float(Fraction(weight) / total) for weight in weights.values()]),
        {
            name: np.array([result[at] / stake for result in weights], np.float64)
            for at, (name, stake) in enumerate(stakes.items())
        },
    )


def _on_each(rules: Rules, shared: Shared) -> list[dict[str, int]]:
    """Bettors with the least on every wager that fits, each wager with one of them; of rivals each with another."""
    bettors: list[dict[str, int]] = [{}]
    for name, wager in rules.wagers.items():
        mine = {name: rules.limits[name].minimum} if wager.when == "wagers" and name in rules.limits else {}
        if not mine or wager.needs is not None or not shared.fits(rules, [mine]):
            continue
        rivals = {other for other, one in rules.wagers.items() if wager.one_of and one.one_of == wager.one_of}
        at = next((at for at, one in enumerate(bettors) if not rivals & set(one)), len(bettors))
        if at == len(bettors):
            bettors.append({})
        bettors[at] |= mine
    return bettors[: rules.seats - 1]


def _alone(rules: Rules, placed: Sequence[Placed], sheet: Sheet) -> Cases | None:
    """One opponent with the main wager alone, where the sheet counts every way in which it ends."""
    main = sheet.wagers[0]
    if len(placed) > 1 or list(placed[0]) != [main.wager] or not main.ends or not main.method.startswith(EXACT):
        return None
    stake = placed[0][main.wager]
    found = [[(0, _due(part, stake, rules.chip)) for part in end.due] for end in main.ends]
    return cases_of(1, found, [end.many for end in main.ends])


def _due(part: Fraction, stake: int, chip: int) -> int:
    """At one stake, in cents; what is paid is rounded down to the chip (ALL-1)."""
    return floor(part * stake / chip) * chip if part > 0 else floor(part * stake)


EXACT = "exact"  # how the method of such a figure begins


def in_cents(outcomes: Outcomes, stake: int) -> Outcomes:
    """A sheet's results at one stake; what is no whole cent is rounded down (ALL-1)."""
    counts: dict[Fraction, int] = {}
    for result, many in outcomes.counts.items():
        amount = Fraction(floor(result * stake))
        counts[amount] = counts.get(amount, 0) + many
    return Outcomes(counts)


def _known(sheet: Sheet, placed: Sequence[Placed]) -> Known | None:
    priced = {one.wager: one for one in sheet.wagers if one.near or one.method.startswith(EXACT)}
    if any(name not in priced for one in placed for name in one):
        return None
    results = [[in_cents(priced[name].outcomes, stake) for name, stake in one.items()] for one in placed]
    means = tuple(sum((part.expectation for part in parts), Fraction(0)) for parts in results)
    single = all(len(parts) == 1 for parts in results) and not any(priced[name].near for one in placed for name in one)
    return Known(means, tuple(parts[0] for parts in results) if single else None)


def dealt(rules: Rules, placed: Sequence[Placed], rounds: int, progress: Progress | None) -> Cases:
    decide = decisions(rules)
    table = Rounds(rules, [written(dict(one)) for one in placed], decide)
    found = []
    for number, driver in enumerate(table.play(rounds, SEED), start=1):
        found.append(due_of(driver.table.settled, len(placed)))
        if progress and number % _IN_PLAY == 0:
            progress(number, rounds)
    return cases_of(len(placed), found)


def decisions(rules: Rules) -> Decide:
    """How the opponents decide: as the sheet's first wager is priced. That is what the coach says, looked up where the
    whole count is at hand, or the house way."""
    found = pricing_of(rules)
    if found.advise is None and found.quick is None and any(one.when != "wagers" for one in rules.wagers.values()):
        raise RulesError(f"{rules.game.name} has no coach yet, so its rounds can't be played for the opponents")
    coached = Coached(suits_alike=found.suits_alike)
    if found.quick is None:
        return coached
    quick = found.quick(rules)
    return lambda driver, ask: quick(ask, driver.table.hands) or coached(driver, ask)


def pricing_of(rules: Rules) -> Pricing:
    found = pricing(rules.game.id)
    if found is None:
        raise RulesError(f"{rules.game.name} has no price yet")
    return found
