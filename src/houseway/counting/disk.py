"""Arrays kept on disk, by all that they depend on, the code that makes them included.

Some come with the package, packed: what takes long to make and little room to keep. They go by the same names as those
in the cache, so that one made by other code than this is never taken.
"""

import hashlib
import io
import json
import lzma
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from houseway.counting import code
from houseway.counting.folder import folder

Arrays = dict[str, NDArray[Any]]
PACKED = Path(__file__).parent.parent / "counted"  # what comes with the package


def place(name: str, key: Any, module: str) -> Path:
    """Where the arrays of this key lie that the module makes, as it and all modules that it names are written now."""
    digest = hashlib.sha256(json.dumps([name, key, code.digest(module)], sort_keys=True).encode()).hexdigest()
    return folder() / name / f"{digest[:32]}.npz"


def kept(name: str, module: str, make: Callable[[], Arrays], *, key: Any = None) -> Arrays:
    """What a module makes from this key alone, from disk if it is there."""
    path = place(name, key, module)
    if (found := at_hand(path)) is None:
        write(path, found := make())
    return found


def at_hand(path: Path) -> Arrays | None:
    """What lies at a place of the cache, or has come with the package for it."""
    found = read(path)
    return unpacked(packed(path)) if found is None else found


def packed(path: Path) -> Path:
    """Where the package has what belongs to a place of the cache, if it has it."""
    return PACKED / path.parent.name / f"{path.name}.xz"


def unpacked(path: Path) -> Arrays | None:
    try:
        with np.load(io.BytesIO(lzma.decompress(path.read_bytes()))) as file:
            return {part: file[part] for part in file.files}
    except (OSError, ValueError, KeyError, EOFError, BadZipFile, lzma.LZMAError):
        return None


def read(path: Path) -> Arrays | None:
    """What is not there, or is spoilt, is made again."""
    try:
        with path.open("rb") as opened, np.load(opened) as file:
            return {part: file[part] for part in file.files}
    except (OSError, ValueError, KeyError, EOFError, BadZipFile):
        return None


def write(path: Path, arrays: Arrays) -> None:
    """Whole or not at all, also when two processes write; a disk that is full or closed only costs the time."""
    part = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile(dir=path.parent, suffix=".part", delete=False) as file:
            part = Path(file.name)
            np.savez(file, **arrays)  # type: ignore[arg-type]  # numpy's stub takes the names for its own options
        part.replace(path)
    except OSError:
        return
    finally:
        if part is not None:
            with suppress(OSError):
                part.unlink(missing_ok=True)  # nothing is left where the writing was broken off
