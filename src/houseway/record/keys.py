"""Secrets of a house that are never in its database: each is 32 bytes, in a file, a variable or what a command prints.

`secret("seeds")` is, whichever comes first: `HOUSEWAY_SEEDS_KEY` (64 hexadecimal digits), what the command in
`HOUSEWAY_SEEDS_KEY_COMMAND` prints, or the file `seeds.key` in the folder of keys, which is made if there is none.
"""

import os
import secrets
import shlex
import subprocess
import tempfile
from pathlib import Path

from houseway.errors import HousewayError

LENGTH = 32
_PATIENCE = 60  # seconds that a command has to answer


class KeyWrong(HousewayError, ValueError):
    """A key that can't be had, and why."""


def folder() -> Path:
    """`$HOUSEWAY_KEYS`, or a folder of the user's own that is not the one of the database."""
    told = os.environ.get("HOUSEWAY_KEYS")
    return Path(told) if told else Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config") / "houseway"


def secret(name: str) -> bytes:
    """The house's key of this name; one is made the first time, if it is kept in a file."""
    variable = f"HOUSEWAY_{name.upper()}_KEY"
    if told := os.environ.get(variable):
        return _read(told, variable)
    if command := os.environ.get(f"{variable}_COMMAND"):
        return _read(_printed(command), f"what {command!r} prints")
    path = folder() / f"{name}.key"
    try:
        if not path.exists():
            write_once(path, secrets.token_bytes(LENGTH).hex() + "\n")
        return _read(path.read_text(encoding="ascii"), str(path))
    except UnicodeDecodeError:
        raise KeyWrong(f"{path} is not a key: expected {2 * LENGTH} hexadecimal digits") from None
    except OSError as error:
        raise KeyWrong(f"the key {path} can't be kept or read: {error.strerror or error}") from None


def known(name: str) -> bytes | None:
    """The same key where there is one; none is made."""
    variable = f"HOUSEWAY_{name.upper()}_KEY"
    there = os.environ.get(variable) or os.environ.get(f"{variable}_COMMAND")
    return secret(name) if there or (folder() / f"{name}.key").exists() else None


def write_once(path: Path, text: str) -> None:
    """A file for its owner alone, whole or not at all; whoever comes second leaves the first one's standing."""
    closed_folder(path.parent)
    handle, part = tempfile.mkstemp(dir=path.parent)  # 0600
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(part, path)
        except FileExistsError:
            return
    finally:
        Path(part).unlink()


def closed_folder(path: Path) -> None:
    """A folder that only its owner can look into; one that is there stays as it is."""
    path.mkdir(parents=True, exist_ok=True, mode=0o700)


def _read(text: str, where: str) -> bytes:
    try:
        found = bytes.fromhex(text.strip())
    except ValueError:
        found = b""
    if len(found) != LENGTH:
        raise KeyWrong(f"{where} is not a key: expected {2 * LENGTH} hexadecimal digits")
    return found


def _printed(command: str) -> str:
    try:
        done = subprocess.run(shlex.split(command), capture_output=True, text=True, timeout=_PATIENCE, check=True)
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        raise KeyWrong(f"the command {command!r} gives no key: {getattr(error, 'strerror', None) or error}") from None
    return done.stdout
