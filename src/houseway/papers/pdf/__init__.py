"""Papers as PDF: A4 for what flows, its own size for what is placed.

Nothing is broken that is one thing: a heading stands on the page on which what it heads begins, and a small table or a
chart stays on one page. The same paper is the same file, whenever and wherever it is made: the fonts are those that
every reader of PDF has.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from fpdf.enums import XPos, YPos

from houseway.paper import CREAM, GOLD, GREEN, WHITE, Colour, plain
from houseway.papers.description import (
    Beside,
    Block,
    Columns,
    Fact,
    Facts,
    Flowing,
    Grid,
    Head,
    Listing,
    Paper,
    Paragraph,
    Part,
    Placed,
    Runs,
    Section,
    Stems,
    Steps,
    Table,
    Tone,
)
from houseway.papers.pdf import placed
from houseway.papers.pdf.a4 import INK, SOFT, WIDTH
from houseway.papers.pdf.arranging import Drawing, in_columns, in_rows, rows_of
from houseway.papers.pdf.figures import CONES_NEED, RED, STEMS_NEED, chart, draw_runs, draw_stems
from houseway.papers.pdf.page import INNER, MARGIN, Page
from houseway.papers.pdf.tables import SMALLEST, draw_listing, draw_table, kept_table, table_set

_FEW_LINES = 30.0  # no page has less text than this
_MOST_KEPT = 170.0  # of what follows a heading on its page
_SHORT_TABLE = 6  # rows that are not parted from the facts before them
_NAMES = 34.0  # what the names of figures take of the width
_TONES: dict[Tone, tuple[str, float, Colour]] = {
    "plain": ("", 9, INK),
    "small": ("", 7.5, SOFT),
    "soft": ("I", 9, SOFT),
    "alarm": ("B", 9, RED),
}
_LINE = 4.4


def rendered(paper: Paper, *, compressed: bool = True) -> bytes:
    """The whole file."""
    page = placed.drawn(paper) if isinstance(paper, Placed) else _flowing(paper)
    page.set_compression(compressed)
    return bytes(page.output())


def _flowing(paper: Flowing) -> Page:
    page = Page(plain(paper.title))
    if paper.counted is not None:
        page.set_creation_date(paper.counted)
    _head(page, paper.head)
    for part in paper.parts:
        if isinstance(part, Section):
            _section(page, part)
        else:
            _laid(page, part).draw()
    return page


def _head(page: Page, head: Head) -> None:
    page.font("", 9, CREAM)
    lines = len(page.lines(plain(head.about), INNER)) if head.about else 0
    tall = 26 + 5 * bool(head.kind) + 4.6 * lines + 4.6 * bool(head.source)
    page.set_fill_color(*GREEN)
    page.rect(0, 0, WIDTH, tall, style="F")
    page.set_fill_color(*GOLD)
    page.rect(0, tall, WIDTH, 1.2, style="F")
    page.set_y(9)
    if head.kind:
        page.font("", 7.5, CREAM)
        page.set_char_spacing(1.4)
        page.said(head.kind.upper(), 5)
        page.set_char_spacing(0)
    page.font("B", 25, WHITE, "Times")
    page.said(head.title, 12)
    for text, size in ((head.about, 9), (head.source, 7.5)):
        if text:
            page.font("", size, CREAM)
            page.said(text, 4.6)
    page.set_y(tall + 4)


@dataclass(frozen=True)
class _Laid:
    """A part that is ready to be drawn, and how much of a page it must have to begin there, near enough."""

    begins: float
    draw: Callable[[], None]


def _section(page: Page, section: Section) -> None:
    laid = [_laid(page, part) for part in section.parts]
    page.heading(section.title, room=_room(page, section.parts, laid))
    for one in laid:
        one.draw()


def _room(page: Page, parts: Sequence[Block], laid: Sequence[_Laid]) -> float:
    """What a section's heading needs on its page: itself and what stands first below it. Where paragraphs would leave
    only a few lines for the next page, all of them go there."""
    if all(isinstance(part, Paragraph) for part in parts):
        over = 16 + sum(one.begins for one in laid) - page.room
        if 0 < over < _FEW_LINES:
            return page.room + 1
    match parts:
        case [Facts(), Table() as table, *_] if len(table.rows) <= _SHORT_TABLE:
            together = 2
        case [Paragraph(), *_]:
            together = 2
        case _:
            together = 1
    return 16 + min(_MOST_KEPT, sum(one.begins for one in laid[:together]))


def _laid(page: Page, part: Block) -> _Laid:
    match part:
        case Paragraph():
            return _Laid(_paragraph_height(page, part), lambda: _paragraph(page, part))
        case Steps(texts):
            tall = sum(_paragraph_height(page, Paragraph(f"- {text}")) for text in texts)
            return _Laid(tall, lambda: _steps(page, texts))
        case Facts(facts, small):
            tall = sum(3.6 if small else _fact_height(page, fact) for fact in facts)
            return _Laid(tall + 2, lambda: _facts(page, part))
        case Table():
            table = table_set(page, part)
            return _Laid(table.begins, lambda: draw_table(page, table))
        case Listing():
            return _Laid(40.0, lambda: draw_listing(page, part))
        case Stems():
            return _Laid(STEMS_NEED, lambda: draw_stems(page, part))
        case Runs():
            return _Laid(CONES_NEED, lambda: draw_runs(page, part))
        case Grid():
            drawing = chart(page, part)
            return _Laid(drawing.height, lambda: in_rows(page, [drawing]))
        case Beside(tables):
            beside = [kept_table(page, table) for table in tables]
            return _Laid(max(one.height for one in rows_of(beside)[0]), lambda: in_rows(page, beside))
        case Columns(parts):
            columns = [_column_drawing(page, one) for one in parts]
            return _Laid(columns[0].height, lambda: in_columns(page, columns))
        case Part(title, parts):
            inside = [_laid(page, one) for one in parts]
            room = min(120.0, 9 + sum(one.begins for one in inside))
            return _Laid(room, lambda: _part(page, title, room, inside))


def _part(page: Page, title: str, room: float, inside: Sequence[_Laid]) -> None:
    page.subheading(title, room=room)
    for one in inside:
        one.draw()


def _paragraph(page: Page, paragraph: Paragraph) -> None:
    page.font(*_TONES[paragraph.tone])
    page.said(paragraph.text, _LINE)
    page.ln(1)


def _steps(page: Page, texts: Sequence[str]) -> None:
    page.font("", 9)
    for text in texts:
        page.said(f"- {text}", _LINE)


def _column_drawing(page: Page, part: Grid | Table) -> Drawing:
    return chart(page, part) if isinstance(part, Grid) else kept_table(page, part, half=True)


def _paragraph_height(page: Page, paragraph: Paragraph) -> float:
    page.font(*_TONES[paragraph.tone])
    return _LINE * len(page.lines(plain(paragraph.text), INNER - 2)) + 1


# Figures by name


def _facts(page: Page, facts: Facts) -> None:
    if not facts.small:
        for fact in facts.facts:
            _fact(page, fact)
        page.ln(2)
        return
    for fact in facts.facts:
        page.font("", 7, SOFT)
        page.cell(18, 3.6, plain(fact.name))
        page.font("", 7)
        page.cell(INNER - 18, 3.6, plain(fact.whole), new_x=XPos.LMARGIN, new_y=YPos.NEXT)


def _fact_height(page: Page, fact: Fact) -> float:
    """Near enough to keep figures together."""
    page.font("", 8)
    return 4.2 if page.wide(plain(fact.whole)) < INNER - _NAMES - 2 else 11.0


def _fact(page: Page, fact: Fact) -> None:
    """A figure with its fraction, the two parts of which are never broken."""
    page.keep(_fact_height(page, fact))
    page.font("", 8, SOFT)
    page.cell(_NAMES, 4.2, plain(fact.name))
    page.font("", 8)
    width = INNER - _NAMES
    if fact.value is None or page.wide(plain(fact.whole)) < width - 2:
        page.multi_cell(width, 4.2, plain(fact.whole), align="L", new_x=XPos.LMARGIN, new_y=YPos.NEXT)
        return
    page.cell(width, 4.2, plain(f"= {fact.text}"), new_x=XPos.LMARGIN, new_y=YPos.NEXT)
    _long_number(page, "", str(fact.value.numerator))
    _long_number(page, "/ ", str(fact.value.denominator))


def _long_number(page: Page, sign: str, digits: str) -> None:
    """Smaller until it fits on a line; hundreds of digits go by groups of ten, so that none is lost."""
    width, size = INNER - _NAMES, 7.0
    page.font("", size)
    while page.wide(sign + digits) > width - 2 and size > SMALLEST:
        size -= 0.25
        page.font("", size)
    page.set_x(MARGIN + _NAMES)
    if page.wide(sign + digits) <= width - 2:
        page.cell(width, 3.4, sign + digits, new_x=XPos.LMARGIN, new_y=YPos.NEXT)
        return
    tens = " ".join(digits[at : at + 10] for at in range(0, len(digits), 10))
    page.multi_cell(width, 3.4, sign + tens, align="L", new_x=XPos.LMARGIN, new_y=YPos.NEXT)
