"""A database's tables, columns and indexes in words that are the same for SQLite and PostgreSQL, and what is added.

A trigger, a rule or a default can do what no row shows: whatever is not as the migrations make it is a finding.
"""

import re
import warnings
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import SAWarning

Described = Mapping[str, Mapping[str, Any]]
VERSION = "alembic_version"  # the table that names the version
_NULL_IN_KEY = "columns of the key that may be null"

_ADDED_SQLITE = "SELECT type, name FROM sqlite_master WHERE type IN ('trigger', 'view') ORDER BY type, name"
_ADDED_POSTGRESQL = """
SELECT 'trigger' AS kind, tgname AS name FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
    WHERE NOT tgisinternal AND relnamespace = current_schema()::regnamespace
UNION ALL SELECT 'rule', rulename FROM pg_rewrite JOIN pg_class ON pg_class.oid = ev_class
    WHERE relkind IN ('r', 'p') AND relnamespace = current_schema()::regnamespace
UNION ALL SELECT 'view', relname FROM pg_class WHERE relkind IN ('v', 'm', 'f')
    AND relnamespace = current_schema()::regnamespace
    AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE pg_depend.objid = pg_class.oid AND deptype = 'e')
UNION ALL SELECT 'function', proname FROM pg_proc WHERE pronamespace = current_schema()::regnamespace
    AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE pg_depend.objid = pg_proc.oid AND deptype = 'e')
UNION ALL SELECT 'policy', polname FROM pg_policy JOIN pg_class ON pg_class.oid = polrelid
    WHERE relnamespace = current_schema()::regnamespace
UNION ALL SELECT 'event trigger', evtname FROM pg_event_trigger
UNION ALL SELECT 'heir', inhrelid::regclass::text FROM pg_inherits JOIN pg_class ON pg_class.oid = inhparent
    WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')
ORDER BY 1, 2
"""


def version(connection: sa.Connection) -> str | None:
    """The version that a database says it is of; None of one that has none."""
    if not sa.inspect(connection).has_table(VERSION):
        return None
    return connection.execute(sa.text(f"SELECT version_num FROM {VERSION}")).scalar()


def described(connection: sa.Connection) -> dict[str, dict[str, Any]]:
    """Every table, by its columns, keys and indexes."""
    look = sa.inspect(connection)
    names = [name for name in look.get_table_names() if name != VERSION]
    with warnings.catch_warnings():  # an odd definition is told as a finding, below
        warnings.simplefilter("ignore", SAWarning)
        return {name: _table(look, name) for name in sorted(names)}


def _table(look: sa.Inspector, name: str) -> dict[str, Any]:
    primary = look.get_pk_constraint(name)["constrained_columns"]
    described: dict[str, Any] = {"primary key": sorted(primary)}
    columns = look.get_columns(name)
    if look.dialect.name == "sqlite":  # which lets a part of a key be null where nothing is said; PostgreSQL never does
        described[_NULL_IN_KEY] = sorted(one["name"] for one in columns if one["nullable"] and one["name"] in primary)
    for column in columns:
        default = _plain(column.get("default"), f"{name}_{column['name']}_seq")
        kind = [str(column["type"]), bool(column["nullable"]) and column["name"] not in primary, default]
        described[f"column {column['name']}"] = kind + ["computed"] * ("computed" in column)
    uniques = [one["column_names"] for one in look.get_unique_constraints(name)]
    for index in look.get_indexes(name):
        if index.get("duplicates_constraint"):
            continue
        said = [index["column_names"], bool(index["unique"]), _where(index)]
        described[f"index {index['name']}"] = said
    described["unique"] = sorted(uniques)
    described["foreign keys"] = sorted(
        [one["constrained_columns"], one["referred_table"], one["referred_columns"], one["options"].get("ondelete")]
        for one in look.get_foreign_keys(name)
    )
    described["checks"] = sorted(one["sqltext"] for one in look.get_check_constraints(name))
    return described


def _where(index: Mapping[str, Any]) -> Any:
    """What an index has besides columns: a condition, or expressions."""
    options = index.get("dialect_options", {})
    return [str(options[name]) for name in sorted(options) if name.endswith("_where")] + index.get("expressions", [])


def _plain(default: str | None, sequence: str) -> str | None:
    """A default without the database's own way of writing it."""
    if default is None or default == f"nextval('{sequence}'::regclass)":
        return None
    text = re.sub(r"::[a-z ]+$", "", default.strip())
    text = text[1:-1] if len(text) > 1 and text[0] == text[-1] == "'" else text
    return {"false": "0", "true": "1"}.get(text, text)


def differences(connection: sa.Connection, expected: Described) -> Iterator[str]:
    """In what a database is not as its migrations make it, each in a sentence."""
    added = _ADDED_POSTGRESQL if connection.dialect.name == "postgresql" else _ADDED_SQLITE
    for kind, name in connection.execute(sa.text(added)):
        yield f"the database has the {kind} {name}, which no version of Houseway makes"
    there = described(connection)
    if connection.dialect.name != "sqlite":
        expected = {name: {**parts, _NULL_IN_KEY: None} for name, parts in expected.items()}
        there = {name: {**parts, _NULL_IN_KEY: None} for name, parts in there.items()}
    for name in sorted(there.keys() | expected.keys()):
        if name not in expected:
            yield f"the database has the table {name}, which no version of Houseway makes"
        elif name not in there:
            yield f"the table {name} was taken out of the database"
        elif there[name] != expected[name]:
            parts = there[name].keys() | expected[name].keys()
            wrong = sorted(part for part in parts if there[name].get(part) != expected[name].get(part))
            yield f"the table {name} is not as Houseway makes it: {', '.join(wrong)}"


def missing_columns(connection: sa.Connection, expected: Described) -> Iterator[str]:
    """The columns that its migrations make and a database does not have: its rows can't be read."""
    there = described(connection)
    for name in expected.keys() & there.keys():
        for part in expected[name].keys() - there[name].keys():
            if part.startswith("column "):
                yield f"the {part} of the table {name}"


# SQLite goes by the definitions; the names beside them are read when something is dropped or altered.
_LISTED = "SELECT type, name, tbl_name FROM sqlite_master WHERE type IN ('table', 'index')"
_IN_EFFECT = """
SELECT 'table', name, name FROM pragma_table_list WHERE schema = 'main' AND name NOT LIKE 'sqlite_schema'
UNION ALL SELECT 'index', indexes.name, tables.name
    FROM pragma_table_list AS tables, pragma_index_list(tables.name) AS indexes
    WHERE tables.schema = 'main'
"""
OPENED_WITH = ("accounts", "daybook", "heads", "seats", "sessions", "submissions", "tables", "tokens", "waiting")


def damage(connection: sa.Connection, tables: Iterable[str] | None = None) -> Iterator[str]:
    """Where a SQLite file is damaged so that its rows can be read and its indexes lead elsewhere: in these tables, or
    anywhere. PostgreSQL has tools of its own for that."""
    if connection.dialect.name != "sqlite":
        return
    listed = {tuple(row) for row in connection.exec_driver_sql(_LISTED)}
    if odd := listed ^ {tuple(row) for row in connection.exec_driver_sql(_IN_EFFECT)}:
        kind, name, _ = min(odd)
        yield f"the database file is damaged: its list of tables and indexes is not right at the {kind} {name}"
    there = sa.inspect(connection).get_table_names()
    for name in [None] if tables is None else [one for one in tables if one in there]:
        asked = f"PRAGMA integrity_check({name})" if name else "PRAGMA integrity_check"
        for said in connection.exec_driver_sql(asked).scalars():
            if said != "ok":
                lines = [line for line in str(said).splitlines() if not line.startswith("***")]
                yield f"the database file is damaged: {'; '.join(lines)}"
