"""Counts kept on disk: what was counted once is not counted again, and a count broken off goes on where it stopped.

A count is kept by all that it depends on, the code that counts it included. While it is being made, its finished parts
lie in a folder beside it, which goes when the whole is there.
"""

import hashlib
import json
import os
import pickle
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from shutil import rmtree
from tempfile import NamedTemporaryFile
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from houseway import code

Arrays = dict[str, NDArray[Any]]

_being_made: ContextVar[Path | None] = ContextVar("_being_made", default=None)  # where parts of the count at hand go
_anew: ContextVar[bool] = ContextVar("_anew", default=False)


def folder() -> Path:
    """Where counts are kept: `$HOUSEWAY_CACHE`, or the user's own cache."""
    told = os.environ.get("HOUSEWAY_CACHE")
    return Path(told) if told else Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "houseway"


def kept(name: str, key: Any, make: Callable[[], Arrays], *, by: str = "") -> Arrays:
    """The arrays made for this key, from disk if they are there.

    The key is all that the arrays depend on besides the code, which is that of the module called `by` (else where
    `make` is written) and of all modules that this one names.
    """
    counts_by = code.digest(by or make.__module__)
    digest = hashlib.sha256(json.dumps([name, key, counts_by], sort_keys=True).encode()).hexdigest()
    path = folder() / name / f"{digest[:32]}.npz"
    parts = path.with_suffix(".parts")
    if not _anew.get() and (found := _read(path)) is not None:
        if parts.exists():  # another process had begun it too
            rmtree(parts, ignore_errors=True)
        return found
    if _anew.get():
        rmtree(parts, ignore_errors=True)
        path.unlink(missing_ok=True)
    token = _being_made.set(parts)
    try:
        arrays = make()
    finally:
        _being_made.reset(token)
    _write(path, arrays)
    rmtree(parts, ignore_errors=True)
    return arrays


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


def read_part(place: Path | None) -> Arrays | None:
    return None if place is None else _read(place)


def write_part(place: Path | None, arrays: Arrays) -> None:
    if place is not None:
        _write(place, arrays)


def _read(path: Path) -> Arrays | None:
    """What is not there, or is spoilt, is made again."""
    try:
        with path.open("rb") as opened, np.load(opened) as file:
            return {part: file[part] for part in file.files}
    except (OSError, ValueError, KeyError, EOFError, BadZipFile):
        return None


def _write(path: Path, arrays: Arrays) -> None:
    """Whole or not at all, also when two processes write; a disk that is full or closed only costs the time."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile(dir=path.parent, suffix=".part", delete=False) as file:
            try:
                np.savez(file, **arrays)  # type: ignore[arg-type]  # numpy's stub takes the names for its own options
            except BaseException:
                Path(file.name).unlink(missing_ok=True)
                raise
        Path(file.name).replace(path)
    except OSError:
        return
