"""The pages that speak of a served house do what they say at one."""

from pathlib import Path

import pytest

from tests.documents import Reader, needs_a_house, pages
from tests.serve.house import House


@pytest.mark.parametrize("page", [page for page in pages() if needs_a_house(page)], ids=lambda page: page.stem)
def test_a_page_comes_to_what_it_says_at_a_house(page: Path, house: House, tmp_path: Path) -> None:
    known = {"PASSWORD": "the operator's own"}
    assert Reader(tmp_path, house=house.url, known=known).follow(page)
