"""A paper as a value: what it says and in which order, or at which place, without a word of HTML or PDF.

A `Flowing` paper is as many pages as its parts need. A `Placed` one has sheets on which each piece has its place, for
what is read from two metres or lies beside the hand.
"""

from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Literal

from houseway.floor.cone import Cone
from houseway.paper import Colour
from houseway.pricing.papers.plot import Plot

# Text


@dataclass(frozen=True)
class Head:
    """The band at the top of the first page."""

    title: str
    kind: str = ""  # of document, in capitals above the title
    about: str = ""
    source: str = ""


Tone = Literal["plain", "small", "soft", "alarm"]


@dataclass(frozen=True)
class Paragraph:
    text: str
    tone: Tone = "plain"


@dataclass(frozen=True)
class Steps:
    """What to do, one thing after the other."""

    texts: tuple[str, ...]


@dataclass(frozen=True)
class Fact:
    """A figure by name: its exact value, where it has one, and how it is put in words."""

    name: str
    text: str
    value: Fraction | None = None

    @property
    def whole(self) -> str:
        return self.text if self.value is None else f"{self.value} = {self.text}"


@dataclass(frozen=True)
class Facts:
    facts: tuple[Fact, ...]
    small: bool = False  # for the record, not for the reader


# Tables

ColumnKind = Literal["words", "name", "number", "clause"]  # a name is never broken over lines, nor is a number


@dataclass(frozen=True)
class Column:
    head: str
    kind: ColumnKind = "words"


@dataclass(frozen=True)
class Cell:
    """What stands in a table where text alone is not enough."""

    text: str
    strong: bool = False
    below: tuple[str, ...] = ()  # in small letters


@dataclass(frozen=True)
class Table:
    """Columns with their rows. One that is `kept` stays whole on a page, and is no wider than it has to be."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[str | Cell, ...], ...]
    title: str = ""
    clause: str = ""
    kept: bool = False
    small: bool = False  # letters, for many numbers


@dataclass(frozen=True)
class Listing:
    """Very many short rows of numbers, in as many columns as the page has room for."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


# Figures


@dataclass(frozen=True)
class Stems:
    """A distribution: a stem for each result."""

    plot: Plot
    caption: str


@dataclass(frozen=True)
class Running:
    """A running result inside its cone."""

    name: str
    cone: Cone
    alarm: bool = False


@dataclass(frozen=True)
class Runs:
    """Running results, two in a row."""

    figures: tuple[Running, ...]


@dataclass(frozen=True)
class Answer:
    """An answer on a chart: its letters and the colour behind them."""

    code: str
    back: Colour | None = None

    @property
    def on_light(self) -> bool:
        """Whether dark letters can be read on it."""
        if self.back is None:
            return True
        red, green, blue = self.back
        return red * 0.299 + green * 0.587 + blue * 0.114 > 140


@dataclass(frozen=True)
class Grid:
    """A strategy laid out: an answer for each row and column, with what the answers mean."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Answer, ...]], ...]
    legend: tuple[tuple[Answer, str], ...]
    note: str = ""


# Arrangements


@dataclass(frozen=True)
class Beside:
    """Tables that are kept whole: as many in a row as fit, and further rows below."""

    tables: tuple[Table, ...]


@dataclass(frozen=True)
class Columns:
    """Charts and tables in two columns, each where it begins highest."""

    parts: tuple["Grid | Table", ...]


@dataclass(frozen=True)
class Part:
    """Some parts under a small title."""

    title: str
    parts: tuple["Block", ...]


@dataclass(frozen=True)
class Section:
    """Some parts under a title with a rule below it."""

    title: str
    parts: tuple["Block", ...]


Block = Paragraph | Steps | Facts | Table | Listing | Stems | Runs | Grid | Beside | Columns | Part


@dataclass(frozen=True)
class Flowing:
    """A paper of as many pages as it needs."""

    title: str
    head: Head
    parts: tuple[Section | Block, ...]
    counted: datetime | None = None  # when what it says was found out: its date


# What has its place on a sheet, in millimetres from the upper left corner

Family = Literal["sans", "serif", "suits"]
Align = Literal["left", "center", "right"]


@dataclass(frozen=True)
class Font:
    """A typeface with its size in millimetres."""

    size: float
    colour: Colour
    family: Family = "sans"
    bold: bool = False
    italic: bool = False
    apart: float = 0.0  # between letters
    capitals: bool = False


@dataclass(frozen=True)
class Box:
    left: float
    top: float
    width: float
    height: float


@dataclass(frozen=True)
class Words:
    """A line in the middle of a box's height: texts one behind the other, each in its font."""

    box: Box
    runs: tuple[tuple[str, Font], ...]
    align: Align = "left"
    level: int = 0  # of a heading
    back: Colour | None = None


@dataclass(frozen=True)
class Fill:
    box: Box
    colour: Colour


@dataclass(frozen=True)
class Rule:
    """A line from left to right, or from top to bottom."""

    left: float
    top: float
    length: float
    colour: Colour
    width: float
    upright: bool = False
    dotted: bool = False


Piece = Words | Fill | Rule


@dataclass(frozen=True)
class Placed:
    """A paper of sheets of one size on which each piece has its place, in the order in which it is read."""

    title: str
    width: float
    height: float
    sheets: tuple[tuple[Piece, ...], ...]


Paper = Flowing | Placed
