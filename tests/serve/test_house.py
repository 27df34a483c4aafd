"""Tables in one process: committed before shown, restored from the last snapshot, played by bots and by the clock."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from houseway.errors import Denied
from houseway.games import catalogue
from houseway.prove.rounds import prove
from houseway.record import books, heads, schema
from houseway.record.database import StoreError
from houseway.record.person import Person
from houseway.record.schema import meta
from houseway.record.sources import journals
from houseway.record.store import Store
from houseway.rules.money import dollars
from houseway.rules.submission import Submission, SubmittedTable
from houseway.serve.api.errors import STATUS
from houseway.serve.house import House
from houseway.serve.people.accounts import Accounts
from houseway.serve.tables.clocks import Pace
from houseway.serve.tables.commands import Answer, BotWanted, Leave, Ready, Sit
from houseway.serve.tables.table import Table
from houseway.serve.tables.viewers import Update, Viewer
from tests.serve.house import PATIENCE

QUICK = Pace(clock=30, pause=0.0, first=0.0, bot=(0.0, 0.001))


def run(
    folder: Path,
    test: Callable[[House, Accounts], Awaitable[None]],
    *,
    pace: Pace = QUICK,
    bots: int = 0,
    games: tuple[str, ...] = ("criss-cross-poker",),
) -> None:
    """A house on a file of its own, opened, tried and closed."""

    async def whole() -> None:
        store = Store(f"sqlite:///{folder / 'house.db'}")
        tables = tuple(SubmittedTable(name=f"Table of {id}", game=id) for id in games)
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


def test_players_keep_their_time_to_look_when_the_table_is_read_again(tmp_path: Path) -> None:
    async def test(house: House, accounts: Accounts) -> None:
        table, person = await sit(house, accounts)
        await until(lambda: table.driver.asks)
        await table.say(person, Answer(text="sit out"))
        kept = await house.store.read(lambda c: books.kept(c, 1))
        assert kept is not None
        again = Table(house, kept)  # as another worker, or the house when it opens again, has it
        again.rail.saw(person)
        due = again.clocks.next_round()
        assert due is not None and due == pytest.approx(table.clocks.next_round(), abs=5)
        again.clocks.ready("seat 1")
        soon = again.clocks.next_round()
        assert soon is not None and soon < due - 500

    run(tmp_path, test, pace=Pace(pause=600, first=0.0))


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

    run(tmp_path, test, pace=Pace(clock=0, patience=0, pause=0.0, first=0.0))


def test_bots_keep_a_player_company_at_every_game(tmp_path: Path) -> None:
    async def test(house: House, accounts: Accounts) -> None:
        people = [await _kept_company(await house.table(number), accounts) for number in range(1, len(catalogue()) + 1)]

        def money(connection: sa.Connection) -> Any:
            return connection.execute(sa.select(sa.func.sum(schema.postings.c.amount))).scalar()

        assert sum([await accounts.balance(person) for person in people]) == await house.store.read(money)

    run(tmp_path, test, bots=2, games=tuple(catalogue()))
    found = {one.name: prove(one).problems for one in journals(str(tmp_path / "house.db"))}
    assert len(found) == len(catalogue()) and not any(found.values()), found


async def _kept_company(table: Table, accounts: Accounts) -> Person:
    """Somebody who plays at a table with bots for two rounds, and leaves it to them."""
    person = await accounts.guest()
    await table.say(person, Sit(amount="1000"))

    def broke() -> bool:
        return not table.driver.open and not table.driver.table.stack("seat 1")

    await table.say(person, Ready())
    number = table.driver.table.round + table.driver.open
    async with asyncio.timeout(PATIENCE):
        # Random play may lose everything, and nobody is dealt in without chips.
        while (table.driver.table.round < number + 1 or table.driver.open) and not broke():
            if ask := table.driver.asks.get("seat 1"):
                said = ask.forms[0].random(table.rng) or ask.default
                await table.say(person, Answer(text=said))
            await asyncio.sleep(0.002)
    if table.driver.open or not table.seating.sitters["seat 1"].leaving:
        await table.say(person, Leave())
    await until(lambda: all(one.bot for one in table.seating.sitters.values()))
    return person


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

    async def gather(house: House, accounts: Accounts) -> None:
        table, first = await sit(house, accounts)
        for _ in range(bots):
            await table.say(first, BotWanted())
        people.append(first)

    async def promise(house: House, accounts: Accounts) -> None:
        table = await house.table(1)
        await until(lambda: table.driver.asks)
        late, poor = await accounts.guest(), await accounts.guest()
        people.append(late)
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

    run(tmp_path, gather, pace=Pace(first=3600))  # no round begins before everybody has sat down
    run(tmp_path, promise, pace=Pace(clock=30, pause=0.0, first=0.0, bot=(5.0, 6.0)))
    run(tmp_path, keep)
    assert [prove(one).problems for one in journals(str(tmp_path / "house.db"))] == [[]]


@pytest.mark.threat("one-file-twice")
@pytest.mark.parametrize("name", ["house.db", "symlink.db", "hard-link.db"])
def test_one_file_is_served_by_one_process_by_whatever_name(tmp_path: Path, name: str) -> None:
    first, second = Store(f"sqlite:///{tmp_path / 'house.db'}"), Store(f"sqlite:///{tmp_path / name}")
    first.open()
    if name == "symlink.db":
        (tmp_path / name).symlink_to("house.db")
    elif name == "hard-link.db":
        (tmp_path / name).hardlink_to(tmp_path / "house.db")
    with pytest.raises(StoreError, match="another process"):
        second.open()
    first.close()
    second.close()
    if name == "hard-link.db":  # what is not yet in the file lies beside it, under the first name only
        with pytest.raises(StoreError, match="more than one name"):
            second.open()
        second.close()


def test_a_head_that_can_not_be_kept_beside_the_key_stops_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full(*_: object) -> None:
        raise OSError("no space left")

    async def test(house: House, accounts: Accounts) -> None:
        before = await house.sealer.head(now=True)
        monkeypatch.setattr(heads, "keep", full)
        await accounts.guest()
        assert (await house.sealer.head(now=True)).number > before.number

    run(tmp_path, test)
    assert "could not be kept beside the key" in caplog.text


def test_a_table_that_was_played_at_is_closed_and_the_house_opens_again(tmp_path: Path) -> None:
    async def play(house: House, accounts: Accounts) -> None:
        table, person = await sit(house, accounts)
        await until(lambda: table.driver.asks)
        await house.sealer.head(now=True)
        await table.say(person, Leave())
        await until(lambda: not table.seating.sitters)
        await house.close_table(1)
        await house.open_table(SubmittedTable(name="Another", game="criss-cross-poker"))

    async def look(house: House, accounts: Accounts) -> None:
        assert [row["id"] for row in await house.lobby()] == [2]

    run(tmp_path, play)
    run(tmp_path, look)


def test_bots_go_home_with_the_last_player_and_the_table_can_be_closed(tmp_path: Path) -> None:
    async def test(house: House, accounts: Accounts) -> None:
        table, person = await sit(house, accounts)
        with pytest.raises(Denied, match="somebody sits at Table of criss-cross-poker"):
            await house.close_table(1)
        await table.say(person, BotWanted(kind="simple"))
        assert any(one.bot for one in table.seating.sitters.values()) and not table.driver.open
        await table.say(person, Leave())
        await house.close_table(1)

    run(tmp_path, test, pace=Pace(clock=30, pause=600.0, first=600.0))


def test_a_table_whose_bots_play_on_says_what_it_waits_for(tmp_path: Path) -> None:
    async def test(house: House, accounts: Accounts) -> None:
        table, person = await sit(house, accounts)
        await until(lambda: table.driver.asks)
        await table.say(person, Leave())
        with pytest.raises(Denied, match=r"a round is played to its end .* close it when that is over"):
            await house.close_table(1)

    run(tmp_path, test, pace=Pace(clock=30, pause=0.0, first=0.0, bot=(600.0, 600.0)), bots=2)


def test_the_schema_is_what_its_migrations_make_of_it(tmp_path: Path) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    import houseway.serve.school  # noqa: F401  # its tables are of the schema too

    it = Store(f"sqlite:///{tmp_path / 'house.db'}")
    it.open()
    with it.engine.connect() as connection:
        different = compare_metadata(MigrationContext.configure(connection), meta)
    it.close()
    assert different == []


def test_PP_13_a_seat_at_no_limit_is_bought_within_the_table_limit_also_while_a_hand_is_played(tmp_path: Path) -> None:
    async def test(house: House, accounts: Accounts) -> None:
        table = await house.table(1)
        people = [await accounts.guest() for _ in range(4)]

        async def refused(person: Person, amount: str) -> tuple[int, str]:
            with pytest.raises(Denied) as denied:
                await table.say(person, Sit(amount=amount))
            return STATUS[type(denied.value)], denied.value.why

        expected = "a buy-in of $99 is not allowed: this table takes $100 to $1,000 (PP-13)"
        assert await refused(people[0], "99") == (422, expected)
        assert table.seating.sitters == {}
        for person in people[:2]:
            await table.say(person, Sit(amount="1000"))
        await until(lambda: table.driver.open)
        assert (await refused(people[2], "1000.01"))[0] == 422  # who would wait for a seat is told at once
        assert table.seating.waiting == {}
        await table.say(people[2], Sit(amount="100"))
        assert len(table.seating.waiting) == 1
        listed = (await house.lobby())[0]
        assert listed["buy_in"] == {"least": "100", "most": "1000"}

    run(tmp_path, test, games=("no-limit-holdem",))


def test_PP_13_a_bot_buys_in_within_the_table_limit(tmp_path: Path) -> None:
    async def test(house: House, accounts: Accounts) -> None:
        table, _ = await sit(house, accounts, amount=500_00)
        await until(lambda: table.driver.open)
        assert all(table.driver.table.stack(seat) <= 1_000_00 for seat in table.seating.sitters)

    run(tmp_path, test, games=("no-limit-holdem",), bots=2)
