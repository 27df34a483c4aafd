"""What is around every live page: the head, who is signed in, and the way in."""

import asyncio

from markupsafe import Markup
from nicegui import Client, background_tasks, core, ui

from houseway.serve.pages.plain import SHEETS, sorry
from houseway.serve.pages.templates import around, render, static, top
from houseway.serve.people.sessions import Session

_MAIN = {"/": "tables", "/table/{id}": "table", "/price/{game}": "price"}
_TO_FOLLOW = 1.0  # seconds that a browser has to leave a page by itself


class Head:
    """The head of a page, with what the visitor has away from the tables."""

    def __init__(self, session: Session | None, *, here: str, then: str, place: str, at: int) -> None:
        self._session, self._here, self._then, self._place = session, here, then, place
        self._element = html("", "wide")
        self._element.move(target_index=at)

    def tell(self, balance: int) -> None:
        here = Markup(self._here)
        self._element.content = str(top(self._session, balance, here=here, then=self._then, place=self._place))


def head(session: Session | None, balance: int, *, here: str, title: str, then: str = "/", place: str = "") -> Head:
    """The page's frame; what follows is put into its main part by the caller. `place` is the path of the part of the
    house that the page belongs to."""
    ui.page_title(f"{title} · Houseway" if title else "Houseway")
    ui.add_head_html(f'{styled(*SHEETS)}<meta name="theme-color" content="#0b1512">')
    ui.add_body_html(f'<script src="{static("house.js")}" defer></script>')
    ui.query(".nicegui-content").classes("bare")
    client = ui.context.client
    with client.layout:  # whose page is the main part
        what = _MAIN.get(client.page.path, "content")
        html(around(what, confirm=session is not None and session.staff), "wide").move(target_index=0)
        made = Head(session, here=here, then=then, place=place, at=1)
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


def finder() -> str:
    """A field that leaves on the page what it finds, by `data-words`, and says if that is nothing."""
    return (
        '<div class="find"><label><span>Find a game</span><input type="search" data-find=".card-table" '
        'placeholder="poker, baccarat, pai gow…"></label><p data-found role="status"></p></div>'
    )


def html(content: str, classes: str = "") -> ui.html:
    """HTML of our own making, every word from outside escaped where it is put in."""
    return ui.html(str(content), sanitize=False).classes(classes)
