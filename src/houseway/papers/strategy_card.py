"""A strategy card: the charts of a game on one printed page, to lie beside the hand."""

from collections.abc import Iterator

from houseway.paper import CREAM, GOLD, GREEN, WHITE, Colour
from houseway.papers.description import Answer, Box, Fill, Font, Piece, Placed, Words
from houseway.papers.measuring import POINTS, broken
from houseway.papers.pdf.a4 import HEIGHT, INK, SOFT, WIDTH
from houseway.pricing.papers.document import colour
from houseway.pricing.papers.sheet import Chart, StrategyCard

_MARGIN, _HEAD, _GAP, _LABEL = 16.0, 36.0, 6.0, 12.0
_INNER = WIDTH - 2 * _MARGIN
_COLUMN = (_INNER - _GAP) / 2
_TALL = 7.0  # of a row
_RIM = 0.3  # white around each answer


def _font(points: float, colour: Colour = INK, *, bold: bool = False) -> Font:
    return Font(points / POINTS, colour, bold=bold)


_KIND = Font(7.5 / POINTS, CREAM, apart=0.5, capitals=True)
_NAME = Font(22 / POINTS, WHITE, "serif", bold=True)
_OPTIONS = _font(8.5, CREAM)
_CHART = _font(10.5, GREEN, bold=True)
_SMALL = _font(7.5, SOFT)
_STEP = _font(9)


def described(card: StrategyCard) -> Placed:
    """One sheet of A4."""
    title = f"{card.name}: strategy card"
    pieces = [*_head(card)]
    tops = [_HEAD + 8.0] * 2
    for chart in card.charts:
        column = 0 if tops[0] <= tops[1] else 1
        pieces += _chart(chart, _left(column), tops[column])
        tops[column] += 5.5 + (len(chart.rows) + 1) * _TALL + (4 if chart.note else 0) + 5
    column = 0 if tops[0] <= tops[1] else 1
    legend = _legend(card)
    pieces += _meanings(legend, _left(column), tops[column])
    tops[column] += 5.2 * len(legend)
    y = max(tops) + 3
    below = [(line, _STEP, 4.8) for step in card.steps for line in broken(f"- {step}", _INNER, _STEP)]
    below += [("", _SMALL, 2.0), *((line, _SMALL, 3.8) for line in broken(card.foot, _INNER, _SMALL))]
    for text, font, tall in below:
        pieces += [Words(Box(_MARGIN, y, _INNER, tall), ((text, font),))] if text else []
        y += tall
    assert y < HEIGHT - 12, "a card is one page"
    pieces.append(Words(Box(_MARGIN, HEIGHT - 12, _INNER, 4), ((title, _SMALL),)))
    return Placed(title, WIDTH, HEIGHT, (tuple(pieces),))


def _left(column: int) -> float:
    return _MARGIN + column * (_COLUMN + _GAP)


def _head(card: StrategyCard) -> Iterator[Piece]:
    yield Fill(Box(0, 0, WIDTH, _HEAD), GREEN)
    yield Fill(Box(0, _HEAD, WIDTH, 1.2), GOLD)
    yield Words(Box(_MARGIN, 7, _INNER, 4), (("Basic strategy", _KIND),))
    yield Words(Box(_MARGIN, 11, _INNER, 10), ((card.name, _NAME),), level=1)
    for at, line in enumerate(broken(" · ".join(card.options), _INNER, _OPTIONS)):
        yield Words(Box(_MARGIN, 21 + at * 4.4, _INNER, 4.4), ((line, _OPTIONS),))


def _chart(chart: Chart, left: float, top: float) -> Iterator[Piece]:
    cell = (_COLUMN - _LABEL) / len(chart.columns)
    yield Words(Box(left, top, _COLUMN, 5), ((chart.name, _CHART),), level=2)
    top += 5.5
    for at, name in enumerate(chart.columns):
        yield Words(Box(left + _LABEL + at * cell, top, cell, _TALL), ((name, _SMALL),), "center")
    for name, answers in zip(chart.rows, chart.cells, strict=True):
        top += _TALL
        yield Words(Box(left, top, _LABEL - 2, _TALL), ((name, _font(8, bold=True)),), "right")
        for column, code in enumerate(answers):
            box = Box(left + _LABEL + column * cell, top, cell - _RIM, _TALL - _RIM)
            yield _answer(code, box)
    if chart.note:
        yield Words(Box(left + _LABEL, top + _TALL + 0.5, _COLUMN - _LABEL, 4), ((chart.note, _SMALL),))


def _answer(code: str, box: Box) -> Words:
    answer = Answer(code, shade(code))
    letters = _font(8, INK if answer.on_light else WHITE, bold=True)
    return Words(box, ((code, letters),), "center", back=answer.back)


def _legend(card: StrategyCard) -> list[tuple[str, str]]:
    """Every answer of the card with its meaning, the boldest first."""
    meanings = {code: words for chart in card.charts for code, words in chart.legend.items()}
    order = list(_BOLDEST_FIRST.legend)
    return sorted(meanings.items(), key=lambda one: (order.index(one[0][0]), one[0]))


def _meanings(legend: list[tuple[str, str]], left: float, top: float) -> Iterator[Piece]:
    for at, (code, words) in enumerate(legend):
        y = top + at * 5.2
        yield _answer(code, Box(left, y, _LABEL - 2, 4.6))
        yield Words(Box(left + _LABEL, y, _COLUMN - _LABEL, 4.6), ((words, _font(8.5)),))


_BOLDEST_FIRST = Chart("", (), (), (), {"P": "", "D": "", "H": "", "S": "", "R": ""})


def shade(code: str) -> Colour:
    """One colour for each kind of answer, the same on every chart of a card."""
    return colour(_BOLDEST_FIRST, code[0])
