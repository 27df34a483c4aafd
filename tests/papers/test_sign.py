"""Signs as they are printed: on as few sheets as can be read from two metres, the same in HTML and PDF."""

import re

import pytest
from markupsafe import escape

from houseway.games import catalogue, game
from houseway.paper import plain
from houseway.papers.measuring import POINTS, width_of
from houseway.papers.sign_layout import Layout, layout
from houseway.prove.placard import PAPERS, Paper, Placard, placard
from houseway.rules.models import Inscription
from houseway.rules.posted import Section
from houseway.rules.resolved import resolve
from houseway.rules.submission import house_rules
from tests.prove.test_placard import LETTER, in_html, in_pdf, sign

LEAST = 4.0  # millimetres: a sign is read from two metres


def test_a_wager_that_is_not_offered_is_not_posted() -> None:
    one = sign("criss-cross-poker", five_card_bonus=False)
    assert [section.title for section in one.sections] == ["Criss Cross wagers"]
    assert "Five Card Bonus" not in in_html(one)
    assert "Five Card Bonus" not in in_pdf(one)


@pytest.mark.parametrize("id", catalogue())
@pytest.mark.parametrize("paper", PAPERS.values(), ids=PAPERS.keys())
def test_every_game_has_its_sign_with_every_line_and_no_letter_below_four_millimetres(id: str, paper: Paper) -> None:
    one = placard(house_rules(game(id).rules), facility="Demonstration House", table="1")
    laid = layout(one, paper)
    page, drawn = in_html(one, paper), in_pdf(one, paper)
    assert len(re.findall(r"/Type /Page\b", drawn)) == page.count('class="sheet"') == len(laid.sheets)
    assert f"size: {paper.width}mm {paper.height}mm" in page
    sizes = [float(size) / POINTS for size in re.findall(r"/F\d+ ([\d.]+) Tf", drawn)]
    assert sizes and min(sizes) >= LEAST
    written = [float(size) for size in re.findall(r"font-size: ?([\d.]+)mm", page)]
    assert written and min(written) >= LEAST
    assert not re.search(r"font-size: ?[\d.]*(?!mm)(?:px|pt|em|rem|%|small)", page)
    _check_whole(one, laid)
    for sheet in laid.sheets:
        for block in (block for column in sheet.columns for block in column):
            for line in (*block.title, *block.about, *(part for row in block.rows for part in (*row.label, *row.pays))):
                assert plain(line) in drawn and escape(line) in page


def _check_whole(one: Placard, laid: Layout) -> None:
    """Every row of every section is on some sheet, and every sheet and line has room."""
    blocks = [block for sheet in laid.sheets for column in sheet.columns for block in column]
    rows = [(" ".join(row.label), " ".join(row.pays)) for block in blocks for row in block.rows]
    limits = [] if laid.bar else list(one.limits)
    assert rows == [*limits, *(row for section in one.sections for row in section.rows)]
    for sheet in laid.sheets:
        taken = sheet.head + laid.foot + laid.sizes.tallest(sheet.columns)
        if sheet.first:
            taken += laid.limits + laid.headline_line * len(laid.headlines)
            taken += laid.notice_line * len(laid.notices)
        assert taken < laid.paper.height
    for row in (row for block in blocks for row in block.rows):
        label = max(width_of(line, laid.sizes.label) for line in row.label)
        pays = max(width_of(line, laid.sizes.pays) for line in row.pays)
        assert label + pays <= laid.column_width


def test_many_tables_go_on_several_sheets_and_a_long_one_is_divided() -> None:
    rows = tuple((f"Hand number {number}", f"{number} to 1") for number in range(9))
    sections = tuple(Section(f"Wager {number}", "pay table A", "12", rows) for number in range(9))
    long = Section("House way", "", "", rows * 14)
    notice = Inscription(text="A notice of some length that has to be posted here. " * 3, clause="2.B")
    one = Placard(
        "A Game With a Very Long Name Indeed", "House", "1", (("Ante", "$5"),), (*sections, long), (notice,), "A book."
    )
    for paper in PAPERS.values():
        laid = layout(one, paper)
        assert len(laid.sheets) > 2
        _check_whole(one, laid)
    assert "continued" in in_pdf(one) and "Wager 8" in in_pdf(one)


def test_columns_keep_the_order_and_are_nearly_as_tall() -> None:
    sections = tuple(Section(str(count), "", "", (("a", "b"),) * count) for count in (1, 4, 7))
    (sheet,) = layout(Placard("G", "", "", (), sections, (), "A book."), LETTER).sheets
    assert [[block.title for block in column] for column in sheet.columns] == [[("1",), ("4",)], [("7",)]]
    assert layout(Placard("G", "", "", (), (), (), "A book."), LETTER).sheets[0].columns == ((),)


def test_limits_that_do_not_fit_side_by_side_are_a_list() -> None:
    short, long = (("Ante", "$5 to $500"),), (("Bonus bet of a very long name", "$5 to $500, not above the base"),) * 4
    for limits, bar in ((short, short), (long, ())):
        laid = layout(Placard("G", "", "", limits, (Section("A", "", "", (("a", "b"),)),), (), "B."), LETTER)
        assert laid.bar == bar
        assert (laid.sheets[0].columns[0][0].title == ("Limits",)) == (not bar)


def test_what_an_operator_writes_is_shown_as_text() -> None:
    rules = resolve(game("top-five-poker").rules)
    one = placard(rules, facility="<b>Łódź</b> & “Sons”", table="")
    page = in_html(one)
    assert "&lt;b&gt;Łódź&lt;/b&gt; &amp; “Sons”" in page
    assert "<b>Łódź" not in page
    assert '<B>?ÓDZ</B> & "SONS"' in in_pdf(one)


def test_the_same_sign_is_the_same_file() -> None:
    one = sign("top-five-poker")
    assert in_pdf(one) == in_pdf(one)


def test_a_page_needs_nothing_but_itself() -> None:
    page = in_html(sign("top-five-poker"))
    assert "http" not in page and "src=" not in page and "<script" not in page
