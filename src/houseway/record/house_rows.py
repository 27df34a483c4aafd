"""A house's database read whole: every row of every table, as they were at one moment."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import sqlalchemy as sa

from houseway.record import inspection

Row = dict[str, Any]
_READ = {
    "accounts": "SELECT * FROM accounts ORDER BY id",
    "postings": "SELECT * FROM postings ORDER BY id",
    "tables": "SELECT * FROM tables ORDER BY id",
    "seats": 'SELECT * FROM seats ORDER BY "table", seat',
    "entries": 'SELECT "table", number, round, account, key FROM entries ORDER BY "table", number',
    "snapshots": 'SELECT "table", number, round, sitting FROM snapshots ORDER BY "table", number',
    "results": 'SELECT * FROM results ORDER BY "table", day',
    "submissions": "SELECT * FROM submissions ORDER BY id",
    "acts": "SELECT * FROM acts ORDER BY id",
    "heads": "SELECT * FROM heads ORDER BY number",
    "sessions": "SELECT * FROM sessions ORDER BY id",
    "waiting": 'SELECT * FROM waiting ORDER BY "table", seat',
}
_ANSWERS = "SELECT * FROM school_answers WHERE exam IS NOT NULL ORDER BY id"


@dataclass(frozen=True)
class HouseRows:
    """The rows of a house's database, as they were at one moment."""

    daybook: list[Mapping[str, Any]]
    rows: dict[str, list[Row]]
    version: str | None = None

    @property
    def house(self) -> str:
        return str(self.daybook[0]["hash"]) if self.daybook else ""

    @cached_property
    def _by_table(self) -> dict[tuple[str, int], list[Row]]:
        found: dict[tuple[str, int], list[Row]] = {}
        for name in ("entries", "snapshots", "seats", "results"):
            for row in self.rows[name]:
                found.setdefault((name, row["table"]), []).append(row)
        return found

    def of(self, table: int, name: str) -> list[Row]:
        """The rows of one table."""
        return self._by_table.get((name, table), [])


def house_name(connection: sa.Connection) -> str:
    """The hash of the daybook's first record; empty if there is none."""
    if not sa.inspect(connection).has_table("daybook"):
        return ""
    return str(connection.execute(sa.text("SELECT hash FROM daybook WHERE number = 0")).scalar() or "")


def read(connection: sa.Connection) -> HouseRows | None:
    """Everything but the journals; None of a database that has no daybook."""
    if not sa.inspect(connection).has_table("daybook"):
        return None
    lines: list[Mapping[str, Any]] = []
    for row in connection.execute(sa.text("SELECT * FROM daybook ORDER BY number")).mappings():
        try:
            lines.append({**row, "record": json.loads(row["record"])})
        except ValueError:
            lines.append({**row, "record": None})
    found = {part: _all(connection, asked) for part, asked in _READ.items()}
    since = sa.inspect(connection).has_table("school_answers")  # older versions had no school
    found["answers"] = _all(connection, _ANSWERS) if since else []
    for part in ("signatures", "school_classes", "tokens"):  # older versions had none
        there = sa.inspect(connection).has_table(part)
        found[part] = _all(connection, f"SELECT * FROM {part}") if there else []
    return HouseRows(lines, found, inspection.version(connection))


def _all(connection: sa.Connection, asked: str) -> list[Row]:
    return [dict(row) for row in connection.execute(sa.text(asked)).mappings()]
