"""A backup with one byte flipped, wherever it is: refused, found, or the same house to the last row."""

import asyncio
import os
import sqlite3
from collections import Counter
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from houseway.record.database import StoreError
from houseway.record.store import Store
from tests.serve.test_backup import _backed_up_while_open, run

FULL = bool(os.environ.get("HOUSEWAY_FULL"))
EVERY = int(os.environ.get("HOUSEWAY_FLIP_EVERY", "23"))  # bytes, where all of the file is gone through
USED, ANY = 80, 20  # bytes that are tried otherwise: most of a small file is empty room in its pages


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("flipped")
    file = folder / "house.backup"
    asyncio.run(_backed_up_while_open(f"sqlite:///{folder / 'house.db'}", file))
    return file


def content(file: Path) -> dict[str, Any]:
    """Every row of a database, read without its indexes, which are checked by themselves, and what it defines:
    SQLite does not care how their words are written, nor what a constraint is called."""
    with closing(sqlite3.connect(file)) as connection:

        def asked(sql: str) -> list[Any]:
            return connection.execute(sql).fetchall()

        assert asked("PRAGMA integrity_check") == [("ok",)]
        defined = asked("SELECT type, name, tbl_name FROM sqlite_master ORDER BY type, name")
        found: dict[str, Any] = {"defined": defined}
        for kind, name, _ in defined:
            if kind == "table":
                found[name] = asked(f'SELECT * FROM "{name}" NOT INDEXED ORDER BY rowid')
            looks = ("foreign_key_list", "index_list") if kind == "table" else ("index_xinfo",)
            found[f"{name} is"] = [str(asked(f'PRAGMA {look}("{name}")')).lower() for look in looks]
            columns = asked(f'PRAGMA table_xinfo("{name}")')
            found[f"{name} has"] = [str((*row[:2], _affinity(row[2]), *row[3:])).lower() for row in columns]
        return found


def _affinity(declared: str) -> str:
    """What SQLite makes of a column's type, by its documented rules: INTEGAR is as good as INTEGER."""
    kinds = {"INT": "integer", "CHAR": "text", "CLOB": "text", "TEXT": "text", "BLOB": "blob", "REAL": "real"}
    kinds |= {"FLOA": "real", "DOUB": "real"}
    return next((kind for part, kind in kinds.items() if part in declared.upper()), "numeric" if declared else "blob")


def flipped(kept: Path, folder: Path, places: Iterable[int]) -> Counter[str]:
    """Try to restore the backup with each of these bytes flipped."""
    whole, should = kept.read_bytes(), content(kept)
    outcomes: Counter[str] = Counter()
    file, restored = folder / "flipped.backup", folder / "restored.db"
    for place in places:
        flip = 1 << Random(place).randrange(8)
        file.write_bytes(whole[:place] + bytes([whole[place] ^ flip]) + whole[place + 1 :])
        status, said = run("restore", str(file), "--database", str(restored))
        what = f"byte {place} ^ {flip}: {said}"
        if status == 0:
            outcomes["harmless"] += 1
            for name, part in content(file).items():
                assert part == should[name], f"{what}: {name}"
            _same(content(restored), should, what)
            restored.unlink()
        else:
            assert status == 2 and len(said.strip().splitlines()) == 1 and not restored.exists(), what
            outcomes["found" if "does not prove" in said else "refused"] += 1
    return outcomes


def _same(found: dict[str, Any], should: dict[str, Any], what: str) -> None:
    """All rows are as they were; the restore itself adds a record and its head to the end."""
    assert found.keys() == should.keys(), what
    for name, rows in should.items():
        assert found[name][: len(rows)] == rows, f"{what}: {name}"
        assert len(found[name]) == len(rows) or name in ("daybook", "heads"), f"{what}: {name}"


def test_a_flipped_byte_is_refused_or_found_or_changes_nothing(kept: Path, tmp_path: Path) -> None:
    whole, rng = kept.read_bytes(), Random(34)
    used = [place for place, byte in enumerate(whole) if byte]
    places = [*rng.sample(used, USED), *rng.sample(range(len(whole)), ANY)]
    outcomes = flipped(kept, tmp_path, range(0, len(whole), EVERY) if FULL else places)
    print(f"{len(whole):,} bytes, {len(used):,} of them used; {outcomes.total():,} flipped: {dict(outcomes)}")
    assert outcomes["found"] and outcomes["refused"]


def test_a_backup_whose_column_has_another_name_is_refused_in_one_sentence(kept: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(kept)) as connection:
        tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        columns = [
            (table, row[1])
            for table in tables
            if table not in ("alembic_version", "sqlite_sequence")
            for row in connection.execute(f'PRAGMA table_info("{table}")')
        ]
    assert ("results", "fees") in columns
    for table, column in columns:
        file = tmp_path / "renamed.backup"
        file.write_bytes(kept.read_bytes())
        with closing(sqlite3.connect(file)) as connection:
            connection.execute(f'ALTER TABLE "{table}" RENAME COLUMN "{column}" TO "{column}_"')
            connection.commit()
        status, said = run("restore", str(file), "--database", str(tmp_path / "restored.db"))
        assert status == 2 and len(said.strip().splitlines()) == 1, f"{table}.{column}: {said}"
        assert f"the column {column} of the table {table} is missing" in " ".join(said.split()), said


def test_a_house_whose_index_leads_elsewhere_does_not_open(tmp_path: Path) -> None:
    file = tmp_path / "house.db"
    for _ in range(2):  # the first makes it
        _open_and_close(file)
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        size = connection.execute("PRAGMA page_size").fetchone()[0]
        root = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'daybook_by_about'").fetchone()[0]
    whole, begins = bytearray(file.read_bytes()), (root - 1) * size
    at = whole.index(b"house", begins, begins + size)
    whole[at] ^= 1
    file.write_bytes(whole)
    with pytest.raises(StoreError, match="the database file is damaged") as refused:
        _open_and_close(file)
    assert len(str(refused.value).splitlines()) == 1


def _open_and_close(file: Path) -> None:
    store = Store(f"sqlite:///{file}")
    try:
        store.open()
    finally:
        store.close()
