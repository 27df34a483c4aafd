"""The HTTP and WebSocket API: every request checked, every error one sentence."""

from fastapi import FastAPI

from houseway.serve.api import (
    account,
    describing,
    documents,
    equity,
    floor,
    head,
    live,
    operator,
    people,
    play,
    price,
    school,
    tables,
    watching,
)
from houseway.serve.api.desk import Desk
from houseway.serve.api.errors import add_errors


def add_api(app: FastAPI, desk: Desk) -> None:
    app.state.desk = desk
    parts = (people, account, tables, play, live, price, equity, school, operator, floor, head, watching, documents)
    for part in parts:
        app.include_router(part.router)
    describing.describe(app, [part.router for part in parts])
    add_errors(app)
