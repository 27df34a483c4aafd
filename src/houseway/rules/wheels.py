"""Wheels and meters as a submission has them: stops for every printed prize, and what a meter begins with and gains."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from houseway.errors import instead
from houseway.rules.models import GameRules, Wheel
from houseway.rules.money import MoneyError, cents, shown
from houseway.rules.strict import RulesError

_WHOLE = 100_00  # a rate of one hundred per cent, in hundredths of one


@dataclass(frozen=True)
class Meter:
    """A jackpot's terms. `rate` is what it gains of each wager, in hundredths of a per cent; a fixed prize gains
    nothing and may be merchandise."""

    name: str
    initial: int
    reset: int
    rate: int = 0
    merchandise: str = ""

    def gains(self, wager: int) -> int:
        return wager * self.rate // _WHOLE


@dataclass(frozen=True)
class Progressive:
    """The wheels in use at a table, the stops of each, and the meters."""

    wheels: Mapping[str, Wheel] = field(default_factory=dict)
    stops: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    meters: Mapping[str, Meter] = field(default_factory=dict)

    def find(self, wager: str, stake: int, kind: str) -> tuple[str, Wheel] | None:
        """The wheel of a kind that a wager of this amount plays for."""
        for name, wheel in self.wheels.items():
            if (wheel.wager, wheel.stake, wheel.kind) == (wager, stake, kind):
                return name, wheel
        return None


NO_WHEELS = Progressive()


def fitted(
    game: GameRules,
    applying: Mapping[str, Wheel],
    stops: Mapping[str, Mapping[str, int]],
    meters: Mapping[str, Mapping[str, str]],
) -> Progressive:
    """The wheels that apply, each with its stops and its meters; one sentence if something is missing."""
    for name in stops:
        if name not in game.wheels or game.wheels[name].kind == "community":
            spun = [known for known, wheel in game.wheels.items() if wheel.kind != "community"]
            raise RulesError(f"{name!r} is not a wheel of {game.name}: {instead(name, spun)}")
    known = jackpots(game.wheels.values())
    for name in meters:
        if name not in known:
            raise RulesError(f"{name!r} is not a meter of {game.name}: {instead(name, sorted(known))}")
    used = {
        name: _stops(name, wheel, symbols(name, applying), stops.get(name))
        for name, wheel in applying.items()
        if wheel.kind != "community"
    }
    terms = {name: _terms(name, one, meters.get(name)) for name, one in jackpots(applying.values()).items()}
    return Progressive(dict(applying), used, terms)


class Jackpot(NamedTuple):
    """A meter, or a fixed prize in its place, on the wheel that it is won on."""

    wheel: Wheel
    fixed: bool

    @property
    def terms(self) -> tuple[str, ...]:
        """What a submission says of it; all but merchandise must be said."""
        return ("prize", "merchandise") if self.fixed else ("rate", "initial", "reset")

    @property
    def needed(self) -> tuple[str, ...]:
        return self.terms[:1] if self.fixed else self.terms

    @property
    def clause(self) -> str:
        return self.wheel.least.clause if self.wheel.least else self.wheel.clause

    def clause_of(self, term: str) -> str:
        """Where one of its terms is asked for."""
        return self.wheel.least.rate if term == "rate" and self.wheel.least else self.clause

    def least(self, term: str) -> int:
        """The least amount that a term may have, in cents."""
        bounds = self.wheel.least
        if bounds is None:
            return 1
        return max(bounds.initial, bounds.reset) if self.fixed else int(getattr(bounds, term))


def jackpots(wheels: Iterable[Wheel]) -> dict[str, Jackpot]:
    """What can be won on these wheels besides amounts, by the name that a submission has for it."""
    return {
        name: Jackpot(wheel, line.fixed is not None)
        for wheel in wheels
        for line in wheel.lines
        if (name := line.meter or line.fixed)
    }


def symbols(name: str, wheels: Mapping[str, Wheel]) -> list[str]:
    """What is on a wheel: its own prizes, and the symbols of the community pay that goes with its wager."""
    wheel = wheels[name]
    shared = [
        other
        for other in wheels.values()
        if wheel.kind == "prize"
        and other.kind == "community"
        and (other.wager, other.stake) == (wheel.wager, wheel.stake)
    ]
    return [line.symbol for one in (wheel, *shared) for line in one.lines]


def _stops(name: str, wheel: Wheel, needed: list[str], given: Mapping[str, int] | None) -> dict[str, int]:
    if not given:
        raise RulesError(
            f"{wheel.name} can't be offered: wheels.{name} must say on how many stops each prize is ({wheel.clause})"
        )
    for symbol in given:
        if symbol not in needed:
            raise RulesError(f"wheels.{name}: {symbol!r} is not on this wheel: {', '.join(needed)} ({wheel.clause})")
    for symbol in needed:
        if given.get(symbol, 0) < 1:
            raise RulesError(f"wheels.{name}: {symbol!r} must be on at least one stop ({wheel.clause})")
    return {symbol: given[symbol] for symbol in needed}


def _terms(name: str, jackpot: Jackpot, given: Mapping[str, str] | None) -> Meter:
    known, needed, clause, fixed = jackpot.terms, jackpot.needed, jackpot.clause, jackpot.fixed
    if not given:
        raise RulesError(f"{jackpot.wheel.name} can't be offered: meters.{name} must give {_and(needed)} ({clause})")
    for part in given:
        if part not in known:
            raise RulesError(f"meters.{name}: {part!r} is none of {_and(known)} ({clause})")
    for part in needed:
        if part not in given:
            raise RulesError(f"meters.{name}: {part} is missing ({jackpot.clause_of(part)})")
    try:
        amounts = {part: cents(given[part].removesuffix("%")) for part in needed}
    except MoneyError as error:
        raise RulesError(f"meters.{name}: {error}") from None
    for part in (part for part in needed if part != "rate"):
        if amounts[part] < jackpot.least(part):
            what = "prize" if fixed else f"{part} amount"
            least = shown(jackpot.least(part))
            raise RulesError(f"meters.{name}: the {what} {shown(amounts[part])} is below {least} ({clause})")
    if fixed:
        return Meter(name, amounts["prize"], amounts["prize"], merchandise=given.get("merchandise", ""))
    if not 0 < amounts["rate"] <= _WHOLE:
        asked = jackpot.clause_of("rate")
        raise RulesError(f"meters.{name}: the rate is above 0 and at most 100 per cent, not {given['rate']} ({asked})")
    return Meter(name, amounts["initial"], amounts["reset"], amounts["rate"])


def _and(words: tuple[str, ...]) -> str:
    return " and ".join(filter(None, [", ".join(words[:-1]), words[-1]]))
