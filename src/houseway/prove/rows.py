"""What the daybook says of a row of the database: written when the row is, and compared with it ever after."""

import hashlib
from collections.abc import Mapping
from typing import Any

from houseway.prove.chain import digest

Row = Mapping[str, Any]
Entry = dict[str, Any]
_HOW_RUN = ("name", "game", "choices", "by_hand", "clock", "bots", "bot")


def account(row: Row) -> Entry:
    """Who somebody is and what they may do; what only they know is named by its digest."""
    return {
        "do": "account",
        "account": row["id"],
        "name": row["name"],
        "role": row["role"],
        "disabled": bool(row["disabled"]),
        "secrets": digest([row["password"], row["second"], row["recovery"]]),
    }


def table(row: Row) -> Entry:
    """A table as it was opened."""
    said = {name: row[name] for name in _HOW_RUN}
    return {"do": "open table", "table": row["id"], **said, "by_hand": bool(row["by_hand"])}


def submission(row: Row) -> Entry:
    """A version as it was written."""
    text = hashlib.sha256(row["text"].encode()).hexdigest()
    return {"do": "submission", "submission": row["id"], "text": text, "by": row["by"], "at": row["at"]}


def act(row: Row) -> Entry:
    """What somebody did, word for word."""
    return {"do": "act", **{name: row[name] for name in ("id", "at", "act", "account", "name", "address", "about")}}


def posting(row: Row) -> Entry:
    """What a posting's row has of the daybook's record."""
    return {"account": row["account"], "amount": row["amount"], "why": row["why"], "table": row["table"]}


def differences(said: Row, row: Row) -> str:
    """In what a row is not what was recorded of it; empty if it is."""
    return ", ".join(name for name in said if said[name] != row.get(name))
