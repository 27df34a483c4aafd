"""What is drawn whole, put side by side."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from houseway.papers.pdf.a4 import FOOT, HEIGHT
from houseway.papers.pdf.page import INNER, MARGIN, Page

_GAP = 8.0  # between things side by side
_LEAST_GAP = 2.0
HALF = (INNER - _GAP) / 2


@dataclass(frozen=True)
class Drawing:
    """Something of a size that is drawn from a corner."""

    width: float
    height: float
    draw: Callable[[float, float], None]


def in_columns(page: Page, drawings: Sequence[Drawing]) -> None:
    """In two columns where they fit, each where it begins highest; a page break for what is left."""
    page.set_auto_page_break(False)
    tops = [page.get_y(), page.get_y()]
    for one in drawings:
        wide = one.width > HALF + 0.01
        at = 0 if wide or tops[0] <= tops[1] else 1
        top = max(tops) if wide else tops[at]
        if top + one.height > HEIGHT - FOOT and not wide:
            at = 1 - at
            top = tops[at]
        if top + one.height > HEIGHT - FOOT and top > MARGIN:
            page.add_page()
            tops, at, top = [MARGIN, MARGIN], 0, MARGIN
        one.draw(MARGIN + at * (HALF + _GAP), top)
        end = top + one.height + 3
        tops = [end, end] if wide else [end if column == at else tops[column] for column in (0, 1)]
    page.set_xy(MARGIN, max(tops))
    page.set_auto_page_break(True, FOOT)


def rows_of(drawings: Sequence[Drawing]) -> list[list[Drawing]]:
    """As many in a row as fit."""
    rows: list[list[Drawing]] = []
    for one in drawings:
        if rows and sum(other.width + _LEAST_GAP for other in rows[-1]) + one.width <= INNER:
            rows[-1].append(one)
        else:
            rows.append([one])
    return rows


def in_rows(page: Page, drawings: Sequence[Drawing]) -> None:
    """Each row below the one before."""
    page.set_auto_page_break(False)
    for row in rows_of(drawings):
        tall = max(one.height for one in row)
        page.keep(tall)
        left, top = MARGIN, page.get_y()
        gap = min(_GAP, (INNER - sum(one.width for one in row)) / max(1, len(row) - 1))
        for one in row:
            one.draw(left, top)
            left += one.width + gap
        page.set_xy(MARGIN, top + tall + 2)
    page.set_auto_page_break(True, FOOT)


def lines_below(page: Page, x: float, y: float, lines: Sequence[str], tall: float) -> float:
    """Lines one below the other; the answer is where they end."""
    for line in lines:
        page.set_xy(x, y)
        page.cell(INNER, tall, line)
        y += tall
    return y
