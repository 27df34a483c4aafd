"""A placard as a PDF of one page, drawn to the same measures as the HTML page."""

from typing import Literal, NamedTuple

from fpdf import FPDF

from houseway.paper import CREAM, GOLD, GREEN, MADE, WHITE, Colour, plain
from houseway.prove.placard import (
    Measures,
    Paper,
    Placard,
    Section,
    column_space,
    column_width,
    columns,
    letters,
    measures,
    spare,
    tallest_of,
)

Align = Literal["L", "C", "R"]
INK: Colour = (28, 38, 34)
PALE: Colour = (244, 239, 226)
GREY: Colour = (106, 104, 87)
SOFT: Colour = (93, 95, 82)

_NOTICE = 4.0
_POINTS = 72 / 25.4  # in a millimetre
_SUITS = {"♠": "\xaa", "♥": "\xa9", "♦": "\xa8", "♣": "\xa7"}  # as the Symbol font has them


class Font(NamedTuple):
    """A typeface with its size in millimetres and its colour."""

    family: str
    style: Literal["", "B", "I", "BI"]
    size: float
    colour: Colour = INK


def pdf(sign: Placard, paper: Paper, *, compressed: bool = True) -> bytes:
    size = measures(sign, paper)
    page = FPDF(unit="mm", format=(paper.width, paper.height))
    page.set_auto_page_break(False)
    page.set_margin(0)
    page.c_margin = 0
    page.set_creation_date(MADE)
    page.set_title(plain(f"{sign.game}: payout odds"))
    page.set_compression(compressed)
    page.add_page()
    _head(page, sign, size)
    _limits(page, sign, size)
    _body(page, sign, size)
    bottom = paper.height - size.foot
    _write(page, sign.source, (size.margin, bottom, _inner(size), size.foot), Font("Helvetica", "", 2.8, GREY), "C")
    return bytes(page.output())


def _inner(size: Measures) -> float:
    return size.paper.width - 2 * size.margin


def _write(page: FPDF, text: str, box: tuple[float, float, float, float], font: Font, align: Align = "L") -> float:
    """One line in a box, in the middle of its height; smaller if it would not fit. The answer is how wide it came."""
    x, y, width, height = box
    text = plain(text)
    page.set_text_color(*font.colour)
    page.set_font(font.family, font.style, font.size * _POINTS)
    long = page.get_string_width(text)
    if long > width:
        page.set_font(font.family, font.style, font.size * _POINTS * width / long)
        long = width
    page.set_xy(x, y)
    page.cell(width, height, text, align=align)
    return long


def _line(page: FPDF, x: float, y: float, to: float, colour: Colour, width: float) -> None:
    page.set_draw_color(*colour)
    page.set_line_width(width)
    page.line(x, y, to, y)


def _head(page: FPDF, sign: Placard, size: Measures) -> None:
    width, inner = size.paper.width, _inner(size)
    page.set_fill_color(*GREEN)
    page.rect(0, 0, width, size.head, style="F")
    page.set_fill_color(*GOLD)
    page.rect(0, size.head - 1.2, width, 1.2, style="F")
    page.set_text_color(*GOLD)
    page.set_font("Symbol", "", 8 * _POINTS)
    for suits, align in (("♠  ♥", "L"), ("♦  ♣", "R")):
        page.set_xy(size.margin, 0)
        page.cell(inner, size.head, "".join(_SUITS.get(sign, sign) for sign in suits), align=align)
    lines = [
        (sign.facility.upper(), 6.5, Font("Helvetica", "", 4.0, CREAM)),
        (sign.game, 18.5, Font("Times", "B", 16.0, WHITE)),
        (sign.table, 7.0, Font("Helvetica", "", 4.4, CREAM)),
    ]
    lines = [line for line in lines if line[0]]
    y = (size.head - 1.2 - sum(height for _, height, _ in lines)) / 2
    for text, height, font in lines:
        spacing = 0.9 if font.size == 4.0 else 0
        page.set_char_spacing(spacing * _POINTS)
        _write(page, text, (size.margin + 26, y, inner - 52, height), font, "C")
        page.set_char_spacing(0)
        y += height


def _limits(page: FPDF, sign: Placard, size: Measures) -> None:
    page.set_fill_color(*PALE)
    page.rect(0, size.head, size.paper.width, size.limits, style="F")
    _line(page, 0, size.head + size.limits, size.paper.width, GOLD, 0.3)
    each = _inner(size) / max(1, len(sign.limits))
    for at, (name, amount) in enumerate(sign.limits):
        x = size.margin + at * each
        _write(page, name, (x + 2, size.head + 3.6, each - 4, 5), Font("Helvetica", "", 3.8, SOFT), "C")
        _write(page, amount, (x + 2, size.head + 9.2, each - 4, 6.5), Font("Helvetica", "B", 5.8), "C")
        if at:
            page.set_draw_color(216, 205, 169)
            page.set_line_width(0.3)
            page.line(x, size.head, x, size.head + size.limits)


def _body(page: FPDF, sign: Placard, size: Measures) -> None:
    """Headlines, pay tables and notices, with the same space between them."""
    parts = columns(sign.sections)
    tables = tallest_of(parts) * size.row
    heights = [size.headline * len(sign.headlines), tables, size.notice * len(_notice_lines(page, sign, size))]
    top = size.head + size.limits
    gap = (size.paper.height - size.foot - top - sum(heights)) / (sum(height > 0 for height in heights) + 1)
    y = top + gap
    for one in sign.headlines:
        _write(page, one.text, (size.margin, y, _inner(size), size.headline), Font("Times", "BI", 7.4, GREEN), "C")
        y += size.headline
    y += gap if sign.headlines else 0
    width, space = column_width(size, len(parts)), column_space(len(parts))
    indent = (_inner(size) - width * len(parts) - space * (len(parts) - 1)) / 2
    letter = letters(sign, size.row, width)
    for at, column in enumerate(parts):
        _column(page, column, (size.margin + indent + at * (width + space), y, width), tallest_of(parts), letter, size)
    y += tables + gap if sign.sections else 0
    for text, clause in _notice_lines(page, sign, size):
        _notice(page, text, clause, y, size)
        y += size.notice


def _column(
    page: FPDF,
    column: tuple[Section, ...],
    place: tuple[float, float, float],
    tallest: float,
    letter: float,
    size: Measures,
) -> None:
    x, y, width = place
    row = size.row
    gap = spare(column, tallest, row)
    for section in column:
        about = " · ".join(filter(None, (section.subtitle, section.clause)))
        head, big, small = row * 1.9, min(row * 0.76, 8.4), min(row * 0.34, 3.3)
        low = y + head - row * 0.14 - small * 1.35
        _write(page, section.title, (x, low - big * 1.1, width, big * 1.1), Font("Times", "B", big, GREEN))
        _write(page, about, (x, low, width, small * 1.35), Font("Helvetica", "", small, GREY))
        _line(page, x, y + head, x + width, GOLD, 0.6)
        y += head + row * 0.12
        for label, pays in section.rows:
            push = pays == "push"
            figure = Font("Helvetica", "I" if push else "B", letter, SOFT if push else INK)
            long = _write(page, pays, (x, y, width, row), figure, "R")
            _write(page, label, (x, y, width - long - 2, row), Font("Helvetica", "", letter))
            page.set_dash_pattern(dash=0.3, gap=0.7)
            _line(page, x, y + row, x + width, (201, 195, 173), 0.2)
            page.set_dash_pattern()
            y += row
        y += row * (section.units - len(section.rows) - 2.02) + gap


def _notice_lines(page: FPDF, sign: Placard, size: Measures) -> list[tuple[str, str]]:
    """The notices broken into lines of nearly the same length; the clause stands on the last line of each."""
    page.set_font("Helvetica", "", _NOTICE * _POINTS)
    lines: list[tuple[str, str]] = []
    for one in sign.notices:
        width = _inner(size) - 2 - page.get_string_width(plain(one.clause))
        broken = _broken(page, one.text, width)
        while len(broken) > 1 and len(closer := _broken(page, one.text, width - 2)) == len(broken):
            broken, width = closer, width - 2
        lines += [(line, "") for line in broken[:-1]] + [(broken[-1], one.clause)]
    return lines


def _broken(page: FPDF, text: str, width: float) -> list[str]:
    lines = [""]
    for word in plain(text).split():
        longer = f"{lines[-1]} {word}".strip()
        if page.get_string_width(longer) > width and lines[-1]:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def _notice(page: FPDF, text: str, clause: str, y: float, size: Measures) -> None:
    page.set_font("Helvetica", "", _NOTICE * _POINTS)
    long = page.get_string_width(text)
    page.set_font("Helvetica", "", 3.2 * _POINTS)
    aside = page.get_string_width(plain(clause)) + 1.5 if clause else 0
    x = size.margin + (_inner(size) - long - aside) / 2
    _write(page, text, (x, y, long + 0.1, size.notice), Font("Helvetica", "", _NOTICE))
    _write(page, clause, (x + long + 1.5, y + 0.2, aside, size.notice), Font("Helvetica", "", 3.2, GREY))
