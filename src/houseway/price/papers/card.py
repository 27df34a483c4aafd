"""A strategy card: the charts of a game on one printed page, to lie beside the hand."""

from fpdf.enums import XPos, YPos

from houseway.a4 import INK, SOFT, WIDTH
from houseway.paper import CREAM, GOLD, GREEN, WHITE, Colour, plain
from houseway.price.papers.document import colour, light
from houseway.price.papers.pdf import INNER, MARGIN, Page
from houseway.price.papers.sheet import Chart, StrategyCard

_HEAD, _GAP, _LABEL = 36.0, 6.0, 12.0
_TALL = 7.0  # of a row


def card_pdf(card: StrategyCard) -> bytes:
    """One page of A4."""
    page = Page(plain(f"{card.name}: strategy card"))
    page.set_auto_page_break(False)
    _head(page, card)
    tops = [_HEAD + 8.0] * 2
    width = (INNER - _GAP) / 2
    for chart in card.charts:
        column = 0 if tops[0] <= tops[1] else 1
        tops[column] = _chart(page, chart, MARGIN + column * (width + _GAP), tops[column], width) + 5
    column = 0 if tops[0] <= tops[1] else 1
    tops[column] = _legend(page, card, MARGIN + column * (width + _GAP), tops[column], width)
    page.set_y(max(tops) + 3)
    for step in card.steps:
        page.font("", 9)
        page.said(f"- {step}", 4.8)
    page.set_y(page.get_y() + 2)
    page.font("", 7.5, SOFT)
    page.said(card.foot, 3.8)
    assert page.page_no() == 1, "a card is one page"
    return bytes(page.output())


def _head(page: Page, card: StrategyCard) -> None:
    page.set_fill_color(*GREEN)
    page.rect(0, 0, WIDTH, _HEAD, style="F")
    page.set_fill_color(*GOLD)
    page.rect(0, _HEAD, WIDTH, 1.2, style="F")
    page.set_y(7)
    page.font("", 7.5, CREAM)
    page.set_char_spacing(1.4)
    page.said("BASIC STRATEGY", 4)
    page.set_char_spacing(0)
    page.font("B", 22, WHITE, "Times")
    page.said(card.name, 10)
    page.font("", 8.5, CREAM)
    page.said("  ·  ".join(card.options), 4.4)


def _chart(page: Page, chart: Chart, left: float, top: float, width: float) -> float:
    """Drawn from a corner on; the answer is where it ends."""
    cell = (width - _LABEL) / len(chart.columns)
    page.font("B", 10.5, GREEN)
    page.set_xy(left, top)
    page.cell(width, 5, plain(chart.name))
    top += 5.5
    page.font("", 7.5, SOFT)
    for at, name in enumerate(chart.columns):
        page.set_xy(left + _LABEL + at * cell, top)
        page.cell(cell, _TALL, plain(name), align="C")
    page.set_draw_color(*WHITE)
    page.set_line_width(0.3)
    for at, (name, cells) in enumerate(zip(chart.rows, chart.cells, strict=True), start=1):
        y = top + at * _TALL
        page.font("B", 8)
        page.set_xy(left, y)
        page.cell(_LABEL - 1, _TALL, plain(name), align="R")
        for column, code in enumerate(cells):
            back = shade(code)
            page.set_fill_color(*back)
            page.font("B", 8, INK if light(back) else WHITE)
            page.set_xy(left + _LABEL + column * cell, y)
            page.cell(cell, _TALL, plain(code), align="C", fill=True, border=1)
    end = top + (len(chart.rows) + 1) * _TALL
    if chart.note:
        page.font("", 7.5, SOFT)
        page.set_xy(left + _LABEL, end + 0.5)
        page.cell(width - _LABEL, 4, plain(chart.note))
        end += 4
    return end


def _legend(page: Page, card: StrategyCard, left: float, top: float, width: float) -> float:
    words = {code: told for chart in card.charts for code, told in chart.legend.items()}
    order = list(_LEGEND.legend)
    for code, told in sorted(words.items(), key=lambda one: (order.index(one[0][0]), one[0])):
        page.set_fill_color(*shade(code))
        page.set_xy(left, top)
        page.font("B", 8, INK if light(shade(code)) else WHITE)
        page.cell(_LABEL - 2, 4.6, code, align="C", fill=True)
        page.font("", 8.5)
        page.set_x(left + _LABEL)
        page.cell(width - _LABEL, 4.6, plain(told), new_x=XPos.LMARGIN, new_y=YPos.NEXT)
        top += 5.2
    return top


_LEGEND = Chart("", (), (), (), {"P": "", "D": "", "H": "", "S": "", "R": ""})


def shade(code: str) -> Colour:
    """One colour for each kind of answer, the same on every chart of a card."""
    return colour(_LEGEND, code[0])
