"""What a PAR sheet says, row by row: every paper, page and notebook takes its figures and words from here."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from html import escape
from math import floor, log10

from houseway.paper import Colour
from houseway.pricing.papers.filed import PLAYED, SHARES, holds, intervals
from houseway.pricing.papers.sheet import Chart, Made, Sheet, Simple, WagerPrice, cases, decimal, one_in
from houseway.rules.models import Ruling

BOLD, MILD, TIMID = (27, 94, 32), (251, 217, 130), (183, 58, 48)  # answers from the boldest to the most timid
Said = tuple[str, Fraction | None, str]  # a figure's name, its exact value, and how it is put

FEW = 3  # results that the lines say as well: they are not drawn


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


def result_rows(wager: WagerPrice) -> tuple[Row, Rows]:
    """Every result with its probability, and how many cases have it where they are counted."""
    if wager.near is not None:
        chances = wager.near.chances(wager.outcomes)
        return ("result", "probability"), [(_signed(result), chance) for result, chance in chances]
    total = wager.outcomes.total
    return ("result", "cases", "probability"), [
        (_signed(result), cases(count), decimal(Fraction(count, total), 12))
        for result, count in sorted(wager.outcomes.counts.items())
        if count
    ]


def every_result(wager: WagerPrice) -> str:
    """The heading of a list of results."""
    if wager.near is None:
        return "Every result"
    return f"Every result: probabilities rounded to {wager.near.rounded}, not counted cases"


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
