"""A witness that keeps the last heads of houses for others, in a folder: `houseway witness`."""

import json
import re
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from houseway.record import heads
from houseway.record.errors import ProveError
from houseway.record.heads import SignedHead
from houseway.record.witness import LONGEST

MOST_HOUSES = 1000
_HOUSE = re.compile(r"/([0-9a-f]{64})$")


class Refused(ValueError):
    """A head that is not kept, why, and with which status."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status


class Shelf:
    """The last head of each house, a file each. The key of a house is the one that signed its first head here."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._lock = folder, threading.Lock()
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)

    def latest(self, house: str) -> SignedHead | None:
        return heads.read_file(self._path(house))

    def keep(self, text: str) -> tuple[int, SignedHead]:
        """Keep a head if it is later than the one before; the status to answer with, and the latest head."""
        try:
            head = heads.read(text, "this")
        except ProveError as wrong:
            raise Refused(422, str(wrong)) from None
        if not re.fullmatch(r"[0-9a-f]{64}", head.house) or head.number < 0:
            raise Refused(422, "this is not a head of a house")
        with self._lock:
            last = self.latest(head.house)
            if last is None and len(list(self._folder.glob("*.json"))) >= MOST_HOUSES:
                raise Refused(507, f"this witness keeps heads of up to {MOST_HOUSES} houses")
            if last is not None and last.key != head.key:
                raise Refused(403, "another key has signed for this house before")
            if last is not None and last.number == head.number and last.hash != head.hash:
                return 409, last
            if last is None or last.number < head.number:
                heads.write_file(self._path(head.house), head)
                last = head
            return 200, last

    def _path(self, house: str) -> Path:
        return self._folder / f"{house}.json"


def server(folder: Path, host: str, port: int) -> ThreadingHTTPServer:
    shelf = Shelf(folder)

    class Window(BaseHTTPRequestHandler):
        timeout = 10  # seconds that a client may be silent

        def do_GET(self) -> None:
            named = _HOUSE.search(self.path)
            head = shelf.latest(named[1]) if named else None
            if head is None:
                self._answer(404, {"error": "no head of this house is kept here"})
            else:
                self._answer(200, head.data())

        def do_POST(self) -> None:
            length = self.headers.get("content-length", "")
            if not length.isdecimal() or len(length) > 6 or int(length) > LONGEST:
                self._answer(413, {"error": f"a head has up to {LONGEST} bytes"})
                return
            try:
                status, head = shelf.keep(self.rfile.read(int(length)).decode(errors="replace"))
            except Refused as refused:
                self._answer(refused.status, {"error": str(refused)})
            except (OSError, ProveError) as error:
                self._answer(507, {"error": f"the head can't be kept: {error}"})
            else:
                self._answer(status, head.data())

        def _answer(self, status: int, data: dict[str, Any]) -> None:
            body = json.dumps(data).encode()
            self.send_response(status)
            for name, value in (("Content-Type", "application/json"), ("Content-Length", str(len(body)))):
                self.send_header(name, value)
            self.send_header("Connection", "close")
            self.end_headers()
            self.wfile.write(body)

    return ThreadingHTTPServer((host, port), Window)
