"""Where journals come from: a house's database, a regulator's export, or a journal file."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

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
    if text is None and "://" in what:
        return _of_database(what)
    if text is None:
        path = Path(what)
        try:
            with path.open("rb") as file:
                start = file.read(len(_SQLITE))
            if start == _SQLITE:
                return _of_database(f"sqlite:///{path.absolute()}")
            text = path.read_text(encoding="utf-8")
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


def _of_database(url: str) -> list[Journal]:
    if url.startswith(("postgresql://", "postgres://")):
        url = "postgresql+psycopg://" + url.partition("://")[2]
    try:
        engine = sa.create_engine(url, poolclass=sa.NullPool)
        with engine.connect() as connection:
            return [_of_table(connection, *table) for table in _tables(connection)]
    except (SQLAlchemyError, ImportError) as error:
        reason = str(getattr(error, "orig", None) or error).strip().splitlines()[0]
        raise ProveError(f"the database can't be read as a house's: {reason}") from None


def _tables(connection: sa.Connection) -> Iterable[tuple[int, str]]:
    rows = connection.execute(sa.text("SELECT id, name FROM tables ORDER BY id")).all()
    return [(row[0], row[1]) for row in rows]


def _of_table(connection: sa.Connection, id: int, name: str) -> Journal:
    of = {"table": id}
    snaps = {
        row[0]: row[1]
        for row in connection.execute(sa.text('SELECT number, header FROM snapshots WHERE "table" = :table'), of)
    }
    lines: list[Mapping[str, Any]] = []
    asked = sa.text('SELECT number, record, hash FROM entries WHERE "table" = :table ORDER BY number')
    for number, record, hash in connection.execute(asked, of):
        try:
            line: dict[str, Any] = {"record": json.loads(record), "hash": hash}
            if number in snaps:
                line["snapshot"] = json.loads(snaps[number])
        except ValueError:
            line = {"record": None, "hash": hash}
        lines.append(line)
    return Journal(f"{id} {name}", lines)
