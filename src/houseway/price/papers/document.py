"""A PAR sheet as a document to file: one HTML page that needs nothing else, made to be printed too."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from html import escape
from importlib import resources

from houseway.paper import Colour
from houseway.price.papers.plot import plot
from houseway.price.papers.sheet import Chart, Outcomes, Sheet, Simple, WagerPrice, cases, decimal
from houseway.rules.models import PayTable, written

BOLD, MILD, TIMID = (27, 94, 32), (251, 217, 130), (183, 58, 48)  # answers from the boldest to the most timid
FEW = 3  # results that the lines say as well: they are not drawn


def html(sheet: Sheet) -> str:
    """The whole document."""
    game = sheet.rules.game
    parts = "\n".join(_parts(sheet))
    style = (resources.files(__package__) / "document.css").read_text(encoding="utf-8")
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f"<title>{escape(game.name)}: PAR sheet</title>\n"
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<style>\n{style}</style>\n</head>\n'
        f"<body>\n<main>\n{parts}\n</main>\n</body>\n</html>\n"
    )


def _parts(sheet: Sheet) -> Iterator[str]:
    game, rules = sheet.rules.game, sheet.rules
    yield (
        f'<header><p class="kind">Probability accounting report</p><h1>{escape(game.name)}</h1>'
        f"<p>{escape(game.summary)}</p>"
        f'<p class="source">{escape(game.rulebook.document)}, version {escape(game.rulebook.version)}</p></header>'
    )
    yield "<section><h2>Wagers</h2>" + _wagers(sheet) + "</section>"
    for wager in sheet.wagers:
        yield _wager(wager)
    if sheet.charts or sheet.simple:
        charts = "".join(map(chart_html, sheet.charts))
        simple = "".join(map(simple_html, sheet.simple))
        yield f'<section><h2>Strategy</h2><div class="charts">{charts}</div>{simple}</section>'
    tables = {id(table): table for table in rules.pay_tables.values()}.values()
    if tables:
        yield (
            '<section><h2>Pay tables</h2><div class="columns">' + "".join(map(_pay_table, tables)) + "</div></section>"
        )
    if rules.options:
        rows = (
            (escape(option.name), escape(written(rules.options[name]).strip('"')), _clause(option.clause))
            for name, option in game.options.items()
        )
        yield "<section><h2>Options as priced</h2>" + _table(("option", "value", "clause"), rows) + "</section>"
    if game.rulings:
        rows = (
            (f"<b>{escape(name)}</b>", escape(ruling.reading), _clause(ruling.clause))
            for name, ruling in game.rulings.items()
        )
        yield "<section><h2>Rulings</h2>" + _table(("ruling", "reading", "clause"), rows) + "</section>"
    paragraphs = "".join(f"<p>{escape(text)}</p>" for text in (*sheet.method, *sheet.notes))
    yield f"<section><h2>Method</h2>{paragraphs}</section>"
    yield (
        f"<footer>Every decimal follows from the counts and fractions above. SHA-256 of all figures: "
        f"<code>{sheet.fingerprint}</code></footer>"
    )


def _wagers(sheet: Sheet) -> str:
    heads = (
        "wager", "expectation", "house edge", "element of risk", "hit rate", "standard deviation", "clause",
    )  # fmt: skip
    rows = (
        (
            f"<b>{escape(wager.name)}</b>" + ("" if single(wager) else f"<small>{escape(staked(wager))}</small>"),
            decimal(wager.expectation, 8) + ("" if single(wager) else f"<small>{escape(wager.unit)}</small>"),
            f"<b>{percent(wager.house_edge)}</b>",
            "" if wager.element_of_risk is None else percent(wager.element_of_risk),
            percent(wager.outcomes.hit_rate),
            f"{wager.outcomes.standard_deviation:.6f}",
            _clause(wager.clause),
        )
        for wager in sheet.wagers
    )
    return _table(heads, rows, numbers=range(1, 6))


def _wager(wager: WagerPrice) -> str:
    facts = [
        ("expectation", f"{wager.expectation} = {decimal(wager.expectation)} of {wager.unit}"),
        ("house edge", f"{wager.house_edge} = {percent(wager.house_edge, 6)} of what is put up at first"),
        ("hit rate", f"{wager.outcomes.hit_rate} = {percent(wager.outcomes.hit_rate, 6)}"),
        ("variance", f"{wager.outcomes.variance} = {decimal(wager.outcomes.variance)}"),
        ("equally likely cases", cases(wager.outcomes.total)),
        ("method", wager.method),
    ]
    if wager.action is not None and wager.element_of_risk is not None:
        facts.insert(2, ("wagered in all", f"{wager.action} = {decimal(wager.action)} on average"))
        facts.insert(3, ("element of risk", f"{wager.element_of_risk} = {percent(wager.element_of_risk, 6)}"))
        if wager.actions and wager.actions[0] != wager.actions[1]:
            least, most = wager.actions
            ends = f"{least} = {decimal(least)} to {most} = {decimal(most)}"
            facts.insert(4, ("among equal strategies", f"{ends} wagered"))
    terms = "".join(f"<dt>{name}</dt><dd>{escape(text)}</dd>" for name, text in facts)
    parts = [f"<h2>{escape(wager.name)}</h2>", f"<dl>{terms}</dl>"]
    if wager.lines:
        heads = ("result", "pays", "cases", "probability", "return", "clause")
        rows = (
            (
                escape(line.name),
                escape(line.pays),
                cases(line.count),
                decimal(Fraction(line.count, line.total)),
                decimal(line.returned),
                _clause(line.clause),
            )
            for line in wager.lines
        )
        parts.append(_table(heads, rows, numbers=range(1, 5)))
    if len(wager.outcomes.counts) > FEW or not wager.lines:
        parts.append(_distribution(wager))
    return f'<section class="wager">{"".join(parts)}</section>'


def _distribution(wager: WagerPrice) -> str:
    drawn = (
        f"<figure>{distribution_svg(wager.outcomes)}<figcaption>Each stem is one result: how often it comes, by powers "
        f"of ten, and what it is in units of {escape(wager.unit)}.</figcaption></figure>"
    )
    total = wager.outcomes.total
    cells = "".join(
        f"<tr><td>{_signed(result)}</td><td>{cases(count)}</td><td>{decimal(Fraction(count, total), 12)}</td></tr>"
        for result, count in sorted(wager.outcomes.counts.items())
        if count
    )
    return (
        f'{drawn}<h3>Every result</h3><div class="results"><table><thead><tr><th>result</th><th>cases</th>'
        f"<th>probability</th></tr></thead><tbody>{cells}</tbody></table></div>"
    )


def _pay_table(table: PayTable) -> str:
    rows = (
        (
            escape(line.label),
            "push" if line.pays is None else f"{line.pays.win} to {line.pays.stake}",
            _clause(line.clause),
        )
        for line in table.lines
    )
    body = _table(("hand", "pays", "clause"), rows, numbers=(1,))
    return f'<div class="keep"><h3>{escape(table.name)} {_clause(table.clause)}</h3>{body}</div>'


def chart_html(chart: Chart) -> str:
    """A strategy in colours, each answer with its letter."""
    corner = "<tr><th></th>" + "".join(f"<th>{escape(name)}</th>" for name in chart.columns) + "</tr>"
    rows = "".join(
        f"<tr><th>{escape(name)}</th>" + "".join(_cell(chart, cell) for cell in cells) + "</tr>"
        for name, cells in zip(chart.rows, chart.cells, strict=True)
    )
    legend = "".join(
        f'<span><i style="background:{_rgb(colour(chart, code))}"></i>{escape(code)}: {escape(words)}</span>'
        for code, words in chart.legend.items()
    )
    note = f"<p>{escape(chart.note)}</p>" if chart.note else ""
    return (
        f'<div class="keep"><h3>{escape(chart.name)}</h3><table class="chart">{corner}{rows}</table>'
        f'<div class="legend">{legend}</div>{note}</div>'
    )


def _cell(chart: Chart, cell: str) -> str:
    if cell not in chart.legend:
        return f"<td>{escape(cell)}</td>"
    back = colour(chart, cell)
    return f'<td style="background:{_rgb(back)};color:{"#111" if light(back) else "#fff"}">{escape(cell)}</td>'


def simple_html(simple: Simple) -> str:
    """A strategy to remember, with what it costs."""
    steps = "".join(f"<li>{escape(step)}</li>" for step in simple.steps)
    return f'<div class="keep"><h3>{escape(simple.name)}</h3><ul>{steps}</ul><p>{simple.verdict}</p></div>'


def colour(chart: Chart, cell: str) -> Colour:
    """Green for the boldest answer of a chart, over yellow, to red for the most timid."""
    bold = chart.boldness(cell)
    low, high, part = (TIMID, MILD, bold * 2) if bold < 0.5 else (MILD, BOLD, bold * 2 - 1)
    red, green, blue = (round(a + (b - a) * part) for a, b in zip(low, high, strict=True))
    return red, green, blue


def light(back: Colour) -> bool:
    red, green, blue = back
    return red * 0.299 + green * 0.587 + blue * 0.114 > 140


def _rgb(colour: Colour) -> str:
    return f"#{colour[0]:02x}{colour[1]:02x}{colour[2]:02x}"


def distribution_svg(outcomes: Outcomes) -> str:
    """The distribution, drawn."""
    width, height, left, bottom, top = 940, 300, 58, 34, 10
    drawn = plot(outcomes)

    def at(x: float) -> str:
        return f"{left + 8 + x * (width - left - 20):.1f}"

    def up(y: float) -> str:
        return f"{height - bottom - y * (height - bottom - top):.1f}"

    floor = up(0)
    parts = []
    for y, label in drawn.chances:
        parts.append(f'<path class="grid" d="M{left} {up(y)}H{width}"/>')
        parts.append(f'<text x="{left - 6}" y="{up(y)}" dy="4" text-anchor="end">{_raised(label)}</text>')
    for x, label in drawn.results:
        parts.append(f'<path class="tick" d="M{at(x)} {floor}v5"/>')
        parts.append(f'<text x="{at(x)}" y="{height - bottom + 18}" text-anchor="middle">{label}</text>')
    for stem in drawn.stems:
        told = f"{_signed(stem.result)}: {stem.chance:.6%}"
        parts.append(
            f'<g class="{stem.kind}"><title>{told}</title><path d="M{at(stem.x)} {floor}V{up(stem.y)}"/>'
            f'<circle cx="{at(stem.x)}" cy="{up(stem.y)}" r="2.6"/></g>'
        )
    parts.append(f'<path class="axis" d="M{left} {floor}H{width}"/>')
    named = 'role="img" aria-label="How often each result comes"'
    return f'<svg viewBox="0 0 {width} {height}" {named}>{"".join(parts)}</svg>'


def _raised(label: str) -> str:
    base, caret, power = label.partition("^")
    return f'{base}<tspan dy="-5" font-size="8">{power}</tspan>' if caret else label


def _table(heads: Iterable[str], rows: Iterable[Iterable[str]], numbers: Iterable[int] = ()) -> str:
    right = set(numbers)

    def line(cells: Iterable[str], tag: str) -> str:
        return "".join(f"<{tag}{' class=number' * (at in right)}>{cell}</{tag}>" for at, cell in enumerate(cells))

    body = "".join(f"<tr>{line(row, 'td')}</tr>" for row in rows)
    return f"<table><thead><tr>{line(heads, 'th')}</tr></thead><tbody>{body}</tbody></table>"


def _clause(clause: str) -> str:
    return f'<span class="clause">{escape(clause)}</span>'


def _signed(result: Fraction) -> str:
    return f"+{result}" if result > 0 else str(result)


def percent(number: Fraction, places: int = 4) -> str:
    return f"{decimal(number * 100, places)} %"


def single(wager: WagerPrice) -> bool:
    """A plain bet of one: nothing is to be said of how much it is."""
    return wager.staked == 1 and wager.unit == "the wager"


def staked(wager: WagerPrice) -> str:
    """What is put up at first, in words."""
    unit = wager.unit.removeprefix("one ").removeprefix("the ")
    return f"{wager.staked} {unit}{'s' * (wager.staked != 1)} put up at first"
