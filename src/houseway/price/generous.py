"""Wheels that give more than their wagers bring in: nothing forbids them, and no operator means them."""

from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from typing import NamedTuple

from houseway.price.wheels import Device, devices
from houseway.rules.files import RulesError
from houseway.rules.money import shown
from houseway.rules.resolved import Rules


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
