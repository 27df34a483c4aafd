"""Which software this is: the version, and a digest of every file of the package, so that a laboratory, an auditor and
the house's own daybook can name it.

The digest is SHA-256 over each file in the order of its path: the path, its length and its bytes. A wheel, a checkout
and a copy of either have the same one; one changed byte of code, rules or packed counts gives another.
"""

import hashlib
import platform
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import cache
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import Any

NOT_INSTALLED = "(not installed: run from its source)"
_HERE = Path(__file__).parent
_LEFT_BEHIND = {"__pycache__", ".DS_Store"}  # by interpreters and file managers


@dataclass(frozen=True)
class Part:
    """A package by its version and its files."""

    package: str
    version: str
    digest: str

    def __str__(self) -> str:
        return f"{self.package} {self.version}, code {self.digest}"


@dataclass(frozen=True)
class Software:
    """The package itself, and those that bring games of their own."""

    houseway: Part
    games: tuple[Part, ...] = ()

    def __str__(self) -> str:
        return "; ".join(map(str, (self.houseway, *self.games)))

    def data(self) -> dict[str, Any]:
        own = {"version": self.houseway.version, "digest": self.houseway.digest}
        return own | {"games": [asdict(one) for one in self.games]}


@cache
def identified() -> Software:
    """The software of this process, as its files were when this was first asked."""
    return Software(Part("houseway", _version("houseway"), digest(_HERE)), tuple(_outside()))


def version() -> str:
    """The version of the package."""
    return _version("houseway")


def digest(place: Path) -> str:
    """Of a module's file, or of a folder with all files in it."""
    together = hashlib.sha256()
    for name, path in _files(place):
        content = path.read_bytes()
        together.update(f"{name} {len(content)}\n".encode() + content)
    return together.hexdigest()


def file_digests() -> dict[str, str]:
    """SHA-256 of every file of the package, by its path."""
    found = _files(_HERE)
    return {f"houseway/{name}": hashlib.sha256(path.read_bytes()).hexdigest() for name, path in found}


def surroundings() -> dict[str, Any]:
    """What the package runs on: the interpreter, the system, and every package that is installed beside it."""
    packages = {one.metadata["Name"]: one.version for one in metadata.distributions()}
    packages.pop("houseway", None)
    told = {"python": platform.python_version(), "system": platform.platform()}
    return told | {"packages": dict(sorted(packages.items(), key=lambda one: one[0].lower()))}


def _files(place: Path) -> Iterator[tuple[str, Path]]:
    if place.is_file():
        yield place.name, place
        return
    paths = {path.relative_to(place): path for path in place.rglob("*") if path.is_file()}
    for name, path in sorted((name.as_posix(), path) for name, path in paths.items()):
        if not _LEFT_BEHIND.intersection(name.split("/")):
            yield name, path


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return NOT_INSTALLED


def _outside() -> Iterator[Part]:
    """Found by their names: nothing of theirs is imported for it."""
    from houseway.rules.folders import OURS, PACKAGES

    others = (point for point in metadata.entry_points(group=PACKAGES) if point.module != OURS)
    for point in sorted(others, key=lambda one: one.module):
        spec = find_spec(point.module.partition(".")[0])
        origin = Path(spec.origin) if spec and spec.origin else None
        if origin is None:
            continue
        place = origin.parent if origin.name == "__init__.py" else origin
        name, version = (point.dist.name, point.dist.version) if point.dist else (point.module, NOT_INSTALLED)
        yield Part(name, version, digest(place))
