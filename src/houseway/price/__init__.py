"""What a wager is worth: exact analyses, strategies, PAR sheets.

>>> import houseway
>>> sheet = houseway.price("criss-cross-poker", five_card_bonus={"flush": "9:1"})   # doctest: +SKIP
>>> sheet.wager("five-card-bonus").expectation                                     # doctest: +SKIP
"""

import sys
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any

from houseway.games import game as game_named
from houseway.price.counting.work import on_cluster
from houseway.price.families import can_price, priced
from houseway.price.papers.sheet import Sheet
from houseway.rules.files import RulesError
from houseway.rules.models import GameRules
from houseway.rules.resolved import Rules
from houseway.rules.submission import Choices, house_rules

__all__ = ["can_price", "edited", "price", "price_game"]

Progress = Callable[[int, int], None]


def price(
    rules: Rules,
    *,
    progress: Progress | None = None,
    cluster: str | None = None,
    meters: Mapping[str, int] | None = None,
) -> Sheet:
    """The PAR sheet of a table's rules. `progress` is told how much is done of how much; `meters` is what progressive
    meters show, in cents, where that is not what they begin with.

    What must be counted is counted on all cores, or by the workers of a dask cluster if its address is given.
    """
    from houseway.price.wheels import devices, with_wheels

    found = priced(rules.game.id)
    if found is None:
        raise RulesError(f"{rules.game.name} has no price yet")
    wheels = devices(rules, meters)
    with on_cluster(cluster):
        sheet: Sheet = found.load().price(rules, progress=progress)
    return with_wheels(sheet, wheels)


def price_game(game: str, *, progress: Progress | None = None, cluster: str | None = None, **edits: Any) -> Sheet:
    """The PAR sheet of a game at the house's table with some options or pay-table lines changed.

    A keyword is an option (`antes_pay="table"`) or a pay table with the lines to change
    (`blind={"flush": "1:1"}`); hyphens are written as underscores.
    """
    return price(edited(game_named(game).rules, edits), progress=progress, cluster=cluster)


def edited(game: GameRules, edits: Mapping[str, Any]) -> Rules:
    """The house's rules with options and pay-table lines changed by keyword."""
    options: dict[str, Any] = {}
    pays: dict[str, dict[str, str]] = {}
    for name, value in edits.items():
        table = name.replace("_", "-")
        if isinstance(value, Mapping):
            pays[name if name in game.pay_tables else table] = {
                line.replace("_", "-"): odds for line, odds in value.items()
            }
        elif table in game.pay_tables and name not in game.options:
            raise RulesError(f'pay table {table} is edited line by line: {name}={{"line": "3:2"}}')
        else:
            options[name] = value
    return house_rules(game, Choices(options=options, pays=pays))


class _Callable(ModuleType):
    """`houseway.price` is this package, and can be called: `houseway.price("criss-cross-poker")`."""

    def __call__(
        self, game: str, *, progress: Progress | None = None, cluster: str | None = None, **edits: Any
    ) -> Sheet:
        return price_game(game, progress=progress, cluster=cluster, **edits)


sys.modules[__name__].__class__ = _Callable
