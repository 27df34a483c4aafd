"""Placing wagers as a game's rule file describes them."""

from collections.abc import Iterable

from houseway.play.ask import Ask, Choice, Play, Spot, Wagers, Words, bet_or_fold
from houseway.play.event import SatOut
from houseway.play.table import Table

SIT_OUT = "sit out"


def take_wagers(table: Table, seats: Iterable[str]) -> Play[list[str]]:
    """Ask all seats at once for the wagers made before the deal; who wagered takes part, in seat order."""
    rules = table.rules
    offered = {name: wager for name, wager in rules.wagers.items() if wager.when == "wagers"}
    clause = rules.game.asks["wagers"].clause
    spots = tuple(
        Spot(
            name,
            rules.limits[name].minimum,
            rules.limits[name].maximum,
            len(wager.spots) or 1,
            wager.required,
            wager.needs,
            wager.clause,
        )
        for name, wager in offered.items()
    )
    chip = rules.money("smallest_chip") if "smallest_chip" in rules.options else 1
    sit_out = Words((SIT_OUT,))
    left = {who: Ask(who, "wagers", (Wagers(spots, table.stack(who), chip), sit_out), clause, SIT_OUT) for who in seats}
    taking_part = set()
    order = list(left)
    while left:
        who, placed = yield tuple(left.values())
        del left[who]
        if isinstance(placed, Choice):
            table.emit(SatOut(who))
            continue
        taking_part.add(who)
        for name, amount in placed.items():
            for spot in offered[name].spots or (name,):
                table.wager(who, spot, amount, offered[name].clause)
    return [who for who in order if who in taking_part]


def ask_bet_or_fold(table: Table, who: str, wager: str, unit: int, clause: str) -> Ask:
    """The ask for a bet of some multiples of an earlier wager, as many as the stack allows, or a fold."""
    rule = table.rules.wagers[wager]
    stack = table.stack(who)
    affordable = sum(many * unit <= stack for many in rule.times)
    return bet_or_fold(who, wager, rule.of or "", rule.times, unit, affordable, rule.clause, clause)
