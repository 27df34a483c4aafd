"""Where a game's places and betting spots lie on the felt: data, in layouts.toml beside this module."""

from fnmatch import fnmatchcase
from functools import cache
from importlib import resources
from typing import Literal

from houseway.rules.files import read_model
from houseway.rules.models import Model

# Places of several games that hold cards only now and then.
NOW_AND_THEN = ("burn", "button", "community")


class Layout(Model):
    """One game's felt. As it stands here it serves a game that nobody has laid out."""

    cloth: Literal["green", "blue", "navy", "wine", "plum", "teal", "clay", "slate"] = "green"
    shape: Literal["half", "oval", "long"] = "half"  # players before a dealer, all around, or along three sides
    board: tuple[tuple[str, ...], ...] = ()
    hands: dict[str, str] = {}
    spots: tuple[str, ...] | None = None  # as the rule file has them
    phone: tuple[str, ...] = ()
    names: dict[str, str] = {}
    puck: str = ""  # where it lies when it is on a number
    off: str = ""  # and when it is not
    printed: dict[str, str] = {}
    within: dict[str, str] = {}
    look: dict[str, str] = {}
    shared: bool = False
    tall: bool = False  # the middle needs more room than cards do
    shoe: bool = False  # drawn, with what is left in it
    seldom: tuple[str, ...] = ()

    def laid(self) -> list[str]:
        """Every spot that has a place: a cell of the grid, or room in another one."""
        cells = dict.fromkeys(cell for row in self.spots or () for cell in row.split())
        return [*(cell for cell in cells if cell != "." and cell not in self.printed), *self.within]

    def look_of(self, spot: str) -> str:
        return next((look for pattern, look in self.look.items() if fnmatchcase(spot, pattern)), "")

    def has(self, place: str) -> bool:
        return any(place == cell or _card_of(cell) == place for row in self.board for cell in row)

    def marked(self, puck: int) -> str:
        """The cell that the puck lies on."""
        return self.puck.format(puck) if puck else self.off

    @property
    def style(self) -> str:
        """The grid, for a style attribute."""
        return f"--areas:{_areas(self.spots or ())};--phone:{_areas(self.phone or self.spots or ())}"


class Layouts(Model):
    layouts: dict[str, Layout]


def _areas(rows: tuple[str, ...]) -> str:
    return " ".join(f"'{row}'" for row in rows) or "none"


def _card_of(cell: str) -> str:
    """`across` of `across 2`; nothing where a cell is a whole place."""
    place, _, which = cell.rpartition(" ")
    return place if which.isdigit() else ""


@cache
def layouts() -> dict[str, Layout]:
    file = resources.files(__package__) / "layouts.toml"
    return read_model(Layouts, file.read_text(encoding="utf-8"), name="layouts.toml").layouts


def layout_of(game: str) -> Layout:
    return layouts().get(game) or Layout()
