"""`houseway price`: a PAR sheet in the terminal, and as files to keep."""

from collections.abc import Iterator
from contextlib import nullcontext
from fractions import Fraction
from pathlib import Path

from rich import box
from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from houseway.cli.numbers import whole
from houseway.cli.progress import progress_bar
from houseway.cli.text import CLAUSE
from houseway.papers import price_sheet, strategy_card
from houseway.papers.description import Placed
from houseway.pricing import price
from houseway.pricing.counting.cache import counting_anew
from houseway.pricing.evidence import with_evidence
from houseway.pricing.families import pricing
from houseway.pricing.papers.document import (
    BY_CARD,
    EVIDENCE,
    PARTS,
    TAKEN,
    card_rows,
    colour,
    evidence_rows,
    light,
    made_by,
    part_rows,
    percent,
    single,
    staked,
    taken_rows,
)
from houseway.pricing.papers.sheet import Chart, Outcomes, Sheet, Simple, WagerPrice, cases, decimal, one_in
from houseway.pricing.policy import Digested, digests, export
from houseway.rules.money import MoneyError, cents
from houseway.rules.resolved import Rules
from houseway.rules.source import source_of
from houseway.rules.strict import RulesError

_ROWS = 18  # results shown one by one; more are drawn together
_BAR = 36
_MOST = 12  # wagers told one by one; more stand in the document only
_SHORT = 12  # a clause that is not broken over lines


def sheet_counted(
    rules: Rules,
    console: Console,
    *,
    cluster: str | None = None,
    recount: bool = False,
    meters: list[str] | None = None,
    stake: str | None = None,
) -> Sheet:
    """The sheet, with a bar on the standard error while it is being counted."""
    shows = dict(map(_meter, meters or []))
    try:
        amount = cents(stake.removeprefix("$")) if stake else None
    except MoneyError as error:
        raise RulesError(f"--stake: {error}") from None
    with progress_bar(console) as progress, counting_anew() if recount else nullcontext():
        return price(rules, progress=progress, cluster=cluster, meters=shows, stake=amount)


def _meter(given: str) -> tuple[str, int]:
    name, equals, amount = (part.strip() for part in given.partition("="))
    try:
        return name, cents(amount.removeprefix("$")) if equals else cents("")
    except MoneyError:
        raise RulesError(
            f"--meter {given!r} is not what a meter shows: write NAME=AMOUNT, as in bonus-spin-B=7250"
        ) from None


def played(sheet: Sheet, rounds: str, console: Console) -> Sheet:
    """The sheet with evidence: so many rounds at its table."""
    many = whole("--evidence", rounds)
    with progress_bar(console) as progress:
        return with_evidence(sheet, many, progress=progress)


def write(sheet: Sheet, page: Path | None, paper: Path | None, card: Path | None = None) -> list[Path]:
    """Write the documents asked for; the answer is which."""
    from houseway.papers import html, pdf

    described = price_sheet.described(sheet) if page or paper else None
    documents = [(page, html.rendered(described).encode())] if page and described else []
    documents += [(paper, pdf.rendered(described))] if paper and described else []
    documents += [(card, pdf.rendered(_card(sheet.rules)))] if card else []
    for path, content in documents:
        try:
            path.write_bytes(content)
        except OSError as error:
            raise RulesError(f"{path} can't be written: {error.strerror}") from None
    return [path for path, _ in documents]


def exported(sheet: Sheet, path: Path) -> str:
    """Write the policy; the answer is what to say of it."""
    done = export(sheet, path)
    return (
        f"Written: {path}, {done.situations:,} situations, {done.rows:,} rows, SHA-256 of all rows {done.digest}\n"
        f"{done.note}"
    )


def digested(rules: Rules, console: Console) -> list[Digested]:
    """Digests of what can't be listed, with a bar on the standard error while they are made."""
    with progress_bar(console) as progress:
        return digests(rules, progress)


def told_digests(found: list[Digested]) -> str:
    return "\n".join(
        f"{one.ask}: {one.situations:,} situations, SHA-256 of all {one.digest}\n{one.record}" for one in found
    )


def writable(*paths: Path | None) -> None:
    """Say what can't be written before the counting, not after."""
    for path in filter(None, paths):
        try:
            if path.is_dir():
                raise RulesError(f"{path} can't be written: it is a folder")
            if not path.parent.is_dir():
                raise RulesError(f"{path} can't be written: there is no folder {path.parent}")
        except OSError as error:  # a name that no file can have
            raise RulesError(f"{str(path)[:40]}… can't be written: {error.strerror}") from None


def has_card(rules: Rules) -> None:
    found = pricing(rules.game.id)
    if found is None or found.card is None:
        raise RulesError(f"{rules.game.name} has no strategy card: its charts are in the document (--pdf)")


def _card(rules: Rules) -> Placed:
    found = pricing(rules.game.id)
    assert found and found.card
    return strategy_card.described(found.card(rules))


def report(sheet: Sheet) -> Group:
    return Group(*_parts(sheet))


def _parts(sheet: Sheet) -> Iterator[RenderableType]:
    game = sheet.rules.game
    yield Text(game.name, "bold").append("  PAR sheet", "not bold cyan")
    yield Text(source_of(sheet.rules.game.rulebook), "dim")
    for name, text in made_by(sheet.made) if sheet.made else ():
        yield Text(f"{name}: {text}", "dim")
    yield Padding(_wagers(sheet), (1, 0, 0, 0))
    yield Padding(_more(sheet), (1, 0, 0, 0))
    yield Padding(_fractions(sheet), (1, 0, 0, 0))
    if len(sheet.wagers) > _MOST:
        yield Text(
            f"\nThe pay lines of these {len(sheet.wagers)} wagers, with their counts, are in the document (--pdf or "
            "--html) and in the JSON (--json)."
        )
    for wager in sheet.wagers if len(sheet.wagers) <= _MOST else ():
        yield Text(f"\n{wager.name}", "bold").append(f"  {cases(wager.outcomes.total)} cases", "not bold dim")
        shapes: list[RenderableType] = [_lines(wager)] if wager.lines else []
        if not (wager.lines and wager.staked == 1 and wager.action is None):  # else the lines say it all
            shapes.append(_distribution(wager.outcomes))
        shapes += [_rows(heads, rows) for heads, rows in _tables(wager) if rows]
        yield from (Padding(shape, (0, 0, 1, 2)) for shape in shapes)
    if sheet.charts:
        yield Padding(Columns([_chart(chart) for chart in sheet.charts], padding=(1, 4)), (0, 0, 0, 2))
    for simple in sheet.simple:
        yield _simple(simple)
    if sheet.evidence is not None:
        yield Text("\nEvidence of simulation", "bold")
        yield Padding(Text(sheet.evidence.told), (0, 0, 0, 2))
        yield Padding(_rows(EVIDENCE, evidence_rows(sheet)), (1, 0, 0, 2))
    yield Text("\nNotes", "bold")
    for note in (*sheet.method, *sheet.notes):
        yield Padding(Text(note), (0, 0, 0, 2))
    yield Text(f"\nsha256 of all figures {sheet.fingerprint}", "dim")


def _grid(*heads: str, right: range = range(0)) -> Table:
    table = Table(box=box.SIMPLE_HEAD, header_style="dim", show_edge=False, padding=(0, 1, 0, 0), pad_edge=False)
    for at, head in enumerate(heads):
        table.add_column(head, justify="right" if at in right else "left", no_wrap=at in right)
    return table


def _wagers(sheet: Sheet) -> Table:
    heads = ("wager", "expectation", "house edge", "element\nof risk", "hit rate", "standard\ndeviation")
    table = _grid(*heads, right=range(1, 6))
    for wager in sheet.wagers:
        risk = wager.element_of_risk
        edge = wager.headline_edge
        beside = f"\nof {wager.customary}\n{percent(wager.house_edge)}\nof all put up" if wager.customary else ""
        plainly = single(wager)
        table.add_row(
            Text(wager.name, "bold").append("" if plainly else f"\n{staked(wager)}", "not bold dim"),
            Text(decimal(wager.expectation, 8)).append("" if plainly else f"\nof {wager.unit}", "dim"),
            Text(percent(edge), "bold red" if edge > 0 else "bold green").append(beside, "not bold dim"),
            "" if risk is None else percent(risk),
            percent(wager.outcomes.hit_rate),
            f"{wager.outcomes.standard_deviation:.6f}",
        )
    return table


def _more(sheet: Sheet) -> Table:
    heads = ("wager", "return to\nplayer", "push rate", "a win is\n1 in", "volatility\nindex")
    table = _grid(*heads, right=range(1, len(heads)))
    for wager in sheet.wagers:
        table.add_row(
            wager.wager,
            percent(wager.return_to_player),
            percent(wager.outcomes.push_rate),
            one_in(wager.outcomes.hit_rate) or "never",
            f"{wager.volatility_index:.6f}",
        )
    return table


def _tables(wager: WagerPrice) -> Iterator[tuple[tuple[str, ...], list[tuple[str, ...]]]]:
    yield (f"by itself, in units of {wager.unit}", *PARTS[1:]), part_rows(wager)
    yield TAKEN, taken_rows(wager)
    yield BY_CARD, card_rows(wager)


def _rows(heads: tuple[str, ...], rows: list[tuple[str, ...]]) -> Table:
    words = 2 if heads in (TAKEN, EVIDENCE) else 1
    table = _grid(*heads, right=range(words, len(heads)))
    for row in rows:
        table.add_row(*row)
    return table


def _fractions(sheet: Sheet) -> Table:
    table = Table.grid(padding=(0, 2))
    table.add_column(style="dim")
    table.add_column(overflow="fold")
    table.add_column(style="dim")
    for wager in sheet.wagers:
        table.add_row(wager.wager, str(wager.expectation), "expectation, exactly")
        if wager.action is not None and wager.actions is not None:
            least, most = wager.actions
            ends = f", to {most} among equal answers" if least != most else ""
            table.add_row("", str(wager.action), f"wagered on average, {decimal(wager.action, 6)}{ends}")
    return table


def _lines(wager: WagerPrice) -> Table:
    table = _grid("result", "pays", "cases", "probability", "return", "clause", right=range(1, 5))
    short = all(len(line.clause) <= _SHORT for line in wager.lines)
    table.columns[5].style, table.columns[5].no_wrap = CLAUSE, short
    for line in wager.lines:
        returned = Text(decimal(line.returned, 6), "green" if line.returned > 0 else "red" if line.returned else "")
        chance = decimal(Fraction(line.count, line.total), 8)
        table.add_row(line.name, line.pays, _cases(line.count, line.total), chance, returned, line.clause)
    return table


def _cases(count: int, total: int) -> str:
    """Where some counts of a column are too long for it, none stands in full that would make it wide."""
    if count < 10**9 or total < 10**18:
        return cases(count)
    power = len(str(count)) - 1
    return f"{decimal(Fraction(count, 10**power), 6)}e{power}"


def _distribution(outcomes: Outcomes) -> Table:
    """Results with their chances and a bar; neighbours are put together where there are too many."""
    table = _grid("result", "cases", "probability", "", right=range(3))
    total = outcomes.total
    groups = _together(outcomes)
    tallest = max(count for _, _, count in groups)
    for low, high, count in groups:
        label = f"{_signed(low)}" if low == high else f"{_signed(low)} to {_signed(high)}"
        style = "red" if high < 0 else "green" if low > 0 else "yellow"
        width = round(_BAR * 8 * count / tallest)
        bar = "█" * (width // 8) + " ▏▎▍▌▋▊▉"[width % 8].strip()
        table.add_row(label, cases(count), decimal(Fraction(count, total), 10), Text(bar or "·", style))
    return table


def _together(outcomes: Outcomes) -> list[tuple[Fraction, Fraction, int]]:
    """Every result alone if there are few; else losses and small wins alone and the rest by powers."""
    results = sorted(result for result, count in outcomes.counts.items() if count)
    if len(results) <= _ROWS:
        return [(result, result, outcomes.counts[result]) for result in results]
    edges = [4, 6, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000]
    groups: dict[int | Fraction, list[Fraction]] = {}
    for result in results:
        size = next((edge for edge in edges if abs(result) < edge), edges[-1] * 2)
        key = result if size == edges[0] else size if result > 0 else -size
        groups.setdefault(key, []).append(result)
    return [(part[0], part[-1], sum(outcomes.counts[result] for result in part)) for part in groups.values()]


def _signed(result: Fraction) -> str:
    return f"+{result}" if result > 0 else str(result)


def _chart(chart: Chart) -> Group:
    grid = Table.grid(padding=0)
    wide = max(
        3, *(len(cell) + 2 for row in (*chart.cells, *(() if chart.legend else (chart.columns,))) for cell in row)
    )
    grid.add_row("", *(Text(name.center(wide), "dim") for name in chart.columns))
    for name, row in zip(chart.rows, chart.cells, strict=True):
        grid.add_row(Text(f"{name} ", "dim"), *(_cell(chart, cell, wide) for cell in row))
    legend = Text()
    for code, words in chart.legend.items():
        legend.append_text(_cell(chart, code, len(code) + 2)).append(f" {words}\n")
    note = Text(f"{chart.note}\n" if chart.note else "", "dim")
    return Group(Text(f"\n{chart.name}", "bold"), grid, legend.append_text(note))


def _cell(chart: Chart, cell: str, wide: int) -> Text:
    if cell not in chart.legend:
        return Text(cell.center(wide), "dim")
    back = colour(chart, cell)
    front = "black" if light(back) else "white"
    return Text(cell.center(wide), f"{front} on rgb({back[0]},{back[1]},{back[2]})")


def _simple(simple: Simple) -> Group:
    steps = [Padding(Text(f"- {step}"), (0, 0, 0, 2)) for step in simple.steps]
    verdict = Padding(Text(simple.verdict, "dim"), (0, 0, 0, 2))
    return Group(Text(f"\n{simple.name}", "bold"), *steps, verdict)
