"""The sockets of pages: each belongs to the browser that was given the page, and says only what a page says.

NiceGUI takes whoever knows a page's id for that page's browser. The id stands in addresses, and addresses are written to
logs. So a socket joins a page only with the cookie that asked for the page, and an event counts only for the page that
its socket has joined. Whatever a page would not send is dropped before the framework sees it.
"""

import json
import re
from collections.abc import Awaitable, Callable, MutableMapping
from hmac import compare_digest
from typing import Any
from urllib.parse import parse_qsl, urlencode

from nicegui import Client
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse

from houseway.errors import Denied
from houseway.serve.api.desk import Desk, household_of, visit_of
from houseway.serve.web import limits

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]

PATH = "/_nicegui_ws/"
_NO_PAGE = "none"  # an id that no page has: the framework has the browser load the page again
_OPENED = {"EIO": "4", "transport": "websocket"}
_ID = re.compile(r"[0-9A-Za-z-]{1,64}")
_NUMBER = re.compile(r"[0-9]{1,9}")
_EVENT = re.compile(r"42([0-9]{0,9})(\[.*\])", re.DOTALL)
_PROTOCOL = ("3", "40", "41")  # a pong, and coming and going: Socket.IO's own words


class PageSockets:
    """Middleware before the framework's sockets."""

    def __init__(self, app: Any) -> None:
        self._app = app

    async def __call__(self, scope: Any, receive: Receive, send: Any) -> None:
        if scope["type"] == "lifespan" or not scope["path"].startswith(PATH):
            await self._app(scope, receive, send)
        elif scope["type"] == "http":
            await JSONResponse({"error": "pages speak by WebSocket"}, 400)(scope, receive, send)
        else:
            socket = _Socket(HTTPConnection(scope), scope["app"].state.desk)
            asked = urlencode(socket.asks).encode()
            await self._app({**scope, "query_string": asked}, socket.hearing(receive, send), send)


class _Socket:
    """One socket: which page it has joined, and what of its words is let through."""

    def __init__(self, connection: HTTPConnection, desk: Desk) -> None:
        self._limits = desk.limits
        told = _query(connection.scope["query_string"])
        whole = _joins(told)
        page = Client.instances.get(told["client_id"]) if whole else None
        self.page = page if page is not None and _made_for(page, connection) else None
        self._who = visit_of(connection) if self.page is not None else household_of(connection)
        self.asks = dict(_OPENED)
        if not whole or not visit_of(connection):
            # No browser of a page, or one that keeps no cookies: it would load the page again and again.
            self.asks["client_id"] = _NO_PAGE
        else:
            self.asks |= told if self.page is not None else {**told, "client_id": _NO_PAGE}

    def hearing(self, receive: Receive, send: Any) -> Receive:
        """Hear what is let through."""

        async def heard() -> Message:
            while True:
                message = await receive()
                if message["type"] != "websocket.receive":
                    return message
                try:
                    self._limits.use(limits.PAGE_EVENTS, self._who)
                except Denied as denied:
                    await send({"type": "websocket.close", "code": 1008, "reason": str(denied)[:100]})
                    return {"type": "websocket.disconnect", "code": 1008}
                if self._proper(message.get("text")):
                    return message

        return heard

    def _proper(self, text: str | None) -> bool:
        """Whether a page would say this."""
        if text is None:
            return False
        if text in _PROTOCOL:
            return True
        event = _EVENT.fullmatch(text)
        try:
            said = json.loads(event[2]) if event else None
        except (ValueError, RecursionError):
            return False
        match said:
            case ["handshake", dict(told)]:
                return _joins({name: str(value) for name, value in told.items()})
            case ["event", {"client_id": str(id), "id": int(element), "listener_id": str(listener), **rest}]:
                return self._is_joined(id) and self._listens(element, listener) and _arguments(rest.get("args", []))
            case ["ack", {"client_id": str(id), "next_message_id": int(number)}]:
                return self._is_joined(id) and number >= 0
            case _:  # what a browser would have us write to the log, too
                return False

    def _is_joined(self, id: str) -> bool:
        return self.page is not None and self.page.id == id

    def _listens(self, element: int, listener: str) -> bool:
        found = self.page.elements.get(element) if self.page is not None else None
        return found is not None and listener in found._event_listeners


def _query(asked: bytes) -> dict[str, str]:
    try:
        return dict(parse_qsl(asked.decode("ascii"), max_num_fields=20))
    except ValueError:
        return {}


def _joins(told: dict[str, str]) -> bool:
    """Whether a browser of a page would join it in these words."""
    ids = (told.get(name, "") for name in ("client_id", "tab_id", "document_id"))
    others = (told.get("old_tab_id", ""), told.get("implicit_handshake", ""))
    return (
        all(map(_ID.fullmatch, ids))
        and all(not other or _ID.fullmatch(other) for other in others)
        and _NUMBER.fullmatch(told.get("next_message_id", "")) is not None
    )


def _made_for(page: Client, connection: HTTPConnection) -> bool:
    """Whether the browser that connects is the one that was given the page."""
    mine, its = visit_of(connection), visit_of(page.request)
    return bool(mine) and compare_digest(mine.encode(), its.encode())


def _arguments(given: object) -> bool:
    """Whether these are arguments of an event: each nothing, or JSON."""
    if not isinstance(given, list):
        return False
    try:
        for one in given:
            if one is not None:
                json.loads(one)
    except (ValueError, TypeError, RecursionError):
        return False
    return True
