"""Where journals come from: a house's database, a regulator's export, or a journal file."""

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from houseway.record import vault
from houseway.record.daybook_entries import parsed
from houseway.record.errors import ProveError
from houseway.record.kept_rows import EntryRow, HeaderRow, RecordRow, SeedRow, TableRow, VaultRow, every
from houseway.record.keys import known
from houseway.record.vault import Vault, VaultWrong

_SQLITE = b"SQLite format 3\0"


@dataclass(frozen=True)
class Journal:
    """One table's journal as it was kept: records with their hashes, or of a plain journal just its lines."""

    name: str
    lines: list[Mapping[str, Any]]
    chained: bool = True
    unopened: Mapping[int, str] = field(default_factory=dict)  # rounds that should open and don't, and why


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
    return [_of_table(connection, table.id, table.name) for table in every(connection, TableRow)]


def _of_table(connection: sa.Connection, id: int, name: str) -> Journal:
    of = '"table" = :table'
    snaps = {row.number: row.header for row in every(connection, HeaderRow, of, table=id)}
    seeds = _Seeds.of(connection, id, snaps)
    lines = [_line(row, snaps.get(row.number), seeds) for row in every(connection, RecordRow, of, table=id)]
    return Journal(f"{id} {name}", lines, unopened=seeds.wrong)


def _line(row: RecordRow, snapshot: str | None, seeds: "_Seeds") -> Mapping[str, Any]:
    """A record with its hash, its snapshot and its seed; without them if it or its snapshot is no JSON object."""
    record, header = parsed(row.record), parsed(snapshot or "{}")
    if record is None or header is None:
        return {"record": None, "hash": row.hash}
    line: dict[str, Any] = {"record": record, "hash": row.hash}
    if snapshot is not None:
        line["snapshot"] = seeds.whole(header, row.round)
        entry = record.get("entry")
        if isinstance(entry, dict) and "commitment" in entry and (seed := seeds.seed(row.round)):
            line["seed"] = seed
    return line


@dataclass
class _Seeds:
    """The seeds of one table by round. Secret are only those that the table has not shown yet and that no key here
    opens; whatever else can't be opened is wrong."""

    table: int
    known: dict[int, str]
    sealed: set[int]  # with another key than those here
    shown: int  # rounds below this one have shown their seeds, and so has every shoe before the last
    shoe: int  # the round whose shuffle the last round deals from; 0 if it deals from its own
    wrong: dict[int, str] = field(default_factory=dict)

    @classmethod
    def of(cls, connection: sa.Connection, table: int, snaps: Mapping[int, str]) -> "_Seeds":
        last = max(snaps, default=0)
        at = every(connection, EntryRow, '"table" = :table AND number = :number', table=table, number=last)
        shown = next((row.round for row in [*at]), 0)
        shoe = vault.hidden_since(parsed(snaps[last])) if snaps else 0
        found = cls(table, {}, set(), shown, shoe)
        boxes = _boxes(connection)
        for row in [*every(connection, SeedRow, '"table" = :table', table=table)]:
            found._take(boxes, row.round, row.sealed, row.seed)
        return found

    def _take(self, boxes: "_Boxes", round: int, sealed: str | None, seed: str | None) -> None:
        if seed:
            self.known[round] = seed
        elif sealed and not self._secret(round):
            self.wrong[round] = "its seed was shown at the table, and is not in the database any more"
        elif sealed and boxes.all_else:
            self.sealed.add(round)
        elif sealed:
            self._open(boxes, round, sealed)

    def _open(self, boxes: "_Boxes", round: int, sealed: str) -> None:
        for box in boxes.ours:
            with suppress(VaultWrong):
                self.known[round] = box.opened(sealed, table=self.table, round=round)
                return
        self.wrong[round] = "its sealed seed does not open with the key that it is sealed with"

    def _secret(self, round: int) -> bool:
        """The table has not shown the seed of this round."""
        return round >= self.shown or round == self.shoe

    def seed(self, round: int) -> str | None:
        if round not in self.known and round not in self.sealed:
            self.wrong.setdefault(round, "its seed was taken out of the database")
        return self.known.get(round)

    def whole(self, header: Any, round: int) -> Any:
        """A snapshot with the shoe that is hidden in it, if it is not secret; else as it is kept."""
        since = vault.hidden_since(header)
        if not since or (since in self.sealed and self._secret(since)):
            return header
        if since not in self.known:
            self.wrong.setdefault(round, f"the seed of round {since}, which its snapshot is hidden by, is gone")
            return header
        try:
            return vault.show_shoe(header, self.known[since], table=self.table, round=round)
        except VaultWrong:
            self.wrong.setdefault(round, f"the shoe in its snapshot does not open with the seed of round {since}")
            return header


@dataclass(frozen=True)
class _Boxes:
    """The vaults that there are keys for here; `all_else` if the database names the key of another one."""

    ours: tuple[Vault, ...]
    all_else: bool


def _boxes(connection: sa.Connection) -> _Boxes:
    keys = [key for key in (known(vault.KEY), known(vault.OLD_KEY)) if key]
    named = next((row.fingerprint for row in [*every(connection, VaultRow)]), None)
    ours = tuple(box for box in map(Vault, keys) if box.fingerprint == named)
    return _Boxes(ours, not ours)
