"""What waits at one moment is committed together, and each change stands and falls by itself."""

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from houseway.record import books, schema
from houseway.record.leases import Lease
from houseway.record.schema import entries, postings, tables, workers
from houseway.record.store import Append, Conflict, Lost, Short, Store


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    if request.param == "sqlite":
        url = f"sqlite:///{tmp_path / 'house.db'}"
    else:
        url = request.getfixturevalue("postgresql")(f"store {request.node.name}"[:60])
    it = Store(url)
    it.open()
    yield it
    it.close()


class Gate:
    """Holds the writer up, so that what is said meanwhile waits together."""

    def __init__(self, store: Store) -> None:
        self._open, self._there = threading.Event(), threading.Event()
        self._held = store.write_soon(self._hold)
        self.commits = 0
        sa.event.listen(store.engine, "commit", self._count)

    def _count(self, connection: sa.Connection) -> None:
        self.commits += self._open.is_set()

    def _hold(self, connection: sa.Connection) -> None:
        self._there.set()
        self._open.wait()

    async def __aenter__(self) -> "Gate":
        await asyncio.to_thread(self._there.wait)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._open.set()
        await self._held


def _table(connection: sa.Connection, name: str) -> int:
    row = {"name": name, "game": "x", "choices": "{}", "by_hand": False, "clock": 30, "bots": 0, "bot": "simple"}
    table = books.open_table(connection, row, {"record": "{}", "hash": "0"}, "{}")
    if not connection.execute(sa.select(workers.c.id)).first():
        books.enter_alone(connection, LEASE.worker)
    assert books.claim(connection, table, LEASE.worker) == LEASE
    return table


LEASE = Lease(worker=1, number=1)


def _step(table: int, number: int, *, lease: Lease = LEASE, **more: Any) -> Append:
    row = {"table": table, "number": number, "round": 1, "account": None, "key": None, "record": "{}", "hash": "1"}
    return Append(table, lease, [row], **more)


def _account(connection: sa.Connection, name: str) -> int:
    said = "INSERT INTO accounts (name, folded, role, balance, created) VALUES (:n, :n, 'player', 0, 0) RETURNING id"
    return int(connection.execute(sa.text(said), {"n": name}).scalar_one())


def test_what_is_read_together_is_of_one_moment(store: Store) -> None:
    """A table that another worker plays on is not put together from before and after."""

    def clock(connection: sa.Connection) -> int:
        return int(connection.execute(sa.select(tables.c.clock)).scalar_one())

    def look(connection: sa.Connection) -> list[int]:
        seen = [clock(connection)]
        with store.engine.begin() as other:
            other.execute(tables.update().values(clock=60))
        return [*seen, clock(connection)]

    with store.engine.begin() as connection:
        _table(connection, "one")
    assert store.read_now(look) == [30, 30]
    assert store.read_now(clock) == 60


def _numbers(store: Store, table: int) -> list[int]:
    asked = sa.select(entries.c.number).where(entries.c.table == table).order_by(entries.c.number)
    return store.read_now(lambda c: list(c.execute(asked).scalars()))


def _notes(store: Store) -> int:
    return store.read_now(lambda c: c.execute(sa.select(sa.func.count()).select_from(schema.daybook)).scalar_one())


async def _together(store: Store, changes: list[Any]) -> tuple[list[Any], int]:
    """What comes of changes that wait at one moment, and how many commits of theirs there were."""
    async with Gate(store) as gate:
        waiting = [store.write_soon(change) for change in changes]
    came = await asyncio.gather(*waiting, return_exceptions=True)
    return came, gate.commits - 1  # the gate's own


def test_answers_of_many_tables_are_one_commit(store: Store) -> None:
    async def run() -> None:
        ids = [await store.write(lambda c, n=name: _table(c, n)) for name in "abcdef"]  # type: ignore[misc]
        came, commits = await _together(store, [_step(id, 1) for id in ids])
        assert came == [None] * len(ids) and commits == 1
        assert all(_numbers(store, id) == [0, 1] for id in ids)

    asyncio.run(run())


def test_what_fails_takes_nothing_with_it_and_leaves_nothing_behind(store: Store) -> None:
    poor = rich = 0

    def takes_and_fails(connection: sa.Connection) -> None:
        books.post(connection, poor, 500, "refill")
        books.post(connection, poor, -600, "buy in")  # more than there is

    def gives(connection: sa.Connection) -> None:
        books.post(connection, rich, 700, "refill")

    async def run() -> None:
        nonlocal poor, rich
        first, second, third = [await store.write(lambda c, n=name: _table(c, n)) for name in "abc"]  # type: ignore[misc]
        poor, rich = [await store.write(lambda c, n=name: _account(c, n)) for name in ("poor", "rich")]  # type: ignore[misc]
        noted = _notes(store)
        seated = _step(third, 1, also=[takes_and_fails])
        came, commits = await _together(store, [_step(first, 1), takes_and_fails, seated, gives, _step(second, 1)])
        assert [type(one) for one in came] == [type(None), Short, Short, type(None), type(None)]
        assert commits == 1
        assert (_numbers(store, first), _numbers(store, second), _numbers(store, third)) == ([0, 1], [0, 1], [0])
        balances = store.read_now(lambda c: [books.balance(c, one) for one in (poor, rich)])
        posted = store.read_now(lambda c: list(c.execute(sa.select(postings.c.account, postings.c.amount)).all()))
        assert (balances, posted, _notes(store)) == ([0, 700], [(rich, 700)], noted + 1)

    asyncio.run(run())


def test_a_record_that_somebody_else_has_written_is_a_conflict_for_its_table_alone(store: Store) -> None:
    async def run() -> None:
        ids = [await store.write(lambda c, n=name: _table(c, n)) for name in "abc"]  # type: ignore[misc]
        await store.append(_step(ids[1], 1))
        for beside in ([], [lambda c: c.execute(sa.select(tables.c.id)).first()]):
            steps = [_step(ids[0], 1 + len(beside)), _step(ids[1], 1), _step(ids[2], 1 + len(beside))]
            came, _ = await _together(store, [*steps, *beside])
            assert [type(one) for one in came[:3]] == [type(None), Conflict, type(None)]
        assert [_numbers(store, id) for id in ids] == [[0, 1, 2], [0, 1], [0, 1, 2]]

    asyncio.run(run())


def test_what_may_be_on_the_disk_is_not_done_again(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """A connection that is lost while it commits leaves open whether it has."""
    commit, times = store.engine.dialect.do_commit, 0

    def lost(connection: Any) -> None:
        nonlocal times
        times += 1
        commit(connection)
        if times == 2:  # the gate's own comes first
            raise ConnectionError("lost")

    async def run() -> None:
        account = await store.write(lambda c: _account(c, "somebody"))
        async with Gate(store):
            waiting = [store.write_soon(lambda c: books.post(c, account, 100, "refill")) for _ in range(2)]
            monkeypatch.setattr(store.engine.dialect, "do_commit", lost)
        came = await asyncio.gather(*waiting, return_exceptions=True)
        assert [type(one) for one in came] == [ConnectionError] * 2
        assert store.read_now(lambda c: books.balance(c, account)) == 200
        await store.write(lambda c: books.post(c, account, 100, "refill"))
        assert store.read_now(lambda c: books.balance(c, account)) == 300

    asyncio.run(run())


# Leases


@pytest.mark.threat("crossing-commands")
def test_a_write_whose_lease_is_over_writes_nothing(store: Store) -> None:
    """Whoever owned a table before writes nothing to it, nor does anybody once it is closed."""

    async def run() -> None:
        first, second = [await store.write(lambda c, n=name: _table(c, n)) for name in "ab"]  # type: ignore[misc]
        await store.write(lambda c: books.release(c, first, LEASE))
        again = await store.write(lambda c: books.claim(c, first, LEASE.worker))
        assert again == Lease(worker=1, number=2)  # the same worker, and another lease
        await store.write(lambda c: books.close_table(c, second))
        noted = _notes(store)
        stale, closed, right = _step(first, 1), _step(second, 1), _step(first, 1, lease=again)
        also = Append(first, LEASE, also=[lambda c: books.post(c, 1, 100, "refill")])
        came, _ = await _together(store, [stale, closed, also, right])
        assert [type(one) for one in came] == [Lost, Lost, Lost, type(None)]
        assert (_numbers(store, first), _numbers(store, second), _notes(store)) == ([0, 1], [0], noted)

    asyncio.run(run())


def test_a_table_is_leased_to_a_worker_that_is_entered_and_only_while_it_is_open(store: Store) -> None:
    async def run() -> None:
        table = await store.write(lambda c: _table(c, "a"))
        await store.write(lambda c: c.execute(workers.insert().values(id=2, beats=0, probe="")))
        assert await store.write(lambda c: books.claim(c, table, 2)) is None  # somebody else owns it
        await store.write(lambda c: books.release(c, table, Lease(1, 7)))  # a lease that is over is not released
        assert await store.write(lambda c: books.claim(c, table, 2)) is None
        await store.write(lambda c: books.release(c, table, LEASE))
        assert await store.write(lambda c: books.claim(c, table, 3)) is None  # nobody is entered as 3
        assert await store.write(lambda c: books.claim(c, table, 2)) == Lease(2, 2)
        await store.write(lambda c: books.release(c, table, Lease(2, 2)))
        await store.write(lambda c: books.close_table(c, table))
        assert await store.write(lambda c: books.claim(c, table, 2)) is None

    asyncio.run(run())
