"""Where a game's places and betting spots lie on the felt: data, in the `felt.toml` of its folder. Nothing there is a rule.

board    what lies in the middle: rows of places, or of single cards of a place (`across 2`); an empty cell is free
hands    the groups of cards that a seat sets or splits into, from the top, and what each is called
spots    the betting spots as rows of a grid: a spot named twice is that wide, a dot is free; `phone` the same, narrower
names    what is printed on a spot or beside a place, where its own name is too long
shared   the spots are in the middle, and everybody's chips lie on the same ones
printed  what else is printed in the grid, by the name of its cell
within   spots that have no cell of their own and lie in another one, when there is something on them
look     how spots are drawn, by name or pattern: a band of the layout, a proposition in the centre, dice
puck     the cell that the puck lies on when it is on a number, and `off` the one where it waits
seldom   places that hold cards only when something has gone wrong, or late: they are drawn when they do
"""

from fnmatch import fnmatchcase
from functools import cache
from typing import Literal

from houseway.rules.folders import file_of, game_folders
from houseway.rules.models import Model
from houseway.rules.strict import read_model

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


def _areas(rows: tuple[str, ...]) -> str:
    return " ".join(f"'{row}'" for row in rows) or "none"


def _card_of(cell: str) -> str:
    """`across` of `across 2`; nothing where a cell is a whole place."""
    place, _, which = cell.rpartition(" ")
    return place if which.isdigit() else ""


@cache
def layout_of(game: str) -> Layout:
    """The felt of a game: its own, or that of the game that it is like or of its family."""
    file = file_of(game, "felt.toml") if game in game_folders() else None
    return Layout() if file is None else read_model(Layout, file.read_text(encoding="utf-8"), name=str(file))
