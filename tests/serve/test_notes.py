"""Notes between workers: nobody who can only connect to PostgreSQL speaks for them, repeats them or hears them."""

import asyncio
import json
import logging
import re
from collections.abc import Callable

import psycopg
import pytest

from houseway.cli.prove import proved
from houseway.record.notes import Notes, NoteWrong
from houseway.record.store import Store
from houseway.rules.submission import Submission, SubmittedTable
from houseway.serve.house import House
from houseway.serve.people.accounts import Accounts
from houseway.serve.tables.clocks import Pace
from houseway.serve.tables.commands import Leave, Sit
from tests.documents import DOCS
from tests.serve.test_house import until

SECRET = bytes(range(32))


def test_a_note_is_opened_once_by_the_house_and_by_nobody_else() -> None:
    ours, other = Notes(SECRET, "house"), Notes(SECRET, "house")
    note = {"call": "a secret"}
    first, second = ours.shut(note), ours.shut(note)
    assert "secret" not in first and first != second
    assert other.opened(second) == other.opened(first) == note  # in any order
    with pytest.raises(NoteWrong, match="came before"):
        other.opened(first)
    for stranger in (Notes(bytes(32), "house"), Notes(SECRET, "another house")):
        with pytest.raises(NoteWrong, match="no worker of this house"):
            stranger.opened(first)
    for text in ("x", "", json.dumps(note), first[:-1], "A" + first[1:], "ä"):
        with pytest.raises(NoteWrong, match="no worker of this house"):
            other.opened(text)
    with pytest.raises(ValueError, match="too long"):
        ours.shut({"call": [Notes(SECRET, str(n)).shut({}) for n in range(200)]})


def test_a_window_of_numbers_takes_each_once_however_many_come() -> None:
    ours, other = Notes(SECRET, "house"), Notes(SECRET, "house")
    notes = [ours.shut({"n": n}) for n in range(25_000)]
    assert [other.opened(one)["n"] for one in notes] == list(range(25_000))
    for old in (notes[0], notes[-1]):
        with pytest.raises(NoteWrong):
            other.opened(old)


@pytest.mark.threat("forged-notes")
def test_who_may_only_connect_speaks_for_nobody_and_hears_nothing(
    postgresql: Callable[[str], str], caplog: pytest.LogCaptureFixture
) -> None:
    url = postgresql("strangers")
    with psycopg.connect(url, autocommit=True) as admin:
        admin.execute("CREATE ROLE stranger")

    async def opened() -> House:
        tables = (SubmittedTable(name="Table 1", game="criss-cross-poker"),)
        house = House(Store(url), Submission(facility="Here", tables=tables), pace=Pace(pause=600.0), bots=0)
        await house.start()
        return house

    async def test() -> None:
        first = await opened()
        second = await opened()
        people = Accounts(first.store)
        stranger = psycopg.connect(url, autocommit=True)
        stranger.execute("SET ROLE stranger")
        stranger.execute("LISTEN houseway")
        try:
            ann = await people.guest()
            table = await first.table(1)
            await table.say(ann, Sit(amount="500"))
            await _forge(first, stranger, {"id": ann.id, "name": ann.name, "role": "player", "guest": True})
            there = await second.table(1)
            await there.say(ann, Leave())  # by a real note, after all the forged ones
            assert not table.seating.seat_of(ann) and await people.balance(ann) == 10_000_00
            await table.say(ann, Sit(amount="500"))
            heard = [note.payload for note in stranger.notifies(timeout=0.5)]
            assert heard and not any(ann.name in one or "leave" in one or "{" in one[:1] for one in heard[2:])
            for one in heard:  # everything again: a leave among it
                stranger.execute("SELECT pg_notify('houseway', %s)", (one,))
            await there.look(ann)
            bob = await people.guest()
            await there.say(bob, Sit(amount="500"))
            assert table.seating.seat_of(ann) and (table.seating.seat_of(bob) or table.seating.waits_for(bob))
            assert first.courier is not None and first.courier.alive and second.courier is not None
            assert second.courier.alive
        finally:
            stranger.close()
            await second.stop()
            await first.stop()

    with caplog.at_level(logging.WARNING, "houseway.serve"):
        asyncio.run(test())
    assert sum("left aside" in one.message for one in caplog.records) == 2  # each worker tells it once


async def _forge(house: House, stranger: "psycopg.Connection[tuple[object, ...]]", person: dict[str, object]) -> None:
    call = {"table": 1, "person": person, "command": {"do": "leave"}}
    note = {"to": house.worker, "from": 9, "id": "x", "call": call}
    assert house.courier is not None
    courier = house.courier
    for payload in ("x", json.dumps(note)):
        stranger.execute("SELECT pg_notify('houseway', %s)", (payload,))
    await until(lambda: courier._warned)
    assert (await house.table(1)).seating.sitters


@pytest.mark.threat("too-many-rights")
def test_a_house_needs_no_more_rights_than_the_page_names(postgresql: Callable[[str], str]) -> None:
    """Opened, played at and proved by a role that has these and no others; nobody else can connect."""
    url = postgresql("rights")
    text = (DOCS / "operating.md").read_text(encoding="utf-8")
    said = re.findall(r"^ {4}((?:CREATE ROLE|REVOKE|GRANT) [^;]*;)$", text, re.MULTILINE)
    assert [line.split()[0] for line in said] == ["CREATE", "REVOKE", "GRANT", "REVOKE", "GRANT"]
    with psycopg.connect(url, autocommit=True) as admin:
        admin.execute("CREATE ROLE nobody_else LOGIN")
        for line in said:
            admin.execute(line.replace("houseway", "rights").encode())
    limited = url.replace("://postgres:", "://rights:").replace("://postgres@", "://rights@")
    assert limited != url

    async def test() -> None:
        tables = (SubmittedTable(name="Table 1", game="criss-cross-poker"),)
        house = House(Store(limited), Submission(facility="Here", tables=tables), pace=Pace(pause=600.0), bots=0)
        await house.start()
        try:
            ann = await Accounts(house.store).guest()
            table = await house.table(1)
            await table.say(ann, Sit(amount="500"))
            assert house.courier is not None and house.courier.alive
        finally:
            await house.stop()

    asyncio.run(test())
    assert proved(limited, table=None, round=None, explain=None).status == 0
    with pytest.raises(psycopg.OperationalError, match="permission denied for database"):
        psycopg.connect(limited.replace("://rights", "://nobody_else"))
