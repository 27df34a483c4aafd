"""Two commands that cross: each is held at its first write until the other one has come as far as it can."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from argon2 import PasswordHasher

from houseway.errors import Denied
from houseway.record import books
from houseway.record.person import Person
from houseway.record.seals import Seal
from houseway.record.store import Store
from houseway.rules.submission import Submission, SubmittedTable, demonstration
from houseway.serve import submissions
from houseway.serve.house import House
from houseway.serve.people.accounts import Accounts
from houseway.serve.tables.clocks import Pace
from houseway.serve.tables.commands import Close, Leave, Sit
from houseway.serve.tables.table import Table
from tests.serve.house import PATIENCE

CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
GAME = "criss-cross-poker"
STILL = Pace(pause=10_000.0, first=10_000.0, clock=10_000, gone=10_000.0)  # nothing goes on by itself
Command = Callable[["Scene"], Awaitable[Any]]


class Gate:
    """Holds the writes of some houses back, and lets them through in an order."""

    def __init__(self, houses: Sequence[House]) -> None:
        self._houses, self._shut = houses, False
        self.held: list[tuple[Store, Any, asyncio.Future[Any]]] = []
        for house in houses:
            house.store.write_soon = self._write(house.store)  # type: ignore[assignment, method-assign]

    def _write(self, store: Store) -> Callable[[Any], "asyncio.Future[Any]"]:
        go_on = store.write_soon

        def written(change: Any) -> "asyncio.Future[Any]":
            claims = getattr(change, "__qualname__", "").startswith("Actor.claim")  # which every command may do first
            if not self._shut or claims or isinstance(change, Seal):
                return go_on(change)
            done = asyncio.get_running_loop().create_future()
            self.held.append((store, change, done))
            return done

        return written

    def shut(self) -> None:
        self._shut = True

    async def let_through(self, *, last_first: bool) -> None:
        """One held write after the other, each when the one before it is committed or has failed."""
        self._shut = False
        held, self.held = self.held[:: -1 if last_first else 1], []
        for store, change, done in held:
            store._waiting.put((change, done))
            await asyncio.wait([done])


@dataclass
class Scene:
    """A table, the people about it, and the houses through which they speak: the first owns the table."""

    houses: Sequence[House]
    accounts: Sequence[Accounts]
    gate: Gate
    boss: Person
    table: int
    name: str
    player: Person  # who may sit here
    comer: Person  # who may come

    async def at(self, which: int) -> Table:
        return await self.houses[which].table(self.table)

    def _waits(self) -> int:
        """How many commands wait for their turn at the table."""
        known = [house._tables.get(self.table) for house in self.houses]
        return sum(len(table.actor._busy._waiters or ()) for table in known if table is not None)

    async def cross(self, first: Command, second: Command, *, last_first: bool) -> list[Any]:
        """What comes of two commands. The first is at its write, or over, before the second begins. The second is at
        its own, over, or waits for the first one's turn to end, before anything is written."""
        self.gate.shut()
        tasks = [asyncio.ensure_future(first(self))]
        await self._until(lambda: tasks[0].done() or bool(self.gate.held))
        held = len(self.gate.held)
        tasks.append(asyncio.ensure_future(second(self)))
        await self._until(lambda: tasks[1].done() or len(self.gate.held) > held or self._waits() > 0)
        await self.gate.let_through(last_first=last_first)
        async with asyncio.timeout(PATIENCE):
            came = await asyncio.gather(*tasks, return_exceptions=True)
        for one in came:
            if isinstance(one, BaseException) and not isinstance(one, Denied):
                raise one
        return came

    async def _until(self, true: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not true():
                await asyncio.sleep(0.001)


# Commands, which come to the last house and so are handed on where there are two


async def open_table(scene: Scene) -> Any:
    return await scene.houses[-1].open_table(SubmittedTable(name=scene.name, game=GAME), bots=0)


async def sit(scene: Scene) -> Any:
    return await (await scene.at(-1)).say(scene.comer, Sit(amount="1000"))


async def leave(scene: Scene) -> Any:
    return await (await scene.at(-1)).say(scene.player, Leave())


async def close(scene: Scene) -> Any:
    return await scene.houses[-1].close_table(scene.table, scene.boss)


async def close_here(scene: Scene) -> Any:
    return await (await scene.at(0)).say(scene.boss, Close())


async def take_over(scene: Scene) -> Any:
    table = await scene.at(0)
    async with table.actor.alone():
        await table.actor.release()
    return await (await scene.at(-1)).is_ours()


async def make_effective(scene: Scene) -> Any:
    table = next(one for one in demonstration().tables if one.game == GAME).model_copy(update={"name": scene.name})
    text = submissions.in_toml(Submission(facility=scene.name, tables=(table,)))
    kept = await submissions.save(scene.houses[-1], text, scene.boss)
    return await submissions.make_effective(scene.houses[-1], kept.id, scene.boss)


async def disable(scene: Scene) -> Any:
    return await scene.accounts[-1].disable(scene.comer.id, scene.boss, disabled=True)


async def begin(scene: Scene) -> None:
    """A round, which stays open."""
    table = await scene.at(0)
    assert await table.is_ours()
    async with table.actor.alone():
        await table.routine.begin("house")


# Houses


async def opened(url: str, workers: int) -> tuple[list[House], list[Accounts], Person]:
    """Workers of one house in this process, and its operator."""
    houses: list[House] = []
    for _ in range(workers):
        houses.append(House(Store(url), Submission(facility="Here", tables=()), pace=STILL, bots=0))
        await houses[-1].start()
    accounts = [Accounts(house.store, hasher=CHEAP) for house in houses]
    known = await houses[0].store.read(
        lambda c: c.execute(sa.text("SELECT id FROM accounts WHERE role = 'operator'")).scalar()
    )
    boss = (
        Person(known, "The boss", "operator")
        if known
        else await accounts[0].create("The boss", "a long password", "operator")
    )
    return houses, accounts, boss


def lying(connection: sa.Connection) -> list[str]:
    """What is wrong with the people and the money at the tables."""
    asked = {
        "sits at a closed table": 'SELECT seats."table", seat FROM seats JOIN tables ON id = "table" WHERE closed',
        "waits at a closed table": 'SELECT waiting."table", seat FROM waiting JOIN tables ON id = "table" WHERE closed',
        "owns a closed table": "SELECT id, owner FROM tables WHERE closed AND owner IS NOT NULL",
        "is below nothing": "SELECT id, balance FROM accounts WHERE balance < 0",
        "is not its postings": "SELECT id, balance FROM accounts WHERE balance <> "
        "(SELECT coalesce(sum(amount), 0) FROM postings WHERE account = accounts.id)",
        "left money at a closed table": 'SELECT "table", sum(amount) FROM postings JOIN tables ON tables.id = "table" '
        'WHERE closed GROUP BY "table" HAVING sum(amount) <> 0',
    }
    return [f"{what}: {tuple(row)}" for what, sql in asked.items() for row in connection.execute(sa.text(sql))]


async def chips(houses: Sequence[House], table: int) -> int:
    """What people have at a table by its journal, which they have paid."""
    store = houses[0].store
    kept = await store.read(lambda c: books.kept(c, table))
    assert kept is not None
    it = Table(houses[0], kept)
    paid = sa.text('SELECT coalesce(sum(-amount), 0) FROM postings WHERE "table" = :table')
    lies = sum(it.chips_of(seat) for seat, one in it.seating.sitters.items() if not one.bot)
    assert await store.read(lambda c: c.execute(paid, {"table": table}).scalar()) == lies
    return lies
