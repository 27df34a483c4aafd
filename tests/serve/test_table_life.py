"""The life of a table: open, sit, wait, leave, close, take over, make effective, disable; and any two that cross."""

import asyncio
import itertools
import os
import secrets
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from houseway.cli.prove import proved
from houseway.errors import Denied
from houseway.record.person import Person
from houseway.rules.submission import SubmittedTable
from houseway.serve.api.errors import STATUS
from houseway.serve.house import House
from houseway.serve.people.accounts import Accounts
from houseway.serve.tables.commands import Leave, Sit
from tests.serve import crossing
from tests.serve.crossing import GAME, Command, Gate, Scene
from tests.serve.house import PATIENCE

FULL = bool(os.environ.get("HOUSEWAY_FULL"))
COMMANDS: dict[str, Command] = {
    "open": crossing.open_table,
    "sit": crossing.sit,
    "wait": crossing.sit,  # in the middle of a round
    "leave": crossing.leave,
    "close": crossing.close,
    "close here": crossing.close_here,
    "take over": crossing.take_over,
    "make effective": crossing.make_effective,
    "disable": crossing.disable,
}
PAIRS = list(itertools.combinations_with_replacement(COMMANDS, 2))


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'house.db'}"
    made: Callable[[str], str] = request.getfixturevalue("postgresql")
    return made(f"life-{secrets.token_hex(4)}")


def lived(url: str, test: Callable[[list[House], list[Accounts], Person], Awaitable[None]]) -> None:
    """Two workers where the database can be shared, else one; in the end everything proves."""

    async def whole() -> None:
        houses, accounts, boss = await crossing.opened(url, 1 if url.startswith("sqlite") else 2)
        try:
            await test(houses, accounts, boss)
            assert houses[0].store.read_now(crossing.lying) == []
        finally:
            for house in houses:
                await house.stop()

    asyncio.run(whole())
    assert proved(url, table=None, round=None, explain=None).problems == []


async def _scene(
    houses: list[House], accounts: list[Accounts], boss: Person, gate: Gate, names: tuple[str, ...], number: int
) -> Scene:
    """A table of the first worker, with a player where one is needed, and in a round if somebody is to wait."""
    name = f"Table {number}"
    id = await houses[0].open_table(SubmittedTable(name=name, game=GAME), bots=0)
    scene = Scene(houses, accounts, gate, boss, id, name, await accounts[0].guest(), await accounts[0].guest())
    table = await scene.at(0)
    assert await table.is_ours()
    if {"leave", "wait"} & set(names):
        await table.say(scene.player, Sit(amount="500"))
    if "wait" in names:
        await crossing.begin(scene)
    await scene.at(-1)
    return scene


async def _all_leave(scene: Scene) -> None:
    """Whoever sits or waits can leave, and has all that they came with."""
    for person in (scene.player, scene.comer):
        try:
            await (await scene.at(0)).say(person, Leave())
        except Denied as denied:
            assert STATUS[type(denied)] in (403, 404)  # they don't sit here, or the table is closed
    await crossing.chips(scene.houses, scene.table)


@pytest.mark.threat("crossing-commands")
def test_any_two_commands_that_cross_leave_no_chips_behind_in_either_order(url: str) -> None:
    async def test(houses: list[House], accounts: list[Accounts], boss: Person) -> None:
        gate, number = Gate(houses), 0
        for pair in PAIRS:
            for names, last_first in itertools.product({pair, pair[::-1]}, (False, True)):
                number += 1
                scene = await _scene(houses, accounts, boss, gate, names, number)
                first, second = (COMMANDS[name] for name in names)
                came = await scene.cross(first, second, last_first=last_first)
                wrong = houses[0].store.read_now(crossing.lying)
                assert wrong == [], (names, last_first, came)
                await _all_leave(scene)

    lived(url, test)


def test_a_table_is_closed_by_the_worker_that_owns_it(url: str) -> None:
    """Before, another worker closed it, and people sat down at its owner without any race."""

    async def test(houses: list[House], accounts: list[Accounts], boss: Person) -> None:
        gate = Gate(houses)
        scene = await _scene(houses, accounts, boss, gate, ("leave",), 1)
        with pytest.raises(Denied, match="somebody sits at Table 1"):
            await crossing.close(scene)
        await crossing.leave(scene)
        await crossing.close(scene)
        for which in (0, -1):
            with pytest.raises(Denied, match="there is no table"):
                await (await scene.at(which)).say(scene.comer, Sit(amount="1000"))
        assert await accounts[0].balance(scene.comer) == await accounts[0].balance(scene.player)

    lived(url, test)


def test_a_bot_at_a_table_that_is_closed_goes_home_with_it(url: str) -> None:
    async def test(houses: list[House], accounts: list[Accounts], boss: Person) -> None:
        scene = await _scene(houses, accounts, boss, Gate(houses), (), 1)
        table = await scene.at(0)
        async with table.actor.alone():
            assert await table.chairs._seat_bot("simple")
        before = table.actor.number
        await crossing.close(scene)
        rows = "SELECT (SELECT count(*) FROM seats), (SELECT max(number) FROM entries), closed FROM tables"
        assert tuple(houses[0].store.read_now(lambda c: c.execute(sa.text(rows)).one())) == (0, before + 1, True)

    lived(url, test)


@pytest.mark.parametrize("playing", [False, True], ids=["between rounds", "in a round"])
def test_money_at_a_closed_table_is_given_back_when_the_house_opens(
    url: str, playing: bool, caplog: pytest.LogCaptureFixture
) -> None:
    """As an earlier version left it."""
    ids: list[int] = []

    async def leave_behind(houses: list[House], accounts: list[Accounts], boss: Person) -> None:
        scene = await _scene(houses, accounts, boss, Gate(houses), ("wait",) if playing else ("leave",), 1)
        if playing:
            await crossing.sit(scene)
        ids.append(scene.player.id)

    async def found(houses: list[House], accounts: list[Accounts], boss: Person) -> None:
        store = houses[0].store
        kept = "SELECT record FROM daybook WHERE record LIKE '%gave back%'"
        assert "which is closed, was given back" in store.read_now(lambda c: str(c.execute(sa.text(kept)).scalar()))
        assert store.read_now(lambda c: c.execute(sa.text("SELECT count(*) FROM seats")).scalar()) == 0
        paid = "SELECT sum(amount) FROM postings WHERE account = :id AND why IN ('buy in', 'cash out')"
        assert store.read_now(lambda c: c.execute(sa.text(paid), {"id": ids[0]}).scalar()) == 0

    lived(url, leave_behind)
    _close_behind_its_back(url)
    caplog.clear()
    lived(url, found)
    assert "which is closed, was given back" in caplog.text
    house = proved(url, table=None, round=None, explain=None).house
    assert house is not None and any("was given back" in note for note in house.notes)


def _close_behind_its_back(url: str) -> None:
    """Close the table as an earlier version did: whoever sat down at that moment stays there."""
    from houseway.record import daybook
    from houseway.record.books import end
    from houseway.record.seals import Seal
    from houseway.record.store import Store

    store = Store(url)
    store.open()

    def closing(connection: sa.Connection) -> None:
        connection.execute(sa.text("UPDATE tables SET closed = true"))
        entry = {"do": "close table", "table": 1, "head": end(connection, 1)}
        daybook.note(connection, "table 1", entry)

    async def run() -> None:
        await store.write(closing)
        await store.write_soon(Seal(store.secret, {}))

    asyncio.run(run())
    store.close()


# The same, in any order


class Life(RuleBasedStateMachine):
    """A house on SQLite, whose commands come one by one or cross each other."""

    folder: Path

    def __init__(self) -> None:
        super().__init__()
        self.url = f"sqlite:///{self.folder / secrets.token_hex(4)}.db"
        self.loop = asyncio.new_event_loop()
        self.houses, self.accounts, self.boss = self._run(crossing.opened(self.url, 1))
        self.gate = Gate(self.houses)
        self.people = [self._run(self.accounts[0].guest()) for _ in range(3)]
        self.before = self._total()
        self.names: list[str] = []
        self._open()

    def _run(self, work: Awaitable[Any]) -> Any:
        async def bounded() -> Any:
            async with asyncio.timeout(PATIENCE):
                return await work

        return self.loop.run_until_complete(bounded())

    def _total(self) -> int:
        asked = sa.text("SELECT sum(balance) FROM accounts")
        return int(self.houses[0].store.read_now(lambda c: c.execute(asked).scalar()) or 0)

    def _open(self) -> None:
        self.names.append(f"Table {len(self.names) + 1}")
        self.table = self._run(self.houses[0].open_table(SubmittedTable(name=self.names[-1], game=GAME), bots=0))

    def _scene(self, who: int, other: int) -> Scene:
        people = self.people[who], self.people[other]
        return Scene(self.houses, self.accounts, self.gate, self.boss, self.table, self.names[-1], *people)

    @rule()
    def open_another(self) -> None:
        self._open()

    @rule(what=st.sampled_from(sorted(COMMANDS)), who=st.integers(0, 2))
    def one(self, what: str, who: int) -> None:
        try:
            self._run(COMMANDS[what](self._scene(who, who)))
        except Denied as denied:
            assert STATUS[type(denied)] < 500

    @rule(
        first=st.sampled_from(sorted(COMMANDS)),
        second=st.sampled_from(sorted(COMMANDS)),
        people=st.tuples(st.integers(0, 2), st.integers(0, 2)),
        last_first=st.booleans(),
    )
    def two(self, first: str, second: str, people: tuple[int, int], last_first: bool) -> None:
        self._run(self._scene(*people).cross(COMMANDS[first], COMMANDS[second], last_first=last_first))

    @rule()
    def begin_a_round(self) -> None:
        try:
            table = self._run(self._scene(0, 0).at(0))
            if table.driver.table.seats and not table.driver.open:
                self._run(crossing.begin(self._scene(0, 0)))
        except Denied as denied:
            assert STATUS[type(denied)] == 404

    @rule(who=st.integers(0, 2))
    def enable(self, who: int) -> None:
        self._run(self.accounts[0].disable(self.people[who].id, self.boss, disabled=False))

    @invariant()
    def nothing_is_left_behind(self) -> None:
        assert self.houses[0].store.read_now(crossing.lying) == []
        tables = range(1, len(self.names) + 1)
        assert self._total() + sum(self._run(crossing.chips(self.houses, id)) for id in tables) == self.before

    def teardown(self) -> None:
        self._run(self.houses[0].stop())
        self.loop.close()
        assert proved(self.url, table=None, round=None, explain=None).problems == []


def test_the_life_of_a_table_leaves_no_chips_behind(tmp_path: Path) -> None:
    few = settings(
        max_examples=150 if FULL else 8,
        stateful_step_count=30 if FULL else 12,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    Life.folder = tmp_path
    run_state_machine_as_test(Life, settings=few)
