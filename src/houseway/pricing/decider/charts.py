"""A strategy laid out in cells."""

from collections.abc import Callable, Mapping
from typing import TypeVar

from houseway.cards.card import RANKS
from houseway.pricing.papers.sheet import Chart

Row = TypeVar("Row")
Column = TypeVar("Column")


def chart(
    name: str, rows: Mapping[str, Row], columns: Mapping[str, Column], cell: Callable[[Row, Column], str],
    legend: Mapping[str, str], note: str = "",
) -> Chart:  # fmt: skip
    """A cell for each row and column, by what their names stand for; the legend goes from bold to timid."""
    cells = tuple(tuple(cell(row, column) for column in columns.values()) for row in rows.values())
    return Chart(name, tuple(rows), tuple(columns), cells, legend, note)


def starting_hands(name: str, cell: Callable[[tuple[int, int]], str], legend: Mapping[str, str]) -> Chart:
    """Every starting hand of two cards, by one of its kind (the lower card first): suited to the right of the pairs."""
    ranks = {RANKS[rank]: rank for rank in range(len(RANKS) - 1, -1, -1)}

    def answer(row: int, column: int) -> str:
        low, high = sorted((row, column))
        suited = column < row
        return cell((low * 4, high * 4 + (0 if suited else 1)))

    return chart(name, ranks, ranks, answer, legend, "suited to the right of the pairs")
