"""What it takes to open a house, by the length of its daybook, against hashing the same records in memory."""

import argparse
import asyncio
import json
import os
import tempfile
from contextlib import closing
from pathlib import Path
from time import process_time

import sqlalchemy as sa
from rich.console import Console

from houseway.record import books
from houseway.record.chain import linked
from houseway.record.schema import daybook
from houseway.record.seals import Seal
from houseway.record.store import Store
from houseway.serve.people.accounts import Accounts

PEOPLE = 200
AT_ONCE = 500  # postings in a transaction, each with a seal


async def _grown(url: str, records: int) -> None:
    """Post and seal until the daybook has this many records."""
    store = Store(url)
    with closing(store):
        store.open()
        people = Accounts(store)
        count = sa.select(sa.func.count()).select_from(daybook)
        known = sa.text("SELECT id FROM accounts ORDER BY id")
        while len(ids := await store.read(lambda c: list(c.execute(known).scalars()))) < PEOPLE:
            await people.guest()
        while (left := records - await store.read(lambda c: c.execute(count).scalar_one())) > 1:

            def post(connection: sa.Connection, many: int = min(left - 1, AT_ONCE)) -> None:
                for number in range(many):
                    books.post(connection, ids[number % PEOPLE], 1, "cage")

            await store.write(post)
            await store.write_soon(Seal(store.secret, {}))


def _opens(url: str) -> float:
    begun = process_time()
    store = Store(url)
    store.open()
    took = process_time() - begun
    store.close()
    return took


def _hashed(url: str) -> float:
    """The least that could be done: read every record, parse it and hash it."""
    engine = sa.create_engine(url)
    begun = process_time()
    hash = "0" * 64
    with engine.connect() as connection:
        for record, kept in connection.execute(sa.text("SELECT record, hash FROM daybook ORDER BY number")):
            json.loads(record)
            hash = linked(hash, record.encode())
            assert hash == kept
    engine.dispose()
    return process_time() - begun


def main(given: list[str]) -> None:
    asked = argparse.ArgumentParser(prog="python -m bench opening")
    asked.add_argument("--records", type=int, nargs="+", default=[10_000, 20_000, 40_000])
    it = asked.parse_args(given)
    out = Console()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["HOUSEWAY_KEYS"] = str(Path(folder) / "keys")
        url = f"sqlite:///{Path(folder) / 'house.db'}"
        asyncio.run(_grown(url, 1))
        empty = min(_opens(url) for _ in range(3))
        for records in it.records:
            asyncio.run(_grown(url, records))
            opening, hashing = min(_opens(url) for _ in range(3)), min(_hashed(url) for _ in range(3))
            each = (opening - empty) / records * 10_000
            times = (opening - empty) / hashing
            out.print(
                f"{records:,} records: {opening:.2f} s to open, {empty:.2f} s of it without any; "
                f"{each:.2f} s for each 10,000, {times:.1f} times reading and hashing them"
            )


if __name__ == "__main__":
    main([])
