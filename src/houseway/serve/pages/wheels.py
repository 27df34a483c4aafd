"""Wheels and meters of bonus wagers, drawn from the table's own rules."""

import math
from collections.abc import Iterable, Mapping
from html import escape
from typing import Any

from houseway.rules.money import cents, shown
from houseway.rules.resolved import Rules

TURNS = 5  # before a wheel comes to rest
_MOST = 3  # wheels side by side, the latest
_COLOURS = ("#0f5c43", "#14342b", "#7c1f2d", "#2b1a3a")


def meters(rules: Rules, view: Mapping[str, Any]) -> str:
    """What each jackpot stands at."""
    stand = view["meters"]
    return "".join(
        f'<span class="meter"><small>{escape(name[:1].upper() + name[1:].replace("-", " "))}</small>'
        f"<b>{_prize(rules, name, stand[name])}</b></span>"
        for name in rules.progressive.meters
        if name in stand
    )


def _prize(rules: Rules, name: str, amount: str) -> str:
    thing = rules.progressive.meters[name].merchandise
    return escape(thing) if thing else shown(cents(amount))


def spins(rules: Rules, events: Iterable[Mapping[str, Any]]) -> str:
    """Every wheel that was spun in these events, coming to rest where it did."""
    spun = [event for event in events if event["event"] == "spun" and _named(rules, event["wheel"])]
    return "".join(_spin(rules, event) for event in spun[-_MOST:])


def wheels(rules: Rules) -> str:
    """Every wheel of the table, standing still."""
    return "".join(
        f"<figure>{wheel(stops)}<figcaption>{escape(rules.progressive.wheels[id].name)}</figcaption></figure>"
        for id, stops in rules.progressive.stops.items()
    )


def _named(rules: Rules, name: str) -> str:
    """The wheel of this name that is spun at the table."""
    found = rules.progressive.wheels
    return next((id for id in rules.progressive.stops if found[id].name == name), "")


def _spin(rules: Rules, event: Mapping[str, Any]) -> str:
    stops = rules.progressive.stops[_named(rules, event["wheel"])]
    what = prize(event["symbol"])
    words = f"{event['who'][:1].upper()}{event['who'][1:]} spins {event['wheel']}: {what}"
    return (
        f'<figure class="spin" role="img" aria-label="{escape(words)}">{wheel(stops, rest=event["stop"])}'
        f"<figcaption><b>{escape(what)}</b><span>{escape(event['who'])} · {escape(event['wheel'])}</span>"
        f"<cite>{escape(event['clause'])}</cite></figcaption></figure>"
    )


def wheel(stops: Mapping[str, int], *, rest: int | None = None) -> str:
    """A wheel with its stops in their order, clockwise from the pointer; turned so that it rests at one of them."""
    symbols = [symbol for symbol, count in stops.items() for _ in range(count)]
    each = 360 / len(symbols)
    slices = []
    for at, symbol in enumerate(symbols):
        left, right = _point(at * each, 98), _point((at + 1) * each, 98)
        colour = "#b8924a" if "jackpot" in symbol else _COLOURS[at % len(_COLOURS) if at < len(symbols) - 1 else 1]
        slices.append(
            f'<path d="M0 0L{left}A98 98 0 0 1 {right}Z" fill="{colour}" stroke="#e3c27a" stroke-width="1"/>'
            f'<text transform="rotate({(at + 0.5) * each - 90:.2f})" x="92" text-anchor="end" dominant-baseline="central" '
            f'font-size="{min(13.0, 150 / len(symbols) + 2):.1f}">{escape(" + ".join(map(_label, symbol.split(" and "))))}</text>'
        )
    turned = f' class="turns" style="--rest:{resting(rest, len(symbols)):.2f}deg"' if rest is not None else ""
    return (
        '<svg class="wheel" viewBox="-106 -112 212 218" aria-hidden="true"><circle r="103" fill="#3d2414" stroke="#c9a35b" '
        f'stroke-width="3"/><g{turned}>{"".join(slices)}</g><circle r="12" fill="#e3c27a"/>'
        '<path d="M-9-112H9L0-88Z" fill="#fbf6e8" stroke="#3d2414"/></svg>'
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
