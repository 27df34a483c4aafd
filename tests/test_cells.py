"""Cells of a CSV file: a spreadsheet runs none of them."""

import pytest

from houseway.cells import harmless


@pytest.mark.threat("formula")
@pytest.mark.parametrize("text", ["=1+1", "+A1", "-A1", "@SUM(A1)", "\t=1", "\r=1", "-1+cmd|' /C calc'!A0", "-", "-٣"])
def test_what_would_be_a_formula_stays_text(text: str) -> None:
    assert harmless(text) == f"'{text}"


@pytest.mark.parametrize("value", ["Table 1", "-12.50", "-3", "12", "", 7, -7, 1.5])
def test_names_and_numbers_stay_as_they_are(value: object) -> None:
    assert harmless(value) == value


def test_nothing_is_an_empty_cell() -> None:
    assert harmless(None) == ""
