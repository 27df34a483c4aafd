"""The seeds of rounds: sealed in the store from the moment a round begins, in clear when the round has revealed them.

The journal's chain holds a round's commitment and not its seed, so that the seed can be kept beside it, sealed.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from houseway.record import keys, vault
from houseway.record.chain import canonical
from houseway.record.database import write_rows
from houseway.record.schema import seeds, vaults
from houseway.record.vault import Vault


class WrongKey(ValueError):
    """The seeds of this database are sealed with another key."""


def open_vault(connection: Connection) -> Vault:
    """The house's vault: with the key that its seeds are sealed with, or, if the one before is given too, with a new
    one under which they are sealed again."""
    ours = Vault(keys.secret(vault.KEY))
    held = connection.execute(sa.select(vaults.c.fingerprint)).scalar()
    if held is None:
        connection.execute(vaults.insert().values(id=1, fingerprint=ours.fingerprint))
    elif held != ours.fingerprint:
        old = keys.known(vault.OLD_KEY)
        if old is None or Vault(old).fingerprint != held:
            raise WrongKey(
                f"its seeds are sealed with the key {held}, and the key given is {ours.fingerprint}: give the one it "
                f"had, or to change keys give that one as HOUSEWAY_SEEDS_OLD_KEY"
            )
        _seal_again(connection, Vault(old), ours)
    for row in _shut(connection):
        ours.opened(row["sealed"], table=row["table"], round=row["round"])
    return ours


def _shut(connection: Connection) -> list[sa.RowMapping]:
    """The seeds that are not revealed: one for each table where a round is played or a shoe goes on."""
    return list(connection.execute(sa.select(seeds).where(seeds.c.sealed.is_not(None))).mappings())


def _seal_again(connection: Connection, old: Vault, new: Vault) -> None:
    for row in _shut(connection):
        table, round = row["table"], row["round"]
        seed = old.opened(row["sealed"], table=table, round=round)
        here = sa.and_(seeds.c.table == table, seeds.c.round == round)
        connection.execute(seeds.update().where(here).values(sealed=new.shut(seed, table=table, round=round)))
    connection.execute(vaults.update().values(fingerprint=new.fingerprint))


# Writing


_KEEP = seeds.insert()
_REVEAL = (
    seeds.update()
    .where(seeds.c.table == sa.bindparam("of_table"), seeds.c.round == sa.bindparam("of_round"))
    .values(seed=sa.bindparam("shown"), sealed=sa.null())
)


def keep(connection: Connection, rows: Sequence[Mapping[str, Any]]) -> None:
    """Seals the seeds of rounds that begin: of each its table, its round and the seed."""
    vault = _vault(connection)
    shut = [
        {"table": row["table"], "round": row["round"], "sealed": vault.shut(row["seed"], **_of(row))} for row in rows
    ]
    write_rows(connection, _KEEP, shut)


def reveal(connection: Connection, rows: Sequence[Mapping[str, Any]]) -> None:
    """Keeps seeds in clear that their tables have shown."""
    shown = [{"of_table": row["table"], "of_round": row["round"], "shown": row["seed"]} for row in rows]
    write_rows(connection, _REVEAL, shown)


def _of(row: Mapping[str, Any]) -> dict[str, int]:
    return {"table": row["table"], "round": row["round"]}


# Reading


def of_rounds(connection: Connection, table: int, rounds: Iterable[int] | None = None) -> dict[int, str]:
    """Seeds by round, of some rounds or of all, whether they are revealed or not."""
    asked = sa.select(seeds.c.round, seeds.c.sealed, seeds.c.seed).where(seeds.c.table == table)
    if rounds is not None:
        asked = asked.where(seeds.c.round.in_(list(rounds)))
    return {
        round: seed or _vault(connection).opened(shut, table=table, round=round)
        for round, shut, seed in connection.execute(asked)
    }


def whole_header(connection: Connection, table: int, round: int, header: str) -> str:
    """A snapshot with the shoe that is hidden in it."""
    read = json.loads(header)
    since = vault.hidden_since(read)
    if not since:
        return header
    seed = of_rounds(connection, table, [since])[since]
    return canonical(vault.show_shoe(read, seed, table=table, round=round)).decode()


def with_seed(record: dict[str, Any], seeds: Mapping[int, str], round: int) -> dict[str, Any]:
    """A record whose entry can be played again: a round begins with its seed."""
    if record["entry"].get("do") != "begin":
        return record
    return {**record, "entry": {**record["entry"], "seed": seeds[round]}}


def _vault(connection: Connection) -> Vault:
    """The one that the house was opened with; who only looks takes the key that is there."""
    found: Vault | None = connection.get_execution_options().get("vault")
    return found or Vault(keys.secret(vault.KEY))
