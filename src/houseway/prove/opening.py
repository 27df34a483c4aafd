"""What is looked at before a house opens: the tails of its chains, its heads, its sums, its staff and its tables.

The work grows with the accounts and the tables, never with the rounds that were played; `houseway prove`
looks at everything.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any

import sqlalchemy as sa

from houseway.prove import rows
from houseway.prove.chain import FIRST, link
from houseway.prove.heads import SignedHead
from houseway.rules.money import shown

ALL_TABLES = "all tables"  # what a seal of every open table is about
_MOST = 20  # findings of a kind


def findings(connection: sa.Connection, *, key: str, seen: list[SignedHead]) -> list[str]:
    """What is wrong with a house's database, each in a sentence; nothing if it is as the house left it."""
    wrong = [*_heads(connection, key, seen)]
    if not wrong:  # what the daybook says is worth comparing with
        wrong = [*_tables(connection), *_sums(connection), *_staff(connection), *_submission(connection)]
    return wrong


def _rows(connection: sa.Connection, asked: str, **values: Any) -> Iterator[Mapping[str, Any]]:
    for row in connection.execute(sa.text(asked), values).mappings():
        yield dict(row)


def _heads(connection: sa.Connection, key: str, seen: list[SignedHead]) -> Iterator[str]:
    house = connection.execute(sa.text("SELECT hash FROM daybook WHERE number = 0")).scalar()
    last = next(_rows(connection, "SELECT * FROM heads ORDER BY number DESC LIMIT 1"), None)
    for head in seen:
        if head.house != house:
            yield f"another house was served from here until {head.at}: its database was replaced"
        elif _hash(connection, head.number) != head.hash:
            yield (
                f"the head that the house signed at {head.at} (record {head.number}) is not in its daybook: "
                "what was recorded was changed or taken out, or this is an older copy"
            )
    if last is None:
        return
    signed = SignedHead(house=str(house), **last)
    if signed.key != key:
        yield (
            f"its last head is signed with key {signed.key[:16]}…, and the key here is {key[:16]}…: "
            "put the house's own key back"
        )
    elif not signed.genuine() or _hash(connection, signed.number) != signed.hash:
        yield f"its last head, of {signed.at} (record {signed.number}), is not what the house signed"
    first = min(signed.number, _last_whole_seal(connection))
    tail = "SELECT number, record, hash FROM daybook WHERE number >= :first ORDER BY number"
    yield from _unlinked(_rows(connection, tail, first=first - 1), "the daybook")


def _hash(connection: sa.Connection, number: int) -> str | None:
    asked = sa.text("SELECT hash FROM daybook WHERE number = :number")
    return connection.execute(asked, {"number": number}).scalar()


def _unlinked(found: Iterator[Mapping[str, Any]], name: str) -> Iterator[str]:
    """Where the tail of a chain is broken; its first row only says what the next one follows."""
    number, hash = -1, FIRST
    for at, row in enumerate(found):
        known = at == 0 and row["number"] > 0
        if not known and (row["number"] != number + 1 or link(hash, _record(row)) != row["hash"]):
            yield f"{name} is broken at record {row['number']}"
            return
        number, hash = row["number"], row["hash"]


def _record(row: Mapping[str, Any]) -> dict[str, Any]:
    try:
        found = json.loads(row["record"])
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _tables(connection: sa.Connection) -> Iterator[str]:
    sealed = _sealed(connection)
    there = {row["id"]: row for row in _rows(connection, "SELECT * FROM tables WHERE NOT closed ORDER BY id")}
    for id in sealed.keys() - there.keys():
        if _about(connection, id, latest=True).get("do") != "close table":
            yield f"table {id} was taken out or closed by somebody else"
    for id, row in there.items():
        name = f"table {id} ({row['name']})"
        opened = _about(connection, id)
        if not opened or id not in sealed:
            yield f"{name} is not in the daybook as an open one"
            continue
        if wrong := rows.differences(rows.table(row), opened):
            yield f"{name} differs from what was recorded: {wrong}"
        number, hash = sealed[id]
        at = 'SELECT hash FROM entries WHERE "table" = :id AND number = :number'
        if connection.execute(sa.text(at), {"id": id, "number": number}).scalar() != hash:
            yield f"{name}: record {number} of its journal, where it was sealed, was changed or taken out"
            continue
        tail = 'SELECT number, record, hash FROM entries WHERE "table" = :id AND number >= :first ORDER BY number'
        yield from _unlinked(_rows(connection, tail, id=id, first=number - 1), name)


def _about(connection: sa.Connection, table: int, *, latest: bool = False) -> dict[str, Any]:
    """The first or the latest that the daybook says of a table."""
    asked = f"SELECT record FROM daybook WHERE about = :it ORDER BY number {'DESC' if latest else ''} LIMIT 1"
    row = next(_rows(connection, asked, it=f"table {table}"), None)
    entry = _record(row).get("entry", {}) if row else {}
    return entry if isinstance(entry, dict) else {}


def _last_whole_seal(connection: sa.Connection) -> int:
    """The record that last sealed every open table."""
    asked = sa.text("SELECT max(number) FROM daybook WHERE about = :about")
    return connection.execute(asked, {"about": ALL_TABLES}).scalar() or 0


def _sealed(connection: sa.Connection) -> dict[int, tuple[int, str]]:
    """Where every open table's chain ended when it was last sealed."""
    first = _last_whole_seal(connection)
    ends: dict[int, tuple[int, str]] = {}
    since = "SELECT record FROM daybook WHERE number >= :first ORDER BY number"
    for row in _rows(connection, since, first=first):
        entry = _record(row).get("entry", {})
        match entry.get("do"):
            case "seal":
                for id, (number, hash) in entry["tables"].items():
                    if number >= ends.get(int(id), (0, ""))[0]:  # another worker may have sealed more of it before
                        ends[int(id)] = (number, hash)
            case "open table":
                ends[entry["table"]] = tuple(entry["head"])
            case "close table":
                ends.pop(entry["table"], None)
    return ends


def _sums(connection: sa.Connection) -> Iterator[str]:
    """Balances that are not what the last posting left."""
    asked = (
        "SELECT accounts.id, accounts.name, accounts.balance, daybook.record FROM accounts LEFT JOIN daybook ON "
        "daybook.number = (SELECT max(number) FROM daybook WHERE about = 'account ' || accounts.id) "
        "ORDER BY accounts.id"
    )
    wrong = 0
    for row in _rows(connection, asked):
        should = _record(row).get("entry", {}).get("balance") if row["record"] else 0
        if should is None:  # the last that is known of the account is no posting
            should = next((one["balance"] for one in _entries(connection, row["id"]) if "balance" in one), 0)
        if row["balance"] != should and wrong < _MOST:
            wrong += 1
            who = f"account {row['id']} ({row['name']})"
            yield f"{who}: its balance is {shown(row['balance'])}, and {shown(should)} by its postings"


def _entries(connection: sa.Connection, account: int) -> Iterator[dict[str, Any]]:
    """What the daybook says of an account, the latest first."""
    said = "SELECT record FROM daybook WHERE about = :it ORDER BY number DESC"
    return (_record(one).get("entry", {}) for one in _rows(connection, said, it=f"account {account}"))


def _staff(connection: sa.Connection) -> Iterator[str]:
    for row in _rows(connection, "SELECT * FROM accounts WHERE role <> 'player' ORDER BY id"):
        entry = next((one for one in _entries(connection, row["id"]) if one.get("do") == "account"), None)
        if entry is None:
            yield f"account {row['id']} ({row['name']}), a {row['role']}, is not in the daybook"
        elif wrong := rows.differences(rows.account(row), entry):
            yield f"account {row['id']} ({row['name']}), a {row['role']}, differs from what was recorded: {wrong}"


def _submission(connection: sa.Connection) -> Iterator[str]:
    effect = "SELECT * FROM submissions WHERE effective IS NOT NULL ORDER BY effective DESC, id DESC LIMIT 1"
    row = next(_rows(connection, effect), None)
    if row is None:
        return
    said = "SELECT record FROM daybook WHERE about = :it ORDER BY number"
    entries = [_record(one)["entry"] for one in _rows(connection, said, it=f"submission {row['id']}")]
    written: dict[str, Any] = next((one for one in entries if one["do"] == "submission"), {})
    effected = [one for one in entries if one["do"] == "effective"]
    wrong = rows.differences(rows.submission(row), written)
    if wrong or not effected or effected[-1]["at"] != row["effective"]:
        yield f"version {row['id']} of the submission, which is in effect, is not what was recorded"
