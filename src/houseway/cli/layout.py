"""Cards as they lie on the felt: in boxes, and where a game has a picture of its layout, in that shape."""

from collections.abc import Mapping, Sequence

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from houseway.cards.card import HIDDEN, Card
from houseway.cli.text import face, faces
from houseway.play.places import Place, is_seat, whole_of

Places = Mapping[str, Sequence[Card]]

# A game's layout, row by row: the place and which of its cards; a dot leaves a gap.
PICTURES: dict[str, tuple[str, ...]] = {
    "criss-cross-poker": (
        ". down:1 .",
        "across:1 middle:1 across:2",
        ". down:2 .",
    ),
}

_INSIDE = 4
_IN_A_ROW = 8


def seat_of(place: str) -> str | None:
    """The seat that a place belongs to: `seat 2` of `seat 2` and of `seat 2 front`."""
    return whole_of(place) if is_seat(place) else None


def community(places: Places, game: str) -> list[RenderableType]:
    """The cards that are no seat's own."""
    here = {place: cards for place, cards in places.items() if seat_of(place) is None and cards}
    shapes: list[RenderableType] = []
    if picture := _picture(here, game):
        rows, drawn = picture
        shapes.append(_boxes(rows))
        here = {place: cards for place, cards in here.items() if place not in drawn}
    return shapes + [_titled(place, cards) for place, cards in here.items()]


def hand(places: Places, seat: str) -> list[RenderableType]:
    """The cards of one's own seat, in boxes."""
    shapes: list[RenderableType] = []
    for place, cards in places.items():
        if cards and seat_of(place) == seat:
            shapes.append(_titled(f"your {Place.read(place).inside or 'hand'}", cards))
    return shapes


def held(places: Places, seat: str) -> Text:
    """The cards of a seat on one line."""
    parts = []
    for place, cards in places.items():
        if cards and seat_of(place) == seat:
            inside = Place.read(place).inside
            parts.append(Text(f"{inside} " if inside else "", "dim").append_text(faces(cards)))
    return Text("  ").join(parts)


def side_by_side(shapes: Sequence[RenderableType]) -> RenderableType:
    return Padding(Columns(shapes, padding=(0, 4)), (0, 2))


def _titled(title: str, cards: Sequence[Card]) -> Group:
    rows = [list(cards[at : at + _IN_A_ROW]) for at in range(0, len(cards), _IN_A_ROW)]
    return Group(Text(title, "dim"), _boxes(rows))


def _picture(here: Places, game: str) -> tuple[list[list[Card | None]], set[str]] | None:
    """The rows of a game's picture and the places in it; None where there is none, or the cards don't fit it."""
    cells = [[cell.partition(":") for cell in line.split()] for line in PICTURES.get(game, ())]
    places = [place for row in cells for place, colon, _ in row if colon]
    drawn = {place for place in places if place in here}
    if not drawn or any(len(here[place]) > places.count(place) for place in drawn):
        return None
    rows = [[_at(here.get(place, ()), int(number)) if colon else None for place, colon, number in row] for row in cells]
    return rows, drawn


def _at(cards: Sequence[Card], number: int) -> Card | None:
    return cards[number - 1] if number <= len(cards) else None


def _boxes(rows: Sequence[Sequence[Card | None]]) -> Text:
    lines = []
    for row in rows:
        drawn = [_box(one) for one in row]
        lines += [Text(" ").join(parts) for parts in zip(*drawn, strict=True)]
    return Text("\n").join(lines)


def _box(one: Card | None) -> tuple[Text, Text, Text]:
    if one is None:
        gap = Text(" " * (_INSIDE + 2))
        return gap, gap, gap
    edge = "blue" if one == HIDDEN else ""
    middle = Text("▒" * _INSIDE, "blue") if one == HIDDEN else face(one)
    middle.pad_left((_INSIDE - len(middle) + 1) // 2)
    middle.pad_right(_INSIDE - len(middle))
    return (
        Text(f"╭{'─' * _INSIDE}╮", edge),
        Text("│", edge).append_text(middle).append("│", edge),
        Text(f"╰{'─' * _INSIDE}╯", edge),
    )
