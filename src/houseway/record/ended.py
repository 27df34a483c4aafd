"""Sessions, tokens and waits that are over, as the daybook records it: a row that comes back was put back by somebody.

A mark shows that the house once wrote a row, and not that the row still holds. So the daybook records what ends: each
session that is ended before its time, each token that is revoked, and each wait that is taken back. A wait that is over
because somebody sat down has its key in the table's journal.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from houseway.record.kept_rows import SessionRow, TokenRow, WaitingRow

_NAMED = 32  # digits of a session's id


def name_of(session: str) -> str:
    """A session as the daybook names it."""
    return session[:_NAMED]


@dataclass
class Ended:
    """What is over."""

    sessions: set[str] = field(default_factory=set)  # by their names in the daybook
    tokens: set[str] = field(default_factory=set)  # the same
    waits: set[tuple[int, int, str]] = field(default_factory=set)  # table, account and key
    restored: int = 0  # milliseconds since 1970: no session that began before is in a restored house

    def take(self, entry: Mapping[str, Any], at: str) -> None:
        """What a record of the daybook ends."""
        match entry["do"]:
            case "session over":
                self.sessions.add(entry["session"])
            case "token revoked":
                self.tokens.add(entry["token"])
            case "wait over":
                self.waits.add((entry["table"], entry["account"], entry["key"]))
            case "restored":
                self.restored = round(datetime.fromisoformat(at).timestamp() * 1000)

    def has_session(self, id: str, *, began: int) -> bool:
        return name_of(id) in self.sessions or began < self.restored

    def has_token(self, id: str, *, began: int) -> bool:
        return name_of(id) in self.tokens or began < self.restored

    def found(
        self,
        sessions: Iterable[SessionRow],
        tokens: Iterable[TokenRow],
        waiting: Iterable[WaitingRow],
        sat_down: Callable[[int, int, str], bool],
    ) -> Iterator[str]:
        """Rows that were put back; `sat_down` tells whether a key was used at a table by an account."""
        for row in sessions:
            if self.has_session(row.id, began=row.began):
                yield f"session {row.id[:16]} of account {row.account} was over, and was put back"
        for token in tokens:
            if self.has_token(token.id, began=token.began):
                yield f"token {token.id[:16]} of account {token.account} was revoked, and was put back"
        for wait in waiting:
            said = wait.table, wait.account, wait.key
            if wait.key and (said in self.waits or sat_down(*said)):
                what = f"table {wait.table}: that account {wait.account} waits for {wait.seat}"
                yield f"{what} was over, and was put back"
