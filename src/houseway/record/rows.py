"""What the daybook says of a row of the database: written when the row is, and compared with it ever after."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

from houseway.record.chain import digest
from houseway.record.kept_rows import (
    AccountRow,
    ActRow,
    AnswerRow,
    ClassRow,
    PostingRow,
    SeatRow,
    SessionRow,
    SignatureRow,
    SubmissionRow,
    TableRow,
    TokenRow,
    WaitingRow,
)
from houseway.record.marks import Marks

Entry = dict[str, Any]
Marked = SessionRow | WaitingRow | SeatRow | SignatureRow | ClassRow | TokenRow
MARKED: tuple[type[Marked], ...] = (SessionRow, WaitingRow, SeatRow, SignatureRow, ClassRow, TokenRow)
_HOW_RUN = ("name", "game", "choices", "by_hand", "clock", "bots", "bot")


def account(row: AccountRow) -> Entry:
    """Who somebody is and what they may do; what only they know is named by its digest."""
    return {
        "do": "account",
        "account": row.id,
        "name": row.name,
        "role": row.role,
        "disabled": row.disabled,
        "created": row.created,
        "found_by": [row.folded, row.looks],
        "second_used": row.second_used,
        "secrets": digest([row.password, row.second, row.recovery]),
    }


def table(row: TableRow) -> Entry:
    """A table as it was opened."""
    return {"do": "open table", "table": row.id, **{name: getattr(row, name) for name in _HOW_RUN}}


def submission(row: SubmissionRow) -> Entry:
    """A version as it was written."""
    text = hashlib.sha256(row.text.encode()).hexdigest()
    said = {"by": row.by, "at": row.at, "errors": row.errors, "warnings": row.warnings}
    return {"do": "submission", "submission": row.id, "text": text, **said}


def answer(row: AnswerRow) -> Entry:
    """An answer in an exam, whole, by its digest."""
    said = {name: int(one) if isinstance(one, bool) else one for name, one in row.columns().items()}
    return {"do": "exam answer", "answer": row.id, "account": row.account, "row": digest(said)}


def act(row: ActRow) -> Entry:
    """What somebody did, word for word."""
    return {"do": "act", **row.columns()}


def posting(row: PostingRow) -> Entry:
    """What a posting's row has of the daybook's record."""
    return {"account": row.account, "amount": row.amount, "why": row.why, "table": row.table}


_MOST = 20  # findings of a kind


def unmarked(found: Iterable[Marked], marks: Marks) -> Iterator[str]:
    """Rows that somebody else than the house wrote or changed."""
    wrong = (row for row in found if not marks.right(row.TABLE, row.columns()))
    for row in islice(wrong, _MOST):
        match row:
            case SessionRow():
                what = f"session {row.id[:16]} of account {row.account}"
            case TokenRow():
                what = f"token {row.id[:16]} of account {row.account}"
            case WaitingRow():
                what = f"table {row.table}: that account {row.account} waits for {row.seat}"
            case SignatureRow():
                what = f"first signature {row.id} of account {row.account}"
            case ClassRow():
                what = f"the class of exam {row.code}"
            case SeatRow():
                what = f"table {row.table}: {row.seat}"
        yield f"{what} was put in or changed by somebody else than the house"


def differences(said: Mapping[str, Any], row: Mapping[str, Any]) -> str:
    """In what a row is not what was recorded of it; empty if it is."""
    return ", ".join(name for name in said if said[name] != row.get(name))
