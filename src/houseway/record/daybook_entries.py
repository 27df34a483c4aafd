"""The kinds of records in a daybook, and what each must say: a record is looked at here before anything reads it."""

import json
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from houseway.record.chain import Record

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
_NOTHING: dict[str, Check] = {}
_POSTED = {"do", *_NEEDED["post"], *_ALLOWED["post"]}


def is_whole(record: object) -> bool:
    """A record has its number, its time, whose doing it was, and an entry that says all that its kind must."""
    if not isinstance(record, dict) or type(record.get("number")) is not int:
        return False
    at, by, key = record.get("at"), record.get("by"), record.get("key")
    if type(at) is not str or type(by) is not str or type(key) is not str or not _is_time(at):
        return False
    entry = record.get("entry")
    return isinstance(entry, dict) and _says_all(entry)


def _says_all(entry: Record) -> bool:
    do = entry.get("do")
    if type(do) is not str:
        return False
    for name, check in _NEEDED.get(do, _NOTHING).items():
        if name not in entry or not check(entry[name]):
            return False
    for name, check in _ALLOWED.get(do, _NOTHING).items():
        if name in entry and not check(entry[name]):
            return False
    return do != "post" or entry.keys() <= _POSTED


def _is_time(at: str) -> bool:
    try:
        return datetime.fromisoformat(at).tzinfo is not None
    except ValueError:
        return False
