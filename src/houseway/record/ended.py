"""Sessions, tokens and waits that are over, as the daybook records it: a row that comes back was put back by somebody.

A mark shows that the house once wrote a row, and not that the row still holds. So the daybook records what ends: each
session that is ended before its time, each token that is revoked, and each wait that is taken back. A wait that is over
because somebody sat down has its key in the table's journal.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

Row = Mapping[str, Any]
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

    def take(self, entry: Row, at: str) -> None:
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

    def has_session(self, row: Row) -> bool:
        return name_of(row["id"]) in self.sessions or row["began"] < self.restored

    def has_token(self, row: Row) -> bool:
        return name_of(row["id"]) in self.tokens or row["began"] < self.restored

    def found(
        self,
        sessions: Iterable[Row],
        tokens: Iterable[Row],
        waiting: Iterable[Row],
        sat_down: Callable[[int, int, str], bool],
    ) -> Iterator[str]:
        """Rows that were put back; `sat_down` tells whether a key was used at a table by an account."""
        for row in sessions:
            if self.has_session(row):
                yield f"session {str(row['id'])[:16]} of account {row['account']} was over, and was put back"
        for row in tokens:
            if self.has_token(row):
                yield f"token {str(row['id'])[:16]} of account {row['account']} was revoked, and was put back"
        for row in waiting:
            wait = row["table"], row["account"], row["key"]
            if row["key"] and (wait in self.waits or sat_down(*wait)):
                yield (
                    f"table {row['table']}: that account {row['account']} waits for {row['seat']} was over, "
                    "and was put back"
                )
