"""The felt: places, seats, chips and results of a table, as HTML made from what a viewer may see."""

import itertools
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from typing import Any

from houseway.play.player_dealer import seat_of
from houseway.rules.money import cents, shown
from houseway.rules.resolved import Rules
from houseway.serve.bots import SIMPLE
from houseway.serve.pages.faces import face, hand, stack
from houseway.serve.pages.layouts import NOW_AND_THEN, Layout, layout_of
from houseway.serve.pages.scene import Result, Scene

View = Mapping[str, Any]
_NUMBERED = ("seat", "box")
PLAYERS = ("seat ", "backline ")


def titled(name: str) -> str:
    """A wager's or place's id as it is written on the felt."""
    return escape(name.replace("-", " ").capitalize())


def wager_names(rules: Rules) -> dict[str, str]:
    """How each spot is called: the wager's own name, or its spots' where it has several."""
    names: dict[str, str] = {}
    for id, wager in rules.wagers.items():
        for spot in wager.spots or (id,):
            names[spot] = spot.replace("-", " ").title() if wager.spots else wager.name
    return names


def spots_of(rules: Rules) -> dict[str, str]:
    """Every betting spot and the wager that is placed there by somebody's decision."""
    asked = {"wagers", *rules.game.asks}
    return {spot: id for id, wager in rules.wagers.items() for spot in (wager.spots or (id,)) if wager.when in asked}


# The middle of the table


def middle(rules: Rules, scene: Scene) -> str:
    """The cards that belong to nobody's seat."""
    laid = layout_of(rules.game.id)
    shared = [place for place in [*rules.game.places, *scene.cards] if place.split(" ")[0] not in _NUMBERED]
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
            label = f'<span class="spotname">{titled(place)}</span>'
            if at < len(cards):
                new = scene.new.get(place, {}).get(at, "")
                style = f"--n:{at}" if new else ""
                cells.append(f'<span class="slot full">{face(cards[at], extra=new, style=style)}</span>')
            else:
                cells.append(f'<span class="slot">{label}</span>')
    return f'<div class="grid" style="--cols:{len(laid[0])}">{"".join(cells)}</div>'


def _row(rules: Rules, scene: Scene, places: Iterable[str]) -> str:
    names = layout_of(rules.game.id).names
    shown_places = []
    for place in places:
        cards = scene.cards.get(place, [])
        known = rules.game.places.get(place)
        most = known.cards if known else 0
        empty = (2 if most > 7 else most) if not cards else 0
        inside = hand(cards, new=scene.new.get(place)) + '<span class="slot"></span>' * empty
        many = " many" if len(cards) + empty > 5 else ""
        shown_places.append(
            f'<div class="place{many}"><span class="cards">{inside}{_count(place, scene)}</span>'
            f'<span class="placename">{escape(names[place]) if place in names else titled(place)}</span></div>'
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


# Seats


def seats(rules: Rules, view: View, scene: Scene, *, can_sit: bool, backline: int = 0) -> str:
    """Who sits where; `backline` places behind each seat may be bet from."""
    count, laid = rules.seats, layout_of(rules.game.id)
    behind = {number: _behind(number, view, can_stand=can_sit, places=backline) for number in range(1, count + 1)}
    asked = {ask["who"] for ask in view["asks"]}
    return "".join(
        _seat(
            f"seat {number}", number, count, laid, view, scene, behind[number],
            asked=f"seat {number}" in asked, can_sit=can_sit,
        )
        for number in range(1, count + 1)
    )  # fmt: skip


def _behind(number: int, view: View, *, can_stand: bool, places: int) -> str:
    """Who bets on a seat's hand from behind it, and the way to join them."""
    here = {who: one for who, one in view["seats"].items() if who.startswith(f"backline {number}.")}
    told = "".join(
        f'<span class="backliner{" me" if who == view["viewer"] else ""}" title="{who}">{escape(one["name"])} '
        f"{shown(sum(map(cents, one['wagers'].values()))) if one['wagers'] else ''}</span>"
        for who, one in here.items()
    )
    if can_stand and len(here) < places:
        told += (
            f'<button class="stand" data-hw="sit" data-behind="{number}" '
            f'aria-label="Bet behind seat {number}">Bet behind</button>'
        )
    return f'<div class="behind">{told}</div>' if told else ""


def _position(number: int, count: int, laid: Layout) -> str:
    """Seat 1 is at the dealer's left, which is the right side for whoever looks at the dealer."""
    share = (number - 1) / (count - 1) if count > 1 else 0.5
    if laid.shape == "long":
        return "--x:{:.1f}%;--y:{:.1f}%".format(*_around_box(number, count))
    if laid.shape == "oval":
        angle = _around_oval(share)
        return f"--x:{50 + 45 * math.cos(angle):.1f}%;--y:{55 + 37 * math.sin(angle):.1f}%"
    angle = math.radians(6 + 168 * share)
    top, deep = (40, 50) if len(laid.hands) > 2 else (26, 62)  # hands of three rows need room above
    return f"--x:{50 + 42.5 * math.cos(angle):.1f}%;--y:{top + deep * math.sin(angle):.1f}%"


def _around_box(number: int, count: int) -> tuple[float, float]:
    """Down the right side, along the bottom, up the left side."""
    side = max(1, count // 4)
    along = count - 2 * side
    if number <= side:
        return 92.0, 22 + 46 * (number - 0.5) / side
    if number > side + along:
        return 8.0, 22 + 46 * (count - number + 0.5) / side
    return 86 - 72 * (number - side - 1) / max(1, along - 1), 90.0


@lru_cache(maxsize=64)
def _around_oval(share: float) -> float:
    """The angle after a share of the way around a table twice as wide as deep, without the dealer's end."""
    angles = [math.radians(-42 + 264 * step / 400) for step in range(401)]
    lengths = [0.0]
    for one, other in itertools.pairwise(angles):
        lengths.append(
            lengths[-1] + math.hypot(2.4 * (math.cos(one) - math.cos(other)), math.sin(one) - math.sin(other))
        )
    return angles[min(range(401), key=lambda step: abs(lengths[step] - share * lengths[-1]))]


def _seat(
    who: str,
    number: int,
    count: int,
    laid: Layout,
    view: View,
    scene: Scene,
    behind: str,
    *,
    asked: bool,
    can_sit: bool,
) -> str:
    place = _position(number, count, laid)
    sitter = view["seats"].get(who)
    if sitter is None:
        inside = (
            f'<button class="sit" data-hw="sit" data-seat="{number}" aria-label="Sit down at {who}">Sit<br>{number}</button>'
            if can_sit
            else f'<span class="sit none" aria-label="{who} is empty">{number}</span>'
        )
        return f'<section class="seat empty" style="{place}">{inside}</section>'
    mine = who == view["viewer"]
    east = float(place.partition("--x:")[2].partition("%")[0]) > 50
    person = view.get("people", {}).get(who, {})
    kind = person.get("bot")
    notes = ["bot" if kind == SIMPLE else f"{kind} bot"] if kind else []
    notes += ["prop"] if person.get("role") else []
    notes += [note for note in ("leaving", "away") if person.get(note)]
    bank = "".join(
        f" {mark}"
        for mark, key in (("bank", "who"), ("button", "button"))
        if seat_of(str(view["bank"].get(key, ""))) == who
    )
    lots = sum(len(scene.cards[place]) for place in places_of(who, scene)) > 5
    rows = len(places_of(who, scene)) > 1 and bool(laid.hands)
    kinds = (
        " ".join(
            name for name, on in (("mine", mine), ("east", east), ("turn", asked), ("lots", lots), ("rows", rows)) if on
        )
        + bank
    )
    net = scene.net.get(who, 0)
    if scene.over and (net or took_part(who, scene)):
        sign = "won" if net > 0 else "lost" if net < 0 else "even"
        status = f'<span class="net {sign}">{_signed(net)}</span>'
    elif asked:
        status = '<span class="to-act">to act</span>'
    else:
        status = f'<span class="said">{escape(scene.said.get(who, ""))}</span>'
    cards = "".join(_hand_at(place, scene) for place in places_of(who, scene, laid.hands))
    staked = sum(map(cents, sitter["wagers"].values()))
    staked += sum(cents(spot["amount"]) for spot in view.get("spots", {}).values() if spot["owner"] == who)
    bet = stack(staked, extra="small") if staked and not scene.over else ""
    tags = "".join(f'<span class="tag">{note}</span>' for note in notes)
    return (
        f'<section class="seat {kinds}" style="{place}" aria-label="{who}, {escape(sitter["name"])}">'
        f'<div class="handrow">{cards}</div><div class="bet">{bet}</div>'
        f'<div class="plate"><strong>{escape(sitter["name"])}</strong>'
        f'<span class="chips">{tags}{shown(cents(sitter["stack"]))}</span>{status}</div>{behind}</section>'
    )


def took_part(who: str, scene: Scene) -> bool:
    """Cards or chips of this seat were in the round."""
    return bool(places_of(who, scene)) or who in scene.owners.values() or bool(scene.standing.get(who))


def came_out(who: str, scene: Scene) -> str:
    """How the round ended for a seat that took part in it."""
    net = scene.net.get(who, 0)
    if net:
        return f"You win {shown(net)}" if net > 0 else f"You lose {shown(-net)}"
    mine = [spot for spot, owner in scene.owners.items() if owner == who]
    if scene.standing.get(who) and not any(scene.results.get(spot) for spot in mine):
        return f"Your {shown(scene.standing[who])} stands"
    return "You break even"


def places_of(who: str, scene: Scene, order: Iterable[str] = ()) -> list[str]:
    """Where a seat's cards lie: its own place, and hands that are named after it or stand on its spots; groups that it
    sets in the order of the layout."""
    owned = {spot for spot, owner in scene.owners.items() if owner == who}
    found = [place for place in scene.cards if place == who or place.startswith(f"{who} ") or place in owned]
    ranks = {name: rank for rank, name in enumerate(order)}
    return sorted(found, key=lambda place: ranks.get(place.rpartition(" ")[2], -1)) if ranks else found


def _spots_owned(who: str, scene: Scene) -> list[str]:
    return [spot for spot, owner in scene.owners.items() if owner == who] or [who]


def _hand_at(place: str, scene: Scene, *, extra: str = "") -> str:
    gone = " gone" if place in scene.gone and not scene.over else ""
    cards = scene.cards[place]
    many = " many" if len(cards) > 3 else ""
    inside = hand(cards, new=scene.new.get(place), extra=extra) + _count(place, scene)
    return f'<span class="cards{gone}{many}">{inside}</span>'


def _count(place: str, scene: Scene) -> str:
    count = scene.counts.get(place)
    long = " long" if count and len(count) > 7 else ""
    return f'<span class="count{long}">{escape(count)}</span>' if count else ""


# The viewer's own place


def own_hand(who: str, rules: Rules, scene: Scene, *, setting: bool = False) -> str:
    """The viewer's cards; those that are being set lie in the bar below."""
    parts = []
    laid = layout_of(rules.game.id)
    if who.startswith("backline ") and not places_of(who, scene):
        who = seat_of(who)  # the hand that is bet on, as far as it is in sight
    places = [place for place in places_of(who, scene, laid.hands) if not (setting and place == who)]
    total = sum(len(scene.cards[place]) for place in places)
    size = "large" if total < 6 else "mid"
    for place in places:
        label = place.removeprefix(who).strip()
        name = f'<span class="placename">{escape(laid.hands.get(label) or titled(label))}</span>' if label else ""
        parts.append(f'<div class="place">{_hand_at(place, scene, extra=size)}{name}</div>')
    own = any(place.split(" ")[0] in _NUMBERED for place in rules.game.places)
    return "".join(parts) or ('<p class="quiet">Your cards will lie here.</p>' if own and not setting else "")


@dataclass
class Spots:
    """What may be drawn on betting spots: what stands and what came of it, what may be placed and what is about to be."""

    offered: Mapping[str, Mapping[str, Any]]
    placing: Mapping[str, int]
    stand: Mapping[str, str]  # also from earlier rounds


def own_spots(who: str, rules: Rules, scene: Scene, spots: Spots) -> str:
    """The viewer's betting spots: those of their own seat, then those of boxes and split hands."""
    boxes = dict.fromkeys(" ".join(name.split(" ")[:2]) for name in spots.offered if name.startswith("box "))
    others = [place for place in dict.fromkeys([*boxes, *_spots_owned(who, scene)]) if place != who]
    parts = [_laid_out(who, "", rules, scene, spots)]
    for place in others:
        inside = _laid_out(place, f"{place} " if place in boxes else "", rules, scene, spots)
        if inside:
            parts.append(
                f'<div class="boxed"><span class="placename">{escape(place.removeprefix(who))}</span>{inside}</div>'
            )
    return "".join(parts)


def shared_spots(who: str, rules: Rules, scene: Scene, spots: Spots) -> str:
    """The spots that everybody's chips lie on, as whoever sits at `who` sees them; from outside it is nobody."""
    inside = _laid_out(who or "nobody", "", rules, scene, spots, lines=True)
    return f'<div class="lines{" tall" if layout_of(rules.game.id).tall else ""}">{inside}</div>'


def _laid_out(place: str, prefix: str, rules: Rules, scene: Scene, spots: Spots, *, lines: bool = False) -> str:
    """The spots at one place in the grid of the game's layout, and any other that is in use below it."""
    laid = layout_of(rules.game.id)
    names, known = wager_names(rules), _wager_of(rules)
    stakes, results = dict(scene.stakes.get(place, {})), scene.results.get(place, {})
    own = place in scene.owners.values() or (place.startswith(PLAYERS) and " hand " not in place)
    for wager, lies in spots.stand.items() if own and not prefix else ():
        stakes[wager] = max(stakes.get(wager, 0), cents(lies))
    offered = {
        name.removeprefix(prefix): offer
        for name, offer in spots.offered.items()
        if name.startswith(prefix) and (prefix or not name.startswith("box "))
    }
    grid = [spot for spot in laid.laid() if spot in known] if laid.spots is not None else list(spots_of(rules))
    if not own and not prefix:
        grid = [spot for spot in grid if lines]
    busy = [spot for spot in (*stakes, *results) if spot not in grid]
    extra = [spot for spot in dict.fromkeys([*busy, *offered]) if spot not in grid and not _covered(spot, grid, known)]
    moved = {spot for spot in grid if known[spot] in rules.wagers and rules.wagers[known[spot]].when == "moved"}
    drawn = {True: "", False: ""}
    for spot in (*grid, *extra):
        offer = offered.get(known.get(spot, spot))
        name = laid.names.get(spot) or (titled(spot) if lines else names.get(spot) or titled(spot))
        full = names.get(spot, name)
        if offer is not None:
            placed = spots.placing.get(offer["wager"], 0) + (stakes.get(spot, 0) if spots.stand else 0)
            one = _open_spot(name, full, offer, placed)
        elif spot in stakes or spot in results or not (prefix or spot in moved or spot.endswith("-odds")):
            one = _spot(name, stakes.get(spot, 0), results.get(spot, []))
        else:
            continue
        others = _others(place, spot, scene) if lines else ""
        mark = '<b class="puck">on</b>' if lines and laid.marked(scene.puck) == spot else ""
        area = f' style="grid-area:{spot}"' if spot in grid and laid.spots else ""
        drawn[spot in grid] += f'<div class="at"{area}>{one}{others}{mark}</div>'
    inside = (
        f'<div class="laid" style="{laid.style}">{drawn[True]}</div>' if drawn[True] and laid.spots else drawn[True]
    )
    return inside + drawn[False]


def _wager_of(rules: Rules) -> dict[str, str]:
    """The wager that stands on each spot."""
    several = {spot: id for id, wager in rules.wagers.items() for spot in wager.spots if not wager.split}
    return {id: id for id, wager in rules.wagers.items() if not wager.spots or wager.split} | several


def _covered(wager: str, grid: list[str], known: Mapping[str, str]) -> bool:
    return any(known[spot] == wager for spot in grid)


def _others(place: str, spot: str, scene: Scene) -> str:
    """What others have on a spot that all share."""
    amount = sum(stakes.get(spot, 0) for other, stakes in scene.stakes.items() if other != place)
    if not amount or scene.over:
        return ""
    return f'<span class="others" title="others have {shown(amount)} here">{shown(amount)}</span>'


def _open_spot(name: str, full: str, offer: Mapping[str, Any], placed: int) -> str:
    need = "required" if offer["required"] else "optional"
    takes = ", ".join(shown(cents(amount)) for amount in offer.get("amounts", ()))
    takes = takes or f"{shown(cents(offer['minimum']))}–{shown(cents(offer['maximum']))}"
    inside = stack(placed) if placed else f"<small>{takes}</small>"
    label = f"{full}, {need}, {shown(placed) + ' placed' if placed else 'nothing placed'}: add chips"
    return (
        f'<button class="spot open {need}" data-hw="spot" data-wager="{escape(offer["wager"])}" '
        f'aria-label="{escape(label)}"><span class="ring">{inside}</span><span class="spotname">{escape(name)}</span></button>'
    )


def _spot(name: str, amount: int, results: list[Result]) -> str:
    if results:
        inside = "".join(map(_result, results))
        kind = max((one.kind for one in results), key=("back", "lost", "won").index)
        return f'<div class="spot done {kind}"><span class="ring">{inside}</span><span class="spotname">{escape(name)}</span></div>'
    inside = stack(amount) if amount else ""
    full = " full" if amount else ""
    return (
        f'<div class="spot{full}"><span class="ring">{inside}</span><span class="spotname">{escape(name)}</span></div>'
    )


def _result(one: Result) -> str:
    """What came of a wager; a click shows why, with the clause."""
    word = {"won": "wins", "lost": "loses", "back": "push" if one.note in ("", "push") else "back"}[one.kind]
    amount = _signed(one.amount if one.kind == "won" else -one.amount) if one.kind != "back" else shown(one.amount)
    why = escape(one.words) or "settled"
    return (
        f'<details class="result {one.kind}"><summary><b>{word}</b> {amount}</summary>'
        f'<div class="why">{why[:1].upper()}{why[1:]}<cite>{escape(one.clause)}</cite></div></details>'
    )


def _signed(amount: int) -> str:
    return f"+{shown(amount)}" if amount > 0 else f"−{shown(-amount)}" if amount < 0 else "even"
