"""Betting spots: what stands on them, what may be placed there, and what came of it."""

from collections.abc import Mapping
from dataclasses import dataclass

from markupsafe import Markup

from houseway.rules.money import shown
from houseway.rules.resolved import Rules
from houseway.serve.pages.felt import titled
from houseway.serve.pages.layouts import Layout, layout_of
from houseway.serve.pages.naming import wager_names
from houseway.serve.pages.scene import Result, Scene
from houseway.serve.pages.templates import kept
from houseway.serve.pages.views import SpotOffer

PLAYERS = ("seat ", "backline ")
_ROWS = 2  # of circles, for which there is room before a seat


def spots_of(rules: Rules) -> dict[str, str]:
    """Every betting spot and the wager that is placed there by somebody's decision."""
    asked = {"wagers", *rules.game.asks}
    return {spot: id for id, wager in rules.wagers.items() for spot in (wager.spots or (id,)) if wager.when in asked}


@dataclass(frozen=True)
class Spots:
    """What may be drawn on betting spots: what stands and what came of it, what may be placed and what is about to be."""

    offered: Mapping[str, SpotOffer]
    placing: Mapping[str, int]
    stand: Mapping[str, int]  # also from earlier rounds


@dataclass(frozen=True, slots=True)
class SpotView:
    """One betting spot as it is drawn."""

    id: str
    name: str
    full: str  # its name to be read aloud
    placed: int
    offer: SpotOffer | None
    results: tuple[Result, ...]
    look: str | None
    others: int = 0  # chips of others, where all share the spot
    puck: bool | None = None  # it lies here: on a number, or off

    @property
    def takes(self) -> str:
        """The amounts that may be placed."""
        assert self.offer is not None
        if self.offer.amounts:
            return ", ".join(map(shown, self.offer.amounts))
        return f"{shown(self.offer.minimum)}–{shown(self.offer.maximum)}"

    @property
    def kind(self) -> str:
        """What came of most: a win is shown before a loss."""
        return max((one.kind for one in self.results), key=("back", "lost", "won").index)


@dataclass(frozen=True, slots=True)
class PrintedCell:
    """What is printed on the layout, with the spots that lie in it."""

    id: str
    text: str
    within: tuple[SpotView, ...]
    puck: bool | None


def _spots_owned(who: str, scene: Scene) -> list[str]:
    return [spot for spot, owner in scene.owners.items() if owner == who] or [who]


def own_spots(who: str, rules: Rules, scene: Scene, spots: Spots) -> Markup:
    """The viewer's betting spots: those of their own seat, then those of boxes and split hands."""
    laid = layout_of(rules.game.id)
    if laid.spots == ():  # bets lie before the cards, on no spot
        return Markup()
    boxes = dict.fromkeys(" ".join(name.split(" ")[:2]) for name in spots.offered if name.startswith("box "))
    others = [place for place in dict.fromkeys([*boxes, *_spots_owned(who, scene)]) if place != who]
    drawn = {
        place: _laid_out(place, f"{place} " if place in boxes else "", rules, scene, spots) for place in (who, *others)
    }
    return kept(
        "spots/own.html",
        own=drawn.pop(who),
        printed=len(laid.spots or ()) > _ROWS,  # printed boxes take less room than circles
        boxes=tuple((place.removeprefix(who), inside) for place, inside in drawn.items() if inside),
    )


def shared_spots(who: str, rules: Rules, scene: Scene, spots: Spots) -> Markup:
    """The spots that everybody's chips lie on, as whoever sits at `who` sees them; from outside it is nobody."""
    inside = _laid_out(who or "nobody", "", rules, scene, spots, lines=True)
    return kept("spots/shared.html", inside=inside, tall=layout_of(rules.game.id).tall)


def _laid_out(place: str, prefix: str, rules: Rules, scene: Scene, spots: Spots, *, lines: bool = False) -> Markup:
    """The spots at one place in the grid of the game's layout, and any other that is in use below it."""
    laid, known = layout_of(rules.game.id), _wager_of(rules)
    own = place in scene.owners.values() or (place.startswith(PLAYERS) and " hand " not in place)
    stakes, results = _stakes(place, scene, spots.stand if own and not prefix else {}), scene.results.get(place, {})
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
    names, drawn = wager_names(rules), dict[str, SpotView]()
    for spot in (*grid, *extra):
        offer = offered.get(known.get(spot, spot))
        closed = spot in stakes or spot in results or not (prefix or spot in moved or spot in laid.within)
        if offer is None and not closed:
            continue
        name = laid.names.get(spot) or (titled(spot) if lines else names.get(spot) or titled(spot))
        placed = stakes.get(spot, 0)
        if offer is not None:
            placed = spots.placing.get(offer.wager, 0) + (placed if spots.stand else 0)
        drawn[spot] = SpotView(
            spot,
            name,
            names.get(spot, name),
            placed,
            offer,
            tuple(results.get(spot, ())),
            laid.look_of(spot) if laid.look else None,
            others=_others(place, spot, scene) if lines else 0,
            puck=_puck(laid, scene, spot) if lines else None,
        )
    within = [spot for spot in drawn if spot in laid.within]
    return kept(
        "spots/laid.html",
        style=laid.style if laid.spots else None,
        inside=tuple(one for spot, one in drawn.items() if spot in grid and spot not in within),
        below=tuple(one for spot, one in drawn.items() if spot not in grid and spot not in within),
        printed=tuple(
            PrintedCell(
                cell,
                text,
                tuple(drawn[spot] for spot in within if laid.within[spot] == cell),
                _puck(laid, scene, cell),
            )
            for cell, text in laid.printed.items()
            if lines
        ),
    )


def _stakes(place: str, scene: Scene, stand: Mapping[str, int]) -> dict[str, int]:
    """What lies on the spots of a place, with what stands there from before."""
    stakes = dict(scene.stakes.get(place, {}))
    for wager, lies in stand.items():
        stakes[wager] = max(stakes.get(wager, 0), lies)
    return stakes


def _puck(laid: Layout, scene: Scene, cell: str) -> bool | None:
    """Whether the puck is on, where it lies in this cell."""
    return bool(scene.puck) if laid.puck and laid.marked(scene.puck) == cell else None


def _wager_of(rules: Rules) -> dict[str, str]:
    """The wager that stands on each spot."""
    several = {spot: id for id, wager in rules.wagers.items() for spot in wager.spots if not wager.split}
    return {id: id for id, wager in rules.wagers.items() if not wager.spots or wager.split} | several


def _covered(wager: str, grid: list[str], known: Mapping[str, str]) -> bool:
    return any(known[spot] == wager for spot in grid)


def _others(place: str, spot: str, scene: Scene) -> int:
    """What others have on a spot that all share."""
    if scene.over:
        return 0
    return sum(stakes.get(spot, 0) for other, stakes in scene.stakes.items() if other != place)
