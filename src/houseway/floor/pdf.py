"""The monthly report as a PDF, for the file and for the regulator."""

from collections.abc import Iterable, Sequence

from fpdf.enums import TableBordersLayout
from fpdf.fonts import FontFace

from houseway.a4 import A4, INK, RULE, SOFT, WIDTH
from houseway.floor.cone import Cone, cone
from houseway.floor.judging import NOBODY, Line
from houseway.floor.maryland import CLAUSE
from houseway.floor.noticing import about
from houseway.floor.report import NOTICED, Report
from houseway.floor.shuffles import METHOD, Randomness
from houseway.paper import CREAM, GOLD, GREEN, WHITE, Colour, plain

RED: Colour = (178, 48, 40)
OUTER: Colour = (238, 240, 236)
INNER_CONE: Colour = (219, 228, 221)

MARGIN = 14.0
INNER = WIDTH - 2 * MARGIN
_KINDS = {
    "game": "Games",
    "table": "Tables",
    "wager": "Wagers",
    "wager at a table": "Wagers by table",
    "shift": "Dealers and shifts",
    "account": "Accounts",
    "seat": "Seats",
}
_MOST = 60  # rows of a kind


class _Page(A4):
    def __init__(self, title: str) -> None:
        super().__init__(title, margin=MARGIN)

    def keep(self, height: float) -> None:
        """A new page, unless so much fits on this one."""
        if height > self.room:
            self.add_page()

    def heading(self, text: str, *, room: float = 36) -> None:
        self.keep(room)
        self.ln(3)
        self.titled(text, size=13, height=6.5)


def pdf(report: Report) -> bytes:
    """The whole report."""
    page = _Page(plain(f"The floor, {report.first} to {report.last}"))
    _head(page, report)
    _findings(page, report)
    month = report.of("month")
    for kind, title in _KINDS.items():
        if lines := [line for line in month if line.kind == kind]:
            page.heading(f"{title}, month to date")
            _lines(page, lines)
    year = [line for line in report.of("year") if line.kind in ("game", "table")]
    if year:
        page.heading("Games and tables, year to date")
        _lines(page, year)
    _days(page, report)
    _cones(page, [line for line in month if line.kind == "table"])
    _statistics(page, report)
    _people(page, report)
    for one in report.randomness:
        _randomness(page, one)
    _noticed(page, report)
    page.heading("How it is judged")
    page.font("", 8.5)
    for note in (*report.notes, *([METHOD] if report.randomness else [])):
        page.said(note)
        page.ln(1)
    return bytes(page.output())


def _head(page: _Page, report: Report) -> None:
    page.set_fill_color(*GREEN)
    page.rect(0, 0, WIDTH, 34, style="F")
    page.set_y(9)
    page.font("B", 20, WHITE, "Times")
    page.said("The floor", 9)
    page.font("", 9.5, CREAM)
    page.said(f"{report.first} to {report.last}  -  {report.rounds:,} rounds in the month, judged by exact theory", 5)
    page.set_y(38)


def _findings(page: _Page, report: Report) -> None:
    page.heading("Findings")
    for one in report.warnings:
        page.font("I", 9, SOFT)
        page.said(one)
    if not report.findings:
        page.font("", 9.5)
        page.said("Nothing that chance does not allow.")
    for one in report.findings[:_MOST]:
        page.font("B", 9, RED)
        page.said(one)
    page.font("", 9)
    for stat in report.investigations:
        if stat.period != "day":
            page.said(
                f"To be investigated in writing ({CLAUSE}): {stat.kind} {stat.name}, {stat.period} to {stat.last}"
            )


def _table(
    page: _Page, heads: Sequence[str], rows: Iterable[Sequence[str]], widths: Sequence[float], left: int = 1
) -> None:
    page.font("", 7.5)
    page.set_draw_color(*RULE)
    page.set_line_width(0.2)
    page.set_fill_color(*WHITE)
    align = ["LEFT"] * left + ["RIGHT"] * (len(heads) - left)
    with page.table(
        borders_layout=TableBordersLayout.HORIZONTAL_LINES,
        col_widths=tuple(widths),
        text_align=tuple(align),
        line_height=4.0,
        width=INNER,
        align="LEFT",
        headings_style=FontFace(emphasis="B", color=SOFT, fill_color=WHITE),
        padding=(0.5, 0.8, 0.5, 0.8),
    ) as table:
        for row in (heads, *rows):
            table.row([plain(cell) for cell in row])


_LINE = ("", "rounds", "handle", "drop", "hold", "win", "theory", "mistakes", "std. dev.", "z", "95 % interval")
_LINE_WIDTHS = (37, 13, 16, 15, 11, 16, 15, 14, 15, 10, 32)


def _lines(page: _Page, lines: Sequence[Line]) -> None:
    rows = [
        (
            f"{'!! ' if line.finding else ''}{line.name}",
            f"{line.rounds:,}",
            _whole(line.handle),
            _whole(line.drop) if line.drop else "",
            f"{line.hold:.1%}" if line.hold is not None and line.whose != NOBODY else "",
            f"fees {_whole(line.fees)}" if line.whose == NOBODY else _whole(line.win),
            _whole(line.theory) if line.theory is not None else "",
            _whole(line.mistakes) if line.mistakes else "",
            _whole(line.deviation) if line.theory is not None else "",
            f"{line.z:+.2f}" if line.z is not None else "",
            f"{_whole(line.within_95[0])} to {_whole(line.within_95[1])}" if line.within_95 else "",
        )
        for line in lines[:_MOST]
    ]
    _table(page, _LINE, rows, _LINE_WIDTHS)
    if len(lines) > _MOST:
        page.font("I", 8, SOFT)
        page.said(f"and {len(lines) - _MOST} more, which the CSV has")


def _days(page: _Page, report: Report) -> None:
    days = [line for line in report.of("day") if line.kind == "table"]
    if not days:
        return
    page.heading("Tables by day")
    rows = [
        (
            f"{line.first}  {'!! ' if line.finding else ''}{line.name}",
            f"{line.rounds:,}",
            _whole(line.handle),
            _whole(line.drop) if line.drop else "",
            f"fees {_whole(line.fees)}" if line.whose == NOBODY else _whole(line.win),
            _whole(line.theory) if line.theory is not None else "",
            f"{line.z:+.2f}" if line.z is not None else "",
        )
        for line in sorted(days, key=lambda one: (one.first, one.name))[: 5 * _MOST]
    ]
    _table(page, ("", "rounds", "handle", "drop", "win", "theory", "z"), rows, (70, 15, 22, 22, 22, 20, 11))


# Cones

_PLOT_WIDE, _PLOT_HIGH, _SIDE = 72.0, 40.0, 15.0


def _cones(page: _Page, lines: Sequence[Line]) -> None:
    drawn = [(line, found) for line in lines if (found := cone(line)) is not None]
    if not drawn:
        return
    page.heading("Running results inside their cones", room=66)
    page.font("", 8, SOFT)
    page.said("The bank's result round by round (dark), what is expected (gold), and how far chance lets it go: 95 % "
              "and 99.9 %.")  # fmt: skip
    for at, (line, found) in enumerate(drawn):
        if at % 2 == 0:
            page.keep(_PLOT_HIGH + 16)
            top = page.get_y() + 6
        left = MARGIN + _SIDE + (at % 2) * (INNER / 2)
        _one_cone(page, found, line, left, top)
        if at % 2 or at == len(drawn) - 1:
            page.set_y(top + _PLOT_HIGH + 8)


def _one_cone(page: _Page, found: Cone, line: Line, left: float, top: float) -> None:
    def at(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
        return [(left + x * _PLOT_WIDE, top + (1 - y) * _PLOT_HIGH) for x, y in points]

    page.font("B", 8.5, RED if line.finding else INK)
    page.text(left, top - 2, plain(f"{line.name}  (z {line.z:+.2f})" if line.z is not None else line.name)[:60])
    page.set_line_width(0.1)
    for colour, points in ((OUTER, found.outer), (INNER_CONE, found.inner)):
        page.set_fill_color(*colour)
        page.set_draw_color(*colour)
        page.polygon(at(points), style="F")
    page.font("", 6.5, SOFT)
    page.set_draw_color(*RULE)
    for y, text in found.amounts:
        level = top + (1 - y) * _PLOT_HIGH
        page.line(left, level, left + _PLOT_WIDE, level)
        page.text(left - 1.5 - page.get_string_width(text), level + 0.8, text)
    for x, text in found.rounds:
        page.text(left + x * _PLOT_WIDE - page.get_string_width(text) / 2, top + _PLOT_HIGH + 3.2, text)
    for colour, width, points in ((GOLD, 0.3, found.theory), (GREEN, 0.45, found.result)):
        page.set_draw_color(*colour)
        page.set_line_width(width)
        page.polyline(at(points))


# The rest


def _statistics(page: _Page, report: Report) -> None:
    found = [one for one in report.statistics if one.period != "day" and one.drop]
    if not found:
        return
    page.heading(f"Win to drop by table and game ({CLAUSE})")
    rows = []
    for one in found[: 3 * _MOST]:
        within = one.interval
        rows.append(
            (
                f"{one.kind} {one.name}",
                f"{one.period} to {one.last}",
                _whole(one.drop),
                _whole(one.win),
                f"{one.hold:.2%}" if one.hold is not None else "",
                f"{one.base.named}: {one.base.hold:.2%}" if one.base else "none yet",
                f"{within[0]:.2%} to {within[1]:.2%}" if within else "",
                "investigate" if one.investigate else "",
            )
        )
    heads = ("", "period", "drop", "win", "win to drop", "base", "95 % interval", "")
    _table(page, heads, rows, (42, 33, 17, 17, 18, 24, 32, 17), left=2)


def _people(page: _Page, report: Report) -> None:
    if report.players:
        page.heading("Who plays like the coach")
        rows = [
            (
                one.account,
                one.game,
                f"{one.hours:,.1f}",
                f"{one.decisions:,}",
                f"{one.best / one.decisions:.1%}",
                _whole(one.cost),
                _whole(one.per_hour),
            )
            for one in report.players[:_MOST]
        ]
        _table(
            page,
            ("account", "game", "hours", "decisions", "as the coach", "cost", "an hour"),
            rows,
            (42, 48, 16, 20, 22, 18, 16),
            left=2,
        )
    if report.counters:
        page.heading("Bets and the shoe")
        page.font("", 8.5)
        page.said(
            "What the shoe was worth to the player as each bet was made, by effects of removal, in parts of a bet; and "
            "whether bets grow with it, shoe by shoe."
        )
        page.ln(1)
        bets = [
            (
                f"{'!! ' if one.finding else ''}{one.account}",
                one.game,
                f"{one.rounds:,}",
                f"{one.shoes:,}",
                f"{_whole(one.least)} to {_whole(one.most)}",
                f"{one.correlation:+.2f}",
                f"{one.z:+.2f}",
                f"{one.flat:+.2%}",
                f"{one.betting:+.2%}",
            )
            for one in report.counters[:_MOST]
        ]
        heads = ("account", "game", "rounds", "shoes", "bets", "corr.", "z", "flat", "as bet")
        _table(page, heads, bets, (36, 44, 14, 12, 26, 12, 12, 13, 13), left=2)


def _randomness(page: _Page, one: Randomness) -> None:
    page.heading(f"Shuffles of table {one.table}", room=60)
    page.font("", 8.5)
    page.said(
        f"{one.game}: {one.rounds:,} rounds, {one.shuffles:,} shuffles and {one.draws:,} cards from {one.first} to "
        f"{one.last}."
    )
    page.ln(1)
    for what in one.impossible:
        page.font("B", 8.5, RED)
        page.said(what)
    rows = [
        (
            f"{'!! ' if test.finding else ''}{test.name}",
            test.what,
            f"{test.draws:,}",
            f"{test.statistic:.2f}",
            str(test.freedom) if test.freedom else "normal",
            f"{test.p:.4f}" if test.p >= 1e-4 else f"{test.p:.1e}",
        )
        for test in one.tests
    ]
    _table(page, ("test", "of what", "cards", "statistic", "freedom", "p"), rows, (44, 72, 16, 18, 16, 16), left=2)


def _noticed(page: _Page, report: Report) -> None:
    if not report.noticed:
        return
    page.heading("How soon a fault is noticed")
    page.font("", 8.5)
    page.said(NOTICED)
    page.ln(1)
    rows = [
        (
            f"{one.table} {one.name}",
            one.wager,
            f"{one.wins:g} x",
            f"{one.chance:.2%}",
            about(one.rounds),
            about(one.hands),
        )
        for one in report.noticed[: 2 * _MOST]
    ]
    _table(page, ("table", "wager", "wins", "comes", "rounds", "hands"), rows, (56, 46, 16, 18, 23, 23), left=2)


def _whole(cents: float | None) -> str:
    amount = round((cents or 0) / 100)
    return f"-${-amount:,}" if amount < 0 else f"${amount:,}"
