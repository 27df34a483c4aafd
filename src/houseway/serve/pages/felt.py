"""The felt: cards, pots and what came of a round, as HTML made from what a viewer may see."""

from collections.abc import Iterable, Mapping
from html import escape
from typing import Any

from houseway.rules.money import cents, shown
from houseway.rules.resolved import Rules
from houseway.serve.pages.faces import face, hand, stack
from houseway.serve.pages.layouts import NOW_AND_THEN, layout_of
from houseway.serve.pages.scene import HIDDEN, Scene

View = Mapping[str, Any]
NUMBERED = ("seat", "box")
_LONGEST = 7  # cards that a place has room for from the start; where more may come, two are as many as one expects


def titled(name: str) -> str:
    """A wager's id as it is written on the felt."""
    return escape(name.replace("-", " ").capitalize())


def place_name(place: str) -> str:
    """A place's id as it is written on the felt: `Player-dealer`."""
    return escape(place.capitalize())


# The middle of the table


def middle(rules: Rules, scene: Scene) -> str:
    """The cards that belong to nobody's seat."""
    laid = layout_of(rules.game.id)
    shared = [place for place in [*rules.game.places, *scene.cards] if place.split(" ")[0] not in NUMBERED]
    used = {place for place in scene.cards if place != "burn"}
    unset = {part for part in rules.game.places for whole in used if part.startswith(f"{whole} ")}  # not set yet
    away = {*NOW_AND_THEN, *laid.seldom, *unset} - used
    if any("" in row for row in laid.board):
        board = _grid(scene, laid.board)
    else:
        board = "".join(_row(rules, scene, [place for place in row if place not in away]) for row in laid.board)
    rest = [place for place in dict.fromkeys(shared) if place not in away and not laid.has(place)]
    return board + _row(rules, scene, rest)


def pots(view: View) -> str:
    """What lies in the middle for whoever wins it."""
    lying = {name: cents(amount) for name, amount in view["bank"].get("pots", {}).items()}
    return "".join(
        f'<span class="pot">{stack(amount)}<span class="placename">{titled(name)} pot</span></span>'
        for name, amount in lying.items()
        if amount
    )


def _grid(scene: Scene, laid: tuple[tuple[str, ...], ...]) -> str:
    """Single cards, each in a cell of its own."""
    cells = []
    for row in laid:
        for cell in row:
            if not cell:
                cells.append("<span></span>")
                continue
            place, _, which = cell.rpartition(" ")
            if not which.isdigit():
                place, which = cell, "1"
            cards, at = scene.cards.get(place, []), int(which) - 1
            label = f'<span class="spotname">{place_name(place)}</span>'
            if at < len(cards):
                new = scene.new.get(place, {}).get(at, "")
                style = f"--n:{at}" if new else ""
                lifted = " lifted" if cards[at] in scene.lifted.get(place, ()) else ""
                cells.append(f'<span class="slot full">{face(cards[at], extra=new + lifted, style=style)}</span>')
            else:
                cells.append(f'<span class="slot">{label}</span>')
    return f'<div class="cells" style="--cols:{len(laid[0])}">{"".join(cells)}</div>'


def _row(rules: Rules, scene: Scene, places: Iterable[str]) -> str:
    names = layout_of(rules.game.id).names
    shown_places = []
    for place in places:
        cards = scene.cards.get(place, [])
        known = rules.game.places.get(place)
        most = known.cards if known else 0
        if cards and (most > _LONGEST or (scene.over and place in scene.counts)):
            empty = 0  # a hand that may end with fewer cards is whole now
        else:
            empty = 2 if most > _LONGEST else max(0, most - len(cards))
        inside = hand(cards, new=scene.new.get(place), lifted=scene.lifted.get(place, ()))
        inside += '<span class="slot"></span>' * empty
        many = " many" if len(cards) + empty > 5 else ""
        lying = _held(place, scene, f'<span class="cards">{inside}</span>')
        shown_places.append(
            f'<div class="place{many}" data-place="{escape(place)}">{lying}'
            f'<span class="placename">{escape(names[place]) if place in names else place_name(place)}</span></div>'
        )
    return f'<div class="row">{"".join(shown_places)}</div>' if shown_places else ""


def shoe(rules: Rules, view: View) -> str:
    """The shoe that is dealt from, and the rack where cards go that were played."""
    if not layout_of(rules.game.id).shoe:
        return ""
    left = view["shoe"]
    words = f"{left} card{'s' * (left != 1)} in the shoe" if left else "the shoe is empty"
    return (
        f'<div class="shoe" role="img" aria-label="{words}"><i></i><span>{left or "–"}</span><small>shoe</small></div>'
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


def hand_at(place: str, scene: Scene, *, extra: str = "") -> str:
    cards = scene.cards[place]
    gone = " gone" if place in scene.gone and (not scene.over or HIDDEN in cards) else ""
    many = " many" if len(cards) > 3 else ""
    inside = hand(cards, new=scene.new.get(place), extra=extra, lifted=scene.lifted.get(place, ()))
    return _held(place, scene, f'<span class="cards{gone}{many}">{inside}</span>')


def _held(place: str, scene: Scene, cards: str) -> str:
    """Cards with what they come to: a number beside them, words below."""
    if not (count := scene.counts.get(place)):
        return f'<span class="held">{cards}</span>'
    long = "" if count[-1].isdigit() else " long"
    lines = "".join(f"<span>{escape(part)}</span>" for part in count.split("; "))
    return f'<span class="held{long}">{cards}<span class="count">{lines}</span></span>'


def signed(amount: int) -> str:
    return f"+{shown(amount)}" if amount > 0 else f"−{shown(-amount)}" if amount < 0 else "even"
