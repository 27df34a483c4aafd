"""What a wager is worth: exact analyses, strategies, PAR sheets."""

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec

from houseway.price.sheet import Sheet
from houseway.rules.files import RulesError
from houseway.rules.resolved import Rules

Progress = Callable[[int, int], None]


def can_price(game: str) -> bool:
    return find_spec(f"{__name__}.{game.replace('-', '_')}") is not None


def price(rules: Rules, *, progress: Progress | None = None) -> Sheet:
    """The PAR sheet of a table's rules. `progress` is told how much is done of how much."""
    if not can_price(rules.game.id):
        raise RulesError(f"{rules.game.name} has no price yet")
    module = import_module(f"{__name__}.{rules.game.id.replace('-', '_')}")
    sheet: Sheet = module.price(rules, progress=progress)
    return sheet
