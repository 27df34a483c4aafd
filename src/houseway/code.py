"""Which code: a digest of a module's source with all that it names from here, so that what an older one made is known.

What a module imports is read from its text, also inside functions; nothing is imported for it. A module that is loaded
by a name put together while running is not found.
"""

import hashlib
import os
import re
import sys
from collections.abc import Callable
from functools import cache, update_wrapper
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
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
        if name in texts or (found := _source(name)) is None:
            continue
        texts[name], named = found
        waiting += named
    together = hashlib.sha256()
    for name, text in sorted(texts.items()):
        together.update(f"{name} {len(text)}\n".encode() + text)
    return together.hexdigest()


@cache
def _source(module: str) -> tuple[bytes, list[str]] | None:
    """The text of a module, and what it names; None for what is none."""
    path = _path(module)
    if path is None:
        return None
    text = path.read_bytes()
    named = []
    for package, names, whole in _IMPORT.findall(text.decode()):
        named.append(package or whole)
        named += [f"{package}.{one}" for one in re.findall(r"\w+", names)]
    return text, named


class Kernel:
    """A function that numba compiles, or takes from what it kept, when it is first wanted: a program that only reads
    what was counted before never waits for a compiler. To numba, and so to other kernels, it is what numba made of it.
    """

    def __init__(self, function: Callable[..., Any], compile: Callable[[], Any]) -> None:
        update_wrapper(self, function)
        self._compile = compile
        self._once = Lock()

    @property
    def compiled(self) -> Any:
        with self._once:
            if "_compiled" not in self.__dict__:
                self._compiled = self._compile()
        return self._compiled

    def __call__(self, *args: Any) -> Any:
        return (self.__dict__.get("_compiled") or self.compiled)(*args)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.compiled, name)


def kernel(function: Callable[..., Any], **options: Any) -> Any:
    """Compiled by numba with these options when it is first called, and kept for the next run."""

    def compile() -> Any:
        from numba import njit

        return njit(cache=True, **options)(function)

    return Kernel(function, compile)


def compiled(function: Callable[..., Any]) -> Any:
    """A kernel without the interpreter's lock, so that threads share the cores.

    Numba looks at the file of a kernel alone, and would go on with what it made of an older kernel of another module:
    so what it keeps lies in a folder for just this code.
    """

    def compile() -> Any:
        from numba import config as numbas
        from numba import njit

        config: Any = numbas

        there = Path(function.__code__.co_filename).parent / "__pycache__"
        with _one_folder:
            before = config.CACHE_DIR
            if os.access(there if there.exists() else there.parent, os.W_OK):  # else where numba finds a place itself
                config.CACHE_DIR = str(there / f"compiled-{digest(function.__module__)[:16]}")
            try:
                return njit(cache=True, nogil=True)(function)
            finally:
                config.CACHE_DIR = before

    return Kernel(function, compile)


_one_folder = Lock()  # numba has one setting for all


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
