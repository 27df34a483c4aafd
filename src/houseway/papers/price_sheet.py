"""A PAR sheet as a paper to file: every figure of every wager, the strategy, the rules as priced, and the method."""

from collections.abc import Iterable, Iterator, Sequence

from houseway.papers.charts import grid, to_remember
from houseway.papers.description import (
    Beside,
    Block,
    Cell,
    Column,
    ColumnKind,
    Columns,
    Fact,
    Facts,
    Flowing,
    Head,
    Listing,
    Paragraph,
    Section,
    Stems,
    Table,
)
from houseway.pricing.papers.document import (
    BY_CARD,
    EVIDENCE,
    FEW,
    HELD,
    INTERVALS,
    LINES,
    PARTS,
    TAKEN,
    alike,
    apart,
    card_rows,
    edges,
    every_result,
    evidence_rows,
    facts,
    hold_rows,
    in_order,
    interval_rows,
    line_rows,
    made_by,
    part_rows,
    percent,
    result_rows,
    single,
    staked,
    taken_rows,
)
from houseway.pricing.papers.filed import HOLD
from houseway.pricing.papers.plot import plot
from houseway.pricing.papers.sheet import Sheet, WagerPrice, decimal
from houseway.rules.models import PayTable, written
from houseway.rules.source import source_of


def described(sheet: Sheet) -> Flowing:
    """The whole document."""
    game = sheet.rules.game
    return Flowing(
        f"{game.name}: PAR sheet",
        Head(game.name, "Probability accounting report", game.summary, source_of(game.rulebook)),
        tuple(_parts(sheet)),
        sheet.made.counted if sheet.made else None,
    )


def _parts(sheet: Sheet) -> Iterator[Section | Block]:
    figures = ("all figures", f"SHA-256 {sheet.fingerprint}; every decimal follows from counts and fractions")
    made = made_by(sheet.made) if sheet.made else ()
    yield Facts(tuple(Fact(name, text) for name, text in (*made, figures)), small=True)
    yield Section("Wagers", (wagers(sheet),))
    for wager, names in apart(sheet):
        yield Section(wager.name, tuple(_wager(wager, names)))
    if sheet.charts or sheet.simple:
        charts: tuple[Block, ...] = (Columns(tuple(map(grid, sheet.charts))),) if sheet.charts else ()
        yield Section("Strategy", (*charts, *map(to_remember, sheet.simple)))
    yield from _rules(sheet)
    if sheet.evidence is not None:
        columns = _columns(EVIDENCE, ("words", "words", "number", "number", "number"))
        played = Table(columns, tuple(evidence_rows(sheet)), small=True)
        yield Section("Evidence of simulation", (Paragraph(sheet.evidence.told), played))
    yield Section("Method", tuple(map(Paragraph, (*sheet.method, *sheet.notes, HOLD))))


def _rules(sheet: Sheet) -> Iterator[Section]:
    """The rules as priced: pay tables, options, rulings."""
    rules, game = sheet.rules, sheet.rules.game
    if tables := {id(table): table for table in rules.pay_tables.values()}:
        yield Section("Pay tables", (Columns(tuple(map(_pay_table, tables.values()))),))
    if rules.options:
        options = tuple(
            (option.name, written(rules.options[name]).strip('"'), option.clause)
            for name, option in game.options.items()
        )
        columns = _columns(("option", "value", "clause"), ("words", "words", "clause"))
        yield Section("Options as priced", (Table(columns, options),))
    if game.rulings:
        rulings = tuple(
            (Cell(name, strong=True), one.reading, one.clause) for name, one in in_order(game.rulings).items()
        )
        columns = _columns(("ruling", "reading", "clause"), ("name", "words", "clause"))
        yield Section("Rulings", (Table(columns, rulings),))


def wagers(sheet: Sheet) -> Table:
    """Every wager in one line."""
    heads = (
        "wager", "expectation", "house edge", "return to player", "element of risk", "hit rate", "push rate",
        "standard deviation", "volatility index",
    )  # fmt: skip
    rows = tuple(
        (
            Cell(wager.name, strong=True, below=() if single(wager) else (staked(wager),)),
            Cell(decimal(wager.expectation, 8), below=() if single(wager) else (f"of {wager.unit}",)),
            Cell(percent(wager.headline_edge), strong=True, below=edges(wager)),
            percent(wager.return_to_player),
            "" if wager.element_of_risk is None else percent(wager.element_of_risk),
            percent(wager.outcomes.hit_rate),
            percent(wager.outcomes.push_rate),
            f"{wager.outcomes.standard_deviation:.6f}",
            f"{wager.volatility_index:.6f}",
        )
        for wager in sheet.wagers
    )
    return Table(_numbers(heads), rows, small=True)


def _wager(wager: WagerPrice, names: Sequence[str]) -> Iterator[Block]:
    said = (*alike(names), *facts(wager), ("method", None, wager.method), ("clause", None, wager.clause))
    yield Facts(tuple(Fact(name, text, value) for name, value, text in said))
    if wager.lines:
        columns = _columns(LINES, ("words", "number", "number", "number", "number", "number", "clause"))
        yield Table(columns, tuple(line_rows(wager)), small=True)
    beside = (
        _kept(f"Each wager by itself, in units of {wager.unit}", _numbers(PARTS), part_rows(wager)),
        _kept("How often each answer is given", _numbers(TAKEN, words=2), taken_rows(wager)),
        _kept("By the open card", _numbers(BY_CARD), card_rows(wager)),
    )
    yield from _beside(beside)
    if len(wager.outcomes.counts) > FEW or not wager.lines:
        yield distribution(wager)
        yield _every_result(wager)
    beside = (
        _kept("Return to player after many rounds, in per cent", _numbers(INTERVALS), interval_rows(wager)),
        _kept("Hold against drop", _numbers(HELD), hold_rows(wager)),
        None,
    )
    yield from _beside(beside)


def distribution(wager: WagerPrice) -> Stems:
    caption = f"Each stem is one result in units of {wager.unit}: how often it comes, by powers of ten."
    return Stems(plot(wager.outcomes), caption)


def _every_result(wager: WagerPrice) -> Listing:
    heads, rows = result_rows(wager)
    return Listing(every_result(wager), heads, tuple(rows))


def _pay_table(table: PayTable) -> Table:
    rows = tuple(
        (line.label, "push" if line.pays is None else f"{line.pays.win} to {line.pays.stake}", line.clause)
        for line in table.lines
    )
    columns = _columns(("hand", "pays", "clause"), ("words", "number", "clause"))
    return Table(columns, rows, table.name, table.clause, kept=True, small=True)


def _kept(title: str, columns: tuple[Column, ...], rows: Sequence[tuple[str, ...]]) -> Table | None:
    return Table(columns, tuple(rows), title, kept=True, small=True) if rows else None


def _beside(tables: Iterable[Table | None]) -> Iterator[Beside]:
    if there := tuple(table for table in tables if table is not None):
        yield Beside(there)


def _columns(heads: Sequence[str], kinds: Sequence[ColumnKind]) -> tuple[Column, ...]:
    return tuple(Column(head, kind) for head, kind in zip(heads, kinds, strict=True))


def _numbers(heads: Sequence[str], *, words: int = 1) -> tuple[Column, ...]:
    """Columns of numbers behind one or more of words."""
    return tuple(Column(head, "words" if at < words else "number") for at, head in enumerate(heads))
