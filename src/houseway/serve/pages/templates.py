"""The templates of pages: every word that is put into one is escaped, unless it is marked as HTML of our own making.

A component has a folder: what is drawn there is indented as its author likes, since a line break beside a tag is nothing.
"""

import hashlib
import re
from collections.abc import Callable, Hashable, Iterable, MutableMapping, Sequence
from functools import cache, lru_cache
from importlib import resources
from typing import Any, ParamSpec

from jinja2 import Environment, PackageLoader, StrictUndefined
from jinja2.ext import Extension
from markupsafe import Markup

from houseway.rules.money import dollars, shown
from houseway.serve.people.sessions import Session
from houseway.skill.simple import SIMPLE

MARK = Markup(
    '<svg class="mark" viewBox="0 0 48 48" aria-hidden="true"><path d="M8 41V20L24 7l16 13v21z" fill="none" '
    'stroke="currentColor" stroke-width="2.6" stroke-linejoin="round"/><path d="M24 17c3 6 9 9 9 15 0 4-3 6-5.500 6-1.600 '
    '0-2.700-.7-3.500-1.700-.8 1-1.900 1.700-3.500 1.700C18 38 15 36 15 32c0-6 6-9 9-15z" '
    'fill="currentColor"/></svg>'
)

NOTHING = Markup()

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


P = ParamSpec("P")


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def signed(amount: int) -> str:
    """What was won or lost."""
    return f"+{shown(amount)}" if amount > 0 else f"−{shown(-amount)}" if amount < 0 else "even"


class _Joined(Extension):
    """Joins the lines of a component's template: a break beside a tag or a block is nothing, another one is a space."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        if name is None or "/" not in name:
            return source
        tight = re.sub(r"(?<=>)\s*\n\s*|(?<=[%#]\})\s*\n\s*|\s*\n\s*(?=<|\{[%#])", "", source.strip())
        return re.sub(r"\s*\n\s*", " ", tight)


class _Environment(Environment):
    """Templates that share one dictionary of globals: a chain of them, which Jinja makes for each template, takes longer
    to copy at every rendering than most parts take to draw."""

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        return {**self.globals, **d} if d else self.globals


_templates = _Environment(
    loader=PackageLoader("houseway.serve.pages"),
    autoescape=True,
    undefined=StrictUndefined,
    auto_reload=False,
    extensions=[_Joined],
)
_templates.globals |= {"static": static, "simple": SIMPLE}
_templates.filters |= {"capital": capital, "money": shown, "plain": dollars, "signed": signed}


_template = cache(_templates.get_template)


def render(template: str, **values: Any) -> Markup:
    """A template filled in."""
    return Markup(_template(template).render(values))


@lru_cache(maxsize=4096)
def kept(template: str, **values: Hashable) -> Markup:
    """A template filled in, and kept: for parts that are alike at many steps, or for many who look at the same table."""
    return render(template, **values)


def joined(parts: Iterable[Markup]) -> Markup:
    """Parts one after the other; unlike `Markup.join` it does not look at each again."""
    return Markup("".join(parts))


def drawing(draw: Callable[P, Markup]) -> Callable[P, Markup]:
    """A function that draws a small part, for use in every template by its own name."""
    _templates.globals[getattr(draw, "__name__", "")] = draw
    return draw


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
    return render("around.html", what=what, confirm=confirm)
