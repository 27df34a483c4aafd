"""Pages without live parts: plain HTML with no socket behind it.

What such a page says is made once, away from the event loop, and kept. A page for whoever has not signed in is the same
for everybody: it is kept as bytes, and a browser that has it is told so.
"""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from fastapi import Request, Response
from markupsafe import Markup
from sqlalchemy.exc import SQLAlchemyError

from houseway.errors import UNREACHABLE
from houseway.serve.api.desk import Desk
from houseway.serve.pages.templates import around, capital, own_place, render, top
from houseway.serve.people.sessions import Session
from houseway.serve.web.cached_answers import HTML, PART

FAVICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><rect width="48" height="48" rx="10" fill="#0d3b2e"/>'
    '<path d="M24 9c4 9 14 13 14 22 0 6-4.500 9-8.500 9-2.400 0-4.200-1.100-5.500-2.700-1.300 1.600-3.100 2.700-5.500 2.700C14.500 40 10 37 10 31c0-9 '
    '10-13 14-22z" fill="#e8c877"/></svg>'
)
SHEETS = ("house", "head", "lobby", "side", "felt", "papers", "sign")
LOBBY = (("/", "Lobby"),)
_FAVICON = f"data:image/svg+xml,{quote(FAVICON)}"

Crumbs = tuple[tuple[str, str], ...]  # addresses and names of the way to a page; the page itself has no address


@dataclass(frozen=True)
class Plain:
    """A page: the template of its main part, and what is around it."""

    template: str
    title: str
    crumbs: Crumbs = ()
    then: str = "/"  # where one goes after signing in
    place: str = ""  # the part of the house that it belongs to
    what: str = "content"
    sheets: tuple[str, ...] = ()
    scripts: tuple[str, ...] = ()
    status: int = 200

    def whole(self, session: Session | None, balance: int, part: Markup) -> Markup:
        here = render("crumbs.html", crumbs=self.crumbs)
        return render(
            "plain.html",
            title=f"{self.title} · Houseway",
            favicon=_FAVICON,
            sheets=("plain", *SHEETS, *self.sheets),
            scripts=("house", *self.scripts),
            around=around(self.what, confirm=session is not None and session.staff),
            top=top(session, balance, here=here, then=self.then, place=self.place),
            part=part,
        )


@dataclass(frozen=True)
class Way:
    """A link to go on by."""

    path: str
    name: str
    style: str = "link"


Make = Callable[[], Mapping[str, Any]]


async def lasting_page(
    desk: Desk, request: Request, session: Session | None, page: Plain, made_of: Hashable, make: Make
) -> Response:
    """A page whose main part is the same for everybody while it is made of the same."""
    key = page, made_of
    part = await desk.answers.made(("part", key), lambda: render(page.template, **make()).encode(), PART)
    text = Markup(part.bodies[""].decode())
    if session is not None:
        return await own_page(desk, session, page, text)
    made = await desk.answers.made(("plain", key), lambda: page.whole(None, 0, text).encode(), HTML)
    answer = made.answer(request)
    answer.headers["vary"] = "cookie"
    return answer


async def own_page(desk: Desk, session: Session | None, page: Plain, part: Markup) -> Response:
    """A page for this visitor alone."""
    balance = await desk.accounts.balance(session.person) if session else 0
    return Response(page.whole(session, balance, part), page.status, media_type=HTML)


async def missing(
    desk: Desk, session: Session | None, why: str, *, title: str, crumbs: Crumbs = LOBBY, place: str = "", ways: tuple[Way, ...] = ()
) -> Response:  # fmt: skip
    """A page that is not there: why, in a sentence, and the ways on; the lobby is always one of them."""
    page = Plain("missing.html", title, crumbs=crumbs, place=place, status=404)
    said = render(page.template, title=title, why=capital(why).rstrip("."), ways=ways)
    return await own_page(desk, session, page, said)


async def refused(
    desk: Desk, session: Session | None, title: str, path: str, *, roles: tuple[str, ...] = (), crumbs: Crumbs = ()
) -> Response:
    """A page that this visitor may not see: one of the staff with these roles, or of whoever has signed in."""
    place = own_place(session) if roles else "/account"
    page = Plain("refused.html", title, crumbs=crumbs, then=path, place=place, status=403)
    who = f"A {session.person.role} has no business here." if session else "Sign in first."
    return await own_page(desk, session, page, render(page.template, who=who, whose=" and ".join(roles)))


def sorry(error: Exception) -> str:
    """What is said of a page that could not be made."""
    down = isinstance(error, SQLAlchemyError)
    return capital(UNREACHABLE if down else "something is wrong with this page; nothing was changed by looking at it")


def broken(error: Exception) -> Response:
    """The page for one that could not be made; what went wrong is in the log."""
    return Response(render("broken.html", why=sorry(error)), 500, media_type=HTML)
