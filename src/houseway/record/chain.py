"""The hash chain of a table's journal.

Every entry of a table is kept in a record, and every record is linked to the one before it:

    hash = SHA-256(the previous hash as 64 lower-case hexadecimal digits, then the record as canonical JSON)

The first record is linked to sixty-four zeros. Canonical JSON is RFC 8785: UTF-8, keys sorted, no space between
the parts. A record that opens the table or begins a round also holds `state`, the SHA-256 of the snapshot (canonical
JSON too) from which the entries after it are replayed; so the snapshots are bound by the chain as well.

`docs/audit.md` has the lines that check an export without this package.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeGuard

from houseway.record.vault import hidden_since

FIRST = "0" * 64
_CANONICAL = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False)
Record = Mapping[str, Any]


class ChainBroken(ValueError):
    """A journal that was changed after it was written, and where."""


def canonical(value: Any) -> bytes:
    """Canonical JSON, as RFC 8785 has it for what journals hold: objects, lists, text, whole numbers, true and null."""
    return _CANONICAL.encode(value).encode()


def digest(value: Any) -> str:
    return hashlib.sha256(canonical(value)).hexdigest()


def link(previous: str, record: Record) -> str:
    return linked(previous, canonical(record))


def linked(previous: str, text: bytes) -> str:
    """The same, from a record that is written already."""
    return hashlib.sha256(previous.encode() + text).hexdigest()


def is_record(record: object) -> TypeGuard[Record]:
    return isinstance(record, Mapping) and isinstance(record.get("entry"), Mapping) and "number" in record


def verified(lines: Iterable[Mapping[str, Any]], *, name: str = "the journal") -> Iterator[Record]:
    """The records of a chain, each after its hash, its number and its snapshot were found right.

    A line is `{"record": ..., "hash": ...}`, with `"snapshot": ...` beside them where the record has a `state`.
    """
    previous, expected = FIRST, 0
    for line in lines:
        record, claimed = line.get("record"), line.get("hash")
        if not is_record(record):
            raise ChainBroken(f"{name}, record {expected}: this is not a record with its hash")
        if record.get("number") != expected:
            raise ChainBroken(f"{name}: record {expected} is missing, {record.get('number')!r} comes in its place")
        try:
            if link(previous, record) != claimed:
                raise ChainBroken(
                    f"{name}, record {expected}: its hash does not follow from the record before and itself"
                )
            snapshot = line.get("snapshot")
            if "state" in record and not hidden_since(snapshot) and digest(snapshot) != record["state"]:
                raise ChainBroken(f"{name}, record {expected}: the snapshot is not the one that was recorded")
        except UnicodeEncodeError:
            raise ChainBroken(f"{name}, record {expected}: it holds half a character, which is not text") from None
        yield record
        previous, expected = str(claimed), expected + 1
