"""What tables take by day: to the cent what the ledger says, and what their journals say when they are played again."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import asdict
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from random import Random

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.config import Config

from houseway.cards.shuffle import seed_from
from houseway.games import catalogue, game
from houseway.play.driver import Driver
from houseway.play.event import Awarded
from houseway.play.ledger import CAGE, DROP, INVENTORY
from houseway.record import results, schema
from houseway.record import store as kept_in
from houseway.record.figures import NAMES, Figures, figures
from houseway.record.results import Wanted
from houseway.record.store import Store
from houseway.rules.submission import Submission, SubmittedTable
from houseway.serve.house import House
from houseway.serve.people.accounts import Accounts
from houseway.serve.tables.clocks import Pace
from houseway.serve.tables.commands import Answer, Leave, Ready, Sit
from houseway.serve.tables.table import Table
from tests.rounds import Setup, begin, play_on, table_rules
from tests.serve.house import PATIENCE, Caller, eventually
from tests.serve.house import House as Served

QUICK = Pace(clock=30, pause=0.0, first=0.0, bot=(0.0, 0.001))


def players_gained(driver: Driver) -> int:
    """What everybody at the table has more than before the round, wagers and pots included."""
    accounts = driver.table.ledger.accounts
    ours = (CAGE, INVENTORY, DROP)
    after = sum(amount for name, amount in accounts.items() if name not in ours and not name.startswith("meter/"))
    old = driver.header["table"]["accounts"]
    before = sum(amount for name, amount in old.items() if name not in ours and not name.startswith("meter/"))
    return int(after - before)


@pytest.mark.parametrize("id", catalogue())
def test_what_players_gain_the_house_its_meters_and_its_drop_box_lose(id: str) -> None:
    rng = Random(id)
    driver = Setup(game=id, seats=(1, 2, 3), luck=5).driver()
    rounds = 0
    for _ in range(12):
        if not all(driver.table.stack(who) for who in driver.table.seats):
            break
        begin(driver, rng)
        play_on(driver, rng)
        found = figures(driver)
        assert found.house + found.meters + found.fees + players_gained(driver) == 0
        if driver.table.rules.game.bank == "house":
            assert found.house + found.meters == found.collected - found.paid
        if driver.table.rules.game.bank == "player-dealer":
            awarded = sum(event.amount for event in driver.events if isinstance(event, Awarded))  # by the house
            assert found.player_dealer == found.collected - found.paid + awarded
        rounds += found.rounds
    assert rounds


def test_a_round_of_criss_cross_by_hand() -> None:
    driver = Driver(game("criss-cross-poker"), table_rules(game("criss-cross-poker").rules, {}))
    driver.buy_in("seat 1", 1000_00)
    driver.begin(seed_from("by hand"))
    driver.answer("seat 1", "ante 10")
    driver.answer("seat 1", "fold")
    found = figures(driver)
    assert found == Figures(rounds=1, wagered=20_00, collected=20_00, house=20_00)


def test_a_void_round_is_counted_and_moves_nothing() -> None:
    driver = Driver(game("criss-cross-poker"), table_rules(game("criss-cross-poker").rules, {}))
    driver.buy_in("seat 1", 1000_00)
    driver.begin(seed_from("void"))
    driver.answer("seat 1", "ante 10")
    void = next(id for id, one in driver.table.rules.irregularities.items() if one.effect == "void")
    driver.call("floor", void)
    assert figures(driver) == Figures(rounds=1, void=1)


GAMES = ("criss-cross-poker", "cash-in-baccarat", "limit-holdem", "chinese-poker")


def play(url: str, rounds: int) -> None:
    """A house where one person plays so many rounds of several games with bots, by default answers."""

    async def whole() -> None:
        store = Store(url)
        tables = tuple(SubmittedTable(name=f"Table of {id}", game=id) for id in GAMES)
        house = House(store, Submission(facility="Here", tables=tables), pace=QUICK, bots=2)
        await house.start()
        try:
            accounts = Accounts(store)
            await asyncio.gather(*(_rounds(house, accounts, id, rounds) for id in range(1, len(GAMES) + 1)))
        finally:
            await house.stop()

    asyncio.run(whole())


async def _rounds(house: House, accounts: Accounts, id: int, rounds: int) -> None:
    table: Table = await house.table(id)
    person = await accounts.guest()
    await table.say(person, Sit(amount="2000"))
    until = time.monotonic() + PATIENCE
    while table.driver.table.round < rounds or table.driver.open:
        assert time.monotonic() < until, f"{GAMES[id - 1]}: round {table.driver.table.round}"
        seat = table.seating.seat_of(person)
        ask = table.driver.asks.get(seat)
        if ask is not None:
            form = ask.forms[0].random(Random(table.actor.number)) if table.actor.number % 3 else ""
            try:
                await table.say(person, Answer(text=form or ask.default))
            except Exception:
                await asyncio.sleep(0.01)
        elif not table.driver.open and seat:
            await table.say(person, Ready())
        await asyncio.sleep(0.002)
    await table.say(person, Leave())


def booked(store: Store) -> dict[tuple[int, str], Figures]:
    rows = store.read_now(lambda c: c.execute(sa.select(schema.results)).mappings().all())
    return {(row["table"], row["day"]): Figures(**{name: row[name] for name in NAMES}) for row in rows}


def counted_again(store: Store) -> dict[tuple[int, str], Figures]:
    def look(connection: sa.Connection) -> dict[tuple[int, str], Figures]:
        tables = connection.execute(sa.select(schema.tables.c.id)).scalars().all()
        return {(id, day): found for id in tables for day, found in results.recounted(connection, id).items()}

    return store.read_now(look)


def _books(url: str) -> None:
    play(url, 6)
    store = Store(url)
    store.open()
    there = booked(store)
    assert there == counted_again(store)
    assert all(sum(one.rounds for (table, _), one in there.items() if table == id) >= 6 for id in range(1, 5))
    assert any(one.wagered for one in there.values())
    with store.engine.begin() as connection:
        connection.execute(schema.results.delete())
    asyncio.run(results.catch_up(store))  # as for a house from before results were kept
    assert booked(store) == there
    asyncio.run(results.catch_up(store))
    assert booked(store) == there
    store.close()


def test_results_are_what_a_recount_of_the_journals_says_on_sqlite(tmp_path: Path) -> None:
    _books(f"sqlite:///{tmp_path / 'house.db'}")


def test_results_are_what_a_recount_of_the_journals_says_on_postgresql(postgresql: Callable[[str], str]) -> None:
    _books(postgresql("results"))


def _migrated(url: str) -> None:
    """From the version before to this one and back, with a house in it."""
    store = Store(url)
    config = Config()
    config.set_main_option("script_location", str(Path(kept_in.__file__).parent / "migrations"))
    with store.engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0003")
        assert not sa.inspect(connection).has_table("results")
        command.upgrade(config, "0004")
        there = sa.inspect(connection)
        assert {index["name"] for index in there.get_indexes("results")} == {"results_by_day"}
        assert there.has_table("submissions")
        command.downgrade(config, "0003")
        assert not sa.inspect(connection).has_table("submissions")
        command.upgrade(config, "head")
    store.engine.dispose()


def test_the_migration_goes_there_and_back_on_sqlite(tmp_path: Path) -> None:
    _migrated(f"sqlite:///{tmp_path / 'house.db'}")


def test_the_migration_goes_there_and_back_on_postgresql(postgresql: Callable[[str], str]) -> None:
    _migrated(postgresql("migrated"))


def test_a_month_of_a_long_history_is_found_quickly(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'house.db'}")
    store.open()
    today, days, tables = date(2026, 11, 16), 1500, 60
    one = asdict(Figures(rounds=400, wagered=1_000_00, house=25_00))
    with store.engine.begin() as connection:
        row = {"game": "x", "choices": "{}", "by_hand": False, "clock": 30, "bots": 0, "closed": False}
        connection.execute(schema.tables.insert(), [{"id": id, "name": f"T{id}", **row} for id in range(1, tables + 1)])
        for id in range(1, tables + 1):
            rows = [{"table": id, "day": str(today - timedelta(days=ago)), **one} for ago in range(days)]
            connection.execute(schema.results.insert(), rows)
    wanted = Wanted(today - timedelta(days=29), today)
    began = time.perf_counter()
    found = store.read_now(lambda c: results.rows(c, wanted))
    total = store.read_now(lambda c: results.total(c, wanted))
    took = time.perf_counter() - began
    assert len(found) == 30 * tables and total["rounds"] == 30 * tables * 400
    assert took < 0.5  # of 36 million rounds
    plan = store.read_now(
        lambda c: c.execute(
            sa.text("EXPLAIN QUERY PLAN SELECT * FROM results WHERE day BETWEEN '2026-10-18' AND '2026-11-16'")
        ).all()
    )
    assert "results_by_day" in str(plan)
    store.close()


# Over HTTP


@pytest.mark.threat("beyond-the-post")
def test_results_are_for_the_operator_and_surveillance(house: Served) -> None:
    from tests.serve.house import employed, operator

    player = Caller(house.url).guest()
    table = operator(house.url).done(
        "POST", "/tables", {"name": f"Results {time.monotonic_ns()}", "game": "criss-cross-poker"}
    )["id"]
    player.done("POST", f"/tables/{table}/seat", {"amount": "100"})
    eventually(lambda: player.see(f"/tables/{table}")["asks"])
    player.done("POST", f"/tables/{table}/answers", {"text": "ante 5"})
    player.done("POST", f"/tables/{table}/answers", {"text": "fold"})
    today = datetime.now(UTC).date().isoformat()
    for who in (operator(house.url), employed(house.url, "surveillance")):
        told = who.see(f"/results?table={table}")
        (row,) = told["rows"]
        assert (row["day"], row["rounds"], row["wagered"], row["house"]) == (today, 1, "10", "10")
        assert told["total"]["rounds"] == 1 and told["total"]["house"] == "10"
        lines = who.say("GET", f"/results.csv?table={table}").text.splitlines()
        assert lines[0].startswith("day,table,name,game,rounds,void,wagered,paid,collected,house")
        assert lines[1].startswith(f"{today},{table},Results ") and len(lines) == 2
    for role in ("player", "dealer", "floor"):
        caller = player if role == "player" else employed(house.url, role)
        for path in ("/results", "/results.csv"):
            answer = caller.say("GET", path)
            assert answer.status_code == 403
            assert answer.json()["error"] == f"a {role} can't see results: the operator and surveillance may"
    assert Caller(house.url).say("GET", "/results").status_code == 401


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("first=2026-13-40", "is not a day"),
        ("first=yesterday", "first"),
        ("first=2026-02-02&last=2026-01-01", "is after the last"),
        ("first=0001-01-01&last=9999-12-31", "days can be asked for"),
        ("table=0", "table"),
        ("table=99999999999999", "table"),
    ],
)
def test_days_that_are_none_are_refused(house: Served, asked: str, said: str) -> None:
    from tests.serve.house import operator

    answer = operator(house.url).say("GET", f"/results?{asked}")
    assert answer.status_code == 422 and said in answer.json()["error"]


def test_the_first_day_of_all_can_be_asked_for(house: Served) -> None:
    from tests.serve.house import operator

    assert operator(house.url).see("/results?last=0001-01-03")["rows"] == []
