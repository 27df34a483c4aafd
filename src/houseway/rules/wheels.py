"""Wheels and meters as a submission has them: stops for every printed prize, and what a meter begins with and gains."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from houseway.rules.files import RulesError
from houseway.rules.models import GameRules, Wheel
from houseway.rules.money import MoneyError, cents, shown

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
            raise RulesError(f"{name!r} is not a wheel of {game.name}: {', '.join(spun) or 'it has none'}")
    jackpots = {line.meter or line.fixed for wheel in game.wheels.values() for line in wheel.lines} - {None}
    for name in meters:
        if name not in jackpots:
            raise RulesError(f"{name!r} is not a meter of {game.name}: {', '.join(sorted(map(str, jackpots)))}")
    used = {
        name: _stops(name, wheel, symbols(name, applying), stops.get(name))
        for name, wheel in applying.items()
        if wheel.kind != "community"
    }
    terms = {
        meter: _terms(meter, wheel, meters.get(meter), fixed=line.fixed is not None)
        for wheel in applying.values()
        for line in wheel.lines
        if (meter := line.meter or line.fixed)
    }
    return Progressive(dict(applying), used, terms)


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


def _terms(name: str, wheel: Wheel, given: Mapping[str, str] | None, *, fixed: bool) -> Meter:
    known = ("prize", "merchandise") if fixed else ("rate", "initial", "reset")
    needed = known[:1] if fixed else known
    clause = wheel.least.clause if wheel.least else wheel.clause
    if not given:
        raise RulesError(f"{wheel.name} can't be offered: meters.{name} must give {_and(needed)} ({clause})")
    for part in given:
        if part not in known:
            raise RulesError(f"meters.{name}: {part!r} is none of {_and(known)} ({clause})")
    for part in needed:
        if part not in given:
            raise RulesError(f"meters.{name}: {part} is missing ({clause})")
    try:
        amounts = {part: cents(given[part].removesuffix("%")) for part in needed}
    except MoneyError as error:
        raise RulesError(f"meters.{name}: {error}") from None
    if fixed:
        amounts = {"initial": amounts["prize"], "reset": amounts["prize"], "rate": 0}
    for part in ("initial", "reset"):
        least = getattr(wheel.least, part) if wheel.least else 1
        if amounts[part] < least:
            what = "prize" if fixed else f"{part} amount"
            raise RulesError(f"meters.{name}: the {what} {shown(amounts[part])} is below {shown(least)} ({clause})")
    if not fixed and not 0 < amounts["rate"] <= _WHOLE:
        raise RulesError(f"meters.{name}: the rate is above 0 and at most 100 per cent, not {given['rate']} ({clause})")
    return Meter(name, amounts["initial"], amounts["reset"], amounts["rate"], given.get("merchandise", ""))


def _and(words: tuple[str, ...]) -> str:
    return " and ".join(filter(None, [", ".join(words[:-1]), words[-1]]))
