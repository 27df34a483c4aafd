"""How long lines come in print, before anything is drawn: what breaks them and what makes them smaller."""

from functools import cache
from typing import TYPE_CHECKING

from houseway.paper import plain
from houseway.papers.description import Font

if TYPE_CHECKING:
    from fpdf import FPDF

POINTS = 72 / 25.4  # in a millimetre
_FAMILIES = {"sans": "Helvetica", "serif": "Times", "suits": "Symbol"}
_SPARE = 1.03  # for fonts of other makers, as browsers have them


def in_font(page: "FPDF", font: Font) -> "FPDF":
    """The page, set to write in this font."""
    page.set_char_spacing(font.apart * POINTS)
    page.set_font(_FAMILIES[font.family], "B" * font.bold + "I" * font.italic, font.size * POINTS)
    return page


@cache
def _drawing() -> "FPDF":
    from fpdf import FPDF  # with fonts that a house which prints nothing never needs

    return FPDF(unit="mm")


@cache
def width_of(text: str, font: Font) -> float:
    """How long a line comes, with a little to spare."""
    return float(in_font(_drawing(), font).get_string_width(printed(text, font))) * _SPARE


def printed(text: str, font: Font) -> str:
    """A text as it is drawn in this font, in the letters that a PDF has."""
    return plain(text.upper() if font.capitals else text)


def broken(text: str, width: float, font: Font) -> tuple[str, ...]:
    """Text in lines that are not longer than they may be; a single word that is too long stands alone."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and width_of(longer, font) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return tuple(lines)
