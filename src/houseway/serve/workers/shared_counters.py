"""What is counted of whom, in memory that all workers of a house on this machine share.

Two numbers and a time are kept by name, in a table of fixed size: a name has eight places where it may stand, and if
all are taken the one that was written longest ago is forgotten. A worker that dies leaves no lock behind, and what it
held is nobody's as soon as another one has its number.
"""

import contextlib
import fcntl
import hashlib
import mmap
import os
import secrets
import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

MOST_WORKERS = 64
_SETS, _WAYS = 1 << 14, 8
_SLOT = struct.Struct("16sddd")  # the name's digest, when it was written, and the two numbers
_BORN = struct.Struct("d")
_HEAD = MOST_WORKERS * _BORN.size
_SIZE = _HEAD + _SETS * _WAYS * _SLOT.size


@dataclass(frozen=True, slots=True)
class SharedCount:
    """What stands under a name."""

    at: float
    one: float
    other: float


class SharedCounters:
    """The counts of one worker among so many; without a file, of a process by itself. For the event loop's thread."""

    def __init__(self, file: Path | None = None, *, nth: int = 0, of: int = 1) -> None:
        self._nth, self._of, self._file = nth, of, -1
        if file is not None:
            self._file = os.open(file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            os.ftruncate(self._file, _SIZE)
        self._memory = mmap.mmap(self._file, _SIZE)
        _BORN.pack_into(self._memory, nth * _BORN.size, float(1 + secrets.randbits(50)))

    def update(
        self, what: str, who: object, now: float, change: Callable[[SharedCount | None], tuple[float, float]]
    ) -> None:
        """Put other numbers under a name; if `change` raises, it stands as it stood."""
        with self._alone():
            digest = _digest(what, who)
            place = self._place(digest)
            found, at, one, other = _SLOT.unpack_from(self._memory, place)
            one, other = change(SharedCount(at, one, other) if found == digest else None)
            _SLOT.pack_into(self._memory, place, digest, now, one, other)

    # What is held by workers, and let go when they end

    def held(self, what: str, who: object) -> int:
        """So many are held by all workers together."""
        return sum(self._held(what, who, nth) for nth in range(self._of))

    def hold(self, what: str, who: object, now: float, *, most: int = 0) -> bool:
        """Hold one more, if that is not more than the most of all."""
        with self._alone():
            if most and self.held(what, who) >= most:
                return False
            self._hold(what, who, now, 1)
            return True

    def let_go(self, what: str, who: object, now: float) -> None:
        with self._alone():
            self._hold(what, who, now, -1)

    def _hold(self, what: str, who: object, now: float, more: int) -> None:
        held, digest = self._held(what, who, self._nth) + more, _digest(what, who, self._nth)
        _SLOT.pack_into(self._memory, self._place(digest), digest, now, max(0, held), self._born(self._nth))

    def _held(self, what: str, who: object, nth: int) -> int:
        digest = _digest(what, who, nth)
        found, _, held, born = _SLOT.unpack_from(self._memory, self._place(digest))
        return int(held) if found == digest and born == self._born(nth) else 0

    def _born(self, nth: int) -> float:
        """The mark of the worker that has this number now."""
        return float(_BORN.unpack_from(self._memory, nth * _BORN.size)[0])

    # Where it stands

    def _place(self, digest: bytes) -> int:
        """Where a name stands, or may be put: where nothing does, or what was written longest ago."""
        first = _HEAD + int.from_bytes(digest[:4], "big") % _SETS * _WAYS * _SLOT.size
        best, oldest = first, float("inf")
        for place in range(first, first + _WAYS * _SLOT.size, _SLOT.size):
            found, at, _, _ = _SLOT.unpack_from(self._memory, place)
            if found == digest:
                return place
            if found == _NOBODY:
                at = float("-inf")
            if at < oldest:
                best, oldest = place, at
        return best

    @contextlib.contextmanager
    def _alone(self) -> Iterator[None]:
        if self._file < 0:
            yield
            return
        fcntl.flock(self._file, fcntl.LOCK_EX)
        try:
            yield
        finally:
            fcntl.flock(self._file, fcntl.LOCK_UN)


_NOBODY = bytes(16)


def _digest(*name: object) -> bytes:
    return hashlib.blake2b("\0".join(map(str, name)).encode(errors="replace"), digest_size=16).digest()
