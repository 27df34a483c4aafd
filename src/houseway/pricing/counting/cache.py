"""Counts kept on disk: what was counted once is not counted again, and a count broken off goes on where it stopped.

A count is kept by all that it depends on, the code that counts it included. While it is being made, its finished parts
lie in a folder beside it, which goes when the whole is there. Some counts come with the package (`packing`); they are
taken like any other, and made again like any other if a count is wanted anew.
"""

import hashlib
import pickle
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from contextvars import ContextVar
from datetime import UTC, datetime
from pathlib import Path
from shutil import rmtree
from typing import Any

import numpy as np
from filelock import FileLock

from houseway.counting.disk import Arrays, at_hand, place, read, write
from houseway.counting.folder import folder

__all__ = [
    "COUNTED",
    "Arrays",
    "counting_anew",
    "dates",
    "folder",
    "kept",
    "place_of_part",
    "read_part",
    "taken",
    "write_part",
]

_being_made: ContextVar[Path | None] = ContextVar("_being_made", default=None)  # where parts of the count at hand go
_anew: ContextVar[bool] = ContextVar("_anew", default=False)
_dates: ContextVar[list[datetime] | None] = ContextVar("_dates", default=None)
_taken: ContextVar[list[Path] | None] = ContextVar("_taken", default=None)
COUNTED = "counted at"  # kept with the arrays: seconds since 1970


def kept(name: str, key: Any, make: Callable[[], Arrays], *, by: str = "") -> Arrays:
    """The arrays made for this key, from disk if they are there.

    The key is all that the arrays depend on besides the code, which is that of the module called `by` (else where
    `make` is written) and of all modules that this one names.
    """
    path = place(name, key, by or make.__module__)
    parts = path.with_suffix(".parts")
    if (told := _taken.get()) is not None:
        told.append(path)
    if not _anew.get() and (found := at_hand(path)) is not None:
        if parts.exists():  # whoever made it was broken off just then
            rmtree(parts, ignore_errors=True)
        return _dated(found)
    with _alone(path.with_suffix(".lock")):
        if _anew.get():
            rmtree(parts, ignore_errors=True)
            path.unlink(missing_ok=True)
        elif (found := read(path)) is not None:  # another process has just made it
            return _dated(found)
        token = _being_made.set(parts)
        try:
            arrays = make()
        finally:
            _being_made.reset(token)
        arrays = {**arrays, COUNTED: np.array(int(datetime.now(UTC).timestamp()))}
        write(path, arrays)
        rmtree(parts, ignore_errors=True)
    return _dated(arrays)


def _dated(found: Arrays) -> Arrays:
    """The arrays without their date, which is told to whoever asks for `dates`."""
    arrays = dict(found)
    counted, told = arrays.pop(COUNTED, None), _dates.get()
    if counted is not None and told is not None:
        told.append(datetime.fromtimestamp(int(counted), UTC))
    return arrays


@contextmanager
def dates() -> Iterator[list[datetime]]:
    """Inside, the list gets the date of every count that is made or taken from disk."""
    found: list[datetime] = []
    token = _dates.set(found)
    try:
        yield found
    finally:
        _dates.reset(token)


@contextmanager
def taken() -> Iterator[list[Path]]:
    """Inside, the list gets the place of every count that is made or taken."""
    found: list[Path] = []
    token = _taken.set(found)
    try:
        yield found
    finally:
        _taken.reset(token)


@contextmanager
def _alone(lock: Path) -> Iterator[None]:
    """A count is made by one process at a time, since it takes all cores; others wait for it. The lock goes with the
    process, however it ends; where none can be had, the count is made all the same."""
    with ExitStack() as held:
        with suppress(OSError):
            lock.parent.mkdir(parents=True, exist_ok=True)
            held.enter_context(FileLock(lock))
        try:
            yield
        finally:
            with suppress(OSError):  # Windows keeps a file that is open
                lock.unlink(missing_ok=True)


@contextmanager
def counting_anew() -> Iterator[None]:
    """Inside, nothing is taken from disk: every count is made and kept again."""
    token = _anew.set(True)
    try:
        yield
    finally:
        _anew.reset(token)


def place_of_part(*said: Any) -> Path | None:
    """Where to keep a part of the count that is being made, by all that the part depends on; None if none is made."""
    parts = _being_made.get()
    return None if parts is None else parts / f"{hashlib.sha256(pickle.dumps(said)).hexdigest()[:32]}.npz"


def read_part(part: Path | None) -> Arrays | None:
    return None if part is None else read(part)


def write_part(part: Path | None, arrays: Arrays) -> None:
    if part is not None:
        write(part, arrays)
