"""Which code: a digest of a module's source with all that it names from here, so that what an older one made is known.

What a module imports is read from its text, also inside functions; nothing is imported for it. To import a module from
a package is not to name what else the package imports, so a count does not depend on games that it has nothing to do
with. A module that is loaded by a name put together while running is not found.
"""

import hashlib
import re
import sys
from functools import cache
from importlib.util import find_spec
from pathlib import Path

_HERE = Path(__file__).parent.parent
_IMPORT = re.compile(
    r"^[ \t]*(?:from (houseway[\w.]*) import (\([^)]*\)|[^\n]*)|import (houseway[\w.]*))", re.MULTILINE
)
_NAME = re.compile(r"(\w+)(?: as \w+)?,?(?: *#.*)?")


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
    """The text of a module, and what it names; None if it is no module of ours."""
    path = _path(module)
    if path is None:
        return None
    text = path.read_bytes()
    named = []
    for package, names, whole in _IMPORT.findall(text.decode()):
        for name in _NAME.findall(names) or [""]:
            inside = f"{package}.{name}"
            named.append(inside if name and _path(inside) else package or whole)
    return text, named


def _path(module: str) -> Path | None:
    """Where a module's source is; None if it has none."""
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
