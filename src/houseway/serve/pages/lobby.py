"""The lobby: every table with its game, its limits and who sits there."""

import asyncio
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, NamedTuple

from markupsafe import Markup
from nicegui import ui

from houseway.record import books
from houseway.rules.money import cents, shown
from houseway.serve.api.desk import Desk
from houseway.serve.pages.frame import head, html
from houseway.serve.pages.templates import render
from houseway.serve.people.sessions import Session

_BANKS = {
    "house": "the house banks",
    "player-dealer": "a player banks",
    "pot": "players for the pot",
    "pairwise": "players against each other",
}
_LIMITS = 3  # for which a card has room


class Taken(NamedTuple):
    """Somebody at a seat."""

    name: str
    bot: bool


@dataclass(frozen=True, slots=True)
class TableCard:
    """An open table as the lobby shows it."""

    id: int
    game: str
    title: str
    name: str
    jurisdiction: str
    banks: str
    by_hand: bool
    summary: str
    known_as: tuple[str, ...]
    limits: tuple[tuple[str, str], ...]
    least: int
    most: int
    seats: tuple[Taken | None, ...]
    sits: bool  # the visitor
    sit: str  # what a click on the pill does, where it is not only a link

    @classmethod
    def read(cls, data: dict[str, Any], session: Session | None, *, sits: bool) -> "TableCard":
        """A table as the house lists it."""
        least, most = cents(data["buy_in"]["least"]), cents(data["buy_in"]["most"] or "0")
        limits = [(name, f"{low}–{high}") for name, (low, high) in data["limits"].items()]
        if least > 1 or most:
            limits.append(("Buy-in", f"{shown(least)}–{shown(most)}" if most else f"{shown(least)} or more"))
        taken = {who: Taken(one["name"], bool(one["bot"])) for who, one in data["taken"].items()}
        plays = session is None or session.person.role == "player"
        return cls(
            id=data["id"],
            game=data["game"],
            title=data["title"],
            name=data["name"],
            jurisdiction=data["jurisdiction"],
            banks=_BANKS[data["bank"]],
            by_hand=data["dealt"] == "by hand",
            summary=data["summary"],
            known_as=tuple(data["known_as"]),
            limits=tuple(limits[:_LIMITS]),
            least=least,
            most=most,
            seats=tuple(taken.get(f"seat {number}") for number in range(1, data["seats"] + 1)),
            sits=sits,
            sit=("sit" if session else "guest-sit") if plays and not sits else "",
        )

    @property
    def free(self) -> int:
        """Seats that a person may have: bots make room."""
        return sum(seat is None or seat.bot for seat in self.seats)

    @property
    def words(self) -> str:
        """What the table is found by."""
        return " ".join((self.title, self.name, self.jurisdiction, self.banks, *self.known_as))


async def lobby_page(desk: Desk, session: Session | None) -> None:
    balance = await desk.accounts.balance(session.person) if session else 0
    head(session, balance, title="Lobby", place="/")
    tables = await _tables(desk, session)
    with ui.element("div").props('id="main"').classes("lobby"):
        html(
            render(
                "lobby/welcome.html",
                facility=desk.house.submission.facility,
                tables=len(tables),
                games=len({table.game for table in tables}),
                demonstration=desk.house.demonstration,
            )
        )
        grid = html(_grid(tables), "tables")

    async def refresh() -> None:
        grid.content = str(_grid(await _tables(desk, session)))

    ui.timer(3.0, refresh)
    await asyncio.sleep(0)


async def _tables(desk: Desk, session: Session | None) -> list[TableCard]:
    """The open tables, as this visitor sees them."""
    own: Collection[int] = ()
    if session is not None:
        seats = await desk.house.store.read(lambda c: books.seats_of(c, session.person.id))
        own = {table for table, _ in seats}
    return [TableCard.read(one, session, sits=one["id"] in own) for one in await desk.house.lobby()]


def _grid(tables: list[TableCard]) -> Markup:
    return render("lobby/tables.html", tables=tables)
