"""One house is served from one database at a time: a restored copy waits until the house it was copied from is closed.

Both would sign for the same house, and deal and pay from the same accounts. Whoever serves a house holds a lock on a
file beside its heads, which goes with the process; the file names the database. Workers of one database share it.
"""

import contextlib
import fcntl
import os
from collections.abc import Iterator
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.engine import Engine
from sqlalchemy.exc import SQLAlchemyError

from houseway.record import heads as signing
from houseway.record import keys
from houseway.record.database import StoreError, shown_url


class Elsewhere(StoreError):
    """The house is being served from another database."""


def database_name(engine: Engine) -> str:
    """What tells databases apart, by whatever address they are reached."""
    if engine.dialect.name == "postgresql":
        asked = "SELECT system_identifier, oid FROM pg_control_system(), pg_database WHERE datname = current_database()"
        with contextlib.suppress(SQLAlchemyError), engine.connect() as connection:
            return "postgresql {} {}".format(*connection.execute(sa.text(asked)).one())
        return shown_url(engine)
    return os.path.realpath(engine.url.database) if engine.url.database else ""


class Turn:
    """The right to serve a house from one database, held until it is given up or the process ends."""

    def __init__(self, house: str, engine: Engine) -> None:
        self._locks: list[int] = []
        named = f"{database_name(engine)}\n{shown_url(engine)}\n"
        try:
            for path in _paths(house):
                self._locks.append(_shared(path, named, house))
        except BaseException:
            self.over()
            raise

    def over(self) -> None:
        for lock in self._locks:
            os.close(lock)
        self._locks.clear()


@contextlib.contextmanager
def closed(house: str) -> Iterator[None]:
    """Nobody serves the house, nor begins to while this lasts."""
    with contextlib.ExitStack() as held:
        for path in _paths(house):
            lock = _opened(path)
            held.callback(os.close, lock)
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise Elsewhere(
                    f"house {house[:16]}… is being served from {_place(lock)}: close it before a backup of it is "
                    "restored; `houseway prove` checks a backup without restoring it"
                ) from None
        yield


def _shared(path: Path, named: str, house: str) -> int:
    lock = _opened(path)
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            os.ftruncate(lock, 0)
            os.pwrite(lock, named.encode(), 0)
        except BlockingIOError:
            pass
        fcntl.flock(lock, fcntl.LOCK_SH)  # another may have come in between: what the file says counts
        if _said(lock).partition("\n")[0] != named.partition("\n")[0]:
            raise Elsewhere(
                f"this is a copy of house {house[:16]}…, which is being served from {_place(lock)}: close that first"
            )
    except BaseException:
        os.close(lock)
        raise
    return lock


def _opened(path: Path) -> int:
    try:
        return os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise StoreError(f"{path}, which tells who serves the house, can't be written: {error.strerror}") from None


def _said(lock: int) -> str:
    return os.pread(lock, 4096, 0).decode(errors="replace")


def _place(lock: int) -> str:
    return _said(lock).partition("\n")[2].strip() or "another database"


def _paths(house: str) -> list[Path]:
    """In each folder of heads that is there; the one beside the keys is made."""
    first, *more = signing.folders()
    with contextlib.suppress(OSError):
        keys.closed_folder(first)
    return [folder / f"{house[:32]}.served" for folder in (first, *more) if os.access(folder, os.W_OK)]
