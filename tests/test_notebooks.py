"""The notebooks of `examples/`, every cell run, and what a notebook shows of our values."""

import ast
import json
import os
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import houseway
from houseway.cards.card import text
from houseway.cards.shuffle import seed_from
from houseway.games import game
from houseway.play.driver import Driver
from houseway.pricing.papers.notebook import Missing, frame
from houseway.pricing.sessions import NormalSession, after
from houseway.rules.submission import house_rules
from tests.rounds import cards_named

EXAMPLES = Path(__file__).parent.parent / "examples"
NOTEBOOKS = sorted(EXAMPLES.glob("*.ipynb"))
SMALL = {"HOUSEWAY_TRAINING": "6000", "HOUSEWAY_JUDGED": "600"}  # the budget of a test; HOUSEWAY_FULL=1 runs it all


def shown(value: object) -> str:
    """What a notebook would show of a cell's last line."""
    for way in ("_repr_html_", "_repr_png_"):
        if (made := getattr(value, way, None)) is not None and (there := made()):
            return str(there)
    return repr(value)


def run(notebook: Path) -> list[str]:
    """Run every cell as a notebook does: the last line of each, if it is an expression, is shown."""
    data = json.loads(notebook.read_text(encoding="utf-8"))
    names: dict[str, Any] = {"__name__": "__main__"}
    outputs = []
    for number, cell in enumerate(data["cells"], start=1):
        if cell["cell_type"] != "code":
            continue
        tree = ast.parse("".join(cell["source"]), f"{notebook.name}, cell {number}")
        last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, f"{notebook.name}, cell {number}", "exec"), names)
        if isinstance(last, ast.Expr):
            outputs.append(shown(eval(compile(ast.Expression(last.value), notebook.name, "eval"), names)))
    return outputs


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda notebook: str(notebook.stem))
def test_a_notebook_runs_to_its_end(notebook: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if "HOUSEWAY_FULL" not in os.environ:
        for name, value in SMALL.items():
            monkeypatch.setenv(name, value)
    assert run(notebook)


def test_notebooks_are_kept_without_what_they_printed() -> None:
    assert len(NOTEBOOKS) == 4
    for notebook in NOTEBOOKS:
        cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
        assert all(not cell.get("outputs") and cell.get("execution_count") is None for cell in cells)


def test_a_table_shows_what_the_public_may_see() -> None:
    three = game("three-card-poker")
    driver = Driver(three, house_rules(three.rules))
    for seat in (1, 2):
        driver.seat(f"seat {seat}", 1000_00, f"<b>{seat}</b>")
    assert ", round" not in driver._repr_html_()
    driver.begin(seed_from("notebook"))
    driver.answer("seat 1", "bank 200")
    driver.answer("seat 2", "ante 10")
    html = driver._repr_html_()
    assert "&lt;b&gt;2&lt;/b&gt;" in html and "<b>2</b>" not in html  # a name is text
    assert html.count('class="card down"') >= 5
    assert len(cards_named(html)) == 1 and cards_named(html).isdisjoint(text(driver.table.hands["seat 2"]).split())
    assert html.count('<span class="card">') + html.count('<span class="card red">') == 1  # the one that lies open


def test_sheets_and_charts_show_themselves() -> None:
    sheet = houseway.price("ultimate-war")
    html = sheet._repr_html_()
    assert "<table" in html and "house edge" in html and "<script" not in html
    chart = houseway.price("ultimate-texas-holdem").charts[0]
    assert 'class="chart"' in chart._repr_html_()


def test_rows_become_a_data_frame_and_distributions_a_figure() -> None:
    sheet = houseway.price("ultimate-war")
    table = sheet.table()
    assert list(table["wager"]) == [wager.wager for wager in sheet.wagers]
    assert table["house_edge"][0] == float(sheet.wagers[0].house_edge)
    one = sheet.wagers[0].outcomes
    long = NormalSession(10**9, Fraction(1), one)
    for picture in (sheet.wagers[0].figure(), after(one, 100).figure(), long.figure()):
        assert getattr(picture, "_repr_png_")().startswith(b"\x89PNG")  # noqa: B009


@pytest.mark.parametrize("package", ["pandas", "matplotlib"])
def test_without_the_extra_one_sentence_says_what_brings_it(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == package]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, package, None)
    sheet = houseway.price("ultimate-war")
    with pytest.raises(Missing, match=rf"{package} is not installed.*houseway\[notebook\]"):
        if package == "pandas":
            frame(sheet.rows())
        else:
            sheet.wagers[0].figure()
