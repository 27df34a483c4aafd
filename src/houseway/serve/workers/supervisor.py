"""Several workers behind one address: a parent that holds the address, and starts and restarts them.

The parent binds the address and serves nothing itself. The first worker opens the house; when it has, the others come.
A worker that ends is started again, and its tables go on at the others meanwhile. All share one PostgreSQL.
"""

import contextlib
import logging
import multiprocessing
import os
import shutil
import signal
import socket
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from pathlib import Path
from typing import Any

from houseway.record.database import StoreError
from houseway.serve.workers.shared_counters import MOST_WORKERS

log = logging.getLogger("houseway.serve")

MOST = MOST_WORKERS
NEED_POSTGRESQL = (
    "workers share a PostgreSQL database, and this one is SQLite, which one process serves: leave --workers"
)
_BACKLOG = 2048
_LONG_ENOUGH = 10.0  # seconds that a worker lives before its end is no reason to wait with the next
_LAST_CALL = 20.0  # seconds that workers have to close

_spawn = multiprocessing.get_context("spawn")  # a fork would share threads and connections


@dataclass(frozen=True)
class Share:
    """What a worker has from its parent: the address, the folder where workers reach each other, and whom to tell."""

    address: socket.socket
    folder: Path
    parent: Connection
    nth: int = 0  # worker, of so many
    of: int = 1

    def opened(self, lines: list[str]) -> None:
        self.parent.send(("opened", lines))

    def failed(self, why: str) -> None:
        with contextlib.suppress(OSError):
            self.parent.send(("failed", why))


Work = Callable[[Share], None]


def supervise(
    work: Work, *, workers: int, host: str, port: int, told: Callable[[str], None], patience: float = 600.0
) -> None:
    """Have so many workers serve until stopped. What keeps the first one from opening is raised here."""
    folder = Path(tempfile.mkdtemp(prefix="houseway-"))
    try:
        with _bound(host, port) as address, _Shift(work, address, folder, workers) as shift:
            shift.start()
            for line in shift.first_words(patience):
                told(line)
            for _ in range(workers - 1):
                shift.start()
            shift.watch()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _bound(host: str, port: int) -> socket.socket:
    family, kind, _, _, where = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    address = socket.socket(family, kind)
    address.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    address.bind(where)
    address.listen(_BACKLOG)
    return address


@dataclass
class _Worker:
    process: SpawnProcess
    nth: int
    words: Connection
    since: float


class _Shift:
    """The workers that are there."""

    def __init__(self, work: Work, address: socket.socket, folder: Path, most: int) -> None:
        self._work, self._address, self._folder, self._most = work, address, folder, most
        self._workers: list[_Worker] = []
        self._again: list[float] = []  # when others are started in place of those that ended
        self._stopping = threading.Event()
        self._woken, self._wake = os.pipe()
        os.set_blocking(self._wake, False)
        self._before: dict[int, Any] = {}

    def __enter__(self) -> "_Shift":
        for sent in (signal.SIGTERM, signal.SIGINT):
            self._before[sent] = signal.signal(sent, self._stop)
        return self

    def __exit__(self, *_: object) -> None:
        self._close()
        for sent, handler in self._before.items():
            signal.signal(sent, handler)
        os.close(self._woken)
        os.close(self._wake)

    def _stop(self, *_: object) -> None:
        self._stopping.set()
        os.write(self._wake, b".")

    def start(self) -> None:
        words, parent = _spawn.Pipe(duplex=False)
        nth = min(set(range(self._most)) - {one.nth for one in self._workers})
        share = Share(self._address, self._folder, parent, nth, self._most)
        process = _spawn.Process(target=_begin, args=(self._work, share, os.getpid()), name="houseway-worker")
        process.start()
        parent.close()
        self._workers.append(_Worker(process, nth, words, time.monotonic()))

    def first_words(self, patience: float) -> list[str]:
        """What the first worker has to say when it is open."""
        worker = self._workers[0]
        wait([worker.words, worker.process.sentinel, self._woken], timeout=patience)
        if self._stopping.is_set():
            return []
        try:
            what, said = worker.words.recv() if worker.words.poll(0) else ("failed", "")
        except EOFError:
            what, said = "failed", ""
        if what != "opened":
            worker.process.join()
            self._workers.remove(worker)
            raise StoreError(said or "the house did not open: what its first worker printed says why")
        return list(said)

    def watch(self) -> None:
        """Start another in place of each that ends, until told to stop."""
        while not self._stopping.is_set():
            due = max(0.0, min(self._again) - time.monotonic()) if self._again else None
            wait([self._woken, *(one.process.sentinel for one in self._workers)], timeout=due)
            for worker in [one for one in self._workers if not one.process.is_alive()]:
                self._workers.remove(worker)
                worker.words.close()
                if self._stopping.is_set():
                    continue
                lived = time.monotonic() - worker.since
                log.warning("a worker ended (%s) and is started again", worker.process.exitcode)
                self._again.append(time.monotonic() + (0.0 if lived > _LONG_ENOUGH else 1.0))
            now = time.monotonic()
            while not self._stopping.is_set() and self._again and min(self._again) <= now:
                self.start()
                self._again.remove(min(self._again))

    def _close(self) -> None:
        for worker in self._workers:
            worker.process.terminate()
        until = time.monotonic() + _LAST_CALL
        for worker in self._workers:
            worker.process.join(max(0.1, until - time.monotonic()))
            if worker.process.is_alive():
                worker.process.kill()
                worker.process.join()
            worker.words.close()


def _begin(work: Work, share: Share, parent: int) -> None:
    """A worker: it ends when its parent tells it to, or is gone."""
    os.setsid()  # Ctrl-C is for the parent, which tells its workers

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(0.5)
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, name="houseway-parent", daemon=True).start()
    try:
        work(share)
    except (StoreError, OSError) as error:
        share.failed(str(error))
        raise SystemExit(2) from None
