"""The lobby: every table with its game, its limits and who sits there."""

import asyncio
from collections.abc import Collection
from html import escape
from typing import Any

from nicegui import ui

from houseway.record import books
from houseway.rules.money import cents
from houseway.serve.api.desk import Desk
from houseway.serve.pages.frame import finder, head, html
from houseway.serve.people.sessions import Session

_BANKS = {
    "house": "the house banks",
    "player-dealer": "a player banks",
    "pot": "players for the pot",
    "pairwise": "players against each other",
}


async def lobby_page(desk: Desk, session: Session | None) -> None:
    balance = await desk.accounts.balance(session.person) if session else 0
    head(session, balance, here="", title="Lobby", place="/")
    tables, own = await _tables(desk, session)
    games = len({table["game"] for table in tables})
    with ui.element("div").props('id="main"').classes("lobby"):
        html(
            f'<div class="welcome"><h1>{escape(desk.house.submission.facility)}</h1>'
            f"<p>{len(tables)} table{'s' * (len(tables) != 1)}, {games} game{'s' * (games != 1)}, each played exactly as its "
            "rulebook says, with the clause behind every cent. "
            + ("Sit down as a guest with play money.</p>" if desk.house.demonstration else "</p>")
            + f"{finder()}</div>"
        )
        grid = html(_grid(tables, session, own), "tables")

    async def refresh() -> None:
        tables, own = await _tables(desk, session)
        grid.content = _grid(tables, session, own)

    ui.timer(3.0, refresh)
    await asyncio.sleep(0)


async def _tables(desk: Desk, session: Session | None) -> tuple[list[dict[str, Any]], set[int]]:
    """The open tables, and those at which the visitor sits."""
    tables = await desk.house.lobby()
    if session is None:
        return tables, set()
    seats = await desk.house.store.read(lambda c: books.seats_of(c, session.person.id))
    return tables, {table for table, _ in seats}


def _grid(tables: list[dict[str, Any]], session: Session | None, own: Collection[int]) -> str:
    """The open tables; `own` are those at which the visitor sits."""
    return (
        "".join(_table(table, session, sits=table["id"] in own) for table in tables)
        or '<p class="quiet">No table is open.</p>'
    )


def _table(table: dict[str, Any], session: Session | None, *, sits: bool) -> str:
    taken = table["taken"]
    dots = "".join(
        f'<i class="{"bot" if taken[seat]["bot"] else "person"}" title="{escape(taken[seat]["name"])}"></i>'
        if seat in taken
        else "<i></i>"
        for seat in (f"seat {number}" for number in range(1, table["seats"] + 1))
    )
    free = table["seats"] - len([one for one in taken.values() if not one["bot"]])
    least, most = table["buy_in"]["least"], table["buy_in"]["most"]
    spans = {name: f"{low}–{high}" for name, (low, high) in table["limits"].items()}
    if cents(least) > 1 or most:
        spans["Buy-in"] = f"${least}–${most}" if most else f"${least} or more"
    limits = "".join(f"<li><span>{escape(name)}</span><b>{span}</b></li>" for name, span in list(spans.items())[:3])
    bounds = f'data-least="{least}" data-most="{most or ""}"'
    sit = f'data-do="{"sit" if session else "guest-sit"}" data-table="{table["id"]}" {bounds}'
    sit = "" if sits or (session and session.person.role != "player") else sit
    look = "" if sits else f'<a class="link" href="/table/{table["id"]}">Watch</a>'
    banks = _BANKS[table["bank"]]
    words = escape(" ".join((table["title"], table["name"], table["jurisdiction"], banks, *table["known_as"])))
    return (
        f'<article class="card-table" data-words="{words}"><h2>{escape(table["title"])}</h2>'
        f'<p class="where">{escape(table["name"])} · {escape(table["jurisdiction"])} · {banks}'
        f"{' · dealt by hand' if table['dealt'] == 'by hand' else ''}</p>"
        f'<p class="summary">{escape(table["summary"])}</p><ul class="limits">{limits}</ul>'
        f'<div class="foot"><span class="dots" role="img" aria-label="{free} of {table["seats"]} seats are free">{dots}</span>'
        f'<a class="link" href="/learn/{escape(table["game"])}?table={table["id"]}">How to play</a>{look}'
        f'<a class="pill" href="/table/{table["id"]}" {sit}>{"Back to your seat" if sits else "Sit down"}</a></div></article>'
    )
