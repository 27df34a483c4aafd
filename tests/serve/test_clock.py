"""A bad clock: recorded times never go back, no round is booked to a day before the last one's, and jumps are told."""

import asyncio
from pathlib import Path

import sqlalchemy as sa

from houseway.cli.prove import proved
from houseway.prove.sources import journals
from houseway.rules.submission import Submission, SubmittedTable
from houseway.serve.accounts import Accounts
from houseway.serve.commands import Answer, Leave
from houseway.serve.house import House
from houseway.serve.people import Pace
from houseway.serve.results import results
from houseway.serve.store import Store
from houseway.serve.wall_clock import WallClock, read, written
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


def test_a_house_whose_clock_goes_back_a_day(tmp_path: Path) -> None:
    """In a round, between rounds, and while the house is closed."""
    machine = Machine(NEW_YEAR)
    url = f"sqlite:///{tmp_path / 'house.db'}"

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
    found = proved(str(tmp_path / "house.db"), table=None, round=None, explain=None)
    assert found.problems == [] and found.house is not None
    told = [note for note in found.house.notes if "clock went back" in note]
    assert ["86,400.0 s" in note for note in told] == [True, True, False, True] and "by 259,2" in told[2]
    times = [line["record"]["at"] for line in journals(str(tmp_path / "house.db"))[0].lines]
    assert times == sorted(times) and {at[:10] for at in times} == {"2027-01-01"}
    rounds = found.proofs[0].rounds
    engine = sa.create_engine(url, poolclass=sa.NullPool)
    with engine.connect() as connection:
        assert list(connection.execute(sa.select(results.c.day, results.c.rounds)).all()) == [("2027-01-01", rounds)]
