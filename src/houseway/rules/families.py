"""What each family of games states in its rule files: typed facts, and the words that its pay lines are made of.

A rule file names its `family`, and is read by that family's model: a fact that is missing, or a word that nothing can
say of a hand, is an error when the file is loaded.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any, TypeVar

from pydantic import create_model

from houseway.cards.ranks import Category
from houseway.rules.folders import family_folders
from houseway.rules.models import Facts, GameRules, Problem, hand_key
from houseway.rules.strict import RulesError

Stated = TypeVar("Stated", bound=Facts)

POKER_WORDS = frozenset(map(hand_key, Category))


@dataclass(frozen=True)
class Family:
    """What is checked when a member's rule file is loaded."""

    name: str
    facts: type[Facts]
    words: frozenset[str] = frozenset()  # everything that a pay line can ask for
    problems: Callable[[Any], Iterable[Problem]] = lambda rules: ()  # what is wrong with the choices of a table
    wrong: Callable[[Any], Iterable[str]] = lambda rules: ()  # what a rule file as a whole lacks

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
    """Every family, by name: each states its own in the `facts.py` of its folder, as `FAMILY`."""
    found: dict[str, Family] = {}
    for name, folder in family_folders().items():
        family: Family = import_module(f"{folder.module}.facts").FAMILY
        if family.name != name:
            raise RulesError(f"{folder.path}: the family {family.name} is in a folder for {name}")
        found[name] = family
    return found
