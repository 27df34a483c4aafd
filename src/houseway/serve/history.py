"""What was played at a table, also at one that is closed by now."""

import asyncio
import json
from collections.abc import Mapping
from functools import partial
from typing import Any

from houseway.games import game
from houseway.play import entry, journal
from houseway.play.driver import Driver
from houseway.play.event import PUBLIC
from houseway.play.view import exported
from houseway.serve import books
from houseway.serve.actor import Actor
from houseway.serve.people import Denied, Person
from houseway.serve.rail import net
from houseway.serve.seating import eyes_by_role
from houseway.serve.store import Store

AT_ONCE = 50
LAST = 2**31 - 1


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
            won = await asyncio.to_thread(
                _won, await store.read(partial(books.round_kept, table=table, round=number)), seat
            )
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


async def round_of(store: Store, table: int, person: Person | None, number: int) -> tuple[Driver, str]:
    """A round played again from the store, and with whose eyes this person may look at it."""
    row, kept = await store.read(lambda c: (books.table_row(c, table), books.round_kept(c, table, number)))
    if row is None:
        raise Denied(404, f"there is no table {table} here")
    if kept is None:
        raise Denied(404, f"{row['name']} has no round {number}")
    header, sitting, records = kept
    said = [record["entry"] for record in records if record["number"]]
    driver = journal.replay(journal.lines(json.loads(header), said), game, name=f"round {number}")
    if person is None or person.role != "player":
        return driver, eyes_by_role(person)
    return driver, next((seat for seat, account in sitting.items() if account == person.id), PUBLIC)


async def export_round(store: Store, table: int, person: Person | None, number: int) -> str:
    return exported(*await round_of(store, table, person, number))


async def export_chain(actor: Actor, person: Person) -> list[dict[str, Any]]:
    """Every record up to the first round whose shuffle is still secret."""
    if person.role not in ("surveillance", "operator"):
        raise Denied(403, f"a {person.role} can't export a table's chain: surveillance and the operator may")
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
