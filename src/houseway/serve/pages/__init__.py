"""The web pages on the same application as the API: those with live parts are NiceGUI's, the others plain HTML."""

import inspect
import logging
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from functools import partial, wraps
from importlib import resources
from typing import Annotated, Any

from fastapi import FastAPI, Path, Query, Request
from fastapi.exceptions import RequestValidationError
from nicegui import Client, ui
from nicegui import app as nicegui_app
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route
from starlette.staticfiles import StaticFiles

from houseway.floor.judging import KINDS, PERIODS
from houseway.serve.api.desk import COOKIE, Desk, household_of, kept
from houseway.serve.api.errors import not_there
from houseway.serve.api.operator import placard_page
from houseway.serve.api.price import MOST_CHOICES
from houseway.serve.pages.account import account_page
from houseway.serve.pages.cage import cage_page, signatures_page
from houseway.serve.pages.floor import floor_page, own_play_page
from houseway.serve.pages.frame import broken, close
from houseway.serve.pages.learn import learn_page
from houseway.serve.pages.lobby import lobby_page
from houseway.serve.pages.operator import placards_page, results_page, submission_page
from houseway.serve.pages.people import log_page, people_page
from houseway.serve.pages.plain import FAVICON, missing
from houseway.serve.pages.plain import broken as sorry_page
from houseway.serve.pages.price import price_index, price_page
from houseway.serve.pages.recall import recall_page
from houseway.serve.pages.school import exam_page, lesson_page, school_index
from houseway.serve.pages.scripts import write_nonces
from houseway.serve.pages.sockets import PageSockets
from houseway.serve.pages.table import table_page
from houseway.serve.pages.unopened import Unopened
from houseway.serve.pages.verify import verify_page
from houseway.serve.people.sessions import Session

log = logging.getLogger("houseway.serve")

ACCOUNT = "/account"
_FOR_PROGRAMS = ("/api/", "/_nicegui/")
# NiceGUI knows an element when it is first used. A page that one worker made asks another for its parts, which may not
# have made a page yet.
KNOWN = (ui.element, ui.html, ui.query, ui.timer)
Page = Callable[..., Awaitable[Any]]
Settings = Annotated[list[str], Query(default_factory=list, alias="set", max_length=MOST_CHOICES)]

Find = Annotated[str, Query(max_length=80)]
ExamCode = Annotated[str, Query(max_length=200)]
LineName = Annotated[str, Query(max_length=200)]
Before = Annotated[int | None, Query(ge=1, lt=2**31)]


def add_pages(app: FastAPI) -> None:
    """Put the pages on the application; once in a process."""
    desk: Desk = app.state.desk
    unopened = Unopened()
    desk.unopened = unopened

    def sent(request: Request, client: Client, session: Session | None) -> None:
        unopened.sent(client, f"account {session.person.id}" if session else household_of(request))

    async def visitor(request: Request) -> Session | None:
        """Who comes to a page; the page is closed when their session is over."""
        session = await desk.accounts.any_session(kept(request, COOKIE))
        if session is not None:
            await desk.accounts.sessions.acts(session)
        client = ui.context.client
        client.on_delete(desk.accounts.sessions.hang(session, partial(close, client)))
        return session

    def page(path: str) -> Callable[[Page], Page]:
        """A page at a path; who has to set up a second factor first is sent to where that is done."""

        def at(build: Page) -> Page:
            @wraps(build)
            async def guarded(request: Request, **asked: Any) -> Any:
                session = None
                try:
                    session = await desk.accounts.any_session(kept(request, COOKIE))
                    if path != ACCOUNT and session is not None and desk.accounts.bound(session):
                        answer = RedirectResponse(ACCOUNT, 303)
                    else:
                        answer = await build(request=request, **asked)
                    if answer is not None:  # there is nothing live to look at
                        ui.context.client.delete()
                    return answer
                finally:
                    sent(request, ui.context.client, session)

            return ui.page(path)(guarded)

        return at

    def plain(path: str) -> Callable[[Page], Page]:
        """A page without live parts at a path."""

        def at(build: Page) -> Page:
            @wraps(build)
            async def guarded(request: Request, **asked: Any) -> Response:
                try:
                    session = await desk.accounts.any_session(kept(request, COOKIE))
                    if session is not None:
                        await desk.accounts.sessions.acts(session)
                        if desk.accounts.bound(session):
                            return RedirectResponse(ACCOUNT, 303)
                    answer: Response = await build(request=request, session=session, **asked)
                    return answer
                except Exception as error:
                    log.exception("the page %s could not be made", path)
                    return sorry_page(error)

            signature = inspect.signature(build)
            asked_for = [one for name, one in signature.parameters.items() if name != "session"]
            guarded.__signature__ = signature.replace(parameters=asked_for)  # type: ignore[attr-defined]
            nicegui_app.get(path, include_in_schema=False, response_model=None)(guarded)
            return guarded

        return at

    @page("/")
    async def lobby(request: Request) -> None:
        await lobby_page(desk, await visitor(request))

    @page("/table/{id}")
    async def table(
        request: Request, id: Annotated[int, Path(ge=1, lt=2**31)], round: Before = None
    ) -> Response | None:
        return await table_page(desk, await visitor(request), id, round)

    @plain("/price")
    async def prices(request: Request, session: Session | None) -> Response:
        return await price_index(desk, request, session)

    @page("/price/{game}")
    async def price(request: Request, game: str, settings: Settings) -> Response | None:
        return await price_page(desk, await visitor(request), request, game, settings)

    @plain("/school")
    async def school(request: Request, session: Session | None) -> Response:
        return await school_index(desk, request, session)

    @page("/school/exam")
    async def school_exam(request: Request, code: ExamCode = "") -> Response | None:
        return await exam_page(desk, await visitor(request), code)

    @page("/school/{game}/{skill}")
    async def lesson(request: Request, game: str, skill: str) -> Response | None:
        return await lesson_page(desk, await visitor(request), game, skill)

    @plain("/learn/{game}")
    async def learn(request: Request, session: Session | None, game: str, table: Before = None) -> Response:
        return await learn_page(desk, request, session, game, table)

    @plain("/verify")
    async def verify(request: Request, session: Session | None, table: Before = None, round: Before = None) -> Response:
        return await verify_page(desk, request, session, table, round)

    @page("/operator")
    async def operator(request: Request) -> Response | None:
        return await submission_page(desk, await visitor(request))

    @page("/operator/results")
    async def results(request: Request) -> Response | None:
        return await results_page(desk, await visitor(request))

    @page("/operator/floor")
    async def floor(
        request: Request,
        month: Find = "",
        table: Find = "",
        kind: Find = "table",
        period: Find = "month",
        decisions: Find = "",
        name: LineName = "",
    ) -> Response | None:
        asked = {
            "month": month or datetime.now(UTC).strftime("%Y-%m"),
            "table": table,
            "kind": kind if kind in KINDS else "table",
            "period": period if period in PERIODS else "month",
            "decisions": "1" if decisions else "",
            "name": name,
        }
        return await floor_page(desk, await visitor(request), asked)

    @page("/account/play")
    async def own_play(request: Request) -> Response | None:
        return await own_play_page(desk, await visitor(request))

    @plain("/operator/placards")
    async def placards(request: Request, session: Session | None) -> Response:
        return await placards_page(desk, request, session)

    @page("/operator/cage")
    async def cage(request: Request) -> Response | None:
        return await cage_page(desk, await visitor(request))

    @page("/operator/signatures")
    async def signatures(request: Request) -> Response | None:
        return await signatures_page(desk, await visitor(request))

    @page("/operator/recall")
    async def recall(request: Request, table: Before = None) -> Response | None:
        return await recall_page(desk, await visitor(request), table)

    @page("/operator/people")
    async def people(request: Request, find: Find = "") -> Response | None:
        return await people_page(desk, await visitor(request), find)

    @page("/operator/log")
    async def acts(request: Request, before: Before = None) -> Response | None:
        return await log_page(desk, await visitor(request), before)

    @page(ACCOUNT)
    async def account(request: Request) -> Response | None:
        return await account_page(desk, await visitor(request))

    @app.get("/placard/{id}", include_in_schema=False)
    async def placard(request: Request, id: Annotated[int, Path(ge=1, lt=2**31)]) -> Response:
        return await placard_page(desk, request, id)

    async def lost(request: Request, error: Exception) -> Response:
        """What is not here, in the house's own frame; a program that asks for what is not in the API is told as ever."""
        if f"{request.url.path}/".startswith(_FOR_PROGRAMS):
            return await not_there(request, error)
        session = await desk.accounts.any_session(kept(request, COOKIE))
        return await missing(desk, session, f"there is no {request.url.path[:80]} in this house", title="Nothing here")

    for kind in (404, RequestValidationError):  # an address that is none, and one with a part that can't be
        nicegui_app.add_exception_handler(kind, lost)

    for route in (*nicegui_app.routes, *app.routes):  # what answers GET with a page answers HEAD too
        if isinstance(route, Route) and route.methods == {"GET"} and not route.path.startswith(_FOR_PROGRAMS):
            route.methods.add("HEAD")

    app.add_middleware(PageSockets)
    write_nonces()
    nicegui_app.config.socket_io_js_transports = ["websocket"]
    app.mount("/static", StaticFiles(directory=str(resources.files(__name__) / "static")))

    def sorry(error: Exception) -> None:
        client = ui.context.client
        broken(error)
        sent(client.request, client, None)

    nicegui_app.on_page_exception(sorry)
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
