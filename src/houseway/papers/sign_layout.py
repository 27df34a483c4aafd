"""How a sign lies on its sheets: the size of the letters, where lines break, and what stands in which column.

A sign is read from two metres, so that no letter is smaller than `SMALL`: what does not fit on one sheet at that size
goes on more of them.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations, pairwise
from typing import NamedTuple

from houseway.paper import GREEN, WHITE, Colour
from houseway.papers.description import Font
from houseway.papers.measuring import broken, width_of
from houseway.prove.placard import LIMITS, Paper, Placard
from houseway.rules.posted import Section

INK: Colour = (28, 38, 34)
GREY: Colour = (106, 104, 87)
SOFT: Colour = (93, 95, 82)

_SMALLEST = 4.2  # millimetres
SMALL = Font(_SMALLEST, GREY)
NOTICE = Font(4.6, INK)
AMOUNT = Font(5.2, INK, bold=True)  # of a limit, in the bar
HEADLINE = Font(7.4, GREEN, "serif", bold=True, italic=True)
MARGIN = 14.0
_LETTERS = tuple(size / 10 for size in range(64, 43, -2))  # of pay tables, tried from the largest down
_FIRST_HEAD, _NEXT_HEAD = 46.0, 24.0
_SPACE = 12.0  # between columns
_AROUND = 7.0  # above and below the columns
_LIMITS = 20.0
_HEADLINE_LINE = 11.0
_NOTICE_LINE = 6.4
_SMALL_LINE = 5.4
_CONTINUED = ("continued",)
_MOST_SHEETS = 20  # a sign with more is no sign


class Row(NamedTuple):
    """A line of a pay table, broken so that both sides fit."""

    label: tuple[str, ...]
    pays: tuple[str, ...]

    @property
    def lines(self) -> int:
        return max(len(self.label), len(self.pays))


@dataclass(frozen=True)
class Block:
    """A section as it is set: its heading, and its rows."""

    title: tuple[str, ...]
    about: tuple[str, ...]
    rows: tuple[Row, ...]


Columns = tuple[tuple[Block, ...], ...]


@dataclass(frozen=True)
class Sizes:
    """The sizes that follow from the letters of the pay tables, in millimetres."""

    letter: float

    @property
    def label(self) -> Font:
        return Font(self.letter, INK)

    @property
    def pays(self) -> Font:
        return Font(self.letter, INK, bold=True)

    @property
    def push(self) -> Font:
        """Where nothing is paid."""
        return Font(self.letter, SOFT, italic=True)

    @property
    def title(self) -> Font:
        return Font(min(self.letter * 1.35, 8.4), GREEN, "serif", bold=True)

    @property
    def line(self) -> float:
        return self.letter * 1.5

    @property
    def title_line(self) -> float:
        return self.title.size * 1.2

    @property
    def after(self) -> float:
        """The space below a section."""
        return self.letter * 1.3

    def head(self, block: Block) -> float:
        return len(block.title) * self.title_line + len(block.about) * _SMALL_LINE + 1.2

    def height(self, block: Block) -> float:
        return self.head(block) + sum(row.lines for row in block.rows) * self.line + self.after

    def column(self, blocks: Iterable[Block]) -> float:
        return sum(map(self.height, blocks))

    def tallest(self, columns: Columns) -> float:
        return max(map(self.column, columns), default=0.0)


@dataclass(frozen=True)
class Sheet:
    """One page of the sign. Limits, headlines and notices stand on the first."""

    number: int
    columns: Columns

    @property
    def first(self) -> bool:
        return self.number == 1

    @property
    def head(self) -> float:
        return _FIRST_HEAD if self.first else _NEXT_HEAD


@dataclass(frozen=True)
class Layout:
    """A whole sign, set."""

    paper: Paper
    sizes: Sizes
    sheets: tuple[Sheet, ...]
    headlines: tuple[str, ...]
    notices: tuple[tuple[str, str], ...]  # a line, and behind the last line of a notice its clause
    source: tuple[str, ...]
    bar: tuple[tuple[str, str], ...]  # limits that can be read side by side
    column_width: float

    @property
    def limits(self) -> float:
        """The height of the bar."""
        return _LIMITS if self.bar else 0.0

    @property
    def inner(self) -> float:
        return self.paper.width - 2 * MARGIN

    @property
    def foot(self) -> float:
        return _foot(self.source)

    @property
    def divided(self) -> int:
        """How many sections go on in another column."""
        columns = (column for sheet in self.sheets for column in sheet.columns)
        return sum(block.about == _CONTINUED for column in columns for block in column)

    headline_line = _HEADLINE_LINE
    notice_line = _NOTICE_LINE
    small_line = _SMALL_LINE
    space = _SPACE


def layout(sign: Placard, paper: Paper) -> Layout:
    """The sign on as few sheets as its letters allow, with letters as large as one sheet allows."""
    inner = paper.width - 2 * MARGIN
    bar = sign.limits if fits_in_a_bar(sign.limits, inner) else ()
    sections = sign.sections if bar or not sign.limits else (Section(LIMITS, "", "", sign.limits), *sign.sections)
    several = min(2, len(sections))
    width = (inner - _SPACE) / 2 if several > 1 else inner - 50
    headlines = tuple(line for one in sign.headlines for line in broken(one.text, inner, HEADLINE))
    notices = tuple(_notices(sign, inner))
    source = broken(sign.source, inner, SMALL)
    set_so = Layout(paper, Sizes(_LETTERS[0]), (), headlines, notices, source, bar, width)
    room = paper.height - _FIRST_HEAD - set_so.limits - len(headlines) * _HEADLINE_LINE
    room -= len(notices) * _NOTICE_LINE + set_so.foot + 2 * _AROUND + (4 if notices else 0)
    later = paper.height - _NEXT_HEAD - set_so.foot - 2 * _AROUND
    ways = []
    for sizes in map(Sizes, _LETTERS):
        blocks = tuple(_block(section, width, sizes) for section in sections)
        ways.append(replace(set_so, sizes=sizes, sheets=tuple(_filled(blocks, sizes, room, later))))
    return min(ways, key=lambda way: (len(way.sheets), way.divided))  # among equals, the largest letters


def _foot(source: tuple[str, ...]) -> float:
    return len(source) * _SMALL_LINE + 5


def _filled(blocks: tuple[Block, ...], sizes: Sizes, room: float, later: float) -> Iterator[Sheet]:
    """Columns filled one after the other, sheet by sheet; those of the last sheet as equal as can be."""
    left, count = list(blocks), max(1, min(2, len(blocks)))
    if not left:
        yield Sheet(1, ((),))
        return
    for number in range(1, _MOST_SHEETS):
        height = room if number == 1 else later
        rest = _parted(tuple(left), min(count, len(left)), sizes)
        if sizes.tallest(rest) <= height:
            yield Sheet(number, rest)
            return
        yield Sheet(number, tuple(_column(left, sizes, height) for _ in range(count)))
        if not left:
            return


def _column(left: list[Block], sizes: Sizes, height: float) -> tuple[Block, ...]:
    """Take as many blocks as a column holds; one that would leave most of it empty is divided."""
    taken: list[Block] = []
    while left:
        free = height - sizes.column(taken)
        if sizes.height(left[0]) <= free:
            taken.append(left.pop(0))
            continue
        rows = _rows_that_fit(left[0], sizes, free)
        if rows and (not taken or (free > height / 2 and rows > 2)):
            whole = left[0]
            taken.append(replace(whole, rows=whole.rows[:rows]))
            left[0] = Block(whole.title, _CONTINUED, whole.rows[rows:])
        break
    return tuple(taken)


def _rows_that_fit(block: Block, sizes: Sizes, free: float) -> int:
    room, fits = free - sizes.head(block) - sizes.after, 0
    for row in block.rows:
        room -= row.lines * sizes.line
        if room < 0:
            break
        fits += 1
    return fits


def _parted(blocks: tuple[Block, ...], count: int, sizes: Sizes) -> Columns:
    """Blocks in reading order, in columns of nearly the same height."""
    cuts = ((0, *inner, len(blocks)) for inner in combinations(range(1, len(blocks)), count - 1))
    ways = (tuple(blocks[start:end] for start, end in pairwise(cut)) for cut in cuts)
    return min(ways, key=sizes.tallest)


def _block(section: Section, width: float, sizes: Sizes) -> Block:
    about = " · ".join(filter(None, (section.subtitle, section.clause)))
    return Block(
        broken(section.title, width, sizes.title),
        broken(about, width, SMALL) if about else (),
        tuple(_row(label, pays, width, sizes) for label, pays in section.rows),
    )


def _row(label: str, pays: str, width: float, sizes: Sizes) -> Row:
    figures = broken(pays, width * 0.5, sizes.pays)
    taken = max(width_of(line, sizes.pays) for line in figures)
    return Row(broken(label, width - taken - sizes.letter * 0.6, sizes.label), figures)


def _notices(sign: Placard, inner: float) -> Iterator[tuple[str, str]]:
    for one in sign.notices:
        *before, last = broken(one.text, inner, NOTICE)
        yield from ((line, "") for line in before)
        if width_of(f"{last}  ", NOTICE) + width_of(one.clause, SMALL) > inner:
            yield last, ""
            last = ""
        yield last, one.clause


def fits_in_a_bar(limits: tuple[tuple[str, str], ...], inner: float) -> bool:
    """Whether limits can be read side by side; otherwise they are a list."""
    each = inner / max(1, len(limits)) - 6
    return all(width_of(name, SMALL) <= each and width_of(amount, AMOUNT) <= each for name, amount in limits)


def shrunk(text: str, width: float, font: Font) -> Font:
    """The font at the size at which a line is not longer than it may be, and never below the smallest letters."""
    size = max(_SMALLEST, min(font.size, font.size * width / max(1.0, width_of(text, font))))
    return replace(font, size=size)


TITLE = Font(16, WHITE, "serif", bold=True)
NEXT_TITLE = Font(9, WHITE, "serif", bold=True)
