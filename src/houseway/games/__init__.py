"""The games, one module each. A module's `Game` class is in the catalogue by being there."""

import importlib
import inspect
import pkgutil
from functools import cache

from houseway.play.game import Game
from houseway.rules.files import RulesError


@cache
def catalogue() -> dict[str, Game]:
    """Every game of the package, by id."""
    found: dict[str, Game] = {}
    for module in sorted(module.name for module in pkgutil.iter_modules(__path__)):
        for _, kind in inspect.getmembers(importlib.import_module(f"{__name__}.{module}"), inspect.isclass):
            here = kind.__module__ == f"{__name__}.{module}" and hasattr(kind, "id")  # a family's base has no id
            if issubclass(kind, Game) and not inspect.isabstract(kind) and here:
                register(kind(), found)
    return found


def register(game: Game, games: dict[str, Game] | None = None) -> Game:
    """Add a game: to the catalogue unless told where."""
    games = catalogue() if games is None else games
    if game.id in games and type(games[game.id]) is not type(game):
        raise RulesError(f"there are two games with the id {game.id!r}")
    games[game.id] = game
    return game


def game(id: str) -> Game:
    try:
        return catalogue()[id]
    except KeyError:
        raise RulesError(f"{id!r} is not a game here: {', '.join(catalogue())}") from None
