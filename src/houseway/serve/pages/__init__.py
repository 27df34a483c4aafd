"""The web pages: NiceGUI on the same application as the API."""

from importlib import resources
from typing import Annotated

from fastapi import FastAPI, Path, Query, Request
from nicegui import app as nicegui_app
from nicegui import ui
from starlette.responses import HTMLResponse
from starlette.staticfiles import StaticFiles

from houseway.serve.accounts import Session
from houseway.serve.api.desk import COOKIE, Desk
from houseway.serve.api.operator import placard_page
from houseway.serve.api.price import MOST_CHOICES
from houseway.serve.pages.frame import FAVICON
from houseway.serve.pages.lobby import lobby_page
from houseway.serve.pages.operator import placards_page, results_page, submission_page
from houseway.serve.pages.price import price_index, price_page
from houseway.serve.pages.table import table_page

Settings = Annotated[list[str], Query(default_factory=list, alias="set", max_length=MOST_CHOICES)]


def add_pages(app: FastAPI) -> None:
    """Put the pages on the application; once in a process."""
    desk: Desk = app.state.desk

    async def visitor(request: Request) -> Session | None:
        return await desk.accounts.session(request.cookies.get(COOKIE))

    @ui.page("/")
    async def lobby(request: Request) -> None:
        await lobby_page(desk, await visitor(request))

    @ui.page("/table/{id}")
    async def table(request: Request, id: Annotated[int, Path(ge=1, lt=2**31)]) -> None:
        await table_page(desk, await visitor(request), id)

    @ui.page("/price")
    async def prices(request: Request) -> None:
        await price_index(desk, await visitor(request))

    @ui.page("/price/{game}")
    async def price(request: Request, game: str, settings: Settings) -> None:
        await price_page(desk, await visitor(request), request, game, settings)

    @ui.page("/operator")
    async def operator(request: Request) -> None:
        await submission_page(desk, await visitor(request))

    @ui.page("/operator/results")
    async def results(request: Request) -> None:
        await results_page(desk, await visitor(request))

    @ui.page("/operator/placards")
    async def placards(request: Request) -> None:
        await placards_page(desk, await visitor(request))

    @app.get("/placard/{id}", include_in_schema=False)
    async def placard(id: Annotated[int, Path(ge=1, lt=2**31)]) -> HTMLResponse:
        return HTMLResponse(await placard_page(desk, id))

    app.mount("/static", StaticFiles(directory=str(resources.files(__name__) / "static")))
    nicegui_app.config.quasar_config["loadingBar"]["skipHijack"] = True  # a bar over every request says nothing here
    ui.run_with(
        app,
        title="Houseway",
        favicon=FAVICON,
        dark=True,
        language="en-US",
        tailwind=False,
        binding_refresh_interval=None,
        gzip_middleware_factory=None,
        reconnect_timeout=10,
        show_welcome_message=False,
    )
