"""The versions of the operator's submission, as somebody wrote them, and which of them is in effect."""

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from houseway.record import daybook, rows
from houseway.record.daybook import By
from houseway.record.kept_rows import SubmissionRow, as_row
from houseway.record.schema import submissions

_LOCK = 1216  # the class of the advisory lock of workers that enter what the house was started with
_NEWEST = submissions.c.id.desc()


def latest(connection: Connection, most: int = 1) -> list[SubmissionRow]:
    """The latest versions, the newest first."""
    return _found(connection, sa.select(submissions).order_by(_NEWEST).limit(most))


def numbered(connection: Connection, id: int) -> SubmissionRow | None:
    return next(iter(_found(connection, sa.select(submissions).where(submissions.c.id == id))), None)


def in_effect(connection: Connection) -> SubmissionRow | None:
    asked = sa.select(submissions).where(submissions.c.effective.is_not(None))
    return next(iter(_found(connection, asked.order_by(submissions.c.effective.desc(), _NEWEST).limit(1))), None)


def last_of(connection: Connection, by: str) -> SubmissionRow | None:
    """The latest version that somebody wrote."""
    asked = sa.select(submissions).where(submissions.c.by == by).order_by(_NEWEST).limit(1)
    return next(iter(_found(connection, asked)), None)


def _found(connection: Connection, asked: sa.Select[tuple[object, ...]]) -> list[SubmissionRow]:
    return [as_row(SubmissionRow, row) for row in connection.execute(asked).mappings()]


def one_worker_at_a_time(connection: Connection) -> None:
    """No other worker passes here until the transaction is over."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_LOCK, 0)))


def keep(connection: Connection, text: str, by: By, *, errors: int, warnings: int) -> int:
    """A new version, entered in the daybook; its number."""
    row = {"text": text, "by": by.name, "at": daybook.at(connection), "errors": errors, "warnings": warnings}
    kept = connection.execute(submissions.insert().values(row).returning(submissions)).mappings().one()
    made = as_row(SubmissionRow, kept)
    daybook.note(connection, f"submission {made.id}", rows.submission(made), by=by)
    return made.id


def make_effective(connection: Connection, id: int, by: By) -> None:
    """Have a version in effect from now on, after whichever was before."""
    last = connection.execute(sa.select(sa.func.max(submissions.c.effective))).scalar() or 0
    when = max(daybook.at(connection), last + 1)
    connection.execute(submissions.update().where(submissions.c.id == id).values(effective=when, effective_by=by.name))
    entry = {"do": "effective", "submission": id, "at": when, "by": by.name}
    daybook.note(connection, f"submission {id}", entry, by=by)
