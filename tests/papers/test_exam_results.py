"""The result sheet of a class."""

from houseway.papers import html, pdf
from houseway.papers.description import Table
from houseway.papers.exam_results import described
from tests.school.test_exam import RESULTS

SHEET = described("3 Card Poker: hands", "exam", RESULTS)


def test_the_sheet_of_a_class_is_a_pdf_and_the_same_each_time() -> None:
    sheet = pdf.rendered(SHEET)
    assert sheet.startswith(b"%PDF-") and sheet == pdf.rendered(described("3 Card Poker: hands", "exam", RESULTS))


def test_the_best_stand_first_and_mistakes_are_told_with_the_right_answer() -> None:
    table = SHEET.parts[0]
    assert isinstance(table, Table)
    assert table.rows == (("Ann", "1 of 2", "1", "4", "$0"), ("=SUM(A1)", "1 of 2", "2", "10", "$5"))
    page = html.rendered(SHEET)
    assert "=SUM(A1): what was not right" in page and "Ann: what was not right" not in page
    told = "1. What is paid? Answered ante -5; right is ante -10."
    assert told in page and f"({told})".encode() in pdf.rendered(SHEET, compressed=False)
