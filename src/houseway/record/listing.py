"""What lists of tables need to know: names, how each was opened, and whether anything was played since."""

from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from houseway.record.schema import entries, results, tables


@dataclass(frozen=True)
class Opened:
    """What an open table was opened with."""

    game: str
    choices: str


@dataclass(frozen=True)
class Stands:
    """What tells a house from itself a round later."""

    rounds: int
    records: int
    tables: frozenset[int]


def open_tables(connection: Connection) -> dict[str, Opened]:
    """Every open table by its name."""
    asked = sa.select(tables.c.name, tables.c.game, tables.c.choices).where(tables.c.closed.is_(False))
    return {name: Opened(game, choices) for name, game, choices in connection.execute(asked)}


def with_results(connection: Connection) -> list[tuple[int, str]]:
    """Every table that has results by number and name, also those that are closed."""
    played = sa.select(results.c.table).distinct()
    asked = sa.select(tables.c.id, tables.c.name).where(tables.c.id.in_(played)).order_by(tables.c.name, tables.c.id)
    return [(id, name) for id, name in connection.execute(asked)]


def stands(connection: Connection) -> Stands:
    rounds = connection.execute(sa.select(sa.func.sum(results.c.rounds))).scalar()
    records = connection.execute(sa.select(sa.func.count()).select_from(entries)).scalar()
    return Stands(rounds or 0, records or 0, frozenset(connection.execute(sa.select(tables.c.id)).scalars()))


def answers(connection: Connection) -> bool:
    """The database answers at all."""
    return connection.execute(sa.select(1)).scalar() == 1
