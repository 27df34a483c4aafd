"""A month's results from elsewhere, judged without any journal: a file of wagers, hands, handle and win."""

import csv
import io
from dataclasses import dataclass
from math import sqrt
from typing import Any

from houseway.errors import instead
from houseway.floor.chance import Part, spread
from houseway.floor.judging import RATE, Line, found
from houseway.floor.theory import Expected, Known
from houseway.rules.strict import RulesError

COLUMNS = ("wager", "hands", "handle", "win")
MOST_LINES = 2000
_MOST = 10**15  # cents, and hands
_NOTE = (
    "Bets are taken to be all of one size, the handle divided by the hands, and best play is taken for granted: bets "
    "that differ make the true interval wider, mistakes make the bank win more. The lines are judged each by itself; "
    "together they are taken to be independent."
)


@dataclass(frozen=True)
class Given:
    """One line of the file. Money in cents."""

    wager: str
    hands: int
    handle: int
    win: int


def read(text: str, *, name: str = "the file") -> list[Given]:
    """The lines of a file; anything that is not one is refused by its number."""
    lines = csv.reader(io.StringIO(text.removeprefix("\ufeff")))
    try:
        head = [cell.strip().lower() for cell in next(lines, [])]
        if sorted(head) != sorted(COLUMNS):
            raise RulesError(f"{name}: its first line must name the columns {', '.join(COLUMNS)}")
        given: list[Given] = []
        for number, cells in enumerate(lines, start=2):
            if not any(cell.strip() for cell in cells):
                continue
            if len(cells) != len(head) or len(given) >= MOST_LINES:
                raise RulesError(f"{name}, line {number}: expected {len(head)} values, in up to {MOST_LINES:,} lines")
            row = dict(zip(head, (cell.strip() for cell in cells), strict=True))
            given.append(_given(row, f"{name}, line {number}"))
    except csv.Error as error:
        raise RulesError(f"{name} is not a file of comma-separated values: {error}") from None
    if not given:
        raise RulesError(f"{name} has no results: expected a line a wager")
    return given


def _given(row: dict[str, str], where: str) -> Given:
    if not row["hands"].isdecimal() or not row["hands"].isascii() or not 0 < int(row["hands"][:20]) <= _MOST:
        raise RulesError(f"{where}: hands must be a whole number above nothing, not {row['hands'][:40]!r}")
    handle = _cents(row["handle"], "handle", where)
    if handle <= 0:
        raise RulesError(f"{where}: handle must be more than nothing, not {row['handle'][:40]!r}")
    return Given(row["wager"].lower(), int(row["hands"]), handle, _cents(row["win"], "win", where))


def _cents(text: str, what: str, where: str) -> int:
    bare = text.replace("$", "").replace(",", "").replace(" ", "")
    sign = -1 if bare.startswith("-") else 1
    whole, dot, part = bare.removeprefix("-").partition(".")
    right = (
        whole.isdecimal() and whole.isascii() and len(part) <= 2 and (not dot or (part.isdecimal() and part.isascii()))
    )
    if not right or len(whole) > 13:
        raise RulesError(f"{where}: {what} must be an amount of dollars, as 1234.50, not {text[:40]!r}")
    return sign * (int(whole) * 100 + int((part + "00")[:2]))


@dataclass(frozen=True)
class Elsewhere:
    """The file, judged."""

    game: str
    lines: tuple[Line, ...]
    note: str = _NOTE

    def data(self) -> dict[str, Any]:
        from houseway.floor.report import line_data

        return {"game": self.game, "note": self.note, "lines": [line_data(line) for line in self.lines]}


def judged(given: list[Given], known: Known, *, rate: float = RATE) -> Elsewhere:
    """Each wager, and all of them together."""
    game = known.rules.game
    if unknown := [one.wager for one in given if one.wager not in known.wagers]:
        raise RulesError(
            f"{unknown[0][:40]!r} is not a priced wager of {game.name}: {instead(unknown[0], known.wagers)}"
        )
    whose = "house" if game.bank == "house" else "player-dealers"
    parts = [_part(one, known.wagers[one.wager]) for one in given]
    lines = [_line("wager", one.wager, [one], [part], whose, game.id) for one, part in zip(given, parts, strict=True)]
    if len(given) > 1:
        lines.append(_line("game", game.id, given, parts, whose, game.id))
    return Elsewhere(game.id, tuple(found(lines, rate=rate)))


def _part(one: Given, expected: Expected) -> Part:
    unit = one.handle / one.hands / expected.wagered
    return Part(-expected.results * unit, expected.chances, one.hands)


def _line(kind: str, name: str, given: list[Given], parts: list[Part], whose: str, game: str) -> Line:
    chance = spread(parts)
    theory = sum(part.mean for part in parts)
    win = sum(one.win for one in given)
    deviation = sqrt(sum(part.variance for part in parts))
    return Line(
        kind=kind,
        name=name,
        period="given",
        first="",
        last="",
        whose=whose,
        games=(game,),
        hands=sum(one.hands for one in given),
        handle=sum(one.handle for one in given),
        win=win,
        judged=win,
        theory=theory,
        deviation=deviation,
        z=(win - theory) / deviation if deviation else 0.0,
        p=chance.p(win),
        within_95=chance.interval(0.95),
        within_999=chance.interval(0.999),
    )
