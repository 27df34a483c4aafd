"""Which code: a digest of a module's source with all that it names from here, so that what an older one made is known.

What a module imports is read from its text, also inside functions; nothing is imported for it. A module that is loaded
by a name put together while running is not found.
"""

import hashlib
import os
import re
import sys
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

_HERE = Path(__file__).parent
_IMPORT = re.compile(
    r"^[ \t]*(?:from (houseway[\w.]*) import (\([^)]*\)|[^\n]*)|import (houseway[\w.]*))", re.MULTILINE
)


@cache
def digest(module: str) -> str:
    """Of the sources of a module and of every module of this package that it names, directly or not."""
    texts: dict[str, bytes] = {}
    waiting = [module]
    while waiting:
        name = waiting.pop()
        if name in texts or (path := _path(name)) is None:
            continue
        texts[name] = path.read_bytes()
        for package, names, whole in _IMPORT.findall(texts[name].decode()):
            waiting.append(package or whole)
            waiting += [f"{package}.{one}" for one in re.findall(r"\w+", names)]
    found = hashlib.sha256()
    for name, text in sorted(texts.items()):
        found.update(f"{name} {len(text)}\n".encode() + text)
    return found.hexdigest()


def compiled(function: Any) -> Any:
    """Compiled by numba without the interpreter's lock, so that threads share the cores, and kept for the next run.

    Numba looks at the file of a kernel alone, and would go on with what it made of an older kernel of another module:
    so what it keeps lies in a folder for just this code.
    """
    from numba import config as numbas
    from numba import njit

    config: Any = numbas

    there = Path(function.__code__.co_filename).parent / "__pycache__"
    before = config.CACHE_DIR
    if os.access(there if there.exists() else there.parent, os.W_OK):  # else where numba finds a place itself
        config.CACHE_DIR = str(there / f"compiled-{digest(function.__module__)[:16]}")
    try:
        return njit(cache=True, nogil=True)(function)
    finally:
        config.CACHE_DIR = before


def _path(module: str) -> Path | None:
    """Where a module's source is; None for what is none."""
    package, *rest = module.split(".")
    if package == "houseway":
        place = _HERE.joinpath(*rest)
        return next((path for path in (place / "__init__.py", place.with_suffix(".py")) if path.is_file()), None)
    if module in sys.modules:
        file = getattr(sys.modules[module], "__file__", None)
    else:
        spec = find_spec(module)
        file = spec.origin if spec else None
    return Path(file) if file and file.endswith(".py") else None
