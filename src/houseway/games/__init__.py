"""The games: every folder with a `rules.toml`, ours and those of packages that bring their own (`rules.folders`).

Its round is `GAME` in the nearest `round.py`: its own, or that of its family.
"""

import logging
import sys
from functools import cache
from importlib import import_module
from types import ModuleType

from houseway.errors import either, nearest
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
    """The game with this id, or this name.

    >>> game("criss-cross-poker")
    <Game criss-cross-poker: Criss Cross Poker, Maryland, bank: house, 6 seats>
    """
    known = catalogue()
    if found := known.get(id) or known.get("-".join(id.lower().replace("_", " ").split())):
        return found
    if id in _left_out:
        raise RulesError(_left_out[id])
    raise RulesError(f"{id!r} is not a game here: {_meant(id)}")


def _meant(id: str) -> str:
    """What somebody may have meant by a word that is no game's id: by its look, its name, or what else it is called."""
    known, word = catalogue(), id.lower()
    names = {one.rules.name.lower(): key for key, one in known.items()}
    found = [names.get(name, name) for name in nearest(id, [*known, *names])]
    found += [key for key in known if len(id) > 2 and word in key]
    found += [key for key, one in known.items() if word in map(str.lower, one.rules.known_as)]
    if near := list(dict.fromkeys(found)):
        return f"did you mean {either(near)}?"
    return "expected one that `houseway games` lists"


def all_games() -> tuple[Game, ...]:
    """Every game, in the order of the catalogue: `houseway.games()`.

    >>> import houseway
    >>> [game.id for game in houseway.games()][:2]
    ['ace-up-pai-gow', 'big-o']
    """
    return tuple(catalogue().values())


class _Callable(ModuleType):
    """This package, which is a function too: `houseway.games()` is one name for both."""

    def __call__(self) -> tuple[Game, ...]:
        return all_games()


sys.modules[__name__].__class__ = _Callable
