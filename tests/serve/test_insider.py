"""An insider with the whole database, but without the house's key, changes what was: `prove` finds it and names it."""

import asyncio
import itertools
import json
import secrets
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

import psycopg
import pytest
import sqlalchemy as sa
from argon2 import PasswordHasher

from houseway.cli.prove import Found, proved
from houseway.record import heads, keys, schema
from houseway.record.chain import FIRST, canonical, link
from houseway.record.database import StoreError
from houseway.record.errors import ProveError
from houseway.record.sources import place_of
from houseway.record.store import Store
from houseway.rules.submission import Submission, SubmittedTable, demonstration_text
from houseway.serve import submissions
from houseway.serve.house import House
from houseway.serve.people.accounts import Accounts
from houseway.serve.people.sessions import Client
from houseway.serve.tables.clocks import Pace
from houseway.serve.tables.commands import Answer, Leave, Sit
from houseway.serve.tables.table import Table
from tests.serve.house import ROOT
from tests.serve.test_house import until

Connection = sa.Connection


@dataclass(frozen=True)
class Played:
    """A house that was played in and closed; copies of its database are the insider's."""

    url: str
    copied: Callable[[], str]


# Rows that the house wrote and took out again, with their marks: an insider has kept them
OVER: dict[str, dict[str, Any]] = {}


async def _note_row(store: Store, table: sa.Table) -> None:
    OVER[table.name] = dict(await store.read(lambda c: c.execute(sa.select(table)).mappings().one()))


def _asked(table: Table, seat: str) -> bool:
    return seat in table.driver.asks


async def _play(url: str) -> None:
    tables = tuple(SubmittedTable(name=f"Table {number}", game="criss-cross-poker") for number in (1, 2, 3))
    store = Store(url)
    house = House(store, Submission(facility="Here", tables=tables), pace=Pace(pause=0.0, first=0.0), bots=1)
    await house.start()
    try:
        people = Accounts(store, hasher=PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
        boss = await people.create("The boss", "a long password", "operator")
        await people.create("Eve", "a long password", "floor", by=boss)
        ann, bob = await people.create("Ann", "a long password"), await people.guest()
        await people.at_the_cage(ann.name, 500_00, boss, key="slip")
        _, session = await people.sessions.begin(boss, Client())
        await _note_row(store, schema.sessions)
        await people.sessions.end(session, Client())
        for id, person in ((1, ann), (2, bob)):
            table = await house.table(id)
            await table.say(person, Sit(amount="1000"))
            for text in ("ante 10, five-card-bonus 5", "across 3", "down 1", "middle 3", "sit out"):
                seat = table.seating.seat_of(person)
                await until(partial(_asked, table, seat))
                await table.say(person, Answer(text=text))
                if id == 1 and text == "across 3":  # somebody waits for a seat, and then does not
                    await table.say(bob, Sit(amount="1000"))
                    await _note_row(store, schema.waiting)
                    await table.say(bob, Leave())
        await table.say(bob, Leave())
        await until(lambda: not table.seating.seat_of(bob))
        kept = await submissions.save(house, demonstration_text() + "# as approved\n", boss)
        await submissions.make_effective(house, kept.id, boss)
        await house.close_table(3, by=boss)
    finally:
        await house.stop()


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def played(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Played]:
    numbers = itertools.count(1)
    if request.param == "sqlite":
        folder = tmp_path_factory.mktemp("insider")
        file = folder / "house.db"
        asyncio.run(_play(f"sqlite:///{file}"))

        def copied() -> str:
            url = f"sqlite:///{shutil.copy(file, folder / f'copy{next(numbers)}.db')}"
            return _served_from(url, f"sqlite:///{file}")

        yield Played(f"sqlite:///{file}", copied)
        return
    first = f"insider_{secrets.token_hex(4)}"  # a process that takes tests from another may come here again
    url: str = request.getfixturevalue("postgresql")(first)
    asyncio.run(_play(url))

    def cloned() -> str:
        name = f"{first}_{next(numbers)}"
        with psycopg.connect(url.replace(f"/{first}?", "/postgres?"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name} TEMPLATE {first} STRATEGY FILE_COPY")
        return _served_from(url.replace(f"/{first}?", f"/{name}?"), url)

    yield Played(url, cloned)


def _served_from(copy: str, url: str) -> str:
    """Let a copy be where the house was served: what it signed last is kept for that place."""
    head = heads.kept(place=place_of(url))
    assert head is not None
    heads.keep(head, place_of(copy))
    return copy


def looked_into(url: str, head: str | None = None) -> Found:
    return proved(url, table=None, round=None, explain=None, head=head)


# What an insider does. A chain that is broken is mended, since everybody can hash


def _do(connection: Connection, said: str, **values: Any) -> None:
    assert connection.execute(sa.text(said), values).rowcount != 0, said


def _relinked(connection: Connection, table: int, change: Callable[[dict[str, Any]], None]) -> None:
    """A table's chain made anew with a record of it changed."""
    asked = sa.text('SELECT number, record FROM entries WHERE "table" = :table ORDER BY number')
    previous = FIRST
    for number, text in connection.execute(asked, {"table": table}).all():
        record = json.loads(text)
        change(record)
        previous = link(previous, record)
        _do(
            connection,
            'UPDATE entries SET record = :record, hash = :hash WHERE "table" = :table AND number = :number',
            record=canonical(record).decode(),
            hash=previous,
            table=table,
            number=number,
        )


def rewritten(connection: Connection, change: Callable[[dict[str, Any]], bool], *, secret: bytes | None = None) -> None:
    """The daybook made anew without the records that a change takes out, with its heads; signed if there is a key."""
    rows = connection.execute(sa.text("SELECT about, account, key, record FROM daybook ORDER BY number")).all()
    signed = set(connection.execute(sa.text("SELECT number FROM heads")).scalars())
    connection.execute(sa.text("DELETE FROM daybook"))
    previous, house, number = FIRST, "", 0
    for about, account, key, text in rows:
        record = json.loads(text)
        old = record["number"]
        if not change(record):
            continue
        record["number"] = number
        previous = link(previous, record)
        house = house or previous
        row = {"number": number, "about": about, "account": account, "key": key, "hash": previous}
        _do(
            connection,
            "INSERT INTO daybook VALUES (:number, :about, :account, :key, :record, :hash)",
            **row,
            record=canonical(record).decode(),
        )
        if old in signed:
            head = {"number": number, "hash": previous, "at": record["at"], "old": old}
            _do(connection, "UPDATE heads SET number = :number, hash = :hash, at = :at WHERE number = :old", **head)
            if secret is not None:
                made = heads.sign(secret, house=house, number=number, hash=previous, at=record["at"])
                sign = {"number": number, "key": made.key, "signature": made.signature}
                _do(connection, "UPDATE heads SET key = :key, signature = :signature WHERE number = :number", **sign)
        number += 1


def take_out_the_last_record(connection: Connection) -> None:
    of = 'WHERE "table" = 1 AND number = (SELECT max(number) FROM entries WHERE "table" = 1)'
    connection.execute(sa.text(f"DELETE FROM snapshots {of}"))
    _do(connection, f"DELETE FROM entries {of}")


def take_out_the_last_rounds(connection: Connection) -> None:
    for table in ("snapshots", "entries"):
        _do(connection, f'DELETE FROM {table} WHERE "table" = 1 AND round >= 2')


def take_out_the_last_rounds_and_their_seals(connection: Connection) -> None:
    """Everything after the first seal, daybook and heads included: an older state of the house, rightly signed."""
    take_out_the_last_rounds(connection)
    first = connection.execute(sa.text("SELECT min(number) FROM heads")).scalar()
    _do(connection, "DELETE FROM heads WHERE number > :first", first=first)
    _do(connection, "DELETE FROM postings WHERE book > :first", first=first)
    _do(connection, "DELETE FROM daybook WHERE number > :first", first=first)


def change_a_seed(connection: Connection) -> None:
    def change(record: dict[str, Any]) -> None:
        if record["entry"]["do"] == "begin" and record["number"] > 5:
            record["entry"]["commitment"] = sha256(bytes(32)).hexdigest()

    _relinked(connection, 1, change)
    connection.execute(sa.text(f"UPDATE seeds SET seed = '{'00' * 32}', sealed = NULL WHERE \"table\" = 1"))


def put_a_seed_in(connection: Connection) -> None:
    _do(connection, 'UPDATE seeds SET seed = :seed, sealed = NULL WHERE "table" = 1 AND round = 1', seed="00" * 32)


def change_an_actor(connection: Connection) -> None:
    def change(record: dict[str, Any]) -> None:
        if record["entry"]["do"] == "answer":
            record["by"] = "clock"

    _relinked(connection, 1, change)
    _do(connection, 'UPDATE entries SET account = NULL WHERE record LIKE \'%"by":"clock"%\'')


def turn_a_clock_back(connection: Connection) -> None:
    def change(record: dict[str, Any]) -> None:
        if record["number"] == 3:
            record["at"] = "2020-01-01T00:00:00.000Z"

    _relinked(connection, 1, change)


def take_out_a_table(connection: Connection) -> None:
    for table in ("seats", "results", "seeds", "snapshots", "entries"):
        connection.execute(sa.text(f'DELETE FROM {table} WHERE "table" = 2'))
    _do(connection, "DELETE FROM tables WHERE id = 2")


def change_a_balance(connection: Connection) -> None:
    _do(connection, "UPDATE accounts SET balance = balance + 100 WHERE name = 'Ann'")


def change_a_posting(connection: Connection) -> None:
    _do(connection, "UPDATE postings SET amount = amount + 100 WHERE why = 'cage'")
    change_a_balance(connection)


def put_in_a_posting(connection: Connection) -> None:
    select = "SELECT 999, account, 100, why, at, NULL FROM postings WHERE why = 'cage'"
    _do(connection, f"INSERT INTO postings (id, account, amount, why, at, book) {select}")
    change_a_balance(connection)


def take_out_a_posting(connection: Connection) -> None:
    _do(connection, "DELETE FROM postings WHERE why = 'buy in' AND \"table\" = 1")
    _do(connection, "UPDATE accounts SET balance = balance + 100000 WHERE name = 'Ann'")


def change_a_posting_and_the_daybook(connection: Connection, secret: bytes | None = None) -> None:
    """All that an insider can do: rows, daybook and heads made anew; and signed with a key of their own."""
    change_a_posting(connection)
    ann = connection.execute(sa.text("SELECT id FROM accounts WHERE name = 'Ann'")).scalar()
    more = 0

    def change(record: dict[str, Any]) -> bool:
        nonlocal more
        entry = record["entry"]
        if entry["do"] == "post" and entry["account"] == ann:
            more = more or 100 * (entry["why"] == "cage")
            entry["amount"] += 100 * (entry["why"] == "cage")
            entry["balance"] += more
        return True

    rewritten(connection, change, secret=secret)


def change_all_that_and_sign_it(connection: Connection) -> None:
    change_a_posting_and_the_daybook(connection, bytes(32))


def take_a_booking_out_of_the_daybook(connection: Connection) -> None:
    rewritten(connection, lambda record: record["entry"].get("why") != "cage")


def give_chips_for_nothing(connection: Connection) -> None:
    """A posting that no chips moved for, in rows and daybook alike."""

    def change(record: dict[str, Any]) -> bool:
        if record["entry"].get("why") == "buy in":
            record["entry"] |= {"seat": "seat 5"}
        return True

    rewritten(connection, change)


def change_a_result(connection: Connection) -> None:
    _do(connection, 'UPDATE results SET house = house - 100 WHERE "table" = 1')


def take_out_a_result(connection: Connection) -> None:
    _do(connection, 'DELETE FROM results WHERE "table" = 1')


def take_somebodys_seat(connection: Connection) -> None:
    other = "(SELECT id FROM accounts WHERE name LIKE 'Guest%')"
    _do(connection, f'UPDATE seats SET account = {other} WHERE "table" = 1 AND account IS NOT NULL')


def put_in_a_session(connection: Connection) -> None:
    """The operator's, without a password."""
    row = "INSERT INTO sessions (id, account, csrf, expires) VALUES (:id, 1, 'x', 99999999999999)"
    _do(connection, row, id="a" * 64)


def have_somebody_wait(connection: Connection) -> None:
    """So that their money goes to a table."""
    _do(connection, "INSERT INTO waiting (\"table\", seat, account, amount, key) VALUES (1, 'seat 5', 3, 400000, 'x')")


def put_an_ended_session_back(connection: Connection) -> None:
    connection.execute(schema.sessions.insert().values(OVER["sessions"]))


def put_an_ended_wait_back(connection: Connection) -> None:
    connection.execute(schema.waiting.insert().values(OVER["waiting"]))


def let_a_bot_play(connection: Connection) -> None:
    _do(connection, "UPDATE seats SET bot = 'simple' WHERE \"table\" = 1 AND account IS NOT NULL")


def put_in_a_trigger(connection: Connection) -> None:
    """Whoever comes in, the insider is the operator."""
    does = "UPDATE sessions SET account = 1"
    if connection.dialect.name == "sqlite":
        connection.execute(sa.text(f"CREATE TRIGGER gift AFTER INSERT ON sessions BEGIN {does}; END"))
        return
    body = f"BEGIN {does}; RETURN NULL; END"
    connection.execute(sa.text(f"CREATE FUNCTION giving() RETURNS trigger LANGUAGE plpgsql AS $$ {body} $$"))
    connection.execute(sa.text("CREATE TRIGGER gift AFTER INSERT ON sessions EXECUTE FUNCTION giving()"))


def put_in_a_table(connection: Connection) -> None:
    connection.execute(sa.text("CREATE TABLE gifts (id INTEGER)"))


def change_a_default(connection: Connection) -> None:
    """New accounts would have recovery codes that the insider knows."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.text("ALTER TABLE accounts ALTER COLUMN recovery SET DEFAULT 'mine'"))
        return
    connection.execute(sa.text("PRAGMA writable_schema = ON"))
    values = {"was": "recovery TEXT DEFAULT ''", "now": "recovery TEXT DEFAULT 'mine'"}
    _do(connection, "UPDATE sqlite_master SET sql = replace(sql, :was, :now) WHERE name = 'accounts'", **values)


def have_the_cage_book_to_another(connection: Connection) -> None:
    """The names by which the cage looks accounts up, exchanged."""
    _do(connection, "UPDATE accounts SET folded = 'gone' WHERE name = 'Ann'")
    _do(connection, "UPDATE accounts SET folded = 'ann' WHERE name LIKE 'Guest%'")


def forget_a_slip(connection: Connection) -> None:
    """So that it can be booked again."""
    _do(connection, "UPDATE daybook SET key = NULL WHERE key = 'slip'")


def blind_prove_and_take_somebodys_seat(connection: Connection) -> None:
    """A byte of the first round's snapshot, so that the round can't be played again."""
    _do(connection, "UPDATE snapshots SET header = replace(header, 'a', 'b') WHERE round = 1 AND \"table\" = 1")
    take_somebodys_seat(connection)


def take_a_shown_seed_back(connection: Connection) -> None:
    """As if the round were still secret: the money of its table was then left out."""
    _do(connection, "UPDATE seeds SET seed = NULL, sealed = 'AAAA' WHERE round = 1 AND \"table\" = 1")


def take_out_a_seed(connection: Connection) -> None:
    _do(connection, 'DELETE FROM seeds WHERE round = 1 AND "table" = 1')


def see_anothers_cards_afterwards(connection: Connection) -> None:
    _do(connection, 'UPDATE snapshots SET sitting = :to WHERE round = 1 AND "table" = 1', to='{"seat 1":2}')


def claim_anothers_answer(connection: Connection) -> None:
    _do(connection, 'UPDATE entries SET account = 2 WHERE account IS NOT NULL AND "table" = 1')


def promote_somebody(connection: Connection) -> None:
    _do(connection, "UPDATE accounts SET role = 'operator' WHERE name = 'Ann'")


def change_a_password(connection: Connection) -> None:
    _do(connection, "UPDATE accounts SET password = 'another' WHERE name = 'The boss'")


def put_in_an_account(connection: Connection) -> None:
    told = "name, folded, password, role, balance, created, disabled, second_used, recovery"
    _do(
        connection,
        f"INSERT INTO accounts (id, {told}) SELECT 99, 'Mallory', 'mallory', password, 'operator', 0, created, "
        "disabled, second_used, recovery FROM accounts WHERE name = 'The boss'",
    )


def change_the_submission(connection: Connection) -> None:
    _do(connection, "UPDATE submissions SET text = text || '# and more' WHERE effective_by = 'The boss'")


def change_which_version_is_in_effect(connection: Connection) -> None:
    _do(connection, "UPDATE submissions SET effective = effective + 1000000 WHERE by = 'house'")


def change_a_tables_choices(connection: Connection) -> None:
    _do(connection, "UPDATE tables SET choices = :to WHERE id = 1", to='{"options":{"five_card_bonus":false}}')


def open_a_closed_table(connection: Connection) -> None:
    _do(connection, "UPDATE tables SET closed = :no WHERE id = 3", no=False)


def change_the_log(connection: Connection) -> None:
    _do(connection, "UPDATE acts SET about = 'nobody' WHERE act = 'employed'")


def take_out_of_the_log(connection: Connection) -> None:
    _do(connection, "DELETE FROM acts WHERE act = 'employed'")


def take_out_the_daybook(connection: Connection) -> None:
    connection.execute(sa.text("DROP TABLE daybook"))
    connection.execute(sa.text("DROP TABLE heads"))


EDITS: list[tuple[Callable[[Connection], None], str]] = [
    (take_out_the_last_record, "table 1 (Table 1): its journal was sealed at record"),
    (take_out_the_last_rounds, "table 1 (Table 1): its journal was sealed at record"),
    (take_out_the_last_rounds_and_their_seals, "is not in the daybook, which ends at record"),
    (change_a_seed, "table 1 (Table 1): its journal was changed"),
    (put_a_seed_in, "round 1: the seed is not the one that was committed to"),
    (change_an_actor, "table 1 (Table 1): its journal was changed"),
    (turn_a_clock_back, "1 Table 1, record 3 is dated before the one it follows"),
    (take_out_a_table, "table 2 (Table 2) was taken out"),
    (change_a_balance, "(Ann): its balance is $9,501, and $9,500 by its postings"),
    (change_a_posting, "is not what daybook"),
    (put_in_a_posting, "stand nowhere in it, were changed, put in or taken out"),
    (take_out_a_posting, "was taken out"),
    (change_a_posting_and_the_daybook, "is not signed with the key it names"),
    (change_all_that_and_sign_it, "something up to it was changed"),
    (change_all_that_and_sign_it, "somebody else has signed for the house"),
    (take_a_booking_out_of_the_daybook, "is not in the daybook: it was put in"),
    (give_chips_for_nothing, "is not what daybook"),
    (change_a_result, "house is"),
    (take_out_a_result, "1 Table 1: the results of"),
    (take_somebodys_seat, "by the postings, and not in the list of seats"),
    (blind_prove_and_take_somebodys_seat, "by the postings, and not in the list of seats"),
    (take_a_shown_seed_back, "round 1: its seed was shown at the table, and is not in the database any more"),
    (take_out_a_seed, "round 1: its seed was taken out of the database"),
    (put_in_a_session, "session aaaaaaaaaaaaaaaa of account 1 was put in or changed by somebody else"),
    (have_somebody_wait, "that account 3 waits for seat 5 was put in or changed by somebody else"),
    (put_an_ended_session_back, "of account 1 was over, and was put back"),
    (put_an_ended_wait_back, "that account 4 waits for"),
    (let_a_bot_play, "seat 1 was put in or changed by somebody else than the house"),
    (put_in_a_trigger, "the database has the trigger gift, which no version of Houseway makes"),
    (put_in_a_table, "the database has the table gifts, which no version of Houseway makes"),
    (change_a_default, "the table accounts is not as Houseway makes it: column recovery"),
    (have_the_cage_book_to_another, "differs from what was recorded: found_by"),
    (forget_a_slip, "what stands beside it is not the record's"),
    (see_anothers_cards_afterwards, "whose seat was whose is not what the postings say"),
    (claim_anothers_answer, "the number, round, account or key beside it is not the record's"),
    (promote_somebody, "(Ann) differs from what was recorded: role"),
    (change_a_password, "(The boss) differs from what was recorded: secrets"),
    (put_in_an_account, "account 99 (Mallory) is not in the daybook"),
    (change_the_submission, "version 2 of the submission differs from what was recorded: text"),
    (change_which_version_is_in_effect, "version 1 of the submission: when it came into effect"),
    (change_a_tables_choices, "table 1 (Table 1) differs from what was recorded: choices"),
    (open_a_closed_table, "table 3 (Table 3) is open, which was not recorded"),
    (change_the_log, "(The boss: employed) was changed in the log"),
    (take_out_of_the_log, "(The boss: employed) was taken out of the log"),
    (take_out_the_daybook, "there is no daybook"),
]


BEFORE_IT_OPENS = [  # what is found without looking at every round
    take_out_the_last_record,
    take_out_the_last_rounds,
    take_out_the_last_rounds_and_their_seals,
    change_a_seed,
    change_an_actor,
    turn_a_clock_back,
    take_out_a_table,
    change_a_balance,
    change_a_posting,
    put_in_a_posting,
    take_out_a_posting,
    change_a_posting_and_the_daybook,
    change_all_that_and_sign_it,
    take_a_booking_out_of_the_daybook,
    give_chips_for_nothing,
    change_a_password,
    put_in_an_account,
    promote_somebody,
    change_the_submission,
    change_which_version_is_in_effect,
    change_a_tables_choices,
    open_a_closed_table,
    put_in_a_session,
    have_somebody_wait,
    put_an_ended_session_back,
    put_an_ended_wait_back,
    let_a_bot_play,
    put_in_a_trigger,
    put_in_a_table,
    change_a_default,
    have_the_cage_book_to_another,
    forget_a_slip,
    take_somebodys_seat,
    blind_prove_and_take_somebodys_seat,
]


def test_a_house_that_nobody_touched_is_right(played: Played) -> None:
    found = looked_into(played.url)
    assert found.problems == [] and found.house is not None
    assert found.house.balances == 9_500_00 + 10_000_00 - _lost(found) and found.house.head is not None


def _lost(found: Found) -> int:
    """What Bob, who left, has lost at his table."""
    watch = found.proofs[1].watch
    return sum(
        move.amount or 0
        for move in watch.moves
        if move.seat == next(one.seat for one in watch.moves if one.by != "house")
    )


@pytest.mark.threat("changed-rows")
@pytest.mark.parametrize(("edit", "said"), EDITS, ids=lambda it: it.__name__ if callable(it) else "")
def test_what_an_insider_does_is_found_and_named(played: Played, edit: Callable[[Connection], None], said: str) -> None:
    url = played.copied()
    engine = sa.create_engine(url.replace("postgresql://", "postgresql+psycopg://"), poolclass=sa.NullPool)
    with engine.begin() as connection:
        edit(connection)
    problems = looked_into(url).problems
    assert any(said in one for one in problems), problems
    if "postgresql" in url and edit is not change_a_balance:
        return  # what is looked at before it opens is the same for both
    if edit in BEFORE_IT_OPENS:
        with pytest.raises(StoreError, match="is not as the house left it") as refused:
            _opened(url)
        assert len(str(refused.value).splitlines()) == 1
        _opened(url, accept=True)
        found = looked_into(url).house
        assert found is not None and any("although" in note for note in found.notes)
    elif edit is take_a_shown_seed_back:
        with pytest.raises(StoreError, match="is not sealed with this key"):
            _opened(url)
    elif edit is not take_out_the_daybook:
        _opened(url)


def _opened(url: str, *, accept: bool = False) -> None:
    store = Store(url, accept=accept)
    try:
        store.open()
    finally:
        store.close()


@pytest.mark.threat("rewritten-past")
def test_a_head_that_somebody_kept_holds_the_house_to_it(
    played: Played, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wherever the database is looked into: none of the house's own files is needed."""
    found = looked_into(played.url)
    assert found.house is not None and found.house.head is not None
    head = tmp_path / "head.json"
    head.write_text(json.dumps(found.house.head.data()))
    url = played.copied()
    monkeypatch.setenv("HOUSEWAY_KEYS", str(tmp_path / "no keys"))
    assert looked_into(played.url, str(head)).problems == []
    with sa.create_engine(url.replace("postgresql://", "postgresql+psycopg://"), poolclass=sa.NullPool).begin() as it:
        change_all_that_and_sign_it(it)
    assert looked_into(url).problems == []  # alone it looks right: the insider has signed it all
    told = looked_into(url, str(head)).problems
    assert any("something up to it was changed" in one for one in told)
    assert any("somebody else has signed for the house" in one for one in told)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda head: head | {"number": head["number"] - 1}, "is not signed with the key that it names"),
        (lambda head: {"number": 1}, "is not a head"),
        (lambda head: head | {"hash": 7}, "is not a head"),
        (lambda head: [], "is not a head"),
    ],
)
def test_what_is_no_head_is_one_sentence(
    played: Played, tmp_path: Path, change: Callable[[dict[str, Any]], Any], said: str
) -> None:
    found = looked_into(played.url)
    assert found.house is not None and found.house.head is not None
    head = tmp_path / "head.json"
    head.write_text(json.dumps(change(found.house.head.data())))
    with pytest.raises(ProveError, match=said):
        looked_into(played.url, str(head))


def test_the_lines_of_the_documentation_find_it_too(tmp_path: Path, played: Played) -> None:
    if "postgresql" in played.url:
        pytest.skip("the lines are for a file")
    code = (ROOT / "docs" / "audit.md").read_text().split("### The same by hand\n\n```python\n")[1].split("```")[0]
    found, head = looked_into(played.url), tmp_path / "head.json"
    assert found.house is not None and found.house.head is not None
    head.write_text(json.dumps(found.house.head.data()))

    def by_hand(url: str) -> subprocess.CompletedProcess[str]:
        args = [sys.executable, "-c", code, url.removeprefix("sqlite:///"), str(head)]
        return subprocess.run(args, capture_output=True, text=True, check=False)

    assert by_hand(played.url).stdout == f"nothing up to record {found.house.head.number} was changed\n"
    url = played.copied()
    with sa.create_engine(url, poolclass=sa.NullPool).begin() as connection:
        change_all_that_and_sign_it(connection)
    assert by_hand(url).returncode == 1


def _rewrite_everything(connection: Connection) -> None:
    """A daybook made anew, without any head or seal: as if the house had never signed."""
    change_a_posting_and_the_daybook(connection)
    rewritten(connection, lambda record: record["entry"]["do"] != "seal")
    connection.execute(sa.text("DELETE FROM heads"))


@pytest.mark.threat("unsigned-past")
def test_a_rewritten_house_is_not_signed_without_a_decision_that_is_told_for_ever(
    played: Played, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where nothing is kept beside the key: in a container that has its keys in variables."""
    url, secret = played.copied(), keys.secret(heads.KEY).hex()
    monkeypatch.setenv("HOUSEWAY_SEEDS_KEY", keys.secret("seeds").hex())
    monkeypatch.setenv("HOUSEWAY_SIGNING_KEY", secret)
    monkeypatch.setenv("HOUSEWAY_KEYS", str(tmp_path / "empty"))
    with sa.create_engine(url, poolclass=sa.NullPool).begin() as connection:
        _rewrite_everything(connection)
    with pytest.raises(StoreError, match="none of the records in its daybook is signed"):
        _opened(url)
    _opened(url, accept=True)
    _opened(url)
    assert any("although none of the records in its daybook is signed" in one for one in looked_into(url).problems)


@pytest.mark.threat("unsigned-past")
def test_a_head_that_was_taken_out_is_missed(played: Played) -> None:
    url = played.copied()
    with sa.create_engine(url, poolclass=sa.NullPool).begin() as connection:
        _do(connection, "DELETE FROM heads WHERE number = (SELECT min(number) FROM heads)")
    assert any("was taken out" in one for one in looked_into(url).problems)
    with pytest.raises(StoreError, match="was taken out"):
        _opened(url)


def test_heads_are_kept_in_other_folders_too(played: Played, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOUSEWAY_HEADS", f"{tmp_path / 'elsewhere'}")
    url = played.copied()
    for file in heads.folders()[0].iterdir():
        shutil.copy(file, tmp_path / "elsewhere")
    monkeypatch.setenv("HOUSEWAY_KEYS", str(tmp_path / "lost"))
    with sa.create_engine(url, poolclass=sa.NullPool).begin() as connection:
        change_all_that_and_sign_it(connection)
    assert any("something up to it was changed" in one for one in looked_into(url).problems)
