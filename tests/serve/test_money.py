"""Money under a race: every change of a balance holds its own condition, whoever is quicker."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
import sqlalchemy as sa
from argon2 import PasswordHasher

from houseway.cli.prove import proved
from houseway.errors import Denied
from houseway.record import schema
from houseway.record.person import Person
from houseway.record.store import Store
from houseway.rules.money import dollars
from houseway.rules.submission import Submission, SubmittedTable
from houseway.serve.house import House
from houseway.serve.people.accounts import PLAY_MONEY, Accounts, Booked
from houseway.serve.tables.clocks import Pace
from houseway.serve.tables.commands import Answer, Chips, Leave, Sit

CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
Url = Callable[[str], str]


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Url:
    """A database of either kind, by a name."""
    if request.param == "sqlite":
        return lambda name: f"sqlite:///{tmp_path / name}.db"
    made: Url = request.getfixturevalue("postgresql")
    return made


def raced(url: str, test: Callable[[Sequence[House], Sequence[Accounts]], Awaitable[None]]) -> None:
    """Two workers of one house, where the database can be shared; else one."""

    async def whole() -> None:
        tables = tuple(SubmittedTable(name=f"Table {number}", game="criss-cross-poker") for number in (1, 2))
        submission = Submission(facility="Here", tables=tables)
        houses: list[House] = []
        for _ in range(2 if url.startswith("postgresql") else 1):
            houses.append(House(Store(url), submission, pace=Pace(pause=0.0, first=0.0), bots=0))
            await houses[-1].start()
        try:
            await test(houses, [Accounts(house.store, hasher=CHEAP) for house in houses])
        finally:
            for house in houses:
                await house.stop()

    asyncio.run(whole())


async def _outcomes(attempts: list[Awaitable[Any]]) -> list[Any]:
    """What each came to; anything but a refusal fails."""
    done = await asyncio.gather(*attempts, return_exceptions=True)
    for one in done:
        if isinstance(one, BaseException) and not isinstance(one, Denied):
            raise one
    return [one for one in done if not isinstance(one, Denied)]


async def _set_balance(house: House, person: Person, accounts: Accounts, to: int, boss: Person) -> None:
    await accounts.at_the_cage(person.name, to - await accounts.balance(person), boss)


@pytest.mark.threat("spent-twice")
def test_of_thirty_refills_at_once_one_succeeds(url: Url) -> None:
    async def test(houses: Sequence[House], accounts: Sequence[Accounts]) -> None:
        boss = await accounts[0].create("The boss", "a long password", "operator")
        person = await accounts[0].guest()
        await _set_balance(houses[0], person, accounts[0], 5_00, boss)
        done = await _outcomes([accounts[n % len(accounts)].refill(person) for n in range(30)])
        assert done == [PLAY_MONEY] and await accounts[-1].balance(person) == PLAY_MONEY
        posted = sa.select(sa.func.sum(schema.postings.c.amount)).where(schema.postings.c.account == person.id)
        assert houses[0].store.read_now(lambda c: c.execute(posted).scalar()) == PLAY_MONEY

    raced(url("refills"), test)


@pytest.mark.threat("spent-twice")
def test_what_an_account_holds_is_spent_once(url: Url) -> None:
    """Two tables and the cage ask for the same chips at the same moment; then everything at once, again and again."""

    async def test(houses: Sequence[House], accounts: Sequence[Accounts]) -> None:
        cage = accounts[0]
        boss = await cage.create("The boss", "a long password", "operator")
        ann = await cage.guest()
        await _set_balance(houses[0], ann, cage, 1_000_00, boss)
        tables = [await houses[-1].table(id) for id in (1, 2)]
        wants = [table.say(ann, Sit(amount="800")) for table in tables]
        done = await _outcomes([*wants, accounts[-1].at_the_cage(ann.name, -800_00, boss)])
        assert len(done) == 1 and await cage.balance(ann) == 200_00
        await asyncio.gather(*(_storm(houses, accounts, boss, Random(seed)) for seed in range(4)))
        lowest = sa.select(sa.func.min(schema.accounts.c.balance))
        assert (houses[0].store.read_now(lambda c: c.execute(lowest).scalar()) or 0) >= 0

    made = url("spent")
    raced(made, test)
    assert proved(made, table=None, round=None, explain=None).problems == []


async def _storm(houses: Sequence[House], accounts: Sequence[Accounts], boss: Person, rng: Random) -> None:
    """Somebody who plays, and of whom everything is wanted at once."""
    person = await accounts[0].guest()

    async def one() -> None:
        worker = rng.randrange(len(houses))
        house, people = houses[worker], accounts[worker]
        table = await house.table(rng.choice((1, 2)))
        asks = table.driver.asks.get(table.seating.seat_of(person))
        money = dollars(rng.randrange(1, 6) * 2_000_00)
        wanted: list[Callable[[], Awaitable[Any]]] = [
            lambda: people.refill(person),
            lambda: people.at_the_cage(person.name, rng.choice((-3_000_00, 1_000_00)), boss),
            lambda: table.say(person, Sit(amount=money)),
            lambda: table.say(person, Chips(amount=money)),
            lambda: table.say(person, Leave()),
            lambda: table.say(person, Answer(text=asks.default if asks else "sit out")),
            lambda: table.say(person, Answer(text="ante 10")),
        ]
        await rng.choice(wanted)()

    for _ in range(5):
        await _outcomes([one() for _ in range(8)])


@pytest.mark.threat("slip-twice")
def test_a_cage_booking_said_again_is_booked_once_and_says_who(url: Url) -> None:
    async def test(houses: Sequence[House], accounts: Sequence[Accounts]) -> None:
        cage = accounts[0]
        boss, other = [await cage.create(name, "a long password", "operator") for name in ("The boss", "The deputy")]
        person = await cage.guest()
        again = [
            accounts[n % len(accounts)].at_the_cage(person.name, 500_00, boss, key="slip-1") for n in range(12)
        ]  # fmt: skip
        done = await _outcomes(list(again))
        assert sorted(one.again for one in done) == [False] + [True] * 11
        assert {one.balance for one in done} == {PLAY_MONEY + 500_00} == {await cage.balance(person)}
        with pytest.raises(Denied, match="used for something else"):
            await cage.at_the_cage(person.name, 501_00, boss, key="slip-1")
        await cage.at_the_cage(person.name, -500_00, other, key="slip-1")  # another's slip of the same number
        with pytest.raises(Denied, match="does not have that much"):
            await cage.at_the_cage(person.name, -PLAY_MONEY - 1, boss, key="slip-2")
        last = await cage.at_the_cage(person.name, -PLAY_MONEY, boss, key="slip-2")
        assert isinstance(last, Booked) and not last.again  # it was not booked before
        posts = sa.text("SELECT account, key FROM daybook WHERE record LIKE '%cage%' ORDER BY number")
        booked = houses[0].store.read_now(lambda c: c.execute(posts).all())
        assert [tuple(row) for row in booked] == [(boss.id, "slip-1"), (other.id, "slip-1"), (boss.id, "slip-2")]

    raced(url("cage"), test)
