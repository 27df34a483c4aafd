"""`houseway tune`: pays that bring a wager to an edge, in the terminal."""

from fractions import Fraction
from typing import Any

from rich import box
from rich.console import Group
from rich.table import Table
from rich.text import Text

from houseway.cli.find import game_named, house_choices
from houseway.pricing.papers.document import percent
from houseway.pricing.tuning import Tuned, table_of, tune
from houseway.rules.strict import RulesError


def edge_of(given: str) -> Fraction:
    """An edge as it is typed: `2.5%`."""
    try:
        return Fraction(given.strip().removesuffix("%").strip()) / 100
    except (ValueError, ZeroDivisionError):
        raise RulesError(f"--edge {given!r} is not an edge: write it in percent, as in 2.5%") from None


def tuned(game: str, wager: str, edge: str, settings: list[str], keep: list[str]) -> tuple[list[Tuned], str]:
    """The pays that come nearest, and the name of their pay table."""
    stated, target = game_named(game).rules, edge_of(edge)
    rules = house_choices(stated, settings)
    table = table_of(rules, wager)
    found = tune(
        rules,
        wager,
        target,
        lambda pays: house_choices(stated, [*settings, *(f"pays.{table}.{key}={odds}" for key, odds in pays.items())]),
        keep=keep,
    )
    return found, table


def report(found: list[Tuned], table: str, target: Fraction) -> Group:
    shown = Table(box=box.SIMPLE_HEAD, header_style="dim", show_edge=False, padding=(0, 1))
    shown.add_column("pays")
    shown.add_column("edge", justify="right", no_wrap=True)
    for head in ("off by", "hit rate", "deviation"):
        shown.add_column(head, justify="right", no_wrap=True)
    for one in found:
        pays = ", ".join(f"{key} {many}:1" for key, many in one.pays.items()) or "as stated"
        hits, spread = percent(one.price.outcomes.hit_rate, 4), f"{one.price.outcomes.standard_deviation:.4f}"
        shown.add_row(pays, percent(one.edge, 4), percent(one.off(target), 4), hits, spread)
    return Group(Text(f"Pays of {table} nearest to an edge of {percent(target, 4)}", "bold"), shown)


def data(found: list[Tuned], table: str, target: Fraction) -> dict[str, Any]:
    return {
        "pay_table": table,
        "target": str(target),
        "found": [
            {
                "pays": {key: f"{many}:1" for key, many in one.pays.items()},
                "edge": {"fraction": str(one.edge), "decimal": float(one.edge)},
                "off": float(one.off(target)),
                "hit_rate": float(one.price.outcomes.hit_rate),
                "deviation": one.price.outcomes.standard_deviation,
            }
            for one in found
        ],
    }
