"""Marks on rows that no chain holds: a MAC over all that a row says, by a key that is not in the database.

The key follows from the house's signing key, so that no house has another secret to keep. A mark is bound to the house
and to the table of the row; whoever can write the database, and has not the key, can make none.
"""

import hmac
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from houseway.record.chain import canonical

MARKED = ("sessions", "waiting", "seats", "signatures", "school_classes", "tokens")  # tables whose rows have one
COLUMN = "mark"


def key_for(secret: bytes, use: str, house: str) -> bytes:
    """A key of its own for one use in one house."""
    return hmac.digest(secret, f"houseway {use} {house}".encode(), sha256)


class Marks:
    """Makes the marks of one house, and checks them."""

    def __init__(self, secret: bytes, house: str) -> None:
        self._key = key_for(secret, "marks", house)

    def of(self, table: str, row: Mapping[str, Any]) -> str:
        said = {name: int(one) if isinstance(one, bool) else one for name, one in row.items() if name != COLUMN}
        return hmac.digest(self._key, canonical([table, said]), sha256).hex()

    def marked(self, table: str, row: Mapping[str, Any]) -> dict[str, Any]:
        """A row as it is written."""
        return {**row, COLUMN: self.of(table, row)}

    def right(self, table: str, row: Mapping[str, Any]) -> bool:
        """The house wrote this row, as it is."""
        return hmac.compare_digest(self.of(table, row).encode(), str(row[COLUMN]).encode())
