"""A document on A4: its title and the page's number at the foot, headings with a rule below."""

from fpdf import FPDF
from fpdf.enums import XPos, YPos

from houseway.paper import GOLD, GREEN, MADE, Colour, plain

INK: Colour = (27, 36, 32)
SOFT: Colour = (102, 112, 106)
RULE: Colour = (217, 221, 216)
WIDTH, HEIGHT = 210.0, 297.0
FOOT = 18.0


class A4(FPDF):
    """A document that has begun its first page."""

    def __init__(self, title: str, *, margin: float) -> None:
        super().__init__(unit="mm", format="A4")
        self.foot, self.margin, self.inner = title, margin, WIDTH - 2 * margin
        self.set_margins(margin, margin)
        self.set_auto_page_break(True, FOOT)
        self.set_creation_date(MADE)
        self.set_title(title)
        self.add_page()

    def footer(self) -> None:
        self.set_y(-12)
        self.font("", 7.5, SOFT)
        self.cell(self.inner / 2, 4, self.foot)
        self.cell(self.inner / 2, 4, f"{self.page_no()} / {{nb}}", align="R")

    def font(self, style: str, size: float, colour: Colour = INK, family: str = "Helvetica") -> None:
        self.set_font(family, style, size)
        self.set_text_color(*colour)

    def said(self, text: str, height: float = 4.4) -> None:
        """A paragraph as wide as the page."""
        self.multi_cell(self.inner, height, plain(text), align="L", new_x=XPos.LMARGIN, new_y=YPos.NEXT)

    @property
    def room(self) -> float:
        """What is left of the page."""
        return HEIGHT - FOOT - self.get_y()

    def titled(self, text: str, *, size: float, height: float) -> None:
        """A section's title with a golden rule below it."""
        self.font("B", size, GREEN, "Times")
        self.said(text, height)
        self.set_draw_color(*GOLD)
        self.set_line_width(0.5)
        self.line(self.margin, self.get_y(), self.margin + self.inner, self.get_y())
        self.ln(2)
