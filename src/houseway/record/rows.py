"""What the daybook says of a row of the database: written when the row is, and compared with it ever after."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

from houseway.record.chain import digest
from houseway.record.marks import Marks

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
        "created": row["created"],
        "found_by": [row["folded"], row["looks"]],
        "second_used": row["second_used"],
        "secrets": digest([row["password"], row["second"], row["recovery"]]),
    }


def table(row: Row) -> Entry:
    """A table as it was opened."""
    said = {name: row[name] for name in _HOW_RUN}
    return {"do": "open table", "table": row["id"], **said, "by_hand": bool(row["by_hand"])}


def submission(row: Row) -> Entry:
    """A version as it was written."""
    text = hashlib.sha256(row["text"].encode()).hexdigest()
    said = {name: row[name] for name in ("by", "at", "errors", "warnings")}
    return {"do": "submission", "submission": row["id"], "text": text, **said}


def answer(row: Row) -> Entry:
    """An answer in an exam, whole, by its digest."""
    said = {name: int(one) if isinstance(one, bool) else one for name, one in row.items()}
    return {"do": "exam answer", "answer": row["id"], "account": row["account"], "row": digest(said)}


def act(row: Row) -> Entry:
    """What somebody did, word for word."""
    return {"do": "act", **{name: row[name] for name in ("id", "at", "act", "account", "name", "address", "about")}}


def posting(row: Row) -> Entry:
    """What a posting's row has of the daybook's record."""
    return {"account": row["account"], "amount": row["amount"], "why": row["why"], "table": row["table"]}


_MOST = 20  # findings of a kind


def unmarked(table: str, found: Iterable[Row], marks: Marks) -> Iterator[str]:
    """Rows that somebody else than the house wrote or changed."""
    wrong = (row for row in found if not marks.right(table, row))
    for row in islice(wrong, _MOST):
        match table:
            case "sessions":
                what = f"session {str(row['id'])[:16]} of account {row['account']}"
            case "tokens":
                what = f"token {str(row['id'])[:16]} of account {row['account']}"
            case "waiting":
                what = f"table {row['table']}: that account {row['account']} waits for {row['seat']}"
            case "signatures":
                what = f"first signature {row['id']} of account {row['account']}"
            case "school_classes":
                what = f"the class of exam {row['code']}"
            case _:
                what = f"table {row['table']}: {row['seat']}"
        yield f"{what} was put in or changed by somebody else than the house"


def differences(said: Row, row: Row) -> str:
    """In what a row is not what was recorded of it; empty if it is."""
    return ", ".join(name for name in said if said[name] != row.get(name))
