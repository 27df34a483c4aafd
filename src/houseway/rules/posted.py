"""What a family has on the sign of a table besides pay tables, limits and fees: its `sign.py` says it, as `posted`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import import_module

from houseway.rules.folders import game_folders, module_of
from houseway.rules.resolved import Rules


@dataclass(frozen=True)
class Section:
    """One pay table: each line with what it pays."""

    title: str
    subtitle: str
    clause: str
    rows: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Posted:
    """The parts of a sign that a family states, each where it stands."""

    compared: tuple[Section, ...] = ()  # what hands that are compared pay, which no pay table prints: before those
    stakes: tuple[Section, ...] = ()  # what is bet, or what a point is worth: after the pay tables
    deducted: tuple[Section, ...] = ()  # what is taken from winnings: after the fees
    held: Mapping[str, str] = field(default_factory=dict)  # the cards of a hand that only this game has a name for
    late: tuple[tuple[str, str], ...] = ()  # what somebody pays who comes late, where the fee is by the time


@lru_cache(maxsize=512)
def posted_of(rules: Rules) -> Posted:
    module = module_of(rules.game.id, "sign") if rules.game.id in game_folders() else None
    if module is None:
        return Posted()
    stated: Callable[[Rules], Posted] = import_module(module).posted
    return stated(rules)


def together(names: list[str]) -> str:
    """Names that differ in one word as one: `Place 6, 8 to win`."""
    words = [name.split() for name in names]
    if len({len(one) for one in words}) == 1:
        apart = [at for at, column in enumerate(zip(*words, strict=True)) if len(set(column)) > 1]
        if len(apart) == 1:
            (at,) = apart
            return " ".join([*words[0][:at], ", ".join(one[at] for one in words), *words[0][at + 1 :]])
    return ", ".join(names)


def called(rules: Rules, named: str) -> str:
    """What a raise is a multiple of: the spot, where a wager stands on several."""
    wager = rules.game.wagers[named]
    return capital(named) if named in wager.spots else wager.name


def capital(text: str) -> str:
    return text[0].upper() + text[1:]
