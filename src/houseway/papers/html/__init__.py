"""Papers as HTML: a page that needs nothing but itself, made to be printed too. What stands where is in `templates`."""

from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined

from houseway.paper import Colour
from houseway.papers.description import Block, Paper, Placed, Running, Section


def rendered(paper: Paper) -> str:
    """The whole page."""
    name = "placed.html" if isinstance(paper, Placed) else "flowing.html"
    return _templates().get_template(name).render(paper=paper)


def part(block: Section | Block | Running) -> str:
    """One part by itself, for a page that has more than a paper on it; a template takes it for what it is, markup."""
    macro = getattr(_templates().get_template("parts.html").module, type(block).__name__.lower())
    found: str = macro(block)
    return found


@cache
def _templates() -> Environment:
    found = Environment(
        loader=PackageLoader("houseway.papers.html"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    found.globals["drawn"] = part  # as macros are named for what they draw
    found.filters["css"] = _css
    found.filters["mm"] = _millimetres
    found.filters["plot"] = _on_plot
    return found


def _css(colour: Colour) -> str:
    return f"#{colour[0]:02x}{colour[1]:02x}{colour[2]:02x}"


def _millimetres(length: float) -> str:
    return f"{length:.2f}mm"


def _on_plot(part_of: float, start: float, length: float) -> str:
    """Where on an axis a value from 0 to 1 lies."""
    return f"{start + part_of * length:.1f}"
