"""Cards and chips, drawn."""

from collections.abc import Collection, Mapping
from html import escape

from houseway.cards import card as cards
from houseway.rules.money import shown

# Suits as outlines in a square of 100, so that they are as crisp on a phone as on a wall.
SUITS = {
    "s": "M50 5C60 24 92 38 92 64c0 15-11 23-22 23-7 0-12-3-15-7 1 8 5 13 11 16H34c6-3 10-8 11-16-3 4-8 7-15 7C19 87 8 79 "
    "8 64 8 38 40 24 50 5z",
    "h": "M50 94C40 78 6 58 6 33 6 18 17 8 29 8c9 0 17 5 21 14 4-9 12-14 21-14 12 0 23 10 23 25 0 25-34 45-44 61z",
    "d": "M50 4C60 22 74 38 90 50 74 62 60 78 50 96 40 78 26 62 10 50 26 38 40 22 50 4z",
    "c": "M50 6c12 0 21 9 21 21 0 6-2 10-5 14 3-2 6-2 9-2 12 0 21 9 21 21s-9 21-21 21c-8 0-14-4-18-10 1 11 5 18 11 23H32c6-5 "
    "10-12 11-23-4 6-10 10-18 10C13 81 4 72 4 60s9-21 21-21c3 0 6 0 9 2-3-4-5-8-5-14C29 15 38 6 50 6z",
}
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


def symbols() -> str:
    """The drawings that every card on the page refers to."""
    shapes = "".join(
        f'<symbol id="suit-{suit}" viewBox="0 0 100 100" preserveAspectRatio="none"><path d="{path}"/></symbol>'
        for suit, path in SUITS.items()
    )
    star = '<symbol id="suit-j" viewBox="0 0 100 100"><path d="M50 4l13 31 33 3-25 22 8 33-29-18-29 18 8-33L4 38l33-3z"/></symbol>'
    return f'<svg width="0" height="0" style="position:absolute" aria-hidden="true">{shapes}{star}</svg>'


def face(name: str, *, extra: str = "", style: str = "") -> str:
    """One card: its face if the name is known, else its back."""
    styled = f' style="{style}"' if style else ""
    if name == "??":
        return f'<span class="card back {extra}" role="img" aria-label="a card face down"{styled}></span>'
    if name == "Jk":
        return (
            f'<span class="card joker {extra}" role="img" aria-label="joker"{styled}><b>Joker</b>'
            '<svg class="big"><use href="#suit-j"/></svg></span>'
        )
    rank, suit = name[0], name[1]
    spoken = escape(cards.words(cards.parse(name)))
    shown_rank = "10" if rank == "T" else rank
    colour = "red" if suit in _RED else "black"
    corner = f'<b>{shown_rank}</b><svg><use href="#suit-{suit}"/></svg>'
    if rank in "JQK":
        middle = f'<span class="court"><i>{rank}</i><svg><use href="#suit-{suit}"/></svg></span>'
    else:
        size = 58 if rank == "A" else 27
        middle = '<svg class="pips" viewBox="0 0 100 100" preserveAspectRatio="none">' + "".join(
            f'<use href="#suit-{suit}" x="{x - size / 2}" y="{y - size * 0.29:.1f}" width="{size}" height="{size * 0.58:.1f}"/>'
            for x, y in _PIPS[rank]
        )
        middle += "</svg>"
    return (
        f'<span class="card {colour} {extra}" role="img" aria-label="{spoken}"{styled}>'
        f'<span class="corner">{corner}</span>{middle}<span class="corner low" aria-hidden="true">{corner}</span></span>'
    )


def hand(
    names: list[str], *, new: Mapping[int, str] | None = None, extra: str = "", lifted: Collection[str] = ()
) -> str:
    """Cards beside each other; those that are new come in, or are turned, one after the other, and some are lifted."""
    drawn = []
    for at, name in enumerate(names):
        how = (new or {}).get(at, "")
        kinds = " ".join(filter(None, (extra, how, "lifted" if name in lifted else "")))
        drawn.append(face(name, extra=kinds, style=f"--n:{at}" if how else ""))
    return "".join(drawn)


def chips(amount: int) -> list[str]:
    """The kinds of chips an amount is paid in, largest first."""
    kinds: list[str] = []
    for value, kind in CHIPS:
        while amount >= value and len(kinds) < 12:
            kinds.append(kind)
            amount -= value
    return kinds


def stack(amount: int, *, extra: str = "") -> str:
    """A stack of chips with its amount beside it."""
    drawn = chips(amount)[:6]
    layers = "".join(f'<i class="chip {kind}" style="--n:{number}"></i>' for number, kind in enumerate(reversed(drawn)))
    return f'<span class="stack {extra}"><span class="pile" aria-hidden="true">{layers}</span><em>{shown(amount)}</em></span>'
