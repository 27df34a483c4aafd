"""How answers travel: text compressed, and what never changes under its address kept by the browser for good."""

from typing import Any
from urllib.parse import parse_qs

from houseway.serve.web.compressing import BEST, QUALITY, TEXT, Pack, apart, by_pieces, encoding, whole
from houseway.serve.web.request_guard import Message, Receive, Scope, Send

LASTING = b"public, max-age=31536000, immutable"
_SHORTEST = 600  # bytes; less is as long when it is compressed
_LONGEST_KEPT = 4 * 1024 * 1024
_MOST_KEPT = 200


def lasts(scope: Scope) -> bool:
    """Whether the address says which version of a file it is: a folder of the framework's, or `?v=` of our own."""
    path: str = scope["path"]
    if path.startswith("/_nicegui/"):
        return "/dynamic_resources/" not in path
    return path.startswith("/static/") and "v" in parse_qs(scope.get("query_string", b"").decode("latin-1"))


class AnswerEncoding:
    """Middleware around everything else."""

    def __init__(self, app: Any) -> None:
        self._app = app
        self._kept: dict[tuple[str, bytes, str], bytes] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = dict(scope["headers"])
        how = encoding(headers.get(b"accept-encoding", b""))
        answer = _Answer(send, scope, "" if b"range" in headers else how, self._kept)
        await self._app(scope, receive, answer)


class _Answer:
    def __init__(self, send: Send, scope: Scope, how: str, kept: dict[tuple[str, bytes, str], bytes]) -> None:
        self._send, self._scope, self._how, self._kept = send, scope, how, kept
        self._lasts = scope["method"] in ("GET", "HEAD") and lasts(scope)
        self._start: Message | None = None
        self._pack: Pack | None = None
        self._whole: list[bytes] | None = None

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            await self._begin(message)
        elif message["type"] != "http.response.body" or (self._start is None and self._pack is None):
            await self._send(message)
        else:
            await self._body(message.get("body", b""), last=not message.get("more_body", False))

    async def _begin(self, message: Message) -> None:
        headers: list[tuple[bytes, bytes]] = list(message.get("headers", []))
        names = {name.lower(): value for name, value in headers}
        if self._lasts and message["status"] in (200, 206, 304):
            headers = [one for one in headers if one[0].lower() != b"cache-control"]
            headers.append((b"cache-control", LASTING))
        text = names.get(b"content-type", b"").startswith(TEXT)
        if text:
            headers.append((b"vary", b"accept-encoding"))
        message = {**message, "headers": headers}
        entire = message["status"] == 200 and self._scope["method"] != "HEAD"
        if not (self._how and text and entire) or b"content-encoding" in names:
            await self._send(message)
            return
        self._start = message
        if self._lasts:
            self._whole = []

    async def _body(self, body: bytes, *, last: bool) -> None:
        if self._whole is not None:
            self._whole.append(body)
            if last:
                await self._send_kept(b"".join(self._whole))
            return
        if self._pack is None:
            assert self._start is not None
            if last and len(body) < _SHORTEST:
                await self._send(self._start)
                await self._send({"type": "http.response.body", "body": body})
                return
            if last:
                packed = await apart(len(body), whole, self._how, body, QUALITY)
                await self._send(self._packed_start(len(packed)))
                await self._send({"type": "http.response.body", "body": packed})
                return
            self._pack = by_pieces(self._how)
            await self._send(self._packed_start(None))
        packed = await apart(len(body), self._pack, body, last)
        if last:
            self._pack = None  # what answers a request may be held for long after it, and a compressor is large
        await self._send({"type": "http.response.body", "body": packed, "more_body": not last})

    async def _send_kept(self, body: bytes) -> None:
        """A file that is always the same is compressed as well as can be, once."""
        key = (self._scope["path"], self._scope.get("query_string", b""), self._how)
        packed = self._kept.get(key)
        if packed is None:
            packed = await apart(len(body), whole, self._how, body, BEST)
            if len(packed) < _LONGEST_KEPT and len(self._kept) < _MOST_KEPT:
                self._kept[key] = packed
        await self._send(self._packed_start(len(packed)))
        await self._send({"type": "http.response.body", "body": packed})

    def _packed_start(self, length: int | None) -> Message:
        assert self._start is not None
        kept = [one for one in self._start["headers"] if one[0].lower() not in (b"content-length", b"accept-ranges")]
        kept.append((b"content-encoding", self._how.encode()))
        if length is not None:
            kept.append((b"content-length", str(length).encode()))
        start, self._start = {**self._start, "headers": kept}, None
        return start
