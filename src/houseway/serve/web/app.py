"""The application: API and pages over one house."""

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from argon2 import PasswordHasher
from fastapi import FastAPI

from houseway.record.database import default_url
from houseway.record.store import Store
from houseway.rules.submission import Submission, demonstration
from houseway.serve.api import add_api
from houseway.serve.api.describing import operation_id
from houseway.serve.api.desk import Desk
from houseway.serve.house import House
from houseway.serve.people.accounts import STAFF_CONFIRM, STAFF_IDLE, Accounts
from houseway.serve.tables.clocks import Pace
from houseway.serve.web.answer_encoding import AnswerEncoding
from houseway.serve.web.limits import Limits
from houseway.serve.web.request_guard import RequestGuard

log = logging.getLogger("houseway.serve")
_LOOK_FOR_IDLE = 10.0  # seconds


@dataclass(frozen=True)
class Settings:
    """How a house is served."""

    database: str = field(default_factory=default_url)
    submission: Submission = field(default_factory=demonstration)
    submission_text: str = ""  # as it was written; made from the submission if not given
    is_demonstration: bool = True  # guests and play money
    pace: Pace = field(default_factory=Pace)
    rate_limits: bool = True
    pages: bool = True
    bots: int | None = None  # at every table of the submission; as the game needs them if not given
    hasher: PasswordHasher | None = None
    accept_findings: bool = False  # open a database that is not as the house left it
    staff_second: bool = False  # who works here does nothing without a second factor but set one up
    staff_idle: int = STAFF_IDLE  # seconds
    staff_confirm: int = STAFF_CONFIRM  # seconds
    operator_password: str = ""  # one is made and shown if there is none


async def _end_idle(accounts: Accounts) -> None:
    """End sessions of the staff in which nothing is done, while nobody asks for anything in them either."""
    while True:
        await asyncio.sleep(_LOOK_FOR_IDLE)
        try:
            await accounts.sessions.end_idle()
        except Exception:
            log.exception("idle sessions could not be ended, and are looked for again")


def create_app(settings: Settings | None = None) -> FastAPI:
    settings = settings or Settings()
    store = Store(settings.database, accept=settings.accept_findings)
    house = House(
        store,
        settings.submission,
        pace=settings.pace,
        demonstration=settings.is_demonstration,
        bots=settings.bots,
        submission_text=settings.submission_text,
    )
    accounts = Accounts(
        store,
        play_money=settings.is_demonstration,
        hasher=settings.hasher,
        staff_second=settings.staff_second,
        staff_idle=settings.staff_idle,
        staff_confirm=settings.staff_confirm,
    )
    house.sessions_over = accounts.sessions.over
    house.sessions_unsure = accounts.sessions.look_again

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        await house.start()
        try:
            if not await accounts.any_operator():
                password = settings.operator_password or secrets.token_urlsafe(9)
                await accounts.create("operator", password, "operator")
                app.state.operator_password = password
            if (started := getattr(app.state, "started", None)) is not None:
                started()
            desk.traffic.start()
            idle = asyncio.create_task(_end_idle(accounts))
            yield
            idle.cancel()
        finally:
            await desk.traffic.stop()
            await desk.counts.stop()
            desk.equities.stop()
            await house.stop()

    app = FastAPI(
        title="Houseway",
        version="1",
        generate_unique_id_function=operation_id,
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
    )

    desk = Desk(house, accounts, Limits(on=settings.rate_limits))
    add_api(app, desk)
    if settings.pages:
        from houseway.serve.pages import add_pages

        add_pages(app)
    app.add_middleware(RequestGuard)
    app.add_middleware(AnswerEncoding)
    return app
