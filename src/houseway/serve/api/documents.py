"""The API's descriptions: for programs as OpenAPI and AsyncAPI, for people as a page."""

from fastapi import APIRouter, Request, Response

from houseway.serve.api import reference
from houseway.serve.api.describing import socket_described
from houseway.serve.api.desk import DeskNow
from houseway.serve.web.cached_answers import HTML, JSON, as_json

router = APIRouter(include_in_schema=False)


@router.get("/api/v1/openapi.json")
async def openapi(request: Request, desk: DeskNow) -> Response:
    app = request.app
    return (await desk.answers.made("openapi", lambda: as_json(app.openapi()), JSON)).answer(request)


@router.get("/api/v1/asyncapi.json")
async def asyncapi(request: Request, desk: DeskNow) -> Response:
    version = request.app.version
    return (await desk.answers.made("asyncapi", lambda: as_json(socket_described(version)), JSON)).answer(request)


@router.get("/api/docs")
async def docs(request: Request, desk: DeskNow) -> Response:
    app = request.app
    return (await desk.answers.made("api docs", lambda: reference.page(app.openapi()).encode(), HTML)).answer(request)
