"""What gives players more than it costs them: an operator's wheels, and wagers of a sheet. Nothing forbids either."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from fractions import Fraction
from typing import NamedTuple

from houseway.pricing.papers.sheet import WagerPrice, decimal
from houseway.pricing.wheels import Device, devices
from houseway.rules.money import shown
from houseway.rules.resolved import Rules
from houseway.rules.strict import RulesError


class Generous(NamedTuple):
    """A wheel by whose stops a wager is worth more than it costs."""

    wheel: str
    what: str
    clause: str


def generous(rules: Rules) -> Iterator[Generous]:
    """What comes back in the long run is compared with what is wagered, by a player alone and at a full table."""
    with suppress(RulesError):  # a game that does not say how often its wheels are spun
        for device in devices(rules):
            back, positions = max((device.long_run(positions), positions) for positions in (1, rules.seats))
            if back > 1:
                yield _said(rules, device, back, positions)


def _said(rules: Rules, device: Device, back: Fraction, positions: int) -> Generous:
    """The wheel is the one that the wager spins, or another's, in whose prizes it has a part."""
    found = (rules.progressive.find(device.wager, device.stake, kind) for kind in ("prize", "community"))
    name, wheel = next(one for one in found if one is not None)
    who = "one position has" if positions == 1 else f"{positions} positions have"
    what = (
        f"by these stops {float(back):.1%} of a {shown(device.stake)} {rules.wagers[device.wager].name} comes back "
        f"in the long run when {who} it: it is worth more to the player than it costs"
    )
    return Generous(name, what, wheel.clause)


def favours(wagers: Iterable[WagerPrice]) -> tuple[str, ...]:
    """A note on the wagers that are worth more than nothing to the player, if there are any. A wager made only where
    that is best is left out: it can't be worth less."""
    found = [
        f"{wager.name}, worth {decimal(wager.expectation, 6)} of {wager.unit}"
        for wager in wagers
        if wager.expectation > 0 and not wager.where_best
    ]
    if not found:
        return ()
    favour = "This wager favours" if len(found) == 1 else "These wagers favour"
    return (
        f"{favour} the player, and whoever banks {'it' if len(found) == 1 else 'them'} loses as much on average: "
        f"{'; '.join(found)}.",
    )
