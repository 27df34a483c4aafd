"""The kinds of records in a daybook, and what each must say: a record is looked at here before anything reads it."""

import json
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from houseway.record.chain import Record, is_record

Check = Callable[[Any], bool]


def parsed(text: str) -> Mapping[str, Any] | None:
    """The JSON object that a column holds; None if it holds something else."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _number(value: Any) -> bool:
    return type(value) is int


def _text(value: Any) -> bool:
    return type(value) is str


def _or_none(check: Check) -> Check:
    return lambda value: value is None or check(value)


def _head(value: Any) -> bool:
    """The end of a chain: the number of its last record, and the hash."""
    return isinstance(value, list) and len(value) == 2 and _number(value[0]) and _text(value[1])


def _of(name: Check, value: Check) -> Check:
    return lambda found: isinstance(found, dict) and all(name(one) and value(other) for one, other in found.items())


def _digits(value: Any) -> bool:
    return _text(value) and value.isascii() and value.isdecimal()


def _packages(value: Any) -> bool:
    names = ("package", "version", "digest")
    return isinstance(value, list) and all(
        isinstance(one, dict) and all(_text(one.get(name)) for name in names) for one in value
    )


_NEEDED: dict[str, dict[str, Check]] = {
    "account": {"account": _number, "name": _text},
    "post": {"account": _number, "amount": _number, "balance": _number, "why": _text},
    "open table": {"table": _number, "name": _text, "head": _head},
    "close table": {"table": _number},
    "seal": {"tables": _of(_digits, _head)},
    "submission": {"submission": _number},
    "effective": {"submission": _number, "at": _number, "by": _or_none(_text)},
    "exam answer": {"answer": _number, "account": _number},
    "schema": {"version": _text},
    "act": {"id": _number, "name": _text, "act": _text},
    "adopt": {"postings": _number, "digest": _text},
    "clock": {"jumped": _number},
    "software": {"version": _text, "digest": _text, "games": _packages},
    "accepted": {"what": _text},
    "restored": {"what": _text},
    "gave back": {"what": _text},
    "session over": {"session": _text},
    "wait over": {"table": _number, "account": _number, "key": _text},
}
_ALLOWED: dict[str, dict[str, Check]] = {
    "account": {"balance": _number},
    "post": {"table": _or_none(_number), "seat": _text, "number": _number},
    "open table": {"seats": _of(_text, _number)},
    "close table": {"head": _head},
}


def is_whole(record: object) -> bool:
    """A record has its number, its time, whose doing it was, and an entry that says all that its kind must."""
    if not is_record(record) or not all(_text(record.get(name)) for name in ("at", "by", "key")):
        return False
    if not _number(record["number"]) or not _is_time(record["at"]):
        return False
    entry: Record = record["entry"]
    do = entry.get("do")
    if not isinstance(do, str):
        return False
    needed, allowed = _NEEDED.get(do, {}), _ALLOWED.get(do, {})
    if not all(name in entry and check(entry[name]) for name, check in needed.items()):
        return False
    if do == "post" and not entry.keys() <= {"do", *needed, *allowed}:
        return False
    return all(name not in entry or check(entry[name]) for name, check in allowed.items())


def _is_time(at: str) -> bool:
    try:
        return datetime.fromisoformat(at).tzinfo is not None
    except ValueError:
        return False
