"""Rows put in while the house is open: what the house did not write is not believed."""

from pathlib import Path

import pytest

from houseway.prove.marks import Marks
from houseway.serve import books, store
from houseway.serve.accounts import Accounts
from houseway.serve.database import StoreError
from houseway.serve.house import House
from houseway.serve.sessions import Client
from tests.serve.test_house import run, sit


def test_a_forged_session_is_none_and_a_changed_one_is_over(tmp_path: Path) -> None:
    async def test(house: House, accounts: Accounts) -> None:
        boss, ann = await accounts.create("The boss", "a long password", "operator"), await accounts.guest()
        _, own = await accounts.sessions.begin(ann, Client())
        forged = {"id": "a" * 64, "account": boss.id, "csrf": "x", "expires": 2**50, "began": 0, "mark": "b" * 64}
        await house.store.write(lambda c: c.execute(store.sessions.insert().values(forged)))
        assert await accounts.session_by_id("a" * 64) is None and await accounts.sessions.of(boss) == []
        found = await accounts.session_by_id(own.id)
        assert found is not None and found.person == ann
        await house.store.write(lambda c: c.execute(store.sessions.update().values(account=boss.id)))
        accounts.sessions.look_again()
        assert await accounts.session_by_id(own.id) is None

    run(tmp_path, test)


def test_nobody_is_seated_by_a_wait_that_the_house_did_not_write_and_no_bot_takes_a_players_seat(
    tmp_path: Path,
) -> None:
    async def test(house: House, accounts: Accounts) -> None:
        _, bob = await sit(house, accounts)
        ann = await accounts.guest()
        row = {"table": 1, "seat": "seat 5", "account": ann.id, "amount": 4_000_00, "key": "x", "mark": "b" * 64}
        await house.store.write(lambda c: c.execute(store.waiting.insert().values(row)))
        kept = await house.store.read(lambda c: books.kept(c, 1))
        assert kept is not None and kept.waiting == [] and kept.sitters[0]["account"] == bob.id
        await house.store.write(lambda c: c.execute(store.seats.update().values(bot="simple")))
        with pytest.raises(StoreError, match="seat 1 is not as the house left it"):
            await house.store.read(lambda c: books.kept(c, 1))
        await house.store.write(lambda c: c.execute(store.seats.update().values(bot="")))

    run(tmp_path, test)


def test_a_mark_is_of_one_house_one_table_and_one_row() -> None:
    row = {"id": 1, "leaving": True}
    ours = Marks(bytes(32), "house")
    marked = ours.marked("seats", row)
    assert ours.right("seats", marked) and ours.right("seats", {**marked, "leaving": 1})  # as SQLite has it
    assert not ours.right("waiting", marked) and not ours.right("seats", {**marked, "id": 2})
    for other in (Marks(bytes(32), "another"), Marks(b"\1" * 32, "house")):
        assert not other.right("seats", marked)
