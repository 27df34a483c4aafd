"""The names of wagers in a sheet, where a price depends on more than the wager: `come-odds-6-8` on these points,
`bonus-spin-5` at this stake. They are written and read here."""

from collections.abc import Iterable


def priced_as(wager: str, *on: object) -> str:
    """A wager's name with what its price depends on: `come-odds-6-8`."""
    return "-".join((wager, *map(str, on)))


def is_priced_on(name: str, wager: str, point: int) -> bool:
    """Whether a name in a sheet is that wager on some points, this one among them."""
    points = name.removeprefix(f"{wager}-").split("-")
    return name.startswith(f"{wager}-") and all(part.isdigit() for part in points) and str(point) in points


def own_name(name: str, wagers: Iterable[str]) -> str:
    """The wager of the table that a name in a sheet is, whatever its price depends on."""
    return max((wager for wager in wagers if f"{name}-".startswith(f"{wager}-")), key=len)
