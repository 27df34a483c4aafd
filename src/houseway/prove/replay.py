"""Journals played again, round by round, as one viewer may know them."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from houseway.errors import nearest
from houseway.games import game
from houseway.play import entry, journal, view
from houseway.play.ask import Refused
from houseway.play.driver import Driver
from houseway.play.event import PUBLIC, SURVEILLANCE, Event, FeeTaken
from houseway.play.journal import JournalError
from houseway.play.places import seats as all_seats
from houseway.play.results import Row, settled
from houseway.play.table import DEALER, FLOOR
from houseway.rules.money import cents, dollars

VIEWERS = (PUBLIC, DEALER, FLOOR, SURVEILLANCE)


class RuleBroken(JournalError):
    """A journal says something that the rules refuse."""


@dataclass(frozen=True, repr=False)
class Round:
    """One round as one viewer may know it."""

    driver: Driver
    viewer: str

    def __repr__(self) -> str:
        table = self.driver.table
        nets = ", ".join(f"{seat['seat']} {seat['net']}" for seat in self.settlement()) or "nothing is settled"
        return f"<Round {table.round} of {table.rules.game.id}, as {self.viewer} saw it: {nets}>"

    def __str__(self) -> str:
        return "\n".join(self.story)

    @property
    def story(self) -> list[str]:
        """What happened, a sentence for each event."""
        return view.story(self.driver.events, self.viewer)

    @property
    def events(self) -> list[Event]:
        return view.seen(self.driver.events, self.viewer)

    def settlement(self) -> list[dict[str, Any]]:
        """Each seat's wagers and its net, from the events alone."""
        fees: dict[str, int] = {}
        for event in self.events:
            if isinstance(event, FeeTaken):
                fees[event.who] = fees.get(event.who, 0) + event.amount
        rows = settled(self.events)
        seats = view.view(self.driver, self.viewer)["seats"]
        return [
            {
                "seat": who,
                "wagers": rows.get(who, []),
                "net": dollars(_net(rows.get(who, [])) - fees.get(who, 0)),
                "stack": seats[who]["stack"] if who in seats else None,
            }
            for who in sorted({**rows, **fees}, key=lambda who: (len(who), who))
        ]


def _net(rows: list[Row]) -> int:
    return sum(cents(row["paid"]) - (cents(row["stake"]) if row["result"] == "lose" else 0) for row in rows)


def rounds(text: str, name: str, viewer: str) -> Iterator[Round]:
    """The rounds of a journal, each played again from its own start, to the byte."""
    viewer = " ".join(viewer.lower().split())
    numbered = [(number, line) for number, line in enumerate(text.split("\n"), start=1) if line.strip()]
    parts = [(number, line, _part(line, number, name)) for number, line in numbered]
    if not parts:
        raise JournalError(f"{name} is not a journal: it is empty")
    driver: Driver | None = None
    for number, line, part in parts:
        if driver is None or "journal" in part:
            if driver is not None:
                yield Round(driver, viewer)
            at = name if number == 1 else f"{name}, line {number}"
            driver = journal.replay(line, game, name=at)
            _check_viewer(viewer, driver)
        else:
            try:
                _apply(driver, part, f"{name}, line {number}")
            except RuleBroken:
                yield Round(driver, viewer)  # what happened before it
                raise
    assert driver is not None
    yield Round(driver, viewer)


def _part(line: str, number: int, name: str) -> dict[str, Any]:
    try:
        part = json.loads(line)
    except (ValueError, RecursionError):
        raise JournalError(f"{name} is not a journal: line {number} is not JSON") from None
    if not isinstance(part, dict):
        raise JournalError(f"{name} is not a journal: line {number} is not a JSON object")
    return part


def _apply(driver: Driver, said: dict[str, Any], at: str) -> None:
    try:
        driver.apply(entry.read(said))
    except Refused as error:
        raise RuleBroken(f"{at} breaks a rule: {error}") from None
    except Exception:  # a damaged entry can go wrong anywhere
        raise JournalError(f"{at}: this is not a whole journal entry") from None


def _check_viewer(viewer: str, driver: Driver) -> None:
    seats = all_seats(driver.table.rules.seats)
    if viewer not in (*seats, *VIEWERS):
        near = nearest(viewer, (*seats, *VIEWERS))
        meant = f"did you mean {near[0]}?" if near else f"{seats[0]} to {seats[-1]}, {', '.join(VIEWERS)}"
        raise JournalError(f"{viewer!r} is not a viewer: {meant}")
