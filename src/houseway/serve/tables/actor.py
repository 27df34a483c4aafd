"""A table in one process: the driver and the chain, one thing at a time.

What comes to a table is checked (who, when, what) and carried out by the driver, committed, and only then acknowledged
and shown. If it can't be committed the table goes back to where the store has it, and nobody has seen anything else.
"""

import asyncio
import contextlib
import json
import logging
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from houseway.errors import NotNow
from houseway.games import game
from houseway.play import entry, journal
from houseway.play.ask import Refused
from houseway.play.driver import Driver
from houseway.play.entry import Entry
from houseway.play.event import RoundBegan, SeedRevealed
from houseway.play.game import BuyInLimits
from houseway.record import books, results, seeds, wall_clock
from houseway.record.books import KeptTable
from houseway.record.chain import canonical, digest, linked
from houseway.record.database import StoreError
from houseway.record.leases import Lease
from houseway.record.person import Person
from houseway.record.store import Append, Lost, Rows, Store
from houseway.record.vault import hide_shoe
from houseway.rules.resolved import Rules
from houseway.serve.tables.seating import Seating

log = logging.getLogger("houseway.serve")
_OF_A_ROUND = {one.do for one in (entry.Begin, entry.Answer, entry.OpenWords, entry.Call, entry.Leave)}
Also = Callable[[sa.Connection], None]


def record_of(number: int, at: int, by: str, key: str, said: dict[str, Any]) -> dict[str, Any]:
    return {"number": number, "at": wall_clock.written(at), "by": by, "key": key, "entry": said}


def _committed(begin: dict[str, Any], driver: Driver) -> dict[str, Any]:
    """The beginning of a round as the chain has it: with the commitment in place of the seed."""
    began = driver.events[0]
    assert isinstance(began, RoundBegan)
    public = {name: part for name, part in begin.items() if name != "seed"}
    return public | {"commitment": str(began.commitment)}


@dataclass(frozen=True)
class Step:
    """One entry that was carried out and is kept: who said it, and the round and its events just before."""

    entry: Entry
    by: Person | str
    round: int
    events: int
    ended: bool  # it was the last of its round


class Actor:
    """One table in this process: its driver, its chain and who sits there; and whether this process owns it."""

    def __init__(self, store: Store, kept: KeptTable, *, worker: Callable[[], int]) -> None:
        self.store = store
        self.id: int = kept.row["id"]
        self.lease: Lease | None = None  # while this process owns the table
        self.clears_up = False  # it is closed, and what was left there is given back
        self.seating = Seating()
        self.on_step: list[Callable[[Step], None]] = []
        self.on_stand: list[Callable[[], None]] = []
        self._worker = worker
        self._busy = asyncio.Lock()
        self._stale = False  # the driver may have gone further than the store
        self._tasks: set[asyncio.Task[Any]] = set()
        self._stand(kept)

    @property
    def owned(self) -> bool:
        return self.lease is not None

    @property
    def closed(self) -> bool:
        return bool(self.row["closed"])

    @property
    def rules(self) -> Rules:
        return self.driver.table.rules

    @property
    def buy_in_limits(self) -> BuyInLimits:
        return self.driver.game.buy_in_limits(self.rules)

    def _stand(self, kept: KeptTable) -> None:
        """Stand where the store has the table."""
        self.row = kept.row
        said = [record["entry"] for record in kept.records if record["number"]]
        self.driver: Driver = journal.replay(journal.lines(json.loads(kept.header), said), game, name=kept.row["name"])
        self._same_seed(kept)
        self.number, self.hash = kept.number, kept.hash
        self.store.clock.after(
            wall_clock.read(kept.records[-1]["at"])
        )  # who wrote it may have had a clock ahead of ours
        self.seating.stand(kept, self.rules)
        self._keys = {(record["by"], record["key"]): record for record in kept.records if record["key"]}
        went_on = [record["at"] for record in kept.records if record["entry"]["do"] in _OF_A_ROUND]
        self.over_since = wall_clock.read(went_on[-1]) if went_on and not self.driver.open else None
        for stood in self.on_stand:
            stood()

    def _same_seed(self, kept: KeptTable) -> None:
        """Deal from no other seed than the one that was committed to."""
        begun = next((record["entry"] for record in kept.records if record["entry"]["do"] == "begin"), None)
        if begun is not None and _committed(begun, self.driver)["commitment"] != begun["commitment"]:
            raise StoreError(f"{kept.row['name']}: the seed of its round is not the one that was committed to")

    async def reload(self) -> None:
        kept = await self.store.read(lambda c: books.kept(c, self.id))
        assert kept is not None
        self._stand(kept)
        self._stale = False

    # One thing at a time

    @contextlib.asynccontextmanager
    async def alone(self) -> AsyncIterator[None]:
        """One thing at a time, from where the store has the table."""
        async with self._busy:
            if self._stale:
                await self.reload()
            yield

    @property
    def busy(self) -> bool:
        return self._busy.locked()

    def task(self, work: Coroutine[Any, Any, Any]) -> "asyncio.Task[Any]":
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def finished(self) -> None:
        """See to its end what was begun."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=5)

    # Whose table it is

    async def claim(self) -> bool:
        """Own the table if nobody else does; whether that is so."""
        self.lease = await self.store.write(lambda c: books.claim(c, self.id, self._worker()))
        return self.owned

    async def owner(self) -> int | None:
        """The worker that owns the table, as the store has it now."""
        row = await self.store.read(lambda c: books.table_row(c, self.id))
        assert row is not None
        self.row = dict(row)
        owner: int | None = row["owner"]
        return owner

    async def release(self) -> None:
        """Let another worker own the table."""
        lease, self.lease = self.lease, None
        if lease is not None:
            await self.store.write(lambda c: books.release(c, self.id, lease))

    def disown(self) -> None:
        self.lease = None

    def outdated(self) -> None:
        """Somebody else has written to the table: it is read again as soon as anybody looks."""
        self._stale = True

    # Committing

    async def commit(self, said: Entry, by: Person | str, *, key: str = "", also: Also | None = None) -> None:
        """One entry: carried out by the driver, committed, then told to whoever needs to know. If it can't be, it
        never was."""
        lease, driver = self._held(), self.driver
        round, events, was_open = driver.table.round, len(driver.events), driver.open
        await self._carry_out(said)
        begins = isinstance(said, entry.Begin)
        ended = (was_open or begins) and not driver.open
        name, account = (by.name, by.id) if isinstance(by, Person) else (by, None)
        told = driver.journal[-1] if driver.journal else entry.written(said)
        new = driver.events[events:] if driver.table.round == round else driver.events
        if begins:
            told = _committed(told, driver)
        record = record_of(self.number + 1, self.store.clock.now(), name, key, told)
        snaps = [self._snapshot(record)] if begins else []
        row = self._row(record, account)
        beside: list[tuple[Rows, Mapping[str, Any]]] = []
        if isinstance(said, entry.Begin):
            beside.append((seeds.keep, {"table": self.id, "round": driver.table.round, "seed": said.seed}))
        for event in new:
            if isinstance(event, SeedRevealed):
                beside.append((seeds.reveal, {"table": self.id, "round": event.round, "seed": event.seed}))
        if ended:
            beside.append((results.book, results.row(self.id, record["at"], driver)))
        await self._append(Append(self.id, lease, [row], snaps, [also] if also else [], beside))
        self.number, self.hash = record["number"], row["hash"]
        if begins:
            self._keys = {}
        elif key:
            self._keys[name, key] = record
        if isinstance(said, entry.CashOut):
            self.seating.sitters.pop(said.who, None)
        for stepped in self.on_step:
            stepped(Step(said, by, round, events, ended))

    def _row(self, record: dict[str, Any], account: int | None) -> dict[str, Any]:
        """The row of a record that follows the last one."""
        text = canonical(record)
        return {
            "table": self.id,
            "number": record["number"],
            "round": self.driver.table.round,
            "account": account,
            "key": record["key"] or None,
            "record": text.decode(),
            "hash": linked(self.hash, text),
        }

    async def close(self, also: Also, closing: Also) -> None:
        """Cash everybody out and close the table, all in one transaction. `also` gives the chips to their owners, and
        `closing` is carried out last."""
        lease, rows = self._held(), []
        try:
            for seat in list(self.seating.sitters):
                self.driver.apply(said := entry.CashOut(seat))
                told = self.driver.journal[-1] if self.driver.journal else entry.written(said)
                record = record_of(self.number + 1, self.store.clock.now(), "house", "", told)
                rows.append(self._row(record, None))
                self.number, self.hash = record["number"], rows[-1]["hash"]
        except Refused:  # wagers that stand from round to round
            self._stale = True
            await self.reload()
            raise
        await self._append(Append(self.id, lease, rows, (), [also], [(lambda c, _: closing(c), {})]))
        self.lease = None
        self.outdated()

    async def write(self, change: Also) -> None:
        """Change something about the table that is not in its journal."""
        await self._append(Append(self.id, self._held(), also=[change]))

    def _held(self) -> Lease | None:
        """The lease that a write carries; without one nothing is written, unless a closed table is cleared up."""
        if self.lease is None and not self.clears_up:
            raise Lost(f"table {self.id} is not leased to this worker")
        return self.lease

    async def _append(self, step: Append) -> None:
        try:
            await self.store.append(step)
        except Exception as error:
            if isinstance(error, Lost):
                self.lease = None
            if step.entries or isinstance(error, Lost):
                self._stale = True  # until it could be read again: nobody is shown what is not kept
                await self.reload()
            raise

    async def _carry_out(self, said: Entry) -> None:
        try:
            self.driver.apply(said)
        except Refused:
            raise
        except Exception:
            log.exception("table %s: an entry could not be carried out", self.id)
            self._stale = True
            await self.reload()
            raise NotNow("the table can't do that, and stands where it stood before") from None

    def _snapshot(self, record: dict[str, Any]) -> dict[str, Any]:
        """The table as the round began, which the record names by its digest."""
        header = self.driver.header
        record["state"] = digest(header)
        return {
            "table": self.id,
            "number": record["number"],
            "round": self.driver.table.round,
            "header": canonical(hide_shoe(header, table=self.id, round=self.driver.table.round)).decode(),
            "sitting": canonical(self.seating.accounts()).decode(),
        }

    async def said_before(self, person: Person, key: str, *, in_store: bool = False) -> dict[str, Any] | None:
        """The record of what this person said under a key: of this round, or of any that the store has."""
        if not in_store:
            return self._keys.get((person.name, key))
        return await self.store.read(lambda c: books.said_before(c, self.id, person.id, key))
