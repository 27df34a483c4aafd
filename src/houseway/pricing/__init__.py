"""What a wager is worth: exact analyses, strategies, PAR sheets.

What is public of it is `houseway.price` and `houseway.equity`. What they need is imported where it is used.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from houseway.cards.named import Cards
    from houseway.pricing.counting.work import Progress
    from houseway.pricing.equity.equity import Equity
    from houseway.pricing.papers.sheet import Sheet
    from houseway.rules.models import GameRules
    from houseway.rules.resolved import Rules

__all__ = ["can_price", "edited", "equity_of", "price", "price_game"]


def price(
    rules: "Rules",
    *,
    progress: "Progress | None" = None,
    cluster: str | None = None,
    meters: Mapping[str, int] | None = None,
    stake: int | None = None,
) -> "Sheet":
    """The PAR sheet of a table's rules. `progress` is told how much is done of how much; `meters` is what progressive
    meters show, in cents, where that is not what they begin with; `stake` the amount of a wager, in cents, where a
    price hangs on it.

    What must be counted is counted on all cores, or by the workers of a dask cluster if its address is given.
    """
    from dataclasses import replace

    from houseway.pricing.counting.cache import dates
    from houseway.pricing.counting.work import on_cluster
    from houseway.pricing.families import module_of, pricing
    from houseway.pricing.generous import favours
    from houseway.pricing.provenance import provenance
    from houseway.pricing.wheels import devices, with_wheels
    from houseway.rules.money import shown, whole_cents
    from houseway.rules.strict import RulesError

    stake = None if stake is None else whole_cents(stake)
    meters = None if meters is None else {name: whole_cents(amount) for name, amount in meters.items()}
    found = pricing(rules.game.id)
    if found is None:
        raise RulesError(f"{rules.game.name} has no price yet")
    wheels = devices(rules, meters)
    if stake is not None and found.at is None:
        raise RulesError(f"no price of {rules.game.name} hangs on the amount wagered")
    if stake is not None and (stake <= 0 or stake % rules.chip):
        raise RulesError(f"{shown(stake)} is no wager here: wagers are in chips of {shown(rules.chip)}")
    with on_cluster(cluster), dates() as counted:
        priced = (
            found.at(rules, stake, progress=progress) if found.at and stake else found.price(rules, progress=progress)
        )
        sheet = with_wheels(priced, wheels)
    notes = (*favours(sheet.wagers), *sheet.notes)
    return replace(sheet, made=provenance(rules, module_of(rules.game.id), counted), stake=stake, notes=notes)


def price_game(game: str, *, progress: "Progress | None" = None, cluster: str | None = None, **edits: Any) -> "Sheet":
    """The PAR sheet of a game at the house's table with some options or pay-table lines changed.

    A keyword is an option (`antes_pay="table"`) or a pay table with the lines to change
    (`blind={"flush": "1:1"}`); hyphens are written as underscores.

    >>> price_game("ultimate-war").wager("player").expectation
    Fraction(-1, 52)
    """
    from houseway.games import game as game_named

    return price(edited(game_named(game).rules, edits), progress=progress, cluster=cluster)


def edited(game: "GameRules", edits: Mapping[str, Any]) -> "Rules":
    """The house's rules with options and pay-table lines changed by keyword."""
    from houseway.rules.strict import RulesError
    from houseway.rules.submission import Choices, house_rules

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


def equity_of(
    game: str,
    *hands: "Cards",
    board: "Cards" = "",
    dead: "Cards" = "",
    samples: int | None = None,
    seed: int = 0,
    to_come: str = "down",
) -> "Equity":
    """What hands of a pot game are worth against each other, each given as text: `AhKh`, `??` for cards that are not
    known, `QQ+, AKs` for many at once; or as several `Card`s.

    Counted exactly where that takes some ten seconds at most; else, or where `samples` asks for it, sampled from a seed
    with the standard error. `to_come` says how cards to come are dealt where a joker is worth more face down.

    >>> worth = equity_of("no-limit-holdem", "AhKh", "QQ+, AKs", board="Kd 7c 2s")
    >>> worth.players[0].equity
    Fraction(2207, 3960)
    """
    from houseway.cards.named import in_text
    from houseway.pricing.equity.equity import equity

    given = [in_text(one) for one in (*hands, board, dead)]
    return equity(game, *given[:-2], board=given[-2], dead=given[-1], samples=samples, seed=seed, to_come=to_come)


def can_price(game: str) -> bool:
    """Whether a game has a price; nothing is loaded that counts."""
    from houseway.pricing import families

    return families.can_price(game)
