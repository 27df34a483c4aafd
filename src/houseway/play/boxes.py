"""Boxes: a player may also play the empty positions beside the own seat, as many as the operator allows.

A wager on one of them is named after it, `box 3 ante 10`, and the box is a spot and a place for cards like a seat:
`box 3`. Its owner is the seat that plays it.
"""

from collections.abc import Iterable
from dataclasses import replace
from random import Random
from typing import Any

from houseway.cards.value import value
from houseway.play.ask import Ask, Choice, Play, Refused, Wagers, Words
from houseway.play.event import SatOut
from houseway.play.table import Table
from houseway.play.wagers import SIT_OUT, spots_for


@value
class BoxWagers(Wagers):
    """Wagers on the own seat and on boxes beside it, side by side and no more than `most` in all."""

    boxes: tuple[str, ...] = ()  # the first wager of every box in reach
    most: int = 1
    clause: str = ""

    def check(self, placed: dict[str, int]) -> None:
        Wagers.check(self, placed)
        played = 1 + sum(box in placed for box in self.boxes)
        if played > self.most:
            raise Refused(f"{played} boxes are too many: a player may play {self.most} ({self.clause})")

    def random(self, rng: Random) -> str:
        """Any legal wagers on the own seat, and on one more box at a time with falling chance."""
        played: set[str] = set()
        for box in self.boxes:
            needs = self.spots[box].needs
            near = needs not in self.boxes or needs in played
            if near and len(played) + 1 < self.most and rng.random() < 0.3:
                played.add(box)
        reach = {"", *map(_box, played)}
        spots = {name: spot for name, spot in self.spots.items() if _box(name) in reach}
        return Wagers(spots, self.stack, self.chip).random(rng)

    def data(self) -> dict[str, Any]:
        return {**Wagers.data(self), "boxes": self.most}


def _box(wager: str) -> str:
    """`box 3` of `box 3 ante`; nothing where the wager is on the own seat."""
    return " ".join(wager.split(" ")[:2]) if wager.startswith("box ") else ""


def _number(spot: str) -> int:
    return int(spot.split(" ")[1])


def take_box_wagers(table: Table, seats: Iterable[str], most: int, clause: str) -> Play[dict[str, str]]:
    """Ask all seats at once for their wagers. The answer is who plays each box, clockwise; first come, first served."""
    game = table.rules.game
    offered = spots_for(table.rules)
    first = next(spot.wager for spot in offered.values() if spot.required)
    played: dict[str, str] = {}

    def ask(who: str) -> Ask:
        taken = {_number(seat) for seat in (*table.seats, *played)}
        spots, boxes = dict(offered), list[str]()
        for step in (1, -1):
            beside, number = first, _number(who) + step
            while abs(number - _number(who)) < most and 1 <= number <= table.rules.seats and number not in taken:
                for spot in offered.values():
                    needs = beside if spot.required else f"box {number} {spot.needs or first}"
                    named = replace(spot, wager=f"box {number} {spot.wager}", required=False, needs=needs)
                    spots[named.wager] = named
                beside = f"box {number} {first}"
                boxes.append(beside)
                number += step
        form = BoxWagers(spots, table.stack(who), table.rules.chip, tuple(boxes), most, clause)
        return Ask(who, "wagers", (form, Words((SIT_OUT,))), game.asks["wagers"].clause, SIT_OUT)

    left = {who: ask(who) for who in seats}
    while left:
        who, placed = yield tuple(left.values())
        del left[who]
        if isinstance(placed, Choice):
            table.emit(SatOut(who))
            continue
        others = set()
        for name, amount in placed.items():
            spot = _box(name) or who
            wager = name.removeprefix(f"{spot} ")
            table.wager(who, wager, amount, table.rules.wagers[wager].clause, spot=spot)
            played[spot] = who
            others |= {spot} - {who}
        if others:  # what lies beside a box just taken is out of reach for the rest
            left = {seat: ask(seat) for seat in left}
    return dict(sorted(played.items(), key=lambda box: _number(box[0])))
