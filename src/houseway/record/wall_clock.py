"""The time of day as it is recorded: it never goes back, and where the machine's own clock jumps, that is noticed."""

import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime

JUMP = 2_000  # milliseconds by which a clock is corrected without a word


class WallClock:
    """Milliseconds since 1970. While the machine's clock is behind what was recorded, time stands still."""

    def __init__(self, machine: Callable[[], int] | None = None, steady: Callable[[], int] | None = None) -> None:
        self._machine = machine or (lambda: time.time_ns() // 1_000_000)
        self._steady = steady or (lambda: time.monotonic_ns() // 1_000_000)
        self._lock = threading.Lock()
        self._last = 0
        self._ahead = self._machine() - self._steady()
        self._behind = 0  # by how much it was behind the records when it was set

    def now(self) -> int:
        with self._lock:
            self._last = max(self._last, self._machine())
            return self._last

    def after(self, recorded: int, *, told: bool = False) -> None:
        """Nothing is recorded earlier than this from now on; if the clock is behind it, that may be told as a jump."""
        with self._lock:
            self._behind = max(self._behind, recorded - self._machine()) if told else self._behind
            self._last = max(self._last, recorded)

    def jumped(self) -> int:
        """By how many milliseconds the machine's clock has jumped since this was last asked; 0 if it hasn't."""
        with self._lock:
            ahead = self._machine() - self._steady()
            jump, self._ahead = ahead - self._ahead, ahead
            if self._behind > JUMP:
                jump, self._behind = jump - self._behind, 0
            return jump if abs(jump) > JUMP else 0


def written(at: int) -> str:
    """A time as records hold it."""
    moment = datetime.fromtimestamp(at // 1000, UTC).replace(microsecond=at % 1000 * 1000)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def read(at: str) -> int:
    """The milliseconds of a time that a record holds."""
    moment = datetime.fromisoformat(at)
    return int(moment.replace(microsecond=0).timestamp()) * 1000 + moment.microsecond // 1000
