"""Places where cards lie, as a person writes them: `seat 1 to seat 7`, `seat 1 hand 2`."""

import re

from houseway.rules.models import GameRules

_COUNTED = re.compile(r"\b(seat|box|hand)\b(?! \d)")
_HAND = re.compile(r"\bhand\b(?! \d)")


def is_numbered(place: str) -> bool:
    """Every seat, box and hand of the place has its number."""
    return not _COUNTED.search(place)


def place_names(rules: GameRules) -> dict[str, str]:
    """How to name each place of a game, by its key in the rule file."""
    return {place: _named(place, rules.seats) for place in rules.places}


def _named(place: str, seats: int) -> str:
    """The first and the last place of this kind; of the hands that splits make, the first two: the hand that was split
    stays at its seat or box."""
    split = _HAND.search(place)
    if split:
        return ", ".join(_COUNTED.sub(r"\1 1", _HAND.sub(f"hand {hand}", place)) for hand in (2, 3)) + " and so on"
    first, last = (_COUNTED.sub(rf"\1 {number}", place) for number in (1, seats))
    return first if first == last else f"{first} to {last}"
