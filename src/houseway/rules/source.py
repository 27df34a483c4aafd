"""A rulebook as it is named beside what was read from it."""

import re

from houseway.rules.models import Rulebook

_NUMBER = re.compile(r"\d+(\.\d+)*$")


def source_of(book: Rulebook) -> str:
    """The document and which state of it: a version, a date, an approval. What its title says is not said again.

    >>> source_of(Rulebook(jurisdiction="Maryland", document="Criss Cross Poker", version="1.3"))
    'Criss Cross Poker, version 1.3'
    """
    states = (state for state in book.version.split(", ") if state)
    told = (state for state in states if f" {state} " not in f" {book.document} ")
    return ", ".join((book.document, *(f"version {state}" if _NUMBER.match(state) else state for state in told)))
