"""The document a laboratory files: whole, well-formed, the same whenever it is made."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path

import pytest

import houseway
from houseway.paper import Colour, plain
from houseway.price import edited
from houseway.price.maryland_poker.criss_cross_poker import price_bonus
from houseway.price.papers.document import apart, colour, html
from houseway.price.papers.pdf import Page, _Grid, pdf
from houseway.price.papers.plot import plot
from houseway.price.papers.sheet import Chart, LinePrice, Outcomes, Sheet, Simple, WagerPrice
from houseway.rules.files import RulesError, game_rules
from houseway.rules.submission import house_rules

CHART = Chart("By hand", ("A", "K"), ("A", "K"), (("3", "1"), ("F", "3")), {"3": "bet", "1": "call", "F": "fold"}, "so")


@pytest.fixture(scope="module")
def sheet() -> Sheet:
    rules = house_rules(game_rules("criss-cross-poker"))
    game = WagerPrice(
        "ante", "A <game>", "one ante", Fraction(2), Outcomes({Fraction(-2): 3, Fraction(0): 1, Fraction(7, 2): 1}),
        "12.A", Fraction(5, 2), (Fraction(5, 2), Fraction(3)),
    )  # fmt: skip
    simple = Simple("In short", ("bet on pairs",), Fraction(-3, 5), Fraction(-1, 2))
    return Sheet(rules, (game, price_bonus(rules)), (CHART,), ("A note.",), ("Counted.",), (simple,))


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
    page = html(sheet)
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
    first = pdf(sheet)
    assert first.startswith(b"%PDF-")
    assert first == pdf(sheet)


def test_wagers_with_the_same_figures_are_told_once(sheet: Sheet) -> None:
    bonus = sheet.wagers[1]
    row = [replace(bonus, wager=f"row-{letter}", name=f"Row {letter}") for letter in "abc"]
    other = replace(bonus, wager="row-d", name="Row d", clause="another")
    many = replace(sheet, wagers=(sheet.wagers[0], *row, other))
    assert [(one.name, names) for one, names in apart(many)] == [
        ("A <game>", ()), ("Row a", ("Row b", "Row c")), ("Row d", ()),
    ]  # fmt: skip
    page = html(many)
    assert "<dt>the same for</dt><dd>Row b; Row c</dd>" in page
    assert page.count("<h2>Row ") == 2 and page.count("<b>Row ") == 4, "all stand in the table of wagers"
    assert len(pdf(many)) < len(pdf(replace(many, wagers=(*many.wagers[:2], *(replace(one, clause=one.name)
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
    titled, said, row = Page.titled, Page.said, _Grid.row

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

    def draw(grid: _Grid, x: float, cells: Sequence[str], colour: Colour, *, rule: bool) -> None:
        if waiting:
            follows(grid.page)
        if cells[0].startswith("line "):
            rows.append((grid.page.page_no(), cells[0]))
        row(grid, x, cells, colour, rule=rule)

    monkeypatch.setattr(Page, "titled", begin)
    monkeypatch.setattr(Page, "said", tell)
    monkeypatch.setattr(_Grid, "row", draw)
    pdf(replace(sheet, wagers=(game, sheet.wagers[1])))
    assert len(rows) == lines
    by_page = Counter(number for number, _ in rows)
    assert all(many > 1 for many in by_page.values())


def test_a_pdf_takes_any_name() -> None:
    assert plain("Čeština – “é” 漢") == 'Cestina - "é" ?'


def test_the_fingerprint_changes_with_a_count(sheet: Sheet) -> None:
    other = Sheet(sheet.rules, sheet.wagers[1:], sheet.charts, sheet.notes, sheet.method, sheet.simple)
    assert other.fingerprint != sheet.fingerprint


def test_a_plot_keeps_order_and_stays_in_its_frame(sheet: Sheet) -> None:
    drawn = plot(sheet.wager("five-card-bonus").outcomes)
    assert [stem.result for stem in drawn.stems] == sorted(stem.result for stem in drawn.stems)
    assert all(0 <= stem.x <= 1 and 0 <= stem.y <= 1 for stem in drawn.stems)
    assert [stem.kind for stem in drawn.stems][:2] == ["lose", "win"]
    assert "0" in [label for _, label in drawn.results]


def test_bold_answers_are_green_and_timid_ones_red() -> None:
    red, green, _ = colour(CHART, "3")
    assert green > red
    red, green, _ = colour(CHART, "F")
    assert red > green


def test_python_takes_options_and_pay_tables_by_keyword() -> None:
    game = game_rules("criss-cross-poker")
    rules = edited(game, {"antes_pay": "table", "five_card_bonus": True, "criss_cross": {"pair_J": "push"}})
    assert rules.options["antes_pay"] == "table"
    lines = {line.key: line.pays for line in rules.pay_tables["across"].lines}
    assert lines["pair-J"] is None
    with pytest.raises(RulesError, match="line by line"):
        edited(game, {"criss_cross": "9:1"})
    with pytest.raises(RulesError, match="not a pay table"):
        edited(game, {"no_such": {"flush": "9:1"}})


def test_a_game_without_a_price_says_so() -> None:
    with pytest.raises(RulesError, match="has no price yet"):
        houseway.price("high-card")
    with pytest.raises(RulesError, match="is not a game here"):
        houseway.price("no-such-game")


@pytest.mark.parametrize(
    ("game", "wagers"),
    [
        ("top-five-poker", ["ante", "top-five-bonus", "poker-bonus"]),
        ("cash-in-baccarat", ["banker"]),
        ("party-craps", ["pass"]),
    ],
)
def test_the_figures_of_the_documentation_are_those_counted(game: str, wagers: list[str]) -> None:
    text = (Path(__file__).parents[2] / "docs" / "pricing.md").read_text(encoding="utf-8")
    counted = houseway.price(game)
    for wager in wagers:
        expectation = counted.wager(wager).expectation
        (line,) = (line for line in text.splitlines() if f"| {expectation}" in line)
        assert f"| {float(expectation):.6f} |" in line


def test_rows_are_flat(sheet: Sheet) -> None:
    assert [row["wager"] for row in sheet.rows()] == ["ante", "five-card-bonus"]
    assert sheet.rows()[0]["action"] == 2.5
    assert sheet.distribution("ante")[0] == {"result": -2.0, "count": 3, "probability": 0.6}
