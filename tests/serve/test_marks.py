"""Rows put in while the house is open: what the house did not write is not believed."""

from pathlib import Path

import pytest
import sqlalchemy as sa

from houseway.record import books, schema, wall_clock
from houseway.record.database import StoreError
from houseway.record.ended import Ended, name_of
from houseway.record.marks import Marks
from houseway.serve.house import House
from houseway.serve.people.accounts import Accounts
from houseway.serve.people.sessions import Client
from houseway.serve.tables.commands import Answer, Leave, Sit
from tests.serve.test_house import run, sit, until


@pytest.mark.threat("forged-session")
def test_a_forged_session_is_none_and_a_changed_one_is_over(tmp_path: Path) -> None:
    async def test(house: House, accounts: Accounts) -> None:
        boss, ann = await accounts.create("The boss", "a long password", "operator"), await accounts.guest()
        _, own = await accounts.sessions.begin(ann, Client())
        forged = {"id": "a" * 64, "account": boss.id, "csrf": "x", "expires": 2**50, "began": 0, "mark": "b" * 64}
        await house.store.write(lambda c: c.execute(schema.sessions.insert().values(forged)))
        assert await accounts.session_by_id("a" * 64) is None and await accounts.sessions.of(boss) == []
        found = await accounts.session_by_id(own.id)
        assert found is not None and found.person == ann
        await house.store.write(lambda c: c.execute(schema.sessions.update().values(account=boss.id)))
        accounts.sessions.look_again()
        assert await accounts.session_by_id(own.id) is None

    run(tmp_path, test)


@pytest.mark.threat("forged-session")
def test_nobody_is_seated_by_a_wait_that_the_house_did_not_write_and_no_bot_takes_a_players_seat(
    tmp_path: Path,
) -> None:
    async def test(house: House, accounts: Accounts) -> None:
        _, bob = await sit(house, accounts)
        ann = await accounts.guest()
        row = {"table": 1, "seat": "seat 5", "account": ann.id, "amount": 4_000_00, "key": "x", "mark": "b" * 64}
        await house.store.write(lambda c: c.execute(schema.waiting.insert().values(row)))
        kept = await house.store.read(lambda c: books.kept(c, 1))
        assert kept is not None and kept.waiting == [] and kept.sitters[0]["account"] == bob.id
        await house.store.write(lambda c: c.execute(schema.seats.update().values(bot="simple")))
        with pytest.raises(StoreError, match="seat 1 is not as the house left it"):
            await house.store.read(lambda c: books.kept(c, 1))
        await house.store.write(lambda c: c.execute(schema.seats.update().values(bot="")))

    run(tmp_path, test)


def test_an_ended_session_is_over_for_good_whoever_puts_it_back(tmp_path: Path) -> None:
    async def test(house: House, accounts: Accounts) -> None:
        boss = await accounts.create("The boss", "a long password", "operator")
        (_, own), (_, other) = [await accounts.sessions.begin(boss, Client()) for _ in range(2)]
        kept = await house.store.read(lambda c: [dict(row) for row in c.execute(sa.select(schema.sessions)).mappings()])
        await accounts.change_password(own, "a long password", "another long password")  # which ends the other one
        await accounts.sessions.end(own, Client())
        await house.store.write(lambda c: c.execute(schema.sessions.insert(), kept))
        for one in (own, other):
            assert await accounts.session_by_id(one.id) is None
        assert await accounts.sessions.of(boss) == []
        house.store.ended.sessions.clear()  # as at a worker that was not told of it
        assert await accounts.session_by_id(own.id) is None
        house.store.ended.sessions.add(name_of(own.id))
        await house.store.write(
            lambda c: c.execute(
                schema.daybook.update().where(schema.daybook.c.about == f"session {name_of(own.id)}"),
                {"about": "house"},
            )
        )
        assert await accounts.session_by_id(own.id) is None  # nor does it help to take the record away meanwhile
        _, new = await accounts.sessions.begin(boss, Client())
        assert await accounts.session_by_id(new.id) is not None

    run(tmp_path, test)


def test_no_session_from_before_a_restore_is_good(tmp_path: Path) -> None:
    ended = Ended()
    ended.take({"do": "restored"}, "2026-11-18T04:00:00.000Z")
    at = wall_clock.read("2026-11-18T04:00:00.000Z")
    assert ended.has_session("a" * 64, began=at - 1) and not ended.has_session("a" * 64, began=at)


@pytest.mark.parametrize("key", ["", "mine"])
def test_a_wait_is_good_once_whoever_puts_it_back(tmp_path: Path, key: str) -> None:
    async def test(house: House, accounts: Accounts) -> None:
        table, ann = await sit(house, accounts)
        bob, eve = await accounts.guest(), await accounts.guest()
        await until(lambda: "seat 1" in table.driver.asks)
        for person in (bob, eve):
            await table.say(person, Sit(amount="1000", key=key))
        kept = await house.store.read(lambda c: [dict(row) for row in c.execute(sa.select(schema.waiting)).mappings()])
        assert len(kept) == 2 and all(row["key"] for row in kept)
        await table.say(eve, Leave())  # and no longer waits
        await table.say(ann, Answer(text="sit out"))
        await until(lambda: table.seating.seat_of(bob))  # and does not wait any more either
        await table.say(bob, Leave())
        await until(lambda: not table.seating.seat_of(bob))
        await house.store.write(lambda c: c.execute(schema.waiting.insert(), kept))
        found = await house.store.read(lambda c: books.kept(c, 1))
        assert found is not None and found.waiting == []
        await house.store.write(lambda c: c.execute(schema.waiting.delete()))

    run(tmp_path, test)


def test_a_mark_is_of_one_house_one_table_and_one_row() -> None:
    row = {"id": 1, "leaving": True}
    ours = Marks(bytes(32), "house")
    marked = ours.marked("seats", row)
    assert ours.right("seats", marked) and ours.right("seats", {**marked, "leaving": 1})  # as SQLite has it
    assert not ours.right("waiting", marked) and not ours.right("seats", {**marked, "id": 2})
    for other in (Marks(bytes(32), "another"), Marks(b"\1" * 32, "house")):
        assert not other.right("seats", marked)
