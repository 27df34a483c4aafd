"""What is around every page: the head, who is signed in, and the way in."""

import asyncio
import hashlib
from functools import cache
from html import escape
from importlib import resources

from nicegui import Client, background_tasks, core, ui
from sqlalchemy.exc import SQLAlchemyError

from houseway.rules.money import shown
from houseway.serve.pages.faces import symbols
from houseway.serve.people import UNREACHABLE
from houseway.serve.sessions import Session

MARK = (
    '<svg class="mark" viewBox="0 0 48 48" aria-hidden="true"><path d="M8 41V20L24 7l16 13v21z" fill="none" '
    'stroke="currentColor" stroke-width="2.6" stroke-linejoin="round"/><path d="M24 17c3 6 9 9 9 15 0 4-3 6-5.500 6-1.600 '
    '0-2.700-.7-3.500-1.700-.8 1-1.900 1.700-3.500 1.700C18 38 15 36 15 32c0-6 6-9 9-15z" '
    'fill="currentColor"/></svg>'
)
FAVICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><rect width="48" height="48" rx="10" fill="#0d3b2e"/>'
    '<path d="M24 9c4 9 14 13 14 22 0 6-4.500 9-8.500 9-2.400 0-4.200-1.100-5.500-2.700-1.300 1.600-3.100 2.700-5.500 2.700C14.500 40 10 37 10 31c0-9 '
    '10-13 14-22z" fill="#e8c877"/></svg>'
)

SHEETS = ("house", "head", "lobby", "side", "felt", "papers", "sign")
_MAIN = {"/": "tables", "/table/{id}": "table", "/price/{game}": "price", "/price": "games", "/school": "games"}
_TO_FOLLOW = 1.0  # seconds that a browser has to leave a page by itself


class Head:
    """The head of a page, with what the visitor has away from the tables."""

    def __init__(self, session: Session | None, *, here: str, then: str, place: str, at: int) -> None:
        self._session, self._here, self._then, self._place = session, here, then, place
        self._element = html("", "wide")
        self._element.move(target_index=at)

    def tell(self, balance: int) -> None:
        csrf = f' data-csrf="{escape(self._session.csrf)}"' if self._session else ""
        self._element.content = (
            f'<header class="top"{csrf} data-then="{escape(self._then)}">'
            f'<a class="brand" href="/" aria-label="Houseway, the lobby">{MARK}<span>Houseway</span></a><nav aria-label="Where you are">{self._here}</nav>'
            f"{_places(self._session, self._place)}{_who(self._session, balance)}</header>"
        )


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
        html(f'<a class="skip" href="#main">Skip to the {what}</a>{symbols()}{_DIALOG}', "wide").move(target_index=0)
        made = Head(session, here=here, then=then, place=place, at=1)
    made.tell(balance)
    return made


def _places(session: Session | None, place: str) -> str:
    """The parts of the house that this visitor may go to."""
    role = session.person.role if session else ""
    parts = {"/": "Tables", "/school": "School", "/price": "Prices"}
    parts |= {"operator": {"/operator": "Operator"}, "surveillance": {"/operator/results": "Results"}}.get(role, {})
    links = "".join(
        f'<a href="{path}"{" aria-current=page" if path == place else ""}>{name}</a>' for path, name in parts.items()
    )
    return f'<nav class="places" aria-label="Parts of the house">{links}</nav>'


def _who(session: Session | None, balance: int) -> str:
    if session is None:
        return (
            '<div class="who"><button class="link" data-do="show-sign-in">Sign in</button>'
            '<button class="pill" data-do="guest">Play as guest</button></div>'
        )
    person = session.person
    role = f'<span class="tag">{escape(person.role)}</span>' if person.role != "player" else ""
    money = f'<span class="money" title="Not at a table">{shown(balance)}</span>' if person.role == "player" else ""
    return (
        f'<div class="who"><a class="name" href="/account" aria-label="Your account, {escape(person.name)}">{escape(person.name)}{role}</a>{money}'
        '<button class="link" data-do="sign-out">Sign out</button></div>'
    )


_DIALOG = """
<dialog id="sign-in" aria-labelledby="sign-in-title"><form data-do="sign-in" method="dialog">
<h2 id="sign-in-title">Sign in</h2>
<label>Name <input name="name" autocomplete="username" required maxlength="40"></label>
<label>Password <input name="password" type="password" autocomplete="current-password" required minlength="8" maxlength="200"></label>
<label class="second-factor" hidden>Code of the second factor <input name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="40"></label>
<p class="wrong" role="alert"></p>
<div class="buttons"><button class="pill" value="in">Sign in</button><button class="link" value="up">Make an account</button>
<button class="link" type="button" data-do="close">Cancel</button></div>
</form></dialog>
"""


def missing(
    session: Session | None, balance: int, why: str, *, title: str, here: str = "", place: str = "", ways: str = ""
) -> None:
    """A page that is not there: why, in a sentence, and the ways on; the lobby is always one of them."""
    ui.context.client.status_code = 404
    head(session, balance, here=here or '<a href="/">Lobby</a>', title=title, place=place)
    said = f"{why[:1].upper()}{why[1:]}".rstrip(".")
    html(
        f'<div id="main" class="lobby"><div class="welcome"><h1>{escape(title)}</h1><p>{escape(said)}.</p>'
        f'<p class="ways">{ways}<a class="link" href="/">To the lobby</a></p></div></div>',
        "wide",
    )


@cache
def static(name: str) -> str:
    """The address of a file of ours, with what it holds: it changes with the file, and may be kept for good."""
    held = (resources.files("houseway.serve.pages") / "static" / name).read_bytes()
    return f"/static/{name}?v={hashlib.sha256(held).hexdigest()[:12]}"


def styled(*sheets: str) -> str:
    """The style sheets of a page."""
    return "".join(f'<link rel="stylesheet" href="{static(f"{name}.css")}">' for name in sheets)


def broken(error: Exception) -> None:
    """What a page says that could not be made; what went wrong is in the log."""
    ui.page_title("Houseway")
    ui.add_head_html(styled("house", "lobby"))
    ui.query(".nicegui-content").classes("bare")
    down = isinstance(error, SQLAlchemyError)
    said = UNREACHABLE if down else "something is wrong with this page; nothing was changed by looking at it"
    html(
        f'<div id="main" class="lobby"><div class="welcome"><h1>{escape(said[:1].upper() + said[1:])}.</h1>'
        '<p class="ways"><a class="link" href="">Try again</a><a class="link" href="/">To the lobby</a></p></div></div>',
        "wide",
    )


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
    return ui.html(content, sanitize=False).classes(classes)
