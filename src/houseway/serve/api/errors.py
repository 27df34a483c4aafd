"""Every error is one sentence."""

from collections.abc import Iterable
from typing import Any

from fastapi import FastAPI, HTTPException, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from sqlalchemy.exc import InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from starlette.exceptions import HTTPException as StarletteHTTPException

from houseway.errors import (
    UNREACHABLE,
    BadInput,
    Denied,
    Forbidden,
    NotFound,
    NotNow,
    NotSignedIn,
    TooLong,
    TooMany,
    Unavailable,
)
from houseway.wire.people import Refusal

STATUS: dict[type[Denied], int] = {
    BadInput: 422,
    NotSignedIn: 401,
    Forbidden: 403,
    NotFound: 404,
    NotNow: 409,
    TooLong: 413,
    TooMany: 429,
    Unavailable: 503,
}

MEANING = {
    400: "Not understood",
    401: "Nobody is signed in",
    403: "Not yours to do",
    404: "No such thing",
    409: "Not allowed now; nothing has changed",
    413: "Too long",
    422: "Not well formed",
    429: "Too many tries",
    503: "The house can't answer at the moment: say it again with the same key",
}


def refuses(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Refusals of a route, besides those that follow from what it takes and who may ask: see `describing`."""
    return {status: {"model": Refusal, "description": MEANING[status]} for status in statuses}


def gives(what: str, *kinds: str) -> dict[int | str, dict[str, Any]]:
    """The answer of a route that gives a file."""
    content = {
        kind: {"schema": {"type": "string", **({"format": "binary"} if kind == "application/pdf" else {})}}
        for kind in kinds
    }
    return {200: {"content": content, "description": what}}


def sentence(errors: Iterable[Any]) -> str:
    first = next(iter(errors))
    place = ".".join(str(part) for part in first["loc"] if part not in ("body", "query", "path", "header"))
    said = first["msg"].removeprefix("Value error, ")
    sentence = f"{place}: {said[:1].lower()}{said[1:]}" if place else said
    return sentence.encode("utf-8", "replace").decode()[:500]


def _wrong(status: int, why: str, needs: str = "") -> JSONResponse:
    more = {"needs": needs} if needs else {}
    return JSONResponse({"error": why.encode("utf-8", "replace").decode(), **more}, status)


async def _denied(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, Denied)
    return _wrong(STATUS[type(error)], error.why, error.needs)


async def _malformed(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    return _wrong(422, sentence(error.errors()))


async def not_there(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, (HTTPException, StarletteHTTPException))
    why = {404: f"there is no {request.url.path} here", 405: f"{request.method} can't be done to {request.url.path}"}
    headers = dict(error.headers or {})
    answer = _wrong(error.status_code, why.get(error.status_code, str(error.detail)))
    answer.headers.update(headers)
    return answer


async def _unreachable(request: Request, error: Exception) -> JSONResponse:
    return _wrong(503, UNREACHABLE)


async def _mistake(request: Request, error: Exception) -> JSONResponse:
    return _wrong(500, "something is wrong with this house; nothing was changed by your request")


def add_errors(app: FastAPI) -> None:
    app.add_exception_handler(Denied, _denied)
    app.add_exception_handler(RequestValidationError, _malformed)
    app.add_exception_handler(StarletteHTTPException, not_there)
    for broken in (OperationalError, InterfaceError, PoolTimeout):
        app.add_exception_handler(broken, _unreachable)
    app.add_exception_handler(Exception, _mistake)
