"""Every part of a paper is drawn by both renderers, and what anybody wrote stays text."""

import re
from fractions import Fraction
from html.parser import HTMLParser
from typing import get_args

import pytest

from houseway.floor.cone import Cone
from houseway.paper import GREEN
from houseway.papers import html, pdf
from houseway.papers.description import (
    Answer,
    Beside,
    Block,
    Box,
    Cell,
    Column,
    Columns,
    Fact,
    Facts,
    Fill,
    Flowing,
    Font,
    Grid,
    Head,
    Listing,
    Paragraph,
    Part,
    Placed,
    Rule,
    Running,
    Runs,
    Section,
    Stems,
    Steps,
    Table,
    Words,
)
from houseway.pricing.papers.plot import plot
from houseway.pricing.papers.sheet import Outcomes

ODD = """<b>&'"{{ 7 }}"""  # what must come out as it went in
TABLE = Table((Column("words"), Column("count", "number")), ((Cell(ODD, strong=True, below=("below",)), "12"),), "Kept")
CONE = Cone(((0, 0), (1, 1)), ((0, 0), (1, 0.5)), ((0, 0), (1, 1)), ((0, 0), (1, 1)), ((0.5, "$5"),), ((1, "100"),))
GRID = Grid(ODD, ("A",), (("row", (Answer("H", (20, 90, 30)), Answer("-"))),), ((Answer("H", (20, 90, 30)), ODD),), ODD)
EVERY_PART: tuple[Block, ...] = (
    Paragraph(ODD),
    Steps((ODD,)),
    Facts((Fact(ODD, "words", Fraction(1, 3)),)),
    TABLE,
    Listing("Listed", ("result",), ((ODD,),)),
    Stems(plot(Outcomes({Fraction(-1): 3, Fraction(2): 1})), ODD),
    Runs((Running(ODD, CONE, alarm=True),)),
    GRID,
    Beside((TABLE,)),
    Columns((GRID, TABLE)),
    Part(ODD, (Paragraph("inside"),)),
)


class Texts(HTMLParser):
    """What a browser would show; every tag that is opened is closed, in order."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.shown = ""
        self.feed(re.sub(r"<style>.*?</style>", "", page, flags=re.DOTALL))
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.shown += data


def in_pdf(paper: Flowing | Placed) -> str:
    return re.sub(r"\\\\(.)", r"\1", pdf.rendered(paper, compressed=False).decode("latin-1"))


def test_every_kind_of_part_is_here() -> None:
    assert {type(part) for part in EVERY_PART} == set(get_args(Block))


@pytest.mark.parametrize("part", EVERY_PART, ids=lambda part: type(part).__name__)
def test_both_renderers_draw_every_part_and_keep_text_as_text(part: Block) -> None:
    paper = Flowing(ODD, Head(ODD, ODD, ODD, ODD), (Section(ODD, (part,)), part))
    found = Texts(html.rendered(paper))
    assert found.shown.count(ODD) >= 5 + 2
    drawn = in_pdf(paper)
    assert drawn.count(f"({ODD}") >= 3 and pdf.rendered(paper) == pdf.rendered(paper)


def test_a_part_by_itself_is_what_it_is_in_its_paper() -> None:
    assert html.part(TABLE).strip() in html.rendered(Flowing("", Head(""), (TABLE,)))


def test_pieces_have_their_places_and_their_letters_on_every_sheet() -> None:
    font = Font(5.0, GREEN, "serif", bold=True)
    pieces = (
        Fill(Box(0, 0, 100, 20), GREEN),
        Words(Box(10, 30, 80, 8), ((ODD, font), ("aside", Font(4.2, GREEN))), "center", level=1),
        Rule(10, 40, 80, GREEN, 0.4, dotted=True),
        Rule(50, 40, 10, GREEN, 0.4, upright=True),
    )
    paper = Placed("two sheets", 100, 150, (pieces, pieces))
    page, drawn = html.rendered(paper), in_pdf(paper)
    assert page.count('class="sheet"') == 2 and Texts(page).shown.count(f"{ODD}aside") == 2
    assert "left:10.00mm;top:30.00mm;width:80.00mm;height:8.00mm" in page and page.count("<h1 ") == 2
    assert drawn.count(f"({ODD})") == 2 and len(re.findall(r"/Type /Page\b", drawn)) == 2
    assert "14.17 Tf" in drawn and "font-size:5.00mm" in page
