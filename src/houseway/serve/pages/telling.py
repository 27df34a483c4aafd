"""What happened, told to somebody who looks at the felt: names instead of seats, suits as they are printed, and the
headline of the moment."""

import re
from collections.abc import Mapping
from html import escape
from typing import Any

from houseway.rules.money import shown
from houseway.serve.pages.scene import Scene

_SUITS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
_SEAT = re.compile(r"\b[Ss]eat (\d+)\b")


def line(told: str, event: Mapping[str, Any], names: Mapping[str, str]) -> str:
    """One sentence of the story, its clause set apart."""
    sentence, clause = apart(told)
    said = escape(sentence)
    if cards := str(event.get("cards", "")):
        said = said.replace(escape(cards), printed(cards))
    said = named(said, names)
    return f"<span>{said}</span> {cited(clause)}" if clause else said


def cited(clause: str) -> str:
    """A clause that opens what it means at this table."""
    return (
        f'<button type="button" class="cited" data-do="clause"><cite>{escape(clause)}</cite></button>' if clause else ""
    )


def apart(told: str) -> tuple[str, str]:
    """A sentence and the clause in brackets at its end, which may hold brackets of its own."""
    if not told.endswith(")."):
        return told, ""
    depth, at = 1, len(told) - 2
    while depth and at:
        at -= 1
        depth += {")": 1, "(": -1}.get(told[at], 0)
    if depth or not told[:at].strip():
        return told, ""
    return f"{told[:at].rstrip()}.", told[at + 1 : -2]


def named(said: str, names: Mapping[str, str]) -> str:
    """Text of a page in which whoever sits at a seat is called by name."""
    return _SEAT.sub(lambda seat: escape(names.get(seat[0].lower(), seat[0])), said)


def printed(cards: str) -> str:
    """Cards as they are printed: `K♥ 10♠`."""
    return " ".join(_printed(name) for name in cards.split())


def _printed(name: str) -> str:
    if name[1:] not in _SUITS:
        return "joker" if name == "Jk" else escape(name)
    rank = "10" if name[0] == "T" else name[0]
    return f'<span class="{"red" if name[1] in "hd" else "black"} suited">{rank}{_SUITS[name[1]]}</span>'


def headline(now: Scene, names: Mapping[str, str]) -> str:
    """What matters most at this moment: who takes the pot, else what the dealer's hand is or what was called."""
    if now.void:
        return "The round is void: all wagers go back"
    if now.awards:
        return "; ".join(_award(*award, names) for award in now.awards[-2:])
    if not now.called:
        return ""
    who, what = now.called
    return escape(f"{what[:1].upper()}{what[1:]}" if who == "dealer" and not now.counts.get(who) else _hand(who, what))


def _award(who: str, amount: int, hand: str, names: Mapping[str, str]) -> str:
    with_hand = f" with {hand}" if hand else ""
    return escape(f"{names.get(who, who)} takes {shown(amount)}{with_hand}")


def _hand(who: str, what: str) -> str:
    return f"{who.capitalize()}: {what}"
