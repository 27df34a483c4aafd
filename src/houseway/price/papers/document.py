"""A PAR sheet as a document to file: one HTML page that needs nothing else, made to be printed too."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from html import escape
from importlib import resources
from math import floor, log10

from houseway.paper import Colour
from houseway.price.papers.filed import HOLD, PLAYED, SHARES, holds, intervals
from houseway.price.papers.plot import plot
from houseway.price.papers.sheet import Chart, Made, Outcomes, Sheet, Simple, WagerPrice, cases, decimal, one_in
from houseway.rules.models import PayTable, Ruling, written
from houseway.rules.source import source_of

BOLD, MILD, TIMID = (27, 94, 32), (251, 217, 130), (183, 58, 48)  # answers from the boldest to the most timid
Said = tuple[str, Fraction | None, str]  # a figure's name, its exact value, and how it is put

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
        f'<p class="source">{escape(source_of(sheet.rules.game.rulebook))}</p></header>'
    )
    if sheet.made is not None:
        terms = "".join(f"<dt>{name}</dt><dd>{escape(text)}</dd>" for name, text in made_by(sheet.made))
        yield f'<dl class="made">{terms}</dl>'
    yield "<section><h2>Wagers</h2>" + wagers_table(sheet) + "</section>"
    for wager, names in apart(sheet):
        yield _wager(wager, names)
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
            for name, ruling in in_order(game.rulings).items()
        )
        yield "<section><h2>Rulings</h2>" + _table(("ruling", "reading", "clause"), rows) + "</section>"
    if sheet.evidence is not None:
        table = _table(EVIDENCE, (map(escape, row) for row in evidence_rows(sheet)), numbers=range(2, 5))
        yield f"<section><h2>Evidence of simulation</h2><p>{escape(sheet.evidence.told)}</p>{table}</section>"
    paragraphs = "".join(f"<p>{escape(text)}</p>" for text in (*sheet.method, *sheet.notes, HOLD))
    yield f"<section><h2>Method</h2>{paragraphs}</section>"
    yield (
        f"<footer>Every decimal follows from the counts and fractions above. SHA-256 of all figures: "
        f"<code>{sheet.fingerprint}</code></footer>"
    )


def wagers_table(sheet: Sheet) -> str:
    """Every wager in one line."""
    heads = (
        "wager", "expectation", "house edge", "return to player", "element of risk", "hit rate", "push rate",
        "standard deviation", "volatility index", "clause",
    )  # fmt: skip
    rows = (
        (
            f"<b>{escape(wager.name)}</b>" + ("" if single(wager) else f"<small>{escape(staked(wager))}</small>"),
            decimal(wager.expectation, 8) + ("" if single(wager) else f"<small>of {escape(wager.unit)}</small>"),
            f"<b>{percent(wager.headline_edge)}</b>" + "".join(f"<small>{escape(one)}</small>" for one in edges(wager)),
            percent(wager.return_to_player),
            "" if wager.element_of_risk is None else percent(wager.element_of_risk),
            percent(wager.outcomes.hit_rate),
            percent(wager.outcomes.push_rate),
            f"{wager.outcomes.standard_deviation:.6f}",
            f"{wager.volatility_index:.6f}",
            _clause(wager.clause),
        )
        for wager in sheet.wagers
    )
    return _table(heads, rows, numbers=range(1, 9))


def edges(wager: WagerPrice) -> tuple[str, ...]:
    """What stands below the headline edge where it is not of all that is put up at first."""
    if not wager.customary:
        return ()
    return f"of {wager.customary}", f"{percent(wager.house_edge)} of what is put up at first"


def apart(sheet: Sheet) -> list[tuple[WagerPrice, tuple[str, ...]]]:
    """The wagers that are told by themselves, each with the names of those whose figures are all the same."""
    found: list[tuple[WagerPrice, list[str]]] = []
    for wager in sheet.wagers:
        figures = replace(wager, wager="", name="")
        alike = next((names for one, names in found if replace(one, wager="", name="") == figures), None)
        if alike is None:
            found.append((wager, []))
        else:
            alike.append(wager.name)
    return [(wager, tuple(names)) for wager, names in found]


def alike(names: Sequence[str]) -> list[Said]:
    """Whose figures these are too."""
    return [("the same for", None, "; ".join(names))] if names else []


def facts(wager: WagerPrice) -> list[Said]:
    """The figures of a wager, in the order they are filed."""
    hit, push, risk = wager.outcomes.hit_rate, wager.outcomes.push_rate, wager.element_of_risk
    found: list[Said] = [("expectation", wager.expectation, f"{decimal(wager.expectation)} of {wager.unit}")]
    if wager.customary:
        found.append(("house edge", wager.headline_edge, f"{percent(wager.headline_edge, 6)} of {wager.customary}"))
    found += [
        ("house edge", wager.house_edge, f"{percent(wager.house_edge, 6)} of what is put up at first"),
        ("return to player", wager.return_to_player, percent(wager.return_to_player, 6)),
    ]
    if wager.action is not None and risk is not None:
        found.append(("wagered in all", wager.action, f"{decimal(wager.action)} on average"))
        if wager.actions and wager.actions[0] != wager.actions[1]:
            least, most = wager.actions
            found += [
                ("the least", least, f"{decimal(least)}, among equally good answers"),
                ("the most", most, f"{decimal(most)}, among equally good answers"),
            ]
        found.append(("element of risk", risk, percent(risk, 6)))
    deviation, index, variance = wager.outcomes.standard_deviation, wager.volatility_index, wager.outcomes.variance
    of_index = f"{index:.10f}, 1.644854 standard deviations of what is put up at first"
    if (near := wager.near) is not None:  # a fraction would say that these are exact
        found += [
            ("hit rate", None, f"{percent(hit, 6)}{_one_in(hit)}{_off(near.hit_rate * 100, ' %')}"),
            ("push rate", None, f"{percent(push, 6)}{_one_in(push)}{_off(near.chance * 100, ' %')}"),
            ("variance", None, f"{decimal(variance)}{_off(2 * deviation * near.deviation)}"),
            ("standard deviation", None, f"{deviation:.10f}{_off(near.deviation)}"),
            ("volatility index", None, f"{of_index}{_off(index / deviation * near.deviation)}"),
            ("each result's chance", None, f"as it stands below{_off(near.chance)}"),
        ]
        return found
    found += [
        ("hit rate", hit, f"{percent(hit, 6)}{_one_in(hit)}"),
        ("push rate", push, f"{percent(push, 6)}{_one_in(push)}"),
        ("variance", variance, decimal(variance)),
        ("standard deviation", None, f"{deviation:.10f}"),
        ("volatility index", None, of_index),
        ("equally likely cases", None, cases(wager.outcomes.total)),
    ]
    return found


def _off(most: float, unit: str = "") -> str:
    return f"; off by at most {decimal(Fraction(most), max(1, 1 - floor(log10(most))))}{unit}"


def _one_in(chance: Fraction) -> str:
    found = one_in(chance)
    return f", 1 in {found}" if found else ""


def made_by(made: Made) -> tuple[tuple[str, str], ...]:
    """What a sheet was made by, from what and when, by name."""
    return (
        ("software", f"Houseway {made.version}, SHA-256 {made.software}"),
        ("rules", f"SHA-256 {made.rules}"),
        ("counted", f"{made.counted:%Y-%m-%d %H:%M} UTC"),
    )


Row = tuple[str, ...]
Rows = list[Row]


def line_rows(wager: WagerPrice) -> Rows:
    """The lines of a wager: result, pays, cases, probability, 1 in N, return, clause."""
    found: Rows = []
    for line in wager.lines:
        chance = Fraction(line.count, line.total)
        found.append(
            (
                line.name, line.pays, cases(line.count), decimal(chance), one_in(chance) or "", decimal(line.returned),
                line.clause,
            )
        )  # fmt: skip
    return found


LINES: Row = ("result", "pays", "cases", "probability", "1 in", "return", "clause")


def part_rows(wager: WagerPrice) -> Rows:
    """Each wager of a game by itself."""
    return [
        (
            part.name,
            decimal(part.expectation),
            decimal(part.action),
            percent(part.outcomes.hit_rate),
            percent(part.outcomes.push_rate),
            f"{part.outcomes.standard_deviation:.6f}",
        )
        for part in wager.parts
    ]


PARTS: Row = ("wager", "expectation", "wagered", "won", "neither", "standard deviation")


def taken_rows(wager: WagerPrice) -> Rows:
    """How often each answer is given."""
    return [(one.decision, one.answer, decimal(one.chance), one_in(one.chance) or "") for one in wager.taken]


TAKEN: Row = ("decision", "answer", "of all rounds", "1 in")


def card_rows(wager: WagerPrice) -> Rows:
    """The expectation by a card that lies open."""
    return [(one.card, decimal(one.chance), decimal(one.expectation)) for one in wager.by_card]


BY_CARD: Row = ("card", "of all rounds", "expectation")


def interval_rows(wager: WagerPrice) -> Rows:
    """Between which returns so many rounds end."""
    rows: Rows = []
    for one in intervals(wager):
        ends = (f"{decimal(low * 100, 3)} to {decimal(high * 100, 3)}" for low, high in one.ends)
        rows.append((f"{one.rounds:,}", *ends, f"{one.law}, {one.error:.0e}" if one.error else one.law))
    return rows


INTERVALS: Row = ("rounds", *(f"{share} %" for share in SHARES), "counted,\noff by at most")


def in_order(rulings: Mapping[str, Ruling]) -> dict[str, Ruling]:
    """Rulings of one kind together, by their numbers."""
    kinds = list(dict.fromkeys(name.partition("-")[0] for name in rulings))

    def place(name: str) -> tuple[int, int, str]:
        kind, _, number = name.partition("-")
        return kinds.index(kind), int(number) if number.isdigit() else 0, name

    return {name: rulings[name] for name in sorted(rulings, key=place)}


def hold_rows(wager: WagerPrice) -> Rows:
    """What is kept of the chips bought."""
    return [(f"{one.bought} times", *(_share(kept) for kept in one.kept)) for one in holds(wager)]


def _share(kept: float) -> str:
    """In per cent; what rounds to nothing has no sign."""
    return f"{round(kept, 6) + 0.0:.4%}"


def evidence_rows(sheet: Sheet) -> Rows:
    """What rounds at the table came to, figure by figure."""
    found = sheet.evidence.tested if sheet.evidence else ()
    return [(one.wager, one.figure, f"{one.counted:.8f}", f"{one.found:.8f}", f"{one.z:+.2f}") for one in found]


EVIDENCE: Row = ("wager", "figure", "counted", "found", "z")


HELD: Row = ("chips bought", *(f"{played}\nrounds" for played in PLAYED))


def _wager(wager: WagerPrice, names: Sequence[str]) -> str:
    terms = "".join(
        f"<dt>{name}</dt><dd>{escape(text if value is None else f'{value} = {text}')}</dd>"
        for name, value, text in (*alike(names), *facts(wager))
    )
    terms += f"<dt>method</dt><dd>{escape(wager.method)}</dd>"
    parts = [f"<h2>{escape(wager.name)}</h2>", f"<dl>{terms}</dl>"]
    if wager.lines:
        rows = ((*map(escape, row[:-1]), _clause(row[-1])) for row in line_rows(wager))
        parts.append(_table(LINES, rows, numbers=range(1, 6)))
    for title, heads, found in (
        (f"Each wager by itself, in units of {wager.unit}", PARTS, part_rows(wager)),
        ("How often each answer is given", TAKEN, taken_rows(wager)),
        ("By the open card", BY_CARD, card_rows(wager)),
    ):
        if found:
            words = 2 if heads is TAKEN else 1
            table = _table(heads, (map(escape, row) for row in found), numbers=range(words, len(heads)))
            parts.append(f'<div class="keep"><h3>{escape(title)}</h3>{table}</div>')
    if len(wager.outcomes.counts) > FEW or not wager.lines:
        parts.append(_distribution(wager))
    if many := interval_rows(wager):
        parts.append(
            '<div class="keep"><h3>Return to player after many rounds, in per cent</h3>'
            + _table(INTERVALS, (map(escape, row) for row in many), numbers=range(5))
            + "</div>"
        )
    if kept := hold_rows(wager):
        parts.append(
            '<div class="keep narrow"><h3>Hold against drop</h3>'
            + _table(HELD, (map(escape, row) for row in kept), numbers=range(1, len(HELD)))
            + "</div>"
        )
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
