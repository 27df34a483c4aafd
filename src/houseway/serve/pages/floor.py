"""The floor's page: is this table's result what chance allows? And a player's own play."""

import logging
from typing import Any

from fastapi import Response
from nicegui import ui

from houseway.errors import Denied
from houseway.record import listing
from houseway.serve.api.desk import Desk
from houseway.serve.api.floor import judging, own_of, report_in, wanted_of
from houseway.serve.pages import floor_parts as parts
from houseway.serve.pages import operator_parts
from houseway.serve.pages.account import headed_own
from houseway.serve.pages.frame import html
from houseway.serve.pages.operator import headed
from houseway.serve.people.roles import FLOOR
from houseway.serve.people.sessions import Session
from houseway.serve.workers.counts import Count

log = logging.getLogger("houseway.serve")

_LOOK = 0.4  # seconds between two looks at a count


class _Judged:
    """A report that is waited for, and then drawn once."""

    def __init__(self, desk: Desk, session: Session) -> None:
        self.desk, self.session = desk, session
        self._count: Count | None = None

    async def ask(self, wanted: dict[str, Any]) -> None:
        self._count = (await judging(self.desk, self.session.person, wanted)).hold()
        ui.context.client.on_delete(self._gone)
        self._timer = ui.timer(_LOOK, self._look)
        self._look()

    def _gone(self) -> None:
        if self._count is not None:
            self._count.release()
            self._count = None

    def _look(self) -> None:
        count = self._count
        if count is None:
            return
        if not count.over:
            self.waits(parts.waiting(*count.progress, self.desk.counts.ahead(count)))
            return
        self._timer.deactivate()
        try:
            self.draw(count)
        except Denied as denied:
            self.waits(f'<p class="verdict bad">✗ {denied.why}</p>')

    def waits(self, said: str) -> None:
        raise NotImplementedError

    def draw(self, count: Count) -> None:
        raise NotImplementedError


class FloorPage(_Judged):
    """Results against theory, for the operator and surveillance."""

    async def build(self, asked: dict[str, str]) -> None:
        self.asked = asked
        with ui.element("div").props('id="main"').classes("papers desk-page floor"):
            facility = self.desk.house.submission.facility
            html(operator_parts.heading(facility, "/operator/floor", self.session.person.role), "heading")
            tables = await self.desk.house.store.read(listing.with_results)
            html(parts.form(asked, tables), "card-sheet asked-for")
            self._found = html("", "card-sheet findings")
            self._lines = html("", "card-sheet result-table")
            self._detail = html("", "card-sheet line")
            self._statistics = html("", "card-sheet statistics")
            self._players = html("", "card-sheet players")
            self._counters = html("", "card-sheet counters")
            self._shuffles = html("", "card-sheet shuffles")
            self._noticed = html("", "card-sheet noticed")
            self._notes = html("", "card-sheet notes")
        table = int(asked["table"]) if asked["table"].isdecimal() and len(asked["table"]) < 10 else None
        try:
            wanted = wanted_of(asked["month"], table, decisions=bool(asked["decisions"]))
            await self.ask({**wanted, "shuffles": table is not None})
        except Denied as denied:
            self.waits(f'<p class="verdict bad">✗ {denied.why}</p>')

    def waits(self, said: str) -> None:
        if self._found.content != said:
            self._found.content = said

    def draw(self, count: Count) -> None:
        report = report_in(count)
        self._found.content = parts.findings(report)
        self._detail.content = parts.detail(report, self.asked)
        self._lines.content = parts.lines(report, self.asked)
        self._statistics.content = parts.statistics(report.statistics, self.asked["period"])
        self._players.content = parts.players(report.players)
        self._counters.content = parts.counters(report.counters)
        self._shuffles.content = parts.randomness(report.randomness)
        self._noticed.content = parts.noticed(report.noticed)
        self._notes.content = parts.notes(report)


class OwnPage(_Judged):
    """How one plays oneself: nobody else's part."""

    async def build(self) -> None:
        with ui.element("div").props('id="main"').classes("papers desk-page floor"):
            html("<h1>How you play</h1>", "heading")
            self._state = html("", "card-sheet findings")
            self._players = html("", "card-sheet players")
            self._counters = html("", "card-sheet counters")
        try:
            await self.ask(own_of(self.session.person, ""))
        except Denied as denied:
            self.waits(f'<p class="verdict bad">✗ {denied.why}</p>')

    def waits(self, said: str) -> None:
        if self._state.content != said:
            self._state.content = said

    def draw(self, count: Count) -> None:
        report = report_in(count)
        mine = [line for line in report.of("month") if line.kind == "account"]
        self._state.content = parts.own_summary(report, mine)
        self._players.content = parts.players(report.players, own=True)
        self._counters.content = parts.counters(report.counters, own=True)


async def floor_page(desk: Desk, session: Session | None, asked: dict[str, str]) -> Response | None:
    no = await headed(desk, session, "/operator/floor", "Floor", FLOOR.roles)
    if no is None and session is not None:
        await FloorPage(desk, session).build(asked)
    return no


async def own_play_page(desk: Desk, session: Session | None) -> Response | None:
    up = ("/account", "Account")
    no = await headed_own(desk, session, "How you play", "/account/play", up)
    if no is None and session is not None:
        await OwnPage(desk, session).build()
    return no
