"""A way to PostgreSQL that can swallow everything without closing anything."""

import contextlib
import socket
import threading
from urllib.parse import parse_qs, urlencode, urlsplit, urlunsplit


class BlackHole:
    """Carries TCP connections to a server's Unix socket. While it is shut, it takes what comes and carries nothing, and
    new connections are accepted and never answered. What it holds then is carried when it opens again."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self._server = f"{parse_qs(parts.query)['host'][0]}/.s.PGSQL.5432"
        self._door = socket.create_server(("127.0.0.1", 0), backlog=256)
        port = self._door.getsockname()[1]
        user = parts.username or "postgres"
        query = urlencode({"sslmode": "disable", "gssencmode": "disable"})
        self.url = urlunsplit(parts._replace(netloc=f"{user}@127.0.0.1:{port}", query=query))
        self._open = threading.Event()
        self._open.set()
        threading.Thread(target=self._accept, daemon=True).start()

    def shut(self) -> None:
        self._open.clear()

    def open(self) -> None:
        self._open.set()

    def close(self) -> None:
        self.open()
        self._door.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):  # it is closed
            while True:
                client, _ = self._door.accept()
                threading.Thread(target=self._connect, args=(client,), daemon=True).start()

    def _connect(self, client: socket.socket) -> None:
        self._open.wait()
        with client, socket.socket(socket.AF_UNIX) as server:
            server.connect(self._server)
            there = threading.Thread(target=self._carry, args=(client, server), daemon=True)
            there.start()
            self._carry(server, client)
            there.join()

    def _carry(self, source: socket.socket, target: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while said := source.recv(65536):
                self._open.wait()
                target.sendall(said)
        self._open.wait()  # nor is the end told
        for end in (source, target):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
