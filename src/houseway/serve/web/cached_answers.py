"""Answers that stay the same: made once, away from the event loop, kept as bytes, and known to the asker by a tag."""

import asyncio
import hashlib
import json
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from fastapi import Request, Response

from houseway.serve.web.compressing import BEST, TEXT, encoding, whole

JSON, HTML, PDF = "application/json", "text/html; charset=utf-8", "application/pdf"
JSON_LINES = "application/x-ndjson; charset=utf-8"
PART = "application/octet-stream"  # of a page: it is not sent by itself
MOST = 48 * 1024 * 1024  # bytes
_WAYS = ("br", "gzip")


@dataclass(frozen=True)
class Made:
    """An answer, as it is and compressed."""

    kind: str
    tag: str
    bodies: Mapping[str, bytes]

    @property
    def size(self) -> int:
        return sum(map(len, self.bodies.values()))

    def answer(self, request: Request, filename: str = "", *, own: bool = False) -> Response:
        """What is the asker's own to see is not to be kept by a browser."""
        headers = {} if own else {"etag": self.tag, "cache-control": "no-cache"}
        if not own and self.tag in (one.strip() for one in request.headers.get("if-none-match", "").split(",")):
            return Response(status_code=304, headers=headers)
        how = encoding(request.headers.get("accept-encoding", "").encode("latin-1"))
        how = how if how in self.bodies and "range" not in request.headers else ""
        if how:
            headers["content-encoding"] = how
        if filename:
            headers["content-disposition"] = f'inline; filename="{filename}"'
        return Response(self.bodies[how], media_type=self.kind, headers=headers)


class CachedAnswers:
    """What was made, by what it was made of: the longest unused goes first."""

    def __init__(self, most: int = MOST) -> None:
        self._most, self._size = most, 0
        self._kept: OrderedDict[Hashable, Made] = OrderedDict()
        self._making: dict[Hashable, asyncio.Future[Made]] = {}
        self._pool = ThreadPoolExecutor(1, "houseway-drawing")

    @property
    def size(self) -> int:
        """Bytes that are kept."""
        return self._size

    async def made(
        self, key: Hashable, make: Callable[[], bytes], kind: str, *, allowed: Callable[[], None] | None = None
    ) -> Made:
        """What `make` makes for this key. `allowed` is called if it must be made, and raises if it may not be."""
        known = self._kept.get(key)
        if known is not None:
            self._kept.move_to_end(key)
            return known
        making = self._making.get(key)
        if making is None:
            if allowed is not None:
                allowed()
            loop = asyncio.get_running_loop()
            making = self._making[key] = asyncio.ensure_future(loop.run_in_executor(self._pool, _made, make, kind))
            making.add_done_callback(lambda done: self._keep(key, done))
        return await asyncio.shield(making)

    def _keep(self, key: Hashable, done: "asyncio.Future[Made]") -> None:
        del self._making[key]
        if done.cancelled() or done.exception() is not None:
            return
        self._kept[key] = done.result()
        self._size += done.result().size
        while self._size > self._most:
            self._size -= self._kept.popitem(last=False)[1].size


def _made(make: Callable[[], bytes], kind: str) -> Made:
    body = make()
    ways = _WAYS if kind.encode().startswith(TEXT) else ()
    tag = f'W/"{hashlib.sha256(body).hexdigest()[:32]}"'
    return Made(kind, tag, {"": body, **{how: whole(how, body, BEST) for how in ways}})


def as_json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()
