"""Arrays kept on disk, by all that they depend on, the code that makes them included."""

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from houseway import code
from houseway.folder import folder

Arrays = dict[str, NDArray[Any]]


def place(name: str, key: Any, module: str) -> Path:
    """Where the arrays of this key lie that the module makes, as it and all modules that it names are written now."""
    digest = hashlib.sha256(json.dumps([name, key, code.digest(module)], sort_keys=True).encode()).hexdigest()
    return folder() / name / f"{digest[:32]}.npz"


def kept(name: str, module: str, make: Callable[[], Arrays], *, key: Any = None) -> Arrays:
    """What a module makes from this key alone, from disk if it is there."""
    path = place(name, key, module)
    if (found := read(path)) is None:
        write(path, found := make())
    return found


def read(path: Path) -> Arrays | None:
    """What is not there, or is spoilt, is made again."""
    try:
        with path.open("rb") as opened, np.load(opened) as file:
            return {part: file[part] for part in file.files}
    except (OSError, ValueError, KeyError, EOFError, BadZipFile):
        return None


def write(path: Path, arrays: Arrays) -> None:
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
