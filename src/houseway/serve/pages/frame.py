"""What is around every page: the head, who is signed in, and the way in."""

from html import escape

from nicegui import ui

from houseway.rules.money import shown
from houseway.serve.accounts import Session
from houseway.serve.pages.faces import symbols

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


class Head:
    """The head of a page, with what the visitor has away from the tables."""

    def __init__(self, session: Session | None, *, here: str, then: str, place: str) -> None:
        self._session, self._here, self._then, self._place = session, here, then, place
        self._element = html("", "wide")

    def tell(self, balance: int) -> None:
        csrf = f' data-csrf="{escape(self._session.csrf)}"' if self._session else ""
        self._element.content = (
            f'<header class="top"{csrf} data-then="{escape(self._then)}">'
            f'<a class="brand" href="/">{MARK}<span>Houseway</span></a><nav aria-label="Where you are">{self._here}</nav>'
            f"{_places(self._session, self._place)}{_who(self._session, balance)}</header>"
        )


def head(session: Session | None, balance: int, *, here: str, title: str, then: str = "/", place: str = "") -> Head:
    """The page's frame; what follows is put into its main part by the caller. `place` is the path of the part of the
    house that the page belongs to."""
    ui.page_title(f"{title} · Houseway" if title else "Houseway")
    styles = "".join(f'<link rel="stylesheet" href="/static/{name}.css">' for name in ("house", "papers"))
    ui.add_head_html(f'{styles}<meta name="theme-color" content="#0b1512">')
    ui.add_body_html('<script src="/static/house.js" defer></script>')
    ui.query(".nicegui-content").classes("bare")
    html(f'<a class="skip" href="#main">Skip to the table</a>{symbols()}{_DIALOG}', "wide")
    made = Head(session, here=here, then=then, place=place)
    made.tell(balance)
    return made


def _places(session: Session | None, place: str) -> str:
    """The parts of the house that this visitor may go to."""
    role = session.person.role if session else ""
    parts = {"/": "Tables", "/price": "Prices"}
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
        f'<div class="who"><span class="name">{escape(person.name)}{role}</span>{money}'
        '<button class="link" data-do="sign-out">Sign out</button></div>'
    )


_DIALOG = """
<dialog id="sign-in" aria-labelledby="sign-in-title"><form data-do="sign-in" method="dialog">
<h2 id="sign-in-title">Sign in</h2>
<label>Name <input name="name" autocomplete="username" required maxlength="40"></label>
<label>Password <input name="password" type="password" autocomplete="current-password" required minlength="8"></label>
<p class="wrong" role="alert"></p>
<div class="buttons"><button class="pill" value="in">Sign in</button><button class="link" value="up">Make an account</button>
<button class="link" type="button" data-do="close">Cancel</button></div>
</form></dialog>
"""


def html(content: str, classes: str = "") -> ui.html:
    """HTML of our own making, every word from outside escaped where it is put in."""
    return ui.html(content, sanitize=False).classes(classes)
