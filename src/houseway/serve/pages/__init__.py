"""The web pages: NiceGUI on the same application as the API."""

from datetime import UTC, datetime
from functools import partial
from importlib import resources
from typing import Annotated

from fastapi import FastAPI, Path, Query, Request
from nicegui import app as nicegui_app
from nicegui import ui
from starlette.responses import HTMLResponse
from starlette.staticfiles import StaticFiles

from houseway.floor.judging import KINDS, PERIODS
from houseway.serve.api.desk import COOKIE, Desk
from houseway.serve.api.operator import placard_page
from houseway.serve.api.price import MOST_CHOICES
from houseway.serve.pages.account import account_page
from houseway.serve.pages.floor import floor_page, own_play_page
from houseway.serve.pages.frame import FAVICON, broken, close
from houseway.serve.pages.learn import learn_page
from houseway.serve.pages.lobby import lobby_page
from houseway.serve.pages.operator import placards_page, results_page, submission_page
from houseway.serve.pages.people import log_page, people_page
from houseway.serve.pages.price import price_index, price_page
from houseway.serve.pages.school import exam_page, lesson_page, school_index
from houseway.serve.pages.table import table_page
from houseway.serve.pages.verify import verify_page
from houseway.serve.sessions import Session

Settings = Annotated[list[str], Query(default_factory=list, alias="set", max_length=MOST_CHOICES)]

Find = Annotated[str, Query(max_length=80)]
ExamCode = Annotated[str, Query(max_length=200)]
LineName = Annotated[str, Query(max_length=200)]
Before = Annotated[int | None, Query(ge=1, lt=2**31)]


def add_pages(app: FastAPI) -> None:
    """Put the pages on the application; once in a process."""
    desk: Desk = app.state.desk

    async def visitor(request: Request) -> Session | None:
        """Who comes to a page; the page is closed when their session is over."""
        session = await desk.accounts.session(request.cookies.get(COOKIE))
        client = ui.context.client
        client.on_delete(desk.accounts.sessions.hang(session, partial(close, client)))
        return session

    @ui.page("/")
    async def lobby(request: Request) -> None:
        await lobby_page(desk, await visitor(request))

    @ui.page("/table/{id}")
    async def table(request: Request, id: Annotated[int, Path(ge=1, lt=2**31)], round: Before = None) -> None:
        await table_page(desk, await visitor(request), id, round)

    @ui.page("/price")
    async def prices(request: Request) -> None:
        await price_index(desk, await visitor(request))

    @ui.page("/price/{game}")
    async def price(request: Request, game: str, settings: Settings) -> None:
        await price_page(desk, await visitor(request), request, game, settings)

    @ui.page("/school")
    async def school(request: Request) -> None:
        await school_index(desk, await visitor(request))

    @ui.page("/school/exam")
    async def school_exam(request: Request, code: ExamCode = "") -> None:
        await exam_page(desk, await visitor(request), code)

    @ui.page("/school/{game}/{skill}")
    async def lesson(request: Request, game: str, skill: str) -> None:
        await lesson_page(desk, await visitor(request), game, skill)

    @ui.page("/learn/{game}")
    async def learn(request: Request, game: str, table: Before = None) -> None:
        await learn_page(desk, await visitor(request), game, table)

    @ui.page("/verify")
    async def verify(request: Request, table: Before = None, round: Before = None) -> None:
        await verify_page(desk, await visitor(request), table, round)

    @ui.page("/operator")
    async def operator(request: Request) -> None:
        await submission_page(desk, await visitor(request))

    @ui.page("/operator/results")
    async def results(request: Request) -> None:
        await results_page(desk, await visitor(request))

    @ui.page("/operator/floor")
    async def floor(
        request: Request,
        month: Find = "",
        table: Find = "",
        kind: Find = "table",
        period: Find = "month",
        decisions: Find = "",
        name: LineName = "",
    ) -> None:
        asked = {
            "month": month or datetime.now(UTC).strftime("%Y-%m"),
            "table": table,
            "kind": kind if kind in KINDS else "table",
            "period": period if period in PERIODS else "month",
            "decisions": "1" if decisions else "",
            "name": name,
        }
        await floor_page(desk, await visitor(request), asked)

    @ui.page("/account/play")
    async def own_play(request: Request) -> None:
        await own_play_page(desk, await visitor(request))

    @ui.page("/operator/placards")
    async def placards(request: Request) -> None:
        await placards_page(desk, await visitor(request))

    @ui.page("/operator/people")
    async def people(request: Request, find: Find = "") -> None:
        await people_page(desk, await visitor(request), find)

    @ui.page("/operator/log")
    async def acts(request: Request, before: Before = None) -> None:
        await log_page(desk, await visitor(request), before)

    @ui.page("/account")
    async def account(request: Request) -> None:
        await account_page(desk, await visitor(request))

    @app.get("/placard/{id}", include_in_schema=False)
    async def placard(id: Annotated[int, Path(ge=1, lt=2**31)]) -> HTMLResponse:
        return HTMLResponse(await placard_page(desk, id))

    app.mount("/static", StaticFiles(directory=str(resources.files(__name__) / "static")))
    nicegui_app.on_page_exception(broken)
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
