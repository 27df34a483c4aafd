"""The document a laboratory files: whole, well-formed, the same whenever it is made."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from html.parser import HTMLParser
from typing import Any

import pytest

from houseway.games.maryland_poker.criss_cross_poker.count.pricing import price_bonus
from houseway.paper import Colour, plain
from houseway.papers import html, pdf
from houseway.papers.pdf.page import Page
from houseway.papers.pdf.tables import TableSet
from houseway.papers.price_sheet import described
from houseway.pricing.papers.document import apart, colour
from houseway.pricing.papers.sheet import Chart, LinePrice, Outcomes, Sheet, Simple, WagerPrice
from houseway.rules.files import game_rules
from houseway.rules.submission import house_rules

CHART = Chart("By hand", ("A", "K"), ("A", "K"), (("3", "1"), ("F", "3")), {"3": "bet", "1": "call", "F": "fold"}, "so")


def small_sheet() -> Sheet:
    """A sheet with a little of everything."""
    rules = house_rules(game_rules("criss-cross-poker"))
    game = WagerPrice(
        "ante", "A <game>", "one ante", Fraction(2), Outcomes({Fraction(-2): 3, Fraction(0): 1, Fraction(7, 2): 1}),
        "12.A", Fraction(5, 2), (Fraction(5, 2), Fraction(3)),
    )  # fmt: skip
    simple = Simple("In short", ("bet on pairs",), Fraction(-3, 5), Fraction(-1, 2))
    return Sheet(rules, (game, price_bonus(rules)), (CHART,), ("A note.",), ("Counted.",), (simple,))


@pytest.fixture(scope="module")
def sheet() -> Sheet:
    return small_sheet()


def in_html(sheet: Sheet) -> str:
    return html.rendered(described(sheet))


def in_pdf(sheet: Sheet, *, compressed: bool = True) -> bytes:
    return pdf.rendered(described(sheet), compressed=compressed)


class Tags(HTMLParser):
    """Every tag opened is closed, in order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag not in ("meta", "path", "circle"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in ("path", "circle"):
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def test_the_page_is_whole_and_says_every_figure(sheet: Sheet) -> None:
    read = Tags()
    page = in_html(sheet)
    read.feed(page)
    assert read.open == []
    for wager in sheet.wagers:
        for figure in (wager.expectation, wager.house_edge, wager.outcomes.variance, wager.outcomes.hit_rate):
            assert f"{figure} = " in read.text
        assert f"{wager.outcomes.total:,}" in read.text
        for line in wager.lines:
            assert line.clause in read.text
            assert f"{line.count:,}" in read.text
    for ruling in sheet.rules.game.rulings.values():
        assert ruling.reading in read.text
    assert "A <game>" in read.text
    assert sheet.fingerprint in read.text
    assert "http" not in page, "a filed document needs nothing from elsewhere"


def test_the_pdf_is_the_same_file_whenever_it_is_made(sheet: Sheet) -> None:
    first = in_pdf(sheet)
    assert first.startswith(b"%PDF-")
    assert first == in_pdf(sheet)


def test_wagers_with_the_same_figures_are_told_once(sheet: Sheet) -> None:
    bonus = sheet.wagers[1]
    row = [replace(bonus, wager=f"row-{letter}", name=f"Row {letter}") for letter in "abc"]
    other = replace(bonus, wager="row-d", name="Row d", clause="another")
    many = replace(sheet, wagers=(sheet.wagers[0], *row, other))
    assert [(one.name, names) for one, names in apart(many)] == [
        ("A <game>", ()), ("Row a", ("Row b", "Row c")), ("Row d", ()),
    ]  # fmt: skip
    page = in_html(many)
    assert "<dt>the same for</dt><dd>Row b; Row c</dd>" in page
    assert page.count("<h2>Row ") == 2 and page.count("<b>Row ") == 4, "all stand in the table of wagers"
    assert len(in_pdf(many)) < len(in_pdf(replace(many, wagers=(*many.wagers[:2], *(replace(one, clause=one.name)
                                            for one in many.wagers[2:])))))  # fmt: skip


@pytest.mark.parametrize("lines", range(0, 44, 4))
def test_no_heading_stands_alone_at_the_foot_of_a_page(
    lines: int, sheet: Sheet, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What stands below it begins on the same page, wherever it comes; and no table leaves one row for the next."""
    game = replace(sheet.wagers[0], lines=tuple(LinePrice(f"line {at}", "1:1", "12", 1, lines, Fraction(0))
                                                for at in range(lines)))  # fmt: skip
    waiting: dict[str, int] = {}
    rows: list[tuple[int, str]] = []
    titled, said, row = Page.titled, Page.said, TableSet.row

    def begin(page: Page, text: str, *, size: float, height: float) -> None:
        assert not waiting, "two headings, and nothing between"
        titled(page, text, size=size, height=height)
        waiting[text] = page.page_no()

    def follows(page: Page) -> None:
        for text, number in waiting.items():
            assert page.page_no() == number, text
        waiting.clear()

    def tell(page: Page, text: str, height: float = 4.4) -> None:
        if waiting:
            follows(page)
        said(page, text, height)

    def draw(table: TableSet, x: float, cells: Sequence[Any], colour: Colour) -> None:
        if waiting:
            follows(table.page)
        if cells[0].main.startswith("line "):
            rows.append((table.page.page_no(), cells[0].main))
        row(table, x, cells, colour)

    monkeypatch.setattr(Page, "titled", begin)
    monkeypatch.setattr(Page, "said", tell)
    monkeypatch.setattr(TableSet, "row", draw)
    in_pdf(replace(sheet, wagers=(game, sheet.wagers[1])))
    assert len(rows) == lines
    by_page = Counter(number for number, _ in rows)
    assert all(many > 1 for many in by_page.values())


def test_a_pdf_takes_any_name() -> None:
    assert plain("Čeština – “é” 漢") == 'Cestina - "é" ?'


def test_bold_answers_are_green_and_timid_ones_red() -> None:
    red, green, _ = colour(CHART, "3")
    assert green > red
    red, green, _ = colour(CHART, "F")
    assert red > green
