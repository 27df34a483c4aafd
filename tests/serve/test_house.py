"""Tables in one process: committed before shown, restored from the last snapshot, played by bots and by the clock."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from houseway.games import catalogue
from houseway.prove.rounds import prove
from houseway.prove.sources import journals
from houseway.rules.money import dollars
from houseway.rules.submission import Submission, SubmittedTable
from houseway.serve import books
from houseway.serve import store as kept_in
from houseway.serve.accounts import Accounts
from houseway.serve.commands import Answer, BotWanted, Leave, Ready, Sit
from houseway.serve.house import House
from houseway.serve.people import Denied, Pace, Person, Update, Viewer
from houseway.serve.store import Store, StoreError
from houseway.serve.table import Table
from tests.serve.house import PATIENCE

QUICK = Pace(clock=30, pause=0.0, first=0.0, bot=(0.0, 0.001))


def run(
    folder: Path,
    test: Callable[[House, Accounts], Awaitable[None]],
    *,
    pace: Pace = QUICK,
    bots: int = 0,
    game: str = "",
) -> None:
    """A house on a file of its own, opened, tried and closed."""

    async def whole() -> None:
        store = Store(f"sqlite:///{folder / 'house.db'}")
        ids = [game] if game else ["criss-cross-poker"]
        tables = tuple(SubmittedTable(name=f"Table of {id}", game=id) for id in ids)
        house = House(store, Submission(facility="Here", tables=tables), pace=pace, bots=bots)
        await house.start()
        try:
            await test(house, Accounts(store))
        finally:
            await house.stop()

    asyncio.run(whole())


async def sit(house: House, accounts: Accounts, *, amount: int = 1_000_00) -> tuple[Table, Person]:
    table, person = await house.table(1), await accounts.guest()
    await table.say(person, Sit(amount=dollars(amount)))
    return table, person


async def until(true: Callable[[], Any]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not true():
            await asyncio.sleep(0.005)


def test_what_can_not_be_committed_never_was_and_nobody_saw_it(tmp_path: Path) -> None:
    async def test(house: House, accounts: Accounts) -> None:
        table, person = await sit(house, accounts)
        await until(lambda: table.driver.asks)
        before = await table.look(person)  # which waits for the round's beginning to be committed
        seen: list[Update] = []
        table.watch(Viewer(None, seen.append))
        append, read = house.store.append, house.store.read

        async def fails(step: Any) -> Any:
            raise OSError("the disk is full")

        house.store.append = fails  # type: ignore[method-assign]
        with pytest.raises(Denied, match="say it again"):
            await table.say(person, Answer(text="ante 10", key="a"))
        house.store.read = fails  # type: ignore[assignment, method-assign]
        with pytest.raises(Denied, match="say it again"):
            await table.say(person, Answer(text="ante 10", key="a"))
        with pytest.raises(OSError, match="full"):
            await table.look(person)
        house.store.append, house.store.read = append, read  # type: ignore[method-assign]
        after = await table.look(person)
        assert {**after, "clock": 0} == {**before, "clock": 0} and not seen
        await table.say(person, Answer(text="ante 10", key="a"))
        assert seen and table.driver.table.staked("seat 1")

    run(tmp_path, test)


def test_opening_a_table_reads_the_open_round_and_not_the_history(tmp_path: Path) -> None:
    async def test(house: House, accounts: Accounts) -> None:
        table, person = await sit(house, accounts)
        for _ in range(25):
            await until(lambda: table.driver.asks)
            await table.say(person, Answer(text="sit out"))
        await until(lambda: table.driver.asks)
        before = await table.look(person)  # what is asked is kept by then
        kept = await house.store.read(lambda c: books.kept(c, 1))
        assert kept is not None and kept.number > 50 and len(kept.records) == 1
        again = Table(house, kept)
        assert {**again.rail.seen_by("seat 1"), "clock": 0} == {**before, "clock": 0}

    run(tmp_path, test)


def test_a_silent_player_is_answered_for_by_the_clock_and_then_left_alone(tmp_path: Path) -> None:
    async def test(house: House, accounts: Accounts) -> None:
        table, person = await sit(house, accounts)
        watching = Viewer(person, lambda update: None)
        table.watch(watching)
        await until(lambda: table.driver.table.round == 2 and not table.driver.open)
        await asyncio.sleep(0.2)
        assert table.driver.table.round == 2  # nobody plays against an empty chair
        await table.say(person, Ready())
        await until(lambda: table.driver.table.round >= 3)

    run(tmp_path, test, pace=Pace(clock=0, pause=0.0, first=0.0))


@pytest.mark.parametrize("game", catalogue())
def test_bots_keep_a_player_company_at_every_game(tmp_path: Path, game: str) -> None:
    async def test(house: House, accounts: Accounts) -> None:
        table, person = await sit(house, accounts)
        for _ in range(3):
            await table.say(person, Ready())
            number = table.driver.table.round + table.driver.open
            while table.driver.table.round < number + 1 or table.driver.open:
                if ask := table.driver.asks.get("seat 1"):
                    said = ask.forms[0].random(table.rng) or ask.default
                    await table.say(person, Answer(text=said))
                await asyncio.sleep(0.002)
        if table.driver.open or not table.seating.sitters["seat 1"].leaving:
            await table.say(person, Leave())
        await until(lambda: all(one.bot for one in table.seating.sitters.values()))

        def money(connection: sa.Connection) -> Any:
            return connection.execute(sa.select(sa.func.sum(kept_in.postings.c.amount))).scalar()

        assert await accounts.balance(person) == await house.store.read(money)

    run(tmp_path, test, bots=2, game=game)
    assert [prove(one).problems for one in journals(str(tmp_path / "house.db"))] == [[]]


def test_who_leaves_during_a_round_is_paid_when_it_is_over(tmp_path: Path) -> None:
    async def test(house: House, accounts: Accounts) -> None:
        table, person = await sit(house, accounts)
        await until(lambda: table.driver.asks)
        await table.say(person, Answer(text="ante 10"))
        assert await accounts.balance(person) == 9_000_00
        await table.say(person, Leave(key="away"))
        await until(lambda: not table.seating.sitters)
        assert await accounts.balance(person) == 9_980_00  # 7.B(3): the antes are lost
        with pytest.raises(Denied, match="don't sit"):
            await table.say(person, Leave(key="again"))

    run(tmp_path, test)


@pytest.mark.parametrize("bots", [0, 5])
def test_a_seat_kept_for_somebody_is_kept_through_a_restart(tmp_path: Path, bots: int) -> None:
    people: list[Person] = []

    async def promise(house: House, accounts: Accounts) -> None:
        table, first = await sit(house, accounts)
        for _ in range(bots):
            await table.say(first, BotWanted())
        await until(lambda: table.driver.asks)
        late, poor = await accounts.guest(), await accounts.guest()
        people.extend((first, late))
        with pytest.raises(Denied, match="more than your account holds"):
            await table.say(poor, Sit(amount="1000000"))
        wish = Sit(amount="500", key="k1")
        done = await table.say(late, wish)
        assert done["waiting"] and await table.say(late, wish) == {**done, "again": True}
        with pytest.raises(Denied, match="already"):
            await table.say(late, Sit(amount="500", key="k2"))
        assert await accounts.balance(late) == 10_000_00

    async def keep(house: House, accounts: Accounts) -> None:
        table, (first, late) = await house.table(1), people
        seat = table.seating.waits_for(late)
        assert seat and await accounts.balance(late) == 10_000_00
        await table.say(first, Leave())
        await until(lambda: not table.seating.waits_for(late))
        assert await accounts.balance(late) == 9_500_00 and table.seating.seat_of(late) == seat
        assert (await table.say(late, Sit(amount="500", key="k1")))["again"]

    run(tmp_path, promise, pace=Pace(clock=30, pause=0.0, first=0.2, bot=(5.0, 6.0)))
    run(tmp_path, keep)
    assert [prove(one).problems for one in journals(str(tmp_path / "house.db"))] == [[]]


def test_one_file_is_served_by_one_process(tmp_path: Path) -> None:
    first, second = Store(f"sqlite:///{tmp_path / 'house.db'}"), Store(f"sqlite:///{tmp_path / 'house.db'}")
    first.open()
    with pytest.raises(StoreError, match="another process"):
        second.open()
    first.close()
    second.close()


def test_the_schema_is_what_its_migrations_make_of_it(tmp_path: Path) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    it = Store(f"sqlite:///{tmp_path / 'house.db'}")
    it.open()
    with it.engine.connect() as connection:
        different = compare_metadata(MigrationContext.configure(connection), kept_in.meta)
    it.close()
    assert different == []
