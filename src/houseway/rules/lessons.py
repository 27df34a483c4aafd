"""What is said of a game to somebody who has never played it: a few sentences of our own, beside the rule files.

Everything that a rule file says itself (wagers, limits, answers, pays) is taken from there; a lesson adds what the game
is about. Games that share a family share its sentences, so that a game from outside the package has them too.
"""

from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable

from houseway.rules.families import outside
from houseway.rules.files import read_model
from houseway.rules.models import GameRules, Model

_STAFF = ("dealer", "floor")  # whose asks are no decisions of a player


class Lesson(Model):
    """Paragraphs, what each wager is about (by its name or a pattern), and when each ask comes."""

    text: tuple[str, ...] = ()
    wagers: dict[str, str] = {}
    asks: dict[str, str] = {}

    def wager(self, id: str) -> str:
        return self.wagers.get(id) or next((told for name, told in self.wagers.items() if fnmatchcase(id, name)), "")


class FamilyLessons(Lesson):
    """What holds for all games of a family, then what each of them has of its own."""

    games: dict[str, Lesson] = {}


def lesson(game: GameRules) -> Lesson:
    """What is said of a game; empty where neither it nor its family has a lesson."""
    return _lesson(game.family, game.id)


@cache
def _lesson(family: str, game: str) -> Lesson:
    shared = list(_of(family))
    own = [one.games[game] for one in shared if game in one.games]
    parts: list[Lesson] = [*shared, *own]
    return Lesson(
        text=tuple(paragraph for one in parts for paragraph in one.text),
        wagers=_merged([one.wagers for one in reversed(parts)]),
        asks=_merged([one.asks for one in reversed(parts)]),
    )


def decisions(game: GameRules) -> list[str]:
    """The asks that are put to players, as the rule file lists them."""
    return [name for name, ask in game.asks.items() if not ask.who.startswith(_STAFF)]


def _merged(parts: list[Mapping[str, str]]) -> dict[str, str]:
    """What the first of several parts has goes before what later ones have, also where a pattern is looked for."""
    merged: dict[str, str] = {}
    for part in parts:
        for name, told in part.items():
            merged.setdefault(name, told)
    return merged


@cache
def _of(family: str) -> tuple[FamilyLessons, ...]:
    return tuple(
        read_model(FamilyLessons, file.read_text(encoding="utf-8"), name=f"learn/{file.name}")
        for file in _files(family)
    )


def _files(family: str) -> Iterator[Traversable]:
    for folder in (resources.files(__package__), *(resources.files(module) for module in outside())):
        file = folder / "learn" / f"{family}.toml"
        if file.is_file():
            yield file
