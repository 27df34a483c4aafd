"""The pages on published requirements: each number once, each state with its reason, each test there."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from tests.documents import DOCS, ROOT
from tests.test_threats import ID

STATES = {"met", "in part", "not met", "not applicable"}
PAGES = {"asvs.md": 5 * 30, "gli.md": 40}  # rows at least

# How many requirements of levels 1 and 2 each section of ASVS 5.0.0 has. They come first in every section.
SECTIONS = {
    1: (2, 9, 11, 3, 2),
    2: (3, 3, 4, 1),
    3: (0, 2, 4, 6, 5, 0, 2),
    4: (3, 1, 2, 4),
    5: (1, 3, 2, 3),
    6: (3, 12, 4, 4, 5, 3, 0, 4),
    7: (3, 4, 2, 5, 2, 2),
    8: (2, 3, 1, 1),
    9: (3, 4),
    10: (2, 2, 4, 11, 5, 2, 3),
    11: (2, 3, 3, 4, 1, 1),
    12: (3, 2, 4),
    13: (1, 5, 2, 5),
    14: (2, 4, 3),
    15: (3, 3, 7),
    16: (1, 5, 4, 3, 3),
    17: (1, 4, 2),
}


def rows(page: str) -> list[list[str]]:
    lines = (DOCS / page).read_text(encoding="utf-8").splitlines()
    cells = [
        [cell.strip() for cell in re.split(r" \|(?: |$)", line[2:])[:4]] for line in lines if line.startswith("| ")
    ]
    return [row for row in cells if row[1] != "state"]


@cache
def names_of_tests(path: Path) -> set[str]:
    """The tests of a file, read and not run."""
    body = ast.parse(path.read_text(encoding="utf-8")).body
    return {node.name for node in body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}


def test_every_requirement_of_levels_1_and_2_has_one_row() -> None:
    wanted = [
        f"{chapter}.{section}.{number}"
        for chapter, sections in SECTIONS.items()
        for section, count in enumerate(sections, 1)
        for number in range(1, count + 1)
    ]
    assert len(wanted) == 253
    listed = [number for row in rows("asvs.md") for number in row[0].split(", ")]
    assert sorted(listed) == sorted(wanted)


@pytest.mark.parametrize("page", PAGES)
def test_every_row_has_a_state_with_its_reason_and_tests_that_are_there(page: str) -> None:
    found = rows(page)
    assert len(found) > PAGES[page]
    for row in found:
        assert len(row) == 4 and row[1] in STATES and row[2], row
        named = ID.findall(row[3])
        assert bool(named) == bool(row[3]), row
        for path, _, test in (one.partition("::") for one in named):
            assert (ROOT / path).is_file() and test in names_of_tests(ROOT / path), f"{row[0]}: {path}::{test}"


def test_the_page_for_operators_leads_to_them() -> None:
    text = (DOCS / "operating.md").read_text(encoding="utf-8")
    assert all(f"({page})" in text for page in (*PAGES, "threats.md"))
