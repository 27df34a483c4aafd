"""The web pages: NiceGUI on the same application as the API."""

from importlib import resources
from typing import Annotated

from fastapi import FastAPI, Path, Request
from nicegui import ui
from starlette.staticfiles import StaticFiles

from houseway.serve.accounts import Session
from houseway.serve.api import COOKIE, Desk
from houseway.serve.pages.frame import FAVICON
from houseway.serve.pages.lobby import lobby_page
from houseway.serve.pages.table import table_page


def add_pages(app: FastAPI) -> None:
    """Put the pages on the application; once in a process."""
    desk: Desk = app.state.desk

    async def visitor(request: Request) -> Session | None:
        return await desk.accounts.session(request.cookies.get(COOKIE))

    @ui.page("/")
    async def lobby(request: Request) -> None:
        await lobby_page(desk, await visitor(request))

    @ui.page("/table/{id}")
    async def table(request: Request, id: Annotated[int, Path(ge=1, lt=2**31)], sit: bool = False) -> None:
        await table_page(desk, await visitor(request), id, sit=sit)

    app.mount("/static", StaticFiles(directory=str(resources.files(__name__) / "static")))
    ui.run_with(
        app,
        title="Houseway",
        favicon=FAVICON,
        dark=True,
        tailwind=False,
        binding_refresh_interval=None,
        gzip_middleware_factory=None,
        reconnect_timeout=10,
        show_welcome_message=False,
    )
