"""A bad clock: recorded times never go back, no round is booked to a day before the last one's, and jumps are told."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pyotp
import pytest
import sqlalchemy as sa

from houseway.cli.prove import proved
from houseway.errors import Denied
from houseway.record.database import engine_for
from houseway.record.schema import results
from houseway.record.sources import journals
from houseway.record.store import Store
from houseway.record.wall_clock import WallClock, read, written
from houseway.rules.submission import Submission, SubmittedTable
from houseway.serve.house import House
from houseway.serve.people import second_factor
from houseway.serve.people.accounts import Accounts
from houseway.serve.people.sessions import DAYS, Client
from houseway.serve.tables.clocks import Pace
from houseway.serve.tables.commands import Answer, Leave
from tests.serve.test_backup import CHEAP
from tests.serve.test_house import sit, until

NEW_YEAR = read("2027-01-01T00:00:00.500Z")
HOUR = 3_600_000


class Machine:
    """A machine whose clock is set by hand."""

    def __init__(self, at: int) -> None:
        self.wall, self.steady = at, 0

    def goes_on(self, milliseconds: int) -> None:
        self.wall += milliseconds
        self.steady += milliseconds

    def clock(self) -> WallClock:
        return WallClock(lambda: self.wall, lambda: self.steady)


def test_time_stands_still_until_the_clock_has_caught_up() -> None:
    machine = Machine(NEW_YEAR)
    clock = machine.clock()
    assert clock.now() == NEW_YEAR and clock.jumped() == 0
    machine.wall -= HOUR
    assert clock.now() == NEW_YEAR and clock.jumped() == -HOUR and clock.jumped() == 0
    machine.goes_on(HOUR + 1)
    assert clock.now() == NEW_YEAR + 1 and clock.jumped() == 0
    machine.wall += 3 * HOUR
    assert clock.jumped() == 3 * HOUR and clock.now() == NEW_YEAR + 1 + 3 * HOUR
    machine.wall += 500  # a correction, not a jump
    assert clock.jumped() == 0


def test_a_clock_that_is_behind_the_records_is_told_once() -> None:
    machine = Machine(NEW_YEAR)
    clock = machine.clock()
    clock.after(NEW_YEAR + HOUR, told=True)
    assert clock.now() == NEW_YEAR + HOUR and clock.jumped() == -HOUR and clock.jumped() == 0


def test_times_are_written_and_read() -> None:
    assert written(NEW_YEAR) == "2027-01-01T00:00:00.500Z" and read(written(NEW_YEAR - 501)) == NEW_YEAR - 501


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'house.db'}"
    made: Callable[[str], str] = request.getfixturevalue("postgresql")
    return made(f"clock_{abs(hash(str(tmp_path)))}")


@pytest.mark.threat("clock-back")
def test_a_house_whose_clock_goes_back_a_day(url: str) -> None:
    """In a round, between rounds, and while the house is closed."""
    machine = Machine(NEW_YEAR)

    async def play(rounds: int) -> None:
        store = Store(url)
        store.clock = machine.clock()
        tables = (SubmittedTable(name="Table 1", game="criss-cross-poker"),)
        house = House(store, Submission(facility="Here", tables=tables), pace=Pace(pause=0.0, first=0.0), bots=0)
        await house.start()
        try:
            table, person = await sit(house, Accounts(store))
            seat = table.seating.seat_of(person)
            for _ in range(rounds):
                await until(lambda: seat in table.driver.asks)
                await table.say(person, Answer(text="ante 10"))
                machine.wall -= 24 * HOUR
                await table.say(person, Answer(text="fold"))
                await house.sealer.head(now=True)
                machine.goes_on(1)
            await table.say(person, Leave())
            await until(lambda: not table.seating.sitters)
        finally:
            await house.stop()

    asyncio.run(play(2))
    machine.wall -= 24 * HOUR
    asyncio.run(play(1))
    found = proved(url, table=None, round=None, explain=None)
    assert found.problems == [] and found.house is not None
    told = [note for note in found.house.notes if "clock went back" in note]
    assert ["86,400.0 s" in note for note in told] == [True, True, False, True] and "by 259,2" in told[2]
    times = [line["record"]["at"] for line in journals(url)[0].lines]
    assert times == sorted(times) and {at[:10] for at in times} == {"2027-01-01"}
    rounds = found.proofs[0].rounds
    engine = engine_for(url)
    with engine.connect() as connection:
        assert list(connection.execute(sa.select(results.c.day, results.c.rounds)).all()) == [("2027-01-01", rounds)]
    engine.dispose()


@pytest.mark.threat("clock-back")
def test_a_session_lasts_no_longer_when_the_clock_goes_back_and_a_new_one_is_good(url: str) -> None:
    machine = Machine(NEW_YEAR)

    async def signed_in() -> None:
        store = Store(url)
        store.clock = machine.clock()
        store.open()
        try:
            accounts = Accounts(store)
            person = await accounts.guest()
            first, _ = await accounts.sessions.begin(person, Client())
            machine.goes_on(DAYS * 24 * HOUR - 1)
            accounts.sessions.look_again()
            assert await accounts.sessions.by_token(first) is not None
            machine.goes_on(1)
            store.clock.now()
            machine.wall -= 40 * 24 * HOUR
            accounts.sessions.look_again()
            assert await accounts.sessions.by_token(first) is None
            later, _ = await accounts.sessions.begin(person, Client())
            accounts.sessions.look_again()
            assert await accounts.sessions.by_token(later) is not None
        finally:
            store.close()

    asyncio.run(signed_in())


@pytest.mark.threat("clock-back")
def test_a_code_of_a_second_factor_is_not_good_again_when_the_clock_goes_back(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine = Machine(NEW_YEAR)
    monkeypatch.setattr("houseway.serve.people.second_factor.time.time", lambda: machine.wall / 1000)
    secret = second_factor.new_secret()

    def code() -> str:
        return pyotp.TOTP(secret, interval=second_factor.STEP).at(machine.wall // 1000)

    async def used() -> None:
        store = Store(url)
        store.open()
        try:
            accounts = Accounts(store, hasher=CHEAP)
            person = await accounts.create("Ann", "a long password")
            _, session = await accounts.sessions.begin(person, Client())
            await accounts.set_second(session, "a long password", secret, code())
            machine.goes_on(60_000)
            spent = code()
            assert await accounts.check(await accounts.known("Ann"), "a long password", spent) is not None
            machine.goes_on(3_600_000)
            assert await accounts.check(await accounts.known("Ann"), "a long password", code()) is not None
            machine.wall -= 3_600_000
            with pytest.raises(Denied):
                await accounts.check(await accounts.known("Ann"), "a long password", spent)
        finally:
            store.close()

    asyncio.run(used())
