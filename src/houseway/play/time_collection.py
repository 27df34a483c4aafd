"""Time collection: a fee for each player and each down, half of it for one who comes in late."""

from collections.abc import Mapping
from typing import Any

from houseway.play.event import FeeTaken
from houseway.play.ledger import DROP
from houseway.play.table import Table
from houseway.play.value import value


@value
class TimeFee:
    """What a player pays for a down of so many minutes; half of it on entering at `half_from` or later."""

    amount: int
    minutes: int
    half_from: int
    clause: str


def clock_in(table: Table) -> None:
    """Note when the game opened and when each player entered it."""
    kept = _kept(table)
    for who in table.seats:
        kept["entered"].setdefault(who, table.now)


def came_in(table: Table, entered: Mapping[str, int]) -> None:
    """The game was opened at the beginning of its clock, and these players came in then."""
    table.memory.setdefault("time", {"opened": 0, "entered": {}, "paid": {}})["entered"].update(entered)


def clock_out(table: Table, who: str) -> None:
    """A player has left the game; the last one closes it."""
    if "time" not in table.memory:
        return
    kept = _kept(table)
    kept["entered"].pop(who, None)
    kept["paid"].pop(who, None)
    if not table.seats:
        del table.memory["time"]


def fee_due(table: Table, who: str, fee: TimeFee) -> int:
    """What this player still owes for the down that is running; downs without a round cost nothing."""
    kept = _kept(table)
    down, _ = divmod(table.now - kept["opened"], fee.minutes * 60)
    if kept["paid"].get(who) == down:
        return 0
    late_from = kept["opened"] + (down * fee.minutes + fee.half_from) * 60
    entered: int = kept["entered"].get(who, table.now)
    return fee.amount // 2 if entered >= late_from else fee.amount


def collect(table: Table, who: str, fee: TimeFee) -> None:
    amount = fee_due(table, who, fee)
    if amount:
        kept = _kept(table)
        kept["paid"][who] = (table.now - kept["opened"]) // (fee.minutes * 60)
        table.ledger.move(who, DROP, amount)
        table.emit(FeeTaken(who, amount, fee.clause))


def _kept(table: Table) -> dict[str, Any]:
    kept: dict[str, Any] = table.memory.setdefault("time", {"opened": table.now, "entered": {}, "paid": {}})
    return kept
