"""Opens copies of a database, killing the process at the first thing that it writes, at the second, and so on.

python -m tests.serve.breaking_off FOLDER URL [--accept]

The URL is of the database as it was left, a SQLite file or a PostgreSQL database from which copies are made; a SQLite
file that is not there stands for a new house. After each kill the copy is opened again, in another process, and proved;
a line of JSON tells what was killed and what came of it. The last line is of a process that was not killed.
"""

import json
import os
import shutil
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psycopg
import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine

from houseway.cli.prove import proved
from houseway.record.database import StoreError, engine_for
from houseway.record.store import Store

WRITES = ("CREATE", "ALTER", "DROP", "INSERT", "UPDATE", "DELETE")
ROWS = {  # what nobody may lose, whichever version the tables are of
    "accounts": "SELECT id, name, password, role, balance FROM accounts ORDER BY id",
    "entries": 'SELECT "table", number, record, hash FROM entries ORDER BY "table", number',
    "postings": "SELECT id, account, amount, why FROM postings ORDER BY id",
    "seats": 'SELECT "table", seat, account, name FROM seats ORDER BY "table", seat',
    "tables": "SELECT id, name, game, choices, closed FROM tables ORDER BY id",
}


def killed_at(nth: int, database: str) -> None:
    """Have this process killed as it is about to do the nth thing that changes the database, commits included."""
    seen = 0

    def next_one(connection: Connection, what: str) -> None:
        nonlocal seen
        if connection.engine.url.database != database:  # the tables are made in memory too, to compare with
            return
        seen += 1
        if seen == nth:
            os.write(1, f"{what}\n".encode())
            os.kill(os.getpid(), signal.SIGKILL)

    @sa.event.listens_for(Engine, "before_cursor_execute")
    def _statement(connection: Connection, _: Any, statement: str, *__: Any) -> None:
        if statement.lstrip().upper().startswith(WRITES):
            next_one(connection, " ".join(statement.split())[:80])

    @sa.event.listens_for(Engine, "commit")
    def _commit(connection: Connection) -> None:
        next_one(connection, "COMMIT")


def in_another_process(do: Callable[[], None]) -> tuple[int, str]:
    """Its status (below zero if it was killed), and what it wrote."""
    reads, writes = os.pipe()
    child = os.fork()
    if not child:
        os.dup2(writes, 1)
        try:
            do()
        except StoreError as refused:
            os.write(1, str(refused).encode())
            os._exit(2)
        except BaseException as error:
            os.write(1, repr(error).encode())
            os._exit(1)
        os._exit(0)
    os.close(writes)
    with os.fdopen(reads, "rb") as told:
        said = told.read().decode()
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), said.strip()


def rows(url: str) -> dict[str, Any]:
    engine = engine_for(url)
    with engine.connect() as connection:
        there = sa.inspect(connection).get_table_names()
        found = {
            name: [list(map(str, row)) for row in connection.execute(sa.text(asked))] if name in there else []
            for name, asked in ROWS.items()
        }
    engine.dispose()
    return found


def copied(url: str, folder: Path, nth: int) -> str:
    """A copy of the database, with nothing kept beside the keys."""
    os.environ["HOUSEWAY_KEYS"] = str(folder / f"keys {nth}")
    if url.startswith("sqlite:///"):
        to = folder / f"{nth}.db"
        if Path(url.removeprefix("sqlite:///")).exists():
            shutil.copy(url.removeprefix("sqlite:///"), to)
        return f"sqlite:///{to}"
    base = sa.make_url(url)
    name = f"{base.database}_{nth}"
    _as_admin(url, f'CREATE DATABASE "{name}" TEMPLATE "{base.database}"')
    return base.set(database=name).render_as_string(hide_password=False)


def thrown_away(copy: str) -> None:
    """A hundred copies would fill a small disk."""
    database = sa.make_url(copy).database
    if copy.startswith("sqlite:///"):
        Path(str(database)).unlink()
    else:
        _as_admin(copy, f'DROP DATABASE "{database}" WITH (FORCE)')


def _as_admin(url: str, command: str) -> None:
    admin = sa.make_url(url).set(database="postgres").render_as_string(hide_password=False)
    with psycopg.connect(admin, autocommit=True) as connection:
        connection.execute(command.encode())


def opened(url: str, *, accept: bool) -> None:
    store = Store(url, accept=accept)
    store.open()
    store.close()


def main(folder: Path, url: str, *, accept: bool) -> None:
    status, nth = -signal.SIGKILL, 0
    while status == -signal.SIGKILL:
        nth += 1
        copy = copied(url, folder, nth)
        database, before = str(sa.make_url(copy).database), rows(copy)

        def dying(copy: str = copy, database: str = database, nth: int = nth) -> None:
            killed_at(nth, database)
            opened(copy, accept=accept)

        def again(copy: str = copy) -> None:
            opened(copy, accept=accept)
            found = proved(copy, table=None, round=None, explain=None)
            os.write(1, json.dumps(found.problems).encode())

        status, at = in_another_process(dying)
        left = rows(copy)
        end, problems = in_another_process(again)
        after = rows(copy)
        thrown_away(copy)
        told = {"killed": status, "at": at, "again": end, "problems": problems}
        told["lost"] = [name for name in before if before[name] not in (left[name], []) or before[name] != after[name]]
        print(json.dumps(told), flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], accept="--accept" in sys.argv)
