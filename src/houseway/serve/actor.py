"""A table in one process: the driver, the chain and those who watch.

What comes to a table is checked (who, when, what) and carried out by the driver, committed, and only then acknowledged
and shown. If it can't be committed the table goes back to where the store has it, and nobody has seen anything else.
"""

import asyncio
import contextlib
import json
import logging
import os
import time
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime
from random import Random
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from houseway.games import game
from houseway.play import journal
from houseway.play.ask import Ask, Refused
from houseway.play.driver import STAFF, Driver
from houseway.play.event import PUBLIC, SURVEILLANCE
from houseway.play.view import exported, story, view
from houseway.prove.chain import canonical, digest, link
from houseway.rules.money import dollars
from houseway.rules.resolved import Rules
from houseway.serve import results
from houseway.serve import store as kept_in
from houseway.serve.history import lying
from houseway.serve.people import Denied, Person, Sitter, Update, Viewer, Waiting
from houseway.serve.store import Append

if TYPE_CHECKING:
    from houseway.serve.house import House

log = logging.getLogger("houseway.serve")
Entry = dict[str, Any]


def record_of(number: int, by: str, key: str, entry: Entry) -> dict[str, Any]:
    at = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return {"number": number, "at": at, "by": by, "key": key, "entry": entry}


class Actor:
    """One table in this process: its driver, its chain, who sits, who watches, and the clocks."""

    def __init__(self, house: "House", kept: kept_in.Kept) -> None:
        self.house = house
        self.id: int = kept.row["id"]
        self.row = kept.row
        self.viewers: set[Viewer] = set()
        self.owned = False
        self._busy = asyncio.Lock()
        self._stale = False  # the driver may have gone further than the store
        self._timer: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[Any]] = set()
        self._deadlines: dict[str, tuple[Ask, float]] = {}
        self._ready: set[str] = set()
        self._to_clear = True  # who leaves is not paid yet, and who waits does not sit yet
        self._over_at = 0.0  # when the last round ended
        self._soon = 0.0  # when the next one begins, once nobody needs more time
        self._idle = 0  # rounds in a row in which no person did anything
        self._acted = False
        self._rng = Random(os.urandom(8))
        self._thought: dict[str, tuple[Ask, str]] = {}  # what an optimal bot found, or "" while it thinks
        self.stand(kept)

    @property
    def rules(self) -> Rules:
        return self.driver.table.rules

    def stand(self, kept: kept_in.Kept) -> None:
        """Stand where the store has the table."""
        said = [record["entry"] for record in kept.records if record["number"]]
        self.driver = journal.replay(journal.lines(json.loads(kept.header), said), game, name=kept.row["name"])
        self.number, self.hash = kept.number, kept.hash
        before = getattr(self, "sitters", {})
        self.sitters: dict[str, Sitter] = {}
        for one in kept.sitters:
            sitter = Sitter(one["account"], one["name"], one["bot"], one["leaving"])
            old = before.get(one["seat"])
            if old is not None and old.account == sitter.account:
                sitter.lapses, sitter.seen = old.lapses, old.seen
            self.sitters[one["seat"]] = sitter
        self._waiting: dict[str, Waiting] = {}  # who sits down when the round is over
        for one in kept.waiting:
            person = Person(one["account"], one["name"], one["role"], guest=one["password"] is None)
            self._waiting[one["seat"]] = Waiting(person, one["amount"], one["key"])
            if one["seat"] in self.sitters:
                self.sitters[one["seat"]].leaving = True  # a bot that gives its chair up
        self._keys = {(record["by"], record["key"]): record for record in kept.records if record["key"]}
        self._set_clocks()

    @contextlib.asynccontextmanager
    async def _alone(self) -> AsyncIterator[None]:
        """One thing at a time, from where the store has the table."""
        async with self._busy:
            if self._stale:
                await self._reload()
            yield

    # Ownership

    async def claim(self) -> None:
        """Own the table if nobody does."""
        tables, me = kept_in.tables, self.house.worker
        free = sa.or_(tables.c.owner.is_(None), tables.c.owner == me)
        claimed = await self.house.store.write(
            lambda c: c.execute(tables.update().where(tables.c.id == self.id, free).values(owner=me)).rowcount
        )
        self.owned = claimed == 1

    async def take_over(self) -> None:
        """The worker that owned the table is gone: go on where the store has it."""
        async with self._alone():
            await self.claim()
            if self.owned:
                await self._reload()
                self._publish(None)
                self.arm()

    def disown(self) -> None:
        self.owned = False
        self.stop()

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    async def finish(self) -> None:
        """Begin nothing more, and see to its end what was begun."""
        self.disown()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=5)

    async def _reload(self) -> None:
        kept = await self.house.store.read(lambda c: kept_in.kept(c, self.id))
        assert kept is not None
        self.stand(kept)
        self._stale = False

    def follow_soon(self, number: int) -> None:
        if number > self.number:
            self._task(self._follow(number))

    async def _follow(self, number: int) -> None:
        async with self._alone():
            if number <= self.number:
                return
            before = (self.driver.table.round, len(self.driver.events))
            await self._reload()
            if self.owned:  # and yet somebody else wrote
                await self._still_ours()
            self._publish(before)

    async def _still_ours(self) -> None:
        tables = kept_in.tables
        owner = await self.house.store.read(
            lambda c: c.execute(sa.select(tables.c.owner).where(tables.c.id == self.id)).scalar()
        )
        if owner != self.house.worker:
            self.disown()

    # Who is who

    def seat_of(self, person: Person | None) -> str:
        """The seat that is this person's; empty if none is."""
        if person is None:
            return ""
        return next((seat for seat, sitter in self.sitters.items() if sitter.account == person.id), "")

    def chips_of(self, seat: str) -> int:
        """What a seat has at the table: its stack and its wagers that stand."""
        table = self.driver.table
        standing = (table.ledger[stake.account] for stake in table.stakes.values() if stake.owner == seat)
        return table.stack(seat) + sum(standing)

    def waits_for(self, person: Person | None) -> str:
        """The seat that this person takes when the round is over; empty if none."""
        if person is None:
            return ""
        return next((seat for seat, one in self._waiting.items() if one.person.id == person.id), "")

    def eyes_of(self, person: Person | None) -> str:
        """With whose eyes this person looks at the table."""
        if person is None:
            return PUBLIC
        if seat := self.seat_of(person):
            return seat
        return {"dealer": "dealer", "floor": "floor", "surveillance": SURVEILLANCE}.get(person.role, PUBLIC)

    def all_seats(self) -> list[str]:
        return [f"seat {number}" for number in range(1, self.rules.seats + 1)]

    def backline(self, seat: int) -> list[str]:
        """The places behind a seat from which others may bet on its hand."""
        most = self.rules.options.get("backline", 0) if self.rules.game.bank == "player-dealer" else 0
        return [f"backline {seat}.{place}" for place in range(1, int(most) + 1)]

    # Carrying out, committing, showing

    async def _commit(
        self,
        entry: Entry,
        by: Person | str,
        *,
        key: str = "",
        also: Callable[[sa.Connection], None] | None = None,
        gone: str = "",
    ) -> None:
        """One entry: checked and carried out by the driver, committed, then shown. If it can't be, it never was."""
        driver = self.driver
        before = (driver.table.round, len(driver.events))
        was_open = driver.open
        try:
            driver.apply(entry)
        except Refused:
            raise
        except Exception:
            log.exception("table %s: an entry could not be carried out", self.id)
            self._stale = True
            await self._reload()
            raise Denied(409, "the table can't do that, and stands where it stood before") from None
        kept = driver.journal[-1] if driver.journal else entry
        name = by.name if isinstance(by, Person) else by
        record = record_of(self.number + 1, name, key, kept)
        snaps = []
        if entry["do"] == "begin":
            record["state"] = digest(driver.header)
            sitting = {seat: one.account for seat, one in self.sitters.items() if one.account is not None}
            snaps.append(
                {
                    "table": self.id,
                    "number": record["number"],
                    "round": driver.table.round,
                    "header": canonical(driver.header).decode(),
                    "sitting": canonical(sitting).decode(),
                }
            )
        hash = link(self.hash, record)
        row = {
            "table": self.id,
            "number": record["number"],
            "round": driver.table.round,
            "account": by.id if isinstance(by, Person) else None,
            "key": key or None,
            "record": canonical(record).decode(),
            "hash": hash,
        }
        alongside = [also] if also else []
        if (was_open or entry["do"] == "begin") and not driver.open:
            alongside.append(results.booking(self.id, record["at"], driver))
        try:
            await self.house.store.append(Append(self.id, [row], snaps, alongside))
        except Exception:
            self._stale = True  # until it could be read again: nobody is shown what is not kept
            await self._reload()
            if self.house.store.shared:
                await self._still_ours()
            raise
        self.number, self.hash = record["number"], hash
        if gone:
            self.sitters.pop(gone, None)
        if key:
            self._keys[name, key] = record
        if entry["do"] == "begin":
            self._keys, self._ready = {}, set()
        if isinstance(by, Person):
            self._acted = True
        if was_open and not driver.open:
            self._round_over()
        self._deadlines.pop(entry.get("who", ""), None)
        self._set_clocks()
        self._publish(before)

    def _round_over(self) -> None:
        self._over_at, self._to_clear = time.monotonic(), True
        self._idle = 0 if self._acted else self._idle + 1
        self._acted = False

    def _publish(self, before: tuple[int, int] | None) -> None:
        """Tell everybody who watches what is new since a moment; after None, everything."""
        if not self.viewers:
            return
        since = before[1] if before is not None and before[0] == self.driver.table.round else 0
        told: dict[tuple[str, bool], Update] = {}
        for viewer in list(self.viewers):
            eyes = self.eyes_of(viewer.person), viewer.words
            if eyes not in told:
                kind = "view" if before is None else "events"
                told[eyes] = Update(self.seen_by(eyes[0], since=since, kind=kind, words=viewer.words))
            viewer.tell(told[eyes])

    def seen_by(self, eyes: str, *, since: int = 0, kind: str = "view", words: bool = False) -> dict[str, Any]:
        """The table through somebody's eyes, with what the house adds: the chain's end, the clocks, who is a bot."""
        now = time.monotonic()
        roles = self.driver.table.memory.get("roles", {})
        told: dict[str, Any] = {}
        if words:
            told = {"story": story(self.driver.events[since:], eyes), "lies": lying(self.driver, eyes)}
        return told | {
            "type": kind,
            "table": self.id,
            "name": self.row["name"],
            "number": self.number,
            "hash": self.hash,
            "from": since,
            **view(self.driver, eyes, since=since),
            "open": self.driver.open,
            "shoe": len(self.driver.table.shoe.cards),
            "meters": self._meters(),
            "clock": {who: round(max(0.0, due - now), 1) for who, (_, due) in self._deadlines.items() if due},
            "people": {
                seat: {
                    "bot": sitter.bot,
                    "role": roles.get(seat, ""),
                    "leaving": sitter.leaving,
                    "away": sitter.lapses > 1,
                }
                for seat, sitter in self.sitters.items()
            },
        }

    def _meters(self) -> dict[str, str]:
        """What each jackpot stands at; one that no round has begun yet stands at its first amount."""
        table = self.driver.table
        found = table.rules.progressive.meters
        return {name: dollars(table.ledger[f"meter/{name}"] or meter.initial) for name, meter in found.items()}

    async def look(self, person: Person | None, *, words: bool = False) -> dict[str, Any]:
        """The whole table as this person may see it now."""
        async with self._alone():
            if seat := self.seat_of(person):
                self.sitters[seat].seen = time.monotonic()
                self.arm()
            return self.seen_by(self.eyes_of(person), words=words)

    def watch(self, viewer: Viewer) -> None:
        self.viewers.add(viewer)
        if seat := self.seat_of(viewer.person):
            self.sitters[seat].seen = time.monotonic()
        self.arm()

    def unwatch(self, viewer: Viewer) -> None:
        self.viewers.discard(viewer)
        if seat := self.seat_of(viewer.person):
            self.sitters[seat].seen = time.monotonic()

    # What was

    async def round_of(self, person: Person | None, number: int) -> tuple[Driver, str]:
        """A round played again from the store, and with whose eyes this person may look at it."""
        kept = await self.house.store.read(lambda c: kept_in.round_kept(c, self.id, number))
        if kept is None:
            raise Denied(404, f"{self.row['name']} has no round {number}")
        header, sitting, records = kept
        said = [record["entry"] for record in records if record["number"]]
        driver = journal.replay(journal.lines(json.loads(header), said), game, name=f"round {number}")
        eyes = self.eyes_of(person) if person is None or person.role != "player" else PUBLIC
        if person is not None and person.role == "player":
            eyes = next((seat for seat, account in sitting.items() if account == person.id), PUBLIC)
        return driver, eyes

    async def export_round(self, person: Person | None, number: int) -> str:
        driver, eyes = await self.round_of(person, number)
        return exported(driver, eyes)

    async def export_chain(self, person: Person) -> list[dict[str, Any]]:
        """Every record up to the first round whose shuffle is still secret."""
        if person.role not in ("surveillance", "operator"):
            raise Denied(403, f"a {person.role} can't export a table's chain: surveillance and the operator may")
        async with self._alone():
            below = await self._first_secret()
        return await self.house.store.read(lambda c: list(kept_in.exported(c, self.id, below=below)))

    async def _first_secret(self) -> int | None:
        """The number of the first record that would tell cards still to come; None if there is none."""
        table = self.driver.table
        if table.rules.game.cards.seed_shown == "after the shoe":
            shoe = table.memory.get("shoe", [0, ""])
            first_round = shoe[0] or (table.round if table.shuffled or self.driver.open else 0)
        else:
            first_round = table.round if self.driver.open else 0
        if not first_round:
            return None
        snaps = kept_in.snapshots
        return await self.house.store.read(
            lambda c: c.execute(
                sa.select(snaps.c.number).where(snaps.c.table == self.id, snaps.c.round == first_round)
            ).scalar()
        )

    # Clocks

    def arm(self) -> None:
        """Set the timer for the next thing that happens by itself; a table that is only followed has none."""

    def _set_clocks(self) -> None:
        """Give every ask its time: whoever was asked before keeps the clock that runs."""
        now = time.monotonic()
        clocks: dict[str, tuple[Ask, float]] = {}
        for who, ask in self.driver.asks.items():
            running = self._deadlines.get(who)
            if running is not None and running[0] == ask:
                clocks[who] = running
            else:
                clocks[who] = (ask, self._due(who, now))
        self._deadlines = clocks

    def _due(self, who: str, now: float) -> float:
        """When somebody's time is up; 0 if never."""
        sitter = self.sitters.get(who)
        if sitter is None:
            return 0.0 if who in STAFF else now
        if sitter.bot:
            return now + self._rng.uniform(*self.house.pace.bot)
        if sitter.leaving:
            return now
        if sitter.lapses > 1:
            return now + 1.0
        return now + float(self.row["clock"])

    def _task(self, work: Any) -> "asyncio.Task[Any]":
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task
