"""The templates of pages: every word that is put into one is escaped, unless it is marked as HTML of our own making."""

import hashlib
from collections.abc import Sequence
from functools import cache
from importlib import resources
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from houseway.rules.money import shown
from houseway.serve.pages.faces import symbols
from houseway.serve.people.sessions import Session

MARK = Markup(
    '<svg class="mark" viewBox="0 0 48 48" aria-hidden="true"><path d="M8 41V20L24 7l16 13v21z" fill="none" '
    'stroke="currentColor" stroke-width="2.6" stroke-linejoin="round"/><path d="M24 17c3 6 9 9 9 15 0 4-3 6-5.500 6-1.600 '
    '0-2.700-.7-3.500-1.700-.8 1-1.900 1.700-3.500 1.700C18 38 15 36 15 32c0-6 6-9 9-15z" '
    'fill="currentColor"/></svg>'
)

_OWN_PLACE = {
    "operator": ("/operator", "Operator"),
    "surveillance": ("/operator/results", "Results"),
    "cashier": ("/operator/cage", "Cage"),
    "floor": ("/operator/recall", "Recall"),
}


@cache
def static(name: str) -> str:
    """The address of a file of ours, with what it holds: it changes with the file, and may be kept for good."""
    held = (resources.files("houseway.serve.pages") / "static" / name).read_bytes()
    return f"/static/{name}?v={hashlib.sha256(held).hexdigest()[:12]}"


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


_templates = Environment(
    loader=PackageLoader("houseway.serve.pages"), autoescape=True, undefined=StrictUndefined, auto_reload=False
)
_templates.globals["static"] = static
_templates.filters["capital"] = capital


def render(template: str, **values: Any) -> Markup:
    """A template filled in."""
    return Markup(_templates.get_template(template).render(values))


def top(session: Session | None, balance: int, *, here: Markup, then: str, place: str) -> Markup:
    """The head of a page."""
    return render(
        "top.html",
        session=session,
        balance=shown(balance),
        here=here,
        then=then,
        place=place,
        places=_places(session),
        mark=MARK,
    )


def _places(session: Session | None) -> Sequence[tuple[str, str]]:
    """The parts of the house that this visitor may go to."""
    role = session.person.role if session else ""
    everybody = (("/", "Tables"), ("/school", "School"), ("/price", "Prices"))
    return (*everybody, *((_OWN_PLACE[role],) if role in _OWN_PLACE else ()))


def own_place(session: Session | None) -> str:
    """The part of the house that somebody on the staff works in."""
    return _OWN_PLACE.get(session.person.role if session else "", _OWN_PLACE["operator"])[0]


@cache
def around(what: str, *, confirm: bool = False) -> Markup:
    """What is on every page and seldom seen; `what` is what the page is about, and whoever works here may be asked to
    `confirm` that it is still them."""
    return render("around.html", what=what, symbols=Markup(symbols()), confirm=confirm)
