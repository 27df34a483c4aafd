"""Why a wager ended as it did: the cards, the hand, the line of the pay table, the clause and how it is read."""

from dataclasses import dataclass
from typing import Any

from houseway.cards.card import text
from houseway.play.driver import Driver
from houseway.play.event import SURVEILLANCE, Collected, Paid, Returned
from houseway.play.places import lies_in, seats
from houseway.play.view import lying
from houseway.record.errors import ProveError
from houseway.rules.cite import Cite
from houseway.rules.meaning import readings
from houseway.rules.money import dollars, shown
from houseway.rules.source import source_of


@dataclass(frozen=True)
class Explained:
    """One settled wager, with everything that led there."""

    who: str
    wager: str
    sentence: str
    cards: dict[str, str]
    line: str
    clause: str
    readings: dict[str, str]
    document: str

    def data(self) -> dict[str, Any]:
        return dict(self.__dict__)


def explained(driver: Driver, who: str, wager: str) -> list[Explained]:
    """Every settlement of this wager in the round that the driver has played."""
    rules = driver.table.rules
    seen = lying(driver.events, SURVEILLANCE).cards
    others = [seat for seat in seats(rules.seats) if seat != who]
    lay = {place: text(cards) for place, cards in seen.items() if not any(lies_in(place, other) for other in others)}
    found = []
    for event in driver.events:
        if isinstance(event, (Paid, Collected, Returned)) and event.who == who and event.wager == wager:
            found.append(
                Explained(
                    who,
                    wager,
                    event.words(),
                    lay,
                    _line(driver, event),
                    event.clause,
                    {id: ruling.reading for id, ruling in readings(rules, event.clause).items()},
                    source_of(rules.game.rulebook),
                )
            )
    if not found:
        settled = sorted(
            {f"{event.who} {event.wager}" for event in driver.events if isinstance(event, (Paid, Collected, Returned))}
        )
        known = ", ".join(settled) or "nothing was settled"
        raise ProveError(f"{who} {wager} was not settled in this round: {known}")
    return found


def _line(driver: Driver, event: Paid | Collected | Returned) -> str:
    """The line of the pay table that a payout came from."""
    table = driver.table.rules.pay_tables.get(event.wager)
    if table is None or not isinstance(event, Paid):
        return ""
    for line in table.lines:
        if Cite.read(event.clause).names(line.clause) and line.pays is not None and str(line.pays) == event.odds:
            due = shown(event.amount)
            return (
                f"{table.name}: {line.label} pays {line.pays}, which on {shown(event.stake)} is {due} ({line.clause})"
            )
    return f"{shown(event.stake)} at {event.odds} is {shown(event.amount)}" if event.odds else dollars(event.amount)
