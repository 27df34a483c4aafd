"""`houseway equity`: what hands of a pot game are worth against each other, in the terminal."""

from fractions import Fraction

from rich import box
from rich.console import Group
from rich.table import Table
from rich.text import Text

from houseway.cli.text import faces, indented
from houseway.pricing.equity.equity import Equity, Part
from houseway.pricing.papers.sheet import decimal


def report(found: Equity, name: str) -> Group:
    title = Text(name, "bold")
    if found.board:
        title.append("  board ", "not bold").append_text(faces(found.board))
    if found.dead:
        title.append("  dead ", "not bold").append_text(faces(found.dead))
    split, sampled = found.with_low is not None, not found.exact
    table = Table(box=box.SIMPLE_HEAD, header_style="dim", show_edge=False, padding=(0, 1))
    table.add_column("hand", overflow="fold")
    heads = ["equity", *(["±"] if sampled else [])]
    heads += ["high won", "tied", "low won", "tied"] if split else ["won", "tied"]
    for head in heads:
        table.add_column(head, justify="right", no_wrap=True)
    most = max(player.equity for player in found.players)
    for player in found.players:
        row: list[Text] = [Text(_percent(player.equity), "bold green" if player.equity == most else "bold")]
        if player.error is not None:
            row.append(Text(f"{100 * player.error:.3f}", "dim"))
        row += _figures(player.high)
        row += _figures(player.low) if player.low else []
        table.add_row(player.hand, *row)
    notes = found.method + ("; ± is one standard error, in points" if sampled else "")
    if found.with_low is not None:
        notes += f"; there is a low in {_percent(found.with_low)}"
    return Group(title, indented(table), Text(notes, "dim"))


def _figures(part: Part) -> list[Text]:
    return [Text(_percent(part.won)), Text(_percent(part.tied), "dim")]


def _percent(value: Fraction) -> str:
    return f"{decimal(100 * value, 3)} %"
