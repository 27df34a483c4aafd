"""The lobby: every table with its game, its limits and who sits there."""

import asyncio
from html import escape
from typing import Any

from nicegui import ui

from houseway.rules.money import cents
from houseway.serve.api.desk import Desk
from houseway.serve.pages.frame import finder, head, html
from houseway.serve.sessions import Session

_BANKS = {
    "house": "the house banks",
    "player-dealer": "a player banks",
    "pot": "players for the pot",
    "pairwise": "players against each other",
}


async def lobby_page(desk: Desk, session: Session | None) -> None:
    balance = await desk.accounts.balance(session.person) if session else 0
    head(session, balance, here="", title="Lobby", place="/")
    tables = await desk.house.lobby()
    games = len({table["game"] for table in tables})
    with ui.element("div").props('id="main"').classes("lobby"):
        html(
            f'<div class="welcome"><h1>{escape(desk.house.submission.facility)}</h1>'
            f"<p>{len(tables)} table{'s' * (len(tables) != 1)}, {games} game{'s' * (games != 1)}, each played exactly as its "
            "rulebook says, with the clause behind every cent. "
            + ("Sit down as a guest with play money.</p>" if desk.house.demonstration else "</p>")
            + f"{finder()}</div>"
        )
        grid = html(_grid(tables, session), "tables")

    async def refresh() -> None:
        grid.content = _grid(await desk.house.lobby(), session)

    ui.timer(3.0, refresh)
    await asyncio.sleep(0)


def _grid(tables: list[dict[str, Any]], session: Session | None) -> str:
    return "".join(_table(table, session) for table in tables) or '<p class="quiet">No table is open.</p>'


def _table(table: dict[str, Any], session: Session | None) -> str:
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
    sit = "" if session and session.person.role != "player" else sit
    banks = _BANKS[table["bank"]]
    words = escape(" ".join((table["title"], table["name"], table["jurisdiction"], banks, *table["known_as"])))
    return (
        f'<article class="card-table" data-words="{words}"><h2>{escape(table["title"])}</h2>'
        f'<p class="where">{escape(table["name"])} · {escape(table["jurisdiction"])} · {banks}'
        f"{' · dealt by hand' if table['dealt'] == 'by hand' else ''}</p>"
        f'<p class="summary">{escape(table["summary"])}</p><ul class="limits">{limits}</ul>'
        f'<div class="foot"><span class="dots" role="img" aria-label="{free} of {table["seats"]} seats are free">{dots}</span>'
        f'<a class="link" href="/learn/{escape(table["game"])}?table={table["id"]}">How to play</a><a class="link" href="/table/{table["id"]}">Watch</a>'
        f'<a class="pill" href="/table/{table["id"]}" {sit}>Sit down</a></div></article>'
    )
