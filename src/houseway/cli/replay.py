"""`houseway replay`: a journal played again, through one viewer's eyes."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.text import Text

from houseway.cli import layout
from houseway.cli.find import game_named
from houseway.cli.settle import seat_result
from houseway.cli.text import Row, settled, story
from houseway.play import entry, journal, view
from houseway.play.ask import Refused
from houseway.play.driver import Driver
from houseway.play.event import PUBLIC, SURVEILLANCE, Event, FeeTaken
from houseway.play.journal import JournalError
from houseway.play.places import seats as all_seats
from houseway.play.table import DEALER, FLOOR
from houseway.rules.money import cents, dollars

VIEWERS = (PUBLIC, DEALER, FLOOR, SURVEILLANCE)


class RuleBroken(Exception):
    """A journal says something that the rules refuse."""


@dataclass(frozen=True)
class Round:
    """One round as one viewer may know it."""

    driver: Driver
    viewer: str

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
    """The rounds of a journal, each played again from its own start."""
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
            driver = journal.replay(line, game_named, name=at)
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
        raise JournalError(f"{viewer!r} is not a viewer: {seats[0]} to {seats[-1]}, {', '.join(VIEWERS)}")


def lines(round: Round) -> Iterator[dict[str, Any]]:
    """The events, then the settlement, each to be one line of JSON."""
    yield from view.history(round.driver.events, round.viewer)
    yield {"settlement": round.settlement(), "round": round.driver.table.round, "viewer": round.viewer}


def report(round: Round) -> Group:
    """The story, the cards and the settlement."""
    driver, events = round.driver, round.events
    rules = driver.table.rules.game
    title = Text(f"{rules.name}, round {driver.table.round}", "bold").append(f", as {round.viewer} saw it", "not bold")
    parts: list[RenderableType] = [Rule(title, style="dim"), story(events)]
    places = view.lying(events, round.viewer).cards
    if shared := layout.community(places, rules.id):
        parts += ["", layout.side_by_side(shared)]
    for seat in round.settlement():
        who = seat["seat"]
        parts += seat_result(who, "", layout.held(places, who), seat["wagers"], seat["net"], seat["stack"])
    if driver.open:
        waits = " and ".join(f"{ask.who} ({ask.what})" for ask in driver.asks.values())
        parts += ["", Text(f"The journal stops here, before the round is over: the table waits for {waits}.", "yellow")]
    return Group(*parts, "")
