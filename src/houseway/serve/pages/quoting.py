"""Sentences, clauses and cards in words, as HTML of our own making: `telling` escapes what it is given, and it is marked
here as done."""

from collections.abc import Mapping
from functools import lru_cache
from html import escape

from markupsafe import Markup

from houseway.play.event import Event
from houseway.serve.pages import telling
from houseway.serve.pages.naming import Words
from houseway.serve.pages.scene import Scene
from houseway.serve.pages.templates import drawing


@drawing
@lru_cache(maxsize=4096)
def cited(clause: str) -> Markup:
    """A clause that opens what it means at this table."""
    return Markup(telling.cited(clause))


@drawing
def laid(answer: str) -> Markup:
    """An answer in which every card is as it is printed."""
    return Markup(telling.laid(answer))


@drawing
def suited(text: str) -> Markup:
    """Text in which cards are as they are printed."""
    return Markup(telling.suited(escape(text)))


def line(event: Event, names: Mapping[str, str], words: Words | None = None, *, reader: str = "") -> Markup:
    """One sentence of the story, its clause set apart."""
    return Markup(telling.line(event, names, words, reader=reader))


def headline(now: Scene, names: Mapping[str, str], viewer: str = "") -> Markup:
    """What matters most at this moment."""
    return Markup(telling.headline(now, names, viewer))
