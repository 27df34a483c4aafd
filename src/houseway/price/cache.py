"""Counts kept on disk: what was counted once is not counted again, and a count broken off goes on where it stopped."""

import hashlib
import json
import os
from collections.abc import Callable
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

import numpy as np
from numpy.typing import NDArray

Arrays = dict[str, NDArray[Any]]


def folder() -> Path:
    """Where counts are kept: `$HOUSEWAY_CACHE`, or the user's own cache."""
    told = os.environ.get("HOUSEWAY_CACHE")
    return Path(told) if told else Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "houseway"


def kept(name: str, key: Any, make: Callable[[], Arrays]) -> Arrays:
    """The arrays made for this key, from disk if they are there. The key is all that the arrays depend on."""
    digest = hashlib.sha256(json.dumps([name, key], sort_keys=True).encode()).hexdigest()
    path = folder() / name / f"{digest[:32]}.npz"
    try:
        with np.load(path) as file:
            return {part: file[part] for part in file.files}
    except (OSError, ValueError, KeyError):
        pass  # not there yet, or spoilt: make it again
    arrays = make()
    _write(path, arrays)
    return arrays


def _write(path: Path, arrays: Arrays) -> None:
    """Whole or not at all, also when two processes write; a disk that is full or closed only costs the time."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile(dir=path.parent, suffix=".part", delete=False) as file:
            np.savez(file, **arrays)  # type: ignore[arg-type]  # numpy's stub takes the names for its own options
        Path(file.name).replace(path)
    except OSError:
        return
