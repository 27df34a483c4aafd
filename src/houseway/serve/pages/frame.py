"""What is around every live page: the head, who is signed in, and the way in."""

import asyncio

from markupsafe import Markup
from nicegui import Client, background_tasks, core, ui

from houseway.serve.pages.plain import SHEETS, Crumbs, sorry
from houseway.serve.pages.templates import around, render, static, top
from houseway.serve.people.sessions import Session

_MAIN = {"/": "tables", "/table/{id}": "table", "/price/{game}": "price"}
_TO_FOLLOW = 1.0  # seconds that a browser has to leave a page by itself


class Head:
    """The head of a page, with what the visitor has away from the tables."""

    def __init__(self, session: Session | None, *, crumbs: Crumbs, then: str, place: str, at: int) -> None:
        self._session, self._then, self._place = session, then, place
        self._here = render("crumbs.html", crumbs=crumbs)
        self._element = html("", "wide")
        self._element.move(target_index=at)

    def tell(self, balance: int) -> None:
        self._element.content = str(top(self._session, balance, here=self._here, then=self._then, place=self._place))


def head(
    session: Session | None, balance: int, crumbs: Crumbs = (), *, title: str, then: str = "/", place: str = ""
) -> Head:
    """The page's frame; what follows is put into its main part by the caller. `crumbs` lead to the page, and `place` is
    the path of the part of the house that it belongs to."""
    ui.page_title(f"{title} · Houseway" if title else "Houseway")
    ui.add_head_html(f'{styled(*SHEETS)}<meta name="theme-color" content="#0b1512">')
    ui.add_body_html(f'<script src="{static("house.js")}" defer></script>')
    ui.query(".nicegui-content").classes("bare")
    client = ui.context.client
    with client.layout:  # whose page is the main part
        what = _MAIN.get(client.page.path, "content")
        html(around(what, confirm=session is not None and session.staff), "wide").move(target_index=0)
        made = Head(session, crumbs=crumbs, then=then, place=place, at=1)
    made.tell(balance)
    return made


def styled(*sheets: str) -> str:
    """The style sheets of a page."""
    return "".join(f'<link rel="stylesheet" href="{static(f"{name}.css")}">' for name in sheets)


def broken(error: Exception) -> None:
    """What a live page says that could not be made."""
    ui.page_title("Houseway")
    ui.add_head_html(styled("house", "lobby"))
    ui.query(".nicegui-content").classes("bare")
    html(render("sorry.html", why=sorry(error)), "wide")


def close(client: Client) -> None:
    """The visitor's session is over: the page goes, and its socket with it, whether the browser follows or not."""
    come_again(client)

    async def gone() -> None:
        await asyncio.sleep(_TO_FOLLOW)
        for socket, _ in list(core.sio.manager.get_participants("/", client.id)):
            await core.sio.disconnect(socket)
        if not client.is_deleted:
            client.delete()

    background_tasks.create(gone(), name="close a page whose session is over")


def come_again(client: Client) -> None:
    """Have the browser load the page anew, from where it belongs by now."""
    client.run_javascript("location.reload()")


def html(content: Markup | str, classes: str = "") -> ui.html:
    """HTML of our own making, every word from outside escaped where it is put in. The framework gets plain text: it puts
    parts together with others, and `Markup` would escape those."""
    return ui.html(str(content), sanitize=False).classes(classes)
