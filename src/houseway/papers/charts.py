"""A strategy's charts in colours, for sheets, cards and pages."""

from houseway.papers.description import Answer, Block, Grid, Paragraph, Part, Steps
from houseway.pricing.papers.document import colour
from houseway.pricing.papers.sheet import Chart, Simple


def grid(chart: Chart) -> Grid:
    """Green for the boldest answer, over yellow, to red for the most timid; the legend has what the chart shows."""
    answers = {code: Answer(code, colour(chart, code)) for code in chart.legend}
    shown = {code for row in chart.cells for code in row}
    return Grid(
        chart.name,
        chart.columns,
        tuple(
            (name, tuple(answers.get(code) or Answer(code) for code in cells))
            for name, cells in zip(chart.rows, chart.cells, strict=True)
        ),
        tuple((answers[code], words) for code, words in chart.legend.items() if code in shown),
        chart.note,
    )


def to_remember(simple: Simple) -> Part:
    """A strategy that a person can remember, with what it costs."""
    parts: tuple[Block, ...] = (Steps(simple.steps), Paragraph(simple.verdict))
    return Part(simple.name, parts)
