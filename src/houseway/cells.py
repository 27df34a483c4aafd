"""Cells of a spreadsheet: text that would run as a formula is kept as text."""

from typing import Any

_BEGINS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def harmless(value: Any) -> Any:
    """A cell as it is written to a CSV file: nothing for None, and an apostrophe before what is no number and would be
    read as a formula."""
    if value is None:
        return ""
    if not isinstance(value, str) or not value.startswith(_BEGINS_A_FORMULA):
        return value
    number = value.removeprefix("-").replace(".", "", 1)
    return value if number.isdecimal() and number.isascii() else f"'{value}"
