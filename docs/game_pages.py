"""The pages of the games: each from its rule file, with its felt, its price and its strategy.

What `houseway show` lays out for a terminal is laid out here for a browser; nothing is said twice.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from html import escape

from rich.columns import Columns
from rich.console import Group
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from houseway.cli import show
from houseway.games import catalogue
from houseway.papers.charts import grid
from houseway.papers.description import Stems
from houseway.papers.html import part
from houseway.pricing import can_price
from houseway.pricing.papers.document import percent
from houseway.pricing.papers.plot import plot
from houseway.pricing.papers.sheet import Sheet
from houseway.rules.models import GameRules
from houseway.serve.pages.layouts import Layout, layout_of

BANKS = {
    "house": "Against the house",
    "player-dealer": "Against a player-dealer",
    "pot": "For a pot",
    "pairwise": "Hand against hand",
}


def index() -> str:
    """All games, by who banks them."""
    lines = [
        "# The games",
        "",
        "Every page here is made from the rule file that the engine plays, prices and checks by.",
        "",
    ]
    for bank, title in BANKS.items():
        lines += [f"## {title}", "", "| game | where | seats | |", "|---|---|---|---|"]
        for id, game in catalogue().items():
            rules = game.rules
            if rules.bank == bank:
                where = rules.rulebook.jurisdiction
                lines.append(f"| [{_cell(rules.name)}]({id}.md) | {where} | {rules.seats} | {_cell(rules.summary)} |")
        lines.append("")
    return "\n".join(lines)


def page(rules: GameRules, sheet: Sheet | None) -> str:
    """One game from top to bottom."""
    others = f"Also known as {', '.join(rules.known_as)}. " if rules.known_as else ""
    parts = [
        f"---\ntitle: {_quoted(rules.name)}\ndescription: {_quoted(rules.summary)}\nsearch:\n  boost: 2\n---\n",
        f"# {rules.name}\n\n{rules.summary}\n",
        f"{others}Play it with `houseway play {rules.id}`, or [in a browser](../tutorials/player.md).\n",
        _felt(rules),
        *_price(rules, sheet),
        *_rules(rules),
    ]
    return "\n".join(parts)


# What the rule file says


def _rules(rules: GameRules) -> Iterator[str]:
    _, *sections = show.rulebook(rules).renderables
    for one in sections:
        yield from _markdown(one)


def _markdown(part: object) -> Iterator[str]:
    """A renderable of the terminal as Markdown: a bold line alone is a heading."""
    match part:
        case Group():
            yield from (line for one in part.renderables for line in _markdown(one))
        case Padding():
            yield from _markdown(part.renderable)
        case Columns():
            yield from (line for one in part.renderables for line in _markdown(one))
        case Table():
            yield _table(part)
        case Text() if "bold" in str(part.style):
            yield f"\n## {part.plain.strip()}\n"
        case Text() | str():
            yield f"\n{escape(str(part).strip(), quote=False)}\n"


def _table(table: Table) -> str:
    used = [column for column in table.columns if any(str(cell) for cell in column.cells)]
    heads = [str(column.header) for column in used]
    columns = [list(column.cells) for column in used]
    title = f"\n**{_title(table.title)}**\n" if table.title else ""
    lines = [f"| {' | '.join(heads)} |", "|" + "---|" * len(heads)]
    lines += [f"| {' | '.join(_cell(cell) for cell in row)} |" for row in zip(*columns, strict=True)]
    return "\n".join([title, *lines, ""])


def _title(title: object) -> str:
    return escape(str(title), quote=False)


def _cell(given: object) -> str:
    """A cell of a table: one line, and nothing in it that Markdown would take for its own."""
    text = escape(str(given), quote=False).replace("\n", "<br>")
    for mark in ("|", "*", "_", "`", "[", "]"):
        text = text.replace(mark, f"\\{mark}")
    return text


def _quoted(text: str) -> str:
    return '"' + text.replace('"', "'") + '"'


# What it is worth


def _price(rules: GameRules, sheet: Sheet | None) -> Iterator[str]:
    if not can_price(rules.id):
        return
    yield "\n## What it is worth\n"
    if sheet is None:
        yield f"`houseway price {rules.id}` counts it: each wager's exact edge and distribution, and the strategy.\n"
        return
    yield "| wager | house edge | element of risk | hit rate | standard deviation |"
    yield "|---|--:|--:|--:|--:|"
    for one in sheet.wagers:
        risk = "" if one.element_of_risk is None else _percent(one.element_of_risk)
        yield (
            f"| {_cell(one.name)} | {_percent(one.house_edge)} | {risk} | {_percent(one.outcomes.hit_rate)} | "
            f"{one.outcomes.standard_deviation:.4f} |"
        )
    first = sheet.wagers[0]
    if len(str(first.expectation)) < 60:
        yield f"\nThe first line is worth `{first.expectation}` of {first.unit}, exactly."
    yield (
        f"\nThis is the game as the demonstration house has it. `houseway price {rules.id}` says how each figure was "
        "found, and `--set` changes an option or a pay line.\n"
    )
    drawn = part(Stems(plot(first.outcomes), f"Results of the {first.name}"))
    yield f'<div class="distribution" markdown="0">{"".join(drawn.splitlines())}</div>\n'
    yield from (f"\n{escape(note, quote=False)}\n" for note in sheet.notes)
    if sheet.simple or sheet.charts:
        yield "\n## How it is played best\n"
    for simple in sheet.simple:
        yield f"\n**{escape(simple.name, quote=False)}**\n"
        yield from (f"{number}. {escape(step, quote=False)}" for number, step in enumerate(simple.steps, start=1))
        yield f"\n{simple.verdict}\n"
    for chart in sheet.charts:
        yield f'\n<div class="chart" markdown="0">{"".join(part(grid(chart)).splitlines())}</div>\n'


def _percent(number: Fraction) -> str:
    return percent(number).replace(" ", "&nbsp;")


# The felt

CARD = (26, 36)
CLOTHS = {
    "green": "#1d6b47", "blue": "#1f5c8f", "navy": "#26437a", "wine": "#7a2a3d", "plum": "#5d3a73", "teal": "#1c6f74",
    "clay": "#8a4b32", "slate": "#47535f",
}  # fmt: skip


def _felt(rules: GameRules) -> str:
    """The felt as it is laid out: what lies in the middle, and one player's betting spots."""
    laid = layout_of(rules.id)
    width, y = 640, 34
    parts: list[str] = []
    for row in _board(rules, laid):
        y = _row(parts, row, width, y)
    if not laid.shared:
        y = _hand(parts, rules, width, y)
    y = _spots(parts, rules, laid, width, y)
    style = f"fill:{CLOTHS[laid.cloth]}"
    edge = f'style="{style}" stroke="#5b3a1e" stroke-width="10" stroke-linejoin="round"'
    curve = f"M8 8 H{width - 8} V{y - 40} Q{width / 2} {y + 44} 8 {y - 40} Z"
    corner = {"oval": min(y, 240) / 2, "long": 26}.get(laid.shape, 0)
    table = f'<rect x="8" y="8" width="{width - 16}" height="{y - 6}" rx="{corner}" {edge}/>'
    if not corner:
        table = f'<path d="{curve}" {edge}/>'
    return (
        f'<figure class="felt"><svg viewBox="0 0 {width} {y + 12}" role="img" aria-label="{escape(rules.name)}">'
        f"{table}"
        f"{''.join(parts)}</svg></figure>\n"
    )


def _board(rules: GameRules, laid: Layout) -> list[list[tuple[str, int]]]:
    """Rows of what lies in the middle: a name, and how many cards lie there."""
    if any("" in row for row in laid.board):  # a grid of single cards
        return [[(cell.rpartition(" ")[0] if cell[-1:].isdigit() else cell, 1) for cell in row] for row in laid.board]
    named = [[place for place in row if place not in laid.seldom] for row in laid.board]
    if not named:
        named = [[place for place in rules.places if place.split(" ")[0] not in ("seat", "box", "burn", "button")]]
    return [[(place, rules.places[place].cards if place in rules.places else 1) for place in row] for row in named]


def _row(parts: list[str], row: list[tuple[str, int]], width: int, y: int) -> int:
    spans = [max(1, min(cards, 5)) * (CARD[0] + 4) for _, cards in row]
    x = (width - sum(spans) - 26 * (len(row) - 1)) / 2
    for (place, cards), span in zip(row, spans, strict=True):
        if place:
            for at in range(max(1, min(cards, 5))):
                parts.append(_card(x + at * (CARD[0] + 4), y))
            parts.append(_word(x + span / 2, y + CARD[1] + 13, _named(place)))
        x += span + 26
    return y + CARD[1] + 24


def _hand(parts: list[str], rules: GameRules, width: int, y: int) -> int:
    seat = rules.places.get("seat") or rules.places.get("box")
    cards = min(seat.cards, 7) if seat else 0
    x = (width - cards * (CARD[0] + 4)) / 2
    parts += [_card(x + at * (CARD[0] + 4), y + 4, own=True) for at in range(cards)]
    return y + CARD[1] + 18 if cards else y


def _spots(parts: list[str], rules: GameRules, laid: Layout, width: int, y: int) -> int:
    """The betting spots: circles in a row, or the areas of a layout that is a grid."""
    rows = [row.split() for row in laid.spots or ()]
    if len(rows) > 1:
        return _areas(parts, rules, laid, rows, width, y)
    spots = [spot for spot in dict.fromkeys(rows[0]) if spot != "."] if rows else list(rules.wagers)
    most = 8 if rows else 6
    for row in (spots[at : at + most] for at in range(0, len(spots), most)):
        step = min(112, (width - 50) / len(row))
        x = (width - step * len(row)) / 2 + step / 2
        for spot in row:
            parts.append(f'<circle cx="{x:.1f}" cy="{y + 18}" r="17" class="spot"/>')
            parts += _words(x, y + 47, _spot_name(rules, laid, spot), within=step)
            x += step
        y += 70
    return y + 24


def _areas(parts: list[str], rules: GameRules, laid: Layout, rows: list[list[str]], width: int, y: int) -> int:
    """Each spot covers the cells that bear its name."""
    wide, tall = (width - 50) / max(map(len, rows)), 30
    cells: dict[str, list[tuple[int, int]]] = {}
    for down, row in enumerate(rows):
        for across, spot in enumerate(row):
            if spot != ".":
                cells.setdefault(spot, []).append((across, down))
    for spot, places in cells.items():
        left, right = min(x for x, _ in places), max(x for x, _ in places) + 1
        top, under = min(y for _, y in places), max(y for _, y in places) + 1
        x, span, height = 25 + left * wide, (right - left) * wide - 3, (under - top) * tall - 3
        parts.append(
            f'<rect x="{x:.1f}" y="{y + top * tall}" width="{span:.1f}" height="{height}" rx="3" class="spot"/>'
        )
        middle = y + top * tall + height / 2 + 3
        parts += _words(x + span / 2, middle, _spot_name(rules, laid, spot), within=span, most=max(1, int(height / 13)))
    return y + len(rows) * tall + 34


def _spot_name(rules: GameRules, laid: Layout, spot: str) -> str:
    printed = laid.printed.get(spot) or laid.names.get(spot)
    return printed or (rules.wagers[spot].name if spot in rules.wagers else _named(spot))


def _words(x: float, y: float, text: str, *, within: float, most: int = 2) -> list[str]:
    """A name in the room it has: on two lines if it must be, and smaller if that is not enough."""
    lines = [text]
    if len(text) * 5.9 > within and " " in text and most > 1:
        middle = min((at for at, one in enumerate(text) if one == " "), key=lambda at: abs(at - len(text) / 2))
        lines = [text[:middle], text[middle + 1 :]]
        y -= 0 if most == 2 else 5
    size = min(11.0, max(5.0, (within - 3) / (max(map(len, lines)) * 0.56)))
    return [_word(x, y + at * (size + 1), line, size) for at, line in enumerate(lines)]


def _card(x: float, y: float, *, own: bool = False) -> str:
    kind = "card own" if own else "card"
    return f'<rect x="{x:.1f}" y="{y}" width="{CARD[0]}" height="{CARD[1]}" rx="3" class="{kind}"/>'


def _word(x: float, y: float, text: str, size: float = 11) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:.1f}" text-anchor="middle">{escape(text)}</text>'


def _named(place: str) -> str:
    return place.replace("-", " ").capitalize()


def written(ids: Iterable[str], sheets: dict[str, Sheet]) -> dict[str, str]:
    """The pages by their file names."""
    pages = {f"games/{id}.md": page(catalogue()[id].rules, sheets.get(id)) for id in ids}
    return {"games/index.md": index()} | pages
