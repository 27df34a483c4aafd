"""The table of threats and the tests hold each other true: each row names tests, and they name the row."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.documents import DOCS, ROOT

PAGE = DOCS / "threats.md"
ID = re.compile(r"`(tests/[\w/]+\.py::\w+)`")


def listed(text: str) -> list[tuple[str, list[str]]]:
    """The rows of a page of threats by their names, each with the tests that it names."""
    cells = [line.strip("|").split(" | ") for line in text.splitlines() if line.startswith("| ")]
    return [(row[0].strip(), ID.findall(row[-1])) for row in cells if row[0].strip() != "name"]


def marked(path: Path, text: str) -> Iterator[tuple[str, str]]:
    """The rows that the tests of a file name, each with the test; read, not run."""
    for node in ast.parse(text).body:
        for mark in getattr(node, "decorator_list", ()):
            if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.threat":
                (row,) = mark.args
                assert isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and isinstance(row, ast.Constant)
                yield str(row.value), f"{path.relative_to(ROOT).as_posix()}::{node.name}"


def test_every_row_names_tests_that_are_there_and_that_name_the_row() -> None:
    rows = listed(PAGE.read_text(encoding="utf-8"))
    assert len(rows) > 50 and len({name for name, _ in rows}) == len(rows)
    assert not [name for name, tests in rows if not tests], "a row without a test"
    files = sorted((ROOT / "tests").rglob("test_*.py"))
    there = {pair for path in files for pair in marked(path, path.read_text(encoding="utf-8"))}
    named = {(name, test) for name, tests in rows for test in tests}
    assert sorted(named - there) == [], "rows name these, and no such test names the row"
    assert sorted(there - named) == [], "tests name these rows, and no such row names the test"


def test_every_row_says_who_with_what_and_what_stops_it() -> None:
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        if line.startswith("| "):
            cells = [cell.strip() for cell in line.strip("|").split(" | ")]
            assert len(cells) == 5 and all(cells), line


def test_a_test_that_is_renamed_or_a_row_that_is_gone_is_noticed() -> None:
    text = '@pytest.mark.threat("full-disk")\n@pytest.mark.slow\ndef test_it(): ...\ndef test_other(): ...\n'
    assert [*marked(ROOT / "tests" / "test_x.py", text)] == [("full-disk", "tests/test_x.py::test_it")]
    row = "| full-disk | machine | `tests/test_x.py::test_it`<br>`tests/b.py::test_b` |"
    page = f"| name | who | tested by |\n|---|---|---|\n{row}"
    assert listed(page) == [("full-disk", ["tests/test_x.py::test_it", "tests/b.py::test_b"])]
