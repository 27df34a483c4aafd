"""Cards and chips, drawn."""

from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from markupsafe import Markup

from houseway.cards import card as cards
from houseway.serve.pages.templates import drawing, joined, render

_RED = "hd"
_PIPS = {
    "A": ((50, 50),),
    "2": ((50, 24), (50, 76)),
    "3": ((50, 24), (50, 50), (50, 76)),
    "4": ((30, 24), (70, 24), (30, 76), (70, 76)),
    "5": ((30, 24), (70, 24), (50, 50), (30, 76), (70, 76)),
    "6": ((30, 24), (70, 24), (30, 50), (70, 50), (30, 76), (70, 76)),
    "7": ((30, 24), (70, 24), (50, 37), (30, 50), (70, 50), (30, 76), (70, 76)),
    "8": ((30, 24), (70, 24), (50, 37), (30, 50), (70, 50), (50, 63), (30, 76), (70, 76)),
    "9": ((30, 22), (70, 22), (30, 41), (70, 41), (50, 50), (30, 59), (70, 59), (30, 78), (70, 78)),
    "T": ((30, 22), (70, 22), (50, 32), (30, 41), (70, 41), (30, 59), (70, 59), (50, 68), (30, 78), (70, 78)),
}
CHIPS = ((100_000, "k1"), (50_000, "p5"), (10_000, "k100"), (2_500, "g25"), (500, "r5"), (100, "w1"), (1, "c1"))


class Pip(NamedTuple):
    """Where a pip lies on its card, in a square of 100."""

    x: float
    y: str
    width: int
    height: str


@drawing
@lru_cache(maxsize=4096)
def face(name: str, extra: str = "", style: str = "") -> Markup:
    """One card: its face if the name is known, else its back."""
    if name in ("??", "Jk"):
        return render("cards/face.html", name=name, extra=extra, style=style)
    rank, suit = name[0], name[1]
    return render(
        "cards/face.html",
        name=name,
        extra=extra,
        style=style,
        rank="10" if rank == "T" else rank,
        suit=suit,
        colour="red" if suit in _RED else "black",
        spoken=cards.words(cards.parse(name)),
        pips=_pips(rank),
    )


def _pips(rank: str) -> tuple[Pip, ...]:
    """The pips of a rank; court cards have none."""
    size = 58 if rank == "A" else 27
    return tuple(
        Pip(x - size / 2, f"{y - size * 0.29:.1f}", size, f"{size * 0.58:.1f}") for x, y in _PIPS.get(rank, ())
    )


@drawing
def hand(
    names: Iterable[str], new: Mapping[int, str] | None = None, extra: str = "", lifted: Collection[str] = ()
) -> Markup:
    """Cards beside each other; those that are new come in, or are turned, one after the other, and some are lifted."""
    drawn = []
    for at, name in enumerate(names):
        how = (new or {}).get(at, "")
        kinds = " ".join(filter(None, (extra, how, "lifted" if name in lifted else "")))
        drawn.append(face(name, kinds, f"--n:{at}" if how else ""))
    return joined(drawn)


def chips(amount: int) -> list[str]:
    """The kinds of chips an amount is paid in, largest first."""
    kinds: list[str] = []
    for value, kind in CHIPS:
        while amount >= value and len(kinds) < 12:
            kinds.append(kind)
            amount -= value
    return kinds


@drawing
@lru_cache(maxsize=4096)
def stack(amount: int, extra: str = "") -> Markup:
    """A stack of chips with its amount beside it."""
    return render("cards/stack.html", amount=amount, kinds=chips(amount)[:6][::-1], extra=extra)
