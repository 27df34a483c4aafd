"""The felt: cards, pots and what came of a round, drawn from what a viewer may see."""

from collections.abc import Iterable
from dataclasses import dataclass

from markupsafe import Markup

from houseway.rules.money import shown
from houseway.rules.resolved import Rules
from houseway.serve.pages.faces import hand
from houseway.serve.pages.layouts import NOW_AND_THEN, layout_of
from houseway.serve.pages.scene import HIDDEN, Scene
from houseway.serve.pages.templates import NOTHING, kept
from houseway.serve.pages.views import TableView
from houseway.serve.pages.wheels import Meter

NUMBERED = ("seat", "box")
_LONGEST = 7  # cards that a place has room for from the start; where more may come, two are as many as one expects


def titled(name: str) -> str:
    """A wager's id as it is written on the felt."""
    return name.replace("-", " ").capitalize()


# The middle of the table


@dataclass(frozen=True, slots=True)
class Cell:
    """A single card of the board, or the place where it will lie."""

    name: str
    card: str = ""
    extra: str = ""
    style: str = ""


@dataclass(frozen=True, slots=True)
class PlaceView:
    """A place in the middle, its cards and the room for those to come."""

    id: str
    name: str
    cards: Markup
    empty: int
    many: bool
    count: str


def middle(rules: Rules, scene: Scene) -> Markup:
    """The cards that belong to nobody's seat."""
    laid = layout_of(rules.game.id)
    shared = [place for place in [*rules.game.places, *scene.cards] if place.split(" ")[0] not in NUMBERED]
    used = {place for place in scene.cards if place != "burn"}
    unset = {part for part in rules.game.places for whole in used if part.startswith(f"{whole} ")}  # not set yet
    away = {*NOW_AND_THEN, *laid.seldom, *unset} - used
    single = any("" in row for row in laid.board)
    rest = [place for place in dict.fromkeys(shared) if place not in away and not laid.has(place)]
    board = () if single else tuple([place for place in row if place not in away] for row in laid.board)
    return kept(
        "felt/middle.html",
        cells=tuple(_cell(scene, cell) for row in laid.board for cell in row) if single else (),
        columns=len(laid.board[0]) if single else 0,
        rows=tuple(tuple(_place(rules, scene, place) for place in row) for row in (*board, rest) if row),
    )


def lying_around(
    rules: Rules,
    view: TableView,
    *,
    lines: Markup = NOTHING,
    meters: tuple[Meter, ...] | None = None,
    shoe: bool = True,
) -> Markup:
    """What lies in the middle beside the cards: pots, the `lines` that all bet on, the shoe and the meters."""
    return kept(
        "felt/around.html",
        pots=tuple((titled(name), amount) for name, amount in (view.bank.pots or {}).items() if amount),
        lines=lines,
        shoe=view.shoe if shoe and layout_of(rules.game.id).shoe else None,
        meters=meters,
    )


def _cell(scene: Scene, cell: str) -> Cell | None:
    """A cell of the board; None where it is free."""
    if not cell:
        return None
    place, _, which = cell.rpartition(" ")
    if not which.isdigit():
        place, which = cell, "1"
    cards, at = scene.cards.get(place, []), int(which) - 1
    if at >= len(cards):
        return Cell(place.capitalize())
    new = scene.new.get(place, {}).get(at, "")
    lifted = " lifted" if cards[at] in scene.lifted.get(place, ()) else ""
    return Cell(place.capitalize(), cards[at], new + lifted, f"--n:{at}" if new else "")


def _place(rules: Rules, scene: Scene, place: str) -> PlaceView:
    cards = scene.cards.get(place, [])
    known = rules.game.places.get(place)
    most = known.cards if known else 0
    if cards and (most > _LONGEST or (scene.over and place in scene.counts)):
        empty = 0  # a hand that may end with fewer cards is whole now
    else:
        empty = 2 if most > _LONGEST else max(0, most - len(cards))
    return PlaceView(
        id=place,
        name=layout_of(rules.game.id).names.get(place) or place.capitalize(),
        cards=hand(cards, scene.new.get(place), lifted=scene.lifted.get(place, ())),
        empty=empty,
        many=len(cards) + empty > 5,
        count=scene.counts.get(place, ""),
    )


# Whose cards lie where, and how it ended


def took_part(who: str, scene: Scene) -> bool:
    """Cards or chips of this seat were in the round. A pile that is dealt to whoever sits there takes no part."""
    if who in scene.out:
        return bool(scene.standing.get(who))
    return bool(places_of(who, scene)) or who in scene.owners.values() or bool(scene.standing.get(who))


def came_out(who: str, scene: Scene) -> str:
    """How the round ended for a seat that took part in it."""
    net = scene.net.get(who, 0)
    if stands_only(who, scene):
        return f"Your {shown(scene.standing[who])} stands"
    if net:
        return f"You win {shown(net)}" if net > 0 else f"You lose {shown(-net)}"
    return "You break even"


def stands_only(who: str, scene: Scene) -> bool:
    """Nothing was decided for this seat: its wagers stand, and a fee for the round is all that it may have paid."""
    decided = any(scene.results.get(spot) for spot, owner in scene.owners.items() if owner == who)
    return bool(scene.standing.get(who)) and not decided and scene.net.get(who, 0) == -scene.fees.get(who, 0)


def places_of(who: str, scene: Scene, order: Iterable[str] = ()) -> list[str]:
    """Where a seat's cards lie: its own place, and hands that are named after it or stand on its spots; groups that it
    sets in the order of the layout."""
    owned = {spot for spot, owner in scene.owners.items() if owner == who}
    found = [place for place in scene.cards if place == who or place.startswith(f"{who} ") or place in owned]
    ranks = {name: rank for rank, name in enumerate(order)}
    return sorted(found, key=lambda place: ranks.get(place.rpartition(" ")[2], -1)) if ranks else found


def hand_at(place: str, scene: Scene, *, extra: str = "") -> Markup:
    """The cards at a place, with what they come to."""
    cards = scene.cards[place]
    return kept(
        "felt/hand.html",
        inside=hand(cards, scene.new.get(place), extra, scene.lifted.get(place, ())),
        gone=place in scene.gone and (not scene.over or HIDDEN in cards),
        many=len(cards) > 3,
        count=scene.counts.get(place, ""),
    )
