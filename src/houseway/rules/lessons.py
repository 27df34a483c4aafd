"""What is said of a game to somebody who has never played it: a few sentences of our own, in its `lesson.toml`.

Everything that a rule file says itself (wagers, limits, answers, pays) is taken from there; a lesson adds what the game
is about. The lesson of a family's folder belongs to all its games, those of other packages too.
"""

from collections.abc import Mapping
from fnmatch import fnmatchcase
from functools import cache
from importlib.resources.abc import Traversable

from houseway.rules.folders import GameFolder, game_folders, looked_in
from houseway.rules.models import GameRules, Model
from houseway.rules.strict import read_model

LESSON = "lesson.toml"
_STAFF = ("dealer", "floor")  # whose asks are no decisions of a player


class Lesson(Model):
    """Paragraphs, what each wager is about (by its name or a pattern), and when each ask comes."""

    text: tuple[str, ...] = ()
    wagers: dict[str, str] = {}
    asks: dict[str, str] = {}

    def wager(self, id: str) -> str:
        return self.wagers.get(id) or next((told for name, told in self.wagers.items() if fnmatchcase(id, name)), "")


def lesson(game: GameRules) -> Lesson:
    """What is said of a game; empty where neither it nor its family has a lesson."""
    return _lesson(game.id) if game.id in game_folders() else Lesson()


@cache
def _lesson(game: str) -> Lesson:
    """What the family says, then the game itself. What it does not say of a wager or an ask, and its paragraphs if it
    has none, are those of the game that it is like."""
    read = [(one, _read(file)) for one in looked_in(game) if (file := one.file(LESSON))]
    told = next((part.text for one, part in read if isinstance(one, GameFolder) and part.text), ())
    shared = [paragraph for one, part in reversed(read) if not isinstance(one, GameFolder) for paragraph in part.text]
    return Lesson(
        text=(*shared, *told),
        wagers=_merged([part.wagers for _, part in read]),
        asks=_merged([part.asks for _, part in read]),
    )


def _read(file: Traversable) -> Lesson:
    return read_model(Lesson, file.read_text(encoding="utf-8"), name=str(file))


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
