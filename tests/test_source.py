"""A rulebook as it is named beside what was read from it."""

import re

import pytest

from houseway.games import catalogue
from houseway.rules.models import Rulebook
from houseway.rules.source import source_of


@pytest.mark.parametrize(
    ("document", "version", "named"),
    [
        ("Pontoon 21", "", "Pontoon 21"),
        ("Top Five Poker", "1.0", "Top Five Poker, version 1.0"),
        ("Party Craps", "The 101 Casino", "Party Craps, The 101 Casino"),
        ("Ultimate War", "as approved, with its rates", "Ultimate War, as approved, with its rates"),
        ("Blackjack X v1.3", "v1.3, April 2015", "Blackjack X v1.3, April 2015"),
        ("Cal Blackjack, Version 2.0 Up Card Luck", "2.0", "Cal Blackjack, Version 2.0 Up Card Luck"),
    ],
)
def test_only_a_number_is_a_version_and_nothing_is_said_twice(document: str, version: str, named: str) -> None:
    assert source_of(Rulebook(jurisdiction="Somewhere", document=document, version=version)) == named


@pytest.mark.parametrize("game", catalogue())
def test_every_game_names_its_rulebook_in_full(game: str) -> None:
    book = catalogue()[game].rules.rulebook
    named = source_of(book)
    assert named.startswith(book.document) and all(state in named for state in book.version.split(", "))
    assert not named.endswith((" ", ","))
    assert re.findall(r"version (?!\d)", named) == []
