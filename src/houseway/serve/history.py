"""What was played at a table."""

import json
from typing import Any

import sqlalchemy as sa

from houseway.serve import store as kept_in
from houseway.serve.store import Store

AT_ONCE = 50


async def rounds_of(store: Store, table: int, *, before: int) -> list[dict[str, Any]]:
    """The rounds below a number, latest first, with when they began and how many sat there."""
    snaps, entries = kept_in.snapshots, kept_in.entries
    asked = (
        sa.select(snaps.c.round, snaps.c.sitting, snaps.c.header, entries.c.record)
        .join(entries, sa.and_(entries.c.table == snaps.c.table, entries.c.number == snaps.c.number))
        .where(snaps.c.table == table, snaps.c.round > 0, snaps.c.round < before)
        .order_by(snaps.c.round.desc())
        .limit(AT_ONCE)
    )
    rows = await store.read(lambda c: c.execute(asked).mappings().all())
    return [
        {
            "round": row["round"],
            "began": json.loads(row["record"])["at"],
            "seats": len(json.loads(row["header"])["table"]["seats"]),
        }
        for row in rows
    ]
