"""What each family of games states in its rule files: typed facts, and the words that its pay lines are made of.

A rule file names its `family`, and is read by that family's model: a fact that is missing, or a word that nothing can
say of a hand, is an error when the file is loaded.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.metadata import entry_points
from types import ModuleType
from typing import TypeVar

from pydantic import create_model

from houseway.cards.ranks import Category
from houseway.rules.models import Facts, GameRules, hand_key

Stated = TypeVar("Stated", bound=Facts)

POKER_WORDS = frozenset(map(hand_key, Category))
OUTSIDE = "houseway.games"  # the entry point of packages that bring games of their own


@dataclass(frozen=True)
class Family:
    """What is checked when a member's rule file is loaded."""

    name: str
    facts: type[Facts]
    words: frozenset[str] = frozenset()  # everything that a pay line can ask for

    @property
    def model(self) -> type[GameRules]:
        return _model(self.facts)


@cache
def _model(facts: type[Facts]) -> type[GameRules]:
    needed = any(field.is_required() for field in facts.model_fields.values())
    return create_model("GameRules", __base__=GameRules, facts=(facts, ... if needed else facts()))


def facts(game: GameRules, kind: type[Stated]) -> Stated:
    """A game's facts as those of its family."""
    assert isinstance(game.facts, kind), f"{game.id} states no {kind.__name__}"
    return game.facts


@cache
def families() -> dict[str, Family]:
    """Every family, by name: those of the package, and those of packages that bring their own."""
    from houseway.rules.families import (
        ante_and_raise,
        baccarat,
        chinese,
        craps,
        maryland_poker,
        pai_gow,
        pot,
        twenty_one,
    )

    own = (
        ante_and_raise.FAMILY,
        baccarat.FAMILY,
        chinese.FAMILY,
        craps.FAMILY,
        *maryland_poker.FAMILIES,
        pai_gow.FAMILY,
        *pot.FAMILIES,
        twenty_one.FAMILY,
    )
    return _by_name([*own, *(family for module in outside() for family in getattr(module, "FAMILIES", ()))])


def _by_name(found: Iterable[Family]) -> dict[str, Family]:
    return {family.name: family for family in found}


@cache
def outside() -> tuple[ModuleType, ...]:
    """The packages that bring games of their own, by the entry point `houseway.games`. Beside its rule files, and a
    folder `fees` where it has any, such a package may have these names:

        GAMES: dict[str, type[Game]]     what has a procedure of its own, by the game's id
        FAMILIES: tuple[Family, ...]     families that are not among ours
    """
    return tuple(point.load() for point in entry_points(group=OUTSIDE))
