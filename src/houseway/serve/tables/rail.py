"""The rail: those who watch a table, and what each of them is shown of it."""

import time
from typing import Any

from houseway.cards.card import text
from houseway.play.driver import Driver
from houseway.play.view import Lying, Showing, lying, seen
from houseway.record.person import Person
from houseway.rules.money import dollars
from houseway.serve.tables.actor import Actor
from houseway.serve.tables.clocks import Clocks
from houseway.serve.tables.seating import Sitter
from houseway.serve.tables.viewers import Alike, Update, Viewer


class Viewers:
    """Who watches."""

    def __init__(self) -> None:
        self.all: set[Viewer] = set()

    def watched_by(self, sitter: Sitter) -> bool:
        """Whoever sits there has the table before their eyes."""
        return any(viewer.person and viewer.person.id == sitter.account for viewer in self.all)

    def page_of(self, sitter: Sitter) -> bool:
        """Whoever sits there has a page open, which can seal words by itself."""
        return any(viewer.words and viewer.person and viewer.person.id == sitter.account for viewer in self.all)


class Rail:
    """Shows a table to those who watch it."""

    def __init__(self, actor: Actor, clocks: Clocks, viewers: Viewers) -> None:
        self._actor, self._clocks, self._viewers = actor, clocks, viewers
        self._showing: Showing | None = None
        actor.on_step.append(lambda step: self.publish_since(step.round, step.events))

    def publish(self) -> None:
        """Tell everybody who watches everything."""
        self._tell("view", 0)

    def publish_since(self, round: int, events: int) -> None:
        """Tell everybody who watches what is new since a moment: a round, and its events so far."""
        self._tell("events", events if round == self._actor.driver.table.round else 0)

    def _tell(self, kind: str, since: int) -> None:
        if not self._viewers.all:
            return
        alike = Alike(self._alike(since, kind))
        told: dict[tuple[str, bool], Update] = {}
        eyes_of = self._actor.seating.all_eyes()
        for viewer in list(self._viewers.all):
            eyes = eyes_of(viewer.person), viewer.words
            if eyes not in told:
                told[eyes] = Update(self._own(*eyes, since), alike)
            viewer.tell(told[eyes])

    def seen_by(self, eyes: str, *, since: int = 0, kind: str = "view", words: bool = False) -> dict[str, Any]:
        """The table through somebody's eyes, with what the house adds: the chain's end, the clocks, who is a bot."""
        return {**self._alike(since, kind), **self._own(eyes, words, since)}

    def _shown(self) -> Showing:
        driver = self._actor.driver
        if self._showing is None or not self._showing.shows(driver):
            self._showing = Showing(driver)
        return self._showing

    def _own(self, eyes: str, words: bool, since: int) -> dict[str, Any]:
        showing, driver = self._shown(), self._actor.driver
        told = showing.own(eyes, since=since)
        if words:
            told["story"] = seen(driver.events[since:], eyes)  # a page makes the sentences from them
            told["lies"] = _lies(driver, showing.lying(eyes), over=not driver.open)
        return told

    def _alike(self, since: int, kind: str) -> dict[str, Any]:
        actor, driver = self._actor, self._actor.driver
        roles = driver.table.memory.get("roles", {})
        return {
            "type": kind,
            "table": actor.id,
            "name": actor.row["name"],
            "number": actor.number,
            "hash": actor.hash,
            "from": since,
            **self._shown().alike(),
            "open": driver.open,
            "shoe": len(driver.table.shoe.cards),
            "meters": _meters(driver),
            "clock": self._clocks.left(),
            "people": {
                seat: {
                    "bot": sitter.bot,
                    "role": roles.get(seat, ""),
                    "leaving": sitter.leaving,
                    "away": sitter.lapses > 1,
                }
                for seat, sitter in actor.seating.sitters.items()
            },
        }

    def move(self) -> None:
        """Tell those who can come again where the table is now that it goes on elsewhere."""
        for viewer in list(self._viewers.all):
            viewer.moved()

    @property
    def watching(self) -> int:
        return len(self._viewers.all)

    def watch(self, viewer: Viewer) -> None:
        self._viewers.all.add(viewer)
        self.saw(viewer.person)

    def unwatch(self, viewer: Viewer) -> None:
        self._viewers.all.discard(viewer)
        self.saw(viewer.person)

    def saw(self, person: Person | None) -> None:
        """Somebody who may sit here has looked."""
        if seat := self._actor.seating.seat_of(person):
            self._actor.seating.sitters[seat].seen = time.monotonic()


def _meters(driver: Driver) -> dict[str, str]:
    """What each jackpot stands at; one that no round has begun yet stands at its first amount."""
    table = driver.table
    found = table.rules.progressive.meters
    return {name: dollars(table.ledger[f"meter/{name}"] or meter.initial) for name, meter in found.items()}


def lies(driver: Driver, eyes: str, *, upto: int | None = None) -> dict[str, Any]:
    """The cards as somebody sees them lie, and who won what."""
    return _lies(driver, lying(driver.events[:upto], eyes), over=not driver.open and upto is None)


def _lies(driver: Driver, there: Lying, *, over: bool) -> dict[str, Any]:
    told: dict[str, Any] = {
        "cards": {place: text(cards) for place, cards in there.cards.items()},
        "gone": sorted(there.gone),
    }
    if over:
        told["net"], told["standing"] = net(driver), standing(driver)
    return told


def standing(driver: Driver) -> dict[str, int]:
    """What each seat has on the felt: wagers that are not settled."""
    table = driver.table
    stands = dict.fromkeys(table.seats, 0)
    for stake in table.stakes.values():
        if stake.owner in stands:
            stands[stake.owner] += table.ledger[stake.account]
    return stands


def net(driver: Driver) -> dict[str, int]:
    """What each seat has won or lost since the round began, whoever banked it."""
    table, before = driver.table, driver.header["table"]["accounts"]
    if not driver.journal or driver.journal[0]["do"] != "begin":
        return {}
    bought = dict.fromkeys(table.seats, 0)
    for entry in driver.journal:
        if entry["do"] == "buy in" and entry["who"] in bought:
            bought[entry["who"]] += entry["amount"]
    stands = standing(driver)
    stood = dict.fromkeys(bought, 0)
    for account, owner, *_ in driver.header["table"]["stakes"]:
        if owner in stood:
            stood[owner] += before.get(account, 0)
    return {
        who: table.stack(who) + stands[who] - before.get(who, 0) - stood[who] - bought[who]
        for who in bought
        if who in driver.header["table"]["seats"]
    }
