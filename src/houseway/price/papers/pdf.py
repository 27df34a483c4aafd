"""A PAR sheet as a PDF: the same parts as the HTML document, drawn for A4."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from fpdf import FPDF
from fpdf.enums import TableBordersLayout, XPos, YPos
from fpdf.fonts import FontFace

from houseway.paper import CREAM, GOLD, GREEN, MADE, WHITE, Colour, plain
from houseway.price.papers.document import FEW, colour, light, percent, single, staked
from houseway.price.papers.plot import plot
from houseway.price.papers.sheet import Chart, Outcomes, Sheet, Simple, WagerPrice, cases, decimal
from houseway.rules.models import PayTable, written

INK: Colour = (27, 36, 32)
SOFT: Colour = (102, 112, 106)
LINE: Colour = (217, 221, 216)
KINDS = {"win": (46, 125, 70), "lose": (183, 58, 48), "push": (156, 122, 31)}

MARGIN, WIDTH, HEIGHT = 16.0, 210.0, 297.0
INNER = WIDTH - 2 * MARGIN
_IN_A_ROW = 3  # tables of results side by side
_LINES = TableBordersLayout.HORIZONTAL_LINES


class Page(FPDF):
    """A4 with the game's name and the page's number at the foot."""

    def __init__(self, title: str) -> None:
        super().__init__(unit="mm", format="A4")
        self.foot = title
        self.set_margins(MARGIN, MARGIN)
        self.set_auto_page_break(True, 18)
        self.set_creation_date(MADE)
        self.set_title(title)
        self.add_page()

    def footer(self) -> None:
        self.set_y(-12)
        self.font("", 7.5, SOFT)
        self.cell(INNER / 2, 4, self.foot)
        self.cell(INNER / 2, 4, f"{self.page_no()} / {{nb}}", align="R")

    def font(self, style: str, size: float, colour: Colour = INK, family: str = "Helvetica") -> None:
        self.set_font(family, style, size)
        self.set_text_color(*colour)

    def line_of(self, text: str, height: float) -> None:
        self.multi_cell(INNER, height, plain(text), align="L", new_x=XPos.LMARGIN, new_y=YPos.NEXT)

    def heading(self, text: str, *, room: float = 40) -> None:
        """A section's title, on a new page if so much does not fit below it."""
        if self.get_y() + room > HEIGHT - 18:
            self.add_page()
        else:
            self.ln(5)
        self.font("B", 14, GREEN, "Times")
        self.line_of(text, 7)
        self.set_draw_color(*GOLD)
        self.set_line_width(0.5)
        self.line(MARGIN, self.get_y(), MARGIN + INNER, self.get_y())
        self.ln(2)

    def subheading(self, text: str, *, room: float = 20) -> None:
        if self.get_y() + room > HEIGHT - 18:
            self.add_page()
        self.ln(1.5)
        self.font("B", 9.5)
        self.line_of(text, 5)


def pdf(sheet: Sheet) -> bytes:
    """The whole document."""
    game, rules = sheet.rules.game, sheet.rules
    page = Page(plain(f"{game.name}: PAR sheet"))
    _head(page, sheet)
    page.heading("Wagers")
    _wagers(page, sheet)
    for wager in sheet.wagers:
        _wager(page, wager)
    if sheet.charts or sheet.simple:
        page.heading("Strategy", room=110)
        for chart in sheet.charts:
            _chart(page, chart)
        for simple in sheet.simple:
            _simple(page, simple)
    tables = list({id(table): table for table in rules.pay_tables.values()}.values())
    if tables:
        page.heading("Pay tables", room=32 + 5 * len(tables[0].lines))
        for table in tables:
            _pay_table(page, table)
    if rules.options:
        page.heading("Options as priced")
        rows = [
            (option.name, written(rules.options[name]).strip('"'), option.clause)
            for name, option in game.options.items()
        ]
        _table(page, ("option", "value", "clause"), rows, widths=(100, 40, 38))
    if game.rulings:
        page.heading("Rulings")
        rows = [(name, ruling.reading, ruling.clause) for name, ruling in game.rulings.items()]
        _table(page, ("ruling", "reading", "clause"), rows, widths=(16, 126, 36))
    page.heading("Method")
    page.font("", 9)
    for text in (*sheet.method, *sheet.notes):
        page.line_of(text, 4.4)
        page.ln(1)
    page.ln(2)
    page.font("", 7.5, SOFT)
    page.line_of(
        f"Every decimal follows from the counts and fractions above. SHA-256 of all figures: {sheet.fingerprint}", 3.8
    )
    return bytes(page.output())


def _head(page: Page, sheet: Sheet) -> None:
    game = sheet.rules.game
    page.set_fill_color(*GREEN)
    page.rect(0, 0, WIDTH, 46, style="F")
    page.set_fill_color(*GOLD)
    page.rect(0, 46, WIDTH, 1.2, style="F")
    page.set_y(9)
    page.font("", 7.5, CREAM)
    page.set_char_spacing(1.4)
    page.line_of("PROBABILITY ACCOUNTING REPORT", 5)
    page.set_char_spacing(0)
    page.font("B", 25, WHITE, "Times")
    page.line_of(game.name, 12)
    page.font("", 9, CREAM)
    page.line_of(game.summary, 4.6)
    page.font("", 7.5, CREAM)
    page.line_of(f"{game.rulebook.document}, version {game.rulebook.version}", 4.6)
    page.set_y(49)


def _table(
    page: Page,
    heads: Sequence[str],
    rows: Iterable[Sequence[str]],
    *,
    widths: Sequence[float],
    numbers: Iterable[int] = (),
    size: float = 8.5,
) -> None:
    right = set(numbers)
    page.font("", size)
    page.set_draw_color(*LINE)
    page.set_fill_color(*WHITE)
    page.set_line_width(0.2)
    aligned = tuple("RIGHT" if at in right else "LEFT" for at in range(len(heads)))
    with page.table(
        borders_layout=_LINES,
        col_widths=tuple(widths),
        width=sum(widths),
        align="LEFT",
        text_align=aligned,
        headings_style=FontFace(emphasis="", color=SOFT, size_pt=size - 1),
        line_height=size * 0.5,
        padding=(0.5, 1.5, 0.5, 0),
    ) as table:
        for cells in (heads, *rows):
            table.row([plain(cell) for cell in cells])


def _wagers(page: Page, sheet: Sheet) -> None:
    rows = [
        (
            wager.name if single(wager) else f"{wager.name}\n{staked(wager)}",
            decimal(wager.expectation, 8) + ("" if single(wager) else f"\n{wager.unit}"),
            percent(wager.house_edge),
            "" if wager.element_of_risk is None else percent(wager.element_of_risk),
            percent(wager.outcomes.hit_rate),
            f"{wager.outcomes.standard_deviation:.6f}",
        )
        for wager in sheet.wagers
    ]
    heads = ("wager", "expectation", "house edge", "element of risk", "hit rate", "standard deviation")
    _table(page, heads, rows, widths=(60, 26, 22, 24, 22, 24), numbers=range(1, 6))


def _wager(page: Page, wager: WagerPrice) -> None:
    page.heading(wager.name, room=70)
    facts = [
        ("expectation", f"{wager.expectation} = {decimal(wager.expectation)} of {wager.unit}"),
        ("house edge", f"{wager.house_edge} = {percent(wager.house_edge, 6)} of what is put up at first"),
        ("hit rate", f"{wager.outcomes.hit_rate} = {percent(wager.outcomes.hit_rate, 6)}"),
        ("variance", f"{wager.outcomes.variance} = {decimal(wager.outcomes.variance)}"),
        ("equally likely cases", cases(wager.outcomes.total)),
        ("method, clause", f"{wager.method}; {wager.clause}"),
    ]
    if wager.action is not None and wager.element_of_risk is not None:
        facts.insert(2, ("wagered in all", f"{wager.action} = {decimal(wager.action)} on average"))
        facts.insert(3, ("element of risk", f"{wager.element_of_risk} = {percent(wager.element_of_risk, 6)}"))
        if wager.actions and wager.actions[0] != wager.actions[1]:
            least, most = wager.actions
            facts.insert(4, ("among equal strategies", f"{decimal(least)} to {decimal(most)} wagered"))
    for name, text in facts:
        page.font("", 8.5, SOFT)
        page.cell(38, 4.6, name)
        page.font("", 8.5)
        page.multi_cell(INNER - 38, 4.6, plain(text), align="L", new_x=XPos.LMARGIN, new_y=YPos.NEXT)
    page.ln(2)
    if wager.lines:
        rows = [
            (
                line.name,
                line.pays,
                cases(line.count),
                decimal(Fraction(line.count, line.total)),
                decimal(line.returned),
                line.clause,
            )
            for line in wager.lines
        ]
        heads = ("result", "pays", "cases", "probability", "return", "clause")
        _table(page, heads, rows, widths=(44, 12, 32, 24, 24, 42), numbers=range(1, 5), size=8)
    if len(wager.outcomes.counts) > FEW or not wager.lines:
        _plot(page, wager.outcomes, wager.unit)
        _results(page, wager.outcomes)


def _plot(page: Page, outcomes: Outcomes, unit: str) -> None:
    height = 52.0
    if page.get_y() + height + 16 > HEIGHT - 18:
        page.add_page()
    page.ln(3)
    left, top = MARGIN + 13, page.get_y()
    width, floor = INNER - 16, top + height
    drawn = plot(outcomes)
    page.set_line_width(0.15)
    for y, label in drawn.chances:
        page.set_draw_color(*LINE)
        page.line(left - 1, floor - y * height, left + width + 2, floor - y * height)
        base, caret, power = label.partition("^")
        page.font("", 6.5, SOFT)
        page.set_xy(MARGIN, floor - y * height - 1.5)
        page.cell(8 if caret else 11, 3, base, align="R")
        if caret:
            page.font("", 4.5, SOFT)
            page.set_xy(MARGIN + 7.4, floor - y * height - 2.4)
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
    page.line_of(f"Each stem is one result in units of {unit}: how often it comes, by powers of ten.", 4)


def _results(page: Page, outcomes: Outcomes) -> None:
    """Every result with its count, in as many columns as fit."""
    there = [(result, count) for result, count in sorted(outcomes.counts.items()) if count]
    page.subheading("Every result")
    total, row = outcomes.total, 3.4
    width = INNER / _IN_A_ROW
    while there:
        rows = max(1, int((HEIGHT - 20 - page.get_y()) / row) - 1)
        rows = min(rows, -(-len(there) // _IN_A_ROW))
        top = page.get_y()
        for column in range(_IN_A_ROW):
            part, there = there[:rows], there[rows:]
            x = MARGIN + column * width
            page.font("", 6.5, SOFT)
            page.set_xy(x, top)
            for head, wide in (("result", 12), ("cases", 22), ("probability", 22)):
                page.cell(wide, row, head, align="R")
            page.font("", 6.5)
            for at, (result, count) in enumerate(part, start=1):
                page.set_xy(x, top + at * row)
                signed = f"+{result}" if result > 0 else str(result)
                for text, wide in ((signed, 12), (cases(count), 22), (decimal(Fraction(count, total), 12), 22)):
                    page.cell(wide, row, text, align="R")
        page.set_y(top + (rows + 1) * row)
        if there:
            page.add_page()


def _chart(page: Page, chart: Chart) -> None:
    room = (INNER - 14) / max(1, len(chart.columns))
    longest = max(len(text) for text in (*chart.columns, *(cell for row in chart.cells for cell in row)))
    cell = min(max(8.5, longest * 1.6 + 2), room)
    tall = min(8.5, room) * 0.82
    page.subheading(chart.name, room=min(200, (len(chart.rows) + 4) * tall))
    first = max(8.0, max(map(len, chart.rows)) * 1.7 + 2)
    top = page.get_y() + 1
    page.font("", 7.5, SOFT)
    for at, name in enumerate(chart.columns):
        page.set_xy(MARGIN + first + at * cell, top)
        page.cell(cell, tall, plain(name), align="C")
    page.set_draw_color(*WHITE)
    page.set_line_width(0.3)
    for at, (name, cells) in enumerate(zip(chart.rows, chart.cells, strict=True), start=1):
        y = top + at * tall
        page.font("", 7.5, SOFT)
        page.set_xy(MARGIN, y)
        page.cell(first - 1, tall, plain(name), align="R")
        for column, code in enumerate(cells):
            known = code in chart.legend
            back = colour(chart, code) if known else WHITE
            page.set_fill_color(*back)
            page.font("B", 7.5, INK if light(back) else WHITE)
            page.set_xy(MARGIN + first + column * cell, y)
            page.cell(cell, tall, plain(code), align="C", fill=True, border=1)
    page.set_y(top + (len(chart.rows) + 1) * tall + 1.5)
    for code, words in chart.legend.items():
        page.set_fill_color(*colour(chart, code))
        page.rect(MARGIN + 1, page.get_y() + 0.8, 3, 3, style="F")
        page.set_x(MARGIN + 5.5)
        page.font("", 8)
        page.cell(INNER - 6, 4.6, plain(f"{code}: {words}"), new_x=XPos.LMARGIN, new_y=YPos.NEXT)
    if chart.note:
        page.font("", 8, SOFT)
        page.line_of(chart.note, 4.4)


def _simple(page: Page, simple: Simple) -> None:
    page.subheading(simple.name, room=8 + 5 * len(simple.steps))
    page.font("", 8.5)
    for step in simple.steps:
        page.line_of(f"- {step}", 4.4)
    page.line_of(simple.verdict, 4.4)


def _pay_table(page: Page, table: PayTable) -> None:
    page.subheading(f"{table.name} ({table.clause})", room=12 + 5 * len(table.lines))
    rows = [
        (line.label, "push" if line.pays is None else f"{line.pays.win} to {line.pays.stake}", line.clause)
        for line in table.lines
    ]
    _table(page, ("hand", "pays", "clause"), rows, widths=(70, 26, 60), numbers=(1,))
