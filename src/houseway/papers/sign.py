"""The sign at a table, set on its sheets: each word has its place, on paper and on a page."""

from collections.abc import Iterator
from dataclasses import replace

from houseway.paper import CREAM, GOLD, GREEN, Colour
from houseway.papers.description import Align, Box, Fill, Font, Piece, Placed, Rule, Words
from houseway.papers.sign_layout import (
    AMOUNT,
    HEADLINE,
    MARGIN,
    NEXT_TITLE,
    NOTICE,
    SMALL,
    SOFT,
    TITLE,
    Block,
    Layout,
    Sheet,
    layout,
    shrunk,
)
from houseway.prove.placard import Paper, Placard

_PALE: Colour = (244, 239, 226)
_BAR_LINE: Colour = (216, 205, 169)
_DOTS: Colour = (201, 195, 173)
_FACILITY = Font(SMALL.size, CREAM, apart=0.9, capitals=True)
_TABLE = Font(4.4, CREAM)
_SUITS = Font(8, GOLD, "suits")
_GOLDEN = 1.2  # the rule below the head


def described(sign: Placard, paper: Paper) -> Placed:
    laid = layout(sign, paper)
    sheets = tuple(tuple(_sheet(sign, laid, sheet)) for sheet in laid.sheets)
    return Placed(f"{sign.game}: payout odds", paper.width, paper.height, sheets)


def _sheet(sign: Placard, laid: Layout, sheet: Sheet) -> Iterator[Piece]:
    yield from _band(laid.paper.width, sheet.head)
    if sheet.first:
        yield from _head(sign, laid, sheet)
        yield from _limits(laid, sheet)
    else:
        yield from _next_head(sign, laid, sheet)
    yield from _body(laid, sheet)
    for at, line in enumerate(laid.source):
        y = laid.paper.height - laid.foot + 2.5 + at * laid.small_line
        yield _line(line, Box(MARGIN, y, laid.inner, laid.small_line), SMALL, "center")


def _line(text: str, box: Box, font: Font, align: Align = "left", level: int = 0) -> Words:
    return Words(box, ((text, font),), align, level)


def _band(width: float, height: float) -> Iterator[Piece]:
    yield Fill(Box(0, 0, width, height), GREEN)
    yield Fill(Box(0, height - _GOLDEN, width, _GOLDEN), GOLD)


def _head(sign: Placard, laid: Layout, sheet: Sheet) -> Iterator[Piece]:
    whole = Box(MARGIN, 0, laid.inner, sheet.head - _GOLDEN)
    yield _line("♠  ♥", whole, _SUITS)
    lines = [
        (sign.facility, 6.5, _FACILITY, 0),
        (sign.game, 18.5, shrunk(sign.game, laid.inner - 52, TITLE), 1),
        (sign.table, 7.0, _TABLE, 0),
    ]
    lines = [line for line in lines if line[0]]
    y = (sheet.head - _GOLDEN - sum(height for _, height, _, _ in lines)) / 2
    for text, height, font, level in lines:
        yield _line(text, Box(MARGIN + 26, y, laid.inner - 52, height), font, "center", level)
        y += height
    yield _line("♦  ♣", whole, _SUITS, "right")


def _next_head(sign: Placard, laid: Layout, sheet: Sheet) -> Iterator[Piece]:
    whole = Box(MARGIN, 0, laid.inner, sheet.head - _GOLDEN)
    yield _line(sign.game, whole, shrunk(sign.game, laid.inner - 60, NEXT_TITLE), level=1)
    yield _line(f"sheet {sheet.number} of {len(laid.sheets)}", whole, _TABLE, "right")


def _limits(laid: Layout, sheet: Sheet) -> Iterator[Piece]:
    if not laid.bar:
        return
    yield Fill(Box(0, sheet.head, laid.paper.width, laid.limits), _PALE)
    yield Rule(0, sheet.head + laid.limits, laid.paper.width, GOLD, 0.3)
    each = laid.inner / len(laid.bar)
    for at, (name, amount) in enumerate(laid.bar):
        x = MARGIN + at * each
        if at:
            yield Rule(x, sheet.head, laid.limits, _BAR_LINE, 0.3, upright=True)
        yield _line(name, Box(x + 2, sheet.head + 3.6, each - 4, 5), replace(SMALL, colour=SOFT), "center")
        yield _line(amount, Box(x + 2, sheet.head + 9.4, each - 4, 6.5), AMOUNT, "center")


def _body(laid: Layout, sheet: Sheet) -> Iterator[Piece]:
    """Headlines, pay tables and notices, with the same space between them; on a later sheet only tables."""
    headlines, notices = (laid.headlines, laid.notices) if sheet.first else ((), ())
    tables = laid.sizes.tallest(sheet.columns)
    heights = [laid.headline_line * len(headlines), tables, laid.notice_line * len(notices)]
    top = sheet.head + (laid.limits if sheet.first else 0)
    free = laid.paper.height - laid.foot - top - sum(heights)
    gap = free / (sum(height > 0 for height in heights) + 1) if sheet.first else 7.0
    y = top + gap
    for line in headlines:
        yield _line(line, Box(MARGIN, y, laid.inner, laid.headline_line), HEADLINE, "center")
        y += laid.headline_line
    y += gap if headlines else 0
    width, space, count = laid.column_width, laid.space, len(sheet.columns)
    indent = (laid.inner - width * count - space * (count - 1)) / 2
    for at, column in enumerate(sheet.columns):
        yield from _column(column, laid, MARGIN + indent + at * (width + space), y)
    y += tables + gap if sheet.columns else 0
    for line, clause in notices:
        runs = ((f"{line}  " if line and clause else line, NOTICE), (clause, SMALL))
        box = Box(MARGIN, y, laid.inner, laid.notice_line)
        yield Words(box, tuple(run for run in runs if run[0]), "center")
        y += laid.notice_line


def _column(column: tuple[Block, ...], laid: Layout, x: float, y: float) -> Iterator[Piece]:
    width, sizes = laid.column_width, laid.sizes
    for block in column:
        for line in block.title:
            yield _line(line, Box(x, y, width, sizes.title_line), sizes.title, level=2)
            y += sizes.title_line
        for line in block.about:
            yield _line(line, Box(x, y, width, laid.small_line), SMALL)
            y += laid.small_line
        yield Rule(x, y + 0.6, width, GOLD, 0.6)
        y += 1.2
        for row in block.rows:
            for at, text in enumerate(row.label):
                yield _line(text, Box(x, y + at * sizes.line, width, sizes.line), sizes.label)
            figure = sizes.push if row.pays == ("push",) else sizes.pays
            for at, text in enumerate(row.pays):
                yield _line(text, Box(x, y + at * sizes.line, width, sizes.line), figure, "right")
            y += row.lines * sizes.line
            yield Rule(x, y, width, _DOTS, 0.2, dotted=True)
        y += sizes.after
