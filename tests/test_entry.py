"""Journal entries: what is written down, and read again."""

import pytest

from houseway.play import entry
from houseway.play.entry import Answer, Begin


@pytest.mark.parametrize("sealed", [{}, {"seat 2": "ab" * 32}])
def test_beginnings_and_answers_are_written_as_any_other_entry(sealed: dict[str, str]) -> None:
    assert entry.begun("00" * 32, 7, sealed) == entry.written(Begin("00" * 32, 7, sealed))
    assert entry.answered("seat 1", "fold") == entry.written(Answer("seat 1", "fold"))
    assert entry.read(entry.begun("00" * 32, 7, sealed)) == Begin("00" * 32, 7, sealed)
