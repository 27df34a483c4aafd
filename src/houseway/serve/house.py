"""The house: all tables, and the way to them.

With PostgreSQL several processes share a house. Each table is owned by one of them; the others follow its journal, show
it to their own viewers, and hand on what their players say. Workers behind one address share the tables out among them:
each has a home, which takes it as soon as it can be had without anybody's noticing.
"""

import asyncio
import contextlib
import json
import logging
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any

import sqlalchemy as sa

from houseway.errors import BadInput, Denied, NotFound, NotNow
from houseway.games import game
from houseway.play.ask import Refused
from houseway.play.driver import STAFF, Driver
from houseway.record import acts, books, results
from houseway.record.chain import FIRST, canonical, digest, link
from houseway.record.daybook import HOUSE, By
from houseway.record.person import THE_HOUSE, Person
from houseway.record.store import Conflict, Lost, Store
from houseway.rules.money import dollars, shown
from houseway.rules.resolved import PARTS, Rules, resolve
from houseway.rules.strict import RulesError
from houseway.rules.submission import Submission, SubmittedTable
from houseway.serve import submissions
from houseway.serve.sealing import Sealer
from houseway.serve.tables import commands
from houseway.serve.tables.actor import record_of
from houseway.serve.tables.bots import company, kinds
from houseway.serve.tables.clocks import Pace
from houseway.serve.tables.coach import Coach
from houseway.serve.tables.table import Table
from houseway.serve.workers.courier import Courier

log = logging.getLogger("houseway.serve")


@lru_cache(maxsize=512)
def resolved(id: str, choices: str) -> Rules:
    chosen = json.loads(choices)
    return resolve(game(id).rules, **{part: chosen.get(part) for part in PARTS})


def choices_of(submitted: SubmittedTable) -> str:
    chosen = submitted.model_dump(include=set(PARTS))
    return canonical({part: value for part, value in chosen.items() if value}).decode()


class House:
    """All tables that this process knows, and the way to them."""

    def __init__(
        self,
        store: Store,
        submission: Submission,
        *,
        pace: Pace | None = None,
        demonstration: bool = True,
        bots: int | None = None,
        submission_text: str = "",
    ) -> None:
        self.store = store
        self.submission = submission
        self.submission_text = submission_text  # as it was written, where it was
        self.version = 0  # of the submission that is in effect
        self.pace = pace or Pace()
        self.demonstration = demonstration
        self.bots = bots
        self.coach = Coach()
        self.sealer = Sealer(store)
        self.worker = 0
        self.courier: Courier | None = None
        self.homes: Callable[[], list[int]] = lambda: [self.worker]  # the workers that share the tables out
        self.on_number: Callable[[int], None] = lambda worker: None
        self.sessions_over: Callable[[Iterable[str]], None] = lambda ids: None  # at another worker
        self.sessions_unsure: Callable[[], None] = lambda: None  # word of such may have been missed
        self._tables: dict[int, Table] = {}
        self._loading: dict[int, asyncio.Lock] = {}
        self._sweeper: asyncio.Task[None] | None = None

    async def start(self) -> None:
        await asyncio.to_thread(self.store.open)
        if self.store.shared:
            self.courier = Courier(
                self.store,
                on_news=self._news,
                on_call=self._called,
                on_number=self._numbered,
                on_newcomer=self._tell_all,
                on_lost=self._cut_off,
            )
            self.store.on_written = self.courier.wrote
            await self.courier.start()
        else:
            self.worker = self.store.worker = 1
            await self.store.write(lambda c: books.enter_alone(c, self.worker))
        await results.catch_up(self.store)
        await self._clear_closed()
        await submissions.begin(self)
        await self.sealer.start()
        await self.sweep()
        self._sweeper = asyncio.create_task(self._sweep_on())

    async def stop(self) -> None:
        if self._sweeper is not None:
            self._sweeper.cancel()
        for table in self._tables.values():
            await table.finish()
        self.coach.stop()
        await self.sealer.stop()
        if self.courier is not None:
            await asyncio.to_thread(self.courier.stop)
        await asyncio.to_thread(self.store.close)

    # Tables

    async def open_submission(self, *, new: bool) -> None:
        """Reopen every empty table whose rules the submission has changed; if it is new, open its other tables too."""
        for submitted in self.submission.tables:
            choices = choices_of(submitted)
            row = await self.store.read(lambda c, name=submitted.name: books.table_named(c, name))  # type: ignore[misc]
            if row is not None and (row["game"], row["choices"]) != (submitted.game, choices):
                try:
                    await self.close_table(row["id"])
                except Denied:
                    log.warning("%s keeps the rules it was opened with until its players have left", submitted.name)
                    continue
            elif row is not None or not new:
                continue
            with contextlib.suppress(Denied):  # another worker was quicker
                await self.open_table(submitted, bots=self.bots)

    async def open_table(
        self,
        submitted: SubmittedTable,
        *,
        by: Person | None = None,
        by_hand: bool = False,
        clock: int | None = None,
        bots: int | None = None,
        bot: str | None = None,
    ) -> int:
        choices = choices_of(submitted)
        try:
            rules = resolved(submitted.game, choices)
        except RulesError as error:
            raise BadInput(str(error)) from None
        source = kept_source(by_hand)
        played = game(submitted.game)
        if bot is not None and bot not in (known := kinds(played)):
            raise BadInput(f"{rules.game.name} has no {bot} bot: {', '.join(known)}")
        driver = Driver(played, rules, source=source, automatic=() if by_hand else STAFF)
        who = By(by.name, by.id) if by else HOUSE
        entry = {"do": "new table", "table": submitted.name, "game": submitted.game}
        record = record_of(0, self.store.clock.now(), who.name, "", entry) | {"state": digest(driver.header)}
        first = {"record": canonical(record).decode(), "hash": link(FIRST, record)}
        row = {
            "name": submitted.name,
            "game": submitted.game,
            "choices": choices,
            "by_hand": by_hand,
            "clock": self.pace.clock if clock is None else clock,
            "bots": _company_wanted(rules) if bots is None else bots,
            "bot": bot or company(played),
        }

        def opening(connection: sa.Connection) -> int:
            if books.table_named(connection, submitted.name) is not None:
                raise NotNow(f"there is a table called {submitted.name} already")
            id = books.open_table(connection, row, first, canonical(driver.header).decode(), by=who)
            if by is not None:
                acts.note(connection, "opened a table", by, about=f"{id} {submitted.name}, {submitted.game}")
            return id

        return await self.store.write(opening)

    async def close_table(self, id: int, by: Person = THE_HOUSE) -> None:
        """No more rounds here; the journal stays. The worker that owns the table closes it."""
        table = await self.table(id)
        await table.say(by, commands.Close())
        self.forget(table)

    def forget(self, table: Table) -> None:
        """The table is closed: whoever watches it comes again, and finds it gone."""
        if self._tables.pop(table.id, None) is not None:
            table.disown()
            table.rail.move()

    async def _clear_closed(self) -> None:
        """Give back what lies on closed tables."""
        for id in await self.store.read(books.closed_with_people):
            kept = await self.store.read(lambda c, id=id: books.kept(c, id))  # type: ignore[misc]
            assert kept is not None
            table = Table(self, kept)
            try:
                await table.chairs.clear_closed(table.routine.finish_round)
            except (Refused, Denied, Conflict) as error:  # real cards that nobody deals, or another worker was quicker
                log.error("table %s is closed, and what lies on it can't be given back: %s", id, error)

    async def table(self, id: int) -> "Table":
        """The table, brought in from the store if this process has not met it."""
        known = self._tables.get(id)
        if known is not None:
            return known
        async with self._loading.setdefault(id, asyncio.Lock()):
            if id not in self._tables:
                kept = await self.store.read(lambda c: books.kept(c, id))
                if kept is None or kept.row["closed"]:
                    raise NotFound(f"there is no table {id} here")
                table = Table(self, kept)
                await table.take_over()
                self._tables[id] = table
        return self._tables[id]

    async def known(self, id: int) -> books.Row:
        """The row of a table that is or was here, open or closed."""
        row = await self.store.read(lambda c: books.table_row(c, id))
        if row is None:
            raise NotFound(f"there is no table {id} here")
        return row

    async def chips_of(self, person: Person) -> int:
        """What a person has at the tables, where it stays until the seat is given up."""
        found = await self.store.read(lambda c: books.seats_of(c, person.id))
        return sum([await (await self.table(id)).chips_now(seat) for id, seat in found])

    def figures(self) -> tuple[int, int, int]:
        """Tables of this worker, people who sit at them, and who is told of any."""
        tables = list(self._tables.values())
        owned = [table for table in tables if table.actor.owned]
        seated = sum(not one.bot for table in owned for one in list(table.seating.sitters.values()))
        return len(owned), seated, sum(table.rail.watching for table in tables)

    @property
    def heard(self) -> bool:
        """Other workers hear from this one, where there can be any."""
        return self.courier is None or self.courier.alive

    # Whose table it is

    def owns(self, id: int) -> bool:
        """This worker owns the table."""
        table = self._tables.get(id)
        return table is not None and table.actor.owned

    async def owner(self, id: int) -> int | None:
        """The worker that owns the table."""
        return await self.store.read(lambda c: books.owner(c, id))

    def home(self, id: int) -> int:
        """The worker that should own the table, of those that share them out."""
        return _home(id, self.homes())

    async def sweep(self) -> None:
        """Bring in every table where somebody sits and that nobody looks after, and give those back that have their
        home elsewhere."""
        for id in await self.store.read(lambda c: books.closed_of(c, list(self._tables))):
            if (closed := self._tables.get(id)) is not None:
                self.forget(closed)
        alone, homes = await self.store.read(books.left_alone), self.homes()  # once: it looks for files of the others
        for id in alone:
            if _home(id, homes) == self.worker:
                await (await self.table(id)).is_ours()
        for id, table in list(self._tables.items()):
            if table.actor.owned and _home(id, homes) != self.worker:
                await table.give_back()

    async def _sweep_on(self) -> None:
        while True:
            await asyncio.sleep(1.0 if self.store.shared else 5.0)
            try:
                if self.store.shared:
                    await self.sweep()
                    await submissions.follow(self)
                for table in list(self._tables.values()):
                    await table.routine.clear_empty_chairs()
            except Exception:
                log.exception("sweeping failed and is tried again")

    async def lobby(self) -> list[dict[str, Any]]:
        """The open tables as anybody may see them."""
        return [_listed(row, sitting) for row, sitting in await self.store.read(books.lobby)]

    # Between processes

    def _numbered(self, worker: int) -> None:
        """This worker has a number; if it had another before, that one's tables are no longer its own."""
        self.worker = self.store.worker = worker
        self.on_number(worker)
        self.sessions_unsure()
        for table in self._tables.values():
            table.disown()
            table.follow_soon(table.actor.number + 1)  # news may have been missed

    def _cut_off(self) -> None:
        """The database does not answer: others may own the tables soon, and nobody is shown what may be out of date."""
        self.sessions_unsure()
        for table in self._tables.values():
            table.disown()
            table.actor.outdated()
            table.rail.move()

    def _tell_all(self) -> None:
        """Have other workers hear where the tables of this one stand."""
        if self.courier is not None:
            self.courier.wrote({id: table.actor.number for id, table in self._tables.items() if table.actor.owned})

    def _news(self, news: Mapping[str, Any]) -> None:
        """Another worker has written to these tables, or ended these sessions."""
        self.sessions_over(news.get("over", ()))
        for id, number in news.get("tables", ()):
            table = self._tables.get(id)
            if table is not None:
                table.follow_soon(number)

    async def _called(self, call: Mapping[str, Any]) -> dict[str, Any]:
        """A player at another worker speaks to a table of ours."""
        try:
            table = await self.table(call["table"])
            if not await table.is_ours():
                return {"moved": True}
            return {"done": await table.here(Person(**call["person"]), commands.read(call["command"]))}
        except Lost:
            return {"moved": True}
        except Denied as denied:
            return {"denied": type(denied).__name__, "why": denied.why}


def _home(table: int, homes: list[int]) -> int:
    """Where a table belongs, of the workers that share them out."""
    return homes[table % len(homes)]


def kept_source(by_hand: bool) -> Any:
    from houseway.cards.source import source_from

    return source_from({"cards": "entered" if by_hand else "shuffled"})


def _company_wanted(rules: Rules) -> int:
    """A table that the house banks may be played alone; any other needs company."""
    return 1 if rules.game.bank == "house" else 2


def _listed(row: books.Row, sitting: list[books.Row]) -> dict[str, Any]:
    rules = resolved(row["game"], row["choices"])
    buy_in = game(row["game"]).buy_in_limits(rules)
    return {
        "id": row["id"],
        "name": row["name"],
        "game": row["game"],
        "title": rules.game.name,
        "summary": rules.game.summary,
        "known_as": list(rules.game.known_as),
        "jurisdiction": rules.game.rulebook.jurisdiction,
        "bank": rules.game.bank,
        "dealt": "by hand" if row["by_hand"] else "by shuffle",
        "clock": row["clock"],
        "seats": rules.seats,
        "taken": {one["seat"]: {"name": one["name"], "bot": bool(one["bot"])} for one in sitting},
        "limits": {
            rules.wagers[name].name: [shown(limit.minimum), shown(limit.maximum)]
            for name, limit in rules.limits.items()
            if name in rules.wagers
        },
        "buy_in": {"least": dollars(buy_in.least), "most": buy_in.most and dollars(buy_in.most)},
    }
