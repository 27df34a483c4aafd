"""A placard as a PDF, drawn to the same layout as the HTML page."""

from typing import Literal, NamedTuple

from fpdf import FPDF

from houseway.paper import CREAM, GOLD, GREEN, MADE, WHITE, Colour, plain
from houseway.prove.placard import Paper, Placard
from houseway.prove.placard_layout import (
    AMOUNT,
    HEADLINE,
    MARGIN,
    NOTICE,
    POINTS,
    SMALL,
    Block,
    Layout,
    Sheet,
    layout,
    shrunk,
)

Align = Literal["L", "C", "R"]
Box = tuple[float, float, float, float]  # left, top, width, height
INK: Colour = (28, 38, 34)
PALE: Colour = (244, 239, 226)
GREY: Colour = (106, 104, 87)
SOFT: Colour = (93, 95, 82)

_SUITS = {"♠": "\xaa", "♥": "\xa9", "♦": "\xa8", "♣": "\xa7"}  # as the Symbol font has them


class Font(NamedTuple):
    """A typeface with its size in millimetres and its colour."""

    family: str
    style: Literal["", "B", "I", "BI"]
    size: float
    colour: Colour = INK


def pdf(sign: Placard, paper: Paper, *, compressed: bool = True) -> bytes:
    set_so = layout(sign, paper)
    page = FPDF(unit="mm", format=(paper.width, paper.height))
    page.set_auto_page_break(False)
    page.set_margin(0)
    page.c_margin = 0
    page.set_creation_date(MADE)
    page.set_title(plain(f"{sign.game}: payout odds"))
    page.set_compression(compressed)
    for sheet in set_so.sheets:
        page.add_page()
        if sheet.first:
            _head(page, sign, set_so, sheet)
            _limits(page, set_so, sheet)
        else:
            _next_head(page, sign, set_so, sheet)
        _body(page, set_so, sheet)
        y = paper.height - set_so.foot + 2.5
        for line in set_so.source:
            _write(page, line, (MARGIN, y, set_so.inner, set_so.small_line), Font("Helvetica", "", SMALL, GREY), "C")
            y += set_so.small_line
    return bytes(page.output())


def _write(page: FPDF, text: str, box: Box, font: Font, align: Align = "L") -> float:
    """One line in a box, in the middle of its height. The answer is how wide it came."""
    x, y, width, height = box
    text = plain(text)
    page.set_text_color(*font.colour)
    page.set_font(font.family, font.style, font.size * POINTS)
    page.set_xy(x, y)
    page.cell(width, height, text, align=align)
    return float(page.get_string_width(text))


def _line(page: FPDF, x: float, y: float, to: float, colour: Colour, width: float) -> None:
    page.set_draw_color(*colour)
    page.set_line_width(width)
    page.line(x, y, to, y)


def _band(page: FPDF, width: float, height: float) -> None:
    page.set_fill_color(*GREEN)
    page.rect(0, 0, width, height, style="F")
    page.set_fill_color(*GOLD)
    page.rect(0, height - 1.2, width, 1.2, style="F")


def _head(page: FPDF, sign: Placard, set_so: Layout, sheet: Sheet) -> None:
    inner = set_so.inner
    _band(page, set_so.paper.width, sheet.head)
    page.set_text_color(*GOLD)
    page.set_font("Symbol", "", 8 * POINTS)
    for suits, align in (("♠  ♥", "L"), ("♦  ♣", "R")):
        page.set_xy(MARGIN, 0)
        page.cell(inner, sheet.head, "".join(_SUITS.get(suit, suit) for suit in suits), align=align)
    lines = [
        (sign.facility.upper(), 6.5, Font("Helvetica", "", shrunk(sign.facility.upper(), inner - 70, SMALL), CREAM)),
        (sign.game, 18.5, Font("Times", "B", shrunk(sign.game, inner - 52, 16), WHITE)),
        (sign.table, 7.0, Font("Helvetica", "", 4.4, CREAM)),
    ]
    lines = [line for line in lines if line[0]]
    y = (sheet.head - 1.2 - sum(height for _, height, _ in lines)) / 2
    for text, height, font in lines:
        page.set_char_spacing((0.9 if font.size == SMALL else 0) * POINTS)
        _write(page, text, (MARGIN + 26, y, inner - 52, height), font, "C")
        page.set_char_spacing(0)
        y += height


def _next_head(page: FPDF, sign: Placard, set_so: Layout, sheet: Sheet) -> None:
    _band(page, set_so.paper.width, sheet.head)
    box = (MARGIN, 0.0, set_so.inner, sheet.head - 1.2)
    _write(page, sign.game, box, Font("Times", "B", shrunk(sign.game, set_so.inner - 60, 9), WHITE))
    number = f"sheet {sheet.number} of {len(set_so.sheets)}"
    _write(page, number, box, Font("Helvetica", "", 4.4, CREAM), "R")


def _limits(page: FPDF, set_so: Layout, sheet: Sheet) -> None:
    page.set_fill_color(*PALE)
    page.rect(0, sheet.head, set_so.paper.width, set_so.limits, style="F")
    _line(page, 0, sheet.head + set_so.limits, set_so.paper.width, GOLD, 0.3)
    each = set_so.inner / max(1, len(set_so.bar))
    for at, (name, amount) in enumerate(set_so.bar):
        x = MARGIN + at * each
        _write(page, name, (x + 2, sheet.head + 3.6, each - 4, 5), Font("Helvetica", "", SMALL, SOFT), "C")
        _write(page, amount, (x + 2, sheet.head + 9.4, each - 4, 6.5), Font("Helvetica", "B", AMOUNT), "C")
        if at:
            page.set_draw_color(216, 205, 169)
            page.set_line_width(0.3)
            page.line(x, sheet.head, x, sheet.head + set_so.limits)


def _body(page: FPDF, set_so: Layout, sheet: Sheet) -> None:
    """Headlines, pay tables and notices, with the same space between them; on a later sheet only tables."""
    headlines, notices = (set_so.headlines, set_so.notices) if sheet.first else ((), ())
    tables = set_so.sizes.tallest(sheet.columns)
    heights = [set_so.headline_line * len(headlines), tables, set_so.notice_line * len(notices)]
    top = sheet.head + (set_so.limits if sheet.first else 0)
    free = set_so.paper.height - set_so.foot - top - sum(heights)
    gap = free / (sum(height > 0 for height in heights) + 1) if sheet.first else 7.0
    y = top + gap
    for line in headlines:
        box = (MARGIN, y, set_so.inner, set_so.headline_line)
        _write(page, line, box, Font("Times", "BI", HEADLINE, GREEN), "C")
        y += set_so.headline_line
    y += gap if headlines else 0
    width, space, count = set_so.column_width, set_so.space, len(sheet.columns)
    indent = (set_so.inner - width * count - space * (count - 1)) / 2
    for at, column in enumerate(sheet.columns):
        _column(page, column, (MARGIN + indent + at * (width + space), y), set_so)
    y += tables + gap if sheet.columns else 0
    for line, clause in notices:
        _notice(page, line, clause, y, set_so)
        y += set_so.notice_line


def _column(page: FPDF, column: tuple[Block, ...], place: tuple[float, float], set_so: Layout) -> None:
    (x, y), width, sizes = place, set_so.column_width, set_so.sizes
    for block in column:
        for line in block.title:
            _write(page, line, (x, y, width, sizes.title_line), Font("Times", "B", sizes.title, GREEN))
            y += sizes.title_line
        for line in block.about:
            _write(page, line, (x, y, width, set_so.small_line), Font("Helvetica", "", SMALL, GREY))
            y += set_so.small_line
        _line(page, x, y + 0.6, x + width, GOLD, 0.6)
        y += 1.2
        for row in block.rows:
            push = row.pays == ("push",)
            figure = Font("Helvetica", "I" if push else "B", sizes.letter, SOFT if push else INK)
            for at, text in enumerate(row.pays):
                _write(page, text, (x, y + at * sizes.line, width, sizes.line), figure, "R")
            for at, text in enumerate(row.label):
                box = (x, y + at * sizes.line, width, sizes.line)
                _write(page, text, box, Font("Helvetica", "", sizes.letter))
            y += row.lines * sizes.line
            page.set_dash_pattern(dash=0.3, gap=0.7)
            _line(page, x, y, x + width, (201, 195, 173), 0.2)
            page.set_dash_pattern()
        y += sizes.after


def _notice(page: FPDF, text: str, clause: str, y: float, set_so: Layout) -> None:
    page.set_font("Helvetica", "", NOTICE * POINTS)
    long = page.get_string_width(plain(text))
    page.set_font("Helvetica", "", SMALL * POINTS)
    aside = page.get_string_width(plain(clause)) + 1.5 if clause else 0
    x = MARGIN + (set_so.inner - long - aside) / 2
    _write(page, text, (x, y, long + 0.1, set_so.notice_line), Font("Helvetica", "", NOTICE))
    if clause:
        box = (x + long + 1.5, y + 0.1, aside, set_so.notice_line)
        _write(page, clause, box, Font("Helvetica", "", SMALL, GREY))
