"""Sheets on which each piece has its place."""

from fpdf import FPDF

from houseway.paper import MADE, plain
from houseway.papers.description import Fill, Placed, Rule, Words
from houseway.papers.measuring import in_font, printed

_SUITS = str.maketrans({"♠": "\xaa", "♥": "\xa9", "♦": "\xa8", "♣": "\xa7"})  # as the Symbol font has them
_ALIGN = {"left": 0.0, "center": 0.5, "right": 1.0}


def drawn(paper: Placed) -> FPDF:
    page = FPDF(unit="mm", format=(paper.width, paper.height))
    page.set_auto_page_break(False)
    page.set_margin(0)
    page.c_margin = 0
    page.set_creation_date(MADE)
    page.set_title(plain(paper.title))
    for sheet in paper.sheets:
        page.add_page()
        for piece in sheet:
            match piece:
                case Fill(box, colour):
                    page.set_fill_color(*colour)
                    page.rect(box.left, box.top, box.width, box.height, style="F")
                case Rule():
                    _rule(page, piece)
                case Words():
                    _words(page, piece)
    return page


def _rule(page: FPDF, rule: Rule) -> None:
    page.set_draw_color(*rule.colour)
    page.set_line_width(rule.width)
    if rule.dotted:
        page.set_dash_pattern(dash=0.3, gap=0.7)
    right, down = (0.0, rule.length) if rule.upright else (rule.length, 0.0)
    page.line(rule.left, rule.top, rule.left + right, rule.top + down)
    page.set_dash_pattern()


def _words(page: FPDF, words: Words) -> None:
    box = words.box
    if words.back is not None:
        page.set_fill_color(*words.back)
        page.rect(box.left, box.top, box.width, box.height, style="F")
    texts = [
        (text.translate(_SUITS) if font.family == "suits" else printed(text, font), font) for text, font in words.runs
    ]
    widths = [in_font(page, font).get_string_width(text) for text, font in texts]
    x = box.left + (box.width - sum(widths)) * _ALIGN[words.align]
    for (text, font), width in zip(texts, widths, strict=True):
        in_font(page, font)
        page.set_text_color(*font.colour)
        page.set_xy(x, box.top)
        page.cell(width, box.height, text)
        x += width
