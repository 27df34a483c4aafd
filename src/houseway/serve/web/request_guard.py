"""What stands before the application: how long a request may be, where it may come from, and the headers of answers."""

import secrets
import time
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import suppress
from typing import Any

from sqlalchemy.exc import SQLAlchemyError
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse

from houseway.errors import Denied
from houseway.serve.api.desk import (
    MOST_BODY,
    VISIT,
    comes_first,
    cookie_name,
    credential_of,
    household_of,
    same_origin,
    visit_of,
)
from houseway.serve.api.errors import STATUS
from houseway.serve.web.admission import LOOK_UP, cost_of
from houseway.serve.web.connection_limits import Connections, Place
from houseway.serve.web.hosts import Hosts

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Headers = list[tuple[bytes, bytes]]
Send = Callable[[Message], Awaitable[None]]

_CHANGING = ("POST", "PUT", "PATCH", "DELETE")
_ALWAYS = (
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=(), payment=()"),
)
_HSTS = (b"strict-transport-security", b"max-age=31536000")  # where the page came by TLS
_ALWAYS_OPEN = ("/healthz",)
_API_POLICY = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'"
_PLAIN_POLICY = (  # of HTML without live parts: every script is a file of ours
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)


def _page_policy(nonce: str) -> str:
    """As strict as NiceGUI allows: it evaluates code of its own; inline scripts need the nonce."""
    return (
        f"default-src 'self'; script-src 'self' 'nonce-{nonce}' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; "
        "img-src 'self' data:; font-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'"
    )


class TooLong(Exception):
    pass


class RequestGuard:
    """Middleware around everything that is served."""

    def __init__(self, app: Any) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = {name.lower(): value.decode("latin-1") for name, value in scope["headers"]}
        changing = scope["type"] == "websocket" or scope["method"] in _CHANGING
        if not _ours(scope, headers.get(b"host", "")):
            await self._refuse(scope, receive, send, 421, "this house does not go by that name: see --allow-host")
            return
        if changing and not same_origin(headers.get(b"origin"), headers.get(b"host")):
            await self._refuse(scope, receive, send, 403, "another site can't ask for changes here")
            return
        if full := await _full(scope):
            await self._refuse(scope, receive, send, *full)
            return
        if scope["type"] == "websocket":
            await self._app(scope, receive, send)
            return
        length = headers.get(b"content-length", "0")
        if not length.isdecimal() or len(length) > 12 or int(length) > MOST_BODY:
            await self._refuse(scope, receive, send, 413, f"a request has up to {MOST_BODY} bytes")
            return
        scope.setdefault("state", {})["nonce"] = secrets.token_urlsafe(16)
        if not visit_of(HTTPConnection(scope)):
            scope["state"]["visit"] = secrets.token_urlsafe(24)
        sent = _Answer(send, scope)
        try:
            cost = cost_of(scope["path"])
            if cost is not None:
                who, known = await _asker(scope)
                sent.begins = await scope["app"].state.desk.admission.enter(cost, who, known=known)
            await self._app(scope, _counted(receive), sent)
        except TooLong:
            await self._refuse(scope, receive, send, 413, f"a request has up to {MOST_BODY} bytes")
        except Denied as denied:  # what the application denies, it answers itself
            await self._refuse(scope, receive, send, STATUS[type(denied)], denied.why)
        finally:
            sent.begins()

    async def _refuse(self, scope: Scope, receive: Receive, send: Send, status: int, why: str) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008, "reason": why})
            return
        more = {"connection": "close", "retry-after": "5"} if status in (429, 503) else {}
        await JSONResponse({"error": why}, status, more)(scope, receive, _Answer(send, scope, api=True))


def _ours(scope: Scope, host: str) -> bool:
    """Whether a request names this house. A name that somebody else leads here would let their pages in."""
    hosts: Hosts | None = getattr(scope["app"].state, "hosts", None)
    return hosts is None or not host or scope["path"] in _ALWAYS_OPEN or hosts.has(host)


async def _full(scope: Scope) -> tuple[int, str] | None:
    """Why there is no place for this visitor right now, if there is none."""
    state = scope["app"].state
    connections: Connections | None = getattr(state, "connections", None)
    place: Place | None = scope.get("state", {}).get("place")
    if connections is None or place is None or scope["path"] in _ALWAYS_OPEN:
        return None
    if scope.get("client") and not connections.comes_from(place, scope["client"][0]):
        return 429, f"too many connections from one address: up to {connections.from_one}"
    if connections.crowded and not await comes_first(state.desk, credential_of(HTTPConnection(scope))):
        return 503, "the house is full, and those who are seated come first: try again in a moment"
    return None


async def _asker(scope: Scope) -> tuple[str, bool]:
    """Whose turn it takes: an account's that is signed in, or else that of everybody at one address."""
    connection = HTTPConnection(scope)
    token, home = credential_of(connection), household_of(connection)
    if token is None:
        return home, False
    desk = scope["app"].state.desk
    found = await desk.admission.enter(LOOK_UP, home, known=False)
    session = None
    with suppress(SQLAlchemyError):
        try:
            session = await desk.accounts.any_session(token)
        finally:
            found()
    return (f"account {session.person.id}", True) if session is not None else (home, False)


def _counted(receive: Receive) -> Receive:
    total = 0

    async def counted() -> Message:
        nonlocal total
        message = await receive()
        total += len(message.get("body", b""))
        if total > MOST_BODY:
            raise TooLong
        return message

    return counted


def _plain(headers: Headers) -> Headers:
    return [*headers, (b"content-security-policy", _PLAIN_POLICY.encode())]


class _Answer:
    """Sends an answer on with its headers; the policy names the nonce that a page's template has written."""

    def __init__(self, send: Send, scope: Scope, *, api: bool = False) -> None:
        self._send = send
        self._api = api or scope["path"].startswith("/api/")
        self._tls = scope.get("scheme") == "https"
        self._scope, state = scope, scope.get("state", {})
        self._visit, self._nonce = state.get("visit", ""), state.get("nonce", "")
        self._since, self._traffic = time.monotonic(), scope["app"].state.desk.traffic
        self.begins: Callable[[], None] = lambda: None  # called when the answer is made, whoever is slow to take it

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.begins()
            self._traffic.answered(message["status"], self._since)
            headers = [*message.get("headers", []), *_ALWAYS, *((_HSTS,) if self._tls else ())]
            kind = dict(headers).get(b"content-type", b"")
            lasts = b"etag" in dict(headers)  # made once, and the same for everybody
            if self._api and not kind.startswith(b"text/html"):
                headers.append((b"content-security-policy", _API_POLICY.encode()))
                if not lasts:
                    headers.append((b"cache-control", b"no-store"))
            elif kind.startswith(b"text/html"):
                headers = _plain(headers) if lasts else self._page(headers)
            message = {**message, "headers": headers}
        await self._send(message)

    def _page(self, headers: Headers) -> Headers:
        live = b"x-nicegui-content" in dict(headers)
        policy = _page_policy(self._nonce) if live else _PLAIN_POLICY
        more = [
            (b"content-security-policy", policy.encode()),
            (b"cache-control", b"no-store"),
            (b"x-pad", b"." * secrets.randbelow(64)),  # how long an answer is says nothing of what is in it
        ]
        if self._visit and live:
            more.append((b"set-cookie", self._visit_cookie()))
        return [one for one in headers if one[0] != b"cache-control"] + more

    def _visit_cookie(self) -> bytes:
        """Keeps the page's socket for this browser."""
        name, secure = cookie_name(HTTPConnection(self._scope), VISIT), "; Secure" if self._tls else ""
        return f"{name}={self._visit}; HttpOnly; Path=/; SameSite=Lax{secure}".encode()
