"""Where games are found: folders, in the packages that the entry point `houseway.games` names. Ours is one of them.

    twenty_one/              facts.py, round.py, count/, lesson.toml: what the family shares
      blackjack_x/           rules.toml, clauses.toml, lesson.toml, felt.toml, drills.json, picture.webp
      pontoon_21/            the same, and round.py and count.py of its own

A folder with a `rules.toml` is a game, and one with a `facts.py` is the family of its name. What a game's folder lacks
is looked for in the folder of the game that it is `like`, then in the folders above it, then in that of its family.
"""

import logging
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib import resources
from importlib.metadata import entry_points
from importlib.resources.abc import Traversable
from typing import Any

from houseway.errors import instead
from houseway.rules.strict import RulesError, read_toml

PACKAGES = "houseway.games"  # the entry point of packages that bring games
OURS = "houseway.games"  # and the one that comes first
log = logging.getLogger("houseway")
RULES, FACTS = "rules.toml", "facts.py"
LIKE = "like"  # the key of a rule file that names the game it states only the differences from


@dataclass(frozen=True)
class Folder:
    """A folder of a package that brings games."""

    module: str  # as it is imported
    path: Traversable = field(compare=False)
    above: "Folder | None" = None

    @property
    def name(self) -> str:
        """As a family is named in rule files: `twenty-one`."""
        return self.module.rpartition(".")[2].replace("_", "-")

    def file(self, name: str) -> Traversable | None:
        file = self.path / name
        return file if file.is_file() else None

    def code(self, *names: str) -> str | None:
        """The module of the first of these names that the folder has, such as `count` or `count.pricing`."""
        for name in names:
            if self.file(f"{name.replace('.', '/')}.py"):
                return f"{self.module}.{name}"
        return None

    def and_above(self) -> Iterator["Folder"]:
        yield self
        if self.above is not None:
            yield from self.above.and_above()


@dataclass(frozen=True)
class GameFolder(Folder):
    """The folder of a game, with what its own rule file states."""

    @cached_property
    def text(self) -> str:
        return (self.path / RULES).read_text(encoding="utf-8")

    @cached_property
    def data(self) -> dict[str, Any]:
        return read_toml(self.text, name=f"{self.name}/{RULES}")


@cache
def packages() -> tuple[str, ...]:
    """The packages that bring games, ours first."""
    found = dict.fromkeys(point.value for point in entry_points(group=PACKAGES))
    return tuple(sorted(found, key=lambda package: package != OURS))


@cache
def folders() -> tuple[Folder, ...]:
    """Every folder of every package, those above before those below them."""
    return tuple(one for package in packages() for one in _walked(Folder(package, resources.files(package))))


def _walked(folder: Folder) -> Iterator[Folder]:
    yield folder
    for path in sorted(folder.path.iterdir(), key=lambda path: path.name):
        if path.is_dir() and path.name.isidentifier() and not path.name.startswith("_"):
            kind = GameFolder if (path / RULES).is_file() else Folder
            yield from _walked(kind(f"{folder.module}.{path.name}", path, folder))


@cache
def game_folders() -> dict[str, GameFolder]:
    """The folders of all games by id: each package's in alphabetical order, ours first."""
    found: dict[str, GameFolder] = {}
    for package in packages():
        games = [one for one in folders() if isinstance(one, GameFolder) and f"{one.module}.".startswith(f"{package}.")]
        for game in sorted(filter(_readable, games), key=_id):
            if _id(game) in found:
                raise RulesError(f"there are two games with the id {_id(game)!r}: {found[_id(game)].path}, {game.path}")
            found[_id(game)] = game
    return found


def _readable(game: GameFolder) -> bool:
    """A file of another package that can't be read takes no other game along."""
    try:
        _id(game)
    except RulesError as error:
        if f"{game.module}.".startswith(f"{OURS}."):
            raise
        log.warning("%s is left out: %s", game.path, error)
        return False
    return True


def _id(game: GameFolder) -> str:
    id = game.data.get("id")
    if not isinstance(id, str):
        raise RulesError(f"{game.path / RULES}: id: {'write text, in quotes' if 'id' in game.data else 'is missing'}")
    return id


@cache
def family_folders() -> dict[str, Folder]:
    """The folders of all families, by name."""
    found: dict[str, Folder] = {}
    for folder in folders():
        if folder.file(FACTS) and found.setdefault(folder.name, folder) is not folder:
            raise RulesError(f"there are two families called {folder.name}: {found[folder.name].path}, {folder.path}")
    return found


@cache
def looked_in(id: str) -> tuple[Folder, ...]:
    """The folders that say what a game is, the nearest first: its own, those of the game that it is like, those above,
    and those of its family."""
    likes = list(alike(id))
    own = [game_folders()[game] for game in likes]
    family = family_folders().get(str(own[-1].data.get("family", "")))
    above = [folder for game in own for folder in game.and_above()]
    return tuple(dict.fromkeys([*own, *above, *(family.and_above() if family else ())]))


def alike(id: str) -> Iterator[str]:
    """A game, the one that it is like, the one that this one is like, and so on."""
    seen = [id]
    while like := game_folders()[id].data.get(LIKE):
        if not isinstance(like, str):
            raise RulesError(f"{id}/{RULES}: {LIKE}: write the id of a game, in quotes")
        if like not in game_folders():
            raise RulesError(f"{id}/{RULES}: {LIKE}: {like!r} is not a game here: {instead(like, game_folders())}")
        if like in seen:
            loop = " is like ".join((*seen, like))
            raise RulesError(f"{seen[0]}/{RULES}: {LIKE}: {loop}: in the end a game must be like no other")
        seen.append(id := like)
    yield from seen


def file_of(id: str, name: str) -> Traversable | None:
    """A file of a game: the nearest of this name."""
    return next((file for folder in looked_in(id) if (file := folder.file(name))), None)


def module_of(id: str, *names: str) -> str | None:
    """A module of a game: the nearest of one of these names."""
    return next((module for folder in looked_in(id) if (module := folder.code(*names))), None)
