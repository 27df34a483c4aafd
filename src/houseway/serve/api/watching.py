"""For those who watch over the service: whether it is well, and its figures for Prometheus."""

import asyncio
import hmac
import os
from collections.abc import Iterable
from ipaddress import ip_address

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, GCCollector, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from sqlalchemy.exc import SQLAlchemyError

from houseway.errors import UNREACHABLE, Forbidden
from houseway.record import listing
from houseway.serve.api.desk import COOKIE, Desk, DeskNow, address, kept
from houseway.serve.people.roles import METRICS, may
from houseway.serve.web.connection_limits import Connections

TOKEN = "HOUSEWAY_METRICS_TOKEN"  # the name of the variable
_PATIENCE = 5.0  # seconds that the database has to answer

router = APIRouter(include_in_schema=False)


@router.get("/healthz")
async def healthz(desk: DeskNow) -> JSONResponse:
    """200 while the database answers, and what is said at the tables is written. A small write shows it, unless
    something was just committed."""
    house = desk.house
    try:
        await asyncio.wait_for(house.store.read(listing.answers), _PATIENCE)
    except (SQLAlchemyError, TimeoutError):
        return JSONResponse({"error": UNREACHABLE}, 503)
    if not house.store.writing or not house.heard:
        return JSONResponse({"error": "this process has failed in part: it must be started again"}, 503)
    try:
        entered = await asyncio.wait_for(house.store.probe(), _PATIENCE)
    except (SQLAlchemyError, OSError, TimeoutError):
        return JSONResponse({"error": "nothing can be written to the house's books: its disk may be full"}, 503)
    if not entered:
        return JSONResponse({"error": "this worker was silent for long, and is about to enter again"}, 503)
    wrong = house.sealer.witnesses.wrong  # which keeps nobody from playing
    return JSONResponse({"ok": True} | ({"witnesses": wrong} if wrong else {}))


@router.get("/metrics")
async def metrics(request: Request, desk: DeskNow) -> Response:
    if not await _may_read(request, desk):
        raise Forbidden(f"metrics are for this machine, the staff, and who has the token of {TOKEN}")
    made = await asyncio.to_thread(generate_latest, registry(desk, getattr(request.app.state, "connections", None)))
    return Response(made, media_type=CONTENT_TYPE_LATEST)


async def _may_read(request: Request, desk: Desk) -> bool:
    token = os.environ.get(TOKEN, "")
    given = request.headers.get("authorization", "").removeprefix("Bearer ")
    if token and hmac.compare_digest(token.encode(), given.encode(errors="replace")):
        return True
    forwarded = {"x-forwarded-for", "forwarded", "via"} & set(request.headers)
    if not forwarded and _is_here(address(request)):
        return True
    session = await desk.accounts.session(kept(request, COOKIE))
    return session is not None and may(session.person, METRICS)


def _is_here(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def registry(desk: Desk, connections: Connections | None) -> CollectorRegistry:
    made = CollectorRegistry()
    ProcessCollector(registry=made)
    GCCollector(registry=made)
    made.register(_House(desk, connections))
    return made


class _House:
    """What is counted here anyway, as Prometheus names things."""

    def __init__(self, desk: Desk, connections: Connections | None) -> None:
        self._desk, self._connections = desk, connections

    def collect(self) -> Iterable[Metric]:
        house, traffic = self._desk.house, self._desk.traffic
        answers = CounterMetricFamily("houseway_answers", "Answers to requests", labels=("status",))
        for status, number in sorted(traffic.answers.items()):
            answers.add_metric((str(status),), number)
        yield answers
        yield CounterMetricFamily("houseway_answer_seconds", "Time that all answers took", value=traffic.seconds)
        yield GaugeMetricFamily("houseway_loop_lag_seconds", "How late the event loop was last", value=traffic.lag)
        tables, seated, watching = house.figures()
        yield GaugeMetricFamily("houseway_tables", "Tables of this worker", value=tables)
        yield GaugeMetricFamily("houseway_seated", "People who sit at them", value=seated)
        yield GaugeMetricFamily("houseway_viewers", "Sockets and pages that are told of them", value=watching)
        yield GaugeMetricFamily("houseway_writes_waiting", "Changes not on the disk yet", value=house.store.waiting)
        unopened = len(self._desk.unopened)
        yield GaugeMetricFamily("houseway_pages_unopened", "Pages sent whose socket is not open yet", value=unopened)
        kept = self._desk.answers.size
        yield GaugeMetricFamily("houseway_kept_bytes", "Answers that are made once and kept", value=kept)
        if self._connections is not None:
            yield GaugeMetricFamily("houseway_connections", "Open connections", value=len(self._connections))
            yield GaugeMetricFamily("houseway_connections_busy", "Of them at work", value=self._connections.busy)
            yield GaugeMetricFamily("houseway_connections_most", "Places for them", value=self._connections.most)
            yield CounterMetricFamily(
                "houseway_turned_away", "Connections refused", value=self._connections.turned_away
            )
            yield CounterMetricFamily("houseway_cut_off", "Connections cut off", value=self._connections.cut_off)
