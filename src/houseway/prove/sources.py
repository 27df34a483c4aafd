"""Where journals come from: a house's database, a regulator's export, or a journal file."""

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from houseway import vault
from houseway.keys import known
from houseway.vault import Vault, VaultWrong

_SQLITE = b"SQLite format 3\0"


class ProveError(ValueError):
    """Something that can't be looked into, and why."""


@dataclass(frozen=True)
class Journal:
    """One table's journal as it was kept: records with their hashes, or of a plain journal just its lines."""

    name: str
    lines: list[Mapping[str, Any]]
    chained: bool = True


def journals(what: str, text: str | None = None) -> list[Journal]:
    """The journals of a database by its URL or file, or of a file of JSON lines (given as `text` if it was read)."""
    if text is None:
        if url := database_of(what):
            with opened(url) as connection:
                return of_database(connection)
        try:
            text = Path(what).read_text(encoding="utf-8")
        except UnicodeDecodeError:
            raise ProveError(f"{what} is neither a database nor a journal: expected SQLite or JSON lines") from None
        except (OSError, ValueError) as error:
            raise ProveError(f"{what} can't be read: {getattr(error, 'strerror', None) or error}") from None
    return _of_lines(text, what)


def _of_lines(text: str, name: str) -> list[Journal]:
    lines: list[Mapping[str, Any]] = []
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            try:
                part = json.loads(line)
            except (ValueError, RecursionError):
                raise ProveError(f"{name}, line {number}: expected one JSON object a line") from None
            if not isinstance(part, dict):
                raise ProveError(f"{name}, line {number}: expected one JSON object a line")
            lines.append(part)
    if not lines:
        raise ProveError(f"{name} is empty: expected a journal or an export")
    if "record" not in lines[0]:
        return [Journal(name, lines, chained=False)]
    found: list[list[Mapping[str, Any]]] = []
    for part in lines:
        if isinstance(part.get("record"), dict) and part["record"].get("number") == 0:
            found.append([])
        if not found:
            raise ProveError(f"{name} does not begin with a table's first record")
        found[-1].append(part)
    return [Journal(_named(part, name), part) for part in found]


def _named(lines: list[Mapping[str, Any]], name: str) -> str:
    entry = lines[0]["record"].get("entry", {})
    return str(entry.get("table", name)) if isinstance(entry, dict) else name


@contextmanager
def opened(url: str) -> Iterator[sa.Connection]:
    """A house's database as it is at one moment, however much is written meanwhile."""
    if url.startswith(("postgresql://", "postgres://")):
        url = "postgresql+psycopg://" + url.partition("://")[2]
    try:
        engine = sa.create_engine(url, poolclass=sa.NullPool)
        with engine.connect() as connection:
            if engine.dialect.name == "sqlite":
                driver: Any = connection.connection.dbapi_connection
                driver.isolation_level = None  # the transaction is begun here, and not by the driver
                connection.exec_driver_sql("BEGIN")
            else:
                connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
            yield connection
    except (SQLAlchemyError, ImportError, UnicodeDecodeError) as error:  # SQLite's driver decodes text as it reads
        reason = str(getattr(error, "orig", None) or error).strip().splitlines()[0]
        raise ProveError(f"the database can't be read as a house's: {reason}") from None


def database_of(what: str) -> str | None:
    """The URL of a database that is given as one or as a file; None if it is neither."""
    if "://" in what:
        return what
    path = Path(what)
    try:
        with path.open("rb") as file:
            found = file.read(len(_SQLITE)) == _SQLITE
    except (OSError, ValueError) as error:
        raise ProveError(f"{what} can't be read: {getattr(error, 'strerror', None) or error}") from None
    return f"sqlite:///{path.absolute()}" if found else None


def place_of(what: str) -> str:
    """Where a database is, however it is named: a file by its real path, a server by its address and the database."""
    if "://" not in what:
        return os.path.realpath(what)
    url = sa.make_url(what)
    if url.get_backend_name() == "sqlite":
        return os.path.realpath(url.database) if url.database else ""
    return f"{url.host or ''}:{url.port or ''}/{url.database or ''}?{url.query.get('host', '')}"


def of_database(connection: sa.Connection) -> list[Journal]:
    return [_of_table(connection, *table) for table in _tables(connection)]


def _tables(connection: sa.Connection) -> Iterable[tuple[int, str]]:
    rows = connection.execute(sa.text("SELECT id, name FROM tables ORDER BY id")).all()
    return [(row[0], row[1]) for row in rows]


def _of_table(connection: sa.Connection, id: int, name: str) -> Journal:
    of = {"table": id}
    snaps = {
        row[0]: row[1]
        for row in connection.execute(sa.text('SELECT number, header FROM snapshots WHERE "table" = :table'), of)
    }
    seeds = _seeds(connection, id)
    lines: list[Mapping[str, Any]] = []
    asked = sa.text('SELECT number, round, record, hash FROM entries WHERE "table" = :table ORDER BY number')
    for number, round, record, hash in connection.execute(asked, of):
        try:
            line: dict[str, Any] = {"record": json.loads(record), "hash": hash}
            if number in snaps:
                line["snapshot"] = _whole(json.loads(snaps[number]), seeds, id, round)
                if round in seeds:
                    line["seed"] = seeds[round]
        except ValueError:
            line = {"record": None, "hash": hash}
        lines.append(line)
    return Journal(f"{id} {name}", lines)


def _seeds(connection: sa.Connection, table: int) -> dict[int, str]:
    """The seeds of a table by round: those that are revealed, and where the key is at hand those that are not."""
    key = known(vault.KEY)
    box = Vault(key) if key else None
    asked = sa.text('SELECT round, sealed, seed FROM seeds WHERE "table" = :table')
    found: dict[int, str] = {}
    for round, shut, seed in connection.execute(asked, {"table": table}):
        if seed:
            found[round] = seed
        elif box is not None and shut:
            with suppress(VaultWrong):  # of another key
                found[round] = box.opened(shut, table=table, round=round)
    return found


def _whole(header: Any, seeds: Mapping[int, str], table: int, round: int) -> Any:
    """A snapshot with the shoe that is hidden in it, if its seed is known; else as it is kept."""
    since = vault.hidden_since(header)
    with suppress(VaultWrong):
        return vault.show_shoe(header, seeds[since], table=table, round=round) if since in seeds else header
    return header
