"""The games: every folder with a `rules.toml`, ours and those of packages that bring their own (`rules.folders`).

Its round is `GAME` in the nearest `round.py`: its own, or that of its family.
"""

import logging
from functools import cache
from importlib import import_module

from houseway.play.game import Game
from houseway.rules.files import game_rules
from houseway.rules.folders import OURS, game_folders, module_of
from houseway.rules.strict import RulesError

log = logging.getLogger("houseway")
_left_out: dict[str, str] = {}  # games of other packages that can't be played, and why


@cache
def catalogue() -> dict[str, Game]:
    """Every game by id: those of this package, then those of packages that bring their own. One of those that can't be
    played is left out, and the others are there."""
    found: dict[str, Game] = {}
    for id, folder in game_folders().items():
        if folder.module.startswith(f"{OURS}."):
            found[id] = _played(id)
            continue
        try:
            found[id] = _fits(_played(id))
        except RulesError as error:
            _left_out[id] = str(error)
            log.warning("%s is left out: %s", id, error)
    return found


def _played(id: str) -> Game:
    module = module_of(id, "round")
    kind: type[Game] | None = getattr(import_module(module), "GAME", None) if module else None
    if kind is None:
        raise RulesError(f"{id}: the family {game_rules(id).family!r} has no round for it, and it has none of its own")
    return kind(id)


def _fits(game: Game) -> Game:
    """A game whose rule file can be read, and whose round can be played with its bank."""
    if game.banks and game.rules.bank not in game.banks:
        banks = " or ".join(sorted(game.banks))
        raise RulesError(f"{game.id}/rules.toml: bank: its round is played with {banks}, not with {game.rules.bank}")
    return game


def register(game: Game) -> Game:
    """Add a game to the catalogue."""
    games = catalogue()
    if game.id in games and type(games[game.id]) is not type(game):
        raise RulesError(f"there are two games with the id {game.id!r}")
    games[game.id] = game
    return game


def game(id: str) -> Game:
    try:
        return catalogue()[id]
    except KeyError:
        if id in _left_out:
            raise RulesError(_left_out[id]) from None
        raise RulesError(f"{id!r} is not a game here: {', '.join(catalogue())}") from None
