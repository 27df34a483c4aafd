"""What may be wagered on each spot of a table: the operator's limits, as far as rulebook and schedule let them go.

This is the one authority on the size of a wager. A table's rules hold the limits that come out of it, and every ask
takes them from there. `check` compares what an operator has submitted with the same bounds.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from houseway.errors import instead
from houseway.rules.fee_schedules import Schedule, closed_brackets, schedule_chosen
from houseway.rules.models import GameRules, Limits, Problem, Setting, Wager
from houseway.rules.money import MoneyError, cents, dollars, shown
from houseway.rules.strict import RulesError

TABLE_LIMIT = "the table limit"
SCHEDULE = "the collection schedule"
BRACKETS = "the schedule's fee brackets"
PRINT = "the printed limits"


class Bound(NamedTuple):
    """How far the limits of a wager may go; no maximum where only the least is bounded."""

    minimum: int
    maximum: int | None
    whose: str  # one of those above, or the wager whose limits they are
    clause: str

    def problem(self, wager: str, limits: Limits) -> str | None:
        """What is wrong with limits that go beyond it, as a sentence."""
        above = self.maximum is not None and limits.maximum > self.maximum
        if limits.minimum >= self.minimum and not above:
            return None
        given = f"the limits of {wager}, {shown(limits.minimum)} to {shown(limits.maximum)},"
        if self.maximum is None:
            return f"{given} go below the {shown(self.minimum)} of {self.whose}"
        if not self.minimum:
            return f"{given} go above the {shown(self.maximum)} of {self.whose}"
        return f"{given} are not within the {shown(self.minimum)} to {shown(self.maximum)} of {self.whose}"


def sized(game: GameRules, settings: Mapping[str, Setting]) -> dict[str, Wager]:
    """The game's wagers, with what the schedule says of a bonus bet beside the base wager: no more than it, or no
    less."""
    used, position = schedule_chosen(game.id, settings), game.position
    if used is None or position is None:
        return dict(game.wagers)
    return {name: _beside_base(wager, used, position.base) for name, wager in game.wagers.items()}


def _beside_base(wager: Wager, used: Schedule, base: str) -> Wager:
    rule = used.bonus_rule(wager.name)
    if rule is None or not (rule.at_most_base or rule.at_least_base):
        return wager
    sizes = {"at_most": base if rule.at_most_base else None, "at_least": base if rule.at_least_base else None}
    printed = dict.fromkeys((size for size, named in sizes.items() if named), rule.clause or used.clause)
    return wager.model_copy(update={**sizes, "printed_at": {**wager.printed_at, **printed}})


def submitted(
    game: GameRules, settings: Mapping[str, Setting], given: Mapping[str, Mapping[str, str]]
) -> dict[str, Limits]:
    """The limits of every wager as the operator has them: the rule file's, those of the schedule, and what is given."""
    limits = {
        name: Limits(wager.minimum, wager.maximum)
        for name, wager in game.wagers.items()
        if wager.minimum is not None and wager.maximum is not None
    }
    for table in game.limit_tables:
        if all(settings[option] in values for option, values in table.applies.items()):
            limits |= {name: Limits(*span) for name in limits if (span := table.find(name))}
    for name, ends in given.items():
        if name not in limits:
            raise RulesError(f"{name!r} is not a wager of {game.name} with limits: {instead(name, limits)}")
        if unknown := set(ends) - {"minimum", "maximum"}:
            raise RulesError(f"limits of {name}: {sorted(unknown)[0]!r} is neither minimum nor maximum")
        try:
            minimum = cents(ends["minimum"]) if "minimum" in ends else limits[name].minimum
            maximum = cents(ends["maximum"]) if "maximum" in ends else limits[name].maximum
        except (MoneyError, AttributeError) as error:
            raise RulesError(f"limits of {name}: {error}") from None
        if not 0 < minimum <= maximum:
            raise RulesError(
                f"limits of {name}: the minimum {dollars(minimum)} must be above 0 and not above the maximum "
                f"{dollars(maximum)}"
            )
        limits[name] = Limits(minimum, maximum)
    return limits


def allowed(game: GameRules, settings: Mapping[str, Setting], limits: Mapping[str, Limits]) -> dict[str, Limits]:
    """What may be wagered at a table with these submitted limits: nothing beyond what bounds them."""
    found: dict[str, Limits] = {}
    for name, bounds in all_bounds(game, settings, limits).items():
        found[name] = _narrowed(limits[name], bounds)
        if found[name].minimum > found[name].maximum:
            problem = next(filter(None, (bound.problem(name, limits[name]) for bound in bounds)))
            raise RulesError(f"no wager can be placed: {problem}")
    return found


def _narrowed(limits: Limits, bounds: list[Bound]) -> Limits:
    """Limits within bounds. Each end names the clause of the bound that is closest to it."""
    if not bounds:
        return limits
    least = max(bounds, key=lambda bound: bound.minimum)
    closed = [bound for bound in bounds if bound.maximum is not None]
    most = min(closed, key=lambda bound: bound.maximum or 0, default=None)
    return Limits(
        max(limits.minimum, least.minimum),
        limits.maximum if most is None or most.maximum is None else min(limits.maximum, most.maximum),
        least.clause,
        most.clause if most else "",
    )


def all_bounds(
    game: GameRules, settings: Mapping[str, Setting], limits: Mapping[str, Limits]
) -> dict[str, list[Bound]]:
    """What bounds the limits of each wager; those of bonus bets follow the limits of the base wager."""
    printed = submitted(game, settings, {})
    used = schedule_chosen(game.id, settings)
    found: dict[str, list[Bound]] = {}
    base = game.position.base if game.position else ""
    if base:
        found[base] = list(_bounds(game, used, base, printed, limits))
    table = {base: _narrowed(limits[base], found[base])} if base else {}
    for name in limits:
        if name != base:
            found[name] = list(_bounds(game, used, name, printed, {**limits, **table}))
    return {name: found[name] for name in limits}


def _bounds(
    game: GameRules, used: Schedule | None, name: str, printed: Mapping[str, Limits], limits: Mapping[str, Limits]
) -> Iterator[Bound]:
    wager, position = game.wagers[name], game.position
    if game.printed_limits and game.printed_limits.has(name):
        yield Bound(printed[name].minimum, printed[name].maximum, PRINT, game.printed_limits.clause)
    if wager.within:
        held = limits[wager.within]
        yield Bound(held.minimum, held.maximum, wager.within, wager.clause_of("within"))
    if wager.not_above:
        yield Bound(0, limits[wager.not_above].maximum, wager.not_above, wager.clause_of("not_above"))
    if position is None or used is None:
        return
    rule = used.bonus_rule(wager.name)
    if rule is not None:
        clause = rule.clause or used.clause
        base = limits[position.base]
        least, most = cents(rule.minimum or "0"), cents(rule.maximum) if rule.maximum else None
        if rule.minimum or rule.maximum:
            yield Bound(least, most, SCHEDULE, clause)
        if not rule.minimum or not rule.maximum:  # what the section leaves to the table limit
            yield Bound(least or base.minimum, base.maximum if most is None else most, position.base, clause)
    elif name in (position.base, *position.table_limit):
        low, high = used.span
        yield Bound(low, high, TABLE_LIMIT, used.clause)
        if not wager.bonus and (ends := closed_brackets(used)):
            yield Bound(*ends, BRACKETS, f"{used.clause}, PD-11")


def problems(game: GameRules, settings: Mapping[str, Setting], limits: Mapping[str, Limits]) -> Iterator[Problem]:
    """Everything that is wrong with the limits that an operator submits."""
    used, position = schedule_chosen(game.id, settings), game.position
    if used and position:
        for name in (position.base, *position.table_limit):
            for what in used.limit_problems(limits[name].minimum, limits[name].maximum):
                yield Problem(name, what if name == position.base else f"{name}: {what}", used.clause)
    for name, bounds in all_bounds(game, settings, limits).items():
        option = game.wagers[name].option
        for bound in bounds if option is None or settings[option] else ():
            problem = bound.problem(name, limits[name])
            if problem and bound.whose != TABLE_LIMIT:  # which the schedule has said more exactly
                yield Problem(name, problem, bound.clause)
                break
