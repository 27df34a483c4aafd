"""The felt: places, seats, chips and results of a table, as HTML made from what a viewer may see."""

import math
from collections.abc import Mapping
from html import escape
from typing import Any

from houseway.rules.money import cents, shown
from houseway.rules.resolved import Rules
from houseway.serve.pages.faces import face, hand, stack
from houseway.serve.pages.layouts import LAYOUTS, NOW_AND_THEN, SELDOM
from houseway.serve.pages.scene import Result, Scene

View = Mapping[str, Any]
_NUMBERED = ("seat", "box")
MANY_SPOTS = 7


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
    own = [place for place in rules.game.places if place not in _NUMBERED]
    shared = [place for place in [*own, *scene.cards] if place.split(" ")[0] not in _NUMBERED]
    used = {place for place in scene.cards if place != "burn"}
    seldom = {*NOW_AND_THEN, *SELDOM.get(rules.game.id, ())} - used
    places = list(dict.fromkeys(place for place in shared if place not in seldom))
    laid = LAYOUTS.get(rules.game.id)
    if laid is not None:
        return _grid(rules, scene, laid) + _row(rules, scene, [place for place in places if not _in(place, laid)])
    return _row(rules, scene, places)


def pots(view: View) -> str:
    """What lies in the middle for whoever wins it."""
    lying = {name: cents(amount) for name, amount in view["bank"].get("pots", {}).items()}
    return "".join(
        f'<span class="pot">{stack(amount)}<span class="placename">{titled(name)} pot</span></span>'
        for name, amount in lying.items()
        if amount
    )


def _in(place: str, laid: tuple[tuple[str, ...], ...]) -> bool:
    return any(place == cell or cell.startswith(f"{place} ") for row in laid for cell in row)


def _grid(rules: Rules, scene: Scene, laid: tuple[tuple[str, ...], ...]) -> str:
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


def _row(rules: Rules, scene: Scene, places: list[str]) -> str:
    shown_places = []
    for place in places:
        cards = scene.cards.get(place, [])
        known = rules.game.places.get(place)
        empty = max(0, min(known.cards if known else 0, 5) - len(cards)) if not cards else 0
        inside = hand(cards, new=scene.new.get(place)) + '<span class="slot"></span>' * empty
        many = " many" if len(cards) + empty > 5 else ""
        shown_places.append(
            f'<div class="place{many}"><span class="cards">{inside}</span>'
            f'<span class="placename">{titled(place)}</span></div>'
        )
    return f'<div class="row">{"".join(shown_places)}</div>' if shown_places else ""


# Seats


def seats(rules: Rules, view: View, scene: Scene, *, can_sit: bool) -> str:
    count = rules.game.seats
    asked = {ask["who"] for ask in view["asks"]}
    return "".join(
        _seat(f"seat {number}", number, count, view, scene, asked=f"seat {number}" in asked, can_sit=can_sit)
        for number in range(1, count + 1)
    )


def _position(number: int, count: int) -> str:
    """Seat 1 is at the dealer's left, which is the right side for whoever looks at the dealer."""
    share = (number - 1) / (count - 1) if count > 1 else 0.5
    angle = math.radians(6 + 168 * share)
    return f"--x:{50 + 42.5 * math.cos(angle):.1f}%;--y:{24 + 62 * math.sin(angle):.1f}%"


def _seat(who: str, number: int, count: int, view: View, scene: Scene, *, asked: bool, can_sit: bool) -> str:
    place = _position(number, count)
    sitter = view["seats"].get(who)
    if sitter is None:
        inside = (
            f'<button class="sit" data-hw="sit" data-seat="{number}" aria-label="Sit down at {who}">Sit<br>{number}</button>'
            if can_sit
            else f'<span class="sit none" aria-label="{who} is empty">{number}</span>'
        )
        return f'<section class="seat empty" style="{place}">{inside}</section>'
    mine = who == view["viewer"]
    person = view.get("people", {}).get(who, {})
    notes = [note for note in ("bot", "leaving", "away") if person.get(note)]
    bank = "".join(f" {mark}" for mark, key in (("bank", "who"), ("button", "button")) if view["bank"].get(key) == who)
    lots = sum(len(scene.cards[place]) for place in places_of(who, scene)) > 5
    kinds = " ".join(name for name, on in (("mine", mine), ("turn", asked), ("lots", lots)) if on) + bank
    net = scene.net.get(who, 0)
    if scene.over and (net or took_part(who, scene)):
        sign = "won" if net > 0 else "lost" if net < 0 else "even"
        status = f'<span class="net {sign}">{_signed(net)}</span>'
    elif asked:
        status = '<span class="to-act">to act</span>'
    else:
        status = f'<span class="said">{escape(scene.said.get(who, ""))}</span>'
    cards = "".join(_hand_at(place, scene) for place in places_of(who, scene))
    staked = sum(map(cents, sitter["wagers"].values()))
    staked += sum(cents(spot["amount"]) for spot in view.get("spots", {}).values() if spot["owner"] == who)
    bet = stack(staked, extra="small") if staked and not scene.over else ""
    tags = "".join(f'<span class="tag">{note}</span>' for note in notes)
    return (
        f'<section class="seat {kinds}" style="{place}" aria-label="{who}, {escape(sitter["name"])}">'
        f'<div class="handrow">{cards}</div><div class="bet">{bet}</div>'
        f'<div class="plate"><strong>{escape(sitter["name"])}{tags}</strong>'
        f"<span>{shown(cents(sitter['stack']))}</span>{status}</div></section>"
    )


def took_part(who: str, scene: Scene) -> bool:
    return bool(places_of(who, scene)) or any(owner == who for owner in scene.owners.values())


def places_of(who: str, scene: Scene) -> list[str]:
    """Where a seat's cards lie: its own place, and hands that are named after it or stand on its spots."""
    owned = {spot for spot, owner in scene.owners.items() if owner == who}
    return [place for place in scene.cards if place == who or place.startswith(f"{who} ") or place in owned]


def _spots_owned(who: str, scene: Scene) -> list[str]:
    return [spot for spot, owner in scene.owners.items() if owner == who] or [who]


def _hand_at(place: str, scene: Scene, *, extra: str = "") -> str:
    gone = " gone" if place in scene.gone and not scene.over else ""
    cards = scene.cards[place]
    many = " many" if len(cards) > 3 else ""
    return f'<span class="cards{gone}{many}">{hand(cards, new=scene.new.get(place), extra=extra)}</span>'


# The viewer's own place


def own_hand(who: str, rules: Rules, scene: Scene, *, setting: bool = False) -> str:
    """The viewer's cards; those that are being set lie in the bar below."""
    parts = []
    places = [place for place in places_of(who, scene) if not (setting and place == who)]
    size = "large" if sum(len(scene.cards[place]) for place in places) < 6 else "mid"
    for place in places:
        label = place.removeprefix(who).strip()
        name = f'<span class="placename">{titled(label)}</span>' if label else ""
        parts.append(f'<div class="place">{_hand_at(place, scene, extra=size)}{name}</div>')
    own = any(place.split(" ")[0] in _NUMBERED for place in rules.game.places)
    return "".join(parts) or ('<p class="quiet">Your cards will lie here.</p>' if own and not setting else "")


def own_spots(
    who: str,
    rules: Rules,
    scene: Scene,
    *,
    offered: Mapping[str, Mapping[str, Any]],
    placing: Mapping[str, int],
    stand: Mapping[str, str],
) -> str:
    """The viewer's betting spots: chips on them, what came of them, and what may be placed now."""
    names, spots = wager_names(rules), spots_of(rules)
    for spot in _spots_owned(who, scene):
        for wager in (*scene.stakes.get(spot, {}), *scene.results.get(spot, {})):
            spots.setdefault(wager, wager)
    for wager in (*stand, *offered):
        if wager not in spots and wager not in spots.values():
            spots[wager] = wager
    stakes: dict[str, int] = {}
    results: dict[str, list[Result]] = {}
    for spot in _spots_owned(who, scene):
        for wager, amount in scene.stakes.get(spot, {}).items():
            stakes[wager] = stakes.get(wager, 0) + amount
        for wager, done in scene.results.get(spot, {}).items():
            results.setdefault(wager, []).extend(done)
    for wager, lies in stand.items():  # also from earlier rounds
        stakes[wager] = max(stakes.get(wager, 0), cents(lies))
    drawn = []
    if not offered and len(spots) > MANY_SPOTS:
        spots = {spot: wager for spot, wager in spots.items() if spot in stakes or spot in results}
    for spot, wager in spots.items():
        name = names.get(spot) or titled(spot)
        if wager in offered:
            drawn.append(_open_spot(name, offered[wager], placing.get(wager, 0) + cents(stand.get(wager, "0"))))
        else:
            drawn.append(_spot(name, stakes.get(spot, 0), results.get(spot, [])))
    return "".join(drawn)


def _open_spot(name: str, offer: Mapping[str, Any], placed: int) -> str:
    need = "required" if offer["required"] else "optional"
    takes = ", ".join(shown(cents(amount)) for amount in offer.get("amounts", ()))
    takes = takes or f"{shown(cents(offer['minimum']))}–{shown(cents(offer['maximum']))}"
    inside = stack(placed) if placed else f"<small>{takes}</small>"
    label = f"{name}, {need}, {shown(placed) + ' placed' if placed else 'nothing placed'}: add chips"
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
