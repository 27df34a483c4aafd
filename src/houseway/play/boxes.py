"""Boxes: a player may also play the empty positions beside their own seat, as many as the operator allows.

A wager on one of them is named after it, `box 3 ante 10`, and the box is a spot and a place for cards like a seat:
`box 3`. Its owner is the seat that plays it. At a table that a player banks, backline bettors bet on the seat's own
hand, and have no boxes.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

from houseway.play.ask import Ask, Choice, Play, Refused, Spot, Words
from houseway.play.collection import player_fee, schedule_of
from houseway.play.event import SatOut
from houseway.play.places import BoxWager, clockwise, is_backline, number_of
from houseway.play.places import box as box_at
from houseway.play.player_dealer import BankedWagers
from houseway.play.table import Table
from houseway.play.value import value
from houseway.play.wagers import SIT_OUT, spots_for
from houseway.rules.resolved import Rules


@value
class BoxWagers(BankedWagers):
    """Wagers on one's own seat and on boxes beside it, side by side and no more than `most` in all."""

    boxes: tuple[str, ...] = ()  # the first wager of every box in reach
    most: int = 1
    clause: str = ""

    def check(self, placed: dict[str, int]) -> None:
        BankedWagers.check(self, placed)
        played = 1 + sum(box in placed for box in self.boxes)
        if played > self.most:
            raise Refused(f"{played} boxes are too many: a player may play {self.most} ({self.clause})")

    def random(self, rng: Random) -> str:
        """Any legal wagers on one's own seat, and on one more box at a time with falling chance."""
        played: set[str] = set()
        for first in self.boxes:
            needs = self.spots[first].needs
            near = needs not in self.boxes or needs in played
            if near and len(played) + 1 < self.most and rng.random() < 0.3:
                played.add(first)
        reach = {"", *(BoxWager.read(name).box for name in played)}
        spots = {name: spot for name, spot in self.spots.items() if BoxWager.read(name).box in reach}
        return BankedWagers(spots, self.stack, self.chip, bounds=self.bounds, fee=self.fee).random(rng)

    def data(self) -> dict[str, Any]:
        return {**BankedWagers.data(self), "boxes": self.most}


def take_box_wagers(table: Table, bettors: Iterable[str], most: int, clause: str) -> Play[dict[str, str]]:
    """Ask all bettors at once for their wagers. The answer is who plays each spot, clockwise, the backline after its
    seat; first come, first served."""
    game = table.rules.game
    played: dict[str, str] = {}

    def ask(who: str) -> Ask:
        offered = _offered(table.rules, tuple(_in_reach(table, who, played, most)))
        form = BoxWagers(
            offered.spots,
            table.stack(who),
            table.rules.chip,
            bounds=offered.bounds,
            fee=lambda placed: _fee(table, who, placed),
            boxes=offered.boxes,
            most=most,
            clause=clause,
        )
        return Ask(who, "wagers", (form, Words((SIT_OUT,))), game.asks["wagers"].clause, SIT_OUT)

    left = {who: ask(who) for who in bettors}
    while left:
        who, placed = yield tuple(left.values())
        del left[who]
        if isinstance(placed, Choice):
            table.emit(SatOut(who))
            continue
        others = set()
        for name, amount in placed.items():
            box, wager = BoxWager.read(name)
            spot = box or who
            table.wager(who, wager, amount, table.rules.wagers[wager].clause, spot=spot)
            played[spot] = who
            others |= {spot} - {who}
        if others:  # what lies beside a box just taken is out of reach for the rest
            left = {seat: ask(seat) for seat in left}
    return {spot: played[spot] for spot in sorted(played, key=lambda spot: (*clockwise(spot), spot))}


def _in_reach(table: Table, who: str, played: Mapping[str, str], most: int) -> Iterable[tuple[int, int]]:
    """The empty positions that a seat may play, each with the one that must be played to reach it: 0 for one's own."""
    if most < 2 or is_backline(who):
        return
    taken = {number_of(spot) for spot in (*table.seats, *played)}
    seat, seats = number_of(who), table.rules.seats
    for step in (1, -1):
        beside, number = 0, seat + step
        while abs(number - seat) < most and 1 <= number <= seats and number not in taken:
            yield number, beside
            beside, number = number, number + step


class Offered(NamedTuple):
    """What may be wagered on one's own seat and on boxes beside it."""

    spots: dict[str, Spot]
    boxes: tuple[str, ...]  # the first wager of every box
    bounds: tuple[tuple[str, str, str], ...]


@lru_cache(maxsize=4096)
def _offered(rules: Rules, reach: tuple[tuple[int, int], ...]) -> Offered:
    """Kept: the same few come again round after round."""
    offered = spots_for(rules)
    first = next(spot.wager for spot in offered.values() if spot.required)
    spots = dict(offered)
    for number, beside in reach:
        for spot in offered.values():
            named = _beside(spot, number, str(BoxWager(box_at(beside), first)) if beside else first, first)
            spots[named.wager] = named
    return Offered(spots, tuple(str(BoxWager(box_at(number), first)) for number, _ in reach), _bounds(rules, spots))


def _beside(spot: Spot, number: int, beside: str, first: str) -> Spot:
    """A wager as it may be placed on a box."""
    needs = beside if spot.required else str(BoxWager(box_at(number), spot.needs or first))
    return replace(spot, wager=str(BoxWager(box_at(number), spot.wager)), required=False, needs=needs)


def _bounds(rules: Rules, spots: Iterable[str]) -> tuple[tuple[str, str, str], ...]:
    """Each bonus bet that may not exceed another wager, on a box the one on that box."""
    bounds = []
    for name in spots:
        box, named = BoxWager.read(name)
        wager = rules.wagers[named]
        if most := wager.at_most:
            bounds.append((name, str(BoxWager(box, most)), wager.clause_of("at_most")))
    return tuple(bounds)


def _fee(table: Table, who: str, placed: Mapping[str, int]) -> int:
    """The most that the collection can cost beside these wagers, box by box."""
    if schedule_of(table) is None:
        return 0
    return sum([player_fee(table, who, wagers) for wagers in _by_box(placed).values()])


def _by_box(placed: Mapping[str, int]) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {}
    for name, amount in placed.items():
        box, wager = BoxWager.read(name)
        found.setdefault(box, {})[wager] = amount
    return found
