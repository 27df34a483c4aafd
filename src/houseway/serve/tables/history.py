"""What was played at a table, also at one that is closed by now. Rounds are played again away from the event loop."""

import asyncio
import hashlib
import json
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from sqlalchemy.engine import Connection

from houseway.errors import NotFound, Unavailable
from houseway.games import game
from houseway.play import entry, journal
from houseway.play.driver import Driver
from houseway.play.event import PUBLIC
from houseway.play.view import exported
from houseway.record import acts, books
from houseway.record.person import Person
from houseway.record.store import Store
from houseway.serve.people.roles import EXPORT, RECALL, require
from houseway.serve.tables.actor import Actor
from houseway.serve.tables.rail import net
from houseway.serve.tables.seating import eyes_by_role

AT_ONCE = 50
_PAGE = 500  # rounds that are looked through at a time
LAST = 2**31 - 1
MOST_REPLAYS = 40  # that wait for their turn

T = TypeVar("T")


class Replays:
    """A thread that plays rounds again, one at a time: tables are read with the other threads."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1, "houseway-replaying")
        self._waiting = 0

    async def played(self, play: Callable[[], T]) -> T:
        if self._waiting >= MOST_REPLAYS:
            raise Unavailable("too many rounds are being played again right now: try again in a moment")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, play)
        finally:
            self._waiting -= 1


replays = Replays()


async def rounds_of(store: Store, table: int, *, before: int = LAST) -> list[dict[str, Any]]:
    """The rounds below a number, latest first."""
    return await store.read(lambda c: books.rounds(c, table, before=before, most=AT_ONCE))


async def results_of(
    store: Store, table: int, person: Person | None, *, known: Mapping[int, int] | None = None, before: int = LAST
) -> dict[int, int]:
    """What a player won or lost in each of the rounds below a number that are over, latest first; those that are
    `known` already are not played again."""
    if person is None or person.role != "player":
        return {}
    seats = await store.read(lambda c: books.sat(c, table, person.id, before=before, most=AT_ONCE))
    found: dict[int, int] = {}
    for number, seat in seats.items():
        won = (known or {}).get(number)
        if won is None:
            kept = await store.read(partial(books.round_kept, table=table, round=number))
            won = await replays.played(partial(_won, kept, seat))
        if won is not None:
            found[number] = won
    return found


def _won(kept: tuple[str, dict[str, int], list[dict[str, Any]]] | None, seat: str) -> int | None:
    """What came of a round for a seat; nothing yet while it is played. What happens after its end, as that the player
    leaves, is no part of it."""
    if kept is None:
        return None
    header, _, records = kept
    driver = journal.replay(journal.lines(json.loads(header), []), game, name="round")
    for record in records:
        if record["number"]:
            driver.apply(entry.read(record["entry"]))
            if not driver.open:
                return net(driver).get(seat)
    return None


@dataclass(frozen=True)
class Round:
    """A round as the store has it, and with whose eyes somebody may look at it."""

    table: int
    number: int
    eyes: str
    header: str
    entries: tuple[Any, ...]

    @property
    def key(self) -> tuple[int, int, str, str]:
        """Tells it from others, and from itself before more was said in it or its seed was shown."""
        held = json.dumps([self.header, self.entries], sort_keys=True).encode()
        return self.table, self.number, self.eyes, hashlib.sha256(held).hexdigest()

    def played(self) -> Driver:
        """The round played again, which takes a while."""
        lines = journal.lines(json.loads(self.header), list(self.entries))
        return journal.replay(lines, game, name=f"round {self.number}")

    def exported(self) -> str:
        return exported(self.played(), self.eyes)


async def round_of(store: Store, table: int, person: Person | None, number: int) -> Round:
    row, kept = await store.read(lambda c: (books.table_row(c, table), books.round_kept(c, table, number)))
    if row is None:
        raise NotFound(f"there is no table {table} here")
    if kept is None:
        raise NotFound(f"{row['name']} has no round {number}")
    header, sitting, records = kept
    if person is None or person.role != "player":
        eyes = eyes_by_role(person)
    else:
        eyes = next((seat for seat, account in sitting.items() if account == person.id), PUBLIC)
    return Round(table, number, eyes, header, tuple(record["entry"] for record in records if record["number"]))


@dataclass(frozen=True)
class Recalled:
    """A round that a player took part in, as somebody on the staff may see it."""

    round: int
    began: str
    seat: str
    won: int | None  # cents; None while it is played
    driver: Driver
    eyes: str


async def recall(store: Store, table: int, player: Person, by: Person, *, most: int) -> list[Recalled]:
    """A player's last rounds at a table, latest first. Whoever recalls them is in the log before anything is shown."""
    require(by, RECALL)
    numbers = await store.read(lambda c: _last_of(c, table, player.id, most))
    if not numbers:
        raise NotFound(f"{player.name} has played no round at table {table}")
    about = f"table {table}: {len(numbers)} of {player.name}, up to round {max(numbers)}"
    await store.write(lambda c: acts.note(c, "recalled rounds", by, about=about))
    found = []
    for number, seat in numbers.items():
        again = await round_of(store, table, by, number)
        driver = await replays.played(again.played)
        kept = await store.read(partial(books.round_kept, table=table, round=number))
        won = await replays.played(partial(_won, kept, seat))
        began = kept[2][0]["at"] if kept is not None and kept[2] else ""
        found.append(Recalled(number, began, seat, won, driver, again.eyes))
    return found


def _last_of(connection: Connection, table: int, account: int, most: int) -> dict[int, str]:
    """The last rounds in which an account sat, and where, however long ago they were."""
    found: dict[int, str] = {}
    before = LAST
    while len(found) < most and (page := books.rounds_below(connection, table, before=before, most=_PAGE)):
        found |= books.sat(connection, table, account, before=before, most=_PAGE)
        before = page
    return dict(list(found.items())[:most])


async def export_chain(actor: Actor, person: Person) -> list[dict[str, Any]]:
    """Every record up to the first round whose shuffle is still secret."""
    require(person, EXPORT)
    async with actor.alone():
        first = _first_secret(actor.driver)
    return await actor.store.read(
        lambda c: list(
            books.exported(c, actor.id, below=books.begun_with(c, actor.id, first) if first else None)
        )
    )  # fmt: skip


def _first_secret(driver: Driver) -> int:
    """The first round whose cards would tell of some that are still to come; 0 if there is none."""
    table = driver.table
    if table.rules.game.cards.seed_shown == "after the shoe":
        shoe = table.memory.get("shoe", [0, ""])
        return int(shoe[0]) or (table.round if table.shuffled or driver.open else 0)
    return table.round if driver.open else 0
