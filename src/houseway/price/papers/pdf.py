"""A PAR sheet as a PDF: the same parts as the HTML document, drawn for A4.

Nothing is broken that is one thing: columns of numbers are as wide as their widest number, and a small table or a chart
stays on one page. Charts and pay tables lie side by side where they fit.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from fpdf.enums import XPos, YPos

from houseway.a4 import A4, FOOT, HEIGHT, INK, RULE, SOFT, WIDTH
from houseway.paper import CREAM, GOLD, GREEN, WHITE, Colour, plain
from houseway.price.papers import document
from houseway.price.papers.document import (
    FEW,
    card_rows,
    colour,
    edges,
    facts,
    hold_rows,
    in_order,
    interval_rows,
    light,
    line_rows,
    made_by,
    part_rows,
    percent,
    single,
    staked,
    taken_rows,
)
from houseway.price.papers.filed import HOLD
from houseway.price.papers.plot import plot
from houseway.price.papers.sheet import Chart, Outcomes, Sheet, Simple, WagerPrice, cases, decimal
from houseway.rules.models import PayTable, written
from houseway.rules.source import source_of

KINDS = {"win": (46, 125, 70), "lose": (183, 58, 48), "push": (156, 122, 31)}

MARGIN = 16.0
INNER = WIDTH - 2 * MARGIN
_GAP = 8.0  # between things side by side
_LEAST_GAP = 2.0
_HALF = (INNER - _GAP) / 2
_FEW_LINES = 30.0  # no page has less text than this
_TOGETHER = 3  # rows that begin a table
_SMALLER = (0.0, 0.25, 0.5, 0.75, 1.0)  # points that a table may be smaller
_SMALLEST = 4.0  # points: below this nothing can be read


class Page(A4):
    """A page that breaks lines between words and keeps together what is one thing."""

    def __init__(self, title: str) -> None:
        self._wide: dict[tuple[str, str, float, str], float] = {}
        super().__init__(title, margin=MARGIN)

    def keep(self, height: float) -> None:
        """A new page, unless so much fits on this one."""
        if height > self.room and self.get_y() > MARGIN:
            self.add_page()

    def wide(self, text: str) -> float:
        """How wide a text is in the font at hand."""
        key = self.font_family, self.font_style, self.font_size_pt, text
        if key not in self._wide:
            self._wide[key] = self.get_string_width(text)
        return self._wide[key]

    def lines(self, text: str, width: float) -> list[str]:
        """The text broken between words to this width; a word is never broken."""
        if self.wide(text) <= width:
            return [text]
        found, line, space = [], "", self.wide(" ")
        long = 0.0
        for word in text.split():
            more = self.wide(word)
            if line and long + space + more > width:
                found.append(line)
                line, long = word, more
            else:
                line, long = (f"{line} {word}", long + space + more) if line else (word, more)
        return [*found, line]

    def heading(self, text: str, *, room: float = 40) -> None:
        """A section's title, on a new page if so much does not fit below it."""
        if room > self.room:
            self.add_page()
        else:
            self.ln(5)
        self.titled(text, size=14, height=7)

    def subheading(self, text: str, *, room: float = 20) -> None:
        self.keep(room)
        self.ln(1.5)
        self.font("B", 9.5)
        self.said(text, 5)


def pdf(sheet: Sheet) -> bytes:
    """The whole document."""
    game, rules = sheet.rules.game, sheet.rules
    page = Page(plain(f"{game.name}: PAR sheet"))
    if sheet.made is not None:
        page.set_creation_date(sheet.made.counted)
    _head(page, sheet)
    _wagers(page, sheet)
    for wager, names in document.apart(sheet):
        _wager(page, wager, names)
    if sheet.charts or sheet.simple:
        charts = [_chart(page, chart) for chart in sheet.charts]
        page.heading("Strategy", room=15 + min(170.0, charts[0].height if charts else 20.0))
        _side_by_side(page, charts)
        for simple in sheet.simple:
            _simple(page, simple)
    tables = list({id(table): table for table in rules.pay_tables.values()}.values())
    if tables:
        blocks = [_pay_table(page, table) for table in tables]
        page.heading("Pay tables", room=15 + blocks[0].height)
        _side_by_side(page, blocks)
    if rules.options:
        rows = [
            (option.name, written(rules.options[name]).strip('"'), option.clause)
            for name, option in game.options.items()
        ]
        _table(page, ("option", "value", "clause"), rows, title="Options as priced")
    if game.rulings:
        rows = [(name, ruling.reading, ruling.clause) for name, ruling in in_order(game.rulings).items()]
        _table(page, ("ruling", "reading", "clause"), rows, whole=(0,), title="Rulings")
    if sheet.evidence is not None:
        page.heading("Evidence of simulation")
        page.font("", 9)
        page.said(sheet.evidence.told, 4.4)
        _table(page, document.EVIDENCE, document.evidence_rows(sheet), numbers=range(2, 5), size=7.5)
    _method(page, (*sheet.method, *sheet.notes, HOLD))
    return bytes(page.output())


def _method(page: Page, texts: Sequence[str]) -> None:
    """Paragraphs; where only a few lines would be left for the last page, all of them go there."""
    page.font("", 9)
    tall = sum(4.4 * len(page.lines(plain(text), INNER - 2)) + 1 for text in texts)
    over = 16 + tall - page.room
    page.heading("Method", room=page.room + 1 if 0 < over < _FEW_LINES else 40)
    page.font("", 9)
    for text in texts:
        page.said(text, 4.4)
        page.ln(1)


def _head(page: Page, sheet: Sheet) -> None:
    game = sheet.rules.game
    page.font("", 9, CREAM)
    tall = 36 + 4.6 * len(page.lines(plain(game.summary), INNER))
    page.set_fill_color(*GREEN)
    page.rect(0, 0, WIDTH, tall, style="F")
    page.set_fill_color(*GOLD)
    page.rect(0, tall, WIDTH, 1.2, style="F")
    page.set_y(9)
    page.font("", 7.5, CREAM)
    page.set_char_spacing(1.4)
    page.said("PROBABILITY ACCOUNTING REPORT", 5)
    page.set_char_spacing(0)
    page.font("B", 25, WHITE, "Times")
    page.said(game.name, 12)
    page.font("", 9, CREAM)
    page.said(game.summary, 4.6)
    page.font("", 7.5, CREAM)
    page.said(source_of(sheet.rules.game.rulebook), 4.6)
    page.set_y(tall + 4)
    figures = f"SHA-256 {sheet.fingerprint}; every decimal follows from counts and fractions"
    for name, text in (*(made_by(sheet.made) if sheet.made else ()), ("all figures", figures)):
        page.font("", 7, SOFT)
        page.cell(18, 3.6, name)
        page.font("", 7)
        page.cell(INNER - 18, 3.6, plain(text), new_x=XPos.LMARGIN, new_y=YPos.NEXT)


# Tables


def _table(
    page: Page,
    heads: Sequence[str],
    rows: Iterable[Sequence[str]],
    *,
    numbers: Iterable[int] = (),
    whole: Iterable[int] = (),
    size: float = 8.5,
    fit: bool = False,
    title: str = "",
) -> None:
    """A table over the whole width that goes on over pages, its heads again on each; a little smaller if that fits each
    row on a line."""
    cells, right, unbroken = list(rows), set(numbers), set(whole)

    def made(small: float, first: int | None = None) -> _Grid:
        return _Grid(page, heads, cells, right, unbroken, INNER, size - small, first=first)

    grid = _on_lines(made, [at for at in range(len(heads)) if at not in right]) if fit else made(0)
    begins = grid.tall(grid.heads) + sum(map(grid.tall, grid.rows[:_TOGETHER]))
    if title:
        page.heading(title, room=16 + begins)
    page.keep(begins)
    grid.row(MARGIN, grid.heads, SOFT, rule=True)
    for at, row in enumerate(grid.rows):
        last = grid.rows[at:] if at == len(grid.rows) - 2 else [row]  # the last is not left alone
        if sum(map(grid.tall, last)) > page.room:
            page.add_page()
            grid.row(MARGIN, grid.heads, SOFT, rule=True)
        grid.row(MARGIN, row, INK, rule=True)
    page.set_x(MARGIN)


def _on_lines(made: Callable[[float, int], "_Grid"], columns: Sequence[int]) -> "_Grid":
    """The table in its own size, or a little smaller if each of its rows then has a line. If none does, as low as it
    can be, where one of these columns or another has all the width it can use."""
    for small in _SMALLER:
        if (grid := made(small, columns[0])).on_lines:
            return grid
    return min((made(_SMALLER[1], first) for first in columns), key=lambda grid: grid.height)


def _first_served(wanted: Sequence[float], spare: float, first: int) -> list[float]:
    """What is there for all, one of them first; the others have parts by what they want."""
    mine = min(wanted[first], spare)
    others = sum(wanted) - wanted[first]
    part = min(1.0, (spare - mine) / others) if others else 0.0
    return [mine if at == first else one * part for at, one in enumerate(wanted)]


class _Grid:
    """Columns as wide as they must be: one of numbers holds each of them on a line, the others share what is left."""

    def __init__(
        self, page: Page, heads: Sequence[str], rows: Sequence[Sequence[str]], numbers: set[int], whole: set[int],
        width: float, size: float, *, fill: bool = True, first: int | None = None,
    ) -> None:  # fmt: skip
        self.page, self.right = page, numbers
        self.heads = [plain(head) for head in heads]
        self.rows = [[plain(cell) for cell in row] for row in rows]
        self.size = size
        while True:
            widths = self._widths(numbers | whole, width, fill, first)
            if sum(widths) <= width + 0.01 or self.size <= _SMALLEST:
                break
            self.size -= 0.25
        self.widths = widths
        self._known: dict[int, list[list[str]]] = {}

    def _widths(self, whole: set[int], width: float, fill: bool, first: int | None) -> list[float]:
        page = self.page
        page.font("", self.size)
        pad = 3.2

        def longest(at: int, *, word: bool) -> float:
            cells = [self.heads[at], *(row[at] for row in self.rows)]
            parts = [part for cell in cells for part in (cell.split() if word else cell.split("\n"))]
            return max((page.wide(part) for part in parts), default=0.0) + pad

        def of_numbers(at: int) -> float:
            lines = [part for row in self.rows for part in row[at].split("\n")]
            widest = max((page.wide(line) for line in lines), default=0.0)
            return max(widest, *(page.wide(word) for word in self.heads[at].split())) + pad

        columns = range(len(self.heads))
        least = [of_numbers(at) if at in whole else longest(at, word=True) for at in columns]
        wish = [least[at] if at in whole else longest(at, word=False) for at in columns]
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
        text = [at for at in columns if at not in whole] or list(columns)
        return [wish[at] + (over / len(text) if at in text else 0.0) for at in columns]

    def _broken(self, row: Sequence[str]) -> list[list[str]]:
        if id(row) not in self._known:
            self._known[id(row)] = self._lines(row)
        return self._known[id(row)]

    def _lines(self, row: Sequence[str]) -> list[list[str]]:
        self.page.font("", self.size)
        return [
            [line for part in cell.split("\n") for line in self.page.lines(part, wide - 2.4)]
            for cell, wide in zip(row, self.widths, strict=True)
        ]

    def tall(self, row: Sequence[str]) -> float:
        return max(map(len, self._broken(row))) * self.size * 0.46 + 1.2

    @property
    def on_lines(self) -> bool:
        return all(len(cell) == 1 for row in self.rows for cell in self._broken(row))

    @cached_property
    def height(self) -> float:
        return self.tall(self.heads) + sum(map(self.tall, self.rows))

    def row(self, x: float, row: Sequence[str], colour: Colour, *, rule: bool) -> None:
        page, top, tall = self.page, self.page.get_y(), self.tall(row)
        line = self.size * 0.46
        cells = self._broken(row)
        page.font("", self.size if colour is INK else self.size - 0.75, colour)
        left = x
        for at, lines in enumerate(cells):
            for number, text in enumerate(lines):
                page.set_xy(left, top + 0.6 + number * line)
                page.cell(self.widths[at] - 2.2, line, text, align="R" if at in self.right else "L")
            left += self.widths[at]
        if rule:
            page.set_draw_color(*RULE)
            page.set_line_width(0.2)
            page.line(x, top + tall, x + sum(self.widths), top + tall)
        page.set_xy(x, top + tall)


@dataclass(frozen=True)
class _Block:
    """Something of a size that is drawn from a corner."""

    width: float
    height: float
    draw: Callable[[float, float], None]


def _side_by_side(page: Page, blocks: Sequence[_Block]) -> None:
    """In two columns where they fit, each block where it begins highest; a page break for what is left."""
    page.set_auto_page_break(False)
    tops = [page.get_y(), page.get_y()]
    for block in blocks:
        wide = block.width > _HALF + 0.01
        at = 0 if wide or tops[0] <= tops[1] else 1
        top = max(tops) if wide else tops[at]
        if top + block.height > HEIGHT - FOOT and not wide:
            at = 1 - at
            top = tops[at]
        if top + block.height > HEIGHT - FOOT and top > MARGIN:
            page.add_page()
            tops, at, top = [MARGIN, MARGIN], 0, MARGIN
        block.draw(MARGIN + at * (_HALF + _GAP), top)
        end = top + block.height + 3
        tops = [end, end] if wide else [end if one == at else tops[one] for one in (0, 1)]
    page.set_xy(MARGIN, max(tops))
    page.set_auto_page_break(True, FOOT)


def _in_rows(page: Page, blocks: Sequence[_Block]) -> None:
    """As many in a row as fit, and further rows below."""
    page.set_auto_page_break(False)
    row: list[_Block] = []
    for block in (*blocks, None):
        if block and (not row or sum(one.width + _LEAST_GAP for one in row) + block.width <= INNER):
            row.append(block)
            continue
        if row:
            page.keep(max(one.height for one in row))
            left, top = MARGIN, page.get_y()
            gap = min(_GAP, (INNER - sum(one.width for one in row)) / max(1, len(row) - 1))
            for one in row:
                one.draw(left, top)
                left += one.width + gap
            page.set_xy(MARGIN, top + max(one.height for one in row) + 2)
        row = [block] if block else []
    page.set_auto_page_break(True, FOOT)


def _small_table(page: Page, title: str, heads: Sequence[str], rows: Sequence[Sequence[str]], words: int = 1) -> _Block:
    """A table that stays whole, with its title."""
    size = 7.5
    grid = _Grid(page, heads, rows, set(range(words, len(heads))), set(), INNER, size, fill=False)

    def draw(x: float, y: float) -> None:
        page.set_xy(x, y + 1.5)
        page.font("B", 9)
        page.cell(_HALF, 5, plain(title))
        page.set_xy(x, y + 6.5)
        grid.row(x, grid.heads, SOFT, rule=True)
        for row in grid.rows:
            grid.row(x, row, INK, rule=True)

    page.font("B", 9)
    return _Block(max(sum(grid.widths), page.wide(plain(title))), 7 + grid.height, draw)


# The parts of a sheet


def _wagers(page: Page, sheet: Sheet) -> None:
    rows = [
        (
            wager.name if single(wager) else f"{wager.name}\n{staked(wager)}",
            decimal(wager.expectation, 8) + ("" if single(wager) else f"\nof {wager.unit}"),
            "\n".join((percent(wager.headline_edge), *edges(wager)[:1], *(_staked_edge(wager)))),
            percent(wager.return_to_player),
            "" if wager.element_of_risk is None else percent(wager.element_of_risk),
            percent(wager.outcomes.hit_rate),
            percent(wager.outcomes.push_rate),
            f"{wager.outcomes.standard_deviation:.6f}",
            f"{wager.volatility_index:.6f}",
        )
        for wager in sheet.wagers
    ]
    heads = (
        "wager", "expectation", "house edge", "return to player", "element of risk", "hit rate", "push rate",
        "standard deviation", "volatility index",
    )  # fmt: skip
    _table(page, heads, rows, numbers=range(1, len(heads)), size=7.5, title="Wagers")


def _staked_edge(wager: WagerPrice) -> tuple[str, ...]:
    return (f"{percent(wager.house_edge)}", "of all put up") if wager.customary else ()


def _wager(page: Page, wager: WagerPrice, names: Sequence[str]) -> None:
    said = [*document.alike(names), *facts(wager), ("method", None, wager.method), ("clause", None, wager.clause)]
    few = 4.6 * (len(wager.lines) + 1) if len(wager.lines) <= _WHOLE else 0.0  # lines that are not parted from the rest
    page.heading(wager.name, room=18 + sum(_tall(page, value, text) for _, value, text in said) + few)
    for name, value, text in said:
        _fact(page, name, value, text)
    page.ln(2)
    if wager.lines:
        _table(page, document.LINES, line_rows(wager), numbers=range(1, 6), size=7.5, fit=True)
    blocks = []
    if parts := part_rows(wager):
        blocks.append(_small_table(page, f"Each wager by itself, in units of {wager.unit}", document.PARTS, parts))
    if taken := taken_rows(wager):
        blocks.append(_small_table(page, "How often each answer is given", document.TAKEN, taken, words=2))
    if cards := card_rows(wager):
        blocks.append(_small_table(page, "By the open card", document.BY_CARD, cards))
    _in_rows(page, blocks)
    if len(wager.outcomes.counts) > FEW or not wager.lines:
        _plot(page, wager.outcomes, wager.unit)
        _results(page, wager.outcomes)
    blocks = []
    if many := interval_rows(wager):
        blocks.append(_small_table(page, "Return to player after many rounds, in per cent", document.INTERVALS, many))
    if kept := hold_rows(wager):
        blocks.append(_small_table(page, "Hold against drop", document.HELD, kept))
    _in_rows(page, blocks)


_WHOLE = 6  # lines of a table that goes on no other page
_NAMES = 34.0  # what the names of figures take of the width


def _tall(page: Page, value: Fraction | None, text: str) -> float:
    """How much of a page a figure takes, near enough to keep figures together."""
    page.font("", 8)
    whole = plain(text if value is None else f"{value} = {text}")
    return 4.2 if page.wide(whole) < INNER - _NAMES - 2 else 11.0


def _fact(page: Page, name: str, value: Fraction | None, text: str) -> None:
    """A figure with its fraction, the two parts of which are never broken."""
    left = _NAMES
    page.keep(_tall(page, value, text))
    page.font("", 8, SOFT)
    page.cell(left, 4.2, name)
    page.font("", 8)
    width = INNER - left
    whole = plain(text if value is None else f"{value} = {text}")
    if value is None or page.wide(whole) < width - 2:
        page.multi_cell(width, 4.2, whole, align="L", new_x=XPos.LMARGIN, new_y=YPos.NEXT)
        return
    page.cell(width, 4.2, plain(f"= {text}"), new_x=XPos.LMARGIN, new_y=YPos.NEXT)
    for part in (f"{value.numerator}", f"/ {value.denominator}"):
        size = 7.0
        page.font("", size)
        while page.wide(part) > width - 2 and size > _SMALLEST:
            size -= 0.25
            page.font("", size)
        page.set_x(MARGIN + left)
        if page.wide(part) > width - 2:  # hundreds of digits: by groups of ten, so that none is lost
            digits = part.removeprefix("/ ")
            tens = " ".join(digits[at : at + 10] for at in range(0, len(digits), 10))
            page.multi_cell(
                width, 3.4, f"{'/ ' if part != digits else ''}{tens}", align="L", new_x=XPos.LMARGIN, new_y=YPos.NEXT
            )
        else:
            page.cell(width, 3.4, part, new_x=XPos.LMARGIN, new_y=YPos.NEXT)


def _plot(page: Page, outcomes: Outcomes, unit: str) -> None:
    height = 42.0
    page.keep(height + 13)
    page.ln(3)
    left, top = MARGIN + 13, page.get_y()
    width, floor = INNER - 16, top + height
    drawn = plot(outcomes)
    page.set_line_width(0.15)
    for y, label in drawn.chances:
        page.set_draw_color(*RULE)
        page.line(left - 1, floor - y * height, left + width + 2, floor - y * height)
        base, caret, power = label.partition("^")
        page.font("", 6.5, SOFT)
        page.set_xy(MARGIN, floor - y * height - 1.5)
        page.cell(8 if caret else 11, 3, base, align="R")
        if caret:
            page.font("", 4.5, SOFT)
            page.set_xy(MARGIN + 6.2, floor - y * height - 2.4)
            page.cell(4, 3, power)
    page.font("", 6.5, SOFT)
    for x, label in drawn.results:
        page.set_draw_color(*SOFT)
        page.line(left + x * width, floor, left + x * width, floor + 1)
        page.set_xy(left + x * width - 8, floor + 1.2)
        page.cell(16, 3.4, label, align="C")
    page.set_line_width(0.3)
    for stem in drawn.stems:
        page.set_draw_color(*KINDS[stem.kind])
        page.set_fill_color(*KINDS[stem.kind])
        x, y = left + stem.x * width, floor - stem.y * height
        page.line(x, floor, x, y)
        page.circle(x, y, 0.55, style="F")
    page.set_draw_color(*SOFT)
    page.set_line_width(0.2)
    page.line(left - 1, floor, left + width + 2, floor)
    page.set_xy(MARGIN, floor + 5.5)
    page.font("", 7.5, SOFT)
    page.said(f"Each stem is one result in units of {unit}: how often it comes, by powers of ten.", 4)


def _results(page: Page, outcomes: Outcomes) -> None:
    """Every result with its count, in as many columns as fit."""
    total, row = outcomes.total, 3.2
    there = [
        (f"+{result}" if result > 0 else str(result), cases(count), decimal(Fraction(count, total), 12))
        for result, count in sorted(outcomes.counts.items())
        if count
    ]
    page.font("", 6.3)
    heads = ("result", "cases", "probability")
    wide = [
        max(page.wide(text) for text in (head, *(cells[at] for cells in there))) + 3 for at, head in enumerate(heads)
    ]
    columns = max(1, min(4, int((INNER + 3) / (sum(wide) + 3))))
    page.subheading("Every result", room=10 + row * min(8, 2 + -(-len(there) // columns)))
    width = INNER / columns
    while there:
        rows = max(1, int(page.room / row) - 1)
        rows = min(rows, -(-len(there) // columns))
        top = page.get_y()
        for column in range(columns):
            part, there = there[:rows], there[rows:]
            for at, cells in enumerate((heads, *part) if part else ()):
                page.font("", 6.3, INK if at else SOFT)
                page.set_xy(MARGIN + column * width, top + at * row)
                for text, across in zip(cells, wide, strict=True):
                    page.cell(across, row, text, align="R")
        page.set_xy(MARGIN, top + (rows + 1) * row)
        if there:
            page.add_page()


def _chart(page: Page, chart: Chart) -> _Block:
    """A strategy in colours with all its answers below: it is never cut in two."""
    size = 7.0
    page.font("B", size)
    texts = (*chart.columns, *(cell for row in chart.cells for cell in row))
    first = max(page.wide(plain(name)) for name in (*chart.rows, "")) + 3.5
    needed = max(page.wide(plain(text)) for text in texts) + 1.8
    cell = max(needed, min(8.0, (_HALF - first) / max(1, len(chart.columns))))
    while first + cell * len(chart.columns) > INNER and size > _SMALLEST:
        size -= 0.25
        cell *= (size - 0.25) / size
        first *= (size - 0.25) / size
    tall = min(5.0, max(4.2, (HEIGHT - FOOT - MARGIN - 40) / (len(chart.rows) + 1)))
    across = first + cell * len(chart.columns)
    width = _HALF if across <= _HALF else INNER
    page.font("", 7.5)
    used = {code for row in chart.cells for code in row}
    said = [(code, plain(f"{code}: {words}")) for code, words in chart.legend.items() if code in used]
    legend = [(code, page.lines(text, width - 6)) for code, text in said]
    note = page.lines(plain(chart.note), width - 1) if chart.note else []
    page.font("B", 9)
    title = page.lines(plain(chart.name), width - 1)
    below = sum(len(lines) for _, lines in legend) * 4.0 + len(note) * 3.8
    height = 2 + len(title) * 4.6 + (len(chart.rows) + 1) * tall + 1.5 + below

    def draw(x: float, y: float) -> None:
        top = y + 2
        page.font("B", 9)
        top = _lines(page, x, top, title, 4.6)
        page.font("", size, SOFT)
        for at, name in enumerate(chart.columns):
            page.set_xy(x + first + at * cell, top)
            page.cell(cell, tall, plain(name), align="C")
        page.set_draw_color(*WHITE)
        page.set_line_width(0.3)
        for at, (name, cells) in enumerate(zip(chart.rows, chart.cells, strict=True), start=1):
            page.font("", size, SOFT)
            page.set_xy(x, top + at * tall)
            page.cell(first - 1, tall, plain(name), align="R")
            for column, code in enumerate(cells):
                back = colour(chart, code) if code in chart.legend else WHITE
                page.set_fill_color(*back)
                page.font("B", size, INK if light(back) else WHITE)
                page.set_xy(x + first + column * cell, top + at * tall)
                page.cell(cell, tall, plain(code), align="C", fill=True, border=1)
        top += (len(chart.rows) + 1) * tall + 1.5
        for code, lines in legend:
            page.set_fill_color(*colour(chart, code))
            page.rect(x + 1, top + 0.5, 2.8, 2.8, style="F")
            page.font("", 7.5)
            top = _lines(page, x + 5, top, lines, 4.0)
        page.font("", 7.5, SOFT)
        _lines(page, x, top, note, 3.8)

    return _Block(width, height, draw)


def _lines(page: Page, x: float, y: float, lines: Sequence[str], tall: float) -> float:
    """Lines one below the other; the answer is where they end."""
    for line in lines:
        page.set_xy(x, y)
        page.cell(INNER, tall, line)
        y += tall
    return y


def _simple(page: Page, simple: Simple) -> None:
    page.font("", 8.5)
    lines = [line for step in (*simple.steps, simple.verdict) for line in page.lines(plain(f"- {step}"), INNER - 2)]
    page.subheading(simple.name, room=min(120.0, 9 + 4.4 * len(lines)))
    page.font("", 8.5)
    for step in simple.steps:
        page.said(f"- {step}", 4.4)
    page.said(simple.verdict, 4.4)


def _pay_table(page: Page, table: PayTable) -> _Block:
    rows = [
        (line.label, "push" if line.pays is None else f"{line.pays.win} to {line.pays.stake}", line.clause)
        for line in table.lines
    ]
    heads = ("hand", "pays", "clause")
    grid = _on_lines(lambda small, first: _Grid(page, heads, rows, {1}, set(), _HALF, 7.5 - small, first=first), (0, 2))
    page.font("B", 9)
    title = page.lines(plain(f"{table.name} ({table.clause})"), _HALF - 1)

    def draw(x: float, y: float) -> None:
        page.font("B", 9)
        top = _lines(page, x, y + 1.5, title, 4.6)
        page.set_xy(x, top)
        grid.row(x, grid.heads, SOFT, rule=True)
        for row in grid.rows:
            grid.row(x, row, INK, rule=True)

    return _Block(_HALF, 1.5 + len(title) * 4.6 + grid.height, draw)
