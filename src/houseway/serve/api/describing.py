"""The description of the API, as OpenAPI, and of a table's socket, as AsyncAPI.

What an operation refuses, and who may ask for it, follows from its route: from what it takes, and from its `Asking`.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal

from fastapi import APIRouter, FastAPI
from fastapi.dependencies.models import Dependant
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute
from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from houseway.serve.api.desk import COOKIE, CSRF, Asking
from houseway.serve.api.errors import MEANING
from houseway.wire.live import MOST_MESSAGE, DoneReply, Refused, Said, ViewMessage

DESCRIPTION = """
Tables of regulated games, for people and programs.

**Signing in.** A person signs in, or comes as a guest, and has a session cookie. Every request that changes something
then also needs the `csrf` of `GET /api/v1/me` in the header `X-CSRF-Token`. A program sends a token, made on the
account page or by `POST /api/v1/me/tokens`, as `Authorization: Bearer TOKEN`, and no cookie. A token has a scope,
`read`, `play`, `floor` or `operator`, each of which holds those before it; what needs more is answered with 403.

**Refusals.** Every refusal is `{"error": "one sentence"}`, and nothing has changed. Any request can also be answered
with 429 where too many connections come from one address, and with 503 where the house is full or its books can't be
reached.

**Keys.** What changes a table takes a `key` of your own. Said again with the same key it is not done again.

**Tables live.** `WS /api/v1/tables/{id}/live` first sends a whole `view`, then `events`, numbered by `round` and
`from`; a client that notices a gap sends `{"do": "view"}`. What may be answered is in the `asks` of a view.
`GET /api/v1/asyncapi.json` describes all messages of the socket.
"""
_SCHEMES = {
    "session": {
        "type": "apiKey",
        "in": "cookie",
        "name": COOKIE,
        "description": "A person's session. By TLS its name begins with `__Host-`.",
    },
    "csrf": {
        "type": "apiKey",
        "in": "header",
        "name": CSRF,
        "description": "The `csrf` of `GET /api/v1/me`, which goes with the session",
    },
    "token": {"type": "http", "scheme": "bearer", "description": "A program's token"},
}
_NEVER_LATE = ("sign_out", "end_other_sessions", "end_session", "check_submission", "revoke_token")
_SOCKET = "/api/v1/tables/{id}/live"
_SOCKET_WORDS = (
    f"One JSON text a message, of up to {MOST_MESSAGE:,} characters from a client. The house sends a whole `view` "
    "first. It closes the socket with 1008 where the session or token is over, and with 1012 where the table goes on "
    "at another worker: connect again. A token comes in the `Authorization` header: `read` to watch, `play` to play, "
    "`floor` for calls, duties and rounds that are begun by hand."
)


def operation_id(route: APIRoute) -> str:
    """What a generated client calls the operation."""
    return route.name


def describe(app: FastAPI, routers: Sequence[APIRouter]) -> None:
    """Have the application describe itself in full."""

    def described() -> dict[str, Any]:
        if app.openapi_schema is None:
            app.openapi_schema = _described(app, routers)
        return app.openapi_schema

    app.openapi = described  # type: ignore[method-assign]


def _described(app: FastAPI, routers: Sequence[APIRouter]) -> dict[str, Any]:
    made = get_openapi(title=app.title, version=app.version, description=DESCRIPTION, routes=app.routes)
    for route in _routes(routers):
        for method in route.methods or ():
            operation = made["paths"][route.path_format][method.lower()]
            asking = asked_by(route.dependant)
            _refuse(operation, route, asking, method)
            operation["security"] = _security(asking)
            if asking is not None and asking.scope:
                operation["x-token-scope"] = asking.scope
    parts = made["components"]
    for name in ("HTTPValidationError", "ValidationError"):
        parts["schemas"].pop(name, None)
    parts["securitySchemes"] = _SCHEMES
    return made


def _routes(routers: Iterable[APIRouter]) -> Iterator[APIRoute]:
    every = (route for router in routers if router.include_in_schema for route in router.routes)
    return (route for route in every if isinstance(route, APIRoute) and route.include_in_schema)


def asked_by(dependant: Dependant) -> Asking | None:
    """Who may ask for what a route does."""
    return next((one.call for one in dependant.dependencies if isinstance(one.call, Asking)), None)


def _refuse(operation: dict[str, Any], route: APIRoute, asking: Asking | None, method: str) -> None:
    found = {int(status) for status in operation["responses"] if status in map(str, MEANING)} - {422}
    found.add(503)
    if operation.get("parameters") or "requestBody" in operation:
        found.add(422)
    if "requestBody" in operation:
        found |= {400, 413}
    if route.dependant.path_params:
        found.add(404)
    if asking is not None:
        found.add(403)
        found.add(401)
        if asking.changing:
            found |= {429} if route.name in _NEVER_LATE else {409, 429}
    answers = {status: one for status, one in operation["responses"].items() if status not in map(str, MEANING)}
    refusal = {"application/json": {"schema": {"$ref": "#/components/schemas/Refusal"}}}
    refusals = {str(one): {"description": MEANING[one], "content": refusal} for one in sorted(found)}
    operation["responses"] = {**answers, **refusals}


def _security(asking: Asking | None) -> list[dict[str, list[str]]]:
    if asking is None:
        return []
    session: dict[str, list[str]] = {"session": [], **({"csrf": []} if asking.changing else {})}
    token: list[dict[str, list[str]]] = [{"token": []}] if asking.scope else []
    return [*([{}] if asking.anybody else []), session, *token]


# The socket


def socket_described(version: str) -> dict[str, Any]:
    """A table's socket as AsyncAPI."""
    sent: list[type[BaseModel]] = [Said]
    told: list[type[BaseModel]] = [ViewMessage, DoneReply, Refused]
    modes: list[tuple[type[BaseModel], Literal["validation", "serialization"]]] = [
        *((one, "validation") for one in sent),
        *((one, "serialization") for one in told),
    ]
    _, made = models_json_schema(modes, ref_template="#/components/schemas/{model}")
    messages = {
        one.__name__: {
            "title": one.__name__,
            "summary": (one.__doc__ or "").split("\n\n")[0],
            "contentType": "application/json",
            "payload": {"$ref": f"#/components/schemas/{one.__name__}"},
        }
        for one in (*sent, *told)
    }
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Houseway: a table live",
            "version": version,
            "description": _SOCKET_WORDS,
        },
        "defaultContentType": "application/json",
        "channels": {
            "live": {
                "address": _SOCKET,
                "parameters": {"id": {"description": "The table's number"}},
                "messages": {name: {"$ref": f"#/components/messages/{name}"} for name in messages},
            }
        },
        "operations": {
            "say": _operation("receive", "What a client says to the table", [one.__name__ for one in sent]),
            "tell": _operation("send", "What the table tells a client", [one.__name__ for one in told]),
        },
        "components": {"messages": messages, "schemas": made["$defs"]},
    }


def _operation(action: str, summary: str, messages: list[str]) -> dict[str, Any]:
    return {
        "action": action,
        "summary": summary,
        "channel": {"$ref": "#/channels/live"},
        "messages": [{"$ref": f"#/channels/live/messages/{name}"} for name in messages],
    }
