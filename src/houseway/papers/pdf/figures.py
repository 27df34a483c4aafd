"""Figures on a page: stems of a distribution, running results in their cones, charts of a strategy."""

from collections.abc import Sequence
from dataclasses import dataclass

from houseway.paper import GOLD, GREEN, WHITE, Colour, plain
from houseway.papers.description import Answer, Grid, Running, Runs, Stems
from houseway.papers.pdf.a4 import FOOT, HEIGHT, INK, RULE, SOFT
from houseway.papers.pdf.arranging import HALF, Drawing, lines_below
from houseway.papers.pdf.page import INNER, MARGIN, Page
from houseway.papers.pdf.tables import SMALLEST

KINDS: dict[str, Colour] = {"win": (46, 125, 70), "lose": (183, 58, 48), "push": (156, 122, 31)}
RED: Colour = (178, 48, 40)
_OUTER_CONE: Colour = (238, 240, 236)
_INNER_CONE: Colour = (219, 228, 221)

# Stems

_STEMS_HIGH = 42.0
STEMS_NEED = _STEMS_HIGH + 13


def draw_stems(page: Page, stems: Stems) -> None:
    page.keep(STEMS_NEED)
    page.ln(3)
    left, top = MARGIN + 13, page.get_y()
    width, floor = INNER - 16, top + _STEMS_HIGH
    _scales(page, stems, left, width, floor)
    page.set_line_width(0.3)
    for stem in stems.plot.stems:
        page.set_draw_color(*KINDS[stem.kind])
        page.set_fill_color(*KINDS[stem.kind])
        x, y = left + stem.x * width, floor - stem.y * _STEMS_HIGH
        page.line(x, floor, x, y)
        page.circle(x, y, 0.55, style="F")
    page.set_draw_color(*SOFT)
    page.set_line_width(0.2)
    page.line(left - 1, floor, left + width + 2, floor)
    page.set_xy(MARGIN, floor + 5.5)
    page.font("", 7.5, SOFT)
    page.said(stems.caption, 4)


def _scales(page: Page, stems: Stems, left: float, width: float, floor: float) -> None:
    """Chances up the side by powers of ten, results along the bottom."""
    page.set_line_width(0.15)
    for y, label in stems.plot.chances:
        level = floor - y * _STEMS_HIGH
        page.set_draw_color(*RULE)
        page.line(left - 1, level, left + width + 2, level)
        base, caret, power = label.partition("^")
        page.font("", 6.5, SOFT)
        page.set_xy(MARGIN, level - 1.5)
        page.cell(8 if caret else 11, 3, base, align="R")
        if caret:
            page.font("", 4.5, SOFT)
            page.set_xy(MARGIN + 6.2, level - 2.4)
            page.cell(4, 3, power)
    page.font("", 6.5, SOFT)
    for x, label in stems.plot.results:
        page.set_draw_color(*SOFT)
        page.line(left + x * width, floor, left + x * width, floor + 1)
        page.set_xy(left + x * width - 8, floor + 1.2)
        page.cell(16, 3.4, label, align="C")


# Cones

_CONE_WIDE, _CONE_HIGH, _SIDE = 70.0, 40.0, 15.0
CONES_NEED = _CONE_HIGH + 16


def draw_runs(page: Page, runs: Runs) -> None:
    """Two in a row."""
    for at in range(0, len(runs.figures), 2):
        page.keep(CONES_NEED)
        top = page.get_y() + 6
        for column, running in enumerate(runs.figures[at : at + 2]):
            _cone(page, running, MARGIN + _SIDE + column * (INNER / 2), top)
        page.set_y(top + _CONE_HIGH + 8)


def _cone(page: Page, running: Running, left: float, top: float) -> None:
    def at(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
        return [(left + x * _CONE_WIDE, top + (1 - y) * _CONE_HIGH) for x, y in points]

    cone = running.cone
    page.font("B", 8.5, RED if running.alarm else INK)
    page.text(left, top - 2, plain(running.name)[:60])
    page.set_line_width(0.1)
    for colour, points in ((_OUTER_CONE, cone.outer), (_INNER_CONE, cone.inner)):
        page.set_fill_color(*colour)
        page.set_draw_color(*colour)
        page.polygon(at(points), style="F")
    page.font("", 6.5, SOFT)
    page.set_draw_color(*RULE)
    for y, text in cone.amounts:
        level = top + (1 - y) * _CONE_HIGH
        page.line(left, level, left + _CONE_WIDE, level)
        page.text(left - 1.5 - page.get_string_width(text), level + 0.8, text)
    for x, text in cone.rounds:
        page.text(left + x * _CONE_WIDE - page.get_string_width(text) / 2, top + _CONE_HIGH + 3.2, text)
    for colour, width, points in ((GOLD, 0.3, cone.theory), (GREEN, 0.45, cone.result)):
        page.set_draw_color(*colour)
        page.set_line_width(width)
        page.polyline(at(points))


# Charts


@dataclass(frozen=True)
class _ChartSizes:
    letters: float  # points
    first: float  # the column of names
    cell: float
    tall: float  # a row

    def across(self, columns: int) -> float:
        return self.first + self.cell * columns


def _sizes(page: Page, grid: Grid) -> _ChartSizes:
    """Cells that hold the widest answer, all of them within the page."""
    size, columns = 7.0, max(1, len(grid.columns))
    page.font("B", size)
    texts = (*grid.columns, *(answer.code for _, answers in grid.rows for answer in answers))
    first = max(page.wide(plain(name)) for name in (*(name for name, _ in grid.rows), "")) + 3.5
    needed = max(page.wide(plain(text)) for text in texts) + 1.8
    cell = max(needed, min(8.0, (HALF - first) / columns))
    while first + cell * len(grid.columns) > INNER and size > SMALLEST:
        size -= 0.25
        cell *= (size - 0.25) / size
        first *= (size - 0.25) / size
    tall = min(5.0, max(4.2, (HEIGHT - FOOT - MARGIN - 40) / (len(grid.rows) + 1)))
    return _ChartSizes(size, first, cell, tall)


def chart(page: Page, grid: Grid) -> Drawing:
    """A strategy in colours with its answers below: it is never cut in two."""
    sizes = _sizes(page, grid)
    width = HALF if sizes.across(len(grid.columns)) <= HALF else INNER
    page.font("", 7.5)
    legend = [(one, page.lines(plain(f"{one.code}: {words}"), width - 6)) for one, words in grid.legend]
    note = page.lines(plain(grid.note), width - 1) if grid.note else []
    page.font("B", 9)
    title = page.lines(plain(grid.name), width - 1)
    below = sum(len(lines) for _, lines in legend) * 4.0 + len(note) * 3.8
    height = 2 + len(title) * 4.6 + (len(grid.rows) + 1) * sizes.tall + 1.5 + below

    def draw(x: float, y: float) -> None:
        page.font("B", 9)
        top = lines_below(page, x, y + 2, title, 4.6)
        _cells(page, grid, sizes, x, top)
        top += (len(grid.rows) + 1) * sizes.tall + 1.5
        for answer, lines in legend:
            page.set_fill_color(*(answer.back or WHITE))
            page.rect(x + 1, top + 0.5, 2.8, 2.8, style="F")
            page.font("", 7.5)
            top = lines_below(page, x + 5, top, lines, 4.0)
        page.font("", 7.5, SOFT)
        lines_below(page, x, top, note, 3.8)

    return Drawing(width, height, draw)


def _cells(page: Page, grid: Grid, sizes: _ChartSizes, x: float, top: float) -> None:
    page.font("", sizes.letters, SOFT)
    for at, name in enumerate(grid.columns):
        page.set_xy(x + sizes.first + at * sizes.cell, top)
        page.cell(sizes.cell, sizes.tall, plain(name), align="C")
    page.set_draw_color(*WHITE)
    page.set_line_width(0.3)
    for at, (name, answers) in enumerate(grid.rows, start=1):
        page.font("", sizes.letters, SOFT)
        page.set_xy(x, top + at * sizes.tall)
        page.cell(sizes.first - 1, sizes.tall, plain(name), align="R")
        for column, answer in enumerate(answers):
            page.set_xy(x + sizes.first + column * sizes.cell, top + at * sizes.tall)
            _answer(page, answer, sizes)


def _answer(page: Page, answer: Answer, sizes: _ChartSizes) -> None:
    page.set_fill_color(*(answer.back or WHITE))
    page.font("B", sizes.letters, INK if answer.on_light else WHITE)
    page.cell(sizes.cell, sizes.tall, plain(answer.code), align="C", fill=True, border=1)
