"""What each family of games states in its rule files: typed facts, and the words that its pay lines are made of.

A rule file names its `family`, and is read by that family's model: a fact that is missing, or a word that nothing can
say of a hand, is an error when the file is loaded.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from types import ModuleType
from typing import Any, TypeVar

from pydantic import create_model

from houseway.cards.ranks import Category
from houseway.rules.models import Facts, GameRules, Problem, hand_key

Stated = TypeVar("Stated", bound=Facts)

POKER_WORDS = frozenset(map(hand_key, Category))
OUTSIDE = "houseway.games"  # the entry point of packages that bring games of their own
# By name, not imported: a count that names this module must not depend on what the other families state.
OURS = ("ante_and_raise", "baccarat", "chinese", "community", "craps", "maryland_poker", "pai_gow", "pot", "twenty_one")


@dataclass(frozen=True)
class Family:
    """What is checked when a member's rule file is loaded."""

    name: str
    facts: type[Facts]
    words: frozenset[str] = frozenset()  # everything that a pay line can ask for
    problems: Callable[[Any], Iterable[Problem]] = lambda rules: ()  # what is wrong with the choices of a table

    @property
    def model(self) -> type[GameRules]:
        return _model(self.facts)


class _Stated(GameRules):
    """A game's rules with the facts of its family. They go to other processes by the family's name."""

    def __reduce__(self) -> tuple[Any, ...]:
        return _blank, (self.family,), self.__getstate__()


def _blank(family: str) -> GameRules:
    model = families()[family].model
    return model.__new__(model)


@cache
def _model(facts: type[Facts]) -> type[GameRules]:
    needed = any(field.is_required() for field in facts.model_fields.values())
    return create_model("GameRules", __base__=_Stated, facts=(facts, ... if needed else facts()))


def facts(game: GameRules, kind: type[Stated]) -> Stated:
    """A game's facts as those of its family."""
    assert isinstance(game.facts, kind), f"{game.id} states no {kind.__name__}"
    return game.facts


@cache
def families() -> dict[str, Family]:
    """Every family, by name: those of the package, and those of packages that bring their own."""
    ours = [import_module(f"{__name__}.{module}") for module in OURS]
    return {family.name: family for module in (*ours, *outside()) for family in getattr(module, "FAMILIES", ())}


@cache
def outside() -> tuple[ModuleType, ...]:
    """The packages that bring games of their own, by the entry point `houseway.games`. Beside its rule files, and a
    folder `fees` where it has any, such a package may have these names:

        GAMES: dict[str, type[Game]]     what has a procedure of its own, by the game's id
        FAMILIES: tuple[Family, ...]     families that are not among ours
        PRICES: dict[str, str]           the module with the `PRICING` of a game that its family does not price
    """
    return tuple(point.load() for point in entry_points(group=OUTSIDE))
