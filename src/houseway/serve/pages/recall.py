"""Recall: a player's last rounds at a table, for the floor and those who watch over it."""

from html import escape
from typing import Any

from fastapi import Response
from nicegui import ui
from nicegui.events import GenericEventArguments

from houseway.errors import BadInput, Denied
from houseway.rules.money import shown
from houseway.serve.api.desk import Desk
from houseway.serve.api.tables import recalled
from houseway.serve.pages import operator_parts as parts
from houseway.serve.pages.frame import html
from houseway.serve.pages.operator import headed, still
from houseway.serve.people.roles import RECALL
from houseway.serve.people.sessions import Session
from houseway.serve.tables.history import Recalled


async def recall_page(desk: Desk, session: Session | None, table: int | None) -> Response | None:
    no = await headed(desk, session, "/operator/recall", "Recall", RECALL.roles)
    if no is None and session is not None:
        await RecallPage(desk, session, table).build()
    return no


class RecallPage:
    """A form, and the rounds that were asked for."""

    def __init__(self, desk: Desk, session: Session, table: int | None) -> None:
        self.desk, self.session, self.table = desk, session, table

    async def build(self) -> None:
        facility, role = self.desk.house.submission.facility, self.session.person.role
        with ui.element("div").props('id="main"').classes("papers desk-page account"):
            html(parts.heading(facility, "/operator/recall", role), "heading")
            html(_form(await self.desk.house.lobby(), self.table), "card-sheet whole")
            self._alert = html("", "notice").props('role="alert"')
            self._rounds = html("", "card-sheet whole recalled").props('role="status"')
        ui.on("hw", self._clicked)

    async def _clicked(self, event: GenericEventArguments) -> None:
        data = event.args if isinstance(event.args, dict) else {}
        said = {str(key): str(value)[:100] for key, value in data.items()}
        if said.get("hw") != "recall":
            return
        try:
            person = await still(self.desk, self.session, *RECALL.roles)
            number, player = said.get("table", ""), said.get("player", "")
            if not (number.isdecimal() and len(number) < 10):
                raise BadInput(f"{number} is not a table")
            found = await recalled(self.desk, person, int(number), player)
            self._alert.content, self._rounds.content = "", _listed(int(number), player, found)
        except Denied as denied:
            self._alert.content, self._rounds.content = f"<p>{escape(denied.why)}</p>", ""


def _form(tables: list[dict[str, Any]], chosen: int | None) -> str:
    options = "".join(
        f'<option value="{table["id"]}"{" selected" if table["id"] == chosen else ""}>{escape(table["name"])}</option>'
        for table in sorted(tables, key=lambda table: parts.by_number(table["name"]))
    )
    seated = {one["name"] for table in tables for one in table["taken"].values() if not one["bot"]}
    names = "".join(f'<option value="{escape(name)}"></option>' for name in sorted(seated))
    return (
        '<h2>Recall a player\'s last rounds</h2><form data-hw="recall"><div class="line">'
        f'<label>Table <select name="table">{options}</select></label>'
        f'<label>Player <input name="player" required maxlength="40" list="seated" autocomplete="off"></label><datalist id="seated">{names}</datalist>'
        '<button class="do go small">Recall</button></div><p class="hint">You see what your role may see. That you looked is in the log.</p></form>'
    )


def _listed(table: int, player: str, found: list[Recalled]) -> str:
    rows = "".join(
        f'<tr><th scope="row"><a class="link" href="/table/{table}?round={one.round}">Round {one.round}</a></th>'
        f"<td>{escape(one.began[:19].replace('T', ' '))}</td><td>{escape(one.seat)}</td><td>{_won(one.won)}</td></tr>"
        for one in found
    )
    return (
        f'<h2>{escape(player)}: the last {len(found)}</h2><table class="sheet left"><thead><tr><th scope="col">Round</th>'
        f'<th scope="col">Began (UTC)</th><th scope="col">Seat</th><th scope="col">Won or lost</th></tr></thead><tbody>{rows}</tbody></table>'
    )


def _won(cents: int | None) -> str:
    if cents is None:
        return "being played"
    return f"{'+' if cents > 0 else '−' if cents < 0 else ''}{shown(abs(cents))}"
