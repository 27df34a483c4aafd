"""Betting spots: what stands on them, what may be placed there, and what came of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from typing import Any

from houseway.rules.money import cents, shown
from houseway.rules.resolved import Rules
from houseway.serve.pages.faces import stack
from houseway.serve.pages.felt import signed, titled
from houseway.serve.pages.layouts import Layout, layout_of
from houseway.serve.pages.naming import wager_names
from houseway.serve.pages.scene import Result, Scene
from houseway.serve.pages.telling import cited

PLAYERS = ("seat ", "backline ")
_ROWS = 2  # of circles, for which there is room before a seat


def spots_of(rules: Rules) -> dict[str, str]:
    """Every betting spot and the wager that is placed there by somebody's decision."""
    asked = {"wagers", *rules.game.asks}
    return {spot: id for id, wager in rules.wagers.items() for spot in (wager.spots or (id,)) if wager.when in asked}


@dataclass
class Spots:
    """What may be drawn on betting spots: what stands and what came of it, what may be placed and what is about to be."""

    offered: Mapping[str, Mapping[str, Any]]
    placing: Mapping[str, int]
    stand: Mapping[str, str]  # also from earlier rounds


def _spots_owned(who: str, scene: Scene) -> list[str]:
    return [spot for spot, owner in scene.owners.items() if owner == who] or [who]


def own_spots(who: str, rules: Rules, scene: Scene, spots: Spots) -> str:
    """The viewer's betting spots: those of their own seat, then those of boxes and split hands."""
    if layout_of(rules.game.id).spots == ():  # bets lie before the cards, on no spot
        return ""
    boxes = dict.fromkeys(" ".join(name.split(" ")[:2]) for name in spots.offered if name.startswith("box "))
    others = [place for place in dict.fromkeys([*boxes, *_spots_owned(who, scene)]) if place != who]
    parts = [_laid_out(who, "", rules, scene, spots)]
    if len(layout_of(rules.game.id).spots or ()) > _ROWS:
        parts = [f'<div class="lines">{parts[0]}</div>']  # printed boxes take less room than circles
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
    lying: dict[str, str] = {}  # what lies in cells of other spots or of print
    for spot in (*grid, *extra):
        offer = offered.get(known.get(spot, spot))
        name = laid.names.get(spot) or (titled(spot) if lines else names.get(spot) or titled(spot))
        full = names.get(spot, name)
        if offer is not None:
            placed = spots.placing.get(offer["wager"], 0) + (stakes.get(spot, 0) if spots.stand else 0)
            one = _open_spot(name, full, offer, placed)
        elif spot in stakes or spot in results or not (prefix or spot in moved or spot in laid.within):
            one = _spot(name, stakes.get(spot, 0), results.get(spot, []))
        else:
            continue
        others = _others(place, spot, scene) if lines else ""
        mark = _puck(laid, scene, spot) if lines else ""
        area = f' style="grid-area:{spot}"' if spot in grid and laid.spots else ""
        look = f" {laid.look_of(spot)}" if laid.look else ""
        here = f'<div class="at{look}" data-spot="{escape(spot)}"{{}}>{one}{others}{mark}</div>'
        if spot in laid.within:
            lying[laid.within[spot]] = lying.get(laid.within[spot], "") + here.format("")
        else:
            drawn[spot in grid] += here.format(area)
    for cell, text in laid.printed.items() if lines else ():
        inside = f'<span class="numeral">{escape(text)}</span>{lying.get(cell, "")}{_puck(laid, scene, cell)}'
        drawn[True] += f'<div class="at printed" style="grid-area:{cell}">{inside}</div>'
    inside = (
        f'<div class="laid" style="{laid.style}">{drawn[True]}</div>' if drawn[True] and laid.spots else drawn[True]
    )
    return inside + drawn[False]


def _puck(laid: Layout, scene: Scene, cell: str) -> str:
    """The puck, where it lies in this cell: on a number, or off."""
    if not laid.puck or laid.marked(scene.puck) != cell:
        return ""
    return '<b class="puck">on</b>' if scene.puck else '<b class="puck off">off</b>'


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
    amount = signed(one.amount if one.kind == "won" else -one.amount) if one.kind != "back" else shown(one.amount)
    return (
        f'<details class="result {one.kind}"><summary><b>{word}</b> {amount}</summary>'
        f'<div class="why"><span>{escape(one.words)}</span> {cited(one.clause)}</div></details>'
    )
