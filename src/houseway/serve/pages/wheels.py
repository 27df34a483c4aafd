"""Wheels and meters of bonus wagers, drawn from the table's own rules."""

import math
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from markupsafe import Markup

from houseway.rules.money import shown
from houseway.rules.resolved import Rules
from houseway.serve.pages.templates import capital, render
from houseway.serve.pages.views import TableView

TURNS = 5  # before a wheel comes to rest
_MOST = 3  # wheels side by side, the latest
_COLOURS = ("#0f5c43", "#14342b", "#7c1f2d", "#2b1a3a")


class Meter(NamedTuple):
    """A jackpot and what it stands at."""

    name: str
    prize: str


class Spin(NamedTuple):
    """A wheel that was spun, and by whom."""

    who: str
    wheel: str
    prize: str
    clause: str
    drawn: Markup


class Stop(NamedTuple):
    """A slice of a wheel."""

    left: str
    right: str
    colour: str
    turned: str
    label: str


def meters(rules: Rules, view: TableView) -> tuple[Meter, ...]:
    """What each jackpot stands at."""
    return tuple(
        Meter(capital(name.replace("-", " ")), meter.merchandise or shown(view.meters[name]))
        for name, meter in rules.progressive.meters.items()
        if name in view.meters
    )


def spins(rules: Rules, events: Iterable[Mapping[str, Any]]) -> Markup:
    """Every wheel that was spun in these events, coming to rest where it did."""
    spun = [event for event in events if event["event"] == "spun" and _named(rules, event["wheel"])]
    return render("felt/spins.html", spins=[_spin(rules, event) for event in spun[-_MOST:]]) if spun else Markup()


def wheels(rules: Rules) -> Markup:
    """Every wheel of the table, standing still."""
    found = rules.progressive.wheels
    return render(
        "felt/wheels.html", wheels=[(found[id].name, wheel(on)) for id, on in rules.progressive.stops.items()]
    )


def _named(rules: Rules, name: str) -> str:
    """The wheel of this name that is spun at the table."""
    found = rules.progressive.wheels
    return next((id for id in rules.progressive.stops if found[id].name == name), "")


def _spin(rules: Rules, event: Mapping[str, Any]) -> Spin:
    stops = rules.progressive.stops[_named(rules, event["wheel"])]
    return Spin(event["who"], event["wheel"], prize(event["symbol"]), event["clause"], wheel(stops, rest=event["stop"]))


def wheel(stops: Mapping[str, int], *, rest: int | None = None) -> Markup:
    """A wheel with its stops in their order, clockwise from the pointer; turned so that it rests at one of them."""
    symbols = [symbol for symbol, count in stops.items() for _ in range(count)]
    each = 360 / len(symbols)
    return render(
        "felt/wheel.html",
        rest=f"{resting(rest, len(symbols)):.2f}" if rest is not None else "",
        size=f"{min(13.0, 150 / len(symbols) + 2):.1f}",
        stops=[
            Stop(
                left=_point(at * each, 98),
                right=_point((at + 1) * each, 98),
                colour="#b8924a"
                if "jackpot" in symbol
                else _COLOURS[at % len(_COLOURS) if at < len(symbols) - 1 else 1],
                turned=f"{(at + 0.5) * each - 90:.2f}",
                label=" + ".join(map(_label, symbol.split(" and "))),
            )
            for at, symbol in enumerate(symbols)
        ],
    )


def resting(stop: int, stops: int) -> float:
    """How far a wheel has turned, in degrees, when the middle of a stop is under the pointer."""
    return TURNS * 360 - (stop + 0.5) * 360 / stops


def _point(degrees: float, radius: float) -> str:
    """A point on the rim, clockwise from the top."""
    angle = math.radians(degrees)
    return f"{radius * math.sin(angle):.2f} {-radius * math.cos(angle):.2f}"


def prize(symbol: str) -> str:
    """A symbol in words; where it has two amounts, the first is for who spins."""
    return " and ".join(_label(part) for part in symbol.split(" and "))


def _label(symbol: str) -> str:
    return f"${int(symbol):,}" if symbol.isdecimal() else symbol.capitalize()
