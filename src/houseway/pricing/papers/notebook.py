"""What a notebook shows of a price: a sheet and a chart in HTML, rows as a DataFrame, distributions as figures.

pandas and matplotlib are no dependencies of a house: `pip install 'houseway[notebook]'` brings them.
"""

from collections.abc import Mapping, Sequence
from html import escape
from io import BytesIO
from typing import TYPE_CHECKING, Any

from houseway.pricing.papers.document import chart_html, simple_html, wagers_table
from houseway.pricing.papers.plot import Plot, plot
from houseway.pricing.papers.sheet import Chart, Sheet, WagerPrice

if TYPE_CHECKING:
    import pandas
    from matplotlib.figure import Figure

    from houseway.pricing.sessions import NormalSession, Session

_STYLE = """<style>
.houseway { font: 14px/1.45 "Helvetica Neue", Helvetica, Arial, sans-serif; }
.houseway table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
.houseway th { text-align: left; font-weight: 600; opacity: .7; font-size: 11px; vertical-align: bottom; }
.houseway th, .houseway td { padding: 3px 12px 3px 0; border-bottom: 1px solid #8884; text-align: left; }
.houseway .number { text-align: right; white-space: nowrap; }
.houseway small { display: block; opacity: .7; font-size: 11px; }
.houseway .clause { opacity: .7; font-size: 11px; }
.houseway .charts { display: flex; flex-wrap: wrap; gap: 6px 40px; }
.houseway .chart th { text-align: center; padding: 2px 5px; border: 0; }
.houseway .chart td { width: 26px; height: 23px; padding: 0 4px; text-align: center; border: 1px solid #fff;
  font-weight: 600; font-size: 12px; }
.houseway .legend { display: flex; flex-wrap: wrap; gap: 2px 16px; font-size: 12px; margin: 6px 0; }
.houseway .legend i { display: inline-block; width: 12px; height: 12px; margin-right: 5px; vertical-align: -1px; }
</style>"""
_COLOURS = {"win": "#2e7d46", "lose": "#b73a30", "push": "#9c7a1f"}


class Missing(ImportError):
    """A package that only notebooks need is not installed."""


def framed(inside: str) -> str:
    """HTML that looks the same in whatever notebook it stands."""
    return f'{_STYLE}<div class="houseway">{inside}</div>'


def sheet_in_html(sheet: Sheet) -> str:
    """The wagers, the strategy and what it rests on; `houseway price GAME --html` writes the whole document."""
    charts = "".join(map(chart_html, sheet.charts))
    simple = "".join(map(simple_html, sheet.simple))
    notes = "".join(f"<p><small>{escape(note)}</small></p>" for note in sheet.notes)
    return framed(
        f"<h3>{escape(sheet.rules.game.name)}</h3>{wagers_table(sheet)}"
        f'<div class="charts">{charts}</div>{simple}{notes}'
    )


def chart_in_html(chart: Chart) -> str:
    return framed(chart_html(chart))


def frame(rows: Sequence[Mapping[str, Any]]) -> "pandas.DataFrame":
    """Rows as a DataFrame."""
    try:
        import pandas
    except ModuleNotFoundError:
        raise _missing("pandas") from None
    return pandas.DataFrame(list(rows))


def figure(wager: WagerPrice) -> "Figure":
    """The distribution of a wager's results as a matplotlib figure: a stem for each result."""
    drawn = plot(wager.outcomes)
    picture = _picture()
    axes = picture.add_subplot()
    _stems(axes, drawn)
    axes.set_title(wager.name, loc="left")
    axes.set_xlabel(f"result, in units of {wager.unit}")
    axes.set_ylabel("how often")
    return picture


def session_figure(session: "Session | NormalSession", unit: str = "units") -> "Figure":
    """How a session can end, drawn by matplotlib: losing on the left, winning on the right, and the expectation."""
    results = list(session.results())
    many = max(1, len(results) // 300)  # neighbours that stand together: no more can be told apart
    groups = [results[at : at + many] for at in range(0, len(results), many)]
    middles = [float(group[len(group) // 2][0]) for group in groups]
    chances = [sum(chance for _, chance in group) for group in groups]
    picture = _picture()
    axes = picture.add_subplot()
    losing = [x < 0 for x in middles]
    up_to_nothing = [True, *losing][: len(losing)]  # so that the two sides meet
    for kind, side in (("lose", up_to_nothing), ("win", [not one for one in losing])):
        axes.fill_between(middles, chances, where=side, color=_COLOURS[kind], alpha=0.75, linewidth=0)
    axes.axvline(float(session.expectation), color="#10402f", linestyle="--", linewidth=1.2)
    axes.set_title(f"After {session.rounds:,} rounds", loc="left")
    axes.set_xlabel(f"result, in {unit}; the dashed line is the expectation")
    axes.set_yticks([])
    axes.set_ylim(0)
    for name in ("top", "right", "left"):
        axes.spines[name].set_visible(False)
    return picture


def _stems(axes: Any, drawn: Plot) -> None:
    for kind, colour in _COLOURS.items():
        stems = [stem for stem in drawn.stems if stem.kind == kind]
        if stems:
            axes.vlines([stem.x for stem in stems], 0, [stem.y for stem in stems], colour, linewidth=1.4)
            axes.plot([stem.x for stem in stems], [stem.y for stem in stems], "o", color=colour, markersize=4)
    axes.set_xticks([x for x, _ in drawn.results], [label for _, label in drawn.results])
    axes.set_yticks([y for y, _ in drawn.chances], [_power(label) for _, label in drawn.chances])
    axes.set_ylim(0, 1.05)
    axes.grid(axis="y", alpha=0.25)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)


def _power(label: str) -> str:
    base, caret, power = label.partition("^")
    return f"${base}^{{{power}}}$" if caret else label


def _picture() -> "Figure":
    """A figure that shows itself in a notebook, whatever backend is set."""
    try:
        from matplotlib.figure import Figure
    except ModuleNotFoundError:
        raise _missing("matplotlib") from None

    class Picture(Figure):  # type: ignore[misc,unused-ignore]  # matplotlib may be missing when types are checked
        def _repr_png_(self) -> bytes:
            there = BytesIO()
            self.savefig(there, format="png", dpi=110)
            return there.getvalue()

    return Picture(figsize=(9, 3.6), layout="constrained")


def _missing(package: str) -> Missing:
    return Missing(f"{package} is not installed: notebooks need it, and pip install 'houseway[notebook]' brings it")
