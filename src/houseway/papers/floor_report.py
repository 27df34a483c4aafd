"""The floor's monthly report as a paper, for the file and for the regulator."""

from collections.abc import Iterable, Iterator, Sequence

from houseway.floor.cone import cone
from houseway.floor.judging import NOBODY, Line
from houseway.floor.maryland import CLAUSE, Statistic
from houseway.floor.noticing import about
from houseway.floor.report import NOTICED, Report
from houseway.floor.shuffles import METHOD, Randomness
from houseway.papers.description import Block, Column, Flowing, Head, Paragraph, Running, Runs, Section, Table

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
_WITH_VOIDS = ("shift", "account")  # by whom void rounds are counted


def described(report: Report) -> Flowing:
    """The whole report."""
    month = report.of("month")
    return Flowing(
        f"The floor, {report.first} to {report.last}",
        Head(
            "The floor",
            about=f"{report.first} to {report.last}  -  {report.rounds:,} rounds in the month, judged by exact theory",
        ),
        (
            Section("Findings", tuple(_findings(report))),
            *_lines_by_kind(report, month),
            *_days(report),
            *_cones([line for line in month if line.kind == "table"]),
            *_win_to_drop(report),
            *_players(report),
            *_counters(report),
            *map(_randomness, report.randomness),
            *_noticed(report),
            Section(
                "How it is judged", tuple(map(Paragraph, (*report.notes, *([METHOD] if report.randomness else []))))
            ),
        ),
    )


def _findings(report: Report) -> Iterator[Paragraph]:
    yield from (Paragraph(one, "soft") for one in report.warnings)
    if not report.findings:
        yield Paragraph("Nothing that chance does not allow.")
    yield from (Paragraph(one, "alarm") for one in report.findings[:_MOST])
    for one in report.investigations:
        if one.period != "day":
            yield Paragraph(
                f"To be investigated in writing ({CLAUSE}): {one.kind} {one.name}, {one.period} to {one.last}"
            )


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]], *, words: int = 1) -> Table:
    """Columns of words, and behind them numbers."""
    columns = tuple(Column(head, "words" if at < words else "number") for at, head in enumerate(heads))
    return Table(columns, tuple(map(tuple, rows)), small=True)


# Results


def _lines_by_kind(report: Report, month: Sequence[Line]) -> Iterator[Section]:
    for kind, title in _KINDS.items():
        if lines := [line for line in month if line.kind == kind]:
            yield Section(f"{title}, month to date", tuple(_lines(lines, voids=kind in _WITH_VOIDS)))
    if year := [line for line in report.of("year") if line.kind in ("game", "table")]:
        yield Section("Games and tables, year to date", tuple(_lines(year)))


def _lines(lines: Sequence[Line], *, voids: bool = False) -> Iterator[Block]:
    void = ("void",) if voids else ()
    heads = (
        "",
        "rounds",
        *void,
        "handle",
        "drop",
        "hold",
        "win",
        "theory",
        "mistakes",
        "std. dev.",
        "z",
        "95 % interval",
    )
    yield _table(heads, (_line(line, voids=voids) for line in lines[:_MOST]))
    if len(lines) > _MOST:
        yield Paragraph(f"and {len(lines) - _MOST} more, which the CSV has", "soft")


def _line(line: Line, *, voids: bool) -> tuple[str, ...]:
    judged = line.theory is not None
    return (
        _name(line),
        f"{line.rounds:,}",
        *((f"{line.voids:,}" if line.voids else "",) if voids else ()),
        _whole(line.handle),
        _whole(line.drop) if line.drop else "",
        f"{line.hold:.1%}" if line.hold is not None and line.whose != NOBODY else "",
        _win(line),
        _whole(line.theory) if judged else "",
        _whole(line.mistakes) if line.mistakes else "",
        _whole(line.deviation) if judged else "",
        _z(line),
        f"{_whole(line.within_95[0])} to {_whole(line.within_95[1])}" if line.within_95 else "",
    )


def _name(line: Line) -> str:
    return f"{'!! ' if line.finding else ''}{line.name}"


def _win(line: Line) -> str:
    return f"fees {_whole(line.fees)}" if line.whose == NOBODY else _whole(line.win)


def _z(line: Line) -> str:
    return f"{line.z:+.2f}" if line.z is not None else ""


def _days(report: Report) -> Iterator[Section]:
    days = [line for line in report.of("day") if line.kind == "table"]
    rows = [
        (
            f"{line.first}  {_name(line)}",
            f"{line.rounds:,}",
            _whole(line.handle),
            _whole(line.drop) if line.drop else "",
            _win(line),
            _whole(line.theory) if line.theory is not None else "",
            _z(line),
        )
        for line in sorted(days, key=lambda one: (one.first, one.name))[: 5 * _MOST]
    ]
    if rows:
        heads = ("", "rounds", "handle", "drop", "win", "theory", "z")
        yield Section("Tables by day", (_table(heads, rows),))


def _cones(lines: Sequence[Line]) -> Iterator[Section]:
    figures = tuple(
        Running(f"{line.name}  (z {_z(line)})" if line.z is not None else line.name, found, line.finding)
        for line in lines
        if (found := cone(line)) is not None
    )
    if figures:
        legend = (
            "The bank's result round by round (dark), what is expected (gold), and how far chance lets it go: 95 % and "
            "99.9 %."
        )
        yield Section("Running results inside their cones", (Paragraph(legend, "small"), Runs(figures)))


def _win_to_drop(report: Report) -> Iterator[Section]:
    found = [one for one in report.statistics if one.period != "day" and one.drop]
    if found:
        heads = ("", "period", "drop", "win", "win to drop", "base", "95 % interval", "")
        table = _table(heads, map(_statistic, found[: 3 * _MOST]), words=2)
        yield Section(f"Win to drop by table and game ({CLAUSE})", (table,))


def _statistic(one: Statistic) -> tuple[str, ...]:
    within = one.interval
    return (
        f"{one.kind} {one.name}",
        f"{one.period} to {one.last}",
        _whole(one.drop),
        _whole(one.win),
        f"{one.hold:.2%}" if one.hold is not None else "",
        f"{one.base.named}: {one.base.hold:.2%}" if one.base else "none yet",
        f"{within[0]:.2%} to {within[1]:.2%}" if within else "",
        "investigate" if one.investigate else "",
    )


# People


def _players(report: Report) -> Iterator[Section]:
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
    if rows:
        heads = ("account", "game", "hours", "decisions", "as the coach", "cost", "an hour")
        yield Section("Who plays like the coach", (_table(heads, rows, words=2),))


def _counters(report: Report) -> Iterator[Section]:
    rows = [
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
    if rows:
        meaning = (
            "What the shoe was worth to the player as each bet was made, by effects of removal, in parts of a bet; and "
            "whether bets grow with it, shoe by shoe."
        )
        heads = ("account", "game", "rounds", "shoes", "bets", "corr.", "z", "flat", "as bet")
        yield Section("Bets and the shoe", (Paragraph(meaning), _table(heads, rows, words=2)))


# Cards


def _randomness(one: Randomness) -> Section:
    dealt = (
        f"{one.game}: {one.rounds:,} rounds, {one.shuffles:,} shuffles and {one.draws:,} cards from {one.first} to "
        f"{one.last}."
    )
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
    impossible = (Paragraph(what, "alarm") for what in one.impossible)
    table = _table(("test", "of what", "cards", "statistic", "freedom", "p"), rows, words=2)
    return Section(f"Shuffles of table {one.table}", (Paragraph(dealt), *impossible, table))


def _noticed(report: Report) -> Iterator[Section]:
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
    if rows:
        table = _table(("table", "wager", "wins", "comes", "rounds", "hands"), rows, words=2)
        yield Section("How soon a fault is noticed", (Paragraph(NOTICED), table))


def _whole(cents: float | None) -> str:
    amount = round((cents or 0) / 100)
    return f"-${-amount:,}" if amount < 0 else f"${amount:,}"
