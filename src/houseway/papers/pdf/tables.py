"""Tables on a page: columns of numbers are as wide as their widest number, and no row is broken over pages."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from houseway.paper import Colour, plain
from houseway.papers.description import Cell, Listing, Table
from houseway.papers.pdf.a4 import INK, RULE, SOFT
from houseway.papers.pdf.arranging import HALF, Drawing, lines_below
from houseway.papers.pdf.page import INNER, MARGIN, Page

SMALLEST = 4.0  # points: below this nothing can be read
_USUAL, _SMALL = 8.5, 7.5
_SMALLER = (0.0, 0.25, 0.5, 0.75, 1.0)  # points that a table may be smaller
_TOGETHER = 3  # rows that begin a table
_WHOLE = 6  # rows of a table that goes on no other page
_PAD = 3.2  # between columns


@dataclass(frozen=True)
class _Text:
    """What stands in a cell, in the letters that a PDF has."""

    main: str
    below: tuple[str, ...] = ()
    strong: bool = False

    @property
    def style(self) -> str:
        return "B" if self.strong else ""


@dataclass(frozen=True)
class _Lines:
    """A cell as its column breaks it."""

    main: list[str]
    below: list[str]


def _text(cell: str | Cell) -> _Text:
    if isinstance(cell, str):
        return _Text(plain(cell))
    return _Text(plain(cell.text), tuple(map(plain, cell.below)), cell.strong)


class TableSet:
    """A table set to a width: how wide each column is, and where its lines break."""

    def __init__(
        self, page: Page, table: Table, width: float, size: float, *, fill: bool = True, first: int | None = None
    ) -> None:
        self.page, self.size = page, size
        self.right = {at for at, column in enumerate(table.columns) if column.kind == "number"}
        self._unbroken = self.right | {at for at, column in enumerate(table.columns) if column.kind == "name"}
        self.heads = [_Text(plain(column.head)) for column in table.columns]
        self.rows = [[_text(cell) for cell in row] for row in table.rows]
        while True:
            self.widths = self._widths(width, fill, first)
            if sum(self.widths) <= width + 0.01 or self.size <= SMALLEST:
                break
            self.size -= 0.25
        self._known: dict[int, list[_Lines]] = {}

    def _widths(self, width: float, fill: bool, first: int | None) -> list[float]:
        """What each column must have, and what is left for those that can use it."""
        columns = range(len(self.heads))
        least = [self._least(at) for at in columns]
        whole = {at for at in self._unbroken if not any(row[at].below for row in self.rows)}
        wish = [least[at] if at in whole else self._longest(at) for at in columns]
        spare = width - sum(least)
        if spare <= 0:
            return least
        wanted = [wish[at] - least[at] for at in columns]
        if sum(wanted) > spare:
            if first is not None:
                return [least[at] + more for at, more in enumerate(_first_served(wanted, spare, first))]
            part = spare / sum(wanted)
            return [least[at] + wanted[at] * part for at in columns]
        if not fill:
            return wish
        over = spare - sum(wanted)
        words = [at for at in columns if at not in self._unbroken] or list(columns)
        return [wish[at] + (over / len(words) if at in words else 0.0) for at in columns]

    def _least(self, at: int) -> float:
        """Without breaking a word, or a line of a column that is not broken."""
        cells = [row[at] for row in self.rows]
        lines = [
            self._wide(part, cell.style)
            for cell in cells
            for part in (cell.main.split("\n") if at in self._unbroken else cell.main.split())
        ]
        words = [self._wide(word) for text in (self.heads[at].main, *_below(cells)) for word in text.split()]
        return max((*lines, *words), default=0.0) + _PAD

    def _longest(self, at: int) -> float:
        cells = [row[at] for row in self.rows]
        lines = [self._wide(part, cell.style) for cell in cells for part in cell.main.split("\n")]
        lines += [self._wide(line) for text in (self.heads[at].main, *_below(cells)) for line in text.split("\n")]
        return max(lines, default=0.0) + _PAD

    def _wide(self, text: str, style: str = "") -> float:
        if (self.page.font_family, self.page.font_style, self.page.font_size_pt) != ("helvetica", style, self.size):
            self.page.font(style, self.size)  # thousands of texts are measured, nearly all in one font
        return self.page.wide(text)

    def _broken(self, row: Sequence[_Text]) -> list[_Lines]:
        if id(row) not in self._known:
            self._known[id(row)] = [self._lines(cell, wide) for cell, wide in zip(row, self.widths, strict=True)]
        return self._known[id(row)]

    def _lines(self, cell: _Text, wide: float) -> _Lines:
        self.page.font(cell.style, self.size)
        main = [line for part in cell.main.split("\n") for line in self.page.lines(part, wide - 2.4)]
        self.page.font("", self.size)
        return _Lines(main, [line for part in cell.below for line in self.page.lines(part, wide - 2.4)])

    def tall(self, row: Sequence[_Text]) -> float:
        return max(len(lines.main) + len(lines.below) for lines in self._broken(row)) * self.size * 0.46 + 1.2

    @property
    def on_lines(self) -> bool:
        """Whether each row has one line, but for what stands below in its cells."""
        return all(len(lines.main) == 1 for row in self.rows for lines in self._broken(row))

    @cached_property
    def height(self) -> float:
        return self.tall(self.heads) + sum(map(self.tall, self.rows))

    @property
    def begins(self) -> float:
        """What the heads and the first rows take; or the whole, if it is short."""
        rows = self.rows if len(self.rows) <= _WHOLE else self.rows[:_TOGETHER]
        return self.tall(self.heads) + sum(map(self.tall, rows))

    def draw(self, x: float) -> None:
        """All of it from where the page stands, on this page."""
        self.row(x, self.heads, SOFT)
        for row in self.rows:
            self.row(x, row, INK)

    def row(self, x: float, row: Sequence[_Text], colour: Colour) -> None:
        """One row and the rule below it."""
        page, top, tall = self.page, self.page.get_y(), self.tall(row)
        line, left, size = self.size * 0.46, x, self.size if colour is INK else self.size - 0.75
        for at, (cell, lines) in enumerate(zip(row, self._broken(row), strict=True)):
            number = 0
            for texts, style, shade in ((lines.main, cell.style, colour), (lines.below, "", SOFT)):
                if texts:
                    page.font(style, size, shade)
                for text in texts:
                    page.set_xy(left, top + 0.6 + number * line)
                    page.cell(self.widths[at] - 2.2, line, text, align="R" if at in self.right else "L")
                    number += 1
            left += self.widths[at]
        page.set_draw_color(*RULE)
        page.set_line_width(0.2)
        page.line(x, top + tall, x + sum(self.widths), top + tall)
        page.set_xy(x, top + tall)


def _below(cells: Sequence[_Text]) -> list[str]:
    return [text for cell in cells for text in cell.below]


def _first_served(wanted: Sequence[float], spare: float, first: int) -> list[float]:
    """What is there for all, one of them first; the others have parts by what they want."""
    mine = min(wanted[first], spare)
    others = sum(wanted) - wanted[first]
    part = min(1.0, (spare - mine) / others) if others else 0.0
    return [mine if at == first else one * part for at, one in enumerate(wanted)]


def table_set(page: Page, table: Table, width: float = INNER) -> TableSet:
    """The table at its size, or where it has many numbers a little smaller if each of its rows then has a line. If none
    does, as low as it can be, where one of its columns of words or another has all the width it can use."""
    size = _SMALL if table.small else _USUAL
    words = [at for at, column in enumerate(table.columns) if column.kind in ("words", "clause")]
    if not (table.small and words):
        return TableSet(page, table, width, size)
    for smaller in _SMALLER:
        found = TableSet(page, table, width, size - smaller, first=words[0])
        if found.on_lines:
            return found
    ways = (TableSet(page, table, width, size - _SMALLER[1], first=first) for first in words)
    return min(ways, key=lambda way: way.height)


def draw_table(page: Page, laid: TableSet) -> None:
    """Over as many pages as it takes, the heads again on each; the last row is not left alone."""
    page.keep(laid.begins)
    laid.row(MARGIN, laid.heads, SOFT)
    for at, row in enumerate(laid.rows):
        together = laid.rows[at:] if at == len(laid.rows) - 2 else [row]
        if sum(map(laid.tall, together)) > page.room:
            page.add_page()
            laid.row(MARGIN, laid.heads, SOFT)
        laid.row(MARGIN, row, INK)
    page.set_x(MARGIN)


def kept_table(page: Page, table: Table, *, half: bool = False) -> Drawing:
    """A table that stays whole, with its title; as wide as half a page, or as it has to be."""
    if half:
        laid = table_set(page, table, HALF)
    else:
        laid = TableSet(page, table, INNER, _SMALL if table.small else _USUAL, fill=False)
    page.font("B", 9)
    clause = f" ({table.clause})" if table.clause else ""
    title = page.lines(plain(f"{table.title}{clause}"), (HALF if half else INNER) - 1)
    width = HALF if half else max(sum(laid.widths), *(page.wide(line) for line in title))

    def draw(x: float, y: float) -> None:
        page.font("B", 9)
        page.set_xy(x, lines_below(page, x, y + 1.5, title, 4.6))
        laid.draw(x)

    return Drawing(width, 1.5 + len(title) * 4.6 + laid.height, draw)


_LISTED = 6.3  # points
_ROW = 3.2  # millimetres
_MOST_COLUMNS = 4


def listing_begins(listing: Listing, columns: int) -> float:
    return 10 + _ROW * min(8, 2 + -(-len(listing.rows) // columns))


def draw_listing(page: Page, listing: Listing) -> None:
    """As many columns as fit, over as many pages as it takes."""
    page.font("", _LISTED)
    rows = [tuple(map(plain, row)) for row in listing.rows]
    wide = [
        max(page.wide(text) for text in (head, *(row[at] for row in rows))) + 3 for at, head in enumerate(listing.heads)
    ]
    columns = max(1, min(_MOST_COLUMNS, int((INNER + 3) / (sum(wide) + 3))))
    page.subheading(plain(listing.title), room=listing_begins(listing, columns))
    while rows:
        many = min(max(1, int(page.room / _ROW) - 1), -(-len(rows) // columns))
        top = page.get_y()
        for column in range(columns):
            here, rows = rows[:many], rows[many:]
            _listed(page, (listing.heads, *here) if here else (), wide, MARGIN + column * INNER / columns, top)
        page.set_xy(MARGIN, top + (many + 1) * _ROW)
        if rows:
            page.add_page()


def _listed(page: Page, rows: Sequence[Sequence[str]], wide: Sequence[float], x: float, top: float) -> None:
    for at, cells in enumerate(rows):
        page.font("", _LISTED, INK if at else SOFT)
        page.set_xy(x, top + at * _ROW)
        for text, across in zip(cells, wide, strict=True):
            page.cell(across, _ROW, text, align="R")
