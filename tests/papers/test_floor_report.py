"""The floor's report on paper."""

from houseway.floor.judging import Line
from houseway.floor.report import Report
from houseway.papers import html, pdf
from houseway.papers.description import Section, Table
from houseway.papers.floor_report import described


def line(kind: str, name: str, voids: int) -> Line:
    return Line(kind, name, "month", "2026-11-01", "2026-11-30", "house", rounds=40, voids=voids, handle=1_000_00)


REPORT = Report(
    "2026-11-01",
    "2026-11-30",
    40,
    (
        line("table", "1 Baccarat", 3),
        line("shift", "Dealer Kim, 08-16", 3),
        line("account", "Ada", 2),
        line("account", "Bob", 0),
    ),
)


def table_of(title: str) -> Table:
    (section,) = (one for one in described(REPORT).parts if isinstance(one, Section) and one.title == title)
    (table,) = section.parts
    assert isinstance(table, Table)
    return table


def test_void_rounds_are_shown_by_dealer_and_by_player() -> None:
    for title, voids in (("Dealers and shifts, month to date", ["3"]), ("Accounts, month to date", ["2", ""])):
        table = table_of(title)
        at = [column.head for column in table.columns].index("void")
        assert [row[at] for row in table.rows] == voids
    assert "void" not in [column.head for column in table_of("Tables, month to date").columns]
    assert b"(void)" in pdf.rendered(described(REPORT), compressed=False)
    assert html.rendered(described(REPORT)).count(">void</th>") == 2


def test_a_month_without_findings_says_so_on_paper() -> None:
    assert "Nothing that chance does not allow." in html.rendered(described(REPORT))
