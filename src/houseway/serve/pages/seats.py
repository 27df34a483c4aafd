"""Who sits where: the others down both sides of the felt, the viewer at the bottom in the middle."""

from dataclasses import dataclass

from markupsafe import Markup

from houseway.play.places import number_of, seat_of, seats
from houseway.rules.money import shown
from houseway.rules.resolved import Rules
from houseway.serve.pages.felt import NUMBERED, came_out, hand_at, places_of, stands_only, took_part
from houseway.serve.pages.layouts import Layout, layout_of
from houseway.serve.pages.motion import is_big
from houseway.serve.pages.scene import HIDDEN, Scene
from houseway.serve.pages.templates import NOTHING, joined, kept, render, signed
from houseway.serve.pages.views import SeatView, TableView

_GROUPS = 3  # of a hand that is set in rows: top, middle and bottom
_LARGE = 7  # cards of the viewer's that are drawn in full size


@dataclass(frozen=True, slots=True)
class Net:
    """What a seat won or lost: its kind, and how it is written."""

    kind: str
    words: str


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat on a rail: who sits there, if anybody, with what is drawn around the name."""

    number: int
    seat: SeatView | None = None
    rows: bool = False  # cards are set in rows
    cards: Markup = NOTHING
    bet: int = 0
    net: Net | None = None
    said: str = ""
    foul: str = ""
    behind: tuple[SeatView, ...] = ()  # who bet on this hand from behind it
    can_sit: bool = False
    can_stand: bool = False
    viewer: str = ""  # if it is one of those behind


def rails(rules: Rules, view: TableView, scene: Scene, *, can_sit: bool, backline: int = 0) -> Markup:
    """Everybody but the viewer, on both sides; `backline` places behind each seat may be bet from."""
    laid = layout_of(rules.game.id)
    west, east = (
        tuple(
            kept("seats/chair.html", chair=_chair(number, laid, view, scene, can_sit=can_sit, places=backline))
            for number in side
        )
        for side in sides(rules.seats, view.viewer)
    )
    return render("seats/rails.html", west=joined(west), east=joined(east))


def sides(count: int, viewer: str) -> tuple[list[int], list[int]]:
    """The seats on the left and on the right of whoever looks at the dealer, each from the top. The deal goes from the
    dealer's left, so it comes down on the right, passes the viewer at the bottom, and goes up on the left."""
    if viewer not in seats(count):
        half = (count + 1) // 2
        return list(range(count, half, -1)), list(range(1, half + 1))
    mine = number_of(viewer)
    order = [(mine - 1 + step) % count + 1 for step in range(1, count)]
    half = len(order) // 2
    return order[:half][::-1], order[half:]


def _chair(number: int, laid: Layout, view: TableView, scene: Scene, *, can_sit: bool, places: int) -> Chair:
    who = f"seat {number}"
    seat = view.seats.get(who)
    if seat is None:
        return Chair(number, can_sit=can_sit)
    lie = places_of(who, scene, laid.hands)
    rows = len(laid.hands) > 2 and any(place != who for place in lie)
    quiet = not scene.said.get(who) and took_part(who, scene)  # nothing else to say of a seat that played
    told = scene.over and (scene.net.get(who) or scene.staked.get(who) or scene.standing.get(who) or quiet)
    behind = tuple(one for other, one in view.seats.items() if other != who and seat_of(other) == who)
    return Chair(
        number,
        seat,
        rows=rows,
        cards=_rows(who, laid, scene) if rows else joined(hand_at(place, scene) for place in lie),
        bet=0 if scene.over else seat.staked,
        net=_net(who, scene) if told else None,
        said=scene.said.get(who, ""),
        foul="; ".join(_fouls(who, scene)),
        behind=behind,
        can_stand=can_sit and len(behind) < places,
        viewer=view.viewer if behind else "",
    )


def _rows(who: str, laid: Layout, scene: Scene) -> Markup:
    """The groups that a seat sets, each in its row whether cards lie there yet or not; what else lies there (cards that
    are not set yet, discards) as far as its faces are in sight."""
    rows = []
    for place in (who, *(f"{who} {group}" for group in laid.hands)):
        cards = scene.cards.get(place, [])
        if place.removeprefix(f"{who} ") in list(laid.hands)[:_GROUPS]:
            rows.append(hand_at(place, scene) if cards else kept("seats/empty.html"))
        elif cards and HIDDEN not in cards:
            rows.append(hand_at(place, scene))
    return joined(rows)


def _net(who: str, scene: Scene) -> Net:
    net = scene.net.get(who, 0)
    told = f"{shown(scene.standing[who])} stands" if not net and scene.standing.get(who) else signed(net)
    return Net("won" if net > 0 else "lost" if net < 0 else "even", told)


def _fouls(who: str, scene: Scene) -> list[str]:
    """Why hands of this seat are fouls."""
    return [why for place, why in scene.fouls.items() if place == who or place.startswith(f"{who} ")]


# The viewer's own place


@dataclass(frozen=True, slots=True)
class OwnHand:
    """Cards of the viewer's, and what the group is called that they are set into."""

    cards: Markup
    name: str


def own_place(
    who: str,
    rules: Rules,
    view: TableView,
    scene: Scene,
    spots: Markup,
    *,
    left: int,
    setting: bool,
    called: str = "your stack",
) -> Markup:
    """The viewer's cards, betting spots and chips, of which `left` are not on the felt and are `called` so; while cards
    are being set, those lie in the bar."""
    seat, hands = view.seats[who], _own_hands(who, rules, scene, setting=setting)
    dealt_to = any(place.split(" ")[0] in NUMBERED for place in rules.game.places)
    return kept(
        "seats/own.html",
        seat=seat,
        setting=setting,
        hands=hands,
        awaits_cards=not hands and dealt_to and not setting,
        bet=seat.staked if not scene.over and layout_of(rules.game.id).spots == () else 0,
        spots=spots,
        left=max(0, left),
        called=called,
        outcome=_outcome(who, scene),
    )


def _own_hands(who: str, rules: Rules, scene: Scene, *, setting: bool) -> tuple[OwnHand, ...]:
    laid = layout_of(rules.game.id)
    if not places_of(who, scene):
        who = seat_of(who)  # the hand that is bet on from behind, as far as it is in sight
    places = [place for place in places_of(who, scene, laid.hands) if not (setting and place == who)]
    size = "large" if sum(len(scene.cards[place]) for place in places) <= _LARGE else "mid"
    groups = {place: place.removeprefix(who).strip() for place in places}
    return tuple(
        OwnHand(hand_at(place, scene, extra=size), laid.hands.get(group) or group.capitalize() if group else "")
        for place, group in groups.items()
    )


def _outcome(who: str, scene: Scene) -> Markup:
    if not scene.over:
        return Markup()
    net = scene.net.get(who, 0)
    if not (net or took_part(who, scene)):
        return kept("seats/outcome.html", sat_out=True)
    stands = stands_only(who, scene)
    also = [f"{shown(scene.fees[who])} {'was' if stands else 'of it'} collected"] if scene.fees.get(who) else []
    return kept(
        "seats/outcome.html",
        sat_out=False,
        kind="won" if net > 0 else "lost" if net < 0 and not stands else "even",
        big=is_big(who, scene),
        words=came_out(who, scene),
        also=(*also, *_fouls(who, scene)),
    )
